//! The trunk: the part of the path that a search keeps from one simulation to the next.
//!
//! In a large tree, almost all simulations go through the same few nodes near the root. So a
//! simulation need not start at the root. A node of the path with enough simulations joins the
//! *trunk*. The search then *stays* below this node: the next simulations start there, from a
//! copy of the position, until the node's allowance of simulations is used up or the node is
//! solved. The results are first backed up only to the last node of the trunk. When a stay ends,
//! they are added to the node above, all at once, and the bound of the child is computed again.
//!
//! What holds between two simulations:
//!
//! 1. The trunk starts at the root, and each node of the trunk is a child of the node before.
//! 2. The last node of the trunk, and all nodes that are not in the trunk, have exact sums. A node
//!    of the trunk lacks the results that the stays below it have not handed up yet.
//! 3. A search call ends with exact sums and minimax values everywhere. Only the bounds of the
//!    trunk are older. No bound of the trunk is used before its stay ends. So several short calls
//!    give the same search as one long call, and a report does not change the search.
//! 4. No sibling block on the trunk can be recycled. When a stay ends, the block counts as used.
//!
//! Depth-first UCT (Yoshizoe, Kishimoto, Kaneko, Yoshimoto, Ishikawa 2011) delays backups in the
//! same way, to save messages between computers. Here, the delay saves the moves, the selection and
//! the cache misses of the upper plies on one processor. docs/SPEED.md has the measurements.

#[cfg(not(feature = "policies"))]
use super::absent::Mark;
use super::backup::Backup;
#[cfg(feature = "policies")]
use super::move_statistics::Mark;
use super::nodes::Nodes;
use super::select::Select;
use super::slot::{NodeId, ROOT};
use super::solver::Solver;
use super::{Step, Tree};
use crate::game::value::Value;

/// A node joins the trunk after this many simulations.
const JOINS: u32 = 64;

/// A stay lasts for the number of simulations so far, divided by this number. So the bounds of the
/// trunk are at most this fraction behind. The fraction by which N is rounded in bounds is larger.
const SHARE: u32 = 32;

/// Results that are not yet added to the node above.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    visits: u32,
    reward: i64,
}

/// A node of the trunk, and what is known about the stay below this node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stay {
    step: Step,
    /// The simulations that are left of the allowance.
    left: u32,
    /// The results since they were last handed up.
    found: Results,
    /// The minimax value of the node when the stay began.
    value: Value,
    /// Options `mast` and `grave`: the move statistics at this ply.
    mark: Mark,
}

