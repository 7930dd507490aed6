//! The evaluation function of the implicit minimax paper (section 4.1), in the first player's view,
//! before it is squashed.

use super::rules::Kalah;
use crate::game::value::Side;

impl Kalah {
    /// `efRS`: `tanh(d / 10)`, d = stones in the first player's store less those in the second's.
    pub(super) fn ramanujan_selman(&self) -> i32 {
        let first = i32::from(self.store(Side::First));
        first.wrapping_sub(i32::from(self.store(Side::Second)))
    }
}
