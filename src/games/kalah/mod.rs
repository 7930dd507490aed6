//! Kalah with 1 to 7 houses a side, as the implicit minimax paper plays it (section 4.1: 6 houses,
//! 4 stones).
//!
//! A move sows the stones of one of the mover's houses, one by one, over his houses, his store, the
//! opponent's houses, and on, leaving out the opponent's store only. The last stone in his own
//! store: he moves again. The last stone in an empty house of his own: he captures (see
//! [`Capture`]). The game ends as soon as either player's houses are all empty; the remaining
//! stones go to their owner's store, and more stones win.

mod eval;
mod knowledge;
mod notation;
mod rules;
mod snapshot;
#[cfg(test)]
mod tests;

pub use rules::{Capture, Kalah};
