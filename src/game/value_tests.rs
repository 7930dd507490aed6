//! Tests of `value.rs`.

use super::*;

#[test]
fn a_value_as_a_real_number_is_the_quotient_to_the_last_bit() {
    for raw in -Value::ONE..=Value::ONE {
        let quotient = f32::from(raw) / f32::from(Value::ONE);
        assert_eq!(Value::from_valid_raw(raw).to_f32().to_bits(), quotient.to_bits(), "{raw}");
    }
}
