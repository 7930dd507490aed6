//! Computes a hash that shows whether two runs had equal results, and computes seeds with the same
//! hash function.

use std::fmt;

/// An FNV-1a hash of 64 bits, the same on every machine. Not for cryptography.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    /// Adds bytes to the hash.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)))
    }

    /// Adds a number to the hash.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Adds a text and its length to the hash. Because of the length, "ab" followed by "c" gives a
    /// different hash from "a" followed by "bc".
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    /// Returns the hash of everything that was added.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns the seed for one role (`opening`, `a`, `b`) in one game of a run. The seed is different
/// for each role and game, and depends on the seed of the run.
#[must_use]
pub fn derived_seed(seed: u64, role: &str, index: u64) -> u64 {
    Signature::default().number(seed).text(role).number(index).value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_1a_as_published() {
        assert_eq!(Signature::default().bytes(b"a").value(), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(Signature::default().bytes(b"foobar").to_string(), "85944171f73967e8");
    }

    #[test]
    fn seeds_differ_by_seed_role_and_index() {
        let seeds = [(1, "a", 0), (1, "a", 1), (1, "b", 0), (2, "a", 0)];
        let mut derived: Vec<u64> = seeds.iter().map(|&(seed, role, index)| derived_seed(seed, role, index)).collect();
        derived.sort_unstable();
        derived.dedup();
        assert_eq!(derived.len(), seeds.len());
    }
}
