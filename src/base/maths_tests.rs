//! Tests of `maths.rs`.

use super::*;
use crate::base::rng::Rng;

#[test]
fn every_way_finds_the_bits_of_libm() {
    let same = |x: f32| {
        let known = libm::sqrtf(x).to_bits();
        assert_eq!([digit_by_digit(x), by_newton(x)].map(f32::to_bits), [known; 2], "{x}");
    };
    (0..200_000_u32).for_each(|n| same(n as f32));
    (1..200_000_u32).for_each(|n| same(1.0 / n as f32));
    [u32::MAX as f32, 1.0 / u32::MAX as f32, f32::MIN_POSITIVE, f32::MAX, 0.0].into_iter().for_each(same);
    // For numbers next to a power of two, the exact root can be almost halfway between two floats.
    for power in (0x0080_0000..0x7F80_0000_u32).step_by(0x0080_0000) {
        (power - 4..power + 4).filter(|&bits| bits >= 0x0080_0000).for_each(|bits| same(f32::from_bits(bits)));
    }
    let mut rng = Rng::new(7);
    (0..500_000).for_each(|_| same(f32::from_bits(f32::MIN_POSITIVE.to_bits() + rng.below(0x7F00_0000))));
}

#[test]
fn rounds_like_libm() {
    let same = |x: f32| {
        for x in [x, -x] {
            assert_eq!(rounded(x), libm::roundf(x) as i32, "{x}");
        }
    };
    (0..200_000_u32).for_each(|n| same(n as f32 / 4.0));
    (1..200_000_u32).for_each(|n| same(1.0 / n as f32));
    // Tests the floats next to each number that is halfway between two integers.
    for half in (0..200_000_u32).map(|n| n as f32 + 0.5) {
        [half.next_down(), half, half.next_up()].into_iter().for_each(same);
    }
    let most = 2_f32.powi(30).to_bits();
    let mut rng = Rng::new(8);
    (0..500_000).for_each(|_| same(f32::from_bits(rng.below(most))));
}

#[test]
fn halves_are_rounded_away_from_zero() {
    for (sum, count, expected) in
        [(0, 3, 0), (1, 2, 1), (-1, 2, -1), (7, 5, 1), (8, 5, 2), (-8, 5, -2), (-7, 5, -1), (6, 3, 2)]
    {
        assert_eq!(nearest(sum, count), Some(expected), "{sum} / {count}");
    }
    assert_eq!(nearest(5, 0), None);
}
