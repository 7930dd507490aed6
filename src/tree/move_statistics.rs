//! Move statistics of the options `mast` and `grave`: how often each move was played in any
//! position, and with which rewards.
//!
//! For each move and player, a table counts how often the player made the move, and adds up the
//! rewards of the simulations with this move. `mast` (Bjornsson and Finnsson 2009) has one table,
//! for playouts. `grave` (Cazenave 2015) has one table for each position with many simulations. The
//! table of a position counts only the simulations through that position (AMAF).
//!
//! All data is in a share of the caller-provided memory, in slots of 24 bytes:
//!
//! | part | in a slot |
//! |---|---|
//! | the moves of the current simulation | five moves, and a bit for the player of each |
//! | the table of `mast` | two entries, each with a move, a sum of rewards, a player and a count |
//! | headers of the tables of `grave` | key, simulations, stamp, ply, previous header on the path |
//! | the tables of `grave` | two entries each |
//!
//! When the share is full, some data is lost. The last moves of a long playout are not recorded. If
//! moves collide in a table, the move that was played less often is lost. If there is no room for
//! another table of `grave`, the table of the least recently used position is lost. A position
//! without a table uses the table of its nearest ancestor that has one.
//!
//! The key of a position is computed from the moves that lead to the position. So the key needs no
//! room in a node and stays the same when a move is played.

use super::budget::{RECORDED, StatisticsBudget, WAYS};
use super::save::{put_slot, take_slot};
use super::slot::Slot;
use crate::base::bits::absorb;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::base::maths::after;
use crate::game::Move;
use crate::game::value::{Side, Value};

/// A move may be stored in this many consecutive slots. The first one is the *home slot* of the
/// move.
const PROBES: usize = 8;

/// The largest count. If a count would exceed this number, the count and its sum of rewards are
/// halved first.
const COUNT_MAX: u32 = 0xFFFF;

/// When a move of the game is played, the counts of `mast` are divided by this number.
const FADE: u32 = 4;

/// How often a move was played, and the sum of the rewards of the simulations that played this
/// move. Rewards are in 1/32767ths, from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveStat {
    pub(crate) sum: i32,
    pub(crate) count: u32,
}

impl MoveStat {
    const NONE: Self = Self { sum: 0, count: 0 };

    /// True if the mean result of this move is better for `mover` than the mean of `other`. For the
    /// comparison, both moves get `extra` additional wins, so that rare moves are tried. If a move
    /// was never played, its mean is a win, or a draw if `extra` is 0.
    pub(crate) fn beats(self, other: Self, mover: Side, extra: u32) -> bool {
        let [own, its] = [self, other].map(|stat| {
            let wins = i64::from(Value::ONE).wrapping_mul(extra.into());
            let sum = i64::from(stat.sum.wrapping_mul(mover.sign())).wrapping_add(wins);
            (sum, i64::from(stat.count.wrapping_add(extra).max(1)))
        });
        own.0.wrapping_mul(its.1) > its.0.wrapping_mul(own.1)
    }

    fn add(self, reward: Value) -> Self {
        let Self { sum, count } = if self.count < COUNT_MAX { self } else { self.part(2) };
        Self { sum: sum.wrapping_add(i32::from(reward.raw())), count: count.wrapping_add(1) }
    }

    /// Divides the count by `of`, but not below 1, so that the table does not forget the move. The
    /// mean stays the same.
    fn part(self, of: u32) -> Self {
        let count = self.count.checked_div(of).unwrap_or(0).max(1);
        let mean = i64::from(self.sum).wrapping_mul(i64::from(count));
        Self { sum: mean.checked_div(i64::from(self.count)).unwrap_or(0) as i32, count }
    }
}

/// The state of the move statistics at a point of a simulation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// The number of moves that are recorded so far.
    len: u32,
    /// Two headers, counted from 1; 0 means no header. `deepest` is the latest header on the path
    /// of this simulation. `reference` is the header of the table that selection uses.
    deepest: u32,
    reference: u32,
    /// The key of the position at the end of the path.
    key: u32,
}

