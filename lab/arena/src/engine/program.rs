//! Runs an external program during all games of a worker thread: starts the program, asks for
//! moves, and starts the program again after a fault.

use super::args::Settings;
use super::fault::{Broken, Fault, Faults};
use super::gtp::Gtp;
use super::names::{Dialect, Family};
use super::process::{Process, Until};
use super::protocol::{Answer, Line, Question, Talk, Thought, Time};
use super::spec::{EngineSpec, Language};
use super::ugi::Ugi;
use crate::answer::say;
use anyhow::{Result, anyhow, bail};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time that a program gets to start.
const START: Duration = Duration::from_secs(10);
/// The time for a move if the budget is a number of nodes. The patience (the extra wait for a late
/// move) is added to this time.
const NODES: Duration = Duration::from_secs(60);

/// An external program. It is started when a game begins, and kept for the next games.
pub struct Program {
    spec: Arc<EngineSpec>,
    settings: Settings,
    family: Family,
    running: Option<Running>,
    /// True if the user was told about a fault. Later faults are only counted.
    is_noted: bool,
}

/// A program that has started.
struct Running {
    talk: Box<dyn Talk>,
    dialect: Dialect,
}

/// What a program did when it was to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Deed {
    /// The program chose the move with this index.
    Plays(usize),
    /// The program gave up, or lost the game through a fault.
    Loses,
    /// The user stopped the match before an answer came.
    Stopped,
}

/// A turn of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// What the program did.
    pub deed: Deed,
    /// The wall time of the turn.
    pub seconds: f64,
    /// The number of nodes that the program reports.
    pub nodes: u64,
    /// The fault of this turn, if any.
    pub fault: Option<Fault>,
}

impl Program {
    /// Returns a program that is not started yet, for games of this family.
    #[must_use]
    pub fn new(spec: Arc<EngineSpec>, settings: Settings, family: Family) -> Self {
        Self { spec, settings, family, running: None, is_noted: false }
    }

    /// True if `spec` describes this program, and the program was prepared for the game called
    /// `game` of this family.
    #[must_use]
    pub fn is_for(&self, spec: &EngineSpec, game: &str, family: Family) -> bool {
        *self.spec == *spec && self.settings.game == game && self.family == family
    }

