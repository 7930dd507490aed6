//! Tests of the pool. Random operations are run one after another, and the invariants of the pool
//! are checked after each operation.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::tree::slot::ROOT;
use proptest::prelude::*;
use std::collections::HashSet;
use std::vec;
use std::vec::Vec;

pub(super) fn ready(slots: &mut [Slot]) -> Pool<'_> {
    let mut pool = Pool::new();
    pool.lend(slots, None);
    pool.clear();
    pool
}

/// Returns a pool of this size that makes its slots ready for use when they are needed. A new slot
/// has an impossible content: the header of a block that is too large. So a test fails if the pool
/// reads a slot before it writes the slot.
pub(super) fn growing(size: usize) -> Pool<'static> {
    let mut pool = Pool::new();
    pool.lend(&mut [], Some(Growth { count: size, extend: lengthen }));
    pool.clear();
    pool
}

fn lengthen(ready: &mut &'static mut [Slot], len: usize) {
    assert!(len > ready.len());
    let mut longer = ready.to_vec();
    longer.resize(len, Slot::used_block(u32::MAX >> 1, 7, NodeId(3), 9));
    *ready = longer.leak();
}

impl Pool<'_> {
    /// Panics if an invariant of the pool is broken.
    pub(crate) fn check(&self) {
        let end = self.end();
        let (mut block, mut before, mut nodes, mut free) = (1, 0, 0, Vec::new());
        let mut hand_on_block = self.hand > end;
        let (used, released) =
            (self.blocks_below(vec![self.root.children().0]), self.blocks_below(self.list_of_released()));
        while block <= end {
            let header = self.slot(block);
            assert!(header.size() > 0 && block + header.size() <= end + 1, "block {block} leaves the slice");
            assert_eq!(header.before(), before, "block {block} does not know its predecessor");
            hand_on_block |= self.hand == block;
            if header.is_used() {
                assert!(
                    header.len() < header.size() && header.visited() <= header.len() && header.len() <= header.total()
                );
                assert!(used.contains(&block) != released.contains(&block), "{block} is in the tree, or is released");
                nodes += header.len();
            } else {
                assert!(before == 0 || self.slot(block - before).is_used(), "two free neighbours at {block}");
                free.push(block);
            }
            before = header.size();
            block += header.size();
        }
        assert!(hand_on_block, "the hand points inside a block");
        assert_eq!(nodes, self.nodes);
        self.check_free_lists(free);
    }

    /// Returns the list of released sibling blocks. The block that was released last comes first.
    pub(super) fn list_of_released(&self) -> Vec<u32> {
        let mut list = Vec::new();
        let mut siblings = self.released;
        while siblings != 0 {
            list.push(siblings);
            siblings = self.slot(siblings).next_released();
        }
        list
    }

    /// Returns these sibling blocks, and all blocks below them. Checks that each block occurs once
    /// and has the right parent.
    pub(super) fn blocks_below(&self, mut sibling_blocks: Vec<u32>) -> HashSet<u32> {
        let mut found = HashSet::new();
        while let Some(siblings) = sibling_blocks.pop() {
            if siblings == 0 {
                continue;
            }
            assert!(self.slot(siblings).is_used() && found.insert(siblings), "{siblings} is free, or there twice");
            for (rank, child) in (0..).zip(self.children(SiblingsId(siblings))) {
                let below = child.children();
                assert!(below == SiblingsId::NONE || self.header(below).parent() == SiblingsId(siblings).child(rank));
                sibling_blocks.push(below.0);
            }
        }
        found
    }

    fn check_free_lists(&self, mut expected: Vec<u32>) {
        let mut listed = Vec::new();
        for (class, &list) in self.free.iter().enumerate() {
            assert_eq!(list != 0, self.occupied >> class & 1 == 1);
            let (mut block, mut previous) = (list, 0);
            while block != 0 {
                assert_eq!(self.slot(block).previous_free(), previous);
                assert_eq!(super::class(self.slot(block).size()), class);
                listed.push(block);
                (previous, block) = (block, self.slot(block).next_free());
            }
        }
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
    }

    /// Returns all nodes of the tree. The root comes first.
    pub(crate) fn all_nodes(&self) -> Vec<NodeId> {
        let mut found = vec![ROOT];
        let mut next = 0;
        while next < found.len() {
            let siblings = self.node(found[next]).children();
            found.extend((0..self.children(siblings).len() as u32).map(|rank| siblings.child(rank)));
            next += 1;
        }
        found
    }
}

