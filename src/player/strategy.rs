//! The playout strategies of MC-LOA (Winands & Bjornsson 2009, 2011), for any game, and those that
//! need only the rules.
//!
//! To add a strategy: a variant, its row in the table below, and its arm in `playout.rs`.

use core::mem::discriminant;

/// How a playout chooses its moves.
///
/// The knowing strategies, all but the last two, use the evaluation function
/// ([`crate::game::knowledge::Knowledge::points`]) and transition probabilities P_mc
/// ([`crate::game::knowledge::Knowledge::transition`]). If a game has no probabilities, its static
/// order ranks the moves and the draws are even. All of them but `mast` play a move that wins at
/// once when they see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Strategy {
    /// Uniformly, or by `ipp` and `ege`.
    #[default]
    Sampled,
    /// `pmc`: drawn with odds in proportion to P_mc. With `cut`, this is the strategy Evaluation
    /// Cut-Off.
    Transition,
    /// `corr`, Corrective: drawn by P_mc, but a move after which the evaluation is lower than
    /// before has next to no chance. Before is the position after a pass, where the game has one
    /// ([`crate::game::knowledge::Knowledge::pass`]), so that the same player is to move in both.
    Corrective,
    /// `greedyK`, Greedy: of the K moves with the largest P_mc, the one with the best evaluation
    /// after it. The others are only looked at for a win.
    Greedy(u8),
    /// `mixK`, Mixed: Corrective at the first position of a playout, then Greedy.
    Mixed(u8),
    /// `abpD`: alpha-beta playouts: the best move of a selective search of D plies.
    AlphaBeta(Selective),
    /// `mastK`, Move-Average Sampling Technique (Bjornsson and Finnsson 2009): of K moves that are
    /// drawn, the one with the best mean result of all simulations in which it was played. It needs
    /// no knowledge of the game.
    Learned(u8),
    /// `dec`, decisive and anti-decisive moves (Teytaud and Teytaud 2010): a move that wins at once
    /// is played, and one after which the opponent would win at once is not, if one of a few others
    /// that are drawn is better. A leaf whose player can win at once gets that child first. It
    /// needs no knowledge of the game.
    Decisive,
}

/// The selective alpha-beta search that chooses a move of a playout: Figure 3 of the alpha-beta
/// playouts paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Selective {
    /// Plies to look ahead, 1 to [`Selective::DEPTH_MAX`].
    pub depth: u8,
    /// `n_eval`: at each ply, how many moves are searched, 1 to [`Selective::WIDTH_MAX`]: killers
    /// first, then by P_mc.
    pub evaluated: [u8; Selective::DEPTH_MAX as usize],
    /// `n_look`: at each ply, how many more moves are looked at, whether they end the game as a win
    /// or a draw; [`Selective::ALL`] for all of them.
    pub looked: [u8; Selective::DEPTH_MAX as usize],
}

impl Selective {
    /// The most plies.
    pub const DEPTH_MAX: u8 = 3;
    /// The most moves searched and, unless that is all the others, looked at, at a ply.
    pub const WIDTH_MAX: u8 = 12;
    /// All moves.
    pub const ALL: u8 = u8::MAX;
    /// What the paper has: two plies; seven moves and a look at the rest, then five; and five again
    /// where there is a third.
    pub const PAPER: Self = Self { depth: 2, evaluated: [7, 5, 5], looked: [Self::ALL, 0, 0] };

    /// Are all numbers within their ranges?
    pub(crate) fn is_valid(&self) -> bool {
        (1..=Self::DEPTH_MAX).contains(&self.depth)
            && self.evaluated.iter().zip(&self.looked).all(|(&searched, &looked)| {
                let looked = if looked == Self::ALL { 0 } else { looked };
                searched > 0 && searched.saturating_add(looked) <= Self::WIDTH_MAX
            })
    }

    /// Greedy is this search a ply deep.
    const fn greedy(width: u8) -> Self {
        Self { depth: 1, evaluated: [width, 5, 5], ..Self::PAPER }
    }
}

impl Strategy {
    /// The old name of [`Strategy::Sampled`], until version 0.4.
    #[deprecated(since = "0.3.0", note = "use `Sampled`")]
    #[allow(non_upper_case_globals)]
    pub const Drawn: Self = Self::Sampled;

    /// How many moves are drawn for one that was learned where no number stands.
    pub const DRAWN_DEFAULT: u8 = 3;

    /// How many moves Greedy and Mixed evaluate where no number stands. The papers do not say; this
    /// is what the alpha-beta playouts search at their root.
    pub const WIDTH_DEFAULT: u8 = 7;

