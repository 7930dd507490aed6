//! What everything else builds on: bits, roots, random numbers, bytes, text and constant tables.

pub(crate) mod bits;
pub mod bytes;
pub(crate) mod maths;
pub mod rng;
pub(crate) mod tables;
pub mod text;
