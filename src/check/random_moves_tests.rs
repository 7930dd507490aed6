//! Tests of `random_moves.rs`.
#![allow(clippy::arithmetic_side_effects)]
use super::*;

/// Returns Laurent and Massart's bound for a chi-square statistic with these degrees of freedom. By
/// chance, the statistic exceeds the bound with a probability of at most exp(-25).
fn bound(freedom: f32) -> f32 {
    freedom + 2.0 * (25.0 * freedom).sqrt() + 2.0 * 25.0
}

#[test]
fn the_bound_is_that_of_laurent_and_massart() {
    assert_eq!([bound(1.0), bound(4.0), bound(100.0)], [61.0, 74.0, 250.0]);
    for freedom in [1.0, 4.0, 100.0] {
        let are_uneven = |chi_square| RandomMoves { positions: 1, chi_square, freedom }.are_uneven();
        assert!(!are_uneven(0.0) && !are_uneven(bound(freedom)) && are_uneven(bound(freedom) + 0.01), "{freedom}");
    }
}
