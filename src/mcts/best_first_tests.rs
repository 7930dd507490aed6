//! Tests of best-first minimax. The root's value must be the minimax value of the tree, and a
//! complete search must find the value of the game.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::{simulate, with_search};
use super::*;
use crate::base::rng::Rng;
use crate::game::value::{Proof, Side};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::{Capture, Kalah};
use crate::games::testing::{legal, rounds};
use crate::player;
use crate::player::options::Leaf;
use crate::search::Search;
use std::collections::HashMap;

/// Best-first minimax players with different options.
const PLAYERS: [&str; 9] = [
    "bfm()",
    "bfm(c0.2,fpu0)",
    "bfm(c2,fpu2)",
    "bfm(ubfm)",
    "bfm(leafab2)",
    "bfm(leafqs)",
    "bfm(softmax0.1)",
    "bfm(evaltt)",
    "bfm(eps0.3,evaltt,leafab1)",
];

fn config(spec: &str) -> Config {
    Config { seed: 3, ..player::tests::config(spec) }
}

/// Plays fewer than `plies` random moves from `start`, but no move that ends the game. Returns the
/// position after these moves.
fn wander<G: Knowledge + Clone>(start: &G, plies: u32, rng: &mut Rng) -> G {
    let mut position = start.clone();
    for _ in 0..rng.below(plies) {
        let moves = legal(&position);
        let mut next = position.clone();
        next.play(moves[rng.below(moves.len() as u32) as usize]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Returns the value of a node, computed by plain minimax over the tree below the node. A leaf has
/// its stored value.
fn minimax<G: Knowledge + Clone>(search: &TreeSearch<'_, G>, node: NodeId, position: &G) -> Value {
    let slot = *search.tree.pool.node(node);
    if let Some(outcome) = slot.proof().outcome() {
        return outcome.value();
    }
    let siblings = slot.children();
    let values =
        (0..).map(|offset| siblings.child(offset)).zip(search.tree.pool.children(siblings)).map(|(id, child)| {
            let mut next = position.clone();
            next.play(child.mv());
            minimax(search, id, &next)
        });
    let best = if position.to_move() == Side::First { values.max() } else { values.min() };
    best.unwrap_or(slot.value())
}

/// Runs 1, 2, 5, 30, 100 and 400 more simulations. After each of these searches, compares the
/// root's value with plain minimax.
fn check_minimax<G: Knowledge + Clone>(start: &G, plies: u32, slots: usize) {
    let mut rng = Rng::new(5);
    for player in PLAYERS {
        for _ in 0..rounds(4) {
            let position = wander(start, plies, &mut rng);
            with_search(&position, &config(player), slots, |search| {
                for iterations in [1, 2, 5, 30, 100, 400] {
                    simulate(search, iterations);
                    let expected = minimax(search, ROOT, &position);
                    assert_eq!(search.tree.pool.root().value(), expected, "{player} {iterations}");
                    let found = search.report().unwrap();
                    assert_eq!(found.playout_plies, 0);
                    if found.proof != Proof::Unknown {
                        break;
                    }
                }
            });
        }
    }
}

#[test]
fn what_is_backed_up_is_the_minimax_of_the_tree() {
    check_minimax(&Breakthrough::new(5, 6).unwrap(), 30, 60_000);
    check_minimax(&Kalah::default(), 20, 60_000);
}

#[test]
fn what_is_backed_up_is_the_minimax_of_the_tree_where_memory_is_short() {
    check_minimax(&Breakthrough::new(5, 6).unwrap(), 30, 150);
    check_minimax(&Kalah::default(), 20, 60);
}

/// Returns the result with best play of both players: 1 if the first player wins, -1 if the second
/// player wins, 0 for a draw. Searches all moves to the end of the game, and stores results by key
/// in `known`.
pub(super) fn solve<G: Knowledge + Clone>(position: &G, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.value().raw().signum());
    }
    let key = position.hash().unwrap();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let sign = position.to_move().sign();
    let values = legal(position).into_iter().map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        sign * solve(&next, known)
    });
    let best = sign * values.max().unwrap();
    known.insert(key, best);
    best
}

/// Searches positions until they are solved. The results must be the same as the results of
/// [`solve`], which searches everything.
fn check_completion<G: Knowledge + Clone>(start: &G, plies: u32, count: u32) {
    let mut rng = Rng::new(9);
    let mut known = HashMap::new();
    for player in PLAYERS {
        for _ in 0..count {
            let position = wander(start, plies, &mut rng);
            let expected = solve(&position, &mut known);
            with_search(&position, &config(player), 1_000_000, |search| {
                simulate(search, 1_000_000);
                let report = search.report().unwrap();

                let outcome = report.proof.outcome().unwrap();
                assert_eq!(i32::from(outcome.value().raw().signum()), expected, "{player}");
                assert_eq!(
                    (report.value, search.tree.pool.root().value()),
                    (outcome.value(), outcome.value()),
                    "{player}"
                );
            });
        }
    }
}

#[test]
fn run_to_the_end_it_finds_the_value_of_the_game() {
    check_completion(&Breakthrough::new(3, 4).unwrap(), 6, 12);
    check_completion(&Breakthrough::new(4, 4).unwrap(), 8, rounds(12));
    for capture in [Capture::Empty, Capture::Standard] {
        check_completion(&Kalah::new(3, 2, capture).unwrap(), 8, rounds(12));
    }
}

#[test]
fn a_leaf_that_is_searched_is_proven_by_what_the_search_finds() {
    // A leaf search may solve a child before the child has children. The result must be the same as
    // the result of [`solve`].
    let game = Breakthrough::new(3, 5).unwrap();
    let mut rng = Rng::new(2);
    let mut known = HashMap::new();
    let mut proven = 0;
    for _ in 0..60 {
        let position = wander(&game, 16, &mut rng);
        let leaf = Config { leaf: Leaf::AlphaBeta(4), ..config("bfm()") };
        with_search(&position, &leaf, 1_000, |search| {
            simulate(search, 1);
            for child in search.tree.pool.children(search.tree.pool.root().children()) {
                let Some(outcome) = child.proof().outcome() else { continue };
                let mut next = position;
                next.play(child.mv());
                proven += u32::from(next.outcome().is_none());
                assert_eq!(i32::from(outcome.value().raw().signum()), solve(&next, &mut known));
            }
        });
    }
    assert!(proven > 50, "{proven}");
}
