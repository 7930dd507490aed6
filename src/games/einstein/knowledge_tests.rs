#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::string::String;
use std::vec;
use std::vec::Vec;

use super::Einstein;
use super::eval::{Features, distance};
use super::tests::{START, at};
use crate::base::rng::Rng;
use crate::game::Game;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::value::Side;
use crate::games::testing::{
    check_distribution, legal_if_any, name, named, probabilities, random_games, rounds, written,
};

/// Returns the same position for the other player. The board is turned by 180 degrees, and the
/// stones change sides.
fn turned(position: &Einstein) -> Einstein {
    let text = written(position);
    let (board, rest) = text.split_at(29);
    let other = |letter: char| match letter {
        '1'..='6' => char::from(letter as u8 - b'1' + b'a'),
        'a'..='f' => char::from(letter as u8 - b'a' + b'1'),
        _ => letter,
    };
    let board: String = board.chars().rev().map(other).collect();
    let (die, side) = rest.split_at(3);
    let side = match side {
        "1" => "2",
        "2" => "1",
        _ => side,
    };
    at(&(board + die + side))
}

#[test]
fn both_sides_play_by_the_same_rules_and_know_the_same() {
    random_games(&Einstein::random(&mut Rng::new(9)), rounds(200), |position| {
        let other = turned(position);
        assert_eq!(turned(&other), *position);
        assert_eq!(other.points(Evaluator::DEFAULT), -position.points(Evaluator::DEFAULT));
        assert_eq!(other.outcome().map(|end| end.value().raw()), position.outcome().map(|end| -end.value().raw()));
        let moves = |position: &Einstein| -> Vec<(i32, Weight, bool)> {
            let moves = legal_if_any(position);
            let moves = moves.into_iter().filter(|_| !position.is_chance());
            moves.map(|mv| (position.order(mv), position.weight(mv), position.noisy(mv))).collect()
        };
        assert_eq!(moves(&other), moves(position));
        assert_eq!(seen(&other), seen(position));
    });
}

fn seen(position: &Einstein) -> Vec<u8> {
    let mut features = vec![0; position.feature_count()];
    Knowledge::features(position, &mut features);
    features
}

#[test]
fn a_net_sees_the_stones_and_the_die() {
    assert_eq!(seen(&at(START)), [1, 2, 3, 6, 7, 11, 25, 24, 23, 20, 19, 15, 0]);
    let position = "2..../...../..5../....a/...b. 3 ";
    assert_eq!(seen(&at(&(String::from(position) + "1"))), [0, 1, 0, 0, 13, 0, 20, 24, 0, 0, 0, 0, 3]);
    assert_eq!(seen(&at(&(String::from(position) + "2"))), [6, 2, 0, 0, 0, 0, 0, 25, 0, 0, 13, 0, 3]);
}

#[test]
fn distances_are_those_of_a_king() {
    let distances = |player| (0..25).map(|square| distance(player, square)).collect::<Vec<_>>();
    #[rustfmt::skip]
    let to_e5 = [
        4, 4, 4, 4, 4,
        4, 3, 3, 3, 3,
        4, 3, 2, 2, 2,
        4, 3, 2, 1, 1,
        4, 3, 2, 1, 0,
    ];
    assert_eq!(distances(Side::First), to_e5);
    assert_eq!(distances(Side::Second), to_e5.into_iter().rev().collect::<Vec<_>>());
}

/// Features: stones, two, three, time, win, threat, move.
#[test]
fn features_worked_by_hand() {
    let features = |text: &str| -> Features { at(text).features() };
    assert_eq!(features(START), [0, 0, 0, 0, 0, 0, 1]);
    // The chances of a stone are the number of sides of the die that move it. The first player has
    // stone 2 on a1 (chances 4, distance 4) and stone 5 on c4 (chances 4, distance 2). The second
    // player has stone a on e4 (chances 1, distance 4) and stone b on a2 (chances 5, distance 1).
    // The fastest stones need 2 * 60 / 4 = 30 and 60 / 5 = 12 tenths of a turn.
    let position = "2..../b..../...../..5.a/.....";
    let with = |die_and_side: &str| features(&std::format!("{position} {die_and_side}"));
    assert_eq!(with("0 1"), [0, 4, 0, -18, 0, -5, 1]);
    assert_eq!(with("1 1"), [0, 4, 0, -18, 0, -5, 1]);
    assert_eq!(with("0 2"), [0, 4, 0, -18, -5, 0, -1]);
    assert_eq!(with("1 2"), [0, 4, 0, -18, 0, 0, -1]);
    assert_eq!(with("2 2"), [0, 4, 0, -18, -6, 0, -1]);
    // Each player has a single stone, which moves with each roll. The stone on b2 needs 3 turns,
    // and the stone on e4 needs 4 turns.
    assert_eq!(features("...../.1.../...../....a/..... 0 1"), [0, 0, 6, 10, 0, 0, 1]);
}

#[test]
fn the_evaluation_weighs_the_features() {
    // The evaluation is 795 / 16 points: 6 chances at distance 3 (62 each), 1 turn less (10 for
    // each tenth of a turn), and the first player is to move (323).
    assert_eq!(at("...../.1.../...../....a/..... 0 1").points(Evaluator::DEFAULT), 49);
    assert_eq!(at(START).points(Evaluator::DEFAULT), 20);
    // The value is tanh(points / 128).
    let value = f64::from(at(START).evaluate(Evaluator::DEFAULT).to_f32());
    assert!((value - 0.154_98).abs() < 1e-4, "{value}");
}

#[test]
fn weights_order_and_noise() {
    // Stone 1 on d4 wins. Stone 3 on b2 captures f with a diagonal step, which also brings it
    // nearer to the goal.
    let position = at("...../.3.../..f../...1./..... 2 1");
    let told: Vec<_> = ["d4e5", "b2c3", "b2c2"]
        .map(|text| named(&position, text))
        .map(|mv| (position.weight(mv), position.order(mv), position.noisy(mv)))
        .to_vec();
    assert_eq!(told[0], (Weight::DECISIVE, 3, true));
    // Stone f is the last enemy stone, so the capture wins.
    assert_eq!(told[1], (Weight::DECISIVE, 3, true));
    assert_eq!((told[2].1, told[2].2), (0, false));
    let position = at("....a/.3.../..f../1..../..... 3 1");
    let of = |text: &str| {
        let mv = named(&position, text);
        (position.order(mv), position.noisy(mv))
    };
    assert_eq!((of("b2c3"), of("b2c2"), of("b2b3")), ((2, true), (0, false), (0, false)));
    let position = at("..3.a/...../..f../1..../..... 3 1");
    let nearer: Vec<_> = legal_if_any(&position).into_iter().filter(|&mv| position.order(mv) == 1).collect();
    assert_eq!(nearer.iter().map(|&mv| name(&position, mv)).collect::<Vec<_>>(), ["c1c2", "c1d2"]);
}

#[test]
fn weighted_moves_follow_the_weights() {
    for text in
        ["123../45.../6...f/...ed/..cba 1 1", "..3.a/...../..f../1..../..... 2 1", "...../.3.../..f../...1./..... 2 1"]
    {
        let position = at(text);
        check_distribution(&position, &probabilities(&position), Einstein::weighted_move);
    }
}
