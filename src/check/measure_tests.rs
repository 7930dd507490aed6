//! Tests the times, the counts and the advice in a report. In the test game, each function takes a
//! known time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

use super::super::game_under_test::{Difference, GameUnderTest, Region, SLOTS, TIMED};
use super::super::{CHANCE, FAILED, Options, Room, check};
use super::*;
use crate::games::testing::text_of;
use core::cell::Cell;
use std::boxed::Box;
use std::rc::Rc;

/// The total time in nanoseconds that the functions of the game have needed so far.
#[derive(Clone, Default)]
struct Time(Rc<Cell<u64>>);

impl Clock for Time {
    fn now_ms(&self) -> u32 {
        (self.0.get() / 1_000_000) as u32
    }

    fn now_us(&self) -> Option<u32> {
        Some((self.0.get() / 1000) as u32)
    }
}

/// A game with 6 stones, in which a move takes 1 or 2 stones. `costs` has the time that each
/// function takes.
struct Paced {
    stones: u32,
    /// The number of the game to which this position belongs, counted from 1.
    game: u32,
    games: u32,
    saved: [(u32, u32); SLOTS],
    time: Time,
    costs: [u64; TIMED],
    /// The additional time of evaluate() is this number, multiplied by the number of the game.
    cost_of_game: u64,
    without: &'static [Callback],
    has_net: bool,
    /// True if a chance event takes stones when the number of stones is odd.
    has_chance: bool,
}

const RESTORE: u64 = 200;

impl Paced {
    fn new(without: &'static [Callback]) -> Self {
        let costs = core::array::from_fn(|number| 1000 + 300 * number as u64);
        let time = Time::default();
        Self {
            stones: 6,
            game: 0,
            games: 0,
            saved: [(6, 0); SLOTS],
            time,
            costs,
            cost_of_game: 0,
            without,
            has_net: false,
            has_chance: false,
        }
    }

    fn take(&self, callback: Callback) {
        if self.has_chance && self.stones > 0 {
            assert!(callback.is_for(self.stones % 2 == 1), "{} with {} stones", callback.word(), self.stones);
        }
        self.time.0.set(self.time.0.get() + self.costs[usize::from(callback.number())]);
    }
}

impl GameUnderTest for Paced {
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
        match callback {
            Callback::Chance => self.has_chance,
            Callback::Returns | Callback::EvaluateFor => false,
            _ => !self.without.contains(&callback),
        }
    }

    fn has_net(&self) -> bool {
        self.has_net
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
        if self.has_chance && self.stones % 2 == 1 { CHANCE } else { (self.stones % 2) as i32 }
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
        crate::base::bits::mix(u64::from(self.stones))
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

    fn chance(&mut self, _: Move) -> u32 {
        self.take(Callback::Chance);
        1
    }

    fn score(&mut self) -> i32 {
        assert_eq!(self.stones, 0, "points of a game that goes on");
        self.take(Callback::Score);
        1
    }

    fn features(&mut self, features: &mut [u8]) -> i32 {
        assert_ne!(self.stones, 0, "features of a game that is over");
        self.take(Callback::Features);
        features[0] = 1;
        0
    }

    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32 {
        self.take(Callback::MoveText);
        text.fill(0);
        text[0] = b'0' + mv.0 as u8;
        1
    }
}

fn checked(game: &mut Paced, plies: u32, timed: bool) -> Report {
    let clock = game.time.clone();
    checked_by(game, plies, if timed { Some(&clock) } else { None })
}

fn checked_by(game: &mut Paced, plies: u32, clock: Option<&dyn Clock>) -> Report {
    let (mut room, mut report) = (Box::new(Room::<4, 64>::default()), Report::default());
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
    for has_chance in [true, false] {
        game = Paced { has_chance, ..Paced::new(&[Callback::Prior]) };
        let report = checked(&mut game, 200, true);
        let of_players = [Callback::Returns, Callback::EvaluateFor];
        let without = [&[Callback::Game, Callback::Initial, Callback::Pass, Callback::Prior][..], &of_players].concat();
        for &callback in Callback::ALL.iter().filter(|callback| usize::from(callback.number()) < TIMED) {
            let (found, number) = (report.time(callback), usize::from(callback.number()));
            match callback {
                _ if without.contains(&callback) => assert_eq!(found, 0.0, "{callback:?}"),
                Callback::Chance if !has_chance => assert_eq!(found, 0.0),
                // The time of unmake() is the difference of two measured times, and both have
                // errors.
                Callback::Unmake => assert!((found - game.costs[number] as f32).abs() < 500.0, "{found}"),
                _ => assert!(is_about(found, game.costs[number]), "{callback:?}: {found}"),
            }
        }
    }
    // Without a clock, or with a clock that does not advance, nothing is timed.
    game.costs = [0; TIMED];
    for report in [checked(&mut Paced::new(&[]), 200, false), checked(&mut game, 2, false)] {
        assert_eq!(report.nanoseconds, [0.0; TIMED]);
    }
    // If no tested position is over, score() cannot be called. If no position is tested, nothing is
    // timed.
    let report = checked(&mut Paced::new(&[]), 1, true);
    assert!(report.time(Callback::Score) == 0.0 && report.time(Callback::Hash) > 0.0);
    assert_eq!(checked(&mut Paced::new(&[]), 0, true).nanoseconds, [0.0; TIMED]);
}

