//! Positions as bytes.

use crate::archive::write_out;
use crate::convert::bytes_at;
use crate::handle::Handle;
use crate::types::*;
use crate::undo::forget_past;
use core::ffi::c_void;

/// The most bytes that imm_position_bytes() writes of any position of this game; 0 on an error,
/// which imm_last_status() tells: IMM_ERR_UNSUPPORTED for imm_breakthrough_small() and
/// imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_position_size(state: *mut imm_state) -> usize {
    let mut size = 0;
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.call_archive(|archive, _| {
        size = archive.position_size()?;
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
    unsafe { write_out(state, bytes, size, length, |archive, out, _| archive.write_position_bytes(out)) }
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
    handle.call_archive(|archive, state| {
        archive.read_position_bytes(bytes?)?;
        forget_past(state);
        Ok(IMM_OK)
    })
}
