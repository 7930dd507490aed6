//! Step 2 of a simulation, expand: room for new nodes. The block of a node's children is taken from
//! the pool, grown, or recycled.

use super::Tree;
use super::backup::Backup;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::bits::{bit, running_counts, select};
use crate::game::value::Side;

/// Visits that a node must have had for others to make room for its children. Measured on
/// Breakthrough at 3,000 simulations a move, in 8 and 32 KiB against the same player with room for
/// all: 4 does better than 1 (each new leaf drives out an older one) and than 16.
pub(crate) const RECYCLE_VISITS: u32 = 4;

/// Room for children in a new sibling block of one-child expansion.
const FIRST_ROOM: u32 = 1;

impl Tree<'_> {
    /// A first sibling block for some of the `total` children of `node`.
    pub(crate) fn take_first_siblings(&mut self, node: NodeId, total: u32) -> Option<SiblingsId> {
        self.take_siblings(FIRST_ROOM.min(total), node, total)
    }

    /// A new sibling block for the children of `node`, the last of the path, recycled where nothing
    /// is free.
    pub(crate) fn take_siblings(&mut self, room: u32, node: NodeId, total: u32) -> Option<SiblingsId> {
        let mut siblings = self.pool.take_siblings(room, node, total);
        if siblings.is_none() && self.make_room(room, node) {
            siblings = self.pool.take_siblings(room, node, total);
        }
        if let Some(siblings) = siblings {
            self.touch(siblings);
        }
        siblings
    }

    /// The sibling block of `node`'s children, of which there are some, with room for one more;
    /// `None` where the pool has none to give.
    pub(crate) fn siblings_with_room(&mut self, node: NodeId) -> Option<SiblingsId> {
        let siblings = self.pool.node(node).children();
        let header = *self.pool.header(siblings);
        if header.len() < self.pool.room(siblings) {
            return Some(siblings);
        }
        let room = header.len().wrapping_add(header.len().div_ceil(2)).min(header.total());
        let grown = self.pool.grow(siblings, room);
        if grown.is_some() || !self.make_room(room, node) {
            return grown;
        }
        self.pool.grow(siblings, room)
    }

    /// Appends a child that this simulation visits; returns its id.
    pub(crate) fn push_visited(&mut self, siblings: SiblingsId, child: Slot) -> NodeId {
        let id = self.pool.push_child(siblings, child);
        let visited = self.pool.header(siblings).visited().wrapping_add(1);
        self.pool.header_mut(siblings).set_visited(visited as u16);
        id
    }

    /// All children of `leaf`, where `mover` is to move, are in `siblings`: what they prove, or are
    /// worth, is the leaf's.
    pub(crate) fn close_expansion(&mut self, leaf: NodeId, siblings: SiblingsId, mover: Side, any_solved: bool) {
        if self.plan.np() > 0 {
            // What has a prior is not unvisited.
            let len = self.pool.header(siblings).len() as u16;
            self.pool.header_mut(siblings).set_visited(len);
        }
        self.learn_from_children(leaf, siblings, mover, any_solved);
    }

    /// The children that `node`, where the path ends, has just got all at once, if this simulation
    /// goes on to one of them. The first that comes to a leaf only asks what they are worth: they
    /// are given back, except the root's.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the descent has few locals
    pub(crate) fn children_to_keep(&mut self, node: NodeId) -> Option<SiblingsId> {
        if !self.plan.looks_first() {
            return None;
        }
        if self.simulations(node) > self.plan.needed_visits() {
            return Some(self.pool.node(node).children()).filter(|&siblings| siblings != SiblingsId::NONE);
        }
        if node != ROOT {
            self.pool.release_below(node);
        }
        None
    }

    /// Looks for room for more children of `node`: at the cost of other subtrees only where it is
    /// worth them.
    pub(super) fn make_room(&mut self, room: u32, node: NodeId) -> bool {
        let worth = self.plan.recycle && (node == ROOT || self.simulations(node) >= RECYCLE_VISITS);
        self.pool.make_room(room, self.stamp, worth)
    }

    /// The index of a legal move that has no child in `siblings` yet, uniformly at random.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack where a child is valued
    pub(crate) fn random_absent_index(&mut self, siblings: SiblingsId) -> u32 {
        let header = self.pool.header(siblings);
        let (len, total) = (header.len(), header.total());
        let rank = self.rng.below(total.wrapping_sub(len));
        // On bare metal one way will do: words of 64 bits are not what those processors are fast
        // at.
        if total <= 64 && cfg!(not(target_os = "none")) {
            self.absent_in_word(siblings, total, rank)
        } else {
            self.absent_in_list(siblings, total, rank)
        }
    }

    /// The index with `rank` others before it among those that no child in `siblings` has, of at
    /// most 64.
    pub(crate) fn absent_in_word(&self, siblings: SiblingsId, total: u32, rank: u32) -> u32 {
        let all = u64::MAX.wrapping_shr(64_u32.wrapping_sub(total));
        let present =
            self.pool.children(siblings).iter().fold(0, |present, child| present | bit(u32::from(child.index())));
        let absent = all & !present;
        select(absent, running_counts(absent), rank)
    }

    /// The index as [`Tree::absent_in_word`] finds it, for any number, by halving: the least one up
    /// to which more than `rank` are absent.
    pub(crate) fn absent_in_list(&self, siblings: SiblingsId, total: u32, rank: u32) -> u32 {
        let children = self.pool.children(siblings);
        let (mut low, mut high) = (rank, total.wrapping_sub(1));
        while low < high {
            let middle = low.midpoint(high);
            let present = children.iter().filter(|child| u32::from(child.index()) <= middle).count() as u32;
            if middle.wrapping_add(1).wrapping_sub(present) > rank {
                high = middle;
            } else {
                low = middle.wrapping_add(1);
            }
        }
        low
    }
}
