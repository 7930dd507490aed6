//! Chance events in a simulation: this file creates the outcomes of a chance node, and follows one
//! of them. `tree/chance.rs` decides which outcome is next.

use super::TreeSearch;
use super::expand::{NewChild, Prior};
use crate::game::chance::sum_of_odds;
use crate::game::knowledge::Knowledge;
use crate::tree::{NodeId, SiblingsId};

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Creates all outcomes of a leaf that is a chance node. Returns the outcome with which the
    /// simulation continues. `None` if the playout begins at the leaf, if the pool has no room, or
    /// if the game has failed.
    #[inline(never)] // own frame: few games have chance
    pub(super) fn expand_by_chance(&mut self, leaf: NodeId) -> Option<NodeId> {
        let total = self.simulation.list_moves()?;
        let siblings = self.tree.take_siblings(total, leaf, total)?;
        self.tree.open_chance(siblings);
        self.add_outcomes(leaf, siblings, total);
        let waits = self.tree.plan.all || self.simulation.fails();
        let is_solved = self.tree.pool.node(leaf).children() != siblings;
        if waits || is_solved { None } else { Some(self.outcome(leaf, siblings)) }
    }

    /// Creates a child for each of the listed outcomes.
    fn add_outcomes(&mut self, leaf: NodeId, siblings: SiblingsId, total: u32) {
        let listed = self.simulation.moves.get(..total as usize).unwrap_or_default();
        let sum = sum_of_odds(&self.simulation.scratch, listed);
        let key = self.sharing_key();
        let mut any_solved = false;
        for index in 0..total as u16 {
            let Some(&mv) = self.simulation.moves.get(usize::from(index)) else { break };
            let odds = self.simulation.scratch.odds(mv);
            let prior = self.tree.plan.has_opinions().then_some(Prior::EVEN);
            let key = self.key_after(key, mv);
            let undo = self.simulation.scratch.make(mv);
            let mut child = self.new_node(NewChild { mv, index, prior, key, free: total });
            if self.simulation.fails() {
                return; // after a fault, do not unmake the move; the search ends here
            }
            self.simulation.scratch.unmake(mv, undo);
            child.set_share(odds, sum);
            any_solved |= child.is_solved();
            self.tree.push_child(siblings, child);
        }
        self.tree.close_chance(leaf, siblings, any_solved);
    }

    /// Follows the next outcome of the chance node `node`, and returns its child.
    #[inline(never)] // own frame: few games have chance
    pub(super) fn outcome(&mut self, node: NodeId, siblings: SiblingsId) -> NodeId {
        let child = self.tree.outcome(node, siblings);
        let mv = self.tree.pool.node(child).mv();
        self.simulation.scratch.play(mv);
        self.tree.note_outcome(mv);
        child
    }
}
