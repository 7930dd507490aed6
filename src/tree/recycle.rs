//! Recycling in the node pool: a subtree that is no longer needed is released in O(1), and its
//! blocks are freed step by step. When the pool is full, subtrees that were not used recently are
//! also released.
//!
//! **Releasing.** A subtree of any size is removed from the tree in O(1): its topmost sibling block
//! is added to the list of released sibling blocks. The blocks of the list are freed one by one.
//! Before a block is freed, the sibling blocks below it are added to the list.
//!
//! **Recycling** (Powley, Cowling, Whitehouse 2017). Each sibling block stores the number of the
//! last simulation that used it. A simulation that uses a block also uses all blocks above it. When
//! the pool is full, a *hand* moves over the blocks in rounds, like the hand of a clock. It
//! releases every subtree that was not used since the last round began. So the subtrees that it
//! releases are approximately the least recently used ones. Simulations that need no room do no
//! additional work. An exact list in order of use would need changes to four distant headers at
//! each ply.
//!
//! **Bounded work.** Each simulation may read [`WORK`] slots to free blocks and to move the hand.
//! When this allowance is used up, the simulation continues without new nodes, and the next
//! simulation continues the work.

use super::Pool;
use crate::tree::slot::{NodeId, ROOT, SiblingsId};

/// The hand gives up after this many rounds without finding room. Each such round halves the period
/// in which a use counts as recent. After 32 halvings, every block that the current simulation does
/// not use can be recycled.
pub(super) const ROUNDS: u32 = 34;

/// One simulation may read this many slots to free blocks and to find room. It always finishes the
/// sibling block that it has begun, so it may exceed the limit a little. In a pool of a few
/// kilobytes, the limit allows several rounds of the hand. docs/SPEED_DETAILS.md shows how long the
/// slowest simulations take.
pub(crate) const WORK: u32 = 512;

impl Pool<'_> {
    /// Removes all nodes below a node from the tree. Their blocks are freed step by step.
    pub(crate) fn release_below(&mut self, node: NodeId) {
        self.release(node, false);
    }

    fn release(&mut self, node: NodeId, recycled: bool) {
        let siblings = self.node(node).children();
        if siblings != SiblingsId::NONE {
            self.node_mut(node).set_children(SiblingsId::NONE);
            let next = self.released;
            self.header_mut(siblings).set_released(next, recycled);
            self.released = siblings.0;
        }
    }

    /// Makes `child`, a child of the root, the new root. Keeps all nodes below `child`, and
    /// releases all other nodes.
    pub(crate) fn reroot(&mut self, child: NodeId) {
        let kept = *self.node(child);
        self.node_mut(child).set_children(SiblingsId::NONE);
        self.release_below(ROOT);
        self.root = kept;
        self.root.set_bound(0); // a root has no siblings
        if kept.children() != SiblingsId::NONE {
            self.header_mut(kept.children()).set_parent(ROOT);
        }
    }

    /// Frees the sibling block that was released last, and releases the blocks below it. The freed
    /// block may be merged with free neighbours. Returns the merged block.
    fn give_released(&mut self) -> u32 {
        let siblings = SiblingsId(self.released);
        let header = *self.header(siblings);
        self.released = header.next_released();
        for offset in 0..header.len() {
            self.release(siblings.child(offset), header.is_recycled());
        }
        self.nodes = self.nodes.wrapping_sub(header.len());
        if header.is_recycled() {
            self.recycled = self.recycled.wrapping_add(u64::from(header.len()));
        }
        self.work = self.work.saturating_sub(header.len().wrapping_add(1));
        self.give(siblings.0)
    }

    /// Ends a simulation: uses the rest of the simulation's allowance to free released blocks. The
    /// next simulation gets a new allowance.
    pub(crate) fn tidy(&mut self) {
        while self.released != 0 && self.work > 0 {
            self.give_released();
        }
        self.work = WORK;
    }

    /// Looks for room for a sibling block with `room` children: first in released blocks, then, if
    /// `may_recycle` is true, in the least recently used subtrees. Blocks that are in use stay:
    /// they have the stamp `now` or one of the `kept` stamps before `now`. Returns `false` if there
    /// is no room, or if the simulation's allowance is used up.
    pub(crate) fn make_room(&mut self, room: u32, now: u32, kept: u32, may_recycle: bool) -> bool {
        let size = room.wrapping_add(1);
        while self.work > 0 {
            let block = if self.released != 0 {
                self.give_released()
            } else if may_recycle && size <= self.end() {
                self.work = self.work.wrapping_sub(1);
                if self.hand > self.end() && !self.begin_round(now) {
                    return false;
                }
                let header = *self.slot(self.hand);
                if header.is_used() {
                    let idle = self.idle_until.wrapping_sub(header.stamp()).cast_signed() >= 0;
                    if idle && now.wrapping_sub(header.stamp()) > kept {
                        self.release(header.parent(), true);
                    } else {
                        self.hand = self.hand.wrapping_add(header.size());
                    }
                    continue;
                }
                self.hand
            } else {
                return false;
            };
            let header = *self.slot(block);
            if header.size() >= size {
                // The block moves to the front of its free list, where the caller is certain to
                // find it.
                self.remove_free(block);
                self.insert_free(block, header.size(), header.before());
                self.rounds = 0;
                return true;
            }
            if block == self.hand {
                self.hand = block.wrapping_add(header.size());
            }
        }
        false
    }

    /// Moves the hand, which goes over the blocks like the hand of a clock, back to the first
    /// block. Returns `false` if too many rounds have found no room.
    fn begin_round(&mut self, now: u32) -> bool {
        // If the last round found room, a block counts as idle if it was not used since that round
        // began. Otherwise the limit for idle blocks moves halfway to the present, so that more
        // blocks count as idle.
        let recent = now.wrapping_sub(1).wrapping_sub(self.idle_until);
        let later = self.idle_until.wrapping_add(recent.div_ceil(2));
        self.idle_until = if self.rounds == 0 { self.began } else { later };
        (self.hand, self.began) = (1, now);
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds > ROUNDS {
            self.rounds = 0;
        }
        self.rounds != 0
    }
}
