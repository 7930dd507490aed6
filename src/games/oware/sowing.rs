//! Sowing and capturing in Oware. A row is a number with one byte for each house of a player and
//! one byte for the captured seeds. A sowing adds one number to each player's row.

use crate::base::bits::{HIGH_BITS, ONES};
use crate::base::tables::OWARE_SOWINGS;

/// The bits of one byte.
pub(super) const BYTE: u64 = 0xFF;
/// This mask has the bytes of a row that are houses. The first house is the lowest byte.
pub(super) const HOUSES: u64 = (1 << CAPTURED) - 1;
/// The index of the bit of a row at which the byte for the captured seeds begins.
pub(super) const CAPTURED: u32 = 48;
/// The number of houses in a lap: all except the house where the sowing began.
const LAP: u64 = 11;

/// The numbers that a sowing adds to the rows of the mover and of the opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowing {
    /// The number that is added to the mover's row. It also removes the seeds from the house that
    /// is sown, so it may be negative.
    pub(super) own: u64,
    /// The number that is added to the opponent's row.
    pub(super) other: u64,
    /// A mask of the bytes of the opponent's houses, up to the house of the last seed. The mask is
    /// 0 if the last seed falls into a house of the mover.
    reached: u64,
}

impl Sowing {
    /// Returns the sowing of `seeds` seeds (1 to 48) from `house` (0 to 5).
    ///
    /// Each whole lap puts one seed into every house except `house`. The remaining seeds go one by
    /// one into the houses after `house`. The table entry for the remaining seeds has one seed in
    /// every house from house 0 to the last house that is reached. So one seed is then subtracted
    /// from the houses 0 to `house`.
    #[inline]
    pub(super) fn new(house: u32, seeds: u64) -> Self {
        let from = house.wrapping_mul(8);
        let mut own = seeds.wrapping_shl(from).wrapping_neg();
        let (mut other, mut rest) = (0, seeds);
        if seeds > LAP {
            let laps = seeds.wrapping_sub(1) / LAP;
            rest = seeds.wrapping_sub(laps.wrapping_mul(LAP));
            own = own.wrapping_add((ONES & HOUSES & !BYTE.wrapping_shl(from)).wrapping_mul(laps));
            other = (ONES & HOUSES).wrapping_mul(laps);
        }
        let end = house.wrapping_add(rest as u32).wrapping_add(1);
        let (up_to_own, up_to_other, reached) = OWARE_SOWINGS.get(end as usize).copied().unwrap_or_default();
        let up_to_house = ONES & !u64::MAX.wrapping_shl(from.wrapping_add(8));
        Self {
            own: own.wrapping_add(up_to_own).wrapping_sub(up_to_house),
            other: other.wrapping_add(up_to_other),
            reached,
        }
    }

    /// Returns how many seeds are captured, in the bytes of their houses. `other` is the opponent's
    /// row after the sowing. Returns 0 if the capture would take all of the opponent's seeds.
    ///
    /// The house of the last seed is captured, and so are the houses before it, back to the first
    /// house that does not have two or three seeds. A number is two or three if it is two after its
    /// lowest bit is cleared.
    #[inline]
    pub(super) fn captures(&self, other: u64) -> u64 {
        let differs = (other & !ONES ^ ONES << 1).wrapping_add(!HIGH_BITS) & HIGH_BITS & self.reached;
        let end_of_run = 64_u32.wrapping_sub(differs.leading_zeros());
        let taken = other & self.reached & u64::MAX.wrapping_shl(end_of_run);
        if taken == other & HOUSES { 0 } else { taken }
    }
}

/// The sum of the bytes of a row. The sum must be less than 256.
#[inline]
pub(super) const fn sum(row: u64) -> u64 {
    row.wrapping_mul(ONES) >> 56
}

/// True if the owner of this row has captured more than half of the 48 seeds.
#[inline]
pub(super) const fn has_won(row: u64) -> bool {
    row >> CAPTURED > 24
}

/// Returns the houses that the mover may sow. The highest bit is set in the byte of each such
/// house. The mover may sow every house with seeds. If the opponent has no seeds, the mover may
/// only sow houses with enough seeds to reach the opponent.
#[inline]
pub(super) fn legal(own: u64, other: u64) -> u64 {
    const REACHES: u64 = 0x7F7E_7D7C_7B7A;
    let lift = if other & HOUSES == 0 { REACHES } else { HOUSES & !HIGH_BITS };
    (own & HOUSES).wrapping_add(lift) & HIGH_BITS
}
