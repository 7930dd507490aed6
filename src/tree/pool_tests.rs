//! The pool's invariants, after every operation of random sequences.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use proptest::prelude::*;
use std::vec;
use std::vec::Vec;

fn ready(slots: &mut [Slot]) -> Pool<'_> {
    let mut pool = Pool::new();
    pool.lend(slots);
    pool.clear();
    pool
}

impl Pool<'_> {
    /// Panics if anything about the pool is not as it must be.
    pub(crate) fn check(&self) {
        let end = self.slots.len() as u32;
        let (mut block, mut before, mut nodes, mut free) = (1, 0, 0, Vec::new());
        let mut hand_on_block = self.hand > end;
        while block <= end {
            let head = self.slot(block);
            assert!(head.size() > 0 && block + head.size() <= end + 1, "block {block} leaves the slice");
            assert_eq!(head.before(), before, "block {block} does not know its predecessor");
            hand_on_block |= self.hand == block;
            if head.is_used() {
                assert!(head.len() < head.size() && head.visited() <= head.len() && head.len() <= head.total());
                assert_eq!(self.node(head.parent()).run(), RunId(block), "parent and run {block} disagree");
                self.check_children(RunId(block));
                nodes += head.len();
            } else {
                assert!(before == 0 || self.slot(block - before).is_used(), "two free neighbours at {block}");
                free.push(block);
            }
            before = head.size();
            block += head.size();
        }
        assert!(hand_on_block, "the hand stands inside a block");
        assert_eq!(nodes, self.nodes);
        self.check_free_lists(free);
    }

    fn check_children(&self, run: RunId) {
        for (rank, child) in (0..).zip(self.children(run)) {
            if child.run() != RunId::NONE {
                let below = self.head(child.run());
                assert!(below.is_used() && below.parent() == run.child(rank) && below.rank() == rank);
            }
        }
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

    /// Every node that has room for children or children: the root first.
    fn all_nodes(&self) -> Vec<NodeId> {
        let mut found = vec![ROOT];
        let mut next = 0;
        while next < found.len() {
            let run = self.node(found[next]).run();
            found.extend((0..self.children(run).len() as u32).map(|rank| run.child(rank)));
            next += 1;
        }
        found
    }
}

fn leaf() -> Slot {
    Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown)
}

/// Gives a node without children a run with room for `room`, and `len` children.
fn add_children(pool: &mut Pool<'_>, node: NodeId, rank: u32, room: u32, len: u32, stamp: u32) -> bool {
    let Some(run) = pool.take_run(room, node, rank, room + 3) else { return false };
    pool.head_mut(run).set_stamp(stamp);
    for _ in 0..len {
        pool.push_child(run, leaf());
    }
    true
}

/// A node's place among its siblings.
fn rank_of(pool: &Pool<'_>, node: NodeId) -> u32 {
    let runs = pool.all_nodes().into_iter().map(|parent| pool.node(parent).run().0);
    let run = runs.filter(|&run| run != 0 && run < node.0).max().unwrap_or(node.0 - 1);
    RunId(run).offset_of(node)
}

#[test]
fn a_pool_of_no_slots_has_a_root_and_nothing_else() {
    let mut pool = ready(&mut []);
    assert_eq!(pool.take_run(1, ROOT, 0, 1), None);
    assert!(!pool.recycle(1, 1));
    pool.node_mut(ROOT).add(Value::WIN);
    assert_eq!(pool.node(ROOT).visits(), 1);
    assert_eq!(pool.release_below(ROOT), 0);
    pool.check();
}

#[test]
fn every_slot_can_be_used() {
    for size in 2..40 {
        let mut slots = vec![Slot::default(); size];
        let mut pool = ready(&mut slots);
        assert!(add_children(&mut pool, ROOT, 0, size as u32 - 1, size as u32 - 1, 0));
        assert_eq!(pool.take_run(1, NodeId(2), 0, 1), None);
        pool.check();
    }
}

#[test]
fn recycling_takes_what_was_not_used_for_longest_and_spares_what_is_in_use() {
    let mut slots = vec![Slot::default(); 4 + 3 * 4];
    let mut pool = ready(&mut slots);
    add_children(&mut pool, ROOT, 0, 3, 3, 9);
    let run = pool.node(ROOT).run();
    for rank in 0..3 {
        add_children(&mut pool, run.child(rank), rank, 3, 3, 1);
    }
    // Simulation 9 is under way, through the root's run and the first child's; the second child's
    // was used at 8.
    pool.head_mut(pool.node(run.child(0)).run()).set_stamp(9);
    pool.head_mut(pool.node(run.child(1)).run()).set_stamp(8);
    pool.began = 5;
    pool.hand = pool.slots.len() as u32 + 1;
    assert!(pool.recycle(3, 9));
    assert_eq!([0, 1, 2].map(|child| pool.node(run.child(child)).run() != RunId::NONE), [true, true, false]);
    pool.check();
    // With the third gone, the second is next; what is in use never is.
    add_children(&mut pool, run.child(2), 2, 3, 3, 9);
    assert!(pool.recycle(3, 9));
    assert_eq!([0, 1, 2].map(|child| pool.node(run.child(child)).run() != RunId::NONE), [true, false, true]);
    assert!(!pool.recycle(8, 9), "all that is left is in use");
    pool.check();
    assert_eq!(pool.recycled(), 6);
}

