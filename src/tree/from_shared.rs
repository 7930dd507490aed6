//! What it takes to fill a tree with the top of another: see `threads/copy_top.rs`.

use super::Tree;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use super::{Side, Step};

impl Tree<'_> {
    /// Forgets every node; the evaluations stay.
    pub(crate) fn empty(&mut self) {
        self.pool.clear();
        (self.stamp, self.history) = (0, 0);
    }

    /// A sibling block for all of the `total` children of `node`, if there is room without making
    /// any.
    pub(crate) fn take_all_siblings(&mut self, total: u32, node: NodeId) -> Option<SiblingsId> {
        let siblings = self.pool.take_siblings(total, node, total)?;
        self.touch(siblings);
        Some(siblings)
    }

    /// Appends a child; all that were visited come first.
    pub(crate) fn push_shown(&mut self, siblings: SiblingsId, child: Slot, visited: bool) {
        if visited || self.plan.np() > 0 {
            self.push_visited(siblings, child);
        } else {
            self.pool.push_child(siblings, child);
        }
    }

    /// Keeps two nodes at this depth of the path, which no simulation needs now; `false` where it
    /// is not so long.
    pub(crate) fn put_pair(&mut self, depth: usize, one: NodeId, other: NodeId) -> bool {
        let place = depth.wrapping_mul(2);
        let Some([first, second]) = self.path.get_mut(place..place.wrapping_add(2)) else { return false };
        (*first, *second) = (Step::new(one, Side::First), Step::new(other, Side::First));
        true
    }

    /// The two nodes that were kept at this depth, the second one by its number.
    pub(crate) fn pair(&self, depth: usize) -> (NodeId, u32) {
        let place = depth.wrapping_mul(2);
        match self.path.get(place..place.wrapping_add(2)) {
            Some([first, second]) => (first.node(), second.node().0),
            _ => (ROOT, 0),
        }
    }
}
