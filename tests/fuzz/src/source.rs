//! Makes the choices of a scenario from bytes. The bytes come from a seed, a file or libFuzzer.

use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;

/// Makes each choice from the next bytes. When no bytes are left, every choice is the first
/// possible choice.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    rest: &'a [u8],
}

impl<'a> Source<'a> {
    /// Creates a source that starts at the first of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// True if no bytes are left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next byte, or 0 if no bytes are left.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// Returns a number made of the next two bytes.
    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Returns a number made of the next four bytes.
    pub fn u32(&mut self) -> u32 {
        u32::from(self.u16()) | u32::from(self.u16()) << 16
    }

    /// Returns a number made of the next eight bytes.
    pub fn u64(&mut self) -> u64 {
        u64::from(self.u32()) | u64::from(self.u32()) << 32
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let drawn = match end {
            0 | 1 => return 0,
            2..=0x100 => usize::from(self.byte()),
            0x101..=0x1_0000 => usize::from(self.u16()),
            _ => self.u32() as usize,
        };
        drawn % end
    }

    /// Returns a number from `first` to `last`, inclusive.
    pub fn within(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// True in one of `times` calls on average. False if no bytes are left.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Returns an element of `from`. The next bytes choose the element.
    ///
    /// # Panics
    /// `from` is empty.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Returns an element of `likely`, an edge value such as 0 or the maximum, or a random 32-bit
    /// number.
    pub fn number(&mut self, likely: &[u32]) -> u32 {
        match self.below(8) {
            0 => self.pick(&[u32::MAX, 1 << 31, i32::MAX as u32, 0, 1, 255, 256, 65535]),
            1 => self.u32(),
            _ => self.pick(likely),
        }
    }
}

/// Returns the bytes of the scenario for a seed. Most scenarios have fewer than 600 bytes, and the
/// longest have about 2,000.
#[must_use]
pub fn bytes_of(seed: u64) -> Vec<u8> {
    let mut random = XorShiftRng::seed_from_u64(seed);
    let length = [64, 200, 600, 2000][random.next_u32() as usize % 4];
    let mut bytes = vec![0; 16 + random.next_u32() as usize % length];
    random.fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_end_with_the_bytes() {
        let mut source = Source::new(&[7, 1, 2]);
        assert_eq!((source.below(5), source.u16(), source.is_empty()), (2, 0x201, true));
        assert_eq!((source.u64(), source.below(9), source.within(3, 8), source.once_in(2)), (0, 0, 3, false));
    }

    #[test]
    fn a_seed_always_stands_for_the_same_bytes() {
        assert_eq!(bytes_of(5), bytes_of(5));
        assert_ne!(bytes_of(5), bytes_of(6));
    }
}
