//! Tests what children prove about their parent. The proof must agree with the worst and the best
//! outcome that these children allow.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)]

use super::Solver;
use super::slot::{ROOT, Slot};
use super::tests::{MOVERS, child, give, proven, with_tree};
use crate::game::value::{Proof, Side, Value};
use crate::player::Config;
use std::vec::Vec;

const BOUNDS: Config = Config { bounds: true, ..Config::DEFAULT };
/// The worst and the best outcome of a position, from the first player's point of view: -1, 0 or 1.
type Range = (i8, i8);

/// Returns one child of each kind, and the range of outcomes that the child can have.
fn kinds() -> [(Slot, Range); 6] {
    let safe_for = |player| {
        let mut slot = child(0, 1, 0);
        slot.set_safe_for(player);
        slot
    };
    [
        (proven(0, Proof::FirstWins), (1, 1)),
        (proven(0, Proof::Draw), (0, 0)),
        (proven(0, Proof::SecondWins), (-1, -1)),
        (child(0, 1, 0), (-1, 1)),
        (safe_for(Side::First), (0, 1)),
        (safe_for(Side::Second), (-1, 0)),
    ]
}

/// Returns the worst and the best outcome that a node can have with these children.
fn range_of(children: &[Range], complete: bool, mover: Side) -> Range {
    let missing = (!complete).then_some((-1, 1));
    let all = children.iter().copied().chain(missing);
    let (worst, best) = (all.clone().map(|range| range.0), all.map(|range| range.1));
    match mover {
        Side::First => (worst.max().unwrap(), best.max().unwrap()),
        Side::Second => (worst.min().unwrap(), best.min().unwrap()),
    }
}

/// Returns all lists of one to three children of the first `count` kinds.
fn families(count: usize) -> Vec<Vec<(Slot, Range)>> {
    let kinds = kinds().into_iter().take(count);
    let ones: Vec<Vec<_>> = kinds.map(|kind| std::vec![kind]).collect();
    let with_one_more = |families: &[Vec<_>]| -> Vec<Vec<_>> {
        families.iter().flat_map(|family| ones.iter().map(move |one| [&family[..], &one[..]].concat())).collect()
    };
    let twos = with_one_more(&ones);
    [ones.clone(), with_one_more(&twos), twos].concat()
}

/// Checks what the root's children prove, and which players the search then knows not to lose at
/// the root.
fn check(config: &Config, family: &[(Slot, Range)], complete: bool, mover: Side) {
    let (children, ranges): (Vec<Slot>, Vec<Range>) = family.iter().copied().unzip();
    let range = range_of(&ranges, complete, mover);
    with_tree(config, 20, |tree| {
        let siblings = give(tree, ROOT, children.len() as u32 + u32::from(!complete), &children);
        let found = tree.prove(ROOT, siblings, mover);
        let root = tree.pool.root();
        let (proof, value) = match range {
            (1, 1) => (Proof::FirstWins, Value::WIN),
            (0, 0) => (Proof::Draw, Value::DRAW),
            (-1, -1) => (Proof::SecondWins, Value::LOSS),
            _ => (Proof::Unknown, Value::DRAW),
        };
        assert_eq!((root.proof(), root.value(), found), (proof, value, range.0 == range.1), "{ranges:?} {mover:?}");
        if proof == Proof::Unknown {
            let safe = MOVERS.map(|player| root.is_safe_for(player));
            let expected = if config.bounds { [range.0 == 0, range.1 == 0] } else { [false; 2] };
            assert_eq!(safe, expected, "{ranges:?} {complete} {mover:?}");
            assert_eq!(root.is_safe(), safe != [false; 2]);
        }
    });
}

#[test]
fn who_cannot_lose_follows_from_the_worst_and_best_that_children_leave_possible() {
    // Without the option `bounds`, the tree does not store which players cannot lose.
    for (config, kinds) in [(BOUNDS, 6), (Config::DEFAULT, 4)] {
        for family in families(kinds) {
            for mover in MOVERS {
                check(&config, &family, true, mover);
                check(&config, &family, false, mover);
            }
        }
    }
}

#[test]
fn a_proven_node_is_worth_the_best_of_what_proves_it_where_the_margin_counts() {
    let valued = |index, proof, value: i16| {
        let mut child = proven(index, proof);
        child.set_value(Value::from_raw(value));
        child
    };
    let win = [
        valued(0, Proof::FirstWins, 20_000),
        valued(1, Proof::FirstWins, 30_000),
        valued(2, Proof::Draw, 0),
        valued(3, Proof::SecondWins, -9_000),
        child(4, 1, 1),
    ];
    // The losing player chooses the smaller of the two losses.
    let loss = [20_000, 25_000].map(|value| valued(0, Proof::FirstWins, value));
    for (children, mover, margin) in [(&win[..], Side::First, 30_000), (&loss, Side::Second, 20_000)] {
        for (marg, expected) in [(0.5, Value::from_raw(margin)), (0.0, Value::WIN)] {
            with_tree(&Config { marg, ..Config::DEFAULT }, 20, |tree| {
                let siblings = give(tree, ROOT, children.len() as u32, children);
                assert!(tree.prove(ROOT, siblings, mover));
                assert_eq!((tree.pool.root().proof(), tree.pool.root().value()), (Proof::FirstWins, expected));
            });
        }
    }
}
