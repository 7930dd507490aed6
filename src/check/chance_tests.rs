//! Tests the check with games that have chance events. One game is correct, and each of the others
//! has one flaw.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::scripted_tests::{Scripted, assert_told};
use super::{CHANCE, Callback, FAILED, Kind};
use crate::base::bits::mix;
use crate::game::ODDS_MAX;
use crate::game::knowledge::Weight;
use std::format;
use std::vec;

const FORCED: u32 = Weight::FORCED.0 as u32;
const DECISIVE: u32 = Weight::DECISIVE.0 as u32;

/// The weights of the outcomes 1, 2 and 3.
const ODDS: [u32; 3] = [1, 2, 5];

fn is_roll(game: &Scripted) -> bool {
    (game.to_move)(game) == CHANCE
}

/// A game with a die that has the sides 1, 2 and 3. Each player chooses 1 or 2 once, and the die is
/// rolled after each choice. FIRST wins if the sum is even.
///
/// ```text
/// ply      0      1     2       3     4
/// to move  FIRST  roll  SECOND  roll  over
/// ```
fn dice() -> Scripted {
    Scripted {
        to_move: |game| [0, CHANCE, 1, CHANCE, 0][game.plies()],
        legal: |game| if game.plies() % 2 == 0 { vec![1, 2] } else { vec![1, 2, 3] },
        chance: Some(|_, outcome| ODDS[outcome as usize - 1]),
        draw: |game, random| match is_roll(game) {
            true => sampled(random, ODDS),
            false => 1 + (random >> 31),
        },
        max_moves: 3,
        positions: 100,
        ..Scripted::default()
    }
}

/// Samples an outcome by its weight, with these random bits.
fn sampled(random: u32, odds: [u32; 3]) -> u32 {
    let mut rest = ((u64::from(random) * u64::from(odds.iter().sum::<u32>())) >> 32) as u32;
    let index = odds.iter().position(|&odds| {
        let is_sampled = rest < odds;
        rest = rest.wrapping_sub(odds);
        is_sampled
    });
    1 + index.unwrap() as u32
}

/// [`Scripted`] fails if the check calls a function that must not be called where a chance event
/// comes next.
#[test]
fn nothing_is_wrong_with_a_correct_game_of_dice() {
    use Callback::*;
    let optional =
        &[Evaluate, RandomMove, Weight, Prior, Order, Noisy, Hash, Pass, FewPieces, Transition, MoveText, Score];
    let noisy = |_: &Scripted, _| 1;
    let weight = |game: &Scripted, mv| if game.plies() == 2 && mv == 1 { FORCED } else { 1 };
    for seed in 0..8 {
        for without in [optional, &[Pass][..]] {
            let mut game = Scripted { positions: 300, without, noisy, ..dice() };
            assert_eq!(game.kinds(seed), [], "{seed}");
            assert!(game.calls(Chance) > 0);
        }
        // A chance event comes after each move. So the check cannot know whether a move prevents a
        // loss, and must report nothing.
        assert_eq!(Scripted { weight, ..dice() }.kinds(seed), [], "{seed}");
    }
}

/// A search does not call hash() or evaluate() after the end of the game. But it calls both before
/// a roll.
#[test]
fn the_functions_that_a_search_calls_before_a_roll_are_tested_there() {
    use Callback::*;
    assert_told([
        (Kind::OutOfRange, Evaluate, "-1 to 1", "1.5", {
            Scripted { evaluate: |game| if is_roll(game) { 1.5 } else { 0.0 }, ..dice() }
        }),
        (Kind::Unsteady, Hash, "0x0000000000000001, as before", "0x0000000000000002", {
            let hash = |game: &Scripted| if is_roll(game) { 1 + u64::from(game.calls(Chance) > 0) } else { game.key() };
            Scripted { hash, positions: 2, without: &[Pass, RandomMove], ..dice() }
        }),
        (Kind::TextLength, MoveText, "its length without the terminating NUL", "it returns 2 and writes 1 bytes", {
            Scripted { text: |game, mv| (format!("{mv}"), 1 + u32::from(is_roll(game))), ..dice() }
        }),
    ]);
    let draw = |game: &Scripted, random: u32| if is_roll(game) { 4 } else { 1 + (random >> 31) };
    assert_eq!(Scripted { draw, ..dice() }.kinds(1), [Kind::IllegalDraw]);
}

