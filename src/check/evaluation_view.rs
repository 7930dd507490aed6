//! Tests that an evaluation is from the first player's point of view, even if the second player is
//! to move.
//!
//! One position cannot show the point of view. But a player wins more often from a position that is
//! good for this player, even with random moves. So the test keeps the last position of each game
//! in which FIRST is to move, and the last one in which SECOND is to move. It compares their
//! evaluations with the result of the game. An evaluation from the point of view of the player to
//! move agrees with the results when FIRST is to move, and contradicts them when SECOND is to move.

use super::finding::{push_real, words};
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::game::Move;

/// The number of games that the test needs.
const GAMES: u32 = 40;
/// A correlation is clear if it is at least this many standard deviations. Chance alone reaches
/// this number for both players to move in about one of 10^9 cases.
const CERTAIN: f64 = 4.0;
/// The smallest correlation that counts.
const CLEAR: f64 = 0.15;

/// Sums of the evaluations and of the results of games. There are separate sums for each player to
/// move.
#[derive(Default)]
pub(super) struct EvaluationView {
    /// For each player, the evaluation of the last position with this player to move in the current
    /// game.
    last: [Option<f32>; 2],
    sums: [Sums; 2],
}

#[derive(Default, Clone, Copy)]
pub(super) struct Sums {
    count: u32,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Sums {
    /// Creates the sums of `count` pairs (x, y): the sums of x and y, of their squares, and of
    /// their products.
    pub(super) fn of(count: u32, [x, y]: [f64; 2], [xx, yy]: [f64; 2], xy: f64) -> Self {
        Self { count, x, y, xx, yy, xy }
    }

    fn add(&mut self, x: f64, y: f64) {
        self.count = self.count.saturating_add(1);
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// Returns the correlation of x and y. Returns 0 if the correlation may be chance.
    pub(super) fn correlation(&self) -> f64 {
        let count = f64::from(self.count);
        let (xx, yy) = (count * self.xx - self.x * self.x, count * self.yy - self.y * self.y);
        if self.count < GAMES || xx <= 1e-6 || yy <= 1e-6 {
            return 0.0;
        }
        let correlation = (count * self.xy - self.x * self.y) / libm::sqrt(xx * yy);
        let clear = correlation.abs() >= CLEAR && correlation.abs() * libm::sqrt(count) >= CERTAIN;
        if clear { correlation } else { 0.0 }
    }
}

impl EvaluationView {
    pub(super) fn begin_game(&mut self) {
        self.last = [None; 2];
    }

    pub(super) fn note(&mut self, answers: &Answers, evaluates: bool) {
        let value = answers.evaluation();
        // A position where a chance event comes next has no player to move.
        if let Some(last) = self.last.get_mut(answers.mover() as usize)
            && evaluates
            && value.is_finite()
        {
            *last = Some(value.clamp(-1.0, 1.0));
        }
    }

    /// Adds the evaluations of the game that has ended to the sums. `result` is the result for the
    /// first player.
    pub(super) fn end_game(&mut self, result: i32) {
        for (last, sums) in self.last.iter().zip(self.sums.iter_mut()) {
            if let Some(value) = last {
                sums.add(f64::from(*value), result.into());
            }
        }
    }
}

impl Checker<'_, '_> {
    pub(super) fn look_at_views(&mut self) {
        let [first, second] = self.views.sums.map(|sums| sums.correlation());
        if first >= 0.0 && second >= 0.0 || first == 0.0 || second == 0.0 {
            return;
        }
        let expected = "high values in games that FIRST wins";
        self.find(Kind::WrongView, Callback::Evaluate, Move::NONE, words(expected), |out| {
            out.push_str("correlation ");
            push_real(first as f32, out);
            out.push_str(" where FIRST is to move, ");
            push_real(second as f32, out);
            out.push_str(" where SECOND is");
        });
    }
}

#[cfg(test)]
#[path = "evaluation_view_tests.rs"]
mod tests;
