//! The options of the tree search: a table with one row for each option. The table generates:
//!
//! - [`Config`], in this file
//! - the reader and writer of players, in `tree_notation.rs`
//! - the conversion to and from C, in `ffi/src/internal/config.rs`
//! - the tables of the manuals, in `tests/tables.rs`
//!
//! To add an option, you need a row in the table, code in the search step that uses the option, and
//! a field in `imm_config` for C.

pub use super::choices::{Comparison, Decision, Divisor, Expansion, Leaf, Schedule};
use super::error::{ConfigError, Unit, ValidRange};
use super::strategy::{Selective, Strategy};
use crate::game::knowledge::{Abilities, Evaluator};
use core::ops::RangeInclusive;

pub use crate::base::{CHANCE, PLAYERS, POLICIES, TELLS};

/// The table of options. This macro passes all rows to the macro `$then`. A row has this form:
///
/// ```text
/// /// The field's documentation, beyond the forms.
/// field: type = default, kind(words), range, feature, needs, conversion[fields of imm_config] {
///     "forms in the notation" "meaning" "default, in words"
///         "suggestion or source; worth"
/// }
/// ```
///
/// - The order of the rows is the order of the options in a written player.
/// - The texts in braces are lines of the manuals, with four columns each. The last column decides
///   in which table a line appears. The text `use VALUE; FIGURE` recommends the option: VALUE is
///   the value to begin with, and FIGURE is the match that justifies it. Any other text names the
///   paper and the measured gain. An empty text means the text of the previous line.
/// - *kind* selects how the words are read and written. `real` is a real number, and `count` is a
///   whole number; both are off at 0. The value after `or` is for the word without a number.
///   `always` is a real number that is always written. `maybe_real` and `maybe_count` are off at
///   `None`. `flag` is on if the word is present; `no` is off if the word is present. `words` has
///   one word for each value. `own` has a name for errors, the words or a function that recognises
///   the words, and the two functions in `irregular.rs` that read and write the option. `part` has
///   a name for errors; the functions of another row read and write the field. `search` is set by
///   the name of the search.
/// - *range* gives the valid values. `Any` accepts all values. `Valid` calls `is_valid` of the
///   field.
/// - *feature* is `core`, `policies` or `detail`. `detail` is for an option that has no effect
///   while its main option is off.
/// - *needs* is the knowledge that the game must have if the option is on: `nothing`, `evaluation`,
///   `weights`, `priors`, `transitions`, `score`; or `own`, if `rules.rs` decides.
/// - *conversion* converts between the field and the fields of `imm_config` in brackets. It is a
///   module of `ffi/src/internal/config_fields.rs`: `same`; `plain` and `period` (0 in C means the
///   default); `zero` (0 means the default, and -1 means 0); `maybe_real`, `maybe_count` (0 means
///   the default, and -1 means `Some(0)`); `flag`, `no`; or a module with the name of the row. A
///   conversion without a field reads the field of an earlier row.
#[doc(hidden)]
#[macro_export]
macro_rules! player_options {
    ($then:ident) => { $then! {
        /// Best-first minimax with UCT, [`Config::BEST_FIRST`]. There are no playouts. The result
        /// of a simulation is the minimax value of the leaf that it expands. Requires the option
        /// `im` with the value 1, the option `fpu`, and the solver. Excludes all playout options.
        best_first: bool = false, search("bfm"), Any, policies, evaluation, best_first[algorithm] {}

        /// The exploration constant. The default, 1.0, is the value in the implicit minimax paper
        /// for Breakthrough and Kalah.
        c: f32 = 1.0, always("c"), 0.0..=Config::C_MAX, core, nothing, zero[c] {
            "cX" "exploration constant C of UCT, 0 to 100" "`c1.0`"
                "use `c1.0`, with `bfm` `c0.7`; `bfm()` with C 0.3 or 1.5 in place of 0.7 scores 36.0 % [30.0, 42.5] or 37.0 % [31.7, 42.7] in Oware"
        }

        /// The weight alpha of the implicit minimax paper. If the notation has a second number K,
        /// [`Config::schedule`] tells how alpha depends on the visits.
        im: f32 = 0.0, own("im", ["im"], read_im, write_im), 0.0..=1.0, core, evaluation, plain[im] {
            "imX" "implicit minimax, weight of minimax values against the mean, 0 to 1" "off"
                "use `im0.4`; Breakthrough, 400 games: `mcts(efMS,ipp,im0.4)` 81.5 % [77.4, 85.0] against the same without"
            "imX-K imX+K" "the weight falls from X, or rises to X; it is X/2 at K visits, 1 to 9999999" ""
                "draft of the implicit minimax paper, alpha(n); falling 43.0 % [33.5, 53.0], rising 50.0 % [39.9, 60.1] against `im0.4`"
        }

        /// How the weight of the option `im` depends on the visits of the parent node.
        schedule: Schedule = Schedule::Constant, part("visits of im"), Valid, policies, nothing,
            schedule[im_schedule im_visits] {}

        /// The weight alpha of Q^CB in the implicit minimax paper. Excludes the options `im` and
        /// `impb`.
        cb: f32 = 0.0, real("cb"), 0.0..=1.0, policies, evaluation, same[cb] {
            "cbX" "constant bias, weight of static values against the mean, 0 to 1" "off"
                "implicit minimax paper, Q^CB, Table 2; `im0.4` beats it 68.5 % [61.2, 75.0]"
        }

        /// The weight alpha of Q^PB in the implicit minimax paper. Excludes the options `im` and
        /// `cb`.
        impb: f32 = 0.0, real("impb"), 0.0..=1.0, policies, evaluation, same[impb] {
            "impbX" "weight of minimax values / (visits + 1) against the mean, 0 to 1" "off"
                "implicit minimax paper, Q^PB, Table 2; `im0.4` beats it 66.0 % [59.0, 72.4]"
        }

        /// Selection adds a bias to the upper bound of a child: W v0, divided by
        /// [`Config::divisor`]. v0 is the first value of the child, from the static evaluation or
        /// from a leaf search.
        pb: f32 = 0.0, own("pb", ["pb"], read_pb, write_pb), 0.0..=Config::C_MAX, policies, evaluation, pb[pb] {
            "pbW" "progressive bias W v0 / sqrt(losses + 1), 0 to 100" "off"
                "implicit minimax paper, Table 1; not measured alone"
            "pbW/l pbW/n" "W v0 / (losses + 1) and W v0 / (visits + 1)" ""
                "the same bias in MC-LOA and in the authors' program; not measured alone"
        }

        /// Selection adds a bias to the upper bound of a child: W P_mc, divided by
        /// [`Config::divisor`]. P_mc is the transition probability of the move that leads to the
        /// child. In the alpha-beta playouts paper, formula 1, W is 10. Excludes the option `pb`.
        tp: f32 = 0.0, own("tp", ["tp"], read_tp, write_tp), 0.0..=Config::C_MAX, policies, transitions, tp[tp] {
            "tpW tpW/l tpW/n" "bias by transition probability, W P_mc over the same divisors, W 0 to 100; not with `pb`" "off"
                "alpha-beta playouts paper, formula 1; in `mcloa`, not measured alone"
        }

        /// Selection by PUCT (Rosin 2011, in the form of AlphaGo Zero). The exploration term of a
        /// child is X P sqrt(N) / (n + 1), where P is the prior of the child, n is its number of
        /// visits, and N is the parent's number of visits. Unvisited children also take part in
        /// selection, with the value of their parent. The option `c` has no effect. Requires
        /// [`Evaluator::TOLD`], because the calling program tells priors together with values. In
        /// the notation, `puct` includes `efTold`.
        puct: f32 = 0.0, own("puct", ["puct"], read_puct, write_puct), 0.0..=Config::C_MAX, policies, nothing, puct[] {
            "puctX" "exploration by priors, X P sqrt(N) / (n + 1), X 0 to 100; includes `efTold`" "off"
                "Rosin 2011, AlphaGo Zero, for a network with priors; `puct1.5`, Connect Four, a small network: 54.2 % [47.3, 61.0] against `mcts(efTold)`"
        }

        /// Selection by proof numbers (Kowalski, Soemers, Kosakowski, Winands 2025). A node has a
        /// proof number for each player. It is roughly the number of positions that the player must
        /// still win to prove a win. Selection adds a term to the bound of a child: X (1 - p / s),
        /// where p is the child's number for the player to move, and s is the sum over all
        /// siblings. [`Config::comparison`] can replace s by other numbers. Excludes the options
        /// `pb`, `tp` and `grave`, and a shared tree.
        pn: f32 = 0.0, own("pn", ["pn"], read_pn, write_pn), 0.0..=Config::C_MAX, policies, nothing, pn[] {
            "pnX" "proof numbers: bounds get the term X (1 - p / sum of p), where p estimates how many positions must still be won to prove a win, X 0 to 100; not with `one`" "off"
                "Kowalski, Soemers, Kosakowski and Winands 2025; `pn1,t1` against `mcts()` at 10 ms: Oware 80.8 % [75.5, 85.1], Lines of Action 76.0 % [65.8, 83.9], Othello 68.2 % [62.0, 73.9], Breakthrough 26.5 % [21.1, 32.8]"
            "pnX/m pnX/r" "the same with the largest p, or with the rank of p among the siblings" ""
                "Kowalski and others 2024 and 2025; Lines of Action: `pn1/m,t1` 96.0 % [90.1, 98.5] against `mcts()`, in Oware and Othello no gain"
        }

        /// How selection compares the proof numbers of siblings (option `pn`).
        comparison: Comparison = Comparison::Sum, part("comparison of pn"), Any, detail, nothing, comparison[] {}

        /// Selection by mobility. Selection adds a term to the bound of a child: X (1 - m / a),
        /// where m is the number of the opponent's legal moves at the child, and a is the average
        /// of m over the siblings. A child has no term, and does not count in the average, if it
        /// was not expanded yet or if the same player moves again there. Excludes the options `pb`,
        /// `tp` and `pn`, and a shared tree.
        mob: f32 = 0.0, real("mob"), 0.0..=Config::C_MAX, policies, nothing, mob[] {
            "mobX" "mobility: bounds get the term X (1 - m / a), where the opponent has m moves, and a on average over the siblings, X 0 to 100; not with `one`" "off"
                "use `grave,mob0.2,t1` in games with rules only; against `mcts()` at 5 ms: Five in a row 96.7 % [88.1, 99.1], Ataxx 75.0 % [63.1, 84.0], Dots and Boxes 50.0 % [38.1, 61.9], Connect Four 36.7 % [25.8, 49.1]"
        }

        /// The number by which the progressive bias of the option `pb` or `tp` is divided.
        divisor: Divisor = Divisor::SqrtLosses, part("divisor of pb"), Any, detail, nothing, divisor[pb_divisor] {}

        /// A node prior counts as this number of visits. The implicit minimax paper uses 10 visits
        /// at 1 second per move, and 50 visits at 5 seconds per move.
        np: u32 = 0, count("np" or Config::NP_DEFAULT), 0..=Config::NP_MAX, policies, priors, np[np] {
            "npN" "node priors that count for N visits, to 10000" "off"
                "use `np10` if the game has priors; Breakthrough, 200 games: `bl,im0.6,np` 85.5 % [79.9, 89.8] against `bl`, without `np` 64.5 % [58.3, 70.3]"
            "np" "`np10`" "" ""
        }

        /// Informed priors (Baier and Winands 2018): a new child starts as if it had this number of
        /// visits, with its value as their mean result. The value comes from the evaluation or from
        /// a leaf search ([`Config::leaf`]).
        ip: u32 = 0, count("ip" or Config::IP_DEFAULT), 0..=Config::NP_MAX, policies, evaluation, ip[] {
            "ipN" "informed priors: the value of a new child counts as the mean of N visits, to 10000; not with `np`" "off"
                "use `c0.3,im0.8,ip` if playouts know what the evaluation does not; against `bfm()` at 5 ms: Breakthrough 83.3 % [72.6, 90.4], Amazons 81.7 % [69.3, 89.8], Ataxx 50.8 % [43.0, 58.7], Onitama 18.3 % [10.9, 29.1]"
            "ip" "`ip30`" "" ""
        }

        /// At a node with fewer than N visits, selection samples unsolved children with the rule of
        /// [`Strategy::Corrective`]. The rule uses the values stored in the children. Visits that
        /// come from a node prior do not count toward N. The alpha-beta playouts paper uses N = 5.
        ct: u32 = 0, count("ct"), 0..=Config::VISITS_MAX, policies, evaluation, same[ct] {
            "ctN" "below N visits, to 9999999, a node samples its children as `corr` does; not with `one`" "off"
                "alpha-beta playouts paper, selection of MC-LOA; in `mcloa`, not measured alone"
        }

        /// With this option, unvisited children compete with visited children in selection. An
        /// unvisited child has its value plus X in place of a mean and an exploration term. The
        /// value is 0 if no option needs the values of children. `fpu` has no effect if the option
        /// `np` gives visits to every child. With `None`, selection takes unvisited children first.
        fpu: Option<f32> = None, maybe_real("fpu"), 0.0..=Config::C_MAX, policies, nothing, maybe_real[fpu] {
            "fpuX" "first-play urgency, value + X for unvisited children, 0 to 100; not with `one`" "off"
                "use `fpu0.5` in `bfm` (its default); with 0 `bfm()` scores 3.0 % [1.7, 5.3] in Oware, with 1 30.8 % [25.4, 36.7]"
        }

        /// Selection samples children with the odds exp(Q / T). Q is the estimate of a child in
        /// `[-1, 1]`, from the point of view of the player to move. Before its first visit, it is
        /// the child's value. With `softmax`, the options `c` and `fpu` have no effect.
        softmax: f32 = 0.0, real("softmax"), 0.0..=Config::C_MAX, policies, evaluation, same[softmax] {
            "softmaxT" "children are sampled with weight exp(Q / T), T 0 to 100; not with `one`" "off"
                "tutorial of best-first minimax, ideas; against `bfm()`: Oware 37.0 % [31.5, 42.9], Othello 31.0 % [25.6, 36.9]"
        }

        /// The value of a move also includes simulations in which the move was played later (all
        /// moves as first, AMAF; Gelly and Silver 2007). Only simulations through one position
        /// count: the closest ancestor that has at least N simulations, or the root (Cazenave
        /// 2015). Positions with at most seven moves are skipped. If a move was played in m of
        /// these simulations, they count as m / (1 + m d) more visits of the child. Here, d is the
        /// squared error of such means, divided by the variance of one result. The search measures
        /// it (Gelly and Silver 2011, minimum MSE). The additional visits also count in the
        /// exploration term. A move without a child also takes part in selection. A move that was
        /// never played is treated as if it had one visit, which was a win. Excludes the option
        /// `fpu` and a shared tree.
        grave: u32 = 0, count("grave" or Config::GRAVE_DEFAULT), 0..=Config::GRAVE_MAX, policies, nothing, grave[grave] {
            "graveN" "GRAVE: a move's value includes every simulation that plays it later, from the nearest ancestor with N visits, to 65535; not with `fpu`" "off"
                "use `grave,mob0.2,t1` in games with rules only; against `mcts()` at 5 ms: Five in a row 96.7 % [88.1, 99.1], Ataxx 75.0 % [63.1, 84.0], Dots and Boxes 50.0 % [38.1, 61.9], Connect Four 36.7 % [25.8, 49.1]"
            "grave" "`grave50`" "" ""
        }

        /// With probability X, selection samples an unsolved child uniformly and ignores the
        /// bounds. Unbounded best-first minimax uses X = 0.1.
        eps: f32 = 0.0, real("eps"), 0.0..=1.0, policies, nothing, same[eps] {
            "epsX" "probability of choosing an unsolved child uniformly, 0 to 1; not with `one`" "off"
                "unbounded best-first minimax, in `ubfm`; against `bfm()`: Breakthrough 73.0 % [66.4, 78.7], Onitama 32.5 % [27.6, 37.8]"
        }

        /// The source of a new child's value: the static evaluation or a leaf search. Options such
        /// as `im` and `pb` use this value. Playouts still use static values.
        leaf: Leaf = Leaf::Static, own("a search of leaves", ["leafab" "leafqs"], read_leaf, write_leaf), Valid,
            policies, evaluation, leaf[leaf leaf_depth] {
            "leafabD" "new children are valued by alpha-beta of D plies, 1 to 4" "by static value"
                "implicit minimax paper, future work; two plies against `bfm()`: Oware 54.5 % [48.5, 60.4], Othello 32.8 % [26.8, 39.3]"
            "leafqs" "new children are valued by a quiescence search" ""
                "use `leafqs` with `bfm` where the evaluation knows nothing about captures; against `bfm()`: Breakthrough 63.5 % [56.7, 69.8], Oware 61.0 % [55.1, 66.6]"
        }

        /// A transposition table of values from the static evaluation or from leaf searches.
        /// Positions rarely repeat, so the table saves time only if an evaluation takes long. Has
        /// no effect in a game without [`crate::game::knowledge::Knowledge::hash`].
        evaltt: bool = false, flag("evaltt"), Any, policies, nothing, evaltt[flags] {
            "evaltt" "a transposition table of position values, in an eighth of the memory" "off"
                "tutorial of best-first minimax, ideas; against `bfm()`: Onitama 33.0 % [27.3, 39.3], Breakthrough 44.0 % [37.1, 51.1]. For expensive evaluations"
        }

        /// A transposition table of solved positions. If a simulation reaches a position that was
        /// solved in another part of the tree, its node becomes solved too. Use this option for
        /// games with many transpositions, and for proofs that need a larger tree than the memory
        /// has room for. Has no effect in a game without
        /// [`crate::game::knowledge::Knowledge::hash`]. Cannot be combined with a shared tree.
        prooftt: bool = false, flag("prooftt"), Any, policies, nothing, prooftt[] {
            "prooftt" "a transposition table of solved positions, in an eighth of the memory; not with `nosolver`" "off"
                "use `prooftt` to solve games with many transpositions; Dots and Boxes 2 x 2 in 108,954 simulations, without it not in 6,000,000"
        }

        /// Score bounds (Cazenave and Saffidine 2010): the search also proves that a player cannot
        /// lose at a position that is not solved yet. A player that cannot lose does not search
        /// moves that cannot win. Use this option to prove draws. Cannot be combined with a shared
        /// tree.
        bounds: bool = false, flag("bounds"), Any, policies, nothing, bounds[] {
            "bounds" "also proves that a player cannot lose; not with `nosolver` or `marg`" "off"
                "use `bounds` to prove draws; Connect Four after 26 plies: 230,000 simulations in place of 3,803,000"
        }

        /// Correction of static values, like the subtree value bias correction of KataGo. When a
        /// node is expanded, the best value of its children replaces its static value. A table has
        /// the mean of these differences for each move and player. The static value of a new child
        /// is corrected by three quarters of the mean for its move. Requires minimax values
        /// ([`Config::im`] or [`Config::impb`]). Excludes `mast` and `grave`, which use the same
        /// table, and a shared tree.
        reg: bool = false, flag("reg"), Any, policies, evaluation, reg[] {
            "reg" "values of new nodes are corrected by the mean error of values after the same move; with `im`, `impb` or `bfm`" "off"
                "use `bfm(reg)` if the game has an evaluation; against `bfm()` at 5 ms: Hex 70.0 % [60.1, 78.4], Ataxx 69.2 % [60.3, 76.8], Konane 63.3 % [52.0, 73.3], Dots and Boxes 55.8 % [43.4, 67.5], Four wins, three loses 48.3 % [38.2, 58.6]"
        }

        /// The evaluation function.
        evaluator: Evaluator = Evaluator::DEFAULT, own("ef", ["ef"], read_evaluator, write_evaluator), Any,
            core, own, evaluator[evaluator] {
            "efNAME" "evaluation function, one of these" "the game's first"
                "use `efNet` if the game has a net; `bfm(efNet)` 98.0 % [96.6, 98.8] against `bfm()` in Oware, 87.8 % [83.0, 91.3] in Othello"
        }

        /// Playout moves are sampled by [`crate::game::knowledge::Knowledge::weighted_move`].
        ipp: bool = false, flag("ipp"), Any, core, weights, flag[ipp] {
            "ipp" "improved playout policy: moves are sampled by the game's weights" "uniformly"
                "use `ipp` if the game has weights; Breakthrough, 400 games: 70.0 % [65.1, 74.5] against uniform playouts"
        }

        /// With probability X, a playout samples its next move. Otherwise it plays the move with
        /// the best static value. `None` is off.
        ege: Option<f32> = None, maybe_real("ege"), 0.0..=1.0, policies, own, maybe_real[ege] {
            "egeX" "epsilon-greedy playouts: with probability X, 0 to 1, the move is sampled (by weights if the game has them)" "off"
                "implicit minimax paper, Tables 1 and 8; in `bl`. Breakthrough: `ege0.1` 89.5 % [84.7, 92.9] against `ipp,fet20`"
        }

        /// After N plies, a playout ends with the static value as its result. `None` is off.
        fet: Option<u32> = None, maybe_count("fet"), 0..=Config::FET_MAX, core, evaluation, maybe_count[fet] {
            "fetN" "fixed early termination after N playout moves, 0 to 9999" "off"
                "implicit minimax paper, Tables 1 and 8; Kalah: `ege1.0` scores 12.8 % [8.7, 18.4] of the decided pairs against `fet4`"
        }

        /// A playout ends as a win or a loss when the static value is at least X or at most -X.
        det: f32 = 0.0, own("det", ["det"], read_det, write_det), 0.0..=1.0, policies, evaluation, same[det] {
            "detX" "dynamic early termination at value X, 0 to 1" "off"
                "implicit minimax paper, Tables 1 and 8; in `bl`. Breakthrough: `ege0.1,det0.5` 64.0 % [57.7, 69.9] against `ege0.1`"
            "detX/P" "tested every P playout moves, 1 to 999" "P 5" ""
        }

        /// The number of playout plies between two tests of the option `det`. The default is 5, as
        /// in the program that the authors of the implicit minimax paper used.
        det_period: u32 = 5, part("period of det"), 1..=Config::DET_PERIOD_MAX, detail, nothing, period[det_period] {}

        /// The strategy by which playouts choose moves. It takes the place of the options `ipp` and
        /// `ege`.
        strategy: Strategy = Strategy::Sampled,
            own("a playout strategy", is_strategy, read_strategy, write_strategy), Valid,
            policies, own, strategy[playout playout_depth playout_evaluated playout_looked] {
            "" "how playouts choose their moves, by one of these" "sampled"
                "the strategies of the lines that follow; each has its own figure"
        }

        /// A playout ends as won or lost when the evaluation reaches N points for either player.
        /// Points are the raw evaluation, [`crate::game::knowledge::Knowledge::points`]. Their
        /// scale depends on the evaluation function. The largest number is 40 in `efMS`, 364 in
        /// `efLH`, and the number of stones in `efRS`. A strategy that evaluates positions tests
        /// each position that it evaluates.
        cut: u32 = 0, own("cut", ["cut"], read_cut, write_cut), 0..=Config::CUT_MAX, policies, evaluation, same[cut] {
            "cutN" "evaluation cut-off at N points, to 65535" "off"
                "alpha-beta playouts paper, Evaluation Cut-Off; in `mcloa`, where the paper's bound of 700 lowers its score against `ab(efWB,all)` to 27.0 % [19.0, 36.8]"
            "cutN/P" "tested every P moves if the strategy does not evaluate moves, 1 to 999" "P 3" ""
        }

        /// The number of playout plies between two tests of the option `cut`, if the strategy does
        /// not evaluate positions. The default is 3, as in MC-LOA. Then the tests are after 2, 5, 8
        /// ... plies.
        cut_period: u32 = 3, part("period of cut"), 1..=Config::DET_PERIOD_MAX, detail, nothing, period[cut_period] {}

        /// A node with at least T visits passes up the best estimate of its children instead of the
        /// result of the simulation (Coulom 2006).
        max: u32 = 0, count("max"), Any, policies, nothing, same[max] {
            "maxT" "maximum backpropagation from T visits of a node on" "off"
                "implicit minimax paper, Table 3 (Coulom 2006); `max1000` scores 37.0 % [28.2, 46.8] against `im0.4`, both with `bl`"
        }

        /// A win is worth 1 - W + W m/M. Here m is the margin in points
        /// ([`crate::game::knowledge::Knowledge::score`]), at least 1. M is the game's maximum
        /// margin ([`crate::game::knowledge::Knowledge::max_score`]). Any win is better than any
        /// draw, and any draw is better than any loss. A position is still solved as win, draw or
        /// loss. The margin of a solved win is the one that its proof guarantees. After a position
        /// is solved, the search looks for a larger margin, until the margin is exact. This option
        /// does not change static values.
        marg: f32 = 0.0, real("marg"), 0.0..=1.0, policies, score, same[marg] {
            "margW" "a win by m of M points is worth 1 - W + W m/M, not 1; W to 1; not with `det` or `cut`" "off"
                "use `marg0.2` to play for points; 200 games each: 3.24 seeds more a game in Kalah, 7.40 discs in Othello, at an equal score"
        }

        /// How many children a leaf gets at a time.
        expansion: Expansion = Expansion::Auto, words("one" Expansion::One, "all" Expansion::All), Any,
            core, nothing, expansion[expansion] {
            "one" "a leaf gets one child at a time" "as needed"
                "Coulom 2006; takes a third to a sixth of the memory. Not measured in matches"
            "all" "a leaf gets all its children at once; any option from `im` to `eps` except `grave` has the same effect" ""
                "implicit minimax paper, Algorithm 1; chosen as needed"
        }

        /// The number of visits that a leaf needs before it is expanded. With 0, a leaf that gets
        /// all its children at once is expanded at its first visit. A leaf that gets one child at a
        /// time always needs an earlier visit.
        threshold: u32 = 0, count("t"), Any, core, nothing, same[threshold] {
            "tN" "visits that a leaf must have had before it is expanded" "`t0`"
                "Coulom 2006; gained nothing alone, see docs/INTERNALS.md"
        }

        /// True if the search solves positions as wins, losses and draws (MCTS-Solver).
        solver: bool = true, no("nosolver"), Any, core, nothing, no[no_solver] {
            "nosolver" "proves no wins, losses and draws" "proves"
                "Winands, Björnsson and Saito 2008 describe the solver; to compare searches without it"
        }

        /// If true, a full pool recycles its least recently used subtrees.
        recycle: bool = true, no("norecycle"), Any, core, nothing, no[no_recycle] {
            "norecycle" "a full tree stops growing" "recycles"
                "Powley, Cowling and Whitehouse 2017 describe recycling; to compare searches without it"
        }

        /// The rule for the move to play.
        decision: Decision = Decision::MostVisits,
            words("robust" Decision::MostVisits, "secure" Decision::SecureChild, "best" Decision::BestValue,
                "log" Decision::ValueLogVisits), Any, core, nothing, decision[decision] {
            "robust secure best log" "final move by visits, lower bound, value, value + ln(visits)" "`robust`"
                "Chaslot et al. 2008, and the tutorial of best-first minimax (`log`); not measured alone"
        }

        /// The temperature for sampling the move to play. With 1, moves are sampled in proportion
        /// to their visits. With a small temperature, the move with the most visits is almost
        /// always played. A solved loss is never sampled. If the best move by [`Config::decision`]
        /// is a solved win or a solved loss, it is always played. The sample depends only on the
        /// seed and the tree, so repeated calls return the same move.
        temp: f32 = 0.0, real("temp"), 0.0..=Config::C_MAX, policies, nothing, same[temp] {
            "tempT" "final move sampled with weight visits^(1/T), T 0 to 100, unless a win is proven" "off"
                "levels of strength, docs/LEVELS.md; 1 plays in proportion to the visits"
        }
    } };
}

