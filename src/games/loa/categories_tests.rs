//! Tests of `categories.rs`.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;

#[test]
fn corners_are_a_region_and_so_is_each_ring() {
    for (square, region) in regions().into_iter().enumerate() {
        let [x, y] = [square % 8, square / 8].map(|place| place.min(7 - place));
        let wanted = if (x, y) == (0, 0) { 0 } else { 1 + x.min(y) };
        assert_eq!(usize::from(region), wanted, "{square}");
    }
}
