//! Tests the three findings about keys: a key that two positions share, two keys of one position,
//! and unused bits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::arithmetic_side_effects)]

use super::super::scripted_tests::{Scripted, assert_told};
use super::*;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The text about the expected key, in a finding about two positions with the same key.
const SHARED: &str = "a key of its own";

type Differs = fn(usize, Option<Difference>) -> Option<Difference>;

#[test]
fn bits_change_from_one_key_to_the_next() {
    for (noted, changed, changes) in [
        (&[5, 5, 5][..], 0, 1), // the first key counts as a change
        (&[5, 6, 6], 3, 2),
        (&[5, 0, 6], 7, 3),
        (&[5, 0, 0, 5], 5, 3),
        (&[1 << 63, 1, 0], 1 << 63 | 1, 3),
    ] {
        let mut keys = Keys::new(&mut []);
        for &key in noted {
            assert!(keys.note(Seen { key, ..Seen::default() }).is_none());
        }
        assert_eq!((keys.changed, keys.changes), (changed, changes), "{noted:?}");
    }
}

/// A game that ends after one move. The key of its first position is `number` in the first game, 0
/// in the second game, `number` in the third game, and so on.
fn alternating(number: u64, games: u32) -> Scripted {
    Scripted {
        hash: |game| if game.games % 2 == 1 { game.number } else { 0 },
        number,
        outcome: |game| game.plies() as i32,
        max_plies: 1,
        positions: 2 * games,
        ..Scripted::default()
    }
}

#[test]
fn eight_bits_that_stay_in_256_keys_are_too_many() {
    let told =
        |found, game| (Kind::NarrowHash, Callback::Hash, "64 bits that change from position to position", found, game);
    assert_told([
        told("56 of them change: 0x00ffffffffffffff", alternating(u64::MAX >> 8, 256)),
        told("1 of them change: 0x0000000000000010", alternating(16, 300)),
    ]);
    assert_eq!(alternating(u64::MAX >> 8, 255).kinds(1), []);
    assert_eq!(alternating(u64::MAX >> 7, 256).kinds(1), []);
}

#[test]
fn positions_of_one_key_differ_in_what_is_told() {
    let key = keys(false).next().unwrap();
    // In this game, the two positions after the first move have the same key.
    let pair = || Scripted {
        hash: |game| if game.plies() == 1 { game.number } else { game.key() },
        number: key,
        positions: 40,
        ..Scripted::default()
    };
    assert_eq!(pair().kinds(1), []);
    let to_move = |game: &Scripted| i32::from(game.plies() % 2 == 1 && game.position != [2]);
    let legal = |game: &Scripted| if game.position == [2] { vec![1] } else { vec![1, 2] };
    let evaluate = |game: &Scripted| if game.position == [2] { 0.5 } else { 0.0 };
    for (differs, game) in [
        ("another player to move", Scripted { to_move, ..pair() }),
        ("other legal moves", Scripted { legal, ..pair() }),
        ("another evaluation", Scripted { evaluate, ..pair() }),
    ] {
        let found = format!("{key:#018x}, the key of a position with {differs}");
        assert_told([(Kind::SharedHash, Callback::Hash, SHARED, &found, game)]);
    }
    // The check also stores the keys of positions along a line of moves. In this test, it visits
    // only the starting position, and plays lines of moves from there.
    assert_eq!(Scripted { hash: |_| 0xab, ..Scripted::default() }.kinds(1), [Kind::SharedHash]);
}

/// If `played` is true, returns the keys for which the check plays a line of moves. Otherwise
/// returns all other keys.
fn keys(played: bool) -> impl Iterator<Item = u64> {
    (1..).filter(move |&key| mix(key).is_multiple_of(KEYS_PLAYED) == played)
}

/// A game of four moves. If the second move is 4, the position after it has the same key as the
/// starting position. FIRST wins if the second move is 4 or equals the first move. Otherwise SECOND
/// wins.
fn played_by(key: u64) -> Scripted {
    Scripted {
        hash: |game| match game.position[..] {
            [] | [_, 4] => game.number,
            _ => game.key(),
        },
        number: key,
        outcome: |game| match game.position[..] {
            [a, b, _, _] => [2, 1][(a == b || b == 4) as usize],
            _ => 0,
        },
        legal: |_| vec![1, 2, 3, 4],
        max_moves: 4,
        positions: 100,
        ..Scripted::default()
    }
}

