//! What an alpha-beta player is: an evaluation function, and which enhancements it uses.

use super::rules::{ConfigError, compatible};
use crate::knowledge::{Abilities, Evaluator, Knowledge};

/// An alpha-beta player. [`Config::default`] is `ab()`: iterative deepening and the game's static move order, the opponent
/// in the implicit minimax paper's experiments.
///
/// A switch only permits: what a game has no knowledge for (a hash, a null move, transition probabilities) stays off there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Config {
    /// `ef`: the evaluation function. A game without any is searched all the same: what is not decided counts as even.
    pub evaluator: Evaluator,
    /// The enhancements that are on.
    pub switches: Switches,
}

/// An enhancement of alpha-beta, off by default. Those of MIA 4.5 (alpha-beta playouts paper, section V.A; Winands 2004).
///
/// The *safe* ones find what plain alpha-beta finds at the same depth, sooner, in a search that begins with an empty table. The
/// others prune where it is likely, not certain, that nothing is lost: what they report as proven is proven all the same, but
/// a shorter win may be missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u16)]
pub enum Switch {
    /// `tt`, safe: the transposition table. Off where the game has no [`Knowledge::hash`].
    Table = 1,
    /// `etc`, safe: enhanced transposition cut-offs more than two plies above the leaves; needs `tt`.
    TranspositionCuts = 1 << 1,
    /// `killers`, safe: the two latest moves of a ply that refuted something are tried first.
    Killers = 1 << 2,
    /// `history`, safe: relative history (Winands et al. 2006) orders what the static order leaves equal.
    History = 1 << 3,
    /// `hh`, safe: the plain history heuristic (Schaeffer 1983) in its place.
    PlainHistory = 1 << 4,
    /// `null`: adaptive null move, verified where much depends on it. Off where the game has no [`Knowledge::pass`].
    NullMove = 1 << 5,
    /// `multicut`: multi-cut at expected cut nodes (Bjornsson & Marsland 2001).
    MultiCut = 1 << 6,
    /// `multicuta`: enhanced multi-cut, the same at expected all nodes (Winands et al. 2005).
    MultiCutAll = 1 << 7,
    /// `rps`: realization-probability search (Tsuruoka et al. 2002; Winands & Bjornsson 2008). Off where the game has no
    /// [`Knowledge::transition`].
    Realization = 1 << 8,
    /// `qs`: quiescence search over [`Knowledge::noisy`] moves.
    Quiescence = 1 << 9,
    /// `pvs`, safe: principal variation search (Marsland & Campbell 1982).
    PrincipalVariation = 1 << 10,
    /// `asp`, safe: aspiration windows.
    Aspiration = 1 << 11,
}

/// The bits of all switches.
const EVERY_BIT: u16 = 0xFFF;

/// A set of enhancements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Switches(u16);

impl Switches {
    /// None: `ab()`.
    pub const NONE: Self = Self(0);
    /// Every one, with relative history: `ab(all)`.
    pub const ALL: Self = Self(EVERY_BIT).without(Switch::PlainHistory);

    /// The set with these bits, each the number of a [`Switch`]; `None` where one is no switch.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !EVERY_BIT == 0 { Some(Self(bits)) } else { None }
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
        use Switch::{MultiCut, MultiCutAll, NullMove, Realization};
        self.has(NullMove) || self.has(MultiCut) || self.has(MultiCutAll) || self.has(Realization)
    }

    /// Is either kind of multi-cut on?
    #[must_use]
    pub(crate) const fn use_multi_cut(self) -> bool {
        self.has(Switch::MultiCut) || self.has(Switch::MultiCutAll)
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
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does not have.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), ConfigError> {
        self.check_with(&game.abilities(self.evaluator))
    }

    /// Can this player play a game that knows so much?
    ///
    /// # Errors
    /// Those of [`Config::check`], and the first option that needs knowledge which the game does not have.
    pub fn check_with(&self, game: &Abilities) -> Result<(), ConfigError> {
        self.check()?;
        if self.evaluator != Evaluator::DEFAULT && !game.evaluator {
            return Err(ConfigError::Unsupported { option: "ef", needs: "this evaluation function" });
        }
        Ok(())
    }
}