#[derive(Clone, Debug)]
enum Operation {
    Expand { node: usize, room: u32, len: u32 },
    Grow { node: usize, room: u32 },
    Release { node: usize },
    Recycle { room: u32 },
    Reroot { child: usize },
    Clear,
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        12 => (any::<usize>(), 1_u32..20, 0_u32..20)
            .prop_map(|(node, room, len)| Operation::Expand { node, room, len: len.min(room) }),
        4 => (any::<usize>(), 1_u32..20).prop_map(|(node, room)| Operation::Grow { node, room }),
        3 => any::<usize>().prop_map(|node| Operation::Release { node }),
        3 => (1_u32..40).prop_map(|room| Operation::Recycle { room }),
        1 => any::<usize>().prop_map(|child| Operation::Reroot { child }),
        1 => Just(Operation::Clear),
    ]
}

fn apply(pool: &mut Pool<'_>, operation: &Operation, stamp: u32) {
    let nodes = pool.all_nodes();
    match *operation {
        Operation::Expand { node, room, len } => {
            let node = nodes[node % nodes.len()];
            if pool.node(node).run() == RunId::NONE {
                let rank = if node == ROOT { 0 } else { rank_of(pool, node) };
                add_children(pool, node, rank, room, len, stamp);
            }
        }
        Operation::Grow { node, room } => {
            let run = pool.node(nodes[node % nodes.len()]).run();
            if run != RunId::NONE {
                let len = pool.head(run).len();
                let children: Vec<Slot> = pool.children(run).to_vec();
                if let Some(moved) = pool.grow(run, len + room) {
                    let same = pool.children(moved).iter().zip(&children).all(|(a, b)| a.run() == b.run());
                    assert!(same && pool.children(moved).len() == children.len());
                }
            }
        }
        Operation::Release { node } => {
            pool.release_below(nodes[node % nodes.len()]);
        }
        Operation::Recycle { room } => {
            if pool.recycle(room, stamp) {
                assert!(pool.find_free(room + 1).is_some());
            }
        }
        Operation::Reroot { child } => {
            let run = pool.node(ROOT).run();
            let children = pool.children(run).len();
            if children > 0 {
                pool.reroot(run.child((child % children) as u32));
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
        for (stamp, operation) in (1..).zip(&operations) {
            apply(&mut pool, operation, stamp);
            pool.check();
        }
    }
}

#[test]
fn what_recycling_promises_is_found_also_behind_many_smaller_blocks() {
    let mut slots = vec![Slot::default(); 400];
    let mut pool = ready(&mut slots);
    // Ten free blocks of one size class, the large one first, each between blocks in use.
    add_children(&mut pool, ROOT, 0, 20, 20, 1);
    let run = pool.node(ROOT).run();
    for rank in 0..20 {
        let room = if rank == 0 {
            19
        } else if rank % 2 == 0 {
            16
        } else {
            1
        };
        assert!(add_children(&mut pool, run.child(rank), rank, room, 1, 1));
    }
    let rest = pool.find_free(1).unwrap();
    let size = pool.slot(rest).size();
    assert_eq!(pool.take(size), Some(rest));
    *pool.slot_mut(rest) = Slot::used_block(size, pool.slot(rest).before(), ROOT, 1, 0);
    (0..20).step_by(2).for_each(|rank| assert_eq!(pool.release_below(run.child(rank)), 1));
    assert_eq!(pool.find_free(20), None, "it is behind nine others");
    assert!(pool.recycle(19, 1));
    assert!(pool.find_free(20).is_some());
}

#[test]
fn the_first_recycling_takes_what_is_old() {
    let mut slots = vec![Slot::default(); 11 + 10 * 4];
    let mut pool = ready(&mut slots);
    add_children(&mut pool, ROOT, 0, 10, 10, 100);
    let run = pool.node(ROOT).run();
    // The first child's run lies first and was used a moment ago; the eighth's was used long ago.
    for rank in 0..10 {
        assert!(add_children(&mut pool, run.child(rank), rank, 3, 3, if rank == 7 { 20 } else { 99 }));
    }
    assert!(pool.recycle(3, 100));
    assert_eq!(pool.node(run.child(7)).run(), RunId::NONE);
    assert_eq!(pool.recycled(), 3);
}
