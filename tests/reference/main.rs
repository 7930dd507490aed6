//! Compares every policy of the tree search with a slow, simple reference search. The reference
//! implements Algorithm 1 of the implicit minimax paper recursively, and stores in each node the
//! children and the position. With the same seed, both searches must build trees with equal values.
//! The players are in `tests/players.tsv`.
//!
//! Both searches sample random numbers in the same order and add the terms of bounds in the same
//! order. A difference in the last bit would break ties differently.
//!
//! The options `evaltt` and `prooftt` share values between positions in a table. In these tests,
//! the table is so large that entries are rarely lost.
#![cfg(feature = "policies")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    unreachable_pub
)]

#[path = "../common/mod.rs"]
mod common;
#[macro_use]
#[path = "../common/games.rs"]
mod games;
mod leaf;
mod margins;
#[path = "../common/players.rs"]
mod players;
mod playout;
#[path = "../common/schedule.rs"]
mod schedule;
mod tree;

use common::TicTacToe;
use common::found::nodes;
use common::random_game::RandomGame;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Proof, Value};
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::mcts::{Memory, Stay, Step, TreeSearch};
use imm::player;
use imm::player::Config;
use imm::report::TreeNode;
use imm::search::Search;
use imm::time::limits::Limits;
use tree::{Node, Reference};

/// Runs both searches with seed 7 and compares their trees. Repeats the comparison after each move,
/// for up to three positions of the game.
fn compare<G: Knowledge + Clone>(start: &G, player: &str, iterations: u32) {
    compare_seeded(start, player, iterations, 7);
}

/// Compares both searches twice: first without a trunk, then with one.
fn compare_seeded<G: Knowledge + Clone>(start: &G, player: &str, iterations: u32, seed: u64) {
    compare_with(start, player, iterations, seed, 0);
    compare_with(start, player, iterations, seed, 64);
}

/// Compares the searches with a trunk of this number of nodes.
fn compare_with<G: Knowledge + Clone>(start: &G, player: &str, iterations: u32, seed: u64, plies: usize) {
    let config = Config { seed, ..player::parse(player).unwrap().tree().unwrap() };
    let mut slots = vec![Slot::default(); if config.grave > 0 { 4_000_000 } else { 400_000 }];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let mut stays = vec![Stay::default(); plies];
    let mut places = vec![start.clone(); plies];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    search.lend_trunk(&mut stays, &mut places);
    let mut reference = Reference::new(config);
    reference.has_trunk = plies > 0 && !start.has_chance();
    let mut root = Node::new(start.clone(), Move::NONE, 0);
    for _ in 0..3 {
        if root.position.outcome().is_some() {
            return;
        }
        // The search runs in two calls, with a report between them. Together, they must build the
        // same tree as one call.
        let first = iterations / 3;
        for part in [first, iterations - first] {
            search.search(&Limits::iterations(u64::from(part)), None, &AtomicBool::new(false)).unwrap();
            search.report().unwrap();
        }
        for _ in 0..iterations {
            reference.simulate(&mut root);
            if reference.is_settled(&root) {
                break;
            }
        }
        reference.settle(&mut root);
        assert!(search.candidate(root.children.len()).unwrap().is_none(), "{player}: too many children");
        for (place, child) in root.children.iter().enumerate() {
            let found = search.candidate(place).unwrap().unwrap();
            let expected = (child.mv, child.visits, Value::from_raw(child.value), child.distance);
            assert_eq!((found.mv, found.visits, found.minimax, found.distance), expected, "{player}: child {place}");
            assert_eq!(found.value, reference.estimate(&root, child), "{player}: child {place}");
            assert_eq!(found.proof, child.proof.map_or(Proof::Unknown, Proof::from), "{player}: child {place}");
        }
        let best = search.best_move().unwrap();
        compare_trees(&mut search, &reference, &root, player);
        if let Some(drawn) = reference.drawn_move(&root, search.report().unwrap().signature) {
            assert_eq!(best, drawn, "{player}: the move that is drawn");
        }
        assert!(search.play(best).unwrap());
        reference.leave(&mut root);
        let place = root.children.iter().position(|child| child.mv == best).unwrap();
        root = root.children.swap_remove(place);
        reference.follow();
        if root.position.outcome().is_none() && root.position.is_chance() {
            assert_eq!(search.best_move().unwrap(), Move::NONE, "{player}: a chance event is no choice");
            let outcome = search.sample_outcome((seed as u32) << 29).unwrap().unwrap();
            assert!(search.play(outcome).unwrap());
            reference.leave(&mut root);
            let Some(place) = root.children.iter().position(|child| child.mv == outcome) else { return };
            root = root.children.swap_remove(place);
            reference.follow();
            if root.children.is_empty() {
                return; // the search begins with a new tree
            }
        }
        // If the new root is solved with an exact margin, or solved without children, the search
        // continues with an empty tree. The reference keeps its tree, so the comparison ends.
        if reference.is_settled(&root) || root.proof.is_some() && root.children.is_empty() {
            return;
        }
    }
}