/// Makes [`Config`] from the table.
macro_rules! make_config {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $c:ident $c_fields:tt { $($form:literal $says:literal $off:literal $worth:literal)* }
    )*) => {
        /// A tree search player. [`Config::default`] is plain UCT with the solver: `mcts()`.
        ///
        /// The options and their abbreviations are from Table 1 of the implicit minimax paper, and
        /// from other papers. All options can be combined, except for a few pairs. For these,
        /// [`Config::check`] returns an error with the reason.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Config {
            /// The seed of the random numbers. If seed, iteration limit and memory are the same,
            /// the tree is the same.
            pub seed: u64,
            $(
                $(#[doc = concat!("- `", $form, "`: ", $says)])*
                #[doc = ""]
                $(#[doc = $doc])*
                pub $field: $type,
            )*
        }

        /// The forms of all options in the notation, such as `"pbW/l pbW/n"`. The text is empty for
        /// playout strategies, which have a separate table.
        pub const FORMS: &[&str] = &[$($($form,)*)*];

        impl Config {
            /// Plain UCT with the solver, which is `mcts()` in the notation.
            pub const DEFAULT: Self = Self { seed: 0, $($field: $default),* };

            /// Checks that all options of this build of the library are in range.
            #[inline(always)]
            pub(super) fn check_rows(&self) -> Result<(), ConfigError> {
                $(if POLICIES || feature::$feature::IS_CORE {
                    in_range(&$range, self.$field, name_of!($kind $words))?;
                })*
                Ok(())
            }

            /// Checks that all options that this build of the library lacks are off.
            #[inline(always)]
            pub(super) fn check_left_out(&self) -> Result<(), ConfigError> {
                $(if feature::$feature::IS_POLICY {
                    left_out(name_of!($kind $words), self.$field)?;
                })*
                Ok(())
            }

            /// Checks that the game has the knowledge that the enabled options need. Skips options
            /// whose needs depend on other options.
            #[inline(always)]
            pub(super) fn check_needs(&self, game: &Abilities) -> Result<(), ConfigError> {
                $(if let Some((needs, game_has)) = need::$needs(game)
                    && (POLICIES || !feature::$feature::IS_POLICY)
                {
                    known(name_of!($kind $words), self.$field, needs, game_has)?;
                })*
                Ok(())
            }
        }
    };
}

