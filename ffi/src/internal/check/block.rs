//! Divides the caller-provided memory of a check into pieces.

use crate::types::*;

/// The part of the caller-provided block that is still free.
pub(crate) struct Block {
    start: *mut u8,
    size: usize,
}

impl Block {
    /// Returns a block of `size` bytes at `start`.
    ///
    /// # Safety
    /// `start` is aligned to IMM_ALIGN, and has `size` bytes that nothing else uses.
    pub(super) unsafe fn new(start: *mut u8, size: usize) -> Self {
        Self { start, size }
    }

    /// Takes `bytes` bytes from the block, aligned to IMM_ALIGN. Returns `None` if too few bytes
    /// remain.
    pub(super) fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let rounded = bytes.checked_next_multiple_of(IMM_ALIGN)?;
        let left = self.size.checked_sub(rounded)?;
        let taken = self.start;
        self.start = taken.wrapping_add(rounded);
        self.size = left;
        Some(taken)
    }

    /// Takes a slice from the block, filled with zeros.
    ///
    /// # Safety
    /// All zeros is a valid `T`.
    pub(super) unsafe fn slice<T>(&mut self, len: usize) -> Option<&'static mut [T]> {
        const { assert!(align_of::<T>() <= IMM_ALIGN) };
        let start = self.take(len.checked_mul(size_of::<T>())?)?.cast::<T>();
        // SAFETY: just taken, so aligned and not used by anything else.
        unsafe { start.write_bytes(0, len) };
        // SAFETY: just taken and initialized; all zeros is a `T`. The lifetime ends with the call.
        Some(unsafe { core::slice::from_raw_parts_mut(start, len) })
    }

    /// Takes all remaining bytes of the block as a slice of zeros.
    ///
    /// # Safety
    /// All zeros is a valid `T`.
    pub(super) unsafe fn rest<T>(&mut self) -> &'static mut [T] {
        let most = (self.size & !(IMM_ALIGN - 1)).min(isize::MAX as usize);
        let len = most.checked_div(size_of::<T>()).unwrap_or(0);
        // SAFETY: promised by the caller.
        unsafe { self.slice(len) }.unwrap_or(&mut [])
    }
}
