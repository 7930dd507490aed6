//! Root-parallel search: several searches of one position, each with its own seed, thread and
//! memory. Their results are merged at the root.
//!
//! The searches share no memory, so no thread waits for another thread. The result depends on the
//! seeds and on the amount of work of each search, but not on which search is faster. After the
//! searches, [`merge`] combines their results for the moves of the position:
//!
//! - visits and sums of rewards are added, so that each mean covers all simulations;
//! - a minimax value is the mean over the searches, weighted by visits;
//! - a move is solved if any search has solved it, and the shortest proof is used;
//! - for alpha-beta, a solved result is used, or else the result of the deepest iteration.
//!
//! The other searches do not change, and each of them can continue with its own tree. The search
//! that receives the results can also continue. It keeps its own tree below the moves. After a move
//! is played, its new root has the combined counts.

use crate::base::bytes::ByteWriter;
use crate::game::snapshot::Snapshot;
use crate::game::value::Side;
use crate::keep::save::{HasParts, Parts};
use crate::simulation::Board;

pub use super::error::MergeError;

/// Adds the results of `others` to `search`. All searches must be at the same position. The order
/// of `others` affects the merged tree and its signature.
///
/// # Errors
/// See [`MergeError`].
pub fn merge<'m, S: HasParts<'m> + ?Sized>(search: &mut S, others: &mut [&mut S]) -> Result<(), MergeError>
where
    S::Game: Snapshot,
{
    let mover = search.ranking()?.mover();
    for other in &mut *others {
        search.whole().check_merge(&mut other.whole())?;
    }
    for other in &mut *others {
        search.whole().merge(&mut other.whole());
    }
    search.whole().close_merge(mover)
}

/// The steps of [`merge`], for a caller whose searches are not in one slice.
impl Parts<'_, '_> {
    /// Checks that `other` can be merged into this search.
    ///
    /// # Errors
    /// See [`MergeError`].
    pub fn check_merge(&mut self, other: &mut Parts<'_, '_>) -> Result<(), MergeError> {
        if self.board().facts() != other.board().facts() {
            return Err(MergeError::Game);
        }
        #[cfg(feature = "chance")]
        if self.board().is_chance() {
            return Err(MergeError::Chance);
        }
        if self.board().net_mark() != other.board().net_mark() {
            return Err(MergeError::Player);
        }
        match (&*self, &*other) {
            (Self::Tree(own), Parts::Tree(other)) => own.check_merge(other)?,
            (Self::Depth(own), Parts::Depth(other)) => own.check_merge(other)?,
            _ => return Err(MergeError::Player),
        }
        let equal = are_equal(self.board(), other.board());
        let fault = self.board().take_fault().or(other.board().take_fault());
        match fault {
            Some(fault) => Err(MergeError::Fault(fault)),
            None if equal => Ok(()),
            None => Err(MergeError::Position),
        }
    }

    /// Adds the results of `other`, which must have passed [`Parts::check_merge`].
    pub fn merge(&mut self, other: &mut Parts<'_, '_>) {
        match (self, other) {
            (Self::Tree(own), Parts::Tree(other)) => own.merge(other),
            (Self::Depth(own), Parts::Depth(other)) => own.merge(other),
            _ => {}
        }
    }

    /// Finishes a merge after the last search has been added. `mover` is the player to move.
    ///
    /// # Errors
    /// The game broke a promise when it listed its moves. After this error the tree is empty.
    pub fn close_merge(&mut self, mover: Side) -> Result<(), MergeError> {
        if let Self::Tree(own) = self {
            own.close_merge(mover);
        }
        let Some(fault) = self.board().take_fault() else { return Ok(()) };
        if let Self::Tree(own) = self {
            own.forget();
        }
        Err(fault.into())
    }
}

/// True if two searches are at the same position. Compares the snapshots of both positions part by
/// part, because there is no memory for whole snapshots.
fn are_equal(one: &dyn Board, other: &dyn Board) -> bool {
    const PART: usize = 64;
    let mut from = 0_usize;
    loop {
        let (mut first, mut second) = ([0; PART], [0; PART]);
        let lengths = [write_part(one, from, &mut first), write_part(other, from, &mut second)];
        let [length, same_length] = lengths;
        if length != same_length || first != second {
            return false;
        }
        if length <= PART {
            return true;
        }
        from = from.wrapping_add(PART);
    }
}

/// Writes a part of a snapshot to `part`: its bytes from the offset `from` on, until `part` is full
/// or the snapshot ends. Returns the number of bytes from `from` to the end of the snapshot.
fn write_part(board: &dyn Board, from: usize, part: &mut [u8]) -> usize {
    let mut out = ByteWriter::behind(from, part);
    board.write(&mut out);
    out.len()
}
