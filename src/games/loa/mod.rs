//! Lines of Action (Claude Soucie, about 1960) on 8 x 8, under the rules of the Mind Sports
//! Olympiad (Winands 2004).
//!
//! ```text
//! 8  .bbbbbb.
//! 7  w......w
//! 6  w......w
//! 5  w......w
//! 4  w......w
//! 3  w......w
//! 2  w......w     b: first player
//! 1  .bbbbbb.     w: second player
//!    abcdefgh
//! ```
//!
//! A piece moves along a row, a column or a diagonal, exactly as many squares as there are pieces
//! of both sides on that line. It may jump over pieces of its own side, but not over enemy pieces.
//! It captures an enemy piece by landing on it. A player wins when all of its pieces form one
//! group. Pieces belong to the same group if they touch at a side or a corner. A single piece is a
//! group. A move that connects both sides is a draw; a move that connects only the opponent loses.
//! A player without a move passes. A position that occurs for the third time with the same player
//! to move is a draw, unless the last move connects a side. OpenSpiel has other rules for rare
//! cases; [`Rules`] lists them.

mod categories;
mod eval;
#[cfg(test)]
mod eval_tests;
mod history;
mod incremental;
#[cfg(test)]
mod key_tests;
mod knowledge;
mod notation;
mod rules;
#[cfg(test)]
mod slow;
mod snapshot;
#[cfg(test)]
mod snapshot_tests;
#[cfg(test)]
mod tests;
mod transitions;

pub use eval::{FEATURE_NAMES, FEATURES, Features};
pub use rules::{Loa, Rules};
