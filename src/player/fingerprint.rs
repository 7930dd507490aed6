//! A number for a player: two that search alike have the same, on every target.

use super::plan::Plan;
use crate::bits::absorb;
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

printed! { bool u32 Option<u32> super::options::Decision crate::evaluator::Evaluator }

#[cfg(feature = "policies")]
printed! {
    u8
    super::options::Schedule
    super::options::Divisor
    super::options::Leaf
    super::strategy::Strategy
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

impl Plan {
    /// The player's number.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut print = Print::new();
        self.print(&mut print);
        print.finish()
    }
}
