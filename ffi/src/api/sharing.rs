//! A transposition table or a tree that several threads share.

use crate::internal::handle::{Handle, State};
use crate::internal::status::share_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::alphabeta::Bucket;
use kernel::keep::save::Parts;

/// Gives an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) a shared table: a transposition table
/// that other states use too, each on its own thread. A thread need not search what another thread
/// has stored. All states need the same game, board and player. The table is `size` bytes of
/// `memory` aligned to IMM_ALIGN, apart from all blocks. Suggested alignment: 64. The memory holds
/// buckets of IMM_BUCKET_SIZE bytes; the first one is a header. Fill it with zeros before the first
/// state gets it, and keep it as long as a state uses it. NULL with a `size` of 0 gives the state
/// its own table again, which is still in its block.
///
///     1. set up the same position in n states
///     2. imm_share_table() for each state, with the same memory, one after another
///     3. search each state on its own thread, with the same limits
///     4. when the first thread returns, imm_stop() for the others
///
/// The report of the first thread is the result, or with a time limit the report with the greatest
/// `depth`. The states search moves in different orders, by the order in which they got the table.
/// If only safe switches are on and no move was played, value and proof at a depth are those of a
/// search with one thread. The number of positions visited, and the choice among equally good
/// moves, depend on the timing of the threads. So a shared search is not reproducible.
///
/// The result so far stays; a depth under way starts again. imm_play() keeps the table.
/// imm_forget(), and every function that sets up a position, empties the table for all states.
/// imm_set_player() and imm_init() give it up. imm_clone() makes one more state that uses it.
/// imm_save() writes the state's own table.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL for less than two buckets;
/// IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED if the search
/// uses no table: with any other algorithm, without IMM_AB_TT, or in a game without hash();
/// IMM_ERR_CONTRADICTION if the memory is the table of another game, another player, or of another
/// size. Then nothing changes.
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
        // SAFETY: the caller provides `count` buckets, aligned, for as long as the state uses them.
        // Any bytes are a valid bucket, and its words are atomic, so other states may use it too.
        let buckets = unsafe { core::slice::from_raw_parts(memory.cast::<Bucket>(), count) };
        parts.share_table(buckets).map(|()| IMM_OK).map_err(share_status)
    })
}

/// Returns an error if this state cannot share this memory: IMM_ERR_NULL, IMM_ERR_MISALIGNED,
/// IMM_ERR_BUFFER.
pub(crate) fn check_shared(state: &State, memory: *const c_void, size: usize) -> Result<(), imm_status> {
    if memory.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !memory.addr().is_multiple_of(IMM_ALIGN) {
        return Err(IMM_ERR_MISALIGNED);
    }
    state.check_apart(memory, size)
}

/// Bytes of one slot of a shared tree.
#[cfg(all(feature = "threads", target_has_atomic = "64"))]
const SLOT: usize = size_of::<kernel::mcts::SharedSlot>();

/// Gives a tree search a shared tree: a tree that other states grow too, each on its own thread.
/// All threads use at once what one thread finds. All states need the same game, board, player and
/// position, and each needs its own seed.
///
/// The tree is `size` bytes of `memory` aligned to IMM_ALIGN, apart from all blocks. Suggested
/// alignment: 64. A node takes 32 bytes. Suggested `size`: 50 bytes a simulation in Kalah to 135 in
/// Breakthrough, for all simulations of all threads. Fill the memory with zeros before the first
/// state gets it, and keep it as long as a state uses it. The block of each state then holds only
/// the top of the tree, for reports. Suggested block: 64 KiB. NULL with a `size` of 0 makes the
/// state continue alone, with its top of the tree.
///
///     1. imm_share_tree() for each of n states, with the same memory, one after another
///     2. search each state on its own thread
///     3. when all have returned: the report, candidates and line of any state are those of the
///        whole tree
///     4. imm_play() the same move in all states, in any order: the tree below it stays
///
/// n is at most 64. Suggested n: the number of cores. Each state has its own limits: iterations
/// and playouts count for its thread, time and stop work as for one thread. `nodes` of a report
/// counts all nodes of the tree. The tree depends on the timing of the threads, so it is not
/// reproducible, and its signature is that of no other search. Unlike with imm_merge(), all threads
/// together search as deep as one faster thread.
///
/// If you call imm_forget() in all states, the tree is emptied once. The tree has one position.
/// imm_search() and the other searches return IMM_ERR_OTHER_POSITION for a state at another
/// position, until you give it the tree again with this function. If that state is then at another
/// position, the tree is emptied and takes this position. So give the tree to all states again
/// after imm_restart() or after you set up a position. The call changes nothing for a state that
/// has the tree and is at its position. When in doubt, give it to all states before each search.
///
/// imm_set_player(), imm_init() and imm_load() give the tree up. imm_clone() makes one more state
/// that uses it. imm_save() writes the top of the tree. imm_merge() refuses such a state with
/// IMM_ERR_MERGED. If a callback fails while other threads search the tree, give the tree to the
/// state of that thread again.
///
/// The player may have the same options as without sharing, with these differences. All children of
/// a node are made at once, also with IMM_EXPAND_ONE. `ct`, `eps`, `softmax`, `grave`, `prooftt`
/// and `bounds` are not available. With a leaf search, a thread may end late by the time of one
/// expansion.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a node (4
/// KiB are enough); IMM_ERR_BUFFER if the memory overlaps the block of the state;
/// IMM_ERR_UNSUPPORTED for alpha-beta, for the options that are not available, for the `small`
/// games, in a library without the feature `threads`, and on a processor without atomic words of 64
/// bits; IMM_ERR_CONTRADICTION if the memory is the tree of another game, another player, or of
/// another size; IMM_ERR_BUSY if other threads search it from another position. Then nothing
/// changes.
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
        // SAFETY: the caller provides `count` slots, aligned, for as long as the state uses them.
        // Any bytes are a valid slot, and its words are atomic, so other states may use it too.
        let slots = unsafe { core::slice::from_raw_parts(memory.cast(), count) };
        parts.share_tree(slots).map(|()| IMM_OK).map_err(share_status)
    })
}