fn leaf() -> Slot {
    Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown)
}

/// Adds a sibling block with `len` children to a node without children. The block has room for
/// `room` children. Returns `false` if no free block is large enough.
fn add_children(pool: &mut Pool<'_>, node: NodeId, room: u32, len: u32, stamp: u32) -> bool {
    let Some(siblings) = pool.take_siblings(room, node, room + 3) else { return false };
    pool.header_mut(siblings).set_stamp(stamp);
    for _ in 0..len {
        pool.push_child(siblings, leaf());
    }
    true
}

/// Gives back all released blocks.
fn give_all(pool: &mut Pool<'_>) {
    while pool.released != 0 {
        pool.tidy();
    }
}

/// Makes room for `room` children, over as many simulations as necessary. All of these simulations
/// have the stamp `now`.
fn make_room(pool: &mut Pool<'_>, room: u32, now: u32) -> bool {
    (0..100).any(|_| {
        pool.work = WORK;
        pool.make_room(room, now, 0, true)
    })
}

#[test]
fn a_pool_of_no_slots_has_a_root_and_nothing_else() {
    let mut pool = ready(&mut []);
    assert_eq!(pool.take_siblings(1, ROOT, 1), None);
    assert!(!make_room(&mut pool, 1, 1));
    pool.node_mut(ROOT).add(Value::WIN);
    assert_eq!(pool.root().visits(), 1);
    pool.release_below(ROOT);
    assert_eq!(pool.released, 0);
    pool.check();
}

#[test]
fn every_slot_can_be_used() {
    for size in 2..40 {
        let mut slots = vec![Slot::default(); size];
        let mut pool = ready(&mut slots);
        assert!(add_children(&mut pool, ROOT, size as u32 - 1, size as u32 - 1, 0));
        assert_eq!(pool.take_siblings(1, NodeId(2), 1), None);
        pool.check();
    }
}

#[test]
fn recycling_takes_what_was_not_used_for_longest_and_spares_what_is_in_use() {
    let mut slots = vec![Slot::default(); 4 + 3 * 4];
    let mut pool = ready(&mut slots);
    add_children(&mut pool, ROOT, 3, 3, 9);
    let siblings = pool.root().children();
    for rank in 0..3 {
        add_children(&mut pool, siblings.child(rank), 3, 3, 1);
    }
    // The current simulation has the number 9. It uses the root's sibling block and the block of
    // the first child. Simulation 8 used the block of the second child.
    pool.header_mut(pool.node(siblings.child(0)).children()).set_stamp(9);
    pool.header_mut(pool.node(siblings.child(1)).children()).set_stamp(8);
    pool.began = 5;
    pool.hand = pool.slots.len() as u32 + 1;
    assert!(make_room(&mut pool, 3, 9));
    assert_eq!(
        [0, 1, 2].map(|child| pool.node(siblings.child(child)).children() != SiblingsId::NONE),
        [true, true, false]
    );
    pool.check();
    // The block of the third child was recycled. The next block to be recycled is the block of the
    // second child. A block in use is never recycled.
    add_children(&mut pool, siblings.child(2), 3, 3, 9);
    assert!(make_room(&mut pool, 3, 9));
    assert_eq!(
        [0, 1, 2].map(|child| pool.node(siblings.child(child)).children() != SiblingsId::NONE),
        [true, false, true]
    );
    assert!(!make_room(&mut pool, 8, 9), "all that is left is in use");
    pool.check();
    assert_eq!(pool.recycled(), 6);
}

#[derive(Clone, Debug)]
pub(super) enum Operation {
    Expand { node: usize, room: u32, len: u32 },
    Grow { node: usize, room: u32 },
    Release { node: usize },
    MakeRoom { room: u32, may_recycle: bool, work: u32 },
    Tidy { work: u32 },
    Reroot { child: usize },
    Clear,
}

pub(super) fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        12 => (any::<usize>(), 1_u32..20, 0_u32..20)
            .prop_map(|(node, room, len)| Operation::Expand { node, room, len: len.min(room) }),
        4 => (any::<usize>(), 1_u32..20).prop_map(|(node, room)| Operation::Grow { node, room }),
        3 => any::<usize>().prop_map(|node| Operation::Release { node }),
        3 => (1_u32..40, any::<bool>(), 0_u32..60)
            .prop_map(|(room, may_recycle, work)| Operation::MakeRoom { room, may_recycle, work }),
        3 => (0_u32..60).prop_map(|work| Operation::Tidy { work }),
        1 => any::<usize>().prop_map(|child| Operation::Reroot { child }),
        1 => Just(Operation::Clear),
    ]
}

