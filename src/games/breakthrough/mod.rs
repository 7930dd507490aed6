//! Breakthrough (Dan Troyka, 2000) on boards from 2 x 4 to 8 x 8, as the implicit minimax paper
//! plays it (section 4.2).
//!
//! Each side begins with two full rows of men. A man moves one square forward, straight or
//! diagonally, to an empty square, or captures an enemy man diagonally forward. Whoever brings a
//! man to the far row, or captures every enemy man, has won. There are no draws, and always a legal
//! move.

mod eval;
mod greedy;
mod knowledge;
mod notation;
mod rules;
mod snapshot;
#[cfg(test)]
mod tests;

pub use rules::Breakthrough;
