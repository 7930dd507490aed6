//! Fuzzes without libFuzzer: a separate process runs the scenarios of consecutive seeds, so that
//! the failing seed is known even after a crash.

use crate::Target;
use crate::board::{Board, Number};
use crate::source::bytes_of;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time limit of one scenario. A scenario that takes longer counts as a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// When a fuzzing run stops.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// Stops after this number of seconds.
    Seconds(f64),
    /// Stops after this number of scenarios.
    Runs(u64),
}

/// The figures of a fuzzing run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Done {
    /// The first seed of the run.
    pub first: u64,
    /// The first seed of the next run.
    pub next: u64,
    /// The number of scenarios. Each scenario runs twice.
    pub runs: u64,
    /// The number of successful calls.
    pub done: u64,
    /// The number of refused or failed calls.
    pub refused: u64,
    /// The duration of the run in seconds.
    pub seconds: f64,
}

/// A scenario that failed.
#[derive(Debug)]
pub struct Finding {
    /// The bytes of the scenario.
    pub bytes: Vec<u8>,
    /// The origin of the scenario (its seed), for messages.
    pub origin: String,
    /// The exit status of the worker process, or why it was killed.
    pub ended: String,
}

/// Returns the stored input files of a target: inputs of earlier failures, and inputs that reach
/// much of the code. If the target has no folder, the list is empty.
///
/// # Errors
/// An entry of the folder cannot be read.
pub fn corpus(target: Target) -> Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name());
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}

/// Runs scenarios from seed `first` on, until the limit is reached, a scenario fails, or `stop` is
/// set.
///
/// # Errors
/// The worker process cannot be started.
pub fn run(target: Target, first: u64, until: Until, show: bool, stop: &AtomicBool) -> Result<Result<Done, Finding>> {
    let folder = TempDir::new()?;
    let path = folder.path().join("board");
    let board = Board::open(&path)?;
    board.set(Number::Seed, first);
    let runs = if let Until::Runs(runs) = until { runs } else { u64::MAX };
    let mut worker = worker(target)?
        .arg("--worker")
        .arg(&path)
        .args(["--seed", &first.to_string(), "--runs", &runs.to_string()])
        .spawn()
        .context("a worker")?;
    let begun = Instant::now();
    let ended = watch(&mut worker, &board, until, begun, &bar(target, until, show)?, stop)?;
    let (seed, count) = (board.get(Number::Seed), board.get(Number::Runs));
    if let Some(ended) = ended {
        return Ok(Err(Finding { bytes: bytes_of(seed), origin: format!("seed {seed}"), ended }));
    }
    Ok(Ok(Done {
        first,
        next: first + count,
        runs: count,
        done: board.get(Number::Done),
        refused: board.get(Number::Refused),
        seconds: begun.elapsed().as_secs_f64(),
    }))
}

/// Waits until the worker process ends, and tells the process when to stop. If the process fails,
/// returns how it ended.
fn watch(
    worker: &mut Child,
    board: &Board,
    until: Until,
    begun: Instant,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<String>> {
    let (mut runs, mut since) = (u64::MAX, Instant::now());
    loop {
        if let Some(status) = worker.try_wait()? {
            bar.finish_and_clear();
            return Ok((!status.success()).then(|| status.to_string()));
        }
        let now = board.get(Number::Runs);
        if now != runs {
            (runs, since) = (now, Instant::now());
        } else if since.elapsed() > PATIENCE {
            worker.kill()?;
            worker.wait()?;
            return Ok(Some(format!("it takes more than {} seconds", PATIENCE.as_secs())));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let is_time = matches!(until, Until::Seconds(end) if seconds >= end) || stop.load(Ordering::Relaxed);
        board.set(Number::Stop, is_time.into());
        let calls = board.get(Number::Done) + board.get(Number::Refused);
        bar.set_position(if let Until::Runs(_) = until { now } else { seconds as u64 });
        bar.set_message(format!("{now} scenarios, {calls} calls, seed {}", board.get(Number::Seed)));
        sleep(Duration::from_millis(20));
    }
}

fn bar(target: Target, until: Until, show: bool) -> Result<ProgressBar> {
    let length = match until {
        Until::Seconds(seconds) => seconds.ceil() as u64,
        Until::Runs(runs) => runs,
    };
    let place = if show { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{prefix} {bar:20} {msg}")?;
    Ok(ProgressBar::with_draw_target(Some(length), place).with_style(style).with_prefix(target.name()))
}

/// Returns the command that runs this program again as a worker process.
fn worker(target: Target) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(target.name()).stdin(Stdio::null());
    Ok(command)
}

/// The main loop of a worker process: runs scenarios from seed `first` on, and ends at the first
/// failure.
///
/// # Errors
/// A scenario failed.
pub fn work(target: Target, board: &Path, first: u64, runs: u64) -> Result<()> {
    let board = Board::open(board)?;
    for seed in (first..=u64::MAX).take(usize::try_from(runs).unwrap_or(usize::MAX)) {
        if board.get(Number::Stop) != 0 {
            break;
        }
        board.set(Number::Seed, seed);
        let counts = target.run(&bytes_of(seed), false)?;
        board.add(Number::Done, counts.values().map(|count| count.done).sum());
        board.add(Number::Refused, counts.values().map(|count| count.refused).sum());
        board.add(Number::Runs, 1);
    }
    Ok(())
}

/// Runs the scenario of a file in a separate process. If the process fails, returns how it ended.
///
/// # Errors
/// No process can be started.
pub fn run_file(target: Target, path: &Path, quiet: bool) -> Result<Option<String>> {
    let errors = if quiet { Stdio::null() } else { Stdio::inherit() };
    let mut child =
        worker(target)?.arg("--silent").arg("--repro").arg(path).stdout(Stdio::null()).stderr(errors).spawn()?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((!status.success()).then(|| status.to_string()));
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(Some(format!("it takes more than {} seconds", PATIENCE.as_secs())));
        }
        sleep(Duration::from_millis(2));
    }
}

/// Looks for a shorter scenario that still fails, for about half a minute. Removes parts of the
/// bytes, the largest parts first.
///
/// # Errors
/// No process can be started.
pub fn shrink(target: Target, bytes: &[u8]) -> Result<Vec<u8>> {
    let folder = TempDir::new()?;
    let path = folder.path().join("input");
    let fails = |bytes: &[u8]| -> Result<bool> {
        fs::write(&path, bytes)?;
        Ok(run_file(target, &path, true)?.is_some())
    };
    let (mut least, begun) = (bytes.to_vec(), Instant::now());
    let mut part = least.len() / 2;
    while part > 0 {
        let mut from = 0;
        while from < least.len() && begun.elapsed() < Duration::from_secs(30) {
            let without = [&least[..from], &least[(from + part).min(least.len())..]].concat();
            if fails(&without)? {
                least = without;
            } else {
                from += part;
            }
        }
        part /= 2;
    }
    Ok(least)
}
