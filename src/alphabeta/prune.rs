//! Forward pruning, as in MIA (alpha-beta playouts paper, section V.A; Winands 2004): enhanced
//! transposition cut-offs, null move, multi-cut, and the fractional depths of
//! realization-probability search. (ProbCut, in `probcut.rs`, comes from Othello programs.)
//!
//! The search of a ply has phases. The first ones search only to prune: the null move and its
//! verification, or ProbCut, and then multi-cut. The last phase searches all moves.
//!
//! Multi-cut returns a bound without a line. Four rules keep principal variation search correct in
//! combination with multi-cut (Winands 2004, pp. 66-67):
//!
//! - Multi-cut returns exactly beta (`take_cut`).
//! - A move whose score is beta in a null window is searched again (`negamax.rs`, `wants_more`).
//! - The repeated search starts from alpha, not from the score.
//! - A score of exactly alpha where a cut was expected is not stored in the table (`store_result`).

use super::stack::{Expected, Frame, Phase};
use super::table::{Bound, Depth, PLY, Table, WAYS};
use super::{AlphaBeta, Progress};
use crate::base::tables::TRANSITION_COST;
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::player::alphabeta::{Switch, Switches};
use crate::report::score::{self, Score};

/// Above this remaining depth, the search looks up the positions after all moves in the table
/// before it searches a move.
const LOOK_AHEAD_FROM: Depth = 8 * PLY;
/// At this remaining depth and above, a search verifies a null move that reaches beta.
const VERIFY_FROM: Depth = 6 * PLY;
/// Multi-cut tries at most `MULTI_CUT_MOVES` moves. It reduces their depth by
/// `MULTI_CUT_REDUCTION`. It is used only above the remaining depth `MULTI_CUT_FROM`.
const MULTI_CUT_MOVES: u16 = 10;
const MULTI_CUT_REDUCTION: Depth = 2 * PLY;
const MULTI_CUT_FROM: Depth = 2 * PLY;
/// Realization-probability search never reduces the depth of this many moves at the start of the
/// list.
const LIKELY_MOVES: u16 = 5;

/// Returns how many moves must reach beta before multi-cut prunes a position that has this expected
/// type. `None` if multi-cut is not used there.
const fn cuts_needed(expected: Expected, switches: Switches) -> Option<u8> {
    match expected {
        Expected::Cut if switches.has(Switch::MultiCut) => Some(3),
        Expected::All if switches.has(Switch::MultiCutAll) => Some(2),
        _ => None,
    }
}

/// Returns the reduction of the depth after a null move. The null move itself costs one more ply.
const fn null_reduction(depth: Depth, few_pieces: bool) -> Depth {
    let deep = if few_pieces { 8 * PLY } else { 6 * PLY };
    if depth > deep { 3 * PLY } else { 2 * PLY }
}

/// Returns a smaller cost, for a move that was better than expected. If the cost is more than one
/// and a half plies, the part above one ply is halved. Otherwise the cost becomes one ply.
pub(super) const fn next_cost(cost: Depth) -> Depth {
    if cost > PLY + PLY / 2 { (cost.wrapping_add(PLY)) / 2 } else { PLY }
}

/// Ends multi-cut if too few moves are left to reach the number of cuts that it needs.
pub(super) fn leave_multi_cut(frame: &mut Frame) {
    if frame.best >= frame.beta {
        return;
    }
    let left = frame.count.min(MULTI_CUT_MOVES).saturating_sub(frame.next);
    if u16::from(frame.cuts).wrapping_add(left) < u16::from(frame.cuts_needed) {
        (frame.phase, frame.next) = (Phase::Moves, 0);
    }
}

/// If the verification of a null move fails, restarts the ply at full depth. Passing was good only
/// because every move makes the position worse (zugzwang).
pub(super) fn leave_verification(frame: &mut Frame, switches: Switches) {
    if frame.next >= frame.count && frame.best < frame.beta {
        frame.depth = frame.depth.wrapping_add(frame.spared);
        (frame.next, frame.alpha, frame.best, frame.best_move) = (0, frame.alpha0, -score::INFINITE, Move::NONE);
        begin_moves(frame, switches);
    }
}

/// Starts the phase after the null move. This is multi-cut if it is used at this ply, otherwise the
/// search of all moves.
pub(super) fn begin_moves(frame: &mut Frame, switches: Switches) {
    frame.phase = Phase::Moves;
    if frame.depth > MULTI_CUT_FROM
        && let Some(needed) = cuts_needed(frame.expected, switches)
        && u16::from(needed) <= frame.count
    {
        (frame.phase, frame.cuts, frame.cuts_needed) = (Phase::MultiCut, 0, needed);
    }
}

