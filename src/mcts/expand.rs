//! Step 2 of a simulation, expand: gives the leaf one child, or all of its children.
//!
//! *All children* is Algorithm 1 of the implicit minimax paper, lines 11-14. Every child is created
//! with its static value, these values are backed up once, and the playout begins at the leaf
//! itself. Then the children are released, because most leaves are never visited again. The next
//! simulation that reaches the leaf creates the children again and keeps them
//! (`Tree::children_to_keep`). *One child* is the usual form and needs less memory. Every
//! simulation creates one child, and the playout begins at this child. All moves are equally likely
//! to get the next child. The sibling block of the leaf starts small, and doubles when it is full.

use super::TreeSearch;
use crate::base::CHANCE;
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::game::players::{self, not_two};
use crate::game::value::{Proof, Value};
use crate::player::options::Leaf;
use crate::simulation::margin;
use crate::time::deadline::Deadline;
use crate::time::limits::Stop;
use crate::tree::nodes::Nodes;
use crate::tree::{Known, NodeId, ROOT, SiblingsId, Slot, bias_of};
use core::num::NonZeroU64;
use core::ops::Range;

/// What a new child gets from the move that leads to it.
pub(super) struct Prior {
    /// Option `np`: the sum of the rewards in the node prior. 0 with the option `ip`.
    reward: i32,
    /// Option `tp`: the transition probability of the move. The node stores it as its bias.
    bias: i8,
}

impl Prior {
    /// The prior of an outcome of a chance event, which counts as an even chance to win.
    pub(super) const EVEN: Self = Self { reward: 0, bias: Slot::bias_of_probability(0) };
}

/// The key of a position, or `None` if the key is unknown or 0. `NonZeroU64` makes this type one
/// word smaller, for small stacks.
type Key = Option<NonZeroU64>;

/// The data of a node that is about to be created.
pub(super) struct NewChild {
    pub(super) mv: Move,
    pub(super) index: u16,
    pub(super) prior: Option<Prior>,
    /// Option `evaltt`: the key of the new position, or `None` if the key is not known.
    pub(super) key: Key,
    /// A leaf search may overwrite the simulation's list of moves from this index on. The moves
    /// before this index belong to the siblings that are being created.
    pub(super) free: u32,
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Expands the leaf that the scratch position has reached. Returns a new child, after making
    /// the move to it. Returns `None` if the playout begins at the leaf, or if the game has failed.
    /// Without a failure, `None` leaves the scratch position unchanged.
    pub(super) fn expand(&mut self, leaf: NodeId) -> Option<NodeId> {
        let waits = self.tree.plan.is_told(); // `leaves.rs` expands the leaf when its value is told
        if waits || leaf != ROOT && self.tree.simulations(leaf) < self.tree.plan.needed_visits() {
            return None;
        }
        if not_two(&self.simulation.scratch) && self.simulation.scratch.outcome().is_some() {
            return None; // the game is over, with a result that proves nothing
        }
        if CHANCE && self.simulation.scratch.is_chance() {
            return self.expand_by_chance(leaf);
        }
        if self.tree.plan.all && (self.expand_all(leaf) || leaf != ROOT) {
            return None;
        }
        // If the pool has no room for all children of the root, the root gets one child at a time.
        if self.tree.plan.dec() || self.tree.plan.grave() > 0 {
            return self.add_best_child(leaf);
        }
        self.add_first_child(leaf)
    }

    /// Creates one child of a leaf. Returns `None` if the pool has no room or the game has failed.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of `expand_all`
    fn add_first_child(&mut self, leaf: NodeId) -> Option<NodeId> {
        let total = self.simulation.count_moves()?;
        let siblings = self.tree.take_first_siblings(leaf, total)?;
        self.add_child(siblings)
    }

    /// Options `dec` and `grave`: creates the first child of a leaf. With `dec`, this is the child
    /// of a move that wins at once, if there is one. Otherwise, with `grave`, it is the child of
    /// the move with the largest bound. If no table of `grave` is in use, it is the child of a
    /// random move. Returns `None` if the pool has no room or the game has failed.
    #[inline(never)] // own frame: few players use it
    fn add_best_child(&mut self, leaf: NodeId) -> Option<NodeId> {
        let total = self.simulation.list_moves()?;
        let won = if self.tree.plan.dec() { self.simulation.winning_move(total)? } else { None };
        let siblings = self.tree.take_first_siblings(leaf, total)?;
        if let Some(won) = won {
            return self.add_child_at(siblings, won);
        }
        if self.tree.plan.grave() > 0 {
            self.tree.consult(leaf);
        }
        if !self.tree.move_statistics.has_reference() {
            return self.add_child(siblings);
        }
        let best = self.tree.best_absent(leaf, self.simulation.moves.get(..total as usize).unwrap_or_default());
        self.add_child_at(siblings, best.offset)
    }

