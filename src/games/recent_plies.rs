//! A ring buffer of the latest plies of a game. The test for repeated positions reads the buffer
//! backwards.

/// A ring of 256 entries. Each new entry overwrites the oldest entry. The caller keeps the
/// overwritten entry in the undo data of the move. When the move is taken back, this entry is
/// restored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecentPlies {
    entries: [u16; Self::CAPACITY as usize],
    /// The index at which the next entry is written.
    next: u8,
}

impl RecentPlies {
    /// The number of entries in the ring.
    pub(crate) const CAPACITY: u16 = 256;

    /// A ring in which all entries are 0.
    pub(crate) const EMPTY: Self = Self { entries: [0; Self::CAPACITY as usize], next: 0 };

    pub(crate) fn clear(&mut self) {
        self.entries.fill(0);
        self.next = 0;
    }

    /// Returns the entry that was pushed `ago` plies ago. The latest entry is 1, and 0 is the entry
    /// that the next push overwrites.
    #[inline]
    pub(crate) fn entry(&self, ago: u16) -> u16 {
        self.entries.get(usize::from(self.next.wrapping_sub(ago as u8))).copied().unwrap_or_default()
    }

    /// Returns a mutable reference to the entry that [`RecentPlies::entry`] returns.
    #[inline]
    pub(crate) fn entry_mut(&mut self, ago: u16) -> Option<&mut u16> {
        self.entries.get_mut(usize::from(self.next.wrapping_sub(ago as u8)))
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: u16) {
        self.write(entry);
        self.next = self.next.wrapping_add(1);
    }

    /// Removes the latest entry, and restores the entry that it had overwritten.
    #[inline]
    pub(crate) fn take_back(&mut self, overwritten: u16) {
        self.next = self.next.wrapping_sub(1);
        self.write(overwritten);
    }

    #[inline]
    fn write(&mut self, entry: u16) {
        if let Some(place) = self.entry_mut(0) {
            *place = entry;
        }
    }

    /// Copies the latest `count` entries of `other` to the same places in this ring.
    #[inline]
    pub(crate) fn copy_latest(&mut self, other: &Self, count: u16) {
        self.next = other.next;
        for ago in 1..=count {
            if let Some(place) = self.entry_mut(ago) {
                *place = other.entry(ago);
            }
        }
    }

    /// True if the latest `count` entries of both rings are equal, and are at the same places.
    pub(crate) fn agrees(&self, other: &Self, count: u16) -> bool {
        self.next == other.next && (1..=count).all(|ago| self.entry(ago) == other.entry(ago))
    }
}
