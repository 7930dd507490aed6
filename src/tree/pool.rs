//! The node pool: holds a whole tree in one slice of caller-provided slots. The pool uses no other
//! memory and no recursion.
//!
//! **Ids.** [`NodeId`] 0 is the root. The pool keeps the root outside of the slice, so that a
//! search works even with no slots. Id `i` is `slots[i - 1]`. A *sibling block* is the contiguous
//! list of a node's children, and has the id of its header: the children of block `r` are
//! `r + 1 ..= r + len`. The id of a node changes only if its sibling block grows, if the node
//! changes places with a sibling, or if the node becomes the root.
//!
//! **Blocks.** Blocks divide the slice without gaps. Each block is a sibling block or free space.
//! The header of a block has the size of the block and the size of the block before it. So free
//! neighbours are merged at once. Free blocks are kept in lists by size class. Taking and giving
//! back a block is O(1), plus a bounded search of one list.
//!
//! `recycle.rs` gives back blocks that are no longer needed.

#[path = "recycle.rs"]
mod recycle;
#[path = "pool_save.rs"]
mod save;

use super::prepared::Growth;
use super::slot::{NodeId, SiblingsId, Slot};
use crate::game::Move;
use crate::game::value::{Proof, Value};
pub(crate) use recycle::WORK;

pub(crate) use save::{SavedBlock, SavedPool, children_of, is_possible};

/// The number of size classes of free blocks. All blocks of 48 Ki slots or more are in the last
/// class.
const CLASSES: usize = 40;

/// The number of blocks that are tested in the class of the wanted size before a larger class is
/// used.
const TRIES: usize = 8;

/// The number of slots that are made ready for use at a time (24 KiB, except in tests).
#[cfg(not(target_os = "none"))]
const GROWTH: usize = if cfg!(test) { 16 } else { 1024 };

/// All nodes of one tree.
#[derive(Debug)]
pub(crate) struct Pool<'m> {
    /// The slots that are ready for use: all provided slots or, with [`Pool::growth`], the slots up
    /// to the highest slot needed so far.
    slots: &'m mut [Slot],
    #[cfg(not(target_os = "none"))]
    growth: Option<Growth<'m>>,
    root: Slot,
    /// `free` has the first block in the free list of each size class. `occupied` has a bit for
    /// each list, which is set if the list is not empty.
    free: [u32; CLASSES],
    occupied: u64,
    /// The state of the recycling hand (see `recycle.rs`): its position, the stamp when its round
    /// began, and the stamp up to which a sibling block counts as idle.
    hand: u32,
    began: u32,
    idle_until: u32,
    /// The number of rounds of the recycling hand since it last found room.
    rounds: u32,
    /// The sibling block that was released last. Its header names the block that was released
    /// before it.
    released: u32,
    /// The number of slots that this simulation may still look at (see [`WORK`]).
    work: u32,
    nodes: u32,
    recycled: u64,
    /// The number of accesses to slots. Tests check that [`WORK`] limits this number.
    #[cfg(test)]
    pub(crate) looks: core::cell::Cell<u64>,
}

/// Returns the size class of a block. Up to 16 slots, each size has its own class. Above 16 slots,
/// there are two classes for each power of two.
fn class(size: u32) -> usize {
    let exact = size.wrapping_sub(1) as usize;
    if size <= 16 {
        return exact;
    }
    let power = size.ilog2();
    let half = (size >> power.wrapping_sub(1)) & 1;
    let class = power.wrapping_mul(2).wrapping_add(half).wrapping_add(8) as usize;
    class.min(CLASSES.wrapping_sub(1))
}

impl<'m> Pool<'m> {
    /// Creates a pool without memory; [`Pool::lend`] provides memory.
    #[inline(always)] // so that the pool is built in place
    pub(super) const fn new() -> Self {
        Self {
            slots: &mut [],
            #[cfg(not(target_os = "none"))]
            growth: None,
            root: Slot::node(Move::NONE, 0, Value::DRAW, Proof::Unknown),
            free: [0; CLASSES],
            occupied: 0,
            hand: 0,
            began: 0,
            idle_until: 0,
            rounds: 0,
            released: 0,
            work: 0,
            nodes: 0,
            recycled: 0,
            #[cfg(test)]
            looks: core::cell::Cell::new(0),
        }
    }

