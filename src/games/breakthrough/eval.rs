//! The two evaluation functions of the implicit minimax paper (section 4.2), both in the first
//! player's view, before they are squashed.
//!
//! Neither is kept up to date move by move. Four bit counts give `efMS` sooner than any bookkeeping
//! could. Ten give `efLH` on every board size; a running sum would halve their cost, a third of a
//! playout's ply, but slow down each ply of each playout, `make` and `unmake`, and need a table for
//! each size of the board.

use super::rules::Breakthrough;
use crate::base::tables::LORENTZ_HOREY_BITS;
use crate::game::value::Side;

/// `efMS`: where the difference is clamped, in units of 2.5.
pub(super) const SCHADD_MAX: i32 = 40;

impl Breakthrough {
    /// `efMS`: `tanh(d / 60)`, d = difference of 10 a man and 2.5 a row between a side's home row
    /// and its furthest man.
    ///
    /// In units of 2.5, at most 40 of them either way. The points of a man and of a row do
    /// not depend on the size of the board.
    pub(super) fn schadd(&self) -> i32 {
        self.schadd_points().clamp(-SCHADD_MAX, SCHADD_MAX)
    }

    /// The points of `efMS` before they are clamped.
    pub(super) fn schadd_points(&self) -> i32 {
        let points = |player| {
            let men = self.seen_from_home(player);
            let furthest_row = 63_u32.saturating_sub(men.leading_zeros()) / 8;
            men.count_ones().wrapping_mul(4).wrapping_add(furthest_row) as i32
        };
        points(Side::First).wrapping_sub(points(Side::Second))
    }

    /// `efLH`: `tanh(d / 100)`, d = difference of the sums of the men's square values.
    ///
    /// The values are those of an 8 x 8 board; see [`Breakthrough::on_8x8`] for smaller ones.
    pub(super) fn lorentz_horey(&self) -> i32 {
        let points = |player| {
            let men = self.on_8x8(self.seen_from_home(player));
            let planes = LORENTZ_HOREY_BITS.iter().rev();
            planes.fold(0_u32, |sum, plane| sum.wrapping_mul(2).wrapping_add((men & plane).count_ones())) as i32
        };
        points(Side::First).wrapping_sub(points(Side::Second))
    }

    /// The men of `player` on a board turned so that their home row is the lowest.
    fn seen_from_home(&self, player: Side) -> u64 {
        match player {
            Side::First => self.men(Side::First),
            Side::Second => self.men(Side::Second).swap_bytes().wrapping_shr(self.bits_above()),
        }
    }

    /// The men seen from home, on the squares of an 8 x 8 board that they stand for.
    ///
    /// A smaller board is taken for an 8 x 8 board without its middle columns and without the rows
    /// in front of the home row: what matters is how far the side, the goal and the home row are.
    fn on_8x8(&self, men: u64) -> u64 {
        if self.board == u64::MAX {
            return men;
        }
        let columns = u32::from(self.columns());
        let left_columns = columns.wrapping_add(1) / 2;
        let left_half = 0x0101_0101_0101_0101_u64.wrapping_mul(1_u64.wrapping_shl(left_columns).wrapping_sub(1));
        let wide = men & left_half | (men & !left_half).wrapping_shl(8_u32.wrapping_sub(columns));
        wide & 0xFF | (wide & !0xFF).wrapping_shl(self.bits_above())
    }

    /// How many bits the unused rows above the board take.
    pub(super) const fn bits_above(&self) -> u32 {
        self.board.leading_zeros() & 0x38
    }
}
