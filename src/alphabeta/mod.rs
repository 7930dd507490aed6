//! The depth-first search: fail-soft negamax with alpha-beta pruning, by iterative deepening, on an explicit ply stack.
//!
//! By itself it is the opponent in the implicit minimax paper's experiments (section 4.2): iterative deepening, static move
//! order, no table, no further enhancement. With all its switches it is MIA's search (alpha-beta playouts paper, section V.A).
//!
//! `negamax.rs` is the search of one depth, `prune.rs` what it leaves out, `order.rs` the order of moves, `table.rs` what is
//! remembered, `stack.rs` its memory, `score.rs` what it compares; this file deepens, stops, goes on and reports.
//!
//! Every score is in the view of who is to move, and is negated on the way up only where the other player moves above: a
//! player may move twice in a row. A win is the better the sooner it comes, a loss the later.
//!
//! The search ends where a win or a loss is found that lies within the depth searched, and so is the shortest or the longest
//! there is (if nothing was pruned forward); or where an iteration has met the end of the game on every line: then draws are
//! proven, too. It plays the best move of the last complete iteration, or of the one under way as soon as that has searched
//! the last one's best move.
//!
//! Between two moves of the search everything is on the stack: it stops anywhere, and goes on there at the next call.

mod negamax;

mod order;
mod prune;
mod stack;
mod table;
#[cfg(test)]
mod tests;

pub use crate::player::alphabeta::{Config, Switch, Switches};
pub use order::Merit;
pub use stack::{Frame, Memory, PLIES_MAX, line_moves};
pub use table::Bucket;

use crate::bits::absorb;
use crate::game::{Fault, Game, Move};
use crate::knowledge::Knowledge;
use crate::limits::{Clock, Limits, Stop, Watch};
use crate::player::ConfigError;
use crate::report::{Candidate, Report};
use crate::score::{self, Score};
use crate::search::{Search, SearchError, best_at_a_glance, check_limits, pass_again, play_aside};
use crate::value::{Proof, Value};
use core::sync::atomic::AtomicBool;
use negamax::Task;
use order::History;
use stack::{Expected, Phase, Stack};
use table::{Depth, PLY, Table};

/// An alpha-beta search of one game: its position, its stack, its player.
#[derive(Debug)]
pub struct AlphaBeta<'m, G: Game> {
    /// The position at the root. Only [`Search::play`] and [`Search::set_position`] change it.
    position: G,
    /// The position at the top of the stack, while a search is under way; between two calls it may be any.
    walker: G,
    config: Config,
    stack: Stack<'m, G::Undo>,
    /// A list of the position's moves, for questions from outside.
    list: &'m mut [Move],
    keys: &'m mut [i64],
    table: Table<'m>,
    history: History<'m>,
    /// Is there a table, and does the game have keys for it?
    keyed: bool,
    /// Do results of the table count that are deeper than asked for?
    deeper_counts: bool,
    /// How many plies deep the iteration under way looks; 0 where none is.
    depth: usize,
    /// The top of the stack.
    ply: usize,
    /// Has it searched the best move of the last one?
    counts: bool,
    found: Found,
    signature: u64,
    fault: Option<Fault>,
    /// Positions visited in this search.
    visited: u64,
    elapsed_ms: u32,
    stop: Option<Stop>,
}

/// What was found so far.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// The move to play, its score in the mover's view, and how many moves of its line were kept.
    best: Move,
    score: Score,
    line_len: u16,
    /// The depth of the last complete iteration, its best move and score, and how much that differed from the one before.
    depth: usize,
    previous: Move,
    latest: Score,
    step: Score,
    proof: Proof,
    /// Plies to the end of the game if either player wins.
    distance: u8,
}

impl Found {
    const NOTHING: Self = Self {
        best: Move::NONE,
        score: 0,
        line_len: 0,
        depth: 0,
        previous: Move::NONE,
        latest: 0,
        step: 0,
        proof: Proof::Unknown,
        distance: 0,
    };

    /// Is there nothing better to be found? A win or a loss beyond the depth searched may not be the shortest or longest.
    fn is_final(&self) -> bool {
        match self.proof {
            Proof::Unknown => false,
            Proof::Draw => true,
            _ => usize::from(self.distance) <= self.depth,
        }
    }
}

