//! The fingerprint of a player is a hash of its options. Two players that search in the same way
//! have the same fingerprint, on every target. `plan.rs` decides which fields are part of the
//! fingerprint.

use crate::base::bits::absorb;
use core::hash::{Hash, Hasher};

/// A hasher with the same result on every target. A derived [`Hash`] writes other bytes if pointers
/// have another width. So this hasher treats every number as 64 bits wide.
pub(crate) struct Print(u64);

impl Print {
    /// An empty hasher.
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

/// A value that can be part of a fingerprint.
pub(crate) trait Printed {
    /// Adds this value to a fingerprint.
    fn print(&self, print: &mut Print);
}

/// Implements [`Printed`] for types with a derived [`Hash`].
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
#[path = "fingerprint_tests.rs"]
mod tests;
