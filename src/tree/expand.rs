//! Expansion: what a leaf gets when a simulation reaches it.
//!
//! *All children* is lines 11-14 of the implicit minimax paper's Algorithm 1: every child is created with its static
//! value, one minimax backup, and the playout begins at the leaf itself. *One child* is the usual, thriftier form:
//! every simulation creates one child, in uniformly random order, and the playout begins there; its run starts small
//! and doubles.

use super::TreeSearch;
use super::estimate::bias_of;
use super::pool::ROOT;
use super::slot::Slot;
use crate::bits::{bit, running_counts, select};
use crate::game::{Fault, Move, MoveList};
use crate::knowledge::Knowledge;
use crate::player::options::Leaf;
use crate::value::{Outcome, Proof, Value};

/// Visits that a node must have had for others to make room for its children. Measured on Breakthrough at 3,000 simulations
/// a move, in 8 and 32 KiB against the same player with room for all: 4 does better than 1 (each new leaf drives out an
/// older one) and than 16.
const RECYCLE_VISITS: u32 = 4;

/// Room for children in a new run of one-child expansion.
const FIRST_ROOM: u32 = 2;

/// What is thought of a move before it is made.
struct Opinion {
    /// `np`: the sum of rewards that its prior stands for.
    prior: i64,
    /// `tp`: its transition probability, as the bias that a node keeps.
    bias: i8,
}

/// A node that is about to be made.
struct Birth {
    mv: Move,
    index: u16,
    opinion: Option<Opinion>,
    /// `evaltt`: the key of its position, if that is known.
    key: Option<u64>,
    /// From where on the lists of moves are free for a search of the node.
    free: u32,
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Expands a leaf at which the walker stands. `Some` is a new child, its move made; `None` leaves the walker where
    /// it is.
    pub(super) fn expand(&mut self, leaf: u32) -> Option<u32> {
        let all = self.config.expands_all();
        let needed = if all { self.config.threshold } else { self.config.threshold.max(1) };
        if leaf != ROOT && self.simulations(leaf) < needed {
            return None;
        }
        if !all {
            return self.add_first_child(leaf);
        }
        if self.expand_all(leaf) || leaf != ROOT {
            return None;
        }
        // A pool too small for all the root's children still holds some of them.
        self.add_first_child(leaf)
    }

    /// The unvisited child to visit first: with `tp` the one with the most probable move, those that end the game last; else
    /// uniformly random among them. It joins the visited ones.
    pub(super) fn first_visit(&mut self, run: u32) -> u32 {
        let head = self.pool.get(run);
        let (len, visited) = (head.len(), head.visited());
        let chosen = if self.config.tp() > 0.0 {
            self.most_probable(run, visited)
        } else {
            visited.wrapping_add(self.rng.below(len.wrapping_sub(visited)))
        };
        self.visit(run, run.wrapping_add(chosen).wrapping_add(1))
    }

    /// Of the children in `run` behind the first `visited`, the offset of the one with the most probable move.
    fn most_probable(&self, run: u32, visited: u32) -> u32 {
        let children = self.pool.children(run).get(visited as usize..).unwrap_or_default();
        let mut best = (0, 0);
        for (offset, child) in (0_u32..).zip(children) {
            let probability = if child.is_proven() { 1 } else { u32::from(child.probability()).wrapping_add(1) };
            if probability > best.0 {
                best = (probability, offset);
            }
        }
        visited.wrapping_add(best.1)
    }

    /// `child`, which is in `run`: an unvisited one joins the visited ones.
    #[inline]
    pub(super) fn visit(&mut self, run: u32, child: u32) -> u32 {
        let visited = self.pool.get(run).visited();
        let place = run.wrapping_add(visited).wrapping_add(1);
        if child < place {
            return child;
        }
        self.pool.swap_leaves(place, child);
        self.pool.get_mut(run).set_visited(visited.wrapping_add(1) as u16);
        place
    }

    /// Creates a child of a leaf; `None` where the pool has no room.
    fn add_first_child(&mut self, leaf: u32) -> Option<u32> {
        let run = self.run_with_room(leaf)?;
        self.add_child(run)
    }

    /// Creates one more child in a run with room, at whose parent the walker stands, and makes its move.
    pub(super) fn add_child(&mut self, run: u32) -> Option<u32> {
        let (mv, index) = self.random_absent_move(run)?;
        let opinion = self.has_opinions().then(|| self.opinion(mv));
        self.walker.play(mv);
        let child = self.new_node(Birth { mv, index, opinion, key: None, free: 0 });
        let id = self.pool.push_child(run, child);
        let visited = self.pool.get(run).visited().wrapping_add(1);
        self.pool.get_mut(run).set_visited(visited as u16);
        self.history = super::mix(self.history, u64::from(mv.0));
        Some(id)
    }

