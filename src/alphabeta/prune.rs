//! Forward pruning, as in MIA (alpha-beta playouts paper, section V.A; Winands 2004): enhanced
//! transposition cut-offs, null move, multi-cut, and the fractional depths of
//! realization-probability search.
//!
//! Each of the searches that it needs is a phase of the ply: first the null move, then multi-cut,
//! then the moves.
//!
//! Multi-cut hands up a bound that no line stands behind. Four repairs keep principal variation
//! search right beside it (Winands 2004, pp. 66-67): it returns exactly beta (here); a move whose
//! score is beta in a window that has closed is searched again, and from alpha on, not from its
//! score (`negamax.rs`, `wants_more`); and what failed low at exactly alpha, where a cut was
//! expected, does not go to the table (`settle`).

use super::AlphaBeta;
use super::stack::{Expected, Frame, Phase};
use super::table::{Bound, Depth, PLY, WAYS};
use crate::base::tables::TRANSITION_COST;
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::player::alphabeta::{Switch, Switches};
use crate::report::score::{self, Score};

/// Above which depth the table is asked about all moves before one is made.
const LOOK_AHEAD_FROM: Depth = 8 * PLY;
/// From this depth on a null move that proves too good is verified.
const VERIFY_FROM: Depth = 6 * PLY;
/// How many moves multi-cut looks at, at most; by how much less deep; and above which depth.
const MULTI_CUT_MOVES: u16 = 10;
const MULTI_CUT_REDUCTION: Depth = 2 * PLY;
const MULTI_CUT_FROM: Depth = 2 * PLY;
/// Above which depth, and from which move on, late moves are looked at less deep.
const LATE_FROM: Depth = 2 * PLY;
const LATE_MOVES: u16 = 6;
/// The moves that realization-probability search never looks at less deep than usual.
const LIKELY_MOVES: u16 = 5;

/// How many moves must be too good, in a position that is expected to be of this kind; `None` where
/// multi-cut is off.
const fn cuts_needed(expected: Expected, switches: Switches) -> Option<u8> {
    match expected {
        Expected::Cut if switches.has(Switch::MultiCut) => Some(3),
        Expected::All if switches.has(Switch::MultiCutAll) => Some(2),
        _ => None,
    }
}

/// What a late move costs: a ply, and one more for each eight in the product of two logarithms, of
/// the plies left and of its place.
const fn late_cost(depth: Depth, index: u16) -> Depth {
    let plies = (depth / PLY).cast_unsigned();
    let saved = quarters(plies).wrapping_mul(quarters(index.wrapping_add(1))) / 8;
    PLY.wrapping_add((saved.cast_signed() / PLY).wrapping_mul(PLY))
}

/// Four times the logarithm to the base of 2, rounded down.
const fn quarters(number: u16) -> u16 {
    let number = if number > 0xFF { 0xFF } else { number as u32 };
    match number.wrapping_mul(number).wrapping_mul(number).wrapping_mul(number).checked_ilog2() {
        Some(log) => log as u16,
        None => 0,
    }
}

/// By how much less deep the position after a null move is searched, beside the ply of the move
/// itself.
const fn null_reduction(depth: Depth, few_pieces: bool) -> Depth {
    let deep = if few_pieces { 8 * PLY } else { 6 * PLY };
    if depth > deep { 3 * PLY } else { 2 * PLY }
}

/// The cost of a move that proved better than expected: half of what it was above a ply if that was
/// much, else a ply.
pub(super) const fn next_cost(cost: Depth) -> Depth {
    if cost > PLY + PLY / 2 { (cost.wrapping_add(PLY)) / 2 } else { PLY }
}

/// Ends multi-cut where it cannot come to anything any more.
pub(super) fn leave_multi_cut<U>(frame: &mut Frame<U>) {
    if frame.best >= frame.beta {
        return;
    }
    let left = frame.count.min(MULTI_CUT_MOVES).saturating_sub(frame.next);
    if u16::from(frame.cuts).wrapping_add(left) < u16::from(frame.cuts_needed) {
        (frame.phase, frame.next) = (Phase::Moves, 0);
    }
}

