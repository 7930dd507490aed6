//! Changes the pointers in a block that was copied to another address.

/// A block and its copy at another address. Before the block is copied, this type measures how much
/// of the block is in use.
pub(crate) struct Shift {
    /// The address of the old block.
    pub from: usize,
    /// The address of the copy; NULL during a measurement.
    pub to: *mut u8,
    /// The number of bytes from the beginning of the block to the end of the last slice. In `used`,
    /// each slice has its current length. In `end`, it has the length to which it may grow.
    pub used: usize,
    pub end: usize,
}

impl Shift {
    /// Begins a measurement of the block at the address `from`.
    pub(crate) fn measure(from: usize) -> Self {
        Self { from, to: core::ptr::null_mut(), used: 0, end: 0 }
    }

    /// Returns the shift from the measured block to its copy at `to`.
    ///
    /// # Safety
    /// All used bytes of the block were copied to `to`. That place is aligned to IMM_ALIGN and has
    /// space for the whole block. Nothing else uses it.
    pub(crate) unsafe fn moved(&self, to: *mut u8) -> Self {
        to.expose_provenance(); // a pool gets its pointer to the memory from this
        Self { to, ..*self }
    }

    /// Returns the address in the copy that corresponds to `here` in the old block.
    pub(crate) fn place<T>(&self, here: *mut T) -> *mut T {
        if self.to.is_null() {
            return here;
        }
        self.to.wrapping_add(here.addr().wrapping_sub(self.from)).cast()
    }
}
