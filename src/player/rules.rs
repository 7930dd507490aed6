//! Checks whether options contradict each other. Also checks what an option needs from the game, if
//! this depends on the value of the option. All other needs, and the ranges, are in the table in
//! `options.rs`.

use super::error::ConfigError;
use super::options::{Config, Expansion, Leaf, POLICIES, Schedule, TELLS};
use super::strategy::Strategy;
use crate::game::knowledge::{Abilities, Evaluator, Knowledge};

impl Config {
    /// Checks that all numbers are in range, that this library supports the options, and that no
    /// options contradict each other.
    ///
    /// # Errors
    /// An option is out of range or not supported by this library, or two options contradict each
    /// other. The error names the first option or pair that is wrong.
    #[inline(always)] // so that a caller that does not read the error links none of its texts
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_core()?;
        if POLICIES { Ok(()) } else { self.check_left_out() }
    }

    /// Does the work of [`Config::check`], but does not check that this library has the options.
    #[inline(always)]
    fn check_core(&self) -> Result<(), ConfigError> {
        self.check_rows()?;
        if POLICIES { self.check_pairs() } else { Ok(()) }
    }

    /// Checks that no options contradict each other. In a library without the feature `policies`,
    /// they cannot.
    #[inline(always)]
    fn check_pairs(&self) -> Result<(), ConfigError> {
        let strategy = self.strategy.name();
        let knowing = self.strategy != Strategy::Sampled;
        let one_chooser = "both choose the moves of playouts";
        compatible(strategy, "ipp", !self.strategy.samples_by_weights() && self.ipp, one_chooser)?;
        compatible(strategy, "ege", knowing && self.ege.is_some(), one_chooser)?;
        compatible("tp", "pb", self.tp > 0.0 && self.pb > 0.0, "a node stores only one bias")?;
        let one_term = "both add a term to the bound";
        let all_there = "it needs all children of a node, and 'one' creates one at a time";
        let one = self.expansion == Expansion::One;
        compatible("softmax", "one", one && self.softmax > 0.0, all_there)?;
        compatible("eps", "one", one && self.eps > 0.0, all_there)?;
        compatible("ct", "one", one && self.ct > 0, all_there)?;
        compatible("fpu", "one", one && self.fpu.is_some(), all_there)?;
        compatible("pn", "one", one && self.pn > 0.0, all_there)?;
        compatible("pn", "pb", self.pn > 0.0 && self.pb > 0.0, one_term)?;
        compatible("pn", "tp", self.pn > 0.0 && self.tp > 0.0, one_term)?;
        compatible("mob", "one", one && self.mob > 0.0, all_there)?;
        compatible("mob", "pb", self.mob > 0.0 && self.pb > 0.0, one_term)?;
        compatible("mob", "tp", self.mob > 0.0 && self.tp > 0.0, one_term)?;
        compatible("mob", "pn", self.mob > 0.0 && self.pn > 0.0, one_term)?;
        compatible("grave", "pn", self.grave > 0 && self.pn > 0.0, "proof numbers need all children of a node")?;
        let one_value = "both give a value to unvisited children";
        compatible("grave", "fpu", self.grave > 0 && self.fpu.is_some(), one_value)?;
        compatible("ip", "np", self.ip > 0 && self.np > 0, "both give priors to new nodes")?;
        let minimax = "it corrects minimax values, so it needs 'im', 'impb' or 'bfm'";
        compatible("reg", "im", self.reg && !self.backs_up_values(), minimax)?;
        compatible("reg", "one", one && self.reg, all_there)?;
        let one_table = "both use the table of moves";
        compatible("reg", "grave", self.reg && self.grave > 0, one_table)?;
        compatible("reg", strategy, self.reg && self.strategy.learns(), one_table)?;
        let no_proofs = "it needs the solver";
        compatible("prooftt", "nosolver", self.prooftt && !self.solver, no_proofs)?;
        compatible("bounds", "nosolver", self.bounds && !self.solver, no_proofs)?;
        compatible(
            "bounds",
            "marg",
            self.bounds && self.marg > 0.0,
            "bounds are proven for wins, draws and losses, not for margins",
        )?;
        let one_weight = "both weigh the static values against the mean";
        compatible("cb", "im", self.cb > 0.0 && self.im > 0.0, one_weight)?;
        compatible("impb", "im", self.impb > 0.0 && self.im > 0.0, one_weight)?;
        compatible("impb", "cb", self.impb > 0.0 && self.cb > 0.0, one_weight)?;
        let scheduled = self.schedule != Schedule::Constant;
        let for_im = "only the weight of 'im' can depend on the visits";
        compatible("cb", "im", scheduled && self.cb > 0.0, for_im)?;
        compatible("impb", "im", scheduled && self.impb > 0.0, for_im)?;
        let too_soon = "the playout would end before its value is checked";
        let too_late = self.det > 0.0 && self.fet.is_some_and(|plies| plies < self.det_period);
        compatible("det", "fet", too_late, too_soon)?;
        let first_look = if self.strategy.evaluates() { 0 } else { self.cut_period.saturating_sub(1) };
        let too_late = self.cut > 0 && self.fet.is_some_and(|plies| plies < first_look);
        compatible("cut", "fet", too_late, too_soon)?;
        let no_end = "a playout that ends early has no margin";
        compatible("marg", "det", self.marg > 0.0 && self.det > 0.0, no_end)?;
        compatible("marg", "cut", self.marg > 0.0 && self.cut > 0, no_end)?;
        if TELLS {
            self.check_told()?;
        }
        self.check_best_first()
    }

    /// Checks the options of a player with `efTold`. Such a player has no evaluation function and
    /// no playouts. A leaf gets all its children, with their priors, at once.
    #[inline(always)]
    fn check_told(&self) -> Result<(), ConfigError> {
        if self.evaluator != Evaluator::TOLD {
            return compatible("puct", "efTold", self.puct > 0.0, "priors are told, so 'puct' needs 'efTold'");
        }
        let one_bias = "a node stores only one bias";
        compatible("efTold", "pb", self.pb > 0.0, one_bias)?;
        compatible("efTold", "tp", self.tp > 0.0, one_bias)?;
        let at_once = "a leaf gets all its children at once";
        compatible("efTold", "one", self.expansion == Expansion::One, at_once)?;
        compatible("efTold", "grave", self.grave > 0, at_once)?;
        let no_function = "there is no evaluation function to call";
        compatible("efTold", "bfm", self.best_first, no_function)?;
        compatible("efTold", "cb", self.cb > 0.0, no_function)?;
        compatible("efTold", "impb", self.impb > 0.0, no_function)?;
        compatible("efTold", "ct", self.ct > 0, no_function)?;
        compatible("efTold", self.leaf.name(), self.leaf != Leaf::Static, no_function)?;
        compatible("efTold", "evaltt", self.evaltt, no_function)?;
        compatible("efTold", "prooftt", self.prooftt, "a leaf that waits has no key")?;
        compatible("efTold", "marg", self.marg > 0.0, "a told value has no margin")?;
        compatible("efTold", "pn", self.pn > 0.0, "a node stores only one bias")?;
        compatible("efTold", "mob", self.mob > 0.0, "a node stores only one bias")?;
        compatible("efTold", "max", self.max > 0, "the told value is the result of a simulation")?;
        compatible("efTold", "np", self.np > 0, "priors are told")?;
        compatible("efTold", "ip", self.ip > 0, "a new node has no value of its own yet")?;
        compatible("efTold", "reg", self.reg, "a new node has no value of its own yet")?;
        let playouts = "a told value replaces the playout";
        compatible("efTold", "ipp", self.ipp, playouts)?;
        compatible("efTold", "ege", self.ege.is_some(), playouts)?;
        compatible("efTold", "fet", self.fet.is_some(), playouts)?;
        compatible("efTold", "det", self.det > 0.0, playouts)?;
        compatible("efTold", "cut", self.cut > 0, playouts)?;
        compatible("efTold", self.strategy.name(), self.strategy != Strategy::Sampled, playouts)
    }

    /// Checks the options of best-first minimax. Best-first minimax uses only minimax values, so
    /// options that need other values or playouts are refused.
    #[inline(always)]
    fn check_best_first(&self) -> Result<(), ConfigError> {
        if !self.best_first {
            return Ok(());
        }
        let values = "best-first minimax uses only minimax values";
        compatible("bfm", "im", self.im != 1.0 || self.schedule != Schedule::Constant, values)?;
        compatible("bfm", "fpu", self.fpu.is_none(), "best-first minimax needs a first-play urgency")?;
        compatible("bfm", "max", self.max > 0, values)?;
        compatible("bfm", "np", self.np > 0, values)?;
        compatible("bfm", "ip", self.ip > 0, values)?;
        compatible("bfm", "one", self.expansion == Expansion::One, values)?;
        compatible("bfm", "nosolver", !self.solver, "best-first minimax needs the solver")?;
        let playouts = "best-first minimax has no playouts";
        compatible("bfm", "ipp", self.ipp, playouts)?;
        compatible("bfm", "ege", self.ege.is_some(), playouts)?;
        compatible("bfm", "fet", self.fet.is_some(), playouts)?;
        compatible("bfm", "det", self.det > 0.0, playouts)?;
        compatible("bfm", "cut", self.cut > 0, playouts)?;
        compatible("bfm", "grave", self.grave > 0, playouts)?;
        compatible("bfm", self.strategy.name(), self.strategy != Strategy::Sampled, playouts)
    }

    /// Checks that the player supports games with chance events. Options that search below a move
    /// or count the replies to a move do not support them.
    pub(super) fn check_chance(&self) -> Result<(), ConfigError> {
        let without = |option, is_on: bool| require(!is_on, ConfigError::Chance(option));
        without("pn", self.pn > 0.0)?;
        without("mob", self.mob > 0.0)?;
        without("efTold", self.evaluator == Evaluator::TOLD)?;
        without(self.leaf.name(), self.leaf != Leaf::Static)?;
        let looks = self.strategy.searches() || self.strategy == Strategy::Decisive;
        without(self.strategy.name(), looks)
    }

    /// Checks that the player supports games that do not have two players. Options that count the
    /// opponent's replies, or count proofs, do not support them.
    pub(super) fn check_players(&self) -> Result<(), ConfigError> {
        require(self.pn == 0.0, ConfigError::Players("pn"))?;
        require(self.mob == 0.0, ConfigError::Players("mob"))?;
        require(self.marg == 0.0, ConfigError::Players("marg"))
    }

    /// Checks whether this player can play `game`.
    ///
    /// # Errors
    /// The configuration is invalid (see [`Config::check`]), or an option needs knowledge that the
    /// game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Checks whether this player can play a game with these abilities.
    ///
    /// # Errors
    /// The configuration is invalid (see [`Config::check`]), or an option needs knowledge that the
    /// game does not have.
    #[inline(always)]
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check()?;
        self.check_core_with(game)
    }

    /// Does the work of [`Config::check_with`], but does not check that this library has the
    /// options. This saves flash on a board.
    #[doc(hidden)]
    #[inline(always)]
    pub fn check_core_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check_core()?;
        has_evaluator(self.evaluator, game)?;
        self.check_needs(game)?;
        if !POLICIES {
            return Ok(());
        }
        if game.has_chance() {
            self.check_chance()?;
        }
        if game.not_two_players() {
            self.check_players()?;
        }
        let greedy = self.ege.is_some_and(|epsilon| epsilon < 1.0);
        supported("ege", "an evaluation", !greedy || game.evaluator)?;
        supported(self.strategy.name(), "an evaluation", !self.strategy.evaluates() || game.evaluator)?;
        let by_transition = self.strategy == Strategy::Transition;
        supported("pmc", "transition probabilities", !by_transition || game.transitions)
    }
}

#[inline(always)]
fn require(holds: bool, error: ConfigError) -> Result<(), ConfigError> {
    if holds { Ok(()) } else { Err(error) }
}

/// Checks that the game has this evaluation function.
#[inline(always)]
pub(crate) fn has_evaluator(evaluator: Evaluator, game: &Abilities) -> Result<(), ConfigError> {
    if evaluator == Evaluator::DEFAULT || game.evaluator {
        return Ok(());
    }
    Err(ConfigError::Unsupported { option: evaluator.word(), needs: "this evaluation function" })
}

#[inline(always)]
fn supported(option: &'static str, needs: &'static str, has: bool) -> Result<(), ConfigError> {
    require(has, ConfigError::Unsupported { option, needs })
}

#[inline(always)]
pub(crate) fn compatible(
    option: &'static str,
    with: &'static str,
    contradict: bool,
    why: &'static str,
) -> Result<(), ConfigError> {
    require(!contradict, ConfigError::Contradiction { option, with, why })
}
