//! What a player is: the configuration of a search, its defaults and its limits. [`crate::spec`] writes it as text.
//!
//! The options are those of the implicit minimax paper's Table 1, by its abbreviations. They may be combined freely, but
//! for the few pairs that [`Config::check`] refuses, and says why.

use crate::knowledge::{Abilities, Evaluator, Knowledge};
use crate::strategy::Strategy;
use crate::text::Text;

/// Does this library have the options beyond the core of the search: `cb`, `impb`, `pb`, `tp`, `np`, `ct`, `fpu`, `ege`, `det`,
/// `cut`, `max`, the playout strategies and the schedules of `im`? Without the feature `policies` they are refused, and the
/// accessors in this file answer "off", so that the compiler drops what only they need.
pub const POLICIES: bool = cfg!(feature = "policies");

/// How many children a leaf gets when the search reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// [`Expansion::All`] where children are told apart before their first visit (`im`, `cb`, `impb`, `np`, `pb`, `tp`, `ct`,
    /// `fpu`), else [`Expansion::One`].
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

/// How the weight alpha of implicit minimax depends on the visits n of the node at which a child is selected: alpha(n)
/// in the draft of the implicit minimax paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Schedule {
    /// `im0.4`: alpha, always.
    #[default]
    Constant,
    /// `im0.4-K`: alpha * K / (n + K), falling to a half after K visits; K from 1 to [`Config::VISITS_MAX`].
    Falling(u32),
    /// `im0.4+K`: alpha * n / (n + K), rising to a half after K visits.
    Rising(u32),
}

