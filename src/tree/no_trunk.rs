//! This file replaces `trunk.rs` on bare metal, where trees are too small to gain from a trunk. Its
//! functions do nothing.

use super::Tree;
use super::backup::Backup;
use super::nodes::Nodes;
use super::slot::{NodeId, ROOT};
use crate::game::value::Value;

/// Replaces the type for a node of the trunk. No value of this type exists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stay;

/// Returns 0, as no tree has a trunk.
#[must_use]
pub const fn trunk_plies(_: usize) -> usize {
    0
}

impl Tree<'_> {
    pub(crate) const fn trunk(&self) -> usize {
        0
    }

    pub(crate) const fn end_of_trunk(&self) -> NodeId {
        ROOT
    }

    pub(super) const fn resume(&mut self) {}
    pub(super) const fn drop_trunk(&mut self) {}
    pub(super) const fn touch_trunk(&mut self) {}
}

/// Replaces the trunk. Every simulation starts at the root.
pub(crate) trait Trunk<'m>: Nodes<'m> {
    fn extend_trunk(&mut self, _: NodeId) -> bool {
        false
    }

    #[inline(always)]
    fn back_up_and_count(&mut self, leaf_reward: Value) -> Value {
        self.back_up(leaf_reward)
    }

    fn settle_trunk(&mut self) {}
    fn reopen_trunk(&mut self, _: usize) {}
    fn leave_trunk(&mut self) {}
}

impl<'m, N: Nodes<'m>> Trunk<'m> for N {}
