//! The square root, in few bytes of flash on a microcontroller, and a division that compilers leave
//! alone.
//!
//! `libm`'s square root takes a table of 256 bytes and as much code there. A correctly rounded root
//! is the same bits however it is found, so each kind of processor has the way that suits it.

/// The square root of a number that is 0 or positive and normal, correctly rounded: the same bits
/// on every target.
#[cfg_attr(target_os = "none", inline(never))] // for flash
#[cfg_attr(not(target_os = "none"), inline(always))]
pub(crate) fn sqrt(x: f32) -> f32 {
    #[cfg(all(target_os = "none", target_arch = "arm", not(target_abi = "eabihf")))]
    return digit_by_digit(x);
    #[cfg(all(target_os = "none", target_arch = "arm", target_abi = "eabihf"))]
    return by_newton(x);
    #[cfg(not(all(target_os = "none", target_arch = "arm")))]
    return libm::sqrtf(x);
}

/// `x / y`, not before the quotient `earlier` is known.
///
/// A compiler puts two divisions that do not depend on each other into one of four lanes. The other
/// two lanes are 0 / 0 then, which kills a host that has unmasked floating-point exceptions.
#[inline(always)]
pub(crate) fn divide_after(earlier: f32, x: f32, y: f32) -> f32 {
    // Bare metal and WebAssembly have no such hosts.
    #[cfg(not(any(target_os = "none", target_family = "wasm")))]
    let [_, y] = core::hint::black_box([earlier, y]);
    #[cfg(any(target_os = "none", target_family = "wasm"))]
    let _ = earlier;
    x / y
}

/// Bits of an `f32` behind its exponent.
#[cfg(any(all(target_os = "none", target_arch = "arm"), test))]
const DIGITS: u32 = 23;

/// For a processor without floating point: the root digit by digit (binary, restoring), with one
/// digit more than an `f32` has. That one rounds.
#[cfg(any(all(target_os = "none", target_arch = "arm", not(target_abi = "eabihf")), test))]
#[inline(always)]
fn digit_by_digit(x: f32) -> f32 {
    let bits = x.to_bits();
    if bits == 0 {
        return 0.0;
    }
    let exponent = (bits >> DIGITS).wrapping_sub(127).cast_signed();
    let significand = (bits & 0x7F_FFFF) | 0x80_0000;
    // With an even exponent the significand lies in [1, 4), and its root in [1, 2).
    let doubled = (exponent & 1).cast_unsigned();
    let mut rest = significand.wrapping_shl(doubled.wrapping_add(1));
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
    // Never a tie: a root with one digit more than an `f32` has a square with too many digits.
    let rounded = (root >> 1).wrapping_add(root & 1);
    let biased = (exponent >> 1).wrapping_add(126).cast_unsigned() << DIGITS;
    f32::from_bits(rounded.wrapping_add(biased))
}

/// For a processor with division in hardware, but no square root that Rust could ask it for: three
/// steps of Newton's method, and then the right one of the neighbours, by whole numbers.
#[cfg(any(all(target_os = "none", target_arch = "arm", target_abi = "eabihf"), test))]
#[inline(always)]
fn by_newton(x: f32) -> f32 {
    let bits = x.to_bits();
    if bits == 0 {
        return 0.0;
    }
    // Half of the exponent, and a line through the significand: 4 % off at most.
    let mut root = f32::from_bits((bits >> 1).wrapping_add(0x1FBD_1DF5));
    for _ in 0..3 {
        root = 0.5 * (root + x / root);
    }
    // The root of `square` is the significand of the result, as a whole number of 24 bits.
    let odd = bits & (1 << DIGITS) == 0;
    let square = u64::from((bits & 0x7F_FFFF) | 0x80_0000) << if odd { 24 } else { 23 };
    let one = ((bits >> DIGITS).wrapping_add(127) >> 1) << DIGITS;
    let mut found = root.to_bits().wrapping_sub(one).wrapping_add(0x80_0000);
    let product = u64::from(found).wrapping_mul(u64::from(found));
    if square > product.wrapping_add(u64::from(found)) {
        found = found.wrapping_add(1);
    } else if square <= product.wrapping_sub(u64::from(found)) {
        found = found.wrapping_sub(1);
    }
    f32::from_bits(found.wrapping_sub(0x80_0000).wrapping_add(one))
}

#[cfg(test)]
#[path = "maths_tests.rs"]
mod tests;
