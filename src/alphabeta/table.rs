//! The transposition table: what is known about positions that were searched before, in lent
//! memory.
//!
//! Four entries a bucket: the newest result is always kept (Breuker's two-deep scheme, as in MIA),
//! and of the others those of this search before those of earlier ones, then the deeper. A key that
//! meets another's entry is told apart by 32 further bits; a move is made only after it was found
//! among the legal ones.

use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::report::score::{self, Score};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

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

    /// Was every line searched to the end of the game? Then no deeper search finds anything else.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.age & WHOLE != 0
    }

    /// The score of the position at this ply.
    #[inline]
    pub(super) fn score_at(&self, ply: usize) -> Score {
        score::at_ply(self.score, ply)
    }

    /// As the words that the table keeps, for a key that ends so.
    #[inline]
    pub(super) fn to_words(self, check: u32) -> Words {
        let rest = u32::from(self.depth.cast_unsigned()) << 16 | u32::from(self.age) << 8 | self.bound as u32;
        let content = [self.mv.0, self.score.cast_unsigned(), rest];
        let [mv, score, rest] = content;
        Words([mv, score, rest, check ^ mixed(content)])
    }
}

/// An entry as four words. The last one is the lower half of the key, exclusive or a sum of the
/// other words: where threads share a table, words of two entries may get mixed up, and such a
/// mixture belongs to no key.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) [u32; 4]);

/// A sum that each word changes in its own way.
#[inline]
const fn mixed([mv, score, rest]: [u32; 3]) -> u32 {
    mv.wrapping_add(score.wrapping_mul(0x9E37_79B1)).wrapping_add(rest.wrapping_mul(0x85EB_CA6B))
}

impl Words {
    const EMPTY: Self = Self([0; 4]);

    /// The lower half of the key.
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

    /// Which of two entries makes room: the one that is worth less in a search of this age. An
    /// empty place, then what an earlier search has stored, then what is less deep.
    #[inline]
    fn worth(self, age: u8) -> (bool, bool, Depth) {
        (self.bound() != Bound::None, self.age() & !WHOLE == age, self.depth())
    }
}

/// Buckets of a table that a processor's cache holds: 1 MiB.
const NEAR: usize = 1 << 14;

/// How many entries a bucket has.
pub(super) const WAYS: usize = 4;

/// Four entries whose keys begin alike, a line of a processor's cache. [`Bucket::default`] is
/// empty.
///
/// Its words are atomic, for tables that threads share. They are read and written one by one, which
/// is what a processor does with words anyway.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Bucket {
    /// The newest, then others.
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

    /// The first four words as they are: the head of a table that is shared stands in one.
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

/// Asks for a bucket that will be read soon, so that it is in the processor's cache by then. What
/// it does must not be noticed otherwise.
pub type Fetch = fn(&Bucket);

/// The table.
#[derive(Debug)]
pub(super) struct Table<'m> {
    own: &'m mut [Bucket],
    /// Used in place of its own, while other searches use it too.
    shared: Option<&'m [Bucket]>,
    age: u8,
    fetch: Option<Fetch>,
}

impl<'m> Table<'m> {
    pub(super) fn new(buckets: &'m mut [Bucket]) -> Self {
        Self { own: buckets, shared: None, age: 0, fetch: None }
    }

    /// Is there no room for any entry?
    pub(super) fn is_empty(&self) -> bool {
        self.buckets().is_empty()
    }

    /// The slice that was lent for this search alone.
    pub(super) fn memory(&mut self) -> &mut &'m mut [Bucket] {
        &mut self.own
    }

    /// From now on uses these buckets, which other searches use as well, or its own again.
    pub(super) fn share(&mut self, buckets: Option<&'m [Bucket]>) {
        self.shared = buckets;
    }

    /// The buckets in use.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.shared.unwrap_or(self.own)
    }

    /// From now on buckets are asked for before they are read.
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

    /// Another search begins: what is there stays, but makes room sooner.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1) & !WHOLE;
    }

    /// Writes its own: its age, and the entries that there are.
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

    /// Reads what [`Table::save`] has written for a table as large; where it is not to be `kept`
    /// this one stays, and the bytes are only checked.
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

    /// Is most of it farther away than a processor's cache, and is there a way to ask for it? Never
    /// on boards, which have no such cache.
    #[inline]
    pub(super) fn is_far(&self) -> bool {
        !cfg!(target_os = "none") && self.fetch.is_some() && self.buckets().len() > NEAR
    }

    /// The position with this key will be looked up soon.
    #[inline]
    pub(super) fn fetch(&self, key: u64) {
        if let (Some(fetch), Some(bucket), true) = (self.fetch, self.bucket(key), self.is_far()) {
            fetch(bucket);
        }
    }

    /// What stands in one of the [`WAYS`] places for the position with this key, if anything does:
    /// the newest in the first.
    #[inline]
    pub(super) fn known_at(&self, key: u64, way: usize) -> Option<Entry> {
        let words = self.bucket(key)?.get(way);
        (words.check() == key as u32 && words.bound() != Bound::None).then(|| words.entry())
    }

    /// A bit for each of the places where something seems to stand for the position with this key:
    /// mostly none, which is told without a branch.
    #[inline]
    pub(super) fn places(&self, key: u64) -> u32 {
        let Some(bucket) = self.bucket(key) else { return 0 };
        (0..).zip(&bucket.entries).fold(0, |places, (way, words)| {
            let words = Words(words.each_ref().map(|word| word.load(Relaxed)));
            places | u32::from(words.check() == key as u32) << way
        })
    }

    /// Is anything known about the position with this key?
    #[inline]
    pub(super) fn knows(&self, key: u64) -> bool {
        self.places(key) != 0
    }

    /// Keeps what was found in place of the newest entry, which in its turn takes the place of what
    /// this one makes needless, or of what is worth least.
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

    /// The bucket of a key, by its upper half; its lower half tells the entries apart.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.buckets();
        buckets.get(((key >> 32).wrapping_mul(buckets.len() as u64) >> 32) as usize)
    }
}
