//! How a player becomes a number: players that search alike have the same, on every target. The
//! fields that count are in `plan.rs`.

use crate::base::bits::absorb;
use core::hash::{Hash, Hasher};

/// Takes numbers in. What a derived [`Hash`] hands over depends on the width of a pointer: here
/// every number is one of 64 bits.
pub(crate) struct Print(u64);

impl Print {
    /// Nothing was taken in yet.
    pub(crate) const fn new() -> Self {
        Self(0)
    }

    fn add(&mut self, number: u64) {
        self.0 = absorb(self.0, number);
    }
}

impl Hasher for Print {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_isize(&mut self, number: isize) {
        self.add(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}

/// What a fingerprint can be made of.
pub(crate) trait Printed {
    /// Goes into a fingerprint.
    fn print(&self, print: &mut Print);
}

/// Whatever has a derived [`Hash`].
macro_rules! printed {
    ($($type:ty)*) => {
        $(impl Printed for $type {
            fn print(&self, print: &mut Print) {
                self.hash(print);
            }
        })*
    };
}

printed! { bool u32 Option<u32> super::options::Decision crate::game::evaluator::Evaluator }

#[cfg(feature = "policies")]
printed! {
    u8
    super::options::Schedule
    super::options::Divisor
    super::options::Leaf
}

impl Printed for f32 {
    fn print(&self, print: &mut Print) {
        print.write_u32(self.to_bits());
    }
}

#[cfg(feature = "policies")]
impl Printed for Option<f32> {
    fn print(&self, print: &mut Print) {
        self.map(f32::to_bits).hash(print);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(take: impl FnOnce(&mut Print)) -> u64 {
        let mut print = Print::new();
        print.write_u64(9); // zeros before anything else would count for nothing
        take(&mut print);
        print.finish()
    }

    /// A target with narrower numbers hands the same over, and nothing is swallowed.
    #[test]
    fn numbers_count_by_what_they_are_not_by_their_width() {
        for number in [0_u8, 1, 7, 255] {
            let wide = printed(|print| print.write_u64(number.into()));
            assert_ne!(wide, printed(|_| {}), "{number}");
            assert_eq!(wide, printed(|print| print.write_u8(number)), "{number}");
            assert_eq!(wide, printed(|print| print.write_u16(number.into())), "{number}");
            assert_eq!(wide, printed(|print| print.write_u32(number.into())), "{number}");
            assert_eq!(wide, printed(|print| print.write_usize(number.into())), "{number}");
            assert_eq!(wide, printed(|print| print.write_isize(number.into())), "{number}");
            assert_eq!(wide, printed(|print| print.write(&[number])), "{number}");
        }
        let [one, other] = [[1, 2], [2, 1]].map(|bytes| printed(|print| print.write(&bytes)));
        assert_ne!(one, other, "the order counts");
    }

    #[cfg(feature = "policies")]
    #[test]
    fn real_numbers_count_by_their_bits() {
        for (number, bits) in [(0.0_f32, 0), (1.0, 0x3F80_0000_u32), (-0.0, 0x8000_0000)] {
            assert_eq!(printed(|print| number.print(print)), printed(|print| print.write_u32(bits)));
            assert_eq!(printed(|print| Some(number).print(print)), printed(|print| Some(bits).print(print)));
        }
        assert_ne!(printed(|print| None::<f32>.print(print)), printed(|print| Some(0.0_f32).print(print)));
    }
}