/// The name of a row of the table of options in error messages.
macro_rules! name_of {
    (own ($name:literal, $($more:tt)*)) => {
        $name
    };
    (words $words:tt) => {
        ""
    }; // an option of this kind has no range and needs nothing
    ($kind:ident ($name:literal $($more:tt)*)) => {
        $name
    };
}

/// The features in the table of options. `IS_CORE` is true if every build of the library has the
/// options of this feature. `IS_POLICY` is true if a library without `policies` refuses them. Such
/// a library ignores the options of the feature `detail`.
#[doc(hidden)]
pub mod feature {
    pub mod core {
        pub const IS_CORE: bool = true;
        pub const IS_POLICY: bool = false;
    }

    pub mod policies {
        pub const IS_CORE: bool = false;
        pub const IS_POLICY: bool = true;
    }

    pub mod detail {
        pub const IS_CORE: bool = false;
        pub const IS_POLICY: bool = false;
    }
}

/// The knowledge that an option can need. Each function returns the name of the knowledge for error
/// messages, and whether the game has it. Returns `None` if there is nothing to check.
mod need {
    use super::Abilities;

    type Need = Option<(&'static str, bool)>;

    pub(super) const fn nothing(_: &Abilities) -> Need {
        None
    }

    /// Returns `None`: `rules.rs` checks what the option needs.
    pub(super) const fn own(_: &Abilities) -> Need {
        None
    }

    pub(super) const fn evaluation(game: &Abilities) -> Need {
        Some(("an evaluation", game.evaluator))
    }

    pub(super) const fn weights(game: &Abilities) -> Need {
        Some(("weights of moves", game.weights))
    }

    pub(super) const fn priors(game: &Abilities) -> Need {
        Some(("node priors", game.priors))
    }

    pub(super) const fn transitions(game: &Abilities) -> Need {
        Some(("transition probabilities", game.transitions))
    }

    #[cfg(feature = "policies")]
    pub(super) const fn score(game: &Abilities) -> Need {
        Some(("a score", game.score))
    }

    #[cfg(not(feature = "policies"))]
    pub(super) const fn score(_: &Abilities) -> Need {
        None
    }
}

crate::player_options!(make_config);

impl Default for Config {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Config {
    /// Best-first minimax with UCT: `bfm()`. The tutorial of best-first minimax uses C = 1.5 with a
    /// neural network in Oware. For the evaluation functions of imm's games, C = 0.7 is the best
    /// compromise.
    pub const BEST_FIRST: Self =
        Self { c: 0.7, im: 1.0, fpu: Some(0.5), best_first: true, decision: Decision::ValueLogVisits, ..Self::DEFAULT };
    /// The largest value of the options `c`, `pb`, `tp`, `puct`, `fpu`, `softmax` and `temp`.
    pub const C_MAX: f32 = 100.0;
    /// The largest number of visits that a node prior can stand for.
    pub const NP_MAX: u32 = 10_000;
    /// The number of visits of the option `ip`, if the notation has no number.
    pub const IP_DEFAULT: u32 = 30;
    /// The number of visits of the option `np`, if the notation has no number. The implicit minimax
    /// paper uses this value at 1 second per move.
    pub const NP_DEFAULT: u32 = 10;
    /// The largest number of plies for the option `fet`.
    pub const FET_MAX: u32 = 9_999;
    /// The number of simulations of the option `grave`, if the notation has no number.
    pub const GRAVE_DEFAULT: u32 = 50;
    /// A position with at most this many moves has no table of `grave`, because each of its moves
    /// soon has its own simulations.
    pub const FEW_MOVES: usize = 7;
    /// The maximum number of simulations for the option `grave`.
    pub const GRAVE_MAX: u32 = 0xFFFF;
    /// The largest number of points for the option `cut`. This is the largest raw evaluation.
    pub const CUT_MAX: u32 = 0xFFFF;
    /// The maximum period of the options `det` and `cut`, in plies.
    pub const DET_PERIOD_MAX: u32 = 999;
    /// The largest number of visits in [`Schedule`] and in the option `ct`.
    pub const VISITS_MAX: u32 = super::choices::VISITS_MAX;

