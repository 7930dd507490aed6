//! Knowledge about Kalah for a search: the evaluation, the move order, the move categories and a
//! hash key.

use super::rules::{BYTE, Kalah, STORE, opposite_of};
use crate::base::tables::STORES_TANH;
use crate::game::curve::squash;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Side, Value};
use crate::game::{Game, Move};
use crate::games::features::row_features;
use crate::games::nets::built_in;

/// The transition probability of each category, in units of 1/255. The values were measured in
/// 1,000 games of `mcts(im0.3,fet4)` against itself at 2,000 simulations a move (`imm-arena
/// transitions kalah --player 'mcts(im0.3,fet4)' --games 1000`). The rows are for the effects:
/// quiet, another turn, small capture, larger capture. The columns are for the distance of the
/// house from the store, 0 to 7. The house next to the store has the distance 1. Categories that do
/// not exist with six houses have the value 64, a probability of 1 in 4.
#[rustfmt::skip]
static TRANSITIONS: [u8; 32] = [
    64, 52, 52, 41, 39, 41, 39, 64,
    64, 195, 151, 132, 135, 139, 123, 64,
    64, 83, 102, 87, 82, 92, 84, 64,
    64, 116, 116, 108, 98, 91, 97, 64,
];

/// The immediate effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// The last stone falls into the mover's store: the mover has another turn.
    MovesAgain,
    /// The move captures this number of the opponent's stones, at least one.
    Captures(u64),
    /// The move has neither effect.
    Quiet,
}

impl Kalah {
    /// Returns the effect of a legal move.
    #[inline]
    fn effect(&self, mv: Move) -> Effect {
        // On bare metal, small code is more important than speed. So the effect is always found by
        // sowing.
        if !cfg!(target_os = "none")
            && let Some(effect) = self.effect_within_a_lap(mv)
        {
            return effect;
        }
        self.effect_of_sowing(mv)
    }

    /// Returns the effect of a legal move without sowing. Returns `None` if the sowing goes past
    /// the opponent's last house, back to the mover's own houses.
    #[inline]
    fn effect_within_a_lap(&self, mv: Move) -> Option<Effect> {
        let from = self.byte_of(mv.0);
        let last = from.wrapping_add((self.own.wrapping_shr(from) & BYTE).wrapping_mul(8) as u32);
        if last == STORE {
            return Some(Effect::MovesAgain);
        }
        if last < STORE {
            let stones = self.other.wrapping_shr(opposite_of(last, self.first_house)) & BYTE;
            let is_capture = self.own.wrapping_shr(last) & BYTE == 0 && stones > 0;
            return Some(if is_capture { Effect::Captures(stones) } else { Effect::Quiet });
        }
        // If the last stone falls into a house of the opponent, `last` is at most `others`. A
        // longer sowing continues in the mover's own houses.
        let others = u32::from(self.houses()).wrapping_mul(8).wrapping_add(STORE);
        (last <= others).then_some(Effect::Quiet)
    }

    fn effect_of_sowing(&self, mv: Move) -> Effect {
        let sown = self.sow(self.byte_of(mv.0));
        match sown.opposite(self.first_house) {
            _ if sown.in_store() => Effect::MovesAgain,
            Some((_, stones)) if stones > 0 => Effect::Captures(stones),
            _ => Effect::Quiet,
        }
    }
}

impl Knowledge for Kalah {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        matches!(evaluator, Evaluator::DEFAULT | Evaluator::RS)
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        match evaluator {
            Evaluator::DEFAULT | Evaluator::RS => self.ramanujan_selman(),
            _ => 0,
        }
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        squash(&STORES_TANH, points)
    }

    /// The largest margin: all stones in one store.
    fn max_score(&self) -> u16 {
        self.stones() as u16
    }

    fn score(&self) -> Option<i32> {
        Some(i32::from(self.store(Side::First)).wrapping_sub(i32::from(self.store(Side::Second))))
    }

    /// One feature for each house and each store.
    fn feature_count(&self) -> usize {
        usize::from(self.houses()).wrapping_mul(2).wrapping_add(2)
    }

    /// The features are the numbers of stones: first in the mover's houses in sowing order, then in
    /// the mover's store. The opponent's houses and store follow in the same order.
    fn features(&self, features: &mut [u8]) {
        row_features([self.own, self.other].map(|row| row.wrapping_shr(self.first_house.into())), features);
    }

    built_in!("kalah");

    fn has_order(&self) -> bool {
        true
    }

    /// Moves that give another turn come first, then captures, then other moves.
    fn order(&self, mv: Move) -> i32 {
        match self.effect(mv) {
            Effect::MovesAgain => 2,
            Effect::Captures(_) => 1,
            Effect::Quiet => 0,
        }
    }

    /// True for captures and for moves that give another turn.
    fn noisy(&self, mv: Move) -> bool {
        !matches!(self.effect(mv), Effect::Quiet)
    }

    /// The hash key of both rows, including the stores, and of the player to move. Positions of
    /// games with different sizes or capture rules can share a key.
    ///
    /// A sowing changes many houses, so the key is computed again for each position. The last steps
    /// of splitmix64, a random number generator, mix both rows into all bits of the key.
    fn hash(&self) -> Option<u64> {
        let turn = u64::from(self.player == Side::Second);
        let first = self.row(Side::First).wrapping_add(turn).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let both = (first ^ first >> 32).wrapping_add(self.row(Side::Second)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let key = (both ^ both >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(key ^ key >> 32)
    }

    /// Returns `8 * effect + distance of the house from the store`. The distance is 1 for the house
    /// next to the store. The effect is 0 for a quiet move, 1 for another turn, 2 for a capture of
    /// 1 or 2 stones, 3 for a larger capture.
    fn category(&self, mv: Move) -> u16 {
        let effect = match self.effect(mv) {
            Effect::Quiet => 0,
            Effect::MovesAgain => 1,
            Effect::Captures(1..=2) => 2,
            Effect::Captures(_) => 3,
        };
        let distance = u16::from(self.houses()).saturating_sub(mv.0 as u16);
        effect << 3 | distance & 7
    }

    fn has_transitions(&self) -> bool {
        true
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        TRANSITIONS.get(usize::from(self.category(mv))).copied()
    }
}

#[cfg(test)]
#[path = "knowledge_tests.rs"]
mod tests;
