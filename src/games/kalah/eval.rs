//! The evaluation function of the implicit minimax paper (section 4.1). Its raw evaluation is from
//! the first player's point of view.

use super::rules::Kalah;
use crate::game::value::Side;

impl Kalah {
    /// The raw evaluation `efRS`: the stones in the first player's store minus the stones in the
    /// second player's store. The static value is `tanh(efRS / 10)`.
    pub(super) fn ramanujan_selman(&self) -> i32 {
        let first = i32::from(self.store(Side::First));
        first.wrapping_sub(i32::from(self.store(Side::Second)))
    }
}
