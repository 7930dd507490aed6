//! The weight of the minimax value, for the slow reference searches.

use imm::player::options::{Config, Schedule};

/// Returns the weight alpha of the minimax value in a node with this many visits.
pub fn alpha(config: &Config, visits: u32) -> f32 {
    let n = visits as f32;
    match config.schedule {
        Schedule::Constant => config.im + config.cb + config.impb,
        Schedule::Falling(half) => config.im * (half as f32 / (n + half as f32)),
        Schedule::Rising(half) => config.im * (n / (n + half as f32)),
    }
}
