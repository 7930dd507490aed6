//! Compares alpha-beta with plain minimax for many memory sizes, both in a single search and in
//! steps.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use common::{Stones, TicTacToe, minimax, sign_of, with_player};
use core::sync::atomic::AtomicBool;
use imm::alphabeta::{AlphaBeta, Config, Frame, Memory, Switch, Switches};
use imm::base::rng::Rng;
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::notation::Notation;
use imm::game::value::{Proof, Value};
use imm::game::{Fault, Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::games::loa::Loa;
use imm::games::othello::Othello;
use imm::games::oware::Oware;
use imm::report::Report;
use imm::search::{Search, SearchError};
use imm::time::limits::{Clock, Limits, Stop};
use std::cell::Cell;
use std::fmt::Debug;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Returns the configuration of alpha-beta without any switches.
fn plain(evaluator: Evaluator) -> Config {
    Config { evaluator, switches: Switches::NONE }
}

/// Runs `act` on an alpha-beta search without switches, in memory for `plies` plies.
fn with_search<G: Knowledge + Clone, R>(
    game: &G,
    evaluator: Evaluator,
    plies: usize,
    act: impl FnOnce(&mut AlphaBeta<'_, G>) -> R,
) -> R {
    with_player(game, &plain(evaluator), plies, 0, act)
}

fn depth(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

/// Computes plain minimax. Returns the score of a position searched to `depth`, from the first
/// player's point of view. An earlier win has a higher score.
fn reference<G: Knowledge + Clone>(game: &G, evaluator: Evaluator, depth: u32, ply: u32) -> i64 {
    if let Some(outcome) = game.outcome() {
        return i64::from(outcome.value().raw().signum()) * (1_000_000 - i64::from(ply));
    }
    if depth == 0 {
        return i64::from(game.points(evaluator));
    }
    let sign = i64::from(game.to_move().sign());
    let after = legal(game).into_iter().map(|mv| sign * reference(&played(game, mv), evaluator, depth - 1, ply + 1));
    sign * after.max().unwrap()
}

fn legal<G: Game>(game: &G) -> Vec<Move> {
    let mut slots = vec![Move::NONE; game.max_moves()];
    let mut moves = MoveList::new(&mut slots);
    game.legal_moves(&mut moves);
    moves.as_slice().to_vec()
}

fn played<G: Game + Clone>(game: &G, mv: Move) -> G {
    let mut after = game.clone();
    after.play(mv);
    after
}

/// Searches each depth up to `deepest`. Value, move, proof and distance must equal the results of
/// plain minimax. The line must lead to a position with that value. If the table may have shortened
/// the line, the line must at least be legal.
fn check<G: Knowledge + Clone>(game: &G, config: &Config, room: usize, deepest: u32) {
    let evaluator = config.evaluator;
    for limit in 1..=deepest {
        let (report, line) = with_player(game, config, deepest as usize, room, |search| {
            search.search(&depth(limit), None, &GO_ON).unwrap();
            let mut line = [Move::NONE; 32];
            let len = search.line(&mut line).unwrap();
            (search.report().unwrap(), line[..len].to_vec())
        });
        // The search ends before `deepest` if it finds a win, or if every line has reached the end
        // of the game.
        let score = reference(game, evaluator, report.depth, 0);
        assert!(report.depth == limit || report.proof != Proof::Unknown);
        let after = played(game, report.best);
        assert_eq!(reference(&after, evaluator, report.depth - 1, 1), score, "{config:?} {report:?}");
        let (proof, value) = match score {
            500_000.. => (Proof::FirstWins, Value::WIN),
            ..-500_000 => (Proof::SecondWins, Value::LOSS),
            points => (Proof::Unknown, G::squash(evaluator, points as i32)),
        };
        assert!(report.value == value && (report.proof == proof || (report.proof == Proof::Draw && score == 0)));
        let distance = if proof == Proof::Unknown { 0 } else { 1_000_000 - score.abs() };
        assert_eq!(i64::from(report.distance), distance);
        assert_eq!(line[0], report.best);
        let end = line.iter().fold(game.clone(), |position, &mv| {
            assert!(legal(&position).contains(&mv));
            played(&position, mv)
        });
        if !config.switches.has(Switch::Table) {
            assert_eq!(reference(&end, evaluator, 0, line.len() as u32), score, "{line:?}");
            assert!(line.len() == report.depth as usize || end.outcome().is_some());
        }
    }
}

/// Returns an unfinished position of a random game.
fn random_position<G: Game + Clone>(start: &G, rng: &mut Rng) -> G {
    loop {
        let mut position = start.clone();
        for _ in 0..rng.below(60) {
            if position.outcome().is_some() {
                break;
            }
            let moves = legal(&position);
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Returns sets of safe switches. Each switch occurs alone (with the switches that it needs). All
/// switches also occur together.
fn safe_sets() -> Vec<Switches> {
    let table = Switches::NONE.with(Switch::Table);
    let one = |switch| Switches::NONE.with(switch);
    let safe = [
        Switch::Killers,
        Switch::History,
        Switch::PrincipalVariation,
        Switch::Aspiration,
        Switch::LookAhead,
        Switch::TranspositionCuts,
    ];
    let all = safe.into_iter().fold(table, Switches::with);
    let mut sets = vec![Switches::NONE, table, table.with(Switch::TranspositionCuts)];
    sets.extend(safe[..5].iter().map(|&switch| one(switch)));
    sets.push(all);
    sets
}

fn check_random<G: Knowledge + Clone>(start: &G, evaluator: Evaluator, deepest: u32, positions: u32) {
    let mut rng = Rng::new(7);
    let sets = safe_sets();
    // With overflow checks, a search takes ten times as long, so test fewer positions.
    let positions = if cfg!(debug_assertions) { positions / 4 } else { positions };
    for index in 0..positions {
        let position = random_position(start, &mut rng);
        // The table has 1, 30 or 3000 buckets. With one bucket, all positions collide.
        let room = [1, 30, 3000][index as usize % 3];
        sets.iter().for_each(|&switches| check(&position, &Config { evaluator, switches }, room, deepest));
    }
}

#[test]
fn breakthrough_is_searched_like_plain_minimax() {
    for (columns, rows, deepest, positions) in
        [(8, 8, 2, 200), (8, 8, 3, 50), (5, 5, 4, 150), (3, 6, 5, 300), (2, 5, 8, 300)]
    {
        let start = Breakthrough::new(columns, rows).unwrap();
        for evaluator in [Evaluator::MS, Evaluator::LH] {
            check_random(&start, evaluator, deepest, positions);
        }
    }
}

#[test]
fn kalah_is_searched_like_plain_minimax_also_where_a_player_moves_twice() {
    for capture in [Capture::Empty, Capture::Standard, Capture::Stays] {
        for (houses, stones, deepest, positions) in [(6, 4, 5, 150), (3, 3, 8, 300), (2, 8, 8, 100)] {
            check_random(&Kalah::new(houses, stones, capture).unwrap(), Evaluator::RS, deepest, positions);
        }
    }
}

/// True if the move `mv` in Lines of Action exactly reverses the move `last`.
fn goes_back(mv: Move, last: u32) -> bool {
    (mv.0 & 63) << 6 | mv.0 >> 6 & 63 == last
}

/// Returns a position of Lines of Action with `pieces` pieces per side. Before this position,
/// players have moved pieces back and forth, so that some positions have occurred twice. If one of
/// them occurs a third time, the game is a draw.
fn restless_position(pieces: u32, rng: &mut Rng) -> Loa {
    loop {
        let mut board = [b'.'; 64];
        for index in 0..2 * pieces {
            board[rng.below(64) as usize] = if index % 2 == 0 { b'b' } else { b'w' };
        }
        let rows: Vec<&str> = board.chunks(8).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let mut game = Loa::default();
        if game.read_position(&format!("{} {}", rows.join("/"), 1 + rng.below(2))).is_err() {
            continue;
        }
        let mut last = [0, 0];
        for ply in 0..rng.below(14) {
            let moves = legal(&game);
            let quiet = |mv: &&Move| mv.0 >> 12 == 0 && played(&game, **mv).outcome().is_none();
            let back = |mv: &&Move| quiet(mv) && goes_back(**mv, last[ply as usize % 2]);
            let Some(&mv) = moves.iter().find(back).or_else(|| moves.iter().find(quiet)) else { break };
            last[ply as usize % 2] = mv.0;
            game.play(mv);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Returns the result that an exhaustive search of `depth` plies proves: 1 if the first player
/// wins, 0 for a draw, -1 for a loss. The search considers the whole game history. Returns `None`
/// if no result is proven.
fn decided<G: Game + Clone>(game: &G, depth: u32) -> Option<i32> {
    if let Some(outcome) = game.outcome() {
        return Some(i32::from(outcome.value().raw().signum()));
    }
    if depth == 0 {
        return None;
    }
    let sign = game.to_move().sign();
    let mut values = Vec::new();
    for mv in legal(game) {
        match decided(&played(game, mv), depth - 1) {
            Some(value) if value == sign => return Some(sign),
            value => values.push(value),
        }
    }
    let values: Option<Vec<i32>> = values.into_iter().collect();
    values?.into_iter().map(|value| sign * value).max().map(|best| sign * best)
}

#[test]
fn lines_of_action_is_searched_like_plain_minimax_also_where_positions_recur() {
    let mut rng = Rng::new(12);
    let (mut drawn, sets) = (0, safe_sets());
    for index in 0..120 {
        let position = restless_position(2 + index % 2, &mut rng);
        let room = [1, 30, 3000][index as usize % 3];
        for &switches in &sets {
            check(&position, &Config { switches, ..Config::default() }, room, 3);
        }
        drawn += u32::from(legal(&position).iter().any(|&mv| decided(&played(&position, mv), 0) == Some(0)));
    }
    assert!(drawn > 20, "{drawn}");
    check_random(&Loa::default(), Evaluator::DEFAULT, 2, 20);
}

/// Plays random games, each with two sets of switches, and with one table for the whole game.
/// Searches each position, and checks each proof by exhaustive search. The table may contain
/// results from another game history, which must not cause wrong proofs. A game has at most `plies`
/// plies. `choose` selects the move to play: its arguments are the ply, a random move and all
/// moves. Returns the number of proofs.
fn check_games<G: Knowledge + Clone + Debug>(
    starts: impl Fn(&mut Rng) -> G,
    [games, plies, deepest]: [u32; 3],
    rng: &mut Rng,
    mut choose: impl FnMut(u32, Move, Vec<Move>) -> Move,
) -> u32 {
    let mut proven = 0;
    for _ in 0..games {
        let game = starts(rng);
        for switches in [Switches::NONE.with(Switch::Table), Switches::ALL] {
            let config = Config { switches, ..Config::default() };
            with_player(&game, &config, 40, 5000, |search| {
                for ply in 0..plies {
                    if search.position().outcome().is_some() {
                        break;
                    }
                    search.search(&depth(deepest), None, &GO_ON).unwrap();
                    let (report, position) = (search.report().unwrap(), search.position());
                    if let Some(found) = sign_of(report.proof) {
                        let value = decided(position, if found == 0 { deepest } else { report.distance.into() });
                        assert!(value == Some(found) || (found, value) == (0, None), "{report:?} {position:?}");
                        proven += 1;
                    }
                    let moves = legal(position);
                    let any = moves[rng.below(moves.len() as u32) as usize];
                    assert!(search.play(choose(ply, any, moves)).unwrap());
                }
            });
        }
    }
    proven
}

#[test]
fn what_a_table_proves_is_so_where_positions_recur() {
    let mut last = [0, 0];
    // Each side reverses its previous move if this is legal.
    let to_and_fro = |ply: u32, any: Move, moves: Vec<Move>| {
        if ply == 0 {
            last = [0, 0];
        }
        let side = ply as usize % 2;
        let mv = moves.into_iter().find(|&mv| goes_back(mv, last[side])).unwrap_or(any);
        last[side] = mv.0;
        mv
    };
    let starts = |rng: &mut Rng| restless_position(2 + rng.below(2), rng);
    let proven = check_games(starts, [1500, 9, 4], &mut Rng::new(13), to_and_fro);
    assert!(proven > 100, "{proven}");
}

/// Returns a position of Oware with two to five seeds in the houses, in which neither player is far
/// ahead.
fn small_oware(rng: &mut Rng) -> Oware {
    loop {
        let seeds = 2 + rng.below(4);
        let mut houses = [0_u32; 12];
        (0..seeds).for_each(|_| houses[rng.below(12) as usize] += 1);
        let first = 24 - rng.below(seeds + 1);
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let second = 48 - seeds - first;
        let mut game = Oware::default();
        let text = format!("{}|{first}|{}|{second} {}", row(&houses[..6]), row(&houses[6..]), 1 + rng.below(2));
        if game.read_position(&text).is_ok() && game.outcome().is_none() {
            return game;
        }
    }
}

#[test]
fn what_a_table_proves_is_so_where_the_first_recurrence_ends_the_game() {
    let proven = check_games(small_oware, [300, 30, 12], &mut Rng::new(23), |_, any, _| any);
    assert!(proven > 1000, "{proven}");
}

#[test]
fn oware_is_searched_like_plain_minimax() {
    check_random(&Oware::default(), Evaluator::DEFAULT, 4, 30);
}

#[test]
fn every_game_is_searched_like_plain_minimax() {
    each_game!(|start, _name, _title| {
        let deepest = if start.max_moves() > 60 { 2 } else { 3 };
        // `chance.rs` tests games with chance events.
        if !start.has_chance() {
            check_random(&start, Evaluator::DEFAULT, deepest, 15);
        }
    });
}

/// Checks unsafe pruning. The best move and the line must be legal. A reported win must be true:
/// the winner must be able to end the game within the reported number of plies. Returns the number
/// of reported wins that were checked.
fn check_proofs<G: Knowledge + Clone>(start: &G, evaluator: Evaluator, deepest: u32, positions: u32) -> u32 {
    use Switch::{MultiCut, MultiCutAll, NullMove, ProbCut, Quiescence, Realization, Sign};
    let unsafe_ones = [NullMove, MultiCut, MultiCutAll, Realization, Quiescence, ProbCut, Sign];
    let mut sets: Vec<Switches> = unsafe_ones.iter().map(|&switch| Switches::NONE.with(switch)).collect();
    sets.extend([unsafe_ones.into_iter().fold(Switches::NONE, Switches::with), Switches::ALL]);
    let (mut rng, mut proven) = (Rng::new(8), 0);
    for _ in 0..positions {
        let position = random_position(start, &mut rng);
        for &switches in &sets {
            let config = Config { evaluator, switches };
            let (report, line) = with_player(&position, &config, 40, 500, |search| {
                search.search(&depth(deepest), None, &GO_ON).unwrap();
                let mut line = [Move::NONE; 64];
                let len = search.line(&mut line).unwrap();
                (search.report().unwrap(), line[..len].to_vec())
            });
            assert_eq!(line[0], report.best);
            line.iter().fold(position.clone(), |position, &mv| {
                assert!(legal(&position).contains(&mv));
                played(&position, mv)
            });
            let distance = i64::from(report.distance);
            if distance > 0 && distance <= i64::from(deepest) + 1 {
                let score = reference(&position, evaluator, report.distance.into(), 0);
                let won_by = if score > 0 { Proof::FirstWins } else { Proof::SecondWins };
                assert!(
                    score.abs() >= 1_000_000 - distance && report.proof == won_by,
                    "{switches:?} {report:?} {score}"
                );
                proven += 1;
            }
        }
    }
    proven
}

#[test]
fn what_is_proven_is_proven_whatever_is_pruned() {
    let mut proven = 0;
    for (columns, rows, deepest, positions) in [(8, 8, 3, 100), (5, 5, 5, 100), (3, 6, 7, 200), (2, 5, 9, 200)] {
        let start = Breakthrough::new(columns, rows).unwrap();
        proven += check_proofs(&start, Evaluator::MS, deepest, positions);
    }
    for (houses, stones, deepest, positions) in [(6, 4, 5, 100), (3, 3, 8, 200), (2, 8, 8, 100)] {
        let start = Kalah::new(houses, stones, Capture::Empty).unwrap();
        proven += check_proofs(&start, Evaluator::RS, deepest, positions);
    }
    assert!(proven > 2000, "{proven}");
    proven = check_proofs(&Loa::default(), Evaluator::DEFAULT, 2, 30);
    let mut rng = Rng::new(14);
    for _ in 0..60 {
        proven += check_proofs(&restless_position(2, &mut rng), Evaluator::DEFAULT, 3, 1);
    }
    assert!(proven > 30, "{proven}");
    proven = 0;
    for _ in 0..100 {
        proven += check_proofs(&small_oware(&mut rng), Evaluator::DEFAULT, 6, 1);
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn steps_add_up_to_the_same_search_with_all_enhancements() {
    let whole = |game: &Breakthrough, switches: Switches, step: u64| {
        with_player(game, &Config { switches, ..Config::default() }, 40, 500, |search| {
            for _ in 0..3000 / step {
                search.search(&Limits::iterations(step), None, &GO_ON).unwrap();
                assert!(!search.play(Move(9999)).unwrap());
            }
            Report { iterations: 0, nodes: 0, stop: None, ..search.report().unwrap() }
        })
    };
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let game = random_position(&Breakthrough::new(5, 5).unwrap(), &mut rng);
        for step in [1, 3, 100] {
            for switches in [Switches::ALL, Switches::SOLVE] {
                assert_eq!(whole(&game, switches, step), whole(&game, switches, 3000), "{step}");
            }
        }
    }
}

/// With the preset `solve`, the second iteration searches to the end of the game, if the end is in
/// reach. Otherwise a later one does, from depth 8 on, if two more plies took less than four times
/// as many positions.
#[test]
fn who_wins_is_proven_in_few_iterations_where_depth_is_cheap() {
    let config = Config { switches: Switches::SOLVE, ..Config::default() };
    with_player(&TicTacToe::default(), &config, 40, 500, |search| {
        search.search(&depth(40), None, &GO_ON).unwrap();
        let report = search.report().unwrap();
        assert_eq!((report.proof, report.depth), (Proof::Draw, 40)); // depth 1, then all plies
    });
    // In a game with many moves, two more plies need many times as many positions.
    with_player(&Breakthrough::default(), &config, 40, 500, |search| {
        search.search(&Limits::iterations(4_000_000), None, &GO_ON).unwrap();
        assert!((9..16).contains(&search.report().unwrap().depth), "{:?}", search.report());
    });
}

#[test]
fn a_player_who_remembers_goes_on_from_what_it_knows() {
    let game = Breakthrough::new(6, 6).unwrap();
    let config = Config { switches: Switches::NONE.with(Switch::Table), ..Config::default() };
    with_player(&game, &config, 20, 1 << 16, |search| {
        search.search(&depth(7), None, &GO_ON).unwrap();
        let line = search.best_move().unwrap();
        assert!(search.play(line).unwrap());
        search.search(&depth(6), None, &GO_ON).unwrap();
        let known = search.report().unwrap();
        search.forget();
        search.search(&depth(6), None, &GO_ON).unwrap();
        let cold = search.report().unwrap();
        assert!(known.iterations * 3 < cold.iterations, "{} {}", known.iterations, cold.iterations);
        assert_eq!((known.depth, known.value), (cold.depth, cold.value));
    });
}

#[test]
fn toy_games_are_searched_like_plain_minimax() {
    check_random(&TicTacToe::default(), Evaluator::DEFAULT, 5, 200);
    for stones in 1..30 {
        for switches in safe_sets() {
            check(&Stones::new(stones), &Config { evaluator: Evaluator::DEFAULT, switches }, 100, 9);
        }
    }
}

#[test]
fn what_is_solved_is_solved_right() {
    let report = |report: Report| (report.proof, report.stop);
    let solved = with_search(&TicTacToe::default(), Evaluator::DEFAULT, 20, |search| {
        search.search(&depth(20), None, &GO_ON).unwrap();
        search.report().unwrap()
    });
    assert_eq!((report(solved), solved.depth), ((Proof::Draw, Some(Stop::Proven)), 9));
    for stones in 1..22 {
        let game = Stones::new(stones);
        let found = with_search(&game, Evaluator::DEFAULT, 30, |search| {
            search.search(&depth(30), None, &GO_ON).unwrap();
            search.report().unwrap()
        });
        assert_eq!(sign_of(found.proof), Some(minimax(&mut game.clone())), "{stones} stones");
    }
}

#[test]
fn a_search_of_a_solved_position_ends_at_once() {
    with_search(&Stones::new(5), Evaluator::DEFAULT, 30, |search| {
        search.search(&depth(30), None, &GO_ON).unwrap();
        let solved = search.report().unwrap();
        assert_eq!(search.search(&Limits::iterations(1000), None, &GO_ON), Ok(Stop::Proven));
        assert_eq!(Report { iterations: solved.iterations, nodes: solved.nodes, ..search.report().unwrap() }, solved);
        assert_eq!(search.report().unwrap().iterations, 0);
    });
}

/// Searches in steps of `step` positions. Calls between the steps change the scratch position, but
/// the result must equal the result of a search in one step.
fn in_steps<G: Knowledge + Clone>(game: &G, step: u64, total: u64) -> (Report, Vec<Move>) {
    with_search(game, Evaluator::DEFAULT, 40, |search| {
        let mut done = 0;
        while done < total {
            let stop = search.search(&Limits::iterations(step.min(total - done)), None, &GO_ON).unwrap();
            done += search.report().unwrap().iterations;
            assert!(!search.play(Move(9999)).unwrap());
            assert_eq!(
                search.change_position(|position| {
                    position.play(legal(position)[0]);
                    Err(Fault::Failed)
                }),
                Err(Fault::Failed)
            );
            if stop == Stop::Proven {
                break;
            }
        }
        let mut line = vec![Move::NONE; 40];
        let len = search.line(&mut line).unwrap();
        (Report { iterations: 0, nodes: 0, stop: None, ..search.report().unwrap() }, line[..len].to_vec())
    })
}

#[test]
fn steps_add_up_to_the_same_search() {
    let mut rng = Rng::new(3);
    for total in [1, 10, 777, 5000] {
        for _ in 0..20 {
            let breakthrough = random_position(&Breakthrough::new(6, 6).unwrap(), &mut rng);
            let kalah = random_position(&Kalah::default(), &mut rng);
            for step in [1, 3, 100] {
                assert_eq!(in_steps(&breakthrough, step, total), in_steps(&breakthrough, total, total));
                assert_eq!(in_steps(&kalah, step, total), in_steps(&kalah, total, total));
            }
        }
    }
}

#[test]
fn limits_in_positions_are_exact_and_any_number_gives_a_good_move() {
    let game = Kalah::default();
    for iterations in 1..300 {
        let report = with_search(&game, Evaluator::DEFAULT, 30, |search| {
            assert_eq!(search.search(&Limits::iterations(iterations), None, &GO_ON), Ok(Stop::Iterations));
            search.report().unwrap()
        });
        assert_eq!((report.iterations, u64::from(report.nodes)), (iterations, iterations));
        assert!(legal(&game).contains(&report.best));
    }
    // If an unfinished iteration has searched the previous best move, the unfinished iteration
    // decides the move. Otherwise, the previous iteration decides the move.
    let best_at = |limits: &Limits| {
        with_search(&game, Evaluator::DEFAULT, 30, |search| {
            search.search(limits, None, &GO_ON).unwrap();
            search.report().unwrap()
        })
    };
    for half in 100..2000 {
        let report = best_at(&Limits::iterations(half));
        let (last, next) = (best_at(&depth(report.depth)), best_at(&depth(report.depth + 1)));
        assert!(half <= next.iterations);
        let worth = |mv| reference(&played(&game, mv), Evaluator::DEFAULT, report.depth, 1);
        assert!(report.best == last.best || worth(report.best) >= worth(last.best), "{half}");
    }
}

#[test]
fn every_depth_of_memory_gives_a_legal_move_and_no_wrong_proof() {
    for plies in 0..12 {
        let report = with_search(&TicTacToe::default(), Evaluator::DEFAULT, plies, |search| {
            let stop = search.search(&Limits::iterations(4_000_000), None, &GO_ON).unwrap();
            assert_eq!(stop, if plies < 9 { Stop::Depth } else { Stop::Proven });
            search.report().unwrap()
        });
        assert!(report.best.0 < 9 && report.depth as usize == plies.min(9));
        assert_eq!(report.proof, if plies < 9 { Proof::Unknown } else { Proof::Draw });
    }
}

#[test]
fn memory_of_any_shape_gives_a_legal_move() {
    let game = Kalah::default();
    for frames in 0..4 {
        for moves in 7..40 {
            for lines in 0..8 {
                let (mut frames, mut undos) = (vec![Frame::default(); frames], vec![None; 2]);
                let mut moves = vec![Move::NONE; moves];
                let (mut lines, mut keys) = (vec![Move::NONE; lines], vec![0; lines]);
                let (table, history) = (&mut [][..], &mut [][..]);
                let (frames, undos, moves, lines, keys) = (&mut frames, &mut undos, &mut moves, &mut lines, &mut keys);
                let memory = Memory { frames, undos, moves, lines, keys, table, history };
                let mut search = AlphaBeta::new(game, game, &Config::default(), memory).unwrap();
                search.search(&Limits::iterations(500), None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                assert!(legal(&game).contains(&report.best));
            }
        }
    }
}

#[test]
fn a_move_begins_a_new_search_of_the_position_after_it() {
    let game = Breakthrough::new(5, 5).unwrap();
    let (after, fresh) = with_search(&game, Evaluator::DEFAULT, 20, |search| {
        search.search(&Limits::iterations(1234), None, &GO_ON).unwrap();
        let best = search.best_move().unwrap();
        assert!(search.play(best).unwrap());
        assert_eq!(*search.position(), played(&game, best));
        search.search(&Limits::iterations(1000), None, &GO_ON).unwrap();
        let fresh = with_search(search.position(), Evaluator::DEFAULT, 20, |search| {
            search.search(&Limits::iterations(1000), None, &GO_ON).unwrap();
            search.report().unwrap()
        });
        (search.report().unwrap(), fresh)
    });
    assert_eq!(after, fresh);
}

struct Ticking(Cell<u32>);

impl Clock for Ticking {
    fn now_ms(&self) -> u32 {
        self.0.set(self.0.get().wrapping_add(1));
        self.0.get()
    }
}

#[test]
fn limits_are_required_and_kept() {
    with_search(&Breakthrough::default(), Evaluator::DEFAULT, 20, |search| {
        assert_eq!(search.search(&Limits::default(), None, &GO_ON), Err(SearchError::NoLimit));
        assert_eq!(search.search(&Limits::time_ms(5), None, &GO_ON), Err(SearchError::NoClock));
        let nodes = Limits { nodes: 50, ..Limits::default() };
        assert_eq!(search.search(&nodes, None, &GO_ON), Ok(Stop::Nodes));
        assert_eq!(search.report().unwrap().iterations, 50);
        assert_eq!(search.search(&Limits::time_ms(5), Some(&Ticking(Cell::new(u32::MAX - 2))), &GO_ON), Ok(Stop::Time));
        assert_eq!(search.search(&Limits::iterations(5), None, &AtomicBool::new(true)), Ok(Stop::Flag));
        assert_eq!(search.search(&depth(3), None, &GO_ON), Ok(Stop::Depth));
        assert_eq!(search.report().unwrap().depth, 3);
        // The search already knows the result of depth 3, so a search of depth 2 has nothing to do.
        assert_eq!(search.search(&depth(2), None, &GO_ON), Ok(Stop::Depth));
        assert_eq!((search.report().unwrap().depth, search.report().unwrap().iterations), (3, 0));
    });
    let over = Stones { left: 0, ..Stones::new(3) };
    with_search(&over, Evaluator::DEFAULT, 5, |search| {
        assert_eq!(search.search(&depth(1), None, &GO_ON), Err(SearchError::GameOver));
        assert_eq!(search.report().unwrap().best, Move::NONE);
    });
}

#[test]
fn of_two_overwhelming_advantages_the_larger_is_played() {
    let mut game = Kalah::new(6, 20, Capture::Standard).unwrap();
    // The first player is far ahead. Move 0 captures one seed, move 2 captures five.
    game.read_position("1,0,1,0,0,0|200|0,0,5,0,1,0|32 1").unwrap();
    let report = with_search(&game, Evaluator::DEFAULT, 1, |search| {
        search.search(&depth(1), None, &GO_ON).unwrap();
        search.report().unwrap()
    });
    let squashed = |mv| played(&game, mv).evaluate(Evaluator::DEFAULT);
    assert_eq!(squashed(Move(0)), squashed(Move(2)));
    assert_eq!(report.best, Move(2));
}

/// Returns the margin of a game between two players who play perfectly for points, from the first
/// player's point of view. `None` if some line does not end within `depth` plies.
fn margin<G: Knowledge + Clone>(game: &G, depth: u32) -> Option<i32> {
    if game.outcome().is_some() {
        return game.score();
    }
    let sign = game.to_move().sign();
    let after = legal(game).into_iter().map(|mv| Some(sign * margin(&played(game, mv), depth.checked_sub(1)?)?));
    Some(sign * after.collect::<Option<Vec<i32>>>()?.into_iter().max()?)
}

/// Plays random games until every line ends within 7 plies. Checks that alpha-beta with the option
/// `score` finds the margin. Returns the number of different margins.
fn check_margins<G: Knowledge + Clone>(start: &G, switches: Switches) -> usize {
    let (mut rng, mut margins) = (Rng::new(7), vec![]);
    for _ in 0..400 {
        let mut game = random_position(start, &mut rng);
        let points = loop {
            match margin(&game, 7) {
                Some(points) => break points,
                None => {
                    let moves = legal(&game);
                    game.play(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
        };
        if game.outcome().is_some() {
            continue;
        }
        with_player(&game, &Config { switches, ..Config::default() }, 60, 1 << 10, |search| {
            assert_eq!(search.search(&Limits::iterations(10_000_000), None, &GO_ON), Ok(Stop::Proven));
            let Report { value, proof, distance, .. } = search.report().unwrap();
            let told = value.to_f32() * f32::from(game.max_score());
            let winner = proof.outcome().map(|outcome| i32::from(outcome.value().raw().signum()));
            assert_eq!((told.round() as i32, winner), (points, Some(points.signum())));
            assert!(distance <= 8 && (points == 0 || distance > 0));
        });
        margins.push(points);
    }
    margins.sort_unstable();
    margins.dedup();
    margins.len()
}

#[test]
fn margins_are_those_of_perfect_play_for_points() {
    let solving = [Switch::Table, Switch::Killers, Switch::History, Switch::PrincipalVariation, Switch::Aspiration];
    let all = solving.into_iter().fold(Switches::NONE, Switches::with);
    for switches in [Switches::NONE, all, all.with(Switch::LookAhead)] {
        let switches = switches.with(Switch::Score);
        let margins = [
            check_margins(&Kalah::default(), switches),
            check_margins(&Othello::default(), switches),
            check_margins(&Oware::default(), switches),
        ];
        assert!(margins.iter().all(|&different| different > 5), "{margins:?}");
    }
}
