//! The rules of Breakthrough, on bitboards. A smaller board is the lower left corner of an 8 x 8
//! board, so the same code works for all sizes.

use core::hint::select_unpredictable;

use crate::base::bits::{FILE_A, FILE_H, bit, ones, running_counts, select};
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};

/// The lowest row of the 8 x 8 board.
const ROW_1: u64 = 0xFF;

/// A position of Breakthrough. The first player starts on the two lowest rows and moves up.
///
/// A move is `from + 64 * to`. On boards of every size, squares are numbered a1 = 0, b1 = 1, ...,
/// a2 = 8, ..., h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Breakthrough {
    /// The pieces of the player to move. Pieces are stored by turn, not by colour. So the code that
    /// makes a move does not need to test whose turn it is.
    pub(super) own: u64,
    /// The pieces of the player who has just moved.
    pub(super) other: u64,
    /// The squares of the board.
    pub(super) board: u64,
    /// Whose turn it is.
    pub(super) player: Side,
}

/// The target squares of moves. Each of the three directions of a step has its own set. For both
/// players, left is towards column a.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    /// The target squares of diagonal steps to the left.
    pub(super) left: u64,
    /// The targets of straight steps.
    pub(super) straight: u64,
    /// The target squares of diagonal steps to the right.
    pub(super) right: u64,
}

impl Targets {
    /// Keeps only the moves to `squares`.
    pub(super) const fn among(self, squares: u64) -> Self {
        Self { left: self.left & squares, straight: self.straight & squares, right: self.right & squares }
    }

    /// The number of moves.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.left.count_ones().wrapping_add(self.straight.count_ones()).wrapping_add(self.right.count_ones())
    }

    /// Returns the target square of the move with index `rank`, and the move's change of column
    /// (-1, 0 or +1). `rank` is less than [`Targets::count`].
    ///
    /// `rank` is often random, so a processor cannot predict which of the three sets contains the
    /// move. So the code has no branches.
    #[inline(always)] // takes most of a playout
    fn at(self, rank: u32) -> (u32, i32) {
        let straight_from = self.left.count_ones();
        let right_from = straight_from.wrapping_add(self.straight.count_ones());
        let (is_left, is_right) = (rank < straight_from, rank >= right_from);
        let beyond_left = select_unpredictable(is_right, self.right, self.straight);
        let squares = select_unpredictable(is_left, self.left, beyond_left);
        let beyond_first = select_unpredictable(is_right, right_from, straight_from);
        let first = select_unpredictable(is_left, 0, beyond_first);
        // Counts the bits of all three sets, although it needs only one of them. So counting does
        // not have to wait until the set is chosen.
        let beyond_left = select_unpredictable(is_right, running_counts(self.right), running_counts(self.straight));
        let running = select_unpredictable(is_left, running_counts(self.left), beyond_left);
        let target = select(squares, running, rank.wrapping_sub(first));
        (target, i32::from(is_right).wrapping_sub(i32::from(is_left)))
    }
}

