//! Tests how moves are sampled by transition probability and by the strategy Corrective, in
//! playouts and in the tree. Also tests the option `cut`, which ends a playout if the evaluation is
//! clear.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::tests::{child, give_root, simulate, with_search};
use super::*;
use crate::game::Game;
use crate::game::knowledge::Evaluator;
use crate::game::value::{Outcome, Proof, Side};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::loa::Loa;
use crate::games::testing::{check_distribution, legal, named, position, random_games};
use crate::player::strategy::{Selective, Strategy};
use crate::simulation::Turn;
use core::cell::RefCell;
use core::fmt::Debug;
use std::vec::Vec;

fn breakthrough(text: &str) -> Breakthrough {
    position(&Breakthrough::default(), text)
}

/// Returns the probability with which each move must be sampled. The odds of a move are 64 times
/// its transition probability, which is counted in units of 1/255 and is at least 1. With the
/// strategy Corrective, a move has odds of 1 if it makes the evaluation worse than a pass would. If
/// a move wins, Corrective always plays the first winning move.
fn expected<G: Knowledge + Copy>(game: &G, corrective: bool) -> Vec<f64> {
    let mover = game.to_move();
    let score = |position: &G| position.points(Evaluator::DEFAULT) * mover.sign();
    let mut passed = *game;
    passed.pass();
    let before = score(&passed);
    let mut wins = None;
    let mut odds: Vec<f64> = Vec::new();
    for (place, mv) in legal(game).into_iter().enumerate() {
        let mut after = *game;
        after.play(mv);
        let worse = match after.outcome() {
            Some(Outcome::Draw) => before > 0,
            Some(outcome) => outcome != Outcome::win_for(mover),
            None => score(&after) < before,
        };
        let won = after.outcome() == Some(Outcome::win_for(mover));
        wins = wins.or((corrective && won).then_some(place));
        odds.push(if corrective && worse { 1.0 } else { 64.0 * f64::from(game.transition(mv).unwrap().max(1)) });
    }
    let total: f64 = odds.iter().sum();
    let share = |(place, odds): (usize, &f64)| match wins {
        Some(winning) => f64::from(u8::from(place == winning)),
        None => odds / total,
    };
    odds.iter().enumerate().map(share).collect()
}

/// Chooses the next move of a playout after `plies` moves.
fn turn<G: Knowledge>(search: &mut TreeSearch<'_, G>, plies: u32) -> Turn {
    let Tree { plan, rng, move_statistics, .. } = &mut search.tree;
    search
        .simulation
        .turn_by_strategy(&mut Tools { plan, rng, small_search: &mut search.small_search, move_statistics }, plies)
}

fn played(turn: Turn) -> Option<Move> {
    match turn {
        Turn::Play(mv) => Some(mv),
        Turn::End(value) => panic!("ended with {value:?}"),
        Turn::Failed => None,
    }
}

/// At every 50th position of random games, samples 40,000 moves and compares their frequencies with
/// [`expected`].
fn check_draws<G: Knowledge + Copy + Debug>(start: &G) {
    with_search(start, &Config { seed: 3, ..Config::default() }, 10, |search| {
        let (search, mut seen) = (RefCell::new(search), 0);
        random_games(start, 4, |position| {
            seen += 1;
            if seen % 50 != 0 || position.outcome().is_some() {
                return;
            }
            let at = |position: &G| {
                let mut search = search.borrow_mut();
                search.simulation.scratch.copy_from(position);
                search
            };
            check_distribution(position, &expected(position, false), |position, _, _| {
                let search = &mut **at(position);
                played(search.simulation.move_by_transition(&mut search.tree.rng))
            });
            check_distribution(position, &expected(position, true), |position, _, _| {
                let search = &mut **at(position);
                played(search.simulation.corrective_move(&search.tree.plan, &mut search.tree.rng))
            });
        });
        assert!(seen > 100, "{seen}");
    });
}

#[test]
fn draws_are_in_proportion_to_the_odds() {
    check_draws(&Breakthrough::default());
    check_draws(&Kalah::default());
    check_draws(&Loa::default());
}

#[test]
fn whose_turn_it_is_does_not_make_every_move_worse() {
    // In Lines of Action the evaluation gives 100 points to the player to move. Both a move and a
    // pass lose these points. So Corrective must compare a move with a pass, or every move would
    // make the evaluation worse.
    with_search(&Loa::default(), &Config::default(), 10, |search| {
        let mut chances = expected(&Loa::default(), true);
        chances.sort_by(f64::total_cmp);
        assert!(chances.last().unwrap() > &(10.0 * chances[0]), "{chances:?}");
        let scratch = search.simulation.position;
        search.simulation.scratch.copy_from(&scratch);
        let before = search.simulation.after_a_pass(|scratch| scratch.points(Evaluator::DEFAULT));
        assert_eq!((before, search.simulation.scratch), (Some(-100), Loa::default()));
    });
}

