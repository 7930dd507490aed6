//! Positions and whole states as bytes, copies of states, and moves taken back.

use crate::internal::convert::{answer_at, bytes_at, room_at};
use crate::internal::handle::{Handle, State};
use crate::internal::history::{LENGTH, Recorder, forget_past, recorder_of};
use crate::internal::layout::HEAD;
use crate::internal::rebase::Shift;
use crate::internal::session::Saving;
use crate::internal::status::fault_status;
use crate::types::*;
use core::ffi::c_void;
use kernel::base::bytes::ByteWriter;
use kernel::keep::save::LoadError;

/// The most bytes that imm_position_bytes() writes of any position of this game; 0 on an error,
/// which imm_last_status() tells: IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and
/// imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_size(state: *mut imm_state) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, _| {
        size = saving.position_size()?;
        Ok(IMM_OK)
    });
    size
}

/// Writes the position as bytes, and how many these are to `length`: all there is to it, with the
/// moves since the last capture in Lines of Action and Oware, whose rules of repetition need them.
/// imm_position_size() bytes always suffice. The bytes of a built-in game mean the same on every
/// target; equal bytes are equal positions. Those of a game of your own are the `position_size`
/// bytes of yours, as your callbacks have left them.
///
/// IMM_ERR_NULL, IMM_ERR_UNSUPPORTED as imm_position_size(), IMM_ERR_BUFFER if `size` is too small,
/// or the room overlaps the block of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_bytes(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
) -> imm_status {
    // SAFETY: a handle from C; the rest is the caller's promise.
    unsafe { write_out(state, bytes, size, length, |saving, out, _| saving.write_position_bytes(out)) }
}

/// Sets up the position that imm_position_bytes() has written, `length` bytes of it, by a state of
/// the same game and board; the tree begins anew, and so does what imm_undo() can take back. Bytes
/// of a built-in game are checked: none make an impossible position. Those of a game of your own
/// are handed to your callbacks as they are: your own program must have written them.
///
/// IMM_ERR_NULL, IMM_ERR_UNSUPPORTED as imm_position_size(), IMM_ERR_BYTES if they are no position
/// of this game and board, or what a callback did wrong: the position is as it was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_position_bytes(
    state: *mut imm_state,
    bytes: *const c_void,
    length: usize,
) -> imm_status {
    // SAFETY: NULL or `length` bytes.
    let bytes = unsafe { bytes_at(bytes, length) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        saving.read_position_bytes(bytes?)?;
        forget_past(&state.search);
        Ok(IMM_OK)
    })
}

/// Writes what is asked of a state as bytes: `write` writes them, the size of all of them given, or
/// counts them, given 0. `length` is written when all is well. IMM_ERR_NULL, IMM_ERR_BUFFER if
/// there is too little room, or it overlaps the block of the state, IMM_ERR_UNSUPPORTED where
/// nothing of the state can be kept, or what `write` answers.
///
/// # Safety
/// `state` is a handle from C; `bytes` is NULL or has `size` bytes, `length` is NULL or the
/// caller's to be written.
pub(crate) unsafe fn write_out(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
    write: fn(&mut dyn Saving, &mut ByteWriter<'_>, usize) -> Result<(), imm_status>,
) -> imm_status {
    // SAFETY: promised by the caller.
    let room = unsafe { room_at(bytes, size) };
    // SAFETY: as above.
    let length = unsafe { answer_at(length) };
    // SAFETY: as above.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        let (room, length) = (room?, length?);
        let mut counted = ByteWriter::new(&mut []);
        write(saving, &mut counted, 0)?;
        let room = room.get_mut(..counted.len()).ok_or(IMM_ERR_BUFFER)?;
        state.check_apart(bytes, counted.len())?;
        write(saving, &mut ByteWriter::new(room), counted.len())?;
        length.write(counted.len());
        Ok(IMM_OK)
    })
}

/// Lends the state `size` bytes of `memory` aligned to IMM_ALIGN for the positions before its
/// moves: from now on imm_undo() can take moves back, the latest first. Where the memory is full
/// the oldest positions are forgotten; imm_history_size() says how much it takes. The memory must
/// stay where it is and untouched until imm_init() makes another state of the block, or this
/// function is called with NULL and 0, which ends the history. What was kept before is forgotten.
///
/// IMM_ERR_NULL, IMM_ERR_MISALIGNED, IMM_ERR_TOO_SMALL if there is no room for a single move,
/// IMM_ERR_BUFFER if the memory overlaps the block of the state, IMM_ERR_UNSUPPORTED for
/// imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_keep_history(state: *mut imm_state, memory: *mut c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let session = match recorder_of(&state.search) {
            // SAFETY: put there by an earlier call, and nobody holds it.
            Some(recorder) => unsafe { (*recorder).session },
            None => state.search.session.get(),
        };
        if memory.is_null() && size == 0 {
            state.search.session.set(session);
            return Ok(IMM_OK);
        }
        if !memory.addr().is_multiple_of(IMM_ALIGN) {
            return Err(IMM_ERR_MISALIGNED);
        }
        let room = size.checked_sub(size_of::<Recorder>()).ok_or(IMM_ERR_TOO_SMALL);
        if memory.is_null() {
            return Err(IMM_ERR_NULL);
        }
        state.check_apart(memory, size)?;
        let record = saving.position_size()?.checked_add(2 * LENGTH).ok_or(IMM_ERR_TOO_SMALL)?;
        let room = room.ok().filter(|&room| room / 2 >= record).ok_or(IMM_ERR_TOO_SMALL)?;
        let place = memory.cast::<Recorder>();
        // SAFETY: the caller lends so many bytes, aligned, and they are behind the recorder.
        let memory = unsafe { room_at(place.wrapping_add(1).cast(), room) }?;
        // SAFETY: as above; a recorder is aligned to no more than IMM_ALIGN.
        unsafe { place.write(Recorder { session, queries, memory, used: 0, record }) };
        state.search.session.set(place);
        Ok(IMM_OK)
    })
}

