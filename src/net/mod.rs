//! Implements nets, which are learned evaluation functions ([`Net`]).
//!
//! A game provides the input: a list of small numbers, its *features*, from the point of view of
//! the player to move ([`crate::game::knowledge::Knowledge::features`]). A net computes an
//! evaluation from the features. A net consists of *patterns*. Each pattern reads one or more
//! features, and the values of these features select a row of a table.
//!
//! - A net of width 1 only adds up the selected rows. The result is a sum of weights, as in n-tuple
//!   networks (Lucas 2007, Jaskowski 2014).
//! - A wider net has rows of 8 to 64 numbers. The sum of the selected rows is the *accumulator*.
//!   Its numbers are shifted right and clamped to the range from 0 to 127. One or two more layers
//!   compute the result, as in the efficiently updatable networks of Nasu (2018).
//!
//! All numbers are integers, so that a net computes the same result on every target. The bytes of a
//! net are used in place, for example in flash. `format.rs` reads and checks nets, `builder.rs`
//! writes nets, `sum.rs` evaluates positions, `follow.rs` and `boards.rs` update the accumulator.

#[cfg(not(target_os = "none"))]
mod boards;
mod builder;
#[cfg_attr(target_os = "none", path = "follow_small.rs")]
mod follow;
#[cfg(test)]
mod follow_small;
mod format;
mod sum;
#[cfg(test)]
mod tests;

pub use builder::Builder;
pub use format::{Net, NetError, Part};
pub use sum::Work;

use crate::base::tables::NET_CURVE;
use crate::game::curve::on_curve;
use crate::game::value::Value;

pub use crate::base::FEATURES_MAX;

/// The maximum width of the accumulator.
pub const WIDTH_MAX: usize = 64;

/// The maximum number of neurons between the accumulator and the result.
pub const HIDDEN_MAX: usize = 32;

/// A raw evaluation of this size is the value `tanh(1)`.
pub const UNIT: i32 = 4096;

/// The largest activation of a neuron (its output).
pub const ACTIVE: i16 = 127;

/// This many numbers of a row are added at once. Every width except 1 is a multiple of this number.
const LANES: usize = 8;

/// Returns the number of features of a net. Reads only the header, and does not check the net. imm
/// uses this function for the nets of built-in games.
#[cfg(feature = "policies")]
pub(crate) fn features_of(net: &[u8]) -> Option<usize> {
    let count = net.get(format::FEATURES..)?.first_chunk()?;
    Some(u16::from_le_bytes(*count).into())
}

/// Converts a raw evaluation of a net to a value: `tanh(points / UNIT)`.
#[must_use]
pub fn squash(points: i32) -> Value {
    on_curve::<128>(&NET_CURVE, points)
}
