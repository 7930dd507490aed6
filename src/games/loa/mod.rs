//! Lines of Action (Claude Soucie, about 1960) on 8 x 8, by the rules of the Mind Sports Olympiad
//! (Winands 2004).
//!
//! Each side begins with twelve men, the first player on the lowest and the highest row, the second
//! on the outer columns. A man moves along a row, a column or a diagonal exactly as many squares as
//! there are men of both sides on that line. It may jump its own side's men, not the opponent's,
//! and captures by landing on one. Whoever has all his men in one group, each touching the next at
//! a side or a corner, has won; a single man is a group. A move that makes one group of both sides'
//! men is a draw, one that does so for the opponent only loses. A player without a move passes. A
//! position that occurs for the third time with the same player to move is a draw, unless it is won
//! by a group. OpenSpiel has other rules for what seldom happens: [`Rules`].

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
