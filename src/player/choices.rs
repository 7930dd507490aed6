//! The types of tree-search options whose value is more than a number or a switch.

/// The largest number of visits in [`Schedule`] and in the option `ct`.
pub(super) const VISITS_MAX: u32 = 9_999_999;

/// The number of children that a leaf gets at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// Works like [`Expansion::All`] with any option from `im` to `eps` in the table of options,
    /// except `grave`. These options read or sample children before their first visit. Without
    /// these options, works like [`Expansion::One`].
    #[default]
    Auto,
    /// One child for each simulation, as in plain UCT. Needs the least memory.
    One,
    /// All children at once, as in Algorithm 1 of the implicit minimax paper, lines 11-14.
    All,
}

/// The rule that chooses the move to play at the end of a search. With every rule, solved wins come
/// first and solved losses come last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Decision {
    /// The move with the most visits (implicit minimax paper, Algorithm 1, line 28; "robust
    /// child").
    #[default]
    MostVisits,
    /// The move with the largest lower confidence bound, value - 1 / sqrt(visits) ("secure child";
    /// Winands et al. 2008).
    SecureChild,
    /// The move with the largest value.
    BestValue,
    /// The move with the largest value + ln(visits) (best-first minimax with UCT).
    ValueLogVisits,
}

/// The source of a new child's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Leaf {
    /// The static value.
    #[default]
    Static,
    /// Option `leafabD`: an alpha-beta search of D plies, 1 to [`Leaf::PLIES_MAX`]. If the search
    /// finds a forced win for either player, the child becomes solved.
    AlphaBeta(u8),
    /// Option `leafqs`: a quiescence search of at most [`Leaf::PLIES_MAX`] plies, which searches
    /// only noisy moves ([`crate::game::knowledge::Knowledge::noisy`]). If the search finds a win
    /// for the player to move at the child, the child becomes solved.
    Quiescence,
}

impl Leaf {
    /// The maximum depth of a leaf search, in plies.
    pub const PLIES_MAX: u8 = 4;
    /// After this number of positions, a leaf search goes no deeper: it only evaluates the
    /// remaining moves of the positions on its current line. A running leaf search cannot be
    /// stopped early.
    pub const POSITIONS_MAX: u32 = 4096;

    /// Returns the number of move lists that a player with this leaf search needs in
    /// [`crate::mcts::Memory::moves`]. Each list has room for [`crate::game::Game::max_moves`]
    /// moves. One of the lists is for the position being expanded. With fewer lists, leaf searches
    /// look less far ahead.
    #[must_use]
    pub const fn lists(self) -> usize {
        match self {
            Self::Static => 1,
            Self::AlphaBeta(plies) if plies < Self::PLIES_MAX => (plies as usize).saturating_add(1),
            Self::AlphaBeta(_) | Self::Quiescence => (Self::PLIES_MAX as usize).saturating_add(1),
        }
    }

    /// True if the value of one child takes so long to compute that the search may stop between two
    /// children. On a desktop, the values of all children of a Lines of Action position take 0.1 ms
    /// with `leafab1` or `leafqs`. With `leafab2`, `leafab3` and `leafab4`, they take 0.8, 11 and
    /// 20 ms. On bare metal, a search never stops between two children, because the stack of 1 KiB
    /// is too small.
    pub(crate) const fn is_slow(self) -> bool {
        matches!(self, Self::AlphaBeta(2..)) && cfg!(not(target_os = "none"))
    }

    /// The name of this leaf search's option in error messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Static | Self::AlphaBeta(_) => "leafab",
            Self::Quiescence => "leafqs",
        }
    }

    /// True if the number of plies is in range.
    pub(crate) const fn is_valid(self) -> bool {
        match self {
            Self::AlphaBeta(plies) => plies >= 1 && plies <= Self::PLIES_MAX,
            Self::Static | Self::Quiescence => true,
        }
    }
}

/// How the weight alpha of implicit minimax depends on n, the number of visits of the parent node.
/// The draft of the implicit minimax paper writes this weight as alpha(n).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Schedule {
    /// Option `imX`: alpha is always X.
    #[default]
    Constant,
    /// Option `imX-K`: alpha is X * K / (n + K) at a parent with n visits, and so X / 2 after K
    /// visits. K is 1 to [`super::Config::VISITS_MAX`].
    Falling(u32),
    /// Option `imX+K`: alpha is X * n / (n + K) at a parent with n visits, and so X / 2 after K
    /// visits.
    Rising(u32),
}

impl Schedule {
    /// True if the number of visits is in range.
    pub(crate) const fn is_valid(self) -> bool {
        match self {
            Self::Constant => true,
            Self::Falling(visits) | Self::Rising(visits) => visits >= 1 && visits <= VISITS_MAX,
        }
    }
}

/// The divisor of a child's progressive bias. The bias fades as the child collects visits or
/// losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Divisor {
    /// Options `pbW` and `tpW`: the divisor is sqrt(l + 1), where l is the number of losses of the
    /// child (Winands, Bjornsson 2011).
    #[default]
    SqrtLosses,
    /// Options `pbW/l` and `tpW/l`: the divisor is l + 1, where l is the number of losses of the
    /// child (Nijssen, Winands 2010).
    Losses,
    /// Options `pbW/n` and `tpW/n`: the divisor is n + 1, where n is the number of visits of the
    /// child (Chaslot et al. 2008).
    Visits,
}

/// How selection compares the proof numbers of siblings (option `pn`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Comparison {
    /// Option `pnX`: the number of a child is divided by the sum of the numbers. Solved children
    /// and children that cannot be won are left out of the sum.
    #[default]
    Sum,
    /// Option `pnX/m`: the number of a child is divided by the largest number.
    Largest,
    /// Option `pnX/r`: the place of a child in the order of the numbers is divided by the number of
    /// children. Children with the same number have the same place.
    Rank,
}
