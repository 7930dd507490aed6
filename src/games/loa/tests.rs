#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::Loa;
use crate::game::Game;
use crate::games::testing::{check_corruptions, check_play, check_rejected, legal, named, position, written};
use crate::value::Outcome;

const START: &str = ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. 1";

/// The position after these moves.
fn after(text: &str, moves: &[&str]) -> Loa {
    let mut game = position(&Loa::default(), text);
    for name in moves {
        game.play(named(&game, name));
    }
    game
}

#[test]
fn the_start_and_its_text() {
    assert_eq!(written(&Loa::default()), START);
    assert_eq!(legal(&Loa::default()).len(), 36);
    assert_eq!(Loa::from_name("loa"), Some(Loa::default()));
    assert_eq!(Loa::from_name("loa8"), None);
    check_corruptions(&Loa::default(), START);
}

#[test]
fn moves_can_be_taken_back() {
    check_play(&Loa::default(), 20);
}

#[test]
fn third_occurrence_is_a_draw() {
    let cycle = ["b1b3", "a2c2", "b3b1", "c2a2"];
    let twice = [cycle, cycle].concat();
    assert_eq!(after(START, &twice[..7]).outcome(), None);
    assert_eq!(after(START, &twice).outcome(), Some(Outcome::Draw));
}

#[test]
fn impossible_positions_are_rejected() {
    check_rejected(
        &Loa::default(),
        &["", "b 1", ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb."],
    );
}
