//! Best-reply search, for three or more players (Schadd & Winands, "Best Reply Search for
//! Multiplayer Games", IEEE Transactions on Computational Intelligence and AI in Games, 2011).
//!
//! After a turn of the viewer (`game/players.rs`), one opponent moves, and all others skip their
//! turns. The search takes the opponent whose reply is the worst for the viewer:
//!
//! ```text
//! viewer moves, then  B moves, C and D skip, then the viewer moves again
//!                 or  B skips, C moves, D skips
//!                 or  B and C skip, D moves
//! ```
//!
//! Each opponent has its own ply. Its skip is one more choice at this ply, which costs no depth.
//! The skip comes last, or first if the best move known for the position is another opponent's.
//! A player who moves several times in a row ends its turn before the others skip theirs.
//! Evaluations do not wait until they have skipped.
//!
//! A real opponent could prevent what the search finds, so only a win by the next move is proven.
//! The best line ends where a player skips its turn.
//!
//! The plies of opponents keep their state in fields that only other kinds of pruning use.
//! Best-reply search turns these off.

use super::AlphaBeta;
use super::stack::{Expected, Frame};
use super::table::PLY;
use crate::base::PLAYERS;
use crate::game::knowledge::Knowledge;
use crate::game::players::MAX;
use crate::game::value::Side;
use crate::game::{Fault, Move};
use crate::player::alphabeta::{Switch, Switches};
use crate::report::score::Score;
use crate::simulation::{Board, Simulation};

/// The state of the skip at a ply: due after the moves, due before them, or tried. Another number:
/// not allowed, because the viewer moves or an opponent has replied already.
const SKIP_LAST: u8 = 1;
const SKIP_FIRST: u8 = 2;
const SKIP_TRIED: u8 = 3;

/// The keys of best-reply search differ from those of other searches that share a table. They also
/// tell positions in which every opponent may reply (the first number) from all others.
const KEYS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];

/// True if a search with these switches is a best-reply search. The switches must be those of the
/// search, not those of the player (see [`switches_for`]).
#[inline(always)]
pub(super) const fn is_on(switches: Switches) -> bool {
    PLAYERS && switches.has(Switch::BestReply)
}

/// True if the search of this game is a best-reply search. For a game that cannot skip turns, the
/// compiler knows that it is not, and removes the code.
#[inline(always)]
pub(super) fn replies<G: Knowledge>(game: &G, switches: Switches) -> bool {
    is_on(switches) && game.skips_turns()
}

/// Returns the switches for a game. Best-reply search stays off with one or two players.
pub(super) fn switches_for<G: Knowledge>(game: &G, switches: Switches) -> Switches {
    if replies(game, switches) { switches.for_best_reply() } else { switches.without(Switch::BestReply) }
}

/// Returns the key of a position in best-reply search. `open` is true if every opponent may reply.
/// 0 stays 0: no key.
pub(super) const fn key_of(key: u64, open: bool) -> u64 {
    let [with, without] = KEYS;
    if key == 0 { 0 } else { key ^ if open { with } else { without } }
}

/// Lets the other opponents skip their turns after a move of this opponent. Returns the player to
/// move before the skips, plus 1, or 0 without a skip.
#[inline(never)] // few games have three players
pub(super) fn skip_others<G: Knowledge>(simulation: &mut Simulation<'_, G>, mover: usize) -> u8 {
    let next = simulation.scratch.player();
    if next == mover || simulation.scratch.to_move() == Side::First {
        return 0;
    }
    skip_until(simulation, |game| game.to_move() == Side::First);
    next.wrapping_add(1) as u8
}

/// Skips turns until `reached` returns true. Records a fault if this never happens.
fn skip_until<G: Knowledge>(simulation: &mut Simulation<'_, G>, reached: impl Fn(&G) -> bool) {
    for _ in 0..MAX {
        if !simulation.scratch.skip_turn() {
            break;
        }
        if reached(&simulation.scratch) {
            return;
        }
    }
    simulation.blame(Fault::Failed);
}

/// Makes the move of a ply again, or lets its player skip its turn again.
#[inline(never)] // few games have three players
pub(super) fn make_again<G: Knowledge>(simulation: &mut Simulation<'_, G>, frame: &Frame) -> Option<G::Undo> {
    if frame.mv == Move::NONE {
        if !simulation.scratch.skip_turn() {
            simulation.blame(Fault::Failed);
        }
        return None;
    }
    let undo = simulation.scratch.make(frame.mv);
    if frame.before_skips() != 0 {
        skip_until(simulation, |game| game.to_move() == Side::First);
    }
    Some(undo)
}

/// Plays the move of a saved ply, or lets its player skip its turn. Returns false if the bytes of
/// the save are wrong.
#[cfg(feature = "players")]
pub(super) fn play_again(board: &mut dyn Board, frame: &Frame) -> bool {
    if frame.mv == Move::NONE {
        return board.skip_turn();
    }
    board.play(frame.mv);
    let viewer_moves = |board: &dyn Board| board.to_move() == Side::First;
    frame.before_skips() == 0 || (0..MAX).any(|_| viewer_moves(board) || !board.skip_turn()) && viewer_moves(board)
}

/// Returns false: this library has no game that can skip turns.
#[cfg(not(feature = "players"))]
pub(super) fn play_again(_: &mut dyn Board, _: &Frame) -> bool {
    false
}

