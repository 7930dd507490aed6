//! What a player is: the configuration of a search, its defaults and its limits. [`crate::player::notation`] writes it as text.
//!
//! The options are those of the implicit minimax paper's Table 1, by its abbreviations. They may be combined freely, but
//! for the few pairs that [`Config::check`] refuses, and says why.

use super::strategy::Strategy;
use crate::knowledge::Evaluator;

/// Does this library have the options beyond the core of the search: `cb`, `impb`, `pb`, `tp`, `np`, `ct`, `fpu`, `ege`, `det`,
/// `cut`, `max`, the playout strategies, the schedules of `im`, and best-first minimax with all of its options? Without the feature `policies` they are refused, and the
/// accessors in this file answer "off", so that the compiler drops what only they need.
pub const POLICIES: bool = cfg!(feature = "policies");

/// How many children a leaf gets when the search reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// [`Expansion::All`] where children are told apart before their first visit (`im`, `cb`, `impb`, `np`, `pb`, `tp`, `ct`,
    /// `fpu`, `softmax`) or drawn (`eps`), else [`Expansion::One`].
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

/// By what a new child is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Leaf {
    /// By its static value.
    #[default]
    Static,
    /// `leafabD`: by an alpha-beta search of so many plies, 1 to [`Leaf::PLIES_MAX`], which proves what it finds won or lost.
    AlphaBeta(u8),
    /// `leafqs`: by a quiescence search over [`crate::knowledge::Knowledge::noisy`] moves, of [`Leaf::PLIES_MAX`] plies at most; a win that it finds is
    /// proven.
    Quiescence,
}

impl Leaf {
    /// The most plies that a search of a leaf looks ahead.
    pub const PLIES_MAX: u8 = 4;
    /// The most positions that a search of a leaf looks at, but for the moves of the position where it has: a simulation searches
    /// as many leaves as a position has moves before anybody can stop it.
    pub const POSITIONS_MAX: u32 = 4096;

    /// How many lists of moves a player needs, that of the position which is expanded included: so many times
    /// [`crate::game::Game::max_moves`] in [`crate::tree::Memory::moves`]. With less, a search of a leaf looks less far ahead.
    #[must_use]
    pub const fn lists(self) -> usize {
        match self {
            Self::Static => 1,
            Self::AlphaBeta(plies) if plies < Self::PLIES_MAX => (plies as usize).saturating_add(1),
            Self::AlphaBeta(_) | Self::Quiescence => (Self::PLIES_MAX as usize).saturating_add(1),
        }
    }

    /// Its abbreviation.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Static => "",
            Self::AlphaBeta(_) => "leafab",
            Self::Quiescence => "leafqs",
        }
    }
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
    /// `ipp`: improved playout policy: playout moves are drawn by [`crate::knowledge::Knowledge::weighted_move`].
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
    /// playout as won or lost; 0 is off. Points are those of [`crate::knowledge::Knowledge::points`], whose scale is the evaluation function's: at
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
    /// `bfm`: best-first minimax with UCT, [`Config::BEST_FIRST`]: there are no playouts, and the result of a simulation is the
    /// minimax value of the leaf that it has expanded. Needs `im` of 1 and the solver, and has none of the options of playouts.
    pub best_first: bool,
    /// `leafab`, `leafqs`: by what a new child is valued, wherever static values count.
    pub leaf: Leaf,
    /// `softmax`: temperature T, 0 to [`Config::C_MAX`]: a child is not selected by its bound but drawn with odds exp(Q / T), where Q
    /// is its estimate in `[-1, 1]`, and its value until it is visited; `c` and `fpu` are then without effect. 0 is off. Not with
    /// [`Expansion::One`].
    pub softmax: f32,
    /// `eps`: in `[0, 1]`: how often a child is not selected but drawn, uniformly from those that are not proven (unbounded
    /// best-first minimax: 0.1). 0 is off. Not with [`Expansion::One`].
    pub eps: f32,
    /// `evaltt`: an eighth of the lent slots is a table of evaluations: what is known of a position, by its static value or by a
    /// search of the leaf, is seldom found twice. It pays where that is dear. Without effect in a game that has no [`crate::knowledge::Knowledge::hash`].
    pub evaltt: bool,
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
        evaluator: Evaluator::DEFAULT,
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
        best_first: false,
        leaf: Leaf::Static,
        softmax: 0.0,
        eps: 0.0,
        evaltt: false,
        recycle: true,
        decision: Decision::MostVisits,
    };
    /// Best-first minimax with UCT: `bfm()`. The tutorial has C = 1.5 for a neural network in Oware; with the evaluations of imm's
    /// games 0.7 is the best compromise.
    pub const BEST_FIRST: Self =
        Self { c: 0.7, im: 1.0, fpu: Some(0.5), best_first: true, decision: Decision::ValueLogVisits, ..Self::DEFAULT };
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

    /// Does this player keep a static or minimax value in each node?
    #[must_use]
    pub fn uses_values(&self) -> bool {
        self.im > 0.0 || self.cb() > 0.0 || self.impb() > 0.0 || self.ct() > 0 || self.softmax() > 0.0
    }

    /// Does this player ask for the value of a new child?
    pub(crate) fn evaluates_children(&self) -> bool {
        self.uses_values() || self.pb() > 0.0
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
                self.uses_values() || biased || self.np() > 0 || self.fpu().is_some() || self.eps() > 0.0
            }
            Expansion::One => false,
            Expansion::All => true,
        }
    }
}

/// The options that only a library with [`POLICIES`] has, as the search reads them.
impl Config {
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

    pub(crate) fn best_first(&self) -> bool {
        policy(self.best_first)
    }

    pub(crate) fn leaf(&self) -> Leaf {
        policy(self.leaf)
    }

    pub(crate) fn softmax(&self) -> f32 {
        policy(self.softmax)
    }

    pub(crate) fn eps(&self) -> f32 {
        policy(self.eps)
    }

    pub(crate) fn evaltt(&self) -> bool {
        policy(self.evaltt)
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
}

/// An option of [`POLICIES`]; off where there are none.
#[inline(always)]
fn policy<T: Default>(option: T) -> T {
    if POLICIES { option } else { T::default() }
}
