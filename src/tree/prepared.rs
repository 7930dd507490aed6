//! Memory that is made ready for use as the tree grows.
//!
//! A slice must not contain what nobody has ever written to, and to write to all of a large block
//! takes longer than a search may: 45 ms for 64 MiB. The pool writes every slot before it reads it,
//! from the first slot on. So whoever lends the memory may lend a short slice, and a function that
//! puts a longer one in its place.

use super::slot::Slot;

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

/// Takes so many slots of those that were lent for a table, all of them ready for use, and returns
/// the others.
pub(super) fn take_share<'m>(
    mut slots: &'m mut [Slot],
    growth: Option<Growth<'m>>,
    share: usize,
) -> (&'m mut [Slot], &'m mut [Slot], Option<Growth<'m>>) {
    let growth = growth.map(|growth| {
        if share > slots.len() {
            (growth.extend)(&mut slots, share);
        }
        Growth { count: growth.count.saturating_sub(share), ..growth }
    });
    let (taken, slots) = slots.split_at_mut_checked(share).unwrap_or_default();
    (taken, slots, growth)
}
