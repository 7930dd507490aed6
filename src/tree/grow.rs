//! Step 2 of a simulation, expand: finds memory for new nodes. The nodes need a new sibling block,
//! or an existing sibling block must grow. If the pool is full, other subtrees are recycled.

use super::Tree;
use super::backup::Backup;
use super::nodes::Nodes;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::bits::{bit, running_counts, select};
use crate::game::value::Side;

/// A node needs this many visits before other subtrees are recycled for its children. The number
/// was measured in Breakthrough with 3,000 simulations per move, and 8 and 32 KiB of memory. The
/// opponent had room for all nodes. With the number 4, the player scores better than with 16, and
/// better than with 1, where each new leaf replaces an older leaf.
pub(crate) const RECYCLE_VISITS: u32 = 4;

/// With one-child expansion, a new sibling block has room for this many children.
const FIRST_ROOM: u32 = 1;

impl Tree<'_> {
    /// Takes a new sibling block for `node`, which has `total` legal moves. The block has room for
    /// [`FIRST_ROOM`] children.
    pub(crate) fn take_first_siblings(&mut self, node: NodeId, total: u32) -> Option<SiblingsId> {
        self.take_siblings(FIRST_ROOM.min(total), node, total)
    }

    /// Takes a new sibling block for the children of `node`, the last node of the path. If no free
    /// block is large enough, looks for room with [`Tree::make_room`].
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

    /// Returns the sibling block of `node` with room for one more child. `node` must have children.
    /// A full block grows. Returns `None` if the pool has no room.
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
        let id = self.push_child(siblings, child);
        let visited = self.pool.header(siblings).visited().wrapping_add(1);
        self.pool.header_mut(siblings).set_visited(visited as u16);
        id
    }

    /// Finishes the expansion of `leaf`, where `mover` is to move. `siblings` has all children. If
    /// the children prove the leaf, it becomes solved. Otherwise, if the player backs up values,
    /// the leaf gets the value of its best child.
    pub(crate) fn close_expansion(&mut self, leaf: NodeId, siblings: SiblingsId, mover: Side, any_solved: bool) {
        if self.plan.np() > 0 {
            // A child with a prior counts as visited.
            let len = self.pool.header(siblings).len() as u16;
            self.pool.header_mut(siblings).set_visited(len);
        }
        if self.plan.mob() {
            self.note_replies(self.depth, self.pool.header(siblings).total());
        }
        let before = self.pool.node(leaf).value();
        if self.plan.corrects() {
            self.correct_children(siblings, mover);
        }
        self.learn_from_children(leaf, siblings, mover, any_solved);
        if self.plan.corrects() {
            self.learn_error(leaf, before);
        }
        if self.plan.pn() {
            self.back_up_numbers(self.depth);
        }
    }

    /// Call this function when all children of `node` may exist. `node` is the end of the path.
    /// Returns the sibling block of the children if this simulation continues to one of them. Some
    /// players create the children first only to compute their values, and keep them when the node
    /// is visited again. For such a first visit, the function returns `None`, and releases the
    /// children unless `node` is the root.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the descent has few locals
    pub(crate) fn children_to_keep(&mut self, node: NodeId) -> Option<SiblingsId> {
        let goes_on = self.plan.goes_on();
        if !goes_on && !self.plan.looks_first() {
            return None;
        }
        if goes_on || self.simulations(node) > self.plan.needed_visits() {
            return Some(self.pool.node(node).children()).filter(|&siblings| siblings != SiblingsId::NONE);
        }
        if node != ROOT {
            self.pool.release_below(node);
        }
        None
    }

    /// Looks for room for a sibling block with `room` children of `node`. Recycles other subtrees
    /// only in three cases: `node` has enough visits, `node` is the root, or the calling program
    /// has told the value of `node`, which took a long time to compute.
    pub(super) fn make_room(&mut self, room: u32, node: NodeId) -> bool {
        let worth = node == ROOT || self.plan.is_told() || self.simulations(node) >= RECYCLE_VISITS;
        self.touch_trunk();
        self.pool.make_room(room, self.stamp, self.age_of_leaves(), self.plan.recycle && worth)
    }

    /// Samples a legal move that has no child in `siblings` yet, and returns its index. All such
    /// moves are equally likely.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack in evaluations
    pub(crate) fn random_absent_index(&mut self, siblings: SiblingsId) -> u32 {
        let header = self.pool.header(siblings);
        let (len, total) = (header.len(), header.total());
        let rank = self.rng.below(total.wrapping_sub(len));
        // On bare metal, only `absent_in_list` is used. It needs no 64-bit words, which are slow on
        // such processors.
        if total <= 64 && cfg!(not(target_os = "none")) {
            self.absent_in_word(siblings, total, rank)
        } else {
            self.absent_in_list(siblings, total, rank)
        }
    }

    /// Returns the index of a move that has no child in `siblings`. Such moves are counted from 0
    /// in the order of their indices, and `rank` is the number of the wanted move. `total`, the
    /// number of moves, must be at most 64.
    pub(crate) fn absent_in_word(&self, siblings: SiblingsId, total: u32, rank: u32) -> u32 {
        let all = u64::MAX.wrapping_shr(64_u32.wrapping_sub(total));
        let present =
            self.pool.children(siblings).iter().fold(0, |present, child| present | bit(u32::from(child.index())));
        let absent = all & !present;
        select(absent, running_counts(absent), rank)
    }

    /// Does the work of [`Tree::absent_in_word`] for any number of moves, by bisection. Finds the
    /// smallest index such that more than `rank` moves up to this index have no child.
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
