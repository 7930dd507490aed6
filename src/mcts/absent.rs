//! This file replaces `shared_tree.rs` in a library without shared trees: without the feature
//! `threads`, or for a target without 64-bit atomics.

use super::TreeSearch;
use crate::game::Move;
use crate::search::SearchError;
use crate::time::deadline::Deadline;
use crate::time::limits::Stop;
use crate::tree::NodeId;
use core::marker::PhantomData;

/// Replaces the shared tree of a search, in a library without shared trees.
#[derive(Debug)]
pub(super) struct Sharing<'m>(PhantomData<&'m ()>);

impl Sharing<'_> {
    pub(super) const NONE: Self = Self(PhantomData);

    pub(super) const fn is_on(&self) -> bool {
        false
    }

    pub(super) const fn follow(&mut self, _: Move) {}

    pub(super) const fn restart(&mut self, _: bool) {}

    pub(super) const fn enter(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    pub(super) const fn counts(&self) -> Option<(u32, u64)> {
        None
    }
}

impl<G> TreeSearch<'_, G>
where
    G: crate::game::knowledge::Knowledge,
{
    /// Always returns `None`, because there is no shared tree.
    pub(super) const fn search_shared(&mut self, _: &mut Deadline<'_>) -> Option<Stop> {
        None
    }

    /// Does nothing, because every child is complete when it is created.
    pub(super) const fn know(&mut self, _: NodeId) {}

    /// Does nothing, because no other search uses the tree.
    pub(super) const fn look_again(&mut self) {}
}
