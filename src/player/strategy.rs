//! Playout strategies for any game. Most of them are from the program MC-LOA (Winands & Bjornsson
//! 2009, 2011). MAST and decisive moves need only the rules.
//!
//! To add a strategy, you need a variant, a row in the table in this file, and a match arm in
//! `playout.rs`.

use core::mem::discriminant;

/// How a playout chooses its moves.
///
/// The strategies from `Transition` to `AlphaBeta` use transition probabilities P_mc
/// ([`crate::game::knowledge::Knowledge::transition`]). The strategies from `Corrective` to
/// `AlphaBeta` also use the evaluation function ([`crate::game::knowledge::Knowledge::points`]),
/// and play a winning move when they find one. In a game without P_mc, these strategies rank moves
/// by the game's static order, and sample moves uniformly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Strategy {
    /// Samples moves uniformly, or as the option `ipp` or `ege` defines.
    #[default]
    Sampled,
    /// Option `pmc`: samples a move in proportion to P_mc. With the option `cut`, this is the
    /// strategy Evaluation Cut-Off.
    Transition,
    /// Option `corr`, Corrective: samples a move by P_mc, but a move that makes the evaluation
    /// worse has very low odds. The evaluation after the move is compared with the evaluation after
    /// a pass ([`crate::game::knowledge::Knowledge::pass`]), so that the same player is to move in
    /// both positions. If no pass is possible, it is compared with the evaluation before the move.
    Corrective,
    /// Option `greedyK`, Greedy: evaluates the K moves with the largest P_mc, and plays the best
    /// one. The other moves are only tested for a win or a draw.
    Greedy(u8),
    /// Option `mixK`, Mixed: Corrective for the first move of a playout, then Greedy.
    Mixed(u8),
    /// Option `abpD`, alpha-beta playouts: plays the best move of a selective search of D plies.
    AlphaBeta(Selective),
    /// Option `mastK`, Move-Average Sampling Technique (Bjornsson and Finnsson 2009): samples K
    /// moves and plays the best one: the move with the best mean result over all simulations in
    /// which it was played. Needs no knowledge about the game.
    Learned(u8),
    /// Option `mast/P`, epsilon-greedy MAST: with a probability of P percent, plays the move with
    /// the best mean result of all moves that sampling could return. Otherwise samples a move (with
    /// the option `ipp`, by the game's weights). P is from 1 to 100.
    LearnedGreedy(u8),
    /// Option `dec`, decisive and anti-decisive moves (Teytaud and Teytaud 2010): plays a move that
    /// wins at once, if there is one. If the opponent could win at once after the sampled move,
    /// tries a few other moves. If a player can win at once at a leaf, the winning move gets the
    /// first child of the leaf. Needs no knowledge about the game.
    Decisive,
}

/// The selective alpha-beta search that chooses a playout move. It is Figure 3 of the alpha-beta
/// playouts paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Selective {
    /// The number of plies that the search looks ahead, 1 to [`Selective::DEPTH_MAX`].
    pub depth: u8,
    /// `n_eval` of the paper: how many moves are searched at each ply, 1 to
    /// [`Selective::WIDTH_MAX`]. Killer moves come first, then the moves with the largest P_mc.
    pub evaluated: [u8; Selective::DEPTH_MAX as usize],
    /// `n_look` of the paper: how many other moves at each ply are only tested. The test tells
    /// whether a move ends the game with a win or a draw. [`Selective::ALL`] tests all other moves.
    pub looked: [u8; Selective::DEPTH_MAX as usize],
}

impl Selective {
    /// The maximum depth, in plies.
    pub const DEPTH_MAX: u8 = 3;
    /// At most this many moves are searched or tested at one ply. With [`Selective::ALL`], only the
    /// moves that are searched count.
    pub const WIDTH_MAX: u8 = 12;
    /// This number in [`Selective::looked`] means: test all moves that are not searched.
    pub const ALL: u8 = u8::MAX;
    /// The values of the paper: two plies. The first ply searches seven moves and tests all other
    /// moves. The second ply searches five moves, and so would a third ply.
    pub const PAPER: Self = Self { depth: 2, evaluated: [7, 5, 5], looked: [Self::ALL, 0, 0] };

