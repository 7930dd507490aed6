//! When a search stops, how it is divided into slices, and how long to think on a game clock.

pub(crate) mod deadline;
pub mod limits;
pub mod pacing;
pub mod sliced;

// These exports keep the paths valid that the types had before version 0.3.
pub use pacing::{Budget, Contest, GameClock, Pace};
