//! The trunk: the part of the path that a search keeps from one simulation to the next.
//!
//! In a large tree, almost all simulations go through the same few nodes near the root. So most
//! simulations need not start at the root. When a node of the path has enough simulations, it joins
//! the *trunk*. The search then *stays* below this node: the next simulations start there, from a
//! copy of the position. The *stay* ends when the node has had a fixed number of simulations (its
//! allowance), or when the node is solved. During a stay, results are backed up only to the last
//! node of the trunk. When the stay ends, all of them are added at once to the node above, and the
//! bound of the child is computed again.
//!
//! These statements are true between two simulations, in a tree that is not shared:
//!
//! 1. The trunk starts at the root, and each node of the trunk is a child of the node before.
//! 2. The last node of the trunk, and all nodes that are not in the trunk, have exact sums. A node
//!    of the trunk lacks the results that the stays below it have not handed up yet.
//! 3. When a search call ends, all sums and minimax values are exact. Only the bounds of the trunk
//!    are old, and none of them is used before its stay ends. So several short calls give the same
//!    search as one long call, and a report does not change the search.
//! 4. No sibling block on the trunk can be recycled. When a stay ends, the block counts as used.
//!
//! In a shared tree, each thread has its own trunk. When a stay begins, the thread announces all
//! simulations of the stay, so that other threads choose other nodes. When the stay ends, the
//! thread takes back the announced simulations that it did not run. All stays end with the search
//! call. Other threads can remove blocks of the trunk from the tree, but the memory of these blocks
//! stays reserved until the thread starts at the root again. So stays are short.
//!
//! Depth-first UCT (Yoshizoe, Kishimoto, Kaneko, Yoshimoto, Ishikawa 2011) delays backups in the
//! same way, to save messages between computers. Here, the delay saves time on one processor: the
//! moves, the selection and the cache misses of the upper plies. docs/SPEED.md has the
//! measurements.

#[cfg(not(feature = "policies"))]
use super::absent::Mark;
use super::backup::Backup;
#[cfg(feature = "policies")]
use super::move_statistics::Mark;
use super::nodes::{Node, NodeMut, Nodes};
use super::select::Select;
use super::slot::{NodeId, ROOT};
use super::solver::Solver;
use super::{Step, Tree};
use crate::game::value::Value;

/// A node joins the trunk after this many simulations.
const JOINS: u32 = 64;

/// A stay ends after N / `SHARE` simulations, where N is the node's number of simulations when the
/// stay begins. So the bounds of the trunk lack at most 1/32 of the simulations. This is less than
/// the error from rounding N in the bounds.
const SHARE: u32 = 32;

/// In a shared tree, a stay has at most this many simulations, because other threads get its
/// results and free memory only when the stay ends.
const SHARED_MAX: u32 = 256;

/// Results of simulations that are not yet added to the node above.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    visits: u32,
    reward: i64,
}

