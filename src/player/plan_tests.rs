//! Tests of plans, of players that can continue with each other's tree, and of the fingerprints of
//! players.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::*;
use crate::player::tests::config;
use std::vec::Vec;

/// Returns the plan of a tree search player.
pub(crate) fn plan(player: &str) -> Plan {
    let mut plan = Plan::OFF;
    plan.compile(&config(player));
    plan
}

/// Players that all search differently. Most of them have one option. Each player must have another
/// fingerprint.
const PLAYERS: &[&str] = &[
    "mcts()",
    "mcts(c2)",
    "mcts(im0.4)",
    "mcts(im0.5)",
    "mcts(im0.4-100)",
    "mcts(im0.4-101)",
    "mcts(im0.4+100)",
    "mcts(cb0.4)",
    "mcts(impb0.4)",
    "mcts(pb0.5)",
    "mcts(pb0.5/l)",
    "mcts(pb0.5/n)",
    "mcts(tp0.5)",
    "mcts(pn0.5)",
    "mcts(pn1)",
    "mcts(pn1/m)",
    "mcts(pn1/r)",
    "mcts(mob0.5)",
    "mcts(mob1)",
    "mcts(np)",
    "mcts(ip)",
    "mcts(im0.4,reg)",
    "mcts(np11)",
    "mcts(ct5)",
    "mcts(fpu0)",
    "mcts(fpu0.5)",
    "mcts(softmax0.5)",
    "mcts(grave)",
    "mcts(eps0.1)",
    "mcts(im0.4,leafab1)",
    "mcts(im0.4,leafab2)",
    "mcts(im0.4,leafqs)",
    "mcts(im0.4,evaltt)",
    "mcts(prooftt)",
    "mcts(bounds)",
    "mcts(prooftt,bounds)",
    "mcts(efLH)",
    "mcts(efTold)",
    "mcts(efTold,puct1)",
    "mcts(efTold,puct2)",
    "mcts(ipp)",
    "mcts(ege0)",
    "mcts(ege0.1)",
    "mcts(fet0)",
    "mcts(fet4)",
    "mcts(det0.5)",
    "mcts(det0.5/6)",
    "mcts(pmc)",
    "mcts(corr)",
    "mcts(greedy7)",
    "mcts(greedy6)",
    "mcts(mix7)",
    "mcts(abp2)",
    "mcts(abp2/7/5)",
    "mcts(mast)",
    "mcts(mast/0.3)",
    "mcts(mast/0.2)",
    "mcts(ipp,mast/0.3)",
    "mcts(dec)",
    "mcts(cut40)",
    "mcts(cut40/4)",
    "mcts(max5)",
    "mcts(marg0.5)",
    "mcts(all)",
    "mcts(t1)",
    "mcts(nosolver)",
    "mcts(norecycle)",
    "mcts(secure)",
    "mcts(best)",
    "mcts(log)",
    "mcts(temp1)",
    "bfm()",
];

#[test]
fn every_player_has_a_number_of_its_own() {
    let numbers: Vec<u64> = PLAYERS.iter().map(|player| plan(player).fingerprint()).collect();
    for (index, number) in numbers.iter().enumerate() {
        assert_eq!(*number, plan(PLAYERS[index]).fingerprint(), "the same player twice: {}", PLAYERS[index]);
        let other = numbers.iter().position(|other| other == number).unwrap();
        assert_eq!(PLAYERS[other], PLAYERS[index]);
    }
    // The fingerprint must not depend on the seed, or on the order of the words.
    let seeded = Config { seed: 7, ..Config::DEFAULT };
    let mut compiled = Plan::OFF;
    compiled.compile(&seeded);
    assert_eq!(compiled.fingerprint(), numbers[0]);
    assert_eq!(plan("mcts(ipp,im0.4)").fingerprint(), plan("mcts(im0.4,ipp)").fingerprint());
}

/// Tests pairs of players that can continue with each other's tree. They differ only in how they
/// select children, when they expand or recycle nodes, and how they choose the move to play.
#[test]
fn trees_mean_the_same_to_players_who_choose_differently() {
    for [one, other] in [
        ["mcts()", "mcts(c2)"],
        ["mcts()", "mcts(t5)"],
        ["mcts()", "mcts(norecycle)"],
        ["mcts()", "mcts(secure)"],
        ["mcts()", "mcts(temp1)"],
        ["mcts(im0.4)", "mcts(im0.5)"],
        ["mcts(im0.4)", "mcts(im0.4-100)"],
        ["mcts(im0.4)", "mcts(im0.4+100)"],
        ["mcts(pb0.5)", "mcts(pb2/l)"],
        ["mcts(tp0.5)", "mcts(tp2/n)"],
        ["mcts(fpu0.5)", "mcts(eps0.1)"],
        ["mcts(fpu0.5)", "mcts(all)"],
        ["mcts(ct5)", "mcts(softmax1)"],
        ["mcts(im0.4,max5)", "mcts(im0.4,max5,best)"],
        ["mcts(efTold,puct1)", "mcts(efTold,puct1.5,fpu0.5)"],
    ] {
        let (a, b) = (plan(one), plan(other));
        assert!(a.means_the_same(&b) && b.means_the_same(&a), "{one} {other}");
    }
}

