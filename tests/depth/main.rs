//! Compares alpha-beta with a slow, simple reference search. After every depth, both searches must
//! have visited the same number of positions. They must have given the same scores in the same
//! order, and found the same line. Equal searches show that each enhancement prunes exactly what it
//! should.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[path = "../common/mod.rs"]
mod common;
mod search;

use common::random_game::{RandomGame, scramble};
use common::with_memory;
use core::sync::atomic::AtomicBool;
use imm::alphabeta::{Config, Switch, Switches};
use imm::base::rng::Rng;
use imm::game::evaluator::Evaluator;
use imm::game::knowledge::Knowledge;
use imm::game::value::Proof;
use imm::game::{Game, Move};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::games::loa::{Loa, Rules};
use imm::games::othello::Othello;
use imm::games::oware::Oware;
use imm::search::Search;
use imm::time::limits::Limits;
use search::{Reference, listed};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Returns the set of switches for the lowest 16 of these bits, without best-reply search, which
/// needs more than two players (`several_players.rs`).
/// Adds the table if transposition cut-offs need it. Removes `Score` if `Sign` is set.
fn switches(bits: u64) -> Switches {
    let mut set = Switches::from_bits(bits as u16).unwrap().without(Switch::BestReply);
    if set.has(Switch::TranspositionCuts) {
        set = set.with(Switch::Table);
    }
    if set.has(Switch::Sign) {
        set = set.without(Switch::Score);
    }
    set
}

/// The numbers of plies, table buckets and history entries that the memory holds.
type Room = [usize; 3];

/// Plays `moves` moves of a game. In each position, compares alpha-beta with the reference search
/// after every depth. Returns the number of positions that alpha-beta visited.
fn compare<G: Knowledge + Clone>(game: &G, switches: Switches, room: Room, deepest: u32, moves: usize) -> u64 {
    let config = Config { switches, ..Config::default() };
    let [plies, buckets, merits] = room;
    let mut slow = Reference::new(game, &config, plies, buckets, merits);
    let mut visited = 0;
    with_memory(game, &config, plies, buckets, merits, |search| {
        for _ in 0..moves {
            for depth in 1..=deepest {
                search.search(&Limits { depth, ..Limits::default() }, None, &GO_ON).unwrap();
                slow.search(depth as usize);
                let report = search.report().unwrap();
                let context = format!("{switches:?} {room:?} depth {depth}, {report:?}");
                assert_eq!(report.iterations, slow.visited, "positions: {context}");
                assert_eq!(report.signature, slow.signature, "signature: {context}");
                let found = (report.depth as usize, report.proof, report.distance);
                assert_eq!(found, (slow.depth, slow.proof, slow.distance), "{context}");
                if slow.best != Move::NONE {
                    assert_eq!(report.best, slow.best, "{context}");
                }
                let mut line = vec![Move::NONE; plies];
                let len = search.line(&mut line).unwrap();
                assert_eq!(line[..len], slow.line, "{context}");
                if report.proof == Proof::Unknown {
                    let points = slow.score * search.position().to_move().sign();
                    assert_eq!(report.value, G::squash(config.evaluator, points), "{context}");
                }
                visited += report.iterations;
            }
            let best = search.report().unwrap().best;
            search.play(best).unwrap();
            slow.play(best);
            if search.position().outcome().is_some() {
                break;
            }
        }
    });
    visited
}

/// Alpha-beta and the reference search must agree on random games of many shapes, with each switch
/// alone and with random sets of switches.
#[test]
fn random_games_are_searched_as_by_the_reference() {
    let mut visited = 0;
    for seed in 0..600 {
        let game = RandomGame { stuck_loses: seed % 7 == 0, tells_odds: seed % 5 != 0, ..RandomGame::new(seed) };
        if game.outcome().is_some() {
            continue;
        }
        let bits = match seed % 4 {
            0 => 1 << (seed / 4 % 16),
            1 if seed % 8 == 1 => 0x7FFF,
            1 => 0x3FFF,
            _ => scramble(seed ^ 99),
        };
        // Some games get up to 12 moves in a position. Realization-probability search never reduces
        // the first five moves, so fewer moves would not test its reductions enough.
        let wide = seed % 3 == 1;
        let game = if wide { RandomGame { branching: 12, ..game } } else { game };
        let room = [[60, 1000, 1000], [60, 16, 10], [7, 1, 1], [12, 100, 0]][(scramble(seed) % 4) as usize];
        visited += compare(&game, switches(bits), room, if wide { 7 } else { 10 }, 3);
    }
    assert!(visited > 500_000, "{visited}");
}

/// Alpha-beta and the reference search must agree on real games. These games have long lines, and
/// more moves than killers, move orders and histories can distinguish.
#[test]
fn real_games_are_searched_as_by_the_reference() {
    let sets = [
        0,
        0b1,
        0b11,
        0b100,
        0b1000,
        0b10_0000,
        0xFFF,
        0b1100_0000_1111,
        0b1100_1110_0001,
        0x3FFF,
        0x640D,
        0x1401,
        0x1000,
        0x8000,
        0x8C0D,
        0xBFFF,
    ];
    for bits in sets {
        let room = [12, 4096, 5000];
        let mut visited = compare(&Breakthrough::new(5, 5).unwrap(), switches(bits), room, 5, 2);
        visited += compare(&Kalah::default(), switches(bits), room, 5, 2);
        visited += compare(&Oware::default(), switches(bits), room, 6, 2);
        visited += compare(&Loa::default(), switches(bits), room, 3, 1);
        visited += compare(&Loa::new(Rules::OpenSpiel), switches(bits), room, 3, 1);
        assert!(visited > 4000, "{bits:#b}: {visited}");
    }
}

/// Positions near the end of games that count points: most searches reach the end of the game.
#[test]
fn margins_are_searched_as_by_the_reference() {
    fn late<G: Knowledge + Clone>(start: &G, plies: usize, rng: &mut Rng) -> G {
        let mut game = start.clone();
        for _ in 0..plies {
            let moves = listed(&game);
            let mut after = game.clone();
            after.play(moves[rng.below(moves.len() as u32) as usize]);
            if after.outcome().is_some() {
                break;
            }
            game = after;
        }
        game
    }
    let mut rng = Rng::new(3);
    let mut visited = 0;
    for seed in 0..60 {
        let bits = [0x8000, 0x8C0D, 0xBFFF, 0x8000 | scramble(seed) & 0x3FFF][seed as usize % 4];
        let room = [[30, 256, 100], [6, 16, 10]][seed as usize / 4 % 2];
        visited += compare(&late(&Kalah::default(), 36, &mut rng), switches(bits), room, 8, 2);
        visited += compare(&late(&Othello::default(), 54, &mut rng), switches(bits), room, 7, 2);
    }
    assert!(visited > 100_000, "{visited}");
}

#[test]
fn evaluators_other_than_the_default_are_used() {
    let game = Breakthrough::new(6, 6).unwrap();
    let config = Config { evaluator: Evaluator::MS, switches: Switches::NONE };
    let mut slow = Reference::new(&game, &config, 4, 0, 0);
    slow.search(3);
    with_memory(&game, &config, 4, 0, 0, |search| {
        search.search(&Limits { depth: 3, ..Limits::default() }, None, &GO_ON).unwrap();
        assert_eq!(search.report().unwrap().signature, slow.signature);
    });
}
