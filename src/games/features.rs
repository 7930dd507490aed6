//! Features for nets, of games with boards of bits or rows of bytes.

use crate::bits::ONES;

/// Writes 1 where the one board has a bit, 2 where the other has one, 3 where both have: row by row,
/// of each row the first so many `columns`.
pub(crate) fn board_features(one: u64, other: u64, columns: usize, features: &mut [u8]) {
    let rows = one.to_le_bytes().into_iter().zip(other.to_le_bytes());
    for ((one, other), row) in rows.zip(features.chunks_mut(columns.max(1))) {
        let row_features = bits_to_bytes(one).wrapping_add(bits_to_bytes(other) << 1).to_le_bytes();
        row.iter_mut().zip(row_features).for_each(|(feature, value)| *feature = value);
    }
}

/// A byte for each bit, 0 or 1, the lowest first.
#[inline]
const fn bits_to_bytes(bits: u8) -> u64 {
    /// In each byte the bit of its number.
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let alone = (bits as u64).wrapping_mul(ONES) & DIAGONAL;
    alone.wrapping_add(ONES * 0x7F) >> 7 & ONES
}

/// Writes the bytes of two rows, half of the features each.
pub(crate) fn row_features(rows: [u64; 2], features: &mut [u8]) {
    let half = (features.len() / 2).max(1);
    for (row, features) in rows.into_iter().zip(features.chunks_mut(half)) {
        features.iter_mut().zip(row.to_le_bytes()).for_each(|(feature, byte)| *feature = byte);
    }
}
