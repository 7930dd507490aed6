//! Evaluators that were learned, as data: [`Net`].
//!
//! A game says what there is to see: a list of small numbers, its *features*, in the view of who is
//! to move ([`crate::game::knowledge::Knowledge::features`]). A net says what they are worth. It is
//! made of *patterns*: each looks at one or more features and, by their values, picks a row of a
//! table.
//!
//! - A net of width 1 adds these rows up, and that is all: a sum of weights, as in n-tuple networks
//!   (Lucas 2007, Jaskowski 2014).
//! - A wider net has rows of 8 to 64 numbers. Their sum, the *accumulator*, is limited to 0 to 127
//!   and goes through one or two more layers: the efficiently updatable networks of Nasu (2018).
//!
//! All numbers are whole, so that a net says the same on every target. Its bytes stay where they
//! are, in flash if need be. `format.rs` reads and checks them,
//! `builder.rs` writes them, `sum.rs` evaluates.

mod builder;
mod format;
mod sum;
#[cfg(test)]
mod tests;

pub use builder::Builder;
pub use format::{Net, NetError, Part};
pub use sum::Work;

/// The old name of [`Builder`].
#[deprecated(since = "0.3.0", note = "use Builder")]
pub type Draft<'a> = Builder<'a>;

use crate::base::tables::NET_CURVE;
use crate::game::curve::on_curve;
use crate::game::value::Value;

pub use crate::base::FEATURES_MAX;

/// The widest accumulator.
pub const WIDTH_MAX: usize = 64;

/// The most neurons between the accumulator and the result.
pub const HIDDEN_MAX: usize = 32;

/// The points of a net for a value of `tanh(1)`.
pub const UNIT: i32 = 4096;

/// The largest activation of a neuron.
pub const ACTIVE: i16 = 127;

/// How many features a net looks at, by its head alone: what is told of nets that come with games.
#[cfg(feature = "policies")]
pub(crate) fn features_of(net: &[u8]) -> Option<usize> {
    let count = net.get(format::FEATURES..)?.first_chunk()?;
    Some(u16::from_le_bytes(*count).into())
}

/// The value that so many points of a net stand for: `tanh(points / UNIT)`.
#[must_use]
pub fn squash(points: i32) -> Value {
    on_curve::<128>(&NET_CURVE, points)
}