#[test]
fn a_key_decides_which_game_is_played() {
    let found: Vec<_> = keys(true).take(12).map(|key| played_by(key).kinds(1) == [Kind::SharedHash]).collect();
    assert!(found.contains(&true) && found.contains(&false), "{found:?}");
    let key = keys(true).nth(found.iter().position(|&found| found).unwrap()).unwrap();
    let told = format!("{key:#018x}, the key of a position with another winner by the same moves");
    assert_told([(Kind::SharedHash, Callback::Hash, SHARED, &told, played_by(key))]);
    for key in keys(false).take(12) {
        assert_eq!(played_by(key).kinds(1), []);
    }
}

/// The order of the legal moves must not matter. In this game, the key depends only on the player
/// to move, and both moves end the game. Some positions list move 1 first, and other positions list
/// move 2 first. The check must find no mistake.
#[test]
fn the_order_of_a_list_decides_nothing() {
    for key in keys(true).filter(|key| key & 15 == 15).take(20) {
        let mut game = Scripted {
            hash: |game| game.number ^ (game.plies() as u64 % 2) << 40,
            number: key,
            outcome: |game| match game.position.last() {
                Some(&mv @ (1 | 2)) => mv.into(),
                _ => 0,
            },
            legal: |game| if game.plies() % 4 < 2 { vec![1, 2, 9, 10] } else { vec![2, 1, 9, 10] },
            max_moves: 4,
            max_plies: 1000,
            positions: 60,
            ..Scripted::default()
        };
        assert_eq!(game.kinds(1), [], "{key}");
    }
}

/// A game in which moves 1 and 2 can be played in either order. Move 3 is played between these
/// moves, and moves 4 and 5 follow.
fn swapped(differs: Differs) -> Scripted {
    Scripted {
        differs,
        hash: |game| game.position.iter().fold(0, |key, &mv| key << 4 | u64::from(mv)),
        legal: |game| match game.position[..] {
            [] => vec![1, 2],
            [_] => vec![3],
            [mv, _] => vec![3 - u32::from(mv)],
            [_, _, _] => vec![4],
            _ => vec![5],
        },
        outcome: |game| i32::from(game.plies() == 5),
        max_plies: 5,
        positions: 50,
        ..Scripted::default()
    }
}

const fn bytes(last: u32, count: u32) -> Option<Difference> {
    Some(Difference::Bytes { first: 2, last, count, expected: 0, found: 1 })
}

#[test]
fn one_position_has_one_key_whatever_the_order_of_moves() {
    // In these games, the two compared positions are equal, or differ in at least three bytes
    // within eight bytes, which may be a stored key. So the check must report the two keys.
    let equal: [Differs; 3] = [
        |slot, other| if slot == LEVELS { None } else { other },
        |slot, other| if slot == LEVELS { bytes(9, 3) } else { other },
        |slot, other| if slot == LEVELS { bytes(9, 8) } else { other },
    ];
    for differs in equal {
        let report = swapped(differs).checked(1);
        let first = report.findings()[0];
        let told = |[a, b]: [&str; 2], [c, d]: [u64; 2]| -> [String; 2] {
            [format!("the same key after the moves {a} and {b}"), format!("{c:#018x} and {d:#018x}")]
        };
        let orders = ["1 3 2 4", "2 3 1 4"];
        let either = [told(orders, [0x1324, 0x2314]), told([orders[1], orders[0]], [0x2314, 0x1324])];
        assert_eq!((first.kind, first.callback), (Kind::SplitHash, Callback::Hash));
        assert!(either.contains(&[first.expected.as_str().into(), first.found.as_str().into()]), "{first:?}");
    }
    let different: [Differs; 4] = [
        |slot, other| if slot == LEVELS { bytes(9, 2) } else { other },
        |slot, other| if slot == LEVELS { bytes(10, 3) } else { other },
        |slot, other| if slot == LEVELS { bytes(10, 2) } else { other },
        |slot, other| if slot == LEVELS { Some(Difference::Somewhere) } else { other },
    ];
    for differs in different {
        assert_eq!(swapped(differs).kinds(1), []);
    }
}

#[test]
fn a_small_board_is_not_a_key() {
    // The two compared positions differ in eight bytes. Only the end of the game shows that they
    // are different positions.
    let first_wins = |game: &Scripted| match game.position[..] {
        [first, _, _, _, _] => first as i32,
        _ => 0,
    };
    let board: Differs = |slot, other| if slot == LEVELS { bytes(9, 8) } else { other };
    assert_eq!(Scripted { outcome: first_wins, ..swapped(board) }.kinds(1), []);
}
