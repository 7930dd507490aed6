//! Saves a pool as bytes: its blocks in memory order, then all nodes, then the list of released
//! blocks.
//!
//! The bytes refer to a block by its index in the list of blocks, counted from 1, and not by its
//! id. So a reader finds the block without searching the list. All bytes, including every link, are
//! checked before a slot is written.

use super::recycle::ROUNDS;
use super::{Pool, class};
use crate::base::CHANCE;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check, set_u32_at, u32_at};
use crate::game::value::Value;
use crate::tree::chance::OUTCOMES;
use crate::tree::slot::take_words;
use crate::tree::slot::{FLAGS, NodeId, RUN, SiblingsId, Slot};

/// The number of bytes of a saved block, which consists of:
///
/// - its first slot; its size, a used bit and the bit [`BY_CHANCE`]; the index of its first node in
///   the list of nodes;
/// - for a sibling block, the block of its parent, and the stamp; for free space, the next and the
///   previous block of its free list;
/// - the parent's rank in the parent's block; the number of children, of visited children and of
///   moves. In the block of a chance node, all children are visited, so the mark of the block
///   replaces the number of visited children.
const BLOCK: usize = 28;
/// This bit is set in a saved block if its children are the outcomes of a chance node.
const BY_CHANCE: u32 = 1 << 31;
/// The number of bytes of a saved node. The bytes are the words of the node. But a sibling block's
/// index replaces its id.
const NODE: usize = 24;
/// The index of the children's sibling block begins at this byte of a saved node.
const RUN_AT: usize = 16;

/// A block of a saved pool.
#[derive(Clone, Copy)]
pub(crate) struct SavedBlock {
    start: u32,
    size: u32,
    pub(crate) used: bool,
    /// The index of the block's first node in the list of nodes.
    first: u32,
    /// In a sibling block, the block of the parent and the parent's rank in that block; the block
    /// is 0 if the parent is the root. In free space: the next free block, and 0.
    pub(crate) parent: (u32, u32),
    /// In a sibling block: the stamp. In a released sibling block: its index in the list of
    /// released blocks, and a bit that is set if the block was recycled. In free space: the
    /// previous free block.
    stamp: u32,
    pub(crate) len: u32,
    pub(crate) visited: u32,
    pub(crate) total: u32,
    /// The mark of the block, if its parent is a chance node. 0 in other blocks.
    pub(crate) outcomes: u32,
}

/// A saved pool. Its bytes are checked before they are used.
pub(crate) struct SavedPool<'a> {
    slots: u32,
    hand: u32,
    began: u32,
    idle_until: u32,
    rounds: u32,
    recycled: u64,
    root: [u32; 6],
    blocks: &'a [u8],
    nodes: &'a [u8],
    released: &'a [u8],
}

