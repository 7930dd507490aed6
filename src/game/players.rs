//! Games for one player, and for three to eight players.
//!
//! A search sees such a game as a game of two players. The first player is the *viewer*: the player
//! whose move the search looks for. All other players together are the second player. So
//! [`Game::to_move`], [`Game::outcome`], evaluations and proofs are from the viewer's point of
//! view, as in a game of two players. Most searches maximise the viewer's result, and assume that
//! all others minimise it. This is called paranoid search (Sturtevant & Korf, "On Pruning
//! Techniques for Multi-Player Games", AAAI 2000). The exception is `mcts()` without evaluations,
//! which plays max^n: each player maximises its own result (`mcts/players.rs`).
//!
//! The viewer is the player to move at the root when a search begins. If this is not the viewer of
//! the search before, the search starts again with an empty tree.

use super::Game;
use super::value::{Outcome, Proof, Value};
use crate::base::PLAYERS;

/// The largest number of players.
pub const MAX: usize = 8;

/// True if the game does not have two players.
#[inline(always)]
pub(crate) fn not_two<G: Game + ?Sized>(game: &G) -> bool {
    PLAYERS && game.players() != 2
}

/// Returns the reward of a finished game with this outcome. It is from the point of view of the
/// first player, or of the viewer if the game does not have two players.
#[inline(always)]
pub fn reward<G: Game + ?Sized>(game: &G, outcome: Outcome) -> Value {
    if not_two(game) && game.fault().is_none() { game.return_of(game.viewer()) } else { outcome.value() }
}

/// Returns the proof that follows from the outcome of a finished game. A game that does not have
/// two players may end with a result between a win and a loss, which proves nothing.
#[inline(always)]
pub(crate) fn proof<G: Game + ?Sized>(game: &G, outcome: Outcome) -> Proof {
    if reward(game, outcome) == outcome.value() { outcome.into() } else { Proof::Unknown }
}

/// Returns the outcome with this reward. Any reward between a win and a loss counts as a draw.
#[must_use]
pub fn outcome_of(reward: Value) -> Outcome {
    match reward {
        Value::WIN => Outcome::FirstWins,
        Value::LOSS => Outcome::SecondWins,
        _ => Outcome::Draw,
    }
}
