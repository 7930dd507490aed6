//! The transposition table: results of positions that have already been searched, in
//! caller-provided memory.
//!
//! A bucket has four entries. The newest result is always stored (Breuker's two-deep scheme, as in
//! MIA). An older entry is replaced first if it is from an earlier search, then if it is shallower.
//! The upper half of a key selects the bucket. The entry stores the lower half, so that it is not
//! returned for another key. A move from the table is made only if it is in the list of legal
//! moves.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::report::score::{self, Score};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Depth in sixteenths of a ply.
pub(super) type Depth = i16;

/// One ply.
pub(super) const PLY: Depth = 16;

/// How a stored score is related to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    /// No entry.
    #[default]
    None,
    Exact,
    /// The true score is at least the stored score.
    Lower,
    /// The true score is at most the stored score.
    Upper,
}

/// A table entry: the stored result of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The best move, or [`Move::NONE`].
    pub(super) mv: Move,
    /// The score from the point of view of the player to move. A win or a loss counts its distance
    /// from this position, not from the root.
    score: Score,
    pub(super) depth: Depth,
    pub(super) bound: Bound,
    /// The number of the search that stored the entry, modulo 128. The highest bit ([`WHOLE`]) is
    /// set if every line was searched to the end of the game.
    age: u8,
}

/// The bit of `age` that is set if every line was searched to the end of the game.
const WHOLE: u8 = 0x80;

impl Entry {
    /// Creates an entry for a result at this ply. `whole` is true if every line was searched to the
    /// end of the game.
    pub(super) fn new(mv: Move, score: Score, ply: usize, depth: Depth, bound: Bound, whole: bool) -> Self {
        let age = if whole { WHOLE } else { 0 };
        Self { mv, score: score::from_ply(score, ply), depth, bound, age }
    }

    fn save(&self, out: &mut ByteWriter<'_>) {
        out.put_u32(self.mv.0);
        out.put_u32(self.score.cast_unsigned());
        out.put_u16(self.depth.cast_unsigned());
        out.put_u8(self.bound as u8);
        out.put_u8(self.age);
    }

    fn load(from: &mut ByteReader<'_>) -> Result<Self, InvalidBytes> {
        let (mv, score) = (Move(from.u32()?), from.u32()?.cast_signed());
        let depth = from.u16()?.cast_signed();
        let bound = match from.u8()? {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return Err(InvalidBytes),
        };
        check(score.unsigned_abs() <= score::INFINITE.unsigned_abs())?;
        Ok(Self { mv, score, depth, bound, age: from.u8()? })
    }

    /// True if every line was searched to the end of the game, so a deeper search changes nothing.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.age & WHOLE != 0
    }

    /// Returns the score that the position has if it occurs at this ply.
    #[inline]
    pub(super) fn score_at(&self, ply: usize) -> Score {
        score::at_ply(self.score, ply)
    }

    /// Returns the entry as the words that the table stores. `check` is the lower half of the key.
    #[inline]
    pub(super) fn to_words(self, check: u32) -> Words {
        let rest = u32::from(self.depth.cast_unsigned()) << 16 | u32::from(self.age) << 8 | self.bound as u32;
        let content = [self.mv.0, self.score.cast_unsigned(), rest];
        let [mv, score, rest] = content;
        Words([mv, score, rest, check ^ mixed(content)])
    }
}

/// An entry as four words. The last word is the lower half of the key XOR a hash of the other
/// words. If threads share a table, a thread may read a mixture of two entries. Such a mixture
/// matches no key.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) [u32; 4]);

/// Returns a hash of three words. Each word is multiplied by its own factor.
#[inline]
const fn mixed([mv, score, rest]: [u32; 3]) -> u32 {
    mv.wrapping_add(score.wrapping_mul(0x9E37_79B1)).wrapping_add(rest.wrapping_mul(0x85EB_CA6B))
}

impl Words {
    const EMPTY: Self = Self([0; 4]);

    /// The lower half of the entry's key.
    #[inline]
    pub(super) const fn check(self) -> u32 {
        let Self([mv, score, rest, last]) = self;
        last ^ mixed([mv, score, rest])
    }

    #[inline]
    const fn bound(self) -> Bound {
        let Self([_, _, rest, _]) = self;
        match rest & 3 {
            0 => Bound::None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        }
    }

