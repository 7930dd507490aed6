//! A transposition table, or a tree, for several threads.

use crate::internal::handle::{Handle, State};
use crate::internal::status::share_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::alphabeta::Bucket;
use kernel::keep::save::Parts;

/// Makes an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) use a transposition table that other
/// states use as well, each on a thread of its own: what one has found, the others need not search.
/// All must be of the same game and board, with the same player. The table lies in `size` bytes of
/// `memory` aligned to IMM_ALIGN, best to 64, apart from all blocks. It is used as buckets of
/// IMM_BUCKET_SIZE bytes, the first of which is a head. Fill it with zeros before the first state
/// comes; lend it as long as a state uses it. NULL with a `size` of 0 gives the state its own table
/// back, which its block still holds.
///
/// Give each of n states the same position and the same memory, one after another, search each on a
/// thread of its own, with the same limits, and stop the others (imm_stop()) when the first is
/// back. Its report is the result; or that of the greatest `depth`, where time was the limit. The
/// states differ in the order in which they look at things, by the order in which they came. While
/// only safe options are on and no move was played, the value and the proof at a depth are those of
/// a search by itself. How many positions that takes, and which of several best moves is found,
/// depends on how the threads run: nothing of a shared search repeats itself.
///
/// What was found stays, an iteration under way is begun anew. imm_play() goes on with the table;
/// imm_forget() and whatever begins anew empty it, for all. imm_set_player() and imm_init() give it
/// up. imm_clone() makes one state more that uses it. imm_save() writes the state's own table.
///
/// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL below two buckets, IMM_ERR_BUFFER if the
/// memory overlaps the block of the state, IMM_ERR_UNSUPPORTED where the search uses no table: with
/// any other algorithm, without IMM_AB_TT, in a game without hash(); IMM_ERR_CONTRADICTION if the
/// memory is the table of another game, another player, or of another size. Then nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_share_table(state: *mut imm_state, memory: *mut c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        let Parts::Depth(mut parts) = saving.parts() else { return Err(IMM_ERR_UNSUPPORTED) };
        if memory.is_null() && size == 0 {
            parts.share_no_table();
            return Ok(IMM_OK);
        }
        check_shared(state, memory, size)?;
        let count = size.min(isize::MAX as usize) / IMM_BUCKET_SIZE;
        // SAFETY: the caller lends so many bytes, aligned, for as long as the state uses them; any
        // bytes are a bucket, and its words are atomic, so that others may have it, too.
        let buckets = unsafe { core::slice::from_raw_parts(memory.cast::<Bucket>(), count) };
        parts.share_table(buckets).map(|()| IMM_OK).map_err(share_status)
    })
}

/// May this memory be shared by this state? IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_BUFFER.
pub(crate) fn check_shared(state: &State, memory: *const c_void, size: usize) -> Result<(), imm_status> {
    if memory.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    state.check_apart(memory, size)
}

/// Bytes of a slot of a shared tree.
#[cfg(all(feature = "threads", target_has_atomic = "64"))]
const SLOT: usize = size_of::<kernel::mcts::SharedSlot>();

/// Makes a tree search grow a tree that other states grow as well, each on a thread of its own:
/// what one thread finds, all use at once. All must be of the same game and board, with the same
/// player and each with a seed of its own, at the same position. The tree lies in `size` bytes of
/// `memory` aligned to IMM_ALIGN, best to 64, apart from all blocks; 32 bytes a node. Fill it with
/// zeros before the first state comes; lend it as long as a state uses it. The block of each state
/// then holds only the top of the tree, for reports: 64 KiB are plenty. NULL with a `size` of 0
/// makes the state go on by itself, with that top.
///
/// Give each of n states the same memory, one after another, and search each on a thread of its
/// own, at most 64 of them. Limits are those of each state: time and stop as for one, iterations
/// and playouts of its own thread. When all are back, the report, the candidates and the line of
/// any of them are those of the whole tree, in which `nodes` counts all. Which tree grows depends
/// on how the threads run: nothing of it repeats itself, and the signature is that of no other
/// search. Unlike imm_merge(), all threads together search as deep as one that is faster.
///
/// Between two searches play each move in all states, in any order: the tree below it stays. If
/// imm_forget() is called in all states, the tree is emptied once. A state at another position than
/// the tree is refused by imm_search() and the like with IMM_ERR_OTHER_POSITION, until it is given
/// the tree again by this function: if it is at another position then, the tree is emptied, and is
/// of that position; so after imm_restart() or a new position give it to all states again. To a
/// state that has the tree, and is at its position, it makes no difference: when in doubt give it
/// to all of them before each search.
/// imm_set_player(), imm_init() and imm_load() give the tree up. imm_clone() makes one state more
/// that uses it. imm_save() writes the top of the tree. imm_merge() refuses such a state with
/// IMM_ERR_MERGED. After a callback has failed, the state of that thread has to be given the tree
/// again, if others were searching it.
///
/// Options are the same as of a search by itself, with these differences: all children of a node
/// are made at once, also with IMM_EXPAND_ONE; `ct`, `eps`, `softmax`, `grave`, `prooftt` and
/// `bounds` are not to be had; and with a search of leaves a thread may end late by the time of one
/// expansion.
///
/// IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL where not even one node has room (4 KiB are
/// enough); IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED for
/// alpha-beta, for such options, for the `small` games, and in a library without the feature
/// `threads` or for a processor without atomic words of 64 bits; IMM_ERR_CONTRADICTION if the
/// memory is the tree of another game, another player, or of another size; IMM_ERR_BUSY if others
/// search it from another position. Then nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_share_tree(state: *mut imm_state, memory: *mut c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    #[cfg(not(all(feature = "threads", target_has_atomic = "64")))]
    return handle.call_saving(|_, _| {
        let _ = (memory, size);
        Err(IMM_ERR_UNSUPPORTED)
    });
    #[cfg(all(feature = "threads", target_has_atomic = "64"))]
    handle.call_saving(|saving, state| {
        let kernel::keep::save::Parts::Tree(mut parts) = saving.parts() else { return Err(IMM_ERR_UNSUPPORTED) };
        if memory.is_null() && size == 0 {
            parts.share_no_tree();
            return Ok(IMM_OK);
        }
        check_shared(state, memory, size)?;
        let count = size.min(isize::MAX as usize) / SLOT;
        // SAFETY: the caller lends so many bytes, aligned, for as long as the state uses them; any
        // bytes are a slot, and its words are atomic, so that others may have it, too.
        let slots = unsafe { core::slice::from_raw_parts(memory.cast(), count) };
        parts.share_tree(slots).map(|()| IMM_OK).map_err(share_status)
    })
}