    /// Creates all children of a leaf; `false` where the pool has no room for them.
    fn expand_all(&mut self, leaf: u32) -> bool {
        let Some(total) = self.list_moves() else { return true };
        let Some(run) = self.take_run(total, leaf, total) else { return false };
        let mover = self.walker.to_move();
        let (mut any_proven, has_opinions) = (false, self.has_opinions());
        let key = self.sharing_key();
        for index in 0..total as u16 {
            let Some(&mv) = self.moves.get(usize::from(index)) else { break };
            let opinion = has_opinions.then(|| self.opinion(mv));
            let key = self.sharing_key_after(key, mv);
            let undo = self.walker.make(mv);
            let child = self.new_node(Birth { mv, index, opinion, key, free: total });
            if self.fails() {
                break; // what has failed may not be there to be taken back; the search ends here
            }
            self.walker.unmake(mv, undo);
            self.pool.push_child(run, child);
            any_proven |= child.is_proven();
            if child.proof().is_win_for(mover) && self.config.solver {
                break;
            }
        }
        if self.config.np() > 0 {
            // What has a prior is not unvisited.
            let len = self.pool.get(run).len() as u16;
            self.pool.get_mut(run).set_visited(len);
        }
        let proven = any_proven && self.config.solver && self.prove(leaf, mover);
        if !proven && self.config.backs_up_values() {
            self.back_up_value(leaf, mover);
        }
        true
    }

    /// Is anything thought of moves before they are made?
    fn has_opinions(&self) -> bool {
        self.config.np() > 0 || self.config.tp() > 0.0
    }

    /// What is thought of a legal move before it is made.
    fn opinion(&self, mv: Move) -> Opinion {
        let likely = self.config.tp() > 0.0;
        let bias = if likely { Slot::bias_of_probability(self.walker.transition(mv).unwrap_or(0)) } else { 0 };
        Opinion { prior: self.prior_reward(mv), bias }
    }

