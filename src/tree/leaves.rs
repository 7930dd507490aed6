//! The leaves that wait for their values, for players with the option `efTold`.
//!
//! With this option, the calling program evaluates the leaves. It collects several leaves,
//! evaluates all of them at once, and *tells* the library their values. A simulation of such a
//! player ends at a leaf, and the leaf *waits*. Until its value is told, the simulation counts at
//! each node of its path as a loss for the player who moved there (a *virtual loss*; Chaslot,
//! Winands, van den Herik 2008). So the next simulation is likely to find another leaf. When the
//! program tells the value, the virtual losses are removed, and the value is backed up like the
//! result of any simulation.
//!
//! The path to a waiting leaf stays valid. Its sibling blocks do not grow, because they already
//! hold all children. They are not recycled, because they were used recently. Only if a node of the
//! path becomes solved can it lose the nodes below it. Then the path ends at this node.

use super::slot::{NodeId, SiblingsId};
use super::{Step, Tree, Trunk};
use crate::game::Move;
use crate::game::value::{Outcome, Value};
use crate::player::Config;
use core::ops::Range;

/// The number of words at the beginning of a row: the depth of the leaf, and the number (stamp) of
/// the simulation that found it.
const HEAD: usize = 2;

/// The number of words of a row for each node of the path: the node, and the move that leads to the
/// node.
const PER_NODE: usize = 2;

/// The paths to the leaves that wait for their values. Each leaf has a row of steps. The rows form
/// a ring buffer.
#[derive(Debug)]
pub(crate) struct Leaves<'m> {
    steps: &'m mut [Step],
    /// The number of steps in a row.
    row: u32,
    /// The row of the oldest leaf.
    first: u32,
    /// The number of leaves that wait.
    count: u32,
    /// The number of leaves that the latest collection found. These leaves are the last ones in the
    /// ring.
    latest: u32,
}

impl<'m> Leaves<'m> {
    pub(super) const fn none() -> Self {
        Self { steps: &mut [], row: 0, first: 0, count: 0, latest: 0 }
    }

    /// Divides `path` into the path of the running simulation, which comes first, and the rows of
    /// the waiting leaves.
    pub(crate) fn divide(path: &'m mut [Step], config: &Config, max_plies: usize) -> (&'m mut [Step], Self) {
        if !config.is_told() {
            return (path, Self::none());
        }
        // The caller computed the length of `path` from the longest game. But a game can be longer
        // if it starts from a position that was set up. Then the nodes per path are limited, so
        // that at least one leaf can wait.
        let fits = path.len().saturating_sub(HEAD).checked_div(PER_NODE.saturating_add(1)).unwrap_or(0);
        let nodes = nodes_of(max_plies).min(fits);
        let (path, steps) = path.split_at_mut_checked(nodes).unwrap_or_default();
        (path, Self { steps, row: row_of(nodes) as u32, first: 0, count: 0, latest: 0 })
    }

