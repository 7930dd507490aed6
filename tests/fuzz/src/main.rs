//! `imm-fuzz`: runs the fuzz targets without libFuzzer.

use anyhow::{Context, Result, bail};
use clap::Parser;
use imm_fuzz::Target;
use imm_fuzz::plant::{Plant, plant};
use imm_fuzz::report::{BUILD, grouped};
use imm_fuzz::runner::{self, Finding, Until};
use imm_fuzz::source::bytes_of;
use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Calls imm's C interface at random and compares the results with the predictions of a model.
///
/// The seed of a scenario determines all its calls. Each scenario runs twice, with different
/// addresses and different garbage in memory. Both runs must give the same answers. If there is a
/// finding, the program fails and prints how to reproduce the finding. The inputs in
/// tests/fuzz/corpus run first.
#[derive(Parser, Debug)]
#[command(name = "imm-fuzz", version)]
struct Args {
    /// The target: api, texts, saves, proofs, or all (every target, one after another).
    target: String,
    /// The first seed. To continue an earlier run, use the seed that it printed at its end.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The duration in seconds, for all targets together.
    #[arg(long, default_value_t = 10.0, conflicts_with = "runs")]
    seconds: f64,
    /// The number of scenarios for each target.
    #[arg(long)]
    runs: Option<u64>,
    /// Runs one scenario, from a file or a seed, and prints each call.
    #[arg(long, value_name = "FILE|SEED")]
    repro: Option<String>,
    /// Writes the figures into this document, between the lines with BEGIN fuzz and END fuzz.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// With --repro: prints no calls.
    #[arg(long, hide = true)]
    silent: bool,
    /// For a worker process, which this program starts: the file in which the worker reports its
    /// progress.
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
}

fn main() -> ExitCode {
    match fuzz(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("imm-fuzz: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn fuzz(args: &Args) -> Result<()> {
    let targets: Vec<Target> =
        Target::ALL.iter().copied().filter(|target| ["all", target.name()].contains(&args.target.as_str())).collect();
    let names = Target::ALL.iter().map(|target| target.name()).collect::<Vec<_>>().join(", ");
    let first = *targets.first().with_context(|| format!("no target '{}': there are {names}, all", args.target))?;
    plant_what_is_wanted()?;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    if let Some(board) = &args.worker {
        return runner::work(first, board, args.seed, args.runs.unwrap_or(u64::MAX));
    }
    if let Some(what) = &args.repro {
        return repeat(first, what, !args.silent);
    }
    for target in &targets {
        let until = args.runs.map_or(Until::Seconds(args.seconds / targets.len() as f64), Until::Runs);
        fuzz_one(*target, args, until, &stop)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
}

/// Runs the corpus files of a target, then scenarios of consecutive seeds.
fn fuzz_one(target: Target, args: &Args, until: Until, stop: &AtomicBool) -> Result<()> {
    let files = runner::corpus(target)?;
    for file in &files {
        if let Some(ended) = runner::run_file(target, file, false)? {
            bail!("{}, {}: {ended}\nSee it again: imm-fuzz {0} --repro {1}", target.name(), file.display());
        }
    }
    match runner::run(target, args.seed, until, stderr().is_terminal(), stop)? {
        Err(finding) => tell(target, &finding),
        Ok(done) => {
            println!(
                "{}, {BUILD}: {} inputs of the corpus, {} scenarios, {} calls, {} of them refused, in {:.0} seconds; \
                 nothing found. To go on: --seed {}",
                target.name(),
                files.len(),
                grouped(done.runs),
                grouped(done.done + done.refused),
                grouped(done.refused),
                done.seconds,
                done.next
            );
            args.report.as_ref().map_or(Ok(()), |path| imm_fuzz::report::write(path, target, &done))
        }
    }
}

/// Prints a finding. Looks for a shorter scenario that still fails, and writes that scenario to a
/// file.
fn tell(target: Target, finding: &Finding) -> Result<()> {
    eprintln!("{}: {} fails: {}; looking for a shorter scenario ...", target.name(), finding.origin, finding.ended);
    let least = runner::shrink(target, &finding.bytes)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name());
    fs::create_dir_all(&folder)?;
    let file = folder.join(finding.origin.replace(' ', "-"));
    fs::write(&file, &least)?;
    bail!(
        "{}, {}: {}\nSee each call of it: imm-fuzz {0} --repro {}\n({} bytes of {}; when it is mended, the file belongs \
         to tests/fuzz/corpus/{0})",
        target.name(),
        finding.origin,
        finding.ended,
        file.display(),
        least.len(),
        finding.bytes.len()
    );
}

/// Runs one scenario again, from a file or a seed.
fn repeat(target: Target, what: &str, tells: bool) -> Result<()> {
    let bytes = match what.parse::<u64>() {
        Ok(seed) => bytes_of(seed),
        Err(_) => fs::read(what).with_context(|| format!("{what} is no seed, and no file that can be read"))?,
    };
    let counts = target.run(&bytes, tells)?;
    let calls: u64 = counts.values().map(|count| count.done + count.refused).sum();
    println!("{}: {} calls of {} functions; nothing found", target.name(), grouped(calls), counts.len());
    Ok(())
}

/// If the environment variable `IMM_FUZZ_PLANT` names a mistake, plants this mistake, to show what
/// a finding looks like.
fn plant_what_is_wanted() -> Result<()> {
    let Ok(wanted) = std::env::var("IMM_FUZZ_PLANT") else { return Ok(()) };
    let found = Plant::ALL.iter().find(|(_, name)| *name == wanted);
    let (mistake, _) = found.with_context(|| format!("IMM_FUZZ_PLANT: there is no mistake '{wanted}'"))?;
    plant(Some(*mistake));
    Ok(())
}
