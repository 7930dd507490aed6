//! Features on boards: a square takes one bit instead of one byte (see
//! [`crate::game::knowledge::Knowledge::feature_boards`]).
//!
//! With boards, a few bit operations find all squares that differ between two positions. With
//! bytes, every byte must be written, compared and copied.

use super::follow::{WIDE, exchange, follow_bytes};
use super::format::Net;
use super::{FEATURES_MAX, LANES, WIDTH_MAX};

/// The number of features on the boards.
pub(super) const SQUARES: usize = 64;
/// The boards take this many bytes at the beginning of the features. The other features follow, one
/// byte each.
pub(super) const BOARD_BYTES: usize = 16;

/// Writes the two boards to the beginning of the features.
#[inline]
pub(super) fn store([first, second]: [u64; 2], features: &mut [u8; FEATURES_MAX]) {
    if let Some(bytes) = features.first_chunk_mut::<BOARD_BYTES>() {
        *bytes = (u128::from(second) << 64 | u128::from(first)).to_le_bytes();
    }
}

/// Reads the two boards from the beginning of the features.
#[inline]
fn read(features: &[u8; FEATURES_MAX]) -> [u64; 2] {
    let bytes = features.first_chunk::<BOARD_BYTES>().copied().unwrap_or_default();
    let both = u128::from_le_bytes(bytes);
    [both as u64, (both >> 64) as u64]
}

/// The sums belong to the features `seen`. Changes them to the sums of the features `now`. Both
/// slices begin with boards. Then copies `now` to `seen`.
#[inline]
pub(super) fn follow(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    seen: &mut [u8; FEATURES_MAX],
    now: &[u8; FEATURES_MAX],
) {
    if net.width().is_multiple_of(WIDE) {
        follow_all::<WIDE>(sums, net, seen, now);
    } else {
        follow_all::<LANES>(sums, net, seen, now);
    }
}

/// Does the work of [`follow`], if the width of the net is a multiple of `SUMS`.
#[inline(always)]
fn follow_all<const SUMS: usize>(
    sums: &mut [i16; WIDTH_MAX],
    net: &Net<'_>,
    seen: &mut [u8; FEATURES_MAX],
    now: &[u8; FEATURES_MAX],
) {
    let [old, new] = [read(seen), read(now)];
    let changed = old.iter().zip(new).fold(0, |changed, (old, new)| changed | old ^ new);
    exchange::<SUMS>(sums, net, changed, |square| {
        let bit = |board: u64| board.wrapping_shr(square as u32) as u8 & 1;
        (square, [old, new].map(|[first, second]| bit(first) | bit(second) << 1))
    });
    store(new, seen);
    let (seen, now) = (seen.get_mut(BOARD_BYTES..), now.get(BOARD_BYTES..));
    follow_bytes::<SUMS>(sums, net, SQUARES, seen.unwrap_or_default(), now.unwrap_or_default());
}
