//! Decides when a search stops, divides a search into slices, and computes how long to think on a
//! game clock.

pub(crate) mod deadline;
pub mod limits;
pub mod pacing;
pub mod sliced;

// Before version 0.3, the types had these paths. These exports keep the paths valid.
pub use pacing::{Budget, Contest, GameClock, Pace};
