//! The configuration of an alpha-beta player: its evaluation function and its search enhancements.

use super::error::ConfigError;
use super::options::TELLS;
use super::rules::{compatible, has_evaluator};
use crate::game::knowledge::{Abilities, Evaluator, Knowledge};

/// An alpha-beta player. [`Config::default`] is `ab()`: iterative deepening with the game's static
/// move order. This player is the opponent in the experiments of the implicit minimax paper.
///
/// A switch permits an enhancement. The enhancement stays off if the game lacks the knowledge for
/// it (a hash, a null move or transition probabilities).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Config {
    /// Option `ef`: the evaluation function. A game without an evaluation function can still be
    /// searched. Then positions that are not decided count as even.
    pub evaluator: Evaluator,
    /// The enhancements that are on.
    pub switches: Switches,
}

/// Defines [`Switch`] and the tables of the switches. Each row of the input has these fields:
/// documentation, name, bit, word, kind, meaning, callback, and source with the measured gain. The
/// callback is the function that a custom game needs for the switch; "" if it needs none. The bits
/// are part of the C ABI.
///
/// The kinds are `safe` (does not change the result), `prunes` (skips moves that probably cannot
/// change the result), `extends` (searches deeper) and `assumes` (other players play otherwise).
macro_rules! switches {
    ($($(#[doc = $doc:literal])* $name:ident $bit:literal $word:literal $kind:ident $says:literal $needs:literal $worth:literal;)*) => {
        /// An enhancement of alpha-beta, off by default. The switches up to [`Switch::Aspiration`]
        /// are from the program MIA 4.5 (alpha-beta playouts paper, section V.A; Winands 2004). The
        /// switches after [`Switch::Aspiration`] are from later programs.
        ///
        /// With only *safe* switches and an empty table at the start, a search finds the same
        /// result as plain alpha-beta at the same depth, but faster. With other switches, it may
        /// miss a shorter win, but it never reports a false proof.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Switch {
            $(
                #[doc = concat!("`", $word, "`, ", stringify!($kind), ": ", $says, ".")]
                $(#[doc = $doc])*
                $name = 1 << $bit,
            )*
        }

        /// All switches, in the order in which the notation of a player lists them.
        pub const SWITCHES: &[Row] = &[
            $(Row { switch: Switch::$name, word: $word, kind: Kind::$kind },)*
        ];

        /// The texts of the manuals about each switch, in the order of [`SWITCHES`]. They are not
        /// part of the rows, so that a program that uses only the rows does not contain the texts.
        pub const SWITCH_TEXTS: &[SwitchTexts] = &[$(SwitchTexts { says: $says, needs: $needs, worth: $worth }),*];

        /// The bits of all switches.
        const EVERY_BIT: u16 = 0 $(| 1 << $bit)*;

        /// The bits of the switches that prune.
        const PRUNING: u16 = 0 $(| if matches!(Kind::$kind, Kind::prunes) { 1 << $bit } else { 0 })*;
    };
}

/// How a switch affects the result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types)]
pub enum Kind {
    /// The switch does not change the result: it is the same as with plain alpha-beta at the same
    /// depth.
    safe,
    /// The search leaves out moves that probably cannot change the result.
    prunes,
    /// The search goes beyond the requested depth in positions that are not quiet.
    extends,
    /// Makes another assumption about the other players, and so searches another tree.
    assumes,
}

/// A row of [`SWITCHES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The switch.
    pub switch: Switch,
    /// The word of the switch in the player notation. The name in C is `IMM_AB_`, followed by this
    /// word in capitals.
    pub word: &'static str,
    /// How the switch affects the result.
    pub kind: Kind,
}

/// The texts of the manuals about one switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchTexts {
    /// A short description.
    pub says: &'static str,
    /// The callback that the game needs for the switch; empty if it needs none.
    pub needs: &'static str,
    /// The source and the measured gain. This is the last column of [`crate::player_options`].
    pub worth: &'static str,
}

