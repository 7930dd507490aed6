//! When a search stops: limits, the clock they are measured with, and a flag that anyone may raise.

use crate::base::POLICIES;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub use crate::report::Stop;

/// Limits of one search; whichever is reached first ends it. Zero means no limit.
///
/// An iteration is what a search does between two looks at its limits: a simulation of the tree
/// search, a position that alpha-beta visits. A search makes at least one if there is anything left
/// to search; or, without a limit of iterations, a part of one that takes long, which a later
/// search goes on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Simulations to make, positions to visit.
    pub iterations: u64,
    /// Nodes that the tree may hold, root excluded, and those that a move has left behind, whose
    /// memory the search gives back first; for alpha-beta, which keeps none, the same as
    /// iterations. Where this is the only limit, the search also ends after [`Limits::PATIENCE`]
    /// simulations for each of them: the game or the memory may be too small for that number.
    pub nodes: u32,
    /// Plies below the root that the tree may grow, or that alpha-beta looks ahead; for alpha-beta
    /// it is limit enough.
    pub depth: u32,
    /// Time on the caller's [`Clock`]; `None` is no limit, and no time at all the shortest search
    /// there is.
    pub time: Option<Time>,
}

/// A length of time, in whole microseconds up to 71 minutes, beyond that in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    pub(super) count: u32,
    /// Microseconds, not milliseconds: only in a library with `policies`.
    is_us: bool,
}

impl Time {
    /// That many milliseconds.
    #[must_use]
    pub fn ms(ms: u32) -> Self {
        Self { count: ms, is_us: false }
    }

    /// That many microseconds. In a library without `policies`, and where they are more than 32
    /// bits hold, they are rounded up to milliseconds, at most 2^32 - 1 of them.
    #[must_use]
    pub fn us(us: u64) -> Self {
        match u32::try_from(us) {
            Ok(count) if POLICIES => Self { count, is_us: true },
            _ => Self::ms(u32::try_from(us.div_ceil(u64::from(US_IN_MS))).unwrap_or(u32::MAX)),
        }
    }

    /// In microseconds.
    #[must_use]
    pub fn as_us(self) -> u64 {
        let count = u64::from(self.count);
        if self.is_fine() { count } else { count.saturating_mul(u64::from(US_IN_MS)) }
    }

    /// In milliseconds, rounded up.
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
    /// Simulations that a search makes for each node, if nodes are its only limit.
    pub const PATIENCE: u64 = 16;

    /// Is there any limit but depth?
    pub(crate) fn ends(&self) -> bool {
        self.iterations != 0 || self.nodes != 0 || self.time.is_some()
    }

    /// Is time the only limit that ends the search?
    pub(crate) fn needs_clock(&self) -> bool {
        self.iterations == 0 && self.nodes == 0
    }

    /// A number of simulations: the same search on every machine.
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Self { iterations, ..Self::default() }
    }

    /// An amount of time on the caller's clock.
    #[must_use]
    pub fn time_ms(time_ms: u32) -> Self {
        Self { time: Some(Time::ms(time_ms)), ..Self::default() }
    }

    /// An amount of time in microseconds.
    #[must_use]
    pub fn time_us(time_us: u64) -> Self {
        Self { time: Some(Time::us(time_us)), ..Self::default() }
    }
}

/// A source of time. The kernel has none of its own.
pub trait Clock {
    /// Milliseconds since any fixed moment; wraps around after 2^32.
    fn now_ms(&self) -> u32;

    /// Microseconds since any fixed moment, for a clock that counts them: then it is read in place
    /// of [`Clock::now_ms`]. Wraps around after 2^32, 71 minutes, which a search survives if no
    /// iteration takes half of that. `None`, always, is a clock of milliseconds. Not read by a
    /// library without `policies`.
    fn now_us(&self) -> Option<u32> {
        None
    }
}

/// The ticks from one read of a [`Clock`] to the next. More than half of the range means that the
/// clock was set back: then no time has passed.
#[inline(always)]
pub(crate) fn ticks_between(earlier: u32, later: u32) -> u32 {
    let ticks = later.wrapping_sub(earlier);
    if ticks > 1 << 31 { 0 } else { ticks }
}

/// What ends a search from outside, looked at after every iteration.
#[derive(Clone, Copy, Debug)]
pub struct StopFlags<'a> {
    /// Raised while the search runs.
    pub raised: &'a AtomicBool,
    /// Of somebody who may have raised it before: not 0 is raised. A search makes one iteration all
    /// the same.
    pub sticky: Option<&'a AtomicU8>,
}

impl<'a> StopFlags<'a> {
    /// The one flag.
    #[must_use]
    pub fn new(raised: &'a AtomicBool) -> Self {
        Self { raised, sticky: None }
    }

    /// Is one of them raised?
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        let is_set = |sticky: &AtomicU8| sticky.load(Ordering::Relaxed) != 0;
        self.raised.load(Ordering::Relaxed) || self.sticky.is_some_and(is_set)
    }
}
