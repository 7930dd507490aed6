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
mod tests {
    use super::*;

    /// What a move is known by: its proof, the plies to the end, visits, and its value for the
    /// mover.
    type Known = (Proof, u8, u32, f32);

    fn rank(decision: Decision, mover: Side, (proof, distance, visits, value): Known) -> Rank {
        Rank::of(decision, mover, visits, Value::from_f32(value).unwrap_or(Value::DRAW), (proof, distance))
    }

    /// Each of these moves is played rather than those behind it, by every rule.
    #[test]
    fn proofs_come_before_estimates_then_margin_then_distance() {
        for mover in [Side::First, Side::Second] {
            let win = Proof::from(Outcome::win_for(mover));
            let loss = Proof::from(Outcome::win_for(mover.opponent()));
            let order = [
                (win, 9, 5, 1.0),
                (win, 200, 5, 1.0),
                (win, 1, 5, 0.999),
                (win, 7, 900, 0.5),
                (Proof::Unknown, 0, 100, 0.5),
                (Proof::Unknown, 0, 99, 0.2),
                (Proof::Draw, 3, 50, 0.0),
                (Proof::Unknown, 0, 1, -0.9),
                (loss, 200, 900, -0.5),
                (loss, 255, 5, -0.999),
                (loss, 9, 5, -1.0),
                (loss, 8, 900, -1.0),
            ];
            for decision in [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits]
            {
                for (place, &better) in order.iter().enumerate() {
                    for &worse in order.iter().skip(place + 1) {
                        let [better, worse] = [better, worse].map(|known| rank(decision, mover, known));
                        assert!(
                            better.beats(&worse) && !worse.beats(&better),
                            "{mover:?}, {decision:?}: {better:?} {worse:?}"
                        );
                        assert_eq!(better.is_decided(), better.proof != 1);
                    }
                }
            }
        }
    }

    /// The rules, where they disagree; a move without visits comes last by all of them.
    #[test]
    fn each_rule_has_its_favourite() {
        let (visited, valued, balanced) = ((1000, 0.1), (30, 0.45), (300, 0.44));
        for (decision, favourite) in [
            (Decision::MostVisits, visited),
            (Decision::BestValue, valued),
            (Decision::SecureChild, balanced),
            (Decision::ValueLogVisits, visited),
        ] {
            let of = |(visits, value): (u32, f32)| rank(decision, Side::First, (Proof::Unknown, 0, visits, value));
            for other in [visited, valued, balanced] {
                assert_eq!(of(favourite).beats(&of(other)), other != favourite, "{decision:?}");
                assert!(of(other).beats(&of((0, 0.99))), "{decision:?}");
            }
        }
        let of = |value| rank(Decision::MostVisits, Side::First, (Proof::Unknown, 0, 7, value));
        assert!(of(0.2).beats(&of(0.1)) && !of(0.1).beats(&of(0.1)), "the value decides between equals");
        let log = |visits, value| rank(Decision::ValueLogVisits, Side::First, (Proof::Unknown, 0, visits, value));
        assert!(log(100, 0.9).beats(&log(150, 0.4)) && log(300, 0.4).beats(&log(100, 0.9)), "ln 3 is about 1.1");
    }

    /// Only where visits alone decide: not by depth, not by a draw of lots, not by another rule.
    #[test]
    fn visits_decide_for_one_kind_of_player() {
        for depth_first in [false, true] {
            for is_sampled in [false, true] {
                for decision in
                    [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits]
                {
                    let ranking =
                        Ranking { decision, mover: Side::First, is_sampled, depth_first, best_below_draw: None };
                    let expected = (depth_first, is_sampled, decision) == (false, false, Decision::MostVisits);
                    assert_eq!(ranking.is_by_visits(), expected, "{ranking:?}");
                }
            }
        }
    }

    /// Moves in the order in which they are played, and all others after them: a draw comes right
    /// before the best of those that look worse, if it does not come before that anyway.
    #[test]
    fn a_draw_comes_before_what_looks_worse() {
        for mover in [Side::First, Side::Second] {
            let win = Proof::from(Outcome::win_for(mover));
            let loss = Proof::from(Outcome::win_for(mover.opponent()));
            let candidate = |(proof, distance, visits, value): Known| {
                let value = Value::from_f32(value).unwrap_or(Value::DRAW).for_player(mover);
                Candidate { mv: crate::game::Move(0), visits, value, minimax: value, proof, distance }
            };
            let order = [
                (win, 3, 1, 1.0),
                (Proof::Draw, 0, 200, 0.0),
                (Proof::Unknown, 0, 150, 0.2),
                (Proof::Draw, 0, 5, 0.0),
                (Proof::Unknown, 0, 100, -0.3),
                (Proof::Unknown, 0, 50, 0.2),
                (Proof::Unknown, 0, 40, -0.1),
                (loss, 4, 300, -1.0),
            ];
            let worse = rank(Decision::MostVisits, Side::First, order[4]);
            let ranking = Ranking {
                decision: Decision::MostVisits,
                mover,
                is_sampled: false,
                depth_first: false,
                best_below_draw: Some(worse),
            };
            for (place, &first) in order.iter().enumerate() {
                for (other_place, &other) in order.iter().enumerate() {
                    let found = ranking.order(&candidate(first), &candidate(other));
                    assert_eq!(found, place.cmp(&other_place), "{mover:?}: {first:?} {other:?}");
                }
            }
        }
    }
}
