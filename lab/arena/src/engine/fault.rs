//! The faults of external programs, and their numbers.

use serde::{Deserialize, Serialize};

/// A fault of an external program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The process ended. The program loses the game.
    Crash,
    /// No answer came within the time for the move and the extra wait. The program loses the game.
    Silence,
    /// A move that is not legal, or that cannot be read. The program loses the game.
    IllegalMove,
    /// An answer without a move. The program loses the game.
    BadAnswer,
    /// The move took longer than its time plus the margin. The game goes on.
    Late,
    /// The program and imm disagree on the result of the game. imm's result counts.
    WrongResult,
}

impl Fault {
    /// Returns the name of the fault in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Silence => "silence",
            Self::IllegalMove => "illegal move",
            Self::BadAnswer => "bad answer",
            Self::Late => "late",
            Self::WrongResult => "wrong result",
        }
    }
}

/// The number of faults of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Faults {
    /// The number of [`Fault::Crash`].
    pub crash: u64,
    /// The number of [`Fault::Silence`].
    pub silence: u64,
    /// The number of [`Fault::IllegalMove`].
    pub illegal_move: u64,
    /// The number of [`Fault::BadAnswer`].
    pub bad_answer: u64,
    /// The number of [`Fault::Late`].
    pub late: u64,
    /// The number of [`Fault::WrongResult`].
    pub wrong_result: u64,
}

impl Faults {
    /// Adds one fault.
    pub fn count(&mut self, fault: Fault) {
        *match fault {
            Fault::Crash => &mut self.crash,
            Fault::Silence => &mut self.silence,
            Fault::IllegalMove => &mut self.illegal_move,
            Fault::BadAnswer => &mut self.bad_answer,
            Fault::Late => &mut self.late,
            Fault::WrongResult => &mut self.wrong_result,
        } += 1;
    }

    /// Adds the numbers of faults, separately for each kind.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            crash: self.crash + other.crash,
            silence: self.silence + other.silence,
            illegal_move: self.illegal_move + other.illegal_move,
            bad_answer: self.bad_answer + other.bad_answer,
            late: self.late + other.late,
            wrong_result: self.wrong_result + other.wrong_result,
        }
    }

    /// Returns the faults in words, e.g. `2 crash, 1 late`, or `none`.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { crash, silence, illegal_move, bad_answer, late, wrong_result } = *self;
        let all = [
            (crash, Fault::Crash),
            (silence, Fault::Silence),
            (illegal_move, Fault::IllegalMove),
            (bad_answer, Fault::BadAnswer),
            (late, Fault::Late),
            (wrong_result, Fault::WrongResult),
        ];
        let found: Vec<String> = all
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, fault)| format!("{count} {}", fault.name()))
            .collect();
        if found.is_empty() { "none".to_owned() } else { found.join(", ") }
    }
}

/// Why an exchange with a program ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The program has a fault.
    Fault(Fault),
    /// The user stopped the match.
    Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_counted_and_named() {
        let mut faults = Faults::default();
        assert_eq!(faults.text(), "none");
        for fault in
            [Fault::Crash, Fault::Silence, Fault::IllegalMove, Fault::BadAnswer, Fault::Late, Fault::WrongResult]
        {
            faults.count(fault);
        }
        assert_eq!(faults.text(), "1 crash, 1 silence, 1 illegal move, 1 bad answer, 1 late, 1 wrong result");
        faults.count(Fault::Late);
        assert_eq!(faults.plus(faults).text().matches("2 ").count(), 5);
        assert_eq!(faults.plus(Faults::default()).late, 2);
    }
}
