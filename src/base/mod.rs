//! Foundations for all other modules: bits, roots, random numbers, bytes, text, constant tables.

pub(crate) mod bits;
pub mod bytes;
pub(crate) mod maths;
pub mod rng;
pub(crate) mod tables;
pub mod text;

/// True if this library has the options that require the feature `policies`. Without the feature,
/// these options are refused, and the compiler drops their code.
pub const POLICIES: bool = cfg!(feature = "policies");

/// The largest number of features that a game may have.
pub const FEATURES_MAX: usize = 256;
