//! Values that are updated by every move, so that an evaluation does not need to look at every
//! piece. They are the pattern of every line, and sums over each player's pieces.
//!
//! Adding or removing a piece takes four additions for its lines and one for the sums. Only an
//! evaluation looks up the values of the patterns. So playouts without an evaluation need only
//! these additions.

use crate::base::tables::{LOA_MOBILITY, LOA_STEPS};
use crate::game::value::Side;

/// The number of lines: 8 rows, 8 columns, 15 rising and 15 falling diagonals.
const LINES: usize = 46;

/// The values of the squares of one quarter of the board, as (value + 80) / 5 (Winands 2004, figure
/// 3.3).
const SQUARE_VALUES: [[u64; 4]; 4] = [[0, 11, 12, 12], [11, 18, 18, 18], [12, 18, 21, 21], [12, 18, 21, 26]];

/// For each square, four numbers of 16 bits: the number 1 (in the lowest bits), the column, the
/// row, and the value of the square.
static SQUARES: [u64; 64] = squares();

/// The pieces of both sides, as patterns of lines and as sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Incremental {
    /// The pattern of each line, as an index into [`LOA_MOBILITY`].
    lines: [u16; LINES],
    /// For each player, the sum of the [`SQUARES`] entries of the player's pieces.
    sums: [u64; 2],
}

/// Sums over the pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums(u64);

impl Incremental {
    /// The patterns and sums of a board without pieces.
    pub(super) const EMPTY: Self = Self { lines: empty_lines(), sums: [0; 2] };

    #[inline]
    pub(super) fn put(&mut self, player: Side, square: u32) {
        self.change(player, square, u16::wrapping_add, u64::wrapping_add);
    }

    #[inline]
    pub(super) fn take(&mut self, player: Side, square: u32) {
        self.change(player, square, u16::wrapping_sub, u64::wrapping_sub);
    }

    #[inline(always)]
    fn change(&mut self, player: Side, square: u32, line: fn(u16, u16) -> u16, sum: fn(u64, u64) -> u64) {
        let square = (square & 63) as usize;
        let steps = LOA_STEPS.get(square).copied().unwrap_or_default();
        for (number, step) in lines_through(square).into_iter().zip(steps) {
            if let Some(pattern) = self.lines.get_mut(number) {
                *pattern = line(*pattern, step.wrapping_shl(player as u32));
            }
        }
        if let Some(own) = self.sums.get_mut(player as usize) {
            *own = sum(*own, SQUARES.get(square).copied().unwrap_or_default());
        }
    }

    /// The sums over the pieces of `player`.
    #[inline]
    pub(super) const fn sums(&self, player: Side) -> Sums {
        let [first, second] = self.sums;
        Sums(match player {
            Side::First => first,
            Side::Second => second,
        })
    }

    /// Returns the first player's mobility minus the second player's mobility, in quarters of a
    /// move. A capture counts as two moves, a move to the edge as half a move, and a move along the
    /// edge as a quarter.
    #[inline]
    pub(super) fn mobility(&self) -> i32 {
        let value = |&pattern: &u16| LOA_MOBILITY.get(usize::from(pattern)).copied().unwrap_or_default();
        self.lines.iter().fold(0_i32, |sum, pattern| sum.wrapping_add(i32::from(value(pattern))))
    }
}

impl Sums {
    /// The number of pieces.
    #[inline]
    pub(super) const fn pieces(self) -> u32 {
        self.field(0)
    }

    /// The sum of the pieces' columns, 0 to 7 each.
    #[inline]
    pub(super) const fn columns(self) -> u32 {
        self.field(16)
    }

    /// The sum of the pieces' rows, 0 to 7 each.
    #[inline]
    pub(super) const fn rows(self) -> u32 {
        self.field(32)
    }

    /// The sum of the values of the pieces' squares, each as (value + 80) / 5.
    #[inline]
    pub(super) const fn values(self) -> u32 {
        self.field(48)
    }

    const fn field(self, shift: u32) -> u32 {
        self.0.wrapping_shr(shift) as u32 & 0xFFFF
    }
}

/// Returns the row, column, rising and falling diagonal of a square, as indices into
/// [`Incremental::lines`].
#[inline(always)]
const fn lines_through(square: usize) -> [usize; 4] {
    let (x, y) = (square & 7, square.wrapping_shr(3));
    [y, x.wrapping_add(8), x.wrapping_sub(y).wrapping_add(23), x.wrapping_add(y).wrapping_add(31)]
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed at build time
const fn squares() -> [u64; 64] {
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let value = SQUARE_VALUES[if y < 4 { y } else { 7 - y }][if x < 4 { x } else { 7 - x }];
        squares[square] = 1 | (x as u64) << 16 | (y as u64) << 32 | value << 48;
        square += 1;
    }
    squares
}

/// For each line, the index in [`LOA_MOBILITY`] at which the table of the line begins.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed at build time
const fn empty_lines() -> [u16; LINES] {
    /// The number of entries in the table for lines along the edge. The tables for inner lines come
    /// after it, longer lines first.
    const EDGE: u16 = 6561;
    let mut lines = [0; LINES];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let through = lines_through(square);
        lines[through[0]] = if y == 0 || y == 7 { 0 } else { EDGE };
        lines[through[1]] = if x == 0 || x == 7 { 0 } else { EDGE };
        let rising = x.abs_diff(y);
        let falling = (x + y).abs_diff(7);
        let mut diagonal = 2;
        while diagonal < 4 {
            let shorter_by = if diagonal == 2 { rising } else { falling };
            let (mut begin, mut entries, mut count) = (EDGE, 6561, 0);
            while count < shorter_by {
                begin += entries;
                entries /= 3;
                count += 1;
            }
            lines[through[diagonal]] = begin;
            diagonal += 1;
        }
        square += 1;
    }
    lines
}

#[cfg(test)]
#[path = "incremental_tests.rs"]
mod tests;
