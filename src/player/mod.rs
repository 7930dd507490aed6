//! A player is a value that tells which search runs and how it is configured.
//!
//! - `options.rs`: the table of the options of the tree search, and the configuration that is
//!   generated from this table.
//! - `choices.rs`, `strategy.rs`: the types of options that are more than a number or a switch.
//! - `alphabeta.rs`: the table of the switches of alpha-beta.
//! - `rules.rs`: checks that options do not contradict each other.
//! - `plan.rs`: a configuration, compiled for the steps of a search.
//! - `playout_policy.rs`: the choice of playout moves in a compiled configuration.
//! - `levels.rs`: ten levels of strength, for people to play against.
//! - `best.rs`: the strongest player of each game.
//! - `notation.rs`: reads and writes a player as one line of text, with the helpers in `words.rs`.
//!   `tree_notation.rs` reads and writes the options in the table. `irregular.rs` has the functions
//!   for options that the table cannot describe. `alphabeta_notation.rs` reads and writes the
//!   switches.

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
pub use error::{ConfigError, Unit, ValidRange};
pub use levels::Level;
pub use notation::{TEXT_MAX, parse, read, write};
pub use options::Config;
pub use words::{SpecError, SpecErrorKind};

use crate::game::knowledge::{Abilities, Evaluator, Knowledge};

/// A player: a search and its configuration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Player {
    /// The tree search, `mcts(...)` or `bfm(...)`.
    Tree(Config),
    /// Alpha-beta, `ab(...)`.
    AlphaBeta(alphabeta::Config),
    /// The player `best`, with this seed. [`Player::for_game`] replaces it with the strongest
    /// player that was measured for the game.
    #[cfg(feature = "policies")]
    Best(u64),
}

impl Default for Player {
    /// Returns the player `mcts()`.
    fn default() -> Self {
        Self::Tree(Config::default())
    }
}

impl Player {
    /// Returns this player with another seed. Alpha-beta has no seed, so it stays unchanged.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        match self {
            Self::Tree(config) => Self::Tree(Config { seed, ..config }),
            Self::AlphaBeta(config) => Self::AlphaBeta(config),
            #[cfg(feature = "policies")]
            Self::Best(_) => Self::Best(seed),
        }
    }

    /// Replaces `best` with the strongest player for `game` if memory and time are unlimited. Any
    /// other player stays unchanged.
    #[must_use]
    pub fn for_game<G: Knowledge>(self, game: &G) -> Self {
        self.for_abilities(&game.abilities(Evaluator::DEFAULT), true, BudgetClass::AMPLE)
    }

    /// Replaces `best` with the strongest player for this budget and for a game with these
    /// abilities. The abilities must be those for the default evaluation function. If `alpha_beta`
    /// is false, the new player is always a tree search. Any player except `best` stays unchanged.
    #[must_use]
    #[cfg_attr(not(feature = "policies"), expect(unused_variables, reason = "there is no `best`"))]
    pub fn for_abilities(self, game: &Abilities, alpha_beta: bool, budget: BudgetClass) -> Self {
        match self {
            #[cfg(feature = "policies")]
            Self::Best(seed) => best::Best::for_abilities(game, alpha_beta, budget).player.seeded(seed),
            player => player,
        }
    }

    /// Returns the configuration of a tree search. `None` for alpha-beta and for `best`, which
    /// depends on the game.
    #[must_use]
    pub fn tree(self) -> Option<Config> {
        match self {
            Self::Tree(config) => Some(config),
            _ => None,
        }
    }

    /// Returns the evaluation function of this player. For `best`, returns [`Evaluator::DEFAULT`].
    #[must_use]
    pub fn evaluator(&self) -> Evaluator {
        match self {
            Self::Tree(config) => config.evaluator,
            Self::AlphaBeta(config) => config.evaluator,
            #[cfg(feature = "policies")]
            Self::Best(_) => Evaluator::DEFAULT,
        }
    }

    /// Checks that all numbers are in range, and that no options contradict each other.
    ///
    /// # Errors
    /// An option is out of range or missing in this library, or two options contradict each other.
    pub fn check(&self) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check(),
            Self::AlphaBeta(config) => config.check(),
            #[cfg(feature = "policies")]
            Self::Best(_) => Ok(()),
        }
    }

    /// Checks whether this player can play `game`.
    ///
    /// # Errors
    /// The configuration is invalid (see [`Player::check`]), or an option needs knowledge that the
    /// game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator()))
    }

    /// Checks whether this player can play a game with these abilities.
    ///
    /// # Errors
    /// The configuration is invalid (see [`Player::check`]), or an option needs knowledge that the
    /// game does not have.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check_with(game),
            Self::AlphaBeta(config) => config.check_with(game),
            #[cfg(feature = "policies")]
            Self::Best(_) => Ok(()),
        }
    }

    /// Checks that the player supports games that do not have two players.
    ///
    /// # Errors
    /// An option supports only two players.
    pub fn check_players(&self) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check_players(),
            Self::AlphaBeta(config) => config.check_players(),
            #[cfg(feature = "policies")]
            Self::Best(_) => Ok(()),
        }
    }

    /// Checks that the player supports games with chance events.
    ///
    /// # Errors
    /// An option does not support chance events.
    pub fn check_chance(&self) -> Result<(), ConfigError> {
        match self {
            Self::Tree(config) => config.check_chance(),
            Self::AlphaBeta(config) => config.check_chance(),
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