/// Where verification has found that passing was good only because moving is bad, the search begins
/// anew at full depth.
pub(super) fn leave_verification<U>(frame: &mut Frame<U>, switches: Switches) {
    if frame.next >= frame.count && frame.best < frame.beta {
        frame.depth = frame.depth.wrapping_add(frame.spared);
        (frame.next, frame.alpha, frame.best, frame.best_move) = (0, frame.alpha0, -score::INFINITE, Move::NONE);
        begin_moves(frame, switches);
    }
}

/// After the null move: multi-cut, or all moves.
fn begin_moves<U>(frame: &mut Frame<U>, switches: Switches) {
    frame.phase = Phase::Moves;
    if frame.depth > MULTI_CUT_FROM
        && let Some(needed) = cuts_needed(frame.expected, switches)
        && u16::from(needed) <= frame.count
    {
        (frame.phase, frame.cuts, frame.cuts_needed) = (Phase::MultiCut, 0, needed);
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// What is to be tried before the moves of a ply that was just put on the stack. Not at the
    /// root: there all is searched.
    pub(super) fn prepare_pruning(&mut self, ply: usize) {
        let switches = self.config.switches;
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        if frame.phase == Phase::Noisy || frame.expected == Expected::Exact || frame.depth <= 2 * PLY {
            return;
        }
        let looks_ahead = switches.has(Switch::TranspositionCuts) && self.keyed && frame.depth > LOOK_AHEAD_FROM;
        if looks_ahead && self.cut_by_transposition(ply) {
            return;
        }
        if self.may_pass(ply) {
            if let Some(frame) = self.stack.frames.get_mut(ply) {
                frame.phase = Phase::Pass;
            }
        } else if let Some(frame) = self.stack.frames.get_mut(ply) {
            begin_moves(frame, switches);
        }
    }

    /// Is the null move to be tried here? Not twice in a row, not where only a win would be good
    /// enough, and not where the evaluation says that passing is not.
    fn may_pass(&mut self, ply: usize) -> bool {
        let below = ply.checked_sub(1).and_then(|below| self.stack.frames.get(below));
        let after_pass = below.is_some_and(|below| below.phase == Phase::Pass);
        let Some(&Frame { beta, mover, .. }) = self.stack.frames.get(ply) else { return false };
        self.config.switches.has(Switch::NullMove)
            && !after_pass
            && !score::is_decided(beta)
            && self.static_score(mover) >= beta
    }

    /// Enhanced transposition cut-offs (Plaat et al. 1996): does the table know that a move is too
    /// good already? Or has the game failed?
    ///
    /// First all buckets are asked for, then they are looked at.
    fn cut_by_transposition(&mut self, ply: usize) -> bool {
        match self.keys_of_moves(ply) {
            Some(known) => self.any_cuts(ply, known),
            None => true,
        }
    }

    /// Is one of so many moves too good, by what the table knows of the keys after them? Apart, for
    /// stack.
    #[inline(never)]
    fn any_cuts(&mut self, ply: usize, known: u16) -> bool {
        (0..known).any(|index| {
            let key = self.keys.get(usize::from(index)).map_or(0, |key| key.cast_unsigned());
            self.table.knows(key) && self.cuts_by(ply, index, key)
        })
    }

    /// Puts the keys after the moves of a ply where its moves are sorted by keys of another kind,
    /// asks for their buckets, and counts them; `None` where the game has failed. Apart, for stack.
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

    /// Is the move at this place too good, by what the table knows of the key after it? Or has the
    /// game failed?
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
        let known = self.known_as_too_good(key, ply, same, beta, depth.wrapping_sub(PLY));
        let (Some((score, whole)), Some(frame)) = (known, self.stack.frames.get_mut(ply)) else { return false };
        (frame.best, frame.best_move, frame.next) = (score, mv, 0);
        frame.truncated |= !whole;
        true
    }

    /// Does the table know that the position after a move of this ply is worth `beta` or more to
    /// its mover? How much, and was that searched to the end of the game? Apart, for stack.
    #[inline(never)]
    fn known_as_too_good(&self, key: u64, ply: usize, same: bool, beta: Score, wanted: Depth) -> Option<(Score, bool)> {
        for entry in (0..WAYS).filter_map(|way| self.table.known_at(key, way)) {
            let seen = entry.score_at(ply.wrapping_add(1));
            let (score, bound) = if same { (seen, Bound::Lower) } else { (seen.wrapping_neg(), Bound::Upper) };
            let counts = entry.bound == Bound::Exact || entry.bound == bound;
            if counts && score >= beta && self.is_deep_enough(&entry, wanted) {
                return Some((score, entry.is_whole()));
            }
        }
        None
    }

    /// Passes at the top of the stack, and scores the position after it or puts it on the stack.
    pub(super) fn pass(&mut self) {
        let few_pieces = self.simulation.scratch.few_pieces();
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if !self.simulation.scratch.pass() {
            return begin_moves(frame, self.config.switches);
        }
        if self.simulation.scratch.outcome().is_some() {
            // A position that the game would never be in: who cannot move has lost, say.
            if !self.simulation.fails() {
                self.simulation.pass_again();
            }
            return begin_moves(frame, self.config.switches);
        }
        frame.spared = null_reduction(frame.depth, few_pieces);
        (frame.mv, frame.undo) = (Move::NONE, None);
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

    /// The position after passing has this score, in the view of who has passed.
    pub(super) fn take_pass(&mut self, score: Score) {
        self.sign(Move::NONE, score);
        let switches = self.config.switches;
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if score < frame.beta {
            return begin_moves(frame, switches);
        }
        frame.truncated = true;
        if frame.depth < VERIFY_FROM {
            // A win after passing is no win: exactly beta.
            (frame.phase, frame.best, frame.next) = (Phase::Moves, frame.beta, 0);
        } else {
            frame.depth = frame.depth.wrapping_sub(frame.spared);
            (frame.phase, frame.alpha) = (Phase::Verify, frame.beta.wrapping_sub(1));
        }
    }

    /// A move that multi-cut has tried has this score, in the view of its mover.
    pub(super) fn take_cut(&mut self, score: Score) {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let (mv, tried) = (frame.mv, frame.next.wrapping_sub(1));
        if score >= frame.beta {
            let to = u16::from(frame.cuts);
            frame.cuts = frame.cuts.wrapping_add(1);
            if score::is_decided(score) {
                (frame.best, frame.best_move) = (score, mv);
            } else if frame.cuts >= frame.cuts_needed {
                // Exactly beta, whatever was found.
                (frame.best, frame.truncated) = (frame.beta, true);
            }
            self.stack.bring_forward(self.progress.ply, tried, to);
        }
        self.sign(mv, score);
    }

    /// Sets by how much less deep the position after this move, at `index` of the top's list, is
    /// searched.
    pub(super) fn set_cost(&mut self, mv: Move, index: u16) {
        let realizes = self.config.switches.has(Switch::Realization);
        let realization = realizes.then(|| self.simulation.scratch.transition(mv)).flatten();
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if let Some(probability) = realization
            && frame.phase != Phase::Noisy
        {
            let cost = Depth::from(TRANSITION_COST.get(usize::from(probability)).copied().unwrap_or(PLY as u8));
            // Above a leaf there is nothing to reduce.
            frame.cost = if index < LIKELY_MOVES || frame.depth <= PLY { cost.min(PLY) } else { cost };
        }
        match frame.phase {
            Phase::MultiCut => frame.cost = frame.cost.wrapping_add(MULTI_CUT_REDUCTION),
            Phase::Moves | Phase::Verify => {
                let late = frame.depth > LATE_FROM && index >= LATE_MOVES && !frame.killers.contains(&mv);
                if late && self.config.switches.has(Switch::LateMoves) && !self.simulation.scratch.noisy(mv) {
                    let most = frame.depth.wrapping_sub(PLY);
                    frame.cost = frame.cost.max(late_cost(frame.depth, index).min(most));
                }
            }
            Phase::Pass | Phase::Noisy => {}
        }
    }
}
