//! Memory that is made ready for use as the tree grows.
//!
//! A slice must not contain what nobody has ever written to, and to write to all of a large block
//! takes longer than a search may: 45 ms for 64 MiB. The pool writes every slot before it reads it,
//! from the first slot on. So whoever lends the memory may lend a short slice, and a function that
//! puts a longer one in its place.

use super::slot::Slot;
use core::mem::take;

/// How a slice of slots becomes longer. On bare metal, where no block is so large, it is not used:
/// there the whole slice must be lent at once.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'m> {
    /// Slots that there can be in all.
    pub count: usize,
    /// Puts a slice of `len` slots in the place of `ready`, which this search was lent at first or
    /// got from this function: it begins where that began, and holds what that held. The slots
    /// behind may hold anything. It is called with a `len` above that of `ready`, and no larger
    /// than the count.
    pub extend: fn(ready: &mut &'m mut [Slot], len: usize),
}

/// Takes the first `count` slots out of those provided, and makes them ready for use.
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