    /// Begins a game and returns the notation of the program and its faults since the last game.
    /// Starts the program if it does not run, or if it does not answer. Returns `None` if the user
    /// stopped the match.
    ///
    /// # Errors
    /// The program cannot be started, does not answer, or refuses an option.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<Option<(Dialect, Faults)>> {
        let mut faults = Faults::default();
        if let Some(mut running) = self.running.take() {
            match running.talk.new_game(Until::after(self.settings.patience, stop)) {
                Ok(()) => return Ok(Some((self.running.insert(running).dialect, faults))),
                Err(Broken::Stopped) => return Ok(None),
                Err(Broken::Fault(fault)) => faults.count(fault),
            }
        }
        let until = Until::after(START, stop);
        let Some(mut running) = self.start(until)? else { return Ok(None) };
        match running.talk.new_game(until) {
            Ok(()) => Ok(Some((self.running.insert(running).dialect, faults))),
            Err(broken) => self.failed(running.talk.process(), broken, "an answer to a new game"),
        }
    }

    /// Starts the program and sends its settings.
    fn start(&self, until: Until<'_>) -> Result<Option<Running>> {
        let Self { spec, settings, family, .. } = self;
        let process = Process::start(spec, settings.log.as_deref())?;
        if spec.language == Language::Gtp {
            let mut talk = match Gtp::greet(process, until) {
                Ok(talk) => Box::new(talk),
                Err((process, broken)) => return self.failed(process, broken, "an answer to protocol_version"),
            };
            return match talk.set_options(spec, until) {
                Ok(None) => Ok(Some(Running { talk, dialect: Dialect::of(Language::Gtp, *family, &[]) })),
                Ok(Some((command, reason))) => bail!("player '{spec}': the program refuses '{command}': {reason}"),
                Err(broken) => self.failed(talk.process(), broken, "an answer to its commands"),
            };
        }
        let hello = if spec.language == Language::Uci { "uciok" } else { "ugiok" };
        let mut talk = match Ugi::greet(process, spec.language, until) {
            Ok(talk) => Box::new(talk),
            Err((process, broken)) => return self.failed(process, broken, hello),
        };
        let dialect = Dialect::of(spec.language, *family, &talk.offers().variants);
        let variant = talk.check_options(spec, dialect, &settings.game)?;
        match talk.set_options(spec, variant, until) {
            Ok(None) => Ok(Some(Running { talk, dialect })),
            Ok(Some(refusal)) => bail!("player '{spec}': the program refuses an option: {refusal}"),
            Err(broken) => self.failed(talk.process(), broken, "readyok"),
        }
    }

    /// Returns the error of a program that did not start properly: what the program did not send,
    /// and its last lines on standard error. Returns `None` if the user stopped the match.
    fn failed<T>(&self, process: Process, broken: Broken, missing: &str) -> Result<Option<T>> {
        let how = match broken {
            Broken::Stopped => return Ok(None),
            Broken::Fault(Fault::Silence) => format!("did not send {missing} within {} seconds", START.as_secs()),
            Broken::Fault(Fault::Crash) => format!("ended before it sent {missing}"),
            Broken::Fault(_) => format!("did not send {missing}"),
        };
        let words = process.last_words();
        let words =
            if words.is_empty() { "standard error is empty".to_owned() } else { format!("standard error: {words}") };
        Err(anyhow!("player '{}': the program {how}; {words}", self.spec))
    }

    /// Asks for a move. `legal` has the texts of the legal moves in the notation of the program.
    pub fn turn(&mut self, question: Question<'_>, legal: &[String], stop: &AtomicBool) -> Turn {
        let begun = Instant::now();
        let Some(mut running) = self.running.take() else {
            // A fault of an earlier turn has ended the process.
            return Turn { deed: Deed::Loses, seconds: 0.0, nodes: 0, fault: Some(Fault::Crash) };
        };
        let told = running.talk.time_told(question.time);
        let wait = told.unwrap_or_else(|| allowed(question)).saturating_add(self.settings.patience);
        let heard = running.talk.think(question, Until::after(wait, stop));
        let came = heard.as_ref().map_or_else(|_| Instant::now(), |thought| thought.came);
        let spent = came.saturating_duration_since(begun);
        let nodes = heard.as_ref().map_or(0, |thought| thought.nodes);
        let is_late = told.is_some_and(|told| spent > told.saturating_add(self.settings.margin));
        let said = match &heard {
            Ok(Thought { answer: Answer::Move(text), .. }) => format!(" '{text}'"),
            _ => String::new(),
        };
        let (deed, fault) = match heard {
            Ok(Thought { answer: Answer::Move(text), .. }) => {
                match legal.iter().position(|legal| running.dialect.names(&text, legal)) {
                    Some(index) => (Deed::Plays(index), is_late.then_some(Fault::Late)),
                    None => (Deed::Loses, Some(Fault::IllegalMove)),
                }
            }
            Ok(Thought { answer: Answer::Resigns, .. }) => (Deed::Loses, None),
            Ok(Thought { answer: Answer::Nothing, .. }) => (Deed::Loses, Some(Fault::BadAnswer)),
            Err(Broken::Fault(fault)) => (Deed::Loses, Some(fault)),
            Err(Broken::Stopped) => (Deed::Stopped, None),
        };
        // A crashed or silent program is started again for the next game.
        if !matches!(fault, Some(Fault::Crash | Fault::Silence)) {
            self.running = Some(running);
        } else {
            drop(running.talk.process().last_words());
        }
        fault
            .into_iter()
            .filter(|&fault| fault != Fault::Late)
            .for_each(|fault| self.note(fault, &said, question.line));
        Turn { deed, seconds: spent.as_secs_f64(), nodes, fault }
    }

    /// Tells the user about the first fault.
    fn note(&mut self, fault: Fault, said: &str, line: &Line) {
        if !std::mem::replace(&mut self.is_noted, true) {
            let moves: String = line.moves.iter().flat_map(|(_, text)| [" ", text]).collect();
            let after = if moves.is_empty() { "at".to_owned() } else { format!("after{moves}, from") };
            let start = line.setup.as_deref().unwrap_or("the start");
            let (player, fault) = (&self.spec, fault.name());
            say(format_args!(
                "note: player '{player}': {fault}{said} {after} {start}; --engine-log DIR writes all lines"
            ));
        }
    }

    /// Asks the program for the result of a finished game, and compares it with `result`, imm's
    /// result in the words of UGI. Returns a fault if the program does not agree or does not
    /// answer.
    pub fn check_result(&mut self, line: &Line, result: &str, stop: &AtomicBool) -> Option<Fault> {
        let mut running = self.running.take()?;
        let claim = running.talk.result(line, Until::after(self.settings.patience, stop));
        match claim {
            Ok(claim) => {
                self.running = Some(running);
                let wrong = claim.filter(|claim| !claim.over || claim.result != result)?;
                self.note(Fault::WrongResult, &format!(" '{}', not '{result}',", wrong.result), line);
                Some(Fault::WrongResult)
            }
            Err(Broken::Fault(fault)) => {
                drop(running.talk.process().last_words());
                Some(fault)
            }
            Err(Broken::Stopped) => None,
        }
    }
}

/// Returns how long a program may think about this move. If the budget contains no time, a default
/// applies.
fn allowed(question: Question<'_>) -> Duration {
    match question.time {
        Time::Nodes(_) => NODES,
        Time::Move(ms) => Duration::from_millis(ms),
        Time::Clock(clocks) => Duration::from_millis(clocks[usize::from(!question.first)].left_ms),
    }
}
