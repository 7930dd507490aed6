//! Updates an accumulator to the next position: exchanges the rows of the changed features.
//!
//! First finds the changed features of a whole group without a branch, one bit per feature. Then
//! lists their rows, and exchanges all of them in one pass over the sums. `follow_small.rs` does
//! the same with less code, for bare metal.

use super::format::Net;
use super::{FEATURES_MAX, LANES, WIDTH_MAX};

/// The number of features that are compared as one integer, with one byte per feature.
const WORD: usize = 8;
/// The number of features in a group: the number of bits of the integer with their changes.
const GROUP: usize = 64;
/// The maximum number of changed features whose rows are exchanged in one pass over the sums.
const BATCH: usize = 16;
/// The number of sums in a pass, if the width of the net is a multiple of this number. These sums
/// fit into registers. For other nets, a pass has [`LANES`] sums.
pub(super) const WIDE: usize = 32;

/// Updates the sums from the features `seen` to the features `now`, and copies `now` to `seen`.
/// Every feature of the net must have its own pattern.
#[inline]
pub(super) fn follow(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    seen: &mut [u8; FEATURES_MAX],
    now: &[u8; FEATURES_MAX],
) {
    if net.width().is_multiple_of(WIDE) {
        follow_bytes::<WIDE>(sums, net, 0, seen, now);
    } else {
        follow_bytes::<LANES>(sums, net, 0, seen, now);
    }
}

/// Does the work of [`follow`] for the features from `first` on. Both slices begin with this
/// feature. The width of the net is a multiple of `SUMS`.
#[inline(always)]
pub(super) fn follow_bytes<const SUMS: usize>(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    mut first: usize,
    seen: &mut [u8],
    now: &[u8],
) {
    // Bytes after the last feature have no pattern, so they exchange row 0 with row 0.
    let used = net.features().saturating_sub(first).div_ceil(GROUP);
    let ((seen, _), (now, _)) = (seen.as_chunks_mut::<GROUP>(), now.as_chunks::<GROUP>());
    for (seen, now) in seen.iter_mut().zip(now).take(used) {
        let value = |features: &[u8; GROUP], place| features.get(place).copied().unwrap_or(0);
        exchange::<SUMS>(sums, net, changes(seen, now), |bit| {
            let place = (bit % WORD).wrapping_mul(WORD).wrapping_add(bit / WORD);
            (first.wrapping_add(place), [value(seen, place), value(now, place)])
        });
        *seen = *now;
        first = first.wrapping_add(GROUP);
    }
}

/// Compares two groups of features. Bit `8 * i + j` of the result is set if byte i of word j
/// differs. This order of the bits needs the fewest operations.
#[inline]
fn changes(before: &[u8; GROUP], now: &[u8; GROUP]) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let ((before, _), (now, _)) = (before.as_chunks::<WORD>(), now.as_chunks::<WORD>());
    before.iter().zip(now).fold(0, |changes, (&before, &now)| {
        let different = u64::from_le_bytes(before) ^ u64::from_le_bytes(now);
        // The highest bit of each byte that is not 0.
        let high = ((different & LOW).wrapping_add(LOW) | different) & !LOW;
        changes >> 1 | high
    })
}

/// For each bit of `changed`, subtracts one row from the sums and adds another row of the same
/// feature. `feature` returns the index of the feature of a bit, and its old and new value.
#[inline(always)]
pub(super) fn exchange<const SUMS: usize>(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    mut changed: u64,
    feature: impl Fn(usize) -> (usize, [u8; 2]),
) {
    while changed != 0 {
        let (mut rows, mut count) = ([[0; 2]; BATCH], 0_usize);
        for rows in &mut rows {
            let (index, values) = feature(changed.trailing_zeros() as usize);
            let (first, top) = net.pattern_of_feature(index);
            *rows = values.map(|value| first.wrapping_add(value.min(top).into()));
            count = count.wrapping_add(1);
            changed &= changed.wrapping_sub(1);
            if changed == 0 {
                break;
            }
        }
        exchange_rows::<SUMS>(sums, net, rows.get(..count).unwrap_or_default());
    }
}

/// Subtracts the first row of each pair from the sums, and adds the second row.
#[inline(always)]
fn exchange_rows<const SUMS: usize>(sums: &mut [i16; WIDTH_MAX], net: &Net<'_>, rows: &[[u32; 2]]) {
    let ((sums, _), (table, _)) = (sums.as_chunks_mut::<SUMS>(), net.table.as_chunks::<SUMS>());
    let blocks = net.width().checked_div(SUMS).unwrap_or(0);
    for (block, sums) in sums.iter_mut().take(blocks).enumerate() {
        let mut sum = *sums;
        for pair in rows {
            let [old, new] = pair.map(|row| table.get((row as usize).wrapping_mul(blocks).wrapping_add(block)));
            let (Some(old), Some(new)) = (old, new) else { break };
            for ((sum, &old), &new) in sum.iter_mut().zip(old).zip(new) {
                *sum = sum.wrapping_sub(i16::from_le_bytes(old)).wrapping_add(i16::from_le_bytes(new));
            }
        }
        *sums = sum;
    }
}
