//! Max^n: in a game for three to eight players, each player maximises its own result, as in
//! Sturtevant, "An Analysis of UCT in Multi-Player Games" (CG 2008).
//!
//! A node stores the rewards of the player who moved into it. If this player is not the viewer
//! ([`crate::game::players`]), the rewards are stored with the opposite sign, because selection
//! then minimises. Nothing is proven, because a loss of the viewer need not be what the others
//! want.

use super::TreeSearch;
use crate::base::PLAYERS;
use crate::game::chance::is_due;
use crate::game::knowledge::Knowledge;
use crate::game::players::MAX;
use crate::game::value::Value;

impl<G: Knowledge> TreeSearch<'_, G> {
    /// True if the search plays max^n. False if it is paranoid, or the game has one or two players.
    #[inline(always)]
    pub(super) fn plays_for_all(&self) -> bool {
        PLAYERS && self.simulation.position.players() > 2 && self.tree.plan.only_counts_results()
    }

    /// Backs up the results of all players, after a playout that has ended in the scratch position.
    /// Goes down the path from the root, to learn who moved into each node.
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

    /// Returns the result of each player in the scratch position. A playout that has reached the
    /// limit of plies is a draw.
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
