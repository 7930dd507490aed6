#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

extern crate std;

use std::collections::HashMap;
use std::string::{String, ToString};
use std::vec::Vec;

use super::Einstein;
use super::slow::Slow;
use crate::base::rng::Rng;
use crate::game::chance::{sample, sum_of_odds};
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    bytes_of, check_bytes, check_corruptions, check_moves, check_rejected, check_told, check_uniform, legal, name,
    named, names, position, random_games, rounds, why_rejected, with_each_byte_changed, written,
};

pub(super) const START: &str = "123../45.../6...f/...ed/..cba 0 1";

pub(super) fn at(text: &str) -> Einstein {
    position(&Einstein::default(), text)
}

/// The position after these moves and rolls, separated by blanks.
fn after(text: &str, moves: &str) -> Einstein {
    moves.split(' ').fold(at(text), |mut position, mv| {
        position.play(named(&position, mv));
        position
    })
}

/// The moves of a position as text, in alphabetical order, separated by blanks.
fn moves(text: &str) -> String {
    names(&at(text)).join(" ")
}

/// A position with random arrangements of the stones.
fn arranged(seed: u64) -> Einstein {
    Einstein::random(&mut Rng::new(seed))
}

#[test]
fn starting_position() {
    let start = Einstein::default();
    assert_eq!(written(&start), START);
    assert_eq!(Einstein::from_name("einstein"), Some(start));
    for name in ["", "einstein_", "einstein_1", "einsteins", "Einstein"] {
        assert_eq!(Einstein::from_name(name), None, "{name}");
    }
    assert!(start.has_chance() && start.is_chance());
    assert_eq!((start.to_move(), start.outcome()), (Side::First, None));
}

/// Each stone must be equally often on each square of its corner. The two players' stones must be
/// independent.
#[test]
fn arrangements_are_uniform() {
    let mut counts: HashMap<(char, usize), u32> = HashMap::new();
    let mut corners: HashMap<(char, char), u32> = HashMap::new();
    for seed in 0..7_200 {
        let text = written(&arranged(seed));
        assert!(text.ends_with(" 0 1"));
        let board: Vec<char> = text.chars().filter(|&letter| letter != '/').take(25).collect();
        for (square, &letter) in board.iter().enumerate().filter(|&(_, &letter)| letter != '.') {
            *counts.entry((letter, square)).or_default() += 1;
        }
        *corners.entry((board[0], board[24])).or_default() += 1;
    }
    // The expected counts are 1,200 and 200. Their standard deviations are 32 and 14.
    assert_eq!((counts.len(), corners.len()), (72, 36));
    assert!(counts.values().all(|count| count.abs_diff(1200) < 160));
    assert!(corners.values().all(|count| count.abs_diff(200) < 70));
    let mut all: Vec<String> = (0..7_200).map(|seed| written(&arranged(seed))).collect();
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 7_100, "{} of 518,400 arrangements", all.len());
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    check_moves(&Einstein::default(), 100);
    (0..u64::from(rounds(40))).for_each(|seed| check_moves(&arranged(seed), 5));
}

/// Compares the text, the outcome and the moves of a position with the slow version of the rules.
/// Returns the position after each move, in both versions.
fn compare(position: &Einstein, slow: &Slow) -> Vec<(Einstein, Slow)> {
    assert_eq!(written(position), slow.text());
    let winner = [Outcome::FirstWins, Outcome::SecondWins];
    assert_eq!(position.outcome(), slow.winner().map(|winner_is| winner[winner_is]));
    if position.outcome().is_some() {
        return Vec::new();
    }
    let listed: Vec<String> = legal(position).iter().map(|&mv| name(position, mv)).collect();
    assert_eq!(listed, slow.moves());
    let step = |(mv, text): (Move, &String)| {
        let mut next = *position;
        next.play(mv);
        (next, slow.after(text))
    };
    legal(position).into_iter().zip(&listed).map(step).collect()
}

#[test]
fn the_first_plies_are_as_in_the_plain_rules() {
    let mut layer = Vec::from([(Einstein::default(), Slow::read(START))]);
    for expected in [1, 6, 18, 108] {
        assert_eq!(layer.len(), expected);
        layer = layer.iter().flat_map(|(position, slow)| compare(position, slow)).collect();
    }
}

