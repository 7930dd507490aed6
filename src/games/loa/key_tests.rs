//! Tests that a hash key depends on exactly those earlier positions that can still affect the
//! outcome.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::Loa;
use super::rules::Rules;
use super::tests::START;
use crate::game::Game;
use crate::game::knowledge::Knowledge;
use crate::games::testing::{named, position};
use std::collections::HashSet;
use std::format;
use std::string::String;
use std::vec::Vec;

/// One piece of each player moves around a closed path, one step in each turn. The other piece of
/// the player never moves. After 24 turns of each player, the board is the same again.
const ROUNDS: [&[&str]; 2] = [&["a1", "b1", "c1", "c2", "c3", "b3", "a3", "a2"], &["f6", "g6", "h6", "h7", "g7", "f7"]];
const BY: [&str; 2] = ["d5", "e4"];
const LAP: usize = 48;

/// Returns the square of the piece that moves, after `steps` steps. `side` is the player, 0 or 1.
fn place(side: usize, steps: usize) -> &'static str {
    ROUNDS[side][steps % ROUNDS[side].len()]
}

/// Returns the board after `ply` plies, with an empty history.
fn begun(rules: Rules, ply: usize) -> Loa {
    let pieces = [[place(0, ply.div_ceil(2)), BY[0]], [place(1, ply / 2), BY[1]]];
    let letter = |square: &str| match pieces.map(|pieces| pieces.contains(&square)) {
        [true, _] => 'b',
        [_, true] => 'w',
        _ => '.',
    };
    let row = |row: u8| -> String { ('a'..='h').map(|column| letter(&format!("{column}{row}"))).collect() };
    let rows: Vec<String> = (1..=8).rev().map(row).collect();
    position(&Loa::new(rules), &format!("{} {}", rows.join("/"), 1 + ply % 2))
}

/// Returns the game that starts with an empty history at ply `from` and ends at ply `to`.
fn walked(rules: Rules, from: usize, to: usize) -> Loa {
    let mut game = begun(rules, from);
    for ply in from..to {
        let (side, steps) = (ply % 2, ply / 2);
        game.play(named(&game, &format!("{}{}", place(side, steps), place(side, steps + 1))));
        assert_eq!(game.outcome(), None);
    }
    game
}

/// The games of this test end with the same board, but with different numbers of positions that
/// have occurred twice. So all keys must be different. If the key did not cover all such positions,
/// some of the keys would be equal.
#[test]
fn each_position_that_has_occurred_twice_is_in_the_key() {
    let to = LAP + 40;
    let keys: HashSet<_> = (0..8).map(|from| walked(Rules::Olympiad, from, to).hash()).collect();
    assert_eq!(keys.len(), 8);
    let fresh = begun(Rules::Olympiad, to).hash();
    assert!(!keys.contains(&fresh));
    // Positions that have occurred only once must not change the key.
    (0..LAP).step_by(5).for_each(|from| assert_eq!(walked(Rules::Olympiad, from + 41, to).hash(), fresh));
}

#[test]
fn each_board_that_has_occurred_is_in_the_key_by_the_rules_of_openspiel() {
    let keys: HashSet<_> = (0..=8).map(|from| walked(Rules::OpenSpiel, from, 45).hash()).collect();
    assert_eq!(keys.len(), 9);
    assert!(!keys.contains(&begun(Rules::OpenSpiel, 45).hash()));
}

/// Returns the part of the key that does not come from the board and the player to move.
fn mark_after(text: &str, moves: &[&str]) -> u64 {
    let mut game = position(&Loa::new(Rules::OpenSpiel), text);
    moves.iter().for_each(|name| game.play(named(&game, name)));
    game.hash().unwrap() ^ game.board_key()
}

#[test]
fn the_way_through_the_boards_that_have_occurred_is_not_in_the_key() {
    // A black piece moves from c3, and a white piece moves from h7. The first two lists of moves
    // lead through the same boards: the black piece on c3, d3 and c4 with the white piece on h7,
    // and on d3 and c4 with the white piece on h8. So both lists must give the same mark.
    let text = "w......./.......w/......../......../......../..b...../......../......b. 1";
    let one = mark_after(text, &["c3d3", "h7h8", "d3c4", "h8h7", "c4d4"]);
    assert_eq!(one, mark_after(text, &["c3c4", "h7h8", "c4d3", "h8h7", "d3d4"]));
    assert_ne!(one, mark_after(text, &["c3c4", "h7h8", "c4d4"]));
    // After one move, only the starting position has occurred before, so the mark does not depend
    // on the move.
    assert_eq!(mark_after(START, &["b1b3"]), mark_after(START, &["g8g6"]));
    assert_ne!(mark_after(START, &["b1b3"]), 0);
}
