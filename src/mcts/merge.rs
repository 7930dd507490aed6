//! Merges the results of other tree searches into one tree search. [`crate::keep::merge`] describes
//! this.

use super::TreeParts;
use crate::game::value::Side;
use crate::keep::error::MergeError;
use crate::report::Stop;
use crate::tree::Solver;

impl TreeParts<'_, '_> {
    /// Checks that the players of the two trees are compatible, that neither tree is shared, and
    /// that neither tree already contains merged results.
    pub(crate) fn check_merge(&self, other: &TreeParts<'_, '_>) -> Result<(), MergeError> {
        // Leaves that wait for their values cannot be merged: one of the two trees would wait
        // forever.
        if !self.tree.plan.means_the_same(&other.tree.plan) || self.tree.plan.is_told() {
            return Err(MergeError::Player);
        }
        // A shared tree contains the results of all its searches. So a merge could count results
        // twice.
        if self.tree.is_merged() || other.tree.is_merged() || self.sharing.is_on() || other.sharing.is_on() {
            return Err(MergeError::Merged);
        }
        Ok(())
    }

    /// Adds the results of `other` to this tree. Also combines the counters of the latest searches
    /// of both trees.
    pub(crate) fn merge(&mut self, other: &TreeParts<'_, '_>) {
        self.tree.come_to_rest();
        let board = &mut *self.board;
        self.tree.merge_root(other.tree, &mut |mv| board.index_of(mv));
        // Before the first search and after `forget`, the counters do not belong to a search.
        if self.stop.is_none() {
            (*self.iterations, *self.playout_plies, *self.depth_max, *self.elapsed_ms) = (0, 0, 0, 0);
        }
        if other.stop.is_some() {
            *self.iterations = self.iterations.saturating_add(*other.iterations);
            *self.playout_plies = self.playout_plies.saturating_add(*other.playout_plies);
            *self.depth_max = (*self.depth_max).max(*other.depth_max);
            *self.elapsed_ms = (*self.elapsed_ms).max(*other.elapsed_ms);
        }
        *self.stop = self.stop.or(*other.stop);
    }

    /// Empties the tree, and deletes the reason why the latest search ended.
    pub(crate) fn forget(&mut self) {
        self.tree.clear();
        *self.stop = None;
    }

    /// Finishes a merge, after the results of all searches were added. `mover` is the player to
    /// move.
    pub(crate) fn close_merge(&mut self, mover: Side) {
        self.tree.close_merge(mover);
        if self.tree.root_is_settled() {
            *self.stop = Some(Stop::Proven);
        }
    }
}
