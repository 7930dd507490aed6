//! The constant tables that `build.rs` computes, and how a squashing table is read.

use crate::value::Value;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// `tanh` of a difference by its table over `0..`: odd, and constant from the last entry on.
#[inline]
pub(crate) fn squash(table: &[i16], difference: i32) -> Value {
    let last = table.len().saturating_sub(1);
    let index = (difference.unsigned_abs() as usize).min(last);
    let raw = table.get(index).copied().unwrap_or_default();
    Value::from_raw(if difference < 0 { raw.saturating_neg() } else { raw })
}
