#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::vec::Vec;

use super::{Capture, Kalah};
use crate::base::rng::Rng;
use crate::game::Game;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side, Value};
use crate::games::testing::{
    UNFINISHED_ROWS, check_bytes, check_corruptions, check_moves, check_rejected, check_strangers, check_told,
    check_uniform, named, position, random_games, why_rejected, written,
};

const CAPTURES: [Capture; 3] = [Capture::Empty, Capture::Standard, Capture::Stays];

/// Sows the house `house` in the position `text`, with the capture rule `capture`. Returns the new
/// position as text.
fn after(capture: Capture, text: &str, house: &str) -> std::string::String {
    let houses = (text.split('|').next().unwrap().split(',').count()) as u8;
    let mut position = position(&Kalah::new(houses, 4, capture).unwrap(), text);
    position.play(named(&position, house));
    written(&position)
}

#[test]
fn starting_positions() {
    assert_eq!(Kalah::new(6, 4, Capture::Empty), Some(Kalah::default()));
    assert_eq!(written(&Kalah::default()), "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1");
    assert_eq!(written(&Kalah::new(1, 127, Capture::Empty).unwrap()), "127|0|127|0 1");
    assert_eq!(written(&Kalah::new(7, 18, Capture::Empty).unwrap()), "18,18,18,18,18,18,18|0|18,18,18,18,18,18,18|0 1");
    for (houses, stones) in [(0, 4), (8, 4), (6, 0), (6, 22), (255, 255)] {
        assert_eq!(Kalah::new(houses, stones, Capture::Empty), None);
    }
    for (name, capture) in ["kalah_empty", "kalah_std", "kalah_stays"].iter().zip(CAPTURES) {
        assert_eq!(Kalah::from_name(name), Kalah::new(6, 4, capture));
    }
    assert_eq!(Kalah::from_name("kalah"), Some(Kalah::default()));
    assert_eq!(Kalah::from_name("kalah_4x3"), Kalah::new(4, 3, Capture::Empty));
    assert_eq!(Kalah::from_name("kalah_stays_7x18"), Kalah::new(7, 18, Capture::Stays));
    for name in ["kalah_", "kalah_8x4", "kalah_6x22", "kalah_6x", "kalah_6x4x4", "kalah_4x3_std", "kalah_std4x3"] {
        assert_eq!(Kalah::from_name(name), None, "{name}");
    }
    assert_eq!((Kalah::default().houses(), Kalah::default().capture()), (6, Capture::Empty));
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    for houses in 1..=7 {
        for stones in [1, 2, 4, 9, 127 / houses] {
            CAPTURES.iter().for_each(|&capture| check_moves(&Kalah::new(houses, stones, capture).unwrap(), 6));
        }
    }
}

#[test]
fn stones_are_never_lost() {
    for start in
        [Kalah::default(), Kalah::new(7, 18, Capture::Stays).unwrap(), Kalah::new(1, 5, Capture::Empty).unwrap()]
    {
        let stones = |position: &Kalah| -> u32 {
            let text = written(position);
            text.split([',', '|', ' ']).rev().skip(1).map(|number| number.parse::<u32>().unwrap()).sum()
        };
        random_games(&start, 20, |position| assert_eq!(stones(position), stones(&start)));
    }
}

#[test]
fn captures() {
    // The four stones of house 0 end in house 4, which was empty. The opposite house is the
    // opponent's house 1.
    let text = "4,1,0,0,0,1|5|1,3,0,0,0,1|7 1";
    assert_eq!(after(Capture::Empty, text, "0"), "0,2,1,1,0,1|9|1,0,0,0,0,1|7 2");
    assert_eq!(after(Capture::Standard, text, "0"), "0,2,1,1,0,1|9|1,0,0,0,0,1|7 2");
    assert_eq!(after(Capture::Stays, text, "0"), "0,2,1,1,1,1|8|1,0,0,0,0,1|7 2");
    // The four stones of house 0 end in an empty house. The opposite house is also empty.
    let text = "4,1,0,0,0,1|5|1,0,0,0,0,1|7 1";
    assert_eq!(after(Capture::Empty, text, "0"), "0,2,1,1,0,1|6|1,0,0,0,0,1|7 2");
    assert_eq!(after(Capture::Standard, text, "0"), "0,2,1,1,1,1|5|1,0,0,0,0,1|7 2");
    assert_eq!(after(Capture::Stays, text, "0"), "0,2,1,1,1,1|5|1,0,0,0,0,1|7 2");
    // The 13 stones make a full lap. So the last stone falls into house 1, where the sowing began,
    // and which is now empty. The opposite house also got a stone.
    let text = "0,13,0,0,0,0|0|0,0,0,0,2,0|0 1";
    assert_eq!(after(Capture::Empty, text, "1"), "1,0,1,1,1,1|5|1,1,1,1,0,1|0 2");
}

