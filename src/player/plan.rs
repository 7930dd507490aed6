//! A plan is a [`Config`] in the form that a search reads. It is computed once for each search.
//!
//! In a library without the feature `policies`, many options are always off. For these options, the
//! plan returns constants, so the compiler removes their code. So the source of the search steps
//! needs no conditional compilation.

use super::fingerprint::{Print, Printed};
use super::options::{Comparison, Config, Decision, Divisor, Leaf, POLICIES, Schedule, TELLS};
use super::playout_policy::PlayoutPolicy;
use super::strategy::{Selective, Strategy};
use crate::game::knowledge::Evaluator;
use crate::game::value::Value;
use core::hash::Hasher as _;

/// A configuration of the tree search, compiled for the steps of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plan {
    /// The constant C of UCT, multiplied by the scale of stored bounds.
    pub(crate) exploration: f32,
    /// The weights of a child's mean, 1 - alpha, and of its minimax value, alpha, if no schedule
    /// changes alpha. Both are divided by 32767 and multiplied by the scale of stored bounds.
    pub(crate) mean: f32,
    pub(crate) minimax: f32,
    /// The weight alpha of implicit minimax, if no schedule changes it.
    im: f32,
    pub(crate) evaluator: Evaluator,
    pub(crate) decision: Decision,
    /// True if the solver is on.
    pub(crate) solver: bool,
    /// True if a full pool recycles its least recently used nodes.
    pub(crate) recycle: bool,
    /// How a playout chooses its moves.
    pub(crate) playout: PlayoutPolicy,
    /// True if a leaf gets all its children at once.
    pub(crate) all: bool,
    /// True if a new node gets a value, either from the static evaluation or from a leaf search.
    pub(crate) values: bool,
    /// True if minimax values are backed up.
    pub(crate) backs_up: bool,
    /// The number of visits that a leaf needs before it is expanded ([`Plan::needed_visits`]).
    pub(crate) threshold: u32,
    /// Option `fet`: the number of playout plies after which the static value is the result.
    pub(crate) fet: Option<u32>,
    policies: Policies,
}

