//! Option `reg`: corrects the static values of new nodes. The correction is learned from the errors
//! of earlier static values.
//!
//! When a node is expanded, the best value of its children replaces its static value. The
//! difference is a sample of the error of static values after the move that leads to the node. A
//! table has the mean error for each move and player. It is the table of the option `mast`, with
//! errors in place of rewards. A new node gets three quarters of the mean error of its move. With
//! the whole mean error, corrections could drift, because the samples come from values that are
//! already corrected.

use super::estimate::bias_of;
use super::nodes::Nodes;
use super::slot::{NodeId, SiblingsId};
use super::{MoveStat, Tree};
use crate::base::CHANCE;
use crate::game::Move;
use crate::game::value::{Side, Value};

/// The mean error is computed as if there were this many more samples, each with an error of 0. So
/// few samples give a small correction.
const CAUTION: u32 = 4;

/// Returns the number to add to a static value after a move that has these errors.
pub(super) fn correction(errors: MoveStat) -> i32 {
    let count = errors.count.wrapping_add(CAUTION).cast_signed();
    errors.sum.checked_div(count).unwrap_or(0).wrapping_mul(3) / 4
}

/// Returns `value` + `by`, limited to the range of values.
pub(super) fn moved(value: Value, by: i32) -> Value {
    const ONE: i32 = Value::ONE as i32;
    Value::from_raw(i32::from(value.raw()).wrapping_add(by).clamp(-ONE, ONE) as i16)
}

impl Tree<'_> {
    /// Corrects the static values of the new children in `siblings`, where `mover` is to move. Does
    /// not correct the outcomes of a chance event.
    #[inline(never)] // few players use this
    pub(super) fn correct_children(&mut self, siblings: SiblingsId, mover: Side) {
        if self.pool.header(siblings).has_outcomes() {
            return;
        }
        for offset in 0..self.pool.header(siblings).len() {
            let child = *self.pool.node(siblings.child(offset));
            if child.is_solved() {
                continue;
            }
            let value = moved(child.value(), self.correction_after(mover, child.mv()));
            let plan = &self.plan;
            let slot = self.pool.node_mut(siblings.child(offset));
            slot.set_value(value);
            if plan.has_informed_priors() {
                slot.set_prior(plan.np(), i64::from(value.raw()).wrapping_mul(plan.np().into()));
            }
            if plan.by_value() {
                slot.set_bias(bias_of(value));
            }
        }
    }

    /// Returns the number to add to static values after this move.
    #[inline(never)] // for flash
    fn correction_after(&self, mover: Side, mv: Move) -> i32 {
        correction(self.move_statistics.of_move(mover, mv))
    }

    /// Learns the error of the static value `before` of `leaf`, the end of the path, which was just
    /// expanded. Does nothing if the leaf is expanded for the second time, after its children were
    /// released, because then `before` is not a static value.
    #[inline(never)] // few players use this
    pub(super) fn learn_error(&mut self, leaf: NodeId, before: Value) {
        let node = *self.pool.node(leaf);
        let above = self.depth.checked_sub(1).and_then(|ply| self.path.get(ply)).copied();
        let is_first = self.simulations(leaf) <= self.plan.needed_visits();
        let Some(above) = above.filter(|_| is_first && !node.is_solved()) else { return };
        if CHANCE && self.is_chance(above.node()) {
            return; // an outcome is not a move
        }
        let known = self.correction_after(above.mover(), node.mv());
        let found = i32::from(node.value().raw()).wrapping_sub(before.raw().into());
        let error = moved(Value::DRAW, known.wrapping_add(found));
        self.move_statistics.note(above.mover(), node.mv(), error);
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "correction_tests.rs"]
mod tests;