switches! {
    /// This switch is off for a game without [`Knowledge::hash`].
    Table 0 "tt" safe "transposition table" "hash"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// This switch only has an effect more than eight plies above the leaves.
    TranspositionCuts 1 "etc" safe "enhanced transposition cut-offs; needs `tt`" "hash"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// The killer moves of a ply are the two latest moves that caused a cut-off at this ply. If
    /// moves are equal in the static order, the search tries killer moves first.
    Killers 2 "killers" safe "two killer moves for each ply" ""
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// If moves are equal in the static order, the history decides (Winands et al. 2006).
    History 3 "history" safe "relative history" ""
        "Winands et al. 2006; without it `all` scores 46 to 53 % in Breakthrough";
    /// In a game for three or more players, only one opponent replies to each turn of the player
    /// who searches, and all other opponents skip their turns (Schadd & Winands 2011). The switch
    /// has no effect with one or two players. It turns off `etc`, `qs` and all pruning.
    BestReply 4 "brs" assumes "best-reply search: of several opponents, only the strongest one replies" "pass"
        "Schadd and Winands 2011; Chinese checkers, 10 ms: 86.7 % [72.9, 94.0] against paranoid search, 67.5 % [52.0, 79.9] against `bfm(reg)`";
    /// If at least six plies remain, the result of a null move is verified. The switch is off for a
    /// game without [`Knowledge::pass`].
    NullMove 5 "null" prunes "adaptive null move, with verification" "pass"
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// See Bjornsson & Marsland (2001).
    MultiCut 6 "multicut" prunes "multi-cut at expected cut nodes" ""
        "Björnsson and Marsland 2001; without it `all` scores 46 to 53 % in Breakthrough";
    /// See Winands et al. (2005).
    MultiCutAll 7 "multicuta" prunes "enhanced multi-cut, at expected all nodes" ""
        "Winands et al. 2005; without it `all` scores 46 to 53 % in Breakthrough";
    /// See Tsuruoka et al. (2002) and Winands & Bjornsson (2008). This switch is off for a game
    /// without [`Knowledge::transition`].
    Realization 8 "rps" prunes "realization-probability search" "transition"
        "Tsuruoka et al. 2002; without it `all` scores 46 to 53 % in Breakthrough";
    /// At depth 0, the search continues, but only with [`Knowledge::noisy`] moves.
    Quiescence 9 "qs" extends "quiescence search" "noisy"
        "MIA 4.5; without it `all` scores 30.0 % [21.8, 39.7] in Breakthrough";
    /// See Marsland & Campbell (1982).
    PrincipalVariation 10 "pvs" safe "principal variation search" ""
        "Marsland and Campbell 1982; without it `all` scores 46 to 53 % in Breakthrough";
    /// The centre of an aspiration window is the value of the previous iteration.
    Aspiration 11 "asp" safe "aspiration windows" ""
        "MIA 4.5; without it `all` scores 46 to 53 % in Breakthrough";
    /// The search measures the mean difference between the scores of a position at two depths. The
    /// margin is one and a half times this difference. The switch is off without `tt` and `pvs`. It
    /// gains little together with multi-cut.
    ProbCut 12 "probcut" prunes "skips what a shallower search sees far outside the window; needs `tt`" ""
        "Buro 1995; in Othello `ab(tt,etc,killers,history,pvs,asp,probcut)` scores 68.3 % [59.0, 76.4] against `all`";
    /// This switch calls [`Knowledge::order_deep`] more than three plies above the leaves.
    LookAhead 13 "look" safe "orders moves by the positions that they lead to" ""
        "later programs; added to `all` 38.3 % [26.1, 52.3] in Breakthrough; in `solve`";
    /// Positions that are not decided count as even. If the end of the game is in reach, or if
    /// deeper iterations cost little more, the next iteration searches to the end of the game. A
    /// position with a decisive move counts as won, and of forced moves only these are searched
    /// ([`Knowledge::weight`]).
    Sign 14 "wdl" prunes "searches only for win, draw or loss: no evaluation, and no shortest win" ""
        "solvers; 12 endgames of Othello in 0.12 s in place of 0.60; in `solve`";
    /// A win by more points is better, even if it takes longer. The search continues until the
    /// margin is exact. The reported value of a win is its margin divided by the largest possible
    /// margin ([`Knowledge::max_score`]). This switch is off for a game without
    /// [`Knowledge::score`].
    Score 15 "score" prunes "plays for the margin in points; not with `wdl`" "score"
        "solvers; the margins of 19 endgames of Othello in 0.59 s, their winners by `solve` in 0.08; in `exact`";
}

