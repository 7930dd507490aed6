//! Functions that read values from precomputed squashing curves, such as tanh.

use super::value::Value;

/// Maps `difference` to a value on a curve such as tanh. `table` contains the values for the
/// differences 0, 1, 2 and so on. The curve is an odd function, and constant after the last entry.
#[inline]
pub(crate) fn squash(table: &[i16], difference: i32) -> Value {
    let last = table.len().saturating_sub(1);
    let index = (difference.unsigned_abs() as usize).min(last);
    let raw = table.get(index).copied().unwrap_or_default();
    Value::from_raw(if difference < 0 { raw.saturating_neg() } else { raw })
}

/// Maps a raw evaluation to a value on a curve. `curve` has one entry for every `EVERY` points. The
/// curve is an odd function, linear between two entries, and 1 after the last entry.
#[inline]
pub(crate) fn on_curve<const EVERY: u32>(curve: &[i16], points: i32) -> Value {
    let size = points.unsigned_abs();
    let at = |index: u32| curve.get(index as usize).copied().map_or(i32::from(Value::ONE), i32::from);
    let entry = size.checked_div(EVERY).unwrap_or(0);
    let (low, high) = (at(entry), at(entry.saturating_add(1)));
    let past = size.checked_rem(EVERY).unwrap_or(0) as i32;
    let rise = high.wrapping_sub(low).wrapping_mul(past).checked_div(EVERY as i32).unwrap_or(0);
    let raw = low.wrapping_add(rise).wrapping_mul(points.signum());
    Value::from_raw(raw as i16)
}
