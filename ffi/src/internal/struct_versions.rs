//! Structs of `imm.h` that may grow: new fields come at the end, and `struct_size` says how many
//! the caller knows. Missing fields are 0, the default. A caller whose header is newer than the
//! library must leave the unknown fields 0.
//!
//! Firmware is compiled together with its library. Without the feature `policies` a struct must
//! have exactly the library's size, which saves flash.

use crate::types::*;
use core::mem::{MaybeUninit, offset_of};
use kernel::player::options::POLICIES;

/// Bytes of fields that a caller may know and this library does not. Larger is a size that nobody
/// has set.
const UNKNOWN_MAX: usize = 256;

/// A struct that may grow.
///
/// # Safety
/// Bytes that are all 0 are one. Where a caller fills it in, `struct_size`, a `u32`, comes first.
pub(crate) unsafe trait Growing: Copy {
    /// Bytes that the first version had.
    const FIRST: usize;
}

/// Bytes up to the end of a field of that size, as a C compiler rounds them up.
const fn up_to<T>(offset: usize, size: usize) -> usize {
    offset.wrapping_add(size).next_multiple_of(align_of::<T>())
}

// SAFETY: numbers, an optional function and a pointer.
unsafe impl Growing for imm_config {
    const FIRST: usize = up_to::<Self>(offset_of!(Self, clock), size_of::<*mut ()>());
}

// What `write_all` looks at, of the only struct that it writes: behind `clock` there is no padding.
const _: () = {
    let fields = size_of::<*mut ()>() + 2 * size_of::<f32>() + size_of::<*mut ()>();
    assert!(size_of::<imm_config>() == offset_of!(imm_config, clock) + fields);
};

// SAFETY: numbers and a pointer.
unsafe impl Growing for imm_limits {
    const FIRST: usize = offset_of!(Self, depth).wrapping_add(size_of::<u32>());
}

// SAFETY: numbers, optional functions and pointers.
unsafe impl Growing for imm_game {
    const FIRST: usize = up_to::<Self>(offset_of!(Self, builtin), size_of::<*mut ()>());
}

// SAFETY: numbers.
unsafe impl Growing for imm_report {
    const FIRST: usize = up_to::<Self>(offset_of!(Self, elapsed_ms), size_of::<u32>());
}

/// Bytes of the report that a function fills which is not told its size.
pub(crate) const PLAIN_REPORT: usize = if POLICIES { imm_report::FIRST } else { size_of::<imm_report>() };

/// May a caller's struct have this size? The library's own always may; another is one that a
/// compiler gives such a struct, so that no pointer is cut in two.
fn is_size<T: Growing>(size: usize) -> bool {
    let most = size_of::<T>().saturating_add(UNKNOWN_MAX);
    POLICIES && size >= T::FIRST && size <= most && size.is_multiple_of(align_of::<T>())
}

/// The caller's struct with all fields of the library's: where it is, or, if the sizes differ, in
/// `room`. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
///
/// # Safety
/// `from` is NULL, or begins with a `struct_size` and has as many bytes.
#[inline(always)]
pub(crate) unsafe fn read<T: Growing>(from: *const T, room: &mut MaybeUninit<T>) -> Result<&T, imm_status> {
    if from.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller.
    let size = unsafe { from.cast::<u32>().read() } as usize;
    if size == size_of::<T>() {
        // SAFETY: it has all fields.
        return Ok(unsafe { &*from });
    }
    // SAFETY: as above.
    unsafe { copy(from, room) }.map(|copied| &*copied)
}

/// [`read`], always in `room`: for a caller who changes it. `struct_size` is then the library's.
///
/// # Safety
/// As for [`read`].
#[inline(always)]
pub(crate) unsafe fn copy<T: Growing>(from: *const T, room: &mut MaybeUninit<T>) -> Result<&mut T, imm_status> {
    if from.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller.
    let size = unsafe { from.cast::<u32>().read() } as usize;
    check_size::<T>(size)?;
    // SAFETY: `from` has `size` bytes, and `room` is a struct.
    unsafe { fit(from.cast(), size, room.as_mut_ptr().cast(), size_of::<T>()) }?;
    // SAFETY: all bytes are written, those that the caller lacks with 0, which the trait allows.
    Ok(unsafe { room.assume_init_mut() })
}

