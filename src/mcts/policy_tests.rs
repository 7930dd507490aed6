//! Tests the formulas of the options with numbers calculated by hand. The formulas are from the
//! implicit minimax paper.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::{child, give_root, simulate, with_search};
use super::*;
use crate::game::knowledge::Evaluator;
use crate::game::notation::Notation;
use crate::game::value::{Proof, Side};
use crate::game::{Game, MoveList};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::player::options::{Divisor, Schedule};
use crate::search::Search;
use crate::tree::bias_of;
use std::vec::Vec;

fn value(x: f64) -> Value {
    Value::from_f32(x as f32).unwrap()
}

fn near(found: Value, expected: f64) {
    assert!((f64::from(found.to_f32()) - expected).abs() < 1e-4, "{} instead of {expected}", found.to_f32());
}

fn position(text: &str) -> Breakthrough {
    let mut position = Breakthrough::default();
    position.read_position(text).unwrap();
    position
}

/// Returns the estimate of a child that has the minimax value v = -0.5. Its 16 visits are 10 wins
/// and 6 losses, so its mean is 0.25. The parent has 100 visits.
fn estimate(config: Config) -> Value {
    let mut found = Value::DRAW;
    with_search(&Breakthrough::default(), &config, 50, |search| {
        found = search.tree.estimate(&child(0, 16, 4, value(-0.5), Proof::Unknown), 100);
    });
    found
}

#[test]
fn estimates_mix_the_values_as_the_paper_says() {
    let off = Config::default();
    near(estimate(off), 0.25);
    // In the implicit minimax paper, equation 2 and the equation for Q^CB both give 0.6 * 0.25 +
    // 0.4
    // * -0.5.
    near(estimate(Config { im: 0.4, ..off }), -0.05);
    near(estimate(Config { cb: 0.4, ..off }), -0.05);
    // The equation for Q^PB gives 0.6 * 0.25 + 0.4 * -0.5 / 17.
    near(estimate(Config { impb: 0.4, ..off }), 0.138_235);
    // With the falling schedule, alpha(100) is 0.4 * 300 / 400 = 0.3, so the estimate is
    // 0.7 * 0.25 + 0.3 * -0.5. With the rising schedule, alpha(100) is 0.4 * 100 / 400 = 0.1, so
    // the estimate is 0.9 * 0.25 + 0.1 * -0.5.
    near(estimate(Config { im: 0.4, schedule: Schedule::Falling(300), ..off }), 0.025);
    near(estimate(Config { im: 0.4, schedule: Schedule::Rising(300), ..off }), 0.175);
}

/// Returns the bound of a child with 10 wins, 6 losses and a static value of 0.5. The bound has no
/// exploration term, because C is 0.
fn biased_bound(divisor: Divisor, mover: Side) -> f32 {
    let config = Config { c: 0.0, pb: 0.66, divisor, ..Config::default() };
    let mut found = 0.0;
    with_search(&Breakthrough::default(), &config, 50, |search| {
        let mut biased = child(0, 16, 4, Value::DRAW, Proof::Unknown);
        biased.set_bias(bias_of(value(0.5)));
        found = f32::from_bits(search.tree.all_weights(16, mover).key(&biased, 0.0)) - 2.66;
    });
    found
}

#[test]
fn progressive_bias_fades_with_visits_or_losses() {
    // The bias W v0 is 0.66 * 0.5 = 0.33. The node stores v0 in 1/127ths, as 64/127. The child has
    // 6 losses for the first player, and 10 losses for the second player.
    let bias = 0.66 * 64.0 / 127.0;
    let cases = [
        (Divisor::Visits, Side::First, 0.25 + bias / 17.0),
        (Divisor::SqrtLosses, Side::First, 0.25 + bias / 7.0_f32.sqrt()),
        (Divisor::Losses, Side::First, 0.25 + bias / 7.0),
        (Divisor::SqrtLosses, Side::Second, -0.25 - bias / 11.0_f32.sqrt()),
        (Divisor::Losses, Side::Second, -0.25 - bias / 11.0),
    ];
    for (divisor, mover, expected) in cases {
        let found = biased_bound(divisor, mover);
        assert!((found - expected).abs() < 1e-5, "{divisor:?} {mover:?}: {found} instead of {expected}");
    }
}

