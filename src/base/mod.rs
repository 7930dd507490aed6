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

/// True if this library supports games with chance events (the feature `chance`). Without the
/// feature, such games are refused, and the compiler drops the code for them.
pub const CHANCE: bool = cfg!(feature = "chance");

/// True if this library supports games for one player and for three to eight players (the feature
/// `players`). Without the feature, such games are refused, and the compiler drops the code for
/// them.
pub const PLAYERS: bool = cfg!(feature = "players");

/// True if this build has players whose values are told. Builds for bare metal and WebAssembly have
/// none, because the code of each game would be a tenth larger.
pub const TELLS: bool = cfg!(told);

/// The largest number of features that a game may have.
pub const FEATURES_MAX: usize = 256;
