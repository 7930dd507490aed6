//! The trait [`Arena`]: the functions that the arena needs from a game. [`crate::games`] and
//! [`crate::guest`] implement the trait.

use crate::engine::names::Family;
use anyhow::{Result, bail};
use imm::alphabeta::Bucket;
use imm::base::rng::Rng;
use imm::game::Game;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::keep::save::HasParts;
use imm::mcts::SharedSlot;

/// A tree search or an alpha-beta search of a game, with the type erased.
pub type AnySearch<'m, G> = Box<dyn HasParts<'m, Game = G> + Send + 'm>;

/// The memory that the searches of a player with several threads share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The slots of the shared tree.
    pub(crate) tree: Vec<SharedSlot>,
    /// The buckets of the shared transposition table of alpha-beta.
    pub(crate) table: Vec<Bucket>,
}

/// The functions that the arena needs from a game, in addition to the traits of the kernel.
pub trait Arena: Game<Undo: Send> + Knowledge + Notation + Clone + PartialEq + Send + Sync + 'static {
    /// True if other programs can read the texts of positions.
    const TEXTS: bool = true;

    /// True if matches of this game begin on random boards. The two games of a pair use the same
    /// board, and by default a match counts the winners of pairs (implicit minimax paper, section
    /// 4.1).
    const RANDOM_BOARDS: bool = false;

    /// True if matches of this game score pairs of games instead of single games. See
    /// [`crate::contest::Scoring`].
    const PAIRS_DECIDE: bool = false;

    /// Returns the names of [`Arena::linear_features`], in the same order. Returns an empty list if
    /// the game has no linear evaluation to fit.
    #[must_use]
    fn feature_names() -> Vec<String> {
        Vec::new()
    }

    /// Returns the features of a linear evaluation. Each feature is the value for the first player
    /// minus the value for the second player. But a feature called "move" is 1 if the first player
    /// is to move, otherwise -1. The command `fit` computes the weights.
    fn linear_features(&self) -> Vec<i32> {
        Vec::new()
    }

    /// True if the command `bench` times the playout strategies of MC-LOA in this game.
    const STRATEGIES: bool = false;

    /// True if rotations and reflections of the square board do not change the game. The position
    /// text must then consist of rows joined by `/`.
    const TURNS: bool = false;

    /// The number of move categories. 0 if the command `transitions --table` makes no table for
    /// this game.
    const CATEGORIES: u16 = 0;

    /// Returns a wider category that includes `category`. The wider category replaces a category
    /// with too few positions.
    #[must_use]
    fn wider_category(category: u16) -> u16 {
        category
    }

    /// Merges the results of other searches of the same position into `first`. Players with several
    /// threads need this function.
    ///
    /// # Errors
    /// The searches cannot be merged, or the game has no snapshots.
    fn merge<'m>(first: &mut AnySearch<'m, Self>, others: &mut [AnySearch<'m, Self>]) -> Result<()> {
        let _ = (first, others);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// Connects a search to a shared tree, or alpha-beta to a shared transposition table. Players
    /// with several threads need this function.
    ///
    /// # Errors
    /// The player cannot share a tree or table, or the game has no snapshots.
    fn share<'m>(search: &mut AnySearch<'m, Self>, shared: &'m Shared) -> Result<()> {
        let _ = (search, shared);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// Returns the rules variant in words, beginning with the name of the variant. Returns `None`
    /// if the game has only one variant. Lines of Action and Othello also return `None` for their
    /// default variant.
    fn rules(&self) -> Option<&'static str> {
        None
    }

    /// Returns the start position of a pair of games in a match.
    #[must_use]
    fn opening(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.clone()
    }

    /// Returns the group to which the game belongs. External programs use their own notation for
    /// the games of some groups.
    fn family(&self) -> Family {
        Family::Other
    }

    /// Returns the points of the first and of the second player in a finished position. Returns
    /// `None` if the game has no points.
    fn counts(&self) -> Option<[u32; 2]> {
        None
    }
}
