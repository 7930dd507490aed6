//! A block that was copied to another address.

/// A block that was copied to another place; or the block itself, to see how long it is.
pub(crate) struct Shift {
    /// Where it was.
    pub from: usize,
    /// Where it is now; NULL while it is measured.
    pub to: *mut u8,
    /// Bytes from its beginning to the end of the last slice, and to where slices may end one day.
    pub used: usize,
    pub end: usize,
}

impl Shift {
    /// Measures the block at this address.
    pub(crate) fn measure(from: usize) -> Self {
        Self { from, to: core::ptr::null_mut(), used: 0, end: 0 }
    }

    /// The block that was measured is now at `to`.
    ///
    /// # Safety
    /// All that is used of it was copied there. The place has room for all of it, is exclusively
    /// ours, and aligned to IMM_ALIGN.
    pub(crate) unsafe fn moved(&self, to: *mut u8) -> Self {
        to.expose_provenance(); // a pool finds its way back to its memory by this
        Self { to, ..*self }
    }

    /// Where in the copy lies what lay here in the block.
    pub(crate) fn place<T>(&self, here: *mut T) -> *mut T {
        if self.to.is_null() {
            return here;
        }
        self.to.wrapping_add(here.addr().wrapping_sub(self.from)).cast()
    }
}
