use super::{MoveStat, correction, moved};
use crate::game::value::Value;

#[test]
fn few_errors_correct_little() {
    let after = |errors: &[i32]| correction(MoveStat { sum: errors.iter().sum(), count: errors.len() as u32 });
    assert_eq!(after(&[]), 0);
    assert_eq!(after(&[1_000]), 150); // 1,000 / 5, and three quarters of it
    assert_eq!(after(&[1_000; 4]), 375);
    assert_eq!(after(&[-1_000; 4]), -375);
    assert_eq!(after(&[1_000; 60_000]), 749);
    assert_eq!(correction(MoveStat { sum: 65_535 * 32_767, count: 65_535 }), 24_573);
}

#[test]
fn corrected_values_stay_in_their_range() {
    for (value, by, expected) in
        [(0, 5, 5), (32_000, 24_573, 32_767), (-32_000, -24_573, -32_767), (-3, 65_534, 32_767)]
    {
        assert_eq!(moved(Value::from_raw(value), by).raw(), expected);
    }
}
