//! Compares the rules of the built-in games with results of independent implementations: numbers of
//! move sequences, recorded games, and solved games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

#[macro_use]
#[path = "common/games.rs"]
mod games;

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::Hash;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use imm::base::text::Text;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::game::value::{Outcome, Side};
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use serde_json::Value;

/// The largest number of move sequences that a test counts from a starting position. From other
/// positions, the limit is a tenth of this number.
const MAX_SEQUENCES: u64 = 5_000_000;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut slots = [Move::NONE; 96];
    let mut list = MoveList::new(&mut slots);
    position.legal_moves(&mut list);
    assert!(!list.overflowed() && !list.is_empty() && list.len() <= position.max_moves());
    list.as_slice().to_vec()
}

fn written(write: impl FnOnce(&mut Text<'_>)) -> String {
    let mut bytes = [0; 128];
    let mut text = Text::new(&mut bytes);
    write(&mut text);
    assert!(!text.overflowed());
    text.as_str().to_owned()
}

fn read<G: Notation + Copy>(start: &G, text: &str) -> G {
    let mut position = *start;
    position.read_position(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    position
}

/// Returns the number of move sequences of exactly `depth` plies. Makes and undoes every move
/// except the last move of a sequence.
fn perft<G: Game>(position: &mut G, depth: usize) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    let moves = legal(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.make(mv);
            let sequences = perft(position, depth - 1);
            position.unmake(mv, undo);
            sequences
        })
        .sum()
}

fn check_perft<G: Notation + Copy + PartialEq>(start: &G, text: Option<&str>, depth: usize, sequences: u64) {
    let mut position = text.map_or(*start, |text| read(start, text));
    let before = position;
    assert_eq!(perft(&mut position, depth), sequences, "{text:?} depth {depth}");
    assert!(position == before);
}

