//! The evaluation function of Othello: the sum of a weight for each pair of adjacent squares, which
//! depends on the state of the two squares ([`super::pairs`]). It is from the point of view of the
//! player to move. The weights include the advantage of being on move.
//!
//! Builds for targets with an operating system use tables of 12 KiB. The tables contain the sums of
//! the pair weights of a line, for every pattern of discs on its first four squares, on its last
//! four, and on its middle two. The lines are the rows of four boards: the board, the board with
//! rows and columns exchanged, and two boards with rotated columns. In a board with rotated
//! columns, diagonals become rows, and most rows contain two diagonals.
//!
//! The evaluation takes 40 ns. An evaluation that counted the bits of shifted boards took over 400
//! ns. Tables for whole lines would take the same time, but ten times the memory. On bare metal,
//! even tables of 12 KiB would need much flash. So the weights of the 210 pairs are looked up one
//! by one.

use super::pairs::{Kind, Place, WEIGHTS};
use super::rules::Othello;
use crate::base::bits::bit;

#[cfg(not(target_os = "none"))]
use crate::base::tables::{OTHELLO_ROWS, OTHELLO_SLANTS};

impl Othello {
    /// The raw evaluation, from the point of view of the player to move.
    #[cfg(not(target_os = "none"))]
    #[inline]
    pub(super) fn pair_points(&self) -> i32 {
        self.line_points()
    }

    /// The raw evaluation, from the point of view of the player to move.
    #[cfg(target_os = "none")]
    pub(super) fn pair_points(&self) -> i32 {
        self.single_points()
    }

    /// Returns how many pairs have each class and state, from the point of view of the player to
    /// move.
    #[must_use]
    pub fn pairs(&self) -> [i32; WEIGHTS] {
        let mut counts = [0_i32; WEIGHTS];
        self.each_pair(|weight| {
            if let Some(count) = counts.get_mut(weight) {
                *count = count.wrapping_add(1);
            }
        });
        counts
    }

    /// The raw evaluation, computed pair by pair.
    #[cfg(any(target_os = "none", test))]
    pub(super) fn single_points(&self) -> i32 {
        let mut sum = 0_i32;
        self.each_pair(|weight| {
            let weight = super::weights::PAIR_WEIGHTS.get(weight).copied().unwrap_or_default();
            sum = sum.wrapping_add(i32::from(weight));
        });
        sum
    }

    /// Calls `count` for each pair, with the index of its weight.
    #[inline]
    fn each_pair(&self, mut count: impl FnMut(usize)) {
        let state = |x: u32, y: u32| {
            let square = bit(y.wrapping_mul(8).wrapping_add(x));
            u32::from(self.own & square != 0).wrapping_add(u32::from(self.other & square != 0).wrapping_mul(2))
        };
        for y in 0..8_u32 {
            for x in 0..8_u32 {
                let (right, up) = (x.wrapping_add(1), y.wrapping_add(1));
                let mut pair = |kind, first, second| count(Place::of(kind, x, y).weight(first, second));
                if x < 7 {
                    pair(Kind::Row, state(x, y), state(right, y));
                }
                if y < 7 {
                    pair(Kind::Column, state(x, y), state(x, up));
                }
                if x < 7 && y < 7 {
                    pair(Kind::Rising, state(x, y), state(right, up));
                    pair(Kind::Falling, state(right, y), state(x, up));
                }
            }
        }
    }
}

#[cfg(not(target_os = "none"))]
impl Othello {
    /// The raw evaluation, computed line by line.
    #[inline]
    pub(super) fn line_points(&self) -> i32 {
        let boards = [self.own, self.other];
        // If the rows are in reverse order, a falling diagonal becomes a rising diagonal.
        let reversed = boards.map(u64::swap_bytes);
        straight(boards)
            .wrapping_add(straight(boards.map(transposed)))
            .wrapping_add(slanting(boards.map(rotated)))
            .wrapping_add(slanting(reversed.map(rotated)))
    }
}

/// The sum of the pair weights within rows. `boards` contains the discs of the mover and of the
/// opponent.
#[cfg(not(target_os = "none"))]
#[inline]
fn straight(boards: [u64; 2]) -> i32 {
    const CLASS_OF_ROW: [usize; 8] = [0, 1, 2, 3, 3, 2, 1, 0];
    rows(boards).zip(CLASS_OF_ROW).fold(0, |sum, (row, class)| sum.wrapping_add(of_line(&OTHELLO_ROWS, class, row)))
}

/// Returns the sum of the pair weights on rising diagonals. `boards` contains the discs of the
/// mover and of the opponent. Their columns are rotated by [`rotated`].
#[cfg(not(target_os = "none"))]
#[inline]
fn slanting(boards: [u64; 2]) -> i32 {
    rows(boards).zip(0..).fold(0, |sum, (row, line)| sum.wrapping_add(of_line(&OTHELLO_SLANTS, line, row)))
}

/// For each row, returns the discs on its first four squares, on its last four squares, and on the
/// two squares in the middle. The mover's discs are in the lower bits, and the opponent's discs are
/// in the higher bits.
#[cfg(not(target_os = "none"))]
#[inline]
fn rows([own, other]: [u64; 2]) -> impl Iterator<Item = [u8; 3]> {
    const FIRST: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    const TWO: u64 = 0x0303_0303_0303_0303;
    let first = own & FIRST | (other & FIRST) << 4;
    let last = own >> 4 & FIRST | other & !FIRST;
    let middle = own >> 3 & TWO | (other >> 3 & TWO) << 2;
    let [first, last, middle] = [first, last, middle].map(u64::to_le_bytes);
    first.into_iter().zip(last).zip(middle).map(|((first, last), middle)| [first, last, middle])
}

/// Returns the sum of the pair weights of one line. It is the sum of three entries of the table,
/// for the first four, the last four and the middle two squares. Each pair is in one of these
/// parts.
#[cfg(not(target_os = "none"))]
#[inline]
fn of_line(table: &[i16], line: usize, [first, last, middle]: [u8; 3]) -> i32 {
    let at = |part: usize, discs: u8| {
        let place = line.wrapping_mul(528).wrapping_add(part).wrapping_add(discs.into());
        table.get(place).copied().map_or(0, i32::from)
    };
    at(0, first).wrapping_add(at(256, last)).wrapping_add(at(512, middle))
}

/// Exchanges columns and rows. First exchanges blocks of 4 x 4 squares, then blocks of 2 x 2
/// squares, then single squares.
#[cfg(not(target_os = "none"))]
#[inline]
pub(super) const fn transposed(board: u64) -> u64 {
    let changed = (board ^ board >> 28) & 0x0000_0000_F0F0_F0F0;
    let board = board ^ changed ^ changed << 28;
    let changed = (board ^ board >> 14) & 0x0000_CCCC_0000_CCCC;
    let board = board ^ changed ^ changed << 14;
    let changed = (board ^ board >> 7) & 0x00AA_00AA_00AA_00AA;
    board ^ changed ^ changed << 7
}

/// Rotates column c down by c rows. Then row k contains the diagonal that rises from the first
/// square of row k, and after it a diagonal that rises from the lowest row.
#[cfg(not(target_os = "none"))]
#[inline]
pub(super) const fn rotated(board: u64) -> u64 {
    let board = board ^ (board ^ board.rotate_right(8)) & 0xAAAA_AAAA_AAAA_AAAA;
    let board = board ^ (board ^ board.rotate_right(16)) & 0xCCCC_CCCC_CCCC_CCCC;
    board ^ (board ^ board.rotate_right(32)) & 0xF0F0_F0F0_F0F0_F0F0
}
