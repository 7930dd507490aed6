//! What a search has, by which the word `best` stands for one player or another.

/// What a search has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// The bytes of its block.
    pub block: usize,
    /// Milliseconds a move; [`u32::MAX`] where that is not known.
    pub ms: u32,
}

impl Means {
    /// As much as anyone has.
    pub const AMPLE: Self = Self { block: usize::MAX, ms: u32::MAX };
    /// The block of a board. A tree soon does not fit it any more; and on processors that have slow
    /// arithmetic with fractions, or none, a simulation costs more positions of alpha-beta.
    pub const SMALL: Self = Self::of_block(128 * 1024);
    /// The block of a board, and too little time to outgrow it.
    pub const SHORT: Self = Self { ms: 100, ..Self::SMALL };

    /// A block of so many bytes, and a time that nobody knows.
    #[must_use]
    pub const fn of_block(bytes: usize) -> Self {
        Self { block: bytes, ..Self::AMPLE }
    }

    /// Is it no more than `most`?
    #[cfg(feature = "policies")]
    pub(super) const fn fits(self, most: Self) -> bool {
        self.block <= most.block && self.ms <= most.ms
    }
}
