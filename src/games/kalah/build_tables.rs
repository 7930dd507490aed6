//! What sowing adds to the rows of Kalah.
#![allow(clippy::arithmetic_side_effects)] // it runs where the kernel is built, not in it

/// Entry `128 * first + 16 * byte + n`: what the sower's row and the other one get of `n` stones
/// that are dealt from the place behind this byte of the sower's row on, whose houses begin with
/// byte `first`.
pub(crate) fn sowings() -> Vec<(u64, u64)> {
    (0..7 * 128).map(|entry| sowing(entry / 128, entry / 16 % 8, entry % 16)).collect()
}

fn sowing(first: u32, byte: u32, stones: u32) -> (u64, u64) {
    // The round of places: the own houses, the store, the other's houses.
    let (own, lap) = (8 - first, 15 - 2 * first);
    let next = byte.saturating_sub(first) + 1;
    let (mut row, mut other) = (0, 0);
    for place in (next..next + stones).map(|place| place % lap) {
        if place < own {
            row += 1_u64 << (8 * (first + place));
        } else {
            other += 1_u64 << (8 * (first + place - own));
        }
    }
    (row, other)
}
