//! The ply stack, in caller-provided memory. The stack contains what a recursive search would keep
//! in local variables.
//!
//! Ply 0 is the root. A ply has a window, the best score so far, a list of moves, and the best line
//! from its position. The whole state of the search is on the stack. So the search can stop after
//! any move, and continue later.

use super::order::Merit;
use super::table::{Bucket, Depth, PLY};
use crate::game::value::Side;
use crate::game::{Fault, Move, MoveList};
use crate::keep::rebase::Rebase;
use crate::report::score::{Score, seen};

/// The expected type of a position (Knuth & Moore 1975). It determines where forward pruning is
/// tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Expected {
    /// The position is on the principal variation: its score must be exact.
    #[default]
    Exact,
    /// The position is expected to fail high: one good move is enough.
    Cut,
    /// The position is expected to fail low: all moves must be searched.
    All,
}

/// The phase of a ply: what the search does at this ply now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Phase {
    /// All moves are searched.
    #[default]
    Moves,
    /// The null move is tried.
    Pass,
    /// The null move has reached beta. This is verified by a search of the moves with reduced
    /// depth.
    Verify,
    /// The first moves are searched with reduced depth, to find out if enough of them reach beta.
    MultiCut,
    /// ProbCut: a search with reduced depth and a shifted window.
    Probe,
    /// Only noisy moves are searched.
    Noisy,
    /// A chance event comes next. Its outcomes are searched (`chance.rs`).
    Chance,
}

/// One ply of the stack, without the undo data of its move. The type is the same for all games, so
/// that most code about plies is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The key of the position; 0 if the search does not use the table for it.
    pub(super) key: u64,
    /// The window, from the point of view of `mover`. A score up to `alpha` does not change the
    /// result of this ply. A score of at least `beta` does not change the result of the parent ply.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The alpha that the ply had when it was opened.
    pub(super) alpha0: Score,
    /// The best score so far, and its move; [`Move::NONE`] if no move has raised alpha.
    pub(super) best: Score,
    pub(super) best_move: Move,
    /// The move being searched.
    pub(super) mv: Move,
    /// The two latest moves that caused a cutoff at this ply.
    pub(super) killers: [Move; 2],
    /// The remaining depth of this position, and the cost of `mv`. The depth of the position after
    /// `mv` is smaller by this cost.
    pub(super) depth: Depth,
    pub(super) cost: Depth,
    /// How much a null move or ProbCut has reduced the depth of this ply, while the null move is
    /// verified or ProbCut searches.
    pub(super) spared: Depth,
    /// The number of moves in the list, and the index of the next move to search.
    pub(super) count: u16,
    pub(super) next: u16,
    /// The number of moves of the best line from this position.
    pub(super) line_len: u16,
    /// The number of multi-cut moves that have reached beta, and the number that must reach beta.
    pub(super) cuts: u8,
    pub(super) cuts_needed: u8,
    /// The player to move.
    pub(super) mover: Side,
    pub(super) expected: Expected,
    pub(super) phase: Phase,
    /// True if `mv` is searched with a null window, which only tests whether it is better than the
    /// best score so far.
    pub(super) scout: bool,
    /// True if `mv` must be searched again.
    pub(super) again: bool,
    /// True if a line from this position stopped at the depth limit. Then the score is heuristic,
    /// and a draw is not solved.
    pub(super) truncated: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            key: 0,
            alpha: 0,
            beta: 0,
            alpha0: 0,
            best: 0,
            best_move: Move::NONE,
            mv: Move::NONE,
            killers: [Move::NONE; 2],
            depth: 0,
            cost: PLY,
            spared: 0,
            count: 0,
            next: 0,
            line_len: 0,
            cuts: 0,
            cuts_needed: 0,
            mover: Side::First,
            expected: Expected::Exact,
            phase: Phase::Moves,
            scout: false,
            again: false,
            truncated: false,
        }
    }
}