    /// Gives the pool its memory; [`Pool::clear`] makes the pool usable. With `growth`, part of the
    /// memory is not ready for use yet.
    pub(super) fn lend(&mut self, slots: &'m mut [Slot], growth: Option<Growth<'m>>) {
        #[cfg(not(target_os = "none"))]
        {
            self.growth = growth;
        }
        #[cfg(target_os = "none")]
        let _ = growth;
        let usable = slots.len().min(Slot::COUNT_MAX);
        self.slots = slots.get_mut(..usable).unwrap_or_default();
    }

    /// Returns the slice of slots that are ready for use, and the length that it can grow to (0
    /// without growth). Do not read the slice, because its memory may have moved.
    pub(crate) fn memory(&mut self) -> (&mut &'m mut [Slot], usize) {
        #[cfg(not(target_os = "none"))]
        let count = self.growth.as_ref().map_or(0, |growth| growth.count.min(Slot::COUNT_MAX));
        #[cfg(target_os = "none")]
        let count = 0;
        (&mut self.slots, count)
    }

    /// The number of slots, including slots that are not ready for use. It is also the id of the
    /// last slot.
    #[cfg(not(target_os = "none"))]
    pub(crate) fn end(&self) -> u32 {
        let count = self.growth.as_ref().map_or(self.slots.len(), |growth| growth.count);
        count.min(Slot::COUNT_MAX) as u32
    }

    #[cfg(target_os = "none")]
    pub(crate) fn end(&self) -> u32 {
        self.slots.len() as u32
    }

    /// Makes all slots up to this id ready for use. Ignores ids for which no slot exists.
    #[inline]
    fn reach(&mut self, id: u32) {
        #[cfg(not(target_os = "none"))]
        if id as usize > self.slots.len() {
            self.extend(id as usize);
        }
        #[cfg(target_os = "none")]
        let _ = id;
    }

    #[cfg(not(target_os = "none"))]
    #[cold]
    #[inline(never)]
    fn extend(&mut self, len: usize) {
        let len = len.next_multiple_of(GROWTH).min(self.end() as usize);
        if let Some(growth) = self.growth.filter(|_| len > self.slots.len()) {
            (growth.extend)(&mut self.slots, len);
        }
    }

    /// Removes all nodes.
    pub(crate) fn clear(&mut self) {
        self.root = Slot::node(Move::NONE, 0, Value::DRAW, Proof::Unknown);
        self.free = [0; CLASSES];
        (self.occupied, self.nodes, self.recycled) = (0, 0, 0);
        // The recycling hand has not started its first round. The fields get the values that they
        // have after a round that found no room. So the first round moves the limit for idle blocks
        // halfway to the current stamp.
        (self.hand, self.began, self.idle_until, self.rounds) = (u32::MAX, 0, 0, 1);
        (self.released, self.work) = (0, WORK);
        if self.end() > 0 {
            self.reach(1);
            self.insert_free(1, self.end(), 0);
        }
    }

    /// The number of nodes in the tree, not counting the root. Released nodes count until their
    /// memory is free.
    pub(crate) fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Returns the number of nodes, to compare it with a node limit. Returns 0, which reaches no
    /// limit, while released nodes make the number inexact.
    pub(crate) fn known_nodes(&self) -> u32 {
        if self.released == 0 { self.nodes } else { 0 }
    }

    /// Returns the number of nodes recycled since the pool was last empty.
    pub(crate) fn recycled(&self) -> u64 {
        self.recycled
    }

