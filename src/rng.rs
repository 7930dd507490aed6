//! The seeded random numbers of a search: xorshift128, 16 bytes of state, the same sequence on
//! every target.

use rand_core::{Rng as _, SeedableRng};
use rand_xorshift::XorShiftRng;

/// A small, fast generator. The same seed gives the same sequence everywhere; not for cryptography.
#[derive(Clone, Debug)]
pub struct Rng(XorShiftRng);

impl Rng {
    /// A generator whose whole sequence follows from `seed`; every seed, 0 included, is good.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(XorShiftRng::seed_from_u64(seed))
    }

    /// 32 uniformly random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number in `0..bound`, uniform up to a bias below `bound / 2^32`; 0 where `bound` is 0.
    ///
    /// Multiply-shift (Lemire 2019) without the rejection step: one draw, one multiplication, no
    /// division.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = u64::from(self.bits()).wrapping_mul(u64::from(bound));
        (wide >> 32) as u32
    }
}
