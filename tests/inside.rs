//! Tests the functions that show the inside of a search: the tree, the ranking of the moves, and
//! the lines of best play. `tests/reference/` compares each node of the shown tree with a slow
//! reference tree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::found::{candidates, nodes};
use common::{TicTacToe, with_player};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::alphabeta;
use imm::game::knowledge::Knowledge;
use imm::game::value::Proof;
use imm::game::{Game, Move};
use imm::games::breakthrough::Breakthrough;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player;
use imm::report::ranking::Ranking;
use imm::report::{Candidate, TreeNode, Visit};
use imm::search::Search;
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Runs `body` on a search of `start` after `iterations` simulations.
fn with_search<G: Knowledge + Clone>(
    start: &G,
    player: &str,
    slots: usize,
    iterations: u64,
    body: impl FnOnce(&mut TreeSearch<'_, G>),
) {
    let config = player::parse(player).unwrap().tree().unwrap();
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; config.scratch_moves(start.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(start.clone(), start.clone(), &config, memory).unwrap();
    if iterations > 0 {
        search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    }
    body(&mut search);
}

fn ranked<'m>(search: &mut impl Search<'m>) -> (Ranking, Vec<Candidate>) {
    let ranking = search.ranking().unwrap();
    let mut all = candidates(search);
    all.sort_by(|a, b| ranking.order(a, b)); // a stable sort keeps the order of equal moves
    (ranking, all)
}

#[test]
fn the_tree_is_shown_whole_in_every_amount_of_memory_and_after_every_move() {
    let mut recycled = false;
    for slots in (0..300).step_by(7).chain([3000]) {
        with_search(&Breakthrough::new(4, 5).unwrap(), "mcts(im0.4)", slots, 400, |search| {
            for _ in 0..4 {
                let report = search.report().unwrap();
                recycled |= report.recycled > 0;
                let nodes = nodes(search, u32::MAX, 0);
                assert_eq!(nodes.len(), report.nodes as usize + 1, "{slots} slots");
                assert_eq!((nodes[0].ply, nodes[0].value, nodes[0].proof), (0, report.value, report.proof));
                // For each node, the list must contain as many children as the node reports.
                for (at, node) in nodes.iter().enumerate() {
                    let below = nodes[at + 1..].iter().take_while(|other| other.ply > node.ply);
                    let children = below.filter(|other| other.ply == node.ply + 1);
                    assert_eq!(children.count(), node.children as usize);
                }
                if search.position().outcome().is_some() {
                    return;
                }
                let best = search.best_move().unwrap();
                assert!(search.play(best).unwrap());
                if search.position().outcome().is_none() {
                    search.search(&Limits::iterations(100), None, &GO_ON).unwrap();
                }
            }
        });
    }
    assert!(recycled);
}

#[test]
fn a_visit_keeps_to_depth_and_visits() {
    with_search(&Breakthrough::default(), "mcts()", 5000, 3000, |search| {
        let all = nodes(search, u32::MAX, 0);
        let deepest = all.iter().map(|node| node.ply).max().unwrap();
        assert!(deepest >= 3);
        for depth in 0..=deepest + 1 {
            let expected: Vec<_> = all.iter().filter(|node| node.ply <= depth).copied().collect();
            assert_eq!(nodes(search, depth, 0), expected);
        }
        for min_visits in [1, 2, 10, 100, 1000, u32::MAX] {
            // A node has at least as many visits as each of its descendants. So the filter must
            // never hide a node and show a node below it.
            let expected: Vec<_> =
                all.iter().filter(|node| node.ply == 0 || node.visits >= min_visits).copied().collect();
            assert_eq!(nodes(search, u32::MAX, min_visits), expected);
        }
    });
}

#[test]
fn a_visitor_says_where_it_goes_on() {
    with_search(&Breakthrough::default(), "mcts()", 5000, 3000, |search| {
        let all = nodes(search, u32::MAX, 0);
        for wanted in [1, 2, 50, all.len()] {
            let mut count = 0;
            let mut see = |_: &TreeNode| {
                count += 1;
                if count == wanted { Visit::Stop } else { Visit::Below }
            };
            assert_eq!(search.visit_tree(u32::MAX, 0, &mut see).unwrap() as usize, wanted);
            assert_eq!(count, wanted);
        }
        let mut seen = Vec::new();
        let mut see = |node: &TreeNode| {
            seen.push(*node);
            if node.ply == 2 { Visit::Beside } else { Visit::Below }
        };
        search.visit_tree(u32::MAX, 0, &mut see).unwrap();
        assert_eq!(seen, nodes(search, 2, 0));
        assert_eq!(search.visit_tree(u32::MAX, 0, &mut |_| Visit::Beside).unwrap(), 1);
    });
}

#[test]
fn before_any_search_and_in_alpha_beta_there_is_the_root_alone() {
    with_search(&Breakthrough::default(), "mcts()", 100, 0, |search| {
        let all = nodes(search, u32::MAX, 0);
        assert_eq!(all.len(), 1);
        let root = all[0];
        assert_eq!((root.mv, root.visits, root.children), (Move::NONE, 0, 0));
    });
    with_player(&TicTacToe::default(), &alphabeta::Config::default(), 10, 0, |search| {
        search.search(&Limits { depth: 9, ..Limits::default() }, None, &GO_ON).unwrap();
        let all = nodes(search, u32::MAX, 0);
        assert_eq!(all.len(), 1);
        let root = all[0];
        assert_eq!((root.ply, root.proof, root.children), (0, Proof::Draw, 0));
        let (_, all) = ranked(search);
        let (mut line, mut again) = ([Move::NONE; 10], [Move::NONE; 10]);
        assert_eq!(search.line(&mut line).unwrap(), 9);
        assert_eq!(search.candidate_line(all[0].mv, &mut again).unwrap(), 9);
        assert_eq!(line, again);
        let other = Move((all[0].mv.0 + 1) % 9);
        assert_eq!(search.candidate_line(other, &mut again).unwrap(), 0);
    });
}

#[test]
fn the_best_candidate_is_the_move_to_play_by_every_rule() {
    for rule in ["", "secure", "best", "log"] {
        for slots in [0, 20, 100, 3000] {
            for (columns, rows) in [(3, 4), (4, 5), (8, 8)] {
                for iterations in [1, 10, 60, 500, 3000] {
                    let player = format!("mcts({rule})");
                    let game = Breakthrough::new(columns, rows).unwrap();
                    with_search(&game, &player, slots, iterations, |search| check_order(search));
                }
            }
        }
    }
}

/// Checks the ranking of the moves. The best move of the search must come first. Solved wins must
/// be at the top, solved losses at the end, and draws before unsolved moves with a negative value
/// for the mover.
fn check_order<'m>(search: &mut impl Search<'m>) {
    let (ranking, all) = ranked(search);
    let best = search.best_move().unwrap();
    let tried = all.iter().any(|candidate| candidate.mv == best);
    assert!(all.is_empty() || !tried || all[0].mv == best, "{ranking:?} {all:?}");
    let mover = search.position().to_move();
    let class = |candidate: &Candidate| match candidate.proof {
        proof if proof.is_win_for(mover) => (2, -i32::from(candidate.distance)),
        proof if proof.is_win_for(mover.opponent()) => (0, i32::from(candidate.distance)),
        _ => (1, 0),
    };
    assert!(all.is_sorted_by(|a, b| class(a) >= class(b)), "{all:?}");
    let drawn = all.iter().rposition(|candidate| candidate.proof == Proof::Draw);
    let below =
        |candidate: &Candidate| candidate.proof == Proof::Unknown && candidate.value.for_player(mover).raw() < 0;
    let worse = all.iter().position(below);
    assert!(drawn.is_none() || worse.is_none() || drawn < worse, "{all:?}");
}

