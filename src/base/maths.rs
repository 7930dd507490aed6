//! Arithmetic that needs little flash on a microcontroller, or is fast on every processor: square
//! roots, rounding, and a function that prevents the compiler from merging two operations.
//!
//! On a microcontroller, the square root of `libm` needs a table of 256 bytes and 256 bytes of
//! code. The result of a correctly rounded square root does not depend on the algorithm. So each
//! kind of processor uses the algorithm that suits it.

/// Returns the correctly rounded square root of 0 or of a positive normal number. The result has
/// the same bits on every target.
#[cfg_attr(target_os = "none", inline(never))] // smaller in flash
#[cfg_attr(not(target_os = "none"), inline(always))]
pub(crate) fn sqrt(x: f32) -> f32 {
    #[cfg(all(target_os = "none", target_arch = "arm", not(target_abi = "eabihf")))]
    return digit_by_digit(x);
    #[cfg(all(target_os = "none", target_arch = "arm", target_abi = "eabihf"))]
    return by_newton(x);
    #[cfg(not(all(target_os = "none", target_arch = "arm")))]
    return libm::sqrtf(x);
}

/// Returns the integer nearest to `x`. A number halfway between two integers is rounded away from
/// zero. `libm::roundf` gives the same result, but is slower. `x` must be between -2^30 and 2^30.
#[inline]
pub(crate) fn rounded(x: f32) -> i32 {
    let halves = (x + x) as i32;
    halves.wrapping_add(halves.signum()) / 2
}

/// Returns `sum` / `count`, rounded to the nearest integer. A number halfway between two integers
/// is rounded away from 0. `None` if `count` is 0. `count` must not be negative, and both arguments
/// must be less than 2^61.
#[inline(never)] // few games have chance events
pub(crate) fn nearest(sum: i64, count: i64) -> Option<i64> {
    let half = sum.signum().wrapping_mul(count);
    sum.wrapping_mul(2).wrapping_add(half).checked_div(count.wrapping_mul(2))
}

/// Returns `x`, but forces the compiler to compute `earlier` first. So it cannot merge the
/// operation after `earlier` and the operation on `x` into one vector instruction.
///
/// A compiler may merge two independent operations into an instruction with four lanes. The other
/// two lanes then contain arbitrary numbers, and may compute 0 / 0. This crashes a program that has
/// unmasked floating-point exceptions.
#[cfg(feature = "policies")]
#[inline(always)]
pub(crate) fn after(earlier: f32, x: f32) -> f32 {
    // On bare metal and WebAssembly, programs never unmask floating-point exceptions, so the
    // compiler may merge the operations.
    #[cfg(not(any(target_os = "none", target_family = "wasm")))]
    let [_, x] = core::hint::black_box([earlier, x]);
    #[cfg(any(target_os = "none", target_family = "wasm"))]
    let _ = earlier;
    x
}

/// The number of bits that an `f32` stores for its significand.
#[cfg(any(all(target_os = "none", target_arch = "arm"), test))]
const DIGITS: u32 = 23;

/// The square root for a processor without floating-point hardware. Computes the root digit by
/// digit in binary (restoring algorithm). It computes one digit more than an `f32` has, to round
/// the result.
#[cfg(any(all(target_os = "none", target_arch = "arm", not(target_abi = "eabihf")), test))]
#[inline(always)]
fn digit_by_digit(x: f32) -> f32 {
    let bits = x.to_bits();
    if bits == 0 {
        return 0.0;
    }
    let exponent = (bits >> DIGITS).wrapping_sub(127).cast_signed();
    let significand = (bits & 0x7F_FFFF) | 0x80_0000;
    // If the exponent is odd, the significand is doubled to make the exponent even. So the
    // significand is in [1, 4), and its root is in [1, 2).
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
    // The root is never exactly halfway between two neighbouring `f32` numbers: the square of such
    // a number has too many digits to be an `f32`.
    let rounded = (root >> 1).wrapping_add(root & 1);
    let biased = (exponent >> 1).wrapping_add(126).cast_unsigned() << DIGITS;
    f32::from_bits(rounded.wrapping_add(biased))
}

/// The square root for a processor that has hardware division, but no square root that Rust can
/// use. Does three steps of Newton's method, then finds the correctly rounded number with integer
/// arithmetic.
#[cfg(any(all(target_os = "none", target_arch = "arm", target_abi = "eabihf"), test))]
#[inline(always)]
fn by_newton(x: f32) -> f32 {
    let bits = x.to_bits();
    if bits == 0 {
        return 0.0;
    }
    // For the first estimate, the exponent is halved, and the root of the significand is replaced
    // by a linear function. The error is at most 4 %.
    let mut root = f32::from_bits((bits >> 1).wrapping_add(0x1FBD_1DF5));
    for _ in 0..3 {
        root = 0.5 * (root + x / root);
    }
    // The square root of `square` is the significand of the result, as an integer of 24 bits.
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
