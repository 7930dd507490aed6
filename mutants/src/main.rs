//! `imm-mutants`: mutation testing of imm.

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use imm_mutants::campaign::{Bounds, campaign};
use imm_mutants::list::{self, Mutant};
use imm_mutants::record::{Recorded, record};
use imm_mutants::results::{self, Fate, Fates, Log};
use imm_mutants::{build, known, report, suite};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Every small change of the library's source, and whether a test notices it.
#[derive(Parser, Debug)]
#[command(name = "imm-mutants", version)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Runs the mutants of which nothing is known yet. May be ended and started again.
    Run(Run),
    /// Writes docs/TRUST.md, mutants/SURVIVORS.md and mutants/results.jsonl.gz.
    Report,
    /// Prints a command for each file with mutants in constants: cargo-mutants runs these, one
    /// build each.
    Constants,
}

#[derive(clap::Args, Debug)]
struct Run {
    /// Mutants at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Only every N-th mutant, beginning with the K-th: K/N, K from 1.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: String,
    /// Runs those again that have survived, too.
    #[arg(long)]
    survivors: bool,
    /// Leaves out tests that take longer, in seconds.
    #[arg(long, default_value_t = LONGEST)]
    longest: f64,
    /// Only tests whose names contain this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    tests: String,
    /// Only these suites of tests.
    #[arg(long, value_delimiter = ',', default_values = suite::names())]
    suites: Vec<String>,
    /// Only mutants of files whose path begins with this.
    #[arg(long, default_value = "")]
    only: String,
}

impl Run {
    /// Is it against all tests?
    fn is_whole(&self) -> bool {
        let all_of_them = self.tests.is_empty() && self.longest >= LONGEST;
        all_of_them && suite::names().iter().all(|name| self.suites.iter().any(|suite| suite == name))
    }
}

/// Tests that take more seconds than this are left out, unless more are wanted.
const LONGEST: f64 = 20.0;
/// What comes first: where searches are, then what leads to them, the games last.
const ORDER: [&str; 9] = [
    "src/alphabeta",
    "src/mcts",
    "src/tree",
    "src/walk",
    "src/search.rs",
    "src/course.rs",
    "ffi",
    "src/player",
    "src/",
];

