//! What a search has found: its report, the moves best first, the line behind each, and the tree.

use crate::internal::convert::{answer_at, slice_mut};
use crate::internal::handle::Handle;
use crate::internal::introspection::{node_to_c, write_candidates};
use crate::internal::searching::write_report;
use crate::internal::struct_versions::PLAIN_REPORT;
use crate::types::*;
use core::ffi::c_void;
use kernel::game::Move;
use kernel::report::{TreeNode, Visit};

/// What the searches of this position have found so far. Before any search, `best` is a legal move
/// all the same: one that wins at once, or looks best at a glance. In C and C++ a macro says how
/// large the report is: see imm_get_report_sized().
///
/// IMM_ERR_NULL, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report(state: *mut imm_state, report: *mut imm_report) -> imm_status {
    // SAFETY: promised by the caller, whose report has the fields of the first version at least.
    unsafe { imm_get_report_sized(state, report, PLAIN_REPORT) }
}

/// imm_get_report() for a report of `size` bytes, as imm_search_limited_sized() says.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_get_report_sized(
    state: *mut imm_state,
    report: *mut imm_report,
    size: usize,
) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call(|session, _| {
        // SAFETY: NULL, or `size` bytes are the caller's to be written.
        unsafe { write_report(session, report, size, |session| session.report()) }
    })
}

/// Writes what is known about up to `capacity` moves of this position, the best first, and returns
/// how many were tried so far, which may be more or fewer than `capacity`; or a negative status.
/// `candidates` may be NULL if `capacity` is 0. Proven wins come first, the shortest of them at the
/// head; then what is open and draws, by the player's rule of decision (`decision` in imm_config);
/// then proven losses, the longest first. A proven draw stands before all that looks worse than a
/// draw. So each move is the one to play if those before it did not exist; but where all that were
/// tried lose and some were not, imm_report's `best` is one of these, and where the final move is
/// drawn (`temp` in imm_config) it may be any. Equals stand in the order of the tree, which is the
/// same for the same search. Alpha-beta knows the best move alone: of the others it has shown no
/// more than that they are not better. With `temp` the order is the one without it, and `best` of
/// the report may be any of these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_candidates(state: *mut imm_state, candidates: *mut imm_candidate, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`.
    let out = unsafe { slice_mut(candidates, capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| write_candidates(search, out?))
}

/// Writes up to `capacity` moves of the line that the search expects after `move`, this move first,
/// and returns how many it has written; or a negative status. 0 if the move was not tried; of
/// alpha-beta, for every move but the one to play. `moves` may be NULL if `capacity` is 0.
///
/// IMM_ERR_ILLEGAL_MOVE, or what a callback did wrong.
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

/// Writes up to `capacity` moves of the line that the search expects, the move to play first, and
/// returns how many it has written, 0 before any search; or a negative status. `moves` may be NULL
/// if `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_line(state: *mut imm_state, moves: *mut imm_move, capacity: u32) -> i32 {
    // SAFETY: NULL or with room for `capacity`; a `Move` is an imm_move.
    let out = unsafe { slice_mut(moves.cast::<Move>(), capacity) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| Ok(search.line(out?)? as i32))
}

/// Shows the tree to `visitor`: every position before those below it, down to `depth` plies below
/// the root, and only those with `min_visits` visits or more, with all that is below the others
/// left out. The root comes first, in any case; with `depth` 0 it is the only one. Positions right
/// below the same one come in no particular order, which is the same for the same search. Takes the
/// time of a look at each position shown and its siblings, and no memory. Returns how many were
/// shown, 2147483647 for that or more; or a negative status. Alpha-beta keeps no tree: it shows the
/// root, with value and proof; its line is imm_line()'s.
///
/// The visitor gets `context` first, and returns IMM_VISIT_BELOW, IMM_VISIT_BESIDE or
/// IMM_VISIT_STOP; any other number ends the visit, too. What `node` points to is gone afterwards.
/// Functions for the same state answer IMM_ERR_BUSY meanwhile: write moves as text later, or by
/// another state that stands at the position.
///
/// IMM_ERR_NULL for no visitor, or what a callback of the game did wrong: then nothing was shown.
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

/// Writes the static value of the position for the FIRST player, in [-1, 1], by the configured
/// evaluation function; the result itself if the game is over. Nothing is searched. IMM_ERR_NULL,
/// IMM_ERR_UNSUPPORTED if the game has none, or what a callback did wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_evaluate(state: *mut imm_state, value: *mut f32) -> imm_status {
    // SAFETY: NULL or the caller's to be written.
    let value = unsafe { answer_at(value) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_queries(|search| {
        let value = value?;
        value.write(search.evaluate()?.to_f32());
        Ok(IMM_OK)
    })
}
