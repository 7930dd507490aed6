//! Monte Carlo tree search and best-first minimax, which use the same tree and the same loop. The
//! code of an option is in the file of the step that the option changes.
//!
//! A [`TreeSearch`] consists of a `Tree`, which never calls the game, and a `Simulation`, which
//! does. One simulation has these steps:
//!
//! 0. Copy the root position to the scratch position. In a large tree, copy the position at the end
//!    of the trunk instead (`tree/trunk.rs`).
//! 1. Select a leaf (`tree/select.rs`).
//! 2. Add to the tree (`expand.rs`).
//! 3. Play on to the end of the game (`simulation/playout.rs`).
//! 4. Back the result up (`tree/backup.rs`).
//!
//! When a limit is reached, `tree/decide.rs` ranks the moves. Without options, this loop is UCT.
//! With *implicit minimax*, selection uses a weighted mean of the mean reward of a node and its
//! minimax value `v`.

#[cfg(not(shared_tree))]
mod absent;
#[cfg(all(test, feature = "policies"))]
mod best_first_tests;
mod chance;
#[cfg(all(test, feature = "policies"))]
mod corrective_tests;
mod expand;
#[cfg(all(test, feature = "policies"))]
mod expand_tests;
#[cfg(shared_tree)]
mod join_shared_tree;
#[cfg(test)]
mod latency_tests;
#[cfg(told)]
mod leaves;
mod merge;
mod players;
#[cfg(all(test, feature = "policies"))]
mod policy_tests;
mod save;
#[cfg(all(test, feature = "policies"))]
mod selective_tests;
#[cfg(shared_tree)]
mod shared_tree;
#[cfg(all(test, shared_tree, feature = "policies", not(loom)))]
mod shared_tree_tests;
#[cfg(test)]
mod tests;
mod trunk;

use crate::base::POLICIES;
use crate::game::chance::comes_next;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Side, Value};
use crate::game::{Game, Move};
use crate::keep::rebase::Rebase;
use crate::player::{Config, ConfigError};
use crate::report::ranking::Ranking;
use crate::report::{Candidate, Report, Visitor};
use crate::search::{Algorithm, SearchError};
use crate::simulation::{LOWER, Simulation, SmallSearch, Tools, odds};
use crate::time::deadline::Deadline;
use crate::time::limits::{Clock, Limits, Stop, StopFlags};
use crate::time::sliced::Totals;
use crate::tree::budget::{Budget, GameSizes, Provided};
use crate::tree::{Leader, Leaves, NodeId, ROOT, Select, SiblingsId, Slot, Solver, Tree, Trunk};
use core::mem::MaybeUninit;
use core::num::NonZeroU64;

#[cfg(shared_tree)]
pub use crate::threads::SharedSlot;
#[cfg(told)]
pub use crate::tree::told_path;
pub use crate::tree::{Growth, Stay, Step, trunk_plies};
#[cfg(not(shared_tree))]
use absent::Sharing;
pub use save::TreeParts;
#[cfg(shared_tree)]
use shared_tree::Sharing;

/// The memory that the caller provides for a search. The slices can have any content and any
/// length, including 0.
#[derive(Debug)]
pub struct Memory<'m> {
    /// The node pool, 24 bytes per slot. Each node takes one slot, and each block header takes one
    /// slot.
    pub slots: &'m mut [Slot],
    /// The path of a simulation. The length of this slice limits the depth of the tree, in plies.
    /// With the option `efTold`, the slice also holds the paths to the leaves that wait for their
    /// values. `told_path()` returns the length for this.
    pub path: &'m mut [Step],
    /// The memory for lists of moves. [`Config::scratch_moves`] returns how many moves a player
    /// needs.
    pub moves: &'m mut [Move],
}

