//! Clocks: the clock of the caller, and the clock of the operating system if the library supports
//! one.

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr::fn_addr_eq;
use kernel::player::options::POLICIES;
use kernel::time::limits::Clock;

/// The type of the clock functions `now_ms` and `now_us` in a configuration.
pub(crate) type Now = unsafe extern "C" fn(*mut c_void) -> u32;

/// The monotonic clock of the operating system in milliseconds. `None` on bare metal, and on
/// systems whose clock the library does not support.
pub(crate) const DESKTOP: Option<Now> = desktop::MS;

/// The processor time of the calling thread in milliseconds. Other programs do not affect this
/// clock. On targets without such a clock, this constant is [`DESKTOP`].
pub(crate) const PROCESSOR: Option<Now> = desktop::PROCESSOR_MS;

/// The clock [`PROCESSOR`] in microseconds.
const PROCESSOR_US: Option<Now> = desktop::PROCESSOR_US;

/// The clock of the operating system in microseconds. It is never part of a configuration: searches
/// read it in place of [`DESKTOP`].
const DESKTOP_US: Option<Now> = desktop::US;

/// True if both clocks are the same function.
fn is_same(one: Option<Now>, other: Option<Now>) -> bool {
    one.zip(other).is_some_and(|(one, other)| fn_addr_eq(one, other))
}

/// A clock function with its context, or no clock.
#[derive(Clone)]
pub(crate) struct CallbackClock {
    now: Cell<Option<Now>>,
    context: Cell<*mut c_void>,
    /// True if the clock counts microseconds, false if it counts milliseconds.
    is_fine: Cell<bool>,
}

impl CallbackClock {
    /// Returns a clock that counts milliseconds.
    pub(crate) fn new(now_ms: Option<Now>, context: *mut c_void) -> Self {
        Self { now: Cell::new(now_ms), context: Cell::new(context), is_fine: Cell::new(false) }
    }

    /// Returns the clock `now_us` if it exists, otherwise `now_ms`. If `now_ms` is the clock of the
    /// operating system, the result reads that clock in microseconds.
    pub(crate) fn finer(now_ms: Option<Now>, now_us: Option<Now>, context: *mut c_void) -> Self {
        let fine = now_us.or_else(|| if is_same(now_ms, DESKTOP) { DESKTOP_US } else { None });
        Self::of(now_ms, fine, context)
    }

    /// Returns a clock for a check. With the feature `policies`, the clocks of the operating system
    /// are read in microseconds.
    pub(crate) fn for_check(now_ms: Option<Now>, context: *mut c_void) -> Self {
        let fine = match () {
            () if !POLICIES => None,
            () if is_same(now_ms, PROCESSOR) => PROCESSOR_US,
            () if is_same(now_ms, DESKTOP) => DESKTOP_US,
            () => None,
        };
        Self::of(now_ms, fine, context)
    }

    fn of(now_ms: Option<Now>, fine: Option<Now>, context: *mut c_void) -> Self {
        let is_fine = Cell::new(fine.is_some());
        Self { now: Cell::new(fine.or(now_ms)), context: Cell::new(context), is_fine }
    }

    /// Replaces this clock with the clock `other`.
    pub(crate) fn set(&self, other: &Self) {
        self.now.set(other.now.get());
        self.context.set(other.context.get());
        self.is_fine.set(other.is_fine.get());
    }

    /// True if a clock exists.
    pub(crate) fn is_there(&self) -> bool {
        self.now.get().is_some()
    }

    /// The number of clock ticks in a millisecond.
    pub(crate) fn ticks_per_ms(&self) -> u32 {
        if self.is_fine.get() { 1000 } else { 1 }
    }

    /// Returns the current time in clock ticks.
    pub(crate) fn now(&self) -> u32 {
        // SAFETY: the caller's function, with the context that came with it.
        self.now.get().map_or(0, |now| unsafe { now(self.context.get()) })
    }
}

impl Clock for CallbackClock {
    fn now_ms(&self) -> u32 {
        self.now()
    }

    #[cfg(feature = "policies")]
    fn now_us(&self) -> Option<u32> {
        self.is_fine.get().then(|| self.now())
    }
}

#[cfg(unix)]
mod desktop {
    use super::Now;
    use core::ffi::{c_int, c_long, c_void};

    pub(super) const MS: Option<Now> = if IS_KNOWN { Some(now_ms) } else { None };
    pub(super) const US: Option<Now> = if IS_KNOWN { Some(now_us) } else { None };
    pub(super) const PROCESSOR_MS: Option<Now> = if HAS_PROCESSOR { Some(processor_ms) } else { MS };
    pub(super) const PROCESSOR_US: Option<Now> = if HAS_PROCESSOR { Some(processor_us) } else { US };

    /// The number with which `clock_gettime` returns the processor time of a thread. 0 if this
    /// number is not known for the target.
    const CLOCK_THREAD_CPUTIME_ID: c_int = if cfg!(any(target_os = "linux", target_os = "android")) {
        3
    } else if cfg!(target_vendor = "apple") {
        16
    } else if cfg!(target_os = "freebsd") {
        14
    } else {
        0
    };

    const HAS_PROCESSOR: bool = IS_KNOWN && CLOCK_THREAD_CPUTIME_ID != 0;

