//! The ranking of the moves of a position, from the best move to the worst.

use crate::base::POLICIES;
use crate::base::maths::sqrt;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::options::Decision;
use crate::report::Candidate;
use core::cmp::Ordering;

/// The rank of a move. A greater rank is better. The fields are compared in the order in which they
/// are declared. No field is NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Rank {
    /// 2 for a solved win, 0 for a solved loss, and 1 for a draw or an unsolved move.
    proof: u8,
    /// This number decides between two moves whose `proof` is equal. A larger number is better. For
    /// draws and unsolved moves, it comes from the decision rule. For solved wins, a larger margin
    /// is better (if margins count), then a shorter win. For solved losses, a smaller margin is
    /// better, then a longer loss.
    rule: f32,
    /// The value of the move, from the point of view of the player to move. It decides if `proof`
    /// and `rule` are equal.
    value: Value,
}

impl Rank {
    /// Returns the rank of a move with this number of visits, this value and this proof. `value` is
    /// from the point of view of `mover`.
    #[inline(always)] // needs less flash
    pub(crate) fn of(
        decision: Decision,
        mover: Side,
        visits: u32,
        value: Value,
        (proof, distance): (Proof, u8),
    ) -> Self {
        let visits = visits as f32;
        let distance = f32::from(distance);
        // Without the option `marg`, all solved wins have the same value, and so have all solved
        // losses. The number `raw value * 256 + distance` is exact in `f32`.
        let margin = if POLICIES { f32::from(value.raw()) * 256.0 } else { 0.0 };
        if proof == Outcome::win_for(mover).into() {
            return Self { proof: 2, rule: margin - distance, value };
        }
        if proof == Proof::from(Outcome::win_for(mover.opponent())) {
            return Self { proof: 0, rule: margin + distance, value };
        }
        let rule = match decision {
            Decision::MostVisits => visits,
            _ if visits == 0.0 => f32::MIN,
            Decision::SecureChild => value.to_f32() - 1.0 / sqrt(visits),
            Decision::BestValue => value.to_f32(),
            Decision::ValueLogVisits => value.to_f32() + libm::logf(visits),
        };
        Self { proof: 1, rule, value }
    }

    /// True if the move is a solved win or loss.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        self.proof != 1
    }

    pub(crate) fn beats(&self, other: &Self) -> bool {
        if self.proof != other.proof {
            return self.proof > other.proof;
        }
        if self.rule != other.rule {
            return self.rule > other.rule;
        }
        self.value > other.value
    }
}

/// The order of the moves of one position, from the best to the worst. Moves of equal rank keep
/// their order.
///
/// Solved wins come first. Among them, a larger margin is better if margins count, then a shorter
/// win. Draws and unsolved moves follow, in the order of the player's decision rule. Solved losses
/// come last. Among them, a smaller margin is better if margins count, then a longer loss. A solved
/// draw comes before any unsolved move that is worse than a draw: a move with a value below a draw,
/// or a move with which the player cannot win (option `bounds`).
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    pub(crate) decision: Decision,
    pub(crate) mover: Side,
    /// True if the move to play is sampled. In this case, the move to play is not always the first
    /// move of the ranking.
    pub(crate) is_sampled: bool,
    /// True for alpha-beta. It reports the best move and a depth, but no value for the other moves.
    pub(crate) depth_first: bool,
    /// The best rank of all unsolved moves that are worse than a draw. Such a move has a value
    /// below a draw, or score bounds show that the player cannot win with it.
    pub(crate) best_below_draw: Option<Rank>,
}

impl Ranking {
    /// True for alpha-beta, which has only one candidate.
    #[must_use]
    pub fn is_depth_first(&self) -> bool {
        self.depth_first
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// True for a tree search that plays the move with the most visits and does not sample.
    pub(crate) fn is_by_visits(&self) -> bool {
        !self.depth_first && !self.is_sampled && self.decision == Decision::MostVisits
    }

    /// Returns `Less` if `a` comes before `b`.
    #[must_use]
    pub fn order(&self, a: &Candidate, b: &Candidate) -> Ordering {
        // A greater rank comes first, so the operands are swapped.
        self.standing(b).partial_cmp(&self.standing(a)).unwrap_or(Ordering::Equal)
    }

    /// Returns the rank of a move in this ranking, and whether the move is a raised draw. A solved
    /// draw must not rank below an unsolved move that is worse than a draw. If it would, it is
    /// raised: it then comes just before the best of these unsolved moves.
    fn standing(&self, candidate: &Candidate) -> (Rank, bool) {
        let Candidate { visits, proof, distance, value, .. } = *candidate;
        let rank = Rank::of(self.decision, self.mover, visits, value.for_player(self.mover), (proof, distance));
        match self.best_below_draw {
            Some(worse) if proof == Proof::Draw && worse.beats(&rank) => (worse, true),
            _ => (rank, false),
        }
    }
}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
