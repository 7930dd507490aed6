//! Tests alpha-beta on small random games that can be solved. These games have more unusual
//! features than real games: transpositions at different plies, several moves in a row by one
//! player, draws, passes, noisy moves and half depths.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::random_game::{RandomGame, scramble};
use common::with_player;
use core::sync::atomic::AtomicBool;
use imm::alphabeta::{Config, Switch, Switches};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::value::{Proof, Value};
use imm::game::{Game, Move};
use imm::report::Report;
use imm::search::Search;
use imm::time::limits::{Limits, Stop};
use std::collections::HashMap;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// A depth at which every line has ended.
const ENDLESS: u32 = 250;
/// The score of an immediate win. Each ply until the win subtracts one.
const WIN: i64 = 1_000_000;

/// Plain minimax from the first player's point of view. The map contains the scores by position and
/// depth.
#[derive(Default)]
struct Minimax(HashMap<(u64, bool, u32), i64>);

impl Minimax {
    fn score(&mut self, game: &RandomGame, depth: u32) -> i64 {
        if let Some(outcome) = game.outcome() {
            return i64::from(outcome.value().raw().signum()) * WIN;
        }
        if depth == 0 {
            return i64::from(game.points(Evaluator::DEFAULT)) * unit(game);
        }
        let key = (game.node, game.second, depth);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let one_ply_on = |score: i64| if is_decided(score) { score - score.signum() } else { score };
        if game.is_chance() {
            let outcomes: Vec<(i64, i64)> = (0..game.moves())
                .map(|mv| (game.odds(Move(mv as u32)).into(), one_ply_on(self.score(&game.after(mv), depth))))
                .collect();
            let expected = expected(&outcomes);
            self.0.insert(key, expected);
            return expected;
        }
        let sign = i64::from(game.to_move().sign());
        let scores = (0..game.moves()).map(|mv| sign * one_ply_on(self.score(&game.after(mv), depth - 1)));
        let best = sign * scores.max().unwrap();
        self.0.insert(key, best);
        best
    }

    /// Returns the game-theoretic value of a position.
    fn outcome(&mut self, game: &RandomGame) -> Proof {
        match self.score(game, ENDLESS) {
            0 => Proof::Draw,
            score if score > 0 => Proof::FirstWins,
            _ => Proof::SecondWins,
        }
    }
}

/// The value of a point. Expected scores are on the scale of results, other scores are points.
fn unit(game: &RandomGame) -> i64 {
    if game.chance > 0 { RandomGame::POINT.into() } else { 1 }
}

fn is_decided(score: i64) -> bool {
    score.abs() > WIN / 2
}

/// The expected score of a chance event. `outcomes` has the weight and the score of each outcome.
fn expected(outcomes: &[(i64, i64)]) -> i64 {
    let decided = |sign: i64| outcomes.iter().all(|(_, score)| is_decided(*score) && score.signum() == sign);
    if let Some(sign) = [1, -1].into_iter().find(|&sign| decided(sign)) {
        return sign * outcomes.iter().map(|(_, score)| score.abs()).min().unwrap(); // the slowest
    }
    let worth = |score: i64| if is_decided(score) { score.signum() * 32_767 } else { score };
    let whole: i64 = outcomes.iter().map(|(weight, _)| weight).sum();
    let sum: i64 = outcomes.iter().map(|(weight, score)| weight * worth(*score)).sum();
    (2 * sum.abs() + whole) / (2 * whole) * sum.signum()
}

/// Returns the score of a report on the scale of [`Minimax`], from the first player's point of
/// view.
fn score_of(report: &Report, unit: i64) -> i64 {
    match report.proof {
        Proof::FirstWins => WIN - i64::from(report.distance),
        Proof::SecondWins => i64::from(report.distance) - WIN,
        Proof::Unknown | Proof::Draw => i64::from(report.value.raw()) * unit / i64::from(RandomGame::POINT),
    }
}