#[test]
fn a_move_that_wins_at_once_is_always_taken() {
    // In this position three moves win, and every strategy must play one of them. Killers are
    // searched before other moves. So for alpha-beta playouts, the test also stores a killer that
    // does not win.
    let game = breakthrough("......../.w....../..b...../.w....../......../....b.../......../......w. 1");
    let wins = ["b7a8", "b7b8", "b7c8"].map(|text| named(&game, text));
    let all = [
        Strategy::Corrective,
        Strategy::Greedy(1),
        Strategy::Mixed(1),
        Strategy::AlphaBeta(Selective { evaluated: [1; 3], ..Selective::PAPER }),
    ];
    for strategy in all {
        with_search(&game, &Config { strategy, ..Config::default() }, 10, |search| {
            for plies in [0, 1].repeat(100) {
                search.simulation.scratch.copy_from(&game);
                if let Some(killer) = search.small_search.killers.first_mut() {
                    *killer = named(&game, "g1g2");
                }
                assert!(wins.contains(&played(turn(search, plies)).unwrap()), "{strategy:?}");
            }
        });
    }
}

/// Positions in which one player is four pieces ahead, which the raw evaluation efMS counts as 16.
/// The first player is ahead in the first position, and the second player in the second position.
const AHEAD: [&str; 2] = [
    "bbbb..../bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww",
    "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwww....",
];

#[test]
fn the_cut_off_ends_a_playout_at_the_bound_on_either_side() {
    let strategies =
        [Strategy::Corrective, Strategy::Greedy(10), Strategy::Mixed(3), Strategy::AlphaBeta(Selective::PAPER)];
    for (side, result) in [(0, Value::WIN), (1, Value::LOSS)] {
        for mover in ["1", "2"] {
            let game = breakthrough(&std::format!("{} {mover}", AHEAD[side]));
            assert_eq!(game.points(Evaluator::MS), if side == 0 { 16 } else { -16 });
            for strategy in strategies {
                // The raw evaluation is 16 for the player who is ahead. Corrective compares this
                // value with `cut`. The other strategies may compare the evaluation after a move.
                // Then the evaluation may be 15 to 17, because a move advances the furthest piece
                // by at most one row.
                for (cut, ends) in [(1, true), (14, true), (16, strategy == Strategy::Corrective), (19, false)] {
                    with_search(&game, &Config { strategy, cut, ..Config::default() }, 10, |search| {
                        search.simulation.scratch.copy_from(&game);
                        let turn = turn(search, 0);
                        let context = std::format!("{strategy:?} {cut} {game:?}");
                        match turn {
                            Turn::End(value) => assert_eq!(value, result, "{context}"),
                            // The playout continues, so `ends` must be false. Exception: if `cut`
                            // is 16, it depends on the best move whether the playout ends.
                            _ => assert!(!ends, "{context}"),
                        }
                        assert!(cut != 19 || matches!(turn, Turn::Play(_)), "{context}");
                    });
                }
            }
        }
    }
}

#[test]
fn the_cut_off_looks_after_every_period_less_one() {
    for (side, result) in [(0, Value::WIN), (1, Value::LOSS)] {
        let game = breakthrough(&std::format!("{} 1", AHEAD[side]));
        for strategy in [Strategy::Sampled, Strategy::Transition] {
            for period in 1..7 {
                // The evaluation is above `cut`, so the first test of the evaluation ends the
                // playout. The pieces are too far apart for an early capture.
                let config = Config { strategy, cut: 10, cut_period: period, ..Config::default() };
                with_search(&game, &config, 10, |search| {
                    for _ in 0..20 {
                        search.simulation.scratch.copy_from(&game);
                        let before = search.playout_plies;
                        assert_eq!(search.playout(), result);
                        assert_eq!(search.playout_plies - before, u64::from(period - 1));
                    }
                });
                later_looks(&game, &Config { cut: 25, ..config });
            }
        }
    }
}

/// Tests playouts that the option `cut` does not end at its first test. Each playout must end with
/// the game, or at a later test by `cut`, when plies + 1 is a multiple of the period. If `cut` ends
/// the playout, the player who is ahead must win.
fn later_looks(game: &Breakthrough, config: &Config) {
    with_search(game, config, 10, |search| {
        let mut ended = 0;
        for _ in 0..60 {
            search.simulation.scratch.copy_from(game);
            let before = search.playout_plies;
            let result = search.playout();
            if search.simulation.scratch.outcome().is_none() {
                ended += 1;
                let plies = search.playout_plies - before;
                assert!((plies + 1).is_multiple_of(u64::from(config.cut_period)), "{plies} {config:?}");
                let points = search.simulation.scratch.points(Evaluator::DEFAULT);
                assert_eq!(result, if points >= 25 { Value::WIN } else { Value::LOSS });
                assert!(points.abs() >= 25);
            }
        }
        assert!(ended > 5, "{ended} {config:?}");
    });
}

