//! Blocks of memory that the C library uses.

use super::{NOT_ALLOCATED, Status};
use imm_host::IMM_ERR_TOO_SMALL;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr::NonNull;

/// The alignment of a block: the size of a cache line, which is greater than IMM_ALIGN.
const ALIGN: usize = 64;

/// A block of zeroed bytes at a fixed address.
pub(super) struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: a block owns its bytes and is not bound to a thread.
unsafe impl Send for Block {}

impl Block {
    /// Allocates a block of `size` bytes. The error is IMM_ERR_TOO_SMALL if `size` is 0, or
    /// NOT_ALLOCATED if the system does not have enough memory.
    pub(super) fn new(size: usize) -> Result<Self, Status> {
        let layout = Layout::from_size_align(size, ALIGN).map_err(|_| NOT_ALLOCATED)?;
        if size == 0 {
            return Err(IMM_ERR_TOO_SMALL);
        }
        // SAFETY: the size is not 0.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(NOT_ALLOCATED)?;
        Ok(Self { start, layout })
    }

    pub(super) fn as_ptr(&self) -> *mut c_void {
        self.start.as_ptr().cast()
    }

    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}