    /// True if this player keeps a static or minimax value in each node.
    #[must_use]
    pub fn uses_values(&self) -> bool {
        let others = self.cb > 0.0 || self.impb > 0.0 || self.ct > 0 || self.softmax > 0.0;
        self.im > 0.0 || POLICIES && others
    }

    /// True if this player needs the value of each new child.
    pub(crate) fn evaluates_children(&self) -> bool {
        self.uses_values() || POLICIES && (self.pb > 0.0 || self.ip > 0 || self.is_told())
    }

    /// True with the option `np` or `ip`.
    pub(crate) const fn has_node_priors(&self) -> bool {
        self.np > 0 || self.ip > 0
    }

    /// True with the option `puct`.
    pub(crate) fn has_priors(&self) -> bool {
        TELLS && self.puct > 0.0
    }

    /// True if the calling program computes the values for this player, instead of the game
    /// ([`Evaluator::TOLD`]).
    #[must_use]
    pub fn is_told(&self) -> bool {
        TELLS && self.evaluator == Evaluator::TOLD
    }

    /// True if this player backs up minimax values.
    #[must_use]
    pub fn backs_up_values(&self) -> bool {
        self.im > 0.0 || POLICIES && self.impb > 0.0
    }

    /// True if a leaf gets all its children at once.
    #[must_use]
    pub fn expands_all(&self) -> bool {
        match self.expansion {
            Expansion::Auto => {
                let biased = self.pb > 0.0 || self.tp > 0.0;
                let others = biased
                    || self.has_node_priors()
                    || self.pn > 0.0
                    || self.mob > 0.0
                    || self.fpu.is_some()
                    || self.eps > 0.0;
                self.uses_values() || POLICIES && (others || self.is_told())
            }
            Expansion::One => false,
            Expansion::All => true,
        }
    }
}

/// What the table requires of the type of a field.
trait Setting: Copy + Default + PartialEq {
    /// True if the option is on.
    #[inline(always)]
    fn is_on(self) -> bool {
        self != Self::default()
    }

