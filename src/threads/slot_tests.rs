//! Tests of the slots of a shared tree. Storing a field must not change the other fields of the
//! slot. The number of visits must not exceed its limit.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::rng::Rng;

const PROOFS: [Proof; 4] = [Proof::Unknown, Proof::Draw, Proof::FirstWins, Proof::SecondWins];

/// Returns a node with this number of visits. The reward of each visit is half a win.
fn node(mv: u32, visits: u32, value: Value, proof: Proof, distance: u8) -> Slot {
    let mut slot = Slot::node(Move(mv), 0, value, proof);
    slot.set_prior(visits, i64::from(visits) * 16_384);
    slot.set_proof(proof, distance);
    slot
}

#[test]
fn a_node_is_found_as_it_was_put() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let (value, visits) = (Value::from_raw(rng.bits() as i16), rng.below(1 << 20));
        let proof = PROOFS[rng.below(4) as usize];
        let distance = if proof == Proof::Unknown { 0 } else { rng.below(256) as u8 };
        let put = node(rng.bits(), visits, value, proof, distance);
        let slot = SharedSlot::default();
        slot.put(&put);
        let found = slot.found();
        assert_eq!((found.mv(), found.visits(), found.reward()), (put.mv(), visits, put.reward()));
        assert_eq!((found.value(), found.proof(), found.distance()), (value, proof, distance));
        assert_eq!((slot.mv(), slot.value(), slot.children()), (put.mv(), value, 0));
        assert_eq!((slot.visits(), slot.is_solved()), ((visits, 0), proof != Proof::Unknown));
        // `become_node` must copy this node and its children to another slot.
        slot.publish(17);
        let other = SharedSlot::default();
        other.become_node(&slot);
        assert_eq!((other.found().words(), other.children()), (found.words(), 17));
    }
}

/// A larger bound must have a larger rank. Storing a bound must not change the proof or the
/// distance.
#[test]
fn a_bound_stands_beside_what_is_known() {
    for (proof, distance) in [(Proof::Unknown, 0), (Proof::FirstWins, 200), (Proof::Draw, 3)] {
        let slot = SharedSlot::default();
        slot.put(&node(1, 5, Value::DRAW, proof, distance));
        let mut ranks = [0; 3];
        for (rank, bound) in ranks.iter_mut().zip([0x400, 0x1234_5400, 0xFFFF_FC00]) {
            slot.set_bound(&slot.found(), bound);
            *rank = slot.rank();
            assert_eq!((slot.found().proof(), slot.found().distance()), (proof, distance));
        }
        assert!(ranks.is_sorted_by(|low, high| low < high), "{ranks:?}");
    }
}

#[test]
fn what_is_settled_is_changed_no_more() {
    let slot = SharedSlot::default();
    slot.put(&node(1, 0, Value::DRAW, Proof::Unknown, 0));
    let half = Value::from_raw(16_384);
    assert!(slot.change_value(|| Some(half)) && slot.value() == half);
    assert!(!slot.change_value(|| Some(half)), "it is that already");
    assert!(!slot.change_value(|| None) && slot.value() == half);
    // This test makes more changes than the counter of changes can count.
    for change in 0..200_i16 {
        slot.change_value(|| Some(Value::from_raw(change)));
        assert_eq!((slot.value().raw(), slot.is_solved(), slot.found().distance()), (change, false, 0));
    }
    // The margin of a solved node must only grow. An exact margin must not change any more.
    for (value, settled, expected) in [
        (9_000, false, (9_000, false)),
        (8_000, false, (9_000, false)),
        (9_500, true, (9_500, true)),
        (9_100, false, (9_500, true)),
    ] {
        let known = Known::new(Value::from_raw(value), Proof::FirstWins, 9).with_margin(settled);
        assert_eq!(slot.mark_solved(&known), expected.1);
        assert!(slot.is_solved() && !slot.change_value(|| Some(half)));
        let found = slot.found();
        assert_eq!((found.value().raw(), found.is_settled()), expected);
        assert_eq!((found.proof(), found.distance(), slot.is_settled()), (Proof::FirstWins, 9, expected.1));
    }
    // The first value that is stored in the other node is a solved win for the second player.
    let other = SharedSlot::default();
    other.put_first_value(&node(1, 0, Value::LOSS, Proof::SecondWins, 4));
    let found = other.found();
    assert_eq!((found.value(), found.proof(), found.distance()), (Value::LOSS, Proof::SecondWins, 4));
}

