//! The questions of a match to an external program, and the answers. They do not depend on the
//! protocol.

use super::fault::Broken;
use super::process::{Process, Until};
use imm::game::value::Outcome;
use std::time::{Duration, Instant};

/// The moves of a game so far, in the notation of the program.
#[derive(Clone, Default, Debug)]
pub struct Line {
    /// The position before the moves. `None` is the usual start.
    pub setup: Option<String>,
    /// The moves. A move has the flag true if the first player made it.
    pub moves: Vec<(bool, String)>,
}

impl Line {
    /// Returns the length of the moves in bytes. A blank before each move counts.
    #[must_use]
    pub fn length(&self) -> usize {
        self.moves.iter().map(|(_, text)| text.len() + 1).sum()
    }
}

/// The budget of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// Simulations, called nodes.
    Nodes(u64),
    /// Milliseconds for this move.
    Move(u64),
    /// The game clocks of the first and of the second player.
    Clock([Clock; 2]),
}

/// The game clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left in milliseconds.
    pub left_ms: u64,
    /// The milliseconds that each move adds.
    pub increment_ms: u64,
    /// The number of moves until the clock gets more time, if it ever does.
    pub moves_to_go: Option<u32>,
}

/// A question to a program: its move after `line`.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// True if the first player is to move.
    pub first: bool,
    /// The budget of the move.
    pub time: Time,
}

/// The answer of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, in the notation of the program.
    Move(String),
    /// The program gives up the game.
    Resigns,
    /// No move.
    Nothing,
}

/// The answer of a program, and the work that the program reports.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The answer.
    pub answer: Answer,
    /// When the answer came.
    pub came: Instant,
    /// The number of nodes that the program reports. 0 if it reports none.
    pub nodes: u64,
}

/// The result of a game as the program sees it, in the words of UGI: `p1win`, `p2win`, `draw` or
/// `none`, and whether the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// True if the game is over.
    pub over: bool,
    /// The result.
    pub result: String,
}

/// Returns the word of UGI for the result of a game.
#[must_use]
pub fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::FirstWins) => "p1win",
        Some(Outcome::SecondWins) => "p2win",
        Some(Outcome::Draw) => "draw",
    }
}

/// A conversation with a program that has started.
pub trait Talk: Send {
    /// Begins a new game.
    ///
    /// # Errors
    /// The program does not answer.
    fn new_game(&mut self, until: Until<'_>) -> Result<(), Broken>;

    /// Asks for a move.
    ///
    /// # Errors
    /// The program does not answer.
    fn think(&mut self, question: Question<'_>, until: Until<'_>) -> Result<Thought, Broken>;

    /// Asks for the result of the game after `line`. `None` if the program does not tell the
    /// result.
    ///
    /// # Errors
    /// The program does not answer.
    fn result(&mut self, line: &Line, until: Until<'_>) -> Result<Option<Claim>, Broken> {
        let _ = (line, until);
        Ok(None)
    }

    /// If the budget is a time per move, returns the time that the program was told. A protocol may
    /// round it to whole seconds.
    fn time_told(&self, time: Time) -> Option<Duration> {
        match time {
            Time::Move(ms) => Some(Duration::from_millis(ms)),
            _ => None,
        }
    }

    /// Ends the conversation and returns the process.
    fn process(self: Box<Self>) -> Process;
}
