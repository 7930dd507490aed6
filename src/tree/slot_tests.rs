//! Tests of slots. Each field of each word is tested alone. Fields that were written must be read
//! back unchanged.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::rng::Rng;

#[test]
fn a_slot_takes_24_bytes() {
    assert_eq!(size_of::<Slot>(), 24);
    assert_eq!(align_of::<Slot>(), 4);
}

#[test]
fn counts_stay_exact_past_two_to_the_24th() {
    let mut node = Slot::node(Move(7), 3, Value::LOSS, Proof::Unknown);
    node.0[1] = 1 << 24;
    for _ in 0..1001 {
        node.add(Value::WIN);
    }
    assert_eq!(node.visits(), (1 << 24) + 1001);
    assert_eq!(node.reward(), 1001 * i64::from(Value::ONE));
    assert_eq!(node.value(), Value::LOSS);
}

#[test]
fn the_reward_sum_crosses_32_bits_in_both_directions() {
    for reward in [Value::WIN, Value::LOSS] {
        let mut node = Slot::node(Move(7), 3, Value::WIN, Proof::Draw);
        for _ in 0..200_000 {
            node.add(reward);
        }
        assert_eq!(node.reward(), 200_000 * i64::from(reward.raw()));
        assert_eq!((node.mv(), node.index(), node.value(), node.proof()), (Move(7), 3, Value::WIN, Proof::Draw));
    }
}

/// What a test has stored in a node. Each field of a node is a field here.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Node {
    mv: Move,
    visits: u32,
    reward: i64,
    value: i16,
    siblings: u32,
    safe: [bool; 2],
    settled: bool,
    /// What word 5 has in its high bits: the index of the move, or the bound.
    high: u32,
    proof: Proof,
    /// The distance, or the bias.
    low: u8,
}

const PROOFS: [Proof; 4] = [Proof::Unknown, Proof::FirstWins, Proof::SecondWins, Proof::Draw];

impl Node {
    fn random(rng: &mut Rng) -> (Self, Slot) {
        let (mv, index, value) = (Move(rng.bits()), rng.bits() as u16, rng.bits() as i16);
        let proof = PROOFS[rng.below(4) as usize];
        let (visits, reward, siblings, safe, low) = (0, 0, 0, [false; 2], 0);
        let settled = true;
        let own = Self { mv, visits, reward, value, siblings, safe, settled, high: u32::from(index), proof, low };
        (own, Slot::node(mv, index, Value::from_raw(value), proof))
    }

    /// Makes the same random change in `slot` and in `self`.
    fn change(&mut self, slot: &mut Slot, rng: &mut Rng) {
        match rng.below(if POLICIES { 9 } else { 7 }) {
            0 => {
                let bound = rng.bits();
                slot.set_bound(bound);
                self.high = bound >> 10;
            }
            1 => {
                self.low = rng.bits() as u8;
                slot.set_bias(self.low as i8);
            }
            2 => {
                self.visits = rng.bits();
                self.reward = i64::from(rng.bits() as i32) << rng.below(15);
                slot.set_prior(self.visits, self.reward);
            }
            3 => {
                let reward = Value::from_raw(rng.bits() as i16);
                slot.add(reward);
                self.visits += 1;
                self.reward += i64::from(reward.raw());
            }
            4 => {
                self.value = rng.bits() as i16;
                slot.set_value(Value::from_raw(self.value));
            }
            5 => {
                self.siblings = rng.below(1 << 28);
                slot.set_children(SiblingsId(self.siblings));
            }
            6 => {
                (self.proof, self.low) = (PROOFS[rng.below(4) as usize], rng.bits() as u8);
                slot.set_proof(self.proof, self.low);
            }
            7 => {
                self.settled = rng.below(2) == 1;
                slot.set_settled(self.settled);
            }
            _ => {
                let second = rng.below(2) == 1;
                slot.set_safe_for(if second { Side::Second } else { Side::First });
                self.safe[usize::from(second)] = true;
            }
        }
    }

    /// Checks that the slot contains everything that `self` contains.
    fn check(&self, slot: &Slot) {
        let proven = self.proof != Proof::Unknown;
        assert_eq!((slot.mv(), slot.visits(), slot.reward()), (self.mv, self.visits, self.reward));
        assert_eq!(slot.small_reward(), self.reward as i32);
        assert_eq!(slot.value(), Value::from_raw(self.value));
        assert_eq!((slot.children(), slot.proof(), slot.is_solved()), (SiblingsId(self.siblings), self.proof, proven));
        assert_eq!((slot.index(), slot.rank() >> 10), (self.high as u16, self.high));
        assert_eq!((slot.bias(), slot.distance()), (self.low as i8, if proven { self.low } else { 0 }));
        assert_eq!([Side::First, Side::Second].map(|player| slot.is_safe_for(player)), self.safe);
        assert_eq!(slot.is_safe(), self.safe != [false; 2]);
        assert_eq!(slot.is_settled(), proven && self.settled);
    }
}

#[test]
fn what_a_node_is_told_changes_nothing_else() {
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let (mut told, mut slot) = Node::random(&mut rng);
        told.check(&slot);
        for _ in 0..50 {
            told.change(&mut slot, &mut rng);
            told.check(&slot);
        }
    }
}

/// Returns the fields of a sibling block's header: the size of the block, the size of the block
/// before it, parent, stamp, children, visited children, moves, mark.
fn header_of(slot: &Slot) -> [u32; 8] {
    let blocks = [slot.size(), slot.before(), slot.parent().0, slot.stamp()];
    let children = [slot.len(), slot.visited(), slot.total(), slot.mark()];
    [blocks, children].concat().try_into().unwrap_or_default()
}

#[test]
fn what_the_head_of_a_sibling_block_is_told_changes_nothing_else() {
    let mut rng = Rng::new(3);
    let mut told = [7, 8, 9, 0, 0, 0, 10, 0];
    let mut slot = Slot::used_block(7, 8, NodeId(9), 10);
    for _ in 0..2000 {
        assert_eq!((header_of(&slot), slot.is_used()), (told, true));
        let (number, half) = (rng.bits() >> 1, rng.bits() as u16);
        let field = rng.below(7) as usize;
        match field {
            0 => slot.set_size(number),
            1 => slot.set_before(number),
            2 => slot.set_parent(NodeId(number)),
            3 => slot.set_stamp(number),
            4 => slot.set_len(half),
            5 => slot.set_visited(half),
            _ => slot.set_mark(u32::from(half)),
        }
        told[if field == 6 { 7 } else { field }] = if field < 4 { number } else { u32::from(half) };
    }
    let mut free = Slot::free_block(7, 8, 9);
    free.set_size(11);
    free.set_previous_free(12);
    let links = (free.before(), free.next_free(), free.previous_free());
    assert_eq!((free.size(), free.is_used(), links), (11, false, (8, 9, 12)));
}

#[test]
fn keys_and_positions_are_read_as_they_were_written() {
    let mut rng = Rng::new(4);
    let mut key = || u64::from(rng.bits()) << 32 | u64::from(rng.bits());
    for _ in 0..100 {
        let keys = [key(), key(), key()];
        assert_eq!(Slot::of_keys(keys).keys(), keys);
        let entries = [(key(), key() as u32), (key(), key() as u32)];
        let slot = Slot::of_entries(entries.map(|(key, data)| Entry { key, data }));
        assert_eq!(slot.entries().map(|entry| (entry.key, entry.data)), entries);
    }
    assert_eq!(Slot::EMPTY_BUCKET.keys(), [0; 3]);
}
