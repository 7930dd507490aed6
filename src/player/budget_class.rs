//! How much memory and time a search has: the word `best` is another player in each class.

/// The memory and the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetClass {
    /// The bytes of its block.
    pub block: usize,
    /// Milliseconds a move; [`u32::MAX`] where that is not known.
    pub ms: u32,
}

impl BudgetClass {
    /// No limit.
    pub const AMPLE: Self = Self { block: usize::MAX, ms: u32::MAX };
    /// The block of a board. A tree soon does not fit it any more; and on processors that have slow
    /// arithmetic with fractions, or none, a simulation costs more positions of alpha-beta.
    pub const SMALL: Self = Self::of_block(128 * 1024);
    /// The block of a board, and too little time to outgrow it.
    pub const SHORT: Self = Self { ms: 100, ..Self::SMALL };

    /// A block of this many bytes and an unknown time.
    #[must_use]
    pub const fn of_block(bytes: usize) -> Self {
        Self { block: bytes, ..Self::AMPLE }
    }

    /// True if neither part is larger than in `most`.
    #[cfg(feature = "policies")]
    pub(super) const fn fits(self, most: Self) -> bool {
        self.block <= most.block && self.ms <= most.ms
    }
}
