//! Oware by the Abapa rules, the ones of tournaments: six houses a side, four seeds in each.
//!
//! A move sows the seeds of one of the mover's houses, one by one, over his further houses, the
//! opponent's, and on; a house of twelve or more is left out when the sowing comes back to it.
//! Where the last seed makes two or three in a house of the opponent's, these are captured, and so
//! are those of the houses before it as long as they hold two or three in an unbroken run. A move
//! that would capture all that the opponent has left captures nothing. Where the opponent has no
//! seeds, only moves that give him some are legal.
//!
//! A player with more than 24 captured seeds has won. The game also ends where a player has no
//! legal move, and where a position occurs again (houses, captured seeds, player to move): then
//! each side takes the seeds in its houses, and more seeds win.

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
