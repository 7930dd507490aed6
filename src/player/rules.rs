//! Which configurations make sense, and which games they can play.

use super::options::{Config, Expansion, Leaf, POLICIES, Schedule};
use super::strategy::Strategy;
use crate::knowledge::{Abilities, Evaluator, Knowledge};
use crate::text::Text;

/// Why a configuration cannot play, each option by its abbreviation in the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ConfigError {
    /// The option's number is outside its range, or not a number.
    OutOfRange(&'static str),
    /// The option needs something that this game does not have.
    Unsupported {
        /// The option.
        option: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// Two options that make no sense together.
    Contradiction {
        /// The one.
        option: &'static str,
        /// The other.
        with: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// The library was built without the feature `policies`, and so without this option.
    LeftOut(&'static str),
}

impl ConfigError {
    /// Writes the error for a person.
    pub fn explain(&self, out: &mut Text<'_>) {
        let parts = match *self {
            Self::OutOfRange(option) => ["'", option, "' is out of range", "", ""],
            Self::Unsupported { option, needs } => ["'", option, "' needs ", needs, ", which this game does not have"],
            Self::Contradiction { option, with, why } => {
                out.push_str("'");
                out.push_str(option);
                ["' and '", with, "': ", why, ""]
            }
            Self::LeftOut(option) => ["'", option, "' needs a library with the feature `policies`", "", ""],
        };
        parts.iter().for_each(|part| out.push_str(part));
    }
}

impl Config {
    /// Are all numbers within their ranges, has this library the options, and do they make sense together?
    ///
    /// # Errors
    /// The first option that is out of range, or left out, or the first pair that contradicts itself.
    #[inline(always)] // so that a caller who does not read the error links no texts of it
    pub fn check(&self) -> Result<(), ConfigError> {
        within("c", self.c, Self::C_MAX)?;
        within("im", self.im, 1.0)?;
        if POLICIES { self.check_policies() } else { self.check_left_out() }
    }

    /// The rest of [`Config::check`] where there are policies.
    #[inline(always)]
    fn check_policies(&self) -> Result<(), ConfigError> {
        let half_life = match self.schedule {
            Schedule::Constant => 1,
            Schedule::Falling(visits) | Schedule::Rising(visits) => visits,
        };
        require((1..=Self::VISITS_MAX).contains(&half_life), ConfigError::OutOfRange("im"))?;
        within("cb", self.cb, 1.0)?;
        within("impb", self.impb, 1.0)?;
        within("pb", self.pb, Self::C_MAX)?;
        within("tp", self.tp, Self::C_MAX)?;
        require(self.ct <= Self::VISITS_MAX, ConfigError::OutOfRange("ct"))?;
        within("fpu", self.fpu.unwrap_or(0.0), Self::C_MAX)?;
        require(self.np <= Self::NP_MAX, ConfigError::OutOfRange("np"))?;
        within("ege", self.ege.unwrap_or(0.0), 1.0)?;
        within_plies(self.fet)?;
        within("det", self.det, 1.0)?;
        require((1..=Self::DET_PERIOD_MAX).contains(&self.det_period), ConfigError::OutOfRange("det"))?;
        require(self.strategy.is_valid(), ConfigError::OutOfRange(self.strategy.name()))?;
        require(self.cut <= Self::CUT_MAX, ConfigError::OutOfRange("cut"))?;
        require((1..=Self::DET_PERIOD_MAX).contains(&self.cut_period), ConfigError::OutOfRange("cut"))?;
        let strategy = self.strategy.name();
        let knowing = self.strategy != Strategy::Drawn;
        let one_chooser = "both choose the moves of playouts";
        compatible(strategy, "ipp", knowing && self.ipp, one_chooser)?;
        compatible(strategy, "ege", knowing && self.ege.is_some(), one_chooser)?;
        compatible("tp", "pb", self.tp > 0.0 && self.pb > 0.0, "a node keeps one bias")?;
        within("softmax", self.softmax, Self::C_MAX)?;
        within("eps", self.eps, 1.0)?;
        let plies = if let Leaf::AlphaBeta(plies) = self.leaf { plies } else { 1 };
        require((1..=Leaf::PLIES_MAX).contains(&plies), ConfigError::OutOfRange("leafab"))?;
        let all_there = "only where all children are made at once is there something to choose from";
        let one = self.expansion == Expansion::One;
        compatible("softmax", "one", one && self.softmax > 0.0, all_there)?;
        compatible("eps", "one", one && self.eps > 0.0, all_there)?;
        compatible("ct", "one", one && self.ct > 0, all_there)?;
        compatible("fpu", "one", one && self.fpu.is_some(), all_there)?;
        let one_weight = "both say how the static values are weighed against the mean";
        compatible("cb", "im", self.cb > 0.0 && self.im > 0.0, one_weight)?;
        compatible("impb", "im", self.impb > 0.0 && self.im > 0.0, one_weight)?;
        compatible("impb", "cb", self.impb > 0.0 && self.cb > 0.0, one_weight)?;
        let scheduled = self.schedule != Schedule::Constant;
        compatible("cb", "im", scheduled && self.cb > 0.0, "an alpha that depends on visits is for im alone")?;
        compatible("impb", "im", scheduled && self.impb > 0.0, "an alpha that depends on visits is for im alone")?;
        let too_late = self.det > 0.0 && self.fet.is_some_and(|plies| plies < self.det_period);
        compatible("det", "fet", too_late, "the playout ends before its value is looked at")?;
        let first_look = if self.strategy.evaluates() { 0 } else { self.cut_period.saturating_sub(1) };
        let too_late = self.cut > 0 && self.fet.is_some_and(|plies| plies < first_look);
        compatible("cut", "fet", too_late, "the playout ends before its value is looked at")?;
        self.check_best_first()
    }

    /// Best-first minimax has nothing but minimax values to go by.
    #[inline(always)]
    fn check_best_first(&self) -> Result<(), ConfigError> {
        if !self.best_first {
            return Ok(());
        }
        let values = "best-first minimax goes by minimax values alone";
        compatible("bfm", "im", self.im != 1.0 || self.schedule != Schedule::Constant, values)?;
        compatible("bfm", "fpu", self.fpu.is_none(), "best-first minimax needs a first-play urgency")?;
        compatible("bfm", "max", self.max > 0, values)?;
        compatible("bfm", "np", self.np > 0, values)?;
        compatible("bfm", "one", self.expansion == Expansion::One, values)?;
        compatible("bfm", "nosolver", !self.solver, "only proofs know the shortest win")?;
        let playouts = "best-first minimax has no playouts";
        compatible("bfm", "ipp", self.ipp, playouts)?;
        compatible("bfm", "ege", self.ege.is_some(), playouts)?;
        compatible("bfm", "fet", self.fet.is_some(), playouts)?;
        compatible("bfm", "det", self.det > 0.0, playouts)?;
        compatible("bfm", "cut", self.cut > 0, playouts)?;
        compatible("bfm", self.strategy.name(), self.strategy != Strategy::Drawn, playouts)
    }

    /// The rest of [`Config::check`] where there are none.
    #[inline(always)]
    fn check_left_out(&self) -> Result<(), ConfigError> {
        left_out("bfm", self.best_first)?;
        within_plies(self.fet)?;
        left_out("im with a schedule", self.schedule != Schedule::Constant)?;
        left_out("cb", is_on(self.cb))?;
        left_out("impb", is_on(self.impb))?;
        left_out("pb", is_on(self.pb))?;
        left_out("np", self.np != 0)?;
        left_out("ege", self.ege.is_some())?;
        left_out("tp", is_on(self.tp))?;
        left_out("ct", self.ct != 0)?;
        left_out("fpu", self.fpu.is_some())?;
        left_out("a playout strategy", !matches!(self.strategy, Strategy::Drawn))?;
        left_out("cut", self.cut != 0)?;
        left_out("det", is_on(self.det))?;
        left_out("max", self.max != 0)?;
        left_out(self.leaf.name(), !matches!(self.leaf, Leaf::Static))?;
        left_out("softmax", is_on(self.softmax))?;
        left_out("eps", is_on(self.eps))?;
        left_out("evaltt", self.evaltt)
    }

    /// Can this player play `game`?
    ///
    /// # Errors
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Can this player play a game that knows so much?
    ///
    /// # Errors
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does not have.
    #[inline(always)]
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check()?;
        supported("ef", "this evaluation function", self.evaluator == Evaluator::DEFAULT || game.evaluator)?;
        let evaluates = |option, used: bool| supported(option, "an evaluation", !used || game.evaluator);
        evaluates("bfm", self.best_first())?;
        evaluates("im", self.im > 0.0)?;
        evaluates("cb", self.cb() > 0.0)?;
        evaluates("impb", self.impb() > 0.0)?;
        evaluates("pb", self.pb() > 0.0)?;
        evaluates("ege", self.ege().is_some_and(|epsilon| epsilon < 1.0))?;
        evaluates("fet", self.fet.is_some())?;
        evaluates("det", self.det() > 0.0)?;
        evaluates("ct", self.ct() > 0)?;
        evaluates(self.leaf().name(), self.leaf() != Leaf::Static)?;
        evaluates("softmax", self.softmax() > 0.0)?;
        evaluates("cut", self.cut() > 0)?;
        evaluates(self.strategy().name(), self.strategy().evaluates())?;
        let probabilities = "transition probabilities";
        supported("tp", probabilities, self.tp() == 0.0 || game.transitions)?;
        supported("pmc", probabilities, self.strategy() != Strategy::Transition || game.transitions)?;
        supported("ipp", "weights of moves", !self.ipp || game.weights)?;
        supported("np", "node priors", self.np() == 0 || game.priors)
    }
}

#[inline(always)]
fn require(holds: bool, error: ConfigError) -> Result<(), ConfigError> {
    if holds { Ok(()) } else { Err(error) }
}

/// Is a number from 0 to `max`? NaN is not.
#[inline(always)]
fn within(option: &'static str, number: f32, max: f32) -> Result<(), ConfigError> {
    require((0.0..=max).contains(&number), ConfigError::OutOfRange(option))
}

#[inline(always)]
fn within_plies(fet: Option<u32>) -> Result<(), ConfigError> {
    require(fet.is_none_or(|plies| plies <= Config::FET_MAX), ConfigError::OutOfRange("fet"))
}

/// Is an option on that is off at 0? Told by the bits, which takes less flash than comparing numbers does; so -0 is not off.
#[inline(always)]
fn is_on(option: f32) -> bool {
    option.to_bits() != 0
}

#[inline(always)]
fn left_out(option: &'static str, used: bool) -> Result<(), ConfigError> {
    require(!used, ConfigError::LeftOut(option))
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
