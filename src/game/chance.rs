//! The outcomes of chance events, such as the roll of a die.

use crate::base::CHANCE;
use crate::game::{Game, Move};

/// True if a chance event comes next. False if a player is to move or the game is over.
#[inline]
pub fn comes_next<G: Game + ?Sized>(game: &G) -> bool {
    CHANCE && game.has_chance() && game.outcome().is_none() && game.is_chance()
}

/// True if a chance event comes next. The game must not be over.
#[inline]
pub(crate) fn is_due<G: Game + ?Sized>(game: &G) -> bool {
    CHANCE && game.has_chance() && game.is_chance()
}

/// Returns the sum of the weights of these outcomes.
pub fn sum_of_odds<G: Game + ?Sized>(game: &G, outcomes: &[Move]) -> u64 {
    outcomes.iter().map(|&outcome| u64::from(game.odds(outcome))).fold(0, u64::wrapping_add)
}

/// Samples one of these outcomes by weight, with 32 random bits. `None` if there is no outcome.
pub fn sample<G: Game + ?Sized>(game: &G, outcomes: &[Move], random: u32) -> Option<Move> {
    let weights = outcomes.iter().map(|&outcome| game.odds(outcome).into());
    let index = sampled_index(random, sum_of_odds(game, outcomes), weights);
    // A game may return smaller weights at the second call. Then there may be no index.
    index.and_then(|index| outcomes.get(index)).or(outcomes.last()).copied()
}

/// Samples the index of one of these weights, in proportion to the weights. `random` is 32 random
/// bits, and `sum` is the sum of the weights. If the weights add up to less than `sum`, the result
/// can be `None`.
pub(crate) fn sampled_index(random: u32, sum: u64, weights: impl IntoIterator<Item = u64>) -> Option<usize> {
    let mut rest = (u128::from(random).wrapping_mul(sum.into()) >> 32) as u64;
    weights.into_iter().position(|weight| {
        let is_sampled = rest < weight;
        rest = rest.wrapping_sub(weight);
        is_sampled
    })
}

#[cfg(test)]
#[path = "chance_tests.rs"]
mod tests;
