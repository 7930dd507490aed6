//! The depth-first search: fail-soft negamax with alpha-beta pruning and iterative deepening, on an
//! explicit ply stack.
//!
//! Without switches, it is the opponent in the experiments of the implicit minimax paper (section
//! 4.2): iterative deepening with a static move order, without a table or other enhancements. With
//! all switches, it is the search of the program MIA (alpha-beta playouts paper, section V.A).
//!
//! `negamax.rs` searches to one depth. `reach.rs` tells whether the end of the game is in reach.
//! `prune.rs` and `probcut.rs` prune. `order.rs` sorts moves.
//! `table.rs` is the transposition table, and `shared_table.rs` shares it among several searches.
//! `store.rs` stores the result of a position. `stack.rs` is the memory of the search, and
//! `progress.rs` has its progress and results. `report/score.rs` defines the scores. This file
//! contains iterative deepening, the code to stop and continue a search, and the reports.
//!
//! Every score is from the point of view of the player to move. A player may move twice in a row,
//! so a score is negated for the parent ply only if the other player is to move at the parent ply.
//! A win in fewer plies scores more, and a loss in fewer plies scores less.
//!
//! The search ends when it finds a win or a loss within the depth searched. Without forward
//! pruning, the search then has the shortest win or the longest loss. The search also ends when an
//! iteration reaches the end of the game on every line. In this way it can also solve a draw. The
//! move to play is the best move of the last complete iteration. Once the current iteration has
//! searched that move, the move to play is the best move of the current iteration.
//!
//! After each move, the whole state of the search is on the stack. So the search can stop there,
//! and continue at the next call.

mod chance;
mod merge;
mod negamax;

mod order;
mod probcut;
mod progress;
mod prune;
mod reach;
mod reply;
mod save;
mod shared_table;
mod stack;
mod store;
mod table;
#[cfg(test)]
mod tests;

pub use crate::player::alphabeta::{Config, Switch, Switches};
pub use crate::threads::identity::ShareError;
pub use order::Merit;
pub use save::DepthParts;
pub use stack::{Frame, Memory, PLIES_MAX, line_moves};
pub use table::{Bucket, Fetch};

use crate::base::CHANCE;
use crate::base::bits::absorb;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Proof, Side, Value};
use crate::game::{Game, Move};
use crate::keep::rebase::Rebase;
use crate::player::ConfigError;
use crate::player::options::Decision;
use crate::report::ranking::Ranking;
use crate::report::score::Score;
use crate::report::{Candidate, Report, TreeNode, Visitor};
use crate::search::Algorithm;
use crate::simulation::{Simulation, squash};
use crate::time::deadline::Deadline;
use crate::time::limits::{Clock, Limits, Stop, StopFlags};
use crate::time::sliced::Totals;
use negamax::Task;
use order::History;
use progress::{Found, NO_END, Progress, decided_value};
use reply::replies;
use stack::{Expected, Phase, Stack};
use table::{Depth, PLY, Table};

/// An alpha-beta search of one game. It has a position, a stack and a configuration.
#[derive(Debug)]
pub struct AlphaBeta<'m, G: Game> {
    /// `simulation` holds the root position and the scratch position. During a search, the scratch
    /// position is the position at the top of the stack. Between searches, other calls use the list
    /// of moves in `simulation`.
    simulation: Simulation<'m, G>,
    config: Config,
    stack: Stack<'m>,
    /// The undo data of the move of each ply.
    undos: &'m mut [Option<G::Undo>],
    keys: &'m mut [i64],
    table: Table<'m>,
    history: History<'m>,
    /// `can_look_up` is true if the player uses a table and the game has keys. `keyed` is true if
    /// there is also room for a table.
    can_look_up: bool,
    keyed: bool,
    /// The number of this search among the searches that share a table, counted from 0.
    number: u32,
    progress: Progress,
    /// The number of positions that the current call of `run` has visited before the current
    /// iteration began.
    visited_before: u64,
}

