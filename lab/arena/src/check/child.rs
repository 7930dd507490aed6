//! Runs the check of a game in a child process. If the game crashes or hangs, only the child ends,
//! and the parent process reports the last callback.

use super::platform::{INTERRUPTIONS, PIECES_A_SECOND, signal, signal_name};
use super::report::Ended;
use super::trace::Reader;
use super::{Args, translate};
use crate::answer::{Answer, say};
use crate::contest::stop_on_ctrl_c;
use anyhow::{Context, Result, anyhow, bail};
use imm::check::Callback;
use imm::game::Move;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How the child process ended.
#[derive(Clone, Copy)]
enum End {
    Exited(ExitStatus),
    /// No callback returned within the time limit `--patience`. The parent killed the child.
    Hung,
    /// The user stopped the check.
    Interrupted,
}

/// The result of the child process.
enum Outcome {
    /// The child wrote its result: the answer of the check, or an error.
    Done(Result<Answer>),
    /// The game ended the child process early, by a crash or a hang.
    Ended(Ended),
    /// The user stopped the check.
    Interrupted,
}

/// Checks the game in a child process.
///
/// # Errors
/// The child reports an error, e.g. an unknown game, or the child cannot be started.
pub(super) fn run(args: &Args) -> Result<Answer> {
    let stop = stop_on_ctrl_c()?;
    let first = match attempt(args, &[], stop)? {
        Outcome::Ended(ended) => ended,
        other => return other.answer(args),
    };
    match attempt(args, &["--notes"], stop)? {
        Outcome::Done(_) => Outcome::Ended(Ended { repeated: false, ..first }),
        other => other,
    }
    .answer(args)
}

impl Outcome {
    fn answer(self, args: &Args) -> Result<Answer> {
        match self {
            Self::Done(answer) => answer,
            Self::Ended(ended) => ended.answer(args),
            Self::Interrupted => Ok(Answer::ok(String::new()).if_interrupted(true)),
        }
    }
}

/// Checks the game once, with the additional arguments `more`.
fn attempt(args: &Args, more: &[&str], stop: &AtomicBool) -> Result<Outcome> {
    let (reader, patience) = (Reader::new()?, args.patience());
    let end = wait(&mut start(args, more, &reader)?, &reader, patience, stop)?;
    let how = match (end, said(&reader.text()?)) {
        (End::Interrupted, _) => return Ok(Outcome::Interrupted),
        (End::Exited(status), Some(said)) if !status.success() => {
            say(format_args!("imm-arena: after the check, when the game's library was closed: {}", exit(status)));
            return Ok(Outcome::Done(said));
        }
        (_, Some(said)) => return Ok(Outcome::Done(said)),
        (End::Exited(status), None) => exit(status),
        (End::Hung, None) => format!("no return for {} seconds", patience.as_secs_f64()),
    };
    let Some((note, mut line)) = reader.note()? else { bail!("the check could not start: {how}") };
    if note.callback == Callback::Unmake && line.last() == Some(&note.mv) {
        // For unmake(), the report shows the line without the move that unmake() takes back.
        line.pop();
    }
    let moves: Vec<Move> = line.iter().copied().chain(Some(note.mv).filter(|&mv| mv != Move::NONE)).collect();
    let mut line = texts(args, &moves, stop)?;
    let mv = if note.mv == Move::NONE { String::new() } else { line.pop().unwrap_or_default() };
    let hung = matches!(end, End::Hung);
    Ok(Outcome::Ended(Ended { callback: note.callback, hung, how, line, mv, games: note.games, repeated: true }))
}

/// Starts a child process with the additional arguments `more`.
fn start(args: &Args, more: &[&str], reader: &Reader) -> Result<Child> {
    let program = std::env::current_exe().context("this program's own file cannot be found")?;
    let mut command = Command::new(program);
    command.args(args.for_child()).args(more).stdin(reader.for_child()?);
    command.spawn().context("the check cannot be started: --in-process checks without a process of its own")
}

/// Waits until a child process ends. Kills the child if no callback returns within `patience`.
fn wait(child: &mut Child, reader: &Reader, patience: Duration, stop: &AtomicBool) -> Result<End> {
    let pause = Duration::from_secs(1) / PIECES_A_SECOND;
    let (mut called, mut waited, mut nap) = (0, Duration::ZERO, Duration::from_millis(1));
    loop {
        if let Some(status) = child.try_wait()? {
            let interrupted = signal(status).is_some_and(|signal| INTERRUPTIONS.contains(&signal));
            let interrupted = interrupted || stop.load(Ordering::Relaxed);
            return Ok(if interrupted { End::Interrupted } else { End::Exited(status) });
        }
        let now = reader.called();
        (called, waited) = (now, if now == called { waited } else { Duration::ZERO });
        let stopped = stop.load(Ordering::Relaxed);
        if stopped || waited >= patience {
            child.kill()?;
            child.wait()?;
            return Ok(if stopped { End::Interrupted } else { End::Hung });
        }
        let begun = Instant::now();
        thread::sleep(nap);
        // Time during which this process was stopped with Ctrl-Z must not count as waiting.
        waited += begun.elapsed().min(2 * pause);
        nap = (2 * nap).min(pause);
    }
}

/// Returns the result that a child wrote before it ended. Returns `None` if the child wrote no
/// complete result.
fn said(text: &[u8]) -> Option<Result<Answer>> {
    let (&[code, is_error, a, b, c, d], text) = text.split_first_chunk()?;
    let text = text.get(..u32::from_le_bytes([a, b, c, d]) as usize)?;
    let text = String::from_utf8_lossy(text).into_owned();
    Some(if is_error == 0 { Ok(Answer::ok(text).with_code(code)) } else { Err(anyhow!(text)) })
}

/// Encodes the result as bytes that the function [`said`] decodes.
pub(super) fn to_say(answer: &Result<Answer>) -> Vec<u8> {
    let (code, is_error, text) = match answer {
        Ok(answer) => (answer.code, 0, answer.text.clone()),
        Err(error) => (0, 1, format!("{error:#}")),
    };
    let mut bytes = vec![code, is_error];
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}

/// Describes in words how a process ended, if the parent did not kill the process.
fn exit(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some(number), _) => signal_name(number),
        (None, Some(101)) => "the program ended with exit code 101, a panic in Rust".to_owned(),
        (None, Some(code)) => format!("the program ended with exit code {code}"),
        (None, None) => "the program ended".to_owned(),
    }
}

/// Returns the moves of a line in the notation of the game. Another child process has the game
/// write the moves as text. If that process crashes too, the remaining moves are written as
/// numbers.
fn texts(args: &Args, moves: &[Move], stop: &AtomicBool) -> Result<Vec<String>> {
    let reader = Reader::new()?;
    if !moves.is_empty() {
        wait(&mut start(args, &[&translate::argument(moves)], &reader)?, &reader, args.patience(), stop)?;
    }
    let said = String::from_utf8_lossy(&reader.text()?).into_owned();
    let whole = said.rfind('\n').and_then(|end| said.get(..end)).unwrap_or_default();
    let mut texts: Vec<String> = whole.lines().map(str::to_owned).collect();
    texts.extend(moves.iter().skip(texts.len()).map(|&mv| translate::number(mv)));
    texts.truncate(moves.len());
    Ok(texts)
}
