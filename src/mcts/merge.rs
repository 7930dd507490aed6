//! Other tree searches of the same position, merged into one: see [`crate::keep::merge`].

use super::TreeParts;
use crate::game::value::Side;
use crate::keep::error::MergeError;
use crate::report::Stop;
use crate::tree::Solver;

impl TreeParts<'_, '_> {
    /// Do both trees mean the same, and does neither have others in it?
    pub(crate) fn check_merge(&self, other: &TreeParts<'_, '_>) -> Result<(), MergeError> {
        if !self.tree.plan.means_the_same(&other.tree.plan) {
            return Err(MergeError::Player);
        }
        // What a search shows of a tree that it shares is of all who share it.
        if self.tree.is_merged() || other.tree.is_merged() || self.sharing.is_on() || other.sharing.is_on() {
            return Err(MergeError::Merged);
        }
        Ok(())
    }

    /// Adds what `other` has found, and what its latest search was to this one's.
    pub(crate) fn merge(&mut self, other: &TreeParts<'_, '_>) {
        let board = &mut *self.board;
        self.tree.merge_root(other.tree, &mut |mv| board.index_of(mv));
        // Before a search, and once all is forgotten, these are of none.
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

    /// Nothing that was found counts any more.
    pub(crate) fn forget(&mut self) {
        self.tree.clear();
        *self.stop = None;
    }

    /// All others were merged; `mover` is to move.
    pub(crate) fn close_merge(&mut self, mover: Side) {
        self.tree.close_merge(mover);
        if self.tree.root_is_settled() {
            *self.stop = Some(Stop::Proven);
        }
    }
}
