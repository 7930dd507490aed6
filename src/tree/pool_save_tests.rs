//! Tests of saved pools. A loaded pool must equal the saved pool. Invalid bytes must be refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::rng::Rng;
use crate::games::testing;
use crate::tree::pool::tests::{Operation, apply, growing, operation, ready};
use crate::tree::slot::SAFE;
use proptest::prelude::*;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn saved(pool: &Pool<'_>) -> Vec<u8> {
    testing::saved(|out| pool.save(false, out))
}

/// Reads a saved pool for `pool` from these bytes, and checks its released blocks. All bytes must
/// be used.
fn read<'a>(bytes: &'a [u8], pool: &Pool<'_>) -> Result<SavedPool<'a>, InvalidBytes> {
    let mut from = ByteReader::new(bytes);
    let saved = SavedPool::read(&mut from, pool)?;
    from.end()?;
    saved.released_siblings()?;
    Ok(saved)
}

/// Returns a text with everything that a save of a pool must preserve: the numbers of the pool and,
/// for each block, the words of its header and its nodes. Bounds are left out.
fn described(pool: &Pool<'_>) -> String {
    let mut text = std::format!(
        "{:?} {:?}",
        (pool.hand, pool.began, pool.idle_until, pool.rounds, pool.recycled, pool.nodes),
        (pool.released, pool.occupied, pool.free, pool.root.words()),
    );
    let mut block = 1;
    while block <= pool.end() {
        let mut header = *pool.slot(block);
        let nodes = if header.is_used() { pool.children(SiblingsId(block)) } else { &[] };
        let complete = header.is_used() && header.len() == header.total();
        let words = nodes.iter().map(|&node| {
            let mut node = node;
            if complete {
                node.set_bound(0);
            }
            node.words()
        });
        header.set_mark(0);
        text += &std::format!("\n{block}: {:?} {:?}", header.words(), words.collect::<Vec<_>>());
        block += header.size();
    }
    text
}

/// Returns a random node whose children are in `siblings`. The node has a random bound if
/// `has_bound` is true. Otherwise it has a random index of a move.
fn any_node(rng: &mut Rng, siblings: SiblingsId, has_bound: bool) -> Slot {
    let [mv, visits, reward, value, last] = [(); 5].map(|()| rng.bits());
    let last = if has_bound { last } else { last % (1 << 26) };
    let mut node = Slot::from_words([mv, visits, reward, value, rng.below(8) << SAFE, last]);
    node.set_children(siblings);
    node
}

/// Fills all nodes with random data, and makes some of the sibling blocks complete.
fn fill(pool: &mut Pool<'_>, rng: &mut Rng) {
    let sibling_blocks: Vec<u32> = pool.blocks().filter(|&block| pool.slot(block).is_used()).collect();
    for siblings in sibling_blocks {
        let header = pool.slot_mut(siblings);
        let (len, mut words) = (header.len(), header.words());
        let complete = len > 0 && rng.below(2) == 0;
        if complete {
            words[5] = len | rng.bits() << 16 & 0x7FFF_0000; // the mark of bounds
            *header = Slot::from_words(words);
        }
        for rank in 0..len {
            let node = pool.node_mut(SiblingsId(siblings).child(rank));
            *node = any_node(rng, node.children(), complete);
        }
    }
    pool.root = any_node(rng, pool.root.children(), false);
}

/// Saves a pool, and restores it into a pool with other content. Then both pools must be equal, and
/// must stay equal when the same operations change both.
fn check_round_trip(size: usize, seed: u64, operations: &[Operation]) {
    let (mut slots, mut rng) = (vec![Slot::default(); size], Rng::new(seed));
    let (mut pool, mut other) = (ready(&mut slots), growing(size));
    let (before, after) = operations.split_at(operations.len() * 2 / 3);
    for (stamp, operation) in (1..).zip(before) {
        apply(&mut pool, operation, stamp);
        apply(&mut other, &operations[operations.len() - stamp as usize], stamp);
    }
    fill(&mut pool, &mut rng);
    let bytes = saved(&pool);
    let read = read(&bytes, &other).unwrap();
    let released = pool.blocks_below(pool.list_of_released()).len();
    let sibling_blocks = pool.blocks().filter(|&block| pool.slot(block).is_used()).count();
    assert_eq!(
        (read.released_siblings().unwrap() as usize, read.sibling_blocks() as usize),
        (released, sibling_blocks)
    );
    other.restore(&read);
    other.check();
    assert_eq!(described(&other), described(&pool));
    assert_eq!(saved(&other), bytes);
    for (stamp, operation) in (100..).zip(after) {
        apply(&mut pool, operation, stamp);
        apply(&mut other, operation, stamp);
    }
    assert_eq!(described(&other), described(&pool));
}