impl<'m, G: Knowledge> AlphaBeta<'m, G> {
    /// A search from `position`. `walker` is any position of the same game and board: the search plays on it.
    ///
    /// # Errors
    /// An option that needs knowledge which this game does not have.
    pub fn new(position: G, walker: G, config: &Config, memory: Memory<'m, G::Undo>) -> Result<Self, ConfigError> {
        config.check_for(&position)?;
        let max_moves = position.max_moves();
        let lists = memory.moves.len().saturating_sub(max_moves);
        let (stack, list) = memory.moves.split_at_mut_checked(lists).unwrap_or_default();
        let switches = config.switches;
        let mut table = Table::new(memory.table);
        let mut history = History::new(memory.history, switches.has(Switch::History));
        table.clear();
        history.clear();
        Ok(Self {
            keyed: switches.has(Switch::Table) && !table.is_empty() && position.hash().is_some(),
            deeper_counts: switches.prune_forward(),
            position,
            walker,
            config: *config,
            stack: Stack::new(memory.frames, stack, memory.lines, max_moves),
            list,
            keys: memory.keys,
            table,
            history,
            depth: 0,
            ply: 0,
            counts: false,
            found: Found::NOTHING,
            signature: 0,
            fault: None,
            visited: 0,
            elapsed_ms: 0,
            stop: None,
        })
    }

    /// Deepens until it is time to stop.
    fn deepen(&mut self, limits: &Limits, watch: &mut Watch<'_>) -> Stop {
        let room = self.stack.plies();
        let deepest = if limits.depth == 0 { room } else { room.min(limits.depth as usize) };
        loop {
            if self.found.is_final() {
                return Stop::Proven;
            }
            if self.depth == 0 && self.found.depth < deepest {
                self.begin_iteration(self.found.depth.wrapping_add(1));
            }
            if self.depth == 0 || self.depth > deepest {
                return Stop::Depth;
            }
            if let Some(reason) = self.negamax(watch) {
                return reason;
            }
            self.end_iteration();
        }
    }

    fn begin_iteration(&mut self, depth: usize) {
        self.depth = depth;
        self.counts = self.found.previous == Move::NONE;
        let (alpha, beta) = self.aspiration();
        self.open_root(alpha, beta);
    }

    /// The window of a new iteration: around what the last two have found, if aspiration is on.
    fn aspiration(&self) -> (Score, Score) {
        let Found { score, step, depth, .. } = self.found;
        if !self.config.switches.has(Switch::Aspiration) || depth < 2 || score::is_decided(score) {
            return (-score::INFINITE, score::INFINITE);
        }
        let width = step.wrapping_add(1);
        (score.wrapping_sub(width), score.wrapping_add(width))
    }

    fn open_root(&mut self, alpha: Score, beta: Score) {
        self.ply = 0;
        let key = if self.keyed { self.walker.hash().unwrap_or(0) } else { 0 };
        let depth = (self.depth as Depth).wrapping_mul(PLY);
        // A root is always put on the stack.
        let _ = self.open_frame(0, Task { key, depth, alpha, beta, expected: Expected::Exact });
    }

    fn end_iteration(&mut self) {
        self.settle();
        let Some(&root) = self.stack.frames.first() else { return };
        // Outside of the window it was searched in, a score is a bound: search again without that limit.
        if root.best <= root.floor {
            return self.open_root(-score::INFINITE, root.beta);
        }
        if root.best >= root.beta && root.beta < score::win_at(1) {
            return self.open_root(root.floor, score::INFINITE);
        }
        let found = &mut self.found;
        found.step = if found.depth == 0 { 0 } else { root.best.wrapping_sub(found.latest).wrapping_abs() };
        (found.latest, found.depth, found.previous) = (root.best, self.depth, found.best);
        self.depth = 0;
        match score::proven(found.score, self.position.to_move()) {
            Some((proof, distance)) => (found.proof, found.distance) = (proof, distance),
            None if !root.cut_off => found.proof = Proof::Draw,
            None => {}
        }
    }

    /// The move to be tried first at the root: the best that was found, unless static order is all there is.
    fn first_at_root(&self, best_known: Move) -> Move {
        if self.found.previous == Move::NONE || self.config.switches == Switches::NONE {
            best_known
        } else {
            self.found.best
        }
    }

    /// Takes over what the root has found, after one of its moves was searched.
    fn take_root_move(&mut self, mv: Move) {
        let Some(root) = self.stack.frames.first_mut() else { return };
        // A win in fewer plies would have been found before: there is no better one.
        let wins = root.best >= score::win_at(self.depth);
        if wins {
            root.next = root.count;
        }
        self.counts |= wins || mv == self.found.previous;
        // A win is not given up for less, nor what is proven for an evaluation; and of what failed low no line is known.
        let decided = self.found.proof != Proof::Unknown || self.found.score > score::POINTS_MAX;
        let less = decided && (root.best < self.found.score || !score::is_decided(root.best));
        if self.counts && root.best > root.floor && !less {
            self.found.score = root.best;
            self.found.best = self.stack.best_line_move();
            self.found.line_len = self.stack.keep_line();
        }
    }

