//! One tree for several searches that run at the same time, each on its own thread. This is tree
//! parallelization without locks during selection (Enzenberger, Mueller 2009), with WU-UCT (Liu et
//! al. 2020).
//!
//! All threads soon see the results of each thread. A running simulation counts as a visit with the
//! mean reward of the node so far. If there are several, half of them count as losses, so that
//! other threads select other nodes. The tree depends on which thread is faster, so a search cannot
//! be repeated exactly.
//!
//! `slot.rs`, `header.rs` and `memory.rs` manage the memory. `climb.rs` selects and backs up, with
//! the formulas in `tree`. `copy_top.rs` copies the top of the shared tree to the search's own
//! tree, from which the search reports. `mcts/shared_tree.rs` has the code of a simulation that
//! calls the game.
//!
//! **What each thread may do.** A thread claims a node before it creates the children. Until all
//! children exist, the node is a leaf for other threads. A node never moves, and memory is used
//! again only after all threads have started another simulation at the root. So a thread finds only
//! complete nodes, whatever other threads do. All words are atomic, so a value is never half
//! written.

use crate::base::bits::absorb;
use crate::game::Move;
pub(crate) use crate::threads::climb::Climber;
pub(crate) use crate::threads::header::Seat;
use crate::threads::identity::ShareError;
use crate::threads::memory::Memory;
pub(crate) use crate::threads::memory::Refusal;
pub(crate) use crate::threads::slot::Id;
use crate::threads::slot::SharedSlot;

/// A shared tree, as one of its searches sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedTree<'m> {
    memory: Memory<'m>,
    /// The number that identifies the position of this search. `None` if the search's position has
    /// changed and the tree could not follow.
    position: Option<u64>,
}

/// When a search discards all results, the number of its position is combined with this number.
const FORGOTTEN: u64 = u64::MAX;

impl<'m> SharedTree<'m> {
    /// Joins the tree in these slots. `kind` returns a number that identifies the game, the player
    /// and the number of slots. `digest` is computed from the bytes of the search's position. If
    /// the tree is at another position, it is emptied.
    pub(crate) fn join(
        slots: &'m [SharedSlot],
        kind: impl FnOnce(usize) -> u64,
        digest: u64,
    ) -> Result<Self, ShareError> {
        let memory = Memory::new(slots).ok_or(ShareError::TooSmall)?;
        let position = memory.join(kind(slots.len()), digest)?;
        Ok(Self { memory, position: Some(position) })
    }

    /// Stores the digest of this search's position, for searches that join later.
    pub(crate) fn tell_digest(&self, digest: u64) {
        if let Some(position) = self.position {
            self.memory.tell_digest(position, digest);
        }
    }

    /// True if the tree is in these slots, and at the position of this search.
    pub(crate) fn is_in(&self, slots: &[SharedSlot]) -> bool {
        self.memory.is_in(slots) && self.position.is_some_and(|position| self.memory.is_at(position))
    }

    /// Updates the tree after a move of this search: only the part below the move stays. Does
    /// nothing if another search has already made this move. If a thread is still searching the
    /// tree, this search leaves it.
    pub(crate) fn follow(&mut self, mv: Move) {
        self.position = self.change(u64::from(mv.0), || {
            if !self.memory.reroot(mv) {
                self.memory.clear();
            }
        });
    }

    /// Discards the results at this search's position, for all searches.
    pub(crate) fn forget(&mut self) {
        self.position = self.change(FORGOTTEN, || self.memory.clear());
    }

    /// Leaves the tree, because this search got another position.
    pub(crate) fn leave(&mut self) {
        self.position = None;
    }

    /// If the tree is still at this search's position, calls `change`. Returns the new number of
    /// the position. `None` if the tree could not change.
    fn change(&self, number: u64, change: impl FnOnce()) -> Option<u64> {
        let before = self.position?;
        let after = absorb(before, number);
        self.memory.move_on(before, after, change).then_some(after)
    }

    /// Takes a seat for a thread that is about to search.
    pub(crate) fn enter(&self) -> Result<Seat<'m>, Refusal> {
        self.memory.enter(self.position.ok_or(Refusal::OtherPosition)?)
    }

    /// Returns the number of nodes without the root, and the number of recycled nodes.
    pub(crate) fn counts(&self) -> (u32, u64) {
        self.memory.counts()
    }

    /// Returns a [`Climber`], which runs the simulations of the thread with this seat.
    pub(crate) fn climber(self, seat: Seat<'m>) -> Climber<'m> {
        Climber::new(self.memory, seat)
    }
}

#[cfg(all(test, not(loom)))]
#[path = "shared_tree_tests.rs"]
mod tests;
