//! Max^n: in a game for three to eight players, each player maximises its own result, as in
//! Sturtevant, "An Analysis of UCT in Multi-Player Games" (CG 2008).
//!
//! A node stores the rewards of the player whose move leads to it. If this player is not the viewer
//! ([`crate::game::players`]), the stored rewards have the opposite sign, because selection then
//! minimises. The search solves no positions, because the other players do not necessarily want the
//! viewer to lose.

use super::TreeSearch;
use crate::base::PLAYERS;
use crate::game::chance::is_due;
use crate::game::knowledge::Knowledge;
use crate::game::players::MAX;
use crate::game::value::Value;

impl<G: Knowledge> TreeSearch<'_, G> {
    /// True if the search plays max^n. False if the search is paranoid, or if the game has one or
    /// two players.
    #[inline(always)]
    pub(super) fn plays_for_all(&self) -> bool {
        PLAYERS && self.simulation.position.players() > 2 && self.tree.plan.only_counts_results()
    }

    /// Backs up the results of all players. The playout has ended in the scratch position. This
    /// function follows the path from the root, because it must know which player made each move.
    #[inline(never)] // own frame: few games have more than two players
    pub(super) fn back_up_for_all(&mut self) {
        let rewards = self.rewards();
        let of = |player: usize| rewards.get(player).copied().unwrap_or_default();
        self.simulation.restart();
        let mut reward = of(self.simulation.scratch.viewer());
        for ply in 0.. {
            self.tree.complete(ply, reward);
            let Some(child) = self.tree.on_path(ply.wrapping_add(1)) else { break };
            let scratch = &mut self.simulation.scratch;
            let mover = if is_due(scratch) { scratch.viewer() } else { scratch.player() };
            reward = of(mover).for_player(scratch.to_move());
            scratch.play(self.tree.pool.node(child).mv());
        }
        self.simulation.fails();
        self.tree.finish_simulation(&rewards);
    }

    /// Returns the result of each player in the scratch position. If the playout has reached the
    /// limit of plies, the result is a draw.
    fn rewards(&self) -> [Value; MAX] {
        let mut rewards = [Value::DRAW; MAX];
        let scratch = &self.simulation.scratch;
        if scratch.outcome().is_some() {
            let players = rewards.iter_mut().enumerate().take(scratch.players());
            players.for_each(|(player, reward)| *reward = scratch.return_of(player));
        }
        rewards
    }
}
