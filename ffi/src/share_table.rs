//! A transposition table for several threads.

use crate::handle::{Handle, State};
use crate::status::share_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::alphabeta::Bucket;
use kernel::save::Parts;

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
    handle.call_archive(|archive, state| {
        let Parts::Depth(mut parts) = archive.parts() else { return Err(IMM_ERR_UNSUPPORTED) };
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
