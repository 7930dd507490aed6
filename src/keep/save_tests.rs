//! Tests of `save.rs`.

use super::*;

#[test]
fn only_the_bytes_of_the_callers_own_games_depend_on_the_target() {
    let big_endian = if 1_u16.to_ne_bytes() == [0, 1] { 128 } else { 0 };
    assert_eq!(usize::from(target_of(0xABCD_EF00)), size_of::<usize>().wrapping_add(big_endian));
    assert_eq!([1, 2, 3, 4, 5, 6, 0xABCD_EF01].map(target_of), [0; 7]);
}
