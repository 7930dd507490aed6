//! Makes each call to a Rust game fail in turn, in every algorithm, with either player to move. The
//! search function must return the error, and the position must stay the same. The next results
//! must equal the results of a new search. `c/faults.c` is the same test in C.
#![cfg(feature = "policies")]
#![allow(
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic
)]

mod common;
#[path = "common/faulty.rs"]
mod faulty;
#[path = "common/players.rs"]
mod players;

use common::found::{Found, found};
use common::{TicTacToe, with_player};
use core::sync::atomic::AtomicBool;
use faulty::{Faulty, Kind, Plan};
use imm::Slot;
use imm::game::knowledge::Knowledge;
use imm::game::{Fault, Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, Player};
use imm::report::Visit;
use imm::search::{Search, SearchError};
use imm::time::limits::Limits;
use std::fmt::Debug;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Every function of a search that calls the game, except `set_position()`, for which the caller
/// provides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Whole,
    Step,
    Best,
    Describe,
    Candidate,
    Ranking,
    Line,
    CandidateLine,
    Tree,
    Ask,
    Moves,
    IsLegal,
    Play,
    Change,
}

use Call::*;
const CALLS: [Call; 14] =
    [Whole, Step, Best, Describe, Candidate, Ranking, Line, CandidateLine, Tree, Ask, Moves, IsLegal, Play, Change];

/// Calls this function of the search. `mv` must be a legal move.
fn call<'m>(search: &mut impl Search<'m>, what: Call, mv: Move) -> Result<(), Fault> {
    let mut moves = [Move::NONE; 40];
    let limits = Limits::iterations(if what == Step { 2 } else { 12 });
    match what {
        Whole | Step => match search.search(&limits, None, &GO_ON) {
            Err(SearchError::Fault(fault)) => Err(fault),
            _ => Ok(()),
        },
        Best => search.best_move().map(drop),
        Describe => search.report().map(drop),
        Candidate => search.candidate(0).map(drop),
        Ranking => search.ranking().map(drop),
        Line => search.line(&mut moves).map(drop),
        CandidateLine => search.candidate_line(mv, &mut moves).map(drop),
        Tree => search.visit_tree(9, 0, &mut |_| Visit::Below).map(drop),
        Ask => search.ask_game(|game| (game.outcome(), game.to_move())).map(drop),
        Moves => search.legal_moves().map(drop),
        IsLegal => search.is_legal(mv).map(drop),
        Play => search.play(mv).map(drop),
        Change => search.change_position(|game| {
            game.play(mv);
            Ok(())
        }),
    }
}

/// The visible results of a search, `before` and `after` another search. `before` leaves out the
/// statistics of the latest search.
#[derive(PartialEq, Debug)]
struct Shown {
    before: Found,
    after: Found,
    iterations: u64,
}

/// Returns the visible results now, and again after another search.
fn shown<'m>(search: &mut impl Search<'m>) -> Shown {
    let mut before = found(search);
    // The statistics of the latest search may stay after the results of the search are gone, so
    // this test does not compare these statistics.
    (before.report.iterations, before.report.elapsed_ms, before.report.playout_plies) = (0, 0, 0);
    before.report.depth = 0;
    before.report.nodes = before.report.nodes.min(before.tree.len() as u32 - 1);
    search.search(&Limits::iterations(25), None, &GO_ON).unwrap();
    let after = found(search);
    Shown { before, iterations: after.report.iterations, after }
}

/// A test case: a player in a position.
struct Case<'a, G> {
    plan: &'a Plan,
    position: G,
    player: &'a str,
    /// The number of slots for a tree, or of plies for alpha-beta.
    room: usize,
    /// A legal move.
    mv: Move,
}

/// Runs `act` on a new search of the test case's position.
macro_rules! with_search {
    ($case:expr, |$search:ident| $act:expr) => {{
        let game = Faulty::new($case.position.clone(), $case.plan);
        match player::parse($case.player).unwrap().seeded(5).for_game(&game) {
            Player::AlphaBeta(config) => with_player(&game, &config, $case.room, 16, |$search| $act),
            Player::Tree(config) => {
                let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
                let (mut slots, mut path) = (vec![Slot::default(); $case.room], vec![Step::default(); 40]);
                let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
                let $search = &mut TreeSearch::new(game.clone(), game, &config, memory).unwrap();
                $act
            }
            #[cfg(feature = "policies")]
            Player::Best(_) => unreachable!("it was asked for by name"),
        }
    }};
}

