//! Tests of `eval.rs`.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;

#[test]
fn a_distance_divides_by_multiplying_rounded_up() {
    let table = per_distance();
    assert_eq!(table[0], 0);
    for (distance, &factor) in table.iter().enumerate().skip(1) {
        let product = factor as usize * distance;
        assert!(product >= 1 << 26 && product - (1 << 26) < distance, "{distance}");
    }
}

/// For each coordinate of a centre of mass, the table must have exactly the lines that are near. In
/// half columns, the line between columns n and n + 1 has the coordinate 2 n + 1. A line is near if
/// it is at most five half columns from the centre of mass.
#[test]
fn near_a_centre_are_the_lines_within_five_half_columns() {
    for (first, apart) in [(0x0101_0101_0101_0101, 1), (0xFF, 8)] {
        for (table, centre) in near(first, apart).into_iter().zip(CENTRES) {
            let lines = (0..7_u32).filter(|line| (centre as i32 - (2 * line + 1) as i32).abs() < 6);
            assert_eq!(table, lines.fold(0, |all, line| all | first << (line * apart)), "{centre}");
        }
    }
}
