//! Memory that is made ready for use as the tree grows.
//!
//! In Rust, a slice must not contain memory that was never written. But to write a whole large
//! block can take longer than a search: 45 ms for 64 MiB. The pool uses the first slots first, and
//! writes each slot before it reads the slot. So the caller may provide a short slice, and a
//! function that replaces it by a longer slice.

use super::slot::Slot;
use core::mem::take;

/// How to make a slice of slots longer. Not used on bare metal, where blocks are small and the
/// caller provides the whole slice at once.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'m> {
    /// The number of slots that the slice can have at most.
    pub count: usize,
    /// Replaces `ready` by a slice of `len` slots. `ready` is the slice that the caller provided,
    /// or a slice from an earlier call of this function. The new slice begins at the same address
    /// and has the same content; the additional slots may have any content. `len` is larger than
    /// the length of `ready`, and no larger than `count`.
    pub extend: fn(ready: &mut &'m mut [Slot], len: usize),
}

/// Takes the first `count` slots from `slots`, and makes them ready for use.
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
