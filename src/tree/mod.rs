//! The best-first searches: one tree, one loop, the policies in the files of their steps.
//!
//! One simulation: copy the root position, walk down (`select.rs`, `estimate.rs`), add to the tree (`expand.rs`), play on to the end
//! (`playout.rs`), carry the result back up (`backup.rs`, `solver.rs`). When the limits are reached, `decide.rs` picks
//! the move. UCT is this loop as it stands; *implicit minimax* is the value `v` in each node beside the mean.

mod backup;
#[cfg(all(test, feature = "policies"))]
mod best_first_tests;
mod corrective;
#[cfg(all(test, feature = "policies"))]
mod corrective_tests;
mod decide;
mod draw;
mod estimate;
mod evaluations;
mod expand;
mod leaf;
mod playout;
#[cfg(all(test, feature = "policies"))]
mod policy_tests;
mod pool;
mod select;
mod selective;
#[cfg(all(test, feature = "policies"))]
mod selective_tests;
mod slot;
mod solver;
#[cfg(test)]
mod tests;

use crate::bits::absorb as mix;
use crate::game::{Fault, Game, Move};
use crate::knowledge::Knowledge;
use crate::limits::{Clock, Limits, Stop, Watch};
use crate::player::{Config, ConfigError};
use crate::report::{Candidate, Report};
use crate::rng::Rng;
use crate::search::{Search, SearchError, check_limits, play_aside};
use crate::value::{Outcome, Side, Value};
use core::mem::MaybeUninit;
use core::sync::atomic::AtomicBool;
use evaluations::Evaluations;
use leaf::Undos;
use pool::{Pool, ROOT};
use selective::{Frames, Killers, NO_FRAMES, NO_KILLERS};
pub use slot::Slot;

/// One ply of the path from the root: a node, who is to move there, and whether a proven draw was claimed there.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub struct Step(u32);

impl Step {
    fn new(node: u32, mover: Side) -> Self {
        Self((node << 2) | u32::from(mover == Side::Second))
    }

    fn node(self) -> u32 {
        self.0 >> 2
    }

    /// Whatever the simulation finds below, this node counts it as a draw: see `select.rs`.
    fn claim_draw(&mut self) {
        self.0 |= 2;
    }

    fn claims_draw(self) -> bool {
        self.0 & 2 != 0
    }

    fn mover(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }
}

/// The memory that a search borrows. Any content is fine; any length, 0 included, gives a search.
#[derive(Debug)]
pub struct Memory<'m> {
    /// The node pool, 24 bytes a slot. A node takes a slot, and so does each run of siblings for its head.
    pub slots: &'m mut [Slot],
    /// The path of a simulation: the tree grows no deeper than this many plies.
    pub path: &'m mut [Step],
    /// The moves of one position: [`crate::game::Game::max_moves`] of them; [`crate::player::options::Leaf::lists`] times as many for a player who
    /// searches leaves.
    pub moves: &'m mut [Move],
}

/// A tree search of one game: its position, its tree, its player.
#[derive(Debug)]
pub struct TreeSearch<'m, G: Game> {
    /// The position at the root. Only [`Search::play`] and [`Search::set_position`] change it.
    position: G,
    /// The position of the simulation under way.
    walker: G,
    config: Config,
    rng: Rng,
    pool: Pool<'m>,
    path: &'m mut [Step],
    moves: &'m mut [Move],
    /// Moves that were best in alpha-beta playouts.
    killers: Killers,
    /// The plies of the alpha-beta search of a playout.
    frames: Frames,
    /// The plies of the search of a leaf.
    leaf_plies: leaf::Plies,
    /// Positions that the search of a leaf has looked at.
    leaf_positions: u32,
    /// What takes the moves of either search back.
    undos: Undos<G::Undo>,
    /// What positions are worth (`evaltt`).
    evaluations: Evaluations<'m>,
    /// Plies of the path below the root in the simulation under way, and the most that there may be.
    depth: usize,
    depth_limit: usize,
    /// Number of the simulation under way, counted from when the tree was last empty.
    stamp: u32,
    history: u64,
    fault: Option<Fault>,
    iterations: u64,
    playout_plies: u64,
    depth_max: usize,
    elapsed_ms: u32,
    stop: Option<Stop>,
}

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// A search from `position`. `walker` is any position of the same game and board: the search plays on it.
    ///
    /// # Errors
    /// An option that is out of range, or that needs knowledge which this game does not have.
    pub fn new(position: G, walker: G, config: &Config, memory: Memory<'m>) -> Result<Self, ConfigError> {
        config.check_for(&position)?;
        let mut search = Self::unprepared(position, walker, config, memory);
        search.clear();
        Ok(search)
    }

    /// The same at a place of the caller's, for where there is no stack to build it on, and for a player that has passed
    /// [`Config::check_for`] already: one that would not is searched with all the same, in no way that is specified.
    #[inline(always)] // lest positions and search be copied on their way
    pub fn new_at<'a>(
        place: &'a mut MaybeUninit<Self>,
        position: G,
        walker: G,
        config: &Config,
        memory: Memory<'m>,
    ) -> &'a mut Self {
        let search = place.write(Self::unprepared(position, walker, config, memory));
        search.clear();
        search
    }

    fn clear(&mut self) {
        self.pool.clear();
        self.evaluations.clear();
    }

    #[inline(always)]
    fn unprepared(position: G, walker: G, config: &Config, memory: Memory<'m>) -> Self {
        let shares = config.evaltt() && config.evaluates_children() && position.hash().is_some();
        let (evaluations, slots) = Evaluations::take_share(memory.slots, shares);
        Self {
            position,
            walker,
            config: *config,
            rng: Rng::new(config.seed),
            pool: Pool::new(slots),
            path: memory.path,
            moves: memory.moves,
            killers: NO_KILLERS,
            frames: NO_FRAMES,
            leaf_plies: leaf::NO_PLIES,
            undos: Undos::NONE,
            leaf_positions: 0,
            evaluations,
            depth: 0,
            depth_limit: 0,
            stamp: 0,
            history: 0,
            fault: None,
            iterations: 0,
            playout_plies: 0,
            depth_max: 0,
            elapsed_ms: 0,
            stop: None,
        }
    }
}

