//! When a search stops: limits, the clock they are measured with, and a flag that anyone may raise.

use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Limits of one search; whichever is reached first ends it. Zero means no limit.
///
/// An iteration is what a search does between two looks at its limits: a simulation of the tree
/// search, a position that alpha-beta visits. A search always makes at least one if there is
/// anything left to search.
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
    /// Milliseconds of the caller's [`Clock`]; `None` is no limit, `Some(0)` the shortest search
    /// there is.
    pub time_ms: Option<u32>,
}

impl Limits {
    /// Simulations that a search makes for each node, if nodes are its only limit.
    pub const PATIENCE: u64 = 16;

    /// Is there any limit but depth?
    pub(crate) fn ends(&self) -> bool {
        self.iterations != 0 || self.nodes != 0 || self.time_ms.is_some()
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
        Self { time_ms: Some(time_ms), ..Self::default() }
    }
}

/// A source of time. The kernel has none of its own.
pub trait Clock {
    /// Milliseconds since any fixed moment; wraps around after 2^32.
    fn now_ms(&self) -> u32;
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

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Stop {
    /// The iterations are made.
    Iterations = 1,
    /// The tree holds as many nodes as allowed.
    Nodes,
    /// The time is up.
    Time,
    /// The stop flag was raised.
    Flag,
    /// The root is proven: there is nothing left to search.
    Proven,
    /// Alpha-beta has searched as deep as the limits and its memory allow.
    Depth,
    /// The move to play could not have changed any more within the time of the game's clock.
    Settled,
    /// There is only one legal move, on the clock of a game.
    Forced,
}

impl Stop {
    /// Its number, from 1 on: that of `imm.h`.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// Watches a search's limits. Reads the clock rarely enough not to cost, often enough not to
/// overshoot.
pub(crate) struct Watch<'a> {
    limits: Limits,
    clock: Option<&'a dyn Clock>,
    stop: StopFlags<'a>,
    start_ms: u32,
    polled_ms: u32,
    iterations: u64,
    /// Iterations until the clock is next read, and between two reads.
    countdown: u32,
    interval: u32,
}

impl<'a> Watch<'a> {
    /// The most iterations between two reads of the clock.
    const INTERVAL_MAX: u32 = 256;

    pub(crate) fn start(limits: &Limits, clock: Option<&'a dyn Clock>, stop: StopFlags<'a>) -> Self {
        let now = clock.map_or(0, Clock::now_ms);
        let mut limits = *limits;
        if limits.iterations == 0 && (limits.time_ms.is_none() || clock.is_none()) {
            limits.iterations = u64::from(limits.nodes).wrapping_mul(Limits::PATIENCE);
        }
        Self { limits, clock, stop, start_ms: now, polled_ms: now, iterations: 0, countdown: 1, interval: 1 }
    }

    /// Called after every iteration with the number of nodes in the tree: is it time to stop?
    #[inline]
    pub(crate) fn tick(&mut self, nodes: u32) -> Option<Stop> {
        self.iterations = self.iterations.wrapping_add(1);
        if self.iterations == self.limits.iterations {
            return Some(Stop::Iterations);
        }
        if self.limits.nodes != 0 && nodes >= self.limits.nodes {
            return Some(Stop::Nodes);
        }
        if self.stop.is_raised() {
            return Some(Stop::Flag);
        }
        self.countdown = self.countdown.wrapping_sub(1);
        if self.countdown == 0 { self.poll() } else { None }
    }

    /// Milliseconds since the start, by a fresh look at the clock; 0 without one.
    pub(crate) fn elapsed_ms(&self) -> u32 {
        self.clock.map_or(0, |clock| clock.now_ms().wrapping_sub(self.start_ms))
    }

    /// Reads the clock. The interval doubles while iterations are fast against the clock's tick,
    /// and falls back to one as soon as a single interval takes longer than that.
    fn poll(&mut self) -> Option<Stop> {
        let (Some(clock), Some(budget)) = (self.clock, self.limits.time_ms) else {
            self.countdown = Self::INTERVAL_MAX;
            return None;
        };
        let now = clock.now_ms();
        let since_poll = now.wrapping_sub(self.polled_ms);
        self.polled_ms = now;
        self.interval = match since_poll {
            0 => self.interval.saturating_mul(2).min(Self::INTERVAL_MAX),
            1 => self.interval,
            _ => 1,
        };
        self.countdown = self.interval;
        (now.wrapping_sub(self.start_ms) >= budget).then_some(Stop::Time)
    }
}
