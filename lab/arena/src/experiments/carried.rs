//! The commands `experiments missing`, `play` and `add`, which split a run into three steps, so
//! that other machines can play the games. Each step passes JSON to the next step, one game per
//! line.

use super::data::Part;
use super::log::Log;
use super::matchup::SEED;
use super::record::{Line, Record};
use super::run::{Task, Wanted, missing, say_what_is_skipped};
use crate::answer::Answer;
use crate::contest::{in_parallel, stop_on_ctrl_c};
use crate::engine::args::Settings;
use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use std::fmt::Write as _;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Prints the games that can be played now and are not in the log at `path`, one game per line.
///
/// # Errors
/// The log cannot be read.
pub fn print_missing(parts: &[Part], path: &Path) -> Result<Answer> {
    let _ = say_what_is_skipped(parts);
    let mut text = String::new();
    for task in missing(parts, &Record::read(path)?, &Settings::default(), false) {
        writeln!(text, "{}", serde_json::to_string(&task.wanted)?)?;
    }
    Ok(Answer::ok(text))
}

/// Plays the games listed in `input`, `jobs` games at a time. Writes the line of each game to
/// `output` when the game ends.
///
/// # Errors
/// A line is not a game, this version cannot play a game, or the output is closed.
pub fn play(input: impl BufRead, output: impl io::Write + Send, jobs: usize) -> Result<Answer> {
    let stop = stop_on_ctrl_c()?;
    let tasks = records::<Wanted>(input)
        .map(|wanted| Task::new(wanted?, None, &Settings::default()))
        .collect::<Result<Vec<_>>>()?;
    let output = Mutex::new(output);
    for alike in tasks.chunk_by(|one, other| one.turn() == other.turn()) {
        in_parallel(alike, jobs, alike[0].wanted.matchup.memory(), stop, |task, seats| {
            let Some(line) = task.play(seats, stop)? else { return Ok(None) };
            let text = serde_json::to_string(&line)? + "\n";
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.write_all(text.as_bytes())?;
            output.flush()?;
            Ok(Some(()))
        })?;
    }
    Ok(Answer::ok(String::new()).if_interrupted(stop.load(Ordering::Relaxed)))
}

/// Appends the games listed in `input` to the log at `path`, each game as soon as its line is read.
/// Games that are already in the log are skipped.
///
/// # Errors
/// A line is not a game, the seed of a game is not the seed of the experiments, or the log cannot
/// be read or written.
pub fn add(input: impl BufRead, path: &Path) -> Result<Answer> {
    let log = Log::open::<Line>(path)?;
    let mut record = Record::read(path)?;
    let (mut added, mut read) = (0, 0);
    for line in records::<Line>(input) {
        let line = line?;
        ensure!(line.seed == SEED, "a game with seed {}, expected {SEED}, the seed of all experiments", line.seed);
        read += 1;
        if record.lacks(&line) {
            log.append(&line)?;
            record.add(line);
            added += 1;
        }
    }
    Ok(Answer::ok(format!("{added} games added, {} were there, {} in the log\n", read - added, record.len())))
}

/// Returns an iterator over the JSON records of a stream.
fn records<T: DeserializeOwned>(input: impl BufRead) -> impl Iterator<Item = Result<T>> {
    serde_json::Deserializer::from_reader(input).into_iter().map(|record| record.context("standard input"))
}
