//! Tests that a search in slices equals a search in one piece. Also plays games with a simulated
//! clock.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::{TicTacToe, with_player};
use core::cell::Cell;
use core::sync::atomic::{AtomicBool, Ordering};
use imm::Slot;
use imm::alphabeta;
use imm::game::knowledge::Knowledge;
use imm::game::value::Proof;
use imm::game::{Game, Move};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::games::othello::Othello;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player;
use imm::report::Report;
use imm::search::{Search, SearchError, SlicedSearch};
use imm::time::limits::{Clock, Limits, Stop};
use imm::time::pacing::{Budget, GameClock};
use imm::time::sliced::{on_clock, watched};

/// A clock that advances by `step_us` microseconds at each reading. `step_us` must be at least
/// 1000, except with microsecond resolution. A search reads the clock about once per simulation, so
/// a simulation takes about `step_us` microseconds.
struct Steps {
    now_us: Cell<u64>,
    step_us: u64,
    is_fine: bool,
}

impl Steps {
    fn new(step_us: u64) -> Self {
        // The clock starts 3 ms before its wrap-around.
        Self { now_us: Cell::new((u64::from(u32::MAX) - 3) * 1000), step_us, is_fine: false }
    }

    /// Returns a clock with microsecond resolution.
    fn fine(step_us: u64) -> Self {
        Self { now_us: Cell::new(u64::from(u32::MAX) - 30), step_us, is_fine: true }
    }

    fn step(&self) -> u64 {
        self.now_us.set(self.now_us.get() + self.step_us);
        self.now_us.get()
    }
}

impl Clock for Steps {
    fn now_ms(&self) -> u32 {
        (self.step() / 1000) as u32
    }

    fn now_us(&self) -> Option<u32> {
        self.is_fine.then(|| self.step() as u32)
    }
}

/// Searches within `limits`, with a progress report every `every_ms` milliseconds. Returns the
/// final report and the progress reports.
fn watch<'m>(search: &mut impl Search<'m>, clock: &Steps, limits: &Limits, every_ms: u32) -> (Report, Vec<Report>) {
    let (stop, mut shown) = (AtomicBool::new(false), Vec::new());
    let show = |report: &Report| shown.push(*report);
    let report = watched(&mut SlicedSearch { search, clock, stop: &stop, show }, limits, every_ms).unwrap();
    (report, shown)
}

/// Searches for a move within `budget`, as in a game with a clock.
fn think<'m>(search: &mut impl Search<'m>, clock: &Steps, budget: Budget) -> Result<Report, SearchError> {
    let stop = AtomicBool::new(false);
    on_clock(&mut SlicedSearch { search, clock, stop: &stop, show: |_: &Report| () }, budget, None)
}

