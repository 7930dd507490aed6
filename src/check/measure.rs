//! What is counted and timed, and what would help most.

use super::look::Answers;
use super::report::{Report, push_tenths};
use super::{Callback, Checker, LEVELS, SAMPLES};
use crate::game::Move;
use crate::limits::Clock;
use crate::text::Text;
use core::ops::Range;

/// A callback is called again and again for at least so many milliseconds.
const LONG_ENOUGH_MS: u32 = 16;
/// Calls for each of the positions at most: where the clock stands still, that is the end.
const CALLS_MAX: u32 = 1 << 20;
/// Of a playout's time, what listing moves must take to be worth saving.
const WORTH_SAVING: f32 = 0.3;
/// Where there is no clock: moves of a position that are worth not listing.
const MANY_MOVES: f32 = 8.0;

/// What would help a search most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// The optional callback that is missing.
    pub callback: Callback,
    /// How many times as fast playouts become, at most; 0 where it is not a matter of speed, or
    /// nothing was timed.
    pub gain: f32,
}

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

    /// Writes it for a person, on one line.
    pub(super) fn explain(&self, out: &mut Text<'_>) {
        out.push_str("would help most:  ");
        out.push_str(self.callback.word());
        out.push_str(match self.callback {
            Callback::RandomMove => ": playouts would not list all moves to play one",
            Callback::Evaluate => ": alpha-beta is blind without it, and implicit minimax needs it",
            Callback::Hash => ": alpha-beta would know positions again that it has searched",
            Callback::Order => ": alpha-beta prunes the more, the earlier it tries good moves",
            _ => ": playouts would see wins and threats",
        });
        if self.gain > 0.0 {
            out.push_str(", and be up to ");
            push_tenths(self.gain, out);
            out.push_str(" times as fast");
        }
        out.push(b'\n');
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
            let elapsed = clock.now_ms().wrapping_sub(start);
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
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#[allow(clippy::arithmetic_side_effects)]
mod tests {
    use super::super::subject::{Difference, Region, SLOTS, Subject, TIMED};
    use super::super::{FAILED, Options, Room, check};
    use super::*;
    use core::cell::Cell;
    use std::boxed::Box;
    use std::rc::Rc;
    use std::string::String;

    /// Nanoseconds: what the game's functions take, all together.
    #[derive(Clone, Default)]
    struct Time(Rc<Cell<u64>>);

    impl Clock for Time {
        fn now_ms(&self) -> u32 {
            (self.0.get() / 1_000_000) as u32
        }
    }

    /// One takes 1 or 2 of 6 stones. Each function takes the time that it is told to.
    struct Paced {
        stones: u32,
        /// In which game this position is, from 1.
        game: u32,
        games: u32,
        saved: [(u32, u32); SLOTS],
        time: Time,
        costs: [u64; TIMED],
        /// What evaluate() takes more, times the number of the game.
        cost_of_game: u64,
        without: &'static [Callback],
    }

    const RESTORE: u64 = 200;

    impl Paced {
        fn new(without: &'static [Callback]) -> Self {
            let costs = core::array::from_fn(|number| 1000 + 300 * number as u64);
            let time = Time::default();
            Self { stones: 6, game: 0, games: 0, saved: [(6, 0); SLOTS], time, costs, cost_of_game: 0, without }
        }

        fn take(&self, callback: Callback) {
            self.time.0.set(self.time.0.get() + self.costs[usize::from(callback.number())]);
        }
    }

    impl Subject for Paced {
        fn max_moves(&self) -> usize {
            2
        }

        fn max_plies(&self) -> usize {
            6
        }

        fn max_score(&self) -> i32 {
            1
        }

        fn has(&self, callback: Callback) -> bool {
            !self.without.contains(&callback)
        }

        fn initial(&mut self) {
            (self.stones, self.games) = (6, self.games + 1);
            self.game = self.games;
        }

        fn save(&mut self, slot: usize) {
            self.saved[slot] = (self.stones, self.game);
        }

        fn restore(&mut self, slot: usize) {
            self.time.0.set(self.time.0.get() + RESTORE);
            (self.stones, self.game) = self.saved[slot];
        }

        fn difference(&self, slot: usize) -> Option<Difference> {
            (self.saved[slot].0 != self.stones).then_some(Difference::Somewhere)
        }

        fn move_elsewhere(&mut self) {}

        fn overrun(&mut self, _: Callback) -> Option<Region> {
            None
        }

        fn make(&mut self, mv: Move, _: usize) {
            assert!(mv.0 >= 1 && mv.0 <= self.stones.min(2), "{mv:?} of {}", self.stones);
            self.take(Callback::Make);
            self.stones -= mv.0;
        }

        fn unmake(&mut self, mv: Move, _: usize) {
            self.take(Callback::Unmake);
            self.stones += mv.0;
        }

        fn to_move(&mut self) -> i32 {
            self.take(Callback::ToMove);
            (self.stones % 2) as i32
        }

        fn outcome(&mut self) -> i32 {
            self.take(Callback::Outcome);
            i32::from(self.stones == 0)
        }

        fn legal_moves(&mut self, moves: &mut [Move]) -> u32 {
            self.take(Callback::LegalMoves);
            moves.fill(Move::NONE);
            (0..self.stones.min(2)).for_each(|index| moves[index as usize] = Move(index + 1));
            self.stones.min(2)
        }

        fn evaluate(&mut self) -> f32 {
            self.take(Callback::Evaluate);
            self.time.0.set(self.time.0.get() + self.cost_of_game * u64::from(self.game));
            0.0
        }

        fn random_move(&mut self, random: u32, _: &mut [Move]) -> Move {
            self.take(Callback::RandomMove);
            Move(1 + ((u64::from(random) * u64::from(self.stones.min(2))) >> 32) as u32)
        }

        fn weight(&mut self, _: Move) -> u32 {
            self.take(Callback::Weight);
            1
        }

        fn prior(&mut self, _: Move) -> f32 {
            self.take(Callback::Prior);
            0.5
        }

        fn order(&mut self, _: Move) -> i32 {
            self.take(Callback::Order);
            0
        }

        fn noisy(&mut self, _: Move) -> i32 {
            self.take(Callback::Noisy);
            0
        }

        fn hash(&mut self) -> u64 {
            self.take(Callback::Hash);
            super::super::look::mix(u64::from(self.stones))
        }

        fn pass(&mut self) -> i32 {
            0
        }

        fn few_pieces(&mut self) -> i32 {
            self.take(Callback::FewPieces);
            0
        }

        fn transition(&mut self, _: Move) -> i32 {
            self.take(Callback::Transition);
            1
        }

        fn score(&mut self) -> i32 {
            assert_eq!(self.stones, 0, "points of a game that goes on");
            self.take(Callback::Score);
            1
        }

        fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 {
            self.take(Callback::MoveText);
            text.fill(0);
            text[0] = b'0' + mv.0 as u8;
            1
        }
    }

    fn checked(game: &mut Paced, plies: u32, timed: bool) -> Report {
        let (mut room, mut report) = (Box::new(Room::<4, 64>::default()), Report::default());
        let clock = game.time.clone();
        let clock: Option<&dyn Clock> = if timed { Some(&clock) } else { None };
        check(game, room.memory(), &Options { seed: 3, plies }, clock, &mut report);
        assert!(report.findings().is_empty(), "{:?}", report.findings());
        report
    }

    fn is_about(found: f32, expected: u64) -> bool {
        (f64::from(found) - expected as f64).abs() <= 0.08 * expected as f64
    }

    #[test]
    fn each_function_is_timed_and_nothing_else() {
        let mut game = Paced::new(&[Callback::Prior]);
        let report = checked(&mut game, 200, true);
        let without = [Callback::Game, Callback::Initial, Callback::Pass, Callback::Prior];
        for &callback in Callback::ALL.iter().filter(|callback| usize::from(callback.number()) < TIMED) {
            let (found, number) = (report.time(callback), usize::from(callback.number()));
            match callback {
                _ if without.contains(&callback) => assert_eq!(found, 0.0, "{callback:?}"),
                // The difference of two times, each with an error of its own.
                Callback::Unmake => assert!((found - game.costs[number] as f32).abs() < 500.0, "{found}"),
                _ => assert!(is_about(found, game.costs[number]), "{callback:?}: {found}"),
            }
        }
        // A clock that stands still says nothing; no clock neither.
        game.costs = [0; TIMED];
        for report in [checked(&mut Paced::new(&[]), 200, false), checked(&mut game, 2, false)] {
            assert_eq!(report.nanoseconds, [0.0; TIMED]);
        }
        // Nothing is over, so that points cannot be asked for: of nothing there is nothing to time.
        let report = checked(&mut Paced::new(&[]), 1, true);
        assert!(report.time(Callback::Score) == 0.0 && report.time(Callback::Hash) > 0.0);
        assert_eq!(checked(&mut Paced::new(&[]), 0, true).nanoseconds, [0.0; TIMED]);
    }

    /// Of 2,000 positions eight are kept, each with the same chance: so they are of games from the
    /// first to the last.
    #[test]
    fn positions_to_time_are_from_all_games() {
        let mut game = Paced::new(&[]);
        (game.costs[usize::from(Callback::Evaluate.number())], game.cost_of_game) = (0, 1000);
        let report = checked(&mut game, 2000, true);
        let mean = report.time(Callback::Evaluate) / 1000.0 / game.games as f32;
        assert!((0.25..0.75).contains(&mean), "{mean}");
    }

    #[test]
    fn games_and_moves_are_counted() {
        let mut game = Paced::new(&[]);
        let report = checked(&mut game, 1000, false);
        // The last game may be broken off. With the last stone there is one move, before it two.
        let finished = report.results[0];
        assert_eq!((report.results, report.games, report.cut_off), ([finished, 0, 0], game.games, 0));
        assert!(finished == report.games || finished + 1 == report.games);
        assert_eq!((report.moves_max, report.longest), (2, 6));
        assert!(report.mean_moves > 1.6 && report.mean_moves < 1.95, "{}", report.mean_moves);
        assert!(report.mean_plies > 4.0 && report.mean_plies < 4.6, "{}", report.mean_plies); // 4.28 by hand
        assert_eq!([ratio(3, 2), ratio(0, 7), ratio(7, 0)], [1.5, 0.0, 0.0]);
    }

    fn advice(report: &Report, without: &[Callback]) -> Option<Advice> {
        Advice::of(report, |callback| !without.contains(&callback))
    }

    #[test]
    fn advice_is_the_first_that_is_missing() {
        let mut report = Report::default();
        (report.moves_max, report.mean_moves) = (5, 7.9);
        let all = [Callback::Evaluate, Callback::Hash, Callback::Order, Callback::Weight];
        assert_eq!(advice(&report, &[]), None);
        for missing in 0..all.len() {
            let expected = Some(Advice { callback: all[missing], gain: 0.0 });
            assert_eq!(advice(&report, &all[missing..]), expected);
        }
        assert_eq!(advice(&Report::default(), &all), None); // nothing was looked at
        // Drawing moves helps where a position has many; by a clock, where listing takes long.
        assert_eq!(advice(&report, &[Callback::RandomMove]), None);
        report.mean_moves = 8.0;
        let drawing = |gain| Some(Advice { callback: Callback::RandomMove, gain });
        assert_eq!(advice(&report, &[Callback::RandomMove, Callback::Hash]), drawing(0.0));
        assert_eq!(advice(&report, &[Callback::Hash]), Some(Advice { callback: Callback::Hash, gain: 0.0 }));
        for (list, make, outcome, gain) in
            [(300.0, 200.0, 500.0, Some(1.428)), (750.0, 150.0, 100.0, Some(4.0)), (299.0, 400.0, 301.0, None)]
        {
            report.set_time(Callback::LegalMoves, list);
            report.set_time(Callback::Make, make);
            report.set_time(Callback::Outcome, outcome);
            let found = advice(&report, &[Callback::RandomMove]);
            assert_eq!(found.is_some(), gain.is_some(), "{found:?}");
            assert!(found.is_none_or(|found| (found.gain - gain.unwrap()).abs() < 0.001), "{found:?}");
        }
    }

    #[test]
    fn advice_says_what_for() {
        let said = |callback, gain| {
            let mut bytes = [0; 200];
            let mut text = Text::new(&mut bytes);
            Advice { callback, gain }.explain(&mut text);
            String::from(text.as_str())
        };
        for (callback, what_for) in [
            (Callback::RandomMove, "list all moves"),
            (Callback::Evaluate, "alpha-beta is blind without it"),
            (Callback::Hash, "would know positions again"),
            (Callback::Order, "prunes the more"),
            (Callback::Weight, "wins and threats"),
        ] {
            let text = said(callback, 0.0);
            assert!(text.contains(callback.word()) && text.contains(what_for) && !text.contains("as fast"), "{text}");
        }
        assert!(said(Callback::RandomMove, 1.43).ends_with(", and be up to 1.4 times as fast\n"));
    }

    #[test]
    fn faults_are_all_that_was_found_each_time() {
        let mut report = Report::default();
        assert_eq!(report.faults(), 0);
        for times in [1, 5, 2] {
            assert!(report.push(super::super::Finding { times, ..Default::default() }));
        }
        assert_eq!((report.faults(), FAILED), (8, i32::MIN));
    }
}