/// Move statistics, and the moves of the current simulation.
#[derive(Debug)]
pub(crate) struct MoveStatistics<'m> {
    slots: &'m mut [Slot],
    /// The indices of the slots at which three parts end: the record of moves, the table of `mast`,
    /// and the headers.
    ends: [u32; 3],
    /// The number of slots in a table of `grave`.
    table: u32,
    /// The state at the end of the current simulation's path.
    at: Mark,
    /// The key of the root.
    root: u32,
    /// The measured error of AMAF means.
    error: AmafError,
}

/// The squared error of AMAF means, divided by the variance of a simulation. Both numbers are sums
/// over the same samples. So the quotient of the sums is also the quotient of the means.
#[derive(Clone, Copy, Debug)]
struct AmafError {
    squares: f32,
    variances: f32,
}

impl AmafError {
    /// Before the first sample, an AMAF mean counts as much as about 40 visits.
    const START: Self = Self { squares: 0.4, variances: 16.0 };

    /// When the sum of variances exceeds this number, both sums are halved, so that old samples
    /// count less.
    const FULL: f32 = 1024.0;

    fn add(&mut self, square: f32, variance: f32) {
        self.squares += square;
        self.variances += after(self.squares, variance);
        if self.variances > Self::FULL {
            self.squares *= 0.5;
            self.variances *= after(self.squares, 0.5);
        }
    }
}

/// An AMAF mean counts as much as at most this many visits.
const WORTH: f32 = 1000.0;

/// A sample of [`AmafError`] compares two means. Each of them must be over at least this many
/// simulations.
const SAMPLED: u32 = 16;

impl<'m> MoveStatistics<'m> {
    pub(super) const fn none() -> Self {
        let ends = [0; 3];
        Self {
            slots: &mut [],
            ends,
            table: 0,
            at: Mark { len: 0, deepest: 0, reference: 0, key: 0 },
            root: 0,
            error: AmafError::START,
        }
    }

    /// Creates move statistics in these slots. All slots must be ready for use, because any of them
    /// may be read.
    pub(super) fn over(slots: &'m mut [Slot], budget: &StatisticsBudget) -> Self {
        let first = budget.record.wrapping_add(budget.moves);
        let mut own = Self::none();
        own.slots = slots;
        own.ends = [budget.record, first, first.wrapping_add(budget.headers)].map(|end| end as u32);
        own.table = budget.table as u32;
        own
    }

