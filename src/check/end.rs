//! Tests a position in which the game is over: its outcome, its points and the results of all
//! players.
//!
//! One game cannot show whether the points are from the wrong player's point of view. A winner may
//! have fewer points than the loser, if other rules decide the game. (The option `marg` counts such
//! a win as a win by one point.) But if most winners have fewer points, the points must be wrong.

use super::finding::{push_integer, words};
use super::probe_position::Answers;
use super::{Broken, Callback, Checker, Kind};
use crate::game::Move;

/// The callbacks that are tested in a position in which the game is over.
const ASKED: [Callback; 4] = [Callback::Outcome, Callback::ToMove, Callback::Score, Callback::Returns];

/// The number of standard deviations at which a result cannot be chance. Chance alone reaches it in
/// one of 3 million cases.
const CERTAIN: u32 = 5;

/// Counts the wins of each player: with more points than the loser, and with fewer points than the
/// loser.
#[derive(Default)]
pub(super) struct Points([Tally; 2]);

#[derive(Default, Clone, Copy)]
struct Tally {
    more: u32,
    fewer: u32,
}

impl Tally {
    /// True if most winners have fewer points than the loser, and this cannot be chance. Needs at
    /// least 25 games.
    fn contradicts(self) -> bool {
        let (all, excess) = (self.more.saturating_add(self.fewer), self.fewer.saturating_sub(self.more));
        excess.saturating_mul(excess) >= all.saturating_mul(CERTAIN.saturating_mul(CERTAIN)) && all > 0
    }
}

impl Checker<'_, '_> {
    /// Tests this position, in which the game is over. `first` has the answers that the callbacks
    /// have already given at this position.
    pub(super) fn look_at_end(&mut self, mut first: Answers) -> Result<(), Broken> {
        let outcome = self.outcome_for_first(first.get(Callback::Outcome));
        self.count_result(outcome);
        let result = match outcome {
            1 => 1,
            2 => -1,
            _ => 0,
        };
        self.views.end_game(result);
        self.feature_view.end_game(result);
        let mut is_right = true;
        for callback in [Callback::Score, Callback::Returns] {
            if self.game.has(callback) {
                let answer = self.ask(callback, Move::NONE);
                first.set(callback, answer);
                is_right &= self.is_possible(callback, answer, Move::NONE);
            }
        }
        self.ask_at_end(&first, Kind::Unsteady)?;
        self.move_elsewhere();
        self.ask_at_end(&first, Kind::NotCopyable)?;
        if is_right {
            self.keep_end();
            self.look_at_points(outcome, first.get(Callback::Score) as u32 as i32);
        }
        Ok(())
    }

    /// Calls the callbacks again at the end of the game, and records an answer if it differs from
    /// `first`.
    fn ask_at_end(&mut self, first: &Answers, kind: Kind) -> Result<(), Broken> {
        for callback in ASKED {
            if !self.game.has(callback) {
                continue;
            }
            let again = self.ask(callback, Move::NONE);
            if again != first.get(callback) {
                self.find_other_answer(kind, callback, Move::NONE, first.get(callback), again);
                return Err(Broken);
            }
        }
        Ok(())
    }

    /// Counts whether the winner of this game has more or fewer points than the loser. Reports
    /// wrong points if most winners have fewer points than the loser, and this cannot be chance.
    fn look_at_points(&mut self, outcome: u64, score: i32) {
        let (winner, points) = match outcome {
            1 => (0, score),
            2 => (1, score.saturating_neg()),
            _ => return,
        };
        let Some(tally) = self.points.0.get_mut(winner) else { return };
        tally.more = tally.more.saturating_add((points > 0).into());
        tally.fewer = tally.fewer.saturating_add((points < 0).into());
        let tally = *tally;
        if points >= 0 || !tally.contradicts() {
            return;
        }
        let expected = "more points for the winner than for the loser, in most games";
        self.find(Kind::WrongView, Callback::Score, Move::NONE, words(expected), |out| {
            push_integer(score, out);
            out.push_str(if winner == 0 { " where FIRST has won" } else { " where SECOND has won" });
            out.push_str("; so far fewer in ");
            out.push_number(tally.fewer);
            out.push_str(" such games, more in ");
            out.push_number(tally.more);
        });
    }
}

#[cfg(test)]
#[path = "end_tests.rs"]
mod tests;
