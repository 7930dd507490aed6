//! The ranking of the moves of a position, from the best move to the worst.

use crate::base::POLICIES;
use crate::base::maths::sqrt;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::options::Decision;
use crate::report::Candidate;
use core::cmp::Ordering;

/// The rank of a move: a greater rank is better. The fields are compared in order of declaration.
/// No field is NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Rank {
    /// 2 for a solved win, 0 for a solved loss, and 1 for a draw or an unsolved move.
    proof: u8,
    /// The number that is compared if `proof` is equal; a larger number is better. For draws and
    /// unsolved moves, the decision rule gives the number. Among solved wins, the largest margin
    /// (if margins count) is best, then the shortest win. Among solved losses, the smallest margin
    /// is best, then the longest loss.
    rule: f32,
    /// The value of the move, from the point of view of the player to move. It is compared if
    /// `proof` and `rule` are equal.
    value: Value,
}

impl Rank {
    /// Returns the rank of a move with these visits, this value and this proof. `value` is from the
    /// point of view of `mover`.
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
        // Without the option `marg`, all solved wins have the same value, and all solved losses
        // have the same value. A raw value times 256 plus a distance is exact in `f32`.
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

/// The order of the moves of one position. Each move would be the move to play if the moves before
/// it did not exist. Moves of equal rank keep their order.
///
/// First come solved wins: the largest margin first if margins count, then the shortest win. After
/// the wins come draws and unsolved moves, by the decision rule of the player. Last come solved
/// losses: the smallest margin first if margins count, then the longest loss. A solved draw comes
/// before any unsolved move that is worse than a draw: a move with a value below a draw, or a move
/// with which the player cannot win (option `bounds`).
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    pub(crate) decision: Decision,
    pub(crate) mover: Side,
    /// True if the move to play is sampled. In this case, the move to play is not always the first
    /// move of the ranking.
    pub(crate) is_sampled: bool,
    /// True for alpha-beta, which reports one best move and a depth but no value for each move.
    pub(crate) depth_first: bool,
    /// The best rank among unsolved moves that are worse than a draw: their value is below a draw,
    /// or score bounds show that the player cannot win with them.
    pub(crate) best_below_draw: Option<Rank>,
}

impl Ranking {
    /// True for alpha-beta, which has one candidate.
    #[must_use]
    pub fn is_depth_first(&self) -> bool {
        self.depth_first
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// True for a tree search that plays the move with the most visits, and does not sample the
    /// move to play.
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
    /// draw is raised if it would rank below the best unsolved move that is worse than a draw. A
    /// raised draw comes just before that unsolved move.
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
