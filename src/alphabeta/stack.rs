//! The ply stack: what a recursive search would keep in its local variables, in lent memory.
//!
//! Ply 0 is the root. A ply holds a window, the best score so far, its list of moves and the best
//! line below it. Whatever is on the stack says how the search goes on, so that it can stop after
//! any move and go on later.

use super::order::Merit;
use super::table::{Bucket, Depth, PLY};
use crate::game::value::Side;
use crate::game::{Fault, Move, MoveList};
use crate::keep::rebase::Rebase;
use crate::report::score::{Score, seen};

/// What a position is expected to turn out as, by Knuth & Moore's (1975) types: where forward
/// pruning may be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Expected {
    /// On the principal variation: an exact score.
    #[default]
    Exact,
    /// Too good for the opponent to allow: one good move is enough.
    Cut,
    /// No move is good enough: all are searched.
    All,
}

/// What is being done at a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Phase {
    /// All moves are searched.
    #[default]
    Moves,
    /// The null move is tried.
    Pass,
    /// It was good enough: the moves are searched less deep to verify that.
    Verify,
    /// The first moves are searched less deep: are enough of them too good?
    MultiCut,
    /// Only noisy moves are searched.
    Noisy,
}

/// One ply of the stack. `U` is the game's [`crate::game::Game::Undo`].
#[derive(Clone, Copy, Debug)]
pub struct Frame<U> {
    /// The key of the position, where there is a table.
    pub(super) key: u64,
    /// The window, in the view of `mover`: scores up to `alpha` are of no interest here, from
    /// `beta` on of none above.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The original alpha.
    pub(super) alpha0: Score,
    /// The best score so far, and the move that has it; [`Move::NONE`] where none is better than
    /// the others.
    pub(super) best: Score,
    pub(super) best_move: Move,
    /// The move that is being searched, and what takes it back.
    pub(super) mv: Move,
    pub(super) undo: Option<U>,
    /// The latest moves that have refuted a position of this ply.
    pub(super) killers: [Move; 2],
    /// How deep the position is searched, and by how much less deep the one after `mv`.
    pub(super) depth: Depth,
    pub(super) cost: Depth,
    /// While verifying: by how much less deep than it should be.
    pub(super) spared: Depth,
    /// How many moves there are, and which one is next.
    pub(super) count: u16,
    pub(super) next: u16,
    /// How long the best line from here is.
    pub(super) line_len: u16,
    /// How many moves multi-cut has found too good, and how many it needs.
    pub(super) cuts: u8,
    pub(super) cuts_needed: u8,
    /// Who is to move.
    pub(super) mover: Side,
    pub(super) expected: Expected,
    pub(super) phase: Phase,
    /// Is `mv` only tested against the best so far?
    pub(super) scout: bool,
    /// Is `mv` to be searched once more?
    pub(super) again: bool,
    /// Did some line below stop at the depth limit? Then the score is heuristic and a draw is not
    /// proven.
    pub(super) truncated: bool,
}

impl<U> Default for Frame<U> {
    fn default() -> Self {
        Self {
            key: 0,
            alpha: 0,
            beta: 0,
            alpha0: 0,
            best: 0,
            best_move: Move::NONE,
            mv: Move::NONE,
            undo: None,
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

impl<U> Frame<U> {
    /// Is there nothing left to do here: every move searched, or one found that is too good for the
    /// opponent to allow?
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.next >= self.count || self.best >= self.beta
    }

    /// A score of this ply as the ply with the other `mover` sees it, and the other way round.
    #[inline]
    pub(super) fn seen_by(&self, mover: Side, score: Score) -> Score {
        seen(mover == self.mover, score)
    }

    /// A move has refuted the position.
    pub(super) fn note_killer(&mut self, mv: Move) {
        let [latest, _] = self.killers;
        if mv != latest {
            self.killers = [mv, latest];
        }
    }
}

/// The memory that an alpha-beta search borrows. Any content is fine; any length, 0 included, gives
/// a search.
///
/// To search n plies deep takes n frames, n + 1 lists of [`crate::game::Game::max_moves`] moves,
/// and n * (n + 3) / 2 moves of lines; the search is as deep as the shortest of them allows, 255
/// plies at most.
#[derive(Debug)]
pub struct Memory<'m, U> {
    /// One a ply.
    pub frames: &'m mut [Frame<U>],
    /// The lists of moves: one a ply, and one for questions between searches.
    pub moves: &'m mut [Move],
    /// The best lines: see [`line_moves`].
    pub lines: &'m mut [Move],
    /// Scratch space to sort moves: `max_moves`. Moves for which there is no room are not sorted.
    pub keys: &'m mut [i64],
    /// The transposition table (`tt`), the larger the better; empty where there is none.
    pub table: &'m mut [Bucket],
    /// What became of moves (`history`, `hh`): for a game that numbers its moves from 0 to n - 1, 2
    /// n; what is less is shared among moves. Empty where there is none.
    pub history: &'m mut [Merit],
}

/// The most plies that a search looks ahead.
pub const PLIES_MAX: usize = 255;

/// How many moves the lines of a search of `plies` plies take: from ply p the line is up to `plies
/// - p` moves long, and that of the root is kept twice.
#[must_use]
pub const fn line_moves(plies: usize) -> usize {
    plies.saturating_mul(plies.saturating_add(3)) / 2
}

/// The stack.
#[derive(Debug)]
pub(super) struct Stack<'m, U> {
    pub(super) frames: &'m mut [Frame<U>],
    moves: &'m mut [Move],
    lines: &'m mut [Move],
    max_moves: usize,
    /// The deepest search that there is room for.
    plies: usize,
}