    /// Returns the slot with this id. Returns the root for id 0, and also for any other id outside
    /// of the slice, although no caller has such an id.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(super) fn slot(&self, id: u32) -> &Slot {
        #[cfg(test)]
        self.count_look(id);
        self.slots.get(id.wrapping_sub(1) as usize).unwrap_or(&self.root)
    }

    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(super) fn slot_mut(&mut self, id: u32) -> &mut Slot {
        #[cfg(test)]
        self.count_look(id);
        self.slots.get_mut(id.wrapping_sub(1) as usize).unwrap_or(&mut self.root)
    }

    /// A node of the tree.
    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> &Slot {
        self.slot(node.0)
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, node: NodeId) -> &mut Slot {
        self.slot_mut(node.0)
    }

    /// Returns the header of a sibling block.
    #[inline]
    pub(crate) fn header(&self, siblings: SiblingsId) -> &Slot {
        self.slot(siblings.0)
    }

    #[inline]
    pub(crate) fn header_mut(&mut self, siblings: SiblingsId) -> &mut Slot {
        self.slot_mut(siblings.0)
    }

    /// Returns the children in a sibling block; none for [`SiblingsId::NONE`].
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(crate) fn children(&self, siblings: SiblingsId) -> &[Slot] {
        if siblings == SiblingsId::NONE {
            return &[];
        }
        let (from, len) = (siblings.0 as usize, self.header(siblings).len() as usize);
        self.slots.get(from..from.wrapping_add(len)).unwrap_or_default()
    }

    /// Returns the header of a sibling block, and its children. Returns `None` for
    /// [`SiblingsId::NONE`].
    #[inline(always)]
    pub(crate) fn siblings_mut(&mut self, siblings: SiblingsId) -> Option<(&mut Slot, &mut [Slot])> {
        let (header, rest) = self.slots.get_mut(siblings.0.wrapping_sub(1) as usize..)?.split_first_mut()?;
        let children = rest.get_mut(..header.len() as usize)?;
        Some((header, children))
    }

    /// Invalidates the bounds of all children, so that they are computed again when they are
    /// needed.
    pub(crate) fn forget_bounds(&mut self) {
        let mut block = 1;
        while block <= self.end() {
            let header = self.slot_mut(block);
            if header.is_used() {
                header.forget_bounds();
            }
            block = block.wrapping_add(header.size().max(1));
        }
    }

    /// Takes a sibling block with room for `room` children of `parent`, which has `total` legal
    /// moves. Returns `None` if no free block is large enough.
    pub(crate) fn take_siblings(&mut self, room: u32, parent: NodeId, total: u32) -> Option<SiblingsId> {
        let siblings = self.take(room.wrapping_add(1))?;
        let (size, before) = (self.slot(siblings).size(), self.slot(siblings).before());
        *self.slot_mut(siblings) = Slot::used_block(size, before, parent, total as u16);
        let siblings = SiblingsId(siblings);
        self.node_mut(parent).set_children(siblings);
        Some(siblings)
    }

    /// The number of children that the sibling block can hold without growing.
    pub(crate) fn room(&self, siblings: SiblingsId) -> u32 {
        self.header(siblings).size().wrapping_sub(1)
    }

    /// Appends a child to a sibling block that has room. Returns the id of the child.
    pub(crate) fn push_child(&mut self, siblings: SiblingsId, child: Slot) -> NodeId {
        let len = self.header(siblings).len();
        let id = siblings.child(len);
        self.header_mut(siblings).set_len(len.wrapping_add(1) as u16);
        *self.node_mut(id) = child;
        self.nodes = self.nodes.wrapping_add(1);
        id
    }

    /// Exchanges two children that have no children themselves.
    pub(crate) fn swap_leaves(&mut self, a: NodeId, b: NodeId) {
        let (first, second) = (*self.node(a), *self.node(b));
        *self.node_mut(a) = second;
        *self.node_mut(b) = first;
    }

    /// Moves a full sibling block to a block with room for `room` children. Returns `None` and
    /// changes nothing if no free block is large enough.
    pub(crate) fn grow(&mut self, siblings: SiblingsId, room: u32) -> Option<SiblingsId> {
        let header = *self.header(siblings);
        let target = self.take_siblings(room, header.parent(), header.total())?;
        let moved = self.header_mut(target);
        moved.set_stamp(header.stamp());
        moved.set_len(header.len() as u16);
        moved.set_visited(header.visited() as u16);
        for offset in 0..header.len() {
            let child = *self.node(siblings.child(offset));
            let id = target.child(offset);
            *self.node_mut(id) = child;
            if child.children() != SiblingsId::NONE {
                self.header_mut(child.children()).set_parent(id);
            }
        }
        self.give(siblings.0);
        Some(target)
    }

    /// Takes a block of `size` slots from the free lists. If the free block found is larger, the
    /// rest of this block becomes a free block.
    fn take(&mut self, size: u32) -> Option<u32> {
        let block = self.find_free(size)?;
        let header = *self.slot(block);
        self.remove_free(block);
        // The block must be ready for use, and so must the header of the remaining free block. No
        // other slot of free space is read.
        self.reach(block.wrapping_add(size));
        let rest = header.size().wrapping_sub(size);
        if rest == 0 {
            self.slot_mut(block).set_size(size);
        } else {
            *self.slot_mut(block) = Slot::free_block(size, header.before(), 0);
            self.insert_free(block.wrapping_add(size), rest, size);
        }
        Some(block)
    }

    /// Finds a free block of at least `size` slots. Looks in the class of this size; otherwise
    /// takes the first block of the next larger class that has a block.
    fn find_free(&self, size: u32) -> Option<u32> {
        let own = class(size);
        let mut block = self.free.get(own).copied().unwrap_or(0);
        for _ in 0..TRIES {
            if block == 0 {
                break;
            }
            if self.slot(block).size() >= size {
                return Some(block);
            }
            block = self.slot(block).next_free();
        }
        let larger = self.occupied & u64::MAX.checked_shl(own as u32).unwrap_or(0) & !(1_u64 << (own & 63));
        let header = self.free.get(larger.trailing_zeros() as usize).copied();
        header.filter(|&block| block != 0)
    }

    /// Frees a block, and merges it with its free neighbours. Returns the start of the merged
    /// block.
    fn give(&mut self, block: u32) -> u32 {
        let header = *self.slot(block);
        let (mut start, mut size, mut before) = (block, header.size(), header.before());
        let after = start.wrapping_add(size);
        if self.is_free(after) {
            size = size.wrapping_add(self.slot(after).size());
            self.remove_free(after);
        }
        let previous = start.wrapping_sub(before);
        if before != 0 && self.is_free(previous) {
            self.remove_free(previous);
            start = previous;
            size = size.wrapping_add(before);
            before = self.slot(previous).before();
        }
        if self.hand > start && self.hand < start.wrapping_add(size) {
            self.hand = start;
        }
        self.insert_free(start, size, before);
        start
    }

    fn is_free(&self, block: u32) -> bool {
        block <= self.end() && !self.slot(block).is_used()
    }

    /// Writes the header of a free block, and stores the size of the block in the block after it.
    /// Puts the block first in the list of its class.
    fn insert_free(&mut self, block: u32, size: u32, before: u32) {
        let class = class(size);
        let next = self.free.get(class).copied().unwrap_or(0);
        *self.slot_mut(block) = Slot::free_block(size, before, next);
        if next != 0 {
            self.slot_mut(next).set_previous_free(block);
        }
        if let Some(list) = self.free.get_mut(class) {
            *list = block;
        }
        self.occupied |= 1_u64 << (class & 63);
        let after = block.wrapping_add(size);
        if after <= self.end() {
            self.slot_mut(after).set_before(size);
        }
    }

    fn remove_free(&mut self, block: u32) {
        let header = *self.slot(block);
        let (next, previous) = (header.next_free(), header.previous_free());
        if next != 0 {
            self.slot_mut(next).set_previous_free(previous);
        }
        if previous != 0 {
            self.slot_mut(previous).set_next_free(next);
            return;
        }
        let class = class(header.size());
        if let Some(list) = self.free.get_mut(class) {
            *list = next;
        }
        if next == 0 {
            self.occupied &= !(1_u64 << (class & 63));
        }
    }
}

#[cfg(test)]
impl Pool<'_> {
    /// Counts this access, and checks that the slot is ready for use.
    fn count_look(&self, id: u32) {
        self.looks.set(self.looks.get().wrapping_add(1));
        assert!(id as usize <= self.slots.len() || id > self.end(), "slot {id} is not ready for use");
    }
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
