//! Selects the rows of the patterns of a net from bitboards. [`crate::net`] would select the same
//! rows from the features, but this takes several times as long.
//!
//! The patterns are the same as in `othello.patterns`, in the manner of Logistello (Buro 1997):
//! lines and diagonals, corners of 3 x 3 and of 5 x 2 squares, the moves of both players, and the
//! number of discs. A square is a digit with base 3: 0 empty, 1 a disc of the mover, 2 a disc of
//! the opponent. The first square of a pattern is the lowest digit.

use super::eval::{rotated, transposed};
use super::facts::Facts;
use super::flips::moves;
use super::rules::Othello;
use crate::base::tables::OTHELLO_DIGITS;

/// The layout ([`crate::net::Net::layout`]) of the patterns of `othello.patterns`.
pub(super) const LAYOUT: u32 = 0x6E3E_67D7;

/// The number of patterns.
const PATTERNS: usize = 49;
/// The number of states of eight squares.
const EIGHT: u32 = 6561;
/// The first row of each table of patterns.
const LINES: u32 = 0;
const DIAGONALS_8: u32 = LINES + 4 * 2 * EIGHT;
const DIAGONALS_7: u32 = DIAGONALS_8 + 2 * EIGHT;
const DIAGONALS_6: u32 = DIAGONALS_7 + 2187;
const DIAGONALS_5: u32 = DIAGONALS_6 + 729;
const DIAGONALS_4: u32 = DIAGONALS_5 + 243;
const CORNERS_3: u32 = DIAGONALS_4 + 81;
const CORNERS_5: u32 = CORNERS_3 + 19_683;
const OWN_MOVES: u32 = CORNERS_5 + 59_049;
const OTHER_MOVES: u32 = OWN_MOVES + 16 * 15;
const DISCS: u32 = OTHER_MOVES + 16 * 15;

impl Othello {
    /// Implements [`crate::game::knowledge::Knowledge::pattern_rows`].
    #[inline]
    pub(super) fn rows_of_patterns(&self, layout: u32, rows: &mut [u32]) -> usize {
        if layout != LAYOUT || rows.len() < PATTERNS {
            return 0;
        }
        let facts = Facts::of(self, moves(self.other, self.own));
        let board = Board { own: self.own, other: self.other };
        let across = board.turned(transposed);
        let mut rows = Rows { rows, count: 0 };
        rows.add_lines(board, facts.late);
        rows.add_lines(across, facts.late);
        rows.add_diagonals(board.turned(rotated), facts.late);
        rows.add_diagonals(board.turned(u64::swap_bytes).turned(rotated), facts.late);
        let turns: [fn(u64) -> u64; 4] = [|board| board, u64::swap_bytes, u64::reverse_bits, mirrored];
        for turn in turns {
            rows.add_corner(board.turned(turn), across.turned(turn));
        }
        rows.add_facts(facts);
        rows.count
    }
}

/// The discs of the mover and of the opponent, on the board or on an image of the board.
#[derive(Clone, Copy)]
struct Board {
    own: u64,
    other: u64,
}

impl Board {
    /// An image of this board.
    #[inline]
    fn turned(self, turn: impl Fn(u64) -> u64) -> Self {
        Self { own: turn(self.own), other: turn(self.other) }
    }

    /// Returns the state of some squares as a number. `squares` shifts the board so that these
    /// squares are the lowest bits.
    #[inline]
    fn state(self, squares: impl Fn(u64) -> u64) -> u32 {
        let [own, other] = [self.own, self.other]
            .map(|discs| OTHELLO_DIGITS.get(squares(discs) as usize).map_or(0, |&digits| u32::from(digits)));
        own.wrapping_add(other.wrapping_mul(2))
    }
}

/// The board with its columns in reverse order.
const fn mirrored(board: u64) -> u64 {
    board.reverse_bits().swap_bytes()
}

/// A list of rows.
struct Rows<'a> {
    rows: &'a mut [u32],
    count: usize,
}

impl Rows<'_> {
    #[inline]
    fn add(&mut self, first: u32, state: u32) {
        if let Some(row) = self.rows.get_mut(self.count) {
            *row = first.wrapping_add(state);
            self.count = self.count.wrapping_add(1);
        }
    }

    /// Adds the eight lines of the board.
    #[inline]
    fn add_lines(&mut self, board: Board, late: u32) {
        for line in 0..8_u32 {
            let kind = line.min(line ^ 7).wrapping_mul(2).wrapping_add(late);
            let first = LINES.wrapping_add(kind.wrapping_mul(EIGHT));
            self.add(first, board.state(|discs| discs >> line.wrapping_mul(8) & 0xFF));
        }
    }

    /// Adds the rising diagonals that have at least four squares. The columns of the board must be
    /// [`rotated`]. Then a row has the diagonal that rises from the first square of the row, and
    /// after it a diagonal that rises from the lowest row.
    #[inline]
    fn add_diagonals(&mut self, board: Board, late: u32) {
        self.add(DIAGONALS_8.wrapping_add(late.wrapping_mul(EIGHT)), board.state(|discs| discs & 0xFF));
        for (length, first) in [(7_u32, DIAGONALS_7), (6, DIAGONALS_6), (5, DIAGONALS_5), (4, DIAGONALS_4)] {
            let rest = 8_u32.wrapping_sub(length);
            self.add(first, board.state(|discs| discs >> rest.wrapping_mul(8) & 0xFF >> rest));
            self.add(first, board.state(|discs| (discs >> length.wrapping_mul(8) & 0xFF) >> rest));
        }
    }

    /// Adds the patterns of the corner at the first square of the board. `across` is the board with
    /// rows and columns exchanged.
    #[inline]
    fn add_corner(&mut self, board: Board, across: Board) {
        let five = |discs: u64| discs & 0x1F | discs >> 3 & 0x3E0;
        self.add(CORNERS_3, board.state(|discs| discs & 7 | discs >> 5 & 0o70 | discs >> 10 & 0o700));
        self.add(CORNERS_5, board.state(five));
        self.add(CORNERS_5, across.state(five));
    }

    #[inline]
    fn add_facts(&mut self, facts: Facts) {
        let stage = facts.stage.wrapping_mul(16);
        self.add(OWN_MOVES.wrapping_add(stage), facts.own_moves);
        self.add(OTHER_MOVES.wrapping_add(stage), facts.other_moves);
        self.add(DISCS, facts.discs);
    }
}
