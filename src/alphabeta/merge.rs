//! Other alpha-beta searches of the same position, merged into one: see [`crate::keep::merge`].

use super::{DepthParts, Found};
use crate::base::bits::absorb;
use crate::game::Move;
use crate::game::value::Proof;
use crate::keep::error::MergeError;

impl Found {
    /// By what one answer is better than another: what is proven, and how soon it ends, then the
    /// depth.
    fn worth(&self) -> (bool, bool, u8, usize) {
        let proven = self.proof != Proof::Unknown;
        let soon = if proven { u8::MAX.wrapping_sub(self.distance) } else { 0 };
        (self.best != Move::NONE, proven, soon, self.depth)
    }
}

impl DepthParts<'_, '_> {
    /// Do both prune alike, by the same evaluation?
    pub(crate) fn check_merge(&self, other: &DepthParts<'_, '_>) -> Result<(), MergeError> {
        if self.config == other.config { Ok(()) } else { Err(MergeError::Player) }
    }

    /// Takes over the answer of `other` if it is better, and goes on behind that iteration. What
    /// the table and the history know stays.
    pub(crate) fn merge(&mut self, other: &mut DepthParts<'_, '_>) {
        *self.signature = absorb(*self.signature, *other.signature);
        *self.visited = self.visited.saturating_add(*other.visited);
        *self.elapsed_ms = (*self.elapsed_ms).max(*other.elapsed_ms);
        if other.found.worth() <= self.found.worth() {
            *self.stop = self.stop.or(*other.stop);
            return;
        }
        *self.stop = *other.stop;
        *self.mover = *other.mover;
        *self.depth = 0; // the iteration under way, if any, is given up
        *self.found = *other.found;
        // A shorter stack keeps what it has room for.
        let (own, theirs) = (self.stack.plies(), other.stack.plies());
        let len = self.found.line_len.min(own as u16);
        (self.found.line_len, self.found.depth) = (len, self.found.depth.min(own));
        let line = other.stack.line_of(theirs, len);
        self.stack.line_of(own, len).iter_mut().zip(line).for_each(|(place, mv)| *place = *mv);
    }
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;
