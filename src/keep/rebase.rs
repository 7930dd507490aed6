//! Rebasing: after the memory of a search has been copied, the slices that the search borrows are
//! pointed to their new addresses.

/// Points every slice that a search borrows to its new address. [`crate::search::Search::rebase`]
/// calls these methods.
pub trait Rebase<'m, G> {
    /// Points the borrowed `slice` to its new address. The content at both addresses is the same.
    fn slice<T>(&mut self, slice: &mut &'m mut [T]);

    /// Like [`Rebase::slice`], for a slice that may later grow in place, to `count` elements. The
    /// memory after the current elements has no content yet.
    fn growing<T>(&mut self, slice: &mut &'m mut [T], count: usize);

    /// Like [`Rebase::slice`], for all slices that `position` borrows.
    fn position(&mut self, position: &mut G);
}

/// The old name of [`Rebase`]. It will be removed in the next minor version.
#[doc(hidden)]
pub use Rebase as Relocate;