#[test]
fn the_bias_by_transition_probability_fades_likewise_in_the_movers_view() {
    // The bias W P is 10 * 51 / 255 = 2 for both players. The 16 visits of the child are 6 losses
    // for the first player and 10 losses for the second player.
    let cases = [
        (Divisor::SqrtLosses, Side::First, 0.25 + 2.0 / 7.0_f32.sqrt()),
        (Divisor::SqrtLosses, Side::Second, -0.25 + 2.0 / 11.0_f32.sqrt()),
        (Divisor::Losses, Side::First, 0.25 + 2.0 / 7.0),
        (Divisor::Losses, Side::Second, -0.25 + 2.0 / 11.0),
        (Divisor::Visits, Side::First, 0.25 + 2.0 / 17.0),
        (Divisor::Visits, Side::Second, -0.25 + 2.0 / 17.0),
    ];
    for (divisor, mover, expected) in cases {
        let config = Config { c: 0.0, tp: 10.0, divisor, ..Config::default() };
        with_search(&Breakthrough::default(), &config, 50, |search| {
            let mut likely = child(0, 16, 4, Value::DRAW, Proof::Unknown);
            likely.set_bias(Slot::bias_of_probability(51));
            let found = f32::from_bits(search.tree.all_weights(16, mover).key(&likely, 0.0)) - 2.0;
            assert!((found - expected).abs() < 1e-5, "{divisor:?} {mover:?}: {found} instead of {expected}");
        });
    }
}

#[test]
fn first_play_urgency_stands_for_mean_and_exploration() {
    // The bound of the unvisited child is 0.75 + v. Here, 0.75 is the urgency, and v is 0.5 for the
    // first player and -0.5 for the second player. With `tp`, the bias W P = 10 * 204 / 255 = 8 is
    // added for both players.
    for (tp, bias) in [(0.0, 0.0), (10.0, 8.0)] {
        for (mover, expected) in [(Side::First, 1.25 + bias), (Side::Second, 0.25 + bias)] {
            with_search(
                &Breakthrough::default(),
                &Config { fpu: Some(0.75), tp, im: 0.4, ..Config::default() },
                50,
                |search| {
                    let mut unvisited = child(0, 0, 0, value(0.5), Proof::Unknown);
                    unvisited.set_bias(if tp > 0.0 { Slot::bias_of_probability(204) } else { 0 });
                    let found = search.tree.all_weights(100, mover).key_of_unvisited(&unvisited, 0.0);
                    let found = f32::from_bits(found) - 2.0;
                    assert!((found - expected).abs() < 1e-4, "{tp} {mover:?}: {found} instead of {expected}");
                },
            );
        }
    }
}

#[test]
fn first_play_urgency_lets_a_good_child_be_visited_again_before_others_are_at_all() {
    // With N = 10 and C = 1, the bound of the visited child is 0.6 + sqrt(ln 10 / 10) = 1.08. The
    // bound of the unvisited child is its urgency. The child with the larger bound must be
    // selected.
    for (urgency, expected) in [(1.0, 1), (1.2, 2)] {
        with_search(&Breakthrough::default(), &Config { fpu: Some(urgency), ..Config::default() }, 50, |search| {
            let children = [child(0, 10, 6, Value::DRAW, Proof::Unknown), child(1, 0, 0, Value::DRAW, Proof::Unknown)];
            let siblings = give_root(search, &children);
            search.tree.pool.header_mut(siblings).set_visited(1);
            assert_eq!(
                search.tree.select(ROOT, siblings, search.simulation.scratch.to_move()),
                siblings.child(expected - 1)
            );
        });
    }
    // With a large urgency, the search must visit every child once before it visits any child
    // twice.
    with_search(&Breakthrough::default(), &Config { fpu: Some(100.0), ..Config::default() }, 1000, |search| {
        simulate(search, 23);
        let children = search.tree.pool.children(search.tree.pool.root().children());
        assert!(children.len() == 22 && children.iter().all(|child| child.visits() == 1));
    });
    // With an urgency of 0, the search must stay with a child that has won once.
    with_search(&Breakthrough::default(), &Config { fpu: Some(0.0), ..Config::default() }, 1000, |search| {
        simulate(search, 23);
        let children = search.tree.pool.children(search.tree.pool.root().children());
        assert!(children.iter().any(|child| child.visits() > 2) && children.iter().any(|child| child.visits() == 0));
    });
}

