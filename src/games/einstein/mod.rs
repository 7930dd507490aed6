//! EinStein würfelt nicht! (Ingo Althöfer, 2004), with the rules of OpenSpiel.
//!
//! ```text
//!    a b c d e
//! 1  1 2 3 . .     1 to 6: stones of the first player, who moves right and down
//! 2  4 5 . . .     a to f: stones 1 to 6 of the second player, who moves left and up
//! 3  6 . . . f
//! 4  . . . e d     a1: goal of the second player
//! 5  . . c b a     e5: goal of the first player
//! ```
//!
//! Each side has six stones with the numbers 1 to 6. At each turn a die rolls. The player moves the
//! stone with the number of the die. If this stone was captured, the player moves the remaining
//! stone with the next lower or the next higher number. A stone moves one square towards the goal:
//! horizontally, vertically or diagonally. It captures any stone on its target square, also a stone
//! of its own side. A player wins by bringing a stone to the goal, or by capturing all enemy
//! stones. There are no draws, and there is always a legal move.
//!
//! Each roll of the die is a chance event with the outcomes 1 to 6.
//!
//! In OpenSpiel, a game begins with two chance events that set up the stones of both players at
//! random. In imm, the starting position is fixed. For other arrangements, use [`Einstein::random`]
//! or the text of a position. OpenSpiel's player 1 begins, so this player is imm's first player.
//! OpenSpiel draws the board turned by 180 degrees.

mod eval;
mod knowledge;
#[cfg(test)]
mod knowledge_tests;
mod notation;
mod rules;
#[cfg(test)]
mod slow;
mod snapshot;
mod stones;
#[cfg(test)]
mod tests;

pub use eval::{FEATURE_NAMES, FEATURES, Features};
pub use rules::Einstein;