#[test]
fn a_player_to_move_that_is_not_possible_is_told() {
    let told = |expected, found, game| (Kind::InvalidPlayer, Callback::ToMove, expected, found, game);
    assert_told([
        told("0, IMM_FIRST, or 1, IMM_SECOND", "8", Scripted { chance: None, ..dice() }),
        told("0, IMM_FIRST, 1, IMM_SECOND, or 8, IMM_CHANCE", "3", {
            Scripted { to_move: |game| [0, 3, 1, 3, 0][game.plies()], ..dice() }
        }),
        told("0, IMM_FIRST, 1, IMM_SECOND, or 8, IMM_CHANCE", "-1", {
            Scripted { to_move: |game| [0, -1, 1, -1, 0][game.plies()], ..dice() }
        }),
    ]);
    // After the end, to_move() may return IMM_CHANCE.
    assert_eq!(Scripted { to_move: |game| [0, CHANCE, 1, CHANCE, CHANCE][game.plies()], ..dice() }.kinds(1), []);
}

#[test]
fn a_weight_that_is_not_possible_is_told() {
    let told = |found, number| {
        let chance: fn(&Scripted, u32) -> u32 = |game, outcome| if outcome == 2 { game.number as u32 } else { 1 };
        let range = "1 to 16777216, IMM_ODDS_MAX";
        let game =
            Scripted { chance: Some(chance), number, without: &[Callback::Pass, Callback::RandomMove], ..dice() };
        (Kind::OutOfRange, Callback::Chance, range, found, game)
    };
    assert_told([
        told("0", 0),
        told("16777217", u64::from(ODDS_MAX) + 1),
        told("4294967295", u64::from(u32::MAX)),
        (Kind::Failed, Callback::Chance, "an answer", "IMM_FAILED", told("", u64::from(FAILED as u32)).4),
    ]);
    for number in [1, u64::from(ODDS_MAX)] {
        assert_eq!(told("", number).4.kinds(1), [], "{number}");
    }
    // The mistake is a weight out of range. The check must not also report that the samples of
    // random_move() are uneven.
    let game = told("", 0).4;
    assert_eq!(Scripted { without: &[Callback::Pass], ..game }.kinds(1), [Kind::OutOfRange]);
}

#[test]
fn a_weight_that_is_another_when_asked_again_is_told() {
    let unsteady = |number| {
        let chance: fn(&Scripted, u32) -> u32 =
            |game, outcome| 1 + u32::from(game.calls(Callback::Chance) > 100 && u64::from(outcome) == game.number);
        let legal = |game: &Scripted| if is_roll(game) { (1..=100).collect() } else { vec![1, 2] };
        let game = Scripted { chance: Some(chance), legal, number, max_moves: 100, ..dice() };
        (Kind::Unsteady, Callback::Chance, "for each move the answer before", "another for one of them", game)
    };
    // The check must call chance() for each outcome, even if there are many outcomes.
    for number in 1..=100 {
        assert_told([unsteady(number)]);
    }
}

#[test]
fn outcomes_that_are_not_sampled_by_their_weights_are_told() {
    let told = |expected, found, game| (Kind::UnevenDraw, Callback::RandomMove, expected, found, game);
    assert_told([
        told("about 24 of 192", "64 of 192", {
            // Uniform samples.
            Scripted { draw: |game, random| cycle(game, if is_roll(game) { 3 } else { 2 }, random), ..dice() }
        }),
        told("about 0 of 192", "64 of 192", {
            let chance: fn(&Scripted, u32) -> u32 = |_, outcome| [1, ODDS_MAX, ODDS_MAX][outcome as usize - 1];
            Scripted {
                chance: Some(chance),
                draw: |game, random| cycle(game, if is_roll(game) { 3 } else { 2 }, random),
                ..dice()
            }
        }),
        told("about 64 of 128", "32 of 128", {
            // The moves of the players are sampled with the weights 1 and 3, which is a mistake.
            Scripted {
                draw: |game, random| match is_roll(game) {
                    true => sampled(random, ODDS),
                    false => 1 + u32::from(game.calls(Callback::RandomMove) % 4 > 0),
                },
                ..dice()
            }
        }),
    ]);
    // Samples of a rare outcome are not a mistake. It is also not a mistake if the outcome is
    // missing in the samples of 24 positions.
    let chance: fn(&Scripted, u32) -> u32 = |_, outcome| [1, 3000, 9000][outcome as usize - 1];
    for seed in 0..8 {
        let draw = |game: &Scripted, random| match is_roll(game) {
            true => sampled(random, [1, 3000, 9000]),
            false => 1 + (random >> 31),
        };
        assert_eq!(Scripted { chance: Some(chance), draw, ..dice() }.kinds(seed), [], "{seed}");
    }
}

