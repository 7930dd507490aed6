//! Tests of selection in trees made by hand: which bounds are stored, which children the solver
//! ignores, and which child is chosen if bounds are equal.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::nodes::NodeMut;
use super::slot::{ROOT, SiblingsId, Slot};
use super::tests::{child, give, proven, with_tree};
use super::{Leader, Select, Tree};
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::player::Config;
use std::vec::Vec;

const BOUNDS: Config = Config { bounds: true, ..Config::DEFAULT };
const GRAVE: Config = Config { grave: 1, ..Config::DEFAULT };

fn select(tree: &mut Tree<'_>, siblings: SiblingsId) -> u32 {
    let child = tree.select(ROOT, siblings, Side::First);
    siblings.offset_of(child)
}

fn keeps_bounds(tree: &Tree<'_>, siblings: SiblingsId) -> bool {
    tree.has_bounds(tree.pool.root().visits(), siblings)
}

fn safe(mut child: Slot, player: Side) -> Slot {
    child.set_safe_for(player);
    child
}

#[test]
fn bounds_are_kept_where_all_children_are_there_and_nobody_is_safe() {
    let two = [child(0, 9, 3), child(1, 9, 5)];
    let with_one_safe = [two[0], safe(two[1], Side::First)];
    let cases = [
        (Config::DEFAULT, two, 2, true),
        (Config::DEFAULT, two, 3, false),
        (BOUNDS, two, 2, true),
        (BOUNDS, with_one_safe, 2, false),
    ];
    for (config, children, total, expected) in cases {
        with_tree(&config, 20, |tree| {
            let siblings = give(tree, ROOT, total, &children);
            assert_eq!((select(tree, siblings), keeps_bounds(tree, siblings)), (1, expected), "{config:?} {total}");
            if !expected {
                return;
            }
            // After a simulation through a child, `update_bound` gives the child a new bound. With
            // the option `bounds`, the stored bounds become invalid when the search finds that a
            // player cannot lose at the child.
            let visits = tree.pool.root().visits();
            tree.pool.node_mut(siblings.child(1)).add(Value::LOSS);
            let before = tree.pool.node(siblings.child(1)).rank();
            tree.update_bound(visits, siblings, siblings.child(1), Side::First);
            assert!(keeps_bounds(tree, siblings) && tree.pool.node(siblings.child(1)).rank() < before);
            tree.pool.node_mut(siblings.child(1)).set_safe_for(Side::First);
            tree.update_bound(visits, siblings, siblings.child(1), Side::First);
            assert_eq!(keeps_bounds(tree, siblings), !config.bounds);
        });
    }
}

#[test]
fn who_cannot_lose_passes_over_what_he_cannot_win() {
    // The first child has the larger bound, but the second player cannot lose at this child.
    let children = [safe(child(0, 9, 7), Side::Second), child(1, 9, -7)];
    for (of_the_root, expected) in [(None, 0), (Some(Side::Second), 0), (Some(Side::First), 1)] {
        with_tree(&BOUNDS, 20, |tree| {
            let siblings = give(tree, ROOT, 2, &children);
            of_the_root.into_iter().for_each(|player| tree.pool.node_mut(ROOT).set_safe_for(player));
            assert_eq!(select(tree, siblings), expected, "{of_the_root:?}");
        });
    }
}

#[test]
fn where_all_children_are_proven_the_best_is_gone_through_and_nothing_claimed() {
    for solver in [true, false] {
        with_tree(&Config { solver, ..Config::DEFAULT }, 20, |tree| {
            let siblings = give(tree, ROOT, 3, &[proven(0, Proof::SecondWins), proven(1, Proof::Draw)]);
            assert_eq!(select(tree, siblings), 1);
            assert!(!tree.path[0].claims_draw());
            assert_eq!(tree.pool.node(siblings.child(1)).visits(), 0);
        });
    }
}

#[test]
fn a_proven_draw_is_claimed_only_where_it_is_better_than_what_is_open() {
    for (wins, expected) in [(-1, true), (0, false), (1, false)] {
        with_tree(&Config::DEFAULT, 20, |tree| {
            let mut draw = child(1, 9, 0);
            draw.set_proof(Proof::Draw, 0);
            let siblings = give(tree, ROOT, 2, &[child(0, 9, wins), draw]);
            assert_eq!(select(tree, siblings), 0);
            assert_eq!(tree.path[0].claims_draw(), expected, "{wins}");
        });
    }
}

#[test]
fn of_equally_probable_moves_the_first_is_visited() {
    with_tree(&Config { tp: 1.0, ..Config::DEFAULT }, 20, |tree| {
        let likely = [9, 30, 30, 20].map(|probability| {
            let mut slot = child(u16::from(probability), 0, 0);
            slot.set_bias(Slot::bias_of_probability(probability));
            slot
        });
        let siblings = give(tree, ROOT, 4, &likely);
        tree.pool.node_mut(siblings.child(1)).set_prior(0, 7);
        tree.pool.header_mut(siblings).set_visited(0);
        let first = tree.first_visit(siblings);
        assert_eq!((siblings.offset_of(first), tree.pool.node(first).reward()), (0, 7));
    });
}

