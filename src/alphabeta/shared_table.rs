//! A transposition table that several searches share, each on a thread of its own.
//!
//! What one of them has found, the others need not search. Nothing is locked: an entry that is
//! written while it is read belongs to no key (`table.rs`), and is not believed. All search the
//! same position. So that they do not search the same parts of it at the same time, each has a
//! number, in the order in which they came:
//!
//! - those with an odd number turn the order of moves round, except that of the first move, on the
//!   principal variation and where no move is expected to be good enough: there all have to be
//!   searched. They work from the last move on, the others from the first. (With the first move
//!   turned round as well, half of the gain is lost: it is too often good enough.);
//! - those with the second bit set are an iteration ahead wherever they can be;
//! - with forward pruning the order of moves decides what is left out, so there those with an odd
//!   number are an iteration ahead.
//!
//! With safe enhancements an entry counts only if it is exactly as deep as wanted, so a value is
//! that of a search by itself, to the same depth. Which move has it may differ, where several do.

use super::AlphaBeta;
use super::save::DepthParts;
use super::stack::Expected;
use super::table::{Bucket, Depth, PLY};
use crate::game::Game;
use crate::threads::identity::{ShareError, kind};

/// Above which depth the order of moves is turned round: what is below is searched as fast as it is
/// looked up.
const TURN_FROM: Depth = 2 * PLY;

impl<'m> DepthParts<'_, 'm> {
    /// From now on uses this table, which other searches of the same game by the same player use as
    /// well. It is empty ([`Bucket::default`]) when the first of them comes. Of the iteration under
    /// way, nothing stays.
    ///
    /// # Errors
    /// The search has no use for a table, or this table is not for it: then it goes on as before.
    pub fn share_table(&mut self, memory: &'m [Bucket]) -> Result<(), ShareError> {
        if !*self.can_look_up {
            return Err(ShareError::Unsupported);
        }
        let shared = memory.split_first().filter(|(_, buckets)| !buckets.is_empty());
        let (head, buckets) = shared.ok_or(ShareError::TooSmall)?;
        let player = self.identity().player;
        let kind = kind(self.board, player, buckets.len());
        let [low, high] = [kind as u32, (kind >> 32) as u32];
        let [its_low, its_high, number, _] = head.head();
        if number != 0 && [its_low, its_high] != [low, high] {
            return Err(ShareError::Foreign);
        }
        head.put_head([low, high, number.saturating_add(1), 0]);
        self.use_table(Some(buckets), number);
        Ok(())
    }

    /// From now on uses its own table again.
    pub fn share_no_table(&mut self) {
        self.use_table(None, 0);
    }

    fn use_table(&mut self, buckets: Option<&'m [Bucket]>, number: u32) {
        self.table.share(buckets);
        *self.number = number;
        *self.keyed = *self.can_look_up && !self.table.is_empty();
        // Its plies may have no keys.
        (self.progress.depth, self.progress.ply) = (0, 0);
    }
}

impl<G: Game> AlphaBeta<'_, G> {
    /// How many plies deeper than the last iteration the next one looks.
    pub(super) fn stride(&self) -> usize {
        let bit = if self.config.switches.prune_forward() { self.number } else { self.number >> 1 };
        let ahead = if self.progress.found.depth > 0 { (bit & 1).wrapping_add(1) as usize } else { 1 };
        if self.progress.found.leaps { ahead.max(self.progress.found.depth) } else { ahead }
    }

    /// Turns the order of a ply's moves round, if that is how this search differs from others that
    /// share its table.
    pub(super) fn turn_round(&mut self, ply: usize, len: usize, depth: Depth, expected: Expected) {
        if self.number & 1 == 0 || depth <= TURN_FROM || self.config.switches.prune_forward() {
            return;
        }
        if expected != Expected::Cut {
            self.stack.list(ply).get_mut(1..len).unwrap_or_default().reverse();
        }
    }
}

#[cfg(test)]
#[path = "shared_table_tests.rs"]
mod tests;
