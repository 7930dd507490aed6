//! Finds data in a block that was copied to another address.

/// A block and its copy at another address. Also measures how much of a block is in use.
pub(crate) struct Shift {
    /// The old address.
    pub from: usize,
    /// The new address; NULL during a measurement.
    pub to: *mut u8,
    /// Bytes from the beginning to the end of the last slice; `end` counts slices at their final
    /// length.
    pub used: usize,
    pub end: usize,
}

impl Shift {
    /// Measures the block at this address.
    pub(crate) fn measure(from: usize) -> Self {
        Self { from, to: core::ptr::null_mut(), used: 0, end: 0 }
    }

    /// Turns a measurement into a move of the block to `to`.
    ///
    /// # Safety
    /// All used bytes of the block were copied to `to`. That place is aligned to IMM_ALIGN and has
    /// space for the whole block. Nothing else uses it.
    pub(crate) unsafe fn moved(&self, to: *mut u8) -> Self {
        to.expose_provenance(); // a pool gets its pointer to the memory from this
        Self { to, ..*self }
    }

    /// The address in the copy that corresponds to `here` in the old block.
    pub(crate) fn place<T>(&self, here: *mut T) -> *mut T {
        if self.to.is_null() {
            return here;
        }
        self.to.wrapping_add(here.addr().wrapping_sub(self.from)).cast()
    }
}
