//! Updates an accumulator to the next position. This version has little code, for bare metal.
//! `follow.rs` is faster.

use super::format::Net;
use super::{FEATURES_MAX, LANES, WIDTH_MAX};
use core::mem::replace;

/// This many features, one byte each, are compared as one integer. The first feature is the lowest
/// byte.
const COMPARED: usize = 4;

/// The sums belong to the features `seen`. Changes them to the sums of the features `now`, and
/// copies `now` to `seen`. For each changed feature, subtracts the row of the old value and adds
/// the row of the new value. Every feature of the net must have its own pattern.
#[inline]
pub(super) fn follow(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    seen: &mut [u8; FEATURES_MAX],
    now: &[u8; FEATURES_MAX],
) {
    // The bytes after the last feature have no pattern. For these bytes, row 0 is exchanged with
    // row 0.
    let used = net.features().div_ceil(COMPARED);
    let ((seen, _), (now, _)) = (seen.as_chunks_mut::<COMPARED>(), now.as_chunks::<COMPARED>());
    let mut index = 0_usize;
    for (seen, &now) in seen.get_mut(..used).unwrap_or_default().iter_mut().zip(now) {
        let [before, now] = [u32::from_le_bytes(replace(seen, now)), u32::from_le_bytes(now)];
        let mut different = before ^ now;
        while different != 0 {
            let bit = different.trailing_zeros() & !7;
            let (first, top) = net.pattern_of_feature(index.wrapping_add(bit as usize / 8));
            let row = |seen: u32| net.row_at(first.wrapping_add((seen.wrapping_shr(bit) as u8).min(top).into()));
            exchange(sums, row(before), row(now));
            different &= !u32::from(u8::MAX).wrapping_shl(bit);
        }
        index = index.wrapping_add(COMPARED);
    }
}

/// Subtracts one row from the sums, and adds another row.
#[inline]
fn exchange(sums: &mut [i16; WIDTH_MAX], old: &[[u8; 2]], new: &[[u8; 2]]) {
    let ((sums, _), (old, _), (new, _)) = (sums.as_chunks_mut::<LANES>(), old.as_chunks::<LANES>(), new.as_chunks());
    for ((sums, old), new) in sums.iter_mut().zip(old).zip(new) {
        for ((sum, &old), &new) in sums.iter_mut().zip(old).zip::<&[_; LANES]>(new) {
            *sum = sum.wrapping_sub(i16::from_le_bytes(old)).wrapping_add(i16::from_le_bytes(new));
        }
    }
}
