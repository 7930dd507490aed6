//! Step 0 of a simulation: goes to the end of the trunk. `tree/trunk.rs` describes the trunk; this
//! file keeps its positions. On bare metal there is no trunk.

use super::{Stay, TreeSearch};
use crate::game::knowledge::Knowledge;
#[cfg(not(target_os = "none"))]
use crate::game::players::not_two;

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// Provides the memory for a trunk, which makes searches of large trees faster. `stays` has
    /// room for the nodes of the trunk: [`trunk_plies`] returns how many. `places` has positions of
    /// the same game and board. One less is enough, because the root has its own position. Call
    /// this function before the first search. Without this memory, simulations start at the root.
    /// On bare metal, with told values, or in a game with chance events, this function does
    /// nothing.
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
        // A stay would find the same told leaves again, and the same outcomes of chance events. A
        // search for all players follows each simulation from the root.
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
