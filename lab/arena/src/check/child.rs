//! Runs the check in its own process. If the game crashes or hangs, only that process ends, and the
//! waiting parent reports where.

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

/// The end of a child.
#[derive(Clone, Copy)]
enum End {
    Exited(ExitStatus),
    /// No callback returned for the time of `--patience`. The parent has killed the child.
    Hung,
    /// The user has stopped the check.
    Interrupted,
}

/// The result of a child.
enum Outcome {
    /// The check ended normally, or was refused.
    Done(Result<Answer>),
    /// The game has ended the child.
    Ended(Ended),
    /// The user has stopped the check.
    Interrupted,
}

/// Checks the game in a child.
///
/// # Errors
/// An error of the child, e.g. an unknown game; or a child that cannot be started.
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

/// Checks the game once.
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
        // The check reports unmake() at the position before the move.
        line.pop();
    }
    let moves: Vec<Move> = line.iter().copied().chain(Some(note.mv).filter(|&mv| mv != Move::NONE)).collect();
    let mut line = texts(args, &moves, stop)?;
    let mv = if note.mv == Move::NONE { String::new() } else { line.pop().unwrap_or_default() };
    let hung = matches!(end, End::Hung);
    Ok(Outcome::Ended(Ended { callback: note.callback, hung, how, line, mv, games: note.games, repeated: true }))
}

/// Starts a child.
fn start(args: &Args, more: &[&str], reader: &Reader) -> Result<Child> {
    let program = std::env::current_exe().context("this program's own file cannot be found")?;
    let mut command = Command::new(program);
    command.args(args.for_child()).args(more).stdin(reader.for_child()?);
    command.spawn().context("the check cannot be started: --in-process checks without a process of its own")
}

/// Waits until a child ends, and kills it if it hangs.
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
        // A process that was stopped (Ctrl-Z) did not wait all this time.
        waited += begun.elapsed().min(2 * pause);
        nap = (2 * nap).min(pause);
    }
}

/// The result that a child wrote at its end; `None` if it did not reach its end.
fn said(text: &[u8]) -> Option<Result<Answer>> {
    let (&[code, is_error, a, b, c, d], text) = text.split_first_chunk()?;
    let text = text.get(..u32::from_le_bytes([a, b, c, d]) as usize)?;
    let text = String::from_utf8_lossy(text).into_owned();
    Some(if is_error == 0 { Ok(Answer::ok(text).with_code(code)) } else { Err(anyhow!(text)) })
}

/// The bytes that [`said`] reads.
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

/// How a process ended that the parent did not kill, in words.
fn exit(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some(number), _) => signal_name(number),
        (None, Some(101)) => "the program ended with exit code 101, a panic in Rust".to_owned(),
        (None, Some(code)) => format!("the program ended with exit code {code}"),
        (None, None) => "the program ended".to_owned(),
    }
}

/// The moves of a line as the game writes them. Another child asks the game for the texts. If that
/// child crashes too, the remaining moves are written as numbers.
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