    /// Returns the name of the option for error messages: `row`, the name of the option's row in
    /// the table, unless the type of the field has another name for its value.
    #[inline(always)]
    fn name(self, row: &'static str) -> &'static str {
        row
    }
}

impl Setting for f32 {
    /// Compares the bits with 0. This takes less flash than comparing numbers, but -0 counts as on.
    #[inline(always)]
    fn is_on(self) -> bool {
        self.to_bits() != 0
    }
}

impl Setting for Option<f32> {
    #[inline(always)]
    fn is_on(self) -> bool {
        self.is_some()
    }
}

impl Setting for Schedule {
    #[inline(always)]
    fn is_on(self) -> bool {
        !matches!(self, Self::Constant)
    }
}

impl Setting for Leaf {
    #[inline(always)]
    fn is_on(self) -> bool {
        !matches!(self, Self::Static)
    }

    #[inline(always)]
    fn name(self, row: &'static str) -> &'static str {
        if POLICIES { self.name() } else { row }
    }
}

impl Setting for Strategy {
    #[inline(always)]
    fn is_on(self) -> bool {
        !matches!(self, Self::Sampled)
    }

    #[inline(always)]
    fn name(self, row: &'static str) -> &'static str {
        if POLICIES { self.name() } else { row }
    }
}

impl Setting for u32 {}
impl Setting for Option<u32> {
    #[inline(always)]
    fn is_on(self) -> bool {
        self.is_some()
    }
}
impl Setting for bool {}
impl Setting for Divisor {}
impl Setting for Comparison {}
impl Setting for Evaluator {}
impl Setting for Expansion {}
impl Setting for Decision {}

/// The valid values of a field of type `T`.
trait Range<T> {
    fn has(&self, value: T) -> bool;

