//! Tests of `random_moves.rs`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]
use super::*;

use crate::base::rng::Rng;

/// Returns the bound of Laurent and Massart for a chi-square statistic with this number of degrees
/// of freedom. The statistic exceeds the bound with a probability of at most exp(-26).
fn bound(freedom: f32) -> f32 {
    freedom + 2.0 * (26.0 * freedom).sqrt() + 2.0 * 26.0
}

#[test]
fn the_bound_is_that_of_laurent_and_massart() {
    assert_eq!([bound(6.5), bound(26.0), bound(104.0)], [84.5, 130.0, 260.0]);
    for freedom in [1.0, 4.0, 100.0] {
        let are_uneven = |entropy| RandomMoves { positions: 1, entropy, freedom }.are_uneven();
        assert!(!are_uneven(0.0) && !are_uneven(bound(freedom)) && are_uneven(bound(freedom) + 0.01), "{freedom}");
    }
}

/// What `part` returns for each move must have the same sum as `2 k ln(k / e)`.
#[test]
fn no_part_of_the_entropy_is_negative() {
    for (sampled, expected, parts) in
        [(0.0, 64.0, 128.0), (64.0, 64.0, 0.0), (128.0, 64.0, 49.446), (64.0, 0.5, 494.06)]
    {
        assert!((part(sampled, expected) - parts).abs() < 0.01, "{sampled} {expected}: {}", part(sampled, expected));
    }
    let (sampled, expected) = ([10.0, 0.0, 54.0, 128.0_f32], [48.0, 24.0, 24.0, 96.0_f32]);
    let sum: f32 = sampled.iter().zip(expected).map(|(&k, e)| part(k, e)).sum();
    let entropy: f32 =
        sampled.iter().zip(expected).filter(|(k, _)| **k > 0.0).map(|(&k, e)| 2.0 * k * (k / e).ln()).sum();
    assert!((sum - entropy).abs() < 0.001, "{sum} {entropy}");
}

/// Returns the mean of the measure for samples that are correct, if outcomes have these weights.
fn mean_entropy(odds: &[u32]) -> f64 {
    const ROUNDS: u32 = 2000;
    let (mut rng, whole, all) = (Rng::new(1), odds.iter().sum::<u32>(), 64 * odds.len());
    let mut total = 0.0;
    for _ in 0..ROUNDS {
        let mut counts = [0_u32; 8];
        for _ in 0..all {
            let mut rest = rng.below(whole);
            let index = odds.iter().position(|&odds| {
                rest < odds || {
                    rest -= odds;
                    false
                }
            });
            counts[index.unwrap()] += 1;
        }
        for (&count, &odds) in counts.iter().zip(odds) {
            total += f64::from(part(count as f32, all as f32 * odds as f32 / whole as f32));
        }
    }
    total / f64::from(ROUNDS)
}

/// If all outcomes are frequent, the measure must have the mean of a chi-square statistic. An
/// outcome that is expected less than 16 times must add less than 2.
#[test]
fn rare_outcomes_do_not_make_correct_samples_look_uneven() {
    for (odds, least, most) in [
        (&[1, 1][..], 0.9, 1.1),
        (&[1, 2, 5], 1.85, 2.15),
        (&[1, 1, 1, 1, 1, 1], 4.7, 5.3),
        (&[1, 1_000_000], 0.0, 0.2),
        (&[1, 300, 1, 200, 1, 5000], 1.0, 9.0),
    ] {
        let mean = mean_entropy(odds);
        assert!(mean >= least && mean <= most, "{odds:?}: {mean}");
    }
}
