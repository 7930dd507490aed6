//! Tests with trees made by hand: which nodes are settled, which expansions are unfinished, which
//! proofs are stored, and the signature.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::budget::{GameSizes, Provided};
use super::*;
use std::vec;
use std::vec::Vec;

#[cfg(feature = "policies")]
pub(crate) const MOVERS: [Side; 2] = [Side::First, Side::Second];

/// Gives a tree its memory, divided as the plan of a player requires.
pub(crate) fn prepare<'m>(
    tree: &mut Tree<'m>,
    config: &Config,
    slots: &'m mut [Slot],
    path: &'m mut [Step],
    game: GameSizes,
) {
    tree.plan.compile(config);
    let provided = Provided { slots: slots.len(), path: path.len(), moves: 0 };
    tree.prepare(&Budget::of(config, &tree.plan, game, provided), slots, None, path);
}

/// Runs `check` on an empty tree with `slots` slots, in a simulation at the root, where the first
/// player is to move.
pub(crate) fn with_tree(config: &Config, slots: usize, check: impl FnOnce(&mut Tree<'_>)) {
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); 10];
    let mut tree = Tree::new(config.seed);
    prepare(&mut tree, config, &mut slots, &mut path, GameSizes { moves: 8, plies: 20, keyed: true });
    tree.clear();
    tree.begin(Side::First);
    check(&mut tree);
    tree.pool.check();
}

/// Records a simulation in the move statistics. In this simulation, the first player plays one
/// move.
#[cfg(feature = "policies")]
pub(crate) fn learn(tree: &mut Tree<'_>, mv: Move, reward: Value) {
    tree.move_statistics.begin();
    tree.move_statistics.record(Side::First, mv);
    tree.move_statistics.learn(reward);
}

/// Returns a child with this number of visits. `wins` is the sum of their results: 1 for a win, -1
/// for a loss.
pub(crate) fn child(index: u16, visits: u32, wins: i64) -> Slot {
    let mut child = Slot::node(Move(u32::from(index)), index, Value::DRAW, Proof::Unknown);
    child.set_prior(visits, wins * i64::from(Value::ONE));
    child
}

/// Returns `node` with this value.
pub(crate) fn worth(mut node: Slot, value: i16) -> Slot {
    node.set_value(Value::from_raw(value));
    node
}

/// Returns a child that is solved with this proof, three plies before the end of the game.
pub(crate) fn proven(index: u16, proof: Proof) -> Slot {
    let mut child = Slot::node(Move(u32::from(index)), index, proof.outcome().unwrap().value(), Proof::Unknown);
    child.set_proof(proof, 3);
    child
}

/// Adds these children to `node`, which has `total` legal moves. All of these children count as
/// visited, and their visits also count toward the visits of `node`.
pub(super) fn give(tree: &mut Tree<'_>, node: NodeId, total: u32, children: &[Slot]) -> SiblingsId {
    let siblings = tree.pool.take_siblings(children.len() as u32, node, total).unwrap();
    for child in children {
        tree.pool.push_child(siblings, *child);
        (0..child.visits()).for_each(|_| tree.pool.node_mut(node).add(Value::DRAW));
    }
    tree.pool.header_mut(siblings).set_visited(children.len() as u16);
    siblings
}

