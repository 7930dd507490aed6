//! What a search found.

pub mod ranking;
pub(crate) mod score;

use crate::game::Move;
use crate::game::value::{Proof, Value};

/// The result of a search so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Report {
    /// The move to play, or [`Move::NONE`] where the game is over.
    pub best: Move,
    /// What is proven about the position searched, in the first player's view.
    pub proof: Proof,
    /// Plies to the end of the game in the win or loss that was proven (there may be a shorter
    /// one), else 0. Saturates at 255.
    pub distance: u8,
    /// Value of the best move in `[-1, 1]`, in the first player's view: the same mix of mean and
    /// minimax value as in selection.
    pub value: Value,
    /// Simulations through the best move.
    pub visits: u32,
    /// Simulations of this search.
    pub iterations: u64,
    /// Nodes in the tree now, root excluded. Those that a move leaves behind are counted until
    /// their memory is given back, bit by bit with each simulation that follows.
    pub nodes: u32,
    /// Nodes given up to make room, since the tree was last empty.
    pub recycled: u64,
    /// Depth in plies of the deepest node that this search reached.
    pub depth: u32,
    /// Playout plies of this search.
    pub playout_plies: u64,
    /// Milliseconds that this search took on the caller's clock, 0 without one.
    pub elapsed_ms: u32,
    /// Why this search stopped, `None` before the first.
    pub stop: Option<Stop>,
    /// A 64-bit hash over every simulation that built this tree (each child chosen, each result,
    /// each proof) and over the root's children as they stand: equal on every target for the same
    /// seed, memory and iterations.
    pub signature: u64,
}

/// One move of the position searched, and what the search knows about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Its value in `[-1, 1]`, in the first player's view: the mix that selection goes by.
    pub value: Value,
    /// Its implicit minimax value, in the first player's view; its static value until something was
    /// backed up.
    pub minimax: Value,
    /// What is proven about the position after it.
    pub proof: Proof,
    /// Plies to the end after it where a win or a loss is proven, else 0.
    pub distance: u8,
}

/// One position of a tree, as [`crate::search::Search::visit_tree`] shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// Plies below the root, which is 0.
    pub ply: u32,
    /// The move that leads to it; [`Move::NONE`] for the root.
    pub mv: Move,
    /// Simulations that went through it.
    pub visits: u32,
    /// Its value in `[-1, 1]`, in the first player's view: the mix that selection goes by; of the
    /// root, that of the move to play.
    pub value: Value,
    /// Its implicit minimax value, in the first player's view; its static value until something was
    /// backed up.
    pub minimax: Value,
    /// What is proven about it.
    pub proof: Proof,
    /// Plies to the end after it where a win or a loss is proven, else 0.
    pub distance: u8,
    /// Nodes right below it in the tree, whether they are shown or not.
    pub children: u32,
}

/// A function that looks at the nodes of a tree, and says after each where to go on.
pub type Visitor<'a> = dyn FnMut(&TreeNode) -> Visit + 'a;

/// Where a look at a tree goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// With the nodes below this one.
    Below,
    /// With those beside it.
    Beside,
    /// Nowhere.
    Stop,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Stop {
    /// The iterations are made.
    Iterations = 1,
    /// The tree holds as many nodes as allowed.
    Nodes,
    /// The time is up.
    Time,
    /// The stop flag was raised.
    Flag,
    /// The root is proven: there is nothing left to search.
    Proven,
    /// Alpha-beta has searched as deep as the limits and its memory allow.
    Depth,
    /// The move to play could not have changed any more within the time of the game's clock.
    Settled,
    /// There is only one legal move, on the clock of a game.
    Forced,
}

impl Stop {
    /// Its number, from 1 on: that of `imm.h`.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}
