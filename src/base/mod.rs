//! The foundations of all other modules: bits, roots, random numbers, bytes, text and constant
//! tables.

pub(crate) mod bits;
pub mod bytes;
pub(crate) mod maths;
pub mod rng;
pub(crate) mod tables;
pub mod text;

/// True if this library has the options that need the feature `policies`. Without the feature, the
/// library refuses these options, and the compiler removes their code.
pub const POLICIES: bool = cfg!(feature = "policies");

/// True if this library supports games with chance events (the feature `chance`). Without the
/// feature, the library refuses such games, and the compiler removes the code for them.
pub const CHANCE: bool = cfg!(feature = "chance");

/// True if this library supports games for one player, and for three to eight players (the feature
/// `players`). Without the feature, the library refuses such games, and the compiler removes the
/// code for them.
pub const PLAYERS: bool = cfg!(feature = "players");

/// True if this build supports the option `efTold`, with which the calling program computes the
/// values of positions. Builds for bare metal and WebAssembly do not support it, because the code
/// of each game would be a tenth larger.
pub const TELLS: bool = cfg!(told);

/// The largest number of features that a game may have.
pub const FEATURES_MAX: usize = 256;
