//! How long to think about a move of a game that is played on a clock: arithmetic alone.
//!
//! [`GameClock::budget`] divides what the clock says: a time to aim at, and one never to go beyond.
//! [`Pace`] follows the search and moves the aim within them.

use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::report::{Candidate, Report};

/// What a player's clock says when it is that player's turn. Times in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// Time left for this and all later moves until the control, or until the end of the game.
    pub remaining: u64,
    /// What every move made adds.
    pub increment: u64,
    /// Moves to the next time control, this one included; `None` where the time is for the rest of
    /// the game.
    pub moves_to_go: Option<u32>,
    /// What a move costs beside the search: the way to the clock and back.
    pub overhead: u64,
    /// Moves that the game is thought to last still, where `moves_to_go` is not known; at least 1.
    pub expected: u32,
}

impl GameClock {
    /// Moves that a game is thought to last still. The games of this library last 20 to 40 moves of
    /// each player; a number that stays the same spends a twentieth of what is left each time.
    pub const EXPECTED: u32 = 20;
    /// Microseconds that a move costs beside the search, if nothing is said.
    pub const OVERHEAD: u64 = 10_000;

    /// The time of one move. Nothing is left where the overhead is all there is.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let moves = u64::from(self.moves_to_go.unwrap_or(self.expected).max(1));
        // What this move can take without a loss on time, and what all moves can take together.
        let usable = self.remaining.saturating_sub(self.overhead);
        let later = self.increment.saturating_mul(moves.saturating_sub(1));
        let all = self.remaining.saturating_add(later).saturating_sub(self.overhead.saturating_mul(moves));
        let share = all.checked_div(moves).unwrap_or(0);
        // More than half is only for the last move: what comes after it is not known.
        let most = if self.moves_to_go == Some(1) { usable } else { usable >> 1 };
        Budget { soft: share.min(most), hard: share.saturating_mul(Budget::STRETCH).min(most) }
    }
}

/// The time of one move, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What to aim at.
    pub soft: u64,
    /// What never to go beyond; no less than `soft`.
    pub hard: u64,
}

impl Budget {
    /// How many times the aim a hard move may take.
    pub const STRETCH: u64 = 4;
}

/// How the moves of a position stand against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contest {
    /// Moves that were tried, and those of them that are not proven to lose.
    pub tried: u32,
    /// See `tried`.
    pub open: u32,
    /// Visits of the move that has most, and of the one that comes next.
    pub visits: [u32; 2],
    /// Is a draw proven for one of them, or a win?
    pub decided: bool,
}

impl Contest {
    /// Takes a move into account, where `mover` is to move.
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

    /// Can the move to play not change any more within that many simulations? `by_visits`: the move
    /// with most visits is played.
    ///
    /// It holds for any player where every other of the `legal` moves is proven to lose. Else it
    /// holds for players by visits alone: a value may turn in a single simulation. Even then a
    /// proof may change the move: a loss that is found for it, which no time saved would have
    /// shown. Where a draw is proven, the values decide whether it is played, so nothing is
    /// certain.
    #[must_use]
    pub fn is_settled(&self, legal: u32, simulations: u64, by_visits: bool) -> bool {
        let [most, next] = self.visits;
        let only_one = self.open == 1 && self.tried == legal;
        only_one || by_visits && !self.decided && u64::from(most.saturating_sub(next)) > simulations
    }
}

/// Follows a search and says how long it should go on.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    budget: Budget,
    mover: Side,
    best: Move,
    /// The best value seen in this search, and the latest, in the mover's view.
    peak: Option<Value>,
    value: Value,
    /// When the search was last looked at.
    looked: u64,
    /// How often the best move has changed lately, in percent of time to be added.
    unrest: u32,
}

impl Pace {
    /// Percent that a change of the best move adds, and the most that changes add.
    const CHANGE: u32 = 40;
    const UNREST_MAX: u32 = 100;
    /// Percent that a fall from certain win to certain loss would add, and the most that one does.
    const FALL: u32 = 400;
    const FALL_MAX: u32 = 150;

    /// A search where `mover` is to move begins.
    #[must_use]
    pub fn new(budget: Budget, mover: Side) -> Self {
        Self { budget, mover, best: Move::NONE, peak: None, value: Value::DRAW, looked: 0, unrest: 0 }
    }

    /// Takes a look at what the search has found by now. The first few moments count for nothing:
    /// everything changes then. So does a
    /// look that comes sooner than wanted.
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

    /// What to aim at now: more than at first where the best move is unstable or its value falls.
    #[must_use]
    pub fn target(&self) -> u64 {
        let percent = u64::from(self.unrest.saturating_add(self.fall()).saturating_add(100));
        let target = self.budget.soft.saturating_mul(percent).checked_div(100).unwrap_or(0);
        target.min(self.budget.hard)
    }

    /// Percent that the fall of the value adds.
    fn fall(&self) -> u32 {
        let fallen = i32::from(self.peak.unwrap_or(self.value).raw()).saturating_sub(i32::from(self.value.raw()));
        let whole = u32::from(Value::ONE.unsigned_abs()).saturating_mul(2);
        let percent = fallen.unsigned_abs().saturating_mul(Self::FALL).checked_div(whole).unwrap_or(0);
        percent.min(Self::FALL_MAX)
    }

    /// Until when alpha-beta may go on with an iteration that it has begun: one that is broken off
    /// was mostly in vain.
    #[must_use]
    pub fn target_within_iteration(&self) -> u64 {
        self.target().saturating_mul(2).min(self.budget.hard)
    }

    /// Is it too late for alpha-beta to begin another iteration? It would take longer than all
    /// before it.
    #[must_use]
    pub fn is_late_for_iteration(&self, elapsed: u64) -> bool {
        elapsed >= self.target() >> 1
    }

    /// When to look next: sixteen times or more until the aim, at the latest there.
    #[must_use]
    pub fn next_look(&self, elapsed: u64, depth_first: bool) -> u64 {
        let target = if depth_first { self.target_within_iteration() } else { self.target() };
        elapsed.saturating_add(self.step()).min(target)
    }

    /// From one look to the next.
    fn step(&self) -> u64 {
        (self.budget.soft >> 4).max(1)
    }
}

#[cfg(test)]
#[path = "pacing_tests.rs"]
mod tests;
