//! The caller-provided memory of a check, taken piece by piece.

use crate::types::*;

/// What is left of the lent block.
pub(crate) struct Block {
    start: *mut u8,
    size: usize,
}

impl Block {
    /// # Safety
    /// `start` is aligned to IMM_ALIGN, and `size` bytes from there on are exclusively ours.
    pub(super) unsafe fn new(start: *mut u8, size: usize) -> Self {
        Self { start, size }
    }

    /// Bytes of the block, aligned to IMM_ALIGN, that nobody else gets; `None` where there are
    /// fewer.
    pub(super) fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let rounded = bytes.checked_next_multiple_of(IMM_ALIGN)?;
        let left = self.size.checked_sub(rounded)?;
        let taken = self.start;
        self.start = taken.wrapping_add(rounded);
        self.size = left;
        Some(taken)
    }

    /// A list in the block, all zeros.
    ///
    /// # Safety
    /// All zeros is a `T`.
    pub(super) unsafe fn slice<T>(&mut self, len: usize) -> Option<&'static mut [T]> {
        const { assert!(align_of::<T>() <= IMM_ALIGN) };
        let start = self.take(len.checked_mul(size_of::<T>())?)?.cast::<T>();
        // SAFETY: taken just now, so aligned and exclusively ours.
        unsafe { start.write_bytes(0, len) };
        // SAFETY: as above, and initialised; all zeros is a `T`. The lifetime ends with the call.
        Some(unsafe { core::slice::from_raw_parts_mut(start, len) })
    }

    /// What is left, as a list of zeros.
    ///
    /// # Safety
    /// All zeros is a `T`.
    pub(super) unsafe fn rest<T>(&mut self) -> &'static mut [T] {
        let most = (self.size & !(IMM_ALIGN - 1)).min(isize::MAX as usize);
        let len = most.checked_div(size_of::<T>()).unwrap_or(0);
        // SAFETY: promised by the caller.
        unsafe { self.slice(len) }.unwrap_or(&mut [])
    }
}