#[test]
fn random_games_are_as_in_the_plain_rules() {
    let mut rng = Rng::new(3);
    let (mut wins, mut longest) = ([0, 0], 0);
    for seed in 0..u64::from(rounds(400)) {
        let start = arranged(seed);
        let (mut position, mut slow, mut plies) = (start, Slow::read(&written(&start)), 0);
        loop {
            let next = compare(&position, &slow);
            if next.is_empty() {
                break;
            }
            (position, slow) = next[rng.below(next.len() as u32) as usize].clone();
            plies += 1;
        }
        wins[slow.winner().unwrap()] += 1;
        longest = longest.max(plies);
    }
    assert!(wins.iter().all(|&wins| wins > 30) && longest > 50, "{wins:?}, {longest} plies");
}

#[test]
fn the_die_chooses_the_stone() {
    assert_eq!(moves(START), "1 2 3 4 5 6");
    // Stone 1 of the first player is on a1. Stone 1 of the second player (the letter a) is on e5.
    assert_eq!(moves("123../45.../6...f/...ed/..cba 1 1"), "a1a2 a1b1 a1b2");
    assert_eq!(moves("123../45.../6...f/...ed/..cba 1 2"), "e5d4 e5d5 e5e4");
    // Stones 2 and 5 are left. The rolls 1 and 2 move stone 2, the rolls 5 and 6 move stone 5, and
    // the rolls 3 and 4 move either.
    let left = "2..../...../..5../....a/...b.";
    for die in [1, 2] {
        assert_eq!(moves(&std::format!("{left} {die} 1")), "a1a2 a1b1 a1b2");
    }
    for die in [3, 4] {
        assert_eq!(moves(&std::format!("{left} {die} 1")), "a1a2 a1b1 a1b2 c3c4 c3d3 c3d4");
    }
    for die in [5, 6] {
        assert_eq!(moves(&std::format!("{left} {die} 1")), "c3c4 c3d3 c3d4");
    }
    // A stone in the last row or column has one move.
    assert_eq!(moves("....1/...../...../2..../a.... 1 1"), "e1e2");
    assert_eq!(moves("1..../...../...../....a/..2.. 2 1"), "c5d5");
    assert_eq!(moves("..a../...../...../....1/2.... 1 2"), "c1b1");
    assert_eq!(moves("...../a..../...../....1/2.... 1 2"), "a2a1");
}

#[test]
fn a_stone_captures_any_stone() {
    assert_eq!(written(&after(START, "1 a1b2")), ".23../41.../6...f/...ed/..cba 0 2");
    assert_eq!(written(&after(START, "5 b2b3 6 e3d3")), "123../4..../65.f./...ed/..cba 0 1");
    let meeting = "...../.1.../..a../...../..2b. 1 1";
    assert_eq!(written(&after(meeting, "b2c3")), "...../...../..1../...../..2b. 0 2");
    assert_eq!(written(&after(meeting, "b2c3 4 d5c5")), "...../...../..1../...../..b.. 0 1");
}

#[test]
fn ways_to_win() {
    let won = |text: &str, moves: &str| {
        let position = after(text, moves);
        assert!(written(&position).ends_with(" 0 -"), "{}", written(&position));
        position.outcome().unwrap()
    };
    assert_eq!(won(".a.../...../...../...1./..... 1 1", "d4e5"), Outcome::FirstWins);
    assert_eq!(won("...../.a.../...../...1./..... 1 2", "b2a1"), Outcome::SecondWins);
    assert_eq!(won("...../.1.../..a../...../..... 3 1", "b2c3"), Outcome::FirstWins);
    assert_eq!(won("...../.1.../..a../...../..... 6 2", "c3b2"), Outcome::SecondWins);
    // A stone does not win in its own corner. Only a text can put it back there.
    assert_eq!(at("1..../...../...../...../....a 0 1").outcome(), None);
}

#[test]
fn moves_and_rolls_have_these_numbers() {
    assert_eq!(named(&at(START), "4"), Move(4));
    assert_eq!(named(&after(START, "1"), "a1b2"), Move(1024 + 32 * 6));
    assert_eq!(named(&after(START, "1 a1b2 1"), "e5d5"), Move(1024 + 24 + 32 * 23));
}