#[test]
fn unvisited_children_come_in_the_order_of_their_transition_probability() {
    let game = position("b......./......../..b....w/......w./....w.../..w...../w......./........ 1");
    for visits in 1..=9 {
        with_search(&game, &Config { tp: 0.0001, ..Config::default() }, 100, |search| {
            simulate(search, 1 + visits);
            let children = search.tree.pool.children(search.tree.pool.root().children());
            let probability = |child: &Slot| game.transition(child.mv()).unwrap();
            let (visited, others) = children.split_at(visits as usize);
            assert!(visited.iter().all(|child| child.visits() == 1) && others.iter().all(|child| child.visits() == 0));
            assert!(visited.is_sorted_by_key(|child| core::cmp::Reverse(probability(child))), "{visits}");
            let least = visited.iter().map(probability).min();
            assert!(others.iter().map(probability).max() <= least, "{visits}");
        });
    }
}

#[test]
fn maximum_backpropagation_returns_the_best_estimate_of_a_visited_child() {
    // Three children have the estimates 0.25, -0.25 and -1, and one child is unvisited. The best
    // estimate is 0.25 for the first player, and -1 for the second.
    let best = |mover: Side| {
        let mut game = Breakthrough::default();
        if mover == Side::Second {
            let mut slots = [Move::NONE; 48];
            let mut moves = MoveList::new(&mut slots);
            game.legal_moves(&mut moves);
            game.play(moves.get(0).unwrap());
        }
        let mut best = None;
        with_search(&game, &Config::default(), 50, |search| {
            let unknown = |mv, visits, wins| child(mv, visits, wins, Value::DRAW, Proof::Unknown);
            give_root(search, &[unknown(0, 16, 4), unknown(1, 8, -2), unknown(2, 6, -6), unknown(3, 0, 0)]);
            let (tree, root) = (&search.tree, search.tree.pool.root());
            best = tree.best_estimate_of(tree.pool.children(root.children()).iter(), root.visits(), mover);
        });
        best.unwrap()
    };
    near(best(Side::First), 0.25);
    near(best(Side::Second), -1.0);
}

#[test]
fn node_priors_are_the_table_of_the_paper() {
    // A safe move to a square 5, 4, 3, 2 or 1 rows from the goal has a prior win rate of 0.6, 0.75,
    // 0.85, 0.95 or 1. A prior has 10 visits, and its number of wins is rounded down. A piece on d5
    // has no defender, and the piece on c6 can capture it. So the move to d5 has a win rate of 0.3.
    let game = position("b......./......../..b....w/......w./....w.../..w...../w......./........ 1");
    let wins = [("a2a3", 6), ("c3c4", 7), ("e4e5", 8), ("g5g6", 9), ("h6h7", 10), ("e4d5", 3)];
    with_search(&game, &Config { np: 10, ..Config::default() }, 100, |search| {
        simulate(search, 1);
        for (text, wins) in wins {
            let mv = search.ask_moves(|game, moves| game.read_move(text, moves)).unwrap();
            let children = search.tree.pool.children(search.tree.pool.root().children());
            let child = children.iter().find(|child| Some(child.mv()) == mv).unwrap();
            assert_eq!((child.visits(), child.reward()), (10, (2 * wins - 10) * i64::from(Value::ONE)), "{text}");
        }
    });
}

