//! Backpropagation of max^n. A node stores the rewards of only one player, which `mcts/players.rs`
//! explains.

use super::Tree;
use super::nodes::NodeMut;
use super::select::Select;
use super::slot::NodeId;
use crate::game::value::Value;

impl Tree<'_> {
    /// Returns the node at this ply of the path. `None` if the path is shorter.
    pub(crate) fn on_path(&self, ply: usize) -> Option<NodeId> {
        self.path.get(ply).filter(|_| ply <= self.depth).map(|step| step.node())
    }

    /// Counts a completed simulation through the node at this ply of the path. The node above must
    /// already be counted.
    pub(crate) fn complete(&mut self, ply: usize, reward: Value) {
        let Some(node) = self.on_path(ply) else { return };
        self.pool.node_mut(node).complete(reward, true);
        if let Some(above) = ply.checked_sub(1).and_then(|above| self.path.get(above).copied()) {
            let parent = self.pool.node(above.node());
            let (visits, siblings) = (parent.visits(), parent.children());
            self.update_bound(visits, siblings, node, above.mover());
        }
    }

    /// Ends a simulation. `rewards` has one reward for each player.
    pub(crate) fn finish_simulation(&mut self, rewards: &[Value]) {
        self.pool.tidy();
        rewards.iter().for_each(|reward| self.note(u64::from(reward.raw().cast_unsigned())));
    }
}
