//! A slot of a shared tree has 32 bytes, which are atomic words. It holds either a node or the
//! header of a block.
//!
//! | word | bits | in a node | in a block header | in a free block |
//! |---|---|---|---|---|
//! | 0 | 64 | completed visits, 32; announced simulations, 32 | order 8; use 8; children 16; parent 32 | same |
//! | 1 | 64 | reward sum | time of the last use | |
//! | 2 | 32 | move into the node | next released sibling block | next free block |
//! | 3 | 32 | sibling block of its children | | previous free block |
//! | 4 | 32 | bias, 8; bound, from bit 10 on | mark of the bounds | |
//! | 5 | 32 | changes, 5; margin, 1; distance, 8; proof, 2; value v, 16 | children chosen first | |
//!
//! Most accesses are relaxed. Only words 0, 3 and 5 use acquire and release. So a thread that finds
//! a sibling block (word 3) sees all children of the block. A thread that sees a completed visit
//! (word 0) sees the first value of the node (word 5).

use super::atomic::{AtomicU32, AtomicU64};
use crate::game::Move;
use crate::game::value::{Proof, Value};
use crate::tree::{Known, Slot};
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The id of a node. The root has the id 0.
pub(crate) type Id = u32;

/// A slot: 32 bytes of the memory of a shared tree. In a tree that no search has used yet, all
/// slots are zero ([`SharedSlot::default`]).
#[derive(Debug, Default)]
#[repr(C)]
pub struct SharedSlot {
    pub(super) wide: [AtomicU64; 2],
    pub(super) narrow: [AtomicU32; 4],
}

/// Each announced simulation adds this number to the first word of a node. A simulation is
/// announced if it is running, or if a thread will run it before it starts at the root again.
const UNDER_WAY: u64 = 1 << 32;

/// The largest number of completed visits of a node. There can also be 256 announced simulations
/// for each of 64 threads. The sum of both numbers is less than 2^32.
const VISITS_MAX: u32 = u32::MAX - (1 << 16);

/// This value is stored in place of a sibling block while a thread is creating the children.
pub(super) const EXPANDING: u32 = u32::MAX;

/// Bit positions in the last word of a node. `MARGIN_OPEN` is set if the winner of a solved node
/// may have a larger margin (option `marg`). The bits below it hold the number of changes.
const MARGIN_OPEN: u32 = 5;
const DISTANCE: u32 = 6;
const PROOF: u32 = 14;
const VALUE: u32 = 16;
/// The largest number of changes. Then the count starts again at 1, because 0 means that there was
/// no change.
const CHANGES: u32 = (1 << MARGIN_OPEN) - 1;

/// The last word of a node: value, proof, distance to the end, margin and number of changes.
#[derive(Clone, Copy)]
struct KnownWord(u32);

impl KnownWord {
    /// Returns the word for `known`, after this number of `changes`.
    fn new(known: Known, changes: u32) -> Self {
        let (value, proof) = (u32::from(known.value.raw().cast_unsigned()), known.proof() as u32);
        let open = u32::from(!known.is_settled());
        Self(value << VALUE | proof << PROOF | u32::from(known.distance) << DISTANCE | open << MARGIN_OPEN | changes)
    }

    const fn changes(self) -> u32 {
        self.0 & CHANGES
    }

    /// Returns the number of changes plus one. After [`CHANGES`], returns 1, because 0 means that
    /// there was no change.
    const fn next(self) -> u32 {
        if self.changes() == CHANGES { 1 } else { self.changes().wrapping_add(1) }
    }

    const fn value(self) -> Value {
        Value::from_valid_raw(((self.0 >> VALUE) as u16).cast_signed())
    }

    const fn is_solved(self) -> bool {
        self.0 & (3 << PROOF) != 0
    }

    const fn is_settled(self) -> bool {
        self.is_solved() && self.0 & 1 << MARGIN_OPEN == 0
    }

    fn found(self) -> Known {
        let distance = if self.is_solved() { (self.0 >> DISTANCE) as u8 } else { 0 };
        Known::new(self.value(), Proof::from_bits(self.0 >> PROOF), distance).with_margin(self.is_settled())
    }

    /// Returns the last word of a [`Slot`] with the same content. `bound` is the word of the shared
    /// slot that has the bound and the bias.
    const fn with_bound(self, bound: u32) -> u32 {
        let proof = self.0 >> PROOF & 3;
        let low = if proof == 0 { bound } else { self.0 >> DISTANCE };
        bound & !0x3FF | proof << 8 | low & 0xFF
    }
}

