//! Decides when a running search must stop: [`Deadline`] counts iterations and reads the clock.

use super::limits::{Clock, Limits, Stop, StopFlags, Time, US_IN_MS, ticks_between};
use crate::base::POLICIES;

/// Compares a running search with its limits. It reads the clock so rarely that this takes little
/// time, but so often that the search ends in time.
pub(crate) struct Deadline<'a> {
    limits: &'a Limits,
    /// The largest number of iterations; 0 means no limit. If neither iterations nor time is
    /// limited, it is computed from the node limit.
    most: u64,
    clock: Option<&'a dyn Clock>,
    stop: StopFlags<'a>,
    /// The latest reading of the clock.
    polled: u32,
    /// The time since the start of the search. `elapsed_ms` is the number of whole milliseconds,
    /// and `elapsed_us` is the number of remaining microseconds.
    elapsed_ms: u32,
    elapsed_us: u32,
    iterations: u64,
    /// `countdown` is the number of iterations until the next reading of the clock. `interval` is
    /// the number of iterations between two readings.
    countdown: u32,
    interval: u32,
}

impl<'a> Deadline<'a> {
    /// At most this many iterations are planned between two readings of the clock.
    const INTERVAL_MAX: u32 = 256;
    /// At most this time is planned between two readings of the clock, in microseconds.
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

    /// Reads the clock. The second result is true if the time is in microseconds.
    pub(crate) fn read(clock: &dyn Clock) -> (u32, bool) {
        let fine = if POLICIES { clock.now_us() } else { None };
        fine.map_or_else(|| (clock.now_ms(), false), |us| (us, true))
    }

    /// Counts an iteration. `nodes` is the number of nodes in the tree. If the search must stop,
    /// returns the reason.
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

    /// Reads the clock in the middle of a long iteration. If the search must stop, returns the
    /// reason. Never stops the search here if iterations are limited, so that several short
    /// searches give the same result as one long search.
    #[inline(never)] // in its own frame, which is not on the stack during a leaf search
    pub(crate) fn interrupts(&mut self) -> Option<Stop> {
        if self.limits.iterations != 0 {
            return None;
        }
        if self.stop.is_raised() {
            return Some(Stop::Flag);
        }
        let (clock, budget) = (self.clock?, self.limits.time?);
        let (_, is_fine) = self.look(clock);
        // From here on, the duration of an iteration is not known. So the clock is read again after
        // this iteration, and the interval grows from 1.
        (self.interval, self.countdown) = (1, 1);
        self.is_over(budget, is_fine).then_some(Stop::Time)
    }

    fn is_over(&self, budget: Time, is_fine: bool) -> bool {
        if is_fine { self.left_us(budget) == 0 } else { self.elapsed_ms >= budget.as_ms() }
    }

    /// Reads the clock, and returns the milliseconds since the start. Returns 0 without a clock.
    pub(crate) fn elapsed_ms(&mut self) -> u32 {
        if let Some(clock) = self.clock {
            self.look(clock);
        }
        self.elapsed_ms
    }

    /// Reads the clock. Returns the time since the last reading, and true if it is in microseconds.
    /// Also adds it to the time since the start. So the clock may wrap around several times during
    /// a search.
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

    /// Reads the clock, and plans the next reading.
    fn poll(&mut self) -> Option<Stop> {
        let (Some(clock), Some(budget)) = (self.clock, self.limits.time) else {
            self.countdown = Self::INTERVAL_MAX;
            return None;
        };
        let (passed, is_fine) = self.look(clock);
        self.interval = match passed {
            _ if is_fine => Self::next_interval(self.interval, passed, self.left_us(budget)),
            // If an interval takes less than one tick of the clock, it is doubled. If it takes more
            // than one tick, it is set to 1.
            0 => self.interval.saturating_mul(2).min(Self::INTERVAL_MAX),
            1 => self.interval,
            _ => 1,
        };
        self.countdown = self.interval;
        self.is_over(budget, is_fine).then_some(Stop::Time)
    }

    /// Returns how much of `budget` is left, in microseconds. If `budget` is in milliseconds,
    /// returns at most one second, which is enough to plan the next reading.
    fn left_us(&self, budget: Time) -> u32 {
        if budget.is_fine() {
            let elapsed = self.elapsed_ms.saturating_mul(US_IN_MS).saturating_add(self.elapsed_us);
            return budget.count.saturating_sub(elapsed);
        }
        let few = budget.count.saturating_sub(self.elapsed_ms).min(1000);
        few.saturating_mul(US_IN_MS).saturating_sub(self.elapsed_us)
    }

    /// Returns the number of iterations until the next reading of a clock that counts microseconds.
    /// At the current rate, these iterations take at most half of the remaining time, and at most a
    /// millisecond. So the clock is read rarely at first, and about ten times near the end. If all
    /// iterations take the same time, the search ends at most one iteration after its time limit.
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
