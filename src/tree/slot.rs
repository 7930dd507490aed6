//! A slot: the unit of the caller-provided memory, 24 bytes. It holds a node, or the header of a
//! block. With the options `evaltt` and `prooftt`, it can also hold two entries of a transposition
//! table.
//!
//! | word | in a node | in a block header | in a free block |
//! |---|---|---|---|
//! | 0 | move into the node | block size in slots and a used bit | the same |
//! | 1 | visits | size of the block before | the same |
//! | 2 | reward sum, low 32 bits | parent, or next released block | next free block |
//! | 3 | reward sum, high 16; value v, 16 | stamp of the last use | previous free block |
//! | 4 | margin or told, 1; who cannot lose, 2; children's block or 0, 28 | children, 16; visited, 16 | |
//! | 5 | distance or bias, 8; proof, 2; index, bound or numbers, 22 | moves, 16; mark, 16 | |
//!
//! In the table, a number after a comma is a width in bits. While siblings of a node are missing,
//! word 5 has the index of the node's move. When all siblings exist, word 5 has the node's upper
//! confidence bound. The bound is valid only if the mark in the block header fits the parent's
//! visits (`estimate.rs`). Some players have another number in place of the bound: with the option
//! `pn`, two proof numbers; with `mob`, the number of the opponent's moves; with `grave`, the rank
//! of an unvisited child. A child of a chance node has its probability in this place, and the mark
//! of the block is the phase of the chance node (`chance.rs`).
//!
//! The reward sum is a whole number of 1/32767ths. It has 48 bits, so it is exact up to 2^32
//! visits.

use super::known::Known;
use crate::base::bytes::{ByteReader, InvalidBytes};
#[cfg(told)]
use crate::base::maths::{rounded, sqrt};
use crate::base::{POLICIES, TELLS};
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};

/// The id of a node. The root has the id 0. Any other node has the id `i` if it is in slot `i - 1`
/// of the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

/// The id of the root, which is not in the pool's slots.
pub(crate) const ROOT: NodeId = NodeId(0);

/// The id of a sibling block, which is the id of its header; 0 means no sibling block. The children
/// are directly after the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SiblingsId(pub(crate) u32);

impl SiblingsId {
    /// No sibling block: the node has no children.
    pub(crate) const NONE: Self = Self(0);

    /// The header of the block.
    pub(crate) const fn header(self) -> NodeId {
        NodeId(self.0)
    }

    /// Returns the child at this offset, counted from 0.
    #[inline]
    pub(crate) const fn child(self, offset: u32) -> NodeId {
        NodeId(self.0.wrapping_add(offset).wrapping_add(1))
    }

    /// The offset of a child in this sibling block.
    #[inline]
    pub(crate) const fn offset_of(self, child: NodeId) -> u32 {
        child.0.wrapping_sub(self.0).wrapping_sub(1)
    }
}

/// 24 bytes of caller-provided memory. A slot may contain anything at first, because the pool
/// writes each slot before it reads the slot.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub struct Slot([u32; 6]);

impl Slot {
    /// The largest number of slots that a pool can use, because ids take 28 bits. Further slots are
    /// not used.
    pub const COUNT_MAX: usize = 1 << 28;
}

impl Slot {
    /// Returns the words of the slot, which the table at the top of this file describes.
    pub(crate) const fn words(&self) -> [u32; 6] {
        self.0
    }

    /// The words, in place.
    #[cfg(feature = "policies")]
    pub(super) const fn words_mut(&mut self) -> &mut [u32; 6] {
        &mut self.0
    }