/// Bytes for imm_keep_history() with which at least `plies` moves can be taken back; 0 on an error,
/// which imm_last_status() tells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_history_size(state: *mut imm_state, plies: u32) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, _| {
        let record = saving.position_size()?.checked_add(2 * LENGTH).ok_or(IMM_ERR_TOO_SMALL)?;
        // One more: there is always room for the next.
        let records = (plies as usize).checked_add(1).and_then(|count| count.checked_mul(record));
        let bytes = records.and_then(|bytes| bytes.checked_add(size_of::<Recorder>()));
        size = bytes.ok_or(IMM_ERR_TOO_SMALL)?;
        Ok(IMM_OK)
    });
    size
}

/// Takes the latest move back, and with it what was played since; the tree begins anew, with its
/// random numbers where they were. Moves are kept by imm_keep_history(); setting up another
/// position, imm_restart() and imm_shuffle() forget them.
///
/// IMM_ERR_NO_PAST if no move is kept, or what a callback did wrong: nothing is taken back then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_undo(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(
        |status| status,
        |state| {
            state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            let recorder = recorder_of(&state.search).ok_or(IMM_ERR_NO_PAST)?;
            // SAFETY: put there by `imm_keep_history()`, and nobody else holds it, nor the search,
            // which it asks.
            unsafe { &mut *recorder }.undo().map(|()| IMM_OK)
        },
    )
}

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
        unsafe { &mut *queries }.saving().rebase(&mut shift);
        let (used, length) = (shift.used, shift.end);
        if size < length {
            return Err(IMM_ERR_TOO_SMALL);
        }
        if block.addr().abs_diff(place.addr()) < length {
            return Err(IMM_ERR_BUFFER);
        }
        // SAFETY: as above.
        let search = unsafe { &mut *queries }.saving().at(place.wrapping_add(HEAD));
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
        unsafe { &mut *queries }.saving().rebase(&mut stay);
        // SAFETY: all that is used of the block was just copied there, where there is room for all.
        let mut shift = unsafe { shift.moved(place) };
        // SAFETY: the session was copied there with the block, and nobody else has the copy.
        unsafe { &mut *copy }.saving().rebase(&mut shift);
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

/// Bytes that imm_save() would write now: the more, the larger the tree is. 0 on an error, which
/// imm_last_status() tells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_save_size(state: *mut imm_state) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, _| {
        let mut counted = ByteWriter::new(&mut []);
        save(saving, &mut counted, 0)?;
        size = counted.len();
        Ok(IMM_OK)
    });
    size
}

/// Writes the whole state as bytes, and how many these are to `length`: position, tree, random
/// numbers, and of alpha-beta the table, the history and the iteration under way. imm_load() goes
/// on from there bit for bit, in another process and on another target, too, except that the
/// position of a game of your own is written as your callbacks have it. Room that the tree does not
/// use takes none here. What imm_undo() could take back is not written. The bytes end with their
/// CRC-32.
///
/// IMM_ERR_NULL, IMM_ERR_BUFFER if `size` is too small, or the room overlaps the block of the
/// state, IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_save(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
) -> imm_status {
    // SAFETY: a handle from C; the rest is the caller's promise.
    unsafe { write_out(state, bytes, size, length, save) }
}

fn save(saving: &mut dyn Saving, out: &mut ByteWriter<'_>, size: usize) -> Result<(), imm_status> {
    saving.parts().save(out, size);
    Ok(())
}

/// Becomes the state that imm_save() has written, `length` bytes of it. `state` must play the same
/// game on the same board with the same player, and its tree must have as many slots (alpha-beta:
/// as many plies, and as large a table), which it has with as much memory on the same kind of
/// target; its seed does not matter. The clock stays its own. imm_undo() has nothing to take back
/// then.
///
/// Everything is checked before the state changes, every link of the tree and every move in it:
/// that takes about as long as some hundred simulations for each thousand nodes. No bytes whatever
/// make an impossible state of a built-in game. The position of a game of your own is handed to
/// your callbacks as it is: your own program must have written it.
///
/// IMM_ERR_NULL; IMM_ERR_BYTES if the bytes are not all of a save, or were changed;
/// IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER, IMM_ERR_SAVED_MEMORY where that
/// is another; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(); or what a
/// callback did wrong. The state is as it was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_load(state: *mut imm_state, bytes: *const c_void, length: usize) -> imm_status {
    // SAFETY: NULL or `length` bytes.
    let bytes = unsafe { bytes_at(bytes, length) };
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        saving.parts().load(bytes?).map_err(load_status)?;
        forget_past(&state.search);
        Ok(IMM_OK)
    })
}

fn load_status(error: LoadError) -> imm_status {
    match error {
        LoadError::Damaged => IMM_ERR_BYTES,
        LoadError::Version => IMM_ERR_SAVED_VERSION,
        LoadError::Game => IMM_ERR_SAVED_GAME,
        LoadError::Player => IMM_ERR_SAVED_PLAYER,
        LoadError::Memory => IMM_ERR_SAVED_MEMORY,
        LoadError::Fault(fault) => fault_status(fault),
    }
}
