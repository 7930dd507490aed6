//! Breakthrough (Dan Troyka, 2000) on boards from 2 x 4 to 8 x 8, as in the implicit minimax paper
//! (section 4.2).
//!
//! ```text
//! 5  bbbbb
//! 4  bbbbb
//! 3  .....
//! 2  wwwww     w: first player, moves up
//! 1  wwwww     b: second player, moves down
//!    abcde
//! ```
//!
//! Each side starts with two full rows of pieces. A piece moves one square forward, straight or
//! diagonally, to an empty square. It captures an enemy piece diagonally forward. A player wins by
//! bringing a piece to the far row, or by capturing all enemy pieces. There are no draws, and there
//! is always a legal move.

mod eval;
mod greedy;
mod knowledge;
mod notation;
mod rules;
mod snapshot;
#[cfg(test)]
mod tests;

pub use rules::Breakthrough;
