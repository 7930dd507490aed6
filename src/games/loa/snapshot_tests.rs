//! Tests that exactly those bytes are accepted as a snapshot that are a possible position.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::Loa;
use super::rules::{PASS, Rules};
use super::tests::{START, STUCK};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move};
use crate::games::testing::{
    bytes_of, from_bytes, legal, named, position, random_games, with_each_byte_changed, written,
};
use std::vec::Vec;

/// Offsets in the bytes of a snapshot: the player to move, the outcome, the hash of positions that
/// have occurred twice, and the squares that pieces have left.
const PLAYER: usize = 4;
const ENDED: usize = 5;
const MARKS: core::ops::Range<usize> = 22..38;

/// Tests the pass and all moves between two squares. `is_quiet_move` must return true for legal
/// moves that do not capture, and false for all others.
#[test]
fn quiet_moves_are_the_legal_ones_without_captures() {
    let mut passes = 0;
    for text in [START, STUCK] {
        let mut seen = 0;
        random_games(&position(&Loa::default(), text), 3, |game| {
            seen += 1;
            if game.outcome().is_some() || seen % 16 != 1 {
                return;
            }
            let moves = legal(game);
            for mv in (0..1 << 12).map(Move).chain([PASS]) {
                assert_eq!(game.is_quiet_move(mv), moves.contains(&mv), "{mv:?} in {}", written(game));
            }
            passes += u32::from(moves == [PASS]);
        });
        assert!(seen > 50, "{seen}");
    }
    assert!(passes > 0);
}

/// Returns two games after these moves, one for each variant of the rules.
fn games(text: &str, moves: &[&str]) -> [Loa; 2] {
    [Rules::Olympiad, Rules::OpenSpiel].map(|rules| {
        let mut game = position(&Loa::new(rules), text);
        moves.iter().for_each(|name| game.play(named(&game, name)));
        game
    })
}

/// If one byte of a snapshot is changed, the bytes must be refused, or must give a position whose
/// pieces can also be read from text.
#[test]
fn no_byte_makes_a_position_that_cannot_be() {
    let goes_on = games(START, &["b1b3", "a2c2", "b3b1"]);
    let over = games("bb....../......../......../......../......../......../......../w......w -", &[]);
    for game in goes_on.into_iter().chain(over) {
        with_each_byte_changed(&game, |at, change, read| {
            let pieces = |game: &Loa| [Side::First, Side::Second].map(|player| game.pieces(player));
            assert_eq!(pieces(read), pieces(&position(&Loa::new(game.rules()), &written(read))), "{at} {change}");
            assert!(read.outcome().is_some() || !MARKS.contains(&at), "{at} {change}: another past");
        });
    }
}

/// Returns the outcomes that are possible if a finished game has these pieces and this player to
/// move.
fn possible_ends(game: &Loa, connected: [bool; 2], is_stuck: bool, player: Side) -> Vec<Outcome> {
    let opponent_wins = Outcome::win_for(player.opponent());
    match (connected, game.rules()) {
        ([true, true], Rules::Olympiad) => [Outcome::Draw].into(),
        ([true, true], Rules::OpenSpiel) => [opponent_wins].into(),
        ([true, false], _) => [Outcome::FirstWins].into(),
        ([false, true], _) => [Outcome::SecondWins].into(),
        ([false, false], Rules::OpenSpiel) if is_stuck => [Outcome::Draw, opponent_wins].into(),
        ([false, false], _) => [Outcome::Draw].into(),
    }
}

#[test]
fn only_an_end_that_the_pieces_allow_is_read() {
    let stuck = STUCK.replace(" 2", " -");
    for (text, connected) in [
        ("bb....../......../......../......../......../......../......../......ww -", [true, true]),
        ("bb....../......../......../......../......../......../......../w......w -", [true, false]),
        ("b......b/......../......../......../......../......../......../......ww -", [false, true]),
        ("b......b/......../......../......../......../......../......../w......w -", [false, false]),
        (&stuck, [false, false]),
    ] {
        for (game, player) in games(text, &[]).into_iter().flat_map(|game| [(game, 0), (game, 1)]) {
            let mut bytes = bytes_of(&game);
            bytes[PLAYER] = player;
            let is_stuck = text == stuck && player == 1;
            let player = [Side::First, Side::Second][usize::from(player)];
            let possible = possible_ends(&game, connected, is_stuck, player);
            for (ended, outcome) in (1..).zip([Outcome::FirstWins, Outcome::SecondWins, Outcome::Draw]) {
                bytes[ENDED] = ended;
                let read = from_bytes(&game, &bytes).ok().map(|game| (game.outcome(), game.to_move()));
                assert_eq!(read, possible.contains(&outcome).then_some((Some(outcome), player)), "{text} {ended}");
            }
            for ended in [4, 255] {
                bytes[ENDED] = ended;
                assert!(from_bytes(&game, &bytes).is_err());
            }
        }
    }
}
