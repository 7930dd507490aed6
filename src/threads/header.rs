//! What stands at the beginning of a shared tree: whose it is, who searches it, what time it is,
//! and where its free memory begins. What is not said to be for everybody is for who holds the
//! lock.
//!
//! **Time** is a number that grows with the simulations. Every search says at what time its
//! simulation has begun: what was taken off the tree before, it cannot have found any more
//! (epoch-based reclamation, Fraser 2004).

use super::atomic::{AtomicU32, AtomicU64, spin_loop};
use super::slot::SharedSlot;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Blocks have 2^0 to 2^31 slots.
pub(super) const ORDERS: usize = if cfg!(loom) { 4 } else { 32 };

/// How many threads can search one tree at a time.
pub(super) const SEATS: usize = if cfg!(loom) { 2 } else { 64 };

/// Where the lists of free blocks begin, four to a slot, and where the seats.
const LISTS: usize = 4;
const FIRST_SEAT: usize = LISTS + ORDERS / 4;

/// Slots of the header.
pub(super) const HEAD: usize = FIRST_SEAT + SEATS;

/// The header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'m>(pub(super) &'m [SharedSlot; HEAD]);

impl<'m> Head<'m> {
    /// What searches must have in common to share the tree.
    pub(super) fn kind(self) -> &'m AtomicU64 {
        &self.0[0].wide[0]
    }

    /// The position at the root as a number: made of its bytes when the tree was last emptied for a
    /// new position, and of the moves since.
    pub(super) fn position(self) -> &'m AtomicU64 {
        &self.0[0].wide[1]
    }

    fn lock_word(self) -> &'m AtomicU32 {
        &self.0[0].narrow[0]
    }

    /// How many searches have come to share the tree.
    pub(super) fn members(self) -> &'m AtomicU32 {
        &self.0[0].narrow[1]
    }

    /// Nodes in the tree, root excluded, and those that were released but not yet given back. For
    /// everybody.
    pub(super) fn nodes(self) -> &'m AtomicU32 {
        &self.0[0].narrow[2]
    }

    /// The time. For everybody to read.
    pub(super) fn clock(self) -> &'m AtomicU64 {
        &self.0[1].wide[0]
    }

    /// Nodes recycled since the tree was last empty.
    pub(super) fn recycled(self) -> &'m AtomicU64 {
        &self.0[1].wide[1]
    }

    /// Where the recycling hand stands.
    pub(super) fn hand(self) -> &'m AtomicU32 {
        &self.0[1].narrow[0]
    }

    /// The first of the sibling blocks that nobody looks at any more.
    pub(super) fn released(self) -> &'m AtomicU32 {
        &self.0[1].narrow[1]
    }

    /// The first of the sibling blocks that were taken off the tree, and that some thread may still
    /// look at.
    pub(super) fn leaving(self) -> &'m AtomicU32 {
        &self.0[1].narrow[2]
    }

    /// Rounds of the hand since it last found room.
    pub(super) fn rounds(self) -> &'m AtomicU32 {
        &self.0[1].narrow[3]
    }

    /// When the hand began this round.
    pub(super) fn began(self) -> &'m AtomicU64 {
        &self.0[2].wide[0]
    }

    /// The time up to which a sibling block counts as idle.
    pub(super) fn idle_until(self) -> &'m AtomicU64 {
        &self.0[2].wide[1]
    }

    /// When the latest of the sibling blocks that are leaving was taken off.
    pub(super) fn left_at(self) -> &'m AtomicU64 {
        &self.0[3].wide[0]
    }

    /// The position at the root as a number made of its bytes alone; 0 after a move, until a search
    /// tells it again.
    pub(super) fn bytes_digest(self) -> &'m AtomicU64 {
        &self.0[3].wide[1]
    }

    /// The first free block of this order, 0 for none.
    pub(super) fn free(self, order: u32) -> &'m AtomicU32 {
        let order = order as usize % ORDERS;
        let slot = self.0.get(LISTS.wrapping_add(order / 4)).unwrap_or(&self.0[LISTS]);
        slot.narrow.get(order % 4).unwrap_or(&slot.narrow[0])
    }

    fn seats(self) -> impl Iterator<Item = &'m AtomicU64> {
        self.0.iter().skip(FIRST_SEAT).map(|slot| &slot.wide[0])
    }

    /// Does any thread search?
    pub(super) fn is_searched(self) -> bool {
        self.seats().any(|seat| seat.load(Acquire) != 0)
    }

    /// Takes a seat for a thread that is about to search; `None` where all are taken. For who holds
    /// the lock: so no thread begins unseen while another looks.
    pub(super) fn take_seat(self) -> Option<Seat<'m>> {
        let time = self.clock().load(Acquire);
        let announced = self.seats().find(|seat| seat.load(Acquire) == 0)?;
        announced.store(time, Relaxed);
        Some(Seat { head: self, announced, time, simulations: 0 })
    }

    /// Has every thread but that on this seat begun a simulation after that time, or is it gone?
    pub(super) fn all_are_past(self, time: u64, own: &Seat<'_>) -> bool {
        self.seats().filter(|seat| !core::ptr::eq(*seat, own.announced)).all(|seat| {
            let began = seat.load(Acquire);
            began == 0 || began > time
        })
    }

    /// Holds the lock, if nobody else does.
    pub(super) fn try_lock(self) -> Option<Lock<'m>> {
        self.lock_word().compare_exchange(0, 1, Acquire, Relaxed).ok().map(|_| Lock(self))
    }

    /// Waits for the lock, which is never held for long. Only between searches.
    pub(super) fn lock(self) -> Lock<'m> {
        loop {
            if let Some(lock) = self.try_lock() {
                return lock;
            }
            spin_loop();
        }
    }
}

/// The lock, held as long as this is there.
pub(super) struct Lock<'m>(Head<'m>);

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        self.0.lock_word().store(0, Release);
    }
}

/// After how many simulations of a thread the clock goes on.
const TICK: u32 = 64;

/// A thread that searches.
#[derive(Debug)]
pub(crate) struct Seat<'m> {
    head: Head<'m>,
    /// When its simulation began, for the others to see.
    announced: &'m AtomicU64,
    time: u64,
    simulations: u32,
}

impl Seat<'_> {
    /// A simulation begins: what it finds was in the tree at this time.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.simulations = self.simulations.wrapping_add(1);
        if self.simulations.is_multiple_of(TICK) {
            self.head.clock().fetch_add(1, Release);
        }
        let time = self.head.clock().load(Acquire);
        if time != self.time {
            self.time = time;
            self.announced.store(time, Release);
        }
    }

    /// When its simulation began.
    #[inline]
    pub(super) fn time(&self) -> u64 {
        self.time
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.announced.store(0, Release);
    }
}
