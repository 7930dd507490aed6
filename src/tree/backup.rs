//! Step 4 of a simulation, back up: carries the reward, the implicit minimax value and solved
//! values from the leaf to the root.

use super::Tree;
use super::estimate::best_for;
use super::slot::{NodeId, ROOT};
use super::transpositions::Known;
use crate::game::value::{Side, Value};

impl Tree<'_> {
    /// UPDATE of Algorithm 1 along the path. A node proven on the way up counts as what it is
    /// proven to be; with maximum backpropagation, a node with enough visits hands up the best
    /// estimate below it instead.
    pub(crate) fn backup(&mut self, leaf_reward: Value) {
        let mut reward = leaf_reward;
        let mut changed = self.plan.backs_up;
        let mut below = None;
        for ply in (0..=self.depth).rev() {
            let Some(&step) = self.path.get(ply) else { break };
            let (node, mover) = (step.node(), step.mover());
            if let Some((_, tells)) = below {
                if tells && self.plan.solver && self.prove(node, mover) {
                    reward = self.proven_value(node).unwrap_or(reward);
                    self.store_solved(node, ply);
                    changed = self.plan.backs_up;
                } else if changed {
                    // A value that stays the same changes nothing above it.
                    changed = self.back_up_value(node, mover);
                }
            }
            let slot = self.pool.node_mut(node);
            let proven = slot.is_proven();
            if step.claims_draw() && !proven {
                reward = Value::DRAW;
            }
            slot.add(reward);
            let tells = proven || self.plan.score_bounds() && slot.is_safe();
            let (visits, run) = (slot.visits(), slot.run());
            if let Some((child, _)) = below {
                self.update_bound(visits, run, child, mover);
            }
            if self.plan.max() != 0 && visits >= self.plan.max() {
                reward = self.best_estimate(node, mover).unwrap_or(reward);
            }
            below = Some((node, tells));
        }
        self.pool.tidy();
        self.note(u64::from(reward.raw().cast_unsigned()));
    }

    /// v(s) = max over the children, in the mover's view (Algorithm 1, lines 8 and 14). Did it
    /// change?
    pub(crate) fn back_up_value(&mut self, node: NodeId, mover: Side) -> bool {
        let before = self.pool.node(node).value();
        let values = self.pool.children(self.pool.node(node).run()).iter().map(|child| child.value());
        let after = best_for(mover, values).unwrap_or(before);
        self.pool.node_mut(node).set_value(after);
        after != before
    }

    /// Notes that `node` is proven; what is below it is released, except the root's
    /// children.
    pub(super) fn settle(&mut self, node: NodeId, proven: &Known) {
        let slot = self.pool.node_mut(node);
        slot.set_proof(proven.proof, proven.distance);
        slot.set_value(proven.value);
        if node != ROOT {
            self.pool.release_below(node);
        }
    }
}
