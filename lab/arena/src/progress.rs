//! Shows the progress of long tasks on standard error: a bar on a terminal, otherwise one line per
//! minute. Also runs a search and shows its progress.

use crate::answer::say;
use crate::arena::AnySearch;
use crate::clock::Timer;
use crate::games::Arena;
use crate::notation::move_text;
use crate::player::{Effort, think};
use anyhow::Result;
use imm::report::Report;
use imm::time::limits::{Limits, Stop};
use imm::time::sliced::Totals;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stderr};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The number of seconds between two progress lines if standard error is not a terminal.
const SECONDS: u64 = 60;
/// The name of the environment variable that overrides [`SECONDS`].
const SECONDS_VARIABLE: &str = "IMM_PROGRESS_SECONDS";

/// The progress of one task. The bar disappears from the terminal when this value is dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// The thread that prints lines. `None` if standard error is a terminal, or if no progress is
    /// shown.
    lines: Option<Lines>,
}

/// A thread that prints lines. The thread ends when the sender is dropped.
#[derive(Debug)]
struct Lines {
    end: Sender<()>,
    thread: JoinHandle<()>,
}

/// Shows the progress of a task with `len` items called `unit`, unless `show` is false.
///
/// # Errors
/// The progress bar cannot be created.
pub fn bar(len: u64, unit: &str, show: bool) -> Result<Progress> {
    shown(Some(len), "{bar:30} {pos}/{len} UNIT, {eta} left, {msg}", unit, show)
}

/// Shows the progress of a task whose message contains the remaining time. Unlike [`bar`], this
/// function does not estimate the remaining time.
///
/// # Errors
/// The progress bar cannot be created.
pub fn bar_without_estimate(len: u64, unit: &str, show: bool) -> Result<Progress> {
    shown(Some(len), "{bar:30} {pos}/{len} UNIT, {msg}", unit, show)
}

/// Shows the progress of a task with an unknown number of items.
///
/// # Errors
/// The progress bar cannot be created.
pub fn counter(unit: &str, show: bool) -> Result<Progress> {
    shown(None, "{spinner} {pos} UNIT {msg}", unit, show)
}

fn shown(len: Option<u64>, template: &str, unit: &str, show: bool) -> Result<Progress> {
    let on_terminal = show && stderr().is_terminal();
    let target = if on_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let estimates = template.contains("{eta}");
    let style = ProgressStyle::with_template(&template.replace("UNIT", unit))?;
    let bar = ProgressBar::with_draw_target(len, target).with_style(style);
    let print = |line| say(format_args!("{line}"));
    let lines = (show && !on_terminal).then(|| Lines::begin(&bar, unit, estimates, (every(), &LATEST), print));
    Ok(Progress { bar, lines })
}

/// Returns the time between two progress lines.
fn every() -> Duration {
    let seconds = std::env::var(SECONDS_VARIABLE).ok().and_then(|text| text.parse::<f64>().ok());
    let every = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    every.filter(|every| !every.is_zero()).unwrap_or(Duration::from_secs(SECONDS))
}

impl Progress {
    /// Adds `count` finished items.
    pub fn inc(&self, count: u64) {
        self.bar.inc(count);
    }

