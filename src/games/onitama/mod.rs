//! Onitama (Shimpei Sato, 2014) with the sixteen cards of the original game.
//!
//! On a board of 5 x 5 each side has a master, on the temple in the middle of its home row, and
//! four students beside him. Five of the sixteen cards are in play: two before each player, one in
//! the middle. A move takes one of the mover's pieces along a step of one of his two cards, to an
//! empty square or to one where an enemy piece is captured; what lies between does not matter. The
//! card used goes to the middle and the one that lay there to the mover. Steps are as the card's
//! owner sees them: the second player's are turned round.
//!
//! Whoever captures the enemy master (the Way of the Stone) or brings his own to the enemy temple
//! (the Way of the Stream) has won. A player whose steps all end outside the board or on pieces of
//! his own must pass. He still gives up one of his cards, and chooses which.
//!
//! Two things differ from the printed game. There the stamp on the card in the middle says who
//! begins; here it is always the first player. And there, as here, no rule ends a game that goes
//! round in circles; here a playout or a match counts it as a draw once it is
//! [`max_plies`](crate::game::Game::max_plies) long. There is no rule of repetition: a position is
//! no more than its board, cards and player to move, nothing is proven by going in circles, and a
//! draw is never proven at all.

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