fn player(switches: Switches) -> Config {
    Config { switches, ..Config::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

/// Returns random games that are not over at the start.
fn games(count: u64) -> impl Iterator<Item = RandomGame> {
    (0..count).map(RandomGame::new).filter(|game| game.outcome().is_none())
}

/// Returns a random choice of these switches, plus the switches that they need.
fn some_of(switches: &[Switch], seed: u64) -> Switches {
    let chosen = switches.iter().enumerate().filter(|(index, _)| scramble(seed) >> index & 1 == 1);
    let set = chosen.fold(Switches::NONE, |set, (_, &switch)| set.with(switch));
    if set.has(Switch::TranspositionCuts) { set.with(Switch::Table) } else { set }
}

const SAFE: [Switch; 7] = [
    Switch::Table,
    Switch::TranspositionCuts,
    Switch::Killers,
    Switch::History,
    Switch::PrincipalVariation,
    Switch::Aspiration,
    Switch::LookAhead,
];
const FORWARD: [Switch; 7] = [
    Switch::NullMove,
    Switch::MultiCut,
    Switch::MultiCutAll,
    Switch::Realization,
    Switch::Quiescence,
    Switch::ProbCut,
    Switch::Sign,
];

#[test]
fn safe_enhancements_find_what_plain_minimax_finds() {
    let searched: u32 = games(1000).map(|game| check_scores(&game)).sum();
    assert!(searched > 5000, "{searched}");
}

#[test]
fn star1_and_star2_find_what_plain_expectimax_finds() {
    let with_chance = games(1500).map(|game| RandomGame { chance: [15, 30, 50][game.seed as usize % 3], ..game });
    let searched: u32 = with_chance.filter(|game| !game.is_chance()).map(|game| check_scores(&game)).sum();
    assert!(searched > 4000, "{searched}");
}

/// Compares searches of up to 12 plies with plain minimax. Returns the number of searches.
fn check_scores(game: &RandomGame) -> u32 {
    let (mut searched, mut minimax, switches) = (0, Minimax::default(), some_of(&SAFE, game.seed ^ 77));
    let truth = minimax.score(game, ENDLESS);
    with_player(game, &player(switches), 70, [1, 10, 1000][game.seed as usize % 3], |search| {
        for limit in 1..=if game.chance > 0 { 7 } else { 12 } {
            search.search(&depth(limit), None, &GO_ON).unwrap();
            let report = search.report().unwrap();
            let (found, context) = (score_of(&report, unit(game)), format!("{game:?} {switches:?} {report:?}"));
            assert_eq!(found, minimax.score(game, report.depth), "{context}");
            searched += 1;
            if report.stop == Some(Stop::Proven) {
                assert_eq!(found, truth, "{context}");
                break;
            }
        }
    });
    searched
}

/// Has the search play a game against itself, and checks every report. The memory and the length of
/// the searches depend on the seed. Returns the number of proofs.
fn check_proofs(game: &RandomGame, switches: Switches) -> u32 {
    let (mut minimax, mut proven) = (Minimax::default(), 0);
    let (plies, room) = ([3, 8, 60][game.seed as usize / 3 % 3], [1, 10, 1000][game.seed as usize % 3]);
    let in_steps = game.seed.is_multiple_of(5);
    with_player(game, &player(switches), plies, room, |search| {
        while search.position().outcome().is_none() {
            let truth = minimax.score(search.position(), ENDLESS);
            for step in 0..if in_steps { 200 } else { 14 } {
                let small = Limits::iterations(1 + scramble(game.seed + step) % 40);
                search.search(&if in_steps { small } else { depth(1 + step as u32) }, None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                if report.proof != Proof::Unknown {
                    proven += 1;
                    let context = format!("{game:?} {switches:?} {report:?} {truth}");
                    assert_eq!(report.proof, minimax.outcome(search.position()), "{context}");
                    assert_eq!(
                        report.proof,
                        minimax.outcome(&search.position().after(report.best.0.into())),
                        "{context}"
                    );
                    // The search may miss a shorter win. But it must not report a win in fewer
                    // plies than the shortest win.
                    assert!(report.proof == Proof::Draw || score_of(&report, 1).abs() <= truth.abs(), "{context}");
                }
                if report.stop == Some(Stop::Proven) {
                    break;
                }
            }
            let best = search.best_move().unwrap();
            assert!(search.play(best).unwrap());
        }
    });
    proven
}

#[test]
fn what_is_proven_is_so_whatever_is_pruned() {
    let proven: u32 =
        games(2000).map(|game| check_proofs(&game, some_of(&[&SAFE[..], &FORWARD].concat(), game.seed ^ 99))).sum();
    let of_all: u32 = games(500).map(|game| check_proofs(&game, Switches::ALL)).sum();
    assert!(proven > 10_000 && of_all > 3_000, "{proven} {of_all}");
}

#[test]
fn a_win_once_found_is_not_given_up() {
    let mut won = 0;
    for game in games(1000) {
        with_player(&game, &player(Switches::NONE.with(Switch::Aspiration)), 30, 0, |search| {
            let mut best = Value::LOSS;
            for _ in 0..3000 {
                search.search(&Limits::iterations(1), None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                let value = report.value.for_player(game.to_move());
                assert!(best != Value::WIN || value == Value::WIN, "{game:?}");
                best = value;
                if report.stop == Some(Stop::Proven) {
                    break;
                }
            }
            won += u32::from(best == Value::WIN);
        });
    }
    assert!(won > 100, "{won}");
}

#[test]
fn no_null_move_where_the_game_is_over_after_it() {
    for game in games(1000) {
        let game = RandomGame { stuck_loses: true, ends: 0, ..game };
        if game.outcome().is_none() {
            check_proofs(&game, Switches::NONE.with(Switch::NullMove));
            check_proofs(&game, Switches::ALL);
        }
    }
}
