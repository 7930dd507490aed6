//! The tables of Othello on hosts: the weights of pairs of squares, summed up over each pattern of
//! a line.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // it runs where the kernel is built, not in it

#[allow(dead_code, unreachable_pub)] // the kernel needs all of it
#[path = "../src/games/othello/pairs.rs"]
mod pairs;
#[path = "../src/games/othello/weights.rs"]
mod weights;

use pairs::{Kind, Place};
use weights::PAIR_WEIGHTS;

/// A square a digit: 0 empty, 1 the mover's disc, 2 the opponent's.
type Line = [u32; 8];

/// The patterns of a line, by their numbers to the base of 3.
fn patterns() -> impl Iterator<Item = Line> {
    (0..6561_u32).map(|pattern| std::array::from_fn(|at| pattern / 3_u32.pow(at as u32) % 3))
}

/// The sum over the neighbours on a line, of which `kind_at` says what pair each makes with the
/// next.
fn sum(line: &Line, pair_at: impl Fn(u32) -> Option<Place>) -> i16 {
    let pairs = line.windows(2).zip(0..);
    pairs.filter_map(|(two, at)| pair_at(at).map(|place| i16::from(PAIR_WEIGHTS[place.weight(two[0], two[1])]))).sum()
}

/// For rows 1 to 4, with which the others are alike, the sum of each pattern.
pub(crate) fn rows() -> Vec<i16> {
    let row = |y| patterns().map(move |line| sum(&line, |x| Some(Place::of(Kind::Row, x, y))));
    (0..4).flat_map(row).collect()
}

/// For lines that rise from the squares of column a, each continued from row 1 on: the sum of each
/// pattern.
pub(crate) fn slants() -> Vec<i16> {
    let pair = |x: u32, start: u32| {
        let y = (x + start) % 8;
        (y < 7).then(|| Place::of(Kind::Rising, x, y))
    };
    (0..8).flat_map(|start| patterns().map(move |line| sum(&line, |x| pair(x, start)))).collect()
}

/// For each byte the number to the base of 3 with the same digits.
pub(crate) fn ternary() -> Vec<u16> {
    (0..256_u32).map(|byte| (0..8).map(|bit| (byte >> bit & 1) as u16 * 3_u16.pow(bit)).sum()).collect()
}