    /// Returns the range of valid numbers for an error message. The caller adds the name of the
    /// option.
    fn valid(&self, value: T) -> ValidRange;
}

/// The range of a type for which all values are valid.
struct Any;

/// The range of a type whose function `is_valid` tells which values are valid.
struct Valid;

impl<T> Range<T> for Any {
    #[inline(always)]
    fn has(&self, _: T) -> bool {
        true
    }

    #[inline(always)]
    fn valid(&self, _: T) -> ValidRange {
        valid_range(0, u32::MAX, Unit::Plain)
    }
}

/// A number that can be compared without raising a floating-point exception.
trait Number: Copy {
    /// Converts a bound of the table to a whole number. All bounds in the table are whole numbers,
    /// and all lower bounds are 0 or 1.
    fn whole(self) -> u32;

    fn is_in(self, range: &RangeInclusive<Self>) -> bool;
}

impl Number for u32 {
    #[inline(always)]
    fn whole(self) -> u32 {
        self
    }

    #[inline(always)]
    fn is_in(self, range: &RangeInclusive<Self>) -> bool {
        range.contains(&self)
    }
}

impl Number for f32 {
    #[inline(always)]
    fn whole(self) -> u32 {
        self as u32
    }

    /// Returns false for NaN. Compares bits, because `<` would raise a floating-point exception for
    /// NaN. (`==` would not.) The bounds are not negative, so their bits have the same order as the
    /// numbers.
    #[inline(always)]
    fn is_in(self, range: &RangeInclusive<Self>) -> bool {
        let bits = if self == 0.0 { 0 } else { self.to_bits() };
        (range.start().to_bits()..=range.end().to_bits()).contains(&bits)
    }
}

impl<T: Number> Range<T> for RangeInclusive<T> {
    #[inline(always)]
    fn has(&self, value: T) -> bool {
        value.is_in(self)
    }

