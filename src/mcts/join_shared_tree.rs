//! Lets a search join or leave a shared tree. After a search, its own tree is a copy of the top of
//! the shared tree. This file also describes what may be missing in such a copy.

use super::SharedSlot;
use super::save::TreeParts;
use super::shared_tree::makes_whole_children;
use crate::base::bits::absorb;
use crate::base::bytes::ByteWriter;
use crate::game::value::Proof;
use crate::simulation::Board;
use crate::threads::identity::{ShareError, kind};
use crate::threads::shared_tree::SharedTree;
use crate::tree::{SavedBlock, SavedPool, Slot};

impl<'m> TreeParts<'_, 'm> {
    /// Joins the shared tree in `slots`, which other searches of the same position can also join.
    /// If the search already uses this tree, only marks the tree with a hash of the search's
    /// position. Then other searches of this position can join.
    ///
    /// # Errors
    /// The player has options that a shared tree does not support, the tree is too small, or the
    /// tree belongs to another game or player. It is also an error if another search is still
    /// searching the tree from another position. After an error, this search continues as before.
    pub fn share_tree(&mut self, slots: &'m [SharedSlot]) -> Result<(), ShareError> {
        let plan = &self.tree.plan;
        let keeps_own =
            plan.grave() > 0 || plan.proofs() || plan.score_bounds() || plan.ease() > 0.0 || plan.corrects();
        #[cfg(feature = "chance")]
        let keeps_own = keeps_own || self.board.has_chance();
        let keeps_own = keeps_own || self.board.proves_less();
        if plan.samples_children() || keeps_own || plan.is_told() {
            return Err(ShareError::Unsupported);
        }
        let digest = digest(self.board);
        if let Some(tree) = self.sharing.tree.filter(|tree| tree.is_in(slots)) {
            tree.tell_digest(digest);
            return Ok(());
        }
        self.tree.come_to_rest();
        let player = self.tree.plan.fingerprint();
        let tree = SharedTree::join(slots, |size| kind(self.board, player, size), digest)?;
        self.sharing.tree = Some(tree);
        Ok(())
    }

    /// True if the game may be over at this child, although the child is not marked as solved. With
    /// some players, a shared tree does not test this before the first visit of the child. So a
    /// copy of the top of the shared tree may contain children that were not tested.
    /// `TreeSearch::know` tests them later.
    pub(super) fn may_be_unknown(&self, child: &Slot) -> bool {
        child.visits() == 0 && child.proof() == Proof::Unknown && !makes_whole_children(&self.tree.plan)
    }

    /// True if this sibling block may have fewer children than there are legal moves. This happens
    /// in a shared tree, where no further children are created after a child that wins. The scratch
    /// position must be the position of the parent.
    pub(super) fn may_lack_some(&self, pool: &SavedPool<'_>, siblings: &SavedBlock) -> bool {
        let mover = self.board.to_move();
        let mut children = (0..siblings.len).map(|rank| Slot::from_words(pool.node(siblings, rank)));
        siblings.len == siblings.total && children.any(|child| child.proof().is_win_for(mover))
    }

    /// Leaves the shared tree. The search continues in its own tree, which is a copy of the top of
    /// the shared tree. The copy was made at the end of the latest search, or for the latest
    /// report.
    pub fn share_no_tree(&mut self) {
        self.sharing.tree = None;
    }
}

/// A hash of all bytes of a position, read in parts of 64 bytes.
fn digest(board: &dyn Board) -> u64 {
    const PART: usize = 64;
    let (mut from, mut hash) = (0_usize, 0);
    loop {
        let mut part = [0; PART];
        let mut out = ByteWriter::behind(from, &mut part);
        board.write(&mut out);
        let length = out.len();
        hash = part.iter().fold(absorb(hash, length as u64), |hash, &byte| absorb(hash, u64::from(byte)));
        if length <= PART {
            return hash;
        }
        from = from.wrapping_add(PART);
    }
}
