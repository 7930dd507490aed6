//! Texts, slices and reports that cross the border between C and Rust. Each is checked.

use crate::types::*;
use core::ffi::{CStr, c_char, c_void};
use core::mem::MaybeUninit;
use kernel::base::text::Text;
use kernel::game::value::Proof;
use kernel::report::Report;

/// No text is longer; a larger buffer is not looked at any further.
const TEXT_LONGEST: usize = 1 << 16;

/// Room for a text, with its closing 0.
///
/// # Safety
/// `text` is NULL or has `size` bytes, exclusively ours.
pub(crate) unsafe fn text_room<'a>(text: *mut c_char, size: usize) -> Result<&'a mut [u8], imm_status> {
    // SAFETY: promised by the caller.
    unsafe { slice_mut(text.cast::<u8>(), size.min(TEXT_LONGEST) as u32) }
}

/// Writes a text and a closing 0. Whatever happens, `room` ends up as a string: the text, or the
/// empty one.
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

/// # Safety
/// `text` is NULL or a string with a closing 0 that lives as long as the call.
pub(crate) unsafe fn read_text<'a>(text: *const c_char) -> Result<&'a str, imm_status> {
    if text.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| IMM_ERR_TEXT)
}

/// Where an answer goes, of which nothing is read; IMM_ERR_NULL for NULL.
///
/// # Safety
/// `place` is NULL or may be written to, by nobody else.
pub(crate) unsafe fn answer_at<'a, T>(place: *mut T) -> Result<&'a mut MaybeUninit<T>, imm_status> {
    // SAFETY: promised by the caller.
    unsafe { place.cast::<MaybeUninit<T>>().as_mut() }.ok_or(IMM_ERR_NULL)
}

/// A slice that C described as pointer and length; NULL with length 0 is the empty one.
///
/// # Safety
/// `start` is NULL or has room for `len`, exclusively ours.
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
    // On 32 bits a caller may say more than there is in the world, and mean that there is enough.
    let most = const { (isize::MAX as usize) / size_of::<T>() };
    // SAFETY: not NULL, aligned, and of that length; no more than a slice may be long.
    Ok(unsafe { core::slice::from_raw_parts_mut(start, (len as usize).min(most)) })
}

/// Room for bytes that C described as pointer and length. NULL with length 0 is empty.
///
/// # Safety
/// `start` is NULL or has room for `len` bytes, exclusively ours.
pub(crate) unsafe fn room_at<'a>(start: *mut c_void, len: usize) -> Result<&'a mut [u8], imm_status> {
    if len == 0 {
        return Ok(&mut []);
    }
    if start.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: not NULL, and of that length; no more than a slice may be long.
    Ok(unsafe { core::slice::from_raw_parts_mut(start.cast(), len.min(isize::MAX as usize)) })
}

/// Bytes that C described as pointer and length. NULL with length 0 is empty.
///
/// # Safety
/// `start` is NULL or has `len` bytes that nobody writes to meanwhile.
pub(crate) unsafe fn bytes_at<'a>(start: *const c_void, len: usize) -> Result<&'a [u8], imm_status> {
    // SAFETY: promised by the caller; they are not written to.
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
