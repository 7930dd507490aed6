//! Onitama (Shimpei Sato, 2014) with the sixteen cards of the original game.
//!
//! ```text
//! 5  bbBbb
//! 4  .....
//! 3  .....     W, w: master and students of the first player
//! 2  .....     B, b: master and students of the second player
//! 1  wwWww     c1, c5: temples
//!    abcde
//! ```
//!
//! Each side has four students and a master, who starts on the temple in the middle of the home
//! row. Five of the sixteen cards are in play: two for each player, one in the middle. A move takes
//! one of the mover's pieces along a step of one of the mover's cards. The step ends on an empty
//! square or on an enemy piece, which is captured. The squares in between do not matter. The used
//! card goes to the middle, and the mover gets the card that was in the middle. Steps are given as
//! the card's owner sees the board, so they are rotated by 180 degrees for the second player.
//!
//! A player wins by capturing the enemy master (the Way of the Stone), or by bringing its own
//! master to the enemy temple (the Way of the Stream). A player whose steps all end outside the
//! board or on its own pieces must pass. This player still chooses one of its two cards and gives
//! it up.
//!
//! Two rules differ from the printed game. In the printed game, the stamp on the card in the middle
//! decides who begins. In imm, the first player always begins. In the printed game, a game with
//! repeated positions can continue forever. In imm, playouts and matches end as a draw after
//! [`max_plies`](crate::game::Game::max_plies) plies. imm has no rule for repetitions: a position
//! consists only of the board, the cards and the player to move. So a repetition does not solve a
//! position, and no position is ever solved as a draw.

mod cards;
mod eval;
mod knowledge;
#[cfg(test)]
mod knowledge_tests;
mod notation;
mod playout;
mod rules;
#[cfg(test)]
mod slow;
mod snapshot;
#[cfg(test)]
mod tests;

pub use eval::{FEATURE_NAMES, FEATURES, Features};
pub use rules::Onitama;