fn main() -> ExitCode {
    let done = match Args::parse().verb {
        Verb::Run(run) => run_mutants(&run),
        Verb::Report => write_report(),
        Verb::Constants => print_constants(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("imm-mutants: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The checkout in which this was started.
fn checkout() -> Result<PathBuf> {
    let answer = Command::new("git").args(["rev-parse", "--show-toplevel"]).output().context("git")?;
    ensure!(answer.status.success(), "not in a checkout: {}", String::from_utf8_lossy(&answer.stderr));
    Ok(PathBuf::from(String::from_utf8(answer.stdout)?.trim_end()))
}

/// Where the copy, the builds and this machine's results are.
fn folder(source: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| source.join("target"), PathBuf::from).join("mutants")
}

fn fates(source: &Path) -> Result<Fates> {
    results::read(&source.join("mutants/results.jsonl.gz"), &folder(source).join("results.jsonl"))
}

fn write_report() -> Result<()> {
    let source = checkout()?;
    let here = source.join("mutants");
    let mutants = list::list(&source)?;
    let mut fates = fates(&source)?;
    let ids: HashSet<&str> = mutants.iter().map(|mutant| &*mutant.id).collect();
    fates.retain(|id, _| ids.contains(&**id));
    results::write(&here.join("results.jsonl.gz"), &fates)?;
    let [equivalent, open] = ["equivalent.tsv", "open.tsv"].map(|name| known::read(&here.join(name)));
    let counts = report::write(&source, &mutants, &fates, &equivalent?, &open?)?;
    println!("{}", counts.score());
    Ok(())
}

fn print_constants() -> Result<()> {
    let source = checkout()?;
    let fates = fates(&source)?;
    let mut files: Vec<String> = list::list(&source)?
        .into_iter()
        .filter(|mutant| fates.get(&mutant.id) == Some(&Fate::Constant))
        .map(|mutant| format!("cargo mutants --no-config -f '{}' -F ':{}:'", mutant.file, mutant.line))
        .collect();
    files.dedup();
    files.iter().for_each(|command| println!("{command} -- --lib"));
    Ok(())
}

fn run_mutants(run: &Run) -> Result<()> {
    let source = checkout()?;
    let folder = folder(&source);
    fs::create_dir_all(&folder)?;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    let mutants = list::list(&source)?;
    let own = folder.join("results.jsonl");
    let fates = fates(&source)?;
    let built =
        build::build(&source, &folder, &mutants, known_unviable(&mutants, &fates), &suite::steps(&run.suites)?)?;
    let log = Mutex::new(Log::open(&own)?);
    note_others(&mutants, &built, &fates, &log)?;
    let mut tests = suite::tests(&built, &folder)?;
    tests.retain(|test| test.name.contains(&run.tests));
    println!(
        "{} mutants, {} of them viable, {} tests",
        mutants.len(),
        mutants.len() - built.unviable.len(),
        tests.len()
    );
    let longest = Duration::from_secs_f64(run.longest);
    let tests = record(&tests, mutants.len(), &folder.join("record"), run.jobs, longest)?;
    let left = left(&mutants, &built, &fates, run)?;
    describe(&mutants, &tests);
    campaign(&mutants, &left, &tests, Bounds { jobs: run.jobs, longest, whole: run.is_whole() }, &log, &stop)
}

fn known_unviable(mutants: &[Mutant], fates: &Fates) -> HashSet<u32> {
    let known = |mutant: &Mutant| fates.get(&mutant.id) == Some(&Fate::Unviable);
    (0..).zip(mutants).filter(|(_, mutant)| known(mutant)).map(|(number, _)| number).collect()
}

/// Notes the mutants that no test can be run against.
fn note_others(mutants: &[Mutant], built: &build::Built, fates: &Fates, log: &Mutex<Log>) -> Result<()> {
    let mut log = log.lock().expect("nobody else has it yet");
    for (number, mutant) in (0..).zip(mutants) {
        let fate = match number {
            number if built.unviable.contains(&number) => Fate::Unviable,
            number if built.tree.constant.contains(&number) => Fate::Constant,
            _ => continue,
        };
        if fates.get(&mutant.id) != Some(&fate) {
            log.add(&mutant.id, fate)?;
        }
    }
    Ok(())
}

/// The mutants that are to be run, in the order in which they are.
fn left(mutants: &[Mutant], built: &build::Built, fates: &Fates, run: &Run) -> Result<Vec<u32>> {
    let (k, n) = run.shard.split_once('/').context("--shard K/N")?;
    let (k, n): (u32, u32) = (k.parse()?, n.parse()?);
    ensure!(1 <= k && k <= n, "--shard K/N: K is from 1 to N");
    let known = |mutant: &Mutant| match fates.get(&mutant.id) {
        Some(Fate::Survived { .. } | Fate::Unreached { .. }) => !run.survivors,
        Some(Fate::Killed { .. }) => true,
        _ => false,
    };
    let mut left: Vec<u32> = (0..)
        .zip(mutants)
        .filter(|(number, mutant)| {
            let runs = !built.unviable.contains(number) && !built.tree.constant.contains(number);
            runs && number % n == k - 1 && mutant.file.starts_with(&run.only) && !known(mutant)
        })
        .map(|(number, _)| number)
        .collect();
    left.sort_by_key(|&number| {
        let file = &mutants[number as usize].file;
        let late = file.starts_with("src/games") as usize * ORDER.len();
        ORDER.iter().position(|start| file.starts_with(start)).unwrap_or(ORDER.len()) + late
    });
    Ok(left)
}

fn describe(mutants: &[Mutant], tests: &[Recorded]) {
    let reached = |number: usize| tests.iter().any(|test| test.reached.get(number) == Some(&true));
    let count = (0..mutants.len()).filter(|&number| reached(number)).count();
    let time: Duration = tests.iter().map(|test| test.time).sum();
    println!("{} tests pass, in {:.0} s; they reach {count} mutants", tests.len(), time.as_secs_f64());
}