impl Frame {
    /// True if the search of this ply is finished: all moves are searched, or the best score is at
    /// least beta.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.next >= self.count || self.best >= self.beta
    }

    /// True if the player to move has only one legal move.
    #[inline]
    pub(super) fn is_forced(&self) -> bool {
        self.count == 1 && self.phase != Phase::Noisy
    }

    /// Converts a score from the point of view of `mover` to the point of view of this ply's player
    /// to move, or back.
    #[inline]
    pub(super) fn seen_by(&self, mover: Side, score: Score) -> Score {
        seen(mover == self.mover, score)
    }

    /// Records a killer: a move that has caused a cutoff at this ply.
    pub(super) fn note_killer(&mut self, mv: Move) {
        let [latest, _] = self.killers;
        if mv != latest {
            self.killers = [mv, latest];
        }
    }
}

/// The memory that the caller provides for an alpha-beta search. The slices can have any content
/// and any length, including 0.
///
/// A search of n plies needs n frames, undo data for n moves, n + 1 lists of
/// [`crate::game::Game::max_moves`] moves, and memory for `n * (n + 3) / 2` moves of the lines (see
/// [`line_moves`]). The smallest of these four parts limits the depth; the maximum is 255 plies.
#[derive(Debug)]
pub struct Memory<'m, U> {
    /// One frame for each ply.
    pub frames: &'m mut [Frame],
    /// The undo data of the move of each ply. `U` is the game's [`crate::game::Game::Undo`].
    pub undos: &'m mut [Option<U>],
    /// The lists of moves: one list for each ply, and one list for calls between searches.
    pub moves: &'m mut [Move],
    /// Memory for the best lines: [`line_moves`] moves for all plies together.
    pub lines: &'m mut [Move],
    /// Scratch space for sorting moves, `max_moves` keys. If the slice is shorter, only the first
    /// moves of a list are sorted.
    pub keys: &'m mut [i64],
    /// The transposition table (option `tt`). A larger table is better. The slice is empty if the
    /// search has no table.
    pub table: &'m mut [Bucket],
    /// The history of moves (option `history`). If a game numbers its n moves from 0, the history
    /// needs 2 n entries. With fewer entries, moves share entries. The slice is empty if the search
    /// has no history.
    pub history: &'m mut [Merit],
}

/// The largest depth of a search, in plies.
pub const PLIES_MAX: usize = 255;

/// Returns the number of moves that all lines of a search with `plies` plies need together.
#[must_use]
pub const fn line_moves(plies: usize) -> usize {
    plies.saturating_mul(plies.saturating_add(3)) / 2
}

/// The stack of an alpha-beta search.
#[derive(Debug)]
pub(super) struct Stack<'m> {
    pub(super) frames: &'m mut [Frame],
    moves: &'m mut [Move],
    lines: &'m mut [Move],
    max_moves: usize,
    /// The largest depth for which there is room, in plies.
    plies: usize,
}

impl<'m> Stack<'m> {
    /// Creates a stack that is as deep as the memory allows.
    pub(super) fn new(frames: &'m mut [Frame], moves: &'m mut [Move], lines: &'m mut [Move], max_moves: usize) -> Self {
        let lists = moves.len().checked_div(max_moves).unwrap_or(0);
        let room = frames.len().min(lists).min(PLIES_MAX);
        let plies = (0..=room).rev().find(|&plies| line_moves(plies) <= lines.len()).unwrap_or(0);
        Self { frames, moves, lines, max_moves, plies }
    }

    pub(super) fn plies(&self) -> usize {
        self.plies
    }

    /// Updates the addresses of the caller-provided memory after the memory was copied.
    pub(super) fn each_borrowed<G>(&mut self, place: &mut impl Rebase<'m, G>) {
        place.slice(&mut self.frames);
        place.slice(&mut self.moves);
        place.slice(&mut self.lines);
    }

    /// Returns the memory for a ply's list of moves, with its unused part.
    #[inline]
    pub(super) fn list(&mut self, ply: usize) -> &mut [Move] {
        let start = ply.wrapping_mul(self.max_moves);
        self.moves.get_mut(start..start.wrapping_add(self.max_moves)).unwrap_or_default()
    }

