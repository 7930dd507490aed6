//! A whole state as bytes.

use crate::archive::{Archive, write_out};
use crate::convert::bytes_at;
use crate::handle::Handle;
use crate::status::fault_status;
use crate::types::*;
use crate::undo::forget_past;
use core::ffi::c_void;
use kernel::bytes::ByteWriter;
use kernel::save::LoadError;

/// Bytes that imm_save() would write now: the more, the larger the tree is. 0 on an error, which
/// imm_last_status() tells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_save_size(state: *mut imm_state) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_archive(|archive, _| {
        let mut counted = ByteWriter::new(&mut []);
        save(archive, &mut counted, 0)?;
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

fn save(archive: &mut dyn Archive, out: &mut ByteWriter<'_>, size: usize) -> Result<(), imm_status> {
    archive.parts().save(out, size);
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
    handle.call_archive(|archive, state| {
        archive.parts().load(bytes?).map_err(load_status)?;
        forget_past(state);
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