    #[inline]
    const fn depth(self) -> Depth {
        let Self([_, _, rest, _]) = self;
        ((rest >> 16) as u16).cast_signed()
    }

    #[inline]
    const fn age(self) -> u8 {
        let Self([_, _, rest, _]) = self;
        (rest >> 8) as u8
    }

    #[inline]
    const fn entry(self) -> Entry {
        let Self([mv, score, ..]) = self;
        let (depth, bound, age) = (self.depth(), self.bound(), self.age());
        Entry { mv: Move(mv), score: score.cast_signed(), depth, bound, age }
    }

    /// Returns the worth of an entry for the search that has this age. The entry with the least
    /// worth is replaced first. Empty entries have the least worth, then entries of earlier
    /// searches, then shallower entries.
    #[inline]
    fn worth(self, age: u8) -> (bool, bool, Depth) {
        (self.bound() != Bound::None, self.age() & !WHOLE == age, self.depth())
    }
}

/// The number of buckets in 1 MiB, which is an estimate of the size of a processor's cache.
const NEAR: usize = 1 << 14;

/// The number of entries of a bucket.
pub(super) const WAYS: usize = 4;

/// Four entries, which together fill one cache line. The upper half of an entry's key selects the
/// bucket. [`Bucket::default`] is empty.
///
/// The words are atomic, because threads may share a table. They are read and written separately,
/// which is as fast as with plain words.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Bucket {
    /// The newest entry first.
    entries: [[AtomicU32; 4]; WAYS],
}

impl Clone for Bucket {
    fn clone(&self) -> Self {
        let copy = Self::default();
        (0..WAYS).for_each(|way| copy.put(way, self.get(way)));
        copy
    }
}

impl Bucket {
    #[inline]
    fn get(&self, way: usize) -> Words {
        self.entries.get(way).map_or(Words::EMPTY, |words| Words(words.each_ref().map(|word| word.load(Relaxed))))
    }

    fn clear(&self) {
        (0..WAYS).for_each(|way| self.put(way, Words::EMPTY));
    }

    /// Returns the first four words of the bucket as they are. In the first bucket of a shared
    /// table, they are the header of the table.
    pub(super) fn head(&self) -> [u32; 4] {
        self.get(0).0
    }

    pub(super) fn put_head(&self, words: [u32; 4]) {
        self.put(0, Words(words));
    }

    #[inline]
    fn put(&self, way: usize, Words(words): Words) {
        let Some(place) = self.entries.get(way) else { return };
        place.iter().zip(words).for_each(|(place, word)| place.store(word, Relaxed));
    }
}

/// A function that prefetches a bucket into the processor's cache. It must have no other effect.
pub type Fetch = fn(&Bucket);

/// A transposition table. It belongs to one search, or several searches share it.
#[derive(Debug)]
pub(super) struct Table<'m> {
    own: &'m mut [Bucket],
    /// The shared table, if there is one. This search uses the shared table instead of `own`.
    shared: Option<&'m [Bucket]>,
    age: u8,
    fetch: Option<Fetch>,
}

impl<'m> Table<'m> {
    pub(super) fn new(buckets: &'m mut [Bucket]) -> Self {
        Self { own: buckets, shared: None, age: 0, fetch: None }
    }

    /// True if there is no room for any entry.
    pub(super) fn is_empty(&self) -> bool {
        self.buckets().is_empty()
    }

