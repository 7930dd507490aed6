//! Counts moves and plies, times the functions of a game, and finds the missing function that would
//! help most.

use super::probe_position::Answers;
use super::report::{Advice, Report};
use super::{Callback, Checker, GameUnderTest, LEVELS, SAMPLES, TIMED};
use crate::base::FEATURES_MAX;
use crate::game::Move;
use crate::time::limits::{Clock, ticks_between};

/// The number of rounds. In each round, every callback is timed once. Other work on the machine
/// makes calls slower, but never faster. So the fastest round gives the time of a call. Its
/// difference from the median round shows the noise.
const ROUNDS: usize = 5;
/// In each round, a callback is called again and again for at least this time: 2,000 microseconds,
/// or 16 milliseconds if the clock counts only milliseconds.
const LONG_ENOUGH_US: u32 = 2_000;
const LONG_ENOUGH_MS: u32 = 16;
/// Each position gets at most this many calls. The limit ends the loop if the clock does not
/// advance.
const CALLS_MAX: u32 = 1 << 20;
/// The check recommends random_move() if a playout spends at least this share of its time on
/// listing moves.
const WORTH_SAVING: f32 = 0.3;
/// The factors that a report can give for faster playouts. The report gives the largest factor that
/// the measured times support.
const GAINS: [f32; 5] = [1.4, 2.0, 3.0, 5.0, 10.0];
/// Without a clock, the check recommends random_move() if positions have at least this many moves
/// on average.
const MANY_MOVES: f32 = 8.0;

impl Advice {
    /// Returns the most useful callback that is missing.
    ///
    /// The first candidate is random_move(). It is useful if listing moves takes at least 3/10 of a
    /// playout's time. The times are noisy. So that the advice is certain, the time of listing
    /// moves is from the fastest round (`report`), but the times of make() and outcome() are from
    /// the median round (`typical`). Without a clock, random_move() is useful if positions have at
    /// least 8 moves on average.
    ///
    /// The next candidates are evaluate(), hash(), a net (if the game has features()), order() and
    /// weight().
    fn of(report: &Report, typical: impl Fn(Callback) -> f32, game: &dyn GameUnderTest) -> Option<Self> {
        let has = |callback| game.has(callback);
        let list = report.time(Callback::LegalMoves);
        let others = typical(Callback::Make) + typical(Callback::Outcome);
        let is_timed = list > 0.0;
        let many = if is_timed { list >= WORTH_SAVING * (list + others) } else { report.mean_moves >= MANY_MOVES };
        if many && !has(Callback::RandomMove) {
            let gain = if is_timed { certain_gain((list + others) / others.max(1e-3)) } else { 0.0 };
            return Some(Self { callback: Callback::RandomMove, gain });
        }
        let evaluate = if game.players() == 2 { Callback::Evaluate } else { Callback::EvaluateFor };
        let others = [evaluate, Callback::Hash, Callback::Features, Callback::Order, Callback::Weight];
        let lacks = |callback| match callback {
            Callback::Features => has(callback) && !game.has_net(),
            _ => !has(callback),
        };
        let missing = others.into_iter().find(|&callback| lacks(callback))?;
        (report.moves_max > 0).then_some(Self { callback: missing, gain: 0.0 })
    }
}

fn certain_gain(gain: f32) -> f32 {
    GAINS.into_iter().rfind(|&step| gain >= step).unwrap_or_default()
}

/// Sums collected during the check.
#[derive(Default)]
pub(super) struct Counts {
    /// The total number of legal moves in all positions that are not over, and the number of these
    /// positions.
    moves: u64,
    ongoing: u32,
    /// The number of plies of all games that ended.
    plies: u64,
}

/// The positions that are used to time callbacks, and a legal move of each position. If the game
/// has chance events, a player is to move in the first half of the positions, and a chance event
/// comes next in the second half. Otherwise a player is to move in all positions.
#[derive(Default)]
pub(super) struct Samples {
    /// The numbers of positions that could have become samples: positions of players, and positions
    /// with a chance event.
    offered: [u32; 2],
    moves: [Move; SAMPLES],
    /// Bit `n` is set if the sample at index `n` exists.
    kept: u16,
    /// True if the sample at [`END`], a position that is over, exists.
    has_end: bool,
}

/// If the game has chance events, the samples with a chance event have the indices from `HALF` on.
const HALF: usize = SAMPLES / 2;
const OF_CHANCE: u16 = !0 << HALF;

/// The index of the sample that is a finished position. It is after the other samples, and has no
/// move.
const END: usize = SAMPLES;