    /// The caller-provided slice.
    pub(crate) fn memory(&mut self) -> &mut &'m mut [Slot] {
        &mut self.slots
    }

    /// Removes all statistics.
    pub(super) fn clear(&mut self) {
        let [record, _, headers] = self.ends;
        if let Some(known) = self.slots.get_mut(record as usize..headers as usize) {
            known.fill(Slot::EMPTY_BUCKET);
        }
        self.root = 0;
        self.error = AmafError::START;
        self.begin();
    }

    /// Starts a simulation at the root.
    pub(super) fn begin(&mut self) {
        self.at = Mark { key: self.root, ..Mark::default() };
    }

    /// Returns the state of the move statistics at this point of the current simulation.
    #[cfg(not(target_os = "none"))]
    pub(super) const fn mark(&self) -> Mark {
        self.at
    }

    /// Starts the simulation with this stamp at `mark`, a point that an earlier simulation reached.
    /// All simulations since then must have passed this point. The tables on the path are protected
    /// from replacement as if the simulation had started at the root.
    #[cfg(not(target_os = "none"))]
    pub(super) fn resume(&mut self, mark: &Mark, stamp: u32) {
        self.at = *mark;
        let [_, headers, _] = self.ends;
        let mut next = mark.deepest;
        while let Some(header) = next.checked_sub(1) {
            let Some(slot) = self.slots.get_mut(headers.wrapping_add(header) as usize) else { return };
            let [key, count, _, ply, before, _] = slot.words();
            *slot = Slot::from_words([key, count, stamp, ply, before, 0]);
            next = before;
        }
    }

    /// Updates the statistics after a move of the game: divides the counts of the table of `mast`.
    pub(super) fn follow(&mut self, mv: Move) {
        self.root = key_after(self.root, mv);
        let [record, moves, _] = self.ends;
        for slot in self.slots.get_mut(record as usize..moves as usize).unwrap_or_default() {
            let mut entries = entries_of(slot);
            entries
                .iter_mut()
                .filter(|entry| entry.stat.count > 0)
                .for_each(|entry| entry.stat = entry.stat.part(FADE));
            put_entries(slot, entries);
        }
    }

    /// Records a move that this simulation makes in the tree.
    pub(super) fn step(&mut self, mover: Side, mv: Move) {
        self.at.key = key_after(self.at.key, mv);
        self.record(mover, mv);
    }

    /// Records an outcome of a chance event in the tree. Outcomes have no statistics.
    pub(super) fn step_by_chance(&mut self, outcome: Move) {
        self.at.key = key_after(self.at.key, outcome);
        self.record(Side::First, Move::NONE);
    }

    /// Records a move of this simulation.
    #[inline]
    pub(crate) fn record(&mut self, mover: Side, mv: Move) {
        let [end, _, _] = self.ends;
        let (place, rank) = place_of(self.at.len);
        if place >= end as usize {
            return;
        }
        if let Some(words) = self.slots.get_mut(place).map(Slot::words_mut) {
            if let Some(word) = words.get_mut(rank) {
                *word = mv.0;
            }
            let [.., sides] = words;
            *sides = *sides & !(1 << rank) | u32::from(mover == Side::Second) << rank;
        }
        self.at.len = self.at.len.wrapping_add(1);
    }

    /// Options `mast` and `reg`: returns the statistics of a move over all simulations.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(crate) fn of_move(&self, mover: Side, mv: Move) -> MoveStat {
        let [record, moves, _] = self.ends;
        let table = self.slots.get(record as usize..moves as usize).unwrap_or_default();
        find(table, mover, mv)
    }

    /// Option `reg`: adds the error of one static value after this move.
    pub(super) fn note(&mut self, mover: Side, mv: Move, error: Value) {
        let [record, moves, _] = self.ends;
        let table = self.slots.get_mut(record as usize..moves as usize).unwrap_or_default();
        let home = home(table.len(), mover, mv);
        add_elsewhere(table, home, (mover, mv), error);
    }

    /// Option `mast/P`: returns the move with the best mean result over all simulations. If several
    /// are equally good, returns the first of them. `None` if there are no moves.
    #[inline(never)] // saves flash: one copy for all games
    pub(crate) fn best_of(&self, mover: Side, moves: &[Move]) -> Option<Move> {
        let mut best = None;
        for &mv in moves {
            let stat = self.of_move(mover, mv);
            if best.is_none_or(|(_, known)| stat.beats(known, mover, 0)) {
                best = Some((mv, stat));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// Option `grave`: returns the statistics of a move from the table that selection uses now.
    #[inline]
    pub(crate) fn of_reference(&self, mover: Side, mv: Move) -> MoveStat {
        self.of_table(self.at.reference, mover, mv)
    }

    /// Returns the statistics of a move from the table of this header. Headers are counted from 1.
    fn of_table(&self, header: u32, mover: Side, mv: Move) -> MoveStat {
        let Some(header) = header.checked_sub(1) else { return MoveStat::NONE };
        let first = table_at(&self.ends, self.table, header);
        let table = self.slots.get(first..first.wrapping_add(self.table as usize)).unwrap_or_default();
        find(table, mover, mv)
    }

    /// Option `grave`: true if selection uses a table in this descent.
    pub(crate) const fn has_reference(&self) -> bool {
        self.at.reference != 0
    }

    /// Option `grave`: returns the squared error of an AMAF mean over many simulations, divided by
    /// the variance of one simulation. It is the d in the formula of [`super::estimate`], which
    /// weighs AMAF means.
    pub(crate) fn distrust(&self) -> f32 {
        let AmafError { squares, variances } = self.error;
        (squares / variances).max(1.0 / WORTH)
    }

    /// Option `grave`: compares AMAF means with the results of children on the path. `child_at`
    /// returns the child at this ply and the player who moves to it, if the results of the child
    /// are complete.
    ///
    /// The child's own simulations are first subtracted from its AMAF statistics. The squared
    /// difference of the two means contains the variances of both means. They are subtracted, and
    /// what remains is the squared error. A child gives a sample whenever its number of visits is a
    /// power of two.
    pub(super) fn measure(&mut self, child_at: impl Fn(u32) -> Option<(Slot, Side)>) {
        let [_, headers, _] = self.ends;
        let mut next = self.at.deepest;
        while let Some(header) = next.checked_sub(1) {
            let Some(slot) = self.slots.get(headers.wrapping_add(header) as usize) else { return };
            let [_, _, _, ply, before, _] = slot.words();
            if let Some((child, mover)) = child_at(ply.wrapping_add(1))
                && child.visits() >= SAMPLED
                && child.visits().is_power_of_two()
            {
                let all = self.of_table(next, mover, child.mv());
                self.compare(&child, all);
            }
            next = before;
        }
    }

    /// Adds a sample of the error: the results of a child, and the AMAF statistics of its move.
    fn compare(&mut self, child: &Slot, all: MoveStat) {
        let others = all.count.saturating_sub(child.visits());
        if others < SAMPLED {
            return;
        }
        let one = f32::from(Value::ONE);
        let (n, m) = (child.visits() as f32, others as f32);
        let reward = child.reward() as f32;
        let own = reward / (n * one);
        let other = ((all.sum as f32 - reward) / after(own, m * one)).clamp(-1.0, 1.0);
        let variance = (1.0 - other * other).max(0.05);
        let noise = variance / after(other, n);
        let noise = noise + variance / after(noise, m);
        self.error.add((own - other) * (own - other) - noise, variance);
    }

    /// Option `grave`: records that the simulation with this stamp reaches a node with this number
    /// of visits. The root and each node with at least `needed` visits get a table.
    pub(super) fn arrive(&mut self, visits: u32, needed: u32, stamp: u32) {
        let is_root = self.at.len == 0;
        let wanted = is_root || visits >= needed;
        let Some(header) = self.head_of_key(stamp, wanted) else { return };
        let (before, ply, [_, headers, _]) = (self.at.deepest, self.at.len, self.ends);
        let Some(slot) = self.slots.get_mut(headers.wrapping_add(header) as usize) else { return };
        let [key, count, used, ..] = slot.words();
        if used == stamp {
            return; // another position of this path, by chance with the same key
        }
        self.at.deepest = header.wrapping_add(1);
        *slot = Slot::from_words([key, count, stamp, ply, before, 0]);
        if is_root || count >= needed {
            self.at.reference = self.at.deepest;
        }
    }

    /// Returns the header of the position at the end of the path. If the position has no header and
    /// `wanted` is true, creates a header with an empty table. A header may be stored in only a few
    /// places, which depend on the position. The new header replaces the least recently used header
    /// in these places. It does not replace a header on the path of this simulation, which has the
    /// age 0.
    fn head_of_key(&mut self, stamp: u32, wanted: bool) -> Option<u32> {
        let [_, first, end] = self.ends;
        let count = end.wrapping_sub(first) as usize;
        let ways = WAYS.min(count);
        let sets = count.checked_div(ways)? as u64;
        let set = (u64::from(self.at.key).wrapping_mul(sets) >> 32) as usize;
        let key = self.at.key.max(1); // 0 is the key of an empty header
        let begin = (first as usize).wrapping_add(set.wrapping_mul(ways));
        let headers = self.slots.get(begin..begin.wrapping_add(ways))?;
        let mut oldest = (0, None);
        for (slot, way) in headers.iter().zip(0_usize..) {
            let [its_key, _, used, ..] = slot.words();
            if its_key == key {
                return Some(begin.wrapping_add(way).wrapping_sub(first as usize) as u32);
            }
            let age = if its_key == 0 { u32::MAX } else { stamp.wrapping_sub(used) };
            if age > oldest.0 {
                oldest = (age, Some(way));
            }
        }
        let way = oldest.1.filter(|_| wanted)?;
        // The header gets the stamp of the previous simulation, because its position is not part of
        // the path yet.
        *self.slots.get_mut(begin.wrapping_add(way))? = Slot::from_words([key, 0, stamp.wrapping_sub(1), 0, 0, 0]);
        let header = begin.wrapping_add(way).wrapping_sub(first as usize) as u32;
        let table = table_at(&self.ends, self.table, header);
        self.slots.get_mut(table..table.wrapping_add(self.table as usize))?.fill(Slot::EMPTY_BUCKET);
        Some(header)
    }

    /// Adds the result of the current simulation to the table of `mast`, and to the tables of the
    /// positions on the path.
    #[inline(never)]
    pub(super) fn learn(&mut self, reward: Value) {
        let [record_end, moves_end, _] = self.ends;
        if moves_end > record_end {
            self.learn_in(&[(record_end as usize, 0)], moves_end.wrapping_sub(record_end) as usize, reward);
        }
        let mut next = self.at.deepest;
        while next != 0 {
            let mut tables = [(0, 0); GROUP];
            let mut count = 0_usize;
            for table in &mut tables {
                let Some(header) = next.checked_sub(1) else { break };
                let Some(slot) = self.slots.get_mut(moves_end.wrapping_add(header) as usize) else { return };
                let [key, simulations, stamp, ply, before, _] = slot.words();
                *slot = Slot::from_words([key, simulations.saturating_add(1), stamp, ply, before, 0]);
                *table = (table_at(&self.ends, self.table, header), ply);
                (next, count) = (before, count.wrapping_add(1));
            }
            self.learn_in(tables.get(..count).unwrap_or_default(), self.table as usize, reward);
        }
    }

    /// Adds the result of the current simulation to tables of `size` slots. For each table,
    /// `tables` has the first slot, and the first ply whose move the table counts.
    fn learn_in(&mut self, tables: &[(usize, u32)], size: usize, reward: Value) {
        let [record_end, _, _] = self.ends;
        let Some((record, rest)) = self.slots.split_at_mut_checked(record_end as usize) else { return };
        let first = tables.iter().map(|&(_, ply)| ply).min().unwrap_or(0);
        for ply in first..self.at.len {
            let (mover, mv) = recorded(record, ply);
            let home = home(size, mover, mv);
            for &(begin, _) in tables.iter().filter(|&&(_, from)| from <= ply) {
                let begin = begin.wrapping_sub(record_end as usize);
                if let Some(table) = rest.get_mut(begin..begin.wrapping_add(size)) {
                    add(table, home, (mover, mv), reward);
                }
            }
        }
    }
}

/// A move is added to this many tables at a time, so that its home slot is computed only once for
/// all of them.
const GROUP: usize = 8;

/// Returns the key of the position after this move, from the key of the position before the move.
fn key_after(key: u32, mv: Move) -> u32 {
    absorb(u64::from(key), u64::from(mv.0) | 1 << 32) as u32
}

/// Returns the slot at which the table of a header begins.
fn table_at(ends: &[u32; 3], size: u32, header: u32) -> usize {
    let &[_, _, tables] = ends;
    (tables as usize).wrapping_add((header as usize).wrapping_mul(size as usize))
}

/// Returns where the record has the move at this ply: the slot, and the place within the slot.
fn place_of(ply: u32) -> (usize, usize) {
    let ply = ply as usize;
    (ply / RECORDED, ply % RECORDED)
}

/// Returns the move at this ply of the record, and the player who made it.
#[inline]
fn recorded(record: &[Slot], ply: u32) -> (Side, Move) {
    let (place, rank) = place_of(ply);
    let Some(slot) = record.get(place) else { return (Side::First, Move::NONE) };
    let side = if slot.word(RECORDED) >> rank & 1 == 0 { Side::First } else { Side::Second };
    (side, Move(slot.word(rank)))
}

/// An entry of a table. A count of 0 means that the entry is empty.
#[derive(Clone, Copy)]
struct Entry {
    mover: Side,
    mv: Move,
    stat: MoveStat,
}

/// The bit of the count that is set if the second player made the move.
const SECOND: u32 = 1 << 31;

fn entries_of(slot: &Slot) -> [Entry; 2] {
    let [a, x, m, b, y, n] = slot.words();
    [(a, x, m), (b, y, n)].map(|(mv, sum, count)| Entry {
        mover: if count & SECOND == 0 { Side::First } else { Side::Second },
        mv: Move(mv),
        stat: MoveStat { sum: sum.cast_signed(), count: count & !SECOND },
    })
}

fn put_entries(slot: &mut Slot, entries: [Entry; 2]) {
    let [[a, x, m], [b, y, n]] =
        entries.map(|entry| [entry.mv.0, entry.stat.sum.cast_unsigned(), entry.stat.count | side_bit(entry.mover)]);
    *slot = Slot::from_words([a, x, m, b, y, n]);
}

/// Returns the home slot of a move in a table of `len` slots. Moves with consecutive numbers have
/// home slots that are far apart.
#[inline]
fn home(len: usize, mover: Side, mv: Move) -> usize {
    let number = mv.0.wrapping_mul(2).wrapping_add(u32::from(mover == Side::Second));
    let mixed = u64::from(number.wrapping_mul(0x9E37_79B9));
    (mixed.wrapping_mul(len as u64) >> 32) as usize
}

/// Returns the slots in which a move with this home slot may be stored, in a table of `len` slots.
#[inline]
fn places(len: usize, home: usize) -> impl Iterator<Item = usize> {
    (home..home.wrapping_add(PROBES.min(len)))
        .map(move |place| if place < len { place } else { place.wrapping_sub(len) })
}

/// Returns the bit that is set in the count of an entry if this player made the move.
fn side_bit(mover: Side) -> u32 {
    if mover == Side::Second { SECOND } else { 0 }
}

/// Returns the statistics of a move in a table.
#[cfg_attr(target_os = "none", inline(never))] // for flash
#[cfg_attr(not(target_os = "none"), inline)]
fn find(table: &[Slot], mover: Side, mv: Move) -> MoveStat {
    let home = home(table.len(), mover, mv);
    if let Some([its, sum, count, ..]) = table.get(home).map(Slot::words)
        && its == mv.0
        && (1..=COUNT_MAX).contains(&(count ^ side_bit(mover)))
    {
        return MoveStat { sum: sum.cast_signed(), count: count & !SECOND };
    }
    find_elsewhere(table, home, mover, mv)
}

/// Does the work of [`find`] for a move that is not the first entry of its home slot.
#[inline(never)]
fn find_elsewhere(table: &[Slot], home: usize, mover: Side, mv: Move) -> MoveStat {
    for place in places(table.len(), home) {
        let Some(slot) = table.get(place) else { break };
        for entry in entries_of(slot) {
            if entry.stat.count == 0 {
                return MoveStat::NONE;
            }
            if entry.mv == mv && entry.mover == mover {
                return entry.stat;
            }
        }
    }
    MoveStat::NONE
}

/// Adds a reward to the statistics of a move. `home` is the home slot of the move.
#[inline(always)]
fn add(table: &mut [Slot], home: usize, (mover, mv): (Side, Move), reward: Value) {
    if let Some([its, sum, count, ..]) = table.get_mut(home).map(Slot::words_mut)
        && *its == mv.0
        && (1..COUNT_MAX).contains(&(*count ^ side_bit(mover)))
    {
        *sum = sum.wrapping_add_signed(reward.raw().into());
        *count = count.wrapping_add(1);
        return;
    }
    add_elsewhere(table, home, (mover, mv), reward);
}

/// Does the work of [`add`] in the rare cases: the move is not the first entry of its home slot, or
/// its count has reached the maximum. If no slot has room, the move replaces one of the two moves
/// in its home slot, the one that was played less often.
#[inline(never)]
fn add_elsewhere(table: &mut [Slot], home: usize, (mover, mv): (Side, Move), reward: Value) {
    for place in places(table.len(), home) {
        let Some(slot) = table.get_mut(place) else { return };
        let mut entries = entries_of(slot);
        for entry in &mut entries {
            let here = entry.mv == mv && entry.mover == mover;
            if entry.stat.count == 0 || here {
                let known = if here { entry.stat } else { MoveStat::NONE };
                *entry = Entry { mover, mv, stat: known.add(reward) };
                put_entries(slot, entries);
                return;
            }
        }
    }
    if let Some(slot) = table.get_mut(home) {
        let mut entries = entries_of(slot);
        let [one, other] = &mut entries;
        let rarer = if other.stat.count < one.stat.count { other } else { one };
        *rarer = Entry { mover, mv, stat: MoveStat::NONE.add(reward) };
        put_entries(slot, entries);
    }
}

/// The functions that save and restore move statistics.
impl MoveStatistics<'_> {
    /// The number of slots. Saved statistics can only be restored into the same number of slots.
    pub(super) fn size(&self) -> usize {
        self.slots.len()
    }

    /// Writes the key of the root, the table of `mast`, the headers, and the tables of the headers
    /// in use. No simulation may be running.
    pub(super) fn save(&self, out: &mut ByteWriter<'_>) {
        out.put_u32(self.root);
        [self.error.squares, self.error.variances].iter().for_each(|&sum| out.put_u32(sum.to_bits()));
        let [record, headers, tables] = self.ends;
        let known = self.slots.get(record as usize..tables as usize).unwrap_or_default();
        known.iter().for_each(|slot| put_slot(slot, out));
        for (header, slot) in (0_u32..).zip(self.slots.get(headers as usize..tables as usize).unwrap_or_default()) {
            let first = table_at(&self.ends, self.table, header);
            let table = self.slots.get(first..first.wrapping_add(self.table as usize)).unwrap_or_default();
            let in_use = is_used(slot);
            table.iter().filter(|_| in_use).for_each(|slot| put_slot(slot, out));
        }
    }

    /// Checks the bytes that [`MoveStatistics::save`] wrote for the same sizes, and moves the
    /// reader past them.
    pub(super) fn read(&self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        from.u32()?;
        let (squares, variances) = (f32::from_bits(from.u32()?), f32::from_bits(from.u32()?));
        check(squares.is_finite() && (1.0..=AmafError::FULL).contains(&variances))?;
        let [record, headers, tables] = self.ends;
        for _ in record..headers {
            check(is_possible(&take_slot(from)?))?;
        }
        let mut used = 0_u32;
        for _ in headers..tables {
            used = used.wrapping_add(u32::from(is_used(&take_slot(from)?)));
        }
        for _ in 0..used {
            for _ in 0..self.table {
                check(is_possible(&take_slot(from)?))?;
            }
        }
        Ok(())
    }

    /// Restores move statistics from a save that was checked before.
    pub(super) fn restore(&mut self, from: &mut ByteReader<'_>) {
        self.clear();
        self.root = from.u32().unwrap_or(0);
        let mut sum = || f32::from_bits(from.u32().unwrap_or(0));
        self.error = AmafError { squares: sum(), variances: sum() };
        let [record, headers, tables] = self.ends;
        for slot in self.slots.get_mut(record as usize..tables as usize).unwrap_or_default() {
            *slot = take_slot(from).unwrap_or(Slot::EMPTY_BUCKET);
        }
        for header in 0..tables.wrapping_sub(headers) {
            let in_use = self.slots.get(headers.wrapping_add(header) as usize).is_some_and(is_used);
            let first = table_at(&self.ends, self.table, header);
            let table = self.slots.get_mut(first..first.wrapping_add(self.table as usize)).unwrap_or_default();
            table.iter_mut().filter(|_| in_use).for_each(|slot| *slot = take_slot(from).unwrap_or(Slot::EMPTY_BUCKET));
        }
        self.begin();
    }
}

/// True if a position uses the table of this header.
fn is_used(header: &Slot) -> bool {
    let [key, ..] = header.words();
    key != 0
}

/// True if the counts and sums in both entries of a slot are possible.
fn is_possible(slot: &Slot) -> bool {
    entries_of(slot).iter().all(|entry| {
        let most = i64::from(entry.stat.count).wrapping_mul(i64::from(Value::ONE));
        entry.stat.count <= COUNT_MAX && i64::from(entry.stat.sum).abs() <= most
    })
}
