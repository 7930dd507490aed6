//! Decides when a search stops, runs a search in slices, and computes how long to think on a game
//! clock.

pub(crate) mod deadline;
pub mod limits;
pub mod pacing;
pub mod sliced;

// Before version 0.3, these types had other paths. These exports keep the old paths valid.
pub use pacing::{Budget, Contest, GameClock, Pace};
