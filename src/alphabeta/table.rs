//! The transposition table: what is known about positions that were searched before, in lent
//! memory.
//!
//! Two entries a bucket (Breuker's two-deep scheme, as in MIA): the newest result is always kept,
//! and of the other two the deeper one. A key that meets another's entry is told apart by 32
//! further bits; a move is made only after it was found among the legal ones.

use crate::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::score::{self, Score};

/// Depth, in sixteenths of a ply.
pub(super) type Depth = i16;

/// A ply.
pub(super) const PLY: Depth = 16;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    /// There is no entry.
    #[default]
    None,
    Exact,
    /// It is no less than this.
    Lower,
    /// It is no more than this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    check: u32,
    /// The best move, or [`Move::NONE`].
    pub(super) mv: Move,
    /// In the view of who is to move; wins and losses count from the position itself.
    score: Score,
    pub(super) depth: Depth,
    pub(super) bound: Bound,
    /// Which search has stored it, modulo 128; and in the highest bit, was every line searched to
    /// the end of the game?
    age: u8,
}

/// The bit of `age` that says so.
const WHOLE: u8 = 0x80;

impl Entry {
    /// What was found at this ply; `whole` if every line was searched to the end of the game.
    pub(super) fn new(mv: Move, score: Score, ply: usize, depth: Depth, bound: Bound, whole: bool) -> Self {
        let age = if whole { WHOLE } else { 0 };
        Self { check: 0, mv, score: score::from_ply(score, ply), depth, bound, age }
    }

    fn save(&self, out: &mut ByteWriter<'_>) {
        out.put_u32(self.check);
        out.put_u32(self.mv.0);
        out.put_u32(self.score.cast_unsigned());
        out.put_u16(self.depth.cast_unsigned());
        out.put_u8(self.bound as u8);
        out.put_u8(self.age);
    }

    fn load(from: &mut ByteReader<'_>) -> Result<Self, InvalidBytes> {
        let (key, mv, score) = (from.u32()?, Move(from.u32()?), from.u32()?.cast_signed());
        let depth = from.u16()?.cast_signed();
        let bound = match from.u8()? {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return Err(InvalidBytes),
        };
        check(score.unsigned_abs() <= score::INFINITE.unsigned_abs())?;
        Ok(Self { check: key, mv, score, depth, bound, age: from.u8()? })
    }

    /// Was every line searched to the end of the game? Then no deeper search finds anything else.
    pub(super) fn is_whole(&self) -> bool {
        self.age & WHOLE != 0
    }

    /// The score of the position at this ply.
    pub(super) fn score_at(&self, ply: usize) -> Score {
        score::at_ply(self.score, ply)
    }
}

/// Two entries whose keys begin alike. [`Bucket::default`] is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bucket {
    /// The newest, then the deeper one.
    entries: [Entry; 2],
}

/// The table.
#[derive(Debug)]
pub(super) struct Table<'m> {
    buckets: &'m mut [Bucket],
    age: u8,
}

impl<'m> Table<'m> {
    pub(super) fn new(buckets: &'m mut [Bucket]) -> Self {
        Self { buckets, age: 0 }
    }

    /// Is there no room for any entry?
    pub(super) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The slice that was lent.
    pub(super) fn memory(&mut self) -> &mut &'m mut [Bucket] {
        &mut self.buckets
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Another search begins: what is there stays, but makes room sooner.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1) & !WHOLE;
    }

    /// Writes it: its age, and the entries that there are.
    pub(super) fn save(&self, out: &mut ByteWriter<'_>) {
        out.put_u8(self.age);
        for bucket in self.buckets.iter() {
            let [newest, deeper] = bucket.entries.map(|entry| entry.bound != Bound::None);
            out.put_u8(u8::from(newest) | u8::from(deeper) << 1);
            bucket.entries.iter().filter(|entry| entry.bound != Bound::None).for_each(|entry| entry.save(out));
        }
    }

    /// Reads what [`Table::save`] has written for a table as large; where it is not to be `kept`
    /// this one stays, and the bytes are only checked.
    pub(super) fn load(&mut self, from: &mut ByteReader<'_>, kept: bool) -> Result<(), InvalidBytes> {
        let age = from.u8()?;
        check(age & WHOLE == 0)?;
        for place in self.buckets.iter_mut() {
            let there = from.u8()?;
            check(there < 4)?;
            let mut bucket = Bucket::default();
            for (bit, entry) in (0..).zip(&mut bucket.entries) {
                if there >> bit & 1 == 1 {
                    *entry = Entry::load(from)?;
                }
            }
            if kept {
                *place = bucket;
            }
        }
        self.age = if kept { age } else { self.age };
        Ok(())
    }

    /// What is known about the position with this key, the newest first.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let entries = self.buckets.get(self.place(key)).map_or(&[][..], |bucket| &bucket.entries);
        entries.iter().filter(move |entry| entry.check == key as u32 && entry.bound != Bound::None)
    }

    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let (place, age) = (self.place(key), self.age);
        let entry = Entry { check: key as u32, age: entry.age | age, ..entry };
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        let worth = |old: &Entry| (old.bound != Bound::None, old.age & !WHOLE == age, old.depth);
        let [newest, deeper] = &mut bucket.entries;
        let superseded = newest.check == entry.check && newest.depth <= entry.depth;
        if !superseded && worth(newest) >= worth(deeper) {
            *deeper = *newest;
        }
        *newest = entry;
    }

    /// The bucket of a key, by its upper half; its lower half tells the entries apart.
    fn place(&self, key: u64) -> usize {
        ((key >> 32).wrapping_mul(self.buckets.len() as u64) >> 32) as usize
    }
}
