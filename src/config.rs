//! What a player is: the configuration of a search, its defaults and its limits. [`crate::spec`] writes it as text.

use crate::knowledge::{Evaluator, Knowledge};

/// How many children a leaf gets when the search reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// [`Expansion::All`] with implicit minimax, else [`Expansion::One`].
    #[default]
    Auto,
    /// One child a simulation: the least memory, and the usual UCT.
    One,
    /// All children at once, each with its static value: Algorithm 1 of the implicit minimax paper, lines 11-14.
    All,
}

/// Which move is played when the search ends. Proven wins come first and proven losses last, whatever the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Decision {
    /// The most visits (implicit minimax paper, Algorithm 1, line 28; "robust child").
    #[default]
    MostVisits,
    /// The largest value - 1 / sqrt(visits): a lower confidence bound ("secure child"; Winands et al. 2008).
    SecureChild,
    /// The largest value.
    BestValue,
    /// The largest value + ln(visits) (best-first minimax with UCT).
    ValueLogVisits,
}

/// A tree search player. [`Config::default`] is plain UCT with the solver: `mcts()`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Seed of the random numbers: the same seed, limits in iterations and memory give the same tree.
    pub seed: u64,
    /// `c`: exploration constant C of UCT, 0 to 100; 1.0 by default, as in the paper's Breakthrough and Kalah.
    pub c: f32,
    /// `im`: alpha of implicit minimax in `[0, 1]`: the weight of the minimax value against the mean; 0 is off.
    pub im: f32,
    /// `ef`: the evaluation function.
    pub evaluator: Evaluator,
    /// `ipp`: improved playout policy: playout moves are drawn by [`Knowledge::weighted_move`].
    pub ipp: bool,
    /// `one`, `all`: how a leaf is expanded.
    pub expansion: Expansion,
    /// `t`: visits that a leaf must have had before a simulation that reaches it expands it; 0 by default.
    pub threshold: u32,
    /// `solver`: prove wins, losses and draws (MCTS-Solver); on by default.
    pub solver: bool,
    /// `recycle`: when the pool is full, reuse the subtrees least recently used; on by default. Off: no more expansion.
    pub recycle: bool,
    /// `robust`, `secure`, `best`, `log`: how the move is chosen at the end.
    pub decision: Decision,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 0,
            c: 1.0,
            im: 0.0,
            evaluator: Evaluator::Default,
            ipp: false,
            expansion: Expansion::Auto,
            threshold: 0,
            solver: true,
            recycle: true,
            decision: Decision::MostVisits,
        }
    }
}

/// Why a configuration cannot play: the option by its abbreviation in the notation, and what is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ConfigError {
    /// The option's number is outside its range, or not a number.
    OutOfRange(&'static str),
    /// The option needs knowledge that this game does not have.
    Unsupported(&'static str),
}

impl Config {
    /// The largest exploration constant.
    pub const C_MAX: f32 = 100.0;

    /// Are all numbers within their ranges?
    ///
    /// # Errors
    /// [`ConfigError::OutOfRange`] with the first option that is not.
    pub fn check(&self) -> Result<(), ConfigError> {
        // Written so that NaN fails.
        if !(self.c >= 0.0 && self.c <= Self::C_MAX) {
            return Err(ConfigError::OutOfRange("c"));
        }
        if !(self.im >= 0.0 && self.im <= 1.0) {
            return Err(ConfigError::OutOfRange("im"));
        }
        Ok(())
    }

    /// Can this player play `game`?
    ///
    /// # Errors
    /// The first option that is out of range, or that needs knowledge which the game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check()?;
        if self.evaluator != Evaluator::Default && !game.has_evaluator(self.evaluator) {
            return Err(ConfigError::Unsupported("ef"));
        }
        if self.uses_evaluation() && !game.has_evaluator(self.evaluator) {
            return Err(ConfigError::Unsupported("im"));
        }
        if self.ipp && !game.has_weights() {
            return Err(ConfigError::Unsupported("ipp"));
        }
        Ok(())
    }

    /// Does this player ask for static values?
    #[must_use]
    pub fn uses_evaluation(&self) -> bool {
        self.im > 0.0
    }

    /// Does a leaf get all its children at once?
    #[must_use]
    pub fn expands_all(&self) -> bool {
        match self.expansion {
            Expansion::Auto => self.im > 0.0,
            Expansion::One => false,
            Expansion::All => true,
        }
    }
}
