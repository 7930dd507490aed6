//! Sowing and capturing on rows of bytes: a sowing is an addition.

use crate::base::bits::{HIGH_BITS, ONES};
use crate::base::tables::OWARE_SOWINGS;

/// The bits of one byte.
pub(super) const BYTE: u64 = 0xFF;
/// The bytes of a row that are houses, the first one lowest.
pub(super) const HOUSES: u64 = (1 << CAPTURED) - 1;
/// Where the captured seeds are in a row: the bit at which their byte begins.
pub(super) const CAPTURED: u32 = 48;
/// How many houses other than its own a sowing reaches before it begins again.
const LAP: u64 = 11;

/// What a sowing does to the rows of the mover and of his opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowing {
    /// To be added to the mover's row; the seeds in hand are taken out of it, so it may be less
    /// than 0.
    pub(super) own: u64,
    /// To be added to the other row.
    pub(super) other: u64,
    /// The bytes of the opponent's houses up to the one that the last seed falls in; none if it
    /// falls in one of the mover's.
    reached: u64,
}

impl Sowing {
    /// The sowing of `seeds` seeds (1 to 48) from a house (0 to 5).
    ///
    /// What is left after whole laps is one seed in each of the next houses: those up to the last
    /// one, by a table that goes round the board, less those up to the house itself.
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

    /// What the sowing captures: of the opponent's row after it, the bytes of the houses that are
    /// emptied.
    ///
    /// Two and three are the numbers that are two when their lowest bit is cleared. The captured
    /// run goes back from the last seed to the nearest house that holds anything else.
    #[inline]
    pub(super) fn captures(&self, other: u64) -> u64 {
        let differs = (other & !ONES ^ ONES << 1).wrapping_add(!HIGH_BITS) & HIGH_BITS & self.reached;
        let end_of_run = 64_u32.wrapping_sub(differs.leading_zeros());
        let taken = other & self.reached & u64::MAX.wrapping_shl(end_of_run);
        if taken == other & HOUSES { 0 } else { taken }
    }
}

/// The sum of the bytes of a row; it is less than 256.
#[inline]
pub(super) const fn sum(row: u64) -> u64 {
    row.wrapping_mul(ONES) >> 56
}

/// Has the owner of this row captured more than half of the 48 seeds?
#[inline]
pub(super) const fn has_won(row: u64) -> bool {
    row >> CAPTURED > 24
}

/// One bit for each of the mover's houses from which he may sow, the highest of its byte: those
/// with seeds, or, where the opponent has none, those with enough to reach him.
#[inline]
pub(super) fn legal(own: u64, other: u64) -> u64 {
    const REACHES: u64 = 0x7F7E_7D7C_7B7A;
    let lift = if other & HOUSES == 0 { REACHES } else { HOUSES & !HIGH_BITS };
    (own & HOUSES).wrapping_add(lift) & HIGH_BITS
}