#[test]
fn perft_from_the_start() {
    let table = fs::read_to_string(fixture("perft.tsv")).unwrap();
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (depth, sequences) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        if sequences <= MAX_SEQUENCES {
            with_game!(fields[0], |start| check_perft(&start, None, depth, sequences)).expect(fields[0]);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn perft_from_positions() {
    let lines = fs::read_to_string(fixture("perft_positions.jsonl")).unwrap();
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let counts = record["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
        for (index, sequences) in counts.enumerate().filter(|&(_, sequences)| sequences <= MAX_SEQUENCES / 10) {
            let (game, position) = (record["game"].as_str().unwrap(), record["pos"].as_str());
            with_game!(game, |start| check_perft(&start, position, index + 1, sequences)).expect(game);
        }
    }
}

/// Returns the points of both players in a finished position. Points are the seeds in the stores,
/// or the discs on the board if the game has no stores.
fn points(text: &str) -> Vec<u64> {
    let board = text.trim_end_matches(" -");
    if board.contains('|') {
        return board.split('|').skip(1).step_by(2).map(|store| store.parse().unwrap()).collect();
    }
    ['b', 'w'].map(|disc| board.matches(disc).count() as u64).to_vec()
}

/// Checks that the list of noisy moves contains exactly the legal moves for which `noisy` is true,
/// in the order of the legal moves.
fn check_noisy<G: Knowledge>(position: &G) {
    let mut slots = [Move::NONE; 96];
    let mut listed = MoveList::new(&mut slots);
    if position.noisy_moves(&mut listed) {
        let asked: Vec<Move> = legal(position).into_iter().filter(|&mv| position.noisy(mv)).collect();
        assert_eq!(listed.as_slice(), asked);
    }
}

/// Replays one recorded game. Checks that the side to move, the legal moves, the positions and the
/// result equal the record.
fn check_trace<G: Notation + Knowledge + Copy + PartialEq>(start: &G, trace: &Value) {
    let id = &trace["id"];
    let mut position = read(start, trace["start"].as_str().unwrap());
    assert_eq!(written(|out| position.write_position(out)), trace["start"].as_str().unwrap());
    for ply in trace["plies"].as_array().unwrap() {
        assert_eq!(position.outcome(), None, "{id}");
        check_noisy(&position);
        let player = match position.to_move() {
            _ if position.is_chance() => 0,
            Side::First => 1,
            Side::Second => 2,
        };
        assert_eq!(ply["player"], player, "{id}");
        let mut names: Vec<String> =
            legal(&position).iter().map(|&mv| written(|out| position.write_move(mv, out))).collect();
        names.sort_unstable();
        assert_eq!(ply["legal"], Value::from(names), "{id}");
        let mut slots = [Move::NONE; 96];
        let mv = position.read_move(ply["move"].as_str().unwrap(), &mut MoveList::new(&mut slots)).unwrap();
        let (before, mut played) = (position, position);
        let undo = position.make(mv);
        played.play(mv);
        assert!(position == played);
        position.unmake(mv, undo);
        assert!(position == before);
        position = played;
        let text = written(|out| position.write_position(out));
        assert_eq!(text, ply["pos"].as_str().unwrap(), "{id}");
        let again = read(start, &text);
        assert_eq!(written(|out| again.write_position(out)), text, "{id}");
    }
    // If a record stops before the end of the game, its result is null.
    let result = match position.outcome() {
        Some(Outcome::FirstWins) => Value::from(1),
        Some(Outcome::Draw) => Value::from(0),
        Some(Outcome::SecondWins) => Value::from(-1),
        None => Value::Null,
    };
    assert_eq!(trace["result"], result, "{id}");
    if let Some(score) = trace["score"].as_array() {
        let points = points(&written(|out| position.write_position(out)));
        assert_eq!(&points.into_iter().map(Value::from).collect::<Vec<_>>(), score, "{id}");
    }
}

#[test]
fn recorded_games() {
    let mut games = 0;
    for entry in fs::read_dir(fixture("traces")).unwrap() {
        let file = BufReader::new(GzDecoder::new(File::open(entry.unwrap().path()).unwrap()));
        for line in file.lines() {
            let trace: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let game = trace["game"].as_str().unwrap();
            with_game!(game, |start| check_trace(&start, &trace)).expect(game);
            games += 1;
        }
    }
    assert_eq!(games, 10 * 100 + 136 + 21 + 13);
}

/// True if the first player wins under best play. Searches exhaustively. The game must have no
/// draws.
fn first_wins<G: Game + Copy + Eq + Hash>(position: &G, known: &mut HashMap<G, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::FirstWins;
    }
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let first_to_move = position.to_move() == Side::First;
    let wins = first_to_move
        == legal(position).into_iter().any(|mv| {
            let mut next = *position;
            next.play(mv);
            first_wins(&next, known) == first_to_move
        });
    known.insert(*position, wins);
    wins
}

#[test]
fn small_breakthrough_boards_are_won_by_the_right_player() {
    let boards =
        [(2, 4, false), (3, 4, false), (4, 4, false), (2, 5, false), (3, 5, false), (2, 6, true), (2, 7, false)];
    for (columns, rows, expected) in boards {
        let start = Breakthrough::new(columns, rows).unwrap();
        assert_eq!(first_wins(&start, &mut HashMap::new()), expected, "{columns} x {rows}");
    }
}

/// Returns the first player's stones minus the second player's stones at the end of the game, if
/// both players play perfectly. Searches exhaustively.
fn best_difference(position: &Kalah, known: &mut HashMap<Kalah, i32>) -> i32 {
    if position.outcome().is_some() {
        return i32::from(position.store(Side::First)) - i32::from(position.store(Side::Second));
    }
    if let Some(&difference) = known.get(position) {
        return difference;
    }
    let sign = position.to_move().sign();
    let after = legal(position).into_iter().map(|mv| {
        let mut next = *position;
        next.play(mv);
        sign * best_difference(&next, known)
    });
    let best = sign * after.max().unwrap();
    known.insert(*position, best);
    best
}

#[test]
fn small_kalah_games_have_the_right_value() {
    // The number of houses of each player, the number of stones in each house, and the values of
    // the game under the capture rules Empty, Standard and Stays.
    for (houses, stones, values) in [
        (1, 3, [6, 6, 6]),
        (1, 6, [0, 0, 0]),
        (2, 3, [-2, -2, -4]),
        (2, 4, [-12, -10, -10]),
        (2, 6, [8, 8, 8]),
        (3, 2, [4, 4, 4]),
        (3, 3, [2, 2, 0]),
        (3, 4, [2, 2, 0]),
        (4, 1, [2, 2, 2]),
        (4, 2, [6, 6, 6]),
        (5, 1, [0, 0, 0]),
        (6, 1, [2, 2, 2]),
    ] {
        for (capture, value) in [Capture::Empty, Capture::Standard, Capture::Stays].into_iter().zip(values) {
            let start = Kalah::new(houses, stones, capture).unwrap();
            assert_eq!(best_difference(&start, &mut HashMap::new()), value, "{houses} x {stones} {capture:?}");
        }
    }
}