#[test]
fn sowing_around() {
    // The sowing passes the opponent's houses, leaves out the opponent's store, and continues in
    // the mover's houses.
    assert_eq!(after(Capture::Empty, "0,1,0,0,0,9|1|0,0,0,0,0,1|9 1", "5"), "1,2,0,0,0,0|2|1,1,1,1,1,2|9 2");
    // With one house on each side, a lap takes three stones. The seven stones go around twice, and
    // the last one falls into the store.
    assert_eq!(after(Capture::Stays, "7|0|1|0 1", "0"), "2|3|3|0 1");
    // The last stone falls into the store, which gives another turn. The second player sows in its
    // own direction.
    assert_eq!(after(Capture::Empty, "4,4,4,4,4,4|0|4,4,4,4,4,4|0 2", "2"), "4,4,4,4,4,4|0|4,4,0,5,5,5|1 2");
}

#[test]
fn the_game_ends_in_the_middle_of_a_turn() {
    let end = after(Capture::Empty, "0,0,0,0,0,1|20|0,0,3,0,0,0|24 1", "5");
    assert_eq!(end, "0,0,0,0,0,0|21|0,0,0,0,0,0|27 -");
    let outcome = |text| position(&Kalah::default(), text).outcome();
    assert_eq!(outcome(&end), Some(Outcome::SecondWins));
    assert_eq!(outcome("0,0,0,0,0,0|24|0,0,0,0,0,0|24 -"), Some(Outcome::Draw));
    assert_eq!(outcome("0,0,0,0,0,0|25|0,0,0,0,0,0|23 -"), Some(Outcome::FirstWins));
}

#[test]
fn random_moves_are_uniform() {
    for text in ["4,4,4,4,4,4|0|4,4,4,4,4,4|0 1", "0,200,0,1,0,3|0|1,0,0,0,0,0|9 1", "1,0,0,0,0,0|0|1,0,0,7,0,128|9 2"]
    {
        let position = position(&Kalah::default(), text);
        check_uniform(&position);
    }
}

#[test]
fn random_boards() {
    let mut rng = Rng::new(5);
    let mut total = [0_u32; 12];
    for _ in 0..4000 {
        let board = Kalah::random(6, 4, Capture::Empty, &mut rng).unwrap();
        let text = written(&board);
        let numbers: std::vec::Vec<u32> = text.split([',', '|', ' ']).map(|number| number.parse().unwrap()).collect();
        assert_eq!((numbers[6], numbers[13], numbers[14]), (0, 0, 1));
        assert_eq!(numbers[..14].iter().sum::<u32>(), 48);
        for (sum, number) in total.iter_mut().zip(numbers[..6].iter().chain(&numbers[7..13])) {
            *sum += number;
        }
    }
    // Each house gets 4 stones on average. Over 4000 boards, this average has a standard deviation
    // of 0.03.
    assert!(total.iter().all(|&sum| (15_500..16_500).contains(&sum)), "{total:?}");
    for _ in 0..200 {
        assert_eq!(written(&Kalah::random(1, 1, Capture::Empty, &mut rng).unwrap()), "1|0|1|0 1");
    }
    assert_eq!(Kalah::random(8, 4, Capture::Empty, &mut rng), None);
}

#[test]
fn evaluations_worked_by_hand() {
    let value = |text| position(&Kalah::default(), text).evaluate(Evaluator::DEFAULT);
    let near = |value: Value, x: f64| (f64::from(value.raw()) - x.tanh() * 32767.0).abs() <= 0.51;
    assert_eq!(value("4,4,4,4,4,4|0|4,4,4,4,4,4|0 1"), Value::DRAW);
    assert!(near(value("1,0,0,0,0,0|10|1,0,0,0,0,0|3 2"), 0.7));
    assert!(near(value("1,0,0,0,0,0|3|1,0,0,0,0,0|10 2"), -0.7));
    assert!(near(value("1,0,0,0,0,0|0|1,0,0,0,0,0|250 1"), -25.0));
    assert_eq!(value("0,0,0,0,0,0|25|0,0,0,0,0,0|23 -"), Value::WIN);
    let start = Kalah::default();
    assert_eq!(start.evaluate(Evaluator::RS), start.evaluate(Evaluator::DEFAULT));
    assert!(start.has_evaluator(Evaluator::RS) && !start.has_evaluator(Evaluator::MS));
    assert!(!start.has_weights());
}

