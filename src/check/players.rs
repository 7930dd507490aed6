//! Checks games that do not have two players: the values of all players, and which players may be
//! to move.

use super::finding::{push_real, words};
use super::{Callback, Checker, Kind};
use crate::base::bits::mix;
use crate::game::Move;

impl Checker<'_, '_> {
    /// Returns the value that evaluate_for() or returns() gives a player in the current position.
    fn value_for(&mut self, callback: Callback, player: i32) -> f32 {
        match callback {
            Callback::Returns => self.game.returns(player),
            _ => self.game.evaluate_for(player),
        }
    }

    /// Returns a hash of the values of all players.
    pub(super) fn digest_of_players(&mut self, callback: Callback) -> u64 {
        (0..self.game.players()).fold(0, |sum, player| mix(sum ^ u64::from(self.value_for(callback, player).to_bits())))
    }

    /// True if the values of all players are numbers from -1 to 1. If not, records a mistake.
    pub(super) fn are_possible(&mut self, callback: Callback) -> bool {
        for player in 0..self.game.players() {
            let value = self.value_for(callback, player);
            if (-1.0..=1.0).contains(&value) {
                continue;
            }
            let kind = if value.is_nan() { Kind::NotANumber } else { Kind::OutOfRange };
            self.find(kind, callback, Move::NONE, words("-1 to 1"), |out| {
                push_real(value, out);
                out.push_str(" for player ");
                out.push_number(player as u32);
            });
            return false;
        }
        true
    }

    /// Describes, for the user, which players to_move() may return.
    pub(super) fn players_in_words(&self) -> &'static str {
        let chance = self.game.has(Callback::Chance);
        match (self.game.players(), chance) {
            (2, false) => "0, IMM_FIRST, or 1, IMM_SECOND",
            (2, true) => "0, IMM_FIRST, 1, IMM_SECOND, or 8, IMM_CHANCE",
            (_, false) => "0 to players - 1",
            (_, true) => "0 to players - 1, or 8, IMM_CHANCE",
        }
    }

    /// Returns the outcome for the first player: 1 for the best possible result, 2 for the worst
    /// possible result, otherwise 3. In a game with two players, returns `outcome`.
    pub(super) fn outcome_for_first(&mut self, outcome: u64) -> u64 {
        if self.game.players() == 2 {
            return outcome;
        }
        match self.game.returns(0) {
            1.0 => 1,
            -1.0 => 2,
            _ => 3,
        }
    }
}
