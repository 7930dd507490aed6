//! Functions for curves such as tanh, which convert a raw evaluation to a value. The curves are
//! read from precomputed tables.

use super::value::Value;

/// Returns the value of a curve, such as tanh, at `difference`. `table` contains the values at 0,
/// 1, 2 and so on. After the last entry, the curve is constant. For negative differences, the value
/// is negated.
#[inline]
pub(crate) fn squash(table: &[i16], difference: i32) -> Value {
    let last = table.len().saturating_sub(1);
    let index = (difference.unsigned_abs() as usize).min(last);
    let raw = table.get(index).copied().unwrap_or_default();
    Value::from_raw(if difference < 0 { raw.saturating_neg() } else { raw })
}

/// Returns the value of a curve at a raw evaluation. `curve` has one entry for every `EVERY`
/// points. The curve is linear between two entries, and 1 after the last entry. For negative
/// evaluations, the value is negated.
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