    /// Creates one more child in a sibling block that has room, and makes the move to this child.
    /// The scratch position must be the position of the parent.
    pub(super) fn add_child(&mut self, siblings: SiblingsId) -> Option<NodeId> {
        let index = self.tree.random_absent_index(siblings);
        self.add_child_at(siblings, index)
    }

    /// Does the work of [`TreeSearch::add_child`] for the move with this index.
    #[cfg_attr(not(feature = "policies"), inline(always))]
    pub(super) fn add_child_at(&mut self, siblings: SiblingsId, index: u32) -> Option<NodeId> {
        let mv = self.simulation.nth_move(index)?;
        let prior = self.tree.plan.has_opinions().then(|| self.prior_of(mv));
        self.simulation.scratch.play(mv);
        let child = self.new_node(NewChild { mv, index: index as u16, prior, key: None, free: 0 });
        let id = self.tree.push_visited(siblings, child);
        self.tree.note_step(mv);
        Some(id)
    }

    /// Creates all children of a leaf. Returns false if the pool has no room for them. If their
    /// values are slow to compute, leaves the work to [`TreeSearch::finish_expansion`].
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of the functions that add one child
    fn expand_all(&mut self, leaf: NodeId) -> bool {
        let Some(total) = self.simulation.list_moves() else { return true };
        let Some(siblings) = self.tree.take_siblings(total, leaf, total) else { return false };
        if !self.tree.plan.leaf().is_slow() {
            self.add_children(leaf, siblings, 0..total, None);
        }
        true
    }

    /// Creates the missing children of the leaf at the end of the path, if their values are slow to
    /// compute. If the search must stop before all are created, returns the reason. Then the next
    /// simulation that reaches the leaf creates the rest.
    #[inline(never)] // own frame: few players use it
    pub(super) fn finish_expansion(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        let leaf = self.tree.leaf().filter(|&leaf| self.tree.is_open(leaf))?;
        let siblings = self.tree.pool.node(leaf).children();
        let total = self.simulation.list_moves()?;
        let first = self.tree.pool.header(siblings).len();
        self.add_children(leaf, siblings, first..total, Some(deadline))
    }

    /// Creates the children for the moves in the range `missing` of the list of moves. Checks the
    /// deadline before each child except the first. If the search must stop, returns the reason.
    #[inline(always)] // part of all callers
    pub(super) fn add_children(
        &mut self,
        leaf: NodeId,
        siblings: SiblingsId,
        missing: Range<u32>,
        mut deadline: Option<&mut Deadline<'_>>,
    ) -> Option<Stop> {
        let mover = self.simulation.scratch.to_move();
        let (first, total) = (missing.start, missing.end);
        let mut any_solved = first > 0 && self.tree.pool.children(siblings).iter().any(|child| child.is_solved());
        let key = self.sharing_key();
        for index in first as u16..total as u16 {
            if let Some(deadline) = deadline.as_mut()
                && u32::from(index) > first
                && let Some(reason) = deadline.interrupts()
            {
                return Some(reason);
            }
            let Some(&mv) = self.simulation.moves.get(usize::from(index)) else { break };
            let prior = self.tree.plan.has_opinions().then(|| self.prior_of(mv));
            let key = self.key_after(key, mv);
            let undo = self.simulation.scratch.make(mv);
            let child = self.new_node(NewChild { mv, index, prior, key, free: total });
            if self.simulation.fails() {
                break; // after a fault, do not unmake the move; the search ends here
            }
            self.simulation.scratch.unmake(mv, undo);
            self.tree.push_child(siblings, child);
            any_solved |= child.is_solved();
            if child.proof().is_win_for(mover) && self.tree.plan.solver && self.tree.plan.marg() == 0.0 {
                break;
            }
        }
        self.tree.close_expansion(leaf, siblings, mover, any_solved);
        None
    }

    /// Returns what a new child gets from the legal move that leads to it.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of a leaf search
    pub(super) fn prior_of(&self, mv: Move) -> Prior {
        let likely = self.tree.plan.by_transition();
        let bias =
            if likely { Slot::bias_of_probability(self.simulation.scratch.transition(mv).unwrap_or(0)) } else { 0 };
        Prior { reward: self.prior_reward(mv), bias }
    }

