//! What everything else builds on: bits, roots, random numbers, bytes, text and constant tables.

pub(crate) mod bits;
pub mod bytes;
pub(crate) mod maths;
pub mod rng;
pub(crate) mod tables;
pub mod text;

/// Does this library have the options whose rows say `policies`? Without the feature they are
/// refused, and the plan of a search answers "off" for them, so that the compiler drops what only
/// they need.
pub const POLICIES: bool = cfg!(feature = "policies");

/// The most features that a game may have.
pub const FEATURES_MAX: usize = 256;
