//! What is counted and timed, and what would help most.

use super::probe_position::Answers;
use super::report::{Advice, Report};
use super::{Callback, Checker, LEVELS, SAMPLES};
use crate::base::FEATURES_MAX;
use crate::game::Move;
use crate::time::limits::{Clock, ticks_between};
use core::ops::Range;

/// A callback is called again and again for at least so many milliseconds.
const LONG_ENOUGH_MS: u32 = 16;
/// Calls for each of the positions at most: where the clock stands still, that is the end.
const CALLS_MAX: u32 = 1 << 20;
/// Of a playout's time, what listing moves must take to be worth saving.
const WORTH_SAVING: f32 = 0.3;
/// Where there is no clock: moves of a position that are worth not listing.
const MANY_MOVES: f32 = 8.0;

impl Advice {
    /// The first of these that is missing: random_move(), where listing moves takes 3/10 of a
    /// playout's time or more (without a clock: where a position has 8 moves or more); then
    /// evaluate(), hash(), order(), weight().
    fn of(report: &Report, has: impl Fn(Callback) -> bool) -> Option<Self> {
        let time = |callback: Callback| report.time(callback);
        let step = time(Callback::LegalMoves) + time(Callback::Make) + time(Callback::Outcome);
        let share = time(Callback::LegalMoves) / step; // not a number where nothing was timed
        let many = if step > 0.0 { share >= WORTH_SAVING } else { report.mean_moves >= MANY_MOVES };
        if many && !has(Callback::RandomMove) {
            let gain = if step > 0.0 { 1.0 / (1.0 - share).max(0.01) } else { 0.0 };
            return Some(Self { callback: Callback::RandomMove, gain });
        }
        let others = [Callback::Evaluate, Callback::Hash, Callback::Order, Callback::Weight];
        let missing = others.into_iter().find(|&callback| !has(callback))?;
        (report.moves_max > 0).then_some(Self { callback: missing, gain: 0.0 })
    }
}

/// What is added up while the check plays.
#[derive(Default)]
pub(super) struct Counts {
    /// Legal moves of all positions that were not over, and how many those were.
    moves: u64,
    ongoing: u32,
    /// Plies of the games that came to their end.
    plies: u64,
}

/// Positions to time callbacks on, each with a move.
#[derive(Default)]
pub(super) struct Samples {
    offered: u32,
    moves: [Move; SAMPLES],
    kept: usize,
    /// Is there one that is over, at [`END`]?
    has_end: bool,
}

/// Where the position that is over is kept: behind the others, without a move.
const END: usize = SAMPLES;

impl Report {
    /// Mistakes found so far, each as often as it was.
    pub(super) fn faults(&self) -> u32 {
        self.findings().iter().fold(0, |sum, finding| finding.times.saturating_add(sum))
    }

    /// Nanoseconds of a call, 0 where it was not timed.
    #[must_use]
    pub fn time(&self, callback: Callback) -> f32 {
        self.nanoseconds.get(usize::from(callback.number())).copied().unwrap_or_default()
    }

    fn set_time(&mut self, callback: Callback, nanoseconds: f32) {
        if let Some(slot) = self.nanoseconds.get_mut(usize::from(callback.number())) {
            *slot = nanoseconds.max(0.0);
        }
    }
}

impl Checker<'_, '_> {
    /// Keeps this position, or not: each is as likely to be among the samples.
    pub(super) fn keep_sample(&mut self, first: &Answers) {
        self.samples.offered = self.samples.offered.saturating_add(1);
        let place = match self.samples.kept {
            kept if kept < SAMPLES => kept,
            _ => self.rng.below(self.samples.offered) as usize,
        };
        let Some(slot) = self.samples.moves.get_mut(place) else { return };
        let index = self.rng.below(first.count as u32) as usize;
        *slot = self.moves.get(index).copied().unwrap_or(Move::NONE);
        self.samples.kept = self.samples.kept.max(place.saturating_add(1));
        self.game.save(sample_slot(place));
    }

    /// Keeps this position, which is over: the last one of them stays.
    pub(super) fn keep_end(&mut self) {
        self.samples.has_end = true;
        self.game.save(sample_slot(END));
    }

    /// The position is not over, and has so many moves.
    pub(super) fn count_moves(&mut self, count: usize) {
        self.counts.moves = self.counts.moves.saturating_add(count as u64);
        self.counts.ongoing = self.counts.ongoing.saturating_add(1);
        self.report.moves_max = self.report.moves_max.max(count as u32);
    }

    /// The game has come to its end: 1, 2 or 3.
    pub(super) fn count_result(&mut self, outcome: u64) {
        if let Some(count) = self.report.results.get_mut((outcome as usize).wrapping_sub(1)) {
            *count = count.saturating_add(1);
        }
        self.counts.plies = self.counts.plies.saturating_add(self.ply.into());
    }

