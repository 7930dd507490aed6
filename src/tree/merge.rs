//! Root-parallel search: adds the results of other trees to this tree. All trees are searches of
//! the same position.
//!
//! Only the root and its children are merged. The nodes below a child stay as they are, unless the
//! merge solves the child. So this tree can be searched further.
//!
//! This file deliberately avoids the simulation's functions, even where they would fit. Many of
//! these functions have a single caller, so the compiler inlines them. A second caller could
//! prevent this, and make even programs larger that never merge.

use super::Tree;
use super::backup::Backup;
use super::nodes::Nodes;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use super::solver::Solver;
use crate::base::POLICIES;
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};

/// The root has this mark after a merge. The mark is stored in place of the index of the root's
/// move, which a root does not need. It differs from every index, because a position has fewer
/// moves. The mark disappears when a move is played and another node becomes the root.
const MERGED: u16 = u16::MAX;

impl Tree<'_> {
    /// True if the results of other trees were merged into the present root.
    pub(crate) fn is_merged(&self) -> bool {
        self.pool.root().index() == MERGED
    }

    /// Adds the results of `other`, a tree of the same position, to the root's children. Creates
    /// children that are missing from this tree, as long as the pool has room. `index_of` returns
    /// the index of a move.
    pub(crate) fn merge_root(&mut self, other: &Tree<'_>, index_of: &mut dyn FnMut(Move) -> Option<u32>) {
        self.note(other.signature());
        let siblings = other.pool.root().children();
        if siblings == SiblingsId::NONE {
            return; // nothing was found, and there is no header to read
        }
        let total = other.pool.header(siblings).total();
        for child in other.pool.children(siblings) {
            let found = self.root_child(child.mv()).or_else(|| {
                let index = index_of(child.mv())?;
                self.add_root_child(child, index as u16, total)
            });
            if let Some(id) = found {
                let id = if child.visits() > 0 { self.visit(self.pool.root().children(), id) } else { id };
                self.merge_child(id, child);
            }
        }
    }

    /// Finishes a merge: computes the results of the root, where `mover` is to move, from its
    /// children.
    pub(crate) fn close_merge(&mut self, mover: Side) {
        let root = *self.pool.root();
        if root.children() == SiblingsId::NONE {
            return; // no tree has found anything
        }
        let (mut visits, mut reward, mut any_solved) = (0_u32, 0_i64, false);
        for child in self.pool.children(root.children()) {
            visits = visits.saturating_add(child.visits().saturating_sub(self.plan.np()));
            reward = reward.saturating_add(child.reward());
            any_solved |= child.is_solved();
        }
        // The visits and the rewards are sums over the children, not over the roots of all trees.
        // If a move was played after the last merge, the root already includes the visits of the
        // other trees. So a sum over the roots would count those visits twice.
        let most = i64::from(visits).wrapping_mul(i64::from(Value::ONE));
        let mut merged = Slot::node(root.mv(), MERGED, root.value(), root.proof());
        merged.set_children(root.children());
        merged.set_prior(visits, reward.clamp(most.wrapping_neg(), most));
        if root.is_solved() {
            merged.set_proof(root.proof(), root.distance());
            merged.set_settled(root.is_settled());
        }
        *self.pool.node_mut(ROOT) = merged;
        self.pool.header_mut(root.children()).set_mark(0); // all bounds are invalid
        let proven = any_solved && self.plan.solver && self.prove(ROOT, root.children(), mover);
        if !proven && self.plan.backs_up {
            self.back_up_value(ROOT, root.children(), mover);
        }
    }

    /// Adds a child to the root. The child has the move, the value and the bias of `model`, but not
    /// its visits, rewards or proof. `index` is the index of the move, and `total` is the number of
    /// legal moves. Returns `None` if there is no room.
    fn add_root_child(&mut self, model: &Slot, index: u16, total: u32) -> Option<NodeId> {
        let siblings = match self.grown_root_children(total) {
            None if self.make_room(total, ROOT) => self.grown_root_children(total),
            siblings => siblings,
        }?;
        let mut child = Slot::node(model.mv(), index, model.value(), Proof::Unknown);
        if POLICIES && !model.is_solved() {
            child.set_bias(model.bias());
        }
        Some(self.push_child(siblings, child))
    }

    /// Returns the sibling block of the root's children, with room for one more child. A full block
    /// grows so that it has room for all `total` children. If no free block is that large, it grows
    /// by one child. Returns `None` if it cannot grow.
    fn grown_root_children(&mut self, total: u32) -> Option<SiblingsId> {
        let siblings = match self.pool.root().children() {
            SiblingsId::NONE => {
                self.pool.take_siblings(total, ROOT, total).or_else(|| self.pool.take_siblings(1, ROOT, total))?
            }
            siblings => siblings,
        };
        // Marks the block as used, so that it is not recycled to make room.
        self.touch(siblings);
        if self.pool.header(siblings).len() < self.pool.room(siblings) {
            return Some(siblings);
        }
        self.pool
            .grow(siblings, total)
            .or_else(|| self.pool.grow(siblings, self.pool.header(siblings).len().wrapping_add(1)))
    }

    /// Adds the results of `other` to the child `id`. `other` is a child of another tree, with the
    /// same move.
    fn merge_child(&mut self, id: NodeId, other: &Slot) {
        let own = *self.pool.node(id);
        let (visits, reward) = sum(&own, other);
        let node = self.pool.node_mut(id);
        node.set_prior(visits, reward);
        if own.is_solved() {
            if other.proof() == own.proof() {
                shorten_proof(node, &own, other);
            }
        } else if other.is_solved() {
            node.set_known(&other.known());
            self.pool.release_below(id);
        } else {
            node.set_value(mean_value(&own, other));
        }
    }
}

/// Combines two proofs of the same outcome. Keeps the shorter distance, and the value that is
/// better for the winner: the winner can reach both values, because both are proven.
fn shorten_proof(node: &mut Slot, own: &Slot, other: &Slot) {
    let mut known = own.known().or_better(other.known());
    known.distance = own.distance().min(other.distance());
    node.set_known(&known);
}

/// Adds two nodes: returns the sum of their visits, and the sum of their rewards. If the sum of the
/// visits would exceed the largest count, only some of the second node's visits are added. Each of
/// them has the mean reward of the second node.
fn sum(own: &Slot, other: &Slot) -> (u32, i64) {
    let visits = own.visits().saturating_add(other.visits());
    let taken = visits.wrapping_sub(own.visits());
    let reward = if taken == other.visits() {
        other.reward()
    } else {
        let mean = other.reward().checked_div(i64::from(other.visits())).unwrap_or(0);
        mean.wrapping_mul(i64::from(taken))
    };
    (visits, own.reward().wrapping_add(reward))
}

/// Returns the mean of two minimax values, weighted by visits. So the node with more visits counts
/// more. Two equal values, for example static values, stay the same. The mean is rounded towards a
/// draw, so that no player gains from the rounding.
fn mean_value(own: &Slot, other: &Slot) -> Value {
    let weighted = |slot: &Slot| i64::from(slot.value().raw()).wrapping_mul(i64::from(slot.visits()));
    let visits = i64::from(own.visits()).wrapping_add(i64::from(other.visits()));
    let mean = weighted(own).wrapping_add(weighted(other)).checked_div(visits);
    mean.map_or(own.value(), |mean| Value::from_raw(mean as i16))
}

#[cfg(test)]
#[path = "merge_unit_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tree_tests;