    /// Returns a move of a ply's list. `None` if the index is too large.
    #[inline]
    pub(super) fn listed(&self, ply: usize, index: u16) -> Option<Move> {
        self.moves.get(ply.wrapping_mul(self.max_moves).wrapping_add(usize::from(index))).copied()
    }

    /// The first `count` moves of a ply's list.
    pub(super) fn list_of(&mut self, ply: usize, count: u16) -> &mut [Move] {
        self.list(ply).get_mut(..usize::from(count)).unwrap_or_default()
    }

    /// Moves the move at index `from` of a ply's list to the earlier index `to`.
    pub(super) fn bring_forward(&mut self, ply: usize, from: u16, to: u16) {
        let part = self.list(ply).get_mut(usize::from(to)..=usize::from(from)).unwrap_or_default();
        let moved = part.last().copied();
        for index in (1..part.len()).rev() {
            let before = part.get(index.wrapping_sub(1)).copied().unwrap_or_default();
            if let Some(slot) = part.get_mut(index) {
                *slot = before;
            }
        }
        if let (Some(slot), Some(moved)) = (part.first_mut(), moved) {
            *slot = moved;
        }
    }

    /// Returns the index at which the line from `ply` begins. The line of a ply has room for one
    /// move for this ply and for each deeper ply. The line that is the result of the search comes
    /// after the line of the last ply.
    fn line_start(&self, ply: usize) -> usize {
        // The index is the sum of (plies - i) over all i < ply. The product is always even, so the
        // division is exact.
        ply.wrapping_mul(self.plies.wrapping_mul(2).wrapping_add(1).wrapping_sub(ply)) / 2
    }

    /// Sets the best line from `ply`: first `mv`, then the first `following` moves of the next
    /// ply's line.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move, following: u16) {
        let (to, from) = (self.line_start(ply), self.line_start(ply.wrapping_add(1)));
        self.copy(from, to.wrapping_add(1), following);
        if let Some(slot) = self.lines.get_mut(to) {
            *slot = mv;
        }
        if let Some(frame) = self.frames.get_mut(ply) {
            frame.line_len = following.wrapping_add(1);
        }
    }

    /// The first move of the root's best line.
    pub(super) fn best_line_move(&self) -> Move {
        let len = self.frames.first().map_or(0, |root| root.line_len);
        self.lines.first().copied().filter(|_| len > 0).unwrap_or(Move::NONE)
    }

    /// Stores the root's line as the result of the search; returns its length.
    pub(super) fn keep_line(&mut self) -> u16 {
        let len = self.frames.first().map_or(0, |root| root.line_len);
        self.copy(0, self.line_start(self.plies), len);
        len
    }

    /// The line that [`Stack::keep_line`] has stored.
    pub(super) fn kept_line(&self, len: u16) -> &[Move] {
        let start = self.line_start(self.plies);
        self.lines.get(start..start.wrapping_add(usize::from(len))).unwrap_or_default()
    }

    /// The first `len` moves of the best line from a ply. If `ply` is the number of plies, returns
    /// the line that is the result of the search.
    pub(super) fn line_of(&mut self, ply: usize, len: u16) -> &mut [Move] {
        let start = self.line_start(ply);
        self.lines.get_mut(start..start.wrapping_add(usize::from(len))).unwrap_or_default()
    }

    fn copy(&mut self, from: usize, to: usize, len: u16) {
        for offset in 0..usize::from(len) {
            let mv = self.lines.get(from.wrapping_add(offset)).copied().unwrap_or_default();
            if let Some(slot) = self.lines.get_mut(to.wrapping_add(offset)) {
                *slot = mv;
            }
        }
    }
}

/// Returns the number of moves in a list. Returns the fault if the game has broken a promise.
pub(super) fn count(moves: &MoveList<'_>) -> Result<u16, Fault> {
    match Fault::of_count(moves.len(), moves.overflowed()) {
        Some(fault) => Err(fault),
        None => Ok(moves.len() as u16),
    }
}
