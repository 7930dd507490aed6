//! Compares all searches with exhaustive search in random games for one, three and four players,
//! with and without chance events.
#![cfg(all(feature = "policies", feature = "players"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::found::nodes;
use common::several::{Several, games};
use common::with_player;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::value::Proof;
use imm::game::{Game, Move};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, Player};
use imm::report::Report;
use imm::search::Search;
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn searched<T>(
    game: &Several,
    player: &str,
    room: usize,
    iterations: u64,
    act: impl FnOnce(&Report, &mut TreeSearch<'_, Several>) -> T,
) -> T {
    let config = player::parse(player).unwrap().seeded(3).tree().unwrap();
    let (mut slots, mut path) = (vec![Slot::default(); room], vec![Step::default(); 300]);
    let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(*game, *game, &config, memory).unwrap();
    search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    let report = search.report().unwrap();
    act(&report, &mut search)
}

#[test]
fn a_whole_tree_has_the_value_of_paranoid_search() {
    let mut compared = 0;
    for game in games(6) {
        let game = Several { viewer: game.player(), ..game };
        let expected = game.paranoid();
        for player in ["mcts(c4,im0.4,nosolver)", "mcts(c4,im0.2,one)", "bfm(eps0.3)", "mcts(c4,im0.4)"] {
            searched(&game, player, 100_000, 20_000, |_, search| {
                let root = nodes(search, 0, 0)[0];
                let found = f64::from(root.minimax.to_f32());
                assert!((found - expected).abs() < 0.003, "{game:?} {player}: {found} is not {expected}");
                compared += 1;
            });
        }
    }
    assert_eq!(compared, 6 * 6 * 4);
}

#[test]
fn alpha_beta_is_paranoid_search() {
    let mut decided = 0;
    for game in games(40) {
        let expected = Several { viewer: game.player(), ..game }.paranoid();
        for player in ["ab()", "ab(all)", "ab(tt,etc,killers,history,pvs,asp,look)"] {
            let Player::AlphaBeta(config) = player::parse(player).unwrap() else { continue };
            with_player(&game, &config, 40, 64, |search| {
                search.search(&Limits { depth: 30, ..Limits::default() }, None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                let found = f64::from(report.value.to_f32());
                assert!((found - expected).abs() < 0.003, "{game:?} {player}: {found} is not {expected}");
                decided += u32::from(report.proof != Proof::Unknown);
            });
        }
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn what_is_proven_cannot_fail() {
    let mut proven = 0;
    for game in games(25) {
        let range = Several { viewer: game.player(), ..game }.range();
        for player in ["mcts(im0.4)", "bfm()", "mcts(im0.4,prooftt)", "mcts(one,im0.2)"] {
            for room in [0, 7, 30, 100, 5000] {
                let found = searched(&game, player, room, 400, |report, _| report.proof);
                let certain = match found {
                    Proof::Unknown => continue,
                    Proof::FirstWins => 1.0,
                    Proof::SecondWins => -1.0,
                    Proof::Draw => 0.0,
                };
                assert_eq!(range, [certain; 2], "{game:?} {player} {room}");
                proven += 1;
            }
        }
    }
    assert!(proven > 150, "{proven}");
}

#[test]
fn without_evaluations_each_player_maximises_its_own_result() {
    let (mut differ, mut compared, mut lost) = (0, 0, 0.0);
    for game in games(400).filter(|game| game.players > 2) {
        // With 10,001 possible results there are few ties. In such short games there are also few
        // near ties.
        let game = Several { results: 10_001, last: 3 + game.last % 4, ..game };
        let Some(_) = game.max_n() else { continue };
        let mover = game.player();
        let worth: Vec<f64> = game.successors().iter().map(|next| next.max_n().unwrap()[mover]).collect();
        let seen = Several { viewer: mover, ..game };
        let feared: Vec<f64> = seen.successors().iter().map(Several::paranoid).collect();
        let best = |values: &[f64]| values.iter().copied().fold(-1.0, f64::max);
        let wanted = worth.iter().position(|&value| value == best(&worth)).unwrap();
        differ += u32::from(feared[wanted] < best(&feared) - 0.2);
        for room in [40, 5000] {
            let chosen = searched(&game, "mcts()", room, 20_000, |report, search| {
                // The rewards of the root's children must add up to the rewards of all simulations.
                let tree = nodes(search, 1, 0);
                assert_eq!(tree[0].visits, 20_000, "{game:?}");
                assert_eq!(report.proof, Proof::Unknown, "{game:?}");
                report.best
            });
            lost += best(&worth) - worth[chosen.0 as usize];
            compared += 1;
        }
    }
    assert!(differ > 20, "the games do not tell max^n from paranoid search: {differ}");
    assert!(compared > 200 && lost / f64::from(compared) < 0.01, "{lost} in {compared} searches");
}

#[test]
fn another_viewer_begins_a_new_tree() {
    for game in games(10).filter(|game| game.players > 2) {
        for player in ["mcts()", "mcts(im0.4)", "bfm()"] {
            searched(&game, player, 5000, 100, |report, search| {
                assert_eq!(search.position().viewer(), game.player());
                assert!(search.play(report.best).unwrap());
                if search.position().outcome().is_some() || search.position().is_chance() {
                    return;
                }
                let next = search.position().player();
                let kept = search.report().unwrap().nodes;
                search.search(&Limits::iterations(1), None, &GO_ON).unwrap();
                assert_eq!(search.position().viewer(), next);
                let nodes = search.report().unwrap().nodes;
                assert!((next == game.player() && kept > 8) == (nodes > 8), "{game:?} {player} {nodes} {kept} {next}");
            });
        }
    }
}
