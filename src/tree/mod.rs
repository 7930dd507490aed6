//! The tree of a search, with all results of the search. No file in this folder calls the game, so
//! the tree has no type parameter for the game.
//!
//! `slot.rs`, `pool.rs` and `prepared.rs` manage the memory of the tree; `grow.rs` finds room in
//! it. `select.rs`, `estimate.rs` and `sample.rs` choose the next child of a simulation.
//! `backup.rs` and `solver.rs` carry the result of the simulation to the root. `nodes.rs` has the
//! trait through which the formulas read and change nodes. It is a trait, because a shared tree
//! stores its nodes differently. `decide.rs` ranks the root's children. `visit.rs` shows the tree
//! to a caller. `transpositions.rs` is the table of the options `evaltt` and `prooftt`.
//! `move_statistics.rs` has the tables of the options `mast` and `grave`. `unvisited.rs` orders the
//! unvisited children by these tables. `proof_numbers.rs` computes and compares the numbers of the
//! option `pn`, and `mobility.rs` does the same for the option `mob`. `chance.rs` has the nodes of
//! chance events, and `players.rs` has the backpropagation for more than two players.

#[cfg(not(feature = "policies"))]
mod absent;
pub(crate) mod backup;
pub(crate) mod budget;
mod chance;
mod correction;
mod decide;
#[cfg(all(test, feature = "policies", shared_tree))]
mod decide_tests;
pub(crate) mod estimate;
#[cfg(all(test, feature = "policies"))]
mod estimate_tests;
#[cfg(shared_tree)]
mod from_shared;
mod grow;
#[cfg(test)]
mod grow_tests;
mod known;
#[cfg(told)]
mod leaves;
mod merge;
mod mobility;
#[cfg(feature = "policies")]
mod move_statistics;
#[cfg(all(test, feature = "policies"))]
mod move_statistics_tests;
#[cfg(not(told))]
mod no_leaves;
#[cfg(target_os = "none")]
mod no_trunk;
pub(crate) mod nodes;
mod players;
mod pool;
mod prepared;
mod proof_numbers;
mod sample;
mod save;
pub(crate) mod select;
#[cfg(all(test, feature = "policies"))]
mod select_tests;
mod slot;
mod solver;
#[cfg(all(test, feature = "policies"))]
mod solver_tests;
#[cfg(test)]
pub(crate) mod tests;
mod transpositions;
#[cfg(all(test, feature = "policies"))]
mod transpositions_tests;
#[cfg(not(target_os = "none"))]
mod trunk;
mod unvisited;
mod visit;

use crate::base::POLICIES;
use crate::base::bits::absorb;
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::Config;
use crate::player::plan::Plan;
#[cfg(not(feature = "policies"))]
pub(crate) use absent::{MoveStat, MoveStatistics};
use budget::Budget;
pub(crate) use estimate::bias_of;
#[cfg(shared_tree)]
pub(crate) use grow::RECYCLE_VISITS;
pub(crate) use known::Known;
#[cfg(told)]
pub(crate) use leaves::Leaves;
#[cfg(told)]
pub use leaves::told_path;
#[cfg(feature = "policies")]
pub(crate) use move_statistics::{MoveStat, MoveStatistics};
#[cfg(not(told))]
pub(crate) use no_leaves::Leaves;
#[cfg(target_os = "none")]
pub(crate) use no_trunk::Trunk;
#[cfg(target_os = "none")]
pub use no_trunk::{Stay, trunk_plies};
use nodes::Nodes;
#[cfg(test)]
pub(crate) use pool::WORK;
pub(crate) use pool::{Pool, SavedBlock, SavedPool, children_of, is_possible};
pub use prepared::Growth;
use prepared::carve;
pub(crate) use sample::{WeightedSample, happens};
pub(crate) use select::{Leader, Select};
pub use slot::Slot;
pub(crate) use slot::{NodeId, ROOT, SiblingsId};
pub(crate) use solver::Solver;
use transpositions::TranspositionTable;
#[cfg(not(target_os = "none"))]
pub(crate) use trunk::Trunk;
#[cfg(not(target_os = "none"))]
pub use trunk::{Stay, trunk_plies};

