//! What the search knows about a position: its value, its proof, and whether the winner's margin is
//! exact.

use crate::game::value::{Proof, Value};

/// What the search knows about a position, from the first player's point of view. If the position
/// is not solved, the value is an evaluation. The type has four bytes, so that a microcontroller
/// passes it in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) value: Value,
    verdict: Verdict,
    /// The number of plies to the end of the game.
    pub(crate) distance: u8,
}

/// The proof, and whether the winner can perhaps reach a larger margin (option `marg`). The two
/// lowest bits are the bits of [`Proof`]. The next bit is set if the margin is not exact.
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

    /// Returns a copy that marks the margin as exact if `settled` is true. Otherwise the winner is
    /// certain to reach the margin, and may reach a larger one. A transposition table does not
    /// store this mark.
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

    /// Combines `self` with `before`, which is earlier knowledge of the same position. If both have
    /// the same winner, returns the one with the larger margin, because the winner can reach either
    /// margin. The margin is exact if one of the two margins is exact. If the winners differ or
    /// there is no winner, returns `self`.
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
