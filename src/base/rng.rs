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

    /// The four words from which the sequence goes on: the last four numbers drawn.
    ///
    /// The generator does not show them. So a copy draws four numbers, which are its state then,
    /// and these are taken back one by one.
    pub(crate) fn state(&self) -> [u32; 4] {
        let mut copy = self.clone();
        let mut words = [copy.bits(), copy.bits(), copy.bits(), copy.bits()];
        for _ in 0..4 {
            words = step_back(words);
        }
        words
    }

    /// The generator that goes on from these words; `None` where all are 0, which no generator
    /// comes to.
    pub(crate) fn from_state(words: [u32; 4]) -> Option<Self> {
        let mut seed = [0; 16];
        for (bytes, word) in seed.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        (words != [0; 4]).then(|| Self(XorShiftRng::from_seed(seed)))
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

/// The words before a step of xorshift128 (Marsaglia 2003), which makes of x, y, z and w the words
/// y, z, w and `w ^ w >> 19 ^ t ^ t >> 8`, with `t = x ^ x << 11`.
fn step_back([y, z, w, latest]: [u32; 4]) -> [u32; 4] {
    let shifted = latest ^ w ^ w >> 19;
    let t = shifted ^ shifted >> 8 ^ shifted >> 16 ^ shifted >> 24;
    [t ^ t << 11 ^ t << 22, y, z, w]
}

#[cfg(test)]
#[path = "rng_tests.rs"]
mod tests;
