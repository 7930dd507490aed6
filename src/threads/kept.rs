//! Blocks that a thread keeps for its next sibling blocks.
//!
//! A thread that needs the lock for each sibling block would often wait for the words of the
//! header, which the other threads have just written. So a thread takes several blocks of the same
//! size at once. The other threads do not touch these blocks. In a small tree a thread keeps no
//! blocks, because another thread may need them.

use super::header::ORDERS;
use super::memory::Memory;

/// Blocks of 2^0 to 2^8 slots are kept. Larger blocks are rare.
const SIZES: usize = if ORDERS < 9 { ORDERS } else { 9 };

/// A thread keeps at most this number of blocks of each size, and for each size at most one in this
/// number of all slots.
const BLOCKS_MAX: u32 = 16;
const SHARE: u32 = 4096;

/// What a searching thread keeps for itself.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// The first block of each size, 0 if there is none. Each block has the id of the next one.
    first: [u32; SIZES],
    /// The nodes that the thread has added since it last had the lock.
    pub(super) nodes: u32,
    /// True if the thread has found no room, because memory can be freed only after the thread has
    /// begun a simulation at the root again.
    pub(super) waits: bool,
}

impl Kept {
    fn first(&mut self, order: u32) -> Option<&mut u32> {
        self.first.get_mut(order as usize)
    }
}

impl Memory<'_> {
    /// Takes one of the blocks of this order that the thread keeps. Needs no lock.
    pub(super) fn take_kept(&self, order: u32, kept: &mut Kept) -> Option<u32> {
        let first = kept.first(order).filter(|first| **first != 0)?;
        let block = *first;
        *first = self.slot(block).next();
        Some(block)
    }

    /// Takes blocks of this order for later, as far as there are any without recycling. The caller
    /// must hold the lock.
    pub(super) fn keep_more(&self, order: u32, kept: &mut Kept) {
        let Some(first) = kept.first(order) else { return };
        let count = self.len().checked_div(SHARE).unwrap_or(0).wrapping_shr(order).min(BLOCKS_MAX);
        for block in (0..count).map_while(|_| self.take(order)) {
            let slot = self.slot(block);
            slot.set_next(*first);
            *first = block;
        }
    }

    /// Adds the nodes that the thread has added to the number of all nodes.
    pub(super) fn count_nodes(&self, kept: &mut Kept) {
        self.head.add_nodes(core::mem::take(&mut kept.nodes));
    }

    /// Frees the blocks that the thread keeps, when its search ends.
    pub(super) fn give_kept(&self, kept: &mut Kept) {
        self.count_nodes(kept);
        if kept.first.iter().all(|&first| first == 0) {
            return;
        }
        let _lock = self.head.lock();
        for order in 0..SIZES as u32 {
            while let Some(block) = self.take_kept(order, kept) {
                self.give(block);
            }
        }
    }
}