/// The children of a root where the second player is to move. Each child has a value, a transition
/// probability and a proof. The value of the root is 0. For the second player, two children are not
/// worse than the root, two are worse, and two are solved.
const KEPT: [(i16, u8, Proof); 6] = [
    (0, 10, Proof::Unknown),
    (-100, 30, Proof::Unknown),
    (1, 255, Proof::Unknown),
    (9000, 255, Proof::Unknown),
    (-32767, 0, Proof::FirstWins),
    (0, 0, Proof::Draw),
];

#[test]
fn children_are_drawn_by_corrective_and_never_proven_ones() {
    let mut game = Breakthrough::default();
    game.play(named(&game, "a2a3"));
    game.play(named(&game, "a7a6"));
    game.play(named(&game, "b2b3"));
    assert_eq!((game.points(Evaluator::DEFAULT), game.to_move()), (0, Side::Second));
    for solver in [true, false] {
        with_search(&game, &Config { tp: 1.0, ct: 5, solver, seed: 4, ..Config::default() }, 50, |search| {
            let children = KEPT.map(|(value, probability, proof)| {
                let mut slot = child(7, 0, 0, Value::from_raw(value), Proof::Unknown);
                slot.set_bias(Slot::bias_of_probability(probability));
                if proof != Proof::Unknown {
                    slot.set_proof(proof, 1);
                }
                slot
            });
            let siblings = give_root(search, &children);
            let mut counts = [0_u32; 6];
            for _ in 0..40_000 {
                search.simulation.scratch.copy_from(&game);
                counts[siblings.offset_of(search.corrective_child(siblings).unwrap()) as usize] += 1;
            }
            // The odds of the unsolved children are 640, 1920, 1 and 1. Their sum is 2562.
            let share = |odds: f64| 40_000.0 * odds / 2562.0;
            for (count, odds) in counts.into_iter().zip([640.0, 1920.0, 1.0, 1.0]) {
                let expected = share(odds);
                assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "{counts:?}");
            }
            assert_eq!(counts[4..], [0, 0]);
        });
    }
}

#[test]
fn where_all_children_are_proven_none_is_drawn() {
    with_search(&Breakthrough::default(), &Config { ct: 5, ..Config::default() }, 50, |search| {
        let proven = child(7, 0, 0, Value::DRAW, Proof::Draw);
        let siblings = give_root(search, &[proven, proven]);
        assert_eq!(search.corrective_child(siblings), None);
    });
}

#[test]
fn children_are_drawn_below_so_many_visits_only() {
    // The option `ct` must ignore visits that come from a node prior (option `np`). The root has no
    // prior.
    for (np, visits, sampled) in [(0, 4, true), (0, 5, false), (10, 14, true), (10, 15, false)] {
        with_search(&Breakthrough::default(), &Config { ct: 5, np, ..Config::default() }, 100, |search| {
            let siblings = give_root(search, &[child(0, visits, 0, Value::DRAW, Proof::Unknown)]);
            let below = search.tree.pool.take_siblings(1, siblings.child(0), 1).unwrap();
            search.tree.pool.push_child(below, child(1, 0, 0, Value::DRAW, Proof::Unknown));
            assert_eq!(search.tree.is_young(siblings.child(0), below), sampled, "{np} {visits}");
            assert_eq!(search.tree.is_young(ROOT, siblings), visits < 5, "{np} {visits}");
            // In this sibling block, a move has no child yet. So the option `ct` must not sample a
            // child.
            let partly = search.tree.pool.take_siblings(1, siblings.child(0), 2).unwrap();
            search.tree.pool.push_child(partly, child(1, 0, 0, Value::DRAW, Proof::Unknown));
            assert!(!search.tree.is_young(siblings.child(0), partly));
        });
    }
}

#[test]
fn with_corrective_in_the_tree_the_same_child_is_visited_again_before_all_are() {
    // The root has three children. After the first simulation, three simulations sample one child
    // each. They rarely sample three different children. So with most seeds, a child must have two
    // visits.
    let game = breakthrough("......../......../b......./......../......../......../.w....../........ 1");
    let mut twice = 0;
    for seed in 0..100 {
        with_search(&game, &Config { ct: 6, seed, ..Config::default() }, 500, |search| {
            simulate(search, 4);
            let children = search.tree.pool.children(search.tree.pool.root().children());
            twice += u32::from(children.iter().any(|child| child.visits() > 1));
        });
        with_search(&game, &Config { tp: 1.0, seed, ..Config::default() }, 500, |search| {
            simulate(search, 4);
            let children = search.tree.pool.children(search.tree.pool.root().children());
            assert!(children.iter().all(|child| child.visits() == 1));
        });
    }
    assert!(twice > 50, "{twice}");
}