impl Pool<'_> {
    /// The ids of all blocks.
    fn blocks(&self) -> impl Iterator<Item = u32> {
        let end = self.end();
        let after = |&block: &u32| Some(block.wrapping_add(self.slot(block).size().max(1)));
        core::iter::successors(Some(1), after).take_while(move |&block| block <= end)
    }

    /// Returns the ids of the sibling blocks that are released but not yet free. The block that was
    /// released last comes first.
    fn released_siblings(&self) -> impl Iterator<Item = u32> {
        let first = Some(self.released).filter(|&siblings| siblings != 0);
        core::iter::successors(first, |&siblings| Some(self.slot(siblings).next_released()).filter(|&next| next != 0))
    }

    /// Writes the whole pool. `numbered` is true if the player's option stores other numbers in
    /// place of the bounds of nodes.
    pub(crate) fn save(&self, numbered: bool, out: &mut ByteWriter<'_>) {
        out.put_u32(self.end());
        out.put_u32(self.blocks().count() as u32);
        out.put_u32(self.nodes);
        out.put_u32(self.released_siblings().count() as u32);
        [self.hand, self.began, self.idle_until, self.rounds].iter().for_each(|&number| out.put_u32(number));
        out.put_u64(self.recycled);
        let root = out.len();
        self.root.saved_words(false).iter().for_each(|&word| out.put_u32(word));
        let blocks = out.len();
        let mut first = 0_u32;
        for id in self.blocks() {
            let header = self.slot(id);
            let len = if header.is_used() { header.len() } else { 0 };
            out.put_u32(id);
            let by_chance = if header.is_used() && header.has_outcomes() { BY_CHANCE } else { 0 };
            out.put_u32(header.size() << 1 | u32::from(header.is_used()) | by_chance);
            out.put_u32(first);
            put_header(header, out);
            first = first.wrapping_add(len);
        }
        let nodes = out.len();
        for id in self.blocks().filter(|&id| self.slot(id).is_used()) {
            let header = self.slot(id);
            let bounds = !numbered && header.len() == header.total() && !header.has_outcomes();
            let words = self.children(SiblingsId(id)).iter().flat_map(|child| child.saved_words(bounds));
            words.for_each(|word| out.put_u32(word));
        }
        let lists = out.len();
        self.released_siblings().for_each(|siblings| out.put_u32(siblings));
        let Some(rest) = out.written().get_mut(root..) else { return };
        name_blocks(rest, [blocks, nodes, lists].map(|place| place.wrapping_sub(root)));
    }

    /// Restores a saved pool that was checked before.
    pub(crate) fn restore(&mut self, saved: &SavedPool<'_>) {
        self.clear();
        self.free = [0; super::CLASSES];
        (self.occupied, self.nodes, self.recycled) = (0, saved.node_count(), saved.recycled);
        (self.hand, self.began, self.idle_until) = (saved.hand, saved.began, saved.idle_until);
        self.rounds = saved.rounds;
        self.root = saved.slot(saved.root);
        let mut before = 0;
        for index in 1..=saved.block_count() {
            let block = saved.block(index);
            if block.used {
                self.restore_siblings(saved, &block, before);
            } else {
                self.restore_free(saved, &block, before);
            }
            before = block.size;
        }
        for block in saved.released().rev().map(|index| saved.block(index)) {
            let next = self.released;
            self.slot_mut(block.start).set_released(next, block.stamp & 1 == 1);
            self.released = block.start;
        }
    }

    fn restore_siblings(&mut self, saved: &SavedPool<'_>, block: &SavedBlock, before: u32) {
        let (above, rank) = block.parent;
        let parent = if above == 0 { NodeId(0) } else { SiblingsId(saved.block(above).start).child(rank) };
        let mut header = Slot::used_block(block.size, before, parent, block.total as u16);
        header.set_stamp(block.stamp);
        header.set_len(block.len as u16);
        header.set_visited(block.visited as u16);
        header.set_mark(block.outcomes);
        self.reach(block.start.wrapping_add(block.size).wrapping_sub(1));
        *self.slot_mut(block.start) = header;
        for rank in 0..block.len {
            *self.node_mut(SiblingsId(block.start).child(rank)) = saved.slot(saved.node(block, rank));
        }
    }

    fn restore_free(&mut self, saved: &SavedPool<'_>, block: &SavedBlock, before: u32) {
        let start_of = |index: u32| if index == 0 { 0 } else { saved.block(index).start };
        let mut header = Slot::free_block(block.size, before, start_of(block.parent.0));
        header.set_previous_free(start_of(block.stamp));
        self.reach(block.start);
        *self.slot_mut(block.start) = header;
        if block.stamp == 0 {
            let class = class(block.size);
            if let Some(list) = self.free.get_mut(class) {
                *list = block.start;
            }
            self.occupied |= 1_u64 << (class & 63);
        }
    }
}

impl Slot {
    /// Returns the words of this node in the form that a save has. If `has_bound` is true, the node
    /// stores a bound, which is not saved.
    fn saved_words(&self, has_bound: bool) -> [u32; 6] {
        let mut saved = *self;
        if has_bound {
            saved.set_bound(0);
        }
        saved.words()
    }
}

