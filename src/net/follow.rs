//! Updates an accumulator to the next position. For each feature that has changed, it subtracts the
//! old row of the net and adds the new row.
//!
//! It first finds the changed features of a whole group without branches, as one bit per feature.
//! Then it lists their rows, and exchanges all of them in one pass over the sums. On bare metal,
//! `follow_small.rs` does this with less code.

use super::format::Net;
use super::{FEATURES_MAX, LANES, WIDTH_MAX};

/// This many features, one byte each, are compared as one integer.
const WORD: usize = 8;
/// The number of features in a group. The changes of a group are one integer, with one bit per
/// feature.
const GROUP: usize = 64;
/// In one pass over the sums, the rows of at most this many changed features are exchanged.
const BATCH: usize = 16;
/// A pass updates this many sums at a time, because they fit into registers. If the width of the
/// net is not a multiple of this number, it updates [`LANES`] sums at a time.
pub(super) const WIDE: usize = 32;

/// The sums belong to the features `seen`. Changes them to the sums of the features `now`, and
/// copies `now` to `seen`. Every feature of the net must have its own pattern.
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

/// Does the work of [`follow`] for the features from `first` on. Both slices begin with the feature
/// `first`. The width of the net must be a multiple of `SUMS`.
#[inline(always)]
pub(super) fn follow_bytes<const SUMS: usize>(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    mut first: usize,
    seen: &mut [u8],
    now: &[u8],
) {
    // The bytes after the last feature have no pattern. For these bytes, row 0 is exchanged with
    // row 0.
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

/// Compares two groups of features. If byte i of word j differs, bit `8 * i + j` of the result is
/// set. This order of bits needs the fewest operations.
#[inline]
fn changes(before: &[u8; GROUP], now: &[u8; GROUP]) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let ((before, _), (now, _)) = (before.as_chunks::<WORD>(), now.as_chunks::<WORD>());
    before.iter().zip(now).fold(0, |changes, (&before, &now)| {
        let different = u64::from_le_bytes(before) ^ u64::from_le_bytes(now);
        // In each byte that is not 0, only the highest bit is set.
        let high = ((different & LOW).wrapping_add(LOW) | different) & !LOW;
        changes >> 1 | high
    })
}

/// Exchanges the rows of all features whose bits are set in `changed`. For each bit, `feature`
/// returns the index of the feature, its old value and its new value.
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
