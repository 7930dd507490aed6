//! The transposition table of the options `evaltt` and `prooftt`. The search looks up the result of
//! a position by the position's key, wherever in the tree the position occurs.
//!
//! With the option `evaltt`, the table stores the value with which a node was created, including
//! the values of leaf searches. Backed-up values are not stored. In a game in which positions can
//! repeat, the value of a position could then depend on itself.
//!
//! With the option `prooftt`, the table stores solved positions. In a proof, every line of play
//! reaches the end of the game. So the proof is valid on every path to the position, if the key
//! covers everything that the rules depend on.
//!
//! A bucket is one slot with two positions: first the position that took the most simulations, then
//! the latest position. The slots before the table contain the keys of the current simulation's
//! path, three in each slot. The backup needs these keys to store the nodes that it solves.

use super::budget::{KEYS, TableBudget};
use super::known::Known;
use super::slot::{Entry, Slot};
use crate::base::POLICIES;
use crate::game::value::{Proof, Value};

/// The transposition table. The slots before the table have the keys of the current path.
#[derive(Debug)]
pub(crate) struct TranspositionTable<'m> {
    slots: &'m mut [Slot],
    /// The index of the first slot of the table.
    first: u32,
}

impl<'m> TranspositionTable<'m> {
    /// No table.
    pub(super) const fn none() -> Self {
        Self { slots: &mut [], first: 0 }
    }

    /// Creates a table in these slots. All slots must be ready for use, because the table may read
    /// any of them.
    #[inline]
    pub(super) const fn over(slots: &'m mut [Slot], budget: &TableBudget) -> Self {
        Self { slots, first: budget.keys as u32 }
    }

    /// The caller-provided slice.
    pub(crate) fn memory(&mut self) -> &mut &'m mut [Slot] {
        &mut self.slots
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.is_empty() {
            self.slots.fill(Slot::EMPTY_BUCKET);
        }
    }

    /// True if there is no table. Without the feature `policies`, this is a constant for the
    /// compiler.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !POLICIES || self.slots.is_empty()
    }

    /// Returns the result that is stored under this key. The key must not be 0.
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        let entries = self.slots.get(self.bucket_of(key))?.entries();
        entries.into_iter().find(|entry| entry.key == key).map(Entry::known)
    }

    /// Stores a result for this key, and the number of simulations that were needed to find it. If
    /// the bucket is full, one of the two old entries is removed: the one that needed fewer
    /// simulations.
    pub(crate) fn store(&mut self, key: u64, known: Known, visits: u32) {
        let bucket = self.bucket_of(key);
        let Some(slot) = self.slots.get_mut(bucket) else { return };
        let entry = Entry::new(key, known, visits);
        let [first, second] = slot.entries();
        let entries = match key {
            _ if key == first.key => [entry, second],
            _ if key == second.key || entry.effort() < first.effort() => [first, entry],
            _ => [entry, first],
        };
        *slot = Slot::of_entries(entries);
    }

    /// Stores the key of the position at this ply of the path.
    pub(super) fn set_key(&mut self, ply: usize, key: u64) {
        if let Some(slot) = self.slots.get_mut(..self.first as usize).and_then(|keys| keys.get_mut(ply / KEYS)) {
            let mut keys = slot.keys();
            if let Some(place) = keys.get_mut(ply % KEYS) {
                *place = key;
            }
            *slot = Slot::of_keys(keys);
        }
    }

    /// Returns the key of the position at this ply of the path; 0 if the key is not known.
    pub(super) fn key(&self, ply: usize) -> u64 {
        let keys = self.slots.get(..self.first as usize).unwrap_or_default().get(ply / KEYS).map(Slot::keys);
        keys.and_then(|keys| keys.get(ply % KEYS).copied()).unwrap_or(0)
    }

    /// Returns the index of the bucket for a key, which the high half of the key decides.
    fn bucket_of(&self, key: u64) -> usize {
        let first = self.first as usize;
        let buckets = self.slots.len().wrapping_sub(first) as u64;
        first.wrapping_add(((key >> 32).wrapping_mul(buckets) >> 32) as usize)
    }
}

impl Entry {
    fn new(key: u64, known: Known, visits: u32) -> Self {
        let value = u32::from(known.value.raw().cast_unsigned());
        let effort = u32::BITS.wrapping_sub(visits.leading_zeros());
        Self { key, data: value | u32::from(known.distance) << 16 | (known.proof() as u32) << 24 | effort << 26 }
    }

    fn known(self) -> Known {
        Known::new(
            Value::from_raw((self.data as u16).cast_signed()),
            Proof::from_bits(self.data >> 24),
            (self.data >> 16) as u8,
        )
    }

    /// Returns the effort of the entry: the number of binary digits of its number of simulations.
    const fn effort(self) -> u32 {
        self.data >> 26
    }
}
