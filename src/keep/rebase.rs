//! Rebasing: if you copy the memory of a search, the slices that the search borrows must point to
//! their new addresses.

/// Sets every slice that a search borrows to its new address. [`crate::search::Search::rebase`]
/// calls these methods.
pub trait Rebase<'m, G> {
    /// Sets the borrowed `slice` to its new address. The memory at both addresses has the same
    /// content.
    fn slice<T>(&mut self, slice: &mut &'m mut [T]);

    /// Does the work of [`Rebase::slice`] for a slice that may later grow in place to `count`
    /// elements. The memory after the present elements has no content yet.
    fn growing<T>(&mut self, slice: &mut &'m mut [T], count: usize);

    /// Does the work of [`Rebase::slice`] for all slices that `position` borrows.
    fn position(&mut self, position: &mut G);
}

/// The old name of [`Rebase`]. It will be removed in the next minor version.
#[doc(hidden)]
pub use Rebase as Relocate;