    /// The memory of the rows.
    pub(crate) fn memory(&mut self) -> &mut &'m mut [Step] {
        &mut self.steps
    }

    pub(super) fn clear(&mut self) {
        (self.first, self.count, self.latest) = (0, 0, 0);
    }

    /// Begins a collection of leaves.
    pub(crate) fn begin(&mut self) {
        self.latest = 0;
    }

    /// The number of leaves that the latest collection found.
    pub(crate) const fn latest(&self) -> u32 {
        self.latest
    }

    /// Returns the place in the queue of waiting leaves, counted from the oldest, for a leaf of the
    /// latest collection. `None` if this leaf does not wait.
    pub(crate) fn in_queue(&self, leaf: u32) -> Option<u32> {
        let told = self.latest.saturating_sub(self.count);
        let place = self.count.saturating_sub(self.latest).wrapping_add(leaf).checked_sub(told)?;
        (leaf < self.latest).then_some(place)
    }

    /// True if one more leaf can wait.
    pub(crate) fn has_room(&self) -> bool {
        self.count < self.capacity()
    }

    fn capacity(&self) -> u32 {
        self.steps.len().checked_div(self.row as usize).unwrap_or(0) as u32
    }

    /// Returns the range of steps that is the row of a leaf. Here and below, `index` counts the
    /// waiting leaves, from 0 for the oldest.
    fn place(&self, index: u32) -> Range<usize> {
        let place = self.first.wrapping_add(index).checked_rem(self.capacity()).unwrap_or(0);
        let start = (place as usize).wrapping_mul(self.row as usize);
        start..start.wrapping_add(self.row as usize)
    }

    fn row(&self, index: u32) -> &[Step] {
        self.steps.get(self.place(index)).unwrap_or_default()
    }

    /// Returns the stamp of the simulation that found this leaf.
    fn stamp(&self, index: u32) -> u32 {
        self.row(index).get(1).map_or(0, |word| word.mv().0)
    }

    /// Returns the path from the root to a leaf, as the words of each node.
    fn path(&self, index: u32) -> &[[Step; PER_NODE]] {
        let row = self.row(index);
        let nodes = row.first().map_or(0, |word| word.mv().0 as usize).wrapping_add(1);
        let words = row.get(HEAD..).unwrap_or_default().as_chunks::<PER_NODE>().0;
        words.get(..nodes).unwrap_or_default()
    }

    /// Returns the moves from the root to the leaf with this index. `None` if no such leaf waits.
    pub(crate) fn moves(&self, index: u32) -> Option<impl Iterator<Item = Move>> {
        (index < self.count).then(|| self.path(index).iter().skip(1).map(|[_, mv]| mv.mv()))
    }
}

/// The maximum number of nodes of a path, for a player with told values.
const NODES_MAX: usize = 128;

/// The number of nodes of a path in a game of at most `max_plies` plies.
const fn nodes_of(max_plies: usize) -> usize {
    let nodes = max_plies.saturating_add(1);
    if nodes < NODES_MAX { nodes } else { NODES_MAX }
}

/// The length of a row for paths of this many nodes.
const fn row_of(nodes: usize) -> usize {
    nodes.saturating_mul(PER_NODE).saturating_add(HEAD)
}

/// Returns the length that [`crate::mcts::Memory::path`] needs so that `leaves` leaves can wait for
/// their values at the same time. `max_plies` is [`crate::game::Game::max_plies`].
#[must_use]
pub const fn told_path(max_plies: usize, leaves: usize) -> usize {
    let nodes = nodes_of(max_plies);
    nodes.saturating_add(leaves.saturating_mul(row_of(nodes)))
}

