//! The header of a shared tree. It identifies the game and the player, and stores data about the
//! searches in the tree, the time and the free memory. Every thread may use the fields that are
//! marked "Needs no lock". Only the thread that holds the lock may use the other fields.
//!
//! **Time** is a number that grows with the number of simulations. Each search announces the time
//! at which its latest simulation started at the root. Nodes that were removed from the tree before
//! that time cannot be found by this search any more. When this is true for all searches, the
//! memory of these nodes can be used again (epoch-based reclamation, Fraser 2004).

use super::atomic::{AtomicU32, AtomicU64, spin_loop};
use super::slot::SharedSlot;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The number of block sizes. Blocks can have 2^0 to 2^31 slots.
pub(super) const ORDERS: usize = if cfg!(loom) { 4 } else { 32 };

/// The maximum number of threads that can search one tree at the same time.
pub(super) const SEATS: usize = if cfg!(loom) { 2 } else { 64 };

/// `LISTS` is the first slot with the lists of free blocks. One slot contains four lists.
/// `FIRST_SEAT` is the first slot with the seats of the searches.
const LISTS: usize = 4;
const FIRST_SEAT: usize = LISTS + ORDERS / 4;

/// The number of slots of the header.
pub(super) const HEAD: usize = FIRST_SEAT + SEATS;

/// The header of a shared tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'m>(pub(super) &'m [SharedSlot; HEAD]);