#[test]
fn all_sides_of_the_die_and_all_moves_are_equally_likely() {
    let start = Einstein::default();
    check_uniform(&start);
    assert_eq!(sum_of_odds(&start, &legal(&start)), 6);
    assert_eq!(sample(&start, &legal(&start), u32::MAX), Some(Move(6)));
    check_uniform(&at("123../45.../6...f/...ed/..cba 5 1"));
    check_uniform(&at("2..../...../..5../....a/...b. 3 1"));
    check_uniform(&at("2...5/...../...../....a/...b. 3 1"));
    check_uniform(&at("..b../.a.../...5./...../..... 1 2"));
}

#[test]
fn the_list_of_moves_has_room() {
    let mut slots = [Move::NONE; 6];
    random_games(&Einstein::default(), rounds(200), |position| {
        if position.outcome().is_none() {
            let mut list = MoveList::new(&mut slots);
            position.legal_moves(&mut list);
            assert!(!list.overflowed() && position.max_moves() == 6);
        }
    });
}

#[test]
fn keys_and_outcomes_are_told_before_every_move() {
    check_told(&Einstein::default(), rounds(40), |_, _| true, |_, _| true);
}

#[test]
fn bad_positions_are_rejected() {
    let start = Einstein::default();
    check_rejected(
        &start,
        &[
            "",
            "1",
            "123../45.../6...f/...ed/..cba",
            "123../45.../6...f/...ed/..cba ",
            "123../45.../6...f/...ed/..cba 0",
            "123../45.../6...f/...ed/..cba 0 ",
            "123../45.../6...f/...ed/..cba 0 3",
            "123../45.../6...f/...ed/..cba 7 1",
            "123../45.../6...f/...ed/..cba - 1",
            "123../45.../6...f/...ed/..cba 0 1 ",
            "123./45.../6...f/...ed/..cba 0 1",
            "123.../45.../6...f/...ed/..cba 0 1",
            "123../45.../6...f/...ed 0 1",
            "123../45.../7...f/...ed/..cba 0 1",
            "123../45.../6...g/...ed/..cba 0 1",
        ],
    );
    for (text, expected) in [
        ("123../45.../6...f/...ed/..cba 0 -", "1 or 2, because the game is not over"),
        ("123../45.../1...f/...ed/..cba 0 1", "each stone once"),
        ("123../45.../6...f/...ed/..cbb 0 1", "each stone once"),
        ("...../...../...../...../..... 0 1", "a stone"),
        ("...../...../...../...../....1 0 1", "-, because the game is over"),
        ("...../...../...../...../...1. 0 1", "-, because the game is over"),
        ("a..../...../...../...../....1 0 -", "one winner"),
        ("....a/...../...../...../....1 3 -", "the die 0, because the game is over"),
        ("123../45.../6...f/...ed/..cba 9 1", "0 to 6"),
        ("123../45.../6..,f/...ed/..cba 0 1", "1 to 6, a to f or ."),
    ] {
        let why = why_rejected(&start, text);
        assert!(why.contains(expected), "{text}: {why}");
    }
    check_corruptions(&start, START);
    check_corruptions(&start, "1..../...../..a../...../..... 3 2");
}

#[test]
fn moves_are_read_only_from_their_own_text() {
    let start = Einstein::default();
    let rolled = after(START, "3");
    let mut slots = [Move::NONE; 6];
    let mut list = MoveList::new(&mut slots);
    for text in ["", "0", "7", "a1b2", "1 ", "01"] {
        assert_eq!(start.read_move(text, &mut list), None, "{text}");
    }
    for text in ["1", "a1b1", "c1b1", "c1", "c1d1 "] {
        assert_eq!(rolled.read_move(text, &mut list), None, "{text}");
    }
    assert_eq!(names(&rolled), ["c1c2", "c1d1", "c1d2"].map(|text| text.to_string()));
}

#[test]
fn positions_are_whole_as_bytes() {
    check_bytes(&Einstein::default(), rounds(60));
    assert_eq!(bytes_of(&Einstein::default()).len(), 18);
}

#[test]
fn no_byte_makes_a_position_that_cannot_be() {
    for text in [
        START,
        "..1../...../..a../..b../....2 0 -",
        "a..../...../..2../..b../...1. 0 -",
        "1..../...../..a../...../..... 3 2",
    ] {
        with_each_byte_changed(&at(text), |_, _, read| {
            let again = at(&written(read));
            assert_eq!(again, *read);
        });
    }
}
