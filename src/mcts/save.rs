//! Saves a tree search as bytes, and loads a saved tree search.

use super::{Sharing, TreeSearch};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::game::snapshot::Snapshot;
use crate::game::value::Proof;
use crate::keep::error::LoadError;
use crate::keep::format::{Identity, put_stop, take_stop};
use crate::report::Stop;
use crate::simulation::Board;
use crate::tree::{SavedBlock, SavedPool, Slot, Step, Tree, children_of, is_possible};
use core::fmt::{self, Debug, Formatter};

/// The parts of a tree search, without the type of its game.
pub struct TreeParts<'s, 'm> {
    pub(super) tree: &'s mut Tree<'m>,
    killers: &'s mut [Move],
    pub(super) iterations: &'s mut u64,
    pub(super) playout_plies: &'s mut u64,
    pub(super) depth_max: &'s mut usize,
    pub(super) elapsed_ms: &'s mut u32,
    pub(super) stop: &'s mut Option<Stop>,
    pub(super) sharing: &'s mut Sharing<'m>,
    pub(crate) board: &'s mut dyn Board,
}

impl Debug for TreeParts<'_, '_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TreeParts").finish_non_exhaustive()
    }
}

impl<'m, G: Knowledge + Snapshot> TreeSearch<'m, G> {
    /// Borrows all parts of the search.
    pub(crate) fn all_parts(&mut self) -> TreeParts<'_, 'm> {
        TreeParts {
            tree: &mut self.tree,
            killers: self.small_search.killers,
            iterations: &mut self.iterations,
            playout_plies: &mut self.playout_plies,
            depth_max: &mut self.depth_max,
            elapsed_ms: &mut self.elapsed_ms,
            stop: &mut self.stop,
            sharing: &mut self.sharing,
            board: &mut self.simulation,
        }
    }
}

impl TreeParts<'_, '_> {
    pub(crate) fn identity(&mut self) -> Identity {
        let [slots, buckets, path] = self.tree.sizes();
        let sizes = [slots, buckets, path, self.killers.len() as u32];
        Identity { method: 1, player: self.tree.plan.fingerprint(), sizes }
    }

    /// Writes the search. The stays of the trunk end here, so that this search and a search that
    /// loads the save continue in the same way.
    pub(crate) fn save(&mut self, out: &mut ByteWriter<'_>) {
        self.tree.come_to_rest();
        out.put_u64(*self.iterations);
        out.put_u64(*self.playout_plies);
        out.put_u32(*self.depth_max as u32);
        out.put_u32(*self.elapsed_ms);
        put_stop(*self.stop, out);
        self.killers.iter().for_each(|mv| out.put_u32(mv.0));
        self.tree.save(out);
    }

    /// Loads a save. `position` is the saved position as bytes. The scratch position must already
    /// be the same position.
    pub(crate) fn load(&mut self, from: &mut ByteReader<'_>, position: &[u8]) -> Result<(), LoadError> {
        let (iterations, playout_plies) = (from.u64()?, from.u64()?);
        let (depth_max, elapsed_ms, stop) = (from.u32()?, from.u32()?, take_stop(from)?);
        let killers = from.take(self.killers.len().saturating_mul(4))?;
        let saved = self.tree.read(from)?;
        from.end()?;
        self.check_tree(&saved.pool, position)?;
        self.board.read(position)?;
        if !self.board.adopt() {
            return Err(LoadError::Damaged);
        }
        self.tree.restore(saved);
        *self.sharing = Sharing::NONE;
        let mut killers = ByteReader::new(killers);
        self.killers.iter_mut().for_each(|mv| *mv = Move(killers.u32().unwrap_or(Move::NONE.0)));
        (*self.iterations, *self.playout_plies, *self.depth_max) = (iterations, playout_plies, depth_max as usize);
        (*self.elapsed_ms, *self.stop) = (elapsed_ms, stop);
        Ok(())
    }

