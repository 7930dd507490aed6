//! Lets a search join a shared tree, and tells what its own tree may lack after it did.

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
    /// From now on searches in this tree, which others search as well. Their positions are equal.
    /// If it does so already, nothing changes.
    ///
    /// # Errors
    /// The player has options that a shared tree does not have, or the tree is not for it: then
    /// the search goes on as before.
    pub fn share_tree(&mut self, slots: &'m [SharedSlot]) -> Result<(), ShareError> {
        let plan = &self.tree.plan;
        if plan.samples_children() || plan.grave() > 0 || plan.proofs() || plan.score_bounds() {
            return Err(ShareError::Unsupported);
        }
        let digest = digest(self.board);
        if let Some(tree) = self.sharing.tree.filter(|tree| tree.is_in(slots)) {
            tree.tell_digest(digest);
            return Ok(());
        }
        let player = self.tree.plan.fingerprint();
        let tree = SharedTree::join(slots, |size| kind(self.board, player, size), digest)?;
        self.sharing.tree = Some(tree);
        Ok(())
    }

    /// May a tree that was the top of a shared one not know that the game is over after the move
    /// into this child? `TreeSearch::know` finds out.
    pub(super) fn may_be_unknown(&self, child: &Slot) -> bool {
        child.visits() == 0 && child.proof() == Proof::Unknown && !makes_whole_children(&self.tree.plan)
    }

    /// May a sibling block of a tree that was the top of a shared one have fewer children than
    /// there are moves? If one wins, no others are needed. The scratch position is at their parent.
    pub(super) fn may_lack_some(&self, pool: &SavedPool<'_>, siblings: &SavedBlock) -> bool {
        let mover = self.board.to_move();
        let mut children = (0..siblings.len).map(|rank| Slot::from_words(pool.node(siblings, rank)));
        siblings.len == siblings.total && children.any(|child| child.proof().is_win_for(mover))
    }

    /// From now on searches in its own tree again, and begins with what it has reported last.
    pub fn share_no_tree(&mut self) {
        self.sharing.tree = None;
    }
}

/// A position as a number: all of its bytes, part by part.
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
