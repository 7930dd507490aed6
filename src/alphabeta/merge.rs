//! Merges the results of one alpha-beta search into another search of the same position. See
//! [`crate::keep::merge`].

use super::{DepthParts, Found};
use crate::base::bits::absorb;
use crate::game::Move;
use crate::game::value::Proof;
use crate::keep::error::MergeError;
use crate::report::score::margin;

impl Found {
    /// Returns the sort key of a result. A better result has a greater key. These criteria count,
    /// the most important first: the result has a move, it is solved, its margin is exact or the
    /// end of the game is nearer, and its depth is greater.
    fn worth(&self) -> (bool, bool, u8, usize) {
        let proven = self.proof != Proof::Unknown;
        let good = match margin(self.score) {
            Some(_) => u8::from(self.whole),
            None if proven => u8::MAX.wrapping_sub(self.distance),
            None => 0,
        };
        (self.best != Move::NONE, proven, good, self.depth)
    }
}

impl DepthParts<'_, '_> {
    /// Checks that both searches have the same options and the same evaluation.
    pub(crate) fn check_merge(&self, other: &DepthParts<'_, '_>) -> Result<(), MergeError> {
        if self.config == other.config { Ok(()) } else { Err(MergeError::Player) }
    }

    /// Adds the counts of `other` to this search. If the result of `other` is better, this search
    /// takes it over and continues with a deeper iteration. The table and the history of this
    /// search stay.
    pub(crate) fn merge(&mut self, other: &mut DepthParts<'_, '_>) {
        let (own_plies, plies) = (self.stack.plies(), other.stack.plies());
        let (own, theirs) = (&mut *self.progress, &*other.progress);
        own.signature = absorb(own.signature, theirs.signature);
        own.visited = own.visited.saturating_add(theirs.visited);
        own.elapsed_ms = own.elapsed_ms.max(theirs.elapsed_ms);
        if theirs.found.worth() <= own.found.worth() {
            own.stop = own.stop.or(theirs.stop);
            return;
        }
        own.stop = theirs.stop;
        own.mover = theirs.mover;
        own.depth = 0; // gives up the current iteration, if any
        own.found = theirs.found;
        // The stack of this search may have fewer plies than the stack of `other`. Then only the
        // beginning of the best line is kept.
        let len = own.found.line_len.min(own_plies as u16);
        (own.found.line_len, own.found.depth) = (len, own.found.depth.min(own_plies));
        let line = other.stack.line_of(plies, len);
        self.stack.line_of(own_plies, len).iter_mut().zip(line).for_each(|(place, mv)| *place = *mv);
    }
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;
