//! Levels of strength from 1 to 10, for games against people. A level consists of a number of
//! simulations, and a temperature for sampling the move to play (`temp`).
//!
//! The numbers were chosen so that each level is stronger than the level before by about the same
//! amount. The program `imm-arena levels` plays matches between neighbouring levels in every
//! built-in game. docs/LEVELS.md has the results.

use super::options::POLICIES;
use super::{Config, Player};

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The number of simulations for each move. For alpha-beta, the number of visited positions.
    pub iterations: u64,
    /// The temperature, [`Config::temp`]; 0 means no sampling.
    pub temp: f32,
}

impl Level {
    /// All levels, the weakest first. The first entry is level 1.
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

    /// Returns the level with this number, from 1 to 10. `None` for any other number.
    #[must_use]
    pub fn number(number: u32) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)? as usize).copied()
    }
}

impl Player {
    /// Returns this player with the temperature of a level. The caller must also limit the search
    /// to the level's number of iterations.
    ///
    /// Some players stay unchanged: alpha-beta, `best`, and all players in a library without the
    /// feature `policies`. For these players, levels differ only in the number of iterations.
    #[must_use]
    pub fn at(self, level: &Level) -> Self {
        match self {
            Self::Tree(config) if POLICIES => Self::Tree(Config { temp: level.temp, ..config }),
            other => other,
        }
    }
}
