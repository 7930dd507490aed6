//! The results of a search: its report, its moves from best to worst, the expected line after a
//! move, and the tree.

use crate::internal::convert::{answer_at, slice_mut};
use crate::internal::handle::Handle;
use crate::internal::introspection::{node_to_c, write_candidates};
use crate::internal::searching::write_report;
use crate::internal::struct_versions::PLAIN_REPORT;
use crate::types::*;
use core::ffi::c_void;
use kernel::game::Move;
use kernel::report::{TreeNode, Visit};

/// Writes the combined result of all searches of this position so far. Before any search, `best` is
/// already a legal move: a move that wins at once, or looks best without a search. In C and C++ a
/// macro passes the size of the report: see imm_get_report_sized().
///
/// Errors: IMM_ERR_NULL, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report(state: *mut imm_state, report: *mut imm_report) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_get_report_sized(state, report, PLAIN_REPORT) }
}

/// Writes a report like imm_get_report(), but at most `size` bytes of the report; see
/// imm_search_limited_sized().
///
/// Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report_sized(
    state: *mut imm_state,
    report: *mut imm_report,
    size: usize,
) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        // SAFETY: NULL, or `size` bytes are valid for writes.
        unsafe { write_report(session, report, size, |session| session.report()) }
    })
}

/// Writes up to `capacity` moves of this position with their values and visits, the best first.
/// Returns how many moves were tried so far, which may be more or fewer than `capacity`, or a
/// negative status. `candidates` may be NULL if `capacity` is 0. Suggested `capacity`, which is
/// always enough: 96 for built-in games, `max_moves` of imm_game for a custom game.
///
/// The order of the moves is:
///
///     1. solved wins, the shortest first
///     2. draws and moves that are not solved, by the player's rule (`decision` in imm_config);
///        a solved draw comes before all moves that look worse than a draw
///     3. solved losses, the longest first
///
/// Each move in this list would be `best` of imm_report if the moves before it did not exist. There
/// are two exceptions. If all tried moves lose, `best` of imm_report may be a move that was not
/// tried. If the final move is sampled (`temp` in imm_config), `best` may be any of these moves.
/// Equal moves keep the order of the tree, which is reproducible. Alpha-beta lists only its best
/// move. For every other move, alpha-beta has only found that the move is not better.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_candidates(state: *mut imm_state, candidates: *mut imm_candidate, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`.
    let out = unsafe { slice_mut(candidates, capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_candidates(search, out?))
}

/// Writes up to `capacity` moves of the line that the search expects after `move`; the line begins
/// with `move`. Returns how many moves were written, or a negative status. Returns 0 if `move` was
/// not tried. With alpha-beta, returns 0 for every move except the move to play. `moves` may be
/// NULL if `capacity` is 0. Suggested `capacity`: 16 (IMM_WATCHED_LINE).
///
/// Errors: IMM_ERR_ILLEGAL_MOVE, or the error of a callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_candidate_line(
    state: *mut imm_state,
    r#move: imm_move,
    moves: *mut imm_move,
    capacity: u32,
) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| Ok(search.candidate_line(Move(r#move), out?)? as i32))
}

/// Writes up to `capacity` moves of the line that the search expects. The line begins with the move
/// to play. Returns how many moves were written (0 before any search), or a negative status.
/// `moves` may be NULL if `capacity` is 0. Suggested `capacity`: 16 (IMM_WATCHED_LINE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_line(state: *mut imm_state, moves: *mut imm_move, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| Ok(search.line(out?)? as i32))
}

/// Shows the tree to `visitor`, each position before the positions below it. The visit stops at
/// `depth` plies below the root. It skips positions with fewer than `min_visits` visits and all
/// positions below them. The root is always shown, and comes first; with `depth` 0 only the root is
/// shown. The children of a position come in no particular order, but the order is reproducible.
/// The visit needs no memory. Returns how many positions were shown (2147483647 if there were as
/// many or more), or a negative status. Alpha-beta keeps no tree: the visit shows only the root,
/// with its value and proof. imm_line() writes the line of alpha-beta.
///
/// The first argument of the visitor is `context`. The visitor returns IMM_VISIT_BELOW,
/// IMM_VISIT_BESIDE or IMM_VISIT_STOP; any other number also ends the visit. `node` is valid only
/// during the call of the visitor. During the visit, other functions for the same state return
/// IMM_ERR_BUSY. So write moves as text later, or with another state at the same position.
///
/// Errors: IMM_ERR_NULL if there is no visitor, or the error of a callback of the game. After an
/// error no position was shown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_visit_tree(
    state: *mut imm_state,
    depth: u32,
    min_visits: u32,
    visitor: Option<unsafe extern "C" fn(context: *mut c_void, node: *const imm_node) -> i32>,
    context: *mut c_void,
) -> i32 {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let visitor = visitor.ok_or(IMM_ERR_NULL)?;
        let mut show = |node: &TreeNode| {
            let node = node_to_c(node);
            // SAFETY: the caller's function, with the context that came with it.
            match unsafe { visitor(context, &raw const node) } {
                IMM_VISIT_BELOW => Visit::Below,
                IMM_VISIT_BESIDE => Visit::Beside,
                _ => Visit::Stop,
            }
        };
        let shown = search.visit_tree(depth, min_visits, &mut show)?;
        Ok(i32::try_from(shown).unwrap_or(i32::MAX))
    })
}

/// Writes the static value of the position, which the evaluation function of the state computes.
/// The value is -1 (loss) to 1 (win), from the first player's point of view. If the game is over,
/// the value is its result. The function does not search.
///
/// Errors: IMM_ERR_NULL, IMM_ERR_UNSUPPORTED if the game has no evaluation, or the error of a
/// callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_evaluate(state: *mut imm_state, value: *mut f32) -> imm_status {
    // SAFETY: NULL or valid for writes.
    let value = unsafe { answer_at(value) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let value = value?;
        value.write(search.evaluate()?.to_f32());
        Ok(IMM_OK)
    })
}