/// A tree search of one game, with its position, tree and player.
#[derive(Debug)]
pub struct TreeSearch<'m, G: Game> {
    tree: Tree<'m>,
    simulation: Simulation<'m, G>,
    small_search: SmallSearch<'m, G::Undo>,
    /// The positions at the nodes of the trunk (`tree/trunk.rs`), without the root.
    #[cfg(not(target_os = "none"))]
    places: &'m mut [G],
    sharing: Sharing<'m>,
    /// The largest depth of the tree below the root, in plies.
    depth_limit: usize,
    /// This field and all later fields describe the latest search.
    iterations: u64,
    playout_plies: u64,
    depth_max: usize,
    elapsed_ms: u32,
    stop: Option<Stop>,
}

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// Creates a search from `position`. `scratch` is any position of the same game and board. It
    /// becomes the scratch position of the search.
    ///
    /// # Errors
    /// An option is out of range, contradicts another option, or needs knowledge that this game
    /// does not have.
    pub fn new(position: G, scratch: G, config: &Config, memory: Memory<'m>) -> Result<Self, ConfigError> {
        config.check_for(&position)?;
        let mut search = Self::unprepared(position, scratch, config);
        search.prepare(config, memory, None);
        Ok(search)
    }

    /// Creates a search like [`TreeSearch::new`], but in place, for small stacks. Does not check
    /// the configuration. If [`Config::check_for`] refuses the configuration, the search still
    /// runs, but its behaviour is not specified. With `growth`, `memory` contains only the slots
    /// that are ready for use. The other slots become ready as the tree grows.
    #[inline(always)] // so that the positions and the search are not copied
    pub fn new_at<'a>(
        place: &'a mut MaybeUninit<Self>,
        position: G,
        scratch: G,
        config: &Config,
        memory: Memory<'m>,
        growth: Option<Growth<'m>>,
    ) -> &'a mut Self {
        let search = place.write(Self::unprepared(position, scratch, config));
        search.prepare(config, memory, growth);
        search
    }

    #[inline(always)]
    fn unprepared(position: G, scratch: G, config: &Config) -> Self {
        Self {
            tree: Tree::new(config.seed),
            simulation: Simulation::new(position, scratch, &mut []),
            small_search: SmallSearch::new(),
            #[cfg(not(target_os = "none"))]
            places: &mut [],
            sharing: Sharing::NONE,
            depth_limit: 0,
            iterations: 0,
            playout_plies: 0,
            depth_max: 0,
            elapsed_ms: 0,
            stop: None,
        }
    }

    fn prepare(&mut self, config: &Config, memory: Memory<'m>, growth: Option<Growth<'m>>) {
        let position = &self.simulation.position;
        let keyed = POLICIES && position.hash().is_some();
        let game = GameSizes { moves: position.max_moves(), plies: position.max_plies(), keyed };
        let slots = growth.map_or(memory.slots.len(), |growth| growth.count);
        let (path, leaves) = Leaves::divide(memory.path, config, game.plies);
        let provided = Provided { slots, path: path.len(), moves: memory.moves.len() };
        self.tree.plan.compile(config);
        let budget = Budget::of(config, &self.tree.plan, game, provided);
        self.tree.leaves = leaves;
        self.tree.prepare(&budget, memory.slots, growth, path);
        (self.simulation.moves, self.small_search.killers) =
            memory.moves.split_at_mut_checked(budget.lists).unwrap_or_default();
        self.clear();
    }

    fn clear(&mut self) {
        self.tree.transpositions.clear();
        self.clear_nodes();
    }

    /// Empties the tree but keeps the transposition table.
    fn clear_nodes(&mut self) {
        self.tree.clear_nodes();
        if POLICIES {
            self.small_search.forget();
        }
        self.stop = None;
        self.start_count();
    }

    /// With the option `efTold`, sets the number of simulations to 0 for a new position. Other
    /// players count the simulations of each search call.
    fn start_count(&mut self) {
        if self.tree.plan.is_told() {
            (self.iterations, self.depth_max) = (0, 0);
        }
    }
}

