//! Othello (Goro Hasegawa, 1971, from the older Reversi) on a board of 8 x 8 squares. The middle of
//! the board in the starting position:
//!
//! ```text
//!    cdef
//! 3  ....
//! 4  .wb.     b: first player (Black)
//! 5  .bw.     w: second player
//! 6  ....
//! ```
//!
//! A move puts a disc on an empty square. In at least one of the eight directions, this disc and
//! another disc of the mover must enclose an unbroken row of the opponent's discs. All rows
//! enclosed in this way are flipped. A player without such a move passes if the opponent has such a
//! move. If neither player has a move, the game is over, and the player with more discs wins. The
//! score is the difference between the players' numbers of discs. [`Scoring`] defines who gets the
//! squares that are empty at the end.

mod eval;
#[cfg(test)]
mod eval_tests;
mod facts;
mod flips;
mod knowledge;
mod notation;
mod pairs;
#[cfg(not(target_os = "none"))]
mod patterns;
#[cfg(all(test, feature = "nets"))]
mod patterns_tests;
mod rules;
#[cfg(test)]
mod slow;
mod snapshot;
#[cfg(test)]
mod tests;
#[cfg(any(target_os = "none", test))]
mod weights;

pub use pairs::WEIGHTS;
pub use rules::{Othello, Scoring};
