//! The two evaluation functions of the implicit minimax paper (section 4.2). Their raw evaluations
//! are from the first player's point of view.
//!
//! Both evaluations are computed from the board each time. `efMS` needs four bit counts, which is
//! faster than updating a sum after each move. `efLH` needs ten bit counts on every board size, and
//! takes a third of the time of a ply in a playout. A sum that is updated after each move would
//! halve this time. But it would slow down `make`, `unmake` and every ply of every playout, and
//! would need a table for each board size.

use super::rules::Breakthrough;
use crate::base::tables::LORENTZ_HOREY_BITS;
use crate::game::value::Side;

/// The largest absolute value of `efMS`, in units of 2.5 points. Larger values are clamped.
pub(super) const SCHADD_MAX: i32 = 40;

impl Breakthrough {
    /// The raw evaluation `efMS`, -40 to 40, in units of 2.5 points.
    ///
    /// The static value is `tanh(d / 60)`, where d is the difference in points. A player has 10
    /// points for each piece, and 2.5 points for each row that the furthest piece has advanced from
    /// the home row. These points do not depend on the board size.
    pub(super) fn schadd(&self) -> i32 {
        self.schadd_points().clamp(-SCHADD_MAX, SCHADD_MAX)
    }

    /// Returns `efMS` in units of 2.5 points, before it is clamped.
    pub(super) fn schadd_points(&self) -> i32 {
        let points = |player| {
            let pieces = self.seen_from_home(player);
            let furthest_row = 63_u32.saturating_sub(pieces.leading_zeros()) / 8;
            pieces.count_ones().wrapping_mul(4).wrapping_add(furthest_row) as i32
        };
        points(Side::First).wrapping_sub(points(Side::Second))
    }

    /// The raw evaluation `efLH`. Each piece is worth the value of its square. The static value is
    /// `tanh(d / 100)`, where d is the sum for the first player minus the sum for the second
    /// player.
    ///
    /// The square values are for an 8 x 8 board. For smaller boards, see [`Breakthrough::on_8x8`].
    pub(super) fn lorentz_horey(&self) -> i32 {
        let points = |player| {
            let pieces = self.on_8x8(self.seen_from_home(player));
            let planes = LORENTZ_HOREY_BITS.iter().rev();
            planes.fold(0_u32, |sum, plane| sum.wrapping_mul(2).wrapping_add((pieces & plane).count_ones())) as i32
        };
        points(Side::First).wrapping_sub(points(Side::Second))
    }

    /// Returns the pieces of `player` on a board that is turned so that the home row of `player` is
    /// the lowest row.
    fn seen_from_home(&self, player: Side) -> u64 {
        match player {
            Side::First => self.pieces(Side::First),
            Side::Second => self.pieces(Side::Second).swap_bytes().wrapping_shr(self.bits_above()),
        }
    }

    /// Moves the pieces of a player to the corresponding squares of an 8 x 8 board. The player's
    /// home row must be the lowest row.
    ///
    /// A smaller board corresponds to an 8 x 8 board without its middle columns, and without the
    /// rows directly in front of the home row. A 5 x 5 board keeps columns a, b, c, g, h and rows
    /// 1, 5, 6, 7, 8. So the distances to the sides and to the goal stay the same, and the home row
    /// stays the home row.
    fn on_8x8(&self, pieces: u64) -> u64 {
        if self.board == u64::MAX {
            return pieces;
        }
        let columns = u32::from(self.columns());
        let left_columns = columns.wrapping_add(1) / 2;
        let left_half = 0x0101_0101_0101_0101_u64.wrapping_mul(1_u64.wrapping_shl(left_columns).wrapping_sub(1));
        let wide = pieces & left_half | (pieces & !left_half).wrapping_shl(8_u32.wrapping_sub(columns));
        wide & 0xFF | (wide & !0xFF).wrapping_shl(self.bits_above())
    }

    /// The number of bits for the unused rows above the board.
    pub(super) const fn bits_above(&self) -> u32 {
        self.board.leading_zeros() & 0x38
    }
}