/// The check keeps eight of 2,000 positions for timing. All positions must be equally likely to be
/// kept. So some of the eight must be from early games, and some from late games.
#[test]
fn positions_to_time_are_from_all_games() {
    let mut game = Paced::new(&[]);
    (game.costs[usize::from(Callback::Evaluate.number())], game.cost_of_game) = (0, 1000);
    let report = checked(&mut game, 2000, true);
    let mean = report.time(Callback::Evaluate) / 1000.0 / game.games as f32;
    assert!((0.25..0.75).contains(&mean), "{mean}");
}

/// In a game with chance events, a player is to move in four of the samples, and a chance event
/// comes next in the other four. All positions of the same kind must be equally likely to be kept.
#[test]
fn half_of_the_positions_to_time_are_chance_events() {
    let kept = |seed, plies| {
        let mut game = Paced { has_chance: true, ..Paced::new(&[]) };
        let (mut room, mut report) = (Box::new(Room::<4, 64>::default()), Report::default());
        check(&mut game, room.memory(), &Options { seed, plies }, None, &mut report);
        let kept = game.saved[sample_slot(0)..sample_slot(END)].to_vec();
        (kept, f64::from(game.games))
    };
    for plies in 1..200 {
        let (kept, _) = kept(3, plies);
        for (index, &(stones, game)) in kept.iter().enumerate() {
            assert!(game == 0 || (stones % 2 == 1) == (index >= 4), "{plies}: {kept:?}");
            assert!(game > 0 || plies < 40, "{plies}: {kept:?}");
        }
    }
    let (mut means, mut rounds) = ([0.0; 2], 0.0);
    for seed in 0..40 {
        let (kept, games) = kept(seed, 500);
        rounds += 4.0 * games;
        means[0] += kept[..4].iter().map(|&(_, game)| f64::from(game)).sum::<f64>();
        means[1] += kept[4..].iter().map(|&(_, game)| f64::from(game)).sum::<f64>();
    }
    for mean in means {
        assert!((mean / rounds - 0.5).abs() < 0.1, "{mean} {rounds}");
    }
}

/// A clock that advances by one millisecond each time it is read.
#[derive(Default)]
struct Ticking(Cell<u32>);

impl Clock for Ticking {
    fn now_ms(&self) -> u32 {
        self.0.replace(self.0.get() + 1)
    }
}

#[test]
fn without_a_position_or_a_clock_that_goes_nothing_is_timed() {
    assert_eq!(checked_by(&mut Paced::new(&[]), 0, Some(&Ticking::default())).nanoseconds, [0.0; TIMED]);
    // If the clock does not advance during the first measurement, the check must not time the
    // callbacks. Then it must call evaluate() as often as without a clock.
    let asked = |clock| {
        let mut game = Paced::new(&[]);
        game.costs = [0; TIMED];
        game.costs[usize::from(Callback::Evaluate.number())] = 1 << 40; // restoring is short compared to it
        checked_by(&mut game, 2, clock);
        game.time.0.get() >> 40
    };
    assert!(asked(None) > 0);
    assert_eq!(asked(Some(&Time::default())), asked(None));
}

#[test]
fn the_first_eight_positions_are_all_kept() {
    for plies in 1..16 {
        let mut game = Paced::new(&[]);
        let report = checked(&mut game, plies, false);
        let ongoing = plies - report.results[0];
        let kept = game.saved[sample_slot(0)..sample_slot(END)].iter().filter(|&&(_, game)| game > 0).count();
        assert_eq!(kept, SAMPLES.min(ongoing as usize), "{plies}");
    }
}

#[test]
fn games_and_moves_are_counted() {
    let mut game = Paced::new(&[]);
    let report = checked(&mut game, 1000, false);
    // The last game may be unfinished. A position has one move if one stone is left, and two moves
    // if there are more stones.
    let finished = report.results[0];
    assert_eq!((report.results, report.games, report.cut_off), ([finished, 0, 0], game.games, 0));
    assert!(finished == report.games || finished + 1 == report.games);
    assert_eq!((report.moves_max, report.longest), (2, 6));
    assert!(report.mean_moves > 1.6 && report.mean_moves < 1.95, "{}", report.mean_moves);
    assert!(report.mean_plies > 4.0 && report.mean_plies < 4.6, "{}", report.mean_plies); // 4.28 by hand
    assert_eq!([ratio(3, 2), ratio(0, 7), ratio(7, 0)], [1.5, 0.0, 0.0]);
}

fn advice(report: &Report, without: &'static [Callback]) -> Option<Advice> {
    slowed_advice(report, 1.0, without)
}

/// Returns the advice for a machine with noise. In the median round, calls take `times` times as
/// long as in the fastest round.
fn slowed_advice(report: &Report, times: f32, without: &'static [Callback]) -> Option<Advice> {
    let game = Paced { has_net: true, ..Paced::new(without) };
    Advice::of(report, |callback| report.time(callback) * times, &game)
}