impl Report {
    /// Returns the number of mistakes found so far. Repeated mistakes count each time.
    pub(super) fn faults(&self) -> u32 {
        self.findings().iter().fold(0, |sum, finding| finding.times.saturating_add(sum))
    }

    /// The time of a call of this callback in nanoseconds; 0 if the callback was not timed.
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
    /// Makes this position a sample for timing, with a probability such that all positions of the
    /// check are equally likely to be kept (reservoir sampling). Positions with a chance event are
    /// sampled separately.
    pub(super) fn keep_sample(&mut self, first: &Answers) {
        let (start, room) = match self.game.has(Callback::Chance) {
            true if first.is_chance() => (HALF, SAMPLES.saturating_sub(HALF)),
            true => (0, HALF),
            false => (0, SAMPLES),
        };
        let Some(offered) = self.samples.offered.get_mut(usize::from(first.is_chance())) else { return };
        let next = *offered as usize;
        *offered = offered.saturating_add(1);
        let place = if next < room { next } else { self.rng.below(*offered) as usize };
        if place >= room {
            return;
        }
        let place = start.saturating_add(place);
        let Some(slot) = self.samples.moves.get_mut(place) else { return };
        let index = self.rng.below(first.count as u32) as usize;
        *slot = self.moves.get(index).copied().unwrap_or(Move::NONE);
        self.samples.kept |= 1 << place;
        self.game.save(sample_slot(place));
    }

    /// Stores this finished position as the sample for score(). It replaces an earlier finished
    /// position.
    pub(super) fn keep_end(&mut self) {
        self.samples.has_end = true;
        self.game.save(sample_slot(END));
    }

    /// Counts the moves of a position that is not over.
    pub(super) fn count_moves(&mut self, count: usize) {
        self.counts.moves = self.counts.moves.saturating_add(count as u64);
        self.counts.ongoing = self.counts.ongoing.saturating_add(1);
        self.report.moves_max = self.report.moves_max.max(count as u32);
    }

    /// Counts a finished game. `outcome` is 1, 2 or 3.
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

    /// Times the callbacks and chooses the advice.
    pub(super) fn measure(&mut self, clock: Option<&dyn Clock>) {
        self.note_means();
        let mut times = Times::default();
        if let Some(clock) = clock
            && self.samples.kept != 0
        {
            let _ = self.time_all(clock, &mut times);
        }
        let typical = |callback: Callback| times.of(callback, ROUNDS / 2);
        self.report.advice = Advice::of(self.report, typical, self.game);
    }

    /// Measures all callbacks and writes the times to the report, unless the clock does not
    /// advance.
    fn time_all(&mut self, clock: &dyn Clock, times: &mut Times) -> Option<()> {
        for round in 0..ROUNDS {
            self.time_round(clock, round, times)?;
        }
        times.sort();
        for &callback in Callback::ALL.iter().filter(|&&callback| usize::from(callback.number()) < TIMED) {
            self.report.set_time(callback, times.of(callback, 0));
        }
        Some(())
    }

    /// Times each callback once. `None` if the clock does not advance.
    fn time_round(&mut self, clock: &dyn Clock, round: usize, times: &mut Times) -> Option<()> {
        let ongoing = self.samples.kept;
        let (of_players, of_chance) = match self.game.has(Callback::Chance) {
            true => (ongoing & !OF_CHANCE, ongoing & OF_CHANCE),
            false => (ongoing, 0),
        };
        let ended = u16::from(self.samples.has_end) << END;
        let restore = |checker: &mut Self, _, place| checker.game.restore(sample_slot(place));
        self.time(clock, times.slot(RESTORE, round)?, ongoing, restore)?;
        let both = |checker: &mut Self, mv, _| {
            checker.game.make(mv, 0);
            checker.game.unmake(mv, 0);
        };
        self.time(clock, times.slot(number(Callback::Unmake), round)?, ongoing, both)?;
        let make = |checker: &mut Self, mv, place| {
            checker.game.make(mv, 0);
            checker.game.restore(sample_slot(place));
        };
        self.time(clock, times.slot(number(Callback::Make), round)?, ongoing, make)?;
        for &callback in Callback::ALL.iter().filter(|&&callback| is_question(callback)) {
            let places = match callback {
                Callback::Score => ended,
                _ if !callback.is_for(true) => of_players,
                _ if !callback.is_for(false) => of_chance,
                _ => ongoing,
            };
            if self.game.has(callback) && places != 0 {
                let ask = |checker: &mut Self, mv, _| checker.call(callback, mv);
                self.time(clock, times.slot(number(callback), round)?, places, ask)?;
            }
        }
        Some(())
    }