    /// True if all numbers are in range.
    pub(crate) fn is_valid(&self) -> bool {
        (1..=Self::DEPTH_MAX).contains(&self.depth)
            && self.evaluated.iter().zip(&self.looked).all(|(&searched, &looked)| {
                let looked = if looked == Self::ALL { 0 } else { looked };
                searched > 0 && searched.saturating_add(looked) <= Self::WIDTH_MAX
            })
    }

    /// Returns the strategy Greedy as a selective search of one ply.
    const fn greedy(width: u8) -> Self {
        Self { depth: 1, evaluated: [width, 5, 5], ..Self::PAPER }
    }
}

impl Strategy {
    /// The default K of the option `mast`: how many moves are sampled for each playout move.
    pub const DRAWN_DEFAULT: u8 = 3;

    /// The default probability of the option `mast/P`, in percent. The program that produced Table
    /// 2 of the implicit minimax paper uses this value.
    pub const PERCENT_DEFAULT: u8 = 30;

    /// The default K of the strategies Greedy and Mixed: how many moves they evaluate. The papers
    /// give no number. This one is from alpha-beta playouts, which search as many moves at their
    /// first ply.
    pub const WIDTH_DEFAULT: u8 = 7;

    /// Returns the search that chooses the next move of a playout after `plies` plies. `None` if
    /// the strategy needs no search for this move.
    pub(crate) const fn search_at(self, plies: u32) -> Option<Selective> {
        match self {
            Self::AlphaBeta(search) => Some(search),
            Self::Greedy(width) => Some(Selective::greedy(width)),
            Self::Mixed(width) if plies > 0 => Some(Selective::greedy(width)),
            _ => None,
        }
    }

    /// True if a search chooses the next move of a playout after `plies` plies.
    #[inline(always)]
    pub(crate) const fn searches_at(&self, plies: u32) -> bool {
        match self {
            Self::AlphaBeta(_) | Self::Greedy(_) => true,
            Self::Mixed(_) => plies > 0,
            _ => false,
        }
    }

    /// True if this strategy searches, at least after the first ply of a playout.
    pub(crate) const fn searches(self) -> bool {
        self.searches_at(1)
    }

    /// True if this strategy keeps killer moves.
    pub(crate) const fn has_killers(self) -> bool {
        matches!(self, Self::AlphaBeta(_))
    }

    /// True if this strategy needs an evaluation function.
    pub(crate) const fn evaluates(self) -> bool {
        !matches!(self, Self::Sampled | Self::Transition | Self::Learned(_) | Self::LearnedGreedy(_) | Self::Decisive)
    }

    /// True if this strategy reads the move statistics of MAST.
    pub(crate) const fn learns(self) -> bool {
        matches!(self, Self::Learned(_) | Self::LearnedGreedy(_))
    }

    /// True if this strategy may be combined with the option `ipp`.
    pub(crate) const fn samples_by_weights(self) -> bool {
        matches!(self, Self::Sampled | Self::LearnedGreedy(_))
    }

    /// True if all numbers are in range.
    pub(crate) fn is_valid(self) -> bool {
        match self {
            Self::LearnedGreedy(percent) => (1..=100).contains(&percent),
            Self::AlphaBeta(search) => search.is_valid(),
            Self::Greedy(width) | Self::Mixed(width) | Self::Learned(width) => Selective::greedy(width).is_valid(),
            _ => true,
        }
    }

    /// The name of the strategy in the notation and in error messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "uniform",
            Self::Transition => "pmc",
            Self::Corrective => "corr",
            Self::Greedy(_) => "greedy",
            Self::Mixed(_) => "mix",
            Self::AlphaBeta(_) => "abp",
            Self::Learned(_) | Self::LearnedGreedy(_) => "mast",
            Self::Decisive => "dec",
        }
    }

    /// The number of the strategy in the C API; 0 is [`Strategy::Sampled`].
    #[must_use]
    pub fn number(self) -> u8 {
        let same = |(strategy, _): &&(Self, u8)| discriminant(strategy) == discriminant(&self);
        STRATEGIES.iter().find(same).map_or(0, |&(_, number)| number)
    }
}