impl<'m, G: Knowledge> AlphaBeta<'m, G> {
    /// Creates a search from `position`. `scratch` is any position of the same game and board. The
    /// search uses it as its scratch position.
    ///
    /// # Errors
    /// An option needs knowledge that this game does not have.
    pub fn new(position: G, scratch: G, config: &Config, memory: Memory<'m, G::Undo>) -> Result<Self, ConfigError> {
        config.check_for(&position)?;
        let max_moves = position.max_moves();
        let frames = memory.frames.get_mut(..memory.frames.len().min(memory.undos.len())).unwrap_or_default();
        let lists = memory.moves.len().saturating_sub(max_moves);
        let (stack, list) = memory.moves.split_at_mut_checked(lists).unwrap_or_default();
        let mut config = *config;
        if position.max_score() == 0 {
            config.switches = config.switches.without(Switch::Score);
        }
        if CHANCE && position.has_chance() {
            config.switches = config.switches.without_pruning();
        }
        config.switches = reply::switches_for(&position, config.switches);
        let switches = config.switches;
        let mut table = Table::new(memory.table);
        let mut history = History::new(memory.history);
        table.clear();
        history.clear();
        let can_look_up = switches.has(Switch::Table) && position.hash().is_some();
        Ok(Self {
            can_look_up,
            keyed: can_look_up && !table.is_empty(),
            number: 0,
            simulation: Simulation::new(position, scratch, list),
            config,
            stack: Stack::new(frames, stack, memory.lines, max_moves),
            undos: memory.undos,
            keys: memory.keys,
            table,
            history,
            progress: Progress::new(switches.prune_forward()),
            visited_before: 0,
        })
    }

    /// From now on, prefetches buckets of the table with `fetch`. The results of the search stay
    /// the same.
    pub fn fetch_by(&mut self, fetch: Fetch) {
        self.table.fetch_by(fetch);
    }

    /// The number of positions that the current iteration has visited.
    fn effort(&self) -> u32 {
        let now = self.progress.visited.wrapping_sub(self.visited_before);
        self.progress.effort.saturating_add(u32::try_from(now).unwrap_or(u32::MAX))
    }

    /// Runs one iteration after another, each deeper than the last, until the search must stop.
    fn deepen(&mut self, limits: &Limits, deadline: &mut Deadline<'_>) -> Stop {
        let room = self.stack.plies();
        let deepest = if limits.depth == 0 { room } else { room.min(limits.depth as usize) };
        loop {
            let decided = self.config.switches.has(Switch::Sign) && self.progress.found.proof != Proof::Unknown;
            if decided || self.progress.found.is_final() {
                return Stop::Proven;
            }
            if self.progress.depth == 0 && self.progress.found.depth < deepest {
                self.look_for_the_end();
                self.begin_iteration(self.progress.found.depth.wrapping_add(self.stride()).min(deepest));
            }
            if self.progress.depth == 0 || self.progress.depth > deepest {
                return Stop::Depth;
            }
            if let Some(reason) = self.negamax(deadline) {
                return reason;
            }
            self.end_iteration();
        }
    }

    /// After the first iteration, decides whether the next one searches to the end of the game.
    #[inline(never)] // own frame: off the stack of a deep search
    fn look_for_the_end(&mut self) {
        if self.progress.found.depth == 1 && self.config.switches.has(Switch::Sign) {
            self.progress.found.leaps = self.end_is_in_reach();
            self.simulation.restart();
        }
    }

    fn begin_iteration(&mut self, depth: usize) {
        (self.progress.depth, self.progress.last_end) = (depth, NO_END);
        self.progress.counts = self.progress.found.previous == Move::NONE;
        (self.visited_before, self.progress.effort) = (self.progress.visited, 0);
        let [alpha, beta] = self.progress.found.window(self.config.switches);
        self.open_root(alpha, beta);
    }