/// Returns what must be added to the counts of a node to announce this number of simulations.
const fn announced(simulations: u32) -> u64 {
    (simulations as u64).wrapping_mul(UNDER_WAY)
}

/// Returns the two numbers in the first word of a node: completed visits and announced simulations.
const fn both(counts: u64) -> (u32, u32) {
    (counts as u32, (counts >> 32) as u32)
}

/// Functions of a slot that holds a node.
impl SharedSlot {
    fn counts(&self) -> &AtomicU64 {
        let [counts, _] = &self.wide;
        counts
    }

    fn reward(&self) -> &AtomicU64 {
        let [_, reward] = &self.wide;
        reward
    }

    fn state(&self) -> &AtomicU32 {
        let [_, _, state, _] = &self.narrow;
        state
    }

    fn valued(&self) -> &AtomicU32 {
        let [_, _, _, valued] = &self.narrow;
        valued
    }

    fn below(&self) -> &AtomicU32 {
        let [_, below, ..] = &self.narrow;
        below
    }

    /// Stores this node, without children. Other threads must not use the slot yet.
    #[inline(always)]
    pub(super) fn put(&self, node: &Slot) {
        let [mv, visits, .., bound] = node.words();
        self.counts().store(u64::from(visits), Relaxed);
        self.reward().store(node.reward().cast_unsigned(), Relaxed);
        let [name, siblings, last, known] = &self.narrow;
        name.store(mv, Relaxed);
        siblings.store(0, Relaxed);
        last.store(bound, Relaxed);
        known.store(KnownWord::new(node.known(), 0).0, Relaxed);
    }

    /// True until the first visit has stored its result. A simulation that reaches the node before
    /// that must compute the value of the node itself.
    pub(super) fn lacks_first_value(&self) -> bool {
        self.known().changes() == 0
    }

    /// Stores the result of the first visit. Does nothing if another thread has already stored a
    /// result.
    pub(super) fn put_first_value(&self, node: &Slot) {
        let before = self.known();
        if before.changes() == 0 {
            let [.., bound] = node.words();
            self.state().store(bound, Relaxed);
            self.replace(before, KnownWord::new(node.known(), before.next()));
        }
    }

    /// Returns the number of completed visits, and the number of announced simulations.
    #[inline]
    pub(super) fn visits(&self) -> (u32, u32) {
        both(self.counts().load(Relaxed))
    }

    /// Returns the node as a [`Slot`], for the formulas of `tree/estimate.rs`. An announced
    /// simulation counts as a visit with the mean reward of the completed visits (WU-UCT, Liu et
    /// al. 2020). If there are no completed visits, its reward is `loss`, a virtual loss. If
    /// several simulations are announced, half of them have this reward. Otherwise all threads
    /// would stay below the same nodes, and wait for each other's memory accesses.
    #[inline]
    pub(super) fn seen(&self, loss: Value) -> Slot {
        let (done, under_way) = self.visits();
        let mut reward = self.reward().load(Relaxed).cast_signed();
        if under_way > 0 {
            let losses = if done == 0 { under_way } else { under_way / 2 };
            let like_before = i64::from(under_way.wrapping_sub(losses));
            let more = reward.wrapping_mul(like_before).checked_div(i64::from(done)).unwrap_or(0);
            let lost = i64::from(loss.raw()).wrapping_mul(i64::from(losses));
            reward = reward.wrapping_add(more).wrapping_add(lost);
        }
        self.as_slot(done.saturating_add(under_way), reward)
    }

    /// Returns the node as a [`Slot`], with the results of completed simulations. Its first value
    /// is valid only if the node has a completed visit.
    pub(super) fn found(&self) -> Slot {
        let completed = self.counts().load(Acquire) as u32;
        self.as_slot(completed, self.reward().load(Relaxed).cast_signed())
    }

    #[inline]
    fn as_slot(&self, visits: u32, reward: i64) -> Slot {
        let [mv, _, bound, known] = &self.narrow;
        let known = KnownWord(known.load(Relaxed));
        let value = known.0 & u32::MAX << VALUE | u32::from((reward >> 32) as u16);
        let last = known.with_bound(bound.load(Relaxed));
        let mut slot = Slot::from_words([mv.load(Relaxed), visits, reward as u32, value, 0, last]);
        slot.set_settled(known.0 & 1 << MARGIN_OPEN == 0);
        slot
    }