impl Tree<'_> {
    /// True if the leaf at the end of the path already waits for its value. Compares moves, not
    /// ids: a waiting leaf may have left the tree, and another node may now have its id.
    pub(crate) fn leaf_waits(&self) -> bool {
        let path = || self.path.iter().take(self.depth.wrapping_add(1));
        let moves = || path().map(|step| self.pool.node(step.node()).mv());
        (0..self.leaves.count).any(|index| self.leaves.path(index).iter().map(|[_, mv]| mv.mv()).eq(moves()))
    }

    /// Makes the leaf at the end of the path wait, and counts its simulation as a virtual loss.
    pub(crate) fn hold_leaf(&mut self) {
        let place = self.leaves.place(self.leaves.count);
        let row = self.leaves.steps.get_mut(place).unwrap_or_default();
        let (head, words) = row.split_at_mut_checked(HEAD).unwrap_or_default();
        for (word, number) in head.iter_mut().zip([self.depth as u32, self.stamp]) {
            *word = Step::of_move(Move(number));
        }
        let path = self.path.iter().take(self.depth.wrapping_add(1));
        for (words, &step) in words.as_chunks_mut::<PER_NODE>().0.iter_mut().zip(path) {
            *words = [step, Step::of_move(self.pool.node(step.node()).mv())];
        }
        self.leaves.count = self.leaves.count.wrapping_add(1);
        self.leaves.latest = self.leaves.latest.wrapping_add(1);
        for ply in 0..=self.depth {
            let (Some(&step), loss) = (self.path.get(ply), self.virtual_loss(ply)) else { break };
            self.pool.node_mut(step.node()).add(loss);
            self.forget_bounds_at(ply);
        }
    }

    /// Returns the result that the node at this ply of the path gets while the leaf waits: a loss
    /// for the player who moved there. For the root, to which no player has moved, returns a draw.
    fn virtual_loss(&self, ply: usize) -> Value {
        let above = ply.checked_sub(1).and_then(|above| self.path.get(above));
        above.map_or(Value::DRAW, |step| Outcome::win_for(step.mover().opponent()).value())
    }

    /// Marks the stored bounds of the children of a node of the path as invalid, because the visits
    /// of a child have changed. To compute the bounds again takes little time compared with the
    /// evaluation of a leaf.
    fn forget_bounds_at(&mut self, ply: usize) {
        let siblings = self.path.get(ply).map_or(SiblingsId::NONE, |step| self.pool.node(step.node()).children());
        if siblings != SiblingsId::NONE {
            self.pool.header_mut(siblings).set_mark(0);
        }
    }

    /// Makes the path to a waiting leaf the current path, and removes the virtual losses of its
    /// simulation. If a node of the path was solved and lost the nodes below it, the path ends at
    /// that node. Returns the leaf if it is still in the tree.
    pub(crate) fn recall_leaf(&mut self, index: u32) -> Option<NodeId> {
        let depth = self.leaves.path(index).len().wrapping_sub(1);
        self.depth = 0;
        for ply in 0..=depth {
            let Some(&[step, _]) = self.leaves.path(index).get(ply) else { break };
            let Some(slot) = self.path.get_mut(ply) else { break };
            *slot = step;
            self.depth = ply;
            let loss = self.virtual_loss(ply);
            self.pool.node_mut(step.node()).take_back(loss);
            self.forget_bounds_at(ply);
            if self.pool.node(step.node()).children() == SiblingsId::NONE {
                return (ply == depth).then(|| step.node());
            }
        }
        self.leaf()
    }

    /// Removes the oldest waiting leaf from the queue, after its value was told.
    pub(crate) fn answer_leaf(&mut self) {
        let next = self.leaves.first.wrapping_add(1);
        self.leaves.first = next.checked_rem(self.leaves.capacity()).unwrap_or(0);
        self.leaves.count = self.leaves.count.saturating_sub(1);
    }

    /// Prepares the tree for any use except a simulation: makes all sums in the tree exact. To do
    /// this, it ends the stays of the trunk (`trunk.rs`), and removes all waiting leaves and their
    /// virtual losses.
    pub(crate) fn come_to_rest(&mut self) {
        self.leave_trunk();
        for index in 0..self.leaves.count {
            self.recall_leaf(index);
        }
        self.leaves.clear();
    }

    /// Returns the number of simulations since the oldest waiting leaf was found; 0 if no leaf
    /// waits. Blocks that were used since then must not be recycled.
    pub(super) fn age_of_leaves(&self) -> u32 {
        if self.leaves.count == 0 { 0 } else { self.stamp.wrapping_sub(self.leaves.stamp(0)) }
    }

    /// Stores the priors of the children of a leaf. `priors` has one number for each legal move, in
    /// the order of the moves; the function divides the numbers by their sum. If `priors` is empty
    /// or its sum is 0, all moves have the same prior.
    pub(crate) fn set_priors(&mut self, leaf: NodeId, priors: &[f32]) {
        let siblings = self.pool.node(leaf).children();
        let total = self.pool.header(siblings).total();
        let sum: f32 = priors.iter().sum();
        let Some((_, children)) = self.pool.siblings_mut(siblings) else { return };
        for (index, child) in children.iter_mut().enumerate().filter(|(_, child)| !child.is_solved()) {
            let prior = match priors.get(index) {
                Some(prior) if sum > 0.0 => prior / sum,
                _ => 1.0 / total as f32,
            };
            child.set_prior_of_move(prior);
        }
    }
}