/// One ply of the path from the root: a node, the player to move at the node, and whether the node
/// claims a solved draw (`select.rs`).
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub struct Step(u32);

impl Step {
    fn new(node: NodeId, mover: Side) -> Self {
        Self((node.0 << 2) | u32::from(mover == Side::Second))
    }

    /// Returns a step that holds a move instead of a node. The memory of the path can hold moves
    /// while no simulation is running.
    pub(crate) fn of_move(mv: Move) -> Self {
        Self(mv.0)
    }

    /// Returns the move that was given to [`Step::of_move`].
    pub(crate) fn mv(self) -> Move {
        Move(self.0)
    }

    pub(crate) fn node(self) -> NodeId {
        NodeId(self.0 >> 2)
    }

    /// From this node upwards, the current simulation counts as a draw, whatever its result is.
    /// `select.rs` explains when a node claims a draw.
    fn claim_draw(&mut self) {
        self.0 |= 2;
    }

    pub(crate) fn claims_draw(self) -> bool {
        self.0 & 2 != 0
    }

    pub(crate) fn mover(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }
}

/// The tree of a search: its nodes, and the path of the current simulation.
#[derive(Debug)]
pub(crate) struct Tree<'m> {
    pub(crate) plan: Plan,
    pub(crate) rng: Rng,
    pub(crate) pool: Pool<'m>,
    /// The path of the simulation: the nodes from the root to the current node, which is `depth`
    /// plies below the root.
    pub(crate) path: &'m mut [Step],
    pub(crate) depth: usize,
    /// The number of plies of the trunk (`trunk.rs`). 0 if the trunk has only the root.
    #[cfg(not(target_os = "none"))]
    trunk: usize,
    /// The nodes of the trunk. Empty for a search without a trunk.
    #[cfg(not(target_os = "none"))]
    pub(crate) stays: &'m mut [Stay],
    /// The leaves that wait until the calling program tells their values (option `efTold`).
    pub(crate) leaves: Leaves<'m>,
    /// The transposition table (`evaltt`, `prooftt`).
    pub(crate) transpositions: TranspositionTable<'m>,
    /// Move statistics (`mast`, `grave`, `reg`).
    pub(crate) move_statistics: MoveStatistics<'m>,
    /// The number of the current simulation. The count starts when the tree is emptied.
    stamp: u32,
    /// A hash of all choices and results of the simulations.
    history: u64,
}

