//! Computes tables for Othello in the build script. Only builds for targets with an operating
//! system use the tables. In two of the tables, the entries are sums of pair weights. There is an
//! entry for each pattern of discs on a part of a line: its first four, its last four or its middle
//! two squares.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // runs in the build script

#[allow(dead_code, unreachable_pub)] // the kernel needs all items of the file
#[path = "pairs.rs"]
mod pairs;
#[path = "weights.rs"]
mod weights;

use pairs::{Kind, Place};
use std::ops::Range;
use weights::PAIR_WEIGHTS;

/// The squares of a line, as digits: 0 empty, 1 a disc of the mover, 2 a disc of the opponent.
type Line = [u32; 8];

/// Returns the sums of the pair weights of a line, for all patterns of discs. The result has three
/// parts: for the first four squares of the line, for its last four, and for the two in the middle.
/// In each part, the index of a sum is a pattern: the lower bits are the discs of the mover, and
/// the higher bits are the discs of the opponent.
fn line(pair_at: impl Fn(u32) -> Option<Place>) -> Vec<i16> {
    let part = |(first, len): (u32, u32)| {
        let sums = patterns(first, len).map(|line| sum(&line, first..first + len - 1, &pair_at));
        sums.collect::<Vec<_>>()
    };
    [(0, 4), (4, 4), (3, 2)].into_iter().flat_map(part).collect()
}

/// The patterns of `len` squares of a line, from square `first` on. In some patterns, a square has
/// discs of both players. Such a square counts as a disc of the mover. This never occurs in a game.
fn patterns(first: u32, len: u32) -> impl Iterator<Item = Line> {
    (0..1_u32 << (2 * len)).map(move |discs| {
        std::array::from_fn(|at| match (at as u32).checked_sub(first) {
            Some(bit) if bit < len && discs >> bit & 1 == 1 => 1,
            Some(bit) if bit < len && discs >> (len + bit) & 1 == 1 => 2,
            _ => 0,
        })
    })
}

/// Returns the sum of the weights of all pairs that begin at the squares `pairs` of a line.
/// `pair_at` returns the [`Place`] of the pair that begins at a square. `None` if no pair begins
/// there.
fn sum(line: &Line, pairs: Range<u32>, pair_at: &impl Fn(u32) -> Option<Place>) -> i16 {
    let weight =
        |at: u32, place: Place| i16::from(PAIR_WEIGHTS[place.weight(line[at as usize], line[at as usize + 1])]);
    pairs.filter_map(|at| pair_at(at).map(|place| weight(at, place))).sum()
}

/// Returns the sums of the pair weights for rows 1 to 4. Rows 5 to 8 mirror these rows.
pub(crate) fn rows() -> Vec<i16> {
    (0..4).flat_map(|y| line(|x| Some(Place::of(Kind::Row, x, y)))).collect()
}

/// Returns the sums of the pair weights for the diagonals that rise from the squares of column a.
/// After row 8, each diagonal continues in row 1.
pub(crate) fn slants() -> Vec<i16> {
    let pair = |x: u32, start: u32| {
        let y = (x + start) % 8;
        (y < 7).then(|| Place::of(Kind::Rising, x, y))
    };
    (0..8).flat_map(|start| line(|x| pair(x, start))).collect()
}

/// For each number of ten bits, returns the number that has these bits as digits in base 3.
pub(crate) fn digits() -> Vec<u16> {
    let digit = |number: u16, bit: u32| (number >> bit & 1) * 3_u16.pow(bit);
    (0..1024).map(|number| (0..10).map(|bit| digit(number, bit)).sum()).collect()
}