impl Tree<'_> {
    /// The number of plies of the trunk; 0 if it has only the root.
    #[inline(always)]
    pub(crate) const fn trunk(&self) -> usize {
        self.trunk
    }

    /// Returns the last node of the trunk.
    #[inline(always)]
    pub(crate) fn end_of_trunk(&self) -> NodeId {
        if self.trunk == 0 { ROOT } else { self.stays.get(self.trunk).map_or(ROOT, |stay| stay.step.node()) }
    }

    /// Starts a simulation at the end of the trunk.
    #[inline(always)]
    pub(super) fn resume(&mut self) {
        self.depth = self.trunk;
        let (Some(stay), Some(step)) = (self.stays.get(self.trunk), self.path.get_mut(self.trunk)) else { return };
        *step = stay.step; // without a claimed draw
        if self.plan.learns() {
            self.move_statistics.resume(&stay.mark, self.stamp);
        }
    }

    /// Adds the node at the end of the path to the trunk, if the node above is the end of the
    /// trunk, and if this node has enough simulations. Returns `true` if it is added. Then the
    /// caller must keep the position.
    #[inline(always)]
    pub(crate) fn extend_trunk(&mut self, node: NodeId) -> bool {
        self.trunk.wrapping_add(1) == self.depth && self.depth < self.stays.len() && self.join(node)
    }

    #[inline(never)] // rare
    fn join(&mut self, node: NodeId) -> bool {
        let simulations = self.simulations(node);
        // A draw that the node above claims counts for the current simulation only.
        let claims = self.path.get(self.trunk).is_none_or(|step| step.claims_draw());
        let (Some(&step), Some(stay)) = (self.path.get(self.depth), self.stays.get_mut(self.depth)) else {
            return false;
        };
        let joins = simulations >= JOINS && self.plan.max() == 0 && !claims && !self.pool.node(node).is_solved();
        if joins {
            let mark = self.move_statistics.mark();
            let value = self.pool.node(node).value();
            *stay = Stay { step, left: simulations / SHARE, found: Results::default(), value, mark };
            self.trunk = self.depth;
            if self.depth == 1
                && let (Some(&root), Some(stay)) = (self.path.first(), self.stays.first_mut())
            {
                *stay = Stay { step: root, left: u32::MAX, ..Stay::default() };
            }
        }
        joins
    }

    /// Counts a simulation from the end of the trunk. Ends the stay if its allowance is used up or
    /// its node is solved, and then perhaps the stays above it.
    #[inline(always)]
    pub(super) fn count_in_trunk(&mut self, reward: Value) {
        let Some(stay) = self.stays.get_mut(self.trunk) else { return };
        stay.left = stay.left.saturating_sub(1);
        stay.found.visits = stay.found.visits.wrapping_add(1);
        stay.found.reward = stay.found.reward.wrapping_add(i64::from(reward.raw()));
        if self.is_over() {
            self.end_stays();
        }
    }

    #[inline(never)] // rare
    fn end_stays(&mut self) {
        while self.trunk > 0 && self.is_over() {
            self.end_stay();
        }
    }

    /// True if the last stay must end. In best-first minimax, it also ends when the value of
    /// its node changes, so that the search follows the best value as without a trunk.
    #[inline(always)]
    fn is_over(&self) -> bool {
        let Some(stay) = self.stays.get(self.trunk) else { return false };
        let node = self.pool.node(stay.step.node());
        stay.left == 0 || node.is_solved() || self.plan.best_first() && node.value() != stay.value
    }

    /// Hands up the results of the last stay, removes its node from the trunk, and solves the node
    /// above if possible.
    fn end_stay(&mut self) {
        let ply = self.trunk;
        self.hand_up(ply);
        self.trunk = ply.wrapping_sub(1);
        let (Some(above), Some(stay)) = (self.stays.get(self.trunk), self.stays.get(ply)) else { return };
        let (node, mover, child) = (above.step.node(), above.step.mover(), stay.step.node());
        let siblings = self.pool.node(node).children();
        self.touch(siblings);
        let slot = self.pool.node(child);
        let tells = slot.is_solved() || self.plan.score_bounds() && slot.is_safe();
        if tells && self.plan.solver && self.prove(node, siblings, mover) {
            self.store_solved(node, self.trunk);
        }
        let slot = self.pool.node(node);
        self.update_bound(slot.visits(), slot.children(), child, mover);
    }

    /// Adds the results of the stay at this ply to the node above, as if its simulations had gone
    /// through that node.
    fn hand_up(&mut self, ply: usize) {
        let Some((above, below)) = self.stays.split_at_mut_checked(ply) else { return };
        let (Some(above), Some(stay)) = (above.last_mut(), below.first_mut()) else { return };
        let found = core::mem::take(&mut stay.found);
        above.left = above.left.saturating_sub(found.visits);
        above.found.visits = above.found.visits.wrapping_add(found.visits);
        above.found.reward = above.found.reward.wrapping_add(found.reward);
        let (node, mover) = (above.step.node(), above.step.mover());
        if self.plan.backs_up {
            self.back_up_value(node, self.pool.node(node).children(), mover);
        }
        self.pool.node_mut(node).add_many(found.visits, found.reward);
    }

    /// Makes all sums and minimax values exact, at the end of a search call. The stays go on in the
    /// next call.
    pub(crate) fn settle_trunk(&mut self) {
        for ply in (1..=self.trunk()).rev() {
            self.hand_up(ply);
        }
    }

    /// Prepares the trunk for a search call. Ends the stays that are deeper than this limit. The
    /// path may have been used for other purposes since the last call.
    pub(crate) fn reopen_trunk(&mut self, depth_limit: usize) {
        while self.trunk() > depth_limit {
            self.end_stay();
        }
        for (step, stay) in self.path.iter_mut().zip(self.stays.iter()).take(self.trunk) {
            *step = stay.step;
        }
    }

    /// Ends all stays.
    pub(crate) fn leave_trunk(&mut self) {
        self.reopen_trunk(0);
    }

    /// Forgets all stays, because the tree is emptied.
    pub(super) fn drop_trunk(&mut self) {
        self.trunk = 0;
    }

    /// Marks the sibling blocks of the trunk as used by this simulation.
    pub(super) fn touch_trunk(&mut self) {
        for ply in 0..self.trunk() {
            let Some(stay) = self.stays.get(ply) else { return };
            self.touch(self.pool.node(stay.step.node()).children());
        }
    }
}

/// How many nodes the trunk of a tree with this many slots should have room for, with the root.
/// A small tree has no trunk, so that it is the same on all targets.
#[must_use]
pub const fn trunk_plies(slots: usize) -> usize {
    if slots >= LEAST_SLOTS { PLIES } else { 0 }
}

/// The room of a trunk, in plies.
const PLIES: usize = 64;

/// The smallest tree with a trunk.
const LEAST_SLOTS: usize = 1 << 15;
