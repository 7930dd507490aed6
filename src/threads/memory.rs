//! The memory of a shared tree: blocks of 2^n slots (the buddy system, Knowlton 1965), and their
//! recycling.
//!
//! **Blocks.** A sibling block of k children takes the smallest block with room for k + 1 slots. A
//! sibling block never moves, because other threads refer to its nodes by their place. The block at
//! offset o with 2^n slots and the block at offset o XOR 2^n are buddies. If both are free, they
//! become one block.
//!
//! **Recycling.** A sibling block stores the time of its last use. When there is no room, a *hand*
//! moves over the blocks in rounds, like the hand of a clock. If a block was not used since the
//! last round, the hand removes it from the tree. The block is now *leaving*, because a thread may
//! still be using it. When all threads have started at the root again, the block is *released*.
//! Then this block and all blocks below it become free.
//!
//! **Locks.** A thread that creates children needs a lock to find a block for them, usually for
//! only a few dozen instructions. If another thread has the lock, the simulation continues without
//! new nodes. Selection and backup need no lock. As in `tree/recycle.rs`, a simulation may read
//! only a limited number of slots to find a block.

use super::atomic::AtomicU32;
use super::header::{HEAD, Head, ORDERS, Seat};
use super::slot::{BlockHeader, EXPANDING, Id, SharedSlot, Use};
use crate::game::Move;
use crate::game::value::{Proof, Value};
use crate::threads::identity::ShareError;
use crate::tree::Slot;
use core::sync::atomic::Ordering::{Relaxed, Release};

/// The reason why a search cannot run in the tree that it shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The tree is at another position, because not all of its searches have played the same moves.
    OtherPosition,
    /// The maximum number of threads is already searching the tree.
    Crowded,
}

/// A simulation may read at most this many slots to find room.
const WORK: u32 = 512;

/// When the recycling hand has removed this many children from the tree, it waits until no thread
/// uses them.
const BATCH: u32 = 256;

/// The recycling hand gives up after this many rounds without finding room. Each such round halves
/// the period in which a use counts as recent. After 64 rounds, any period is 0.
const ROUNDS: u32 = 66;

/// The whole memory of a shared tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory<'m> {
    pub(super) head: Head<'m>,
    root: &'m SharedSlot,
    slots: &'m [SharedSlot],
}

impl<'m> Memory<'m> {
    /// Uses these slots as the memory of a tree. Returns `None` if there is no room for a header,
    /// the root, and one node with its block header.
    pub(super) fn new(slots: &'m [SharedSlot]) -> Option<Self> {
        let (head, rest) = slots.split_first_chunk::<HEAD>()?;
        let (root, slots) = rest.split_first()?;
        let usable = slots.len().min(Slot::COUNT_MAX);
        let slots = slots.get(..usable).filter(|slots| slots.len() > 1)?;
        Some(Self { head: Head(head), root, slots })
    }

    pub(super) fn len(&self) -> u32 {
        self.slots.len() as u32
    }

