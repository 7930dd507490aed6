//! The types of tree-search options whose value is more than a number or a switch.

/// The largest number of visits that an option accepts.
pub(super) const VISITS_MAX: u32 = 9_999_999;

/// The number of children that a leaf gets when the search reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// Works as [`Expansion::All`] with any option from `im` to `eps` in the table of options,
    /// except `grave`. With these options, children differ before their first visit, or are
    /// sampled. Without these options, works as [`Expansion::One`].
    #[default]
    Auto,
    /// One child for each simulation, as in plain UCT. Needs the least memory.
    One,
    /// All children at once, each with its static value: Algorithm 1 of the implicit minimax paper,
    /// lines 11-14.
    All,
}

/// The rule for the move played at the end of the search. Solved wins always come first and solved
/// losses last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Decision {
    /// The move with the most visits (implicit minimax paper, Algorithm 1, line 28; "robust
    /// child").
    #[default]
    MostVisits,
    /// The move with the largest lower confidence bound, which is its value minus 1 / sqrt(visits)
    /// ("secure child"; Winands et al. 2008).
    SecureChild,
    /// The move with the largest value.
    BestValue,
    /// The move with the largest sum of its value and ln(visits) (best-first minimax with UCT).
    ValueLogVisits,
}

/// The source of a new child's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Leaf {
    /// The static value.
    #[default]
    Static,
    /// Option `leafabD`: an alpha-beta search of D plies, 1 to [`Leaf::PLIES_MAX`]. Children that
    /// this search finds won or lost become solved.
    AlphaBeta(u8),
    /// Option `leafqs`: a quiescence search of at most [`Leaf::PLIES_MAX`] plies. It searches only
    /// noisy moves ([`crate::game::knowledge::Knowledge::noisy`]). If the search finds a win for
    /// the player to move, the child becomes solved.
    Quiescence,
}

impl Leaf {
    /// The maximum depth of a leaf search, in plies.
    pub const PLIES_MAX: u8 = 4;
    /// The maximum number of positions that a leaf search visits. The search may exceed this number
    /// by the remaining moves of the positions on its current line. A leaf search cannot be stopped
    /// before its end.
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

    /// The name of the leaf search's option in error messages.
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

/// How the implicit minimax weight alpha depends on n, the visits of the node whose child is
/// selected. The draft of the implicit minimax paper calls the weight alpha(n).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Schedule {
    /// Option `im0.4`: a constant alpha.
    #[default]
    Constant,
    /// Option `im0.4-K`: alpha * K / (n + K), which is half of alpha at n = K. K is 1 to
    /// [`super::Config::VISITS_MAX`].
    Falling(u32),
    /// Option `im0.4+K`: alpha * n / (n + K), which is half of alpha at n = K.
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
