//! Chance nodes: the nodes of positions where a chance event comes next, such as the roll of a die.
//!
//! The children of a chance node are the *outcomes*. All of them are created at once, and each
//! outcome stores its probability. A simulation does not select an outcome by bounds. Instead, it
//! follows a fixed sequence: the van der Corput sequence (Niederreiter 1992, chapter 3) with a
//! random start, the *phase*. In this sequence, each outcome occurs as often as its probability
//! requires. Random samples would also be correct. But after n visits, the frequencies of random
//! samples have an error of about 1 / sqrt(n), and the frequencies of the sequence have an error of
//! about log(n) / n. Because the phase is random, each outcome still has its right probability at
//! each visit. So nodes with few visits have no preferred outcome.
//!
//! The minimax value of a chance node is the expected value of its outcomes, as in expectimax. The
//! node is solved when all outcomes are solved with the same result.

use super::Tree;
use super::known::Known;
use super::nodes::{Node, Nodes};
use super::slot::{NodeId, SiblingsId, Slot};
use crate::base::CHANCE;
use crate::base::maths::nearest;
use crate::game::chance::sampled_index;
use crate::game::value::{Outcome, Proof, Value};
use core::borrow::Borrow;

/// This bit of a block's mark is set if the block has the outcomes of a chance node. The bits below
/// hold the phase, an odd number. They are 0 until a simulation needs the phase.
pub(super) const OUTCOMES: u32 = 1 << 15;

/// How a child stores the probability 1.
const CERTAIN: u64 = (1 << 22) - 1;

/// A block header.
impl Slot {
    /// True if the children in this sibling block are the outcomes of a chance event.
    #[inline(always)]
    pub(crate) const fn has_outcomes(&self) -> bool {
        CHANCE && self.mark() & OUTCOMES != 0
    }

    /// Clears the mark, so that the stored bounds are no longer valid. The mark of a chance node's
    /// block stays.
    pub(crate) fn forget_bounds(&mut self) {
        if !self.has_outcomes() {
            self.set_mark(0);
        }
    }
}

/// A child of a chance node.
impl Slot {
    /// Stores the probability of this outcome, `odds` / `sum`.
    pub(crate) fn set_share(&mut self, odds: u32, sum: u64) {
        let share = u64::from(odds).wrapping_mul(CERTAIN).checked_div(sum).unwrap_or(CERTAIN);
        self.store_number(share.clamp(1, CERTAIN) as u32);
    }

    /// Returns the stored probability, as a whole number. To get the probability, divide it by the
    /// sum of the numbers of all outcomes.
    pub(crate) const fn share(&self) -> u32 {
        self.number()
    }
}

impl Tree<'_> {
    /// Marks this sibling block as the block of a chance node. The block must not have children
    /// yet.
    pub(crate) fn open_chance(&mut self, siblings: SiblingsId) {
        self.pool.header_mut(siblings).set_mark(OUTCOMES);
    }

    /// Finishes the expansion of the chance node `leaf`, which is at the end of the path.
    /// `siblings` has all of its outcomes. All of them now count as visited.
    pub(crate) fn close_chance(&mut self, leaf: NodeId, siblings: SiblingsId, any_solved: bool) {
        let header = self.pool.header_mut(siblings);
        header.set_visited(header.len() as u16);
        let mover = self.mover();
        self.close_expansion(leaf, siblings, mover, any_solved);
    }

    /// True if this node is a chance node that has children.
    pub(crate) fn is_chance(&self, node: NodeId) -> bool {
        self.has_outcomes(self.pool.node(node).children())
    }

    /// Chooses the outcome with which this simulation continues at the chance node `node`.
    pub(crate) fn outcome(&mut self, node: NodeId, siblings: SiblingsId) -> NodeId {
        if self.pool.header(siblings).mark() == OUTCOMES {
            let phase = self.rng.bits() & (OUTCOMES - 1) | 1;
            self.pool.header_mut(siblings).set_mark(OUTCOMES | phase);
        }
        let phase = self.pool.header(siblings).mark().wrapping_shl(17);
        let place = phase.wrapping_add(self.pool.node(node).visits().reverse_bits());
        let children = self.pool.children(siblings);
        let sum = children.iter().fold(0, |sum: u64, child| sum.wrapping_add(child.share().into()));
        let shares = children.iter().map(|child| child.share().into());
        siblings.child(sampled_index(place, sum, shares).unwrap_or(0) as u32)
    }
}

/// Computes the value of a chance node, and what is proven about it. Works with both kinds of node
/// storage.
pub(super) trait Chance<'m>: Nodes<'m> {
    /// True if the children in this sibling block are the outcomes of a chance event.
    #[inline(always)]
    fn has_outcomes(&self, siblings: SiblingsId) -> bool {
        let has_header = CHANCE && siblings != SiblingsId::NONE;
        has_header && self.node(siblings.header()).mark() & OUTCOMES != 0
    }

    /// Returns the expected value of the outcomes in `siblings`.
    #[inline(never)] // few games have chance
    fn expectation(&self, siblings: SiblingsId) -> Option<Value> {
        let (mut sum, mut shares) = (0_i64, 0_i64);
        for child in self.children(siblings) {
            let child = child.found();
            let (value, share) = (i64::from(child.borrow().value().raw()), i64::from(child.borrow().share()));
            sum = sum.wrapping_add(value.wrapping_mul(share));
            shares = shares.wrapping_add(share);
        }
        nearest(sum, shares).map(|value| Value::from_raw(value as i16))
    }

    /// Returns what the outcomes in `siblings` prove about their chance node. They prove a result
    /// only if all of them have this result. The distance to the end of the game is the distance of
    /// the slowest outcome. With the option `marg`, the value is the expected margin.
    #[inline(never)] // few games have chance
    fn what_outcomes_prove(&self, siblings: SiblingsId) -> Option<Known> {
        let (mut proof, mut plies, mut settled) = (None, 0_u8, true);
        for child in self.children(siblings) {
            let child = child.found();
            let child = child.borrow();
            if !child.is_solved() || proof.is_some_and(|proof| proof != child.proof()) {
                return None;
            }
            proof = Some(child.proof());
            plies = plies.max(child.distance().saturating_add(1));
            settled &= child.is_settled();
        }
        let outcome = proof.and_then(Proof::outcome)?;
        let plies = if outcome == Outcome::Draw { 0 } else { plies };
        if self.tree().plan.marg() == 0.0 {
            return Some(Known::new(outcome.value(), outcome.into(), plies));
        }
        let value = self.expectation(siblings)?;
        Some(Known::new(value, outcome.into(), plies).with_margin(settled))
    }
}

impl<'m, N: Nodes<'m>> Chance<'m> for N {}

#[cfg(all(test, feature = "chance"))]
#[path = "chance_tests.rs"]
mod tests;
