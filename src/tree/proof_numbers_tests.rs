//! Tests the arithmetic of proof numbers. `tests/reference` compares whole trees with a slow
//! search.

use super::*;
use crate::game::Move;
use crate::game::value::{Outcome, Proof, Value};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_stored_number_loses_less_than_a_sixty_fourth(number in 0..IMPOSSIBLE, more in 0..1_000_000_u32) {
        let kept = restored(stored(number));
        prop_assert!(number.checked_sub(kept).is_some_and(|lost| lost <= number / 64));
        prop_assert!(stored(number) < STORED_IMPOSSIBLE);
        prop_assert_eq!(stored(kept), stored(number));
        prop_assert!(stored(number) <= stored(number.saturating_add(more)));
    }
}

#[test]
fn small_numbers_and_impossible_stay_exact() {
    for number in (0..128).chain([IMPOSSIBLE]) {
        assert_eq!(restored(stored(number)), number);
    }
    assert_eq!(restored(stored(129)), 128);
}

#[test]
fn a_sum_is_impossible_only_if_a_part_is() {
    assert_eq!(sum(3, 4), 7);
    assert_eq!(sum(IMPOSSIBLE - 1, 5), IMPOSSIBLE - 1);
    assert_eq!(sum(IMPOSSIBLE, 0), IMPOSSIBLE);
    assert_eq!(sum(0, IMPOSSIBLE), IMPOSSIBLE);
}

#[test]
fn what_is_known_about_a_child_comes_before_its_stored_number() {
    let node = |proof| Slot::node(Move(1), 0, Value::DRAW, proof);
    let both = |child: &Slot, complete| [Side::First, Side::Second].map(|player| number(child, player, complete));
    assert_eq!(both(&node(Outcome::FirstWins.into()), true), [0, IMPOSSIBLE]);
    assert_eq!(both(&node(Outcome::Draw.into()), true), [IMPOSSIBLE, IMPOSSIBLE]);
    let mut open = node(Proof::Unknown);
    open.store_numbers([stored(70), stored(5)]);
    assert_eq!(both(&open, true), [70, 5]);
    assert_eq!(both(&open, false), [LEAF, LEAF]);
    open.set_safe_for(Side::First);
    assert_eq!(both(&open, true), [70, IMPOSSIBLE]);
}

#[test]
fn the_easiest_child_gets_the_largest_term() {
    let child = |number| {
        let mut child = Slot::node(Move(1), 0, Value::DRAW, Proof::Unknown);
        child.store_numbers([stored(number), stored(1)]);
        child
    };
    let siblings = [child(2), child(6), child(IMPOSSIBLE), child(2)];
    let terms = |by_rank, whole: f32| {
        let (mover, weight) = (Side::First, 0.5);
        let difficulty = Difficulty {
            siblings: &siblings,
            complete: true,
            mover,
            by_rank,
            by_replies: false,
            weight,
            slope: weight / whole,
        };
        siblings.map(|child| difficulty.ease(&child))
    };
    assert_eq!(terms(false, 16.0), [0.4375, 0.3125, 0.0, 0.4375]);
    assert_eq!(terms(true, 4.0), [0.375, 0.125, 0.0, 0.375]);
}
