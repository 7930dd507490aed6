//! What an option of the tree search can be that is more than a number or a switch.

/// The largest number of visits that an option can have.
pub(super) const VISITS_MAX: u32 = 9_999_999;

/// How many children a leaf gets when the search reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Expansion {
    /// [`Expansion::All`] where children are told apart before their first visit, or drawn: with
    /// any of the options from `im` to `eps` in the table. Else [`Expansion::One`].
    #[default]
    Auto,
    /// One child a simulation: the least memory, and the usual UCT.
    One,
    /// All children at once, each with its static value: Algorithm 1 of the implicit minimax paper,
    /// lines 11-14.
    All,
}

/// Which move is played when the search ends. Proven wins come first and proven losses last,
/// whatever the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Decision {
    /// The most visits (implicit minimax paper, Algorithm 1, line 28; "robust child").
    #[default]
    MostVisits,
    /// The largest value - 1 / sqrt(visits): a lower confidence bound ("secure child"; Winands et
    /// al. 2008).
    SecureChild,
    /// The largest value.
    BestValue,
    /// The largest value + ln(visits) (best-first minimax with UCT).
    ValueLogVisits,
}

/// By what a new child is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Leaf {
    /// By its static value.
    #[default]
    Static,
    /// `leafabD`: by an alpha-beta search of D plies, 1 to [`Leaf::PLIES_MAX`], which proves what
    /// it finds won or lost.
    AlphaBeta(u8),
    /// `leafqs`: by a quiescence search over [`crate::game::knowledge::Knowledge::noisy`] moves, of
    /// [`Leaf::PLIES_MAX`] plies at most; a win that it finds is proven.
    Quiescence,
}

impl Leaf {
    /// The most plies that a search of a leaf looks ahead.
    pub const PLIES_MAX: u8 = 4;
    /// The most positions that a search of a leaf looks at, the moves of the last one excepted:
    /// nobody can stop it before its end.
    pub const POSITIONS_MAX: u32 = 4096;

    /// How many lists of moves a player needs, each of [`crate::game::Game::max_moves`], in
    /// [`crate::mcts::Memory::moves`]; that of the position which is expanded is one of them. With
    /// fewer, a search of a leaf looks less far ahead.
    #[must_use]
    pub const fn lists(self) -> usize {
        match self {
            Self::Static => 1,
            Self::AlphaBeta(plies) if plies < Self::PLIES_MAX => (plies as usize).saturating_add(1),
            Self::AlphaBeta(_) | Self::Quiescence => (Self::PLIES_MAX as usize).saturating_add(1),
        }
    }

    /// Does the value of a child take so long that a search may stop between two of them? On a
    /// desktop all children of a position of Lines of Action take 0.1 ms with `leafab1` and
    /// `leafqs`, 0.8, 11 and 20 ms with 2, 3 and 4 plies. On bare metal searches do not stop there:
    /// the stack of 1 KiB has no room for it.
    pub(crate) const fn is_slow(self) -> bool {
        matches!(self, Self::AlphaBeta(2..)) && cfg!(not(target_os = "none"))
    }

    /// Its abbreviation, for errors.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Static | Self::AlphaBeta(_) => "leafab",
            Self::Quiescence => "leafqs",
        }
    }

    /// Are the plies within their range?
    pub(crate) const fn is_valid(self) -> bool {
        match self {
            Self::AlphaBeta(plies) => plies >= 1 && plies <= Self::PLIES_MAX,
            Self::Static | Self::Quiescence => true,
        }
    }
}

/// How the weight alpha of implicit minimax depends on the visits n of the node at which a child
/// is selected: alpha(n) in the draft of the implicit minimax paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Schedule {
    /// `im0.4`: alpha, always.
    #[default]
    Constant,
    /// `im0.4-K`: alpha * K / (n + K), falling to a half after K visits; K from 1 to
    /// [`super::Config::VISITS_MAX`].
    Falling(u32),
    /// `im0.4+K`: alpha * n / (n + K), rising to a half after K visits.
    Rising(u32),
}

impl Schedule {
    /// Are the visits within their range?
    pub(crate) const fn is_valid(self) -> bool {
        match self {
            Self::Constant => true,
            Self::Falling(visits) | Self::Rising(visits) => visits >= 1 && visits <= VISITS_MAX,
        }
    }
}

/// What the progressive bias of a child is divided by, so that it fades with n visits and l losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Divisor {
    /// `pbW`: sqrt(l + 1) (Winands, Bjornsson 2011).
    #[default]
    SqrtLosses,
    /// `pbW/l`: l + 1 (Nijssen, Winands 2010).
    Losses,
    /// `pbW/n`: n + 1 (Chaslot et al. 2008).
    Visits,
}
