//! Time management: how long to think about a move on a game clock. This file only computes, and
//! does not read a clock.
//!
//! [`GameClock::budget`] computes a target time and a time limit from the clock. [`Pace`] observes
//! the search and extends the target time if necessary, but not beyond the limit.

use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::report::{Candidate, Report};

/// The state of a player's clock at the beginning of the player's turn. All times are in
/// microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The time that is left for this move and all later moves, until the time control or the end
    /// of the game.
    pub remaining: u64,
    /// Time that is added after every move.
    pub increment: u64,
    /// The number of moves to the next time control, including this move. `None` if the time is for
    /// the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The time that a move needs in addition to the search, such as the delay between the program
    /// and the clock.
    pub overhead: u64,
    /// The expected number of remaining moves, at least 1. Used if `moves_to_go` is `None`.
    pub expected: u32,
}

impl GameClock {
    /// The default of `expected`. In the games of this library, a player makes 20 to 40 moves. Each
    /// move gets a twentieth of the time that remains, because this number does not decrease.
    pub const EXPECTED: u32 = 20;
    /// The default of `overhead`, in microseconds.
    pub const OVERHEAD: u64 = 10_000;

    /// Returns the time budget of one move. It is 0 if no time remains after the overhead.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let moves = u64::from(self.moves_to_go.unwrap_or(self.expected).max(1));
        // `usable` is the longest time that this move can take without losing on time. `all` is the
        // time for all moves together.
        let usable = self.remaining.saturating_sub(self.overhead);
        let later = self.increment.saturating_mul(moves.saturating_sub(1));
        let all = self.remaining.saturating_add(later).saturating_sub(self.overhead.saturating_mul(moves));
        let share = all.checked_div(moves).unwrap_or(0);
        // A move may take at most half of the usable time, because later moves must be made in the
        // rest. The exception is the last move before the time control.
        let most = if self.moves_to_go == Some(1) { usable } else { usable >> 1 };
        Budget { soft: share.min(most), hard: share.saturating_mul(Budget::STRETCH).min(most) }
    }
}

/// The time budget of one move, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The target time.
    pub soft: u64,
    /// The time limit. The search never exceeds it. It is at least `soft`.
    pub hard: u64,
}

impl Budget {
    /// The time limit is at most this many times the target time. A difficult move can use all the
    /// time up to the limit.
    pub const STRETCH: u64 = 4;
}

/// How much better the best move is than the other moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contest {
    /// The number of moves that were tried.
    pub tried: u32,
    /// The number of tried moves that are not solved losses.
    pub open: u32,
    /// The visits of the most visited move and of the second most visited move. Solved losses do
    /// not count.
    pub visits: [u32; 2],
    /// True if one of the moves is solved as a draw or a win.
    pub decided: bool,
}

impl Contest {
    /// Adds a move to the counts. `mover` is the player to move.
    pub fn add(&mut self, candidate: &Candidate, mover: Side) {
        self.tried = self.tried.saturating_add(1);
        if candidate.proof.is_win_for(mover.opponent()) {
            return;
        }
        self.open = self.open.saturating_add(1);
        self.decided |= candidate.proof != Proof::Unknown;
        let [most, next] = self.visits;
        self.visits = [most.max(candidate.visits), next.max(most.min(candidate.visits))];
    }

    /// True if the move to play is not expected to change within the next `simulations`
    /// simulations. With `by_visits`, the player plays the most visited move.
    ///
    /// If all `legal` moves except one are solved losses, the result is true for any player. In all
    /// other cases, it is true only with `by_visits`, because a value can change in one simulation.
    /// If a move is a solved draw, visits are not enough, because its value decides whether it is
    /// played. The function ignores that the simulations could solve the most visited move as a
    /// loss.
    #[must_use]
    pub fn is_settled(&self, legal: u32, simulations: u64, by_visits: bool) -> bool {
        let [most, next] = self.visits;
        let only_one = self.open == 1 && self.tried == legal;
        only_one || by_visits && !self.decided && u64::from(most.saturating_sub(next)) > simulations
    }
}