#[test]
#[cfg(feature = "policies")]
fn a_solved_root_is_settled_when_no_other_margin_is_possible() {
    // Returns a child that the first player wins. The margin is exact if `settled` is true;
    // otherwise it is at least this margin.
    let won = |value, settled| {
        let mut child = proven(0, Proof::FirstWins);
        child.set_value(Value::from_raw(value));
        child.set_settled(settled);
        child
    };
    let (small, large, most) = (won(16_000, true), won(20_000, true), won(i16::MAX, true));
    let (small_or_more, large_or_more) = (won(16_000, false), won(20_000, false));
    let (lost, drawn, unsolved) = (proven(0, Proof::SecondWins), proven(0, Proof::Draw), child(0, 1, 1));
    let cases: [(&[Slot], u32, Side, bool); 12] = [
        (&[small], 1, Side::First, true),
        (&[small_or_more], 1, Side::First, false),
        (&[small], 2, Side::First, false),
        (&[small, unsolved], 2, Side::First, false),
        (&[small, lost, drawn], 3, Side::First, true),
        (&[small, large_or_more], 2, Side::First, false),
        (&[small, large], 2, Side::First, true),
        (&[small_or_more, unsolved, most], 5, Side::First, true),
        // The losing player chooses the smaller of the two losses.
        (&[small, large], 2, Side::Second, true),
        (&[small, large_or_more], 2, Side::Second, true),
        (&[small_or_more, large], 2, Side::Second, false),
        (&[small_or_more, small], 2, Side::Second, true),
    ];
    for (children, total, mover, expected) in cases {
        for (marg, expected) in [(0.5, expected), (0.0, true)] {
            with_tree(&Config { marg, ..Config::default() }, 20, |tree| {
                let siblings = give(tree, ROOT, total, children);
                assert!(tree.prove(ROOT, siblings, mover));
                assert_eq!(tree.root_is_settled(), expected, "{children:?} {total} {mover:?} {marg}");
            });
        }
    }
}

/// A lower bound of a margin may only become larger. An exact margin must not change.
#[test]
#[cfg(feature = "policies")]
fn margins_are_bounded_better_and_better() {
    let known = |value, settled| Known::new(Value::from_raw(value), Proof::SecondWins, 3).with_margin(settled);
    with_tree(&Config { marg: 0.5, ..Config::default() }, 20, |tree| {
        for (found, expected) in [
            (known(-9_000, false), (-9_000, false)),
            (known(-7_000, false), (-9_000, false)),
            (known(-12_000, true), (-12_000, true)),
            (known(-11_000, false), (-12_000, true)),
        ] {
            tree.mark_solved(ROOT, &found);
            let root = tree.pool.root();
            assert_eq!((root.value().raw(), root.is_settled()), expected, "{found:?}");
        }
    });
}

#[test]
#[cfg(feature = "policies")]
fn a_node_is_open_while_searched_children_are_missing() {
    use crate::player::options::{Expansion, Leaf};
    let slow = Config { im: 0.4, leaf: Leaf::AlphaBeta(2), ..Config::default() };
    let one = Config { expansion: Expansion::One, ..slow };
    let quick = Config { leaf: Leaf::Static, ..slow };
    for (config, expected) in [(slow, true), (one, false), (quick, false)] {
        with_tree(&config, 20, |tree| {
            assert!(!tree.is_open(ROOT), "it is a leaf");
            let siblings = give(tree, ROOT, 3, &[child(0, 0, 0), child(1, 0, 0)]);
            assert!(!tree.is_open(ROOT), "simulations go through its children");
            tree.pool.header_mut(siblings).set_visited(0);
            assert_eq!(tree.is_open(ROOT), expected, "{config:?}");
            tree.pool.node_mut(ROOT).set_proof(Proof::Draw, 0);
            assert!(!tree.is_open(ROOT), "it is proven");
        });
        with_tree(&config, 20, |tree| {
            let siblings = give(tree, ROOT, 1, &[child(0, 0, 0)]);
            tree.pool.header_mut(siblings).set_visited(0);
            assert!(!tree.is_open(ROOT), "all are there");
        });
    }
}

