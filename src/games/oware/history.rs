//! The history of a game of Oware, which is used to find repeated positions. It stores the sowings
//! since the last capture. By going back through the sowings, the code finds the earlier positions
//! exactly. It uses no hashes for this, so there are no false repetitions.

use super::sowing::Sowing;
use crate::base::bits::{absorb, bit};
use crate::base::bytes::ByteWriter;
use crate::games::recent_plies::RecentPlies;

/// One bit for each of the twelve houses. The lower byte has the houses of one player, and the
/// upper byte has the houses of the opponent.
const ALL: u16 = 0x3F3F;

/// The latest 256 sowings since the last capture. Older sowings are lost. So if a position occurs
/// again after more than 256 plies without a capture, it counts as new. In 20,000 random games,
/// there were at most 214 plies in a row without a capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// An entry is a sowing: the house in the lowest three bits, and the number of seeds sown in
    /// the higher bits.
    entries: RecentPlies,
    /// The houses sown since the last capture. The lower byte belongs to the player to move.
    sown: u16,
    /// Each position since the last capture sets one of 64 bits. The first word is for positions
    /// with the same player to move as now, and the second word is for the other positions. If the
    /// bit of a position is 0, the position has not occurred.
    marks: [u64; 2],
    /// The number of valid entries: the entries since the last capture, at most the capacity of
    /// `entries`.
    len: u16,
}

/// The values that [`History::take_back`] needs to remove the latest entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    marks: [u64; 2],
    overwritten: u16,
    sown: u16,
    len: u16,
}

/// Returns the bit in [`History::marks`] for a position. `own` is the row of the player to move,
/// and `other` is the row of the opponent.
#[inline]
fn mark(own: u64, other: u64) -> u64 {
    bit((own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other.wrapping_mul(0xBF58_476D_1CE4_E5B9)).wrapping_shr(58) as u32)
}

impl History {
    pub(super) const EMPTY: Self = Self { entries: RecentPlies::EMPTY, sown: 0, marks: [0; 2], len: 0 };

    /// Clears the history. The new history begins with the position in which `own` is the row of
    /// the player to move, and `other` is the row of the opponent.
    pub(super) fn begin(&mut self, own: u64, other: u64) {
        self.entries.clear();
        (self.sown, self.marks, self.len) = (0, [mark(own, other), 0], 0);
    }

    /// The valid entries, the latest first.
    #[inline]
    fn entries(&self) -> impl Iterator<Item = u16> {
        (1..=self.len).map(|ago| self.entries.entry(ago))
    }

    /// Returns the values that [`History::take_back`] needs to remove the next entry.
    #[inline]
    pub(super) fn before(&self) -> Before {
        Before { marks: self.marks, overwritten: self.entries.entry(0), sown: self.sown, len: self.len }
    }

    /// Removes the latest entry, and restores the values in `before`.
    #[inline]
    pub(super) fn take_back(&mut self, before: Before) {
        self.entries.take_back(before.overwritten);
        (self.marks, self.sown, self.len) = (before.marks, before.sown, before.len);
    }

    /// Adds a sowing of `seeds` seeds from `house`. `own` and `other` are the rows of the new
    /// position, for the player to move and for the opponent. Returns false if this position cannot
    /// have occurred before. If the result is true, [`History::has_occurred`] gives the exact
    /// answer.
    ///
    /// A position can only occur again if every house has been sown since the last capture. A
    /// position from before a capture cannot occur again, because it had more seeds.
    ///
    /// Proof for the houses: suppose that a position occurs twice without a capture in between.
    /// Then the number of seeds that passed from one house to the next is the same for all houses.
    /// This number is not 0, because a move was made. So each house has received a seed. In the end
    /// each house has as many seeds as before, so each house must also have been sown.
    #[inline]
    pub(super) fn add(&mut self, house: u32, seeds: u64, captures: bool, (own, other): (u64, u64)) -> bool {
        self.entries.push((house | (seeds as u32) << 3) as u16);
        let (mark, [others, same]) = (mark(own, other), self.marks);
        let sown = (self.sown | 1_u16.wrapping_shl(house)).swap_bytes();
        let may_have_occurred = sown == ALL && same & mark != 0;
        let len = self.len.wrapping_add(1).min(RecentPlies::CAPACITY);
        (self.sown, self.marks, self.len) =
            if captures { (0, [mark, 0], 0) } else { (sown, [same | mark, others], len) };
        may_have_occurred && !captures
    }

    /// True if the present position has occurred before. Goes back through the sowings, and tracks
    /// how the houses of each earlier position differ from the present houses.
    #[inline(never)] // own frame: keeps these locals off the search's stack
    pub(super) fn has_occurred(&self) -> bool {
        let (mut mover, mut other) = (0_u64, 0_u64);
        let mut same_player = true;
        for entry in self.entries() {
            let sowing = Sowing::new(u32::from(entry & 7), u64::from(entry >> 3));
            // Each sowing was made by the opponent of the player to move after it. So going back by
            // one sowing exchanges the two sides.
            (mover, other) = (other.wrapping_sub(sowing.own), mover.wrapping_sub(sowing.other));
            same_player = !same_player;
            if same_player && mover | other == 0 {
                return true;
            }
        }
        false
    }

    /// Returns a hash of the valid entries, or 0 if there are no valid entries.
    pub(super) fn hash(&self) -> u64 {
        self.entries().fold(0, |hash, entry| absorb(hash, u64::from(entry)))
    }

    /// Writes the houses sown, the marks, the number of valid entries, and these entries, latest
    /// first.
    pub(super) fn write(&self, out: &mut ByteWriter<'_>) {
        let [same, others] = self.marks;
        out.put_u16(self.sown);
        out.put_u64(same);
        out.put_u64(others);
        out.put_u16(self.len);
        self.entries().for_each(|entry| out.put_u16(entry));
    }

    /// Sets the houses sown and the marks, and returns true. If these values are not possible for
    /// this history, or if `len` is not its number of entries, returns false and changes nothing.
    ///
    /// If the history is not full, no entries were lost, and the values must equal those that are
    /// computed from the entries. If it is full, older entries may have been lost, and the values
    /// must include all bits that are computed from the remaining entries.
    pub(super) fn take_traces(&mut self, sown: u16, marks: [u64; 2], len: u16) -> bool {
        let ([same, others], [own_same, own_others]) = (marks, self.marks);
        let possible = if len < RecentPlies::CAPACITY {
            (sown, marks) == (self.sown, self.marks)
        } else {
            sown & !ALL == 0 && (self.sown & !sown, own_same & !same, own_others & !others) == (0, 0, 0)
        };
        if possible && len == self.len {
            (self.sown, self.marks) = (sown, marks);
        }
        possible && len == self.len
    }

    /// Makes this history a copy of `other`. Entries that are no longer valid are not copied.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        (self.sown, self.marks, self.len) = (other.sown, other.marks, other.len);
        self.entries.copy_latest(&other.entries, other.len);
    }
}

impl PartialEq for History {
    /// True if the valid entries, the houses sown and the marks are equal.
    fn eq(&self, other: &Self) -> bool {
        (self.sown, self.marks, self.len) == (other.sown, other.marks, other.len)
            && self.entries.agrees(&other.entries, self.len)
    }
}

impl Eq for History {}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
