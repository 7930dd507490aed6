//! What a search may know about Oware: a key.

use super::rules::Oware;
use crate::bits::absorb;
use crate::knowledge::Knowledge;
use crate::value::Player;

impl Knowledge for Oware {
    /// Of both rows, the player to move, and the sowings since the last capture.
    ///
    /// Any position since the last capture ends the game if it is reached again, and who wins then depends on the seeds in the houses there. So
    /// two ways to a position are the same only if they have come by the same positions since then: by the same sowings.
    fn hash(&self) -> Option<u64> {
        let rows = [self.row(Player::First), self.row(Player::Second), u64::from(self.player == Player::Second)];
        Some(rows.into_iter().fold(self.history.hash(), absorb))
    }
}