    /// Returns one word of the slot. Returns 0 if the index is too large.
    #[cfg(feature = "policies")]
    #[inline(always)]
    pub(super) fn word(&self, index: usize) -> u32 {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// The slot with these words.
    pub(crate) const fn from_words(words: [u32; 6]) -> Self {
        Self(words)
    }
}

/// Reads the words of a slot.
pub(super) fn take_words(from: &mut ByteReader<'_>) -> Result<[u32; 6], InvalidBytes> {
    Ok([from.u32()?, from.u32()?, from.u32()?, from.u32()?, from.u32()?, from.u32()?])
}

const LOW: u32 = 0xFFFF;

/// Bit positions in the last word of a node. `PROOF` is the first bit of the proof, and `BOUND` is
/// the first bit of the index or bound.
const PROOF: u32 = 8;
const BOUND: u32 = 10;

/// Option `pn`: the number of bits of a stored proof number.
pub(super) const NUMBER_BITS: u32 = 11;

/// The bits of word 4 that hold the id of the children's sibling block. Without the feature
/// `policies`, no flags are above the id.
pub(super) const RUN: u32 = if POLICIES { (1 << SAFE) - 1 } else { u32::MAX };

/// The position of the first of the two flags that tell which players cannot lose.
pub(super) const SAFE: u32 = 28;

/// All flags above the id.
pub(super) const FLAGS: u32 = 7 << SAFE;

/// The flag of a solved node that is set while the winner may still be able to win by more than the
/// known margin (option `marg`).
const MARGIN_OPEN: u32 = 4 << SAFE;

/// The flag that is set in a node if the calling program has told its value (option `efTold`). It
/// shares its bit with `MARGIN_OPEN`, because these players do not use the option `marg`.
const TOLD: u32 = MARGIN_OPEN;

/// Option `puct`: the number that a node stores for a prior of 1.
const PRIOR_ONE: f32 = 255.0;

/// Returns the flag that is set if this player cannot lose.
const fn safe_bit(player: Side) -> u32 {
    match player {
        Side::First => 1 << SAFE,
        Side::Second => 2 << SAFE,
    }
}

/// All bits of the last word except the bound.
const NO_BOUND: u32 = (1 << BOUND) - 1;

/// Replaces the low half of `word`.
const fn with_low(word: u32, half: u16) -> u32 {
    (word & !LOW) | half as u32
}

/// Replaces the high half of `word`.
const fn with_high(word: u32, half: u16) -> u32 {
    (word & LOW) | ((half as u32) << 16)
}

/// A node: the results of the search for one position. All values are from the first player's point
/// of view.
impl Slot {
    /// Creates a node that no simulation has visited yet.
    pub(crate) const fn node(mv: Move, index: u16, value: Value, proof: Proof) -> Self {
        let last = (index as u32) << BOUND | (proof as u32) << PROOF;
        Self([mv.0, 0, 0, with_high(0, value.raw().cast_unsigned()), 0, last])
    }

    /// The move that leads from the parent to this node.
    pub(crate) const fn mv(&self) -> Move {
        Move(self.0[0])
    }

    /// Returns n, the number of simulations that went through this node.
    pub(crate) const fn visits(&self) -> u32 {
        self.0[1]
    }

    /// Returns r, the sum of the rewards of all simulations through this node, in 1/32767ths.
    #[inline]
    pub(crate) const fn reward(&self) -> i64 {
        let high = (self.0[3] & LOW) as u16;
        ((high.cast_signed() as i64) << 32) | self.0[2] as i64
    }

    /// Returns r, the sum of the rewards, as 32 bits. The sum fits if there are at most 2^16
    /// visits.
    #[inline]
    pub(crate) const fn small_reward(&self) -> i32 {
        self.0[2].cast_signed()
    }

    /// Returns v, the implicit minimax value. Before a value is backed up, v is the static value.
    #[inline]
    pub(crate) const fn value(&self) -> Value {
        Value::from_valid_raw(((self.0[3] >> 16) as u16).cast_signed())
    }

    /// The sibling block of this node's children.
    pub(crate) const fn children(&self) -> SiblingsId {
        SiblingsId(self.0[4] & RUN)
    }

    /// Option `bounds`: true if this player cannot lose at this node.
    #[inline]
    pub(crate) const fn is_safe_for(&self, player: Side) -> bool {
        self.0[4] & safe_bit(player) != 0
    }

    /// Option `bounds`: true if one of the players, or both, cannot lose at this node.
    #[inline]
    pub(crate) const fn is_safe(&self) -> bool {
        POLICIES && self.0[4] >> SAFE & 3 != 0
    }

    /// The index of this node's move in the list of the parent's legal moves. Valid only while some
    /// siblings of the node are missing.
    pub(crate) const fn index(&self) -> u16 {
        (self.0[5] >> BOUND) as u16
    }

    /// True if the last word stores this index of a move, and nothing else.
    pub(crate) const fn has_index(&self, index: u32) -> bool {
        self.0[5] >> BOUND == index
    }

