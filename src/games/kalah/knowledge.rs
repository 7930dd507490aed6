//! What a search may know about Kalah: the evaluation, which moves to try first, a key.

use super::rules::Kalah;
use crate::bits::mix;
use crate::game::{Game, Move};
use crate::knowledge::{Evaluator, Knowledge};
use crate::tables::{STORES_TANH, squash};
use crate::value::{Outcome, Player, Value};

/// What a move leads to at once.
enum Effect {
    /// The last stone falls in the mover's store: he moves again.
    MovesAgain,
    /// It captures at least one stone of the opponent.
    Captures,
    /// Neither.
    Quiet,
}

impl Kalah {
    /// What a legal move leads to.
    fn effect(&self, mv: Move) -> Effect {
        let sown = self.sow(self.byte_of(mv.0));
        match sown.opposite(self.first_house) {
            _ if sown.in_store() => Effect::MovesAgain,
            Some((_, stones)) if stones > 0 => Effect::Captures,
            _ => Effect::Quiet,
        }
    }
}

impl Knowledge for Kalah {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        matches!(evaluator, Evaluator::Default | Evaluator::RamanujanSelman)
    }

    fn evaluate(&self, evaluator: Evaluator) -> Value {
        self.outcome().map_or_else(|| Self::squash(evaluator, self.points(evaluator)), Outcome::value)
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        match evaluator {
            Evaluator::Default | Evaluator::RamanujanSelman => self.ramanujan_selman(),
            Evaluator::Schadd | Evaluator::LorentzHorey => 0,
        }
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        squash(&STORES_TANH, points)
    }

    /// Moves that move again, then captures, then the rest.
    fn order(&self, mv: Move) -> i32 {
        match self.effect(mv) {
            Effect::MovesAgain => 2,
            Effect::Captures => 1,
            Effect::Quiet => 0,
        }
    }

    /// Moves that move again, and captures.
    fn noisy(&self, mv: Move) -> bool {
        !matches!(self.effect(mv), Effect::Quiet)
    }

    /// Of both rows, stores included, and the player to move; games of different size or capture rule share keys.
    fn hash(&self) -> Option<u64> {
        let key = mix(self.own, self.other);
        Some(if self.player == Player::First { key } else { !key })
    }
}