/// The texts of the manuals about one strategy.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The name of the strategy in C, without `IMM_PLAYOUT_`.
    pub c: &'static str,
    /// The callback that a custom game needs for the strategy. Empty if it needs none.
    pub needs: &'static str,
    /// The lines about the strategy in the tables of the manuals. They have the same four columns
    /// as in
    /// [`crate::player_options`]: forms in the notation, meaning, default, and suggestion or
    /// source.
    pub lines: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

/// Defines [`STRATEGIES`] and [`STRATEGY_TEXTS`]. A row has the strategy, its number in C, its name
/// in C, the callback that it needs, and its lines in the manuals.
macro_rules! strategies {
    ($($strategy:expr, $number:literal $c:literal $needs:literal { $($form:literal $says:literal $off:literal $worth:literal)+ })*) => {
        /// All strategies that have a word in the notation. Each entry has the strategy with its
        /// default parameters, and its number in C. A number in C never gets a new meaning.
        pub const STRATEGIES: &[(Strategy, u8)] = &[$(($strategy, $number)),*];

        /// The texts of the manuals about all strategies, in the order of [`STRATEGIES`].
        pub const STRATEGY_TEXTS: &[Texts] =
            &[$(Texts { c: $c, needs: $needs, lines: &[$(($form, $says, $off, $worth)),+] }),*];
    };
}

strategies! {
    Strategy::Transition, 1 "TRANSITION" "transition" {
        "pmc" "moves are sampled by transition probability" ""
            "alpha-beta playouts paper, Evaluation Cut-Off; not measured alone"
    }
    Strategy::Corrective, 2 "CORRECTIVE" "" {
        "corr" "Corrective: as `pmc`, but rarely a move that lowers the evaluation" ""
            "alpha-beta playouts paper, Corrective; in `mcloa`, not measured alone"
    }
    Strategy::Greedy(Strategy::WIDTH_DEFAULT), 3 "GREEDY" "" {
        "greedyK" "Greedy: the best by evaluation of the K most probable moves, 1 to 12" "K 7"
            "alpha-beta playouts paper, Greedy; in `mcloa`, not measured alone"
    }
    Strategy::Mixed(Strategy::WIDTH_DEFAULT), 4 "MIXED" "" {
        "mixK" "Mixed: Corrective for the first move of a playout, then Greedy" "K 7"
            "alpha-beta playouts paper, Mixed; in `mcloa`, which scores 49.0 % [42.5, 55.5] against `ab(efWB,all)` at 30 ms"
    }
    Strategy::AlphaBeta(Selective::PAPER), 5 "ALPHA_BETA" "" {
        "abpD" "alpha-beta playouts: the best move of a selective search of D plies, 1 to 3" ""
            "alpha-beta playouts paper, Figure 3; `mcts(mcloa,abp2)` scores 33.0 % [23.9, 43.6] against `mcts(mcloa)` at 30 ms"
        "abpD/E+L/E+L" "at each ply, E moves are searched and L more are tested for a win or draw: `+` all, none 0" "`/7+/5/5`" ""
    }
    Strategy::Learned(Strategy::DRAWN_DEFAULT), 6 "MAST" "" {
        "mastK" "MAST: of K sampled moves, 1 to 12, the one with the best mean result" "K 3"
            "Björnsson and Finnsson 2009; against `mcts()`: Hex 9 x 9 40.0 % [30.8, 49.9], Breakthrough 45.0 % [35.3, 55.0]"
    }
    Strategy::Decisive, 7 "DECISIVE" "" {
        "dec" "sampled; but an immediate win is played, and moves that allow one are avoided" "" "use `dec` if a game can be won at once by surprise; Connect Four, rules only: 73.0 % [64.7, 80.0] against `mcts()`"
    }
    Strategy::LearnedGreedy(Strategy::PERCENT_DEFAULT), 8 "MAST_GREEDY" "" {
        "mast/P" "MAST: with probability P, 0.01 to 1, the best mean result; otherwise sampled" "in C: 0.3"
            "the authors' program for Table 2 of the implicit minimax paper; `ipp,mast/0.3` against `ipp` at 10 ms in Breakthrough: 60.0 % [53.1, 66.5]"
    }
}
