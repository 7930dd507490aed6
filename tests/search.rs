//! Compares the tree search with exhaustive search, with many different amounts of memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::{Stones, TicTacToe, minimax, sign_of};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::game::Move;
use imm::game::knowledge::Knowledge;
use imm::game::value::Proof;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player;
use imm::player::options::{Config, Expansion, POLICIES};
use imm::report::Report;
use imm::search::Search;
use imm::time::limits::{Limits, Stop};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Searches `game` with `iterations` simulations in a pool of `slots` slots.
fn search<G: Knowledge + Clone>(game: &G, config: &Config, slots: usize, iterations: u64) -> Report {
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); 300];
    let mut moves = vec![Move::NONE; game.max_moves()];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(game.clone(), game.clone(), config, memory).unwrap();
    search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    search.report().unwrap()
}

fn configs() -> Vec<Config> {
    let mut all = Vec::new();
    for expansion in [Expansion::One, Expansion::All] {
        for im in [0.0, 0.4] {
            for threshold in [0, 3] {
                all.push(Config { expansion, im, threshold, ..Config::default() });
            }
        }
    }
    let mc_loa: &[&str] = if POLICIES { &MC_LOA } else { &[] };
    all.extend(mc_loa.iter().map(|player| player::parse(player).unwrap().tree().unwrap()));
    all
}

/// Variants of the player MC-LOA, and players with options that change which nodes exist or in
/// which order they are visited.
const MC_LOA: [&str; 6] = [
    "mcts(mcloa,cut9000)",
    "mcts(mcloa,abp2)",
    "mcts(mcloa,im0.4,abp3/1+1/2/1+,cut0)",
    "mcts(tp5,fpu0.5)",
    "mcts(ct20,fpu0,im0.3)",
    "mcts(tp1,one,greedy2)",
];

#[test]
fn tic_tac_toe_is_a_proven_draw() {
    for config in configs() {
        let report = search(&TicTacToe::default(), &config, 100_000, 1_000_000);
        println!("{config:?}: {report:?}");
        assert_eq!(report.proof, Proof::Draw);
        assert_eq!(report.stop, Some(Stop::Proven));
    }
}

#[test]
fn proofs_agree_with_exhaustive_search_also_when_a_player_moves_twice() {
    // Overflow checks make a search ten times slower, so debug builds test only smaller games.
    let most = if cfg!(debug_assertions) { 24 } else { 40 };
    for config in configs() {
        for stones in 1..most {
            let game = Stones::new(stones);
            let report = search(&game, &config, 2000, 100_000);
            let expected = if stones < 22 { Some(minimax(&mut game.clone())) } else { None };
            if let (Some(found), Some(expected)) = (sign_of(report.proof), expected) {
                assert_eq!(found, expected, "{stones} stones, {config:?}");
            }
            assert!(stones > 20 || report.proof != Proof::Unknown, "{stones} stones unproven: {report:?}");
        }
    }
}

#[test]
fn every_capacity_from_zero_up_gives_a_legal_move_and_no_wrong_proof() {
    for config in configs() {
        for recycle in [false, true] {
            for slots in 0..200 {
                let config = Config { recycle, ..config };
                let report = search(&TicTacToe::default(), &config, slots, 300);
                assert!(report.best.0 < 9, "{slots} slots: {report:?}");
                assert!(matches!(report.proof, Proof::Unknown | Proof::Draw));
            }
        }
    }
}
