//! Knowledge about EinStein würfelt nicht!: evaluation, playout weights, move order and hash keys.

use super::eval::distance;
use super::rules::{Einstein, is_roll, squares};
use super::stones::{CAPTURED, STONES};
use crate::base::bits::mix;
use crate::base::tables::LOGISTIC_64;
use crate::game::curve::squash;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move};
use crate::games::nets::built_in;

/// The playout weight of a move that brings the stone nearer to the goal.
const NEARER: Weight = Weight(4);
/// The playout weight of a move that captures an enemy stone.
const CAPTURE: Weight = Weight(4);

impl Einstein {
    /// True if this move of a stone captures an enemy stone.
    fn captures(&self, mv: Move) -> bool {
        let (_, to) = squares(mv);
        self.other.on(to) != 0
    }

    /// True if the stone needs one move less to the goal after this move.
    fn comes_nearer(&self, mv: Move) -> bool {
        let (from, to) = squares(mv);
        distance(self.player, to) < distance(self.player, from)
    }

    /// The position after this legal move.
    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }
}

impl Knowledge for Einstein {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn points(&self, _: Evaluator) -> i32 {
        self.weighed()
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        squash(&LOGISTIC_64, points)
    }

    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        let wins = !is_roll(mv) && self.wins(mv);
        Some(wins.then_some(Outcome::win_for(self.player)))
    }

    fn has_weights(&self) -> bool {
        true
    }

    /// Returns the playout weight: `DECISIVE` if the move wins, 4 if it captures an enemy stone or
    /// brings the stone nearer to the goal, otherwise 1.
    fn weight(&self, mv: Move) -> Weight {
        if self.wins(mv) {
            Weight::DECISIVE
        } else if self.captures(mv) {
            CAPTURE
        } else if self.comes_nearer(mv) {
            NEARER
        } else {
            Weight::ORDINARY
        }
    }

    /// One feature for each of the 12 stones, and one for the die.
    fn feature_count(&self) -> usize {
        13
    }

    /// The features, in this order:
    ///
    /// - for each stone of the mover, then for each stone of the opponent, in order of number: 0 if
    ///   the stone was captured, otherwise 1 plus the number of its square. The board is turned so
    ///   that the mover starts at square 0 and wants to reach square 24;
    /// - the number that the die shows, or 0 if the die rolls next.
    fn features(&self, features: &mut [u8]) {
        let own = (1..=STONES).map(|number| self.own.square(number));
        let other = (1..=STONES).map(|number| self.other.square(number));
        let places = own.chain(other).map(|square| match square {
            CAPTURED => 0,
            _ => Self::ahead(self.player, square).wrapping_add(1) as u8,
        });
        features.iter_mut().zip(places.chain([self.die])).for_each(|(feature, value)| *feature = value);
    }

    built_in!(without_net "einstein");

    fn has_order(&self) -> bool {
        true
    }

    /// Moves that win come first, then captures of enemy stones, then moves that bring the stone
    /// nearer to the goal.
    fn order(&self, mv: Move) -> i32 {
        if self.wins(mv) {
            return 3;
        }
        if self.captures(mv) { 2 } else { i32::from(self.comes_nearer(mv)) }
    }

    /// True for captures of enemy stones, and for moves that win.
    fn noisy(&self, mv: Move) -> bool {
        self.captures(mv) || self.wins(mv)
    }

    /// Returns the key of the position. All stones, the die and the player to move fit into 64
    /// bits, and mixing keeps different numbers different. So two positions never have the same
    /// key.
    fn hash(&self) -> Option<u64> {
        let stones = u64::from(self.own.packed()) | u64::from(self.other.packed()) << 30;
        let turn = u64::from(self.player == Side::Second);
        Some(mix(stones | u64::from(self.die) << 60 | turn << 63))
    }

    fn hash_after(&self, _: u64, mv: Move) -> Option<u64> {
        self.after(mv).hash()
    }
}
