//! The outcomes of chance events, such as the roll of a die.

use crate::game::{Game, Move};

/// Returns the sum of the weights of these outcomes.
pub fn sum_of_odds<G: Game + ?Sized>(game: &G, outcomes: &[Move]) -> u64 {
    outcomes.iter().map(|&outcome| u64::from(game.odds(outcome))).fold(0, u64::wrapping_add)
}

/// Samples one of these outcomes by weight, with 32 random bits. `None` if there is no outcome.
pub fn sample<G: Game + ?Sized>(game: &G, outcomes: &[Move], random: u32) -> Option<Move> {
    let sum = sum_of_odds(game, outcomes);
    let mut rest = (u128::from(random).wrapping_mul(sum.into()) >> 32) as u64;
    let chosen = outcomes.iter().copied().find(|&outcome| {
        let weight = u64::from(game.odds(outcome));
        let chosen = rest < weight;
        rest = rest.wrapping_sub(if chosen { 0 } else { weight });
        chosen
    });
    // A game may return smaller weights at the second call, so the loop may end without an outcome.
    chosen.or(outcomes.last().copied())
}

#[cfg(test)]
#[path = "chance_tests.rs"]
mod tests;
