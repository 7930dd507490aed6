//! When a search stops: limits, the clock they are measured with, and a flag that anyone may raise.

use crate::player::options::POLICIES;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

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
    count: u32,
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

    fn is_fine(self) -> bool {
        POLICIES && self.is_us
    }
}

/// Microseconds in a millisecond.
const US_IN_MS: u32 = 1000;

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
    /// of [`Clock::now_ms`]. Wraps around after 2^32, 71 minutes, which a search survives as long
    /// as no iteration takes as long. `None`, always, is a clock of milliseconds. Not read by a
    /// library without `policies`.
    fn now_us(&self) -> Option<u32> {
        None
    }
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
    limits: &'a Limits,
    /// The iterations to make, also where nodes are the only limit.
    most: u64,
    clock: Option<&'a dyn Clock>,
    stop: StopFlags<'a>,
    /// What the clock said last.
    polled: u32,
    /// Time since the start: milliseconds, and microseconds beyond them.
    elapsed_ms: u32,
    elapsed_us: u32,
    iterations: u64,
    /// Iterations until the clock is next read, and between two reads.
    countdown: u32,
    interval: u32,
}

impl<'a> Watch<'a> {
    /// The most iterations between two reads of the clock.
    const INTERVAL_MAX: u32 = 256;
    /// The most microseconds that there should be between two reads.
    const GAP_MAX: u32 = 1000;

    pub(crate) fn start(limits: &'a Limits, clock: Option<&'a dyn Clock>, stop: StopFlags<'a>) -> Self {
        let polled = clock.map_or(0, |clock| Self::read(clock).0);
        let mut most = limits.iterations;
        if most == 0 && (limits.time.is_none() || clock.is_none()) {
            most = u64::from(limits.nodes).wrapping_mul(Limits::PATIENCE);
        }
        let (elapsed_ms, elapsed_us, iterations) = (0, 0, 0);
        Self { limits, most, clock, stop, polled, elapsed_ms, elapsed_us, iterations, countdown: 1, interval: 1 }
    }

    /// What the clock says, and whether that is in microseconds.
    fn read(clock: &dyn Clock) -> (u32, bool) {
        let fine = if POLICIES { clock.now_us() } else { None };
        fine.map_or_else(|| (clock.now_ms(), false), |us| (us, true))
    }

    /// Called after every iteration with the number of nodes in the tree: is it time to stop?
    #[inline]
    pub(crate) fn tick(&mut self, nodes: u32) -> Option<Stop> {
        self.iterations = self.iterations.wrapping_add(1);
        if self.iterations == self.most {
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

    /// Why an iteration that takes long should end before it is complete, by a fresh look at the
    /// clock. Never where iterations are counted, so that those add up to the same search.
    #[inline(never)] // own frame: off the stack of a search of a leaf
    pub(crate) fn interrupts(&mut self) -> Option<Stop> {
        if self.limits.iterations != 0 {
            return None;
        }
        if self.stop.is_raised() {
            return Some(Stop::Flag);
        }
        let (clock, budget) = (self.clock?, self.limits.time?);
        let (_, is_fine) = self.look(clock);
        // How long iterations take is not known any more.
        (self.interval, self.countdown) = (1, 1);
        self.is_over(budget, is_fine).then_some(Stop::Time)
    }

    fn is_over(&self, budget: Time, is_fine: bool) -> bool {
        if is_fine { self.left_us(budget) == 0 } else { self.elapsed_ms >= budget.as_ms() }
    }

    /// Milliseconds since the start, by a fresh look at the clock; 0 without one.
    pub(crate) fn elapsed_ms(&mut self) -> u32 {
        if let Some(clock) = self.clock {
            self.look(clock);
        }
        self.elapsed_ms
    }

    /// Reads the clock: what has passed since it was last read, and whether that is in
    /// microseconds. The time since the start is added up, so that a clock may wrap around more
    /// than once.
    fn look(&mut self, clock: &dyn Clock) -> (u32, bool) {
        let (now, is_fine) = Self::read(clock);
        let passed = now.wrapping_sub(self.polled);
        self.polled = now;
        let mut ms = passed;
        if is_fine {
            let us = self.elapsed_us.saturating_add(passed);
            (ms, self.elapsed_us) = (us / US_IN_MS, us % US_IN_MS);
        }
        self.elapsed_ms = self.elapsed_ms.wrapping_add(ms);
        (passed, is_fine)
    }

    /// Reads the clock, and says when to read it next.
    fn poll(&mut self) -> Option<Stop> {
        let (Some(clock), Some(budget)) = (self.clock, self.limits.time) else {
            self.countdown = Self::INTERVAL_MAX;
            return None;
        };
        let (passed, is_fine) = self.look(clock);
        self.interval = match passed {
            _ if is_fine => Self::next_interval(self.interval, passed, self.left_us(budget)),
            // It doubles while iterations are fast against the clock's tick, and falls back to one
            // as soon as a single interval takes longer than that.
            0 => self.interval.saturating_mul(2).min(Self::INTERVAL_MAX),
            1 => self.interval,
            _ => 1,
        };
        self.countdown = self.interval;
        self.is_over(budget, is_fine).then_some(Stop::Time)
    }

    /// Microseconds that are left of `budget`, where they are few; else some number that is large.
    fn left_us(&self, budget: Time) -> u32 {
        if budget.is_fine() {
            let elapsed = self.elapsed_ms.saturating_mul(US_IN_MS).saturating_add(self.elapsed_us);
            return budget.count.saturating_sub(elapsed);
        }
        let few = budget.count.saturating_sub(self.elapsed_ms).min(1000);
        few.saturating_mul(US_IN_MS).saturating_sub(self.elapsed_us)
    }

    /// The iterations until the next read of a clock in microseconds. At the present rate they take
    /// half of the time that is left at most, and a millisecond at most. So the clock is read
    /// seldom until the end is near, then some ten times more, and the search ends within an
    /// iteration of its time.
    fn next_interval(interval: u32, passed: u32, left: u32) -> u32 {
        let aim = (left >> 1).min(Self::GAP_MAX);
        if passed <= aim >> 1 {
            return interval.saturating_mul(2).min(Self::INTERVAL_MAX);
        }
        let (mut interval, mut expected) = (interval, passed);
        while expected > aim && interval > 1 {
            (interval, expected) = (interval >> 1, expected >> 1);
        }
        interval
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