/// Looks up the position after a move, which has this `key`, in the table. If the move scores at
/// least `beta` for its player, returns its score and a flag. The flag is true if every line after
/// the move was searched to the end of the game.
#[inline(never)] // so that it is compiled once, not for each game, and callers need less stack
fn known_as_too_good(
    table: &Table<'_>,
    progress: &Progress,
    key: u64,
    ply: usize,
    same: bool,
    beta: Score,
    wanted: Depth,
) -> Option<(Score, bool)> {
    (0..WAYS).filter_map(|way| table.known_at(key, way)).find_map(|entry| {
        let seen = entry.score_at(ply.wrapping_add(1));
        let (score, bound) = if same { (seen, Bound::Lower) } else { (seen.wrapping_neg(), Bound::Upper) };
        let counts = entry.bound == Bound::Exact || entry.bound == bound;
        (counts && score >= beta && progress.is_deep_enough(&entry, wanted)).then(|| (score, entry.is_whole()))
    })
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Selects the kinds of pruning that a new ply tries before it searches its moves. The root is
    /// never pruned.
    pub(super) fn prepare_pruning(&mut self, ply: usize) {
        let switches = self.config.switches;
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        if frame.phase == Phase::Noisy || frame.expected == Expected::Exact || frame.depth <= 2 * PLY {
            return;
        }
        let looks_ahead = switches.has(Switch::TranspositionCuts) && frame.key != 0 && frame.depth > LOOK_AHEAD_FROM;
        if looks_ahead && self.cut_by_transposition(ply) {
            return;
        }
        if self.may_pass(ply) {
            if let Some(frame) = self.stack.frames.get_mut(ply) {
                frame.phase = Phase::Pass;
            }
        } else if switches.has(Switch::ProbCut) && self.begin_probe(ply) {
            // `begin_probe` has set the phase of the ply.
        } else if let Some(frame) = self.stack.frames.get_mut(ply) {
            begin_moves(frame, switches);
        }
    }

    /// True if the null move may be tried at this ply. It is not tried after another null move, if
    /// beta is a win or a loss, or if the static evaluation is below beta.
    fn may_pass(&mut self, ply: usize) -> bool {
        let below = ply.checked_sub(1).and_then(|below| self.stack.frames.get(below));
        let after_pass = below.is_some_and(|below| below.phase == Phase::Pass);
        let Some(&Frame { beta, mover, .. }) = self.stack.frames.get(ply) else { return false };
        self.config.switches.has(Switch::NullMove)
            && !after_pass
            && !score::is_decided(beta)
            && self.static_score(mover) >= beta
    }

    /// Enhanced transposition cut-offs (Plaat et al. 1996). True if the table shows that a move
    /// reaches beta, or if the game has failed.
    ///
    /// First prefetches all buckets, then reads them.
    fn cut_by_transposition(&mut self, ply: usize) -> bool {
        match self.keys_of_moves(ply) {
            Some(known) => self.any_cuts(ply, known),
            None => true,
        }
    }

    /// True if the table shows that one of the first `known` moves reaches beta. Also true if the
    /// game has failed. `self.keys` contains the keys of the positions after these moves. Not
    /// inlined, so that the calling function needs less stack.
    #[inline(never)]
    fn any_cuts(&mut self, ply: usize, known: u16) -> bool {
        (0..known).any(|index| {
            let key = self.keys.get(usize::from(index)).map_or(0, |key| key.cast_unsigned());
            self.table.knows(key) && self.cuts_by(ply, index, key)
        })
    }

    /// Fills `self.keys` with the keys of the positions after the moves of a ply. Prefetches the
    /// buckets of these keys, and returns the number of keys. `None` if the game has failed. Not
    /// inlined, so that the calling function needs less stack.
    #[inline(never)]
    fn keys_of_moves(&mut self, ply: usize) -> Option<u16> {
        let &Frame { key, count, .. } = self.stack.frames.get(ply)?;
        for index in 0..count {
            let Some(mv) = self.stack.listed(ply, index) else { return Some(index) };
            let after = self.simulation.scratch.hash_after(key, mv).or_else(|| self.key_after(mv))?;
            self.table.fetch(after);
            let Some(place) = self.keys.get_mut(usize::from(index)) else { return Some(index) };
            *place = after.cast_signed();
        }
        Some(count)
    }

    /// True if the table shows that the move at `index` reaches beta. `key` is the key of the
    /// position after this move. Also true if the game has failed.
    #[inline(never)]
    fn cuts_by(&mut self, ply: usize, index: u16, key: u64) -> bool {
        let Some(&Frame { depth, mover, beta, .. }) = self.stack.frames.get(ply) else { return false };
        let Some(mv) = self.stack.listed(ply, index) else { return false };
        let undo = self.simulation.scratch.make(mv);
        let over = self.simulation.scratch.outcome().is_some();
        let same = self.simulation.scratch.to_move() == mover;
        if self.simulation.fails() {
            return true;
        }
        self.simulation.scratch.unmake(mv, undo);
        if over {
            return false;
        }
        let known = known_as_too_good(&self.table, &self.progress, key, ply, same, beta, depth.wrapping_sub(PLY));
        let (Some((score, whole)), Some(frame)) = (known, self.stack.frames.get_mut(ply)) else { return false };
        (frame.best, frame.best_move, frame.next) = (score, mv, 0);
        frame.truncated |= !whole;
        true
    }

    /// Makes a null move in the position at the top of the stack. Then scores the new position, or
    /// pushes it onto the stack. If the game refuses the null move, or if the null move ends the
    /// game, continues with the moves of the position.
    pub(super) fn pass(&mut self) {
        let few_pieces = self.simulation.scratch.few_pieces();
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if !self.simulation.scratch.pass() {
            return begin_moves(frame, self.config.switches);
        }
        if self.simulation.scratch.outcome().is_some() {
            // The game may be over after a pass, for example because the opponent has no move and
            // so loses. Such a position cannot occur in a real game, so the null move is not tried,
            // and the pass is taken back. A game that has failed is not called again.
            if !self.simulation.fails() {
                self.simulation.pass_again();
            }
            return begin_moves(frame, self.config.switches);
        }
        frame.spared = null_reduction(frame.depth, few_pieces);
        frame.mv = Move::NONE;
        let (mover, depth) = (frame.mover, frame.depth.wrapping_sub(PLY).wrapping_sub(frame.spared));
        let ply = self.progress.ply.wrapping_add(1);
        let score = if depth <= 0 && !self.config.switches.has(Switch::Quiescence) || ply >= self.stack.plies() {
            Some(self.static_score(mover))
        } else {
            let key = if self.keyed && depth > 0 { self.simulation.scratch.hash().unwrap_or(0) } else { 0 };
            self.descend(key, depth)
        };
        let Some(score) = score else { return };
        if !self.simulation.fails() {
            self.simulation.pass_again();
            self.take_pass(score);
        }
    }

    /// Handles the score of the position after the null move. The score is from the point of view
    /// of the player who passed.
    pub(super) fn take_pass(&mut self, score: Score) {
        self.sign(Move::NONE, score);
        let switches = self.config.switches;
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if score < frame.beta {
            return begin_moves(frame, switches);
        }
        frame.truncated = true;
        if frame.depth < VERIFY_FROM {
            // A win after a null move is not a real win, so the score of this ply is exactly beta.
            (frame.phase, frame.best, frame.next) = (Phase::Moves, frame.beta, 0);
        } else {
            frame.depth = frame.depth.wrapping_sub(frame.spared);
            (frame.phase, frame.alpha) = (Phase::Verify, frame.beta.wrapping_sub(1));
        }
    }

    /// Handles the score of a move that multi-cut has tried. The score is from the point of view of
    /// the player who made the move.
    pub(super) fn take_cut(&mut self, score: Score) {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let (mv, tried) = (frame.mv, frame.next.wrapping_sub(1));
        if score >= frame.beta {
            let to = u16::from(frame.cuts);
            frame.cuts = frame.cuts.wrapping_add(1);
            if score::is_decided(score) {
                (frame.best, frame.best_move) = (score, mv);
            } else if frame.cuts >= frame.cuts_needed {
                // If no score is a win or a loss, multi-cut returns exactly beta, even if the
                // scores are higher.
                (frame.best, frame.truncated) = (frame.beta, true);
            }
            self.stack.bring_forward(self.progress.ply, tried, to);
        }
        self.sign(mv, score);
    }

    /// Sets the cost of a move: the depth that remains after it is smaller by this cost. `index` is
    /// the index of the move in the list of the top ply.
    pub(super) fn set_cost(&mut self, mv: Move, index: u16) {
        let realizes = self.config.switches.has(Switch::Realization);
        let realization = realizes.then(|| self.simulation.scratch.transition(mv)).flatten();
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if let Some(probability) = realization
            && frame.phase != Phase::Noisy
        {
            let cost = Depth::from(TRANSITION_COST.get(usize::from(probability)).copied().unwrap_or(PLY as u8));
            // The depth of a move cannot be reduced if the move leads to a leaf.
            frame.cost = if index < LIKELY_MOVES || frame.depth <= PLY { cost.min(PLY) } else { cost };
        }
        if frame.phase == Phase::MultiCut {
            frame.cost = frame.cost.wrapping_add(MULTI_CUT_REDUCTION);
        }
    }
}
