//! The latest plies of a game, in a ring: the search for repetitions walks back over them.

/// A ring of 256 entries. A place is only ever overwritten by one entry, whose undo knows what was
/// there before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecentPlies {
    entries: [u16; Self::CAPACITY as usize],
    /// Where the next entry goes.
    next: u8,
}

impl RecentPlies {
    /// How many entries are remembered.
    pub(crate) const CAPACITY: u16 = 256;

    /// All zeros.
    pub(crate) const EMPTY: Self = Self { entries: [0; Self::CAPACITY as usize], next: 0 };

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(0);
        self.next = 0;
    }

    /// The entry `ago` entries back: 1 for the latest, 0 for the one that the next push overwrites.
    #[inline]
    pub(crate) fn entry(&self, ago: u16) -> u16 {
        self.entries.get(usize::from(self.next.wrapping_sub(ago as u8))).copied().unwrap_or_default()
    }

    /// The place of that entry.
    #[inline]
    pub(crate) fn entry_mut(&mut self, ago: u16) -> Option<&mut u16> {
        self.entries.get_mut(usize::from(self.next.wrapping_sub(ago as u8)))
    }

    /// Adds an entry.
    #[inline]
    pub(crate) fn push(&mut self, entry: u16) {
        self.write(entry);
        self.next = self.next.wrapping_add(1);
    }

    /// Removes the latest entry, and puts back the one that it has overwritten.
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

    /// Becomes a copy of `other` as far as the latest `count` entries go.
    #[inline]
    pub(crate) fn copy_latest(&mut self, other: &Self, count: u16) {
        self.next = other.next;
        for ago in 1..=count {
            if let Some(place) = self.entry_mut(ago) {
                *place = other.entry(ago);
            }
        }
    }

    /// Do both hold the same `count` entries, at the same places?
    pub(crate) fn agrees(&self, other: &Self, count: u16) -> bool {
        self.next == other.next && (1..=count).all(|ago| self.entry(ago) == other.entry(ago))
    }
}