impl<'m, G: Knowledge> Algorithm<'m> for TreeSearch<'m, G> {
    type Game = G;

    fn simulation(&self) -> &Simulation<'m, G> {
        &self.simulation
    }

    fn simulation_mut(&mut self) -> &mut Simulation<'m, G> {
        &mut self.simulation
    }

    fn evaluator(&self) -> Evaluator {
        self.tree.plan.evaluator
    }

    /// If the tree is also valid for the new player, changes the player and returns true. Otherwise
    /// returns false. A shared tree always returns false, because all its searches must have the
    /// same player.
    fn adopt_player(&mut self, config: &Config) -> bool {
        self.tree.come_to_rest();
        !self.sharing.is_on() && self.tree.change_player(config)
    }

    fn enter(&mut self) -> Result<(), SearchError> {
        if self.tree.plan.is_told() {
            return Err(SearchError::Told);
        }
        self.sharing.enter()
    }

    #[cfg(told)]
    fn collect_leaves(&mut self, most: u32) -> Result<u32, SearchError> {
        self.collect_leaves(most)
    }

    #[cfg(told)]
    fn arrive_at_leaf(&mut self, leaf: u32) -> Result<(), SearchError> {
        self.arrive_at_leaf(leaf)
    }

    #[cfg(told)]
    fn tell_leaf(&mut self, value: f32, priors: &[f32]) -> Result<(), SearchError> {
        self.tell_leaf(value, priors)
    }

    /// Continues the search with the existing tree. Returns the reason why the search ended.
    fn run(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Stop {
        (self.iterations, self.playout_plies, self.depth_max) = (0, 0, 0);
        let room = self.tree.path.len().saturating_sub(1);
        self.depth_limit = if limits.depth == 0 { room } else { room.min(limits.depth as usize) };
        let mut deadline = Deadline::start(limits, clock, stop);
        let in_trunk = if self.sharing.is_on() { 0 } else { self.depth_limit };
        self.tree.reopen_trunk(in_trunk);
        let reason = match self.search_shared(&mut deadline) {
            Some(reason) => reason,
            None => self.simulate_until(&mut deadline),
        };
        self.tree.settle_trunk();
        self.elapsed_ms = deadline.elapsed_ms();
        self.stop = Some(reason);
        reason
    }

    /// Keeps the tree below the move that was played, and releases all other nodes.
    fn follow(&mut self, mv: Move) {
        self.tree.come_to_rest();
        self.sharing.follow(mv);
        let siblings = self.tree.pool.root().children();
        let child = self.tree.pool.children(siblings).iter().position(|child| child.mv() == mv);
        if let Some(offset) = child {
            self.tree.pool.reroot(siblings.child(offset as u32));
        }
        // A solved node may have no children. If it becomes the root, it must be searched again,
        // because the root needs children to choose a move from.
        if child.is_none() || self.tree.pool.root().children() == SiblingsId::NONE {
            self.clear_nodes();
        }
        self.tree.follow(mv);
        self.start_count();
    }

    /// Empties the tree and the transposition table. The random number generator keeps its state.
    fn restart(&mut self, forget: bool) {
        self.sharing.restart(forget);
        self.clear();
    }

    /// Returns the move that the player's decision rule chooses.
    fn best(&mut self) -> Move {
        self.look_again();
        let child = self.best_child();
        self.best_of(child)
    }

    fn describe(&mut self) -> Report {
        self.look_again();
        let best_child = self.best_child();
        let best = self.best_of(best_child);
        let tree = &self.tree;
        let (visits, value) = match best_child.map(|id| tree.pool.node(id)) {
            Some(child) => (child.visits(), tree.root_estimate(child)),
            None => (0, Value::DRAW),
        };
        let root = tree.pool.root();
        let (nodes, recycled) = self.sharing.counts().unwrap_or((tree.pool.nodes(), tree.pool.recycled()));
        Report {
            best,
            proof: root.proof(),
            distance: root.distance(),
            value,
            visits,
            iterations: self.iterations,
            nodes,
            recycled,
            depth: self.depth_max as u32,
            playout_plies: self.playout_plies,
            elapsed_ms: self.elapsed_ms,
            stop: self.stop,
            signature: tree.signature(),
        }
    }

    fn recount_as(&mut self, totals: &Totals) {
        if self.tree.plan.is_told() {
            return; // no search, only the choice of the only legal move
        }
        (self.iterations, self.playout_plies) = (totals.iterations, totals.playout_plies);
        (self.depth_max, self.elapsed_ms, self.stop) = (totals.depth as usize, totals.elapsed_ms, totals.stop);
    }

    fn candidate_at(&self, index: usize) -> Option<Candidate> {
        let child = self.tree.pool.children(self.tree.pool.root().children()).get(index)?;
        Some(Candidate {
            mv: child.mv(),
            visits: child.visits(),
            value: self.tree.root_estimate(child),
            minimax: child.value(),
            proof: child.proof(),
            distance: child.distance(),
        })
    }

    fn ranking_for(&self, mover: Side) -> Ranking {
        self.tree.ranking(mover)
    }

    /// Writes the expected line of play: the first move, then always the move of the child with the
    /// most visits. The line ends before a chance event, and at a position without visited
    /// children, for example a solved position.
    fn expected_line(&self, mover: Side, first: Option<Move>, moves: &mut [Move]) -> usize {
        let mut position = ROOT;
        let mut len = 0_usize;
        for slot in moves {
            if self.tree.is_chance(position) {
                break; // no outcome is expected
            }
            let best = match (len, first) {
                (0, Some(mv)) => self.tree.root_child(mv),
                (0, None) => self.tree.best_child_id(mover),
                _ => self.tree.most_visited(position),
            };
            let Some(child) = best else { break };
            *slot = self.tree.pool.node(child).mv();
            position = child;
            len = len.wrapping_add(1);
        }
        len
    }

    fn show_tree(&mut self, mover: Side, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> u32 {
        self.tree.show(mover, depth, min_visits, visitor)
    }

    fn each_borrowed(&mut self, place: &mut impl Rebase<'m, G>) {
        self.simulation.each_borrowed(place);
        let (slots, count) = self.tree.pool.memory();
        place.growing(slots, count);
        place.slice(self.tree.transpositions.memory());
        #[cfg(feature = "policies")]
        place.slice(self.tree.move_statistics.memory());
        place.slice(&mut self.tree.path);
        #[cfg(told)]
        place.slice(self.tree.leaves.memory());
        #[cfg(not(target_os = "none"))]
        {
            place.slice(&mut self.tree.stays);
            place.slice(&mut self.places);
            self.places.iter_mut().for_each(|position| place.position(position));
        }
        place.slice(&mut self.small_search.killers);
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Runs simulations until the search must stop. If the game fails, the last simulation is not
    /// counted.
    fn simulate_until(&mut self, deadline: &mut Deadline<'_>) -> Stop {
        if self.tree.root_is_settled() {
            return Stop::Proven;
        }
        loop {
            let cut_short = self.simulate(deadline);
            if self.simulation.fails() {
                return Stop::Flag;
            }
            if let Some(reason) = cut_short {
                return reason;
            }
            self.iterations = self.iterations.wrapping_add(1);
            if self.tree.plan.solver && self.tree.root_is_settled() {
                return Stop::Proven;
            }
            if let Some(reason) = deadline.tick(self.tree.pool.known_nodes()) {
                return reason;
            }
        }
    }

    /// Runs one simulation. This is the function SIMULATE of Algorithm 1 in the implicit minimax
    /// paper, without recursion. If the search must stop during the simulation, returns the reason,
    /// and backs up nothing.
    fn simulate(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        self.arrive();
        self.tree.begin(self.simulation.scratch.to_move());
        let mut known = self.descend();
        if self.tree.plan.leaf().is_slow() && !self.simulation.fails() {
            let cut_short = self.finish_expansion(deadline);
            if cut_short.is_some() {
                return cut_short;
            }
            known = self.tree.leaf().and_then(|leaf| self.tree.proven_value(leaf));
        }
        let reward = match known {
            Some(known) => known,
            None if self.simulation.fails() => return None,
            None if self.tree.plan.best_first() => self.tree.leaf_value(),
            None => self.playout(),
        };
        if !self.simulation.fails() {
            self.depth_max = self.depth_max.max(self.tree.depth);
            if self.plays_for_all() {
                self.back_up_for_all();
                return None;
            }
            self.tree.learn(reward);
            self.tree.backup(reward);
        }
        None
    }

    /// Runs a playout from the leaf and returns the result.
    #[inline(always)] // one frame less
    fn playout(&mut self) -> Value {
        let Tree { plan, rng, move_statistics, .. } = &mut self.tree;
        let (value, plies) =
            self.simulation.playout(&mut Tools { plan, rng, small_search: &mut self.small_search, move_statistics });
        self.playout_plies = self.playout_plies.wrapping_add(u64::from(plies));
        value
    }

    /// Goes down from the end of the trunk to the position where the playout begins. Returns the
    /// result if no playout is needed.
    #[inline(always)] // one frame less
    fn descend(&mut self) -> Option<Value> {
        let mut node = self.tree.end_of_trunk();
        while self.tree.depth < self.depth_limit {
            let child = self.next_child(node).or_else(|| self.new_child(node));
            let Some(child) = child.filter(|_| self.simulation.scratch.fault().is_none()) else {
                return self.tree.proven_value(node);
            };
            self.tree.descend(child, self.simulation.scratch.to_move());
            if self.tree.plan.proofs() {
                self.tree.probe(child, self.key().map_or(0, NonZeroU64::get));
            }
            if let Some(value) = self.tree.final_value(child) {
                return Some(value);
            }
            if self.tree.extend_trunk(child) {
                self.keep_place();
            }
            node = child;
        }
        None
    }

    /// Returns the child with which this simulation continues, and makes the move to this child.
    /// Returns `None` if the playout begins at `node`.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps the descent's frame small
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn next_child(&mut self, node: NodeId) -> Option<NodeId> {
        let slot = self.tree.pool.node(node);
        let (visits, siblings) = (slot.visits(), slot.children());
        if siblings == SiblingsId::NONE {
            return self.expand(node);
        }
        match self.tree.select_by_bounds(visits, siblings) {
            Some(child) => {
                self.make_move_into(child);
                Some(child)
            }
            None => self.next_child_of(node, siblings),
        }
    }

    /// If this simulation has just created all children of `node` and continues with one of them,
    /// makes the move to this child and returns it.
    #[inline(always)] // one frame less
    fn new_child(&mut self, node: NodeId) -> Option<NodeId> {
        let siblings = self.tree.children_to_keep(node)?;
        if self.simulation.fails() { None } else { self.next_child_of(node, siblings) }
    }

    /// Does the work of [`TreeSearch::next_child`] in the cases in which stored bounds do not
    /// decide the next child.
    #[inline(never)] // own frame: keeps the descent's frame small
    fn next_child_of(&mut self, node: NodeId, siblings: SiblingsId) -> Option<NodeId> {
        if self.tree.is_open(node) {
            return None;
        }
        if self.simulation.scratch.has_chance() && self.tree.pool.header(siblings).has_outcomes() {
            return Some(self.outcome(node, siblings));
        }
        if self.tree.plan.grave() > 0 {
            self.tree.consult(node);
        }
        if self.tree.plan.samples_children() {
            let sampled = self.sampled_child(node, siblings);
            if self.simulation.fails() {
                return None;
            }
            if let Some(child) = sampled {
                let child = self.tree.visit(siblings, child);
                self.make_move_into(child);
                return Some(child);
            }
        }
        if self.tree.move_statistics.has_reference() {
            return self.favoured_child(node, siblings);
        }
        let header = self.tree.pool.header(siblings);
        let child = if header.visited() < header.len() && self.tree.plan.fpu().is_none() {
            self.tree.first_visit(siblings)
        } else if header.len() < header.total()
            && let Some(siblings) = self.tree.siblings_with_room(node)
        {
            return self.add_child(siblings);
        } else {
            let child = self.tree.select(node, siblings, self.tree.mover());
            if self.tree.plan.fpu().is_some() { self.tree.visit(siblings, child) } else { child }
        };
        self.make_move_into(child);
        self.know(child);
        Some(child)
    }

    /// Option `grave`: selects the move with the largest bound at `node`, and makes this move.
    /// Returns its child, which is created if it does not exist yet.
    #[inline(never)] // own frame: few players use it
    fn favoured_child(&mut self, node: NodeId, siblings: SiblingsId) -> Option<NodeId> {
        let header = self.tree.pool.header(siblings);
        let absent = if header.len() < header.total() { self.absent_child(node, siblings)? } else { Leader::NONE };
        let child = self.tree.select_among(node, siblings, &absent);
        if child.is_none()
            && let Some(siblings) = self.tree.siblings_with_room(node)
        {
            return self.add_child_at(siblings, absent.offset);
        }
        let child = match child {
            Some(child) => child,
            None => self.tree.select_among(node, siblings, &Leader::NONE)?,
        };
        self.make_move_into(child);
        self.know(child);
        Some(child)
    }

    /// Option `grave`: returns the best legal move for which `siblings` has no child. Returns
    /// `None` if the game has failed.
    fn absent_child(&mut self, node: NodeId, siblings: SiblingsId) -> Option<Leader> {
        let count = self.simulation.list_moves()? as usize;
        for child in self.tree.pool.children(siblings) {
            if let Some(there) = self.simulation.moves.get_mut(usize::from(child.index())) {
                *there = Move::NONE;
            }
        }
        Some(self.tree.best_absent(node, self.simulation.moves.get(..count).unwrap_or_default()))
    }

    /// Makes the move to `child` in the scratch position.
    fn make_move_into(&mut self, child: NodeId) {
        let mv = self.tree.pool.node(child).mv();
        self.simulation.scratch.play(mv);
        self.tree.note_step(mv);
    }

    /// Options `ct`, `eps` and `softmax`: samples the child of `node` with which the simulation
    /// continues. Returns `None` if the child must be selected by its bound instead, or if the game
    /// has failed.
    #[inline(never)] // own frame: keeps these locals off the descent's 1 KiB stack
    fn sampled_child(&mut self, node: NodeId, siblings: SiblingsId) -> Option<NodeId> {
        if self.tree.is_young(node, siblings) {
            self.corrective_child(siblings)
        } else {
            self.tree.sample_child(node, siblings, self.tree.mover())
        }
    }

    /// Option `ct`: samples a child in `siblings`, as the playout strategy Corrective samples a
    /// move. Uses the values stored in the nodes, so that no position is evaluated twice. Returns
    /// `None` if all children are solved or the game has failed.
    fn corrective_child(&mut self, siblings: SiblingsId) -> Option<NodeId> {
        let (mover, evaluator) = (self.simulation.scratch.to_move(), self.tree.plan.evaluator);
        let before = self.simulation.after_a_pass(|simulation| simulation.value(evaluator).for_player(mover))?;
        let simulation = &self.simulation;
        self.tree.child_with_odds(siblings, |tree, child| {
            let lower = child.value().for_player(mover) < before;
            match child.is_solved() {
                true => 0,
                false if lower => LOWER,
                false if tree.plan.by_transition() => odds(child.probability()),
                false => odds(simulation.probability(child.mv())),
            }
        })
    }

    /// Returns the child of the root whose move is played. `None` if the root has no such child, or
    /// if a chance event comes next.
    fn best_child(&self) -> Option<NodeId> {
        let position = &self.simulation.position;
        if comes_next(position) { None } else { self.tree.best_child_id(position.to_move()) }
    }

    /// Returns the move to play. This is the move of `child`, the best child of the root, or a move
    /// without a child if it cannot be worse. If the root has no child, it is the move that looks
    /// best without a search.
    fn best_of(&mut self, child: Option<NodeId>) -> Move {
        match child {
            Some(child) => self.untried_move().unwrap_or(self.tree.pool.node(child).mv()),
            None => self.simulation.best_at_a_glance(self.tree.plan.evaluator),
        }
    }

    /// If all existing children are losses, returns a legal move that has no child, because it
    /// cannot be worse. Otherwise returns `None`.
    fn untried_move(&mut self) -> Option<Move> {
        if !self.tree.only_losing_children(self.simulation.position.to_move()) {
            return None;
        }
        let count = self.simulation.list_position();
        let tried = self.tree.pool.children(self.tree.pool.root().children());
        let listed = self.simulation.moves.get(..count).unwrap_or_default();
        listed.iter().copied().find(|mv| tried.iter().all(|child| child.mv() != *mv))
    }
}
