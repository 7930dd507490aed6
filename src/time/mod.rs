//! When a search stops, how it is cut into slices, and how long to think in a game with a clock.

pub(crate) mod deadline;
pub mod limits;
pub mod pacing;
pub mod sliced;

// Under the paths that they had before 0.3.
pub use pacing::{Budget, Contest, GameClock, Pace};
