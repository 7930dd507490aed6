//! The evaluation function of the implicit minimax paper (section 4.1), in the first player's view.

use super::rules::Kalah;
use crate::tables::{STORES_TANH, squash};
use crate::value::{Player, Value};

impl Kalah {
    /// `efRS`: `tanh(d / 10)`, d = stones in the first player's store less those in the second's.
    pub(super) fn ramanujan_selman(&self) -> Value {
        let first = i32::from(self.store(Player::First));
        squash(&STORES_TANH, first.wrapping_sub(i32::from(self.store(Player::Second))))
    }
}
