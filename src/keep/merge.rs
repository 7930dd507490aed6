//! Root-parallel search: some searches of one position, each with a seed, a thread and memory of
//! its own, whose answers become one.
//!
//! Nothing is shared while they search, so there is nothing to wait for, and the result depends on
//! the seeds and on the work of each search, never on who is faster. Afterwards [`merge`] adds up
//! what they have found about the moves of the position:
//!
//! - visits and sums of rewards are added, so means are those of all simulations;
//! - a minimax value is the mean of all, each with the weight of its visits;
//! - what one has proven is proven, by the shortest proof there is;
//! - of alpha-beta that answer counts which is proven, else the one of the deepest iteration.
//!
//! The others are only read. The tree below the moves stays as it is in the search that they were
//! merged into, and that may go on: at the next position its root counts what all have found, and
//! each of them goes on with its own tree.

use crate::base::bytes::ByteWriter;
use crate::game::snapshot::Snapshot;
use crate::game::value::Side;
use crate::keep::save::{HasParts, Parts};
use crate::simulation::Board;

pub use super::error::MergeError;

/// Adds what the others have found about this position to `search`, in their order: the tree that
/// it has then, and its signature, depend on that.
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

/// The steps of [`merge`], for searches that no slice holds.
impl Parts<'_, '_> {
    /// Can `other` be merged into this search?
    ///
    /// # Errors
    /// See [`MergeError`].
    pub fn check_merge(&mut self, other: &mut Parts<'_, '_>) -> Result<(), MergeError> {
        if self.board().facts() != other.board().facts() {
            return Err(MergeError::Game);
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

    /// Adds what `other`, which has passed [`Parts::check_merge`], has found.
    pub fn merge(&mut self, other: &mut Parts<'_, '_>) {
        match (self, other) {
            (Self::Tree(own), Parts::Tree(other)) => own.merge(other),
            (Self::Depth(own), Parts::Depth(other)) => own.merge(other),
            _ => {}
        }
    }

    /// All others were merged; `mover` is to move.
    ///
    /// # Errors
    /// The game broke a promise when it was asked for its moves: the tree is empty then.
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

/// Are two searches at the same position? Their bytes are compared, part by part: no memory is
/// lent that holds a whole one.
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

/// Writes the bytes of a position from there on, and returns how many there are.
fn write_part(board: &dyn Board, from: usize, part: &mut [u8]) -> usize {
    let mut out = ByteWriter::behind(from, part);
    board.write(&mut out);
    out.len()
}