impl<'m> Tree<'m> {
    /// Creates a tree without memory; [`Tree::prepare`] makes it usable. They are two functions so
    /// that the compiler builds the tree in place. A small stack has no room for a copy.
    #[inline(always)]
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            plan: Plan::OFF,
            rng: Rng::new(seed),
            pool: Pool::new(),
            path: &mut [],
            depth: 0,
            #[cfg(not(target_os = "none"))]
            trunk: 0,
            #[cfg(not(target_os = "none"))]
            stays: &mut [],
            leaves: Leaves::none(),
            transpositions: TranspositionTable::none(),
            move_statistics: MoveStatistics::none(),
            stamp: 0,
            history: 0,
        }
    }

    /// Gives each part of the tree its memory. `budget` has the size of each part. Compile the plan
    /// before this call.
    pub(crate) fn prepare(
        &mut self,
        budget: &Budget,
        mut slots: &'m mut [Slot],
        growth: Option<Growth<'m>>,
        path: &'m mut [Step],
    ) {
        if POLICIES {
            let table = carve(&mut slots, growth, budget.table.slots);
            self.transpositions = TranspositionTable::over(table, &budget.table);
            let statistics = carve(&mut slots, growth, budget.statistics.slots);
            self.move_statistics = MoveStatistics::over(statistics, &budget.statistics);
        }
        self.pool.lend(slots, growth.map(|growth| Growth { count: budget.tree, ..growth }));
        self.path = path;
    }

    /// Changes to another player, and restarts the random number generator with that player's seed.
    /// Returns `false` and changes nothing if the results in the tree are not valid for that
    /// player.
    pub(crate) fn change_player(&mut self, config: &Config) -> bool {
        let mut plan = Plan::OFF;
        plan.compile(config);
        let keeps = self.plan.means_the_same(&plan);
        if keeps {
            self.plan = plan;
            self.rng = Rng::new(config.seed);
            self.pool.forget_bounds();
        }
        keeps
    }

    /// Removes all nodes and clears all tables. The random number generator keeps its state.
    pub(crate) fn clear(&mut self) {
        self.clear_nodes();
        self.transpositions.clear();
    }

    /// Removes all nodes and clears the move statistics.
    pub(crate) fn clear_nodes(&mut self) {
        self.pool.clear();
        self.move_statistics.clear();
        (self.stamp, self.history) = (0, 0);
        self.drop_trunk();
        self.leaves.clear();
    }

    /// Starts a simulation at the end of the trunk. `mover` is to move there.
    pub(crate) fn begin(&mut self, mover: Side) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.trunk() > 0 {
            return self.resume();
        }
        self.depth = 0;
        self.extend_path(ROOT, mover);
        if self.plan.learns() {
            self.move_statistics.begin();
        }
    }

    /// Continues the simulation at `child`. `mover` is the player to move there.
    pub(crate) fn descend(&mut self, child: NodeId, mover: Side) {
        self.depth = self.depth.wrapping_add(1);
        self.extend_path(child, mover);
    }

    pub(crate) fn extend_path(&mut self, node: NodeId, mover: Side) {
        if let Some(slot) = self.path.get_mut(self.depth) {
            *slot = Step::new(node, mover);
        }
    }

    /// The player to move at the end of the path.
    pub(crate) fn mover(&self) -> Side {
        self.path.get(self.depth).map_or(Side::First, |step| step.mover())
    }

    /// Adds a number to the history hash.
    pub(crate) fn note(&mut self, number: u64) {
        self.history = absorb(self.history, number);
    }

    /// Adds a move to the history hash.
    pub(crate) fn note_move(&mut self, mv: Move) {
        self.note(u64::from(mv.0));
    }

    /// Records the outcome of a chance event in the current simulation.
    pub(crate) fn note_outcome(&mut self, outcome: Move) {
        self.note_move(outcome);
        if self.plan.learns() {
            self.move_statistics.step_by_chance(outcome);
        }
    }

    /// Records a move that the current simulation makes at the end of the path.
    #[inline(always)]
    pub(crate) fn note_step(&mut self, mv: Move) {
        self.note_move(mv);
        if self.plan.learns() {
            self.move_statistics.step(self.mover(), mv);
        }
    }

    /// Adds the result of the current simulation to the statistics of its moves.
    #[inline(always)]
    pub(crate) fn learn(&mut self, reward: Value) {
        if self.plan.grave() > 0 {
            self.measure_statistics();
        }
        if self.plan.learns() {
            self.move_statistics.learn(reward);
        }
    }

    /// Option `grave`: measures how far AMAF means are from the results of the children on the
    /// path. Only the path below the trunk is used, because the nodes of the trunk lack the latest
    /// results (`trunk.rs`).
    #[inline(never)] // few players use this
    fn measure_statistics(&mut self) {
        let (trunk, depth, path, pool) = (self.trunk(), self.depth, &*self.path, &self.pool);
        self.move_statistics.measure(|ply| {
            let above = (ply as usize).wrapping_sub(1);
            let child = path.get(ply as usize).filter(|_| above >= trunk && above < depth)?;
            Some((*pool.node(child.node()), path.get(above)?.mover()))
        });
    }

    /// Option `grave`: records that the descent reaches `node`. If the AMAF table of this node
    /// covers at least `grave` simulations, or if the node is the root, selection uses this table
    /// from here on. It uses the table until the descent reaches another node with such a table. A
    /// node with few moves has no table.
    pub(crate) fn consult(&mut self, node: NodeId) {
        let slot = self.pool.node(node);
        if self.pool.header(slot.children()).total() as usize > Config::FEW_MOVES {
            self.move_statistics.arrive(slot.visits(), self.plan.grave(), self.stamp);
        }
    }

    /// Updates the statistics after a move of the game: older statistics count less from now on.
    pub(crate) fn follow(&mut self, mv: Move) {
        self.note_move(mv);
        if self.plan.learns() || self.plan.corrects() {
            self.move_statistics.follow(mv);
        }
    }

    /// Backs up the reward of a leaf ([`backup::Backup::back_up`]), and ends the simulation.
    pub(crate) fn backup(&mut self, leaf_reward: Value) {
        let reward = self.back_up_and_count(leaf_reward);
        self.pool.tidy();
        self.note(u64::from(reward.raw().cast_unsigned()));
    }

    /// The value of a solved node; `None` if the node is not solved.
    pub(crate) fn proven_value(&self, node: NodeId) -> Option<Value> {
        let node = self.pool.node(node);
        node.is_solved().then(|| node.value())
    }

    /// True if the expansion of `node` is not finished. This happens if an expansion that creates
    /// all children was interrupted. No simulation has visited the children that exist.
    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        if !self.plan.leaf().is_slow() || !self.plan.all {
            return false;
        }
        let node = self.pool.node(node);
        if node.children() == SiblingsId::NONE || node.is_settled() {
            return false;
        }
        let header = self.pool.header(node.children());
        header.len() < header.total() && header.visited() == 0
    }

    /// Returns the minimax value of the leaf at the end of the path, which a simulation of
    /// best-first minimax backs up.
    pub(crate) fn leaf_value(&self) -> Value {
        self.leaf().map_or(Value::DRAW, |leaf| self.pool.node(leaf).value())
    }

    /// The node at the end of the path.
    pub(crate) fn leaf(&self) -> Option<NodeId> {
        self.path.get(self.depth).map(|step| step.node())
    }

    /// True if there is a transposition table with room for entries (options `evaltt`, `prooftt`).
    pub(crate) fn has_transpositions(&self) -> bool {
        !self.transpositions.is_empty()
    }

    /// Option `prooftt`: probes the transposition table when the path reaches `node`. If the
    /// position is solved in the table, `node` becomes solved. A `key` of 0 means that the position
    /// has no key.
    #[inline(never)] // few players use this
    pub(crate) fn probe(&mut self, node: NodeId, key: u64) {
        self.transpositions.set_key(self.depth, key);
        if key == 0 || self.pool.node(node).is_solved() {
            return;
        }
        if let Some(known) = self.transpositions.probe(key).filter(|known| known.proof() != Proof::Unknown) {
            let most = known.proof().outcome().map(Outcome::value);
            self.mark_solved(node, &known.with_margin(self.plan.marg() == 0.0 || most == Some(known.value)));
        }
    }

    /// Implements [`Nodes::store_solved`] for players with the option `prooftt`.
    #[inline(never)] // few players use this
    pub(super) fn store_solved_node(&mut self, node: NodeId, ply: usize) {
        let (key, node) = (self.transpositions.key(ply), self.pool.node(node));
        if key != 0 {
            self.transpositions.store(key, node.known(), node.visits());
        }
    }

    /// Returns a hash of all simulations that built the tree, and of the present state of the
    /// root's children.
    pub(crate) fn signature(&self) -> u64 {
        let root = self.pool.root();
        let mut hash = absorb(self.history, u64::from(root.visits()));
        for child in self.pool.children(root.children()) {
            let counts = (u64::from(child.mv().0) << 32) | u64::from(child.visits());
            let proof = child.proof() as u64;
            let value = u64::from(child.value().raw().cast_unsigned());
            hash = absorb(absorb(hash, counts), child.reward().cast_unsigned().rotate_left(20) ^ (value << 2) ^ proof);
        }
        hash
    }
}
