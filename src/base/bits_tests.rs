//! Tests of `bits.rs`.

use super::{bit, counted_out, looked_up, ones, running_counts, select};
use crate::base::rng::Rng;

#[test]
fn both_ways_to_select_in_a_byte_agree() {
    for byte in 0..256 {
        for (rank, index) in ones(byte).enumerate() {
            let rank = rank as u32;
            assert_eq!([looked_up(byte as u32, rank), counted_out(byte as u32, rank)], [index; 2], "{byte:#b}");
        }
    }
}

#[test]
fn select_agrees_with_counting() {
    let mut rng = Rng::new(1);
    let mut words = [0, 1, u64::MAX, 1 << 63, 0x8000_0000_0000_0001, 0xFF00_0000_0000_0000].to_vec();
    words.extend((0..2000).map(|i| {
        let dense = u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let sparse = dense & (u64::from(rng.bits()) << 32 | u64::from(rng.bits()));
        if i % 2 == 0 { dense } else { sparse }
    }));
    for word in words {
        for (rank, index) in ones(word).enumerate() {
            assert_eq!(select(word, running_counts(word), rank as u32), index, "{word:#x}");
        }
        assert_eq!(ones(word).count() as u32, word.count_ones());
        assert_eq!(ones(word).map(bit).fold(0, |all, one| all | one), word);
    }
}
