//! The square root, in few bytes of flash where a board has none in hardware.

/// The square root of a number that is 0 or positive and normal, correctly rounded: the same bits
/// on every target.
#[cfg(not(target_os = "none"))]
#[inline(always)]
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}

/// The square root of a number that is 0 or positive and normal, correctly rounded: the same bits
/// on every target.
///
/// `libm` is faster by some instructions, but takes a table of 256 bytes and as much code.
#[cfg(target_os = "none")]
#[inline(never)] // for flash
pub(crate) fn sqrt(x: f32) -> f32 {
    digit_by_digit(x)
}

/// The root digit by digit (binary, restoring), with one digit more than an `f32` has: that one
/// rounds.
#[cfg(any(target_os = "none", test))]
#[inline(always)]
fn digit_by_digit(x: f32) -> f32 {
    const DIGITS: u32 = 23;
    let bits = x.to_bits();
    if bits == 0 {
        return 0.0;
    }
    let exponent = (bits >> DIGITS).wrapping_sub(127).cast_signed();
    let significand = (bits & 0x7F_FFFF) | 0x80_0000;
    // With an even exponent the significand lies in [1, 4), and its root in [1, 2).
    let mut rest = significand << (1 + (exponent & 1));
    let (mut root, mut twice) = (0_u32, 0_u32);
    let mut digit = 1_u32 << (DIGITS + 1);
    while digit != 0 {
        let needed = twice.wrapping_add(digit);
        if needed <= rest {
            twice = needed.wrapping_add(digit);
            rest = rest.wrapping_sub(needed);
            root = root.wrapping_add(digit);
        }
        rest <<= 1;
        digit >>= 1;
    }
    // Never a tie: a root with one digit more than an `f32` has a square with too many. So the last
    // digit decides.
    let rounded = (root >> 1).wrapping_add(root & 1);
    let biased = (exponent >> 1).wrapping_add(126).cast_unsigned() << DIGITS;
    f32::from_bits(rounded.wrapping_add(biased))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_digits_are_those_of_libm() {
        let same = |x: f32| assert_eq!(digit_by_digit(x).to_bits(), libm::sqrtf(x).to_bits(), "{x}");
        (0..200_000_u32).for_each(|n| same(n as f32));
        (1..200_000_u32).for_each(|n| same(1.0 / n as f32));
        [u32::MAX as f32, 1.0 / u32::MAX as f32, f32::MIN_POSITIVE, f32::MAX, 0.0].into_iter().for_each(same);
        let mut rng = Rng::new(7);
        (0..500_000).for_each(|_| same(f32::from_bits(f32::MIN_POSITIVE.to_bits() + rng.below(0x7F00_0000))));
    }
}
