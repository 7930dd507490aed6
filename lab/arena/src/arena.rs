//! What the arena needs from a game: [`Arena`], implemented in [`crate::games`] and by
//! [`crate::guest`].

use anyhow::{Result, bail};
use imm::alphabeta::Bucket;
use imm::base::rng::Rng;
use imm::game::Game;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::keep::save::HasParts;
use imm::mcts::SharedSlot;

/// A search of either kind, of one game.
pub type AnySearch<'m, G> = Box<dyn HasParts<'m, Game = G> + Send + 'm>;

/// What the searches of a player with several threads share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The tree.
    pub(crate) tree: Vec<SharedSlot>,
    /// Alpha-beta's transposition table.
    pub(crate) table: Vec<Bucket>,
}

/// What the arena asks of a game beyond what the kernel does.
pub trait Arena: Game<Undo: Send> + Knowledge + Notation + Clone + PartialEq + Send + Sync + 'static {
    /// Does a match of this game begin on random boards? Then a pair of games on one board has one
    /// winner or none (implicit minimax paper, section 4.1).
    const RANDOM_BOARDS: bool = false;

    /// What [`Arena::linear_features`] are called, in their order; none where the game has no
    /// linear evaluation to fit.
    #[must_use]
    fn feature_names() -> Vec<String> {
        Vec::new()
    }

    /// What a linear evaluation of this game weighs, first player less second: `fit` finds the
    /// weights. One of them may be called "move": 1 where the first player is to move, else -1.
    fn linear_features(&self) -> Vec<i32> {
        Vec::new()
    }

    /// Does `bench` time the playout strategies of MC-LOA in it?
    const STRATEGIES: bool = false;

    /// Is the game the same however its square board is turned and mirrored? The notation is then
    /// rows joined by `/`.
    const TURNS: bool = false;

    /// How many categories of moves it has; 0 where their table is not made by
    /// `transitions --table`.
    const CATEGORIES: u16 = 0;

    /// A category that takes in this one and others: it stands in for one that hardly ever came up.
    #[must_use]
    fn wider_category(category: u16) -> u16 {
        category
    }

    /// Merges what other searches of one position have found into the first: for players on several
    /// threads.
    ///
    /// # Errors
    /// Searches that do not belong together, or a game whose positions are not known as bytes.
    fn merge<'m>(first: &mut AnySearch<'m, Self>, others: &mut [AnySearch<'m, Self>]) -> Result<()> {
        let _ = (first, others);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// Lets a search share its tree, or alpha-beta its table, with others: for players on several
    /// threads.
    ///
    /// # Errors
    /// A player that cannot, or a game whose positions are not known as bytes.
    fn share<'m>(search: &mut AnySearch<'m, Self>, shared: &'m Shared) -> Result<()> {
        let _ = (search, shared);
        bail!("several threads cannot play this game: its positions are not known as bytes")
    }

    /// The rules that it is played by, its own name first, where there are several of that kind.
    fn rules(&self) -> Option<&'static str> {
        None
    }

    /// The position from which a pair of games of a match begins.
    #[must_use]
    fn opening(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.clone()
    }

    /// The points of the first and of the second player in a finished position, where the game
    /// counts any.
    fn counts(&self) -> Option<[u32; 2]> {
        None
    }
}