/// Copies a struct of `size` bytes into one of `known` bytes.
///
/// # Safety
/// `from` has `size` bytes, `to` has `known`, both four at least; `to` is aligned as a struct is.
#[inline(never)]
unsafe fn fit(from: *const u8, size: usize, to: *mut u8, known: usize) -> Result<(), imm_status> {
    for at in known..size {
        // SAFETY: within the caller's struct.
        if unsafe { from.add(at).read() } != 0 {
            return Err(IMM_ERR_STRUCT_SIZE);
        }
    }
    // SAFETY: `to` has that many bytes.
    unsafe { to.write_bytes(0, known) };
    // SAFETY: within both, which are apart.
    unsafe { to.copy_from_nonoverlapping(from, size.min(known)) };
    // SAFETY: aligned, and `struct_size` is the first field.
    unsafe { to.cast::<u32>().write(known as u32) };
    Ok(())
}

/// Writes the fields that a caller's struct of `size` bytes has; what is behind those that the
/// library knows becomes 0. IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
///
/// # Safety
/// `to` is NULL, or aligned, and `size` bytes of it are the caller's to be written.
#[inline(always)]
pub(crate) unsafe fn write<T: Growing>(to: *mut T, size: usize, value: &T) -> Result<(), imm_status> {
    if to.is_null() {
        return Err(IMM_ERR_NULL);
    }
    if size == size_of::<T>() {
        // SAFETY: promised by the caller.
        unsafe { to.write(*value) };
        return Ok(());
    }
    check_size::<T>(size)?;
    let known = size.min(size_of::<T>());
    let to = to.cast::<u8>();
    // SAFETY: both have that many bytes, and are apart: `value` is the library's.
    unsafe { to.copy_from_nonoverlapping((&raw const *value).cast(), known) };
    // SAFETY: the rest of the `size` bytes.
    unsafe { to.add(known).write_bytes(0, size.wrapping_sub(known)) };
    Ok(())
}

/// [`write`] that leaves nothing out: IMM_ERR_STRUCT_SIZE where a field that the caller's struct
/// has not is not 0.
///
/// # Safety
/// As for [`write`].
pub(crate) unsafe fn write_all<T: Growing>(to: *mut T, size: usize, value: &T) -> Result<(), imm_status> {
    let bytes = (&raw const *value).cast::<u8>();
    for at in size..size_of::<T>() {
        // SAFETY: within `value`. Structs have no padding behind their first version.
        if unsafe { bytes.add(at).read() } != 0 {
            return Err(IMM_ERR_STRUCT_SIZE);
        }
    }
    // SAFETY: promised by the caller.
    unsafe { write(to, size, value) }
}

/// Can a caller's struct have this size? IMM_ERR_STRUCT_SIZE.
pub(crate) fn check_size<T: Growing>(size: usize) -> Result<(), imm_status> {
    let fits = size == size_of::<T>() || is_size::<T>(size);
    if fits { Ok(()) } else { Err(IMM_ERR_STRUCT_SIZE) }
}

// SAFETY: numbers, an optional function and pointers.
unsafe impl Growing for imm_clock {
    const FIRST: usize = size_of::<Self>();
}

// SAFETY: numbers, texts, an optional function and a pointer.
unsafe impl Growing for imm_check_report {
    const FIRST: usize = offset_of!(Self, nanoseconds).wrapping_add(size_of::<[f32; IMM_CALLBACKS]>());
}

/// Is it there, and has it a size that it may have?
///
/// # Safety
/// NULL or valid.
pub(crate) unsafe fn size_of_given<T: Growing>(given: *const T) -> Result<(), imm_status> {
    if given.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller; the size comes first.
    check_size::<T>(unsafe { given.cast::<u32>().read() } as usize)
}