    /// Checks the whole tree, depth first. Every sibling block must occur exactly once, below the
    /// node that the block names as its parent. All moves must be legal.
    ///
    /// The loop ends, because a sibling block is entered only from the parent that it names. So a
    /// block could be entered twice only if its parent's block was also entered twice.
    fn check_tree(&mut self, pool: &SavedPool<'_>, position: &[u8]) -> Result<(), InvalidBytes> {
        let sibling_blocks = pool.sibling_blocks().wrapping_sub(pool.released_siblings()?);
        check(is_possible(pool.root()))?;
        let (mut siblings, mut parent) = (children_of(pool.root()), (0, 0));
        if siblings == 0 {
            return check(sibling_blocks == 0);
        }
        let (mut depth, mut entered) = (0_usize, 0_u32);
        loop {
            let block = pool.block(siblings);
            check(block.used && block.parent == parent && entered < sibling_blocks)?;
            entered = entered.wrapping_add(1);
            self.arrive(depth, position)?;
            self.check_siblings(pool, &block)?;
            let mut next = 0;
            loop {
                let block = pool.block(siblings);
                let below = (next..block.len).find(|&rank| children_of(pool.node(&block, rank)) != 0);
                if let Some(rank) = below {
                    let words = pool.node(&block, rank);
                    let [mv, ..] = words;
                    *self.tree.path.get_mut(depth).ok_or(InvalidBytes)? = Step::of_move(Move(mv));
                    (depth, parent, siblings) = (depth.wrapping_add(1), (siblings, rank), children_of(words));
                    break;
                }
                let (above, rank) = block.parent;
                if above == 0 {
                    return check(entered == sibling_blocks);
                }
                (siblings, next, depth) = (above, rank.wrapping_add(1), depth.wrapping_sub(1));
            }
        }
    }

    /// Makes the first `depth` moves of the path in the scratch position, starting from the saved
    /// position.
    fn arrive(&mut self, depth: usize, position: &[u8]) -> Result<(), InvalidBytes> {
        self.board.read(position)?;
        for step in self.tree.path.iter().take(depth) {
            self.board.play(step.mv());
        }
        Ok(())
    }

    /// Checks the saved children of the scratch position. The moves must be legal and different. A
    /// child at which the game is over must be solved. A child without visits must not have
    /// children.
    fn check_siblings(&mut self, pool: &SavedPool<'_>, block: &SavedBlock) -> Result<(), InvalidBytes> {
        let listed = self.board.list().ok_or(InvalidBytes)?;
        check(listed == block.total || block.total < listed && self.may_lack_some(pool, block))?;
        #[cfg(feature = "chance")]
        check(self.board.comes_to_chance() == (block.outcomes != 0))?;
        let complete = block.len == block.total;
        for rank in 0..block.len {
            let words = pool.node(block, rank);
            let (mv, child) = (Move(words[0]), Slot::from_words(words));
            let taken = self.board.take_listed(listed, mv);
            let has_index = match taken.ok_or(InvalidBytes)? {
                _ if block.outcomes != 0 => child.share() > 0,
                _ if complete && self.tree.plan.stores_numbers() => true, // of any value
                index => child.has_index(if complete { 0 } else { index }),
            };
            check(is_possible(words) && has_index)?;
            check(rank < block.visited || children_of(words) == 0)?;
            if let Some(outcome) = self.board.outcome_after(mv) {
                let may_be_open = self.may_be_unknown(&child) || self.board.proves_less();
                let knows = child.proof() == outcome.into() || may_be_open && child.proof() == Proof::Unknown;
                check(children_of(words) == 0 && knows)?;
            }
        }
        Ok(())
    }
}

/// In a library without shared trees, every child has its value. If a sibling block is complete, it
/// has a child for every legal move.
#[cfg(not(shared_tree))]
impl TreeParts<'_, '_> {
    /// Always returns false: whether the game is over at a child is tested when the child is
    /// created.
    const fn may_be_unknown(&self, _: &Slot) -> bool {
        false
    }

    /// Always returns false: a complete sibling block has a child for every legal move.
    const fn may_lack_some(&self, _: &SavedPool<'_>, _: &SavedBlock) -> bool {
        false
    }
}

#[cfg(test)]
#[path = "save_tests.rs"]
mod tests;