/// Checks that `visit_tree` shows exactly the tree of the reference search.
fn compare_trees<'m, G: Knowledge + Clone>(
    search: &mut impl Search<'m, Game = G>,
    reference: &Reference,
    root: &Node<G>,
    player: &str,
) {
    let mut expected = Vec::new();
    let best = search.report().unwrap().value;
    flatten(reference, root, 0, best, &mut expected);
    let shown = nodes(search, u32::MAX, 0);
    for (found, node) in shown.iter().zip(&expected) {
        assert_eq!(found, node, "{player}");
    }
    assert_eq!(shown.len(), expected.len(), "{player}");
}

fn flatten<G: Knowledge + Clone>(
    reference: &Reference,
    node: &Node<G>,
    ply: u32,
    value: Value,
    nodes: &mut Vec<TreeNode>,
) {
    // The search may expand a leaf only to get the value of the leaf. The search frees the children
    // of such a leaf again, except at the root.
    let given_back = ply > 0 && reference.has_only_looked(node);
    let children = if given_back { &[] } else { &node.children[..] };
    nodes.push(TreeNode {
        ply,
        mv: if ply == 0 { Move::NONE } else { node.mv },
        visits: node.visits,
        value,
        minimax: Value::from_raw(node.value),
        proof: node.proof.map_or(Proof::Unknown, Proof::from),
        distance: node.distance,
        children: children.len() as u32,
    });
    for child in children {
        flatten(reference, child, ply + 1, reference.estimate(node, child), nodes);
    }
}

/// Compares the players that `tests/players.tsv` lists for the test `test`, if the text of the
/// player begins with `search`. Skips players that cannot play the game.
fn compare_all<G: Knowledge + Clone>(start: &G, test: &str, search: &str) {
    let lines = players::lines().filter(|line| line.plays(start) && line.player.starts_with(search));
    let mut compared = 0;
    for (line, simulations) in lines.filter_map(|line| Some((line, line.size(test)?))) {
        compare(start, line.player, simulations);
        compared += 1;
    }
    assert!(compared > 0, "no player");
}

#[test]
fn tree_search_builds_the_tree_of_the_reference_on_breakthrough() {
    compare_all(&Breakthrough::new(5, 6).unwrap(), "reference", "mcts");
}

#[test]
fn tree_search_builds_the_tree_of_the_reference_on_a_small_board() {
    compare_all(&Breakthrough::new(3, 5).unwrap(), "small", "mcts");
}

#[test]
fn tree_search_builds_the_tree_of_the_reference_on_kalah() {
    compare_all(&Kalah::default(), "reference", "mcts");
}

#[test]
fn best_first_minimax_builds_the_tree_of_the_reference_on_breakthrough() {
    compare_all(&Breakthrough::new(5, 6).unwrap(), "reference", "bfm");
}

#[test]
fn best_first_minimax_builds_the_tree_of_the_reference_on_kalah() {
    compare_all(&Kalah::default(), "reference", "bfm");
}

/// Compares the tree searches of `firmware/vectors.tsv` with the reference search, with memory for
/// every node. `vectors-update` writes new signatures only after this test passes. Lines of Action
/// is left out, because this game samples playout moves differently. `alphabeta.rs` tests
/// alpha-beta.
#[test]
fn the_rows_of_the_vectors_build_the_trees_of_the_reference() {
    let rows = include_str!("../firmware/vectors.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut compared = 0;
    for columns in rows.map(|line| line.split('\t').collect::<Vec<_>>()) {
        let [game, player, seed, _, iterations, ..] = columns[..] else { panic!("{columns:?}") };
        if player.starts_with("ab") || game == "loa" {
            continue;
        }
        let (seed, iterations) = (seed.parse().unwrap(), iterations.parse::<u32>().unwrap().clamp(150, 300));
        compared += 1;
        if with_game!(game, |start| compare_seeded(&rolled(&start), player, iterations, seed)).is_none() {
            assert_eq!(game, "tictactoe");
            compare_seeded(&TicTacToe::default(), player, iterations, seed);
        }
    }
    assert!(compared > 60, "{compared}");
}

/// If the game begins with a chance event, returns the position after its first outcome. Otherwise
/// returns `start` unchanged.
fn rolled<G: Knowledge + Clone>(start: &G) -> G {
    let mut position = start.clone();
    if position.is_chance() {
        let mut slots = vec![Move::NONE; position.max_moves()];
        let first = position.nth_move(0, &mut MoveList::new(&mut slots)).unwrap();
        position.play(first);
    }
    position
}

/// Random games with chance events. Players that do not support chance are skipped.
#[test]
fn tree_search_builds_the_tree_of_the_reference_with_chance_events() {
    let mut compared = 0;
    for line in players::lines() {
        let Some(simulations) = line.size("reference") else { continue };
        for seed in 0..8 {
            let game = RandomGame { chance: 30, ..RandomGame::new(seed) };
            let config = player::parse(line.player).unwrap().tree().unwrap();
            if game.is_chance() || game.outcome().is_some() || config.check_for(&game).is_err() {
                continue;
            }
            compare_seeded(&game, line.player, simulations.min(400), seed);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}
