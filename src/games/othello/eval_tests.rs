#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::collections::{HashMap, HashSet};
use std::vec::Vec;

use super::Othello;
use super::pairs::{Kind, Place, WEIGHTS};
use super::weights::PAIR_WEIGHTS;
use crate::base::bits::{bit, ones};
use crate::game::Game;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Side, Value};
use crate::games::testing::random_games;

/// The column and the row of a square.
type Square = (u32, u32);

/// Returns the image of a square under one of the eight symmetries of the board.
fn image(symmetry: u32, (x, y): Square) -> Square {
    let (x, y) = if symmetry & 1 != 0 { (7 - x, y) } else { (x, y) };
    let (x, y) = if symmetry & 2 != 0 { (x, 7 - y) } else { (x, y) };
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

/// Returns all pairs of adjacent squares, with the class and the order of each pair ([`Place`]).
fn pairs() -> Vec<(Square, Square, Place)> {
    let mut all = Vec::new();
    for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        if x < 7 {
            all.push(((x, y), (x + 1, y), Place::of(Kind::Row, x, y)));
        }
        if y < 7 {
            all.push(((x, y), (x, y + 1), Place::of(Kind::Column, x, y)));
        }
        if x < 7 && y < 7 {
            all.push(((x, y), (x + 1, y + 1), Place::of(Kind::Rising, x, y)));
            all.push(((x + 1, y), (x, y + 1), Place::of(Kind::Falling, x, y)));
        }
    }
    all
}

/// Returns the index of the weight for each two adjacent squares, in both orders, and for all
/// states of the two squares.
fn weights_by_squares() -> HashMap<(Square, Square, u32, u32), usize> {
    let mut all = HashMap::new();
    for (one, other, place) in pairs() {
        for (first, second) in (0..3).flat_map(|first| (0..3).map(move |second| (first, second))) {
            let weight = place.weight(first, second);
            assert!(weight < WEIGHTS);
            all.insert((one, other, first, second), weight);
            all.insert((other, one, second, first), weight);
        }
    }
    all
}

#[test]
fn pairs_are_alike_exactly_where_a_symmetry_makes_them_so() {
    let weights = weights_by_squares();
    assert_eq!(weights.len(), 2 * 210 * 9);
    let mut alike: HashMap<usize, HashSet<_>> = HashMap::new();
    for (key, &weight) in &weights {
        alike.entry(weight).or_default().insert(*key);
    }
    for (weight, keys) in &alike {
        let (one, other, first, second) = *keys.iter().next().unwrap();
        let images: HashSet<_> = (0..8)
            .map(|symmetry| (image(symmetry, one), image(symmetry, other)))
            .flat_map(|(one, other)| [(one, other, first, second), (other, one, second, first)])
            .collect();
        assert_eq!(*keys, images, "weight {weight}");
    }
    assert_eq!(alike.keys().map(|weight| weight / 9).collect::<HashSet<_>>().len(), 32);
    // In eight of the classes, a symmetry exchanges the two squares of a pair. In each of these
    // classes, three of the nine states never occur, because they count as other states.
    assert_eq!(alike.len(), WEIGHTS - 8 * 3);
    assert!((0..WEIGHTS).all(|weight| alike.contains_key(&weight) || PAIR_WEIGHTS[weight] == 0));
}

/// The raw evaluation for the player to move, computed pair by pair.
fn slow_points(position: &Othello, weights: &HashMap<(Square, Square, u32, u32), usize>) -> i32 {
    let (own, other) = (position.discs(position.to_move()), position.discs(position.to_move().opponent()));
    let state = |(x, y): Square| u32::from(own & bit(8 * y + x) != 0) + 2 * u32::from(other & bit(8 * y + x) != 0);
    pairs().iter().map(|&(a, b, _)| i32::from(PAIR_WEIGHTS[weights[&(a, b, state(a), state(b))]])).sum()
}

#[test]
fn the_evaluation_is_the_sum_of_the_weights() {
    let weights = weights_by_squares();
    let mut spread = HashSet::new();
    random_games(&Othello::default(), 60, |position| {
        let expected = slow_points(position, &weights);
        assert_eq!(position.single_points(), expected);
        assert_eq!(position.line_points(), expected);
        let counted: i32 =
            position.pairs().iter().zip(PAIR_WEIGHTS).map(|(count, weight)| count * i32::from(weight)).sum();
        assert_eq!(counted, expected);
        assert_eq!(position.points(Evaluator::DEFAULT), expected * position.to_move().sign());
        spread.insert(expected);
    });
    assert!(spread.len() > 500, "{}", spread.len());
}

/// Returns the position with each disc moved to the square that `place` returns for it.
fn moved(position: &Othello, place: impl Fn(Square) -> Square) -> Othello {
    let [first, second] = [Side::First, Side::Second].map(|player| {
        ones(position.discs(player)).fold(0, |all, square| {
            let (x, y) = place((square % 8, square / 8));
            all | bit(8 * y + x)
        })
    });
    Othello::with_discs(first, second, position.to_move())
}

#[test]
fn values_do_not_depend_on_symmetry_or_colour() {
    random_games(&Othello::default(), 40, |position| {
        let (points, value) = (position.points(Evaluator::DEFAULT), position.evaluate(Evaluator::DEFAULT));
        for symmetry in 0..8 {
            let image = moved(position, |square| image(symmetry, square));
            assert_eq!((image.points(Evaluator::DEFAULT), image.evaluate(Evaluator::DEFAULT)), (points, value));
        }
        let [first, second] = [Side::First, Side::Second].map(|player| position.discs(player));
        let swapped = Othello::with_discs(second, first, position.to_move().opponent());
        assert_eq!(swapped.points(Evaluator::DEFAULT), -points);
        assert_eq!(swapped.evaluate(Evaluator::DEFAULT), Value::from_raw(-value.raw()));
    });
}

#[test]
fn points_become_values_on_one_curve() {
    let value = |points| Othello::squash(Evaluator::DEFAULT, points);
    assert_eq!((value(0), value(i32::MAX), value(i32::MIN)), (Value::DRAW, Value::WIN, Value::LOSS));
    for points in 0..5000 {
        assert!(value(points) <= value(points + 1));
        assert_eq!(value(-points).raw(), -value(points).raw());
    }
    // A difference of 138.5 points multiplies the odds of winning by e. So 277 points multiply the
    // odds by e squared, and the value is tanh(1).
    assert!((value(277).to_f32() - 0.7616).abs() < 0.002, "{:?}", value(277));
}
