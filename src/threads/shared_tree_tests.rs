//! Checks the invariants of a shared tree's memory. No thread may be searching.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::super::climb::child_of;
use super::super::header::ORDERS;
use super::super::memory::Memory;
use super::super::slot::{EXPANDING, Use};
use super::SharedTree;
use core::sync::atomic::Ordering::Relaxed;
use std::collections::HashSet;
use std::vec::Vec;

/// Returns the ids of the blocks in a linked list. In each block, the third word of the header has
/// the id of the next block.
fn list(memory: &Memory<'_>, first: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut block = first;
    while block != 0 {
        found.push(block);
        assert!(found.len() <= memory.len() as usize, "a list goes in circles");
        block = memory.slot(block).next();
    }
    found
}

impl SharedTree<'_> {
    /// Checks every block and every node. Returns the number of visits of the root.
    pub(crate) fn check(&self) -> u32 {
        let memory = &self.memory;
        let head = memory.head;
        assert!(!head.is_searched());
        let free: Vec<HashSet<u32>> = (0..ORDERS as u32)
            .map(|order| list(memory, head.free(order).load(Relaxed)).into_iter().collect())
            .collect();
        let given_up: HashSet<u32> =
            [head.released(), head.leaving()].into_iter().flat_map(|first| list(memory, first.load(Relaxed))).collect();
        let (mut block, mut nodes, mut sibling_blocks, mut frees) = (1, 0, HashSet::new(), 0);
        while block <= memory.len() {
            let its = memory.slot(block).header();
            assert_eq!((block - 1) % (1 << its.order), 0, "a block begins at a multiple of its size");
            match its.usage {
                Use::Free => {
                    assert!(free[its.order as usize].contains(&block));
                    frees += 1;
                }
                Use::Leaving => assert!(given_up.contains(&block)),
                Use::Siblings => assert!(sibling_blocks.insert(block)),
            }
            assert!(its.len < 1 << its.order);
            nodes += its.len;
            block += 1 << its.order;
        }
        assert_eq!(block, memory.len() + 1);
        assert_eq!(free.iter().map(HashSet::len).sum::<usize>(), frees);
        assert_eq!(self.counts().0, nodes);
        let entered = self.check_nodes(&sibling_blocks);
        // Some sibling blocks may not be reachable from the root: those below a block that was
        // removed from the tree (`Use::Leaving`).
        assert!(entered <= sibling_blocks.len());
        memory.slot(0).visits().0
    }

    /// Checks the root and all nodes below it. Returns the number of sibling blocks below the root.
    fn check_nodes(&self, sibling_blocks: &HashSet<u32>) -> usize {
        let memory = &self.memory;
        let (mut entered, mut waiting) = (0, Vec::from([0]));
        while let Some(id) = waiting.pop() {
            let node = memory.slot(id);
            assert_eq!(node.visits().1, 0, "no simulation is under way");
            assert!(node.found().reward().unsigned_abs() <= u64::from(node.visits().0) * 32_767);
            let siblings = node.children();
            assert_ne!(siblings, EXPANDING);
            if siblings == 0 {
                continue;
            }
            assert!(sibling_blocks.contains(&siblings), "{siblings} below {id}");
            assert_eq!(memory.slot(siblings).header().parent, id);
            entered += 1;
            let children = memory.children(siblings);
            assert!(memory.slot(siblings).chosen() <= children.len() as u32 + 64);
            waiting.extend((0..children.len() as u32).map(|offset| child_of(siblings, offset)));
        }
        entered
    }
}
