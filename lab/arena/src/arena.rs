//! What the arena needs from a game: the trait [`Arena`]. [`crate::games`] and [`crate::guest`]
//! implement it.

use anyhow::{Result, bail};
use imm::alphabeta::Bucket;
use imm::base::rng::Rng;
use imm::game::Game;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::keep::save::HasParts;
use imm::mcts::SharedSlot;

/// A tree search or an alpha-beta search of a game.
pub type AnySearch<'m, G> = Box<dyn HasParts<'m, Game = G> + Send + 'm>;

/// Memory that the searches of a player with several threads share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The tree.
    pub(crate) tree: Vec<SharedSlot>,
    /// Alpha-beta's transposition table.
    pub(crate) table: Vec<Bucket>,
}

/// What the arena needs from a game beyond the kernel's traits.
pub trait Arena: Game<Undo: Send> + Knowledge + Notation + Clone + PartialEq + Send + Sync + 'static {
    /// True if matches of this game begin on random boards. Then each pair of games on one board
    /// has one winner or none (implicit minimax paper, section 4.1).
    const RANDOM_BOARDS: bool = false;

    /// The names of [`Arena::linear_features`], in the same order. Empty if the game has no linear
    /// evaluation to fit.
    #[must_use]
    fn feature_names() -> Vec<String> {
        Vec::new()
    }

    /// The features of a linear evaluation, first player minus second. `fit` finds their weights.
    /// One feature may be called "move": 1 if the first player is to move, otherwise -1.
    fn linear_features(&self) -> Vec<i32> {
        Vec::new()
    }

    /// True if `bench` times the playout strategies of MC-LOA in this game.
    const STRATEGIES: bool = false;

    /// True if rotations and reflections of the square board do not change the game. The notation
    /// must then be rows joined by `/`.
    const TURNS: bool = false;

    /// Number of move categories; 0 if `transitions --table` makes no table for this game.
    const CATEGORIES: u16 = 0;

    /// A category that contains this one and others. It replaces a category with too few positions.
    #[must_use]
    fn wider_category(category: u16) -> u16 {
        category
    }

    /// Merges the results of other searches of the same position into `first`, for players with
    /// several threads.
    ///
    /// # Errors
    /// Searches that do not belong together, or a game without snapshots.
    fn merge<'m>(first: &mut AnySearch<'m, Self>, others: &mut [AnySearch<'m, Self>]) -> Result<()> {
        let _ = (first, others);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// Makes a search share its tree, or alpha-beta its table, with other searches, for players
    /// with several threads.
    ///
    /// # Errors
    /// A player that cannot share, or a game without snapshots.
    fn share<'m>(search: &mut AnySearch<'m, Self>, shared: &'m Shared) -> Result<()> {
        let _ = (search, shared);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// The rules variant in words, beginning with its name. `None` if the game has one variant
    /// only.
    fn rules(&self) -> Option<&'static str> {
        None
    }

    /// The position from which a pair of games of a match begins.
    #[must_use]
    fn opening(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.clone()
    }

    /// The points of the first and of the second player in a finished position. `None` if the game
    /// counts no points.
    fn counts(&self) -> Option<[u32; 2]> {
        None
    }
}
