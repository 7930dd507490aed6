//! When a search stops, how it is divided into slices, and how long to think on a game clock.

pub(crate) mod deadline;
pub mod limits;
pub mod pacing;
pub mod sliced;

// These types keep the paths that they had before version 0.3.
pub use pacing::{Budget, Contest, GameClock, Pace};