pub(super) fn apply(pool: &mut Pool<'_>, operation: &Operation, stamp: u32) {
    let nodes = pool.all_nodes();
    match *operation {
        Operation::Expand { node, room, len } => {
            let node = nodes[node % nodes.len()];
            if pool.node(node).children() == SiblingsId::NONE {
                add_children(pool, node, room, len, stamp);
            }
        }
        Operation::Grow { node, room } => {
            let siblings = pool.node(nodes[node % nodes.len()]).children();
            if siblings != SiblingsId::NONE {
                let len = pool.header(siblings).len();
                let children: Vec<Slot> = pool.children(siblings).to_vec();
                if let Some(moved) = pool.grow(siblings, len + room) {
                    let same = pool.children(moved).iter().zip(&children).all(|(a, b)| a.children() == b.children());
                    assert!(same && pool.children(moved).len() == children.len());
                }
            }
        }
        Operation::Release { node } => {
            pool.release_below(nodes[node % nodes.len()]);
        }
        Operation::MakeRoom { room, may_recycle, work } => {
            pool.work = work;
            if pool.make_room(room, stamp, 0, may_recycle) {
                assert!(pool.find_free(room + 1).is_some());
            }
        }
        Operation::Tidy { work } => {
            pool.work = work;
            pool.tidy();
            assert_eq!(pool.work, WORK);
        }
        Operation::Reroot { child } => {
            let siblings = pool.root().children();
            let children = pool.children(siblings).len();
            if children > 0 {
                pool.reroot(siblings.child((child % children) as u32));
            }
        }
        Operation::Clear => pool.clear(),
    }
}

proptest! {
    #[test]
    fn the_invariants_hold_after_every_operation(
        size in 0_usize..300,
        operations in proptest::collection::vec(operation(), 1..120),
    ) {
        let mut slots = vec![Slot::default(); size];
        let mut pool = ready(&mut slots);
        let mut same = growing(size);
        for (stamp, operation) in (1..).zip(&operations) {
            apply(&mut pool, operation, stamp);
            pool.check();
            apply(&mut same, operation, stamp);
            same.check();
            assert_eq!((pool.nodes, pool.recycled, pool.free), (same.nodes, same.recycled, same.free));
        }
    }
}

#[test]
fn no_more_slots_are_made_ready_than_are_needed() {
    let mut pool = growing(1_000_000);
    assert_eq!(pool.slots.len(), GROWTH);
    assert!(add_children(&mut pool, ROOT, 99, 99, 0));
    assert_eq!(pool.slots.len(), 7 * GROWTH);
    pool.check();
    // Slots that were made ready for use must stay ready after the pool is cleared.
    pool.clear();
    assert_eq!(pool.slots.len(), 7 * GROWTH);
    assert!(!add_children(&mut pool, ROOT, 1_000_000, 1, 0));
    assert!(add_children(&mut pool, ROOT, 999_999, 1, 0));
    pool.check();
}

#[test]
fn what_recycling_promises_is_found_also_behind_many_smaller_blocks() {
    let mut slots = vec![Slot::default(); 400];
    let mut pool = ready(&mut slots);
    // This test makes ten free blocks of one size class. Blocks in use separate them. The largest
    // free block is the last one in the free list of its class.
    add_children(&mut pool, ROOT, 20, 20, 1);
    let siblings = pool.root().children();
    for rank in 0..20 {
        let room = if rank == 0 {
            19
        } else if rank % 2 == 0 {
            16
        } else {
            1
        };
        assert!(add_children(&mut pool, siblings.child(rank), room, 1, 1));
    }
    let rest = pool.find_free(1).unwrap();
    let size = pool.slot(rest).size();
    assert_eq!(pool.take(size), Some(rest));
    *pool.slot_mut(rest) = Slot::used_block(size, pool.slot(rest).before(), ROOT, 1);
    (0..20).step_by(2).rev().for_each(|rank| pool.release_below(siblings.child(rank)));
    give_all(&mut pool);
    assert_eq!(pool.find_free(20), None, "it is behind nine others");
    assert!(make_room(&mut pool, 19, 1));
    assert!(pool.find_free(20).is_some());
}

