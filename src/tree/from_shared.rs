//! Functions that fill a tree with the top of a shared tree, for `threads/copy_top.rs`.

use super::Tree;
use super::nodes::Nodes;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use super::{Side, Step};

impl Tree<'_> {
    /// Removes all nodes. The transposition table and the move statistics stay.
    pub(crate) fn empty(&mut self) {
        self.pool.clear();
        (self.stamp, self.history) = (0, 0);
    }

    /// Takes a sibling block that has room for all `total` children of `node`. Returns nothing if
    /// this would require recycling.
    pub(crate) fn take_all_siblings(&mut self, total: u32, node: NodeId) -> Option<SiblingsId> {
        let siblings = self.pool.take_siblings(total, node, total)?;
        self.touch(siblings);
        Some(siblings)
    }

    /// Appends a child. Append the visited children before the unvisited ones.
    pub(crate) fn push_shown(&mut self, siblings: SiblingsId, child: Slot, visited: bool) {
        if visited || self.plan.np() > 0 {
            self.push_visited(siblings, child);
        } else {
            self.pool.push_child(siblings, child);
        }
    }

    /// Stores two nodes for this depth in the memory of the path, which no simulation may be using.
    /// Returns `false` if the path is too short.
    pub(crate) fn put_pair(&mut self, depth: usize, one: NodeId, other: NodeId) -> bool {
        let place = depth.wrapping_mul(2);
        let Some([first, second]) = self.path.get_mut(place..place.wrapping_add(2)) else { return false };
        (*first, *second) = (Step::new(one, Side::First), Step::new(other, Side::First));
        true
    }

    /// Returns the two nodes that [`Tree::put_pair`] stored for this depth. The second node is
    /// returned as a number.
    pub(crate) fn pair(&self, depth: usize) -> (NodeId, u32) {
        let place = depth.wrapping_mul(2);
        match self.path.get(place..place.wrapping_add(2)) {
            Some([first, second]) => (first.node(), second.node().0),
            _ => (ROOT, 0),
        }
    }
}