/// Returns the moves 1 to `count`, one after another.
fn cycle(game: &Scripted, count: u32, _: u32) -> u32 {
    1 + game.calls(Callback::RandomMove) % count
}

/// In this game, a player is to move at more than 24 positions before the first roll. The samples
/// of outcomes must still be tested.
#[test]
fn moves_and_outcomes_are_sampled_separately() {
    let long = |draw| Scripted {
        to_move: |game| if game.plies() < 40 { game.plies() as i32 % 2 } else { CHANCE },
        legal: |game| if game.plies() < 40 { vec![1, 2] } else { vec![1, 2, 3] },
        outcome: |game| i32::from(game.plies() == 44),
        score: |_| 1,
        max_plies: 44,
        positions: 44,
        draw,
        ..dice()
    };
    let mut right = long(|game, random| if is_roll(game) { sampled(random, ODDS) } else { 1 + (random >> 31) });
    assert_eq!(right.kinds(1), []);
    assert_eq!(right.calls(Callback::RandomMove), 24 * 2 * 64 + 16 * 4 + 4 * 3 * 64);
    let wrong = |game: &Scripted, random| if is_roll(game) { cycle(game, 3, random) } else { 1 + (random >> 31) };
    assert_eq!(long(wrong).kinds(1), [Kind::UnevenDraw]);
}

/// Random games must sample outcomes by their weights.
#[test]
fn random_games_roll_dice_by_their_weights() {
    // A game of one roll. FIRST wins if the outcome is 1 or 2. SECOND wins if it is 3.
    let mut game = Scripted {
        to_move: |_| CHANCE,
        legal: |_| vec![1, 2, 3],
        outcome: |game| game.position.first().map_or(0, |&side| 1 + i32::from(side == 3)),
        score: |_| 0,
        max_plies: 1,
        positions: 2000,
        ..dice()
    };
    let report = game.checked(1);
    assert_eq!(report.findings().len(), 0);
    let [first, second, _] = report.results.map(f64::from);
    assert!((first / (first + second) - 3.0 / 8.0).abs() < 0.06, "{first} {second}");
}

const SHARED: &str = "a key of its own";

#[test]
fn a_key_that_ignores_a_roll_or_its_weights_is_told() {
    // The key does not tell whether the next event is a roll of the die.
    let hash = |game: &Scripted| if game.plies() < 2 { 7 } else { game.key() };
    let told = ["a player to move", "a chance event"]
        .map(|differs| format!("0x0000000000000007, the key of a position with {differs}"));
    for seed in 0..4 {
        let report = Scripted { hash, positions: 4, ..dice() }.checked(seed);
        let first = report.findings()[0];
        assert_eq!((first.kind, first.expected.as_str()), (Kind::SharedHash, SHARED));
        assert!(told.contains(&first.found.as_str().into()), "{first:?}");
    }
    // There are two dice. The key does not tell which of them is rolled next. The check compares
    // the weights of one key in eight.
    let number = (1..).find(|&key| mix(key).is_multiple_of(8)).unwrap();
    let chance: fn(&Scripted, u32) -> u32 = |game, outcome| match game.position[..] {
        [2] => [5, 2, 1][outcome as usize - 1],
        _ => ODDS[outcome as usize - 1],
    };
    let draw = |game: &Scripted, random| match game.position[..] {
        [2] => sampled(random, [5, 2, 1]),
        _ if is_roll(game) => sampled(random, ODDS),
        _ => 1 + (random >> 31),
    };
    let hash = |game: &Scripted| if game.plies() == 1 { game.number } else { game.key() };
    // The result does not depend on the first move. So only the weights differ.
    let outcome = |game: &Scripted| match game.position[..] {
        [_, a, b, c] => 1 + i32::from((a + b + c) % 2),
        _ => 0,
    };
    let game = |chance| Scripted { hash, draw, outcome, number, chance: Some(chance), ..dice() };
    let found = format!("{number:#018x}, the key of a position with other weights of the outcomes");
    assert_told([(Kind::SharedHash, Callback::Hash, SHARED, &found, game(chance))]);
    let same: fn(&Scripted, u32) -> u32 = |_, outcome| ODDS[outcome as usize - 1];
    assert_eq!(Scripted { draw: dice().draw, ..game(same) }.kinds(1), []);
}

