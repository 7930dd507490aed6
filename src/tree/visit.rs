//! Shows the nodes of a tree to a caller. A node comes before the nodes below it. Instead of
//! recursion, the code uses the path, which no simulation needs at that time.

use super::Tree;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::game::Move;
use crate::game::value::{Side, Value};
use crate::report::{TreeNode, Visit, Visitor};

impl Tree<'_> {
    /// Shows nodes to `visitor`: first the root, where `mover` is to move, then all nodes that are
    /// not deeper than `depth` and have at least `min_visits` visits. Returns the number of nodes
    /// that were shown.
    pub(crate) fn show(&mut self, mover: Side, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> u32 {
        let mut siblings = self.pool.root().children();
        if visitor(&self.root_shown(mover)) != Visit::Below || depth == 0 || siblings == SiblingsId::NONE {
            return 1;
        }
        let (mut offset, mut count) = (0, 1_u32);
        self.depth = 0;
        self.extend_path(ROOT, mover);
        loop {
            let Some(found) = self.next_shown(siblings, offset, min_visits) else {
                // This sibling block has no further child to show, so the visit continues with the
                // parent's next sibling.
                let parent = self.last_of_path();
                let Some(above) = self.depth.checked_sub(1) else { return count };
                self.depth = above;
                siblings = self.pool.node(self.last_of_path()).children();
                offset = siblings.offset_of(parent).wrapping_add(1);
                continue;
            };
            offset = found.wrapping_add(1);
            let child = siblings.child(found);
            count = count.wrapping_add(1);
            let below = self.pool.node(child).children();
            let ply = (self.depth as u32).wrapping_add(1);
            match visitor(&self.shown(child, ply, self.last_of_path())) {
                Visit::Stop => return count,
                Visit::Below if ply < depth && below != SiblingsId::NONE => {
                    self.descend(child, mover); // the mover of this step is not used
                    (siblings, offset) = (below, 0);
                }
                Visit::Below | Visit::Beside => {}
            }
        }
    }

    fn last_of_path(&self) -> NodeId {
        self.path.get(self.depth).map_or(ROOT, |step| step.node())
    }

    /// Returns the offset of the first child, at the offset `from` or later, that has enough
    /// visits.
    fn next_shown(&self, siblings: SiblingsId, from: u32, min_visits: u32) -> Option<u32> {
        let rest = self.pool.children(siblings).get(from as usize..)?;
        let skipped = rest.iter().position(|child| child.visits() >= min_visits)?;
        Some(from.wrapping_add(skipped as u32))
    }

    /// Returns the root in the form in which the visitor gets nodes. As in a report, the value of
    /// the root is the value of the move to play. The root has no move, because the tree does not
    /// know which move led to it.
    fn root_shown(&self, mover: Side) -> TreeNode {
        let best = self.best_child_id(mover).map(|id| self.root_estimate(self.pool.node(id)));
        TreeNode { mv: Move::NONE, ..self.facts(self.pool.root(), 0, best.unwrap_or(Value::DRAW)) }
    }

    fn shown(&self, node: NodeId, ply: u32, parent: NodeId) -> TreeNode {
        let slot = self.pool.node(node);
        self.facts(slot, ply, self.estimate(slot, self.pool.node(parent).visits()))
    }

    fn facts(&self, slot: &Slot, ply: u32, value: Value) -> TreeNode {
        TreeNode {
            ply,
            mv: slot.mv(),
            visits: slot.visits(),
            value,
            minimax: slot.value(),
            proof: slot.proof(),
            distance: slot.distance(),
            children: self.pool.children(slot.children()).len() as u32,
        }
    }
}