proptest! {
    #[test]
    fn what_is_loaded_is_what_was_saved_and_goes_on_alike(
        size in 0_usize..200,
        seed in any::<u64>(),
        operations in proptest::collection::vec(operation(), 3..60),
    ) {
        check_round_trip(size, seed, &operations);
    }
}

/// The parts of a saved pool, which a test can change one by one.
#[derive(Clone)]
struct Draft {
    slots: u32,
    hand: u32,
    rounds: u32,
    root_children: u32,
    blocks: Vec<SavedBlock>,
    nodes: Vec<[u32; 6]>,
    released: Vec<u32>,
}

const fn used(start: u32, size: u32, first: u32, parent: (u32, u32), stamp: u32, counts: [u32; 3]) -> SavedBlock {
    let [len, visited, total] = counts;
    SavedBlock { start, size, used: true, first, parent, stamp, len, visited, total, outcomes: 0 }
}

const fn free(start: u32, size: u32, first: u32, next: u32, previous: u32) -> SavedBlock {
    SavedBlock { used: false, ..used(start, size, first, (next, 0), previous, [0; 3]) }
}

impl Draft {
    /// Returns a valid pool of 20 slots. The tree has the root's sibling block, and a sibling block
    /// below it. Two other sibling blocks are released, and the first of them has a sibling block
    /// below it. Two free blocks are in one list, and one free block is in another list.
    fn sound() -> Self {
        let nodes = [3, 0, 0, 0, 0, 8, 0, 0].map(|siblings| [7, 2, 5, 11 << 16, siblings, 0]);
        let blocks = [
            used(1, 4, 0, (0, 0), 9, [3, 2, 3]),
            free(5, 2, 3, 5, 0),
            used(7, 3, 3, (1, 0), 8, [2, 1, 5]),
            used(10, 2, 5, (0, 0), 1, [1, 1, 1]),
            free(12, 2, 6, 0, 2),
            used(14, 2, 6, (0, 0), 2, [1, 0, 2]),
            free(16, 3, 7, 0, 0),
            used(19, 2, 7, (4, 0), 3, [1, 0, 1]),
        ];
        let released = vec![4, 6];
        Self {
            slots: 20,
            hand: 7,
            rounds: 2,
            root_children: 1,
            blocks: blocks.to_vec(),
            nodes: nodes.to_vec(),
            released,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let counts = [self.blocks.len(), self.nodes.len(), self.released.len()].map(|count| count as u32);
        let mut words = vec![self.slots, counts[0], counts[1], counts[2]];
        words.extend([self.hand, 3, 4, self.rounds, 6, 0]);
        words.extend([u32::MAX, 30, 20, 10 << 16, self.root_children, 1 << 8]);
        for block in &self.blocks {
            words.extend([block.start, block.size << 1 | u32::from(block.used), block.first]);
            words.extend([block.parent.0, block.stamp, block.parent.1 | block.len << 16]);
            words.push(block.visited | block.total << 16);
        }
        words.extend(self.nodes.iter().flatten());
        words.extend(&self.released);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn is_read(&self) -> bool {
        read(&self.bytes(), &ready(&mut [Slot::default(); 20])).is_ok()
    }
}

#[test]
fn bytes_are_as_documented() {
    let (bytes, mut slots) = (Draft::sound().bytes(), [Slot::default(); 20]);
    let mut pool = ready(&mut slots);
    let read = read(&bytes, &pool).unwrap();
    assert_eq!((read.sibling_blocks(), read.released_siblings()), (5, Ok(3)));
    assert!([0, 9, u32::MAX].iter().all(|&index| read.block(index).size == 0), "there are 8 blocks");
    pool.restore(&read);
    pool.check();
    assert_eq!(saved(&pool), bytes);
    assert_eq!((pool.root.children(), pool.released, pool.nodes()), (SiblingsId(1), 10, 8));
    assert_eq!((pool.node(NodeId(2)).children(), pool.node(NodeId(11)).children()), (SiblingsId(7), SiblingsId(19)));
    assert_eq!([10, 14].map(|siblings| pool.slot(siblings).is_recycled()), [true, false]);
}

#[test]
fn the_hand_stands_at_a_block_or_has_yet_to_begin() {
    for hand in 0..=22 {
        let at_one = [1, 5, 7, 10, 12, 14, 16, 19].contains(&hand);
        assert_eq!(Draft { hand, ..Draft::sound() }.is_read(), at_one || hand > 20, "{hand}");
    }
    assert!(Draft { hand: u32::MAX, rounds: ROUNDS, ..Draft::sound() }.is_read());
    assert!(!Draft { rounds: ROUNDS + 1, ..Draft::sound() }.is_read());
}

/// The name of a flaw, and a function that adds this flaw to a valid draft. `draft.blocks[0]` is
/// the block with index 1.
type Flaw = (&'static str, fn(&mut Draft));

const OF_BLOCKS: [Flaw; 17] = [
    ("another number of slots", |draft| (draft.slots, draft.blocks[7].size) = (21, 3)),
    ("a block that begins elsewhere", |draft| draft.blocks[1].start = 6),
    ("a block of no slots", |draft| draft.blocks.push(free(21, 0, 8, 0, 0))),
    ("a block that leaves the slots", |draft| draft.blocks[7].size = 3),
    ("a run with nodes of another", |draft| draft.blocks[2].first = 2),
    ("a run longer than its block", |draft| {
        draft.blocks[7] = used(19, 2, 7, (4, 0), 3, [2, 0, 2]);
        draft.nodes.push([0; 6]);
    }),
    ("more visited than there are", |draft| draft.blocks[7].visited = 2),
    ("more children than moves", |draft| draft.blocks[2].total = 1),
    ("a run without moves", |draft| {
        draft.blocks[7] = used(19, 2, 7, (4, 0), 3, [0; 3]);
        draft.nodes.pop();
    }),
    ("two free neighbours", |draft| {
        (draft.slots, draft.nodes[5][4]) = (22, 9);
        draft.blocks.splice(6.., [free(16, 1, 7, 0, 0), free(17, 4, 7, 0, 0), used(21, 2, 7, (4, 0), 3, [1, 0, 1])]);
    }),
    ("a free block with nodes of another", |draft| draft.blocks[6].first = 6),
    ("a free block with a rank", |draft| draft.blocks[6].parent.1 = 1),
    ("a free block with a child", |draft| draft.blocks[6].len = 1),
    ("a free block with one visited", |draft| draft.blocks[6].visited = 1),
    ("a free block with a move", |draft| draft.blocks[6].total = 1),
    ("a block is missing", |draft| {
        draft.blocks.pop();
        draft.nodes.pop();
        draft.nodes[5][4] = 0;
    }),
    ("a node too many", |draft| draft.nodes.push([0; 6])),
];

const OF_FREE_LISTS: [Flaw; 7] = [
    ("a list that goes on in a run", |draft| (draft.blocks[4].parent.0, draft.blocks[7].stamp) = (8, 5)),
    ("a list of two classes", |draft| (draft.blocks[4].parent.0, draft.blocks[6].stamp) = (7, 5)),
    ("a list that goes on past the last block", |draft| draft.blocks[6].parent.0 = 9),
    ("a list that comes back to its beginning", |draft| draft.blocks[4].parent.0 = 2),
    ("a list that does not go where one comes from", |draft| draft.blocks[1].parent.0 = 0),
    ("a ring, which no list leads to", |draft| (draft.blocks[4].parent.0, draft.blocks[1].stamp) = (2, 5)),
    ("two lists of one class", |draft| (draft.blocks[1].parent.0, draft.blocks[4].stamp) = (0, 0)),
];

const OF_RELEASED: [Flaw; 7] = [
    ("no block at all", |draft| draft.released = vec![0]),
    ("the root's run", |draft| draft.root_children = 4),
    ("a run with another place in the list", |draft| draft.blocks[5].stamp = 4),
    ("a run below one that it does not name", |draft| draft.blocks[7].parent = (6, 0)),
    ("a run below another child", |draft| draft.blocks[7].parent = (4, 1)),
    ("a free block", |draft| draft.released = vec![7]),
    ("a block past the last", |draft| draft.released = vec![9]),
];

#[test]
fn what_is_no_pool_is_refused() {
    assert!(Draft::sound().is_read());
    for (flaw, make) in OF_BLOCKS.iter().chain(&OF_FREE_LISTS).chain(&OF_RELEASED) {
        let mut draft = Draft::sound();
        make(&mut draft);
        assert!(!draft.is_read(), "{flaw}");
    }
}

#[test]
fn no_part_of_a_pool_is_one() {
    let (bytes, mut slots) = (Draft::sound().bytes(), [Slot::default(); 20]);
    let pool = ready(&mut slots);
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len], &pool).is_err());
    }
}

#[test]
fn values_and_sums_of_rewards_have_limits() {
    let one = i64::from(Value::ONE);
    let node = |visits: u32, reward: i64, value: i16, siblings: u32| {
        let [low, high] = [reward as u32, (reward >> 32) as u32 & 0xFFFF];
        is_possible([0, visits, low, high | u32::from(value.cast_unsigned()) << 16, siblings, 0])
    };
    for visits in [0, 1, 5, u32::MAX] {
        let most = one * i64::from(visits);
        assert!(node(visits, most, i16::MAX, 0) && node(visits, -most, -i16::MAX, 0));
        assert!(!node(visits, most + 1, 0, 0) && !node(visits, -most - 1, 0, 0));
    }
    assert!(!node(1, 0, i16::MIN, 0), "the least value is -32767");
    // The word has three flags above the index of the children's block. Two flags tell which
    // players cannot lose, and one tells that the margin is not exact. The highest bit must be 0.
    assert!(node(1, 0, 0, FLAGS | 1) && !node(1, 0, 0, 8 << SAFE));
}
