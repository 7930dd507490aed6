//! Kalah with 1 to 7 houses a side, as in the implicit minimax paper (section 4.1: 6 houses, 4
//! stones).
//!
//! ```text
//!        5  4  3  2  1  0         houses of the second player
//! store                   store   left: the second player's, right: the first player's
//!        0  1  2  3  4  5         houses of the first player; sowing goes anticlockwise
//! ```
//!
//! A move sows the stones of one of the mover's houses, one by one: into the next houses, the
//! mover's store, the opponent's houses, and around again. Only the opponent's store is left out.
//! If the last stone falls into the mover's store, the mover has another turn. If it falls into an
//! empty house of the mover, it captures (see [`Capture`]). The game ends as soon as all houses of
//! one player are empty. The remaining stones go to their owner's store, and the player with more
//! stones wins.

mod eval;
mod knowledge;
mod notation;
mod rules;
mod snapshot;
#[cfg(test)]
mod tests;

pub use rules::{Capture, Kalah};
