#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

extern crate std;

use std::collections::{HashMap, HashSet};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, println};

use super::Onitama;
use super::slow::{Slow, card_names, picture_steps};
use crate::base::rng::Rng;
use crate::game::knowledge::Knowledge;
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    check_bytes, check_corruptions, check_moves, check_rejected, check_uniform, legal, name, named, names, position,
    random_games, rounds, with_each_byte_changed, written,
};

pub(super) const START: &str = "bbBbb/...../...../...../wwWww";
/// The cards of deal 0, which must never change.
const DEAL_0: &str = "crane,eel elephant,mantis ox";
/// The cards of deal 1, which must never change.
const DEAL_1: &str = "rooster,ox crab,crane cobra";

pub(super) fn at(text: &str) -> Onitama {
    position(&Onitama::default(), text)
}

/// The position after a move, as text.
fn after(text: &str, mv: &str) -> String {
    let mut position = at(text);
    position.play(named(&position, mv));
    written(&position)
}

#[test]
fn starting_positions() {
    assert_eq!(written(&Onitama::default()), format!("{START} {DEAL_0} 1"));
    assert_eq!(written(&Onitama::deal(1)), format!("{START} {DEAL_1} 1"));
    assert_eq!(Onitama::from_name("onitama"), Some(Onitama::deal(0)));
    assert_eq!(Onitama::from_name("onitama_0"), Some(Onitama::deal(0)));
    assert_eq!(Onitama::from_name("onitama_12"), Some(Onitama::deal(12)));
    assert_eq!(Onitama::from_name("onitama_18446744073709551615"), Some(Onitama::deal(u64::MAX)));
    for name in [
        "",
        "oni",
        "onitama_",
        "onitama_01",
        "onitama_-1",
        "onitama_18446744073709551616",
        "onitama_1 ",
        "onitama_1:",
        "onitama_1/",
        "loa",
    ] {
        assert_eq!(Onitama::from_name(name), None, "{name}");
    }
}

#[test]
fn deals_are_uniform() {
    // Counts how often each card is at each place. The places are 0 for the first player, 1 for the
    // second player and 2 for the middle.
    let mut counts: HashMap<(String, usize), u32> = HashMap::new();
    let mut middles_of: HashMap<String, HashSet<String>> = HashMap::new();
    for seed in 0..16_000 {
        let text = written(&Onitama::deal(seed));
        let words: Vec<&str> = text.split(' ').collect();
        for (place, hand) in words[1..4].iter().enumerate() {
            for card in hand.split(',') {
                *counts.entry((card.to_string(), place)).or_default() += 1;
            }
        }
        middles_of.entry(words[1].to_string()).or_default().insert(words[3].to_string());
    }
    // Each card should be in the middle about a thousand times, and in the hand of each player
    // about two thousand times. The standard deviations are 31 and 42.
    assert_eq!(counts.len(), 48);
    for ((card, place), count) in counts {
        let expected = if place == 2 { 1000 } else { 2000 };
        assert!((i64::from(count) - expected).abs() < 210, "{card} {place} {count}");
    }
    assert_eq!(middles_of.len(), 120);
    assert!(middles_of.values().all(|middles| middles.len() == 14));
}

