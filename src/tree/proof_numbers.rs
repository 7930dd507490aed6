//! Option `pn`: proof numbers. A node has one proof number for each player. It is roughly the
//! number of positions that the player must still win to prove that the node is won. Step 4, back
//! up, computes the numbers of a node from its children. Step 1, select, prefers children with a
//! small number for the player to move.
//!
//! Sources: proof-number search has one number for a proof and one for a refutation (Allis, van der
//! Meulen, van den Herik 1994). Kowalski, Soemers, Kosakowski, Winands (2025) use one number for
//! each player, and a term of the bound that depends on it.
//!
//! The option `mob` (`mobility.rs`) compares children in the same way, but by other numbers.
//!
//! Players with this option do not store bounds. A node stores its two proof numbers in that place.
//! While some siblings of the node are missing, the place has the index of the node's move, and the
//! node counts as a leaf.

use super::Tree;
use super::mobility::{average, ease_by_replies};
use super::nodes::Node;
use super::slot::{NUMBER_BITS, NodeId, SiblingsId, Slot};
use crate::base::bits::rounded_place;
use crate::game::value::Side;
use crate::player::options::Comparison;

/// The proof number of a position that the player cannot win.
const IMPOSSIBLE: u32 = u32::MAX;

/// The proof number of a position without children.
const LEAF: u32 = 1;

/// A stored number is rounded: only its first binary digit and this many further digits stay.
const DIGITS: u32 = 6;

/// The stored form of [`IMPOSSIBLE`].
const STORED_IMPOSSIBLE: u32 = (1 << NUMBER_BITS) - 1;

/// This bit is set in the mark of a block that has proof numbers. It is not set in a mark of stored
/// bounds.
const WHOLE: u32 = 1 << NUMBER_BITS;

/// Returns the stored form of a number, which is rounded down. Numbers below 128 stay exact.
const fn stored(number: u32) -> u32 {
    if number == IMPOSSIBLE { STORED_IMPOSSIBLE } else { rounded_place(number, DIGITS) }
}

/// Returns the number that a stored form represents.
const fn restored(stored: u32) -> u32 {
    if stored == STORED_IMPOSSIBLE {
        return IMPOSSIBLE;
    }
    let octave = (stored >> DIGITS).saturating_sub(1);
    stored.wrapping_sub(octave << DIGITS).wrapping_shl(octave)
}

/// Returns the proof number of a child for a player. `complete` is true if all siblings exist.
#[inline(always)]
fn number(child: &Slot, player: Side, complete: bool) -> u32 {
    if child.is_solved() {
        return if child.proof().is_win_for(player) { 0 } else { IMPOSSIBLE };
    }
    match complete {
        _ if child.is_safe_for(player.opponent()) => IMPOSSIBLE,
        true => restored(child.stored_number(player)),
        false => LEAF,
    }
}

/// Adds two proof numbers.
fn sum(one: u32, other: u32) -> u32 {
    match (one, other) {
        (IMPOSSIBLE, _) | (_, IMPOSSIBLE) => IMPOSSIBLE,
        _ => one.saturating_add(other).min(IMPOSSIBLE - 1),
    }
}

/// The numbers by which selection compares siblings: proof numbers (option `pn`), or numbers of
/// replies (option `mob`).
#[derive(Clone, Copy)]
pub(crate) struct Difficulty<'a> {
    siblings: &'a [Slot],
    complete: bool,
    mover: Side,
    by_rank: bool,
    /// Option `mob`: the numbers are the opponent's numbers of moves.
    by_replies: bool,
    /// The weight X of the option `pn` or `mob`.
    weight: f32,
    /// The weight X divided by one of four numbers: the sum of the proof numbers, the largest of
    /// them, the number of children, or the average number of replies.
    slope: f32,
}

impl Difficulty<'_> {
    /// Returns the term that selection adds to the bound of a child. The term is smaller if the
    /// proof number is larger, and 0 if the mover cannot win the child.
    #[inline(always)]
    pub(crate) fn ease(&self, child: &Slot) -> f32 {
        if self.by_replies {
            return ease_by_replies(child.number(), self.weight, self.slope);
        }
        let number = number(child, self.mover, self.complete);
        if number == IMPOSSIBLE {
            return 0.0;
        }
        let part = if self.by_rank { self.rank(number) } else { number };
        self.weight - part as f32 * self.slope
    }

    /// Sorts the proof numbers in increasing order, and returns the place of this number, counted
    /// from 1.
    #[inline(never)] // few players use this
    fn rank(&self, own: u32) -> u32 {
        let before = open_numbers(self.siblings, self.mover, self.complete).filter(|&number| number < own).count();
        (before as u32).wrapping_add(1)
    }
}