    /// The node for the position that the walker has just reached.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn new_node(&mut self, birth: Birth) -> Slot {
        let Birth { mv, index, .. } = birth;
        if let Some(outcome) = self.walker.outcome() {
            return Slot::node(mv, index, Outcome::value(outcome), outcome.into());
        }
        let (value, proof, distance) = self.first_value(&birth);
        let mut node = Slot::node(mv, index, value, Proof::Unknown);
        if proof != Proof::Unknown && self.config.solver {
            node.set_proof(proof, distance);
            return node;
        }
        if self.has_opinions()
            && let Some(opinion) = birth.opinion
        {
            node.set_prior(self.config.np(), opinion.prior);
            node.set_bias(opinion.bias);
        }
        if self.config.pb() > 0.0 {
            node.set_bias(bias_of(value));
        }
        node
    }

    /// What a new node is worth, and what is proven of it, at how many plies' distance.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn first_value(&mut self, birth: &Birth) -> (Value, Proof, u8) {
        if !self.config.evaluates_children() {
            return (Value::DRAW, Proof::Unknown, 0);
        }
        if !self.config.evaltt() {
            return self.found_value(birth.free);
        }
        let key = birth.key.or_else(|| self.sharing_key());
        if let Some(value) = self.shared_value(key) {
            return (value, Proof::Unknown, 0);
        }
        let found = self.found_value(birth.free);
        if found.1 == Proof::Unknown {
            self.share_value(key, found.0);
        }
        found
    }

    /// The same without a look at what is known already.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn found_value(&mut self, free: u32) -> (Value, Proof, u8) {
        match self.config.leaf() {
            Leaf::Static => (self.walker.evaluate(self.config.evaluator), Proof::Unknown, 0),
            _ => self.searched_value(free),
        }
    }

    /// `np`: the sum of rewards, in the first player's view, that the node prior of a legal move stands for. It is made of
    /// whole wins and losses, wins rounded down, as by the paper's authors.
    fn prior_reward(&self, mv: Move) -> i64 {
        if self.config.np() == 0 {
            return 0;
        }
        let win_rate = self.walker.prior(mv).map_or(0.5, |prior| prior.win_rate.clamp(0.0, 1.0));
        let wins = (win_rate * self.config.np() as f32) as i32;
        let balance = wins.wrapping_mul(2).wrapping_sub(self.config.np() as i32);
        let sign = self.walker.to_move().sign();
        i64::from(balance.wrapping_mul(sign)).wrapping_mul(i64::from(Value::ONE))
    }

    /// How many simulations went through a node: its visits without those of its prior.
    pub(super) fn simulations(&self, node: u32) -> u32 {
        self.pool.get(node).visits().saturating_sub(self.config.np())
    }

    /// Lists the walker's legal moves in `self.moves`, and counts them.
    pub(super) fn list_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        self.walker.legal_moves(&mut moves);
        let (count, overflowed) = (moves.len(), moves.overflowed());
        self.check_count(count, overflowed)
    }

    /// Counts the walker's legal moves.
    fn count_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        let count = self.walker.count_moves(&mut moves);
        let overflowed = moves.overflowed();
        self.check_count(count, overflowed)
    }

    /// The number of moves, unless the game has broken a promise: that becomes a fault.
    pub(super) fn check_count(&mut self, count: usize, overflowed: bool) -> Option<u32> {
        // What the game says about itself comes first: a list that is too long is handed over empty.
        let fault = Fault::of_count(count, overflowed);
        self.fault = self.fault.or(self.walker.fault()).or(fault);
        self.fault.is_none().then_some(count as u32)
    }

    /// A legal move of the walker's that has no child in `run` yet, uniformly at random, and its index.
    fn random_absent_move(&mut self, run: u32) -> Option<(Move, u16)> {
        let head = self.pool.get(run);
        let (len, total) = (head.len(), head.total());
        let rank = self.rng.below(total.wrapping_sub(len));
        // On bare metal one way will do: words of 64 bits are not what those processors are fast at.
        let index = if total <= 64 && cfg!(not(target_os = "none")) {
            self.absent_in_word(run, total, rank)
        } else {
            self.absent_in_list(run, total, rank)
        };
        let mv = self.walker.nth_move(index as usize, &mut MoveList::new(self.moves))?;
        Some((mv, index as u16))
    }

    /// The index with `rank` others before it among those that no child in `run` has, of at most 64.
    pub(super) fn absent_in_word(&self, run: u32, total: u32, rank: u32) -> u32 {
        let all = u64::MAX.wrapping_shr(64_u32.wrapping_sub(total));
        let present = self.pool.children(run).iter().fold(0, |present, child| present | bit(u32::from(child.index())));
        let absent = all & !present;
        select(absent, running_counts(absent), rank)
    }

    /// The same for any number, by halving: the least index up to which more than `rank` are absent.
    pub(super) fn absent_in_list(&self, run: u32, total: u32, rank: u32) -> u32 {
        let children = self.pool.children(run);
        let (mut low, mut high) = (rank, total.wrapping_sub(1));
        while low < high {
            let middle = low.midpoint(high);
            let present = children.iter().filter(|child| u32::from(child.index()) <= middle).count() as u32;
            if middle.wrapping_add(1).wrapping_sub(present) > rank {
                high = middle;
            } else {
                low = middle.wrapping_add(1);
            }
        }
        low
    }

    /// The run of `node`'s children, with room for one more; `None` where the pool has none to give.
    pub(super) fn run_with_room(&mut self, node: u32) -> Option<u32> {
        let run = self.pool.get(node).run();
        if run == 0 {
            let total = self.count_moves()?;
            return self.take_run(FIRST_ROOM.min(total), node, total);
        }
        let head = *self.pool.get(run);
        if head.len() < self.pool.room(run) {
            return Some(run);
        }
        let room = head.len().wrapping_mul(2).min(head.total());
        let grown = self.pool.grow(run, room);
        if grown.is_some() || !self.may_recycle(node) || !self.pool.recycle(room, self.stamp) {
            return grown;
        }
        self.pool.grow(run, room)
    }

    /// A new run for the children of `node`, recycled where nothing is free.
    fn take_run(&mut self, room: u32, node: u32, total: u32) -> Option<u32> {
        // The node's own place is known from the run above it, which holds the path's previous step.
        let rank = self.rank_of(node);
        let mut run = self.pool.take_run(room, node, rank, total);
        if run.is_none() && self.may_recycle(node) && self.pool.recycle(room, self.stamp) {
            run = self.pool.take_run(room, node, rank, total);
        }
        if let Some(run) = run {
            self.pool.get_mut(run).set_stamp(self.stamp);
        }
        run
    }

    /// Is `node` worth the subtrees that would make room for its children?
    fn may_recycle(&self, node: u32) -> bool {
        self.config.recycle && (node == ROOT || self.simulations(node) >= RECYCLE_VISITS)
    }

    /// The place of `node`, the last of the path, among its siblings.
    fn rank_of(&self, node: u32) -> u32 {
        let Some(above) = self.depth.checked_sub(1).and_then(|ply| self.path.get(ply)) else {
            return 0;
        };
        let run = self.pool.get(above.node()).run();
        node.wrapping_sub(run).wrapping_sub(1)
    }
}