/// A running simulation must count as a visit with the mean reward of the completed visits. Without
/// completed visits, its reward must be the value that is passed to `seen`.
#[test]
fn simulations_under_way_count_as_visits() {
    let slot = SharedSlot::default();
    let seen = || {
        let seen = slot.seen(Value::LOSS);
        (seen.visits(), seen.reward())
    };
    assert_eq!(seen(), (0, 0));
    slot.enter();
    slot.enter();
    assert_eq!((slot.visits(), seen()), ((0, 2), (2, -2 * 32_767)));
    slot.withdraw(1);
    assert_eq!((slot.visits(), seen()), ((0, 1), (1, -32_767)));
    assert_eq!(slot.complete(1, 300), (1, 0));
    assert_eq!(seen(), (1, 300));
    slot.enter();
    assert_eq!((seen(), slot.found().visits(), slot.found().reward()), ((2, 600), 1, 300));
    assert_eq!(slot.complete(1, -100), (2, 0));
    slot.count(Value::from_raw(-50));
    assert_eq!((slot.visits(), seen()), ((3, 0), (3, 150)));
    slot.enter();
    slot.enter();
    assert_eq!((slot.complete(1, 0), seen()), ((4, 1), (5, 187)));
}

/// The number of visits must stop far below 2^32, or it would overflow into the number of running
/// simulations.
#[test]
fn visits_stop_at_the_most_that_there_can_be() {
    let slot = SharedSlot::default();
    slot.put(&node(1, VISITS_MAX - 1, Value::DRAW, Proof::Unknown, 0));
    let reward = slot.found().reward();
    slot.enter();
    assert_eq!(slot.complete(1, 7), (VISITS_MAX, 0));
    slot.enter();
    assert_eq!(slot.complete(1, Value::WIN.raw().into()), (VISITS_MAX, 0));
    assert_eq!(slot.found().reward(), reward + 7);
}

#[test]
fn one_alone_makes_the_children() {
    let slot = SharedSlot::default();
    assert!(slot.claim() && slot.children() == EXPANDING && !slot.claim());
    slot.publish(5);
    assert!(slot.children() == 5 && !slot.claim());
    assert!(!slot.unlink(6) && slot.children() == 5);
    assert!(slot.unlink(5) && slot.children() == 0 && slot.claim());
}

#[test]
fn the_head_of_a_block_holds_every_part_by_itself() {
    let mut rng = Rng::new(2);
    let slot = SharedSlot::default();
    for _ in 0..500 {
        let [next, previous, mark, chosen] = [rng.bits(), rng.bits(), rng.bits(), rng.below(1 << 16)];
        let usage = [Use::Free, Use::Siblings, Use::Leaving][rng.below(3) as usize];
        let block = BlockHeader { order: rng.below(32), usage, len: rng.below(1 << 16), parent: rng.bits() };
        let time = u64::from(rng.bits()) << 20;
        slot.set_header(block);
        slot.set_last_use(time);
        slot.set_next(next);
        slot.set_previous(previous);
        slot.set_mark(mark);
        slot.set_chosen(chosen);
        assert_eq!(slot.choose(), chosen);
        let found = slot.header();
        assert_eq!((found.order, found.usage), (block.order, block.usage));
        assert_eq!((found.len, found.parent), (block.len, block.parent));
        assert_eq!([slot.next(), slot.previous(), slot.mark(), slot.chosen()], [next, previous, mark, chosen + 1]);
        // Time never goes back.
        slot.touch(time.saturating_sub(1));
        assert_eq!(slot.last_use(), time);
        slot.touch(time + 3);
        assert_eq!(slot.last_use(), time + 3);
    }
}