/// A word for several options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The word.
    pub word: &'static str,
    /// The configuration that `word` selects.
    pub config: Config,
}

/// The presets of alpha-beta.
pub const PRESETS: &[Preset] = &[
    Preset { word: "all", config: Config { evaluator: Evaluator::DEFAULT, switches: Switches::ALL } },
    Preset { word: "solve", config: Config { evaluator: Evaluator::DEFAULT, switches: Switches::SOLVE } },
    Preset { word: "exact", config: Config { evaluator: Evaluator::DEFAULT, switches: Switches::EXACT } },
    Preset { word: "mia", config: Config { evaluator: Evaluator::WB, switches: Switches::MIA } },
];

/// A short description and the measured gain of each preset, for the manuals, in the order of
/// [`PRESETS`]. They are not part of the presets, so that a program that uses only the presets does
/// not contain the texts.
pub const PRESET_TEXTS: &[(&str, &str)] = &[
    (
        "the enhancements of MIA, with relative history: to play",
        "use `all` to play; at equal time it scores 70 % against `ab()` with efMS and 81 % with efLH in Breakthrough",
    ),
    (
        "`tt,killers,pvs,look,wdl`: to prove who wins",
        "use `solve` to prove who wins; 12 endgames of Othello in 0.05 s, `ab(tt,killers,pvs)` in 0.60 s",
    ),
    (
        "`tt,killers,history,pvs,look,score`: to prove by how many points",
        "use `exact` to prove a margin; 19 endgames of Othello in 0.59 s, `solve` their winners in 0.08 s",
    ),
    (
        "`efWB,all`: the stand-in for MIA 4.5, the alpha-beta program of the playouts paper",
        "alpha-beta playouts paper, section V.A; the opponent in its tables",
    ),
];

/// A set of enhancements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Switches(u16);

impl Switches {
    /// The empty set: `ab()`.
    pub const NONE: Self = Self(0);
    /// The enhancements of the program MIA, up to [`Switch::Aspiration`]: `ab(mia)`.
    pub const MIA: Self = Self(EVERY_BIT & 0xFFF).without(Switch::BestReply);
    /// The best set of switches for playing: `ab(all)`.
    pub const ALL: Self = Self::MIA;
    /// The best set of switches for Othello. There, the switches of MIA that prune cost more than
    /// they gain.
    pub const PROBCUT: Self = Self::NONE
        .with(Switch::Table)
        .with(Switch::TranspositionCuts)
        .with(Switch::Killers)
        .with(Switch::History)
        .with(Switch::PrincipalVariation)
        .with(Switch::Aspiration)
        .with(Switch::ProbCut);
    /// The best set of switches for proving who wins: `ab(solve)`.
    pub const SOLVE: Self = Self::NONE
        .with(Switch::Table)
        .with(Switch::Killers)
        .with(Switch::PrincipalVariation)
        .with(Switch::LookAhead)
        .with(Switch::Sign);

    /// The best set of switches for proving by how many points a player wins: `ab(exact)`.
    pub const EXACT: Self = Self::NONE
        .with(Switch::Table)
        .with(Switch::Killers)
        .with(Switch::History)
        .with(Switch::PrincipalVariation)
        .with(Switch::LookAhead)
        .with(Switch::Score);

    /// Returns the set of switches with these bits. Each bit is the value of a [`Switch`]. Returns
    /// `None` if a bit is unknown.
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