    /// Returns the slot with this id. Id 0 is the root. An id outside of the memory does not occur;
    /// the function would return the root for it.
    #[inline]
    pub(super) fn slot(&self, id: Id) -> &'m SharedSlot {
        self.slots.get(id.wrapping_sub(1) as usize).unwrap_or(self.root)
    }

    /// Returns the children in a sibling block.
    #[inline]
    pub(super) fn children(&self, siblings: u32) -> &'m [SharedSlot] {
        let (from, len) = (siblings as usize, self.slot(siblings).header().len as usize);
        self.slots.get(from..from.wrapping_add(len)).unwrap_or_default()
    }

    /// Adds a search of this `kind` to the tree. `digest` is the digest of the search's position.
    /// If the tree is at another position, or if no search has stored the digest of its position
    /// since the last move, the tree is emptied. Returns the number that identifies the position of
    /// the tree.
    pub(super) fn join(&self, kind: u64, digest: u64) -> Result<u64, ShareError> {
        let head = self.head;
        let _lock = head.lock();
        let members = head.members().load(Relaxed);
        if members > 0 && head.kind().load(Relaxed) != kind {
            return Err(ShareError::Foreign);
        }
        if members == 0 || head.bytes_digest().load(Relaxed) != digest {
            if head.is_searched() {
                return Err(ShareError::Busy);
            }
            head.kind().store(kind, Relaxed);
            head.position().store(digest, Relaxed);
            head.bytes_digest().store(digest, Relaxed);
            self.clear();
        }
        head.members().store(members.saturating_add(1), Relaxed);
        Ok(head.position().load(Relaxed))
    }

    /// If the tree is at this position, stores the digest of the position. Then searches that have
    /// not played the same moves can also join.
    pub(super) fn tell_digest(&self, position: u64, digest: u64) {
        let head = self.head;
        let _lock = head.lock();
        if head.position().load(Relaxed) == position {
            head.bytes_digest().store(digest, Relaxed);
        }
    }

    /// True if this memory is in these slots.
    pub(super) fn is_in(&self, slots: &[SharedSlot]) -> bool {
        Memory::new(slots).is_some_and(|other| core::ptr::eq(self.root, other.root) && self.len() == other.len())
    }

    /// True if the tree is at this position.
    pub(super) fn is_at(&self, position: u64) -> bool {
        let _lock = self.head.lock();
        self.head.position().load(Relaxed) == position
    }

    /// If the tree is at the position `before`, calls `change` and sets the tree's position to
    /// `after`. Does nothing if the tree is already at `after`. Returns `false` if the tree is at
    /// another position, or if a thread still searches at `before`.
    pub(super) fn move_on(&self, before: u64, after: u64, change: impl FnOnce()) -> bool {
        let head = self.head;
        let _lock = head.lock();
        let position = head.position().load(Relaxed);
        if position != before || head.is_searched() {
            return position == after;
        }
        change();
        head.position().store(after, Relaxed);
        head.bytes_digest().store(0, Relaxed);
        true
    }

    /// Takes a seat for a thread that is about to search at this position.
    pub(super) fn enter(&self, position: u64) -> Result<Seat<'m>, Refusal> {
        let _lock = self.head.lock();
        if self.head.position().load(Relaxed) != position {
            return Err(Refusal::OtherPosition);
        }
        self.head.take_seat().ok_or(Refusal::Crowded)
    }

    /// Returns the number of nodes without the root, and the number of recycled nodes.
    pub(super) fn counts(&self) -> (u32, u64) {
        (self.head.nodes().load(Relaxed), self.head.recycled().load(Relaxed))
    }

    /// Removes all nodes. The caller must hold the lock, and no thread may search.
    pub(super) fn clear(&self) {
        let head = self.head;
        (0..ORDERS as u32).for_each(|order| head.free(order).store(0, Relaxed));
        for word in [head.nodes(), head.released(), head.leaving()] {
            word.store(0, Relaxed);
        }
        head.recycled().store(0, Relaxed);
        // Before its first round, the hand is in the state that it has after a round without
        // success. So the first round moves the limit for idle blocks halfway to the current time.
        head.hand().store(u32::MAX, Relaxed);
        head.rounds().store(1, Relaxed);
        head.idle_until().store(0, Relaxed);
        head.clock().fetch_max(1, Relaxed);
        self.root.put(&Slot::node(Move::NONE, 0, Value::DRAW, Proof::Unknown));
        let mut offset = 0_u32;
        while let Some(order) = self.len().wrapping_sub(offset).checked_ilog2() {
            self.insert_free(offset.wrapping_add(1), order);
            offset = offset.wrapping_add(1_u32.wrapping_shl(order));
        }
    }

    /// Takes a sibling block for `len` children of `parent`. Other threads cannot see the block
    /// until it is published. `None` if there is no room, or if another thread has the lock.
    pub(super) fn take_siblings(&self, len: u32, parent: Id, recycles: bool, seat: &mut Seat<'_>) -> Option<u32> {
        let order = len.checked_ilog2()?.wrapping_add(1);
        let _lock = self.head.try_lock()?;
        let mut found = self.take(order);
        if found.is_none() && self.make_room(order, recycles, seat) {
            found = self.take(order);
        }
        let siblings = found?;
        let slot = self.slot(siblings);
        slot.set_header(BlockHeader { order, usage: Use::Siblings, len, parent });
        slot.set_last_use(seat.time());
        slot.set_mark(0);
        slot.set_chosen(0);
        self.head.nodes().fetch_add(len, Relaxed);
        Some(siblings)
    }

    /// Reduces the number of children of a sibling block to `len`. The block must not be published
    /// yet.
    pub(super) fn shorten(&self, siblings: u32, len: u32) {
        let slot = self.slot(siblings);
        let header = slot.header();
        if header.len != len {
            slot.set_header(BlockHeader { len, ..header });
            self.head.nodes().fetch_sub(header.len.wrapping_sub(len), Relaxed);
        }
    }

    /// Frees a sibling block that was never published.
    pub(super) fn give_siblings(&self, siblings: u32) {
        let _lock = self.head.lock();
        self.give(siblings);
    }

    /// Removes the nodes below a solved node from the tree. If another thread has the lock, the
    /// nodes stay until the hand finds them.
    pub(super) fn release_below(&self, node: Id) {
        let Some(_lock) = self.head.try_lock() else { return };
        let siblings = self.slot(node).children();
        if siblings != 0 && siblings != EXPANDING && self.slot(node).unlink(siblings) {
            self.put_in_list(siblings, self.head.leaving());
            self.note_leaving();
        }
    }

    /// Makes the root's child with the move `mv` the new root. Returns `false` and changes nothing
    /// if there is no such child, or if it has no children. (A solved node without children must be
    /// searched again, to find the moves.) The caller must hold the lock, and no thread may search.
    pub(super) fn reroot(&self, mv: Move) -> bool {
        let siblings = self.root.children();
        let child =
            self.children(siblings).iter().find(|child| siblings != 0 && child.mv() == mv && child.children() != 0);
        let Some(child) = child else { return false };
        self.root.become_node(child);
        child.publish(0);
        let below = self.slot(self.root.children());
        below.set_header(BlockHeader { parent: 0, ..below.header() });
        self.put_in_list(siblings, self.head.released());
        true
    }

    /// Takes a free block of this order. Splits a larger block if necessary.
    fn take(&self, order: u32) -> Option<u32> {
        let mut larger = (order..ORDERS as u32).find(|&order| self.head.free(order).load(Relaxed) != 0)?;
        let block = self.head.free(larger).load(Relaxed);
        self.remove_free(block);
        while larger > order {
            larger = larger.wrapping_sub(1);
            self.insert_free(block.wrapping_add(1_u32.wrapping_shl(larger)), larger);
        }
        Some(block)
    }

    /// Frees a block, and merges it with its free buddies.
    fn give(&self, block: u32) {
        let header = self.slot(block).header();
        self.head.nodes().fetch_sub(header.len, Relaxed);
        let (mut offset, mut order) = (block.wrapping_sub(1), header.order);
        loop {
            let size = 1_u32.wrapping_shl(order);
            let buddy = offset ^ size;
            let inside = buddy.checked_add(size).is_some_and(|end| end <= self.len());
            let other = self.slot(buddy.wrapping_add(1)).header();
            if !inside || other.usage != Use::Free || other.order != order {
                break;
            }
            self.remove_free(buddy.wrapping_add(1));
            offset &= buddy;
            order = order.wrapping_add(1);
        }
        let (start, hand) = (offset.wrapping_add(1), self.head.hand());
        if hand.load(Relaxed).wrapping_sub(start) < 1_u32.wrapping_shl(order) {
            hand.store(start, Relaxed);
        }
        self.insert_free(start, order);
    }

    fn insert_free(&self, block: u32, order: u32) {
        let (list, slot) = (self.head.free(order), self.slot(block));
        let next = list.load(Relaxed);
        slot.set_header(BlockHeader { order, usage: Use::Free, len: 0, parent: 0 });
        slot.set_next(next);
        slot.set_previous(0);
        if next != 0 {
            self.slot(next).set_previous(block);
        }
        list.store(block, Relaxed);
    }

    fn remove_free(&self, block: u32) {
        let slot = self.slot(block);
        let (next, previous) = (slot.next(), slot.previous());
        if next != 0 {
            self.slot(next).set_previous(previous);
        }
        match previous {
            0 => self.head.free(slot.header().order).store(next, Relaxed),
            _ => self.slot(previous).set_next(next),
        }
    }

    /// Adds a sibling block to this list. The block was removed from the tree.
    fn put_in_list(&self, siblings: u32, list: &AtomicU32) {
        let slot = self.slot(siblings);
        slot.set_header(BlockHeader { usage: Use::Leaving, ..slot.header() });
        slot.set_next(list.load(Relaxed));
        list.store(siblings, Relaxed);
    }

    /// Stores the current time as the time at which blocks were removed from the tree. Simulations
    /// that start at the root later cannot find these blocks.
    fn note_leaving(&self) {
        let now = self.head.clock().fetch_add(1, Release);
        self.head.left_at().store(now, Relaxed);
    }

    /// Looks for room for a block of this order, and returns `true` if there is room now. First
    /// uses released blocks. If they are not enough and `recycles` is true, uses the least recently
    /// used blocks.
    fn make_room(&self, order: u32, recycles: bool, seat: &mut Seat<'_>) -> bool {
        let head = self.head;
        let (mut work, mut swept) = (WORK, false);
        while work > 0 {
            if head.released().load(Relaxed) != 0 {
                self.give_released(&mut work);
                if (order..ORDERS as u32).any(|order| head.free(order).load(Relaxed) != 0) {
                    head.rounds().store(0, Relaxed);
                    return true;
                }
            } else if head.leaving().load(Relaxed) != 0 {
                // If another thread has removed a sibling block from the tree, this thread may
                // still be using the block. But it never uses a block that it has removed itself.
                let left_at = head.left_at().load(Relaxed);
                let is_past = swept || seat.time() > left_at;
                if !is_past || !head.all_are_past(left_at, seat) {
                    seat.waits = seat.time() <= left_at;
                    return false;
                }
                head.released().store(head.leaving().swap(0, Relaxed), Relaxed);
            } else if recycles && self.sweep(&mut work, seat) {
                swept = true;
            } else {
                seat.waits |= recycles; // then blocks that this thread has used can be idle
                return false;
            }
        }
        false
    }

    /// Frees the sibling block that was released last, and releases the blocks below it.
    fn give_released(&self, work: &mut u32) {
        let siblings = self.head.released().load(Relaxed);
        let slot = self.slot(siblings);
        self.head.released().store(slot.next(), Relaxed);
        for child in self.children(siblings) {
            let below = child.children();
            if below != 0 && below != EXPANDING && child.unlink(below) {
                self.put_in_list(below, self.head.released());
            }
        }
        let len = slot.header().len;
        *work = work.saturating_sub(len.wrapping_add(1));
        self.give(siblings);
    }

    /// Moves the hand forward and removes idle blocks from the tree, until the removed blocks have
    /// room for enough children. Returns `false` if too many rounds did not find this room.
    fn sweep(&self, work: &mut u32, seat: &Seat<'_>) -> bool {
        let head = self.head;
        let mut found = 0_u32;
        while *work > 0 && found < BATCH {
            *work = work.wrapping_sub(1);
            let hand = head.hand().load(Relaxed);
            if hand > self.len() {
                if found > 0 {
                    break;
                }
                if !self.begin_round() {
                    return false;
                }
                continue;
            }
            let slot = self.slot(hand);
            let header = slot.header();
            let used = slot.last_use();
            // If this thread has used a block since it last started at the root, the block is not
            // idle, whatever the limit is.
            let idle = used <= head.idle_until().load(Relaxed) && used < seat.time();
            if header.usage == Use::Siblings && idle && header.parent != 0 && self.slot(header.parent).unlink(hand) {
                let recycled = head.recycled();
                recycled.store(recycled.load(Relaxed).wrapping_add(u64::from(header.len)), Relaxed);
                found = found.wrapping_add(header.len);
                self.put_in_list(hand, head.leaving());
            }
            head.hand().store(hand.wrapping_add(1_u32.wrapping_shl(header.order)), Relaxed);
        }
        if found > 0 {
            self.note_leaving();
        }
        true
    }

    /// Moves the hand back to the first block. Returns `false` after too many rounds without
    /// finding room.
    fn begin_round(&self) -> bool {
        let head = self.head;
        let (now, idle_until) = (head.clock().load(Relaxed), head.idle_until().load(Relaxed));
        let recent = now.wrapping_sub(1).saturating_sub(idle_until);
        let later = idle_until.wrapping_add(recent.div_ceil(2));
        let rounds = head.rounds().load(Relaxed);
        head.idle_until().store(if rounds == 0 { head.began().load(Relaxed) } else { later }, Relaxed);
        head.began().store(now, Relaxed);
        head.hand().store(1, Relaxed);
        let rounds = if rounds >= ROUNDS { 0 } else { rounds.wrapping_add(1) };
        head.rounds().store(rounds, Relaxed);
        rounds != 0
    }
}

#[cfg(all(test, not(loom)))]
#[path = "memory_tests.rs"]
pub(super) mod tests;