    /// The search that chooses the next move after `plies` plies, if one does.
    pub(crate) const fn search_at(self, plies: u32) -> Option<Selective> {
        match self {
            Self::AlphaBeta(search) => Some(search),
            Self::Greedy(width) => Some(Selective::greedy(width)),
            Self::Mixed(width) if plies > 0 => Some(Selective::greedy(width)),
            _ => None,
        }
    }

    /// True if a search chooses the next move after `plies` plies.
    #[inline(always)]
    pub(crate) const fn searches_at(&self, plies: u32) -> bool {
        match self {
            Self::AlphaBeta(_) | Self::Greedy(_) => true,
            Self::Mixed(_) => plies > 0,
            _ => false,
        }
    }

    /// Does it choose moves by a search?
    pub(crate) const fn searches(self) -> bool {
        self.searches_at(1)
    }

    /// Does it keep killer moves?
    pub(crate) const fn has_killers(self) -> bool {
        matches!(self, Self::AlphaBeta(_))
    }

    /// Does it need an evaluation function?
    pub(crate) const fn evaluates(self) -> bool {
        !matches!(self, Self::Sampled | Self::Transition | Self::Learned(_) | Self::Decisive)
    }

    /// Are all numbers within their ranges?
    pub(crate) fn is_valid(self) -> bool {
        match self {
            Self::AlphaBeta(search) => search.is_valid(),
            Self::Greedy(width) | Self::Mixed(width) | Self::Learned(width) => Selective::greedy(width).is_valid(),
            _ => true,
        }
    }

    /// Its abbreviation, for errors.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "uniform",
            Self::Transition => "pmc",
            Self::Corrective => "corr",
            Self::Greedy(_) => "greedy",
            Self::Mixed(_) => "mix",
            Self::AlphaBeta(_) => "abp",
            Self::Learned(_) => "mast",
            Self::Decisive => "dec",
        }
    }

    /// Its number in C; 0 is [`Strategy::Sampled`].
    #[must_use]
    pub fn number(self) -> u8 {
        let same = |(strategy, _): &&(Self, u8)| discriminant(strategy) == discriminant(&self);
        STRATEGIES.iter().find(same).map_or(0, |&(_, number)| number)
    }
}

/// What the manuals say of a row of [`STRATEGIES`].
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// Its name in C, behind `IMM_PLAYOUT_`.
    pub c: &'static str,
    /// The callback that a game of one's own needs for it; empty if it needs none.
    pub needs: &'static str,
    /// Forms in the notation, meaning, default, and the last column of [`crate::player_options`].
    pub lines: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

/// Makes the two lists. A row: the strategy, its number in C, its name there, the callback that it
/// needs, and its lines in the manuals.
macro_rules! strategies {
    ($($strategy:expr, $number:literal $c:literal $needs:literal { $($form:literal $says:literal $off:literal $worth:literal)+ })*) => {
        /// Every strategy that has a word, with the numbers that it has where none stand, and its
        /// number in C, which is never given a new meaning.
        pub const STRATEGIES: &[(Strategy, u8)] = &[$(($strategy, $number)),*];

        /// What the manuals say of them, in the same order.
        pub const STRATEGY_TEXTS: &[Texts] =
            &[$(Texts { c: $c, needs: $needs, lines: &[$(($form, $says, $off, $worth)),+] }),*];
    };
}

strategies! {
    Strategy::Transition, 1 "TRANSITION" "transition" {
        "pmc" "drawn by transition probability" ""
            "alpha-beta playouts paper, Evaluation Cut-Off; not measured alone"
    }
    Strategy::Corrective, 2 "CORRECTIVE" "" {
        "corr" "Corrective: as `pmc`, but hardly a move that lowers the evaluation" ""
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
        "abpD/E+L/E+L" "E moves searched at a ply, L more looked at: `+` all, none 0" "`/7+/5/5`" ""
    }
    Strategy::Learned(Strategy::DRAWN_DEFAULT), 6 "MAST" "" {
        "mastK" "of K moves drawn, 1 to 12, the one whose results are best on average" "K 3"
            "Björnsson and Finnsson 2009; against `mcts()`: Hex 9 x 9 40.0 % [30.8, 49.9], Breakthrough 45.0 % [35.3, 55.0]"
    }
    Strategy::Decisive, 7 "DECISIVE" "" {
        "dec" "drawn, but wins at once are played, and moves that allow one avoided" ""
            "use `dec` if a game can be won at once by surprise; Connect Four, rules only: 73.0 % [64.7, 80.0] against `mcts()`"
    }
}