    /// Puts the walker where the search stopped: the root position, and on it the moves under way.
    fn resume(&mut self) {
        self.walker.copy_from(&self.position);
        let under_way = if self.depth == 0 { 0 } else { self.ply };
        for frame in self.stack.frames.iter_mut().take(under_way) {
            if frame.phase == Phase::Pass {
                self.fault = self.fault.or(pass_again(&mut self.walker));
            } else {
                frame.undo = Some(self.walker.make(frame.mv));
            }
        }
    }

    /// The value of the best move, in the first player's view.
    fn value(&self) -> Value {
        let (Found { proof, score, .. }, mover) = (self.found, self.position.to_move());
        let found = score::proven(score, mover).map_or(Proof::Unknown, |(proof, _)| proof);
        match proof.outcome().or(found.outcome()) {
            Some(outcome) => outcome.value(),
            None => G::squash(self.config.evaluator, score.wrapping_mul(mover.sign())),
        }
    }
}

impl<G: Knowledge> Search for AlphaBeta<'_, G> {
    type Game = G;

    /// Depth is limit enough. After [`SearchError::Fault`] it begins anew.
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<Stop, SearchError> {
        check_limits(&self.position, limits, clock, limits.depth != 0)?;
        self.visited = 0;
        let mut watch = Watch::start(limits, clock, stop);
        self.resume();
        let reason = self.deepen(limits, &mut watch);
        self.elapsed_ms = watch.elapsed_ms();
        self.fault = self.fault.or(self.walker.fault());
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
        self.begin_anew();
    }

    fn change_position<E>(&mut self, change: impl FnOnce(&mut G) -> Result<(), E>) -> Result<(), E> {
        self.walker.copy_from(&self.position);
        change(&mut self.walker)?;
        self.position.copy_from(&self.walker);
        self.begin_anew();
        Ok(())
    }

    /// The search begins anew, but for what it remembers in its table and history.
    fn play(&mut self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        self.fault = self.fault.or(play_aside(&self.position, &mut self.walker, mv));
        if self.fault.is_some() {
            return false;
        }
        self.position.copy_from(&self.walker);
        self.begin_anew();
        true
    }

    fn desk(&mut self) -> (&G, &mut [Move]) {
        (&self.position, self.list)
    }

    fn listed_moves(&self, count: usize) -> &[Move] {
        self.list.get(..count).unwrap_or_default()
    }

    fn forget(&mut self) {
        self.begin_anew();
        self.table.clear();
        self.history.clear();
        self.deeper_counts = self.config.switches.prune_forward();
    }

    fn best_move(&mut self) -> Move {
        if self.found.best != Move::NONE {
            return self.found.best;
        }
        let best = best_at_a_glance(&self.position, &mut self.walker, self.list, self.config.evaluator);
        self.fault = self.fault.or(self.walker.fault());
        best
    }

    /// `visits`, `recycled` and `playout_plies` are 0: there is no tree. `iterations` and `nodes` are the positions that the
    /// latest search has visited, `depth` is that of the last complete iteration.
    fn report(&mut self) -> Report {
        Report {
            best: self.best_move(),
            proof: self.found.proof,
            distance: self.found.distance,
            value: self.value(),
            visits: 0,
            iterations: self.visited,
            nodes: u32::try_from(self.visited).unwrap_or(u32::MAX),
            recycled: 0,
            depth: self.found.depth as u32,
            playout_plies: 0,
            elapsed_ms: self.elapsed_ms,
            stop: self.stop,
            signature: self.signature,
        }
    }

    /// Alpha-beta knows the value of the best move only; of the others it knows that they are no better.
    fn candidate(&self, index: usize) -> Option<Candidate> {
        let Found { best, proof, distance, .. } = self.found;
        let value = self.value();
        let distance = distance.saturating_sub(1);
        let candidate = Candidate { mv: best, visits: 0, value, minimax: value, proof, distance };
        (index == 0 && best != Move::NONE).then_some(candidate)
    }

    /// It ends where the iteration that found it does, or the game.
    fn line(&self, moves: &mut [Move]) -> usize {
        let line = self.stack.kept_line(self.found.line_len);
        moves.iter_mut().zip(line).for_each(|(slot, &mv)| *slot = mv);
        line.len().min(moves.len())
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}

impl<G: Game> AlphaBeta<'_, G> {
    /// Another position is searched next. What the table and the history know of the last one stays, for what it is worth.
    fn begin_anew(&mut self) {
        (self.found, self.depth, self.signature, self.stop) = (Found::NOTHING, 0, 0, None);
        self.stack.frames.iter_mut().for_each(|frame| frame.killers = [Move::NONE; 2]);
        self.table.grow_old();
        self.history.halve();
        self.deeper_counts = true;
    }

    /// Takes a move and the score it was given into the signature.
    #[inline]
    fn sign(&mut self, mv: Move, score: Score) {
        self.signature = absorb(self.signature, u64::from(mv.0) << 32 | u64::from(score.cast_unsigned()));
    }
}
