//! Othello (Goro Hasegawa, 1971; Reversi before him) on 8 x 8.
//!
//! A move puts a disc on an empty square so that it and another disc of the mover's enclose, in at
//! least one of the eight directions, an unbroken row of the opponent's discs: all rows enclosed so
//! are turned over. A player without such a move passes if the opponent has one. If neither has a
//! move, the game is over, and more discs win. The first player is Black. The score is the
//! difference of the discs; [`Scoring`] says who gets the squares that are empty at the end.

mod eval;
#[cfg(test)]
mod eval_tests;
mod flips;
mod knowledge;
mod notation;
mod pairs;
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
