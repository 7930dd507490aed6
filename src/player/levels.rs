//! Levels of strength from 1 to 10, for people to play against: how many simulations a player
//! makes, and the temperature at which it draws its move (`temp`).
//!
//! The table is data: `imm-arena levels` plays each level against the next, in every built-in game,
//! and docs/LEVELS.md has what it found. It was chosen so that the steps are about equal.

use super::options::POLICIES;
use super::{Config, Player};

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Simulations a move; of alpha-beta, positions visited.
    pub iterations: u64,
    /// [`Config::temp`]; 0 is none.
    pub temp: f32,
}

impl Level {
    /// All levels, the weakest first: that of level 1.
    pub const ALL: [Self; 10] = [
        Self { iterations: 50, temp: 1.9 },
        Self { iterations: 90, temp: 1.2 },
        Self { iterations: 140, temp: 0.9 },
        Self { iterations: 200, temp: 0.7 },
        Self { iterations: 300, temp: 0.55 },
        Self { iterations: 450, temp: 0.45 },
        Self { iterations: 750, temp: 0.35 },
        Self { iterations: 1_400, temp: 0.25 },
        Self { iterations: 3_000, temp: 0.15 },
        Self { iterations: 8_000, temp: 0.0 },
    ];

    /// The level with this number, 1 to 10; `None` for any other.
    #[must_use]
    pub fn number(number: u32) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)? as usize).copied()
    }
}

impl Player {
    /// This player as it plays at a level; it is to be given the level's number of iterations, too.
    ///
    /// Alpha-beta, and a library without the feature `policies`, know no temperature: they are
    /// weaker by their iterations alone.
    #[must_use]
    pub fn at(self, level: &Level) -> Self {
        match self {
            Self::Tree(config) if POLICIES => Self::Tree(Config { temp: level.temp, ..config }),
            other => other,
        }
    }
}
