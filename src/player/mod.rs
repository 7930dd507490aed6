//! A player, as data: which search, and how it searches.
//!
//! `options.rs` has the table of the options of the tree search, a row each, and the configuration
//! made of it; `choices.rs` and `strategy.rs` what an option can be that is more than a number;
//! `alphabeta.rs` the switches of alpha-beta, a row each. `rules.rs` says which options make no
//! sense together. `plan.rs` is a configuration compiled for the steps of a search,
//! `playout_policy.rs` its choice of playout moves. `levels.rs` makes a player weaker. `best.rs`
//! has the strongest of each game.
//!
//! `notation.rs` reads and writes a player as a line of text, with the toolbox in `words.rs`:
//! `tree_notation.rs` over the table, with the options that need functions of their own in
//! `irregular.rs`, and `alphabeta_notation.rs` over the switches.

pub mod alphabeta;
mod alphabeta_notation;
#[cfg(feature = "policies")]
pub mod best;
mod budget_class;
mod choices;
mod error;
pub(crate) mod fingerprint;
mod irregular;
mod levels;
pub mod notation;
pub mod options;
pub(crate) mod plan;
pub(crate) mod playout_policy;
mod rules;
pub mod strategy;
#[cfg(all(test, feature = "policies"))]
pub(crate) mod tests;
mod tree_notation;
mod words;

pub use budget_class::BudgetClass;
pub use error::ConfigError;
pub use levels::Level;
pub use notation::{TEXT_MAX, parse, read, write};
pub use options::Config;
pub use words::{SpecError, SpecErrorKind};

/// The old name of [`BudgetClass`].
#[deprecated(since = "0.3.0", note = "use BudgetClass")]
pub type Means = BudgetClass;

use crate::game::knowledge::{Abilities, Evaluator, Knowledge};

/// A player: a search and its configuration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Player {
    /// `mcts(...)`: the tree search.
    Tree(Config),
    /// `ab(...)`: alpha-beta.
    AlphaBeta(alphabeta::Config),
    /// `best`: the strongest that was measured for the game that is played, with this seed.
    /// [`Player::for_game`] says which.
    #[cfg(feature = "policies")]
    Best(u64),
}

impl Default for Player {
    /// `mcts()`.
    fn default() -> Self {
        Self::Tree(Config::default())
    }
}

impl Player {
    /// This player with another seed. Alpha-beta has no use for one.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        match self {
            Self::Tree(config) => Self::Tree(Config { seed, ..config }),
            Self::AlphaBeta(config) => Self::AlphaBeta(config),
            #[cfg(feature = "policies")]
            Self::Best(_) => Self::Best(seed),
        }
    }

    /// The player that plays `game`: this one, or the one that `best` is there without a limit of
    /// memory and time.
    #[must_use]
    pub fn for_game<G: Knowledge>(self, game: &G) -> Self {
        self.for_abilities(&game.abilities(Evaluator::DEFAULT), true, BudgetClass::AMPLE)
    }

    /// As [`Player::for_game`], where the game is known by its abilities, with the default
    /// evaluator, and the search has this budget. Without `alpha_beta` the word `best` stands for a
    /// tree search.
    #[must_use]
    #[cfg_attr(not(feature = "policies"), expect(unused_variables, reason = "there is no `best`"))]
    pub fn for_abilities(self, game: &Abilities, alpha_beta: bool, budget: BudgetClass) -> Self {
        match self {
            #[cfg(feature = "policies")]
            Self::Best(seed) => best::Best::for_abilities(game, alpha_beta, budget).player.seeded(seed),
            player => player,
        }
    }

    /// The configuration of a tree search; `None` where it is another, or depends on the game.
    #[must_use]
    pub fn tree(self) -> Option<Config> {
        match self {
            Self::Tree(config) => Some(config),
            _ => None,
        }
    }

    /// The evaluation function of this player; of `best` the default.
    #[must_use]
    pub fn evaluator(&self) -> Evaluator {
        match self {
            Self::Tree(config) => config.evaluator,
            Self::AlphaBeta(config) => config.evaluator,
            #[cfg(feature = "policies")]
            Self::Best(_) => Evaluator::DEFAULT,
        }
    }

    /// Are all numbers within their ranges?
    ///
    /// # Errors
    /// [`ConfigError::OutOfRange`] with the first option that is not.
    pub fn check(&self) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check(),
            Self::AlphaBeta(config) => config.check(),
            #[cfg(feature = "policies")]
            Self::Best(_) => Ok(()),
        }
    }

    /// Can this player play `game`?
    ///
    /// # Errors
    /// The first option that is out of range, or that needs knowledge which the game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator()))
    }

    /// Can this player play a game that knows so much?
    ///
    /// # Errors
    /// The first option that is out of range, or that needs knowledge which the game does not have.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check_with(game),
            Self::AlphaBeta(config) => config.check_with(game),
            #[cfg(feature = "policies")]
            Self::Best(_) => Ok(()),
        }
    }
}

impl From<Config> for Player {
    fn from(config: Config) -> Self {
        Self::Tree(config)
    }
}

impl From<alphabeta::Config> for Player {
    fn from(config: alphabeta::Config) -> Self {
        Self::AlphaBeta(config)
    }
}