#[test]
fn draws_stand_before_what_looks_worse() {
    // In tic-tac-toe after the moves 0 and 4, some moves are solved as draws long before other
    // moves are solved.
    let mut game = TicTacToe::default();
    [0, 4].into_iter().for_each(|square| game.make(Move(square)));
    let mut mixed = 0;
    for iterations in 50..600 {
        with_search(&game, "mcts()", 3000, iterations, |search| {
            check_order(search);
            let (_, all) = ranked(search);
            let proofs = |wanted| all.iter().any(|candidate| candidate.proof == wanted);
            mixed += u32::from(proofs(Proof::Draw) && proofs(Proof::Unknown));
        });
    }
    assert!(mixed > 20, "{mixed}");
}

#[test]
fn the_line_of_a_candidate_begins_with_it_and_can_be_played() {
    with_search(&Breakthrough::default(), "mcts(im0.4)", 5000, 3000, |search| {
        let (_, all) = ranked(search);
        let mut moves = [Move::NONE; 20];
        let mut long = 0;
        for candidate in &all {
            let len = search.candidate_line(candidate.mv, &mut moves).unwrap();
            assert_eq!(moves[0], candidate.mv);
            long += usize::from(len > 2);
            let mut position = *search.position();
            for &mv in &moves[..len] {
                let mut listed = [Move::NONE; 48];
                let mut list = imm::game::MoveList::new(&mut listed);
                position.legal_moves(&mut list);
                assert!(list.as_slice().contains(&mv));
                position.make(mv);
            }
        }
        assert!(long > 5, "{long}");
        let len = search.line(&mut moves).unwrap();
        let mut again = [Move::NONE; 20];
        assert_eq!(search.candidate_line(all[0].mv, &mut again).unwrap(), len);
        assert_eq!(moves[..len], again[..len]);
        assert_eq!(search.candidate_line(Move(12345), &mut moves).unwrap(), 0);
    });
}
