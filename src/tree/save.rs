//! Saves a tree as bytes, in this order: state of the random number generator, stamp, history,
//! transposition table, move statistics, pool.

use super::pool::SavedPool;
use super::slot::{Slot, take_words};
use super::{Rng, Tree};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};

/// A saved tree. The blocks and free lists of its pool are checked; the links between nodes are not
/// checked yet.
pub(crate) struct SavedTree<'a> {
    rng: Rng,
    stamp: u32,
    history: u64,
    transpositions: ByteReader<'a>,
    move_statistics: ByteReader<'a>,
    pub(crate) pool: SavedPool<'a>,
}

impl Tree<'_> {
    /// Returns the sizes of this tree: slots of the pool, slots of the tables, and plies of the
    /// path. Only a tree of the same sizes can load its save.
    pub(crate) fn sizes(&mut self) -> [u32; 3] {
        let (slots, buckets) = (self.pool.end() as usize, self.transpositions.memory().len());
        let buckets = buckets.wrapping_add(self.move_statistics.size());
        [slots, buckets, self.path.len()].map(|size| size as u32)
    }

    /// Writes the whole tree, except the plan.
    pub(crate) fn save(&mut self, out: &mut ByteWriter<'_>) {
        self.rng.state().iter().for_each(|&word| out.put_u32(word));
        out.put_u32(self.stamp);
        out.put_u64(self.history);
        for bucket in self.transpositions.memory().iter() {
            put_slot(bucket, out);
        }
        self.move_statistics.save(out);
        self.pool.save(self.plan.stores_numbers(), out);
    }

    /// Reads and checks the bytes that [`Tree::save`] wrote for a tree of the same sizes.
    pub(crate) fn read<'a>(&mut self, from: &mut ByteReader<'a>) -> Result<SavedTree<'a>, InvalidBytes> {
        let rng = Rng::from_state([from.u32()?, from.u32()?, from.u32()?, from.u32()?]).ok_or(InvalidBytes)?;
        let (stamp, history) = (from.u32()?, from.u64()?);
        let transpositions = from.clone();
        for _ in 0..self.transpositions.memory().len() {
            take_slot(from)?;
        }
        let move_statistics = from.clone();
        self.move_statistics.read(from)?;
        let pool = SavedPool::read(from, &self.pool)?;
        Ok(SavedTree { rng, stamp, history, transpositions, move_statistics, pool })
    }

    /// Restores a save that was checked before.
    pub(crate) fn restore(&mut self, saved: SavedTree<'_>) {
        self.clear();
        (self.rng, self.stamp, self.history) = (saved.rng, saved.stamp, saved.history);
        let mut from = saved.transpositions;
        for bucket in self.transpositions.memory().iter_mut() {
            *bucket = take_slot(&mut from).unwrap_or(Slot::EMPTY_BUCKET);
        }
        let mut from = saved.move_statistics;
        self.move_statistics.restore(&mut from);
        self.pool.restore(&saved.pool);
    }
}

/// Writes a slot of a table. An empty slot takes one byte.
pub(super) fn put_slot(slot: &Slot, out: &mut ByteWriter<'_>) {
    let words = slot.words();
    let used = words != [0; 6];
    out.put_u8(u8::from(used));
    words.iter().filter(|_| used).for_each(|&word| out.put_u32(word));
}

/// Reads a slot that [`put_slot`] wrote.
pub(super) fn take_slot(from: &mut ByteReader<'_>) -> Result<Slot, InvalidBytes> {
    match from.u8()? {
        0 => Ok(Slot::EMPTY_BUCKET),
        1 => {
            let words = take_words(from)?;
            check(words != [0; 6])?;
            Ok(Slot::from_words(words))
        }
        _ => Err(InvalidBytes),
    }
}
