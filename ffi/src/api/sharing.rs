//! Functions that let several threads share a transposition table or a tree.

use crate::internal::handle::{Handle, State};
use crate::internal::status::share_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::alphabeta::Bucket;
use kernel::keep::save::Parts;

/// Makes an alpha-beta search (IMM_ALPHA_BETA with IMM_AB_TT) use a shared table: a transposition
/// table for several states, each on its own thread. So a thread does not have to search a position
/// that another thread has already searched. All states need the same game, board and player. The
/// table is `size` bytes of `memory` aligned to IMM_ALIGN, outside all blocks. Suggested alignment:
/// 64. The memory holds buckets of IMM_BUCKET_SIZE bytes; the first bucket is a header. Fill the
/// memory with zeros before you pass it for the first time, and keep it as long as a state uses it.
/// With NULL and a `size` of 0 the state uses its own table again, which is still in its block.
///
///     1. set up the same position in n states
///     2. call imm_share_table() for each state, with the same memory, one state after another
///     3. search each state on its own thread, with the same limits
///     4. when the first thread returns, call imm_stop() for the other states
///
/// The report of the thread that returns first is the result. With a time limit, the result is the
/// report with the greatest `depth`. Each state searches moves in a different order, which depends
/// on the order of the imm_share_table() calls. If only safe switches (see IMM_AB_*) are on and no
/// move was played, the value and the proof at a depth are the same as in a search with one thread.
/// The number of positions visited, and the choice among equally good moves, depend on the timing
/// of the threads. So a shared search is not reproducible.
///
/// imm_share_table() keeps the result so far, but starts an unfinished depth again. imm_play()
/// keeps the shared table. imm_forget(), and every function that sets up a position, empties the
/// table for all states. After imm_set_player() or imm_init() the state no longer uses the table. A
/// copy made by imm_clone() also uses the table. imm_save() writes the state's own table.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL for fewer than two buckets;
/// IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED if the search
/// has no table: with any other algorithm, without IMM_AB_TT, or in a game without hash();
/// IMM_ERR_CONTRADICTION if the memory is the table of another game, of another player, or of
/// another size. After an error nothing changes.
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

/// Checks that a state can share this memory. The errors are IMM_ERR_NULL, IMM_ERR_MISALIGNED and
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

/// The size of one slot of a shared tree, in bytes.
#[cfg(all(feature = "threads", target_has_atomic = "64"))]
const SLOT: usize = size_of::<kernel::mcts::SharedSlot>();

/// Makes a tree search use a shared tree: a tree that several states grow, each on its own thread.
/// All threads soon use what one thread finds. All states need the same game, board, player
/// and position, and each state needs its own seed.
///
/// The tree is `size` bytes of `memory` aligned to IMM_ALIGN, outside all blocks. Suggested
/// alignment: 64. A node takes 32 bytes. Suggested `size`: 50 bytes (Kalah) to 135 bytes
/// (Breakthrough) for each simulation of all threads. Fill the memory with zeros before you pass it
/// for the first time, and keep it as long as a state uses it. The block of each state then holds
/// only the top of the tree, for reports. Suggested block: imm_memory_required(game, 32768) bytes,
/// and imm_leaf_memory() for players that need it, together about 1 MiB. Then each thread keeps its
/// place in the tree from one simulation to the next (the trunk, see docs/SPEED.md). Without a
/// trunk, two threads can be slower than one. Smallest useful block: 64 KiB. With NULL and a `size`
/// of 0 the state continues alone, with its top of the tree.
///
///     1. call imm_share_tree() for each of n states, with the same memory, one state after another
///     2. search each state on its own thread
///     3. when all searches have returned, any state has the report, the candidates and the line of
///        the whole tree
///     4. imm_play() the same move in all states, in any order: the tree below the move stays
///
/// n is at most 64. Suggested n: the number of cores. Each state has its own limits: the limit on
/// iterations applies only to its thread, and time and stop have the same effect as for one thread.
/// `nodes` of a report counts all nodes of the tree. The tree depends on the timing of the threads,
/// so neither the tree nor its signature is reproducible. All threads together search as deep as
/// one faster thread, which is not so with imm_merge().
///
/// If you call imm_forget() in all states, the tree is emptied once. The tree has one root
/// position. For a state at another position, imm_search() and the other searches return
/// IMM_ERR_OTHER_POSITION until you call imm_share_tree() for this state again. If the state is
/// then still at another position, the call empties the tree and makes the position of the state
/// the root. So call imm_share_tree() for all states again after imm_restart() or after you set up
/// a position. The call changes nothing for a state that already uses the tree and is at the root
/// position of the tree. So you can also make this call for all states before each search.
///
/// After imm_set_player(), imm_init() or imm_load() the state no longer uses the tree. A copy made
/// by imm_clone() also uses the tree. imm_save() writes the top of the tree. imm_merge() refuses a
/// state with a shared tree: IMM_ERR_MERGED. If a callback fails while other threads search the
/// tree, call imm_share_tree() again for the state of the failed callback.
///
/// A player with a shared tree may have the same options as a player without a shared tree, with
/// these differences. All children of a node are made at once, also with IMM_EXPAND_ONE. `ct`,
/// `eps`, `softmax`, `grave`, `mob`, `pn`, `reg`, `prooftt` and `bounds` are not available. So
/// IMM_BEST is not available for most custom games: pass "bfm()" instead if the game has an
/// evaluation, otherwise "mcts()". With a leaf search, a thread may exceed its time limit by the
/// time of one expansion.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a node (4
/// KiB are enough); IMM_ERR_BUFFER if the memory overlaps the block of the state;
/// IMM_ERR_UNSUPPORTED for alpha-beta, for the options that are not available, for the `small`
/// games, in a library without the feature `threads`, and on a processor without atomic words of 64
/// bits; IMM_ERR_CONTRADICTION if the memory is the tree of another game, of another player, or of
/// another size; IMM_ERR_BUSY if other threads search the tree from another position. After an
/// error nothing changes.
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