    #[inline(always)]
    fn valid(&self, _: T) -> ValidRange {
        valid_range(self.start().whole() as u8, self.end().whole(), Unit::Plain)
    }
}

impl<T: Number> Range<Option<T>> for RangeInclusive<T> {
    #[inline(always)]
    fn has(&self, value: Option<T>) -> bool {
        value.is_none_or(|value| value.is_in(self))
    }

    #[inline(always)]
    fn valid(&self, _: Option<T>) -> ValidRange {
        valid_range(self.start().whole() as u8, self.end().whole(), Unit::Plain)
    }
}

impl Range<Schedule> for Valid {
    #[inline(always)]
    fn has(&self, value: Schedule) -> bool {
        value.is_valid()
    }

    #[inline(always)]
    fn valid(&self, _: Schedule) -> ValidRange {
        valid_range(1, Config::VISITS_MAX, Unit::Plain)
    }
}

impl Range<Leaf> for Valid {
    #[inline(always)]
    fn has(&self, value: Leaf) -> bool {
        value.is_valid()
    }

    #[inline(always)]
    fn valid(&self, _: Leaf) -> ValidRange {
        valid_range(1, Leaf::PLIES_MAX.into(), Unit::Plies)
    }
}

impl Range<Strategy> for Valid {
    #[inline(always)]
    fn has(&self, value: Strategy) -> bool {
        value.is_valid()
    }

