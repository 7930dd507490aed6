//! The best-first searches: one tree, one loop, the policies in the files of their steps.
//!
//! A [`TreeSearch`] consists of a `Tree`, which never calls the game, and a `Simulation`, which
//! does. One simulation: put the scratch position on the root, select a leaf (`tree/select.rs`),
//! add to the tree (`expand.rs`), play on to the end (`simulation/playout.rs`), carry the result
//! back up (`tree/backup.rs`). When a limit is reached, `tree/decide.rs` ranks the moves. This loop
//! is UCT; *implicit minimax* adds the value `v` to the mean of each node.

#[cfg(not(shared_tree))]
mod absent;
#[cfg(all(test, feature = "policies"))]
mod best_first_tests;
#[cfg(all(test, feature = "policies"))]
mod corrective_tests;
mod expand;
#[cfg(all(test, feature = "policies"))]
mod expand_tests;
#[cfg(shared_tree)]
mod join_shared_tree;
#[cfg(test)]
mod latency_tests;
mod merge;
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

use crate::base::POLICIES;
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
use crate::tree::{Leader, NodeId, ROOT, Select, SiblingsId, Slot, Solver, Tree};
use core::mem::MaybeUninit;
use core::num::NonZeroU64;

#[cfg(shared_tree)]
pub use crate::threads::SharedSlot;
pub use crate::tree::{Growth, Step};
#[cfg(not(shared_tree))]
use absent::Sharing;
pub use save::TreeParts;
#[cfg(shared_tree)]
use shared_tree::Sharing;

/// The memory that a search borrows. Any content is fine; any length, 0 included, gives a search.
#[derive(Debug)]
pub struct Memory<'m> {
    /// The node pool, 24 bytes a slot. A node takes a slot, and so does each sibling block of
    /// siblings for its header.
    pub slots: &'m mut [Slot],
    /// The path of a simulation: the tree grows no deeper than this many plies.
    pub path: &'m mut [Step],
    /// Lists of moves: [`Config::scratch_moves`] says how many a player needs.
    pub moves: &'m mut [Move],
}

