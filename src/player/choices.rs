//! The types of those tree-search options that are not just a number or a switch.

/// The largest number of visits in [`Schedule`] and in the option `ct`.
pub(super) const VISITS_MAX: u32 = 9_999_999;

/// How many children a leaf gets at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// [`Expansion::All`] if an option between `im` and `eps` in the table of options is on, except
    /// `grave`. These options use the values of children before their first visit. Otherwise
    /// [`Expansion::One`].
    #[default]
    Auto,
    /// One child for each simulation, as in plain UCT. Needs the least memory.
    One,
    /// All children at once, as in Algorithm 1 of the implicit minimax paper, lines 11-14.
    All,
}

/// The rule for the move to play at the end of a search. With every rule, solved wins come first
/// and solved losses come last.
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

/// Where the value of a new child comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Leaf {
    /// The static value.
    #[default]
    Static,
    /// Option `leafabD`: from an alpha-beta search of D plies, 1 to [`Leaf::PLIES_MAX`]. If it
    /// finds a forced win for either player, the child becomes solved.
    AlphaBeta(u8),
    /// Option `leafqs`: from a quiescence search of at most [`Leaf::PLIES_MAX`] plies. It searches
    /// only noisy moves ([`crate::game::knowledge::Knowledge::noisy`]). If it finds a win for the
    /// player to move, the child becomes solved.
    Quiescence,
}

impl Leaf {
    /// The largest depth of a leaf search, in plies.
    pub const PLIES_MAX: u8 = 4;
    /// After this number of positions, a leaf search goes no deeper, and only evaluates the
    /// remaining moves on its current line. This limits its time, because a leaf search cannot be
    /// interrupted.
    pub const POSITIONS_MAX: u32 = 4096;

    /// Returns how many lists of moves a player with this leaf search needs in
    /// [`crate::mcts::Memory::moves`]. Each list has room for [`crate::game::Game::max_moves`]
    /// moves. One list is for the position that is being expanded. With fewer lists, leaf searches
    /// look less far ahead.
    #[must_use]
    pub const fn lists(self) -> usize {
        match self {
            Self::Static => 1,
            Self::AlphaBeta(plies) if plies < Self::PLIES_MAX => (plies as usize).saturating_add(1),
            Self::AlphaBeta(_) | Self::Quiescence => (Self::PLIES_MAX as usize).saturating_add(1),
        }
    }

    /// True if the values of children take so long to compute that the search may stop between two
    /// children.
    ///
    /// For all children of a position of Lines of Action, a desktop needs 0.1 ms with `leafab1` or
    /// `leafqs`, and 0.8, 11 and 20 ms with `leafab2`, `leafab3` and `leafab4`. On bare metal, a
    /// search never stops between two children, because the stack of 1 KiB is too small for this.
    pub(crate) const fn is_slow(self) -> bool {
        matches!(self, Self::AlphaBeta(2..)) && cfg!(not(target_os = "none"))
    }

    /// Returns the name that error messages use for this leaf search.
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
/// In the draft of the implicit minimax paper, this weight is alpha(n).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Schedule {
    /// Option `imX`: alpha is always X.
    #[default]
    Constant,
    /// Option `imX-K`: alpha falls. At a parent with n visits, it is X * K / (n + K), so it is X /
    /// 2 after K visits. K is 1 to [`super::Config::VISITS_MAX`].
    Falling(u32),
    /// Option `imX+K`: alpha rises. At a parent with n visits, it is X * n / (n + K), so it is X /
    /// 2 after K visits.
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

/// The number by which a child's progressive bias is divided. So the bias becomes smaller when the
/// child gets more visits or losses.
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

/// How selection compares the proof numbers of siblings (option `pn`). The term of a child depends
/// on a quotient.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Comparison {
    /// Option `pnX`: the number of a child is divided by the sum of the numbers. The sum does not
    /// include solved children and children that cannot be won.
    #[default]
    Sum,
    /// Option `pnX/m`: the number of a child is divided by the largest number of the siblings.
    Largest,
    /// Option `pnX/r`: the rank of a child is divided by the number of children. Children are
    /// ranked by their proof numbers, and equal numbers have the same rank.
    Rank,
}
