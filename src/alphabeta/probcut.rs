//! ProbCut (Buro 1995): skips a position if a search with reduced depth finds a score that is
//! outside the window by more than a margin.
//!
//! The search learns the margin from its own errors: on the principal variation, it compares the
//! score of a position with the score that the table has for a smaller depth. The static evaluation
//! selects the bound to test: beta if it is at least beta, otherwise alpha.
//!
//! The shallower search has a null window. [`Frame::alpha0`] keeps the window of the ply.

use super::AlphaBeta;
use super::prune::begin_moves;
use super::stack::{Frame, Phase, Stack};
use super::table::{Bound, Depth, PLY, Table, WAYS};
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::player::alphabeta::Switches;
use crate::report::score::{self, Score};

/// ProbCut is used at this remaining depth and above.
const PROBE_FROM: Depth = 4 * PLY;
/// The smallest depth of a search whose score is compared with the score of a deeper search.
const LEARN_FROM: Depth = 2 * PLY;
/// A new difference changes the mean difference by 1 / `LEARNED` of their distance.
const LEARNED: Score = 16;

/// Returns the reduction of the depth: two plies for every four plies. The reduction is even,
/// because the scores of odd and even depths often differ.
const fn reduction(depth: Depth) -> Depth {
    (depth / (4 * PLY)).wrapping_mul(2 * PLY)
}

/// Returns the margin for this mean difference between the scores of two depths. The margin is one
/// and a half times the difference.
const fn margin(error: Score) -> Score {
    error.wrapping_mul(3) / 2
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Begins ProbCut at a ply if ProbCut may be used there. Returns true if it has begun.
    pub(super) fn begin_probe(&mut self, ply: usize) -> bool {
        let error = self.progress.error;
        let Some(&Frame { beta, mover, .. }) = self.stack.frames.get(ply).filter(|frame| may_probe(frame, error))
        else {
            return false;
        };
        let high = self.static_score(mover) >= beta;
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            begin(frame, error, high);
        }
        true
    }
}

/// True if ProbCut may be used at a ply. `error` is the mean difference between the scores of a
/// position at two depths, or 0 if it is unknown. The ply must have a null window.
#[inline(never)] // so that it is compiled once, not for each game
fn may_probe(&Frame { alpha, beta, depth, .. }: &Frame, error: Score) -> bool {
    let decided = score::is_decided(alpha) || score::is_decided(beta);
    depth >= PROBE_FROM && error != 0 && !decided && beta == alpha.wrapping_add(1)
}

/// Begins ProbCut at a ply. Tests beta if `high` is true, otherwise alpha.
#[inline(never)]
fn begin(frame: &mut Frame, error: Score, high: bool) {
    let shift = if high { margin(error) } else { margin(error).wrapping_neg() };
    frame.spared = reduction(frame.depth);
    frame.depth = frame.depth.wrapping_sub(frame.spared);
    (frame.alpha, frame.beta) = (frame.alpha.wrapping_add(shift), frame.beta.wrapping_add(shift));
    frame.phase = Phase::Probe;
}

/// Ends ProbCut if its search is finished. If the search confirms that the score is outside the
/// window, also ends the ply. Otherwise begins the next phase of the ply, and puts the best move of
/// the search first.
#[inline(never)]
pub(super) fn leave(stack: &mut Stack<'_>, ply: usize, switches: Switches) {
    let Some(frame) = stack.frames.get_mut(ply).filter(|frame| frame.is_done()) else { return };
    let (best, reached, high) = (frame.best, frame.best >= frame.beta, frame.beta > frame.alpha0.wrapping_add(1));
    frame.depth = frame.depth.wrapping_add(frame.spared);
    (frame.alpha, frame.beta) = (frame.alpha0, frame.alpha0.wrapping_add(1));
    let bound = if high { frame.beta } else { frame.alpha };
    if reached == high && (!score::is_decided(best) || high) {
        // A win is a real win at any depth. Any other score is only a bound.
        if !score::is_decided(best) {
            (frame.best, frame.truncated) = (bound, true);
        }
        frame.phase = Phase::Moves; // the ply is finished
        return;
    }
    let (first, count) = (frame.best_move, frame.count);
    (frame.next, frame.best, frame.best_move, frame.line_len) = (0, -score::INFINITE, Move::NONE, 0);
    begin_moves(frame, switches);
    let listed = stack.list_of(ply, count).iter().position(|&mv| mv == first);
    if let Some(place) = listed {
        stack.bring_forward(ply, place as u16, 0);
    }
}

/// Returns the mean difference between the scores of two depths, after a ply of the principal
/// variation was searched. The mean changes if the table also has the score of the position at a
/// smaller depth.
#[inline(never)]
pub(super) fn learn(error: Score, frame: &Frame, ply: usize, table: &Table<'_>) -> Score {
    let &Frame { key, best, alpha0, beta, depth, .. } = frame;
    if best <= alpha0 || best >= beta || score::is_decided(best) {
        return error;
    }
    let shallower = (0..WAYS)
        .filter_map(|way| table.known_at(key, way))
        .find(|entry| entry.bound == Bound::Exact && (LEARN_FROM..depth).contains(&entry.depth));
    let Some(before) = shallower.map(|entry| entry.score_at(ply)).filter(|&score| !score::is_decided(score)) else {
        return error;
    };
    let change = best.wrapping_sub(before).wrapping_abs();
    if error == 0 { change } else { error.wrapping_add(change.wrapping_sub(error) / LEARNED) }
}
