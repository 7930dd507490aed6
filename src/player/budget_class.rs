//! Budget classes: the memory and the time of a search. The class determines which player the word
//! `best` means.

/// The memory and the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetClass {
    /// The size of the memory block in bytes.
    pub block: usize,
    /// Milliseconds for each move; [`u32::MAX`] if unknown.
    pub ms: u32,
}

impl BudgetClass {
    /// Memory and time without a limit.
    pub const AMPLE: Self = Self { block: usize::MAX, ms: u32::MAX };
    /// The memory of a microcontroller board. A search tree soon becomes too large for this memory.
    /// On a board without fast floating-point arithmetic, alpha-beta also visits several positions
    /// in the time of one simulation.
    pub const SMALL: Self = Self::of_block(128 * 1024);
    /// The memory of a microcontroller board, with at most 100 ms for each move. In this time, a
    /// tree does not become too large for the memory.
    pub const SHORT: Self = Self { ms: 100, ..Self::SMALL };

    /// Returns the class of a memory block of this many bytes, with an unknown time.
    #[must_use]
    pub const fn of_block(bytes: usize) -> Self {
        Self { block: bytes, ..Self::AMPLE }
    }

    /// True if neither the memory nor the time exceeds that of `most`.
    #[cfg(feature = "policies")]
    pub(super) const fn fits(self, most: Self) -> bool {
        self.block <= most.block && self.ms <= most.ms
    }
}