#[test]
fn fixed_early_termination_returns_the_static_value_after_so_many_moves() {
    for fet in [0, 1, 4, 7] {
        with_search(&Kalah::default(), &Config { fet: Some(fet), ..Config::default() }, 50, |search| {
            for _ in 0..50 {
                search.simulation.scratch.copy_from(&search.simulation.position);
                let before = search.playout_plies;
                let reward = search.playout();
                assert_eq!(search.playout_plies - before, u64::from(fet));
                assert_eq!(reward, search.simulation.scratch.evaluate(Evaluator::DEFAULT));
            }
        });
    }
}

#[test]
fn dynamic_early_termination_wins_and_loses_by_the_static_value() {
    // One player is four pieces ahead. If the furthest pieces of both players are equally far from
    // the goal, the raw evaluation is 40 points, and the static value is tanh(40 / 60) = 0.58. The
    // option `det` tests the value after every 5 plies of the playout.
    for (det, sign) in [(0.05_f32, 1), (0.05, -1)] {
        let text = if sign > 0 {
            "bbbb..../bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"
        } else {
            "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwww.... 1"
        };
        with_search(&position(text), &Config { det, ..Config::default() }, 50, |search| {
            for _ in 0..50 {
                search.simulation.scratch.copy_from(&search.simulation.position);
                let before = search.playout_plies;
                let reward = search.playout();
                let plies = search.playout_plies - before;
                assert!(plies.is_multiple_of(5) && plies > 0, "{plies}");
                assert_eq!(reward, if sign > 0 { Value::WIN } else { Value::LOSS });
                assert!(search.simulation.scratch.evaluate(Evaluator::MS).to_f32() * sign as f32 >= det);
            }
        });
    }
}

#[test]
fn epsilon_is_how_often_a_playout_draws() {
    // There are no captures, so the greedy move advances the furthest piece.
    let game = position("bbbbbbbb/bbbbbbbb/......../......../......../...w..../wwwwwwww/wwwwwww. 1");
    for epsilon in [0.0, 0.25, 1.0] {
        with_search(&game, &Config { ege: Some(epsilon), fet: Some(1), ..Config::default() }, 50, |search| {
            let mut greedy = 0;
            for _ in 0..4000 {
                search.simulation.scratch.copy_from(&search.simulation.position);
                search.playout();
                let furthest = search.simulation.scratch.evaluate(Evaluator::MS);
                greedy += u32::from(furthest > search.simulation.position.evaluate(Evaluator::MS));
            }
            // A random choice may also select one of the three moves of the furthest piece.
            let moves = search.legal_moves().unwrap().len() as f32;
            let expected = 4000.0 * (1.0 - epsilon + epsilon * 3.0 / moves);
            assert!((greedy as f32 - expected).abs() < 130.0, "{epsilon}: {greedy} instead of {expected}");
        });
    }
}

#[test]
fn with_priors_the_parent_counts_what_its_children_count() {
    // Two children have 100 visits each, almost all of them from priors. N must be the sum of these
    // visits, 200, and not the parent's own 5 visits. The bound rounds 200 down to 192. With C = 1,
    // the exploration term is sqrt(ln 192 / 100) = 0.229.
    let children: Vec<Slot> = (0..2).map(|mv| child(mv, 100, 0, Value::DRAW, Proof::Unknown)).collect();
    with_search(&Breakthrough::default(), &Config { np: 98, ..Config::default() }, 50, |search| {
        let visits = search.tree.total_visits(5, children.iter());
        assert_eq!(visits, 200);
        let bound = f32::from_bits(search.tree.all_weights(visits, Side::First).key(&children[0], 0.0)) - 2.0;
        assert!((bound - (192.0_f32.ln() / 100.0).sqrt()).abs() < 1e-5, "{bound}");
    });
}
