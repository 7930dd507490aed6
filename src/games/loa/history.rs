//! The history of a game of Lines of Action. A game uses its history to find repeated positions.
//! The history stores the latest moves, which lead back to the earlier positions. It uses no
//! hashes, so there are no false repetitions.

use crate::base::bits::bit;
use crate::base::bytes::ByteWriter;
use crate::games::recent_plies::RecentPlies;

/// This flag in a history entry means that a null move (`Knowledge::pass`) follows the move of the
/// entry.
const BARRIER: u16 = 1 << 15;

/// How often a position has occurred before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    Never,
    Once,
    /// At least twice.
    Twice,
}

/// The latest 256 plies since the last capture. Older plies are lost. So if a position occurs again
/// after more than 256 plies without a capture, it counts as new.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// Each entry holds the start and target squares of a move, six bits each. The entry of a pass
    /// or a capture is 0. An entry can also have the flag [`BARRIER`].
    entries: RecentPlies,
    /// The number of valid entries: the entries since the last capture, at most the capacity of
    /// `entries`.
    len: u16,
    /// All squares that pieces have left since the last capture. If a piece moves to another
    /// square, the position is new.
    left: u64,
}

/// The values that are restored when an entry is removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    left: u64,
    overwritten: u16,
    len: u16,
}

impl History {
    pub(super) const EMPTY: Self = Self { entries: RecentPlies::EMPTY, len: 0, left: 0 };

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        (self.len, self.left) = (0, 0);
    }

    /// Returns the values that [`History::take_back`] needs to remove the next entry.
    #[inline]
    pub(super) fn before(&self) -> Before {
        Before { left: self.left, overwritten: self.entries.entry(0), len: self.len }
    }

    /// Removes the latest entry, and restores the values `before`.
    #[inline]
    pub(super) fn take_back(&mut self, before: Before) {
        self.entries.take_back(before.overwritten);
        self.len = before.len;
        self.left = before.left;
    }

    /// Adds a move that captures nothing. A pass goes from square 0 to square 0.
    #[inline]
    pub(super) fn add(&mut self, from: u32, to: u32) {
        self.entries.push((from | to << 6) as u16);
        self.len = self.len.wrapping_add(1).min(RecentPlies::CAPACITY);
        self.left |= bit(from);
    }

    /// Adds a capture. No earlier position can occur again after a capture.
    #[inline]
    pub(super) fn add_capture(&mut self) {
        self.entries.push(0);
        self.len = 0;
        self.left = 0;
    }

    /// True if a move to this square may repeat a position. If so, [`History::seen`] and
    /// [`History::has_occurred`] check the position exactly.
    #[inline]
    pub(super) const fn may_repeat(&self, to: u32) -> bool {
        self.left & bit(to) != 0
    }

    /// Returns how often the present position has occurred before. Goes back through the moves, and
    /// keeps track of the squares on which each side's pieces differ from the present position.
    #[inline(never)] // own frame: keeps these locals off its caller's stack
    pub(super) fn seen(&self) -> Seen {
        let (mut mover, mut other) = (0_u64, 0_u64);
        let mut seen = Seen::Never;
        for ago in 1..=self.len {
            let entry = self.entries.entry(ago);
            if entry & BARRIER != 0 {
                break;
            }
            let (from, to) = (u32::from(entry & 63), u32::from(entry >> 6 & 63));
            mover ^= bit(from) ^ bit(to);
            (mover, other) = (other, mover);
            if mover | other == 0 && ago & 1 == 0 {
                if seen == Seen::Once {
                    return Seen::Twice;
                }
                seen = Seen::Once;
            }
        }
        seen
    }

    /// True if the present board has occurred before, with either player to move.
    #[inline(never)] // own frame, like `seen`
    pub(super) fn has_occurred(&self) -> bool {
        let (mut mover, mut other) = (0_u64, 0_u64);
        self.back().any(|(from, to)| {
            mover ^= bit(from) ^ bit(to);
            (mover, other) = (other, mover);
            mover | other == 0
        })
    }

    /// The start and target squares of the moves since the last capture, latest first. Stops at a
    /// barrier (a null move).
    pub(super) fn back(&self) -> impl Iterator<Item = (u32, u32)> {
        let entries = (1..=self.len).map(|ago| self.entries.entry(ago));
        let counted = entries.take_while(|entry| entry & BARRIER == 0);
        counted.map(|entry| (u32::from(entry & 63), u32::from(entry >> 6 & 63)))
    }

    /// Sets a barrier (a null move) after the latest move, or removes the barrier. Positions before
    /// a barrier do not count as repeated. A barrier is a flag of the latest entry of the ring. The
    /// ring always has a latest entry, so a barrier is possible even if no entry is valid.
    pub(super) fn toggle_barrier(&mut self) {
        if let Some(entry) = self.entries.entry_mut(1) {
            *entry ^= BARRIER;
        }
    }

    /// Writes the set of squares that pieces have left, the number of valid entries, and these
    /// entries, latest first.
    pub(super) fn write(&self, out: &mut ByteWriter<'_>) {
        out.put_u64(self.left);
        out.put_u16(self.len);
        (1..=self.len).for_each(|ago| out.put_u16(self.entries.entry(ago)));
    }

    /// Replaces the set of squares that pieces have left, after the entries of the history were
    /// read. Returns false and changes nothing if `left` contradicts the entries. If `all` is true,
    /// the entries are all moves since the last capture, and `left` must be exactly the squares
    /// where these moves started. If `all` is false, `left` must include these squares.
    pub(super) fn take_left(&mut self, left: u64, all: bool) -> bool {
        let possible = if all { left == self.left } else { self.left & !left == 0 };
        self.left = if possible { left } else { self.left };
        possible
    }

    /// Becomes a copy of `other`. Entries that are no longer valid are not copied.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        (self.len, self.left) = (other.len, other.left);
        // At least the latest entry is copied, because it may have the flag of a null move.
        self.entries.copy_latest(&other.entries, other.len.max(1));
    }
}

impl PartialEq for History {
    /// True if four things are the same in both histories: the valid entries, their places in the
    /// ring, the squares that pieces have left, and the flag of a null move in the latest entry.
    fn eq(&self, other: &Self) -> bool {
        (self.len, self.left) == (other.len, other.left) && self.entries.agrees(&other.entries, self.len.max(1))
    }
}

impl Eq for History {}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