    pub(super) fn mv(&self) -> Move {
        let [mv, ..] = &self.narrow;
        Move(mv.load(Relaxed))
    }

    /// Exchanges the moves of two nodes. Other threads must not use the slots yet.
    #[inline]
    pub(super) fn exchange_moves(&self, other: &Self) {
        let ([mine, ..], [its, ..]) = (&self.narrow, &other.narrow);
        let mv = mine.load(Relaxed);
        mine.store(its.load(Relaxed), Relaxed);
        its.store(mv, Relaxed);
    }

    /// Returns a number by which siblings are compared. A larger bound has a larger number.
    #[inline]
    pub(super) fn rank(&self) -> u32 {
        self.state().load(Relaxed)
    }

    /// Stores a bound. `node` is the content that was read from this slot before.
    #[inline]
    pub(super) fn set_bound(&self, node: &Slot, bound: u32) {
        let mut node = *node;
        node.set_bound(bound);
        self.state().store(node.rank(), Relaxed);
    }

    #[inline]
    fn known(&self) -> KnownWord {
        KnownWord(self.valued().load(Acquire))
    }

    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.known().is_solved()
    }

    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.known().is_settled()
    }

    /// v, the implicit minimax value.
    pub(super) fn value(&self) -> Value {
        self.known().value()
    }

    /// Stores the proof and the value v. Returns `true` if the node is now solved with an exact
    /// value.
    pub(super) fn mark_solved(&self, proven: &Known) -> bool {
        loop {
            let before = self.known();
            let after = proven.or_better(before.found());
            if self.replace(before, KnownWord::new(after, before.next())) {
                return after.is_settled();
            }
        }
    }

    /// Sets v, the node's implicit minimax value, to the result of `compute`. Does nothing if the
    /// node is solved or the result is `None`. Returns `true` if v changed. If another thread
    /// changes the node at the same time, calls `compute` again, so that no change is lost.
    pub(super) fn change_value(&self, compute: impl Fn() -> Option<Value>) -> bool {
        loop {
            let before = self.known();
            let Some(value) = compute().filter(|_| !before.is_solved()) else { return false };
            let after = Known::new(value, Proof::Unknown, 0);
            if self.replace(before, KnownWord::new(after, before.next())) {
                return value != before.value();
            }
        }
    }

    fn replace(&self, before: KnownWord, after: KnownWord) -> bool {
        self.valued().compare_exchange(before.0, after.0, Release, Relaxed).is_ok()
    }

    /// Counts a simulation that reaches this node.
    #[inline]
    pub(super) fn enter(&self) {
        self.announce(1);
    }

    /// Announces simulations that will run through this node.
    #[inline]
    pub(super) fn announce(&self, simulations: u32) {
        self.counts().fetch_add(announced(simulations), Relaxed);
    }

    /// Removes simulations that were cancelled.
    pub(super) fn withdraw(&self, simulations: u32) {
        self.counts().fetch_sub(announced(simulations), Relaxed);
    }

    /// Completes announced simulations through this node. `reward` is the sum of their rewards.
    /// Returns the number of completed visits, and the number of announced simulations.
    #[inline]
    pub(super) fn complete(&self, simulations: u32, rewards: i64) -> (u32, u32) {
        if self.visits().0 >= VISITS_MAX {
            self.withdraw(simulations);
            return self.visits();
        }
        self.add(rewards, u64::from(simulations).wrapping_sub(announced(simulations)))
    }

    /// Counts a completed simulation that was not announced. Returns the same numbers as
    /// [`SharedSlot::complete`].
    #[inline]
    pub(super) fn count(&self, reward: Value) -> (u32, u32) {
        if self.visits().0 >= VISITS_MAX {
            return self.visits();
        }
        self.add(i64::from(reward.raw()), 1)
    }

    /// Adds to the sum of rewards and to the counts. Returns the new counts: completed visits and
    /// announced simulations.
    #[inline]
    fn add(&self, rewards: i64, change: u64) -> (u32, u32) {
        self.reward().fetch_add(rewards.cast_unsigned(), Relaxed);
        both(self.counts().fetch_add(change, Release).wrapping_add(change))
    }

    /// Returns the sibling block of the node's children. 0 if there is none, and [`EXPANDING`]
    /// while a thread is creating the children.
    #[inline]
    pub(super) fn children(&self) -> u32 {
        self.below().load(Acquire)
    }

    /// Claims the node, so that only this thread creates its children. Returns `false` if the node
    /// is already claimed or already has children.
    pub(super) fn claim(&self) -> bool {
        self.below().compare_exchange(0, EXPANDING, Acquire, Relaxed).is_ok()
    }

    /// Shows the children of a claimed node to all threads. If the node gets no children,
    /// `siblings` is 0.
    pub(super) fn publish(&self, siblings: u32) {
        self.below().store(siblings, Release);
    }

    /// Removes this sibling block from the node. Returns `false` if the node does not have this
    /// block.
    pub(super) fn unlink(&self, siblings: u32) -> bool {
        self.below().compare_exchange(siblings, 0, Acquire, Relaxed).is_ok()
    }

    /// Copies `other` and its children to this node. No simulation may be running through `other`.
    pub(super) fn become_node(&self, other: &Self) {
        let node = other.found();
        self.put(&node);
        self.publish(other.children());
    }
}