    /// Returns a number that orders siblings by their bounds. If the bound is 0, the number is at
    /// most 1,023.
    #[inline(always)]
    pub(crate) const fn rank(&self) -> u32 {
        self.0[5]
    }

    /// Stores a bound: the highest 22 bits of `bound`. The bound replaces the index of the move.
    #[inline(always)]
    pub(crate) const fn set_bound(&mut self, bound: u32) {
        self.0[5] = self.0[5] & NO_BOUND | bound & !NO_BOUND;
    }

    /// Option `pn`: the stored form of this player's proof number. Valid only if all siblings
    /// exist.
    pub(super) const fn stored_number(&self, player: Side) -> u32 {
        let both = self.0[5] >> BOUND;
        match player {
            Side::First => both & ((1 << NUMBER_BITS) - 1),
            Side::Second => both >> NUMBER_BITS,
        }
    }

    /// Option `pn`: stores the proof numbers of the first and the second player, in place of the
    /// bound.
    pub(super) const fn store_numbers(&mut self, [first, second]: [u32; 2]) {
        self.set_bound((second << NUMBER_BITS | first) << BOUND);
    }

    /// Returns the number that the node stores in place of the bound; 0 if it stores none. With the
    /// option `mob`, this is the number of the opponent's moves at this node. With the option
    /// `grave`, it is the rank of an unvisited child (`unvisited.rs`). Valid only if all siblings
    /// exist.
    #[inline(always)]
    pub(crate) const fn number(&self) -> u32 {
        self.0[5] >> BOUND
    }

    /// Stores a number in place of the bound.
    pub(crate) const fn store_number(&mut self, number: u32) {
        self.set_bound(number << BOUND);
    }

    /// Returns what is proven about this position.
    #[inline]
    pub(crate) const fn proof(&self) -> Proof {
        Proof::from_bits(self.0[5] >> PROOF)
    }

    /// True if this position is solved.
    #[inline]
    pub(crate) const fn is_solved(&self) -> bool {
        self.0[5] & (3 << PROOF) != 0
    }

    /// True if nothing is left to find out about this node. It is solved and, with the option
    /// `marg`, its value is the exact margin.
    #[inline]
    pub(crate) const fn is_settled(&self) -> bool {
        self.is_solved() && !(POLICIES && self.0[4] & MARGIN_OPEN != 0)
    }

    /// Returns the number of plies from this node to the end of the game, according to the proof;
    /// 255 means 255 or more. Returns 0 if the node is not solved.
    pub(crate) const fn distance(&self) -> u8 {
        if self.is_solved() { self.0[5] as u8 } else { 0 }
    }

    /// Returns the static value for the progressive bias, in 1/127ths. Meaningless if the node is
    /// solved.
    #[inline]
    pub(crate) const fn bias(&self) -> i8 {
        (self.0[5] as u8).cast_signed()
    }

    /// Returns the transition probability in 1/255ths. The node stores it in place of the bias.
    /// Meaningless if the node is solved.
    #[inline]
    pub(crate) const fn probability(&self) -> u8 {
        self.bias().cast_unsigned() ^ 0x80
    }

    /// Converts a transition probability in 1/255ths to a bias, by subtracting 128.
    #[inline]
    pub(crate) const fn bias_of_probability(probability: u8) -> i8 {
        (probability ^ 0x80).cast_signed()
    }

    /// Option `puct`: returns the prior, which the node stores in place of the bias. Meaningless if
    /// the node is solved.
    pub(crate) fn prior(&self) -> f32 {
        let root = f32::from(self.bias().cast_unsigned()) / PRIOR_ONE;
        root * root
    }

    /// Option `puct`: stores the prior of a node that is not solved. The node stores the square
    /// root, so that small priors are still different after rounding. A prior above 0 does not
    /// become 0.
    #[cfg(told)]
    pub(crate) fn set_prior_of_move(&mut self, prior: f32) {
        let least = u8::from(prior > 0.0);
        let byte = rounded(sqrt(prior.clamp(0.0, 1.0)) * PRIOR_ONE) as u8;
        self.set_bias(byte.max(least).cast_signed());
    }

    /// Sets the bias of a node that is not solved.
    pub(crate) const fn set_bias(&mut self, bias: i8) {
        self.0[5] = self.0[5] & !0xFF | bias.cast_unsigned() as u32;
    }

