//! Knowledge about a position: its value, its proof, and whether the winner's margin is exact.

use crate::game::value::{Proof, Value};

/// Knowledge about a position, in the first player's view. If the position is not solved, the value
/// is an evaluation. It has four bytes, so that a microcontroller passes it in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) value: Value,
    verdict: Verdict,
    /// The number of plies to the end of the game.
    pub(crate) distance: u8,
}

/// The proof, in the two lowest bits as in [`Proof`], and whether the winner may have a larger
/// margin (option `marg`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Unknown = 0,
    FirstWins = 1,
    SecondWins = 2,
    Draw = 3,
    FirstWinsAtLeast = 5,
    SecondWinsAtLeast = 6,
}

impl Known {
    pub(crate) const fn new(value: Value, proof: Proof, distance: u8) -> Self {
        let verdict = match proof {
            Proof::Unknown => Verdict::Unknown,
            Proof::FirstWins => Verdict::FirstWins,
            Proof::SecondWins => Verdict::SecondWins,
            Proof::Draw => Verdict::Draw,
        };
        Self { value, verdict, distance }
    }

    /// Returns this knowledge with a margin that is exact if `settled` is true. Otherwise the
    /// margin is a bound that is certain for the winner. A table does not store which of the two it
    /// is.
    pub(crate) const fn with_margin(self, settled: bool) -> Self {
        let verdict = match self.proof() {
            Proof::FirstWins if !settled => Verdict::FirstWinsAtLeast,
            Proof::SecondWins if !settled => Verdict::SecondWinsAtLeast,
            proof => return Self::new(self.value, proof, self.distance),
        };
        Self { verdict, ..self }
    }

    pub(crate) const fn proof(&self) -> Proof {
        Proof::from_bits(self.verdict as u32)
    }

    /// True if the margin of `value` is exact, or if there is no winner.
    pub(crate) const fn is_settled(&self) -> bool {
        (self.verdict as u8) < Verdict::FirstWinsAtLeast as u8
    }

    /// Returns this knowledge or `before`, earlier knowledge of the same solved position. The
    /// result is the one with the larger margin for the winner, who can get either margin. An exact
    /// margin is never smaller than a bound.
    pub(crate) fn or_better(self, before: Self) -> Self {
        let before_is_better = match self.proof() {
            proof if proof != before.proof() => return self,
            Proof::FirstWins => before.value > self.value,
            Proof::SecondWins => before.value < self.value,
            Proof::Unknown | Proof::Draw => return self,
        };
        let better = if before_is_better { before } else { self };
        better.with_margin(self.is_settled() || before.is_settled())
    }
}
