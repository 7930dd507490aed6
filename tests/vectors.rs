//! The searches of `tests/firmware/vectors.tsv` must have the same signatures on every target, in
//! debug and in release builds.
//!
//! If the environment variable `IMM_UPDATE_VECTORS` is set, the test writes the computed signatures
//! instead of comparing them.
#![allow(clippy::unreachable, clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use common::{TicTacToe, with_memory};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::alphabeta::{self, Merit, Switch};
use imm::game::knowledge::Knowledge;
use imm::game::{Game, Move};
use imm::mcts::{self, Step, TreeSearch};
use imm::player::Player;
use imm::player::options::{CHANCE, POLICIES};
use imm::player::{self, SpecErrorKind};
use imm::search::Search;
use imm::time::limits::Limits;
use std::{env, fs};

/// The number of entries of the history table. In a block of less than 256 KiB, the C library
/// reserves 2 KiB for this table.
const MERITS: usize = 2048 / size_of::<Merit>();
/// A number of plies that is enough for every search of `vectors.tsv`.
const PLIES_TO_SPARE: usize = 100;

/// If a chance event comes before search n, n times this number is the random number that samples
/// its outcome. `signatures.c` uses the same number.
const SAMPLES: u32 = 0x9E37_79B9;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/firmware/vectors.tsv");

/// One row of `vectors.tsv`, and the number of nodes that the searches of the row recycled.
struct Row<'a> {
    game: &'a str,
    player: &'a str,
    seed: u64,
    /// `slots`: the number of slots of the tree, or of plies for alpha-beta. `buckets`: the number
    /// of buckets of alpha-beta's transposition table.
    slots: usize,
    buckets: usize,
    iterations: u64,
    searches: u32,
    recycled: u64,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Self {
        let columns: Vec<&str> = line.split('\t').collect();
        let number = |column: usize| columns[column].parse::<u64>().unwrap();
        let (slots, buckets) = columns[3].split_once('/').unwrap_or((columns[3], "0"));
        Self {
            game: columns[0],
            player: columns[1],
            seed: number(2),
            slots: slots.parse().unwrap(),
            buckets: buckets.parse().unwrap(),
            iterations: number(4),
            searches: number(5) as u32,
            recycled: 0,
        }
    }

    /// True if the library was built without an option that the row's player uses, or without the
    /// chance events of the row's game.
    fn is_left_out(&self) -> bool {
        if !CHANCE && with_game!(self.game, |start| start.has_chance()) == Some(true) {
            return true;
        }
        match player::parse(self.player) {
            Ok(player) => player.check().is_err(),
            Err(error) => error.kind == SpecErrorKind::LeftOut,
        }
    }

    fn signature(&mut self) -> u64 {
        if let Some(signature) = with_game!(self.game, |start| self.play(start)) {
            return signature;
        }
        assert_eq!(self.game, "tictactoe");
        self.play(TicTacToe::default())
    }

    fn play<G: Knowledge + Clone>(&mut self, game: G) -> u64 {
        let player = player::parse(self.player).unwrap().seeded(self.seed);
        match player.for_game(&game) {
            Player::Tree(config) => {
                let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
                let (mut slots, mut path) = (vec![Slot::default(); self.slots], vec![Step::default(); 256]);
                let memory = mcts::Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
                self.play_on(&mut TreeSearch::new(game.clone(), game, &config, memory).unwrap())
            }
            Player::AlphaBeta(config) => {
                let signature = self.play_alpha_beta(&game, &config, self.slots);
                // The C library may find memory for more plies next to the transposition table.
                // More plies must not change the signature.
                let same = self.buckets == 0 || self.play_alpha_beta(&game, &config, PLIES_TO_SPARE) == signature;
                assert!(same, "{} on {}: {} plies are not enough", self.player, self.game, self.slots);
                signature
            }
            #[cfg(feature = "policies")]
            Player::Best(_) => unreachable!("it was asked for by name"),
        }
    }

    fn play_alpha_beta<G: Knowledge + Clone>(&mut self, game: &G, config: &alphabeta::Config, plies: usize) -> u64 {
        let merits = if config.switches.has(Switch::History) { MERITS } else { 0 };
        with_memory(game, config, plies, self.buckets, merits, |search| self.play_on(search))
    }

    fn play_on<'m>(&mut self, search: &mut impl Search<'m>) -> u64 {
        let mut signature = 0_u64;
        for number in 0..self.searches {
            if search.position().outcome().is_some() {
                break;
            }
            // If a chance event comes next, play an outcome. The outcome depends only on the number
            // of the search.
            if let Ok(Some(outcome)) = search.sample_outcome(number.wrapping_mul(SAMPLES)) {
                assert!(search.play(outcome).unwrap());
            }
            search.search(&Limits::iterations(self.iterations), None, &AtomicBool::new(false)).unwrap();
            let report = search.report().unwrap();
            signature = signature.rotate_left(1) ^ report.signature;
            self.recycled += report.recycled;
            assert!(search.play(report.best).unwrap());
        }
        signature
    }
}

/// Returns the committed rows of `vectors.tsv`. Adds a row without a signature for each built-in
/// game that has no row.
fn with_new_games(committed: &str) -> String {
    let mut rows = committed.to_owned();
    macro_rules! add_missing {
        (() $($folder:ident $game:ident $title:literal,)+) => {
            $(if !committed.lines().any(|line| line.starts_with(stringify!($folder))) {
                rows += concat!(stringify!($folder), "\tmcts()\t1\t2048\t500\t8\t\n");
            })+
        };
    }
    imm::built_in_games!(add_missing());
    rows
}

#[test]
fn signatures_are_the_committed_ones() {
    let committed = fs::read_to_string(VECTORS).unwrap();
    let mut found = String::new();
    let (mut recycling, mut left_out) = (0, 0);
    let committed = with_new_games(&committed);
    for line in committed.lines() {
        if line.starts_with('#') {
            found += line;
        } else {
            let mut row = Row::read(line);
            let (searched, _) = line.rsplit_once('\t').unwrap();
            if row.is_left_out() {
                left_out += 1;
                found += line;
            } else {
                found += &format!("{searched}\t{:016x}", row.signature());
            }
            recycling += u32::from(row.recycled > 0);
        }
        found.push('\n');
    }
    assert!(recycling >= 5, "only {recycling} rows recycle nodes");
    assert_eq!(left_out > 0, !POLICIES, "{left_out} rows are left out");
    if env::var_os("IMM_UPDATE_VECTORS").is_some() {
        fs::write(VECTORS, found).unwrap();
        return;
    }
    for (committed, found) in committed.lines().zip(found.lines()) {
        assert_eq!(committed, found, "a search does something else than before: if that is meant, vectors-update");
    }
}