    fn open_root(&mut self, alpha: Score, beta: Score) {
        // The second question of the option `wdl` does not find the wins that the first one has
        // missed.
        let is_second = beta == 0 && self.config.switches.has(Switch::Sign);
        let truncated = is_second && self.stack.frames.first().is_some_and(|root| root.truncated);
        self.progress.ply = 0;
        let key = if self.keyed { self.simulation.scratch.hash().unwrap_or(0) } else { 0 };
        let key = if replies(&self.simulation.scratch, self.config.switches) { reply::key_of(key, false) } else { key };
        let depth = (self.progress.depth as Depth).wrapping_mul(PLY);
        // For the root, `open_frame` returns no score, because it always puts the root on the
        // stack.
        let _ = self.open_frame(0, Task { key, depth, alpha, beta, expected: Expected::Exact });
        self.stack.frames.iter_mut().take(1).for_each(|root| root.truncated |= truncated);
        self.finish_order(0);
    }

    fn end_iteration(&mut self) {
        self.store_result();
        let Some(root) = self.stack.frames.first() else { return };
        // A score outside the window is only a bound. Then the root is searched again, with a
        // window that has no limit on that side.
        match self.progress.found.reopened(root, self.config.switches) {
            Some([alpha, beta]) => self.open_root(alpha, beta),
            None => {
                let effort = self.effort();
                self.progress.end_iteration(root, self.config.switches, effort);
            }
        }
    }

    /// The move to try first at the root. It is the best move so far. In the first iteration, and
    /// for a search without switches, it is `best_known`, a move from the table.
    fn first_at_root(&self, best_known: Move) -> Move {
        if self.progress.found.previous == Move::NONE || self.config.switches == Switches::NONE {
            best_known
        } else {
            self.progress.found.best
        }
    }

    /// Updates the result after the search of a root move.
    fn take_root_move(&mut self, mv: Move) {
        self.progress.take_root_move(mv, &mut self.stack, self.config.switches);
    }

    /// Sets the scratch position to the position where the search stopped. To do this, makes the
    /// moves of the stack from the root position.
    fn resume(&mut self) {
        self.simulation.restart();
        let under_way = if self.progress.depth == 0 { 0 } else { self.progress.ply };
        for (frame, undo) in self.stack.frames.iter().zip(self.undos.iter_mut()).take(under_way) {
            if frame.phase == Phase::Pass {
                self.simulation.pass_again();
            } else if replies(&self.simulation.scratch, self.config.switches) {
                *undo = reply::make_again(&mut self.simulation, frame);
            } else {
                *undo = Some(self.simulation.scratch.make(frame.mv));
            }
        }
    }

    /// The value of the best move, from the first player's point of view.
    fn value(&self) -> Value {
        let (Found { proof, score, .. }, mover) = (self.progress.found, self.progress.mover);
        let points = score.wrapping_mul(mover.sign());
        decided_value(proof, score, mover, self.simulation.position.max_score()).unwrap_or_else(|| {
            match CHANCE && self.simulation.position.has_chance() {
                true => Value::from_raw(points as i16),
                false => squash::<G>(self.config.evaluator, points),
            }
        })
    }
}

