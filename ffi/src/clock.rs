//! The host's clock, where there is a host.

use core::ffi::c_void;

/// What `now_ms` of a configuration looks like.
pub(crate) type NowMs = unsafe extern "C" fn(*mut c_void) -> u32;

/// The host's monotonic clock, or `None` on bare metal.
pub(crate) const HOST: Option<NowMs> = host();

#[cfg(unix)]
const fn host() -> Option<NowMs> {
    unsafe extern "C" fn now_ms(_: *mut c_void) -> u32 {
        use core::ffi::{c_int, c_long};

        /// `struct timespec`.
        #[repr(C)]
        struct Timespec {
            seconds: c_long,
            nanoseconds: c_long,
        }

        const CLOCK_MONOTONIC: c_int = if cfg!(target_vendor = "apple") { 6 } else { 1 };

        unsafe extern "C" {
            fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
        }

        let mut time = Timespec { seconds: 0, nanoseconds: 0 };
        // SAFETY: the C library's function, with a `struct timespec` to fill in.
        unsafe { clock_gettime(CLOCK_MONOTONIC, &raw mut time) };
        let milliseconds = (time.nanoseconds as u64) / 1_000_000;
        (time.seconds as u64).wrapping_mul(1000).wrapping_add(milliseconds) as u32
    }
    Some(now_ms)
}

#[cfg(windows)]
const fn host() -> Option<NowMs> {
    unsafe extern "C" fn now_ms(_: *mut c_void) -> u32 {
        unsafe extern "system" {
            fn GetTickCount64() -> u64;
        }
        // SAFETY: the system's function takes nothing and cannot fail.
        unsafe { GetTickCount64() as u32 }
    }
    Some(now_ms)
}

#[cfg(not(any(unix, windows)))]
const fn host() -> Option<NowMs> {
    None
}
