//! Compares merged roots with results computed by hand: the order of the children, and the visits
//! of the root.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::player::Config;
use crate::tree::Step;
use crate::tree::budget::GameSizes;
use crate::tree::tests::prepare;
use std::vec;
use std::vec::Vec;

/// The number of moves of the position. The moves 0 to 3 are generated in the order 3, 2, 1, 0.
const TOTAL: u32 = 4;

/// Calls `look` with an empty tree that has this many slots.
fn with_tree(config: &Config, slots: usize, look: impl FnOnce(&mut Tree<'_>)) {
    let (mut slots, mut path) = (vec![Slot::default(); slots], [Step::default(); 4]);
    let mut tree = Tree::new(1);
    prepare(&mut tree, config, &mut slots, &mut path, GameSizes { moves: TOTAL as usize, plies: 10, keyed: false });
    tree.clear_nodes();
    look(&mut tree);
    tree.pool.check();
}

/// Returns a child with this value and this number of visits. The first player won all of these
/// visits.
fn child(mv: u32, visits: u32, value: i16) -> Slot {
    let mut slot = Slot::node(Move(mv), (TOTAL - 1 - mv) as u16, Value::from_raw(value), Proof::Unknown);
    slot.set_prior(visits, i64::from(visits) * i64::from(Value::ONE));
    slot
}

fn proven(mv: u32, visits: u32, proof: Proof, distance: u8) -> Slot {
    let mut slot = child(mv, visits, 0);
    slot.set_proof(proof, distance);
    slot.set_value(proof.outcome().unwrap().value());
    slot
}

/// Adds these children to the root, in a sibling block with room for `room` children.
fn give_root(tree: &mut Tree<'_>, room: u32, children: &[Slot]) -> SiblingsId {
    let siblings = tree.pool.take_siblings(room, ROOT, TOTAL).unwrap();
    for &child in children {
        tree.pool.push_child(siblings, child);
    }
    let visited = children.iter().filter(|child| child.visits() > 0).count();
    tree.pool.header_mut(siblings).set_visited(visited as u16);
    siblings
}

fn root_children<'a>(tree: &'a Tree<'_>) -> &'a [Slot] {
    tree.pool.children(tree.pool.root().children())
}

/// Merges a tree whose root has these children into `tree`.
fn merge_in(tree: &mut Tree<'_>, children: &[Slot]) {
    with_tree(&Config::default(), 20, |other| {
        give_root(other, TOTAL, children);
        tree.merge_root(other, &mut |mv| (TOTAL - 1).checked_sub(mv.0));
    });
}

/// Returns for each child: the move, the visits, and the sum of rewards, where a win counts 1.
fn counted(tree: &Tree<'_>) -> Vec<(u32, u32, i64)> {
    let one = i64::from(Value::ONE);
    root_children(tree).iter().map(|child| (child.mv().0, child.visits(), child.reward() / one)).collect()
}

#[test]
fn children_are_added_up_by_their_moves_and_the_visited_come_first() {
    with_tree(&Config::default(), 20, |tree| {
        give_root(tree, TOTAL, &[child(0, 5, 0), child(1, 0, 0)]);
        merge_in(tree, &[child(2, 3, 0), child(0, 1, 0), child(3, 0, 0), child(1, 0, 0)]);
        assert_eq!(counted(tree), [(0, 6, 6), (2, 3, 3), (1, 0, 0), (3, 0, 0)]);
        assert!(root_children(tree).iter().all(|child| u32::from(child.index()) == TOTAL - 1 - child.mv().0));
        assert_eq!(tree.pool.header(tree.pool.root().children()).visited(), 2);
        assert!(!tree.is_merged());
        tree.close_merge(Side::First);
        assert!(tree.is_merged());
        assert_eq!(tree.pool.root().visits(), 9);
    });
}

#[test]
fn a_root_without_children_gets_those_of_the_other() {
    // The rows have trees with room for all three children, for one child, and for none.
    for (slots, expected) in [(20, 3), (5, 3), (4, 1), (2, 1), (1, 0), (0, 0)] {
        with_tree(&Config::default(), slots, |tree| {
            merge_in(tree, &[child(0, 1, 0), child(1, 1, 0), child(2, 1, 0)]);
            assert_eq!(root_children(tree).len(), expected, "{slots}");
        });
    }
}

#[test]
fn a_sibling_block_grows_by_one_where_there_is_no_room_for_all() {
    for (slots, expected) in [(4, 1), (5, 2), (6, 2), (7, 3)] {
        with_tree(&Config::default(), slots, |tree| {
            give_root(tree, 1, &[child(0, 1, 0)]);
            merge_in(tree, &[child(1, 1, 0), child(2, 1, 0)]);
            assert_eq!(root_children(tree).len(), expected, "{slots}");
        });
    }
}

#[test]
fn room_in_the_roots_sibling_block_is_used_where_the_pool_has_none() {
    with_tree(&Config::default(), 4, |tree| {
        let siblings = give_root(tree, 3, &[child(0, 1, 0)]);
        merge_in(tree, &[child(1, 1, 0), child(2, 1, 0), child(3, 1, 0)]);
        assert_eq!(counted(tree), [(0, 1, 1), (1, 1, 1), (2, 1, 1)], "the fourth has no room");
        assert_eq!(tree.pool.root().children(), siblings);
    });
}

#[test]
fn what_was_not_used_for_long_gives_way() {
    with_tree(&Config::default(), 2 + 5, |tree| {
        tree.stamp = 100;
        let siblings = give_root(tree, 1, &[child(0, 1, 0)]);
        let below = tree.pool.take_siblings(4, siblings.child(0), 4).unwrap();
        (0..4).for_each(|mv| _ = tree.pool.push_child(below, child(mv, 0, 0)));
        merge_in(tree, &[child(1, 1, 0)]);
        assert_eq!(counted(tree), [(0, 1, 1), (1, 1, 1)]);
        assert_eq!(root_children(tree)[0].children(), SiblingsId::NONE);
    });
}

/// A proof from either tree must count. If both trees have a proof, the shorter one must count.
#[test]
fn a_proof_of_either_is_one_of_both() {
    let (won, open) = (|plies| proven(0, 2, Proof::FirstWins, plies), child(0, 2, 500));
    for (own, other, distance) in [(won(9), won(5), 5), (won(5), won(9), 5), (won(9), open, 9), (open, won(9), 9)] {
        with_tree(&Config::default(), 20, |tree| {
            give_root(tree, TOTAL, &[own]);
            merge_in(tree, &[other]);
            let merged = root_children(tree)[0];
            assert_eq!((merged.proof(), merged.distance(), merged.value()), (Proof::FirstWins, distance, Value::WIN));
            assert_eq!(merged.visits(), 4);
        });
    }
}

#[cfg(feature = "policies")]
#[test]
fn a_child_that_is_new_brings_its_bias() {
    with_tree(&Config::default(), 20, |tree| {
        let mut biased = child(1, 2, 300);
        biased.set_bias(-77);
        merge_in(tree, &[biased, proven(2, 1, Proof::Draw, 0)]);
        let [new, drawn] = root_children(tree) else { panic!("two children") };
        assert_eq!((new.bias(), new.value().raw(), new.proof()), (-77, 300, Proof::Unknown));
        assert_eq!((drawn.proof(), drawn.distance()), (Proof::Draw, 0));
    });
}

/// Merges two trees. The root of the first tree has two children, and the root of the second tree
/// has only the child `other`. Returns the proof and the value of the merged root, where the first
/// player is to move.
fn closed(config: &Config, other: Slot) -> (Proof, i16) {
    let mut found = (Proof::Unknown, 0);
    with_tree(config, 20, |tree| {
        tree.pool.node_mut(ROOT).set_value(Value::from_raw(-5));
        give_root(tree, TOTAL, &[child(0, 2, 300), child(1, 2, 100)]);
        merge_in(tree, &[other]);
        tree.close_merge(Side::First);
        let root = tree.pool.root();
        found = (root.proof(), root.value().raw());
    });
    found
}

#[test]
fn the_root_is_proven_or_has_its_best_childs_value_if_the_player_cares() {
    let player = |im, solver| Config { im, solver, ..Config::default() };
    let (won, open) = (proven(1, 1, Proof::FirstWins, 3), child(1, 2, 500));
    let win = Value::WIN.raw();
    assert_eq!(closed(&player(0.4, true), won), (Proof::FirstWins, win));
    assert_eq!(closed(&player(0.0, true), won), (Proof::FirstWins, win));
    assert_eq!(closed(&player(0.4, false), won), (Proof::Unknown, win), "its value alone");
    assert_eq!(closed(&player(0.0, false), won), (Proof::Unknown, -5));
    // The merged child has the mean of 100 and 500, which is 300. The other child also has the
    // value 300.
    assert_eq!(closed(&player(0.4, true), open), (Proof::Unknown, 300));
    assert_eq!(closed(&player(0.0, true), open), (Proof::Unknown, -5));
}
