//! Measures the processor time and the memory of a search.

use rustix::time::{ClockId, clock_gettime};
use std::fs::read_to_string;

/// The result and the cost of a search.
pub struct Search {
    pub found: String,
    pub cpu_s: f64,
    /// The growth of the process in KiB, from its size before the search to its largest size during
    /// the search. `None` if the process was at least as large at some time before the search, or
    /// if its size is unknown.
    pub grown_kib: Option<u64>,
}

/// Runs a search in this process and measures it. The time includes all threads of the process.
pub fn searched(search: impl FnOnce() -> String) -> Search {
    let (size, largest) = (kib("VmRSS:"), kib("VmHWM:"));
    let before = cpu_s();
    let found = search();
    let cpu_s = cpu_s() - before;
    let now = kib("VmHWM:");
    let grown_kib = if now > largest { now.zip(size).map(|(now, size)| now - size) } else { None };
    Search { found, cpu_s, grown_kib }
}

fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Reads a field of /proc/self/status, in KiB; Linux only.
fn kib(field: &str) -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix(field))?.trim().trim_end_matches(" kB").parse().ok()
}
