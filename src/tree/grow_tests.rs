//! Tests of how the tree makes room for new nodes: which blocks grow, which are released, and which
//! are recycled.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::nodes::Nodes;
use super::slot::{ROOT, SiblingsId};
use super::tests::{child, give, proven, with_tree, worth};
use crate::game::value::{Proof, Side, Value};
use crate::player::Config;
use crate::player::options::Expansion;

#[test]
fn a_sibling_block_grows_by_half_when_it_is_full_and_never_beyond_the_moves() {
    with_tree(&Config::DEFAULT, 100, |tree| {
        let mut siblings = tree.take_first_siblings(ROOT, 7).unwrap();
        let mut rooms = std::vec::Vec::new();
        for index in 0..7 {
            let (len, room) = (tree.pool.header(siblings).len(), tree.pool.room(siblings));
            let with_room = tree.siblings_with_room(ROOT).unwrap();
            assert_eq!(with_room == siblings, len < room, "{index}");
            siblings = with_room;
            tree.push_visited(siblings, child(index, 1, 0));
            rooms.push(tree.pool.room(siblings));
            assert_eq!((tree.pool.header(siblings).len(), tree.pool.header(siblings).visited()), (len + 1, len + 1));
        }
        assert_eq!(rooms, [1, 2, 3, 5, 5, 7, 7]);
        assert!((0..7).all(|offset| tree.pool.node(siblings.child(u32::from(offset))).index() == offset));
    });
}

#[test]
fn a_full_sibling_block_grows_at_once_where_room_can_be_made() {
    // All slots are in use. The root has a sibling block with two children. The first child has a
    // block with five children, which has not been used for a long time.
    with_tree(&Config::DEFAULT, 9, |tree| {
        let siblings = give(tree, ROOT, 3, &[child(0, 9, 0), child(1, 9, 0)]);
        let idle = give(tree, siblings.child(0), 5, &[0, 1, 2, 3, 4].map(|index| child(index, 1, 0)));
        tree.pool.header_mut(idle).set_stamp(0);
        (0..20).for_each(|_| tree.begin(Side::First));
        tree.touch(siblings);
        let grown = tree.siblings_with_room(ROOT).unwrap();
        assert_eq!((tree.pool.room(grown), tree.pool.header(grown).len()), (3, 2));
        assert_eq!(tree.pool.node(grown.child(0)).children(), SiblingsId::NONE);
    });
    // If no subtree can be recycled, the block does not grow.
    with_tree(&Config::DEFAULT, 3, |tree| {
        let siblings = give(tree, ROOT, 3, &[child(0, 9, 0), child(1, 9, 0)]);
        assert_eq!((tree.siblings_with_room(ROOT), tree.pool.room(siblings)), (None, 2));
    });
}

#[test]
fn others_make_room_for_the_root_and_for_what_was_visited_often() {
    let may = |recycle, node: u32, visits| {
        let mut made = false;
        with_tree(&Config { recycle, ..Config::DEFAULT }, 9, |tree| {
            let siblings = give(tree, ROOT, 2, &[child(0, 9, 0), child(1, visits, 0)]);
            let idle = give(tree, siblings.child(0), 5, &[0, 1, 2, 3, 4].map(|index| child(index, 1, 0)));
            tree.pool.header_mut(idle).set_stamp(0);
            (0..20).for_each(|_| tree.begin(Side::First));
            tree.touch(siblings);
            made = tree.make_room(4, if node == 0 { ROOT } else { siblings.child(1) });
        });
        made
    };
    assert!([1, 3, 4, 50].iter().all(|&visits| may(true, 0, visits) && !may(false, 0, visits)));
    assert_eq!([1, 3, 4, 50].map(|visits| may(true, 1, visits)), [false, false, true, true]);
    assert!([1, 3, 4, 50].iter().all(|&visits| !may(false, 1, visits)));
}

/// Gives a leaf these children. Returns the value and the proof that the leaf then has, and how
/// many of the children count as visited.
fn closed(config: &Config, children: &[super::Slot], any_solved: bool) -> (Value, Proof, u32) {
    let mut found = None;
    with_tree(config, 20, |tree| {
        let siblings = give(tree, ROOT, children.len() as u32, children);
        tree.pool.header_mut(siblings).set_visited(0);
        tree.pool.node_mut(ROOT).set_value(Value::from_raw(5));
        tree.close_expansion(ROOT, siblings, Side::First, any_solved);
        let root = tree.pool.root();
        found = Some((root.value(), root.proof(), tree.pool.header(siblings).visited()));
    });
    found.unwrap()
}

