//! What an alpha-beta player is.

use crate::config::ConfigError;
use crate::knowledge::{Abilities, Evaluator, Knowledge};

/// An alpha-beta player. [`Config::default`] is `ab()`: iterative deepening and the game's static move order, the opponent
/// in the implicit minimax paper's experiments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Config {
    /// `ef`: the evaluation function. A game without any is searched all the same: what is not decided counts as even.
    pub evaluator: Evaluator,
}

impl Config {
    /// Can this player play `game`?
    ///
    /// # Errors
    /// The first option that needs knowledge which the game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Can this player play a game that knows so much?
    ///
    /// # Errors
    /// The first option that needs knowledge which the game does not have.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        if self.evaluator != Evaluator::Default && !game.evaluator {
            return Err(ConfigError::Unsupported { option: "ef", needs: "this evaluation function" });
        }
        Ok(())
    }
}
