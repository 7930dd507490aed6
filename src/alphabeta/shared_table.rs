//! A transposition table that several searches share, each on its own thread.
//!
//! So a search can use the results of the other searches. There are no locks. If an entry is
//! written while it is read, it matches no key (`table.rs`) and is ignored. All searches start from
//! the same position. Each search gets a number when it joins, counted from 0. Three rules use this
//! number, so that the searches work on different parts of the tree:
//!
//! - Searches with an odd number reverse the order of moves, except the first move. They do this
//!   where all moves must be searched: on the principal variation, and where no move is expected to
//!   reach beta. The first move stays first, because it often reaches beta anyway. Reversing it too
//!   would lose half of the gain.
//! - Searches whose number has the second-lowest bit set are one iteration ahead if possible.
//! - With forward pruning, the order of moves determines what is pruned. So no search reverses the
//!   order, and searches with an odd number are one iteration ahead instead.
//!
//! With safe enhancements, an entry counts only if it has exactly the wanted depth. So the value of
//! the position is the same as in a single search of the same depth. If several moves have this
//! value, the best move may be another one.

use super::AlphaBeta;
use super::save::DepthParts;
use super::stack::{Expected, PLIES_MAX};
use super::table::{Bucket, Depth, PLY};
use crate::game::Game;
use crate::player::alphabeta::Switch;
use crate::threads::identity::{ShareError, kind};

/// The order of moves is reversed only above this remaining depth. Below it, a position can be
/// searched as fast as it can be looked up in the table.
const TURN_FROM: Depth = 2 * PLY;

impl<'m> DepthParts<'_, 'm> {
    /// Switches to the shared table in `memory`. Other searches that have the same game and the
    /// same player can use this table at the same time. The table must be empty
    /// ([`Bucket::default`]) when the first search joins. Discards the current iteration.
    ///
    /// # Errors
    /// The search cannot use a table, or the table is too small or belongs to another game or
    /// player. The search then continues as before.
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

    /// Switches back from the shared table to the search's own table.
    pub fn share_no_table(&mut self) {
        self.use_table(None, 0);
    }

    fn use_table(&mut self, buckets: Option<&'m [Bucket]>, number: u32) {
        self.table.share(buckets);
        *self.number = number;
        *self.keyed = *self.can_look_up && !self.table.is_empty();
        // Some plies on the stack may have no keys, so the iteration starts again.
        (self.progress.depth, self.progress.ply) = (0, 0);
    }
}

impl<G: Game> AlphaBeta<'_, G> {
    /// Returns by how many plies the next iteration is deeper than the last one. With the option
    /// `wdl` it is at least two: the mover usually wins in an odd number of plies, so an even
    /// iteration finds no new wins.
    pub(super) fn stride(&self) -> usize {
        let (switches, depth, leaps) = (self.config.switches, self.progress.found.depth, self.progress.found.leaps);
        if depth == 0 {
            return 1;
        }
        let bit = if switches.prune_forward() { self.number } else { self.number >> 1 };
        let ahead = (bit & 1).wrapping_add(1) as usize;
        match (switches.has(Switch::Sign), leaps) {
            (true, true) => PLIES_MAX,
            (true, false) => ahead.wrapping_add(1),
            (false, true) => ahead.max(depth),
            (false, false) => ahead,
        }
    }

    /// Reverses the order of a ply's moves after the first move, if this search has an odd number
    /// among the searches that share the table. Does nothing with forward pruning, at a low depth,
    /// or where a cut is expected.
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
