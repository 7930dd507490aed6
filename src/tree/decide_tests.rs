//! Tests, in trees made by hand, which child of the root is played, and which child the option
//! `temp` samples.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::{MOVERS, child, give, proven, with_tree};
use super::*;
use crate::game::value::{Outcome, Proof};
use crate::player::Config;

#[test]
fn a_proven_draw_is_played_in_place_of_an_estimate_below_it() {
    for (wins, expected) in [(-1, 1), (0, 0), (1, 0)] {
        for mover in MOVERS {
            with_tree(&Config::default(), 40, |tree| {
                let most = child(0, 50, wins * i64::from(mover.sign()));
                let siblings = give(tree, ROOT, 2, &[most, proven(1, Proof::Draw)]);
                assert_eq!(tree.best_child_id(mover), Some(siblings.child(expected)), "{wins} {mover:?}");
            });
        }
    }
}

#[test]
fn most_simulations_are_one_at_least() {
    with_tree(&Config::default(), 40, |tree| {
        let siblings = give(tree, ROOT, 2, &[child(0, 0, 0), child(1, 0, 0)]);
        assert_eq!(tree.most_visited(ROOT), None);
        *tree.pool.node_mut(siblings.child(1)) = child(1, 1, 0);
        assert_eq!(tree.most_visited(ROOT), Some(siblings.child(1)));
    });
}

#[test]
fn a_ranking_tells_whether_it_was_drawn() {
    for (temp, expected) in [(0.0, false), (0.5, true)] {
        with_tree(&Config { temp, ..Config::default() }, 40, |tree| {
            give(tree, ROOT, 1, &[child(0, 1, 0)]);
            assert_eq!(tree.ranking(Side::First).is_sampled, expected);
        });
    }
}

#[test]
fn moves_without_a_child_are_no_worse_than_those_that_lose() {
    let (lost, open) = (proven(0, Outcome::SecondWins.into()), child(1, 1, -1));
    for (children, total, expected) in
        [(&[lost][..], 2, true), (&[lost], 1, false), (&[lost, open], 3, false), (&[open], 1, false)]
    {
        with_tree(&Config::default(), 40, |tree| {
            give(tree, ROOT, total, children);
            assert_eq!(tree.only_losing_children(Side::First), expected, "{children:?} of {total}");
        });
    }
    with_tree(&Config::default(), 40, |tree| assert!(!tree.only_losing_children(Side::First), "it has none"));
}

#[test]
fn nothing_proven_is_drawn_and_nothing_where_children_are_missing() {
    for (total, solver, sampled) in [(3, true, &[0, 2][..]), (3, false, &[0, 1, 2]), (4, true, &[]), (4, false, &[])] {
        with_tree(&Config { eps: 1.0, solver, ..Config::default() }, 40, |tree| {
            let siblings = give(tree, ROOT, total, &[child(0, 1, 0), proven(1, Proof::FirstWins), child(2, 1, 0)]);
            let mut seen = [0; 3];
            for _ in 0..300 {
                if let Some(child) = tree.sample_child(ROOT, siblings, Side::First) {
                    seen[siblings.offset_of(child) as usize] += 1;
                }
            }
            for (offset, count) in (0..).zip(seen) {
                // All moves that can be sampled are equally likely. The probability that a count is
                // 50 or less by chance is 10^-9.
                assert_eq!(count > 50, sampled.contains(&offset), "{seen:?} of {total}, solver: {solver}");
            }
        });
    }
}

#[test]
fn of_what_is_shown_the_visited_come_first() {
    for (np, expected) in [(0, 1), (3, 2)] {
        with_tree(&Config { np, ..Config::default() }, 40, |tree| {
            let siblings = tree.take_all_siblings(2, ROOT).unwrap();
            tree.push_shown(siblings, child(0, 1, 0), true);
            tree.push_shown(siblings, child(1, 0, 0), false);
            assert_eq!(tree.pool.header(siblings).visited(), expected, "with a prior all count as visited");
        });
    }
}