    /// Sets the number of finished items.
    pub fn set_position(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Adds `count` items to the total number.
    pub fn inc_length(&self, count: u64) {
        self.bar.inc_length(count);
    }

    /// Sets the message that describes the state of the task.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// True if the progress is printed as lines, because standard error is not a terminal.
    #[must_use]
    pub fn is_in_lines(&self) -> bool {
        self.lines.is_some()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Some(Lines { end, thread }) = self.lines.take() {
            drop(end);
            // A thread that panicked has already printed the reason, so the error is ignored.
            let _ = thread.join();
        }
    }
}

/// The time of the latest progress line of any task. Before the first line, the value is the time
/// when the first task began. All tasks share this time. So even a sequence of many short tasks
/// prints lines.
static LATEST: Mutex<Option<Instant>> = Mutex::new(None);

impl Lines {
    fn begin(
        bar: &ProgressBar,
        unit: &str,
        estimates: bool,
        (every, latest): (Duration, &'static Mutex<Option<Instant>>),
        print: impl Fn(String) + Send + 'static,
    ) -> Self {
        let (end, ended) = channel();
        let (bar, unit, begun, from) = (bar.clone(), unit.to_owned(), Instant::now(), bar.position());
        let locked = || latest.lock().unwrap_or_else(PoisonError::into_inner);
        locked().get_or_insert(begun);
        let thread = std::thread::spawn(move || {
            loop {
                let passed = locked().map_or(Duration::ZERO, |latest| latest.elapsed());
                match ended.recv_timeout(every.saturating_sub(passed)) {
                    Err(RecvTimeoutError::Timeout) => *locked() = Some(Instant::now()),
                    _ => break,
                }
                print(line(&bar, &unit, estimates.then_some(from), begun.elapsed()));
            }
        });
        Self { end, thread }
    }
}

/// Returns the progress line for a task that began `elapsed` ago. `from` is the number of items
/// that were finished at the beginning. Without `from`, the line does not estimate the remaining
/// time.
fn line(bar: &ProgressBar, unit: &str, from: Option<u64>, elapsed: Duration) -> String {
    let (done, message) = (bar.position(), bar.message());
    let mut text = match bar.length() {
        Some(len) => format!("{done} of {len} {unit}"),
        None => format!("{done} {unit}"),
    };
    let new = from.map_or(0, |from| done.saturating_sub(from));
    if let Some(left) = bar.length().map(|len| len.saturating_sub(done)).filter(|_| new > 0) {
        let left = elapsed.as_secs_f64() * left as f64 / new as f64;
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        text.push_str(&format!(", about {} left", HumanDuration(left)));
    } else {
        text.push_str(&format!(" after {}", HumanDuration(elapsed)));
    }
    if !message.is_empty() {
        text.push_str("; ");
        text.push_str(&message);
    }
    text
}

/// The number of slices into which a search with progress is divided.
const PIECES: u64 = 200;

/// Searches `position` for `iterations` iterations, in slices, and shows the best move after each
/// slice. The result equals the result of a search without slices. `stop` ends the search early.
/// The report covers all slices.
///
/// # Errors
/// See [`think`].
pub fn think_watched<G: Arena>(
    search: &mut AnySearch<'_, G>,
    position: &G,
    iterations: u64,
    show: bool,
    stop: &AtomicBool,
) -> Result<(Report, Effort)> {
    let bar = bar(iterations, "iterations", show)?;
    let (mut all, mut depth, mut elapsed_ms) = (Effort::default(), 0, 0);
    loop {
        let left = iterations.saturating_sub(all.simulations).max(1);
        let piece = Limits::iterations(iterations.div_ceil(PIECES).min(left));
        let (found, effort) = think(&mut **search, &piece, Timer::Wall, stop)?;
        all = all.plus(effort);
        (depth, elapsed_ms) = (found.depth.max(depth), found.elapsed_ms.saturating_add(elapsed_ms));
        bar.set_position(all.simulations);
        bar.set_message(format!("{} {:+.3}", move_text(position, found.best), found.value.to_f32()));
        if found.stop != Some(Stop::Iterations) || all.simulations >= iterations {
            drop(bar);
            let (iterations, playout_plies) = (all.simulations, all.playout_plies);
            search.recount(&Totals { iterations, playout_plies, depth, elapsed_ms, stop: found.stop });
            return Ok((search.report()?, all));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Block, read_spec};
    use imm::games::kalah::Kalah;
    use std::sync::mpsc::channel;

    #[test]
    fn lines_come_while_nothing_is_finished() {
        static OWN: Mutex<Option<Instant>> = Mutex::new(None);
        let (sender, lines) = channel();
        let bar = ProgressBar::with_draw_target(Some(40), ProgressDrawTarget::hidden());
        let print = move |line| sender.send(line).unwrap();
        let begun = Lines::begin(&bar, "games", true, (Duration::from_millis(1), &OWN), print);
        let first = lines.recv().unwrap();
        assert!(first.starts_with("0 of 40 games after "), "{first}");
        bar.set_message("round 1".to_owned());
        bar.inc(10);
        let later = lines.iter().find(|line| line.starts_with("10 of 40 games, about ")).unwrap();
        assert!(later.ends_with(" left; round 1"), "{later}");
        // A dropped `Progress` must not print any more lines.
        drop(Progress { bar, lines: Some(begun) });
        while lines.try_recv().is_ok() {}
        assert!(lines.recv().is_err());
    }

    #[test]
    fn work_of_many_short_parts_prints_lines() {
        static OWN: Mutex<Option<Instant>> = Mutex::new(None);
        let (sender, lines) = channel();
        let begun = Instant::now();
        let line = loop {
            let (sender, bar) = (sender.clone(), ProgressBar::hidden());
            let print = move |line| sender.send(line).unwrap();
            let every = (Duration::from_millis(50), &OWN);
            let part = Progress { lines: Some(Lines::begin(&bar, "games", true, every, print)), bar };
            std::thread::sleep(Duration::from_millis(10));
            drop(part);
            assert!(begun.elapsed() < Duration::from_secs(20), "no line");
            if let Ok(line) = lines.try_recv() {
                break line;
            }
        };
        assert!(line.starts_with("0 games after "), "{line}");
    }

    #[test]
    fn a_line_says_how_long_the_rest_takes() {
        let bar = ProgressBar::with_draw_target(Some(400), ProgressDrawTarget::hidden());
        bar.set_position(300);
        let minute = Duration::from_secs(60);
        assert_eq!(line(&bar, "games", Some(200), minute), "300 of 400 games, about 60 seconds left");
        // Items that an earlier run finished must not count towards the speed of this run.
        assert_eq!(line(&bar, "games", Some(300), minute), "300 of 400 games after 60 seconds");
        let counted = ProgressBar::no_length();
        counted.set_position(7);
        assert_eq!(line(&counted, "games", Some(0), minute), "7 games after 60 seconds");
    }

    #[test]
    fn a_search_in_pieces_is_the_same_search() {
        let mut block = Block::slots(10_000).unwrap();
        let position = Kalah::default();
        for (spec, iterations) in [("mcts(im0.4)", 1001), ("ab(tt)", 5003)] {
            let player = read_spec(spec).unwrap();
            let (limits, never) = (Limits::iterations(iterations), AtomicBool::new(false));
            let mut search = block.search(&position, &player).unwrap();
            let (at_once, _) = think(&mut *search, &limits, Timer::Wall, &never).unwrap();
            drop(search);
            let mut search = block.search(&position, &player).unwrap();
            let (found, effort) = think_watched(&mut search, &position, iterations, false, &never).unwrap();
            assert_eq!((found.iterations, effort.simulations), (iterations, iterations), "{spec}");
            assert_eq!(found, Report { elapsed_ms: found.elapsed_ms, ..at_once }, "{spec}");
        }
    }
}