/// Writes the part of a block header that differs between sibling blocks and free space. This part
/// refers to other blocks by their ids.
fn put_header(header: &Slot, out: &mut ByteWriter<'_>) {
    if header.is_used() {
        out.put_u32(header.parent().0);
        out.put_u32(header.stamp());
        out.put_u16(0);
        let visited = if header.has_outcomes() { header.mark() } else { header.visited() };
        [header.len(), visited, header.total()].iter().for_each(|&number| out.put_u16(number as u16));
    } else {
        out.put_u32(header.next_free());
        out.put_u32(header.previous_free());
        out.put_u64(0);
    }
}

/// Replaces block ids by indices in the list of blocks. `rest` contains the root, then the blocks,
/// the nodes and the list of released blocks, which begin at the offsets `blocks`, `nodes` and
/// `released`.
fn name_blocks(rest: &mut [u8], [blocks, nodes, released]: [usize; 3]) {
    let count = nodes.wrapping_sub(blocks) / BLOCK;
    let place_of = |index: usize| blocks.wrapping_add(index.wrapping_mul(BLOCK));
    // Returns the index of the block that contains this id. The index is counted from 1.
    let find = |rest: &[u8], id: u32| {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if u32_at(rest, place_of(middle)) <= id {
                low = middle.wrapping_add(1);
            } else {
                high = middle;
            }
        }
        low as u32
    };
    let rename = |rest: &mut [u8], place: usize, flags: u32| {
        let flagged = u32_at(rest, place);
        let id = flagged & !flags;
        let index = if id == 0 { 0 } else { find(rest, id) };
        set_u32_at(rest, place, index | flagged & flags);
        let start = if index == 0 { id } else { u32_at(rest, place_of((index as usize).wrapping_sub(1))) };
        id.wrapping_sub(start)
    };
    rename(rest, RUN_AT, !RUN);
    for index in 0..count {
        let place = place_of(index);
        let used = u32_at(rest, place.wrapping_add(4)) & 1 == 1;
        let offset = rename(rest, place.wrapping_add(12), 0);
        if used {
            // The rank of a child is its offset in the block minus 1, because the header has offset
            // 0. The root gets the rank 0.
            let rank = offset.saturating_sub(1) as u16;
            if let Some(bytes) = rest.get_mut(place.wrapping_add(20)..).and_then(|rest| rest.first_chunk_mut::<2>()) {
                *bytes = rank.to_le_bytes();
            }
        } else {
            rename(rest, place.wrapping_add(16), 0);
        }
    }
    let mut place = nodes;
    while place < released {
        rename(rest, place.wrapping_add(RUN_AT), !RUN);
        place = place.wrapping_add(NODE);
    }
    // A released sibling block has no parent. In place of its stamp, the save has its index in the
    // list of released blocks. The lowest bit is set if the block was recycled.
    let mut rank = 0_u32;
    while place < rest.len() {
        rename(rest, place, 0);
        let block = place_of((u32_at(rest, place) as usize).wrapping_sub(1));
        let recycled = u32_at(rest, block.wrapping_add(16)) & 1;
        set_u32_at(rest, block.wrapping_add(12), 0);
        set_u32_at(rest, block.wrapping_add(16), rank << 1 | recycled);
        let ranks = u32_at(rest, block.wrapping_add(20));
        set_u32_at(rest, block.wrapping_add(20), ranks & !0xFFFF);
        (rank, place) = (rank.wrapping_add(1), place.wrapping_add(4));
    }
}

impl<'a> SavedPool<'a> {
    /// Reads a saved pool with as many slots as `pool`. Checks its blocks and its free lists, but
    /// not the tree and the released blocks.
    pub(crate) fn read(from: &mut ByteReader<'a>, pool: &Pool<'_>) -> Result<Self, InvalidBytes> {
        let (slots, blocks, nodes, released) = (from.u32()?, from.u32()?, from.u32()?, from.u32()?);
        check(slots == pool.end() && blocks <= slots && nodes <= slots && released <= blocks)?;
        let (hand, began, idle_until, rounds) = (from.u32()?, from.u32()?, from.u32()?, from.u32()?);
        check(rounds <= ROUNDS)?;
        let recycled = from.u64()?;
        let root = take_words(from)?;
        let bytes = |count: u32, size: usize| (count as usize).checked_mul(size).ok_or(InvalidBytes);
        let blocks = from.take(bytes(blocks, BLOCK)?)?;
        let nodes = from.take(bytes(nodes, NODE)?)?;
        let released = from.take(bytes(released, 4)?)?;
        let saved = Self { slots, hand, began, idle_until, rounds, recycled, root, blocks, nodes, released };
        saved.check_blocks()?;
        saved.check_free_lists()?;
        Ok(saved)
    }

