//! Tests the search for evaluations from the wrong point of view. Correlations must agree with
//! their definition. A correlation must count as clear only if it cannot be chance.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::rng::Rng;
use std::vec::Vec;

fn sums(pairs: &[(f64, f64)]) -> Sums {
    let mut sums = Sums::default();
    pairs.iter().for_each(|&(x, y)| sums.add(x, y));
    sums
}

/// Returns Pearson's correlation coefficient, computed from the means as in its definition.
fn pearson(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let x = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
    let y = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
    let both = |a: fn((f64, f64), f64, f64) -> f64| pairs.iter().map(|&pair| a(pair, x, y)).sum::<f64>();
    let xy = both(|pair, x, y| (pair.0 - x) * (pair.1 - y));
    let (xx, yy) = (both(|pair, x, _| (pair.0 - x).powi(2)), both(|pair, _, y| (pair.1 - y).powi(2)));
    xy / (xx * yy).sqrt()
}

/// Returns `count` pairs of random numbers (x, y). y is x plus a random number times `noise`.
fn pairs(count: usize, noise: f64, rng: &mut Rng) -> Vec<(f64, f64)> {
    let mut one = || f64::from(rng.bits()) / f64::from(u32::MAX) - 0.3;
    (0..count).map(|_| (one(), one())).map(|(x, y)| (x, x + noise * y)).collect()
}

#[test]
fn a_clear_correlation_is_that_of_the_definition() {
    let mut rng = Rng::new(1);
    for noise in [0.0, 0.5, 1.0] {
        let pairs = pairs(200, noise, &mut rng);
        let mirrored: Vec<_> = pairs.iter().map(|&(x, y)| (-x, y)).collect();
        let expected = pearson(&pairs);
        assert!(expected > 0.3, "{expected}");
        assert!((sums(&pairs).correlation() - expected).abs() < 1e-9);
        assert!((sums(&mirrored).correlation() + expected).abs() < 1e-9);
    }
}

#[test]
fn what_may_be_chance_is_not_told() {
    let mut rng = Rng::new(2);
    let same = pairs(GAMES as usize, 0.0, &mut rng);
    assert!((sums(&same).correlation() - 1.0).abs() < 1e-9);
    assert_eq!(sums(&same[1..]).correlation(), 0.0); // a game too few
    // If x or y never changes, the correlation must be 0.
    for flat in [|(x, _)| (x, 0.5), |(_, y)| (0.5, y)] {
        assert_eq!(sums(&same.iter().copied().map(flat).collect::<Vec<_>>()).correlation(), 0.0);
    }
    // If x changes only by tiny amounts, the correlation must also be 0.
    assert_eq!(sums(&same.iter().map(|&(x, y)| (0.5 + x * 1e-6, y)).collect::<Vec<_>>()).correlation(), 0.0);
    // A correlation of 0.58 is clear in 64 games. In 44 games, it may be chance. A correlation
    // below 0.15 is never clear.
    let (few, many) = (&[(1.0, 1.0), (-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0)], 64_usize);
    let expected = pearson(&few.repeat(many / 4));
    assert!(expected * (many as f64).sqrt() > CERTAIN);
    assert!((sums(&few.repeat(many / 4)).correlation() - expected).abs() < 1e-9);
    assert!(expected * 44_f64.sqrt() < CERTAIN);
    assert_eq!(sums(&few.repeat(11)).correlation(), 0.0);
    let weak: Vec<_> = (0..10_000).map(|n| (f64::from(n % 2), f64::from((n % 8 < 5) == (n % 2 == 0)))).collect();
    assert!(pearson(&weak).abs() > 0.2 && sums(&weak).correlation() == pearson(&weak));
    let weaker: Vec<_> = (0..10_000).map(|n| (f64::from(n % 2), f64::from((n % 16 < 9) == (n % 2 == 0)))).collect();
    assert!(pearson(&weaker).abs() < CLEAR && sums(&weaker).correlation() == 0.0, "{}", pearson(&weaker));
}
