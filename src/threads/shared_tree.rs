//! One tree for several searches, each on a thread of its own: tree parallelization without locks
//! on the way (Enzenberger, Mueller 2009), by WU-UCT (Liu et al. 2020).
//!
//! What one thread finds, all others use at once. A simulation under way counts as a visit that
//! brings what the node has had so far, so that others go elsewhere. Which tree grows depends on
//! who is faster: nothing of it repeats itself.
//!
//! `slot.rs`, `header.rs` and `memory.rs` are the memory; `climb.rs` goes down and up in it, by the
//! formulas of `tree`; `copy_top.rs` copies the top of the tree to where a search reports from. The
//! simulation itself, which asks the game, is in `mcts/shared_tree.rs`.
//!
//! **What each thread may do.** Whoever makes the children of a node has claimed it; whoever comes
//! there meanwhile goes on as if it were a leaf. A node never moves, and no memory is used anew
//! before all threads have begun another simulation. So a thread meets only nodes that are
//! complete, whatever the others do. All words are atomic: no value is ever half written.

use crate::base::bits::absorb;
use crate::game::Move;
pub(crate) use crate::threads::climb::Climber;
pub(crate) use crate::threads::header::Seat;
use crate::threads::identity::ShareError;
use crate::threads::memory::Memory;
pub(crate) use crate::threads::memory::Refusal;
pub(crate) use crate::threads::slot::Id;
use crate::threads::slot::SharedSlot;

/// A tree, as one of those who share it has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedTree<'m> {
    memory: Memory<'m>,
    /// The position of this search, as a number; `None` where that has become another in a way that
    /// the tree cannot follow.
    position: Option<u64>,
}

/// What forgetting makes of the number of a position.
const FORGOTTEN: u64 = u64::MAX;

impl<'m> SharedTree<'m> {
    /// The tree in these slots, for a search whose game and player are `kind`, at the position with
    /// this digest of its bytes. If the tree is of another position, it is emptied.
    pub(crate) fn join(
        slots: &'m [SharedSlot],
        kind: impl FnOnce(usize) -> u64,
        digest: u64,
    ) -> Result<Self, ShareError> {
        let memory = Memory::new(slots).ok_or(ShareError::TooSmall)?;
        let position = memory.join(kind(slots.len()), digest)?;
        Ok(Self { memory, position: Some(position) })
    }

    /// Tells the digest of this search's position to those that join later.
    pub(crate) fn tell_digest(&self, digest: u64) {
        if let Some(position) = self.position {
            self.memory.tell_digest(position, digest);
        }
    }

    /// Is this the tree in these slots, and at the position of this search?
    pub(crate) fn is_in(&self, slots: &[SharedSlot]) -> bool {
        self.memory.is_in(slots) && self.position.is_some_and(|position| self.memory.is_at(position))
    }

    /// This search has played a move: the tree becomes that below it, unless another has seen to
    /// that. Where it cannot, because somebody searches it, this search has left it.
    pub(crate) fn follow(&mut self, mv: Move) {
        self.position = self.change(u64::from(mv.0), || {
            if !self.memory.reroot(mv) {
                self.memory.clear();
            }
        });
    }

    /// This search forgets what was found at its position, and all others do.
    pub(crate) fn forget(&mut self) {
        self.position = self.change(FORGOTTEN, || self.memory.clear());
    }

    /// This search has been given another position.
    pub(crate) fn leave(&mut self) {
        self.position = None;
    }

    /// What becomes of the position by this `change`, which is made if the tree is still where this
    /// search is.
    fn change(&self, number: u64, change: impl FnOnce()) -> Option<u64> {
        let before = self.position?;
        let after = absorb(before, number);
        self.memory.move_on(before, after, change).then_some(after)
    }

    /// A thread is about to search.
    pub(crate) fn enter(&self) -> Result<Seat<'m>, Refusal> {
        self.memory.enter(self.position.ok_or(Refusal::OtherPosition)?)
    }

    /// Nodes in the tree, root excluded, and how many were recycled.
    pub(crate) fn counts(&self) -> (u32, u64) {
        self.memory.counts()
    }

    /// The memory, for a search that sits there.
    pub(crate) fn climber(self, seat: Seat<'m>) -> Climber<'m> {
        Climber::new(self.memory, seat)
    }
}

#[cfg(all(test, not(loom)))]
#[path = "shared_tree_tests.rs"]
mod tests;
