//! Root-parallel search: what other trees have found about the moves of the same position goes into
//! this one.
//!
//! Only the root and its children take part. So what is below them stays as this tree has it, and
//! the search may go on.
//!
//! Little of what simulations do is called here, even where it would fit: much of it has one caller
//! and is compiled as a part of that, and a second one would make programs larger that never merge.

use super::Tree;
use super::backup::Backup;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use super::solver::Solver;
use crate::base::POLICIES;
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};

/// The place of its move that a root is given once others were merged into it. No move has it: a
/// position has at most as many moves. A root has no use for the place that its own move had, and
/// the next root comes with its own: so the mark is gone as soon as it is wrong.
const MERGED: u16 = u16::MAX;

impl Tree<'_> {
    /// Were others merged into the root that there is?
    pub(crate) fn is_merged(&self) -> bool {
        self.pool.node(ROOT).index() == MERGED
    }

    /// Adds what `other` knows about the children of its root, whose position is the same. A child
    /// that is missing here is made, if the pool has room for it; `index_of` is asked for the place
    /// of its move.
    pub(crate) fn merge_root(&mut self, other: &Tree<'_>, index_of: &mut dyn FnMut(Move) -> Option<u32>) {
        self.note(other.signature());
        let siblings = other.pool.node(ROOT).children();
        if siblings == SiblingsId::NONE {
            return; // nothing was found, and there is no head to ask
        }
        let total = other.pool.header(siblings).total();
        for child in other.pool.children(siblings) {
            let found = self.root_child(child.mv()).or_else(|| {
                let index = index_of(child.mv())?;
                self.add_root_child(child, index as u16, total)
            });
            if let Some(id) = found {
                let id = if child.visits() > 0 { self.visit(self.pool.node(ROOT).children(), id) } else { id };
                self.merge_child(id, child);
            }
        }
    }

    /// All others were merged: the root, where `mover` is to move, counts what its children do.
    pub(crate) fn close_merge(&mut self, mover: Side) {
        let root = *self.pool.node(ROOT);
        if root.children() == SiblingsId::NONE {
            return; // nobody has found anything
        }
        let (mut visits, mut reward, mut any_solved) = (0_u32, 0_i64, false);
        for child in self.pool.children(root.children()) {
            visits = visits.saturating_add(child.visits().saturating_sub(self.plan.np()));
            reward = reward.saturating_add(child.reward());
            any_solved |= child.is_solved();
        }
        // Not the sum over the roots: where a move was played after the last merger, this root had
        // the visits of all of them, and they would count twice.
        let most = i64::from(visits).wrapping_mul(i64::from(Value::ONE));
        let mut merged = Slot::node(root.mv(), MERGED, root.value(), root.proof());
        merged.set_children(root.children());
        merged.set_prior(visits, reward.clamp(most.wrapping_neg(), most));
        if root.is_solved() {
            merged.set_proof(root.proof(), root.distance());
            merged.set_settled(root.is_settled());
        }
        *self.pool.node_mut(ROOT) = merged;
        self.pool.header_mut(root.children()).set_mark(0); // all bounds are wrong
        let proven = any_solved && self.plan.solver && self.prove(ROOT, root.children(), mover);
        if !proven && self.plan.backs_up {
            self.back_up_value(ROOT, root.children(), mover);
        }
    }

    /// A child of the root like `model`, whose move is at this index of `total`, without what was
    /// found about it; `None` where there is no room.
    fn add_root_child(&mut self, model: &Slot, index: u16, total: u32) -> Option<NodeId> {
        let siblings = match self.grown_root_children(total) {
            None if self.make_room(total, ROOT) => self.grown_root_children(total),
            siblings => siblings,
        }?;
        let mut child = Slot::node(model.mv(), index, model.value(), Proof::Unknown);
        if POLICIES && !model.is_solved() {
            child.set_bias(model.bias());
        }
        Some(self.pool.push_child(siblings, child))
    }

    /// The sibling block of the root's children with room for one more, which becomes one for all
    /// of them where it is full, or if there is no block as large, for one more; `None` where there
    /// is neither.
    fn grown_root_children(&mut self, total: u32) -> Option<SiblingsId> {
        let siblings = match self.pool.node(ROOT).children() {
            SiblingsId::NONE => {
                self.pool.take_siblings(total, ROOT, total).or_else(|| self.pool.take_siblings(1, ROOT, total))?
            }
            siblings => siblings,
        };
        // It is in use: it is not what gives way where room is made.
        self.touch(siblings);
        if self.pool.header(siblings).len() < self.pool.room(siblings) {
            return Some(siblings);
        }
        self.pool
            .grow(siblings, total)
            .or_else(|| self.pool.grow(siblings, self.pool.header(siblings).len().wrapping_add(1)))
    }

    /// Adds what is known about `other` to what is known about `id`, which the same move leads to.
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

/// Of two proofs of the same outcome the one that ends sooner counts, and the better value for the
/// winner: each tree has proven that he can have it.
fn shorten_proof(node: &mut Slot, own: &Slot, other: &Slot) {
    let mut known = own.known().or_better(other.known());
    known.distance = own.distance().min(other.distance());
    node.set_known(&known);
}

/// Visits of two nodes, and the sum of their rewards. Where the count of visits is full, so many of
/// the second count as still fit, with their mean.
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

/// The mean of two minimax values, each with the weight of its visits: that of the larger tree
/// counts more, and values that are equal, as static ones are, stay as they are. Rounded towards a
/// draw, so that neither player has an advantage by it.
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
