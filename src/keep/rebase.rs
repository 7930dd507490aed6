//! A search in another place: its memory was copied there, and it must find what it borrows.

/// Tells a search where the memory that it borrows lies now.
pub trait Rebase<'m, G> {
    /// Makes `slice`, which is borrowed, lie where it lies now, with the same content.
    fn slice<T>(&mut self, slice: &mut &'m mut [T]);

    /// As [`Rebase::slice`] for a slice that may be made longer where it lies, up to this
    /// `count` if that is more: what lies behind it has no content yet.
    fn growing<T>(&mut self, slice: &mut &'m mut [T], count: usize);

    /// As [`Rebase::slice`] for what a position borrows.
    fn position(&mut self, position: &mut G);
}

/// The old name of [`Rebase`]; it goes in the next minor version.
#[doc(hidden)]
pub use Rebase as Relocate;
