//! Tests of `incremental.rs`.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
use super::*;

#[test]
fn a_square_knows_its_place_and_the_value_of_its_quarter() {
    for (square, entry) in squares().into_iter().enumerate() {
        let (x, y) = (square % 8, square / 8);
        let value = SQUARE_VALUES[y.min(7 - y)][x.min(7 - x)];
        let parts = [0, 16, 32, 48].map(|shift| entry >> shift & 0xFFFF);
        assert_eq!(parts, [1, x as u64, y as u64, value], "{square}");
    }
}

/// The table of lines along the edge must come first, then the tables of inner lines, longer lines
/// first. The table of a line of n squares has 3^n entries.
#[test]
fn the_tables_of_lines_lie_one_behind_the_other() {
    let begins = empty_lines();
    let inner = |length: u32| (length + 1..=8).fold(6561, |begin, longer| begin + 3_u16.pow(longer));
    for (row, edge) in [(0, true), (1, false), (3, false), (6, false), (7, true)] {
        let begin = if edge { 0 } else { inner(8) };
        assert_eq!([begins[row], begins[8 + row]], [begin; 2], "row and column {row}");
    }
    for square in 0..64 {
        let (x, y) = (square % 8, square / 8);
        let [_, _, rising, falling] = lines_through(square);
        assert_eq!(begins[rising], inner(8 - x.abs_diff(y) as u32), "{square}");
        assert_eq!(begins[falling], inner(8 - (x + y).abs_diff(7) as u32), "{square}");
    }
}