    fn note_means(&mut self) {
        let [first, second, drawn] = self.report.results;
        let finished = first.saturating_add(second).saturating_add(drawn);
        self.report.mean_moves = ratio(self.counts.moves, self.counts.ongoing);
        self.report.mean_plies = ratio(self.counts.plies, finished);
    }

    /// Times the callbacks, and says what would help.
    pub(super) fn measure(&mut self, clock: Option<&dyn Clock>) {
        self.note_means();
        if let Some(clock) = clock
            && self.samples.kept > 0
        {
            self.time_all(clock);
        }
        self.report.advice = Advice::of(self.report, |callback| self.game.has(callback));
    }

    /// `None` where the clock stands still.
    fn time_all(&mut self, clock: &dyn Clock) -> Option<()> {
        let ongoing = 0..self.samples.kept;
        let ended = if self.samples.has_end { END..SAMPLES + 1 } else { 0..0 };
        let restore =
            self.time(clock, ongoing.clone(), |checker, _, place| checker.game.restore(sample_slot(place)))?;
        let pair = self.time(clock, ongoing.clone(), |checker, mv, _| {
            checker.game.make(mv, 0);
            checker.game.unmake(mv, 0);
        })?;
        let make = self.time(clock, ongoing.clone(), |checker, mv, place| {
            checker.game.make(mv, 0);
            checker.game.restore(sample_slot(place));
        })? - restore;
        self.report.set_time(Callback::Make, make);
        self.report.set_time(Callback::Unmake, pair - make.max(0.0));
        for callback in Callback::ALL.iter().copied().filter(|&callback| is_question(callback)) {
            let places = if callback == Callback::Score { ended.clone() } else { ongoing.clone() };
            if self.game.has(callback) && !places.is_empty() {
                let time = self.time(clock, places, |checker, mv, _| checker.call(callback, mv))?;
                self.report.set_time(callback, time);
            }
        }
        Some(())
    }

    /// Nanoseconds of a call, on average of these samples: twice as many calls, until it took long
    /// enough.
    fn time(&mut self, clock: &dyn Clock, places: Range<usize>, call: impl Fn(&mut Self, Move, usize)) -> Option<f32> {
        let mut calls = 1_u32;
        loop {
            let start = clock.now_ms();
            for place in places.clone() {
                let mv = self.samples.moves.get(place).copied().unwrap_or(Move::NONE);
                self.game.restore(sample_slot(place));
                (0..calls).for_each(|_| call(self, mv, place));
            }
            let elapsed = ticks_between(start, clock.now_ms());
            if elapsed >= LONG_ENOUGH_MS || calls >= CALLS_MAX {
                let all = calls as f32 * places.len() as f32;
                return (elapsed > 0).then_some(elapsed as f32 * 1e6 / all);
            }
            calls = calls.saturating_mul(2);
        }
    }

    fn call(&mut self, callback: Callback, mv: Move) {
        use core::hint::black_box;
        match callback {
            Callback::LegalMoves => drop(black_box(self.game.legal_moves(self.spare))),
            Callback::ToMove => drop(black_box(self.game.to_move())),
            Callback::Outcome => drop(black_box(self.game.outcome())),
            Callback::Evaluate => drop(black_box(self.game.evaluate())),
            Callback::RandomMove => {
                let random = self.rng.bits();
                black_box(self.game.random_move(random, self.spare));
            }
            Callback::Weight => drop(black_box(self.game.weight(mv))),
            Callback::Prior => drop(black_box(self.game.prior(mv))),
            Callback::Order => drop(black_box(self.game.order(mv))),
            Callback::Noisy => drop(black_box(self.game.noisy(mv))),
            Callback::Hash => drop(black_box(self.game.hash())),
            Callback::FewPieces => drop(black_box(self.game.few_pieces())),
            Callback::Transition => drop(black_box(self.game.transition(mv))),
            Callback::Score => drop(black_box(self.game.score())),
            Callback::Features => drop(black_box(self.game.features(&mut [0; FEATURES_MAX]))),
            Callback::MoveText => drop(black_box(self.game.move_text(mv, &mut [0; super::TEXT_ROOM]))),
            _ => {}
        }
    }
}

/// Is it a question about a position, which leaves it as it is?
fn is_question(callback: Callback) -> bool {
    let changes = [Callback::Game, Callback::Initial, Callback::Make, Callback::Unmake, Callback::Pass];
    !changes.contains(&callback) && usize::from(callback.number()) < super::TIMED
}

fn sample_slot(place: usize) -> usize {
    LEVELS.wrapping_add(1).wrapping_add(place)
}

fn ratio(sum: u64, count: u32) -> f32 {
    if count == 0 { 0.0 } else { (sum as f64 / f64::from(count)) as f32 }
}

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
