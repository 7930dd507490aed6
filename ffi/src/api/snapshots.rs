//! Functions that write and read positions and whole states as bytes, copy states, and undo moves.

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

/// Returns the largest number of bytes that imm_position_bytes() can write for a position of this
/// game. Returns 0 on an error; imm_last_status() then returns the status: IMM_ERR_UNSUPPORTED for
/// imm_breakthrough_small() and imm_kalah_small().
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

/// Writes a snapshot of the position (the position as bytes) to `bytes`, and the number of bytes to
/// `length`. In Lines of Action and Oware a snapshot also has the positions since the last capture,
/// for the repetition rules. Suggested `size`: imm_position_size(), which is always enough. The
/// snapshot of a built-in game is the same on every target, and equal positions have equal bytes.
/// The snapshot of a custom game is the `position_size` bytes of the position, as your callbacks
/// left them.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
/// IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_bytes(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
) -> imm_status {
    // SAFETY: a handle from C; the rest is promised by the caller.
    unsafe { write_out(state, bytes, size, length, |saving, out, _| saving.write_position_bytes(out)) }
}

/// Sets up the position of a snapshot: `length` bytes that imm_position_bytes() has written for the
/// same game and board. The tree and the history of imm_undo() become empty. The bytes of a
/// built-in game are checked, so wrong bytes never set up an impossible position. The bytes of a
/// custom game are passed to your callbacks without a check, so only load bytes that your own
/// program has written.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small();
/// IMM_ERR_BYTES if the bytes are not a position of this game and board; or the error of a
/// callback. After an error the position is unchanged.
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

/// Writes a part of a state as bytes. The first call of `write`, with an empty buffer, counts the
/// bytes; the second call writes them. `length` is written only on success. Returns IMM_ERR_NULL;
/// IMM_ERR_BUFFER if the buffer is too small or overlaps the block of the state;
/// IMM_ERR_UNSUPPORTED if this state cannot be written; or the error of `write`.
///
/// # Safety
/// `state` is a handle from C; `bytes` is NULL or has `size` bytes; `length` is NULL or valid for
/// writes.
pub(crate) unsafe fn write_out(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
    write: fn(&mut dyn Saving, &mut ByteWriter<'_>, usize) -> Result<(), imm_status>,
) -> imm_status {
    // SAFETY: promised by the caller.
    let room = unsafe { room_at(bytes, size) };
    // SAFETY: promised by the caller.
    let length = unsafe { answer_at(length) };
    // SAFETY: promised by the caller.
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

/// Provides memory for a history: `size` bytes of `memory` aligned to IMM_ALIGN. From now on
/// imm_play() stores each position there, and imm_undo() takes back moves, the latest first. If the
/// history is full, the oldest positions are lost. Suggested `size`: imm_history_size() for the
/// largest number of plies that you want to take back. Call this function with NULL and 0 to end
/// the history. Do not move or change the memory before that call, or before imm_init() makes
/// another state in the block. Each call deletes the previous history.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL if there is no room for a single
/// move; IMM_ERR_BUFFER if the memory overlaps the block of the state; IMM_ERR_UNSUPPORTED for
/// imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_keep_history(state: *mut imm_state, memory: *mut c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, state| {
        let queries = state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let session = match recorder_of(&state.search) {
            // SAFETY: stored there by an earlier call, and nobody else uses it.
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
        // SAFETY: the caller provides `size` bytes, aligned; these follow the recorder.
        let memory = unsafe { room_at(place.wrapping_add(1).cast(), room) }?;
        // SAFETY: the memory is the caller's, and a recorder is aligned to no more than IMM_ALIGN.
        unsafe { place.write(Recorder { session, queries, memory, used: 0, record }) };
        state.search.session.set(place);
        Ok(IMM_OK)
    })
}

/// Returns how many bytes imm_keep_history() needs so that at least `plies` moves can be taken
/// back. Returns 0 on an error; imm_last_status() then returns the status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_history_size(state: *mut imm_state, plies: u32) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_saving(|saving, _| {
        let record = saving.position_size()?.checked_add(2 * LENGTH).ok_or(IMM_ERR_TOO_SMALL)?;
        // The memory has room for one record more than `plies`, because one record always stays
        // free for the next position.
        let records = (plies as usize).checked_add(1).and_then(|count| count.checked_mul(record));
        let bytes = records.and_then(|bytes| bytes.checked_add(size_of::<Recorder>()));
        size = bytes.ok_or(IMM_ERR_TOO_SMALL)?;
        Ok(IMM_OK)
    });
    size
}

/// Takes back the latest move of imm_play(). The tree becomes empty; the sequence of random numbers
/// continues. imm_keep_history() must have provided memory before that move. imm_restart(),
/// imm_shuffle(), imm_load() and every function that sets up a position delete the history.
///
/// Errors: IMM_ERR_NO_PAST if no move is stored, or the error of a callback. After an error no move
/// is taken back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_undo(state: *mut imm_state) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(
        |status| status,
        |state| {
            state.search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
            let recorder = recorder_of(&state.search).ok_or(IMM_ERR_NO_PAST)?;
            // SAFETY: stored there by `imm_keep_history()`. Nobody else uses the recorder, nor the
            // search that it calls.
            unsafe { &mut *recorder }.undo().map(|()| IMM_OK)
        },
    )
}

