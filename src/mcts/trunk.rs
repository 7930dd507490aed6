//! Step 0 of a simulation: goes to the end of the trunk. `tree/trunk.rs` explains the trunk. This
//! file stores the positions of its nodes. On bare metal, there is no trunk.

use super::{Stay, TreeSearch};
use crate::game::knowledge::Knowledge;
#[cfg(not(target_os = "none"))]
use crate::game::players::not_two;

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// Provides the memory for a trunk, which makes searches of large trees faster. `stays` has
    /// room for the nodes of the trunk. [`trunk_plies`] returns how many nodes it should hold.
    /// `places` has positions of the same game and board. It can have one element less, because the
    /// root has its own position. Call this function before the first search. Without this memory,
    /// all simulations start at the root. This function does nothing on bare metal, with the option
    /// `efTold`, or in a game with chance events.
    ///
    /// [`trunk_plies`]: super::trunk_plies
    pub fn lend_trunk(&mut self, stays: &'m mut [Stay], places: &'m mut [G]) {
        #[cfg(target_os = "none")]
        let _ = (stays, places);
        #[cfg(not(target_os = "none"))]
        self.set_trunk(stays, places);
    }

    #[cfg(not(target_os = "none"))]
    fn set_trunk(&mut self, stays: &'m mut [Stay], places: &'m mut [G]) {
        // During a stay at the end of a trunk, the search would find the same waiting leaves, or
        // the same outcomes of chance events, again and again. In a game that does not have two
        // players, a search may need the whole path from the root (`players.rs`).
        if self.tree.plan.is_told() || self.simulation.position.has_chance() || not_two(&self.simulation.position) {
            return;
        }
        let plies = stays.len().min(places.len().saturating_add(1));
        self.tree.stays = stays.get_mut(..plies).unwrap_or_default();
        self.places = places;
    }

    /// Copies the position at the end of the trunk to the scratch position.
    #[inline(always)] // one caller
    pub(super) fn arrive(&mut self) {
        #[cfg(not(target_os = "none"))]
        if let Some(place) = self.tree.trunk().checked_sub(1).and_then(|above| self.places.get(above)) {
            return self.simulation.scratch.copy_from(place);
        }
        self.simulation.restart();
    }

    /// Copies the scratch position to the end of the trunk.
    #[inline(always)] // one caller
    pub(super) fn keep_place(&mut self) {
        #[cfg(not(target_os = "none"))]
        if let Some(place) = self.tree.trunk().checked_sub(1).and_then(|above| self.places.get_mut(above)) {
            place.copy_from(&self.simulation.scratch);
        }
    }
}