#[test]
fn the_first_recycling_takes_what_is_old() {
    let mut slots = vec![Slot::default(); 11 + 10 * 4];
    let mut pool = ready(&mut slots);
    add_children(&mut pool, ROOT, 10, 10, 100);
    let siblings = pool.root().children();
    // The sibling block of the first child is first in memory, and was used recently. The sibling
    // block of the eighth child was used long ago.
    for rank in 0..10 {
        assert!(add_children(&mut pool, siblings.child(rank), 3, 3, if rank == 7 { 20 } else { 99 }));
    }
    assert!(make_room(&mut pool, 3, 100));
    assert_eq!(pool.node(siblings.child(7)).children(), SiblingsId::NONE);
    assert_eq!(pool.recycled(), 3);
}

#[test]
fn there_are_two_size_classes_for_each_power_of_two_and_one_for_each_small_size() {
    assert!((1..=16).all(|size| class(size) == size as usize - 1));
    // One class has the sizes from 17 to 23, and the next classes have the sizes 24 to 31, 32 to
    // 47, 48 to 63, and so on.
    let ends = (5..16).flat_map(|power| [3_u32 << (power - 2), 1 << power]);
    let mut begin = 17;
    for (end, expected) in ends.zip(16..) {
        assert!([begin, end - 1].iter().all(|&size| class(size) == expected), "{begin} to {end}");
        begin = end;
    }
    assert_eq!([(48 << 10) - 1, 48 << 10, u32::MAX].map(class), [CLASSES - 2, CLASSES - 1, CLASSES - 1]);
}

#[test]
fn slots_that_are_ready_are_used_before_more_are_asked_for() {
    // The pool has 20 slots, which is not a multiple of the number of slots that are made ready at
    // a time.
    let mut slots = vec![Slot::default(); 20];
    let mut pool = Pool::new();
    let growth = Growth { count: 30, extend: |ready, len| assert!(len < ready.len(), "{len} are not needed") };
    pool.lend(&mut slots, Some(growth));
    pool.reach(20);
    assert_eq!(pool.slots.len(), 20);
}

#[test]
fn no_child_has_a_bound_after_all_were_forgotten() {
    for size in [30, 31, 60] {
        let mut slots = vec![Slot::default(); size];
        let mut pool = ready(&mut slots);
        add_children(&mut pool, ROOT, 3, 3, 1);
        let siblings = pool.root().children();
        (0..3).for_each(|rank| assert!(add_children(&mut pool, siblings.child(rank), 4, 2, 1)));
        // When these children are released, a free block appears between the blocks in use.
        pool.release_below(siblings.child(1));
        give_all(&mut pool);
        let sibling_blocks =
            [siblings, pool.node(siblings.child(0)).children(), pool.node(siblings.child(2)).children()];
        sibling_blocks.iter().for_each(|&siblings| pool.header_mut(siblings).set_mark(7));
        pool.forget_bounds();
        assert!(sibling_blocks.iter().all(|&siblings| pool.header(siblings).mark() == 0));
        assert_eq!(sibling_blocks.map(|siblings| pool.room(siblings)), [3, 4, 4]);
        pool.check();
    }
}

#[test]
fn the_hand_leaves_a_block_only_where_that_becomes_part_of_another() {
    // The pool has four sibling blocks of three slots, and a free slot at the end.
    let mut slots = vec![Slot::default(); 13];
    for hand in [1, 4, 7, 10, 13, 14] {
        let mut pool = ready(&mut slots);
        add_children(&mut pool, ROOT, 2, 2, 1);
        let siblings = pool.root().children();
        add_children(&mut pool, siblings.child(0), 2, 2, 1);
        let below = pool.node(siblings.child(0)).children();
        add_children(&mut pool, siblings.child(1), 2, 2, 1);
        add_children(&mut pool, below.child(0), 2, 2, 1);
        pool.hand = hand;
        // The third block becomes free. Its neighbours are in use.
        pool.release_below(siblings.child(1));
        give_all(&mut pool);
        assert_eq!(pool.hand, hand);
        pool.release_below(below.child(0));
        give_all(&mut pool);
        // The third block must now include the fourth block and the last slot.
        assert_eq!(pool.hand, if hand == 10 || hand == 13 { 7 } else { hand });
        pool.check();
    }
}
