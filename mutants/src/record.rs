//! Which test reaches which mutants, and how long it takes: each runs once, with no mutant on. What
//! was found is kept, beside a digest of the program: what is built to the same bytes is not run
//! again.

use crate::list::hex;
use crate::process::{Mode, Outcome, run};
use crate::suite::Test;
use anyhow::Result;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// How many times as long a test may take that marks what it reaches.
const MARKING: u32 = 20;

/// What is known of a test.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The test.
    pub test: Test,
    /// How long it takes.
    pub time: Duration,
    /// For each mutant: does the test reach it?
    pub reached: Vec<bool>,
}

/// Runs each test once. A test that does not pass within `limit` is said, and left out.
///
/// # Errors
/// A test cannot be started, or files cannot be written.
pub fn record(tests: &[Test], mutants: usize, folder: &Path, jobs: usize, limit: Duration) -> Result<Vec<Recorded>> {
    fs::create_dir_all(folder)?;
    let digests = digests(tests)?;
    let bar = ProgressBar::new(tests.len() as u64).with_prefix("recording");
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let work = || -> Result<()> {
            while let Some(test) = tests.get(next.fetch_add(1, Relaxed)) {
                let file = folder.join(digest(&test.name));
                let program = &*digests[&*test.binary];
                let known = match kept(&file, program, mutants) {
                    Some(Kept { passed: false, time, .. }) if time >= limit.as_secs_f64() => None,
                    Some(kept) if kept.passed => Some(kept),
                    _ => one(test, program, mutants, &file, limit)?,
                };
                if let Some(known) = known {
                    let reached = fs::read(&file)?.iter().map(|byte| *byte != 0).collect();
                    let time = Duration::from_secs_f64(known.time);
                    found.lock().expect("no thread panics").push(Recorded { test: test.clone(), time, reached });
                }
                bar.inc(1);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panics"))
    })?;
    bar.finish_and_clear();
    let mut found: Vec<Recorded> = found.into_inner()?;
    found.sort_by(|a, b| (a.time, &a.test.name).cmp(&(b.time, &b.test.name)));
    Ok(found)
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    hex(Sha256::new_with_prefix(bytes), 8)
}

/// Runs a test twice: to mark what it reaches takes some times as long as the test itself.
fn one(test: &Test, program: &str, mutants: usize, file: &Path, limit: Duration) -> Result<Option<Kept>> {
    fs::write(file, vec![0; mutants])?;
    let begin = Instant::now();
    let mut outcome = run(&[test], Mode::Plain, limit)?;
    let took = begin.elapsed();
    if outcome == Outcome::Passed {
        outcome = run(&[test], Mode::Record(file), took * MARKING + Duration::from_secs(10))?;
    }
    let passed = outcome == Outcome::Passed;
    if !passed {
        eprintln!("left out: {} without any mutant: {outcome:?}", test.name);
    }
    let time = if passed { took } else { limit };
    let kept = Kept { program: program.to_owned(), passed, time: time.as_secs_f64() };
    fs::write(file.with_extension("json"), serde_json::to_string(&kept)?)?;
    Ok(passed.then_some(kept))
}

/// What is kept beside the mutants that a test reaches.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The digest of the program.
    program: String,
    /// Does it pass?
    passed: bool,
    /// How long it takes, in seconds; how long it was waited for, if it does not pass.
    time: f64,
}

/// Of each program: a digest of its bytes. Also the numbers of the mutants are in them.
fn digests(tests: &[Test]) -> Result<HashMap<&Path, String>> {
    let mut digests = HashMap::new();
    for test in tests {
        if !digests.contains_key(&*test.binary) {
            digests.insert(&*test.binary, digest(fs::read(&test.binary)?));
        }
    }
    Ok(digests)
}

/// What is known of a test whose program has this digest.
fn kept(file: &Path, program: &str, mutants: usize) -> Option<Kept> {
    let kept: Kept = serde_json::from_str(&fs::read_to_string(file.with_extension("json")).ok()?).ok()?;
    let same = kept.program == program && fs::metadata(file).ok()?.len() == mutants as u64;
    same.then_some(kept)
}
