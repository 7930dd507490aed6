//! The evaluation function of Othello, in the first player's view, before it is squashed.

use super::rules::Othello;
use crate::value::Player;

impl Othello {
    /// How many discs the first player has more than the second.
    pub(super) fn discs_ahead(&self) -> i32 {
        (self.count(Player::First) as i32).wrapping_sub(self.count(Player::Second) as i32)
    }
}
