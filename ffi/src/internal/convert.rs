//! Converts texts, slices and reports between C and Rust, and checks them.

use crate::types::*;
use core::ffi::{CStr, c_char, c_void};
use core::mem::MaybeUninit;
use kernel::base::text::Text;
use kernel::game::value::Proof;
use kernel::report::Report;

/// The library uses at most this number of bytes of a text buffer.
const TEXT_LONGEST: usize = 1 << 16;

/// Returns the caller's buffer for a text and its terminating NUL.
///
/// # Safety
/// `text` is NULL, or has `size` bytes that nothing else uses.
pub(crate) unsafe fn text_room<'a>(text: *mut c_char, size: usize) -> Result<&'a mut [u8], imm_status> {
    // SAFETY: promised by the caller.
    unsafe { slice_mut(text.cast::<u8>(), size.min(TEXT_LONGEST) as u32) }
}

/// Writes a text and a terminating NUL. Afterwards, `room` always has a valid string: the text, or
/// the empty string if there was an error.
pub(crate) fn write_text(
    room: &mut [u8],
    write: impl FnOnce(&mut Text<'_>) -> Result<(), imm_status>,
) -> Result<imm_status, imm_status> {
    let Some((last, room)) = room.split_last_mut() else { return Err(IMM_ERR_BUFFER) };
    let mut out = Text::new(room);
    let result = write(&mut out);
    let (len, overflowed) = (out.as_bytes().len(), out.overflowed());
    let kept = if result.is_ok() && !overflowed { len } else { 0 };
    *room.get_mut(kept).unwrap_or(last) = 0;
    result?;
    if overflowed { Err(IMM_ERR_BUFFER) } else { Ok(IMM_OK) }
}

/// Returns the text that a pointer from C refers to. Errors: IMM_ERR_NULL, or IMM_ERR_TEXT if the
/// text is not UTF-8.
///
/// # Safety
/// `text` is NULL, or a string with a terminating NUL that stays valid during the call.
pub(crate) unsafe fn read_text<'a>(text: *const c_char) -> Result<&'a str, imm_status> {
    if text.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| IMM_ERR_TEXT)
}

/// Returns a reference to the place for a result. The caller of this function may only write there.
/// Error: IMM_ERR_NULL if `place` is NULL.
///
/// # Safety
/// `place` is NULL, or valid for writes and not used by anything else.
pub(crate) unsafe fn answer_at<'a, T>(place: *mut T) -> Result<&'a mut MaybeUninit<T>, imm_status> {
    // SAFETY: promised by the caller.
    unsafe { place.cast::<MaybeUninit<T>>().as_mut() }.ok_or(IMM_ERR_NULL)
}

/// Returns the slice that C describes by a pointer and a length. NULL with length 0 is the empty
/// slice.
///
/// # Safety
/// `start` is NULL, or has space for `len` elements that nothing else uses.
pub(crate) unsafe fn slice_mut<'a, T>(start: *mut T, len: u32) -> Result<&'a mut [T], imm_status> {
    if len == 0 {
        return Ok(&mut []);
    }
    if start.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if !start.is_aligned() {
        return Err(IMM_ERR_MISALIGNED);
    }
    // On 32-bit targets, a caller may pass a length that is larger than the address space, if it
    // means "enough".
    let most = const { (isize::MAX as usize) / size_of::<T>() };
    // SAFETY: not NULL, aligned, and of that length, limited to the maximum of a slice.
    Ok(unsafe { core::slice::from_raw_parts_mut(start, (len as usize).min(most)) })
}

/// Returns the buffer that C describes by a pointer and a length. NULL with length 0 is an empty
/// buffer.
///
/// # Safety
/// `start` is NULL, or has space for `len` bytes that nothing else uses.
pub(crate) unsafe fn room_at<'a>(start: *mut c_void, len: usize) -> Result<&'a mut [u8], imm_status> {
    if len == 0 {
        return Ok(&mut []);
    }
    if start.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: not NULL, and of that length, limited to the maximum of a slice.
    Ok(unsafe { core::slice::from_raw_parts_mut(start.cast(), len.min(isize::MAX as usize)) })
}

/// Returns the bytes that C describes by a pointer and a length. NULL with length 0 is the empty
/// slice.
///
/// # Safety
/// `start` is NULL, or has `len` bytes that do not change during the call.
pub(crate) unsafe fn bytes_at<'a>(start: *const c_void, len: usize) -> Result<&'a [u8], imm_status> {
    // SAFETY: promised by the caller; the bytes are not written.
    unsafe { room_at(start.cast_mut(), len) }.map(|bytes| &*bytes)
}

pub(crate) fn proof_to_c(proof: Proof) -> imm_proof {
    match proof {
        Proof::Unknown => IMM_UNPROVEN,
        Proof::FirstWins => IMM_PROVEN_FIRST_WINS,
        Proof::SecondWins => IMM_PROVEN_SECOND_WINS,
        Proof::Draw => IMM_PROVEN_DRAW,
    }
}

pub(crate) fn report_to_c(report: &Report) -> imm_report {
    imm_report {
        best: report.best.0,
        proof: proof_to_c(report.proof),
        distance: u32::from(report.distance),
        value: report.value.to_f32(),
        iterations: report.iterations,
        signature: report.signature,
        visits: report.visits,
        nodes: report.nodes,
        recycled: report.recycled,
        depth: report.depth,
        elapsed_ms: report.elapsed_ms,
        stopped: report.stop.map_or(IMM_STOPPED_NOT, |stop| stop.number().into()),
        struct_size: size_of::<imm_report>() as u32,
    }
}