/// Returns the proof numbers of all children that are unsolved and that the player can still win.
fn open_numbers(children: &[Slot], player: Side, complete: bool) -> impl Iterator<Item = u32> {
    let open = children.iter().filter(|child| !child.is_solved());
    open.map(move |child| number(child, player, complete)).filter(|&number| number != IMPOSSIBLE)
}

impl Tree<'_> {
    /// Appends a child to a sibling block that has room, and returns its id. When the last child is
    /// appended, every child gets the proof numbers of a leaf.
    #[inline(always)]
    pub(crate) fn push_child(&mut self, siblings: SiblingsId, child: Slot) -> NodeId {
        let id = self.pool.push_child(siblings, child);
        if self.plan.stores_numbers() && self.pool.header(siblings).has_all_children() {
            self.number_as_leaves(siblings);
        }
        id
    }

    #[inline(never)] // few players use this
    fn number_as_leaves(&mut self, siblings: SiblingsId) {
        if self.pool.header(siblings).has_outcomes() {
            return; // outcomes store their probabilities
        }
        let leaf = if self.plan.pn() { [stored(LEAF); 2] } else { [0; 2] };
        if let Some((header, children)) = self.pool.siblings_mut(siblings) {
            header.set_mark(0);
            children.iter_mut().for_each(|child| child.store_numbers(leaf));
        }
    }

    /// Computes the proof numbers of the node at this ply of the path, whose children may have
    /// changed. Returns `true` if the numbers of the node changed. The player to move must win only
    /// one child, so the node gets the smallest number of the children. The opponent must win all
    /// children, so the node gets the sum. The root has no proof numbers, because they would never
    /// be read.
    #[inline(never)] // few players use this
    pub(super) fn back_up_numbers(&mut self, ply: usize) -> bool {
        let Some(step) = self.path.get(ply) else { return false };
        let (node, mover) = (step.node(), step.mover());
        let below = self.pool.node(node).children();
        if below == SiblingsId::NONE {
            return false;
        }
        self.pool.header_mut(below).set_mark(0); // the whole is to be computed again
        let Some(above) = ply.checked_sub(1).and_then(|above| self.path.get(above)) else { return false };
        if !self.pool.header(self.pool.node(above.node()).children()).has_all_children() {
            return true; // the node stores the index of its move; it may now be safe for a player
        }
        let header = self.pool.header(below);
        let (complete, missing) = (header.has_all_children(), header.total().saturating_sub(header.len()));
        let (mut least, mut total) = (if complete { IMPOSSIBLE } else { LEAF }, missing);
        for child in self.pool.children(below) {
            least = least.min(number(child, mover, complete));
            total = sum(total, number(child, mover.opponent(), complete));
        }
        let numbers = match mover {
            Side::First => [stored(least), stored(total)],
            Side::Second => [stored(total), stored(least)],
        };
        let node = self.pool.node_mut(node);
        let changes = numbers != [node.stored_number(Side::First), node.stored_number(Side::Second)];
        node.store_numbers(numbers);
        changes
    }

    /// Prepares for `mover` a selection among the children in `siblings`. Computes the sum, the
    /// largest or the average of their numbers, and stores it in the mark of the block until a
    /// number changes.
    #[inline(always)] // compiles to nothing without `policies`
    pub(super) fn weigh_numbers(&mut self, siblings: SiblingsId, mover: Side) {
        if self.plan.ease() > 0.0 && self.pool.header(siblings).mark() == 0 {
            let whole = self.whole(siblings, mover);
            self.pool.header_mut(siblings).set_mark(WHOLE | stored(whole));
        }
    }

    #[inline(never)] // few players use this
    fn whole(&self, siblings: SiblingsId, mover: Side) -> u32 {
        let (children, complete) = (self.pool.children(siblings), self.pool.header(siblings).has_all_children());
        if self.plan.mob() {
            return average(children);
        }
        let numbers = open_numbers(children, mover, complete);
        let whole = match self.plan.comparison() {
            Comparison::Sum => numbers.fold(0, sum),
            Comparison::Largest => numbers.fold(0, u32::max),
            Comparison::Rank => children.len() as u32,
        };
        whole.max(1)
    }

    /// Returns the numbers by which `mover` compares the children in `siblings`. Returns `None`
    /// without the options `pn` and `mob`.
    #[inline(always)]
    pub(super) fn difficulty(&self, siblings: SiblingsId, mover: Side) -> Option<Difficulty<'_>> {
        let (weight, by_replies) = (self.plan.ease(), self.plan.mob());
        let header = self.pool.header(siblings);
        let complete = header.has_all_children();
        (weight > 0.0 && (complete || !by_replies)).then(|| Difficulty {
            siblings: self.pool.children(siblings),
            complete,
            mover,
            by_rank: self.plan.comparison() == Comparison::Rank,
            by_replies,
            weight,
            slope: weight / restored(header.mark() & !WHOLE) as f32,
        })
    }
}

#[cfg(test)]
#[path = "proof_numbers_tests.rs"]
mod tests;