/// If a chance event follows a move, the move does not win at once.
#[test]
fn a_decisive_move_before_a_roll_is_told() {
    let expected = "a move that wins at once";
    let weight = |_: &Scripted, _| DECISIVE;
    let found = "65535, and outcome() says 0";
    assert_told([(Kind::NotDecisive, Callback::Weight, expected, found, Scripted { weight, ..dice() })]);
}

/// A game of three plies. A die is rolled only after move 2 of the first ply. If the check ignored
/// the roll, it would report that the forced move 1 prevents no loss.
#[test]
fn a_roll_after_a_move_makes_forced_moves_unknown() {
    let game = |to_move: fn(&Scripted) -> i32| Scripted {
        to_move,
        weight: |game, mv| if mv == 1 && game.plies() == 0 { FORCED } else { 1 },
        legal: |_| vec![1, 2],
        outcome: |game| match game.position[..] {
            [_, _, _] => 3,
            _ => 0,
        },
        chance: Some(|_, _| 1),
        draw: |_, random| 1 + (random >> 31),
        score: |_| 0,
        max_plies: 3,
        ..dice()
    };
    let rolls = |game: &Scripted| if game.position[..] == [2] { CHANCE } else { game.plies() as i32 % 2 };
    assert_eq!(game(rolls).kinds(1), []);
    assert_eq!(game(|game| game.plies() as i32 % 2).kinds(1), [Kind::NotForced]);
}

/// At a position where a chance event comes next, no player is to move. So an evaluation that is 0
/// at all other positions does not show its point of view.
#[test]
fn a_roll_belongs_to_no_player() {
    fn result(game: &Scripted) -> f32 {
        [1.0, -1.0, 0.0][(game.games % 3) as usize]
    }
    let known = |evaluate| Scripted {
        to_move: |game| [0, CHANCE, 0][game.plies()],
        outcome: |game| if game.plies() == 2 { 1 + (game.games % 3) as i32 } else { 0 },
        evaluate,
        score: |_| 0,
        without: &[Callback::Pass, Callback::Hash],
        max_plies: 2,
        positions: 300,
        ..dice()
    };
    assert_eq!(known(result).kinds(1), []);
    assert_eq!(known(|game| if game.plies() == 0 { result(game) } else { -result(game) }).kinds(1), []);
}

/// In [`super::keys`], the check swaps two moves and expects the same position. In this game, the
/// roll after the first move decides who moves next, so the swapped moves may be moves of different
/// players. Then the check must not expect the same position.
#[test]
fn moves_of_different_players_are_not_swapped() {
    let mut game = Scripted {
        to_move: |game| match game.position[..] {
            [] => 0,
            [_] => CHANCE,
            [_, side, ..] => i32::from(side == 3),
        },
        legal: |game| match game.position[..] {
            [_] => vec![3],
            [first, _] => vec![3 - u32::from(first)],
            [_, _, _] => vec![4],
            _ => vec![1, 2],
        },
        chance: Some(|_, _| 1),
        outcome: |game| i32::from(game.plies() == 5),
        score: |_| 1,
        draw: |game, random| {
            let moves = (game.legal)(game);
            moves[((u64::from(random) * moves.len() as u64) >> 32) as usize]
        },
        differs: |slot, difference| difference.filter(|_| slot != super::LEVELS),
        max_plies: 5,
        positions: 50,
        ..dice()
    };
    assert_eq!(game.kinds(1), []);
    // If FIRST makes both moves, the check may swap them.
    game.to_move = |game| if game.plies() == 1 { CHANCE } else { 0 };
    assert_eq!(game.kinds(1), [Kind::SplitHash]);
}