#[test]
fn order_and_noisy_moves() {
    // The move from house 2 ends in the store. The moves from houses 0 and 4 capture. The move from
    // house 1 does neither.
    let position = position(&Kalah::default(), "3,3,4,0,1,0|0|2,2,2,2,2,2|0 1");
    let order = |name| position.order(named(&position, name));
    assert_eq!(["2", "0", "1", "4"].map(order), [2, 1, 0, 1]);
    assert!(["2", "0"].iter().all(|name| position.noisy(named(&position, name))));
    assert!(!position.noisy(named(&position, "1")));
    assert_eq!(position.to_move(), Side::First);
}

#[test]
fn categories_and_points() {
    // The move from house 2 ends in the store. The moves from houses 0 and 4 capture two stones
    // each. The move from house 1 does neither. Houses 3 and 5 are empty.
    let few = position(&Kalah::default(), "3,3,4,0,1,0|0|2,2,2,2,2,2|0 1");
    let category = |game: &Kalah, name| game.category(named(game, name));
    assert_eq!(["2", "0", "1", "4"].map(|name| category(&few, name)), [8 + 4, 16 + 6, 5, 16 + 2]);
    let three = position(&Kalah::default(), "3,3,4,0,1,0|0|3,2,3,2,2,2|0 1");
    assert_eq!(["0", "4"].map(|name| category(&three, name)), [24 + 6, 24 + 2]);
    let told = |name| few.transition(named(&few, name));
    assert_eq!(["2", "0", "1", "4"].map(told), [Some(135), Some(84), Some(41), Some(102)]);
    let over = position(&Kalah::default(), "0,0,0,0,0,0|25|0,0,0,0,0,0|23 -");
    assert_eq!((over.score(), over.max_score()), (Some(2), 48));
    assert_eq!(Kalah::new(4, 3, Capture::Stays).unwrap().max_score(), 24);
    check_told(&Kalah::default(), 5, |_, _| false, |_, _| false);
}

#[test]
fn bad_positions_are_rejected() {
    let start = Kalah::default();
    check_rejected(&start, &UNFINISHED_ROWS);
    check_rejected(
        &start,
        &[
            "4,4,4,4,4|0|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,4,4|0|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,|0|4,4,4,4,4,4|0 1",
            "4,4,4,4,4,-4|0|4,4,4,4,4,4|0 1",
            "256,4,4,4,4,4|0|4,4,4,4,4,4|0 1",
            "200,4,4,4,4,4|0|4,4,4,4,4,40|0 1",
            "99999999999999999999,4,4,4,4,4|0|4,4,4,4,4,4|0 1",
            "0,0,0,0,0,0|10|0,0,0,0,0,0|4 1",
            "0,0,0,0,0,0|10|0,0,0,0,0,0|38 1",
            "4,4,4,4,4,4|0|4,4,4,4,4,4|0 2x",
        ],
    );
    check_corruptions(&start, "4,14,0,4,5,4|0|4,4,1,0,4,4|3 2");
}

/// For each position, the error message must tell which side to move would be right: 1 or 2, or `-`
/// if the game is over.
#[test]
fn who_is_to_move_fits_the_stones() {
    for (text, expected) in [
        ("4,4,4,4,4,4|0|4,4,4,4,4,4|0 -", "character 29 is '-', expected 1 or 2, because the game is not over"),
        ("0,0,0,0,0,0|10|0,0,0,0,0,0|38 2", "character 31 is '2', expected -, because the game is over"),
    ] {
        assert_eq!(why_rejected(&Kalah::default(), text), expected, "{text}");
    }
}

/// If all houses of one player are empty, the opponent must get the remaining stones.
#[test]
fn a_position_before_the_last_stones_are_taken_can_be_set_up() {
    for (text, swept) in [
        ("0,0,0,0,0,0|10|1,0,0,0,0,2|35 1", "0,0,0,0,0,0|10|0,0,0,0,0,0|38 -"),
        ("0,0,0,0,0,0|10|1,0,0,0,0,2|35 2", "0,0,0,0,0,0|10|0,0,0,0,0,0|38 -"),
        ("0,0,0,4,0,0|10|0,0,0,0,0,0|34 -", "0,0,0,0,0,0|14|0,0,0,0,0,0|34 -"),
    ] {
        assert_eq!(position(&Kalah::default(), text), position(&Kalah::default(), swept), "{text}");
    }
}

#[test]
fn positions_are_whole_as_bytes() {
    let boards: Vec<Kalah> = (1..=7)
        .flat_map(|houses| CAPTURES.iter().map(move |&capture| Kalah::new(houses, 3, capture).unwrap()))
        .collect();
    boards.iter().for_each(|start| check_bytes(start, 40));
    check_strangers(&boards);
}