    /// Sets the number of visits, and the sum of their rewards in 1/32767ths. The node then looks
    /// as if this many simulations had visited it.
    pub(crate) const fn set_prior(&mut self, visits: u32, reward: i64) {
        self.0[1] = visits;
        self.0[2] = reward as u32;
        self.0[3] = with_low(self.0[3], (reward >> 32) as u16);
    }

    /// Counts one more simulation with this reward. Does nothing if the number of visits has
    /// reached its maximum.
    #[inline]
    pub(crate) const fn add(&mut self, reward: Value) {
        if self.0[1] == u32::MAX {
            return;
        }
        let sum = self.reward().wrapping_add(reward.raw() as i64);
        self.0[1] = self.0[1].wrapping_add(1);
        self.0[2] = sum as u32;
        self.0[3] = with_low(self.0[3], (sum >> 32) as u16);
    }

    /// Counts this many simulations, whose rewards have this sum. Does nothing if the number of
    /// visits would be too large.
    #[cfg(not(target_os = "none"))]
    pub(crate) const fn add_many(&mut self, visits: u32, rewards: i64) {
        if let Some(visits) = self.0[1].checked_add(visits) {
            self.set_prior(visits, self.reward().wrapping_add(rewards));
        }
    }

    /// True if the calling program has told the value of this node.
    pub(crate) const fn is_told(&self) -> bool {
        TELLS && self.0[4] & TOLD != 0
    }

    /// Sets the value of this node, which the calling program has told.
    #[cfg(told)]
    pub(crate) const fn tell(&mut self, value: Value) {
        self.set_value(value);
        self.0[4] |= TOLD;
    }

    /// Removes the effect of a simulation with this reward. The simulation must have been counted
    /// before.
    #[cfg(told)]
    pub(crate) const fn take_back(&mut self, reward: Value) {
        self.set_prior(self.visits().saturating_sub(1), self.reward().wrapping_sub(reward.raw() as i64));
    }

    pub(crate) const fn set_value(&mut self, value: Value) {
        self.0[3] = with_high(self.0[3], value.raw().cast_unsigned());
    }

    pub(crate) const fn set_children(&mut self, siblings: SiblingsId) {
        let safe = if POLICIES { self.0[4] >> SAFE << SAFE } else { 0 };
        self.0[4] = safe | siblings.0;
    }

    /// Option `bounds`: stores that this player cannot lose at this node.
    pub(crate) const fn set_safe_for(&mut self, player: Side) {
        self.0[4] |= safe_bit(player);
    }

    /// Returns what is known about the position.
    pub(crate) const fn known(&self) -> Known {
        Known::new(self.value(), self.proof(), self.distance()).with_margin(self.is_settled())
    }

    /// Stores what is known about the position, which must be solved.
    pub(crate) const fn set_known(&mut self, known: &Known) {
        self.set_proof(known.proof(), known.distance);
        self.set_value(known.value);
        self.set_settled(known.is_settled());
    }

    /// Option `marg`: stores whether the margin of this solved node is exact.
    pub(crate) const fn set_settled(&mut self, settled: bool) {
        let open = if settled || !POLICIES { 0 } else { MARGIN_OPEN };
        self.0[4] = self.0[4] & !MARGIN_OPEN | open;
    }

    pub(crate) const fn set_proof(&mut self, proof: Proof, distance: u8) {
        self.0[5] = self.0[5] & !NO_BOUND | (proof as u32) << PROOF | distance as u32;
    }
}

/// The header of a block, which is either a sibling block or free space.
impl Slot {
    pub(crate) const fn used_block(size: u32, before: u32, parent: NodeId, total: u16) -> Self {
        Self([(size << 1) | 1, before, parent.0, 0, 0, total as u32])
    }

    pub(crate) const fn free_block(size: u32, before: u32, next: u32) -> Self {
        Self([size << 1, before, next, 0, 0, 0])
    }

    /// The number of slots of the block, including this header.
    pub(crate) const fn size(&self) -> u32 {
        self.0[0] >> 1
    }

    pub(crate) const fn is_used(&self) -> bool {
        self.0[0] & 1 == 1
    }

    /// The size of the block directly before this one; 0 for the first block.
    pub(crate) const fn before(&self) -> u32 {
        self.0[1]
    }

    pub(crate) const fn next_free(&self) -> u32 {
        self.0[2]
    }