/// Adds simulations that begin with another move at the root. They make the move `mv` later.
fn play_later(tree: &mut Tree<'_>, mv: Move, rewards: &[Value]) {
    for &reward in rewards {
        tree.begin(Side::First);
        tree.consult(ROOT);
        tree.note_step(Move(99));
        tree.move_statistics.record(Side::First, mv);
        tree.learn(reward);
    }
    tree.begin(Side::First);
    tree.consult(ROOT);
}

#[test]
fn simulations_later_on_decide_between_equal_children() {
    with_tree(&GRAVE, 2000, |tree| {
        let siblings = give(tree, ROOT, 8, &[child(0, 9, 0), child(1, 9, 0)]);
        play_later(tree, Move(0), &[Value::LOSS; 5]);
        play_later(tree, Move(1), &[Value::WIN; 5]);
        assert_eq!(select(tree, siblings), 1);
        play_later(tree, Move(1), &[Value::LOSS; 20]);
        assert_eq!(select(tree, siblings), 0);
    });
}

#[test]
fn a_move_without_a_child_is_taken_where_it_is_better_than_every_child() {
    // The child of move 0 has one simulation, with the result `wins`. Move 1 has no child, but
    // simulations with the result `reward` made this move later. Even if all of these simulations
    // were won, move 1 is not better than a child that has won.
    for (reward, wins, gone_through) in [(Value::WIN, 1, true), (Value::WIN, -1, false), (Value::LOSS, 0, true)] {
        with_tree(&GRAVE, 2000, |tree| {
            let siblings = give(tree, ROOT, 8, &[child(0, 1, wins)]);
            play_later(tree, Move(1), &[reward; 5]);
            let absent = tree.best_absent(ROOT, &[Move::NONE, Move(1)]);
            assert_eq!(absent.offset, 1);
            let expected = gone_through.then_some(siblings.child(0));
            assert_eq!(tree.select_among(ROOT, siblings, &absent), expected, "{reward:?} {wins}");
            assert_eq!(tree.select_among(ROOT, siblings, &Leader::NONE), Some(siblings.child(0)));
        });
    }
}

/// Gives the root eight children. Only the first child is visited. Simulations with the move of
/// child 3 were won, and simulations with the moves of all other children were lost.
fn with_unvisited(visits: u32, test: impl FnOnce(&mut Tree<'_>, SiblingsId)) {
    with_tree(&GRAVE, 3000, |tree| {
        let children: Vec<Slot> = (0..8).map(|mv| child(mv, if mv == 0 { 9 } else { 0 }, 0)).collect();
        let siblings = give(tree, ROOT, 8, &children);
        tree.pool.header_mut(siblings).set_visited(1);
        (0..8).for_each(|offset| tree.pool.node_mut(siblings.child(offset)).store_number(0));
        (9..visits).for_each(|_| tree.pool.node_mut(ROOT).count(Value::DRAW));
        (1..8).for_each(|mv| play_later(tree, Move(mv), &[if mv == 3 { Value::WIN } else { Value::LOSS }; 5]));
        test(tree, siblings);
    });
}

#[test]
fn the_unvisited_child_with_the_highest_rank_is_visited() {
    with_unvisited(9, |tree, siblings| {
        let chosen = tree.select_among(ROOT, siblings, &Leader::NONE).unwrap();
        assert_eq!((tree.pool.node(chosen).mv(), siblings.offset_of(chosen)), (Move(3), 1));
        assert_eq!(tree.pool.node(chosen).number(), 0);
        assert_eq!(tree.pool.header(siblings).visited(), 2);
    });
}

#[test]
fn ranks_are_computed_when_visits_are_a_power_of_two() {
    for (visits, expected) in [(15, 5), (16, 3)] {
        with_unvisited(visits, |tree, siblings| {
            // The ranks are from an earlier selection, when child 5 was the best.
            for offset in 1..8 {
                tree.pool.node_mut(siblings.child(offset)).store_number(if offset == 5 { 9 } else { 8 });
            }
            let absent = Leader::NONE;
            let chosen = tree.select_among(ROOT, siblings, &absent).unwrap();
            let chosen = tree.pool.node(chosen).mv();
            // Child 5 lost all simulations, so the visited child has a larger bound.
            assert_eq!(chosen, Move(if expected == 5 { 0 } else { 3 }), "{visits}");
            assert_eq!(tree.pool.node(siblings.child(7)).number() == 8, expected == 5);
        });
    }
}