/// Declares the fields of a plan that need the feature `policies`, and a function for each field
/// that returns its value. A row has the name of the field, the expression that computes it, and a
/// constant after `off`. Without the feature, the function returns this constant. Before the rows
/// come the names of all other fields, because the fingerprint covers all fields. If a name is
/// missing, the code does not compile.
macro_rules! policies {
    ($($other:ident)*; $($(#[$doc:meta])* $name:ident: $type:ty = $compiled:expr, off $off:expr;)*) => {
        #[cfg(feature = "policies")]
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Policies {
            $($name: $type,)*
        }

        #[cfg(not(feature = "policies"))]
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Policies {}

        impl Policies {
            const OFF: Self = Self {
                $(#[cfg(feature = "policies")] $name: $off,)*
            };

            #[inline(always)]
            #[cfg_attr(feature = "policies", expect(clippy::redundant_closure_call, reason = "a row may name a function"))]
            fn compile(&mut self, config: &Config) {
                let _ = config;
                $(
                    #[cfg(feature = "policies")]
                    {
                        let compiled: fn(&Config) -> $type = $compiled;
                        self.$name = compiled(config);
                    }
                )*
            }
        }

        impl Printed for Policies {
            fn print(&self, print: &mut Print) {
                let _ = &print;
                $(
                    #[cfg(feature = "policies")]
                    self.$name.print(print);
                )*
            }
        }

        impl Printed for Plan {
            fn print(&self, print: &mut Print) {
                let Self { $($other,)* policies } = self;
                $($other.print(print);)*
                policies.print(print);
            }
        }

        impl Plan {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub(crate) fn $name(&self) -> $type {
                    #[cfg(feature = "policies")]
                    return self.policies.$name;
                    #[cfg(not(feature = "policies"))]
                    return $off;
                }
            )*
        }
    };
}

policies! {
    exploration mean minimax im evaluator decision solver recycle playout all values backs_up threshold fet;

    /// How alpha depends on the visits of a node.
    schedule: Schedule = |config| config.schedule, off Schedule::Constant;
    /// The weight alpha of the option `im`, `cb` or `impb`, if no schedule changes it.
    constant_alpha: f32 = |config| config.im.max(config.cb).max(config.impb), off 0.0;
    /// True with the option `impb`, which divides alpha by the child's visits + 1.
    fades: bool = |config| config.impb > 0.0, off false;
    /// True if children store their upper confidence bounds. This is possible if a bound changes
    /// only with the visits of the child and with the logarithm of the parent's visits.
    keeps_bounds: bool = Config::keeps_bounds, off true;
    /// The weight W of the progressive bias, divided by the number that a child stores for a bias
    /// of 1. This number is 127 for a value (from the first player's point of view), and 255 for a
    /// transition probability. With the option `puct`, `pn` or `mob`, the weight X of this option.
    /// 0 is off.
    bias: f32 = Config::stored_bias, off 0.0;
    /// True with the option `tp`: a child stores the transition probability of its move as its
    /// bias.
    by_transition: bool = |config| config.tp > 0.0, off false;
    /// True with the option `pb`: a child stores its first value as its bias. The value is from the
    /// static evaluation or from a leaf search.
    by_value: bool = |config| config.pb > 0.0, off false;
    /// If bounds are not stored, this number is added to them to make them positive. No bound is
    /// below the negated number.
    floor: f32 = |config| 2.0 + config.pb + config.mob, off 2.0;
    /// The number by which the progressive bias is divided.
    divisor: Divisor = |config| config.divisor, off Divisor::SqrtLosses;
    /// Option `fpu`: an unvisited child has neither a mean nor an exploration term. In their place,
    /// selection uses this number plus the child's value. The value is from an evaluation or a leaf
    /// search, or 0 if no option needs the values of children.
    fpu: Option<f32> = |config| config.fpu.or(config.has_priors().then_some(0.0)), off None;
    /// Option `grave`: the number of simulations that a position needs before its move statistics
    /// are used; 0 is off.
    grave: u32 = |config| config.grave, off 0;
    /// True if the search keeps move statistics, which the options `grave` and `mast` need.
    learns: bool = |config| config.grave > 0 || config.strategy.learns(), off false;
    /// Option `np` or `ip`: a node prior counts as this number of visits.
    np: u32 = |config| config.np.max(config.ip), off 0;
    /// True if a new child gets a prior (option `np` or `ip`), or a bias from its move (option
    /// `tp`).
    has_opinions: bool = |config| config.has_node_priors() || config.tp > 0.0, off false;
    /// True with the option `ct`, `eps` or `softmax`: the search sometimes samples a child instead
    /// of selecting the child with the largest bound.
    samples_children: bool = |config| config.ct > 0 || config.eps > 0.0 || config.softmax > 0.0, off false;
    /// Option `ct`: a node with fewer visits than this number samples its children with the
    /// Corrective rule; 0 is off.
    ct: u32 = |config| config.ct, off 0;
    /// Option `eps`: the probability that a child is sampled uniformly.
    eps: f32 = |config| config.eps, off 0.0;
    /// Option `softmax`: the temperature; 0 is off.
    softmax: f32 = |config| config.softmax, off 0.0;
    /// Option `max`: a node with at least this many visits returns the best estimate of its
    /// children; 0 is off.
    max: u32 = |config| config.max, off 0;
    /// The source of a new child's value.
    leaf: Leaf = |config| config.leaf, off Leaf::Static;
    /// True if the search stores evaluations in a transposition table (option `evaltt`).
    shares: bool = |config| config.evaltt && config.evaluates_children(), off false;
    /// Options `prooftt`, `bounds`, `ip` and `reg`, one bit each. The three bits above them are for
    /// the option `pn` or `mob`; 0 is off. All are in one byte, because a plan has no room for
    /// another byte.
    solving: u8 = Config::solving, off 0;
    /// True for the player `bfm`, which has no playouts: the result of a simulation is the leaf's
    /// minimax value.
    best_first: bool = |config| config.best_first, off false;
    /// Option `det`: a playout ends when the absolute static value reaches this number; 0 is off.
    det: f32 = |config| config.det, off 0.0;
    /// The number of playout plies between two tests of the option `det`.
    det_period: u32 = |config| config.det_period, off 1;
    /// Option `cut`: a playout ends when the raw evaluation reaches this number for either player;
    /// 0 is off.
    cut: u32 = |config| config.cut, off 0;
    /// Option `marg`: the weight of the margin in a result; 0 is off.
    marg: f32 = |config| config.marg, off 0.0;
    /// Option `temp`: the temperature for sampling the move to play; 0 is off.
    temp: f32 = |config| config.temp, off 0.0;
    /// The number of playout plies between two tests of the option `cut`. 0 if `cut` is off, or if
    /// the strategy makes these tests itself.
    cut_period: u32 = Config::cut_looks, off 0;
}

impl Plan {
    /// The plan before [`Plan::compile`] fills it in.
    pub(crate) const OFF: Self = Self {
        exploration: 0.0,
        mean: 0.0,
        minimax: 0.0,
        im: 0.0,
        evaluator: Config::DEFAULT.evaluator,
        decision: Decision::MostVisits,
        solver: true,
        recycle: true,
        playout: PlayoutPolicy::UNIFORM,
        all: false,
        values: false,
        backs_up: false,
        threshold: 0,
        fet: None,
        policies: Policies::OFF,
    };

    /// Compiles a player that has passed [`Config::check`].
    #[inline(never)] // saves flash: one copy for all games
    pub(crate) fn compile(&mut self, config: &Config) {
        // A stored bound must be at most 6. So if C is above 1, all terms of a bound are divided by
        // C.
        let scale = if config.keeps_bounds() { 1.0 / config.c.max(1.0) } else { 1.0 };
        self.exploration = config.c * scale;
        self.im = config.im;
        self.evaluator = config.evaluator;
        self.decision = config.decision;
        self.solver = config.solver;
        self.recycle = config.recycle;
        self.playout = PlayoutPolicy::of(config);
        self.all = config.expands_all();
        self.values = config.evaluates_children();
        self.backs_up = config.backs_up_values();
        self.threshold = config.threshold;
        self.fet = config.fet;
        self.policies.compile(config);
        let (alpha, unit) = (self.alpha(0), scale / f32::from(Value::ONE));
        (self.mean, self.minimax) = ((1.0 - alpha) * unit, alpha * unit);
    }

    /// True with the option `prooftt`: the search has a transposition table of solved positions.
    #[inline(always)]
    pub(crate) fn proofs(&self) -> bool {
        self.solving() & 1 != 0
    }

    /// True with the option `bounds`: nodes store score bounds.
    #[inline(always)]
    pub(crate) fn score_bounds(&self) -> bool {
        self.solving() & 2 != 0
    }

    /// True with the option `ip`: node priors come from the values of the nodes.
    #[inline(always)]
    pub(crate) fn has_informed_priors(&self) -> bool {
        self.solving() & 4 != 0
    }

    /// True with the option `reg`: new values are corrected by the errors of earlier values.
    #[inline(always)]
    pub(crate) fn corrects(&self) -> bool {
        self.solving() & 8 != 0
    }

    /// Options `pn` and `mob`: the weight X of the term that these options add to bounds; 0 is off.
    /// Such a player has no other bias.
    #[inline(always)]
    pub(crate) fn ease(&self) -> f32 {
        if self.solving() >> PN == 0 { 0.0 } else { self.bias() }
    }

    /// True with the option `pn`: nodes store proof numbers.
    #[inline(always)]
    pub(crate) fn pn(&self) -> bool {
        !matches!(self.solving() >> PN, 0 | PN_REPLIES)
    }

    /// True with the option `mob`: a node stores how many moves its player has.
    #[inline(always)]
    pub(crate) fn mob(&self) -> bool {
        self.solving() >> PN == PN_REPLIES
    }

    /// True if nodes store other numbers in place of their bounds. These are proof numbers, numbers
    /// of moves, or the ranks of unvisited children (option `grave`).
    #[inline(always)]
    pub(crate) fn stores_numbers(&self) -> bool {
        self.solving() >> PN != 0 || self.grave() > 0
    }

    /// Option `pn`: how selection compares the proof numbers of siblings.
    pub(crate) fn comparison(&self) -> Comparison {
        match self.solving() >> PN {
            PN_RANK => Comparison::Rank,
            PN_LARGEST => Comparison::Largest,
            _ => Comparison::Sum,
        }
    }

    /// True if a tree that was built with this plan is valid for the other plan. The two plans may
    /// select children, expand nodes, recycle nodes and choose the move to play in different ways.
    /// But the content of nodes must have the same meaning: visits, rewards, values, biases and
    /// proofs. If you add an option, the result is false for plans that differ in it, until you
    /// change this function.
    pub(crate) fn means_the_same(&self, other: &Self) -> bool {
        let same_values = self.backs_up == other.backs_up && self.values == other.values;
        let used = Self {
            exploration: self.exploration,
            mean: self.mean,
            minimax: self.minimax,
            im: self.im,
            decision: self.decision,
            recycle: self.recycle,
            threshold: self.threshold,
            policies: self.policies.with_uses_of(&other.policies),
            ..*other
        };
        same_values && used == *self && (self.puct() > 0.0) == (other.puct() > 0.0)
    }

    /// True if the search only counts the results of playouts that sample moves until the end of
    /// the game. Then it uses no evaluation, no move statistics, and no numbers that assume two
    /// players.
    pub(crate) fn only_counts_results(&self) -> bool {
        let by_samples = self.playout.always_samples() && self.fet.is_none() && self.det() == 0.0 && self.cut() == 0;
        let by_values = self.values || self.backs_up || self.best_first() || self.np() > 0 || self.max() > 0;
        by_samples && !by_values && !self.learns() && self.ease() == 0.0 && self.marg() == 0.0
    }

    /// True if the calling program computes the values of leaves (option `efTold`).
    #[inline(always)]
    pub(crate) fn is_told(&self) -> bool {
        TELLS && self.evaluator == Evaluator::TOLD
    }

    /// Option `puct`: the weight X of the priors; 0 is off. This option needs `efTold`, and such a
    /// player has no other bias.
    #[inline(always)]
    pub(crate) fn puct(&self) -> f32 {
        if self.is_told() { self.bias() } else { 0.0 }
    }

    /// True with the option `mast`: the search keeps move statistics of playouts.
    #[inline(always)]
    pub(crate) fn mast(&self) -> bool {
        self.playout.learns()
    }

    /// True with the option `dec`: the search looks for decisive moves. A decisive move wins at
    /// once.
    #[inline(always)]
    pub(crate) fn dec(&self) -> bool {
        POLICIES && matches!(self.playout, PlayoutPolicy::Strategy(Strategy::Decisive))
    }

    /// Returns the number of visits that a leaf needs before it is expanded.
    pub(crate) fn needed_visits(&self) -> u32 {
        if self.all { self.threshold } else { self.threshold.max(1) }
    }

    /// True if the children of a leaf are created twice: first only to compute their values, and
    /// again at a later visit. Only the second time do they stay in the tree. False if it takes
    /// long to compute their values. Also false with the option `max`, which needs the estimates of
    /// children at every visit, and with `reg`, where the second children would have other values.
    pub(crate) fn looks_first(&self) -> bool {
        let looks = self.all && !self.best_first() && self.max() == 0 && self.leaf() == Leaf::Static && !self.is_told();
        looks && !self.corrects() && !self.goes_on()
    }

    /// True if the simulation that creates the children of a leaf continues with one of them. This
    /// is useful if the leaf has already had a playout, and if its children have no values. It is
    /// limited to players that do not store bounds, so that all libraries build the same trees. (In
    /// the lean library, all players store bounds.)
    pub(crate) fn goes_on(&self) -> bool {
        let needs_values = self.values || self.best_first() || self.max() > 0;
        !self.keeps_bounds() && self.all && !needs_values && self.threshold > 0
    }

    /// Returns alpha, the weight of the minimax or static value. The mean has the weight 1 - alpha.
    /// `visits` is the number of visits of the parent node.
    #[inline]
    pub(crate) fn alpha(&self, visits: u32) -> f32 {
        let n = visits as f32;
        match self.schedule() {
            Schedule::Constant if !POLICIES => self.im,
            Schedule::Constant => self.constant_alpha(),
            Schedule::Falling(half) => self.im * (half as f32 / (n + half as f32)),
            Schedule::Rising(half) => self.im * (n / (n + half as f32)),
        }
    }
}

impl Plan {
    /// Returns the player's fingerprint.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut print = Print::new();
        self.print(&mut print);
        print.finish()
    }
}

impl Policies {
    /// Returns a copy of `other` with some values of `self`: the fields in which two plans may
    /// differ if [`Plan::means_the_same`] is true.
    #[cfg(feature = "policies")]
    fn with_uses_of(&self, other: &Self) -> Self {
        // With the option `max`, a node returns an estimate that depends on all these fields. So
        // none of them may differ.
        if self.max > 0 || (self.constant_alpha > 0.0) != (other.constant_alpha > 0.0) {
            return *other;
        }
        let (schedule, constant_alpha, fades) = (self.schedule, self.constant_alpha, other.fades);
        let (bias, floor, divisor) = (self.bias, self.floor, self.divisor);
        let (samples_children, eps, softmax, temp) = (self.samples_children, self.eps, self.softmax, self.temp);
        let (ct, fpu, keeps_bounds) = (self.ct, self.fpu, self.keeps_bounds);
        let kept = Self { schedule, constant_alpha, fades, bias, floor, divisor, ..*other };
        Self { samples_children, eps, softmax, temp, ct, fpu, keeps_bounds, ..kept }
    }

    #[cfg(not(feature = "policies"))]
    fn with_uses_of(&self, _: &Self) -> Self {
        *self
    }
}

/// The number of entries, after the position's list of moves, that a selective search needs to rank
/// the moves of its plies. One more entry separates the list from the ranked moves. So if a game
/// writes one move too many, it overwrites nothing that is used.
pub(crate) const RANKED_MOVES: usize = 1 + Selective::DEPTH_MAX as usize * Selective::WIDTH_MAX as usize;

/// Alpha-beta playouts keep this many killer moves between simulations: two for each of the first
/// 16 plies.
const KILLER_MOVES: usize = 32;

impl Config {
    /// [`Config::scratch_moves`] adds at most this many moves to the lists of moves.
    pub const SCRATCH_MAX: usize = RANKED_MOVES + KILLER_MOVES;

    /// Returns the recommended length of [`crate::mcts::Memory::moves`], for a game with at most
    /// `max_moves` moves in a position. It is one list of moves, and more for a player with leaf
    /// searches or with searches in playouts. With less memory, these searches look less far ahead,
    /// or do not run.
    #[must_use]
    pub const fn scratch_moves(&self, max_moves: usize) -> usize {
        if !POLICIES {
            return max_moves;
        }
        let lists = max_moves.saturating_mul(self.leaf.lists());
        let ranked = max_moves.saturating_add(if self.strategy.searches() { RANKED_MOVES } else { 0 });
        let shared = if lists > ranked { lists } else { ranked };
        shared.saturating_add(self.killer_moves())
    }

    /// Returns how many of the scratch moves are killer moves. The killer moves come last.
    pub(crate) const fn killer_moves(&self) -> usize {
        if POLICIES && self.strategy.has_killers() { KILLER_MOVES } else { 0 }
    }
}

/// Where [`Plan::solving`] has the options `pn` and `mob`: the position of the lowest bit, and the
/// values.
const PN: u8 = 4;
#[cfg(feature = "policies")]
const PN_SUM: u8 = 1;
const PN_LARGEST: u8 = 2;
const PN_RANK: u8 = 3;
const PN_REPLIES: u8 = 4;

/// A child stores this number for a bias of 1.
pub(crate) const BIAS_ONE: f32 = 127.0;

/// A child stores this number for a transition probability of 1.
#[cfg(feature = "policies")]
const PROBABILITY_ONE: f32 = 255.0;

/// This number is added to a bound before the bound is stored. Bounds are between -2 and 6, so the
/// stored numbers are between 8 and 16.
pub(crate) const KEPT_FLOOR: f32 = 10.0;

impl Config {
    /// True if the bound of a child changes only with the visits of the child and with the
    /// logarithm of the parent's visits.
    fn keeps_bounds(&self) -> bool {
        !POLICIES
            || self.schedule == Schedule::Constant
                && self.impb == 0.0
                && self.pb == 0.0
                && (self.pn, self.mob) == (0.0, 0.0)
                && self.tp == 0.0
                && !self.has_priors()
                && self.fpu.is_none()
                && self.grave == 0
                && !self.has_node_priors()
                && (self.ct, self.eps, self.softmax) == (0, 0.0, 0.0)
    }
}

#[cfg(feature = "policies")]
impl Config {
    fn stored_bias(&self) -> f32 {
        if self.has_priors() {
            return self.puct;
        }
        if self.pn > 0.0 || self.mob > 0.0 {
            return self.pn + self.mob; // one of them is off
        }
        if self.tp > 0.0 { self.tp / PROBABILITY_ONE } else { self.pb / BIAS_ONE }
    }

    fn solving(&self) -> u8 {
        let pn = match self.comparison {
            _ if self.mob > 0.0 => PN_REPLIES,
            _ if self.pn == 0.0 => 0,
            Comparison::Sum => PN_SUM,
            Comparison::Largest => PN_LARGEST,
            Comparison::Rank => PN_RANK,
        };
        let values = u8::from(self.ip > 0) << 2 | u8::from(self.reg) << 3;
        u8::from(self.prooftt) | u8::from(self.bounds) << 1 | values | pn << PN
    }

    fn cut_looks(&self) -> u32 {
        if self.cut > 0 && !self.strategy.evaluates() { self.cut_period } else { 0 }
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "plan_tests.rs"]
pub(crate) mod tests;