/// Copies a whole state into `size` bytes of other `memory` aligned to IMM_ALIGN, and writes the
/// handle of the copy to `copy`. `size` is at least the `size` passed to imm_init(). The copy has
/// the same position, tree and random numbers. So both states continue with the same searches, bit
/// for bit, independently of each other. Both states pass the same `context` and `clock` to
/// callbacks. The copy has no history: see imm_keep_history(). The call takes about as long as
/// copying the used part of the block. A state copied with memcpy() is not a valid state.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_MISALIGNED; IMM_ERR_TOO_SMALL; IMM_ERR_BUFFER if the blocks
/// overlap; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small(). After an error
/// nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_clone(
    state: *mut imm_state,
    memory: *mut c_void,
    size: usize,
    copy: *mut *mut imm_state,
) -> imm_status {
    // SAFETY: NULL or valid for writes.
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
        // SAFETY: the session, which nobody else uses. The reference ends here, because the whole
        // block is read below.
        unsafe { &mut *queries }.saving().rebase(&mut shift);
        let (used, length) = (shift.used, shift.end);
        if size < length {
            return Err(IMM_ERR_TOO_SMALL);
        }
        if block.addr().abs_diff(place.addr()) < length {
            return Err(IMM_ERR_BUFFER);
        }
        // SAFETY: the session, which nobody else uses.
        let search = unsafe { &mut *queries }.saving().at(place.wrapping_add(HEAD));
        let copy = search.queries.get().ok_or(IMM_ERR_UNSUPPORTED)?;
        let behind_head = used.saturating_sub(HEAD);
        // SAFETY: the caller provides at least `used` bytes there, apart from the block. No
        // reference into the block exists now, except to its head, which is left out because
        // `imm_stop()` may write to it meanwhile.
        unsafe { place.add(HEAD).copy_from_nonoverlapping(block.add(HEAD), behind_head) };
        // SAFETY: the block is where it was.
        let mut stay = unsafe { shift.moved(block) };
        // The search has exclusive slices of the block, and the copy above has read the block
        // through another pointer. So the search must get its slices again.
        // SAFETY: the session, which nobody else uses.
        unsafe { &mut *queries }.saving().rebase(&mut stay);
        // SAFETY: the used part of the block was just copied there, and the whole block has room.
        let mut shift = unsafe { shift.moved(place) };
        // SAFETY: the session was copied there with the block, and nobody else uses the copy.
        unsafe { &mut *copy }.saving().rebase(&mut shift);
        // SAFETY: the head of the copy.
        unsafe { State::put(place.cast(), state.clock.clone(), size, search) };
        #[cfg(feature = "nets")]
        {
            // SAFETY: just written there.
            unsafe { &*place.cast::<State>() }.net.set(state.net.get());
        }
        answer.write(place.cast());
        Ok(IMM_OK)
    };
    handle.when_idle(|status| status, copied)
}

/// Returns how many bytes imm_save() would write now; the number grows with the tree. Returns 0 on
/// an error; imm_last_status() then returns the status.
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

/// Writes a save (the whole search as bytes) to `bytes`, and the number of bytes to `length`. The
/// save contains the position, the tree and the state of the random numbers; for alpha-beta it
/// contains the table, the history tables and the unfinished depth. After imm_load(), the search
/// continues bit for bit as before, even in another process or on another target. One exception:
/// the position of a custom game is written as your callbacks left it, so another target may not be
/// able to read it. The unused part of the tree takes no bytes. The history of imm_undo() is not
/// written. A save ends with its CRC-32. Suggested `size`: imm_save_size().
///
/// In a tree of 32,768 slots or more, imm_save() changes how the search continues. The search and
/// its save still continue in the same way, except on bare metal, which searches such a tree in
/// another way.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_BUFFER if `size` is too small, or if the buffer overlaps the block
/// of the state; IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_save(
    state: *mut imm_state,
    bytes: *mut c_void,
    size: usize,
    length: *mut usize,
) -> imm_status {
    // SAFETY: a handle from C; the rest is promised by the caller.
    unsafe { write_out(state, bytes, size, length, save) }
}

fn save(saving: &mut dyn Saving, out: &mut ByteWriter<'_>, size: usize) -> Result<(), imm_status> {
    saving.parts().save(out, size);
    Ok(())
}

/// Loads a save: `length` bytes that imm_save() has written. `state` must play the same game on the
/// same board with the same player. The trees of the save and of `state` must have the same number
/// of slots. For alpha-beta, the number of plies and the size of the table must be the same. Blocks
/// of the same size on the same type of target meet these conditions. The seeds may differ. The
/// state keeps its own clock. The history of imm_undo() becomes empty.
///
/// The function checks the whole save before the state changes, including every link and every move
/// of the tree. For each thousand nodes, the check takes about as long as a few hundred
/// simulations. Wrong bytes never set up an impossible state of a built-in game. The position of a
/// custom game is passed to your callbacks without a check, so only load saves that your own
/// program has written.
///
/// Errors: IMM_ERR_NULL; IMM_ERR_BYTES if the bytes are not a whole save, or were changed;
/// IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER or IMM_ERR_SAVED_MEMORY if the
/// save has another version, game, player or size; IMM_ERR_UNSUPPORTED for imm_breakthrough_small()
/// and imm_kalah_small(); or the error of a callback. After an error the state is unchanged.
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
