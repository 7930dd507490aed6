//! What an alpha-beta player is: an evaluation function, and which enhancements it uses.

use super::error::ConfigError;
use super::rules::{compatible, has_evaluator};
use crate::game::knowledge::{Abilities, Evaluator, Knowledge};

/// An alpha-beta player. [`Config::default`] is `ab()`: iterative deepening and the game's static
/// move order, the opponent in the implicit minimax paper's experiments.
///
/// A switch only permits: what a game has no knowledge for (a hash, a null move, transition
/// probabilities) stays off there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Config {
    /// `ef`: the evaluation function. A game without any is searched all the same: what is not
    /// decided counts as even.
    pub evaluator: Evaluator,
    /// The enhancements that are on.
    pub switches: Switches,
}

/// Makes the switches. A row: documentation, name, bit, word, kind, meaning, and the callback that
/// your own game needs for it, if any, and the source with what the switch is worth. The bits are
/// part of the C ABI.
///
/// The kinds are `safe`, `prunes` (moves are left out where it is likely that nothing is lost), and
/// `extends`.
macro_rules! switches {
    ($($(#[doc = $doc:literal])* $name:ident $bit:literal $word:literal $kind:ident $says:literal $needs:literal $worth:literal;)*) => {
        /// An enhancement of alpha-beta, off by default. Down to [`Switch::Aspiration`] they are
        /// those of MIA 4.5 (alpha-beta playouts paper, section V.A; Winands 2004), then those of
        /// later programs.
        ///
        /// The *safe* ones find what plain alpha-beta finds at the same depth, sooner, in a search
        /// that begins with an empty table. The others may miss a shorter win, but never report a
        /// false proof.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Switch {
            $(
                #[doc = concat!("`", $word, "`, ", stringify!($kind), ": ", $says, ".")]
                $(#[doc = $doc])*
                $name = 1 << $bit,
            )*
        }

        /// The rows of the switches, in the order in which they are written.
        pub const SWITCHES: &[Row] = &[
            $(Row { switch: Switch::$name, word: $word, kind: Kind::$kind, says: $says, needs: $needs },)*
        ];

        /// What the manuals say about the worth of each row, in the same order: the last column of
        /// [`crate::player_options`]. Not in the rows, which the library links.
        pub const SWITCHES_WORTH: &[&str] = &[$($worth),*];

        /// The bits of all switches.
        const EVERY_BIT: u16 = 0 $(| 1 << $bit)*;

        /// The bits of those that prune.
        const PRUNING: u16 = 0 $(| if matches!(Kind::$kind, Kind::prunes) { 1 << $bit } else { 0 })*;
    };
}

/// What a switch does to the result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types)]
pub enum Kind {
    /// Nothing: it finds what plain alpha-beta finds at the same depth.
    safe,
    /// It leaves moves out where it is likely that nothing is lost.
    prunes,
    /// It looks further where there is more to see.
    extends,
}

/// A row of [`SWITCHES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The switch.
    pub switch: Switch,
    /// Its name in the notation. In C it is `IMM_AB_` with this in capitals.
    pub word: &'static str,
    /// What it does to the result.
    pub kind: Kind,
    /// What it is.
    pub says: &'static str,
    /// The callback without which it stays off; empty if it needs none.
    pub needs: &'static str,
}

switches! {
    /// Off where the game has no [`Knowledge::hash`].
    Table 0 "tt" safe "transposition table" "hash"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// More than eight plies above the leaves.
    TranspositionCuts 1 "etc" safe "enhanced transposition cut-offs; needs `tt`" "hash"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// The two latest moves of a ply that refuted something are tried first.
    Killers 2 "killers" safe "two killer moves a ply" ""
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// It orders what the static order leaves equal (Winands et al. 2006).
    History 3 "history" safe "relative history" ""
        "Winands et al. 2006; without it `all` scores 46 to 53 % in Breakthrough";
    /// (Schaeffer 1983.)
    PlainHistory 4 "hh" safe "plain history heuristic; not with `history`" ""
        "Schaeffer 1983; `all` has `history` in its place";
    /// It is verified where much depends on it. Off where the game has no [`Knowledge::pass`].
    NullMove 5 "null" prunes "adaptive null move, verified" "pass"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// (Bjornsson & Marsland 2001.)
    MultiCut 6 "multicut" prunes "multi-cut at expected cut nodes" ""
        "Björnsson and Marsland 2001; without it `all` scores 46 to 53 % in Breakthrough";
    /// (Winands et al. 2005.)
    MultiCutAll 7 "multicuta" prunes "enhanced multi-cut, at expected all nodes" ""
        "Winands et al. 2005; without it `all` scores 46 to 53 % in Breakthrough";
    /// (Tsuruoka et al. 2002; Winands & Bjornsson 2008.) Off where the game has no
    /// [`Knowledge::transition`].
    Realization 8 "rps" prunes "realization-probability search" "transition"
        "Tsuruoka et al. 2002; without it `all` scores 46 to 53 % in Breakthrough";
    /// It goes on with [`Knowledge::noisy`] moves.
    Quiescence 9 "qs" extends "quiescence search" "noisy"
        "MIA 4.5; without it `all` scores 30.0 % [21.8, 39.7] in Breakthrough";
    /// (Marsland & Campbell 1982.)
    PrincipalVariation 10 "pvs" safe "principal variation search" ""
        "Marsland and Campbell 1982; without it `all` scores 46 to 53 % in Breakthrough";
    /// A window around the value of the iteration before.
    Aspiration 11 "asp" safe "aspiration windows" ""
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// From the seventh move on, the later it stands and the deeper the search the more; searched
    /// again where it proves better than expected.
    LateMoves 12 "lmr" prunes "late move reductions of quiet moves" ""
        "later programs; added to `all` 51.7 % [38.6, 64.5] in Breakthrough";
    /// By [`Knowledge::order_deep`], more than three plies above the leaves.
    LookAhead 13 "look" safe "moves are put in order by the positions after them" ""
        "later programs; added to `all` 38.3 % [26.1, 52.3] in Breakthrough; in `solve`";
    /// What is not decided counts as even. The depth is doubled where that is cheap.
    Sign 14 "wdl" prunes "who wins, not how soon, and no evaluation: win, draw or loss" ""
        "solvers; 12 endgames of Othello in 0.24 s in place of 0.74; in `solve`";
}

/// A word that stands for several options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The word.
    pub word: &'static str,
    /// What it stands for.
    pub config: Config,
    /// What it is.
    pub says: &'static str,
}

