//! Tests of the fingerprints of players.

use super::*;

fn printed(take: impl FnOnce(&mut Print)) -> u64 {
    let mut print = Print::new();
    print.write_u64(9); // without this number, leading zeros would have no effect
    take(&mut print);
    print.finish()
}

/// An integer of any width must have the same hash as a `u64` with the same value, on every target.
/// Every integer must change the hash.
#[test]
fn numbers_count_by_what_they_are_not_by_their_width() {
    for number in [0_u8, 1, 7, 255] {
        let wide = printed(|print| print.write_u64(number.into()));
        assert_ne!(wide, printed(|_| {}), "{number}");
        assert_eq!(wide, printed(|print| print.write_u8(number)), "{number}");
        assert_eq!(wide, printed(|print| print.write_u16(number.into())), "{number}");
        assert_eq!(wide, printed(|print| print.write_u32(number.into())), "{number}");
        assert_eq!(wide, printed(|print| print.write_usize(number.into())), "{number}");
        assert_eq!(wide, printed(|print| print.write_isize(number.into())), "{number}");
        assert_eq!(wide, printed(|print| print.write(&[number])), "{number}");
    }
    let [one, other] = [[1, 2], [2, 1]].map(|bytes| printed(|print| print.write(&bytes)));
    assert_ne!(one, other, "the order counts");
}

#[cfg(feature = "policies")]
#[test]
fn real_numbers_count_by_their_bits() {
    for (number, bits) in [(0.0_f32, 0), (1.0, 0x3F80_0000_u32), (-0.0, 0x8000_0000)] {
        assert_eq!(printed(|print| number.print(print)), printed(|print| print.write_u32(bits)));
        assert_eq!(printed(|print| Some(number).print(print)), printed(|print| Some(bits).print(print)));
    }
    assert_ne!(printed(|print| None::<f32>.print(print)), printed(|print| Some(0.0_f32).print(print)));
}
