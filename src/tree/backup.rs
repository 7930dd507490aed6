//! Step 4 of a simulation, back up: updates the nodes on the path from the leaf to the root with
//! the reward, the implicit minimax value and solved values.

use super::chance::Chance;
use super::estimate::best_for;
use super::nodes::{Node, NodeMut, Nodes};
use super::select::Select;
use super::slot::{NodeId, SiblingsId};
use super::solver::Solver;
use crate::game::value::{Side, Value};
use core::borrow::Borrow;

/// Backpropagation. It is written once and works with both kinds of node storage: one search's
/// pool, and a tree shared by threads.
pub(crate) trait Backup<'m>: Nodes<'m> {
    /// Carries the reward up the path. This is the function UPDATE of Algorithm 1 in the implicit
    /// minimax paper.
    ///
    /// If a node becomes solved on the way up, its game-theoretic value replaces the reward. With
    /// maximum backpropagation, a node with enough visits passes up the best estimate of its
    /// children instead of the reward.
    ///
    /// Returns the reward of the last node that is updated: the root or, if the search has a trunk
    /// (`trunk.rs`), the end of the trunk.
    #[inline(always)]
    fn back_up(&mut self, leaf_reward: Value) -> Value {
        let mut reward = leaf_reward;
        let mut changed = self.tree().plan.backs_up;
        let mut below = None;
        let mut renumbers = self.tree().plan.pn();
        let trunk = self.tree().trunk();
        for ply in (trunk..=self.tree().depth).rev() {
            let Some(&step) = self.tree().path.get(ply) else { break };
            let (node, mover) = (step.node(), step.mover());
            if let Some((_, tells)) = below {
                let siblings = self.node(node).children();
                if tells && self.tree().plan.solver && self.prove(node, siblings, mover) {
                    reward = self.node(node).value();
                    self.store_solved(node, ply);
                    changed = self.tree().plan.backs_up;
                    renumbers = self.tree().plan.pn();
                } else if changed {
                    // If the minimax value of a node does not change, the minimax values of the
                    // nodes above it do not change either.
                    changed = self.back_up_value(node, siblings, mover);
                }
                renumbers = renumbers && self.renumber(node, ply);
            }
            let bounds = self.tree().plan.score_bounds();
            let (completed, visits, tells, siblings) = {
                let mut slot = self.node_mut(node);
                let proven = slot.is_solved();
                if step.claims_draw() && !proven {
                    reward = Value::DRAW;
                }
                let (completed, visits) = slot.complete(reward, trunk == 0 || ply == trunk);
                (completed, visits, proven || bounds && slot.is_safe(), slot.children())
            };
            if let Some((child, _)) = below {
                // In a shared tree, a simulation that starts at the end of the trunk was already
                // counted there, when the search announced it to the other threads.
                let announced = Self::IS_SHARED && trunk > 0 && ply == trunk;
                self.update_bound(visits.saturating_sub(u32::from(announced)), siblings, child, mover);
            }
            let max = self.tree().plan.max();
            if max != 0 && completed >= max && !self.has_outcomes(siblings) {
                let children = self.children(siblings).iter().map(|child| child.found());
                reward = self.tree().best_estimate_of(children, completed, mover).unwrap_or(reward);
            }
            below = Some((node, tells));
        }
        reward
    }

    /// Option `pn`: computes the proof numbers of `node`, which is at this ply of the path. Returns
    /// `true` if the numbers of the node above may change too. When the simulation creates the
    /// children of a node, it changes the numbers of that node. This concerns the last node of the
    /// path, and sometimes its parent.
    fn renumber(&mut self, node: NodeId, ply: usize) -> bool {
        let changes = self.tree_mut().back_up_numbers(ply);
        changes || self.node(node).is_solved() || ply.wrapping_add(1) >= self.tree().depth
    }

    /// Sets v(s), the minimax value of `node`, to the best value among the children, from the point
    /// of view of the player to move. At a chance node, v(s) is the expected value. Algorithm 1 in
    /// the implicit minimax paper does this in lines 8 and 14. Returns `true` if v changed.
    fn back_up_value(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> bool {
        if self.has_outcomes(siblings) {
            self.change_value(node, |nodes| nodes.expectation(siblings));
            return true; // this simulation may have changed the value before, when it created the outcomes
        }
        if self.tree().plan.is_told() {
            return self.back_up_told_value(node, siblings, mover);
        }
        self.change_value(node, |nodes| best_for(mover, nodes.children(siblings).iter().map(|child| child.value())))
    }

    /// Sets v(s) like [`Backup::back_up_value`], for a player whose program tells the values of
    /// leaves. Until the value of a child is told, the child has the value of its parent. Such a
    /// child is left out if another unsolved child has a told value.
    #[inline(never)] // few players use this
    fn back_up_told_value(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> bool {
        let any = self.children(siblings).iter().any(|child| child.found().borrow().is_told());
        self.change_value(node, |nodes| {
            let counts = |child: &&Self::Node| !any || child.is_solved() || child.found().borrow().is_told();
            best_for(mover, nodes.children(siblings).iter().filter(counts).map(|child| child.value()))
        })
    }

    /// Solves a leaf if its new children in `siblings` prove it. Otherwise, if the player backs up
    /// values, sets the value of the leaf to the value of its best child.
    fn learn_from_children(&mut self, leaf: NodeId, siblings: SiblingsId, mover: Side, any_solved: bool) {
        if any_solved && self.tree().plan.solver && self.prove(leaf, siblings, mover) {
            self.store_solved(leaf, self.tree().depth);
        } else if self.tree().plan.backs_up {
            self.back_up_value(leaf, siblings, mover);
        }
    }
}

impl<'m, N: Nodes<'m>> Backup<'m> for N {}
