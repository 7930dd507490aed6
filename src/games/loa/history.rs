//! Which positions have occurred. The latest moves are kept, which lead back to them. Nothing is
//! hashed, so there are no false repetitions.

use crate::base::bits::bit;
use crate::base::bytes::ByteWriter;
use crate::games::recent_plies::RecentPlies;

/// A flag of an entry: a null move follows this move (see `Knowledge::pass`).
const BARRIER: u16 = 1 << 15;

/// How often the position after a move has occurred before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Never.
    Never,
    /// Once.
    Once,
    /// Twice or more often.
    Twice,
}

/// The latest 256 plies since the last capture. What lies further back is forgotten: a position
/// that occurs again after more than 256 plies without a capture counts as new.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// The squares that a move has left and gone to, in six bits each; 0 for a pass and for a
    /// capture.
    entries: RecentPlies,
    /// How many entries count: those since the last capture, at most the ring's.
    len: u16,
    /// All squares that men have left since the last capture: a man who goes anywhere else makes a
    /// new position.
    left: u64,
}

/// What is needed to undo an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    left: u64,
    overwritten: u16,
    len: u16,
}

impl History {
    /// Nothing has happened yet.
    pub(super) const EMPTY: Self = Self { entries: RecentPlies::EMPTY, len: 0, left: 0 };

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        (self.len, self.left) = (0, 0);
    }

    /// What undoes the entry that is made next.
    #[inline]
    pub(super) fn before(&self) -> Before {
        Before { left: self.left, overwritten: self.entries.entry(0), len: self.len }
    }

    /// Takes the latest entry back.
    #[inline]
    pub(super) fn take_back(&mut self, before: Before) {
        self.entries.take_back(before.overwritten);
        self.len = before.len;
        self.left = before.left;
    }

    /// Adds a move that captures nothing, or a pass, from and to square 0.
    #[inline]
    pub(super) fn add(&mut self, from: u32, to: u32) {
        self.entries.push((from | to << 6) as u16);
        self.len = self.len.wrapping_add(1).min(RecentPlies::CAPACITY);
        self.left |= bit(from);
    }

    /// Adds a capture: no position before it can occur again.
    #[inline]
    pub(super) fn add_capture(&mut self) {
        self.entries.push(0);
        self.len = 0;
        self.left = 0;
    }

    /// Can a move to this square lead to a position that has occurred? If so, [`History::seen`]
    /// tells whether it has.
    #[inline]
    pub(super) const fn may_repeat(&self, to: u32) -> bool {
        self.left & bit(to) != 0
    }

    /// How often the position now has occurred before: walks back from it, and notes on the way
    /// where the men of each side differ.
    #[inline(never)] // own frame: keeps these locals off the stack of keys
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

    /// Has the board now occurred before, whoever was to move then?
    #[inline(never)] // own frame, as of `seen`
    pub(super) fn has_occurred(&self) -> bool {
        let (mut mover, mut other) = (0_u64, 0_u64);
        self.back().any(|(from, to)| {
            mover ^= bit(from) ^ bit(to);
            (mover, other) = (other, mover);
            mover | other == 0
        })
    }

    /// The squares that the moves since the last capture have left and gone to, latest first, as
    /// far back as repetitions are found.
    pub(super) fn back(&self) -> impl Iterator<Item = (u32, u32)> {
        let entries = (1..=self.len).map(|ago| self.entries.entry(ago));
        let counted = entries.take_while(|entry| entry & BARRIER == 0);
        counted.map(|entry| (u32::from(entry & 63), u32::from(entry >> 6 & 63)))
    }

    /// Puts a barrier behind the latest move, or takes it away: no repetition is found across it.
    ///
    /// This works where no entry counts, too: in a ring there is always a place before the next.
    pub(super) fn toggle_barrier(&mut self) {
        if let Some(entry) = self.entries.entry_mut(1) {
            *entry ^= BARRIER;
        }
    }

    /// Writes the squares that were left, how many entries count, and these, the latest first.
    pub(super) fn write(&self, out: &mut ByteWriter<'_>) {
        out.put_u64(self.left);
        out.put_u16(self.len);
        (1..=self.len).for_each(|ago| out.put_u16(self.entries.entry(ago)));
    }

    /// Notes the squares that were left, where they can be: exactly those of the entries if these
    /// are `all` there were, at least those if not.
    pub(super) fn take_left(&mut self, left: u64, all: bool) -> bool {
        let possible = if all { left == self.left } else { self.left & !left == 0 };
        self.left = if possible { left } else { self.left };
        possible
    }

    /// Becomes a copy of `other`. Entries that no longer count are not copied.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        (self.len, self.left) = (other.len, other.left);
        // At least the latest, where the barrier is.
        self.entries.copy_latest(&other.entries, other.len.max(1));
    }
}

impl PartialEq for History {
    /// Are the entries that count equal?
    fn eq(&self, other: &Self) -> bool {
        (self.len, self.left) == (other.len, other.left) && self.entries.agrees(&other.entries, self.len.max(1))
    }
}

impl Eq for History {}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
