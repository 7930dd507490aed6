//! Prefetches memory into the processor's cache. This cannot be in the kernel, because it needs
//! unsafe code.

use kernel::alphabeta::{Bucket, Fetch};

/// The function that prefetches buckets of a transposition table. `None` on bare metal, and on
/// processors for which this file has no prefetch instruction.
pub(crate) const FETCH: Option<Fetch> =
    if cfg!(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(target_os = "none"))) {
        Some(fetch)
    } else {
        None
    };

#[inline]
fn fetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which changes nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *bucket).cast()) }
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a hint, which changes nothing and never faults, whatever the address.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{}]", in(reg) &raw const *bucket, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = bucket;
}
