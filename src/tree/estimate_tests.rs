//! Compares the bounds of children with the formulas of `options.rs`. The tests compute the
//! formulas in 64-bit floating point.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)]

use super::slot::Slot;
use super::tests::MOVERS;
use super::{MoveStat, Tree, bias_of};
use crate::game::Move;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::player::Config;
use crate::player::options::Divisor;
use crate::player::plan::KEPT_FLOOR;

/// The number of visits of the parent. It is a power of two, so the search does not round it.
const VISITS: u32 = 16;

fn tree(config: &Config) -> Tree<'static> {
    let mut tree = Tree::new(0);
    tree.plan.compile(config);
    tree
}

fn value(x: f64) -> Value {
    Value::from_f32(x as f32).unwrap()
}

/// Returns a child with this number of visits, this mean reward, and the value `v`.
fn child(visits: u32, mean: f64, v: f64) -> Slot {
    let mut child = Slot::node(Move(1), 0, value(v), Proof::Unknown);
    child.set_prior(visits, (mean * f64::from(visits) * f64::from(Value::ONE)).round() as i64);
    child
}

/// Returns the statistics of a move that was played in `count` simulations with this mean reward.
fn stat(count: u32, mean: f64) -> MoveStat {
    MoveStat { sum: (mean * f64::from(count) * f64::from(Value::ONE)).round() as i32, count }
}

fn near(key: u32, floor: f32, expected: f64, what: &str) {
    let found = f64::from(f32::from_bits(key) - floor);
    assert!((found - expected).abs() < 1e-4, "{what}: {found} instead of {expected}");
}

/// Returns C sqrt(ln N / n), where n is the number of visits, but at least 1.
fn exploration(c: f64, visits: u32) -> f64 {
    c * (f64::from(VISITS).ln() / f64::from(visits.max(1))).sqrt()
}

#[test]
fn what_is_proven_is_worth_its_value_and_its_exploration() {
    let players = [
        (Config { im: 0.4, c: 0.7, ..Config::DEFAULT }, KEPT_FLOOR),
        (Config { impb: 0.4, c: 0.7, ..Config::DEFAULT }, 2.0),
        (Config { c: 0.7, pb: 0.5, ..Config::DEFAULT }, 2.5),
    ];
    for (config, floor) in players {
        for (v, proof) in [(1.0, Outcome::FirstWins), (-1.0, Outcome::SecondWins), (0.25, Outcome::FirstWins)] {
            for (visits, mover) in [0, 1, 5, 9].into_iter().flat_map(|visits| MOVERS.map(|mover| (visits, mover))) {
                let mut proven = child(visits, -v, v);
                proven.set_proof(proof.into(), 3);
                let key = tree(&config).weights(VISITS, VISITS, mover).key_of_proven(&proven);
                let expected = v * f64::from(mover.sign()) + exploration(0.7, visits);
                near(key, floor, expected, &std::format!("{v} {visits} {mover:?}"));
            }
        }
    }
}

#[test]
fn a_bound_that_is_kept_is_in_the_movers_view() {
    // The expected estimate is 0.6 * 0.5 - 0.4 * 0.25 = 0.2.
    let tree = tree(&Config { im: 0.4, c: 0.7, ..Config::DEFAULT });
    for mover in MOVERS {
        let key = tree.weights(VISITS, VISITS, mover).key(&child(4, 0.5, -0.25));
        near(key, KEPT_FLOOR, 0.2 * f64::from(mover.sign()) + exploration(0.7, 4), "kept");
    }
}

#[test]
fn the_weight_of_a_value_fades_with_the_visits() {
    // The expected estimate is Q^PB: 0.6 * 0.5 - 0.4 / (n + 1) * 0.25.
    let tree = tree(&Config { impb: 0.4, c: 0.7, ..Config::DEFAULT });
    for (visits, mover) in [1, 4, 15].into_iter().flat_map(|visits| MOVERS.map(|mover| (visits, mover))) {
        let estimate = 0.6 * 0.5 - 0.4 / f64::from(visits + 1) * 0.25;
        let key = tree.all_weights(VISITS, mover).key(&child(visits, 0.5, -0.25), 0.0);
        near(key, 2.0, estimate * f64::from(mover.sign()) + exploration(0.7, visits), "impb");
    }
}

/// The error of AMAF means before the first sample.
const DISTRUST: f64 = 0.4 / 16.0;

