//! A state in another block.

use crate::archive::Shift;
use crate::convert::answer_at;
use crate::handle::{Handle, State};
use crate::layout::HEAD;
use crate::types::*;
use core::ffi::c_void;

/// Copies a whole state into `size` bytes of other `memory` aligned to IMM_ALIGN, as many as
/// imm_init() was given or more, and writes the handle of the copy to `copy`: position, tree and
/// random numbers, so that both go on bit for bit alike, each by itself. They share the `context`
/// and the `clock` that callbacks are given. The copy keeps no history: see imm_keep_history().
/// Takes the time of copying the part of the block that was used so far. To copy the memory by
/// other means makes no state.
///
/// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL, IMM_ERR_BUFFER if the blocks overlap,
/// IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(): then nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clone(
    state: *mut imm_state,
    memory: *mut c_void,
    size: usize,
    copy: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: NULL or the caller's to be written.
    let answer = unsafe { answer_at(copy) };
    let (block, place) = (state.cast::<u8>(), memory.cast::<u8>());
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    let copied = |state: &State| {
        let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let answer = answer?;
        if memory.is_null() {
            return Err(IMM_ERR_NULL);
        }
        if !memory.addr().is_multiple_of(IMM_ALIGN) {
            return Err(IMM_ERR_MISALIGNED);
        }
        let mut shift = Shift::measure(block.addr());
        // SAFETY: it is the session, which nobody else holds. Not held beyond this: the whole block
        // is read below.
        unsafe { &mut *queries }.archive().relocate(&mut shift);
        let (used, length) = (shift.used, shift.end);
        if size < length {
            return Err(IMM_ERR_TOO_SMALL);
        }
        if block.addr().abs_diff(place.addr()) < length {
            return Err(IMM_ERR_BUFFER);
        }
        // SAFETY: as above.
        let search = unsafe { &mut *queries }.archive().at(place.wrapping_add(HEAD));
        let copy = search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let behind_head = used.saturating_sub(HEAD);
        // SAFETY: the caller lends more bytes there, apart from the block, of which nothing is held
        // now but its head: that is left out, as `imm_stop()` may write to it meanwhile.
        unsafe { place.add(HEAD).copy_from_nonoverlapping(block.add(HEAD), behind_head) };
        // SAFETY: that is where it is.
        let mut stay = unsafe { shift.moved(block) };
        // The search has slices of the block to itself. The copy was read beside them, so it is
        // given them anew.
        // SAFETY: as above.
        unsafe { &mut *queries }.archive().relocate(&mut stay);
        // SAFETY: all that is used of the block was just copied there, where there is room for all.
        let mut shift = unsafe { shift.moved(place) };
        // SAFETY: the session was copied there with the block, and nobody else has the copy.
        unsafe { &mut *copy }.archive().relocate(&mut shift);
        // SAFETY: the head of the copy.
        unsafe { State::put(place.cast(), state.clock.clone(), size, search) };
        #[cfg(feature = "nets")]
        {
            // SAFETY: just put there.
            unsafe { &*place.cast::<State>() }.net.set(state.net.get());
        }
        answer.write(place.cast());
        Ok(IMM_OK)
    };
    handle.when_idle(|status| status, copied)
}