    pub(crate) const fn previous_free(&self) -> u32 {
        self.0[3]
    }

    /// The parent of the children in this sibling block.
    pub(crate) const fn parent(&self) -> NodeId {
        NodeId(self.0[2])
    }

    /// The number of the latest simulation that used this sibling block.
    pub(crate) const fn stamp(&self) -> u32 {
        self.0[3]
    }

    /// The number of children in the sibling block.
    pub(crate) const fn len(&self) -> u32 {
        self.0[4] & LOW
    }

    /// The number of visited children of the sibling block. Visited children come first.
    pub(crate) const fn visited(&self) -> u32 {
        self.0[4] >> 16
    }

    /// The number of legal moves of the parent, which is the largest possible number of children.
    pub(crate) const fn total(&self) -> u32 {
        self.0[5] & LOW
    }

    /// Returns a mark. It tells for which number of visits of the parent the stored bounds are
    /// valid; 0 means that they are not valid.
    #[inline(always)]
    pub(crate) const fn mark(&self) -> u32 {
        self.0[5] >> 16
    }

    /// In a released sibling block: the block that was released before it; 0 if there is none.
    pub(crate) const fn next_released(&self) -> u32 {
        self.0[2]
    }

    /// In a released sibling block: true if it was recycled, because the pool was full.
    pub(crate) const fn is_recycled(&self) -> bool {
        self.0[3] != 0
    }

    pub(crate) const fn set_size(&mut self, size: u32) {
        self.0[0] = (size << 1) | (self.0[0] & 1);
    }

    pub(crate) const fn set_before(&mut self, before: u32) {
        self.0[1] = before;
    }

    pub(crate) const fn set_next_free(&mut self, next: u32) {
        self.0[2] = next;
    }

    pub(crate) const fn set_previous_free(&mut self, previous: u32) {
        self.0[3] = previous;
    }

    pub(crate) const fn set_parent(&mut self, parent: NodeId) {
        self.0[2] = parent.0;
    }

    pub(crate) const fn set_released(&mut self, next: u32, recycled: bool) {
        self.0[2] = next;
        self.0[3] = recycled as u32;
    }

    pub(crate) const fn set_stamp(&mut self, stamp: u32) {
        self.0[3] = stamp;
    }

    pub(crate) const fn set_len(&mut self, len: u16) {
        self.0[4] = with_low(self.0[4], len);
    }

    #[inline(always)]
    pub(crate) const fn set_mark(&mut self, mark: u32) {
        self.0[5] = with_high(self.0[5], mark as u16);
    }

    pub(crate) const fn set_visited(&mut self, visited: u16) {
        self.0[4] = with_high(self.0[4], visited);
    }
}

/// One of the two entries of a bucket in the transposition table. An empty entry has the key 0.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// From the lowest bit on: the value, 16 bits; distance, 8 bits; proof, 2 bits; effort, 6 bits.
    pub(super) data: u32,
}

/// A slot that is a bucket of a transposition table, or a group of keys.
impl Slot {
    /// An empty bucket.
    pub(crate) const EMPTY_BUCKET: Self = Self([0; 6]);

    /// The two entries of the bucket.
    pub(super) fn entries(&self) -> [Entry; 2] {
        let [low, high, data, its_low, its_high, its_data] = self.0;
        [Entry { key: whole(low, high), data }, Entry { key: whole(its_low, its_high), data: its_data }]
    }

    /// Returns a bucket with these two entries.
    pub(super) const fn of_entries([first, second]: [Entry; 2]) -> Self {
        let [low, high] = halves(first.key);
        let [its_low, its_high] = halves(second.key);
        Self([low, high, first.data, its_low, its_high, second.data])
    }

    /// The three keys that a slot holds.
    pub(super) fn keys(&self) -> [u64; 3] {
        let [a, b, c, d, e, f] = self.0;
        [whole(a, b), whole(c, d), whole(e, f)]
    }

    /// A slot with these keys.
    pub(super) const fn of_keys([first, second, third]: [u64; 3]) -> Self {
        let ([a, b], [c, d], [e, f]) = (halves(first), halves(second), halves(third));
        Self([a, b, c, d, e, f])
    }
}

const fn whole(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// Returns the low half and the high half of a number.
const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

#[cfg(test)]
#[path = "slot_tests.rs"]
mod tests;