    fn block_count(&self) -> u32 {
        (self.blocks.len() / BLOCK) as u32
    }

    fn node_count(&self) -> u32 {
        (self.nodes.len() / NODE) as u32
    }

    /// The number of sibling blocks.
    pub(crate) fn sibling_blocks(&self) -> u32 {
        (1..=self.block_count()).filter(|&index| self.block(index).used).count() as u32
    }

    /// Returns the sibling blocks that were released. The block that was released last comes first.
    fn released(&self) -> impl DoubleEndedIterator<Item = u32> {
        (0..self.released.len() / 4).map(|rank| u32_at(self.released, rank.wrapping_mul(4)))
    }

    /// Returns the number of sibling blocks that are released, or below a released block. Checks
    /// that each of these blocks has the children of the parent that it names. So no block is
    /// counted twice.
    pub(crate) fn released_siblings(&self) -> Result<u32, InvalidBytes> {
        let (sibling_blocks, mut entered) = (self.sibling_blocks(), 0_u32);
        for (rank, first) in (0_u32..).zip(self.released()) {
            check(first != 0 && first != children_of(self.root) && self.block(first).stamp >> 1 == rank)?;
            let (mut siblings, mut parent) = (first, (0, 0));
            while siblings != 0 {
                let block = self.block(siblings);
                check(block.used && block.parent == parent && entered < sibling_blocks)?;
                entered = entered.wrapping_add(1);
                (siblings, parent) = self.next_below(siblings);
            }
        }
        Ok(entered)
    }

    /// Visits all sibling blocks below a released block, one per call. Returns the block after
    /// `siblings`, and where its parent is: the block and the rank. Returns block 0 after the last
    /// block.
    fn next_below(&self, mut siblings: u32) -> (u32, (u32, u32)) {
        let mut next = 0;
        loop {
            let block = self.block(siblings);
            let siblings_at = |rank: u32| children_of(self.node(&block, rank));
            if let Some(rank) = (next..block.len).find(|&rank| siblings_at(rank) != 0) {
                return (siblings_at(rank), (siblings, rank));
            }
            let (above, rank) = block.parent;
            if above == 0 {
                return (0, (0, 0));
            }
            (siblings, next) = (above, rank.wrapping_add(1));
        }
    }

    /// Returns the block with this index, counted from 1. Returns a block without slots if the
    /// index is 0 or too large.
    pub(crate) fn block(&self, index: u32) -> SavedBlock {
        let place = (index as usize).wrapping_sub(1).wrapping_mul(BLOCK);
        let bytes = self.blocks.get(place..).unwrap_or_default();
        let number = |at: usize| u32_at(bytes, at);
        let (size, ranks, moves) = (number(4), number(20), number(24));
        let by_chance = CHANCE && size & BY_CHANCE != 0;
        SavedBlock {
            start: number(0),
            size: if by_chance { size & !BY_CHANCE } else { size } >> 1,
            used: size & 1 == 1,
            first: number(8),
            parent: (number(12), ranks & 0xFFFF),
            stamp: number(16),
            len: ranks >> 16,
            visited: if by_chance { ranks >> 16 } else { moves & 0xFFFF },
            total: moves >> 16,
            outcomes: if by_chance { moves & 0xFFFF } else { 0 },
        }
    }

    /// Returns the saved words of the child at this rank of a sibling block.
    pub(crate) fn node(&self, block: &SavedBlock, rank: u32) -> [u32; 6] {
        let place = (block.first.wrapping_add(rank) as usize).wrapping_mul(NODE);
        let bytes = self.nodes.get(place..).unwrap_or_default();
        [0, 4, 8, 12, 16, 20].map(|at| u32_at(bytes, at))
    }

    /// The words of the root.
    pub(crate) fn root(&self) -> [u32; 6] {
        self.root
    }

