//! The node pool: holds a whole tree in one slice of caller-provided slots. The pool uses no other
//! memory and no recursion.
//!
//! **Ids.** [`NodeId`] 0 is the root. The root is not in the slice, so that a search works even
//! without slots. Id `i` is `slots[i - 1]`. A *sibling block* is the contiguous list of a node's
//! children, and has the id of its header: the children of block `r` are `r + 1 ..= r + len`. The
//! id of a node changes only if its sibling block grows, if the node changes places with a sibling,
//! or if the node becomes the root.
//!
//! **Blocks.** Blocks divide the slice without gaps. Each block is a sibling block or free space.
//! The header of a block has the size of the block and the size of the block before. So free
//! neighbours can be merged at once. Free blocks are in lists, one list for each size class. To
//! take or free a block takes O(1) time, plus a bounded search of one list.
//!
//! `recycle.rs` frees blocks that are no longer needed.

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

/// When a block is wanted, this many blocks of its size class are tested before a block from a
/// larger class is taken.
const TRIES: usize = 8;

/// Slots are made ready for use in groups of this many slots (24 KiB, except in tests).
#[cfg(not(target_os = "none"))]
const GROWTH: usize = if cfg!(test) { 16 } else { 1024 };

/// All nodes of one tree.
#[derive(Debug)]
pub(crate) struct Pool<'m> {
    /// The slots that are ready for use. With [`Pool::growth`], these are the slots up to the
    /// highest slot needed so far; otherwise they are all provided slots.
    slots: &'m mut [Slot],
    #[cfg(not(target_os = "none"))]
    growth: Option<Growth<'m>>,
    root: Slot,
    /// `free` has the first block in the free list of each size class. `occupied` has a bit for
    /// each list, which is set if the list is not empty.
    free: [u32; CLASSES],
    occupied: u64,
    /// The state of the recycling hand (see `recycle.rs`): its position, the stamp at which its
    /// round began, and a limit. A sibling block counts as idle if its stamp is not above the
    /// limit.
    hand: u32,
    began: u32,
    idle_until: u32,
    /// The number of rounds of the recycling hand since it last found room.
    rounds: u32,
    /// The sibling block that was released last. Its header names the block that was released
    /// before it.
    released: u32,
    /// The number of slots that the current simulation may still read to find room (see [`WORK`]).
    work: u32,
    nodes: u32,
    recycled: u64,
    /// The number of times that slots were read or written. Tests check that [`WORK`] limits this
    /// number.
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

    /// Returns the slice of slots that are ready for use, and the length to which it can grow (0
    /// without growth). Do not read the slots: the memory may have moved.
    pub(crate) fn memory(&mut self) -> (&mut &'m mut [Slot], usize) {
        #[cfg(not(target_os = "none"))]
        let count = self.growth.as_ref().map_or(0, |growth| growth.count.min(Slot::COUNT_MAX));
        #[cfg(target_os = "none")]
        let count = 0;
        (&mut self.slots, count)
    }

    /// Returns the number of slots, with slots that are not ready for use. This number is also the
    /// id of the last slot.
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
        // Before its first round, the recycling hand is in the state that it has after a round
        // without success. So the first round moves the limit for idle blocks halfway to the
        // current stamp.
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

    /// Returns the number of nodes, for the comparison with a node limit. While released nodes make
    /// this number inexact, returns 0, which reaches no limit.
    pub(crate) fn known_nodes(&self) -> u32 {
        if self.released == 0 { self.nodes } else { 0 }
    }

    /// Returns the number of nodes recycled since the pool was last empty.
    pub(crate) fn recycled(&self) -> u64 {
        self.recycled
    }

    /// Returns the slot with this id. Returns the root for id 0. An id outside of the slice does
    /// not occur; the function would return the root for it.
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

    /// The root.
    #[inline]
    pub(crate) fn root(&self) -> &Slot {
        #[cfg(test)]
        self.count_look(0);
        &self.root
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

    /// Returns the children in a sibling block. Returns no children for [`SiblingsId::NONE`].
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

    /// Marks the stored bounds of all children as invalid. They are computed again when they are
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

    /// Exchanges two children. Neither may have children itself.
    pub(crate) fn swap_leaves(&mut self, a: NodeId, b: NodeId) {
        let (first, second) = (*self.node(a), *self.node(b));
        *self.node_mut(a) = second;
        *self.node_mut(b) = first;
    }

    /// Moves the children of a full sibling block to a new block with room for `room` children.
    /// Returns `None` and changes nothing if no free block is large enough.
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

    /// Takes a block of `size` slots from the free lists. If the block that it finds is larger, the
    /// rest becomes a free block.
    fn take(&mut self, size: u32) -> Option<u32> {
        let block = self.find_free(size)?;
        let header = *self.slot(block);
        self.remove_free(block);
        // Two slots must be ready for use: the header of the block, and the header of the free
        // block that remains. No other slot in free space is read.
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

    /// Writes the header of a free block, and adds the block to the front of the list of its class.
    /// Also stores its size in the header of the next block.
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