/// What the progressive bias of a child is divided by, so that it fades with n visits and l losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Divisor {
    /// `pbW`: sqrt(l + 1) (Winands, Bjornsson 2011).
    #[default]
    SqrtLosses,
    /// `pbW/l`: l + 1 (Nijssen, Winands 2010).
    Losses,
    /// `pbW/n`: n + 1 (Chaslot et al. 2008).
    Visits,
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
    /// How `im` depends on the visits.
    pub schedule: Schedule,
    /// `cb`: alpha of constant bias in `[0, 1]`: the weight of the child's own static value against the mean (Q^CB of the
    /// paper); 0 is off.
    pub cb: f32,
    /// `impb`: alpha of progressive bias by implicit minimax values in `[0, 1]`: the minimax value over visits + 1, against
    /// the mean (Q^PB of the paper); 0 is off.
    pub impb: f32,
    /// `pb`: weight W of progressive bias, 0 to 100: W times the child's static value, over the divisor, is added to the
    /// bound; 0 is off.
    pub pb: f32,
    /// `tp`: weight W of progressive bias by transition probability, 0 to 100: W times the P_mc of the move into a child, over
    /// the divisor, is added to the bound (alpha-beta playouts paper, formula 1, where W is 10); 0 is off.
    pub tp: f32,
    /// What the progressive bias is divided by.
    pub divisor: Divisor,
    /// `ct`: visits below which a node's children are not selected by their bounds but drawn as by [`Strategy::Corrective`], from
    /// those that are not proven and by the values that they keep, to [`Config::VISITS_MAX`]; those of a node prior do not count.
    /// 0 is off. Not with [`Expansion::One`]. The alpha-beta playouts paper has 5.
    pub ct: u32,
    /// `fpu`: first-play urgency, 0 to 100: a child that no simulation has visited takes part in selection with its value plus
    /// this number in place of mean and exploration; the value is 0 where no option keeps values. Not with [`Expansion::One`],
    /// and without effect where `np` gives every child visits. `None`: unvisited children come first.
    pub fpu: Option<f32>,
    /// `np`: how many visits the node prior of a new child counts for, to [`Config::NP_MAX`]; 0 is off. The paper has 10 at
    /// 1 s a move and 50 at 5 s.
    pub np: u32,
    /// `ef`: the evaluation function.
    pub evaluator: Evaluator,
    /// `ipp`: improved playout policy: playout moves are drawn by [`Knowledge::weighted_move`].
    pub ipp: bool,
    /// `ege`: epsilon of epsilon-greedy playouts in `[0, 1]`: how often a move is drawn, as by `ipp` where the game has
    /// weights; otherwise the move with the best static value is played. `None` is off.
    pub ege: Option<f32>,
    /// `fet`: fixed early termination: playout plies after which the static value is the result, to [`Config::FET_MAX`].
    /// `None` is off.
    pub fet: Option<u32>,
    /// `det`: dynamic early termination: a static value of this size, in `[0, 1]`, ends a playout as won or lost; 0 is off.
    pub det: f32,
    /// Every how many playout plies `det` looks, 1 to [`Config::DET_PERIOD_MAX`]; 5 by default, as the authors.
    pub det_period: u32,
    /// `pmc`, `corr`, `greedy`, `mix`, `abp`: the strategy by which playouts choose moves, in place of `ipp` and `ege`.
    pub strategy: Strategy,
    /// `cut`: evaluation cut-off: an evaluation of this many points or more, to [`Config::CUT_MAX`], for either player ends a
    /// playout as won or lost; 0 is off. Points are those of [`Knowledge::points`], whose scale is the evaluation function's: at
    /// most 40 in `efMS`, 364 in `efLH`, the number of stones in `efRS`. Strategies that evaluate look at each position that they evaluate
    /// anyway.
    pub cut: u32,
    /// Every how many playout plies `cut` looks where the strategy does not evaluate, 1 to [`Config::DET_PERIOD_MAX`]; 3 by
    /// default, as in MC-LOA: after 2, 5, 8 ... plies.
    pub cut_period: u32,
    /// `max`: maximum backpropagation: visits from which on a node returns the best estimate among its children instead of
    /// the simulation's result (Coulom 2006); 0 is off.
    pub max: u32,
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
        Self::DEFAULT
    }
}

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
    /// Plain UCT with the solver: `mcts()`.
    pub const DEFAULT: Self = Self {
        seed: 0,
        c: 1.0,
        im: 0.0,
        schedule: Schedule::Constant,
        cb: 0.0,
        impb: 0.0,
        pb: 0.0,
        tp: 0.0,
        divisor: Divisor::SqrtLosses,
        ct: 0,
        fpu: None,
        np: 0,
        evaluator: Evaluator::Default,
        ipp: false,
        ege: None,
        fet: None,
        det: 0.0,
        det_period: 5,
        strategy: Strategy::Drawn,
        cut: 0,
        cut_period: 3,
        max: 0,
        expansion: Expansion::Auto,
        threshold: 0,
        solver: true,
        recycle: true,
        decision: Decision::MostVisits,
    };
    /// The largest exploration constant, and the largest weight of progressive bias.
    pub const C_MAX: f32 = 100.0;
    /// The most visits that a node prior may count for.
    pub const NP_MAX: u32 = 10_000;
    /// What `np` alone stands for: the paper's count at 1 s a move.
    pub const NP_DEFAULT: u32 = 10;
    /// The most plies of a fixed early termination.
    pub const FET_MAX: u32 = 9_999;
    /// The most points of an evaluation cut-off: as many as an evaluation can have.
    pub const CUT_MAX: u32 = 0xFFFF;
    /// The longest period of dynamic early termination, and of evaluation cut-off.
    pub const DET_PERIOD_MAX: u32 = 999;
    /// The most visits by which a schedule falls or rises to a half.
    pub const VISITS_MAX: u32 = 9_999_999;

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
        let all_there = "only where all children are made at once is there something to choose from";
        let one = self.expansion == Expansion::One;
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
        compatible("cut", "fet", too_late, "the playout ends before its value is looked at")
    }

    /// The rest of [`Config::check`] where there are none.
    #[inline(always)]
    fn check_left_out(&self) -> Result<(), ConfigError> {
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
        left_out("max", self.max != 0)
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
        supported("ef", "this evaluation function", self.evaluator == Evaluator::Default || game.evaluator)?;
        let evaluates = |option, used: bool| supported(option, "an evaluation", !used || game.evaluator);
        evaluates("im", self.im > 0.0)?;
        evaluates("cb", self.cb() > 0.0)?;
        evaluates("impb", self.impb() > 0.0)?;
        evaluates("pb", self.pb() > 0.0)?;
        evaluates("ege", self.ege().is_some_and(|epsilon| epsilon < 1.0))?;
        evaluates("fet", self.fet.is_some())?;
        evaluates("det", self.det() > 0.0)?;
        evaluates("ct", self.ct() > 0)?;
        evaluates("cut", self.cut() > 0)?;
        evaluates(self.strategy().name(), self.strategy().evaluates())?;
        let probabilities = "transition probabilities";
        supported("tp", probabilities, self.tp() == 0.0 || game.transitions)?;
        supported("pmc", probabilities, self.strategy() != Strategy::Transition || game.transitions)?;
        supported("ipp", "weights of moves", !self.ipp || game.weights)?;
        supported("np", "node priors", self.np() == 0 || game.priors)
    }

    /// Does this player keep a static or minimax value in each node?
    #[must_use]
    pub fn uses_values(&self) -> bool {
        self.im > 0.0 || self.cb() > 0.0 || self.impb() > 0.0 || self.ct() > 0
    }

    /// Does this player back up minimax values?
    #[must_use]
    pub fn backs_up_values(&self) -> bool {
        self.im > 0.0 || self.impb() > 0.0
    }

    /// Does a leaf get all its children at once?
    #[must_use]
    pub fn expands_all(&self) -> bool {
        match self.expansion {
            Expansion::Auto => {
                let biased = self.pb() > 0.0 || self.tp() > 0.0;
                self.uses_values() || biased || self.np() > 0 || self.fpu().is_some()
            }
            Expansion::One => false,
            Expansion::All => true,
        }
    }
}

/// The options that only a library with [`POLICIES`] has, as the search reads them.
impl Config {
    pub(crate) fn schedule(&self) -> Schedule {
        policy(self.schedule)
    }

    pub(crate) fn cb(&self) -> f32 {
        policy(self.cb)
    }

    pub(crate) fn impb(&self) -> f32 {
        policy(self.impb)
    }

    pub(crate) fn pb(&self) -> f32 {
        policy(self.pb)
    }

    pub(crate) fn tp(&self) -> f32 {
        policy(self.tp)
    }

    pub(crate) fn ct(&self) -> u32 {
        policy(self.ct)
    }

    pub(crate) fn fpu(&self) -> Option<f32> {
        policy(self.fpu)
    }

    pub(crate) fn strategy(&self) -> Strategy {
        policy(self.strategy)
    }

    pub(crate) fn cut(&self) -> u32 {
        policy(self.cut)
    }

    pub(crate) fn np(&self) -> u32 {
        policy(self.np)
    }

    pub(crate) fn ege(&self) -> Option<f32> {
        policy(self.ege)
    }

    pub(crate) fn det(&self) -> f32 {
        policy(self.det)
    }

    pub(crate) fn max(&self) -> u32 {
        policy(self.max)
    }
}

/// An option of [`POLICIES`]; off where there are none.
#[inline(always)]
fn policy<T: Default>(option: T) -> T {
    if POLICIES { option } else { T::default() }
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
