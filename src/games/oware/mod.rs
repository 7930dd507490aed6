//! Oware under the Abapa rules, which tournaments use: six houses on each side, four seeds in each
//! house.
//!
//! ```text
//!  5  4  3  2  1  0    houses of the second player
//!  0  1  2  3  4  5    houses of the first player; sowing goes anticlockwise
//! ```
//!
//! A move sows the seeds of one of the mover's houses, one by one: into the mover's next houses,
//! the opponent's houses, and around again. A sowing of twelve seeds or more skips the house where
//! it began. If the last seed brings a house of the opponent to two or three seeds, these seeds are
//! captured. The seeds in the opponent's houses before this house are also captured, back to the
//! first house that does not have two or three seeds. If a move would capture all seeds in the
//! opponent's houses, it captures nothing. If the opponent has no seeds, a move is legal only if it
//! brings seeds to the opponent. A player with more than 24 captured seeds has won. The game also
//! ends if the player to move has no legal move, or if a position occurs again (houses, captured
//! seeds, player to move). In both cases each side takes the seeds in its houses, and the player
//! with more seeds wins.

mod eval;
mod history;
mod knowledge;
mod notation;
mod rules;
#[cfg(test)]
mod slow;
mod snapshot;
mod sowing;
#[cfg(test)]
mod tests;

pub use eval::{FEATURE_NAMES, FEATURES, Features};
pub use rules::Oware;