/// Observes a search and decides how long it should continue.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    budget: Budget,
    mover: Side,
    best: Move,
    /// The best value so far in this search, and the latest value. Both are from the point of view
    /// of the player to move.
    peak: Option<Value>,
    value: Value,
    /// The time of the latest observation, in microseconds.
    looked: u64,
    /// The extra time, in percent, because the best move has changed recently.
    unrest: u32,
}

impl Pace {
    /// `CHANGE` is the extra time for one change of the best move. `UNREST_MAX` is the largest
    /// extra time for all changes. Both are in percent.
    const CHANGE: u32 = 40;
    const UNREST_MAX: u32 = 100;
    /// If the value falls from a certain win to a certain loss, the extra time would be `FALL`
    /// percent. It is proportional to the fall of the value, but at most `FALL_MAX`.
    const FALL: u32 = 400;
    const FALL_MAX: u32 = 150;

    /// Begins to observe a search. `mover` is the player to move.
    #[must_use]
    pub fn new(budget: Budget, mover: Side) -> Self {
        Self { budget, mover, best: Move::NONE, peak: None, value: Value::DRAW, looked: 0, unrest: 0 }
    }

    /// Observes the results of the search so far. In the first eighth of the target time, results
    /// are ignored, because they still change often. Results are also ignored if the last
    /// observation was only a short time ago.
    pub fn look(&mut self, elapsed: u64, report: &Report) {
        if elapsed < self.budget.soft >> 3 || elapsed < self.looked.saturating_add(self.step()) {
            return;
        }
        self.looked = elapsed;
        self.unrest = self.unrest.saturating_sub(self.unrest.div_ceil(8));
        if self.best != Move::NONE && self.best != report.best {
            self.unrest = self.unrest.saturating_add(Self::CHANGE).min(Self::UNREST_MAX);
        }
        self.best = report.best;
        self.value = report.value.for_player(self.mover);
        self.peak = self.peak.max(Some(self.value));
    }

    /// The current target time. It is longer than the first target time if the best move has
    /// changed or its value has fallen.
    #[must_use]
    pub fn target(&self) -> u64 {
        let percent = u64::from(self.unrest.saturating_add(self.fall()).saturating_add(100));
        let target = self.budget.soft.saturating_mul(percent).checked_div(100).unwrap_or(0);
        target.min(self.budget.hard)
    }

    /// Returns the extra time, in percent, for the fall of the value.
    fn fall(&self) -> u32 {
        let fallen = i32::from(self.peak.unwrap_or(self.value).raw()).saturating_sub(i32::from(self.value.raw()));
        let whole = u32::from(Value::ONE.unsigned_abs()).saturating_mul(2);
        let percent = fallen.unsigned_abs().saturating_mul(Self::FALL).checked_div(whole).unwrap_or(0);
        percent.min(Self::FALL_MAX)
    }

    /// Returns how long alpha-beta may continue an iteration that it has started. This is longer
    /// than the target time, because most of the work is lost if an iteration is interrupted.
    #[must_use]
    pub fn target_within_iteration(&self) -> u64 {
        self.target().saturating_mul(2).min(self.budget.hard)
    }

    /// True if it is too late for alpha-beta to start another iteration. Usually, an iteration
    /// takes longer than all iterations before it together.
    #[must_use]
    pub fn is_late_for_iteration(&self, elapsed: u64) -> bool {
        elapsed >= self.target() >> 1
    }

    /// Returns the time of the next observation. There is an observation after every sixteenth of
    /// the first target time, and at the current target time.
    #[must_use]
    pub fn next_look(&self, elapsed: u64, depth_first: bool) -> u64 {
        let target = if depth_first { self.target_within_iteration() } else { self.target() };
        elapsed.saturating_add(self.step()).min(target)
    }

    /// The time between two observations.
    fn step(&self) -> u64 {
        (self.budget.soft >> 4).max(1)
    }
}

#[cfg(test)]
#[path = "pacing_tests.rs"]
mod tests;
