//! What a search may know about Kalah: the evaluation, which moves to try first, a key.

use super::rules::{BYTE, Kalah, STORE, opposite_of};
use crate::base::tables::STORES_TANH;
use crate::game::curve::squash;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Side, Value};
use crate::game::{Game, Move};
use crate::games::features::row_features;
use crate::games::nets::built_in;

/// The transition probability of each category, in 1/255: from 1,000 games of `mcts(im0.3,fet4)`
/// against itself at 2,000 simulations a move (`imm-arena transitions kalah --player
/// 'mcts(im0.3,fet4)' --games 1000`). A row a kind of move; its houses from the one beside the
/// store on. What does not exist on six houses has the probability of an ordinary move.
#[rustfmt::skip]
static TRANSITIONS: [u8; 32] = [
    64, 52, 52, 41, 39, 41, 39, 64,
    64, 195, 151, 132, 135, 139, 123, 64,
    64, 83, 102, 87, 82, 92, 84, 64,
    64, 116, 116, 108, 98, 91, 97, 64,
];

/// What a move leads to at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// The last stone falls in the mover's store: he moves again.
    MovesAgain,
    /// It captures this number of the opponent's stones, at least one.
    Captures(u64),
    /// Neither.
    Quiet,
}

impl Kalah {
    /// What a legal move leads to.
    #[inline]
    fn effect(&self, mv: Move) -> Effect {
        // On a board, flash is dearer than time.
        if !cfg!(target_os = "none")
            && let Some(effect) = self.effect_within_a_lap(mv)
        {
            return effect;
        }
        self.effect_of_sowing(mv)
    }

    /// What a legal move leads to, told without sowing; `None` where the sowing may come to houses
    /// that it has changed itself.
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
        // Beyond the other side's last house it goes on to the mover's own.
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

    /// All stones in one store.
    fn max_score(&self) -> u16 {
        self.stones() as u16
    }

    fn score(&self) -> Option<i32> {
        Some(i32::from(self.store(Side::First)).wrapping_sub(i32::from(self.store(Side::Second))))
    }

    /// Houses and stores.
    fn feature_count(&self) -> usize {
        usize::from(self.houses()).wrapping_mul(2).wrapping_add(2)
    }

    /// The stones in the houses of the mover's, in his sowing direction, and in his store; then
    /// those of the opponent's in his.
    fn features(&self, features: &mut [u8]) {
        row_features([self.own, self.other].map(|row| row.wrapping_shr(self.first_house.into())), features);
    }

    built_in!("kalah");

    fn has_order(&self) -> bool {
        true
    }

    /// Moves that move again, then captures, then the rest.
    fn order(&self, mv: Move) -> i32 {
        match self.effect(mv) {
            Effect::MovesAgain => 2,
            Effect::Captures(_) => 1,
            Effect::Quiet => 0,
        }
    }

    /// Moves that move again, and captures.
    fn noisy(&self, mv: Move) -> bool {
        !matches!(self.effect(mv), Effect::Quiet)
    }

    /// Of both rows, stores included, and the player to move; games of different size or capture
    /// rule share keys.
    ///
    /// A sowing moves many stones, so nothing is kept up to date: both words are mixed as those of
    /// a random generator (the last steps of splitmix64), each into all bits of the key.
    fn hash(&self) -> Option<u64> {
        let turn = u64::from(self.player == Side::Second);
        let first = self.row(Side::First).wrapping_add(turn).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let both = (first ^ first >> 32).wrapping_add(self.row(Side::Second)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let key = (both ^ both >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(key ^ key >> 32)
    }

    /// By what it leads to, and by how far the house is from the store.
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