#[test]
fn advice_is_the_first_that_is_missing() {
    let mut report = Report::default();
    (report.moves_max, report.mean_moves) = (5, 7.9);
    let all: &[Callback] = &[Callback::Evaluate, Callback::Hash, Callback::Order, Callback::Weight];
    assert_eq!(advice(&report, &[]), None);
    for missing in 0..all.len() {
        let expected = Some(Advice { callback: all[missing], gain: 0.0 });
        assert_eq!(advice(&report, &all[missing..]), expected);
    }
    assert_eq!(advice(&Report::default(), all), None); // no position was tested
    // Without a clock, random_move() is advised if positions have many moves. With a clock, it is
    // advised if listing moves is slow.
    assert_eq!(advice(&report, &[Callback::RandomMove]), None);
    report.mean_moves = 8.0;
    let drawing = |gain| Some(Advice { callback: Callback::RandomMove, gain });
    assert_eq!(advice(&report, &[Callback::RandomMove, Callback::Hash]), drawing(0.0));
    assert_eq!(advice(&report, &[Callback::Hash]), Some(Advice { callback: Callback::Hash, gain: 0.0 }));
    for (list, make, outcome, gain) in [
        (300.0, 200.0, 500.0, Some(1.4)),
        (500.0, 0.0, 500.0, Some(2.0)),
        (499.0, 1.0, 500.0, Some(1.4)),
        (750.0, 150.0, 100.0, Some(3.0)),
        (800.0, 150.0, 50.0, Some(5.0)),
        (999.0, 0.0, 0.0, Some(10.0)),
        (299.0, 400.0, 301.0, None),
    ] {
        report.set_time(Callback::LegalMoves, list);
        report.set_time(Callback::Make, make);
        report.set_time(Callback::Outcome, outcome);
        let found = advice(&report, &[Callback::RandomMove]);
        assert_eq!(found.is_some(), gain.is_some(), "{found:?}");
        assert!(found.is_none_or(|found| (found.gain - gain.unwrap()).abs() < 0.001), "{found:?}");
    }
}

/// random_move() must be advised only if listing moves certainly takes a large share of a playout's
/// time. If make() and outcome() take longer in the median round, this is less certain.
#[test]
fn no_advice_within_the_noise() {
    let mut report = Report::default();
    report.moves_max = 5;
    report.set_time(Callback::LegalMoves, 310.0);
    report.set_time(Callback::Make, 400.0);
    report.set_time(Callback::Outcome, 300.0);
    for (slower, is_given) in [(1.0, true), (1.03, true), (1.04, false)] {
        let found = slowed_advice(&report, slower, &[Callback::RandomMove]);
        assert_eq!(found.is_some(), is_given, "{slower}");
    }
}

/// On a machine that also does other work, a call sometimes takes much longer. Such calls must not
/// change the reported times.
#[test]
fn the_fastest_round_counts() {
    struct Busy(Time, Cell<u64>);
    impl Clock for Busy {
        fn now_ms(&self) -> u32 {
            self.1.set(self.1.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
            let waited = if self.1.get() >> 60 == 0 { 30_000_000 } else { 0 };
            self.0.0.set(self.0.0.get() + waited);
            self.0.now_ms()
        }

        fn now_us(&self) -> Option<u32> {
            self.now_ms();
            self.0.now_us()
        }
    }
    let mut game = Paced::new(&[]);
    let clock = Busy(game.time.clone(), Cell::new(1));
    let report = checked_by(&mut game, 200, Some(&clock));
    for callback in [Callback::LegalMoves, Callback::Outcome, Callback::Evaluate, Callback::Hash] {
        let (found, number) = (report.time(callback), usize::from(callback.number()));
        assert!(is_about(found, game.costs[number]), "{callback:?}: {found}");
    }
}

#[test]
fn a_net_is_advised_where_there_are_features_and_an_evaluation() {
    use Callback::{Evaluate, Features, Hash, Order};
    for (without, has_net, advised) in [
        (&[][..], false, Some(Features)),
        (&[Order], false, Some(Features)),
        (&[Order], true, Some(Order)),
        (&[Hash], false, Some(Hash)),
        (&[Evaluate], false, Some(Evaluate)),
        (&[Features], false, None),
        (&[], true, None),
    ] {
        let report = checked(&mut Paced { has_net, ..Paced::new(without) }, 10, false);
        assert_eq!(report.advice.map(|advice| advice.callback), advised, "{without:?} {has_net}");
    }
}

#[test]
fn advice_says_what_for() {
    let said = |callback, gain| text_of(200, |out| Advice { callback, gain }.explain(out));
    for (callback, what_for) in [
        (Callback::RandomMove, "list all moves for each move"),
        (Callback::Evaluate, "alpha-beta and implicit minimax need it"),
        (Callback::Hash, "would recognise positions"),
        (Callback::Features, "could train a net"),
        (Callback::Order, "prunes more"),
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
