//! Functions that write input features for nets. They read bitboards, or rows of bytes.

#[cfg(not(target_os = "none"))]
use crate::base::bits::ONES;

/// Adds `value` to the feature of each square whose bit is set in `board`. `features` has one entry
/// per square, row by row. Each row of `board` has eight bits. Only the first `columns` bits are
/// used.
#[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off a small stack
pub(crate) fn add_board(board: u64, value: u8, columns: usize, features: &mut [u8]) {
    let mut rest = board;
    for row in features.chunks_mut(columns.max(1)) {
        #[cfg(not(target_os = "none"))]
        add_row(ones_of(rest as u8).wrapping_mul(value.into()), row);
        #[cfg(target_os = "none")]
        add_fours(rest as u8, value, row);
        rest >>= 8;
    }
}

/// Calls [`add_board`] for two boards: adds 1 to the features of the first board, and 2 to the
/// features of the second board.
#[inline]
pub(crate) fn add_boards(boards: [u64; 2], columns: usize, features: &mut [u8]) {
    #[cfg(target_os = "none")]
    {
        let [first, second] = boards;
        add_board(first, 1, columns, features);
        add_board(second, 2, columns, features);
    }
    #[cfg(not(target_os = "none"))]
    {
        let [mut first, mut second] = boards;
        for row in features.chunks_mut(columns.max(1)) {
            add_row(ones_of(first as u8).wrapping_add(ones_of(second as u8) << 1), row);
            (first, second) = (first >> 8, second >> 8);
        }
    }
}

/// Adds the bytes of `added` to the features of a row. The lowest byte is added to the first
/// feature. A row has at most eight features.
#[cfg(not(target_os = "none"))]
#[inline]
fn add_row(added: u64, row: &mut [u8]) {
    if let ([row], []) = row.as_chunks_mut() {
        // No feature exceeds 255, so no byte carries into the next byte.
        *row = u64::from_le_bytes(*row).wrapping_add(added).to_le_bytes();
        return;
    }
    row.iter_mut().zip(added.to_le_bytes()).for_each(|(feature, added)| *feature = feature.wrapping_add(added));
}

/// Returns a word in which byte i is 1 if bit i of `bits` is set, and otherwise 0.
#[cfg(not(target_os = "none"))]
#[inline]
fn ones_of(bits: u8) -> u64 {
    /// A word in which byte i has only bit i set.
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let alone = u64::from(bits).wrapping_mul(ONES) & DIAGONAL;
    alone.wrapping_add(ONES * 0x7F) >> 7 & ONES
}

/// Adds `value` to each feature of `row` whose bit is set in `bits`, four features at a time. This
/// version is for 32-bit processors.
#[cfg(any(test, target_os = "none"))]
#[inline]
fn add_fours(bits: u8, value: u8, row: &mut [u8]) {
    let (fours, others) = row.as_chunks_mut::<4>();
    let mut rest = u32::from(bits);
    for four in fours {
        // Spreads the lowest four bits over four bytes, one bit in each byte.
        let ones = (rest & 0xF).wrapping_mul(0x0020_4081) & 0x0101_0101;
        *four = u32::from_le_bytes(*four).wrapping_add(ones.wrapping_mul(value.into())).to_le_bytes();
        rest >>= 4;
    }
    for feature in others {
        *feature = feature.wrapping_add(if rest & 1 != 0 { value } else { 0 });
        rest >>= 1;
    }
}

/// Writes the bytes of two rows as features. The lowest byte becomes the first feature. Each row
/// fills half of the features.
pub(crate) fn row_features(rows: [u64; 2], features: &mut [u8]) {
    let half = (features.len() / 2).max(1);
    for (row, features) in rows.into_iter().zip(features.chunks_mut(half)) {
        features.iter_mut().zip(row.to_le_bytes()).for_each(|(feature, byte)| *feature = byte);
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