    #[inline(always)]
    fn valid(&self, value: Strategy) -> ValidRange {
        let (most, unit) = match value {
            Strategy::LearnedGreedy(_) => (100, Unit::Percent),
            Strategy::AlphaBeta(_) => (Selective::WIDTH_MAX, Unit::MovesAtPlies),
            _ => (Selective::WIDTH_MAX, Unit::Moves),
        };
        valid_range(1, most.into(), unit)
    }
}

/// Returns the valid range of an option. The caller adds the name of the option.
#[inline(always)]
fn valid_range(least: u8, most: u32, unit: Unit) -> ValidRange {
    ValidRange { option: "", least, most, unit }
}

#[inline(always)]
fn in_range<T: Setting>(range: &impl Range<T>, value: T, row: &'static str) -> Result<(), ConfigError> {
    if range.has(value) {
        Ok(())
    } else {
        Err(ConfigError::OutOfRange(ValidRange { option: value.name(row), ..range.valid(value) }))
    }
}

#[inline(always)]
fn left_out<T: Setting>(row: &'static str, value: T) -> Result<(), ConfigError> {
    if value.is_on() { Err(ConfigError::LeftOut(row)) } else { Ok(()) }
}

#[inline(always)]
fn known<T: Setting>(row: &'static str, value: T, needs: &'static str, game_has: bool) -> Result<(), ConfigError> {
    let missing = value.is_on() && !game_has;
    if missing { Err(ConfigError::Unsupported { option: value.name(row), needs }) } else { Ok(()) }
}