impl<'m, U> Stack<'m, U> {
    /// A stack as deep as the memory allows.
    pub(super) fn new(
        frames: &'m mut [Frame<U>],
        moves: &'m mut [Move],
        lines: &'m mut [Move],
        max_moves: usize,
    ) -> Self {
        let lists = moves.len().checked_div(max_moves).unwrap_or(0);
        let room = frames.len().min(lists).min(PLIES_MAX);
        let plies = (0..=room).rev().find(|&plies| line_moves(plies) <= lines.len()).unwrap_or(0);
        Self { frames, moves, lines, max_moves, plies }
    }

    pub(super) fn plies(&self) -> usize {
        self.plies
    }

    /// What it borrows.
    pub(super) fn each_borrowed<G>(&mut self, place: &mut impl Rebase<'m, G>) {
        place.slice(&mut self.frames);
        place.slice(&mut self.moves);
        place.slice(&mut self.lines);
    }

    /// The move list of a ply, all of its memory.
    #[inline]
    pub(super) fn list(&mut self, ply: usize) -> &mut [Move] {
        let start = ply.wrapping_mul(self.max_moves);
        self.moves.get_mut(start..start.wrapping_add(self.max_moves)).unwrap_or_default()
    }

    /// A move of a ply's list; `None` past the end of memory.
    #[inline]
    pub(super) fn listed(&self, ply: usize, index: u16) -> Option<Move> {
        self.moves.get(ply.wrapping_mul(self.max_moves).wrapping_add(usize::from(index))).copied()
    }

    /// Takes the move at `from` of a ply's list before that at `to`, which stands earlier.
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

    /// Where the line from `ply` begins. That of ply p takes `plies - p` moves; behind the last
    /// lies the root's result.
    fn line_start(&self, ply: usize) -> usize {
        // The sum of plies - i over i < ply; the product is even.
        ply.wrapping_mul(self.plies.wrapping_mul(2).wrapping_add(1).wrapping_sub(ply)) / 2
    }

    /// The best line from `ply` is now `mv` and what follows it: the line from the next ply, of so
    /// many moves.
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

    /// Keeps the root's line as the search's result; returns its length.
    pub(super) fn keep_line(&mut self) -> u16 {
        let len = self.frames.first().map_or(0, |root| root.line_len);
        self.copy(0, self.line_start(self.plies), len);
        len
    }

    /// What [`Stack::keep_line`] has kept.
    pub(super) fn kept_line(&self, len: u16) -> &[Move] {
        let start = self.line_start(self.plies);
        self.lines.get(start..start.wrapping_add(usize::from(len))).unwrap_or_default()
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

impl<U> Frame<U> {
    /// The same ply without what takes its move back, which is made anew when a search goes on.
    fn without_undo<V>(&self) -> Frame<V> {
        Frame {
            key: self.key,
            alpha: self.alpha,
            beta: self.beta,
            alpha0: self.alpha0,
            best: self.best,
            best_move: self.best_move,
            mv: self.mv,
            undo: None,
            killers: self.killers,
            depth: self.depth,
            cost: self.cost,
            spared: self.spared,
            count: self.count,
            next: self.next,
            line_len: self.line_len,
            cuts: self.cuts,
            cuts_needed: self.cuts_needed,
            mover: self.mover,
            expected: self.expected,
            phase: self.phase,
            scout: self.scout,
            again: self.again,
            truncated: self.truncated,
        }
    }
}

/// The stack without its game's type: for what is done once for all games.
pub(super) trait Plies {
    fn plies(&self) -> usize;

    /// A ply, without what takes its move back.
    fn ply(&self, ply: usize) -> Frame<()>;

    fn set_ply(&mut self, ply: usize, frame: Frame<()>);

    /// The first `count` moves of a ply's list.
    fn list_of(&mut self, ply: usize, count: u16) -> &mut [Move];

    /// The best line from a ply, or, behind the last ply, the search's result.
    fn line_of(&mut self, ply: usize, len: u16) -> &mut [Move];
}

impl<U: Copy> Plies for Stack<'_, U> {
    fn plies(&self) -> usize {
        self.plies
    }

    fn ply(&self, ply: usize) -> Frame<()> {
        self.frames.get(ply).map_or_else(Frame::default, Frame::without_undo)
    }

    fn set_ply(&mut self, ply: usize, frame: Frame<()>) {
        if let Some(place) = self.frames.get_mut(ply) {
            *place = frame.without_undo();
        }
    }

    fn list_of(&mut self, ply: usize, count: u16) -> &mut [Move] {
        self.list(ply).get_mut(..usize::from(count)).unwrap_or_default()
    }

    fn line_of(&mut self, ply: usize, len: u16) -> &mut [Move] {
        let start = self.line_start(ply);
        self.lines.get_mut(start..start.wrapping_add(usize::from(len))).unwrap_or_default()
    }
}

/// How many moves a list holds, unless the game has broken a promise by it.
pub(super) fn count(moves: &MoveList<'_>) -> Result<u16, Fault> {
    match Fault::of_count(moves.len(), moves.overflowed()) {
        Some(fault) => Err(fault),
        None => Ok(moves.len() as u16),
    }
}