/// Tests pairs of players that cannot continue with each other's tree. The nodes of the two trees
/// have different contents: rewards of different playouts, or different values, biases or proofs.
#[test]
fn trees_mean_something_else_where_nodes_hold_something_else() {
    for [one, other] in [
        ["mcts()", "mcts(im0.4)"],
        ["mcts()", "mcts(all)"],
        ["mcts()", "mcts(nosolver)"],
        ["mcts()", "mcts(ipp)"],
        ["mcts()", "mcts(fet4)"],
        ["mcts()", "mcts(efLH)"],
        ["mcts()", "mcts(efTold)"],
        ["mcts(efTold)", "mcts(efTold,im0.4)"],
        ["mcts(efTold)", "mcts(efTold,puct1.5)"],
        ["mcts()", "mcts(det0.5)"],
        ["mcts()", "mcts(pmc)"],
        ["mcts()", "mcts(marg0.5)"],
        ["mcts()", "mcts(grave)"],
        ["mcts()", "mcts(mob0.2)"],
        ["mcts(mob0.2)", "mcts(pn0.2)"],
        ["mcts(im0.4)", "mcts(cb0.4)"],
        ["mcts(im0.4)", "mcts(ct5)"],
        ["mcts(im0.4)", "mcts(im0.4,leafqs)"],
        ["mcts(pb0.5)", "mcts(tp0.5)"],
        ["mcts(pb0.5)", "mcts(fpu0.5)"],
        ["mcts(np)", "mcts(np11)"],
        ["mcts(ip)", "mcts(ip31)"],
        ["mcts(im0.4)", "mcts(im0.4,reg)"],
        // With the option `max`, nodes return an estimate that depends on the numbers of `im` and
        // `max`.
        ["mcts(im0.4,max5)", "mcts(im0.5,max5)"],
        ["mcts(max5)", "mcts(max6)"],
    ] {
        let (a, b) = (plan(one), plan(other));
        assert!(!a.means_the_same(&b) && !b.means_the_same(&a), "{one} {other}");
    }
}

#[test]
fn playout_options_become_one_policy() {
    for (player, policy) in [
        ("mcts()", PlayoutPolicy::UNIFORM),
        ("mcts(ipp)", PlayoutPolicy::Weighted),
        ("mcts(ege0)", PlayoutPolicy::EpsilonGreedy(0.0)),
        // The option `ege` samples by weights if the game has weights, so `ipp` changes nothing.
        ("mcts(ipp,ege0.1)", PlayoutPolicy::EpsilonGreedy(0.1)),
        ("mcts(pmc)", PlayoutPolicy::Strategy(Strategy::Transition)),
        ("mcts(mast5)", PlayoutPolicy::Strategy(Strategy::Learned(5))),
        ("mcts(mast/0.25)", PlayoutPolicy::Strategy(Strategy::LearnedGreedy(25))),
        ("mcts(ipp,mast/0.25)", PlayoutPolicy::WeightedLearned(25)),
    ] {
        let compiled = plan(player).playout;
        assert_eq!(compiled, policy, "{player}");
        assert_eq!(compiled.strategy(), config(player).strategy, "{player}");
    }
}

#[test]
fn alpha_depends_on_visits_as_the_schedule_says() {
    for (player, by_visits) in [
        ("mcts()", [0.0, 0.0, 0.0]),
        ("mcts(im0.4)", [0.4, 0.4, 0.4]),
        ("mcts(cb0.3)", [0.3, 0.3, 0.3]),
        ("mcts(impb0.2)", [0.2, 0.2, 0.2]),
        ("mcts(im0.4-100)", [0.4, 0.2, 0.1]),
        ("mcts(im0.4+100)", [0.0, 0.2, 0.3]),
    ] {
        for (visits, alpha) in [0, 100, 300].into_iter().zip(by_visits) {
            let found = plan(player).alpha(visits);
            assert!((found - alpha).abs() < 1e-6, "{player} at {visits}: {found}");
        }
    }
}

/// Tests the number of scratch moves in a game with at most 30 moves in a position. Leaf searches
/// need several lists of moves. A selective search needs one list and the ranked moves. The number
/// must be the larger of both, plus the number of killer moves.
#[test]
fn scratch_moves_by_hand() {
    let ranked = 1 + 3 * 12;
    for (player, expected) in [
        ("mcts()", 30),
        ("mcts(corr)", 30),
        ("mcts(greedy)", 30 + ranked),
        ("mcts(mix)", 30 + ranked),
        ("mcts(abp2)", 30 + ranked + 32),
        ("mcts(im0.4,leafab1)", 2 * 30),
        ("mcts(im0.4,leafab4)", 5 * 30),
        ("mcts(im0.4,leafqs)", 5 * 30),
        ("mcts(im0.4,leafab1,greedy)", 30 + ranked),
        ("mcts(im0.4,leafab2,greedy)", 3 * 30),
        ("mcts(im0.4,leafqs,abp2)", 5 * 30 + 32),
    ] {
        assert_eq!(config(player).scratch_moves(30), expected, "{player}");
    }
}

/// A strategy that evaluates positions applies the option `cut` itself, so the period must be 0.
#[test]
fn the_cut_off_has_a_period_where_the_strategy_does_not_evaluate() {
    for (player, period) in [
        ("mcts()", 0),
        ("mcts(pmc)", 0),
        ("mcts(corr)", 0),
        ("mcts(cut40)", 3),
        ("mcts(cut40/5)", 5),
        ("mcts(cut40,pmc)", 3),
        ("mcts(cut40,corr)", 0),
        ("mcts(cut40/5,greedy)", 0),
    ] {
        assert_eq!(plan(player).cut_period(), period, "{player}");
    }
}