impl<G: Knowledge + Clone + Debug> Case<'_, G> {
    fn fresh(&self) -> Shown {
        with_search!(self, |search| shown(search))
    }

    /// Restarts the random numbers of a tree search, so that they equal the random numbers of a new
    /// search. Alpha-beta has no random numbers.
    fn renew<'m>(&self, search: &mut impl Search<'m>) {
        if let Player::Tree(config) = player::parse(self.player).unwrap().seeded(5) {
            assert!(search.change_player(&config));
        }
    }

    /// Calls the function `what` of a search that already has results, and makes the `at`th game
    /// call within this function fail. Returns false if the function made fewer than `at` game
    /// calls.
    fn fail_at(&self, what: Call, kind: Kind, at: u64, fresh: &Shown) -> bool {
        with_search!(self, |search| {
            search.search(&Limits::iterations(9), None, &GO_ON).unwrap();
            self.plan.misbehave(kind, at);
            let answer = call(search, what, self.mv);
            let raised = self.plan.behave();
            let point = || format!("{}, {what:?}, {kind:?} at {at}", self.player);
            assert_eq!(self.plan.misuses(), 0, "{}: taken back after a failure", point());
            let fault = match kind {
                Kind::Fails => Fault::Failed,
                Kind::ListsNone => Fault::NoMoves,
                Kind::ListsTooMany => Fault::TooManyMoves,
            };
            assert!(answer == Ok(()) || (raised && answer == Err(fault)), "{}: {answer:?}", point());
            assert!(kind != Kind::Fails || raised == answer.is_err(), "{}: not told", point());
            if answer.is_ok() && (!raised || matches!(what, Play | Change)) {
                return raised;
            }
            if answer.is_ok() {
                search.forget(); // drops the results that include the wrong answer
            }
            let same = format!("{:?}", search.position().inner) == format!("{:?}", self.position);
            assert!(same && search.position().fault().is_none(), "{}: another position", point());
            self.renew(search);
            assert_eq!(&shown(search), fresh, "{}: a trace is left", point());
            raised
        })
    }

    /// Calls each search function, and makes each game call of that function fail in turn. After
    /// the first 40 game calls of a search function, tests only every `STRIDE`th game call. Returns
    /// the number of failures.
    fn fail_everywhere(&self) -> u64 {
        let fresh = self.fresh();
        let mut points = 0;
        for what in CALLS {
            for kind in [Kind::Fails, Kind::ListsNone, Kind::ListsTooMany] {
                let mut at = 1;
                while self.fail_at(what, kind, at, &fresh) {
                    at += if at < 40 { 1 } else { STRIDE };
                    points += 1;
                }
            }
        }
        points
    }
}

/// The step between tested game calls, after the first 40 game calls of a search function.
/// `c/faults.c` tests every game call.
const STRIDE: u64 = if cfg!(debug_assertions) { 61 } else { 3 };

/// Makes the game fail with each player of the test `hostile` that can play this game, in each of
/// these positions.
fn fail_in<G: Knowledge + Clone + Debug>(positions: &[G]) {
    let mut points = 0;
    for (index, position) in positions.iter().enumerate() {
        for line in players::lines().filter(|line| line.plays(position)) {
            let Some(room) = line.size("hostile") else { continue };
            let plan = Plan::new(index % 2 == 0);
            let mut moves = vec![Move::NONE; position.max_moves()];
            let mut list = MoveList::new(&mut moves);
            position.legal_moves(&mut list);
            let mv = list.get(list.len() / 2).unwrap();
            let case = Case { plan: &plan, position: position.clone(), player: line.player, room: room as usize, mv };
            points += case.fail_everywhere();
        }
    }
    println!("{points} points");
    assert!(points > 1000);
}

fn after<G: Game>(mut game: G, moves: &[u32]) -> G {
    moves.iter().for_each(|&mv| game.play(Move(mv)));
    game
}

#[test]
fn a_failure_in_tic_tac_toe_leaves_no_trace() {
    fail_in(&[after(TicTacToe::default(), &[0, 4]), after(TicTacToe::default(), &[0, 4, 8])]);
}

#[test]
fn a_failure_in_kalah_leaves_no_trace() {
    let game = Kalah::new(3, 2, Capture::Empty).unwrap();
    fail_in(&[game, after(game, &[0])]);
}

#[test]
fn a_failure_in_breakthrough_leaves_no_trace() {
    let game = Breakthrough::new(3, 4).unwrap();
    let mut moves = [Move::NONE; 9];
    let mut list = MoveList::new(&mut moves);
    game.legal_moves(&mut list);
    let second = after(game, &[list.get(0).unwrap().0]);
    fail_in(&[game, second]);
}