impl<G: Knowledge> Search for TreeSearch<'_, G> {
    type Game = G;

    /// The tree that there is grows on. After [`SearchError::Fault`] it is empty.
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<Stop, SearchError> {
        check_limits(&self.position, limits, clock, false)?;
        (self.iterations, self.playout_plies, self.depth_max) = (0, 0, 0);
        let room = self.path.len().saturating_sub(1);
        self.depth_limit = if limits.depth == 0 { room } else { room.min(limits.depth as usize) };
        let mut watch = Watch::start(limits, clock, stop);
        let reason = self.simulate_until(&mut watch);
        self.elapsed_ms = watch.elapsed_ms();
        match self.fault.take() {
            Some(fault) => {
                self.forget();
                Err(SearchError::Fault(fault))
            }
            None => {
                self.stop = Some(reason);
                Ok(reason)
            }
        }
    }

    fn position(&self) -> &G {
        &self.position
    }

    fn set_position(&mut self, position: &G) {
        self.position.copy_from(position);
        self.forget();
    }

    fn change_position<E>(&mut self, change: impl FnOnce(&mut G) -> Result<(), E>) -> Result<(), E> {
        self.walker.copy_from(&self.position);
        change(&mut self.walker)?;
        self.position.copy_from(&self.walker);
        self.forget();
        Ok(())
    }

    /// The tree below the move stays, the rest is given back.
    fn play(&mut self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        self.fault = self.fault.or(play_aside(&self.position, &mut self.walker, mv));
        if self.fault.is_some() {
            return false;
        }
        let run = self.pool.get(ROOT).run();
        let child = self.pool.children(run).iter().position(|child| child.mv() == mv);
        self.position.copy_from(&self.walker);
        match child {
            Some(offset) => self.pool.reroot(run.wrapping_add(offset as u32).wrapping_add(1)),
            None => self.forget(),
        }
        // What is proven without a tree to show for it must be searched again, to find the moves.
        if self.pool.get(ROOT).run() == 0 {
            self.forget();
        }
        self.history = mix(self.history, u64::from(mv.0));
        true
    }

    fn desk(&mut self) -> (&G, &mut [Move]) {
        (&self.position, self.moves)
    }

    fn listed_moves(&self, count: usize) -> &[Move] {
        self.moves.get(..count).unwrap_or_default()
    }

    /// Empties the tree; its random numbers go on where they were.
    fn forget(&mut self) {
        self.clear();
        self.killers = NO_KILLERS;
        (self.stamp, self.history, self.stop) = (0, 0, None);
    }

    /// By the rule of decision.
    fn best_move(&mut self) -> Move {
        match self.best_child_id() {
            Some(child) => self.untried_move().unwrap_or(self.pool.get(child).mv()),
            None => self.fallback_move(),
        }
    }

    fn report(&mut self) -> Report {
        let best = self.best_move();
        let (visits, value) = match self.best_child_id().map(|id| self.pool.get(id)) {
            Some(child) => (child.visits(), self.root_estimate(child)),
            None => (0, Value::DRAW),
        };
        let root = self.pool.get(ROOT);
        Report {
            best,
            proof: root.proof(),
            distance: root.distance(),
            value,
            visits,
            iterations: self.iterations,
            nodes: self.pool.nodes(),
            recycled: self.pool.recycled(),
            depth: self.depth_max as u32,
            playout_plies: self.playout_plies,
            elapsed_ms: self.elapsed_ms,
            stop: self.stop,
            signature: self.signature(),
        }
    }

    fn candidate(&self, index: usize) -> Option<Candidate> {
        let child = self.pool.children(self.pool.get(ROOT).run()).get(index)?;
        Some(Candidate {
            mv: child.mv(),
            visits: child.visits(),
            value: self.root_estimate(child),
            minimax: child.value(),
            proof: child.proof(),
            distance: child.distance(),
        })
    }

    /// It ends where the tree does, or where a position is proven.
    fn line(&self, moves: &mut [Move]) -> usize {
        let mut position = ROOT;
        let mut len = 0_usize;
        for slot in moves {
            let best = if len == 0 { self.best_child_id() } else { self.most_visited(position) };
            let Some(child) = best.filter(|_| self.position.fault().is_none()) else { break };
            *slot = self.pool.get(child).mv();
            position = child;
            len = len.wrapping_add(1);
        }
        len
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Simulations until it is time to stop. On a fault of the game the last one is not counted.
    fn simulate_until(&mut self, watch: &mut Watch<'_>) -> Stop {
        if self.pool.get(ROOT).proof().outcome().is_some() {
            return Stop::Proven;
        }
        loop {
            self.simulate();
            if self.fault.is_some() {
                return Stop::Flag;
            }
            self.iterations = self.iterations.wrapping_add(1);
            if self.config.solver && self.pool.get(ROOT).proof().outcome().is_some() {
                return Stop::Proven;
            }
            if let Some(reason) = watch.tick(self.pool.nodes()) {
                return reason;
            }
        }
    }

    /// One simulation: SIMULATE of the implicit minimax paper's Algorithm 1, without its recursion.
    fn simulate(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        self.walker.copy_from(&self.position);
        self.depth = 0;
        self.extend_path(ROOT);
        let reward = match self.descend() {
            Some(known) => known,
            None if self.fault.is_some() => Value::DRAW, // which nobody counts
            None if self.config.best_first() => self.leaf_value(),
            None => self.playout(),
        };
        self.fault = self.fault.or(self.walker.fault());
        if self.fault.is_none() {
            self.depth_max = self.depth_max.max(self.depth);
            self.backup(reward);
        }
    }

    /// The minimax value of the leaf at which the path ends: all that best-first minimax asks of it.
    fn leaf_value(&self) -> Value {
        self.path.get(self.depth).map_or(Value::DRAW, |step| self.pool.get(step.node()).value())
    }

    /// Walks from the root to where the playout begins. `Some` is a result that needs no playout.
    fn descend(&mut self) -> Option<Value> {
        let mut node = ROOT;
        while self.depth < self.depth_limit {
            let Some(child) = self.next_child(node).filter(|_| self.walker.fault().is_none()) else {
                return self.proven_value(node);
            };
            self.depth = self.depth.wrapping_add(1);
            self.extend_path(child);
            if let Some(value) = self.proven_value(child) {
                return Some(value);
            }
            node = child;
        }
        None
    }

    /// The child through which this simulation goes on, its move made; `None` where the playout begins at `node`.
    fn next_child(&mut self, node: u32) -> Option<u32> {
        let run = self.pool.get(node).run();
        if run == 0 {
            return self.expand(node);
        }
        self.pool.get_mut(run).set_stamp(self.stamp);
        if self.config.draws_children() {
            let drawn = self.draw_child(node, run);
            if self.fails() {
                return None;
            }
            if let Some(child) = drawn {
                let child = self.visit(run, child);
                self.follow(child);
                return Some(child);
            }
        }
        let head = self.pool.get(run);
        let child = if head.visited() < head.len() && self.config.fpu().is_none() {
            self.first_visit(run)
        } else if head.len() < head.total()
            && let Some(run) = self.run_with_room(node)
        {
            return self.add_child(run);
        } else {
            let child = self.select(run, node);
            if self.config.fpu().is_some() { self.visit(run, child) } else { child }
        };
        self.follow(child);
        Some(child)
    }

    /// Makes the move that leads into `child`.
    fn follow(&mut self, child: u32) {
        let mv = self.pool.get(child).mv();
        self.walker.play(mv);
        self.history = mix(self.history, u64::from(mv.0));
    }

    fn extend_path(&mut self, node: u32) {
        let step = Step::new(node, self.walker.to_move());
        if let Some(slot) = self.path.get_mut(self.depth) {
            *slot = step;
        }
    }

    /// Has the game failed? Then nothing may be taken back.
    fn fails(&mut self) -> bool {
        self.fault = self.fault.or(self.walker.fault());
        self.fault.is_some()
    }

    fn proven_value(&self, node: u32) -> Option<Value> {
        self.pool.get(node).proof().outcome().map(Outcome::value)
    }

    /// A hash over the simulations that built the tree, and over the root's children as they stand.
    fn signature(&self) -> u64 {
        let root = self.pool.get(ROOT);
        let mut hash = mix(self.history, u64::from(root.visits()));
        for child in self.pool.children(root.run()) {
            let counts = (u64::from(child.mv().0) << 32) | u64::from(child.visits());
            let proof = child.proof() as u64;
            let value = u64::from(child.value().raw().cast_unsigned());
            hash = mix(mix(hash, counts), child.reward().cast_unsigned().rotate_left(20) ^ (value << 2) ^ proof);
        }
        hash
    }
}
