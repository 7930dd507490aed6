//! Computes a table for Kalah in the build script. It has the numbers that a sowing adds to the
//! rows of both players.
#![allow(clippy::arithmetic_side_effects)] // runs in the build script, not in the kernel

/// Returns the table of sowings. Entry `128 * first + 16 * byte + n` is for a sowing of n stones.
/// It has the numbers that the sowing adds to the sower's row and to the opponent's row. The first
/// stone falls into the place after `byte` of the sower's row. `first` is the byte at which the
/// houses of a row begin.
pub(crate) fn sowings() -> Vec<(u64, u64)> {
    (0..7 * 128).map(|entry| sowing(entry / 128, entry / 16 % 8, entry % 16)).collect()
}

fn sowing(first: u32, byte: u32, stones: u32) -> (u64, u64) {
    // Places are numbered in the order of sowing: the sower's houses, the sower's store, the
    // opponent's houses.
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