    /// Restores a node from its saved words. Replaces the index of the children's sibling block by
    /// the block's id.
    fn slot(&self, words: [u32; 6]) -> Slot {
        let (mut slot, index) = (Slot::from_words(words), children_of(words));
        slot.set_children(if index == 0 { SiblingsId::NONE } else { SiblingsId(self.block(index).start) });
        slot
    }

    /// Checks that the blocks divide the slots without gaps, that no two free blocks are
    /// neighbours, and that the blocks contain all nodes in order. The recycling hand must be at
    /// the start of a block, or after the last block.
    fn check_blocks(&self) -> Result<(), InvalidBytes> {
        let (mut start, mut first, mut was_free) = (1_u32, 0_u32, false);
        let mut hand_is_at_one = self.hand > self.slots;
        for index in 1..=self.block_count() {
            let block = self.block(index);
            check(block.start == start && block.size > 0 && block.size <= self.slots)?;
            hand_is_at_one |= self.hand == start;
            if block.used {
                check(block.first == first && block.len < block.size)?;
                check(block.visited <= block.len && block.len <= block.total && block.total > 0)?;
                let by_chance = block.outcomes & OUTCOMES != 0 && block.len == block.total;
                check(block.outcomes == 0 || by_chance)?;
                first = first.wrapping_add(block.len);
            } else {
                check(!was_free && block.first == first)?;
                check((block.parent.1, block.len, block.visited, block.total, block.outcomes) == (0, 0, 0, 0, 0))?;
            }
            was_free = !block.used;
            start = start.wrapping_add(block.size);
            check(start <= self.slots.wrapping_add(1))?;
        }
        check(start == self.slots.wrapping_add(1) && first == self.node_count() && hand_is_at_one)
    }

    /// Checks that every free block is in the list of its class, and that each class has only one
    /// list.
    fn check_free_lists(&self) -> Result<(), InvalidBytes> {
        let (mut free, mut listed, mut begun) = (0_u32, 0_u32, 0_u64);
        for index in 1..=self.block_count() {
            let block = self.block(index);
            if block.used {
                continue;
            }
            free = free.wrapping_add(1);
            let (next, previous) = (block.parent.0, block.stamp);
            let neighbour = |place: u32| {
                place <= self.block_count() && {
                    let other = self.block(place);
                    place == 0 || !other.used && class(other.size) == class(block.size)
                }
            };
            check(neighbour(next) && neighbour(previous))?;
            check(next == 0 || self.block(next).stamp == index)?;
            check(previous == 0 || self.block(previous).parent.0 == index)?;
            if previous == 0 {
                let bit = 1_u64 << (class(block.size) & 63);
                check(begun & bit == 0)?;
                begun |= bit;
                listed = listed.wrapping_add(self.list_length(index));
            }
        }
        check(listed == free)
    }

    /// Returns the number of blocks in the free list that begins with this block. If the links form
    /// a ring, the function stops when it has counted as many blocks as the pool has.
    fn list_length(&self, first: u32) -> u32 {
        let next = |&index: &u32| Some(self.block(index).parent.0).filter(|&next| next != 0);
        let list = core::iter::successors(Some(first), next);
        list.take(self.block_count() as usize).count() as u32
    }
}

/// Returns the index of the sibling block of a node's children, counted from 1; 0 if the node has
/// no children. `words` are the node's saved words.
pub(crate) fn children_of(words: [u32; 6]) -> u32 {
    let [.., siblings, _] = words;
    siblings & RUN
}

/// True if a node can have these saved words: the value, the sum of rewards and the flags are in
/// range.
pub(crate) fn is_possible(words: [u32; 6]) -> bool {
    let slot = Slot::from_words(words);
    let [_, visits, _, value, siblings, _] = words;
    let most = i64::from(visits).wrapping_mul(i64::from(Value::ONE));
    let raw = ((value >> 16) as u16).cast_signed();
    let known_bits = RUN | FLAGS;
    raw != i16::MIN && slot.reward().wrapping_abs() <= most && siblings | known_bits == known_bits
}

#[cfg(test)]
#[path = "pool_save_tests.rs"]
mod tests;