/// A tree search of one game: its position, its tree, its player.
#[derive(Debug)]
pub struct TreeSearch<'m, G: Game> {
    tree: Tree<'m>,
    simulation: Simulation<'m, G>,
    small_search: SmallSearch<'m, G::Undo>,
    sharing: Sharing<'m>,
    /// The most plies that the tree may grow below the root.
    depth_limit: usize,
    /// What the latest search did.
    iterations: u64,
    playout_plies: u64,
    depth_max: usize,
    elapsed_ms: u32,
    stop: Option<Stop>,
}

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// A search from `position`. `scratch` is any position of the same game and board: the search
    /// plays on it.
    ///
    /// # Errors
    /// An option that is out of range, or that needs knowledge which this game does not have.
    pub fn new(position: G, scratch: G, config: &Config, memory: Memory<'m>) -> Result<Self, ConfigError> {
        config.check_for(&position)?;
        let mut search = Self::unprepared(position, scratch, config);
        search.prepare(config, memory, None);
        Ok(search)
    }

    /// As [`TreeSearch::new`], but constructed in place, for small stacks. Does not check the
    /// configuration: one that has not passed [`Config::check_for`] is searched with all the same,
    /// in no way that is specified. With `growth` the slots of `memory` are those that are ready
    /// for use; the others follow as the tree grows.
    #[inline(always)] // so that positions and search are not copied on their way
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
        let provided = Provided { slots, path: memory.path.len(), moves: memory.moves.len() };
        self.tree.plan.compile(config);
        let budget = Budget::of(config, &self.tree.plan, game, provided);
        self.tree.prepare(&budget, memory.slots, growth, memory.path);
        (self.simulation.moves, self.small_search.killers) =
            memory.moves.split_at_mut_checked(budget.lists).unwrap_or_default();
        self.clear();
    }

    fn clear(&mut self) {
        self.tree.transpositions.clear();
        self.clear_nodes();
    }

    /// What is known of positions stays.
    fn clear_nodes(&mut self) {
        self.tree.clear_nodes();
        if POLICIES {
            self.small_search.forget();
        }
        self.stop = None;
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

    /// A tree that others search, too, is of one player.
    fn adopt_player(&mut self, config: &Config) -> bool {
        !self.sharing.is_on() && self.tree.change_player(config)
    }

    fn enter(&mut self) -> Result<(), SearchError> {
        self.sharing.enter()
    }

    /// The tree that there is grows on.
    fn run(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Stop {
        (self.iterations, self.playout_plies, self.depth_max) = (0, 0, 0);
        let room = self.tree.path.len().saturating_sub(1);
        self.depth_limit = if limits.depth == 0 { room } else { room.min(limits.depth as usize) };
        let mut deadline = Deadline::start(limits, clock, stop);
        let reason = match self.search_shared(&mut deadline) {
            Some(reason) => reason,
            None => self.simulate_until(&mut deadline),
        };
        self.elapsed_ms = deadline.elapsed_ms();
        self.stop = Some(reason);
        reason
    }

    /// The tree below the move stays, the rest is released.
    fn follow(&mut self, mv: Move) {
        self.sharing.follow(mv);
        let siblings = self.tree.pool.node(ROOT).children();
        let child = self.tree.pool.children(siblings).iter().position(|child| child.mv() == mv);
        match child {
            Some(offset) => self.tree.pool.reroot(siblings.child(offset as u32)),
            None => self.clear_nodes(),
        }
        // What is proven without a tree to show for it must be searched again, to find the moves.
        if self.tree.pool.node(ROOT).children() == SiblingsId::NONE {
            self.clear_nodes();
        }
        self.tree.follow(mv);
    }

    /// Empties the tree; its random numbers go on where they were.
    fn begin_anew(&mut self, forget: bool) {
        self.sharing.begin_anew(forget);
        self.clear();
    }

    /// By the rule of decision.
    fn best(&mut self) -> Move {
        self.look_again();
        let child = self.tree.best_child_id(self.simulation.position.to_move());
        self.best_of(child)
    }

    fn describe(&mut self) -> Report {
        self.look_again();
        let best_child = self.tree.best_child_id(self.simulation.position.to_move());
        let best = self.best_of(best_child);
        let tree = &self.tree;
        let (visits, value) = match best_child.map(|id| tree.pool.node(id)) {
            Some(child) => (child.visits(), tree.root_estimate(child)),
            None => (0, Value::DRAW),
        };
        let root = tree.pool.node(ROOT);
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
        (self.iterations, self.playout_plies) = (totals.iterations, totals.playout_plies);
        (self.depth_max, self.elapsed_ms, self.stop) = (totals.depth as usize, totals.elapsed_ms, totals.stop);
    }

    fn candidate_at(&self, index: usize) -> Option<Candidate> {
        let child = self.tree.pool.children(self.tree.pool.node(ROOT).children()).get(index)?;
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

    /// It ends where the tree does, or where a position is proven.
    fn expected_line(&self, mover: Side, first: Option<Move>, moves: &mut [Move]) -> usize {
        let mut position = ROOT;
        let mut len = 0_usize;
        for slot in moves {
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
        place.slice(&mut self.small_search.killers);
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Simulations until it is time to stop. On a fault of the game the last one is not counted.
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

    /// One simulation: SIMULATE of the implicit minimax paper's Algorithm 1, without its recursion.
    /// Says why where it is cut short; nothing goes up the tree then.
    fn simulate(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        self.simulation.restart();
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
            self.tree.learn(reward);
            self.tree.backup(reward);
        }
        None
    }

    /// Plays on from the leaf: the result.
    #[inline(always)] // a frame less
    fn playout(&mut self) -> Value {
        let Tree { plan, rng, move_statistics, .. } = &mut self.tree;
        let (value, plies) =
            self.simulation.playout(&mut Tools { plan, rng, small_search: &mut self.small_search, move_statistics });
        self.playout_plies = self.playout_plies.wrapping_add(u64::from(plies));
        value
    }

    /// Walks from the root to where the playout begins. `Some` is a result that needs no playout.
    fn descend(&mut self) -> Option<Value> {
        let mut node = ROOT;
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
            node = child;
        }
        None
    }

    /// The child through which this simulation goes on, its move made; `None` where the playout
    /// begins at `node`.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the descent has few locals
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

    /// One of the children that this simulation has made all at once, for it to go on; its move is
    /// made then.
    #[inline(always)] // a frame less
    fn new_child(&mut self, node: NodeId) -> Option<NodeId> {
        let siblings = self.tree.children_to_keep(node)?;
        if self.simulation.fails() { None } else { self.next_child_of(node, siblings) }
    }

    /// [`TreeSearch::next_child`] where not all children have bounds.
    #[inline(never)] // own frame: the descent has few locals
    fn next_child_of(&mut self, node: NodeId, siblings: SiblingsId) -> Option<NodeId> {
        if self.tree.is_open(node) {
            return None;
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
        if self.tree.plan.grave() > 0 {
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

    /// `grave`: the child of `node` with the largest bound, made if it is not there.
    #[inline(never)] // own frame: a part of few players
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

    /// `grave`: of the legal moves that have no child in `siblings` the best; `None` where the game
    /// has failed.
    fn absent_child(&mut self, node: NodeId, siblings: SiblingsId) -> Option<Leader> {
        let count = self.simulation.list_moves()? as usize;
        for child in self.tree.pool.children(siblings) {
            if let Some(there) = self.simulation.moves.get_mut(usize::from(child.index())) {
                *there = Move::NONE;
            }
        }
        Some(self.tree.best_absent(node, self.simulation.moves.get(..count).unwrap_or_default()))
    }

    /// Makes the move that leads into `child`.
    fn make_move_into(&mut self, child: NodeId) {
        let mv = self.tree.pool.node(child).mv();
        self.simulation.scratch.play(mv);
        self.tree.note_step(mv);
    }

    /// Returns the next child of a simulation at `node`, if `ct`, `eps` or `softmax` samples it;
    /// `None` if it is to be selected by its bound, or if the game has failed.
    #[inline(never)] // own frame: keeps these locals off the descent's 1 KiB stack
    fn sampled_child(&mut self, node: NodeId, siblings: SiblingsId) -> Option<NodeId> {
        if self.tree.is_young(node, siblings) {
            self.corrective_child(siblings)
        } else {
            self.tree.sample_child(node, siblings, self.tree.mover())
        }
    }

    /// Samples a child in `siblings` as the strategy Corrective does (`ct`), by the values in the
    /// nodes, so that nothing is evaluated twice. `None` if all children are solved or the game has
    /// failed.
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

    /// The move into the best child of the root, or what is better; the best at a glance where
    /// there is no child.
    fn best_of(&mut self, child: Option<NodeId>) -> Move {
        match child {
            Some(child) => self.untried_move().unwrap_or(self.tree.pool.node(child).mv()),
            None => self.simulation.best_at_a_glance(self.tree.plan.evaluator),
        }
    }

    /// A legal move that has no child, if every child made so far loses; it cannot be worse. `None`
    /// otherwise.
    fn untried_move(&mut self) -> Option<Move> {
        if !self.tree.only_losing_children(self.simulation.position.to_move()) {
            return None;
        }
        let count = self.simulation.list_position();
        let tried = self.tree.pool.children(self.tree.pool.node(ROOT).children());
        let listed = self.simulation.moves.get(..count).unwrap_or_default();
        listed.iter().copied().find(|mv| tried.iter().all(|child| child.mv() != *mv))
    }
}