#[test]
fn an_expanded_leaf_is_what_its_children_prove_or_are_worth() {
    let valued = |index, value| worth(child(index, 0, 0), value);
    let own = Value::from_raw(5);
    let (open, lost, won) = ([valued(0, 70), valued(1, 90)], proven(0, Proof::SecondWins), proven(1, Proof::FirstWins));
    let plain = Config { expansion: Expansion::All, ..Config::DEFAULT };
    let minimax = Config { im: 0.4, ..plain };
    let unproven = Config { solver: false, ..minimax };
    let best = Value::from_raw(90);
    let won_by_little = {
        let mut won = won;
        won.set_value(Value::from_raw(9000));
        won
    };
    let cases = [
        (plain, [open[0], open[1]], false, (own, Proof::Unknown)),
        (minimax, [open[0], open[1]], false, (best, Proof::Unknown)),
        (minimax, [lost, open[1]], true, (best, Proof::Unknown)),
        (minimax, [open[0], won], true, (Value::WIN, Proof::FirstWins)),
        (minimax, [open[0], won_by_little], true, (Value::WIN, Proof::FirstWins)),
        (plain, [open[0], won], true, (Value::WIN, Proof::FirstWins)),
        (unproven, [open[0], won], true, (Value::WIN, Proof::Unknown)),
        (unproven, [lost, open[1]], true, (best, Proof::Unknown)),
    ];
    for (config, children, any_solved, (value, proof)) in cases {
        assert_eq!(closed(&config, &children, any_solved), (value, proof, 0), "{config:?} {children:?}");
    }
    #[cfg(feature = "policies")]
    assert_eq!(closed(&Config { np: 3, ..minimax }, &open, false), (best, Proof::Unknown, 2));
}

#[test]
fn the_first_simulation_at_a_leaf_gives_its_children_back_except_the_roots() {
    let config = Config { im: 0.4, ..Config::DEFAULT };
    with_tree(&config, 20, |tree| {
        let siblings = give(tree, ROOT, 2, &[child(0, 0, 0), child(1, 0, 0)]);
        assert_eq!((tree.children_to_keep(ROOT), tree.pool.root().children()), (None, siblings));
        tree.pool.node_mut(ROOT).add(Value::DRAW);
        assert_eq!(tree.children_to_keep(ROOT), Some(siblings));
        let leaf = siblings.child(1);
        give(tree, leaf, 2, &[child(0, 0, 0), child(1, 0, 0)]);
        assert_eq!((tree.children_to_keep(leaf), tree.pool.node(leaf).children()), (None, SiblingsId::NONE));
        assert_eq!(tree.children_to_keep(leaf), None, "it has none");
        tree.pool.node_mut(leaf).add(Value::DRAW);
        let kept = give(tree, leaf, 2, &[child(0, 0, 0), child(1, 0, 0)]);
        assert_eq!((tree.children_to_keep(leaf), tree.pool.node(leaf).children()), (Some(kept), kept));
    });
    // With one-child expansion, no children are released, so `children_to_keep` returns `None`.
    with_tree(&Config::DEFAULT, 20, |tree| {
        give(tree, ROOT, 2, &[child(0, 1, 0)]);
        assert_eq!(tree.children_to_keep(ROOT), None);
    });
}

#[test]
fn every_move_without_a_child_is_drawn_and_no_other_whatever_their_number() {
    for total in [2, 63, 64, 65, 70, 200] {
        with_tree(&Config::DEFAULT, 150, |tree| {
            let there: std::vec::Vec<_> = (0..total as u16).filter(|index| index % 3 == 1).collect();
            let children: std::vec::Vec<_> = there.iter().map(|&index| child(index, 1, 0)).collect();
            let siblings = give(tree, ROOT, total, &children);
            let mut sampled = std::vec![0; total as usize];
            (0..total * 40).for_each(|_| sampled[tree.random_absent_index(siblings) as usize] += 1);
            let absent = (0..total as usize).map(|index| index % 3 != 1);
            assert!(sampled.iter().zip(absent).all(|(&count, absent)| (count > 0) == absent), "{total}: {sampled:?}");
        });
    }
}
