//! In which order the moves of a position stand: the one to play first.

use crate::base::POLICIES;
use crate::base::maths::sqrt;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::options::Decision;
use crate::report::Candidate;
use core::cmp::Ordering;

/// What a move is ranked by: greater is better, and what comes first counts first. No number here
/// is NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Rank {
    /// Proven win 2, unknown or draw 1, proven loss 0.
    proof: u8,
    /// By the rule of decision; for proven wins the largest margin, where that counts, and then the
    /// shortest; for proven losses the smallest margin, and then the longest.
    rule: f32,
    /// Among equals the better value, in the mover's view.
    value: Value,
}

impl Rank {
    /// The rank of a move with this number of visits, this value in the view of `mover`, and this
    /// proof.
    #[inline(always)] // for flash
    pub(crate) fn of(
        decision: Decision,
        mover: Side,
        visits: u32,
        value: Value,
        (proof, distance): (Proof, u8),
    ) -> Self {
        let visits = visits as f32;
        let distance = f32::from(distance);
        // Where the margin does not count, all wins have one value, and so have all losses. A value
        // times 256, and a distance, are exact.
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

    /// Is the move proven won or lost?
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

/// The order of the moves of one position: each is what would be played if those before it did not
/// exist. Equals stay as they stand.
///
/// Proven wins come first, the shortest of them before the others; then what is not decided and
/// draws, by the player's rule of decision; then proven losses, the longest of them before the
/// others. A proven draw comes before any estimate below a draw.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    pub(crate) decision: Decision,
    pub(crate) mover: Side,
    /// Is the move to play drawn, and so not always the first?
    pub(crate) is_sampled: bool,
    /// Is it the order of a search that knows one move and its depth alone?
    pub(crate) depth_first: bool,
    /// The best of the moves that are not proven and look worse than a draw.
    pub(crate) best_below_draw: Option<Rank>,
}

impl Ranking {
    /// Is it that of alpha-beta, which has one candidate?
    #[must_use]
    pub fn is_depth_first(&self) -> bool {
        self.depth_first
    }

    /// Who is to move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Is the move with most visits the one to play?
    pub(crate) fn is_by_visits(&self) -> bool {
        !self.depth_first && !self.is_sampled && self.decision == Decision::MostVisits
    }

    /// `Less` where `a` comes before `b`.
    #[must_use]
    pub fn order(&self, a: &Candidate, b: &Candidate) -> Ordering {
        // Greater is better: the other way round.
        self.standing(b).partial_cmp(&self.standing(a)).unwrap_or(Ordering::Equal)
    }

    /// The rank; a draw stands before all that look worse than it.
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
