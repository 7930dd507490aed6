//! `evaltt`: what positions were found to be worth when a node was made for them, by their keys: a
//! cache of evaluations, those of searched leaves included.
//!
//! What was backed up since is not shared: in a game that goes in circles a position would lend its
//! value to one that leads back to it. Proofs are not shared either.

use super::growth::Growth;
use super::slot::Slot;
use crate::value::Value;

/// The table: buckets of three evaluations each, the latest first.
#[derive(Debug)]
pub(crate) struct Evaluations<'m> {
    buckets: &'m mut [Slot],
}

/// One slot of this many is a bucket of the table.
const SHARE: usize = 8;

impl<'m> Evaluations<'m> {
    /// No table.
    pub(super) const fn none() -> Self {
        Self { buckets: &mut [] }
    }

    /// Takes its share of the lent slots, if it is `wanted`, and returns the others. A table is
    /// looked at anywhere, so all of it must be ready for use.
    pub(crate) fn take_share(
        mut slots: &'m mut [Slot],
        growth: Option<Growth<'m>>,
        wanted: bool,
    ) -> (Self, &'m mut [Slot], Option<Growth<'m>>) {
        if !wanted {
            return (Self::none(), slots, growth);
        }
        let share = growth.map_or(slots.len(), |growth| growth.count) / SHARE;
        let growth = growth.map(|growth| {
            if share > slots.len() {
                (growth.extend)(&mut slots, share);
            }
            Growth { count: growth.count.saturating_sub(share), ..growth }
        });
        let (buckets, slots) = slots.split_at_mut_checked(share).unwrap_or_default();
        (Self { buckets }, slots, growth)
    }

    /// The slice that was lent.
    pub(crate) fn memory(&mut self) -> &mut &'m mut [Slot] {
        &mut self.buckets
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Slot::EMPTY_BUCKET);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    pub(crate) fn get(&self, key: u64) -> Option<Value> {
        self.buckets.get(self.bucket_of(key))?.evaluation(check_of(key))
    }

    pub(crate) fn note(&mut self, key: u64, value: Value) {
        let bucket = self.bucket_of(key);
        if let Some(bucket) = self.buckets.get_mut(bucket) {
            bucket.note_evaluation(check_of(key), value);
        }
    }

    /// The high bits of a key say where it belongs.
    fn bucket_of(&self, key: u64) -> usize {
        let buckets = self.buckets.len() as u64;
        ((key >> 32).wrapping_mul(buckets) >> 32) as usize
    }
}

/// The low bits of a key tell it from the others of its bucket; 0 is for what is empty.
fn check_of(key: u64) -> u32 {
    (key as u32).max(1)
}
