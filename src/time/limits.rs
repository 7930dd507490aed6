//! The limits of a search, the clock, and the flags that any thread can set to stop the search.

use crate::base::POLICIES;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub use crate::report::Stop;

/// Limits of one search. The search ends at the first limit that it reaches. If a field is a
/// number, 0 means no limit.
///
/// After each iteration, a search checks its limits. An iteration is a simulation of the tree
/// search, or a position that alpha-beta visits. A search runs at least one iteration if anything
/// is left to search. Without a limit on iterations, a long iteration may be interrupted, and a
/// later search continues it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The largest number of simulations of a tree search, or of positions that alpha-beta visits.
    pub iterations: u64,
    /// The largest number of nodes in the tree, without the root. After a move, nodes that are no
    /// longer part of the tree do not count, and the search frees their memory first. (In a shared
    /// tree, they count until their memory is free.) Alpha-beta has no tree. It counts iterations
    /// instead. The game or the memory may be too small for a tree with this number of nodes. So if
    /// neither iterations nor time is limited, the search also ends after a number of simulations:
    /// [`Limits::PATIENCE`] times this limit.
    pub nodes: u32,
    /// The largest depth of the tree or of alpha-beta, in plies below the root. Alpha-beta needs no
    /// other limit, but the tree search does.
    pub depth: u32,
    /// Time on the caller's [`Clock`]. `None` means no limit. With a time of 0, the search is as
    /// short as possible.
    pub time: Option<Time>,
}

/// A duration in microseconds (up to 71 minutes) or in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    pub(super) count: u32,
    /// True for microseconds, false for milliseconds. A library without the feature `policies`
    /// ignores this field.
    is_us: bool,
}

impl Time {
    /// A duration in milliseconds.
    #[must_use]
    pub fn ms(ms: u32) -> Self {
        Self { count: ms, is_us: false }
    }

    /// Returns a duration in microseconds. In a library without `policies`, or if `us` has more
    /// than 32 bits, the duration is rounded up to milliseconds. Then it is at most 2^32 - 1
    /// milliseconds.
    #[must_use]
    pub fn us(us: u64) -> Self {
        match u32::try_from(us) {
            Ok(count) if POLICIES => Self { count, is_us: true },
            _ => Self::ms(u32::try_from(us.div_ceil(u64::from(US_IN_MS))).unwrap_or(u32::MAX)),
        }
    }

    /// The duration in microseconds.
    #[must_use]
    pub fn as_us(self) -> u64 {
        let count = u64::from(self.count);
        if self.is_fine() { count } else { count.saturating_mul(u64::from(US_IN_MS)) }
    }

    /// The duration in milliseconds, rounded up.
    #[must_use]
    pub fn as_ms(self) -> u32 {
        if self.is_fine() { self.count.div_ceil(US_IN_MS) } else { self.count }
    }

    pub(super) fn is_fine(self) -> bool {
        POLICIES && self.is_us
    }
}

/// Microseconds in a millisecond.
pub(super) const US_IN_MS: u32 = 1000;

impl Limits {
    /// If a limit of N nodes is the only limit, the search ends after at most N times this many
    /// simulations.
    pub const PATIENCE: u64 = 16;

    /// True if a limit other than depth is set.
    pub(crate) fn ends(&self) -> bool {
        self.iterations != 0 || self.nodes != 0 || self.time.is_some()
    }

    /// True if neither iterations nor nodes are limited. Without a clock, only a depth limit can
    /// end the search.
    pub(crate) fn needs_clock(&self) -> bool {
        self.iterations == 0 && self.nodes == 0
    }

    /// Limits the number of iterations. With this limit, the search is the same on every machine.
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Self { iterations, ..Self::default() }
    }

    /// Limits the time, in milliseconds on the caller's clock.
    #[must_use]
    pub fn time_ms(time_ms: u32) -> Self {
        Self { time: Some(Time::ms(time_ms)), ..Self::default() }
    }

    /// Limits the time, in microseconds on the caller's clock.
    #[must_use]
    pub fn time_us(time_us: u64) -> Self {
        Self { time: Some(Time::us(time_us)), ..Self::default() }
    }
}

/// A source of time. The caller provides it, because the library has no clock.
pub trait Clock {
    /// The milliseconds since any fixed moment. The number wraps around after 2^32.
    fn now_ms(&self) -> u32;

    /// Microseconds since any fixed moment, or `None` if the clock counts milliseconds. If this
    /// function returns a time, the search does not call [`Clock::now_ms`]. The number wraps around
    /// after 2^32 microseconds (71 minutes). This is harmless if every iteration takes less than
    /// half of that time. A clock must always return a time, or always return `None`. A library
    /// without `policies` does not call this function.
    fn now_us(&self) -> Option<u32> {
        None
    }
}

/// Returns the number of ticks from one reading of a [`Clock`] to the next. If it is more than half
/// of the range, the clock was set back. Then the result is 0.
#[inline(always)]
pub(crate) fn ticks_between(earlier: u32, later: u32) -> u32 {
    let ticks = later.wrapping_sub(earlier);
    if ticks > 1 << 31 { 0 } else { ticks }
}

/// Flags with which any thread can end a search. The search checks them after every iteration.
#[derive(Clone, Copy, Debug)]
pub struct StopFlags<'a> {
    /// If this flag becomes true during the search, the search ends.
    pub raised: &'a AtomicBool,
    /// A flag that may already be set before the search starts. Any number except 0 means set. If
    /// it is set at the start, the search still runs one iteration.
    pub sticky: Option<&'a AtomicU8>,
}

impl<'a> StopFlags<'a> {
    /// Flags with only `raised`.
    #[must_use]
    pub fn new(raised: &'a AtomicBool) -> Self {
        Self { raised, sticky: None }
    }

    /// True if one of the flags is set.
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        let is_set = |sticky: &AtomicU8| sticky.load(Ordering::Relaxed) != 0;
        self.raised.load(Ordering::Relaxed) || self.sticky.is_some_and(is_set)
    }
}
