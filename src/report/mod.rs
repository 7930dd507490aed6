//! The results of a search.

pub mod ranking;
pub(crate) mod score;

use crate::game::Move;
use crate::game::value::{Proof, Value};

/// The results of a search so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Report {
    /// The move to play, or [`Move::NONE`] if the game is over.
    pub best: Move,
    /// The outcome of the searched position with best play, if it is solved: a draw, or a win for
    /// the first or the second player.
    pub proof: Proof,
    /// The number of plies to the end of the game, if the position is solved as a win or loss;
    /// otherwise 0. A shorter win may exist. Saturates at 255.
    pub distance: u8,
    /// The value of the best move in `[-1, 1]`, from the first player's point of view. In a tree
    /// search, this value is the estimate that selection uses. The estimate combines the mean
    /// result and the minimax value.
    pub value: Value,
    /// The number of visits of the best move: the simulations through this move, plus the visits of
    /// its node prior (option `np`). 0 for alpha-beta.
    pub visits: u32,
    /// The number of simulations of this search. For alpha-beta, the number of visited positions.
    pub iterations: u64,
    /// The number of nodes in the tree now, not counting the root. After a move of the game, the
    /// nodes below the other moves still count until later simulations free them step by step. For
    /// alpha-beta, this is the number of visited positions.
    pub nodes: u32,
    /// The number of nodes that were recycled since the tree was last empty. Recycling makes space
    /// for new nodes.
    pub recycled: u64,
    /// The depth in plies of the deepest node that this search reached. For alpha-beta, the depth
    /// of the last complete iteration.
    pub depth: u32,
    /// The number of plies that this search has played in playouts.
    pub playout_plies: u64,
    /// The duration of this search in milliseconds on the caller's clock; 0 without a clock.
    pub elapsed_ms: u32,
    /// The reason why this search stopped; `None` before the first search.
    pub stop: Option<Stop>,
    /// A 64-bit hash of every simulation that built this tree (each child chosen, each result, each
    /// proof), and of the root's current children. With the same seed, memory and number of
    /// iterations, the hash is the same on every target.
    pub signature: u64,
}

/// A move of the searched position, with the results of the search for this move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The number of visits of this move: the simulations that began with this move, plus the
    /// visits of its node prior (option `np`).
    pub visits: u32,
    /// The value of this move in `[-1, 1]`, from the first player's point of view. In a tree
    /// search, this value is the estimate that selection uses. The estimate combines the mean
    /// result and the minimax value.
    pub value: Value,
    /// The implicit minimax value of this move, from the first player's point of view. Until
    /// another value is backed up, this is the static value.
    pub minimax: Value,
    /// The outcome with best play of the position after the move, if it is solved.
    pub proof: Proof,
    /// The number of plies from the position after the move to the end of the game, if this
    /// position is solved as a win or loss; otherwise 0.
    pub distance: u8,
}

/// One position of a tree, as [`crate::search::Search::visit_tree`] shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// The number of plies below the root; 0 for the root.
    pub ply: u32,
    /// The move that leads to this position; [`Move::NONE`] for the root.
    pub mv: Move,
    /// The number of visits of this position: the simulations through this position, plus the
    /// visits of its node prior (option `np`).
    pub visits: u32,
    /// The value of this position in `[-1, 1]`, from the first player's point of view. This value
    /// is the estimate that selection uses. The estimate combines the mean result and the minimax
    /// value. The value of the root is the value of the move to play.
    pub value: Value,
    /// The implicit minimax value of this position, from the first player's point of view. Until
    /// another value is backed up, this is the static value.
    pub minimax: Value,
    /// The outcome of this position with best play, if it is solved.
    pub proof: Proof,
    /// The number of plies to the end of the game, if this position is solved as a win or loss;
    /// otherwise 0.
    pub distance: u8,
    /// The number of children that this position has in the tree. Children that are not shown also
    /// count.
    pub children: u32,
}

/// A function that is called for each shown node of a tree, and returns where the visit continues.
pub type Visitor<'a> = dyn FnMut(&TreeNode) -> Visit + 'a;

/// Where the visit of a tree continues after a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Continues with the children of this node.
    Below,
    /// Continues with the next sibling, and leaves out the children of this node.
    Beside,
    /// Ends the visit of the tree.
    Stop,
}

/// The reason why a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Stop {
    /// The search reached its iteration limit.
    Iterations = 1,
    /// The search reached its node limit.
    Nodes,
    /// The search reached its time limit.
    Time,
    /// The stop flag was set.
    Flag,
    /// The root is solved: nothing is left to search.
    Proven,
    /// Alpha-beta has searched as deep as the limits and its memory allow.
    Depth,
    /// The search used a game clock, and found that the remaining time could not change the move to
    /// play.
    Settled,
    /// The search used a game clock, and there is only one legal move.
    Forced,
}

impl Stop {
    /// The number of this reason in `imm.h`. The numbers start from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}
