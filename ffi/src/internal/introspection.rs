//! Seeing inside: the moves of a position best first, the line behind each, and the tree.

use crate::convert::{proof_to_c, slice_mut};
use crate::handle::Handle;
use crate::session::Queries;
use crate::types::*;
use core::cmp::Ordering;
use core::ffi::c_void;
use kernel::game::Move;
use kernel::report::{Candidate, TreeNode, Visit};
use kernel::value::{Proof, Value};

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

/// Sorts them into `out` one by one, with no room but that: what falls out at its end is not
/// wanted.
fn write_candidates(search: &mut dyn Queries, out: &mut [imm_candidate]) -> Result<i32, imm_status> {
    let ranking = search.ranking()?;
    let (mut count, mut sorted) = (0_usize, 0_usize);
    while let Some(candidate) = search.candidate(count)? {
        count = count.wrapping_add(1);
        let not_after =
            |other: &imm_candidate| ranking.order(&candidate_from_c(other), &candidate) != Ordering::Greater;
        let place = out.get(..sorted).unwrap_or_default().partition_point(not_after);
        sorted = sorted.wrapping_add(1).min(out.len());
        let mut moved_up = candidate_to_c(&candidate);
        for slot in out.get_mut(place..sorted).unwrap_or_default() {
            core::mem::swap(slot, &mut moved_up);
        }
    }
    Ok(count as i32)
}

fn candidate_to_c(candidate: &Candidate) -> imm_candidate {
    imm_candidate {
        r#move: candidate.mv.0,
        visits: candidate.visits,
        value: candidate.value.to_f32(),
        minimax: candidate.minimax.to_f32(),
        proof: proof_to_c(candidate.proof),
        distance: u32::from(candidate.distance),
    }
}

/// What the order asks of one that [`candidate_to_c`] has made.
fn candidate_from_c(candidate: &imm_candidate) -> Candidate {
    Candidate {
        mv: Move(candidate.r#move),
        visits: candidate.visits,
        value: Value::from_f32(candidate.value).unwrap_or_default(),
        minimax: Value::DRAW,
        proof: match candidate.proof {
            IMM_PROVEN_FIRST_WINS => Proof::FirstWins,
            IMM_PROVEN_SECOND_WINS => Proof::SecondWins,
            IMM_PROVEN_DRAW => Proof::Draw,
            _ => Proof::Unknown,
        },
        distance: candidate.distance as u8,
    }
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

fn node_to_c(node: &TreeNode) -> imm_node {
    imm_node {
        ply: node.ply,
        r#move: node.mv.0,
        visits: node.visits,
        value: node.value.to_f32(),
        minimax: node.minimax.to_f32(),
        proof: proof_to_c(node.proof),
        distance: u32::from(node.distance),
        children: node.children,
    }
}
