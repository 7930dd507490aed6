//! Tests of `features.rs`.

#![allow(clippy::unwrap_used)]
use super::{add_fours, add_row, ones_of};

#[test]
fn small_processors_add_the_same() {
    for bits in 0..=u8::MAX {
        for columns in 0..=8 {
            for value in 1..=3 {
                let (mut eight, mut four) = ([1; 8], [1; 8]);
                add_row(ones_of(bits) * value, eight.get_mut(..columns).unwrap());
                add_fours(bits, value as u8, four.get_mut(..columns).unwrap());
                assert_eq!(eight, four);
            }
        }
    }
}
