//! Tests the trunk of a tree search (`src/tree/trunk.rs`). `tests/reference/` compares each node
//! with a slow reference tree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;
#[path = "common/faulty.rs"]
mod faulty;

use common::found::nodes;
use core::sync::atomic::AtomicBool;
use faulty::{Faulty, Kind, Plan};
use imm::Slot;
use imm::game::knowledge::Knowledge;
use imm::game::value::Proof;
use imm::game::{Game, Move};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::mcts::{Memory, Stay, Step, TreeSearch, trunk_plies};
use imm::player;
use imm::report::TreeNode;
use imm::search::Search;
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Runs `body` on a search of `start` with this number of slots, and with a trunk of `plies` nodes.
fn with_search<G: Knowledge + Clone, T>(
    start: &G,
    player: &str,
    slots: usize,
    plies: usize,
    body: impl FnOnce(&mut TreeSearch<'_, G>) -> T,
) -> T {
    let config = player::parse(player).unwrap().seeded(3).tree().unwrap();
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let (mut stays, mut places) = (vec![Stay::default(); plies], vec![start.clone(); plies]);
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    search.lend_trunk(&mut stays, &mut places);
    body(&mut search)
}

/// Searches with this limit on the depth; 0 means no limit.
fn search<G: Knowledge + Clone>(search: &mut TreeSearch<'_, G>, iterations: u64, depth: u32) {
    let limits = Limits { depth, ..Limits::iterations(iterations) };
    search.search(&limits, None, &GO_ON).unwrap();
}

const PLAYERS: [&str; 10] = [
    "mcts()",
    "mcts(im0.4)",
    "mcts(im0.4,prooftt,evaltt)",
    "mcts(grave50)",
    "mcts(mast)",
    "mcts(bounds)",
    "mcts(pn1,t1)",
    "mcts(max500)",
    "bfm()",
    "bfm(c0.5,fpu0.5)",
];

fn known() -> impl Iterator<Item = &'static str> {
    PLAYERS.into_iter().filter(|player| player::parse(player).is_ok())
}

/// Checks that each node has at least as many visits as its children together, in a game without
/// draws. (A draw that a simulation claims counts as a visit of another child.)
fn check_sums(nodes: &[TreeNode]) {
    for (at, node) in nodes.iter().enumerate() {
        let below = nodes[at + 1..].iter().take_while(|other| other.ply > node.ply);
        let children: u32 = below.filter(|child| child.ply == node.ply + 1).map(|child| child.visits).sum();
        assert!(node.visits >= children, "{node:?}: its children have {children} visits");
    }
}

#[test]
fn short_calls_add_up_to_one_long_call_in_every_amount_of_memory() {
    let start = Kalah::default();
    let mut recycled = false;
    for player in known() {
        for slots in [0, 20, 90, 300, 1000, 9000] {
            let whole = with_search(&start, player, slots, 6, |own| {
                search(own, 3000, 0);
                recycled |= own.report().unwrap().recycled > 0;
                (own.report().unwrap().signature, nodes(own, u32::MAX, 0))
            });
            let parts = with_search(&start, player, slots, 6, |own| {
                for (part, times) in [(1, 200), (7, 100), (100, 21)] {
                    for _ in 0..times {
                        search(own, part, 0);
                        own.best_move().unwrap();
                    }
                }
                (own.report().unwrap().signature, nodes(own, u32::MAX, 0))
            });
            assert_eq!(whole, parts, "{player} with {slots} slots");
        }
    }
    assert!(recycled);
}

#[test]
fn a_search_goes_on_after_moves_and_with_other_limits() {
    let start = Breakthrough::new(5, 6).unwrap();
    for player in known() {
        for slots in [90, 1000, 9000] {
            with_search(&start, player, slots, 20, |own| {
                for depth in [0, 2, 9, 1, 0, 3] {
                    if own.position().outcome().is_some() {
                        break;
                    }
                    let before = nodes(own, u32::MAX, 0)[0].visits;
                    search(own, 700, depth);
                    search(own, 300, depth);
                    let (report, nodes) = (own.report().unwrap(), nodes(own, u32::MAX, 0));
                    check_sums(&nodes);
                    if report.proof == Proof::Unknown {
                        assert_eq!(nodes[0].visits, before + 1000, "{player} with {slots} slots");
                    }
                    assert!(own.play(report.best).unwrap());
                }
            });
        }
    }
}

/// Searches repeatedly, while simulations start at the trunk. In each search, another call of the
/// game fails.
#[test]
fn a_game_that_fails_leaves_a_search_that_can_go_on() {
    let plan = Plan::new(false);
    let start = Faulty::new(Breakthrough::new(4, 5).unwrap(), &plan);
    for player in ["mcts()", "bfm()"].into_iter().filter(|player| player::parse(player).is_ok()) {
        for at in (1..3000).step_by(37) {
            with_search(&start, player, 9000, 6, |own| {
                search(own, 500, 0);
                plan.misbehave(Kind::Fails, at);
                let answer = own.search(&Limits::iterations(3000), None, &GO_ON);
                assert!(plan.behave() && answer.is_err(), "{player}: at {at}");
                assert_eq!(nodes(own, u32::MAX, 0).len(), 1, "{player}: at {at}: the tree is empty");
                search(own, 500, 0);
                let report = own.report().unwrap();
                assert_eq!(report.iterations, 500);
                assert!(own.play(report.best).unwrap());
            });
        }
    }
    assert_eq!(plan.misuses(), 0, "taken back after a failure");
}

#[test]
fn only_a_large_tree_has_a_trunk() {
    assert_eq!([0, 1000, (1 << 15) - 1].map(trunk_plies), [0; 3]);
    assert_eq!([1 << 15, 1 << 28].map(trunk_plies), [64; 2]);
}

#[test]
fn a_trunk_without_room_changes_nothing() {
    let start = Kalah::default();
    let [none, one] = [0, 1].map(|plies| {
        with_search(&start, "mcts()", 9000, plies, |own| {
            search(own, 3000, 0);
            own.report().unwrap().signature
        })
    });
    let some = with_search(&start, "mcts()", 9000, 2, |own| {
        search(own, 3000, 0);
        own.report().unwrap().signature
    });
    assert!(none == one && none != some);
}