/// The presets of alpha-beta.
pub const PRESETS: &[Preset] = &[
    Preset {
        word: "all",
        config: Config { evaluator: Evaluator::DEFAULT, switches: Switches::ALL },
        says: "those of MIA, with relative history: to play",
    },
    Preset {
        word: "solve",
        config: Config { evaluator: Evaluator::DEFAULT, switches: Switches::SOLVE },
        says: "`tt,killers,pvs,look,wdl`: to prove who wins",
    },
    Preset {
        word: "mia",
        config: Config { evaluator: Evaluator::WB, switches: Switches::MIA },
        says: "`efWB,all`: the stand-in for MIA 4.5, the alpha-beta program of the playouts paper",
    },
];

/// What the manuals say about the worth of each preset, in the same order: see
/// [`SWITCHES_WORTH`].
pub const PRESETS_WORTH: &[&str] = &[
    "use `all` to play; at equal time it scores 70 % against `ab()` with efMS and 81 % with efLH in Breakthrough",
    "use `solve` to prove who wins; 12 endgames of Othello in 0.14 s, `ab(tt,killers,pvs)` in 0.74 s",
    "alpha-beta playouts paper, section V.A; the opponent in its tables",
];

/// A set of enhancements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Switches(u16);

impl Switches {
    /// None: `ab()`.
    pub const NONE: Self = Self(0);
    /// Those of MIA: `ab(mia)`.
    pub const MIA: Self = Self(0xFFF).without(Switch::PlainHistory);
    /// What is best for playing: `ab(all)`.
    pub const ALL: Self = Self::MIA;
    /// What is best for proving who wins: `ab(solve)`.
    pub const SOLVE: Self = Self::NONE
        .with(Switch::Table)
        .with(Switch::Killers)
        .with(Switch::PrincipalVariation)
        .with(Switch::LookAhead)
        .with(Switch::Sign);

    /// The set with these bits, each the number of a [`Switch`]; `None` where one is no switch.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let known = Self(bits & EVERY_BIT);
        if known.0 == bits { Some(known) } else { None }
    }

    /// The set as bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Is this one on?
    #[must_use]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & switch as u16 != 0
    }

    /// The set with this one on, too.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | switch as u16)
    }

    /// Those of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set with this one off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(switch as u16))
    }

    /// Does any of them prune what may matter?
    #[must_use]
    pub const fn prune_forward(self) -> bool {
        self.0 & PRUNING != 0
    }

    /// Is either kind of multi-cut on?
    #[must_use]
    pub(crate) const fn use_multi_cut(self) -> bool {
        self.has(Switch::MultiCut) || self.has(Switch::MultiCutAll)
    }

    /// Does any of them search some moves less deep than others?
    #[must_use]
    pub(crate) const fn set_costs(self) -> bool {
        self.has(Switch::Realization) || self.has(Switch::LateMoves) || self.use_multi_cut()
    }

    /// Is a history of moves kept, relative or plain?
    #[must_use]
    pub const fn keep_history(self) -> bool {
        self.has(Switch::History) || self.has(Switch::PlainHistory)
    }
}

impl Config {
    /// Do the switches make sense together?
    ///
    /// # Errors
    /// The first pair that contradicts itself.
    pub fn check(&self) -> Result<(), ConfigError> {
        let blind = self.switches.has(Switch::TranspositionCuts) && !self.switches.has(Switch::Table);
        compatible("etc", "tt", blind, "the first looks into the table of the second, which is off")?;
        let both = self.switches.has(Switch::History) && self.switches.has(Switch::PlainHistory);
        compatible("hh", "history", both, "there is one history")
    }

    /// Can this player play `game`?
    ///
    /// # Errors
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does
    /// not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Can this player play a game that knows so much?
    ///
    /// # Errors
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does
    /// not have.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check()?;
        has_evaluator(self.evaluator, game)
    }
}
