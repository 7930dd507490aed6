//! Games for one player, and for three to eight players.
//!
//! A search sees such a game as a game of two players: the *viewer*, whose move it looks for, is
//! the first player, and all others together are the second player. So [`Game::to_move`],
//! [`Game::outcome`], evaluations and proofs are from the viewer's point of view, as in a game of
//! two players. A search that maximises for the viewer and minimises for the others is paranoid
//! search (Sturtevant & Korf, "On Pruning Techniques for Multi-Player Games", AAAI 2000). All
//! searches do that, except that `mcts()` without evaluations plays max^n: each player maximises
//! its own result (`mcts/players.rs`).
//!
//! The viewer is the player to move at the root when a search begins. If another player is to move
//! there than in the search before, the search starts again.

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

/// Returns the reward of a finished game with this outcome, from the point of view of the first
/// player or of the viewer.
#[inline(always)]
pub fn reward<G: Game + ?Sized>(game: &G, outcome: Outcome) -> Value {
    if not_two(game) && game.fault().is_none() { game.return_of(game.viewer()) } else { outcome.value() }
}

/// Returns what a finished game with this outcome proves. A game that does not have two players may
/// end with a result between a win and a loss, which proves nothing.
#[inline(always)]
pub(crate) fn proof<G: Game + ?Sized>(game: &G, outcome: Outcome) -> Proof {
    if reward(game, outcome) == outcome.value() { outcome.into() } else { Proof::Unknown }
}

/// Returns the outcome with this reward: a win, a loss or anything between, which counts as a draw.
#[must_use]
pub fn outcome_of(reward: Value) -> Outcome {
    match reward {
        Value::WIN => Outcome::FirstWins,
        Value::LOSS => Outcome::SecondWins,
        _ => Outcome::Draw,
    }
}
