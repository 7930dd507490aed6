//! Budget classes. A class is the memory and the time of a search. It decides which player the word
//! `best` means.

/// The memory and the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetClass {
    /// The size of the memory block in bytes.
    pub block: usize,
    /// The time for each move in milliseconds. [`u32::MAX`] if it is not known.
    pub ms: u32,
}

impl BudgetClass {
    /// Memory and time without a limit.
    pub const AMPLE: Self = Self { block: usize::MAX, ms: u32::MAX };
    /// The memory of a microcontroller board, which a search tree soon fills. Also, if a board has
    /// no fast floating-point arithmetic, alpha-beta visits several positions in the time of one
    /// simulation.
    pub const SMALL: Self = Self::of_block(128 * 1024);
    /// The memory of a microcontroller board, and at most 100 ms for each move. In this time, a
    /// tree does not fill the memory.
    pub const SHORT: Self = Self { ms: 100, ..Self::SMALL };

    /// Returns the budget of a memory block of this many bytes, if the time is not known.
    #[must_use]
    pub const fn of_block(bytes: usize) -> Self {
        Self { block: bytes, ..Self::AMPLE }
    }

    /// True if neither the memory nor the time is larger than in `most`.
    #[cfg(feature = "policies")]
    pub(super) const fn fits(self, most: Self) -> bool {
        self.block <= most.block && self.ms <= most.ms
    }
}
