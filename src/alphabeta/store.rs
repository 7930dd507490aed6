//! Stores the result of a finished ply in the killers, the history and the table.

use super::Progress;
use super::order::History;
use super::probcut;
use super::stack::{Expected, Frame, Phase, Stack};
use super::table::{Bound, Entry, PLY, Table};
use crate::game::Move;
use crate::player::alphabeta::{Switch, Switches};

/// Stores the result of the ply at the top of the stack.
#[inline(never)] // so that it is compiled once, not for each game
pub(super) fn store_result(
    stack: &mut Stack<'_>,
    table: &mut Table<'_>,
    history: &mut History<'_>,
    progress: &mut Progress,
    switches: Switches,
    keyed: bool,
) {
    let ply = progress.ply;
    let Some(frame) = stack.frames.get_mut(ply) else { return };
    if matches!(frame.phase, Phase::Noisy | Phase::Chance) || switches == Switches::NONE {
        return;
    }
    if frame.best >= frame.beta && frame.best_move != Move::NONE {
        frame.note_killer(frame.best_move);
    }
    let frame = *frame;
    // If only the first move was searched, a low score is no bound.
    if frame.depth <= PLY || frame.is_partial() && frame.best <= frame.alpha0 {
        return;
    }
    if switches.has(Switch::History) {
        for index in 0..frame.next {
            history.note_try(frame.mover, stack.listed(ply, index).unwrap_or_default());
        }
        if frame.best_move != Move::NONE {
            history.note_success(frame.mover, frame.best_move);
        }
    }
    if keyed && frame.key != 0 {
        if switches.has(Switch::ProbCut) && frame.expected == Expected::Exact {
            progress.error = probcut::learn(progress.error, &frame, ply, table);
        }
        // If a cut was expected, a score of exactly alpha can come from multi-cut. It is not
        // reliable, so it is not stored.
        let doubtful = frame.expected == Expected::Cut && frame.best == frame.alpha0;
        if !(doubtful && switches.use_multi_cut()) {
            table.store(frame.key, entry(&frame, ply));
        }
    }
}

/// The table entry of a finished ply.
fn entry(frame: &Frame, ply: usize) -> Entry {
    let &Frame { best_move, best, beta, alpha0, depth, truncated, .. } = frame;
    let bound = match best {
        best if best >= beta || frame.is_partial() => Bound::Lower,
        best if best <= alpha0 => Bound::Upper,
        _ => Bound::Exact,
    };
    Entry::new(best_move, best, ply, depth, bound, !truncated)
}
