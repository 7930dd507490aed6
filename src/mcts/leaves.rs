//! Option `efTold`: the calling program evaluates the leaves. This file collects leaves, and backs
//! up the values that the program tells. `tree/leaves.rs` manages the leaves that wait for their
//! values, and does not call the game.
//!
//! A simulation begins with the usual steps 0 and 1. It ends at a leaf without children, which
//! waits for its value. When the program tells the value, the leaf gets all its children at once
//! (step 2). The value takes the place of the result of a playout, and is backed up (steps 3 and
//! 4).

use super::TreeSearch;
use crate::game::knowledge::Knowledge;
use crate::game::value::Value;
use crate::search::SearchError;
use crate::time::limits::Stop;
use crate::tree::{NodeId, SiblingsId, Solver};

/// A collection ends after this many simulations in a row without a new leaf, because all of them
/// ended at finished or solved positions. Without the solver, there may be no new leaf at all.
const FRUITLESS_MAX: u32 = 1000;

/// The end of a simulation.
enum End {
    /// The simulation found a new leaf, which now waits for its value.
    Waits,
    /// The result of the position was known, and was backed up.
    Known,
    /// The simulation found a leaf that already waits for its value.
    Again,
    /// The game has failed.
    Failed,
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Runs simulations until `most` new leaves wait for their values, or until the search can find
    /// no further leaf before it is told a value. Returns the number of new leaves.
    pub(super) fn collect_leaves(&mut self, most: u32) -> Result<u32, SearchError> {
        self.check_told()?;
        self.depth_limit = self.tree.path.len().saturating_sub(1);
        self.tree.leaves.begin();
        let mut fruitless = 0_u32;
        while self.tree.leaves.latest() < most
            && fruitless < FRUITLESS_MAX
            && self.tree.leaves.has_room()
            && !self.is_settled()
        {
            match self.find_leaf() {
                End::Waits => fruitless = 0,
                End::Known => fruitless = fruitless.wrapping_add(1),
                End::Again | End::Failed => break,
            }
        }
        Ok(self.tree.leaves.latest())
    }

    /// Returns an error if the calling program does not compute the values for this player.
    fn check_told(&self) -> Result<(), SearchError> {
        if self.tree.plan.is_told() { Ok(()) } else { Err(SearchError::Told) }
    }

    /// True if the root is solved, so that nothing is left to search.
    fn is_settled(&mut self) -> bool {
        let settled = self.tree.plan.solver && self.tree.root_is_settled();
        self.stop = settled.then_some(Stop::Proven);
        settled
    }

    /// Runs a simulation until it reaches a leaf.
    fn find_leaf(&mut self) -> End {
        self.simulation.restart();
        self.tree.begin(self.simulation.scratch.to_move());
        let known = self.descend();
        if self.simulation.fails() {
            return End::Failed;
        }
        self.depth_max = self.depth_max.max(self.tree.depth);
        match known {
            Some(reward) => {
                self.finish(reward);
                End::Known
            }
            None if self.tree.leaf_waits() => End::Again,
            None => {
                self.tree.hold_leaf();
                End::Waits
            }
        }
    }

    /// Backs up the result of a simulation.
    fn finish(&mut self, reward: Value) {
        self.tree.backup(reward);
        self.iterations = self.iterations.wrapping_add(1);
    }

    /// Sets the scratch position to the position of a leaf that the latest collection found.
    pub(super) fn arrive_at_leaf(&mut self, leaf: u32) -> Result<(), SearchError> {
        self.check_told()?;
        self.arrive_at(self.tree.leaves.in_queue(leaf).ok_or(SearchError::NoLeaf)?)
    }

    /// Sets the scratch position to the position of a waiting leaf. `index` counts the waiting
    /// leaves from 0. The oldest leaf is first.
    fn arrive_at(&mut self, index: u32) -> Result<(), SearchError> {
        let moves = self.tree.leaves.moves(index).ok_or(SearchError::NoLeaf)?;
        self.simulation.restart();
        for mv in moves {
            self.simulation.scratch.play(mv);
        }
        Ok(())
    }

    /// Sets the value of the oldest waiting leaf, and the priors of its moves in the order of the
    /// legal moves. If `priors` is empty, all moves have the same prior.
    pub(super) fn tell_leaf(&mut self, value: f32, priors: &[f32]) -> Result<(), SearchError> {
        self.check_told()?;
        self.arrive_at(0)?;
        let Some(total) = self.simulation.list_moves() else { return Ok(()) }; // the game has failed
        let valid = priors.iter().all(|prior| (0.0..=1.0).contains(prior));
        let value = Value::from_f32(value).filter(|_| (-1.0..=1.0).contains(&value)).ok_or(SearchError::OutOfRange)?;
        if !valid || !priors.is_empty() && priors.len() != total as usize {
            return Err(SearchError::OutOfRange);
        }
        if let Some(leaf) = self.tree.recall_leaf(0).filter(|&leaf| !self.tree.pool.node(leaf).is_solved()) {
            self.tree.pool.node_mut(leaf).tell(value);
            self.expand_told(leaf, total, priors);
        }
        if !self.simulation.fails() {
            let reward = self.tree.leaf().and_then(|leaf| self.tree.proven_value(leaf)).unwrap_or(value);
            self.tree.answer_leaf();
            self.finish(reward);
        }
        Ok(())
    }

    /// Creates all children of a leaf whose value was told. Their moves are in the list of moves.
    /// Does nothing if the leaf has children, or if the pool has no room.
    fn expand_told(&mut self, leaf: NodeId, total: u32, priors: &[f32]) {
        if self.tree.pool.node(leaf).children() != SiblingsId::NONE || self.tree.depth >= self.depth_limit {
            return;
        }
        let Some(siblings) = self.tree.take_siblings(total, leaf, total) else { return };
        self.add_children(leaf, siblings, 0..total, None);
        if self.tree.plan.puct() > 0.0 && self.tree.pool.node(leaf).children() != SiblingsId::NONE {
            self.tree.set_priors(leaf, priors);
        }
    }
}