impl<'m, G: Knowledge> Algorithm<'m> for AlphaBeta<'m, G> {
    type Game = G;

    fn simulation(&self) -> &Simulation<'m, G> {
        &self.simulation
    }

    fn simulation_mut(&mut self) -> &mut Simulation<'m, G> {
        &mut self.simulation
    }

    fn evaluator(&self) -> Evaluator {
        self.config.evaluator
    }

    /// Always true. Every iteration ends, so a depth limit alone ends the search.
    fn ends_by_depth(&self) -> bool {
        true
    }

    fn run(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Stop {
        (self.progress.visited, self.visited_before) = (0, 0);
        self.progress.mover = self.simulation.position.to_move();
        let mut deadline = Deadline::start(limits, clock, stop);
        self.resume();
        let reason = self.deepen(limits, &mut deadline);
        self.progress.effort = self.effort();
        self.progress.elapsed_ms = deadline.elapsed_ms();
        self.progress.stop = Some(reason);
        reason
    }

    /// Starts a new search. Keeps the table and the history, but gives them less weight.
    fn follow(&mut self, _: Move) {
        self.restart(false);
    }

    /// Starts a new search. If `forget` is true, clears the table and the history. Otherwise keeps
    /// them, but gives them less weight.
    fn restart(&mut self, forget: bool) {
        (self.progress.found, self.progress.depth, self.progress.effort) = (Found::NOTHING, 0, 0);
        (self.progress.signature, self.progress.stop) = (0, None);
        self.stack.frames.iter_mut().for_each(|frame| frame.killers = [Move::NONE; 2]);
        if forget {
            self.table.clear();
            self.history.clear();
            self.progress.error = 0;
        } else {
            self.table.grow_old();
            self.history.halve();
        }
        self.progress.deeper_counts = !forget || self.config.switches.prune_forward();
    }

    fn best(&mut self) -> Move {
        match self.progress.found.best {
            Move::NONE => self.simulation.best_at_a_glance(self.config.evaluator),
            best => best,
        }
    }

    /// Describes the search in a report. `visits`, `recycled` and `playout_plies` are 0, because
    /// there is no tree. Both `iterations` and `nodes` are the number of positions that the latest
    /// search has visited. `depth` is the depth of the last complete iteration.
    fn describe(&mut self) -> Report {
        Report {
            best: self.best(),
            proof: self.progress.found.proof,
            distance: self.progress.found.distance,
            value: self.value(),
            visits: 0,
            iterations: self.progress.visited,
            nodes: u32::try_from(self.progress.visited).unwrap_or(u32::MAX),
            recycled: 0,
            depth: self.progress.found.depth as u32,
            playout_plies: 0,
            elapsed_ms: self.progress.elapsed_ms,
            stop: self.progress.stop,
            signature: self.progress.signature,
        }
    }

    fn recount_as(&mut self, totals: &Totals) {
        (self.progress.visited, self.progress.elapsed_ms, self.progress.stop) =
            (totals.iterations, totals.elapsed_ms, totals.stop);
    }

    /// Returns the best move as the only candidate. For the other moves, alpha-beta has no value:
    /// it only proves that they are not better.
    fn candidate_at(&self, index: usize) -> Option<Candidate> {
        let Found { best, proof, distance, .. } = self.progress.found;
        let value = self.value();
        let distance = distance.saturating_sub(1);
        let candidate = Candidate { mv: best, visits: 0, value, minimax: value, proof, distance };
        (index == 0 && best != Move::NONE).then_some(candidate)
    }

    /// Returns the order of the candidates. Alpha-beta has only one candidate.
    fn ranking_for(&self, mover: Side) -> Ranking {
        Ranking { decision: Decision::BestValue, mover, is_sampled: false, depth_first: true, best_below_draw: None }
    }

    /// Writes the expected line of play, which is the best line so far. Only the best move has a
    /// line. The line ends at the depth of the iteration that found it, or at the end of the game.
    fn expected_line(&self, _: Side, first: Option<Move>, moves: &mut [Move]) -> usize {
        let line = self.stack.kept_line(self.progress.found.line_len);
        if first.is_some_and(|first| line.first() != Some(&first)) {
            return 0;
        }
        moves.iter_mut().zip(line).for_each(|(slot, &mv)| *slot = mv);
        line.len().min(moves.len())
    }

    /// Visits the root only, because there is no tree.
    fn show_tree(&mut self, _: Side, _: u32, _: u32, visitor: &mut Visitor<'_>) -> u32 {
        let Found { proof, distance, .. } = self.progress.found;
        let value = self.value();
        visitor(&TreeNode { ply: 0, mv: Move::NONE, visits: 0, value, minimax: value, proof, distance, children: 0 });
        1
    }

    fn each_borrowed(&mut self, place: &mut impl Rebase<'m, G>) {
        self.simulation.each_borrowed(place);
        self.stack.each_borrowed(place);
        place.slice(&mut self.undos);
        place.slice(&mut self.keys);
        place.slice(self.table.memory());
        place.slice(self.history.memory());
    }
}

impl<G: Game> AlphaBeta<'_, G> {
    /// Adds a move and its score to the signature, a hash of all steps of the search.
    #[inline]
    fn sign(&mut self, mv: Move, score: Score) {
        self.progress.signature =
            absorb(self.progress.signature, u64::from(mv.0) << 32 | u64::from(score.cast_unsigned()));
    }
}
