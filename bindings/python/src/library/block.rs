//! Memory that is lent to the library.

use super::{NOT_ALLOCATED, Status};
use imm_host::IMM_ERR_TOO_SMALL;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr::NonNull;

/// Aligned to the lines of a processor's cache, which is more than IMM_ALIGN.
const ALIGN: usize = 64;

/// So many bytes of zeros, which stay where they are.
pub(super) struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns the bytes, and has no thread of its own.
unsafe impl Send for Block {}

impl Block {
    /// IMM_ERR_TOO_SMALL if no byte is asked for, NOT_ALLOCATED if the machine does not have the
    /// memory.
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