impl Breakthrough {
    /// The starting position on a board of `columns` (2 to 8) by `rows` (4 to 8), or `None` for any
    /// other size.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns < 2 || columns > 8 || rows < 4 || rows > 8 {
            return None;
        }
        let row = ROW_1.wrapping_shr(8_u32.wrapping_sub(columns as u32));
        let board =
            row.wrapping_mul(FILE_A) & u64::MAX.wrapping_shr(64_u32.wrapping_sub((rows as u32).wrapping_mul(8)));
        Some(Self { own: board & 0xFFFF, other: board & !(board >> 16), board, player: Side::First })
    }

    /// Returns the starting position of the game with this name: `breakthrough` (8 x 8), or a name
    /// with a size such as `breakthrough_6x5` (6 columns, 5 rows). Returns `None` for any other
    /// name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::board_of_name(name).and_then(|(columns, rows)| Self::new(columns, rows))
    }

    /// Returns the numbers of columns and rows of the board that this name describes. Does not
    /// check that the size is valid.
    #[must_use]
    pub fn board_of_name(name: &str) -> Option<(u8, u8)> {
        match name.strip_prefix("breakthrough")?.as_bytes() {
            [] => Some((8, 8)),
            [b'_', columns, b'x', rows] => Some((columns.checked_sub(b'0')?, rows.checked_sub(b'0')?)),
            _ => None,
        }
    }

    /// The number of columns of the board, 2 to 8.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        (self.board & ROW_1).count_ones() as u8
    }

    /// The number of rows of the board, 4 to 8.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        (self.board & FILE_A).count_ones() as u8
    }

    /// The pieces of `player`.
    pub(super) const fn pieces(&self, player: Side) -> u64 {
        match (player, self.player) {
            (Side::First, Side::First) | (Side::Second, Side::Second) => self.own,
            _ => self.other,
        }
    }

    /// The row on which a piece of `player` wins: the opponent's home row.
    #[inline]
    pub(super) const fn goal(&self, player: Side) -> u64 {
        match player {
            Side::First => self.board & !(self.board >> 8),
            Side::Second => self.board & ROW_1,
        }
    }

    /// Returns all squares that are one diagonal step in front of `squares`, as seen by `player`.
    #[inline]
    pub(super) const fn diagonals_ahead(&self, player: Side, squares: u64) -> u64 {
        let diagonals = match player {
            Side::First => (squares << 7 & !FILE_H) | (squares << 9 & !FILE_A),
            Side::Second => (squares >> 9 & !FILE_H) | (squares >> 7 & !FILE_A),
        };
        diagonals & self.board
    }

    /// The moves of the player to move. A step over the left or right edge leads to a column
    /// outside the board, or to the opposite edge. Both kinds of targets are removed with a mask.
    /// No piece is on its goal row, so no step goes beyond that row.
    #[inline(always)] // takes most of a playout
    pub(super) const fn targets(&self) -> Targets {
        let not_own = self.board & !self.own;
        let empty = not_own & !self.other;
        match self.player {
            Side::First => Targets {
                left: self.own << 7 & !FILE_H & not_own,
                straight: self.own << 8 & empty,
                right: self.own << 9 & !FILE_A & not_own,
            },
            Side::Second => Targets {
                left: self.own >> 9 & !FILE_H & not_own,
                straight: self.own >> 8 & empty,
                right: self.own >> 7 & !FILE_A & not_own,
            },
        }
    }

    /// Returns the mover's move to `target`. `right` tells by how many columns the piece moves to
    /// the right: -1, 0 or +1.
    #[inline]
    const fn move_to(&self, target: u32, right: i32) -> Move {
        let step = self.player.sign().wrapping_mul(8).wrapping_add(right);
        Move(target.wrapping_sub(step as u32) & 63 | target << 6)
    }

    /// Appends the moves of `targets` to `moves`: steps to the left, then straight steps, then
    /// steps to the right. Each group is ordered by target square, from a1 on.
    pub(super) fn list(&self, targets: Targets, moves: &mut MoveList<'_>) {
        ones(targets.left).for_each(|target| moves.push(self.move_to(target, -1)));
        ones(targets.straight).for_each(|target| moves.push(self.move_to(target, 0)));
        ones(targets.right).for_each(|target| moves.push(self.move_to(target, 1)));
    }

    /// Returns the move with index `rank` among the moves of `targets`. The order is the same as in
    /// the move list: steps to the left, straight steps, steps to the right. Each group is ordered
    /// by target square, from a1 on.
    #[inline(always)] // takes most of a playout
    pub(super) fn move_at(&self, targets: Targets, rank: u32) -> Move {
        let (target, right) = targets.at(rank);
        self.move_to(target, right)
    }
}

/// The start and target squares of a move.
#[inline]
pub(super) const fn squares(mv: Move) -> (u32, u32) {
    (mv.0 & 63, mv.0 >> 6 & 63)
}

impl Default for Breakthrough {
    /// The starting position on an 8 x 8 board.
    fn default() -> Self {
        let board = u64::MAX;
        Self { own: 0xFFFF, other: !(board >> 16), board, player: Side::First }
    }
}

impl Game for Breakthrough {
    /// True if the move captured a piece.
    type Undo = bool;

    /// A side has at most two rows of pieces, with three moves for each piece.
    fn max_moves(&self) -> usize {
        usize::from(self.columns()).wrapping_mul(6)
    }

    /// Every move takes a piece one row forward, and only the last move of a game reaches a goal
    /// row. So before the last move, a piece from the home row makes at most `rows - 2` moves, and
    /// a piece from the second row makes at most `rows - 3` moves. The pieces of both players
    /// together make at most `2 * columns * (2 * rows - 5)` moves before the last move.
    fn max_plies(&self) -> usize {
        let rows_left = usize::from(self.rows()).wrapping_mul(2).saturating_sub(5);
        usize::from(self.columns()).wrapping_mul(2).wrapping_mul(rows_left).wrapping_add(1)
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.player
    }

    /// Only the player who has just moved can have won.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.player.opponent();
        let over = self.other & self.goal(mover) != 0 || self.own == 0;
        over.then_some(Outcome::win_for(mover))
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        self.list(self.targets(), moves);
    }

    #[inline]
    fn make(&mut self, mv: Move) -> bool {
        let (_, to) = squares(mv);
        let captures = self.other & bit(to) != 0;
        self.play(mv);
        captures
    }

    #[inline]
    fn unmake(&mut self, mv: Move, captured: bool) {
        let (from, to) = squares(mv);
        let foes = self.own | if captured { bit(to) } else { 0 };
        self.own = self.other ^ (bit(from) | bit(to));
        self.other = foes;
        self.player = self.player.opponent();
    }

    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (from, to) = squares(mv);
        let moved = self.own ^ (bit(from) | bit(to));
        self.own = self.other & !bit(to);
        self.other = moved;
        self.player = self.player.opponent();
    }

    #[inline]
    fn count_moves(&self, _: &mut MoveList<'_>) -> usize {
        self.targets().count() as usize
    }

    #[inline]
    fn nth_move(&self, index: usize, _: &mut MoveList<'_>) -> Option<Move> {
        let targets = self.targets();
        let index = index as u32;
        (index < targets.count()).then(|| self.move_at(targets, index))
    }

    #[inline(always)] // takes most of a playout: a call needs 6 to 16 % more instructions
    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<'_>) -> Option<Move> {
        let targets = self.targets();
        let count = targets.count();
        if count > 0 { Some(self.move_at(targets, rng.below(count))) } else { None }
    }
}
