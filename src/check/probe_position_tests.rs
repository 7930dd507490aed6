//! Tests how answers are hashed, and how they are written as text.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::make_unmake::set_digest;
use super::probe_position::{digest, push_raw};
use super::{Callback, FAILED};
use crate::base::bits::mix;
use crate::base::rng::Rng;
use crate::game::Move;
use crate::games::testing::text_of;
use std::vec::Vec;

/// Vigna's splitmix64.c returns these numbers first, with the seeds 0 and 1234567.
#[test]
fn numbers_are_mixed_by_splitmix64() {
    for (seed, numbers) in [
        (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]),
        (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]),
    ] {
        assert_eq!([0, 0x9E37_79B9_7F4A_7C15].map(|step| mix(step + seed)), numbers);
    }
}

#[test]
fn a_digest_tells_lists_apart_by_each_bit_and_by_their_order() {
    let mut rng = Rng::new(5);
    for len in 0..6_usize {
        let list: Vec<_> = (0..len).map(|_| Move(rng.bits())).collect();
        for index in 0..len {
            for bit in 0..32 {
                let mut other = list.clone();
                other[index].0 ^= 1 << bit;
                assert!(digest(&list) != digest(&other) && set_digest(&list) != set_digest(&other), "{index} {bit}");
            }
            let mut other = list.clone();
            other.swap(0, index);
            assert_eq!(digest(&list) == digest(&other), index == 0);
            assert_eq!(set_digest(&list), set_digest(&other));
            assert!(digest(&list) != digest(&list[1..]) && set_digest(&list) != set_digest(&list[1..]));
        }
    }
}

#[test]
fn answers_are_written_as_what_they_are() {
    let failed = u64::from(FAILED as u32);
    for (callback, answer, expected) in [
        (Callback::Evaluate, (-0.25_f32).to_bits().into(), "-0.25"),
        (Callback::Prior, 0.5_f32.to_bits().into(), "0.5"),
        (Callback::Hash, 10, "0x000000000000000a"),
        (Callback::Hash, failed, "0x0000000080000000"), // a valid key
        (Callback::Weight, u64::from(u32::MAX), "4294967295"),
        (Callback::Order, u64::from(u32::MAX), "-1"),
        (Callback::Outcome, 3, "3"),
        (Callback::Outcome, failed, "IMM_FAILED"),
        (Callback::Weight, failed, "IMM_FAILED"),
    ] {
        assert_eq!(text_of(64, |out| push_raw(callback, answer, out)), expected, "{callback:?}");
    }
}
