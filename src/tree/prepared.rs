//! Memory that is made ready for use as the tree grows.
//!
//! A slice must not contain memory that was never written, and writing to all of a large block
//! takes longer than a search may: 45 ms for 64 MiB. The pool writes every slot before it reads it,
//! from the first slot on. So the caller may provide a short slice, and a function that replaces it
//! by a longer one.

use super::slot::Slot;
use core::mem::take;

/// How a slice of slots becomes longer. On bare metal, blocks are small and this type is not used:
/// the whole slice must be provided at once.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'m> {
    /// The largest total number of slots.
    pub count: usize,
    /// Replaces `ready` by a slice of `len` slots. `ready` is the slice that this search got at
    /// first, or from this function. The new slice begins at the same address and has the same
    /// content; the additional slots may have any content. `len` is larger than the length of
    /// `ready`, and no larger than `count`.
    pub extend: fn(ready: &mut &'m mut [Slot], len: usize),
}

/// Takes the first `count` slots of the provided ones, and makes them ready for use.
pub(super) fn carve<'m>(slots: &mut &'m mut [Slot], growth: Option<Growth<'m>>, count: usize) -> &'m mut [Slot] {
    if let Some(growth) = growth
        && count > slots.len()
    {
        (growth.extend)(slots, count);
    }
    let (carved, rest) = take(slots).split_at_mut_checked(count).unwrap_or_default();
    *slots = rest;
    carved
}