/// Mixes the mean of a child's own n visits with the mean of m simulations in which the child's
/// move was played. Here, m simulations count as m / (1 + m d) visits. Returns the mean from the
/// mover's point of view, and the exploration term with C = 0.7 for the total number of visits. A
/// child without any simulation is treated as if it were won in one visit.
fn mixed(visits: u32, own: f64, (count, mean): (u32, f64), mover: Side) -> (f64, f64) {
    let (n, m, sign) = (f64::from(visits), f64::from(count), f64::from(mover.sign()));
    let worth = m / (1.0 + m * DISTRUST);
    if n + worth == 0.0 {
        return (1.0, exploration(0.7, 1));
    }
    ((own * n + mean * worth) / (n + worth) * sign, exploration(0.7, 1) / (n + worth).sqrt())
}

const TALLIES: [(u32, f64); 5] = [(0, 0.0), (1, 1.0), (20, -0.5), (500, 0.25), (60_000, -0.25)];

#[test]
fn moves_are_valued_by_simulations_later_on_too() {
    let grave = Config { grave: 9, c: 0.7, ..Config::DEFAULT };
    // Each row has a player, the weight of the mean, the weight of the value, a flag, and the
    // weight W of the bias. The flag is set if the weight of the value decreases with the visits.
    // In the last row, the bias of the first player is 0.5 * 64 / 127, divided by visits + 1.
    let players = [
        (grave, 1.0, 0.0, false, 0.0),
        (Config { im: 0.4, ..grave }, 0.6, 0.4, false, 0.0),
        (Config { impb: 0.4, ..grave }, 0.6, 0.4, true, 0.0),
        (Config { pb: 0.5, divisor: Divisor::Visits, ..grave }, 1.0, 0.0, false, 0.5),
    ];
    let children = [0, 1, 6, 300].into_iter().flat_map(|visits| TALLIES.map(|moves| (visits, moves)));
    for ((config, mean, minimax, fades, bias), (visits, moves)) in
        players.into_iter().flat_map(|player| children.clone().map(move |child| (player, child)))
    {
        let mut child = child(visits, 0.75, -0.25);
        child.set_bias(bias_of(value(0.5)));
        for mover in MOVERS {
            let minimax = if fades { minimax / f64::from(visits + 1) } else { minimax };
            let bias = bias * 64.0 / 127.0 / f64::from(visits + 1);
            let (own, explored) = mixed(visits, 0.75, moves, mover);
            let expected = mean * own + (bias - minimax * 0.25) * f64::from(mover.sign()) + explored + 0.125;
            let key = tree(&config).all_weights(VISITS, mover).key_by_moves(&child, stat(moves.0, moves.1), 0.125);
            near(key, 2.0 + config.pb, expected, &std::format!("{config:?} {visits} {moves:?} {mover:?}"));
        }
    }
}

#[test]
fn a_move_without_a_child_is_worth_what_simulations_say_or_a_win() {
    let config = Config { grave: 9, c: 0.7, im: 0.4, ..Config::DEFAULT };
    for (moves, mover) in TALLIES.into_iter().flat_map(|moves| MOVERS.map(|mover| (moves, mover))) {
        let key = tree(&config).all_weights(VISITS, mover).key_of_absent(stat(moves.0, moves.1));
        let (own, explored) = mixed(0, 0.0, moves, mover);
        let expected = 0.6 * own + explored;
        near(key, 2.0, expected, &std::format!("{moves:?} {mover:?}"));
    }
}

#[test]
fn only_what_was_visited_or_is_proven_has_an_estimate() {
    let tree = tree(&Config { im: 0.4, ..Config::DEFAULT });
    // The estimate of the visited child is 0.6 * 0.5 - 0.4 * 0.5 = 0.1. The two unvisited children
    // would be the best and the worst, so they must not count.
    let children = [child(0, 0.0, 0.9), child(4, 0.5, -0.5), child(0, 0.0, -0.9)];
    for mover in MOVERS {
        let best = tree.best_estimate_of(children.iter(), VISITS, mover).unwrap();
        assert!((best.to_f32() - 0.1).abs() < 1e-4, "{best:?}");
        assert_eq!(tree.best_estimate_of([child(0, 0.0, 0.9)].iter(), VISITS, mover), None);
        let mut won = child(0, 0.0, 1.0);
        won.set_proof(Proof::FirstWins, 1);
        assert_eq!(tree.best_estimate_of([won].iter(), VISITS, mover), Some(Value::WIN));
    }
}
