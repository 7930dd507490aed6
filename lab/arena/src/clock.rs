//! Clocks that time a search on a desktop system.

use imm::time::limits::Clock;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The kind of time that is measured while a player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Timer {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time of the player's thread. The time does not include other work on the machine.
    /// On Windows it is wall time, because the clock of a thread has steps of 16 ms there.
    Cpu,
}

impl Timer {
    /// Returns the time since a fixed moment. Two values are comparable only within one thread.
    #[cfg(unix)]
    fn now(self) -> Duration {
        use rustix::time::ClockId;
        let id = match self {
            Self::Wall => ClockId::Monotonic,
            Self::Cpu => ClockId::ThreadCPUTime,
        };
        let time = rustix::time::clock_gettime(id);
        Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    /// Returns the time since the first call.
    #[cfg(not(unix))]
    fn now(self) -> Duration {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// A stopwatch for the thread that started it.
#[derive(Debug)]
pub struct HostClock {
    timer: Timer,
    started: Duration,
}

impl HostClock {
    /// Returns a clock that starts now.
    #[must_use]
    pub fn start(timer: Timer) -> Self {
        Self { timer, started: timer.now() }
    }

    /// Returns the time since the start of the clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.timer.now().saturating_sub(self.started)
    }
}

impl Clock for HostClock {
    /// Returns the milliseconds since the start of the clock, truncated to 32 bits. The value wraps
    /// around, as the trait [`Clock`] expects.
    fn now_ms(&self) -> u32 {
        self.elapsed().as_millis() as u32
    }

    /// Returns the microseconds since the start of the clock, truncated to 32 bits.
    fn now_us(&self) -> Option<u32> {
        Some(self.elapsed().as_micros() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;
    use std::thread::sleep;

    #[test]
    fn sleeping_takes_no_processor_time() {
        let clocks = [Timer::Wall, Timer::Cpu].map(HostClock::start);
        sleep(Duration::from_millis(200));
        let [wall, cpu] = clocks.map(|clock| clock.now_ms());
        assert!(wall >= 200 && cpu < 100, "wall {wall} ms, processor {cpu} ms");
    }

    #[test]
    fn working_takes_processor_time() {
        let clock = HostClock::start(Timer::Cpu);
        let wall = HostClock::start(Timer::Wall);
        while clock.now_ms() < 20 && wall.now_ms() < 10_000 {
            black_box(wall.elapsed());
        }
        assert!(clock.now_ms() >= 20);
    }
}