/// Calls `act` on a small tree, and returns the signature of the tree.
fn signature(act: impl FnOnce(&mut Tree<'_>)) -> u64 {
    let mut found = 0;
    with_tree(&Config::default(), 20, |tree| {
        act(tree);
        found = tree.signature();
    });
    found
}

/// True if no two signatures are equal.
fn all_differ(mut signatures: Vec<u64>) -> bool {
    let count = signatures.len();
    signatures.sort_unstable();
    signatures.dedup();
    signatures.len() == count
}

#[test]
fn the_signature_tells_simulations_apart() {
    let (one, two) = (Move(1), Move(2));
    assert!(all_differ(vec![
        signature(|_| ()),
        signature(|tree| tree.note_step(one)),
        signature(|tree| tree.note_step(two)),
        signature(|tree| [one, two].iter().for_each(|&mv| tree.note_step(mv))),
        signature(|tree| [two, one].iter().for_each(|&mv| tree.note_step(mv))),
    ]));
    assert!(all_differ(vec![
        signature(|_| ()),
        signature(|tree| tree.follow(one)),
        signature(|tree| tree.follow(two)),
        signature(|tree| tree.pool.node_mut(ROOT).add(Value::DRAW)),
    ]));
}

#[test]
fn the_signature_tells_the_children_of_the_root_apart() {
    for reward in [5 << 33, 77, 0, -1, -77, -5 << 33] {
        let of = |change: &dyn Fn(&mut Slot)| {
            signature(|tree| {
                let mut changed = Slot::node(Move(6), 0, Value::from_raw(1000), Proof::Unknown);
                changed.set_prior(9, reward);
                change(&mut changed);
                let siblings = tree.pool.take_siblings(1, ROOT, 1).unwrap();
                tree.pool.push_child(siblings, changed);
            })
        };
        let mut signatures: Vec<u64> = (0..9).map(|count| of(&|child| child.set_prior(9 + count, reward))).collect();
        signatures.extend((1..9).map(|raw| of(&|child| child.set_value(Value::from_raw(1000 + raw)))));
        signatures.extend((1..9).map(|raw| of(&|child| child.set_value(Value::from_raw(-raw << 11)))));
        signatures.extend((0..33).map(|bit| of(&|child| child.set_prior(9, reward ^ 1 << bit))));
        let proofs = [Proof::Draw, Proof::FirstWins, Proof::SecondWins];
        signatures.extend(proofs.map(|proof| of(&|child| child.set_proof(proof, 0))));
        let moved = |child: &mut Slot| *child = Slot::node(Move(7), 0, child.value(), Proof::Unknown);
        signatures.push(of(&|child| {
            moved(child);
            child.set_prior(9, reward);
        }));
        assert!(all_differ(signatures), "{reward}");
    }
}

#[test]
#[cfg(feature = "policies")]
fn what_is_proven_on_one_path_is_known_on_another() {
    let config = Config { prooftt: true, ..Config::default() };
    let (key, other_key) = (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210);
    with_tree(&config, 200, |tree| {
        assert!(tree.has_transpositions());
        let siblings = give(tree, ROOT, 4, &[0, 1, 2, 3].map(|index| child(index, 2, 0)));
        tree.descend(siblings.child(0), Side::Second);
        tree.probe(siblings.child(0), key);
        assert!(!tree.pool.node(siblings.child(0)).is_solved());
        let known = Known::new(Value::LOSS, Proof::SecondWins, 7);
        tree.mark_solved(siblings.child(0), &known);
        tree.store_solved(siblings.child(0), 1);
        assert_eq!(tree.transpositions.probe(key), Some(known));
        // A node on another path becomes solved only if its position has the same key.
        for (rank, key, expected) in [(1, other_key, false), (2, 0, false), (1, key, true)] {
            tree.begin(Side::First);
            tree.descend(siblings.child(rank), Side::Second);
            tree.probe(siblings.child(rank), key);
            let node = tree.pool.node(siblings.child(rank));
            assert_eq!(node.is_solved(), expected);
            assert!(!expected || (node.value(), node.proof(), node.distance()) == (known.value, known.proof(), 7));
        }
        // A node that is already solved must stay as it is.
        tree.mark_solved(siblings.child(3), &Known::new(known.value, known.proof(), 2));
        tree.probe(siblings.child(3), key);
        assert_eq!(tree.pool.node(siblings.child(3)).distance(), 2);
        // If the position has no key, nothing may be stored, and the existing entries must stay.
        tree.begin(Side::First);
        tree.descend(siblings.child(2), Side::Second);
        tree.probe(siblings.child(2), 0);
        tree.mark_solved(siblings.child(2), &known);
        tree.store_solved(siblings.child(2), 1);
        assert_eq!(tree.transpositions.probe(0).map(|known| known.proof()), Some(Proof::Unknown));
        assert_eq!(tree.transpositions.probe(key), Some(known));
    });
    with_tree(&Config::default(), 200, |tree| assert!(!tree.has_transpositions()));
}
