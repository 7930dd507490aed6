//! The seeded random numbers of a search: xorshift128, with 16 bytes of state. The sequence is the
//! same on every target.

use rand_core::{Rng as _, SeedableRng};
use rand_xorshift::XorShiftRng;

/// A small, fast generator. The same seed gives the same sequence everywhere. Not for cryptography.
#[derive(Clone, Debug)]
pub struct Rng(XorShiftRng);

impl Rng {
    /// A generator whose whole sequence depends only on `seed`. Every seed is suitable, even 0.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(XorShiftRng::seed_from_u64(seed))
    }

    /// The state of the generator. It has four words, which are the last four numbers that the
    /// generator returned.
    ///
    /// The underlying type does not expose its state. So this function takes four numbers from a
    /// copy of the generator, which are the new state of the copy, and computes the state four
    /// steps before.
    pub(crate) fn state(&self) -> [u32; 4] {
        let mut copy = self.clone();
        let mut words = [copy.bits(), copy.bits(), copy.bits(), copy.bits()];
        for _ in 0..4 {
            words = step_back(words);
        }
        words
    }

    /// Returns a generator that continues from this state. `None` if all words are 0, because no
    /// generator reaches this state.
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

    /// A random number in `0..bound`. It is uniform, except for a bias below `bound / 2^32`.
    /// Returns 0 if `bound` is 0.
    ///
    /// Multiply-shift (Lemire 2019) without the rejection step: one random number, one
    /// multiplication, no division.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = u64::from(self.bits()).wrapping_mul(u64::from(bound));
        (wide >> 32) as u32
    }
}

/// Undoes one step of xorshift128 (Marsaglia 2003): returns the state before that step. The step
/// changes the state x, y, z, w into y, z, w, n, where `n = w ^ w >> 19 ^ t ^ t >> 8` and
/// `t = x ^ x << 11`.
fn step_back([y, z, w, latest]: [u32; 4]) -> [u32; 4] {
    let shifted = latest ^ w ^ w >> 19;
    let t = shifted ^ shifted >> 8 ^ shifted >> 16 ^ shifted >> 24;
    [t ^ t << 11 ^ t << 22, y, z, w]
}

#[cfg(test)]
#[path = "rng_tests.rs"]
mod tests;
