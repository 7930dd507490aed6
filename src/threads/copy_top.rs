//! Copies the top of a shared tree into the search's own tree. Between two search calls, all
//! reports come from this copy. If the search leaves the shared tree, it continues with the copy.

use super::climb::{Climber, child_of};
use super::slot::{EXPANDING, Id, SharedSlot};
use crate::tree::{NodeId, ROOT, SiblingsId, Slot, Tree};

/// The children of a node are copied if the node has at least 1/2^share of all simulations. The
/// shares are used in this order, so the most visited nodes get room first. With the last share,
/// the children of at most 2^10 nodes per ply are copied.
const SHARES: [u32; 5] = [2, 4, 6, 8, 10];

impl Climber<'_> {
    /// Copies the top of the shared tree to `tree`. These are the children of the root, and of
    /// every node with enough visits, if there is room. If there is no room for the root's
    /// children, `tree` stays empty, because even a solved root needs them to choose a move.
    pub(crate) fn show(&self, tree: &mut Tree<'_>) {
        let root = self.memory.slot(0).found();
        tree.empty();
        *tree.pool.node_mut(ROOT) = without_bound(root);
        tree.note(u64::from(root.visits()));
        if self.show_children(tree, ROOT, 0) == SiblingsId::NONE {
            tree.empty();
            return;
        }
        for share in SHARES {
            let least = root.visits() >> share;
            self.show_from(tree, least.max(1));
            if least <= 1 {
                break;
            }
        }
    }

    /// Copies the children of all nodes that have at least `least` visits.
    fn show_from(&self, tree: &mut Tree<'_>, least: u32) {
        // The node whose children are copied: its id in `tree`, its id in the shared tree, and its
        // depth.
        let (mut own, mut id, mut depth) = (ROOT, 0, 0_usize);
        let (mut siblings, mut from) = (self.show_children(tree, own, id), 0);
        loop {
            match self.next_shown(tree, siblings, from, id, least) {
                Some((child, its_id)) if tree.put_pair(depth, own, NodeId(id)) => {
                    (own, id, depth, from) = (child, its_id, depth.wrapping_add(1), 0);
                    siblings = self.show_children(tree, own, id);
                }
                _ => {
                    let Some(above) = depth.checked_sub(1) else { break };
                    let child = own;
                    (own, id) = tree.pair(above);
                    depth = above;
                    siblings = tree.pool.node(own).children();
                    from = siblings.offset_of(child).wrapping_add(1);
                }
            }
        }
    }

    /// True if the shared tree has changed since its top was copied to `tree`.
    pub(crate) fn has_grown(&self, tree: &Tree<'_>) -> bool {
        self.memory.slot(0).visits().0 != tree.pool.root().visits()
    }

    /// Finds the next child in `siblings` whose children must be copied. Starts at the offset
    /// `from`. Returns the ids of the child in both trees. `id` is the parent in the shared tree.
    fn next_shown(&self, tree: &Tree<'_>, siblings: SiblingsId, from: u32, id: Id, least: u32) -> Option<(NodeId, Id)> {
        let children = tree.pool.children(siblings);
        let shared = self.children_of(id)?;
        for (child, offset) in children.iter().zip(0_u32..).skip(from as usize) {
            if child.visits() < least || child.is_solved() {
                continue;
            }
            let place = self.memory.children(shared).iter().position(|other| other.mv() == child.mv());
            if let Some(place) = place {
                return Some((siblings.child(offset), child_of(shared, place as u32)));
            }
        }
        None
    }

    /// Copies the children of the node `id` of the shared tree to the node `own` of `tree`, if
    /// `own` has no children yet. Visited children come first, as in every tree. Returns the
    /// sibling block in `tree`, or [`SiblingsId::NONE`] if there are no children, or no room.
    fn show_children(&self, tree: &mut Tree<'_>, own: NodeId, id: Id) -> SiblingsId {
        let shown = tree.pool.node(own).children();
        if shown != SiblingsId::NONE {
            return shown;
        }
        let Some(shared) = self.children_of(id) else { return SiblingsId::NONE };
        let children = self.memory.children(shared);
        let Some(siblings) = tree.take_all_siblings(children.len() as u32, own) else { return SiblingsId::NONE };
        for visited in [true, false] {
            let found = children.iter().map(SharedSlot::found).filter(|child| (child.visits() > 0) == visited);
            for child in found {
                tree.push_shown(siblings, without_bound(child), visited);
            }
        }
        siblings
    }

    fn children_of(&self, id: Id) -> Option<u32> {
        let siblings = self.memory.slot(id).children();
        (siblings != 0 && siblings != EXPANDING).then_some(siblings)
    }
}

/// Returns the node without its stored bound.
fn without_bound(mut node: Slot) -> Slot {
    node.set_bound(0);
    node
}