    /// Measures the mean time of a call in nanoseconds. Bit `n` of `places` is set if the sample at
    /// index `n` is used. Starts with the number of calls of the previous round, and doubles this
    /// number until the calls take long enough.
    fn time(
        &mut self,
        clock: &dyn Clock,
        (calls, nanoseconds): (&mut u32, &mut f32),
        places: u16,
        call: impl Fn(&mut Self, Move, usize),
    ) -> Option<()> {
        loop {
            let start = Ticks::now(clock);
            for place in (0..=END).filter(|&place| places >> place & 1 != 0) {
                let mv = self.samples.moves.get(place).copied().unwrap_or(Move::NONE);
                self.game.restore(sample_slot(place));
                (0..*calls).for_each(|_| call(self, mv, place));
            }
            let end = Ticks::now(clock);
            let elapsed = ticks_between(start.count, end.count);
            if elapsed >= end.long_enough() || *calls >= CALLS_MAX {
                let all = *calls as f32 * places.count_ones() as f32;
                *nanoseconds = elapsed as f32 * end.nanoseconds() / all;
                return (elapsed > 0).then_some(());
            }
            *calls = calls.saturating_mul(2);
        }
    }

    fn call(&mut self, callback: Callback, mv: Move) {
        use core::hint::black_box;
        match callback {
            Callback::LegalMoves => drop(black_box(self.game.legal_moves(self.spare))),
            Callback::ToMove => drop(black_box(self.game.to_move())),
            Callback::Outcome => drop(black_box(self.game.outcome())),
            Callback::Evaluate => drop(black_box(self.game.evaluate())),
            Callback::EvaluateFor => drop(black_box(self.game.evaluate_for(0))),
            Callback::Returns => drop(black_box(self.game.returns(0))),
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
            Callback::Chance => drop(black_box(self.game.chance(mv))),
            Callback::Score => drop(black_box(self.game.score())),
            Callback::Features => drop(black_box(self.game.features(&mut [0; FEATURES_MAX]))),
            Callback::MoveText => drop(black_box(self.game.move_text(mv, &mut [0; super::TEXT_ROOM]))),
            _ => {}
        }
    }
}

/// A reading of the clock.
struct Ticks {
    count: u32,
    is_fine: bool,
}

impl Ticks {
    fn now(clock: &dyn Clock) -> Self {
        let fine = clock.now_us();
        Self { count: fine.unwrap_or_else(|| clock.now_ms()), is_fine: fine.is_some() }
    }

    fn long_enough(&self) -> u32 {
        if self.is_fine { LONG_ENOUGH_US } else { LONG_ENOUGH_MS }
    }

    /// The nanoseconds of one tick.
    fn nanoseconds(&self) -> f32 {
        if self.is_fine { 1e3 } else { 1e6 }
    }
}

/// The index at which the time of restoring a position is stored. It is after the numbers of all
/// timed callbacks.
const RESTORE: usize = TIMED;

/// The time of a call in nanoseconds, for each callback number and each round. The time of make()
/// includes restoring the position. The time of unmake() includes make().
struct Times {
    calls: [u32; TIMED + 1],
    rounds: [[f32; ROUNDS]; TIMED + 1],
}

impl Default for Times {
    fn default() -> Self {
        Self { calls: [1; TIMED + 1], rounds: [[0.0; ROUNDS]; TIMED + 1] }
    }
}

impl Times {
    fn slot(&mut self, number: usize, round: usize) -> Option<(&mut u32, &mut f32)> {
        Some((self.calls.get_mut(number)?, self.rounds.get_mut(number)?.get_mut(round)?))
    }

    /// Sorts the times of each callback, fastest first.
    fn sort(&mut self) {
        self.rounds.iter_mut().for_each(|rounds| rounds.sort_unstable_by(f32::total_cmp));
    }

    /// Returns the time of a call of this callback alone, in nanoseconds, in one round. After
    /// sorting, `place` 0 is the fastest round. 0 if the callback was not timed.
    fn of(&self, callback: Callback, place: usize) -> f32 {
        let time = |number: usize| self.rounds.get(number).and_then(|rounds| rounds.get(place)).copied().unwrap_or(0.0);
        let make = (time(number(Callback::Make)) - time(RESTORE)).max(0.0);
        match callback {
            Callback::Make => make,
            Callback::Unmake => (time(number(Callback::Unmake)) - make).max(0.0),
            _ => time(number(callback)),
        }
    }
}

fn number(callback: Callback) -> usize {
    usize::from(callback.number())
}

/// True if the callback only reads the position.
fn is_question(callback: Callback) -> bool {
    let changes = [Callback::Game, Callback::Initial, Callback::Make, Callback::Unmake, Callback::Pass];
    !changes.contains(&callback) && number(callback) < TIMED
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