/// A node of the trunk, and the state of the stay below this node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stay {
    step: Step,
    /// The number of simulations until the stay ends. In a shared tree, these simulations are still
    /// announced at the node.
    left: u32,
    /// The results that were not yet added to the node above.
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

    /// Adds the results of the stay at this ply to the results of the stay above. Returns the
    /// results, and the node above.
    fn hand_over(&mut self, ply: usize) -> Option<(Results, Step)> {
        let (above, below) = self.stays.split_at_mut_checked(ply)?;
        let (above, stay) = (above.last_mut()?, below.first_mut()?);
        let found = core::mem::take(&mut stay.found);
        above.left = above.left.saturating_sub(found.visits);
        above.found.visits = above.found.visits.wrapping_add(found.visits);
        above.found.reward = above.found.reward.wrapping_add(found.reward);
        Some((found, above.step))
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

/// The trunk. It is written once and works with both kinds of node storage.
pub(crate) trait Trunk<'m>: Nodes<'m> {
    /// Adds `node`, the end of the path, to the trunk. Does this only if the node above is the end
    /// of the trunk, and `node` has enough simulations. Returns `true` if the node was added. Then
    /// the caller must keep a copy of the position.
    #[inline(always)]
    fn extend_trunk(&mut self, node: NodeId) -> bool {
        let tree = self.tree();
        tree.trunk.wrapping_add(1) == tree.depth && tree.depth < tree.stays.len() && self.join(node)
    }

    #[inline(never)] // rare
    fn join(&mut self, node: NodeId) -> bool {
        let (simulations, tree) = (self.simulations(node), self.tree());
        let (ply, left) = (tree.depth, self.allowance(simulations));
        // If the node above claims a draw, the claim counts only for the current simulation. So
        // `node` does not join the trunk.
        let claims = tree.path.get(tree.trunk).is_none_or(|step| step.claims_draw());
        if simulations < JOINS || left == 0 || tree.plan.max() != 0 || claims || self.node(node).is_solved() {
            return false;
        }
        let value = self.node(node).value();
        let tree = self.tree_mut();
        let mark = tree.move_statistics.mark();
        let (Some(&above), Some(&step)) = (tree.path.get(tree.trunk), tree.path.get(ply)) else { return false };
        if ply == 1
            && let Some(stay) = tree.stays.first_mut()
        {
            *stay = Stay { step: above, left, ..Stay::default() };
        }
        let Some(stay) = tree.stays.get_mut(ply) else { return false };
        *stay = Stay { step, left, found: Results::default(), value, mark };
        if Self::IS_SHARED {
            self.announce_stay(above, node, left);
        }
        self.tree_mut().trunk = ply;
        true
    }

    /// Tells the other threads of a shared tree that a stay of this many simulations begins below
    /// `node`, the child of `above`. If `node` is at the first ply, the current simulation is
    /// already announced at the root and at `node`.
    #[inline(always)]
    fn announce_stay(&mut self, above: Step, node: NodeId, left: u32) {
        let is_first = above.node() == ROOT;
        let more = left.saturating_sub(u32::from(is_first));
        let visits = self.visits(above.node());
        self.announce(node, more);
        if is_first {
            self.announce(ROOT, more);
        }
        let siblings = self.node(above.node()).children();
        self.update_bound(visits, siblings, node, above.mover());
    }

    /// Returns how many simulations a stay has below a node with this number of simulations. In a
    /// shared tree, a stay has at least two simulations, and not more than are left of the stay
    /// above; otherwise returns 0.
    #[inline(always)]
    fn allowance(&self, simulations: u32) -> u32 {
        let (share, tree) = (simulations / SHARE, self.tree());
        if !Self::IS_SHARED {
            return share;
        }
        let above = if tree.trunk == 0 { SHARED_MAX } else { tree.stays.get(tree.trunk).map_or(0, |stay| stay.left) };
        let most = share.min(above);
        if most > 1 { most } else { 0 }
    }

    /// Backs up the result of a simulation, and counts the simulation in the trunk. Returns the
    /// same reward as [`Backup::back_up`].
    #[inline(always)]
    fn back_up_and_count(&mut self, leaf_reward: Value) -> Value {
        let reward = self.back_up(leaf_reward);
        if self.tree().trunk() > 0 {
            self.count_in_trunk(reward);
        }
        reward
    }

    /// Counts a simulation that started at the end of the trunk. The stay below the last node ends
    /// if it has no simulations left, or if this node is solved. Then earlier stays can end for the
    /// same reasons.
    #[inline(always)]
    fn count_in_trunk(&mut self, reward: Value) {
        let tree = self.tree_mut();
        let Some(stay) = tree.stays.get_mut(tree.trunk) else { return };
        stay.left = stay.left.saturating_sub(1);
        stay.found.visits = stay.found.visits.wrapping_add(1);
        stay.found.reward = stay.found.reward.wrapping_add(i64::from(reward.raw()));
        if self.is_over() {
            self.end_stays();
        }
    }

    #[inline(never)] // rare
    fn end_stays(&mut self) {
        while self.tree().trunk() > 0 && self.is_over() {
            self.end_stay();
        }
    }

    /// True if the last stay must end. In best-first minimax, it also ends when the value of its
    /// node changes, so that the search still follows the best value.
    #[inline(always)]
    fn is_over(&self) -> bool {
        let tree = self.tree();
        let Some(stay) = tree.stays.get(tree.trunk) else { return false };
        let node = self.node(stay.step.node());
        stay.left == 0 || node.is_solved() || tree.plan.best_first() && node.value() != stay.value
    }

    /// Ends the last stay: adds its results to the node above, removes its node from the trunk, and
    /// solves the node above if possible.
    #[inline(never)] // called in two places
    fn end_stay(&mut self) {
        let ply = self.tree().trunk();
        self.hand_up(ply);
        let above = ply.wrapping_sub(1);
        let tree = self.tree_mut();
        tree.trunk = above;
        let (Some(&Stay { step, left: left_above, .. }), Some(&stay)) = (tree.stays.get(above), tree.stays.get(ply))
        else {
            return;
        };
        let (node, mover, child) = (step.node(), step.mover(), stay.step.node());
        self.withdraw(child, stay.left);
        if above == 0 {
            self.withdraw(ROOT, left_above);
        }
        let siblings = self.node(node).children();
        self.touch(siblings);
        let slot = self.node(child);
        let tells = slot.is_solved() || self.tree().plan.score_bounds() && slot.is_safe();
        if tells && self.tree().plan.solver && self.prove(node, siblings, mover) {
            self.store_solved(node, above);
        }
        let siblings = self.node(node).children();
        self.update_bound(self.visits(node), siblings, child, mover);
    }

    /// Adds the results of the stay at this ply to the node above, as if the simulations of the
    /// stay had passed through that node.
    #[inline(never)] // called in two places
    fn hand_up(&mut self, ply: usize) {
        let Some((found, step)) = self.tree_mut().hand_over(ply) else { return };
        let (node, mover) = (step.node(), step.mover());
        if self.tree().plan.backs_up {
            self.back_up_value(node, self.node(node).children(), mover);
        }
        if self.tree().plan.pn() {
            self.tree_mut().back_up_numbers(ply.wrapping_sub(1));
        }
        self.node_mut(node).complete_many(found.visits, found.reward);
    }

    /// Makes all sums and minimax values exact, at the end of a search call. The stays continue in
    /// the next call.
    fn settle_trunk(&mut self) {
        for ply in (1..=self.tree().trunk()).rev() {
            self.hand_up(ply);
        }
    }

    /// Prepares the trunk for a search call. Ends the stays that are deeper than this limit.
    /// Restores the path, which other functions may have used since the last call.
    #[inline(never)] // called in two places
    fn reopen_trunk(&mut self, depth_limit: usize) {
        while self.tree().trunk() > depth_limit {
            self.end_stay();
        }
        let tree = self.tree_mut();
        for (step, stay) in tree.path.iter_mut().zip(tree.stays.iter()).take(tree.trunk) {
            *step = stay.step;
        }
    }

    /// Ends all stays.
    fn leave_trunk(&mut self) {
        self.reopen_trunk(0);
    }
}

impl<'m, N: Nodes<'m>> Trunk<'m> for N {}

/// Returns the number of nodes (with the root) that a trunk should have room for, in a tree with
/// this many slots. A small tree has no trunk, so that it is the same on all targets.
#[must_use]
pub const fn trunk_plies(slots: usize) -> usize {
    if slots >= LEAST_SLOTS { PLIES } else { 0 }
}

/// The largest number of plies of a trunk.
const PLIES: usize = 64;

/// A tree has a trunk only if it has at least this many slots.
const LEAST_SLOTS: usize = 1 << 15;
