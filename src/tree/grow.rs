//! Step 2 of a simulation, expand: room for new nodes. The block of a node's children is taken from
//! the pool, grown, or recycled.

use super::Tree;
use super::backup::Backup;
use super::slot::{NodeId, ROOT, RunId, Slot};
use crate::base::bits::{bit, running_counts, select};
use crate::game::value::Side;

/// Visits that a node must have had for others to make room for its children. Measured on
/// Breakthrough at 3,000 simulations a move, in 8 and 32 KiB against the same player with room for
/// all: 4 does better than 1 (each new leaf drives out an older one) and than 16.
pub(crate) const RECYCLE_VISITS: u32 = 4;

/// Room for children in a new run of one-child expansion.
const FIRST_ROOM: u32 = 1;

impl Tree<'_> {
    /// A first run for some of the `total` children of `node`.
    pub(crate) fn take_first_run(&mut self, node: NodeId, total: u32) -> Option<RunId> {
        self.take_run(FIRST_ROOM.min(total), node, total)
    }

    /// A new run for the children of `node`, the last of the path, recycled where nothing is free.
    pub(crate) fn take_run(&mut self, room: u32, node: NodeId, total: u32) -> Option<RunId> {
        let mut run = self.pool.take_run(room, node, total);
        if run.is_none() && self.make_room(room, node) {
            run = self.pool.take_run(room, node, total);
        }
        if let Some(run) = run {
            self.touch(run);
        }
        run
    }

    /// The run of `node`'s children, of which there are some, with room for one more; `None` where
    /// the pool has none to give.
    pub(crate) fn run_with_room(&mut self, node: NodeId) -> Option<RunId> {
        let run = self.pool.node(node).run();
        let head = *self.pool.head(run);
        if head.len() < self.pool.room(run) {
            return Some(run);
        }
        let room = head.len().wrapping_add(head.len().div_ceil(2)).min(head.total());
        let grown = self.pool.grow(run, room);
        if grown.is_some() || !self.make_room(room, node) {
            return grown;
        }
        self.pool.grow(run, room)
    }

    /// Appends a child that this simulation visits; returns its id.
    pub(crate) fn push_visited(&mut self, run: RunId, child: Slot) -> NodeId {
        let id = self.pool.push_child(run, child);
        let visited = self.pool.head(run).visited().wrapping_add(1);
        self.pool.head_mut(run).set_visited(visited as u16);
        id
    }

    /// All children of `leaf`, where `mover` is to move, are in `run`: what they prove, or are
    /// worth, is the leaf's.
    pub(crate) fn close_expansion(&mut self, leaf: NodeId, run: RunId, mover: Side, any_proven: bool) {
        if self.plan.np() > 0 {
            // What has a prior is not unvisited.
            let len = self.pool.head(run).len() as u16;
            self.pool.head_mut(run).set_visited(len);
        }
        self.learn_from_children(leaf, run, mover, any_proven);
    }

    /// The children that `node`, where the path ends, has just got all at once, if this simulation
    /// goes on to one of them. The first that comes to a leaf only asks what they are worth: they
    /// are given back, except the root's.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the descent has few locals
    pub(crate) fn children_to_keep(&mut self, node: NodeId) -> Option<RunId> {
        if !self.plan.looks_first() {
            return None;
        }
        if self.simulations(node) > self.plan.needed_visits() {
            return Some(self.pool.node(node).run()).filter(|&run| run != RunId::NONE);
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

    /// The index of a legal move that has no child in `run` yet, uniformly at random.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack where a child is valued
    pub(crate) fn random_absent_index(&mut self, run: RunId) -> u32 {
        let head = self.pool.head(run);
        let (len, total) = (head.len(), head.total());
        let rank = self.rng.below(total.wrapping_sub(len));
        // On bare metal one way will do: words of 64 bits are not what those processors are fast
        // at.
        if total <= 64 && cfg!(not(target_os = "none")) {
            self.absent_in_word(run, total, rank)
        } else {
            self.absent_in_list(run, total, rank)
        }
    }

    /// The index with `rank` others before it among those that no child in `run` has, of at most
    /// 64.
    pub(crate) fn absent_in_word(&self, run: RunId, total: u32, rank: u32) -> u32 {
        let all = u64::MAX.wrapping_shr(64_u32.wrapping_sub(total));
        let present = self.pool.children(run).iter().fold(0, |present, child| present | bit(u32::from(child.index())));
        let absent = all & !present;
        select(absent, running_counts(absent), rank)
    }

    /// The index as [`Tree::absent_in_word`] finds it, for any number, by halving: the least one up
    /// to which more than `rank` are absent.
    pub(crate) fn absent_in_list(&self, run: RunId, total: u32, rank: u32) -> u32 {
        let children = self.pool.children(run);
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
