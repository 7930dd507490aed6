//! The types of what a search knows about a position: the player to move, the winner, the proof and
//! the value.
//!
//! **One point of view everywhere.** Every stored value, reward and proof is from the point of view
//! of the *first* player, whoever is to move. In some games, a player may move twice in a row
//! (Kalah). So code that compares values must look at the player to move, not at the parity of the
//! depth. Only [`Side::sign`] and [`Value::for_player`] convert a value to another point of view.

use crate::base::maths::rounded;

/// A player. `First` is the player who moves first in the normal starting position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// The player who moves first in a normal game.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `+1` for the first player, `-1` for the second player. If you multiply a value from the
    /// first player's point of view by this sign, you get the value from this player's point of
    /// view.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// The first player won.
    FirstWins,
    /// The second player won.
    SecondWins,
    /// A draw: neither player won.
    Draw,
}

impl Outcome {
    /// The outcome in which `player` wins.
    #[must_use]
    pub const fn win_for(player: Side) -> Self {
        match player {
            Side::First => Self::FirstWins,
            Side::Second => Self::SecondWins,
        }
    }

    /// Returns the reward: -1, 0 or 1, from the first player's point of view, as in the implicit
    /// minimax paper.
    #[must_use]
    pub const fn value(self) -> Value {
        match self {
            Self::FirstWins => Value::WIN,
            Self::SecondWins => Value::LOSS,
            Self::Draw => Value::DRAW,
        }
    }
}

/// A value in `[-1, 1]` from the first player's point of view, as a fixed-point number. So sums are
/// exact, and results are the same on every target.
///
/// One unit is `1 / 32767`, so that `+1`, `0` and `-1` are exact. A value takes two bytes in a
/// node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Value(i16);

impl Value {
    /// The first player wins: `+1`.
    pub const WIN: Self = Self(Self::ONE);
    /// The first player loses: `-1`.
    pub const LOSS: Self = Self(-Self::ONE);
    /// A draw, or an even position: `0`.
    pub const DRAW: Self = Self(0);
    /// The raw number for `1.0`.
    pub const ONE: i16 = i16::MAX;

    /// Creates a value from the raw fixed-point number. `i16::MIN`, which has no negation, becomes
    /// [`Value::LOSS`].
    #[must_use]
    pub const fn from_raw(raw: i16) -> Self {
        if raw == i16::MIN { Self::LOSS } else { Self(raw) }
    }

    /// Creates a value from a number that [`Value::raw`] returned.
    pub(crate) const fn from_valid_raw(raw: i16) -> Self {
        Self(raw)
    }

    /// The raw fixed-point number, in `-32767..=32767`.
    #[must_use]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// Returns the nearest fixed-point value. Numbers outside `[-1, 1]` are clamped. Returns `None`
    /// for NaN.
    #[must_use]
    pub fn from_f32(x: f32) -> Option<Self> {
        if x.is_nan() {
            return None;
        }
        let scaled = rounded(x.clamp(-1.0, 1.0) * f32::from(Self::ONE));
        Some(Self(scaled as i16))
    }

    /// The value as a real number in `[-1, 1]`: the float nearest to `raw / 32767`.
    ///
    /// This function avoids divisions. A compiler could divide several values at once in a vector,
    /// and compute 0 / 0 in the unused lanes of the vector. This crashes a program that has
    /// unmasked floating-point exceptions.
    #[must_use]
    pub fn to_f32(self) -> f32 {
        const UNIT: f32 = 1.0 / 32768.0;
        /// 1/32767 - 1/32768.
        const REST: f32 = 1.0 / (32767.0 * 32768.0);
        f32::from(self.0) * UNIT + f32::from(self.0) * REST
    }

    /// Converts this value from the first player's point of view to the point of view of `player`.
    /// The same function also converts it back.
    #[must_use]
    pub const fn for_player(self, player: Side) -> Self {
        match player {
            Side::First => self,
            Side::Second => Self(self.0.saturating_neg()),
        }
    }
}

/// The game-theoretic value of a position: its outcome with best play, if the position is solved
/// (MCTS-Solver with draws).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Proof {
    /// Not solved: the value is an estimate.
    #[default]
    Unknown,
    /// The first player wins.
    FirstWins,
    /// The second player wins.
    SecondWins,
    /// Best play by both players gives a draw.
    Draw,
}

impl Proof {
    /// The outcome with best play, or `None` if the position is not solved.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Unknown => None,
            Self::FirstWins => Some(Outcome::FirstWins),
            Self::SecondWins => Some(Outcome::SecondWins),
            Self::Draw => Some(Outcome::Draw),
        }
    }

    /// Returns the proof whose number is in the two lowest bits of `bits`.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            1 => Self::FirstWins,
            2 => Self::SecondWins,
            3 => Self::Draw,
            _ => Self::Unknown,
        }
    }

    /// True if the position is solved as a win for `player`.
    #[must_use]
    pub const fn is_win_for(self, player: Side) -> bool {
        matches!((self, player), (Self::FirstWins, Side::First) | (Self::SecondWins, Side::Second))
    }
}

impl From<Outcome> for Proof {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::FirstWins => Self::FirstWins,
            Outcome::SecondWins => Self::SecondWins,
            Outcome::Draw => Self::Draw,
        }
    }
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