/// Runs `body` on a tree search of `start`.
fn with_tree<G: Knowledge + Clone, R>(start: &G, player: &str, body: impl FnOnce(&mut TreeSearch<'_, G>) -> R) -> R {
    let config = player::parse(player).unwrap().tree().unwrap();
    let mut slots = vec![Slot::default(); 20_000];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    body(&mut TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap())
}

fn with_depth<R>(body: impl FnOnce(&mut alphabeta::AlphaBeta<'_, Kalah>) -> R) -> R {
    with_player(&Kalah::default(), &alphabeta::Config::default(), 40, 0, body)
}

/// Checks that a search in one piece and a search in slices give equal reports, except for the
/// time.
fn compare<'a, 'b>(whole: &mut impl Search<'a>, sliced: &mut impl Search<'b>, limits: &Limits) {
    let (clock, other) = (Steps::new(1000), Steps::new(1000));
    whole.search(limits, Some(&other), &AtomicBool::new(false)).unwrap();
    let expected = whole.report().unwrap();
    let (report, shown) = watch(sliced, &clock, limits, 7);
    assert!(shown.len() > 3, "{}", shown.len());
    assert_eq!(report, Report { elapsed_ms: report.elapsed_ms, ..expected });
    assert_eq!(sliced.report().unwrap(), report);
    for pair in shown.windows(2) {
        assert!(pair[0].iterations < pair[1].iterations && pair[0].elapsed_ms + 7 <= pair[1].elapsed_ms);
        assert!(pair[0].depth <= pair[1].depth && pair[1].stop.is_none());
    }
}

#[test]
fn slices_add_up_to_the_same_search() {
    let game = Breakthrough::new(5, 5).unwrap();
    for player in ["mcts()", "mcts(im0.4)", "bfm(c0.5)"] {
        for limits in [
            Limits::iterations(4000),
            Limits { nodes: 3000, ..Limits::default() },
            Limits { depth: 3, ..Limits::iterations(4000) },
        ] {
            with_tree(&game, player, |whole| with_tree(&game, player, |sliced| compare(whole, sliced, &limits)));
        }
    }
    for limits in [Limits::iterations(20_000), Limits { depth: 6, ..Limits::default() }] {
        with_depth(|whole| with_depth(|sliced| compare(whole, sliced, &limits)));
    }
}

#[test]
fn a_nodes_limit_out_of_reach_ends_a_watched_search_too() {
    with_tree(&TicTacToe::default(), "mcts(nosolver)", |search| {
        let clock = Steps::new(1000);
        let limits = Limits { nodes: 19_000, depth: 1, ..Limits::default() };
        let (report, _) = watch(search, &clock, &limits, 50);
        assert_eq!((report.stop, report.iterations), (Some(Stop::Iterations), 19_000 * 16));
    });
}

#[test]
fn time_and_flag_end_a_watched_search() {
    with_tree(&Breakthrough::default(), "mcts()", |search| {
        let clock = Steps::new(1000);
        let (report, shown) = watch(search, &clock, &Limits::time_ms(100), 10);
        assert_eq!(report.stop, Some(Stop::Time));
        assert!((100..=105).contains(&report.elapsed_ms), "{report:?}");
        assert!((6..=10).contains(&shown.len()), "{}", shown.len());
        let (stop, mut shows) = (AtomicBool::new(false), 0);
        let show = |_: &Report| {
            shows += 1;
            stop.store(shows == 3, Ordering::Relaxed);
        };
        let mut sliced = SlicedSearch { search: &mut *search, clock: &clock, stop: &stop, show };
        let report = watched(&mut sliced, &Limits::time_ms(100_000), 10).unwrap();
        assert_eq!((report.stop, shows), (Some(Stop::Flag), 3));
        let (report, _) = watch(search, &clock, &Limits::time_ms(0), 10);
        assert_eq!((report.stop, report.iterations), (Some(Stop::Time), 1));
    });
}

/// Each clock reading takes 3 us. A search must end at most 20 us after its time limit, in slices
/// and in one piece, even when the clock wraps around.
#[test]
fn a_clock_in_microseconds_times_searches_to_a_few_of_them() {
    with_tree(&Breakthrough::default(), "mcts(best,nosolver)", |search| {
        for us in [200_u64, 1000, 1500, 20_000] {
            let clock = Steps::fine(3);
            let begin = clock.now_us.get();
            search.search(&Limits::time_us(us), Some(&clock), &AtomicBool::new(false)).unwrap();
            let taken = clock.now_us.get() - begin;
            assert!((us..=us + 9).contains(&taken), "{us}: {taken}");
            assert_eq!(u64::from(search.report().unwrap().elapsed_ms), taken / 1000);

            let clock = Steps::fine(3);
            let begin = clock.now_us.get();
            let (report, shown) = watch(search, &clock, &Limits::time_us(us), 1);
            let taken = clock.now_us.get() - begin;
            assert_eq!((report.stop, shown.len() as u64), (Some(Stop::Time), us.div_ceil(1000) - 1));
            assert!((us..=us + 20).contains(&taken), "{us}: {taken}");

            let clock = Steps::fine(3);
            let begin = clock.now_us.get();
            let budget = Budget { soft: us, hard: us };
            let report = think(search, &clock, budget).unwrap();
            let taken = clock.now_us.get() - begin;
            assert_eq!(report.stop, Some(Stop::Time));
            assert!((us..=us + 20).contains(&taken), "{us}: {taken}");
        }
    });
}

#[test]
fn what_is_forced_proven_or_over_takes_no_time() {
    let budget = Budget { soft: 1_000_000_000, hard: 4_000_000_000 };
    let mut game = TicTacToe::default();
    [0, 4, 8, 2, 6, 7, 1].into_iter().for_each(|square| game.make(Move(square)));
    with_tree(&game, "mcts()", |search| {
        let clock = Steps::new(1000);
        let report = think(search, &clock, budget).unwrap();
        assert_eq!((report.stop, report.proof), (Some(Stop::Proven), Proof::Draw));
        assert!(search.play(report.best).unwrap());
        let report = think(search, &clock, budget).unwrap();
        assert_eq!((report.stop, report.iterations, report.elapsed_ms), (Some(Stop::Forced), 0, 0));
        assert!(search.play(report.best).unwrap());
        let over = think(search, &clock, budget);
        assert_eq!(over, Err(SearchError::GameOver));
    });
}

#[test]
fn a_settled_move_is_the_one_that_all_the_time_would_have_played() {
    let (mut settled, mut saved) = (0, 0);
    for seed in 0..40_u32 {
        let mut game = Breakthrough::new(5, 5).unwrap();
        let mut listed = [Move::NONE; 48];
        for ply in 0..6 {
            let mut moves = imm::game::MoveList::new(&mut listed);
            game.legal_moves(&mut moves);
            let moves = moves.as_slice();
            game.make(moves[(seed * 7 + ply * 5) as usize % moves.len()]);
        }
        let budget = Budget { soft: 400_000, hard: 400_000 };
        let (early, long) = with_tree(&game, "mcts(nosolver)", |search| {
            let clock = Steps::new(1000);
            let early = think(search, &clock, budget).unwrap();
            // Continues the search of the same tree for the time that the early stop saved. The
            // best move must stay the same.
            let rate = early.iterations / u64::from(early.elapsed_ms.max(1));
            let rest = rate * 400 - early.iterations.min(rate * 400);
            let rest = Limits::iterations(rest.max(1));
            search.search(&rest, None, &AtomicBool::new(false)).unwrap();
            (early, search.report().unwrap())
        });
        if early.stop == Some(Stop::Settled) {
            settled += 1;
            saved += 400 - early.elapsed_ms;
            assert_eq!(early.best, long.best, "seed {seed}");
        }
    }
    println!("{settled} of 40 settled, {saved} ms of {}", settled * 400);
    assert!(settled >= 5, "{settled}");
}

#[test]
fn players_by_value_and_alpha_beta_take_the_time_to_the_aim() {
    let budget = Budget { soft: 200_000, hard: 800_000 };
    for player in ["mcts(best)", "mcts(secure)", "bfm()"] {
        with_tree(&Breakthrough::default(), player, |search| {
            let clock = Steps::new(1000);
            let report = think(search, &clock, budget).unwrap();
            assert_eq!(report.stop, Some(Stop::Time), "{player}");
            assert!((200..=802).contains(&report.elapsed_ms), "{player}: {report:?}");
        });
    }
    with_depth(|search| {
        let clock = Steps::new(1000);
        let report = think(search, &clock, budget).unwrap();
        assert_eq!(report.stop, Some(Stop::Time));
        assert!((99..=802).contains(&report.elapsed_ms), "{report:?}");
        assert!(report.depth > 2);
    });
}

// ---- Games
// ---------------------------------------------------------------------------------------

/// A time control: the initial time and the increment in milliseconds, and the moves per period.
#[derive(Clone, Copy, Debug)]
struct Control {
    base: u64,
    increment: u64,
    /// The number of moves per period, or 0 if one period lasts for the whole game.
    moves: u32,
}

/// The statistics of one side in a game with a clock: the share of its time that the side used, and
/// the number of moves that the side made.
struct Spent {
    used: f64,
    moves: u32,
}

/// Plays a game in which both sides use this player, each side with its own clock. Each move costs
/// up to 10 ms of lag in addition to the search. A search may end late, by up to six clock
/// readings. Neither side may lose on time.
fn play<G: Knowledge + Clone>(start: &G, player: &str, control: Control, step_us: u64, seed: u64) -> [Spent; 2] {
    let mut left = [control.base; 2];
    let (mut given, mut moves) = (left, [0_u32; 2]);
    let mut random = seed;
    let clock = Steps::new(step_us);
    with_tree(start, player, |search| {
        while search.position().outcome().is_none() && moves[0] + moves[1] < 200 {
            let side = search.position().to_move() as usize;
            let game_clock = GameClock {
                remaining: left[side] * 1000,
                increment: control.increment * 1000,
                moves_to_go: (control.moves != 0).then(|| control.moves - moves[side] % control.moves),
                overhead: GameClock::OVERHEAD + 6 * step_us,
                expected: GameClock::EXPECTED,
            };
            let before = clock.now_us.get();
            let report = think(search, &clock, game_clock.budget()).unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let lag = (random >> 33) % 11;
            let taken = (clock.now_us.get() - before).div_ceil(1000) + lag;
            assert!(taken <= left[side], "{control:?}: {taken} ms of {} at move {}", left[side], moves[side]);
            moves[side] += 1;
            let more = if control.moves != 0 && moves[side] % control.moves == 0 { control.base } else { 0 };
            left[side] = left[side] - taken + control.increment + more;
            given[side] += control.increment + more;
            assert!(search.play(report.best).unwrap());
        }
    });
    [0, 1].map(|side| Spent { used: 1.0 - left[side] as f64 / given[side] as f64, moves: moves[side] })
}

#[test]
fn nobody_loses_on_time_and_most_of_it_is_used() {
    let controls = [
        (3000, 0, 0),
        (60_000, 0, 0),
        (2000, 100, 0),
        (10_000, 100, 0),
        (200, 50, 0),
        (4000, 0, 10),
        (1000, 0, 1),
        (100, 50, 0),
    ]
    .map(|(base, increment, moves)| Control { base, increment, moves });
    for control in controls {
        // The option `best` prevents settled moves, and `nosolver` prevents solved positions. So a
        // player with both options never stops early. The player `mcts()` may stop early, so it may
        // use less of its time.
        for (player, least) in [("mcts(best,nosolver)", 0.7), ("mcts()", 0.6)] {
            let mut used = 0.0;
            for seed in 0..3 {
                let step_us = [1000, 1700, 4000][seed as usize];
                let spent = play(&Othello::default(), player, control, step_us, seed);
                spent.iter().for_each(|spent| assert!(spent.moves >= 20, "{}", spent.moves));
                used += (spent[0].used + spent[1].used) / 6.0;
            }
            println!("{control:?} {player}: {:.0} % used", used * 100.0);
            assert!(used > least, "{control:?} {player}: {used}");
        }
    }
}