    /// Returns a node for the position that the scratch position has just reached.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(super) fn new_node(&mut self, new: NewChild) -> Slot {
        let NewChild { mv, index, .. } = new;
        if let Some(outcome) = self.simulation.scratch.outcome() {
            let value = margin::result(&self.tree.plan, &self.simulation.scratch, outcome);
            let proof =
                if self.plays_for_all() { Proof::Unknown } else { players::proof(&self.simulation.scratch, outcome) };
            return Slot::node(mv, index, value, proof);
        }
        let (value, proof, distance) = self.first_value(&new);
        let plan = &self.tree.plan;
        let mut node = Slot::node(mv, index, value, Proof::Unknown);
        if proof != Proof::Unknown && plan.solver {
            node.set_proof(proof, distance);
            if plan.marg() > 0.0
                && let Some(outcome) = proof.outcome()
            {
                let least = margin::least(plan, outcome, self.simulation.scratch.max_score());
                node.set_value(least);
                node.set_settled(least == outcome.value());
            }
            return node;
        }
        if plan.has_opinions()
            && let Some(prior) = new.prior
        {
            let informed = plan.has_informed_priors();
            let reward = if informed { i32::from(value.raw()).wrapping_mul(plan.np() as i32) } else { prior.reward };
            node.set_prior(plan.np(), reward.into());
            node.set_bias(prior.bias);
        }
        if plan.by_value() {
            node.set_bias(bias_of(value));
        }
        node
    }

    /// Returns the new node's first value (from the first player's point of view), its proof, and
    /// its distance to the end of the game in plies. The distance is 0 if the node is not solved.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn first_value(&mut self, new: &NewChild) -> (Value, Proof, u8) {
        if !self.tree.plan.values {
            return (Value::DRAW, Proof::Unknown, 0);
        }
        if self.tree.plan.is_told() {
            return (self.tree.leaf_value(), Proof::Unknown, 0); // the value of the parent, until its own is told
        }
        let shares = self.tree.plan.shares();
        let key = if shares { new.key.or_else(|| self.key()) } else { None };
        let known = key.and_then(|key| self.tree.transpositions.probe(key.get()));
        if let Some(known) = known.filter(|known| known.proof() == Proof::Unknown) {
            return (known.value, Proof::Unknown, 0);
        }
        if self.simulation.is_beyond_net(self.tree.plan.evaluator) {
            return (self.tree.leaf_value(), Proof::Unknown, 0); // the value of the parent, until its outcomes are evaluated
        }
        let found = match self.tree.plan.leaf() {
            Leaf::Static => (self.simulation.value(self.tree.plan.evaluator), Proof::Unknown, 0),
            _ => self.simulation.searched_value(&self.tree.plan, &mut self.small_search, new.free),
        };
        if let (None, Proof::Unknown, Some(key)) = (known, found.1, key) {
            self.tree.transpositions.store(key.get(), Known::new(found.0, Proof::Unknown, 0), 0);
        }
        found
    }

    /// Option `np`: returns the sum of the rewards in the node prior of a legal move, from the
    /// first player's point of view. A prior is a number of whole wins and losses. The number of
    /// wins is rounded down, as in the implicit minimax paper.
    fn prior_reward(&self, mv: Move) -> i32 {
        let visits = self.tree.plan.np();
        if visits == 0 || self.tree.plan.has_informed_priors() {
            return 0;
        }
        let win_rate = self.simulation.scratch.prior(mv).map_or(0.5, |prior| prior.win_rate.clamp(0.0, 1.0));
        let wins = (win_rate * visits as f32) as i32;
        let balance = wins.wrapping_mul(2).wrapping_sub(visits as i32);
        let sign = self.simulation.scratch.to_move().sign();
        // The product cannot overflow, because a prior counts as 10,000 visits at most.
        balance.wrapping_mul(sign).wrapping_mul(Value::ONE.into())
    }

    /// Option `evaltt`: returns the key of the scratch position. `None` if the transposition table
    /// does not store evaluations.
    pub(super) fn sharing_key(&self) -> Key {
        if self.tree.plan.shares() { self.key() } else { None }
    }

    /// Returns the key of the scratch position. `None` if there is no transposition table.
    pub(super) fn key(&self) -> Key {
        if self.tree.has_transpositions() { self.simulation.scratch.hash().and_then(NonZeroU64::new) } else { None }
    }

    /// Returns the key that the scratch position will have after a legal move. `key` is its present
    /// key.
    pub(super) fn key_after(&self, key: Key, mv: Move) -> Key {
        key.and_then(|key| self.simulation.scratch.hash_after(key.get(), mv)).and_then(NonZeroU64::new)
    }
}