impl<'m> Head<'m> {
    /// A number that identifies the game, the board and the player. All searches in the tree must
    /// have the same number.
    pub(super) fn kind(self) -> &'m AtomicU64 {
        &self.0[0].wide[0]
    }

    /// A number that identifies the position at the root. It is computed from the bytes of the
    /// position at which the tree was last empty, and from the moves since then.
    pub(super) fn position(self) -> &'m AtomicU64 {
        &self.0[0].wide[1]
    }

    fn lock_word(self) -> &'m AtomicU32 {
        &self.0[0].narrow[0]
    }

    /// The number of searches that have joined the tree.
    pub(super) fn members(self) -> &'m AtomicU32 {
        &self.0[0].narrow[1]
    }

    /// The number of nodes without the root. Released nodes count until their memory is free. Needs
    /// no lock.
    pub(super) fn nodes(self) -> &'m AtomicU32 {
        &self.0[0].narrow[2]
    }

    /// The current time. Needs no lock.
    pub(super) fn clock(self) -> &'m AtomicU64 {
        &self.0[1].wide[0]
    }

    /// The number of nodes recycled since the tree was last empty. Reading this number needs no
    /// lock.
    pub(super) fn recycled(self) -> &'m AtomicU64 {
        &self.0[1].wide[1]
    }

    /// The position of the recycling hand (see `memory.rs`), as the id of a slot.
    pub(super) fn hand(self) -> &'m AtomicU32 {
        &self.0[1].narrow[0]
    }

    /// The first sibling block in the list of released blocks. No thread uses these blocks any
    /// more.
    pub(super) fn released(self) -> &'m AtomicU32 {
        &self.0[1].narrow[1]
    }

    /// The first sibling block in the list of leaving blocks. A leaving block was removed from the
    /// tree, but a thread may still be using it.
    pub(super) fn leaving(self) -> &'m AtomicU32 {
        &self.0[1].narrow[2]
    }

    /// The number of rounds that the recycling hand has made since it last found room.
    pub(super) fn rounds(self) -> &'m AtomicU32 {
        &self.0[1].narrow[3]
    }

    /// The time when the recycling hand began this round.
    pub(super) fn began(self) -> &'m AtomicU64 {
        &self.0[2].wide[0]
    }

    /// Sibling blocks that were last used at this time or earlier count as idle.
    pub(super) fn idle_until(self) -> &'m AtomicU64 {
        &self.0[2].wide[1]
    }

    /// The time when a sibling block was last added to the list of leaving blocks.
    pub(super) fn left_at(self) -> &'m AtomicU64 {
        &self.0[3].wide[0]
    }

    /// A number that identifies the position at the root. It is computed only from the bytes of the
    /// position. A move sets it to 0, until a search stores it again.
    pub(super) fn bytes_digest(self) -> &'m AtomicU64 {
        &self.0[3].wide[1]
    }

    /// The first block in the list of free blocks of this order (2^order slots); 0 if the list is
    /// empty.
    pub(super) fn free(self, order: u32) -> &'m AtomicU32 {
        let order = order as usize % ORDERS;
        let slot = self.0.get(LISTS.wrapping_add(order / 4)).unwrap_or(&self.0[LISTS]);
        slot.narrow.get(order % 4).unwrap_or(&slot.narrow[0])
    }

    fn seats(self) -> impl Iterator<Item = &'m AtomicU64> {
        self.0.iter().skip(FIRST_SEAT).map(|slot| &slot.wide[0])
    }

    /// True if any thread searches.
    pub(super) fn is_searched(self) -> bool {
        self.seats().any(|seat| seat.load(Acquire) != 0)
    }

    /// Takes a seat for a thread that is about to search. `None` if all seats are taken. The caller
    /// must hold the lock, so that no thread starts while another thread checks the seats.
    pub(super) fn take_seat(self) -> Option<Seat<'m>> {
        let time = self.clock().load(Acquire);
        let announced = self.seats().find(|seat| seat.load(Acquire) == 0)?;
        announced.store(time, Relaxed);
        Some(Seat { head: self, announced, time, simulations: 0, waits: false })
    }

    /// True if all threads, except the one in the seat `own`, have ended their search or have
    /// started at the root again after this time.
    pub(super) fn all_are_past(self, time: u64, own: &Seat<'_>) -> bool {
        self.seats().filter(|seat| !core::ptr::eq(*seat, own.announced)).all(|seat| {
            let began = seat.load(Acquire);
            began == 0 || began > time
        })
    }

    /// Takes the lock if it is free. `None` if another thread has it.
    pub(super) fn try_lock(self) -> Option<Lock<'m>> {
        self.lock_word().compare_exchange(0, 1, Acquire, Relaxed).ok().map(|_| Lock(self))
    }

    /// Waits for the lock. No thread holds the lock for long. Within a search, only
    /// `Memory::give_siblings` waits.
    pub(super) fn lock(self) -> Lock<'m> {
        loop {
            if let Some(lock) = self.try_lock() {
                return lock;
            }
            spin_loop();
        }
    }
}

/// The lock. It is held until this value is dropped.
pub(super) struct Lock<'m>(Head<'m>);

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        self.0.lock_word().store(0, Release);
    }
}

/// Each time a thread has started this many simulations, the clock advances by one.
const TICK: u32 = 64;

/// The place of one searching thread in the header of the shared tree.
#[derive(Debug)]
pub(crate) struct Seat<'m> {
    head: Head<'m>,
    /// The time at which the latest simulation of this thread started at the root. Other threads
    /// read this time.
    announced: &'m AtomicU64,
    time: u64,
    simulations: u32,
    /// True if memory cannot be used again before this thread starts at the root.
    pub(super) waits: bool,
}

impl Seat<'_> {
    /// Counts a simulation, which can advance the clock.
    #[inline]
    pub(super) fn count(&mut self) {
        self.simulations = self.simulations.wrapping_add(1);
        if self.simulations.is_multiple_of(TICK) {
            self.head.clock().fetch_add(1, Release);
        }
    }

    /// Starts a simulation at the root, which cannot find nodes that were removed from the tree
    /// earlier.
    #[inline]
    pub(super) fn begin(&mut self) {
        let time = self.head.clock().load(Acquire);
        if time != self.time {
            self.time = time;
            self.announced.store(time, Release);
        }
    }

    /// Returns the time at which the latest simulation of this thread started at the root.
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
