//! What is no longer of use in a pool: it is released in O(1), given back bit by bit, and looked
//! for when the pool is full.
//!
//! **Releasing.** A subtree of any size is taken off the tree in O(1): the sibling block at its top
//! joins the list of released sibling blocks. Blocks of that list are given back one by one, each
//! passing the sibling blocks below it on to the list. Nothing in the tree leads to them any more.
//!
//! **Recycling** (Powley, Cowling, Whitehouse 2017). A sibling block carries the number of the last
//! simulation that used it, and no sibling block is used later than the one above it. When the pool
//! is full, a hand walks over the blocks and releases every subtree that was not used since the
//! hand last began its round: least recently used, to within one round, at no cost to the
//! simulations in between (an exact list would touch four distant heads a ply).
//!
//! **Bounded work.** Giving back and the hand's way share an allowance of [`WORK`] a simulation.
//! Where it is used up, the simulation does without new nodes, and the next one goes on from there.

use super::Pool;
use crate::tree::slot::{NodeId, ROOT, SiblingsId};

/// After how many rounds without finding room there is none: enough for halves of 32 bits.
pub(super) const ROUNDS: u32 = 34;

/// How many slots a simulation may look at to give blocks back and to find room. The sibling block
/// that the last of them is in may be longer. It is enough for several rounds through a few
/// kilobytes, and docs/SPEED.md has the time that it takes.
pub(crate) const WORK: u32 = 512;

impl Pool<'_> {
    /// Takes a node's children, and all below them, off the tree; they are given back bit by bit.
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

    /// Makes `child`, a child of the root, the root, with all that is below it; the rest is
    /// released.
    pub(crate) fn reroot(&mut self, child: NodeId) {
        let kept = *self.node(child);
        self.node_mut(child).set_children(SiblingsId::NONE);
        self.release_below(ROOT);
        self.root = kept;
        self.root.set_bound(0); // it has no siblings any more
        if kept.children() != SiblingsId::NONE {
            self.header_mut(kept.children()).set_parent(ROOT);
        }
    }

    /// Gives back the block of a sibling block that was released, and releases the sibling blocks
    /// below it. Returns the free block that it is part of then.
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

    /// A simulation ends: what is left of its allowance goes to what was released, and the next one
    /// has its own.
    pub(crate) fn tidy(&mut self) {
        while self.released != 0 && self.work > 0 {
            self.give_released();
        }
        self.work = WORK;
    }

    /// Looks for room for a sibling block with `room` children: in what was released, then, if this
    /// node `may_recycle`, in the subtrees that were not used for longest. Runs stamped `now` are
    /// in use and stay. `false` where there is none, or where the simulation's allowance is used
    /// up.
    pub(crate) fn make_room(&mut self, room: u32, now: u32, may_recycle: bool) -> bool {
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
                    if idle && header.stamp() != now {
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
                // To the front of its list, where it is sure to be found.
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

    /// The hand goes back to the first block. `false` where it has gone round for nothing too
    /// often.
    fn begin_round(&mut self, now: u32) -> bool {
        // A sibling block is idle when the round before did not see it used either. Where there is
        // none, later and later use counts as idle, up to what is in use this moment.
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