    /// True if this switch is on.
    #[must_use]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & switch as u16 != 0
    }

    /// Returns the set with this switch turned on.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | switch as u16)
    }

    /// Returns the union of the two sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set with this switch turned off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(switch as u16))
    }

    /// Returns the set without the switches that prune.
    #[must_use]
    pub(crate) const fn without_pruning(self) -> Self {
        Self(self.0 & !PRUNING)
    }

    /// Returns the set without the switches that best-reply search turns off.
    #[must_use]
    pub(crate) const fn for_best_reply(self) -> Self {
        let off = Self::NONE.with(Switch::TranspositionCuts).with(Switch::Quiescence);
        Self(self.0 & !PRUNING & !off.0).with(Switch::BestReply)
    }

    /// True if a switch of the set prunes: it may leave out a move that would change the result.
    #[must_use]
    pub const fn prune_forward(self) -> bool {
        self.0 & PRUNING != 0
    }

    /// True if a search with this set continues until a result is proven.
    #[must_use]
    pub(crate) const fn prove(self) -> bool {
        self.has(Switch::Sign) || self.has(Switch::Score)
    }

    /// True if at least one of the two multi-cut switches is on.
    #[must_use]
    pub(crate) const fn use_multi_cut(self) -> bool {
        self.has(Switch::MultiCut) || self.has(Switch::MultiCutAll)
    }

    /// True if a switch of the set searches some moves with reduced depth.
    #[must_use]
    pub(crate) const fn set_costs(self) -> bool {
        self.has(Switch::Realization) || self.use_multi_cut()
    }
}

impl Config {
    /// Checks that the switches can be used together.
    ///
    /// # Errors
    /// `etc` is on without `tt`, both `score` and `wdl` are on, or the evaluation function is
    /// `efTold`.
    pub fn check(&self) -> Result<(), ConfigError> {
        let has = |switch| self.switches.has(switch);
        let blind = has(Switch::TranspositionCuts) && !has(Switch::Table);
        compatible("etc", "tt", blind, "'etc' probes the table of 'tt', which is off")?;
        let told = TELLS && self.evaluator == Evaluator::TOLD;
        compatible("efTold", "ab", told, "alpha-beta calls an evaluation function; use 'mcts'")?;
        let both = has(Switch::Score) && has(Switch::Sign);
        compatible("score", "wdl", both, "'wdl' does not count points")
    }

    /// Checks that the player supports games with chance events. An expected score must be on the
    /// scale of results. So the options `score` and `wdl` are refused.
    pub(super) fn check_chance(&self) -> Result<(), ConfigError> {
        let replies = self.switches.has(Switch::BestReply).then_some("brs");
        self.off_scale().or(replies).map_or(Ok(()), |word| Err(ConfigError::Chance(word)))
    }

    /// Checks that the player supports games that do not have two players. The results of such
    /// games are numbers from -1 to 1. So the options `score` and `wdl` are refused.
    pub(super) fn check_players(&self) -> Result<(), ConfigError> {
        self.off_scale().map_or(Ok(()), |word| Err(ConfigError::Players(word)))
    }

    /// Returns the word of an option that is on and has scores that are not on the scale of
    /// results.
    fn off_scale(&self) -> Option<&'static str> {
        let mut options = [(Switch::Sign, "wdl"), (Switch::Score, "score")].into_iter();
        options.find(|&(switch, _)| self.switches.has(switch)).map(|(_, word)| word)
    }

    /// Checks whether this player can play `game`.
    ///
    /// # Errors
    /// Returns the errors of [`Config::check`], or an error if the game does not have the
    /// evaluation function of the option `ef`.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Checks whether this player can play a game with these abilities.
    ///
    /// # Errors
    /// Returns the errors of [`Config::check`], or an error if the game does not have the
    /// evaluation function of the option `ef`.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check()?;
        if game.has_chance() {
            self.check_chance()?;
        }
        if game.not_two_players() {
            self.check_players()?;
        }
        if self.switches.has(Switch::BestReply) && !game.skips_if_several() {
            return Err(ConfigError::Unsupported { option: "brs", needs: "turns that pass() can skip" });
        }
        has_evaluator(self.evaluator, game)
    }
}