/// A ply of an opponent.
impl Frame {
    /// The player to move before the skips that follow the move of this ply, plus 1. The player of
    /// this ply, plus 1, if it skips its turn. 0 without a skip.
    fn before_skips(&self) -> u8 {
        self.cuts
    }

    pub(super) fn note_skips(&mut self, before: u8) {
        self.cuts = before;
    }

    fn skip_state(&self) -> u8 {
        self.cuts_needed
    }

    /// True if the search has tried to skip the turn of this ply.
    pub(super) fn has_skipped(&self) -> bool {
        self.skip_state() == SKIP_TRIED
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Decides whether and when the player of a new ply skips its turn. `listed` is the number of
    /// its moves, and `best_known` the best move of the position in the table.
    #[inline(never)] // few games have three players
    pub(super) fn allow_skip(&mut self, ply: usize, listed: usize, best_known: Move) {
        let below = ply.checked_sub(1).and_then(|ply| self.stack.frames.get(ply));
        let open = below.is_some_and(|below| below.mover == Side::First || below.mv == Move::NONE);
        let Some(&Frame { mover, killers: [killer, _], .. }) = self.stack.frames.get(ply) else { return };
        if !open || mover == Side::First {
            return;
        }
        let wanted = if best_known == Move::NONE { killer } else { best_known };
        let own = self.stack.list(ply).get(..listed).unwrap_or_default();
        let is_own = wanted == Move::NONE || own.contains(&wanted);
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            frame.cuts_needed = if is_own { SKIP_LAST } else { SKIP_FIRST };
        }
    }

    /// True if the player at the top of the stack skips its turn now.
    #[inline(never)] // few games have three players
    pub(super) fn skips_now(&self) -> bool {
        self.stack.frames.get(self.progress.ply).is_some_and(|frame| match frame.skip_state() {
            _ if frame.again || frame.best >= frame.beta => false,
            SKIP_FIRST => true,
            state => state == SKIP_LAST && frame.next >= frame.count,
        })
    }

    /// Lets the player at the top of the stack skip its turn. If another opponent is to move then,
    /// scores the position or puts it on the stack.
    #[inline(never)] // few games have three players
    pub(super) fn skip(&mut self) {
        let ply = self.progress.ply;
        let player = self.simulation.scratch.player();
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        if !frame.has_skipped() {
            // Moves that lead to leaves are never searched again (`visit_leaves`).
            frame.scout = frame.next > 0 && frame.expected == Expected::Exact && frame.depth > PLY;
        }
        (frame.mv, frame.cost, frame.cuts_needed) = (Move::NONE, 0, SKIP_TRIED);
        frame.note_skips(player.wrapping_add(1) as u8);
        let (mover, depth) = (frame.mover, frame.depth);
        if !self.simulation.scratch.skip_turn() {
            return self.simulation.blame(Fault::Failed);
        }
        if self.simulation.scratch.to_move() == Side::First {
            return self.take_skips_back(); // all opponents have skipped: not allowed
        }
        let score = if let Some(score) = self.score_of_end(mover, ply.wrapping_add(1)) {
            Some(score)
        } else if ply.wrapping_add(1) >= self.stack.plies() {
            self.note_truncation();
            Some(self.static_score(mover))
        } else {
            let looks_up = self.keyed && depth > PLY;
            let key = if looks_up { self.simulation.scratch.hash().unwrap_or(0) } else { 0 };
            self.descend(key_of(key, true), depth)
        };
        let Some(score) = score else { return };
        if !self.simulation.fails() {
            self.take_skips_back();
            self.take_skip(score, Move::NONE);
        }
    }

    /// Updates the top ply with the score after a skip of its player. `reply` is another opponent's
    /// best move: it orders the moves of later searches, but it is no line.
    fn take_skip(&mut self, score: Score, reply: Move) {
        let raises = self.stack.frames.get(self.progress.ply).is_some_and(|frame| score > frame.alpha);
        self.take_score(score, 0);
        if let Some(frame) = self.stack.frames.get_mut(self.progress.ply)
            && raises
            && !frame.again
        {
            (frame.best_move, frame.line_len) = (reply, 0);
        }
    }

    /// Takes back the skips after the move of the top ply, or the skip of its player.
    #[inline(never)] // few games have three players
    pub(super) fn take_skips_back(&mut self) {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let before = usize::from(core::mem::take(&mut frame.cuts));
        if before != 0 {
            skip_until(&mut self.simulation, |game| game.player().wrapping_add(1) == before);
        }
    }

    /// Does the work of `close_frame` at the parent ply: takes back its move or its skip, and
    /// updates it with the score. `reply` is the best move of the closed ply, and `line_len` the
    /// length of its best line.
    #[inline(never)] // few games have three players
    pub(super) fn close_reply(&mut self, score: Score, reply: Move, line_len: u16) {
        let Some(&frame) = self.stack.frames.get(self.progress.ply) else { return };
        self.take_skips_back();
        if self.simulation.fails() {
            return;
        }
        if frame.mv == Move::NONE {
            return self.take_skip(score, reply);
        }
        if let Some(undo) = self.undos.get_mut(self.progress.ply).and_then(Option::take) {
            self.simulation.scratch.unmake(frame.mv, undo);
        }
        self.take_score(score, if frame.before_skips() == 0 { line_len } else { 0 });
    }
}

#[cfg(all(test, feature = "players"))]
#[path = "reply_tests.rs"]
mod tests;
