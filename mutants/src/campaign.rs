//! Runs the mutants: each against the tests that reach it, the likeliest and the quickest first.

use crate::list::Mutant;
use crate::process::{Mode, Outcome, run};
use crate::record::Recorded;
use crate::results::{Fate, Log};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// Which tests are run, and how many at a time.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Mutants at a time.
    pub jobs: usize,
    /// Tests that take longer are left out.
    pub longest: Duration,
    /// Are those all tests that there are?
    pub whole: bool,
}

/// Tests of one program that take about as long run in one process: ten times as long is another.
const STEPS: [Duration; 4] =
    [Duration::from_millis(20), Duration::from_millis(200), Duration::from_secs(2), Duration::from_secs(20)];
/// How many tests that killed mutants of the same function, or file, come before all others.
const LIKELY: usize = 4;

/// What is shared by those who run mutants.
struct Shared<'a> {
    mutants: &'a [Mutant],
    tests: &'a [Recorded],
    bounds: Bounds,
    /// How many mutants of a function, or of a file, were killed by which test.
    killers: Mutex<HashMap<String, HashMap<usize, usize>>>,
}

/// Runs these mutants, by their numbers, and notes what becomes of each; until `stop`.
///
/// # Errors
/// A test cannot be started, or the log cannot be written.
pub fn campaign(
    mutants: &[Mutant],
    numbers: &[u32],
    tests: &[Recorded],
    bounds: Bounds,
    log: &Mutex<Log>,
    stop: &AtomicBool,
) -> Result<()> {
    let shared = Shared { mutants, tests, bounds, killers: Mutex::default() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed_precise}, {eta} left; {msg}")?;
    let bar = ProgressBar::new(numbers.len() as u64).with_style(style);
    let (next, alive) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        let work = || -> Result<()> {
            while !stop.load(Relaxed)
                && let Some(&number) = numbers.get(next.fetch_add(1, Relaxed))
            {
                let fate = shared.fate(number)?;
                if !matches!(fate, Fate::Killed { .. }) {
                    bar.set_message(format!("{} alive", alive.fetch_add(1, Relaxed) + 1));
                }
                log.lock().expect("no thread panics").add(&mutants[number as usize].id, fate)?;
                bar.inc(1);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..bounds.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panics"))
    })?;
    bar.abandon();
    Ok(())
}

impl Shared<'_> {
    fn fate(&self, number: u32) -> Result<Fate> {
        let mutant = &self.mutants[number as usize];
        let reaching = |test: &Recorded| test.reached.get(number as usize) == Some(&true);
        let all: Vec<usize> = (0..self.tests.len()).filter(|&index| reaching(&self.tests[index])).collect();
        if all.is_empty() {
            return Ok(Fate::Unreached { whole: self.bounds.whole });
        }
        let places = [format!("{} {}", mutant.file, mutant.function), mutant.file.clone()];
        for batch in self.batches(all.clone(), &places) {
            let longest = batch.iter().map(|&index| self.tests[index].time).max().unwrap_or_default();
            let tests: Vec<_> = batch.iter().map(|&index| &self.tests[index].test).collect();
            let limit = longest * 5 + Duration::from_secs(2);
            let (by, how) = match run(&tests, Mode::Mutant(number), limit)? {
                Outcome::Passed => continue,
                Outcome::Failed(by) => (by, "failed"),
                Outcome::Crashed(by) => (by, "crashed"),
                Outcome::TimedOut(by) => (by, "timed out"),
            };
            self.note(&places, &by);
            return Ok(Fate::Killed { by, how: how.to_owned() });
        }
        let run = all.iter().filter(|&&index| self.tests[index].time <= self.bounds.longest).count();
        Ok(Fate::Survived { tests: run, whole: self.bounds.whole })
    }

    /// The tests in the order in which they are run, those together that share a process. They are
    /// sorted by their time.
    fn batches(&self, mut left: Vec<usize>, places: &[String]) -> Vec<Vec<usize>> {
        left.retain(|&index| self.tests[index].time <= self.bounds.longest);
        let likely = self.likely(&left, places);
        left.retain(|index| !likely.contains(index));
        let mut batches: Vec<Vec<usize>> = likely.into_iter().map(|index| vec![index]).collect();
        for index in left {
            let test = &self.tests[index];
            let step = STEPS.iter().filter(|step| test.time > **step).count();
            let own = batches.iter_mut().skip(LIKELY).find(|batch| {
                batch.first().is_some_and(|&first| {
                    let first = &self.tests[first];
                    first.test.program == test.test.program
                        && test.test.kind == crate::suite::Kind::Rust
                        && STEPS.iter().filter(|step| first.time > **step).count() == step
                })
            });
            match own {
                Some(batch) => batch.push(index),
                None => batches.push(vec![index]),
            }
        }
        batches
    }

    fn likely(&self, of: &[usize], places: &[String]) -> Vec<usize> {
        let killers = self.killers.lock().expect("no thread panics");
        let mut likely = Vec::new();
        for place in places {
            let mut here: Vec<(usize, usize)> = killers
                .get(place)
                .into_iter()
                .flatten()
                .filter(|(index, _)| of.contains(index) && !likely.contains(*index))
                .map(|(&index, &kills)| (kills, index))
                .collect();
            // The most kills for their time first.
            let worth = |kills: usize, index: usize| kills as f64 / (self.tests[index].time.as_secs_f64() + 0.02);
            here.sort_by(|&(kills, a), &(more, b)| worth(more, b).total_cmp(&worth(kills, a)));
            likely.extend(here.into_iter().map(|(_, index)| index).take(LIKELY / 2));
        }
        likely
    }

    fn note(&self, places: &[String], by: &str) {
        let Some(index) = self.tests.iter().position(|test| test.test.name == by) else { return };
        let mut killers = self.killers.lock().expect("no thread panics");
        for place in places {
            *killers.entry(place.clone()).or_default().entry(index).or_default() += 1;
        }
    }
}