    /// The number with which `clock_gettime` returns the time of the monotonic clock. 0 if this
    /// number is not known for the target. (On every target, 0 is the number of another clock.)
    const CLOCK_MONOTONIC: c_int = if cfg!(any(target_os = "linux", target_os = "android")) {
        1
    } else if cfg!(target_vendor = "apple") {
        6
    } else if cfg!(target_os = "openbsd") {
        3
    } else if cfg!(any(target_os = "freebsd", target_os = "dragonfly", target_os = "illumos", target_os = "solaris")) {
        4
    } else {
        0
    };

    /// True if the C type `struct timespec` has two fields of type `long`. This is so on 64-bit
    /// targets, and on 32-bit targets where `clock_gettime` uses 32-bit seconds. On other targets
    /// `clock_gettime` would write beyond the end of the struct `Timespec`.
    const IS_TWO_LONGS: bool = cfg!(any(
        target_pointer_width = "64",
        all(
            any(target_os = "linux", target_os = "android"),
            any(target_arch = "arm", target_arch = "x86", target_arch = "mips", target_arch = "powerpc")
        )
    ));

    /// True if the library supports the monotonic clock of this target. Otherwise only the caller's
    /// clock exists.
    const IS_KNOWN: bool = IS_TWO_LONGS && CLOCK_MONOTONIC != 0;

    /// Returns the time of `clock` in units of `1 / per_s` seconds. The result wraps around.
    fn now(clock: c_int, per_s: u64) -> u32 {
        /// The C type `struct timespec`.
        #[repr(C)]
        struct Timespec {
            seconds: c_long,
            nanoseconds: c_long,
        }

        // On Apple's systems, a cdylib must name the C library that it uses. On other targets, the
        // C library is always linked.
        #[cfg_attr(target_vendor = "apple", link(name = "System"))]
        unsafe extern "C" {
            fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
        }

        let mut time = Timespec { seconds: 0, nanoseconds: 0 };
        // SAFETY: the C library's function, with a `struct timespec` to fill in.
        unsafe { clock_gettime(clock, &raw mut time) };
        let rest = (time.nanoseconds as u64).wrapping_mul(per_s) / 1_000_000_000;
        (time.seconds as u64).wrapping_mul(per_s).wrapping_add(rest) as u32
    }

    unsafe extern "C" fn now_ms(_: *mut c_void) -> u32 {
        now(CLOCK_MONOTONIC, 1000)
    }

    unsafe extern "C" fn now_us(_: *mut c_void) -> u32 {
        now(CLOCK_MONOTONIC, 1_000_000)
    }

    unsafe extern "C" fn processor_ms(_: *mut c_void) -> u32 {
        now(CLOCK_THREAD_CPUTIME_ID, 1000)
    }

    unsafe extern "C" fn processor_us(_: *mut c_void) -> u32 {
        now(CLOCK_THREAD_CPUTIME_ID, 1_000_000)
    }
}

#[cfg(windows)]
mod desktop {
    use super::Now;
    use core::ffi::c_void;

    pub(super) const MS: Option<Now> = Some(now_ms);
    pub(super) const US: Option<Now> = Some(now_us);
    // On Windows, the processor time of a thread advances only in steps of 16 ms. So the monotonic
    // clock is used instead.
    pub(super) const PROCESSOR_MS: Option<Now> = MS;
    pub(super) const PROCESSOR_US: Option<Now> = US;

    /// Returns the time in units of `1 / per_s` seconds. The result wraps around. The time comes
    /// from the performance counter, because the other clocks of Windows advance in steps of 10 to
    /// 16 ms.
    fn now(per_s: u64) -> u32 {
        #[link(name = "kernel32")]
        unsafe extern "system" {
            fn QueryPerformanceCounter(count: *mut i64) -> i32;
            fn QueryPerformanceFrequency(per_s: *mut i64) -> i32;
        }
        let (mut count, mut ticks_per_s) = (0_i64, 0_i64);
        // SAFETY: the system's function, with a number to fill in; it cannot fail since Windows XP.
        unsafe { QueryPerformanceCounter(&raw mut count) };
        // SAFETY: the same for this function.
        unsafe { QueryPerformanceFrequency(&raw mut ticks_per_s) };
        let (count, ticks_per_s) = (count.unsigned_abs(), ticks_per_s.unsigned_abs());
        let seconds = count.checked_div(ticks_per_s).unwrap_or(0);
        let ticks = count.checked_rem(ticks_per_s).unwrap_or(0);
        let rest = ticks.wrapping_mul(per_s).checked_div(ticks_per_s).unwrap_or(0);
        seconds.wrapping_mul(per_s).wrapping_add(rest) as u32
    }

    unsafe extern "C" fn now_ms(_: *mut c_void) -> u32 {
        now(1000)
    }

    unsafe extern "C" fn now_us(_: *mut c_void) -> u32 {
        now(1_000_000)
    }
}

#[cfg(not(any(unix, windows)))]
mod desktop {
    use super::Now;

    pub(super) const MS: Option<Now> = None;
    pub(super) const US: Option<Now> = None;
    pub(super) const PROCESSOR_MS: Option<Now> = None;
    pub(super) const PROCESSOR_US: Option<Now> = None;
}
