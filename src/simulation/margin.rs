//! Computes the reward of a finished game from its outcome. With the option `marg`, the reward also
//! depends on the margin.

use crate::base::maths::rounded;
use crate::game::knowledge::Knowledge;
use crate::game::players::{not_two, reward};
use crate::game::value::{Outcome, Side, Value};
use crate::player::plan::Plan;
use crate::report::score::{Score, of_outcome, of_points};

/// Returns the reward of a finished game with this outcome, from the first player's point of view.
#[inline(always)] // without the feature `policies`, almost no code is left
pub(crate) fn result<G: Knowledge>(plan: &Plan, game: &G, outcome: Outcome) -> Value {
    // After a fault, a custom game reports a draw in every position, even if the game is not over.
    // So the points of a draw must not be asked for.
    if plan.marg() == 0.0 || outcome == Outcome::Draw {
        return reward(game, outcome);
    }
    by_margin(plan.marg(), outcome, game.score().unwrap_or(0), game.max_score())
}

/// Returns the score of a game that has ended at this ply with this outcome. The score is from the
/// point of view of `mover`.
#[inline]
pub(crate) fn score<G: Knowledge>(game: &G, outcome: Outcome, mover: Side, ply: usize) -> Score {
    match outcome {
        Outcome::Draw if not_two(game) => of_points(reward(game, outcome).raw().into(), mover),
        _ => of_outcome(outcome, mover, ply),
    }
}

/// Returns the reward of a position that is solved with this outcome, for the smallest possible
/// margin. The reward is from the first player's point of view.
pub(crate) fn least(plan: &Plan, outcome: Outcome, most: u16) -> Value {
    by_margin(plan.marg(), outcome, 0, most)
}

/// Returns the reward of an outcome, from the first player's point of view. For the winner, the
/// reward is `(1 - W) + W m / M`, with the weight W, the margin m and the maximum margin M. Any win
/// is worth more than a draw. If the winner does not have more points than the opponent, the margin
/// is 1.
#[inline(never)] // own frame: few players have the option `marg`
pub(crate) fn by_margin(weight: f32, outcome: Outcome, score: i32, most: u16) -> Value {
    let (winner, margin) = match outcome {
        Outcome::FirstWins => (Side::First, score),
        Outcome::SecondWins => (Side::Second, score.saturating_neg()),
        Outcome::Draw => return Value::DRAW,
    };
    let most = i32::from(most.max(1));
    let share = margin.clamp(1, most) as f32 / most as f32;
    let worth = rounded(((1.0 - weight) + weight * share) * f32::from(Value::ONE)) as i16;
    Value::from_raw(worth.max(1)).for_player(winner)
}

#[cfg(test)]
#[path = "margin_tests.rs"]
mod tests;
