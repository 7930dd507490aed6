//! Structs of `imm.h` that can get new fields in later versions. New fields come at the end, and
//! `struct_size` is the size of the struct that the caller knows. Fields that the caller's struct
//! does not have are 0, which means the default. If the caller's header is newer than the library,
//! the fields that the library does not know must be 0.
//!
//! Firmware is compiled together with its library. So a library for bare metal, or without the
//! feature `policies`, accepts only its own size of a struct. This saves flash and stack.

use crate::types::*;
use core::mem::{MaybeUninit, offset_of};
use kernel::player::options::POLICIES;

/// True if the struct of the caller may have another size than the struct of the library.
const ACCEPTS_OTHERS: bool = POLICIES && !cfg!(target_os = "none");

/// At most this many bytes of a struct may be fields that this library does not know. If there are
/// more, the caller has not set `struct_size`.
const UNKNOWN_MAX: usize = 256;

/// A struct that can get new fields in later versions.
///
/// # Safety
/// A struct whose bytes are all 0 is valid. If callers fill in the struct, its first field is
/// `struct_size`, a `u32`.
pub(crate) unsafe trait Growing: Copy {
    /// The size of the first version of the struct, in bytes.
    const FIRST: usize;
}

/// Returns the size of a struct whose last field begins at `offset` and has `size` bytes. Rounds it
/// up to the alignment of the struct, like a C compiler.
const fn up_to<T>(offset: usize, size: usize) -> usize {
    offset.wrapping_add(size).next_multiple_of(align_of::<T>())
}

// SAFETY: numbers, an optional function and a pointer.
unsafe impl Growing for imm_config {
    const FIRST: usize = up_to::<Self>(offset_of!(Self, clock), size_of::<*mut ()>());
}

// `write_all` compares bytes. So there must be no padding between new fields, or after them, in a
// struct that it writes. This is only `imm_config`, whose new fields begin after `clock`.
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

/// If a function does not know the size of the caller's struct, it writes this many bytes of a
/// report.
pub(crate) const PLAIN_REPORT: usize = if ACCEPTS_OTHERS { imm_report::FIRST } else { size_of::<imm_report>() };

/// True if the caller's struct may have this size, which is not the size of the library's struct.
/// It must be a multiple of the alignment, like the size of every C struct. So the struct cannot
/// end in the middle of a pointer.
fn is_size<T: Growing>(size: usize) -> bool {
    let most = size_of::<T>().saturating_add(UNKNOWN_MAX);
    ACCEPTS_OTHERS && size >= T::FIRST && size <= most && size.is_multiple_of(align_of::<T>())
}

/// Returns the caller's struct with all fields that the library knows. If the caller's struct and
/// the library's struct have different sizes, the caller's struct is copied to `room`. Errors:
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
///
/// # Safety
/// `from` is NULL, or begins with a `struct_size` and has that many bytes.
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
    // SAFETY: promised by the caller.
    unsafe { copy(from, room) }.map(|copied| &*copied)
}

/// Reads a struct like [`read`], but always copies it to `room`, so that the caller can change the
/// copy. The copy has the library's `struct_size`.
///
/// # Safety
/// The same as for [`read`].
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
    // SAFETY: all bytes are written. Bytes that the caller does not have are 0, which the trait
    // allows.
    Ok(unsafe { room.assume_init_mut() })
}

/// Copies a struct of `size` bytes into a struct of `known` bytes.
///
/// # Safety
/// `from` has `size` bytes and `to` has `known` bytes, both at least four. `to` is aligned for the
/// struct.
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
    // SAFETY: within both, which do not overlap.
    unsafe { to.copy_from_nonoverlapping(from, size.min(known)) };
    // SAFETY: aligned, and `struct_size` is the first field.
    unsafe { to.cast::<u32>().write(known as u32) };
    Ok(())
}

/// Writes the fields that fit into a caller's struct of `size` bytes. Bytes after the fields that
/// the library knows become 0. Errors: IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE.
///
/// # Safety
/// `to` is NULL, or aligned and valid for writes of `size` bytes.
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
    // SAFETY: both have that many bytes, and do not overlap: `value` is the library's.
    unsafe { to.copy_from_nonoverlapping((&raw const *value).cast(), known) };
    // SAFETY: the rest of the `size` bytes.
    unsafe { to.add(known).write_bytes(0, size.wrapping_sub(known)) };
    Ok(())
}

/// Writes a struct like [`write`], but does not lose values. Returns IMM_ERR_STRUCT_SIZE if a field
/// is not 0 and the caller's struct does not have this field.
///
/// # Safety
/// The same as for [`write`].
pub(crate) unsafe fn write_all<T: Growing>(to: *mut T, size: usize, value: &T) -> Result<(), imm_status> {
    let bytes = (&raw const *value).cast::<u8>();
    for at in size..size_of::<T>() {
        // SAFETY: within `value`. Structs have no padding after their first version.
        if unsafe { bytes.add(at).read() } != 0 {
            return Err(IMM_ERR_STRUCT_SIZE);
        }
    }
    // SAFETY: promised by the caller.
    unsafe { write(to, size, value) }
}

/// Checks that a caller's struct may have this size. Returns IMM_ERR_STRUCT_SIZE if this size is
/// not allowed.
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

/// Checks that a struct is not NULL and has an allowed size.
///
/// # Safety
/// `given` is NULL or valid.
pub(crate) unsafe fn size_of_given<T: Growing>(given: *const T) -> Result<(), imm_status> {
    if given.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller; the size comes first.
    check_size::<T>(unsafe { given.cast::<u32>().read() } as usize)
}
