//! Rebasing: after the memory of a search was copied, the slices that the search borrows must point
//! to the new addresses.

/// Receives the new addresses of the memory that a search borrows.
pub trait Rebase<'m, G> {
    /// Points the borrowed `slice` to its new address. The content is the same.
    fn slice<T>(&mut self, slice: &mut &'m mut [T]);

    /// Like [`Rebase::slice`], for a slice that may later grow to `count` elements in place. The
    /// memory after the current elements has no content yet.
    fn growing<T>(&mut self, slice: &mut &'m mut [T], count: usize);

    /// Like [`Rebase::slice`], for the slices that a position borrows.
    fn position(&mut self, position: &mut G);
}

/// The old name of [`Rebase`]. It will be removed in the next minor version.
#[doc(hidden)]
pub use Rebase as Relocate;