/// The use of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Free,
    /// The children of some node.
    Siblings,
    /// The block has the former children of a node. A thread may still be using them.
    Leaving,
}

/// The first word of the header of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockHeader {
    /// The block has 2^order slots. This header is one of them.
    pub(super) order: u32,
    pub(super) usage: Use,
    /// The number of children.
    pub(super) len: u32,
    /// The parent of the children in this block.
    pub(super) parent: Id,
}

/// Functions of a slot that holds the header of a block. Every thread may call `set_mark`, and the
/// functions marked "Needs no lock". The other functions need the lock, unless only the calling
/// thread can reach the block.
impl SharedSlot {
    /// Returns the first word of the header. Needs no lock.
    #[inline]
    pub(super) fn header(&self) -> BlockHeader {
        let word = self.counts().load(Relaxed);
        let usage = match word >> 8 & 0xFF {
            0 => Use::Free,
            1 => Use::Siblings,
            _ => Use::Leaving,
        };
        let (order, len) = ((word & 0xFF) as u32, u32::from((word >> 16) as u16));
        BlockHeader { order, usage, len, parent: (word >> 32) as u32 }
    }

    pub(super) fn set_header(&self, block: BlockHeader) {
        let usage = match block.usage {
            Use::Free => 0,
            Use::Siblings => 1,
            Use::Leaving => 2,
        };
        let [order, len, parent] = [block.order, block.len, block.parent].map(u64::from);
        self.counts().store(order | usage << 8 | len << 16 | parent << 32, Relaxed);
    }

    /// Returns the time when a simulation last used this block. Needs no lock.
    #[inline]
    pub(super) fn last_use(&self) -> u64 {
        self.reward().load(Relaxed)
    }

    pub(super) fn set_last_use(&self, time: u64) {
        self.reward().store(time, Relaxed);
    }

    /// Records that a simulation uses this block at this time. Writes only if the stored time is
    /// earlier. This keeps the word in every thread's cache. Also, a thread whose simulation began
    /// earlier must not set the time back, because another thread could then recycle the block
    /// while it is in use. Needs no lock.
    #[inline]
    pub(super) fn touch(&self, time: u64) {
        if self.last_use() < time {
            self.reward().fetch_max(time, Relaxed);
        }
    }

    pub(super) fn next(&self) -> u32 {
        let [next, ..] = &self.narrow;
        next.load(Relaxed)
    }

    pub(super) fn set_next(&self, block: u32) {
        let [next, ..] = &self.narrow;
        next.store(block, Relaxed);
    }

    pub(super) fn previous(&self) -> u32 {
        self.below().load(Relaxed)
    }

    pub(super) fn set_previous(&self, block: u32) {
        self.below().store(block, Relaxed);
    }

    /// The mark of the stored bounds. It tells for which number of visits of the parent the
    /// children's bounds are valid. It is 0 if no bounds are stored. Needs no lock.
    #[inline]
    pub(super) fn mark(&self) -> u32 {
        self.rank()
    }

    #[inline]
    pub(super) fn set_mark(&self, mark: u32) {
        self.state().store(mark, Relaxed);
    }

    /// The number of children that were already chosen for a first visit. They come first in the
    /// block. Needs no lock.
    #[inline]
    pub(super) fn chosen(&self) -> u32 {
        self.valued().load(Relaxed)
    }

    /// Chooses one more child for its first visit. Returns its offset, which can be after the last
    /// child. Needs no lock.
    pub(super) fn choose(&self) -> u32 {
        self.valued().fetch_add(1, Relaxed)
    }

    pub(super) fn set_chosen(&self, count: u32) {
        self.valued().store(count, Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
#[path = "slot_tests.rs"]
mod tests;