    /// Returns the caller-provided memory that only this search uses.
    pub(super) fn memory(&mut self) -> &mut &'m mut [Bucket] {
        &mut self.own
    }

    /// Switches to these buckets, which other searches also use. `None` switches back to `own`.
    pub(super) fn share(&mut self, buckets: Option<&'m [Bucket]>) {
        self.shared = buckets;
    }

    /// The buckets in use.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.shared.unwrap_or(self.own)
    }

    /// From now on, prefetches buckets with `fetch`.
    pub(super) fn fetch_by(&mut self, fetch: Fetch) {
        self.fetch = Some(fetch);
    }

    pub(super) fn clear(&mut self) {
        match self.shared {
            Some(shared) => shared.iter().for_each(Bucket::clear),
            None => self.own.iter_mut().for_each(|bucket| *bucket = Bucket::default()),
        }
        self.age = 0;
    }

    /// Starts a new search. Old entries stay, but are replaced first.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1) & !WHOLE;
    }

    /// Writes the table `own` to a save: the age of the table, and all entries.
    pub(super) fn save(&self, out: &mut ByteWriter<'_>) {
        out.put_u8(self.age);
        for bucket in self.own.iter() {
            let there = |way: usize| bucket.get(way).bound() != Bound::None;
            out.put_u8((0..WAYS).fold(0, |bits, way| bits | u8::from(there(way)) << way));
            for words in (0..WAYS).filter(|&way| there(way)).map(|way| bucket.get(way)) {
                out.put_u32(words.check());
                words.entry().save(out);
            }
        }
    }

    /// Reads a table of the same size from a save. If `kept` is false, only checks the bytes and
    /// changes nothing.
    pub(super) fn load(&mut self, from: &mut ByteReader<'_>, kept: bool) -> Result<(), InvalidBytes> {
        let age = from.u8()?;
        check(age & WHOLE == 0)?;
        for bucket in self.own.iter() {
            let there = from.u8()?;
            check(there < 1 << WAYS)?;
            for way in 0..WAYS {
                let mut words = Words::EMPTY;
                if there >> way & 1 == 1 {
                    let check = from.u32()?;
                    words = Entry::load(from)?.to_words(check);
                }
                if kept {
                    bucket.put(way, words);
                }
            }
        }
        self.age = if kept { age } else { self.age };
        Ok(())
    }

    /// True if prefetching is useful: the table is larger than a processor's cache, and there is a
    /// prefetch function. Always false on microcontrollers, which have no such cache.
    #[inline]
    pub(super) fn is_far(&self) -> bool {
        !cfg!(target_os = "none") && self.fetch.is_some() && self.buckets().len() > NEAR
    }

    /// Prefetches the bucket of this key, because the search will read it soon.
    #[inline]
    pub(super) fn fetch(&self, key: u64) {
        if let (Some(fetch), Some(bucket), true) = (self.fetch, self.bucket(key), self.is_far()) {
            fetch(bucket);
        }
    }

    /// Returns an entry of the key's bucket if it has this key. `way` is its index in the bucket.
    /// Index 0 is the newest entry.
    #[inline]
    pub(super) fn known_at(&self, key: u64, way: usize) -> Option<Entry> {
        let words = self.bucket(key)?.get(way);
        (words.check() == key as u32 && words.bound() != Bound::None).then(|| words.entry())
    }

    /// Returns a mask with one bit for each entry whose key seems to match. It is computed without
    /// branches, because usually no bit is set.
    #[inline]
    pub(super) fn places(&self, key: u64) -> u32 {
        let Some(bucket) = self.bucket(key) else { return 0 };
        (0..).zip(&bucket.entries).fold(0, |places, (way, words)| {
            let words = Words(words.each_ref().map(|word| word.load(Relaxed)));
            places | u32::from(words.check() == key as u32) << way
        })
    }

    /// True if an entry seems to match this key.
    #[inline]
    pub(super) fn knows(&self, key: u64) -> bool {
        self.places(key) != 0
    }

    /// Stores an entry as the newest one of its bucket. Other entries with the same key are removed
    /// if they are not deeper. If the entry that was the newest is not removed, it takes the place
    /// of the older entry with the least worth, unless that entry is worth more. An older entry
    /// that is removed counts as empty.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let superseded = |old: Words| old.check() == key as u32 && old.depth() <= entry.depth;
        let newest = bucket.get(0);
        if !superseded(newest) {
            let worth = |old: Words| if superseded(old) { Words::EMPTY } else { old }.worth(self.age);
            let least = (1..WAYS).map(|way| (worth(bucket.get(way)), way)).min();
            if let Some((_, way)) = least.filter(|(least, _)| newest.worth(self.age) >= *least) {
                bucket.put(way, newest);
            }
        }
        bucket.put(0, Entry { age: entry.age | self.age, ..entry }.to_words(key as u32));
    }

    /// Returns the bucket of a key. The upper half of the key selects the bucket, and the lower
    /// half distinguishes its entries.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.buckets();
        buckets.get(((key >> 32).wrapping_mul(buckets.len() as u64) >> 32) as usize)
    }
}
