//! Tests of `merge.rs`.

use super::*;
use crate::game::Move;

fn node(visits: u32, reward: i64, value: Value) -> Slot {
    let mut slot = Slot::node(Move(7), 3, value, Proof::Unknown);
    slot.set_prior(visits, reward);
    slot
}

#[test]
fn a_full_count_takes_what_still_fits_with_its_mean() {
    let one = i64::from(Value::ONE);
    let wins = |visits: u32| node(visits, i64::from(visits).wrapping_mul(one), Value::WIN);
    assert_eq!(sum(&wins(3), &node(2, one.wrapping_neg(), Value::DRAW)), (5, one.wrapping_mul(2)));
    let room = 10;
    let nearly = wins(u32::MAX.wrapping_sub(room));
    let lost = node(1000, one.wrapping_mul(-1000), Value::LOSS);
    let full = i64::from(u32::MAX).wrapping_mul(one);
    let expected = full.wrapping_sub(one.wrapping_mul(2).wrapping_mul(i64::from(room)));
    assert_eq!(sum(&nearly, &lost), (u32::MAX, expected));
    assert_eq!(sum(&wins(u32::MAX), &lost), (u32::MAX, full), "nothing fits");
    assert_eq!(sum(&wins(u32::MAX), &node(0, 0, Value::DRAW)), (u32::MAX, full));
}

#[test]
fn minimax_values_count_by_their_visits() {
    let mean = |a, m, b, n| mean_value(&node(a, 0, Value::from_raw(m)), &node(b, 0, Value::from_raw(n))).raw();
    assert_eq!(mean(1, 100, 3, 200), 175);
    assert_eq!((mean(1, 1, 1, 2), mean(1, -1, 1, -2)), (1, -1), "towards a draw, for both");
    assert_eq!((mean(0, 5, 9, 70), mean(9, 5, 0, 70), mean(0, 5, 0, 70)), (70, 5, 5));
    assert_eq!(mean(u32::MAX, -777, u32::MAX, -777), -777);
}

#[test]
fn the_shorter_proof_counts_and_the_better_value_for_the_winner() {
    for (proof, better, worse) in [(Proof::FirstWins, 900, 300), (Proof::SecondWins, -900, -300)] {
        let proven = |value: i16, plies| {
            let mut slot = node(1, 0, Value::from_raw(value));
            slot.set_proof(proof, plies);
            slot
        };
        for (own, other) in [(proven(better, 9), proven(worse, 5)), (proven(worse, 5), proven(better, 9))] {
            let mut merged = own;
            shorten_proof(&mut merged, &own, &other);
            assert_eq!((merged.proof(), merged.distance(), merged.value().raw()), (proof, 5, better));
        }
    }
}
