//! When a running search has to stop: [`Deadline`] counts iterations and reads the clock.

use super::limits::{Clock, Limits, Stop, StopFlags, Time, US_IN_MS, ticks_between};
use crate::base::POLICIES;

/// Compares a running search with its limits. It reads the clock rarely enough not to cost time and
/// often enough not to overshoot.
pub(crate) struct Deadline<'a> {
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

impl<'a> Deadline<'a> {
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
    pub(crate) fn read(clock: &dyn Clock) -> (u32, bool) {
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
        let passed = ticks_between(self.polled, now);
        self.polled = now;
        let mut ms = passed;
        if is_fine {
            let us = self.elapsed_us.saturating_add(passed);
            (ms, self.elapsed_us) = (us / US_IN_MS, us % US_IN_MS);
        }
        self.elapsed_ms = self.elapsed_ms.saturating_add(ms);
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
#[path = "deadline_tests.rs"]
mod tests;