/// A master is alone in the middle of the board. With each card, it must be able to move to exactly
/// the squares that the picture of the card shows. This must be so for both players.
#[test]
fn cards_are_as_printed() {
    let cards = card_names();
    for (place, card) in cards.iter().enumerate() {
        let rest: Vec<&str> = cards.iter().copied().cycle().skip(place + 1).take(4).collect();
        for (player, sign) in [(1, 1), (2, -1)] {
            let (own, other) = (format!("{card},{}", rest[0]), format!("{},{}", rest[1], rest[2]));
            let hands = if player == 1 { format!("{own} {other}") } else { format!("{other} {own}") };
            let board = if player == 1 { "B..../...../..W../...../....." } else { "W..../...../..B../...../....." };
            let position = at(&format!("{board} {hands} {} {player}", rest[3]));
            let square = |step: i32| (2 + sign * step) as usize;
            let mut expected: Vec<String> = picture_steps(card)
                .into_iter()
                .map(|(right, up)| format!("c3{}{}:{card}", ["a", "b", "c", "d", "e"][square(right)], square(up) + 1))
                .collect();
            expected.sort_unstable();
            let mut found = names(&position);
            found.retain(|name| name.ends_with(&format!(":{card}")));
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    (0..60).for_each(|seed| check_moves(&Onitama::deal(seed), 5));
    check_moves(&at(&format!("{PASS} 1")), 20);
    check_moves(&at(&format!("{PASS_SECOND} 2")), 20);
}

/// Compares the text, the outcome and the moves of a position with the slow version of the rules.
/// Returns the position after each move, in both versions.
fn compare(position: &Onitama, slow: &Slow) -> Vec<(Onitama, Slow)> {
    assert_eq!(written(position), slow.text());
    let winner = position.outcome().map(|outcome| if outcome == Outcome::FirstWins { 'w' } else { 'b' });
    assert_eq!(winner, slow.winner());
    assert_ne!(position.outcome(), Some(Outcome::Draw));
    if winner.is_some() {
        return Vec::new();
    }
    let mut by_name: HashMap<String, Slow> = slow.moves().iter().map(|mv| (slow.name(mv), slow.after(mv))).collect();
    assert_eq!(by_name.len(), slow.moves().len());
    let moves = legal(position);
    assert_eq!(moves.len(), by_name.len());
    let mut slots = [Move::NONE; 40];
    let mut list = MoveList::new(&mut slots);
    assert_eq!(position.count_moves(&mut list), moves.len());
    assert_eq!(position.nth_move(moves.len(), &mut list), None);
    let step = |(index, &mv): (usize, &Move)| {
        assert_eq!(position.nth_move(index, &mut MoveList::new(&mut [Move::NONE; 40])), Some(mv));
        let mut next = *position;
        next.play(mv);
        assert_eq!(position.outcome_after(mv), Some(next.outcome()));
        (next, by_name.remove(&name(position, mv)).unwrap())
    };
    moves.iter().enumerate().map(step).collect()
}

/// Compares all positions up to `plies` plies ahead with the slow version of the rules. Returns the
/// number of these positions.
fn compare_all(position: &Onitama, slow: &Slow, plies: u32) -> u64 {
    let next = compare(position, slow);
    if plies == 0 {
        return 1;
    }
    next.iter().map(|(position, slow)| compare_all(position, slow, plies - 1)).sum::<u64>() + 1
}

#[test]
fn the_first_plies_are_as_in_the_plain_rules() {
    for seed in 0..100 {
        let start = Onitama::deal(seed);
        let plies = if seed < rounds(4).into() { 4 } else { 2 };
        assert!(compare_all(&start, &Slow::read(&written(&start)), plies) > 20);
    }
}

#[test]
#[ignore = "takes long"]
fn the_first_plies_of_many_deals_are_as_in_the_plain_rules() {
    for seed in 0..1000 {
        let start = Onitama::deal(seed);
        let plies = if seed < 20 { 5 } else { 4 };
        compare_all(&start, &Slow::read(&written(&start)), plies);
    }
}

#[test]
fn random_games_are_as_in_the_plain_rules() {
    let mut rng = Rng::new(3);
    let (mut captures_of_masters, mut arrivals) = (0, 0);
    for seed in 0..rounds(1000).into() {
        let mut position = Onitama::deal(seed);
        let mut slow = Slow::read(&written(&position));
        loop {
            let mut next = compare(&position, &slow);
            if next.is_empty() {
                break;
            }
            (position, slow) = next.swap_remove(rng.below(next.len() as u32) as usize);
        }
        let text = written(&position);
        let masters = text.chars().take(29).filter(|letter| "WB".contains(*letter)).count();
        captures_of_masters += 2 - masters;
        arrivals += masters - 1;
    }
    assert!(
        captures_of_masters > rounds(100) as usize && arrivals > rounds(100) as usize,
        "{captures_of_masters} {arrivals}"
    );
}

/// Returns the text of a random position in which the game is not over. The pieces of the side to
/// move are mostly in one column, so that this side sometimes has to pass.
pub(super) fn crowded(rng: &mut Rng) -> String {
    loop {
        let mut cells = [b'.'; 25];
        let column = rng.below(5);
        let mut put = |letter, square: u32| {
            let cell = &mut cells[square as usize];
            *cell = if *cell == b'.' { letter } else { *cell };
        };
        let own = if rng.below(2) == 0 { *b"wWbB" } else { *b"bBwW" };
        for row in 0..5 {
            let beside = if rng.below(8) == 0 { rng.below(5) } else { column };
            put(own[usize::from(row == rng.below(5))], row * 5 + beside);
        }
        put(own[3], rng.below(25));
        (0..rng.below(5)).for_each(|_| put(own[2], rng.below(25)));
        let lines: Vec<String> = cells.chunks(5).map(|line| String::from_utf8(line.to_vec()).unwrap()).collect();
        let mut cards = card_names();
        let mut card = || cards.swap_remove(rng.below(cards.len() as u32) as usize);
        let cards = format!("{},{} {},{} {}", card(), card(), card(), card(), card());
        let text = format!("{} {cards} {}", lines.join("/"), if own[0] == b'w' { 1 } else { 2 });
        if Onitama::default().read_position(&text).is_ok() {
            return text;
        }
    }
}

#[test]
fn crowded_positions_are_as_in_the_plain_rules() {
    let mut rng = Rng::new(9);
    let mut passes = 0;
    for _ in 0..rounds(10_000) {
        let position = at(&crowded(&mut rng));
        let slow = Slow::read(&written(&position));
        compare_all(&position, &slow, u32::from(passes < 20));
        if name(&position, legal(&position)[0]).starts_with("pass") {
            passes += 1;
            let moves = legal(&position);
            assert_eq!(moves.len(), 2);
            moves.iter().for_each(|&mv| check_undo(&position, mv));
        }
    }
    assert!(passes > rounds(10), "{passes}");
}

fn check_undo(position: &Onitama, mv: Move) {
    let mut made = *position;
    let undo = made.make(mv);
    assert_eq!(position.hash_after(position.hash().unwrap(), mv), made.hash());
    made.unmake(mv, undo);
    assert_eq!(made, *position);
}

/// A position in which the first player must pass. The first player's pieces fill the e file, so
/// all their steps lead off the board or to squares that they occupy.
pub(super) const PASS: &str = "B...w/....w/....W/b...w/....w tiger,ox crab,boar eel";
/// The position [`PASS`], turned round and with the players exchanged, so that the second player
/// must pass.
pub(super) const PASS_SECOND: &str = "b..../b...w/B..../b..../b...W crab,boar tiger,ox eel";

#[test]
fn who_has_no_step_must_pass_and_gives_up_a_card() {
    let text = format!("{PASS} 1");
    assert_eq!(names(&at(&text)), ["pass:ox", "pass:tiger"]);
    let in_order: Vec<String> = legal(&at(&text)).into_iter().map(|mv| name(&at(&text), mv)).collect();
    assert_eq!(in_order, ["pass:tiger", "pass:ox"], "the tiger comes first among the cards");
    assert_eq!(after(&text, "pass:ox"), "B...w/....w/....W/b...w/....w tiger,eel crab,boar ox 2");
    assert_eq!(after(&text, "pass:tiger"), "B...w/....w/....W/b...w/....w ox,eel crab,boar tiger 2");
    let text = format!("{PASS_SECOND} 2");
    assert_eq!(names(&at(&text)), ["pass:ox", "pass:tiger"]);
    assert_eq!(after(&text, "pass:tiger"), "b..../b...w/B..../b..../b...W crab,boar ox,eel tiger 1");
    // With the eel in place of the ox, the player can move and must not pass.
    assert!(!names(&at("B...w/....w/....W/b...w/....w tiger,eel crab,boar ox 1")).concat().contains("pass"));
}

#[test]
fn ways_to_win() {
    // A player whose student captures the enemy master must win. The student's step goes over
    // another piece.
    let text = "..B../..b../..w../...../..W.. tiger,ox crab,boar eel 1";
    let end = after(text, "c3c5:tiger");
    assert_eq!(end, "..w../..b../...../...../..W.. ox,eel crab,boar tiger -");
    assert_eq!(at(&end).outcome(), Some(Outcome::FirstWins));
    // A player whose master reaches the enemy temple must win, whether or not the temple is empty.
    let text = "b...B/..W../...../w..../..... tiger,ox crab,boar eel 1";
    assert_eq!(at(&after(text, "c4c5:ox")).outcome(), Some(Outcome::FirstWins));
    let text = "b...W/...../...../..B../w.w.. tiger,ox crab,boar eel 2";
    assert_eq!(at(&after(text, "c2c1:crab")).outcome(), Some(Outcome::SecondWins));
    // A student that reaches the enemy temple must not end the game. A master that reaches its own
    // temple must not end the game either.
    let text = "....B/..w../...../w..../.W... tiger,ox crab,boar eel 1";
    assert_eq!(at(&after(text, "c4c5:ox")).outcome(), None);
    assert_eq!(at(&after(text, "b1c1:ox")).outcome(), None);
}

#[test]
fn random_moves_are_uniform() {
    let texts = [
        format!("{START} tiger,ox crab,boar eel 1"),
        format!("{PASS} 1"),
        format!("{PASS_SECOND} 2"),
        "bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 1".into(),
        "bW..b/.w.b./..b.w/w.B../...w. elephant,dragon monkey,rooster goose 2".into(),
    ];
    for position in texts.iter().map(|text| at(text)) {
        check_uniform(&position);
    }
}

#[test]
fn random_games_end() {
    let (mut plies, mut longest, mut games) = (0_u32, 0, 0);
    for seed in 0..300 {
        let mut length = 0;
        random_games(&Onitama::deal(seed), 10, |position| {
            length = if position.outcome().is_some() { 0 } else { length + 1 };
            longest = length.max(longest);
            plies += u32::from(position.outcome().is_none());
            games += u32::from(position.outcome().is_some());
        });
    }
    assert_eq!(games, 3000);
    assert!((15..60).contains(&(plies / games)), "{plies} {longest}");
}

#[test]
fn bad_positions_are_rejected() {
    let cards = "tiger,ox crab,boar eel";
    let boards = [
        "bbBbb/...../...../...../wwWw",
        "bbBbb/...../...../wwWww",
        "bbBbb/...../...../...../wwxww",
        "bbBbb/...../...../...../wwWww/",
        "bbbbb/...../...../...../wwWww",
        "bbBbb/..W../...../...../wwWww",
        "bbBbb/..b../...../...../wwWww",
        "..W../...../B..../...../.....",
        "b..../...../...../...../w....",
    ];
    let mut texts: Vec<String> = boards.iter().map(|board| format!("{board} {cards} 1")).collect();
    for rest in [
        "",
        " ",
        " tiger,ox crab,boar eel",
        " tiger,ox crab,boar eel ",
        " tiger,ox crab,boar eel 3",
        " tiger,ox crab,boar eel -",
        " tiger,ox crab,boar eel 1 ",
        " tiger,ox crab,boar 1",
        " tiger crab,boar eel 1",
        " tiger,ox,eel crab,boar cobra 1",
        " tiger,tiger crab,boar eel 1",
        " tiger,ox crab,boar ox 1",
        " tiger,ox crab,boars eel 1",
        " tiger,lion crab,boar eel 1",
        " Tiger,ox crab,boar eel 1",
        "  tiger,ox crab,boar eel 1",
    ] {
        texts.push(format!("{START}{rest}"));
    }
    for ends in ["..W../...../...../...../..B..", "bbBbb/...../...../...../w.w.w"] {
        texts.extend([1, 2].map(|side| format!("{ends} {cards} {side}")));
    }
    texts.push(format!("..W../...../...../...../..B.. {cards} -"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    check_rejected(&Onitama::default(), &texts);
    check_corruptions(&Onitama::default(), "b.B.b/.b..w/...../.w.b./w.W.. tiger,ox crab,boar eel 2");
    // Two valid texts must be accepted: one with the cards of each hand in a different order, and
    // one of a game that ended with a master on the enemy temple.
    assert_eq!(
        at(&format!("{START} ox,tiger boar,crab eel 1")),
        at(&format!("{START} {} 1", "tiger,ox crab,boar eel"))
    );
    assert_eq!(at("..W../...../...../...../B.... tiger,ox crab,boar eel -").to_move(), Side::Second);
    let mut slots = [Move::NONE; 48];
    let mut list = MoveList::new(&mut slots);
    let start = at(&format!("{START} {cards} 1"));
    assert!(start.read_move("a1a3:tiger", &mut list).is_some());
    for text in ["", "a1a3", "a1a3:", "a1a3:ox", "a1a3:crab", "a1a3:tiger ", "A1A3:tiger", "pass:tiger", "c1c3:eel"] {
        assert_eq!(start.read_move(text, &mut list), None);
    }
}

/// The lines for Onitama in the perft fixture: name, depth, number of move sequences.
fn fixture() -> Vec<(&'static str, u32, u64)> {
    let lines = include_str!("../../../tests/fixtures/perft.tsv").lines().filter(|line| line.starts_with("onitama"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[0], fields[1].parse().unwrap(), fields[2].parse().unwrap())
        })
        .collect()
}

#[test]
fn numbers_of_sequences_are_those_of_the_plain_rules() {
    let lines = fixture();
    assert_eq!(lines.len(), 41);
    for (game, depth, sequences) in lines.into_iter().filter(|(.., sequences)| *sequences < 10_000) {
        assert_eq!(Slow::read(&written(&Onitama::from_name(game).unwrap())).perft(depth), sequences, "{game} {depth}");
    }
}

#[test]
#[ignore = "prints the lines of the fixture, counted by the plain rules"]
fn make_numbers_of_sequences() {
    for seed in 0..8 {
        let game = if seed == 0 { "onitama".to_string() } else { format!("onitama_{seed}") };
        let slow = Slow::read(&written(&Onitama::deal(seed)));
        for depth in 1..=if seed == 0 { 6 } else { 5 } {
            println!("{game}\t{depth}\t{}", slow.perft(depth));
        }
    }
}

#[test]
fn positions_are_whole_as_bytes() {
    (0..20).for_each(|seed| check_bytes(&Onitama::deal(seed), 10));
    check_bytes(&at(&format!("{PASS} 1")), 20);
}

/// If one byte of a snapshot is changed, the bytes must be refused, or must give a position that
/// its text describes completely.
#[test]
fn no_byte_makes_a_position_that_cannot_be() {
    let boards = ["b.B.b/...b./w.W.w/...../...w.", "..B../...../b.W../...../....."];
    let mut read = 0;
    for (board, hands) in
        boards.iter().flat_map(|board| [DEAL_0, DEAL_1, "boar,crane crab,mantis ox"].map(|hands| (board, hands)))
    {
        with_each_byte_changed(&at(&format!("{board} {hands} 1")), |byte, change, position| {
            assert_eq!(at(&written(position)), *position, "{byte} {change}");
            read += 1;
        });
    }
    assert!(read > 100, "{read}");
}

/// The error message must say which piece is missing, or which pieces are too many.
#[test]
fn at_least_one_master_stands_on_the_board() {
    for (board, expected) in [
        ("b..../...../...../...../w....", "a master"),
        ("B...B/...../...../...../W....", "one master for each side"),
        ("bbBbb/..b../...../...../wwWww", "at most four students for each side"),
    ] {
        let text = format!("{board} tiger,ox crab,boar eel 1");
        assert_eq!(Onitama::default().read_position(&text).unwrap_err().expected, expected, "{text}");
    }
}
