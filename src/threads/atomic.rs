//! The atomic words of a shared tree: the processor's, or those of loom, which tries all orders in
//! which threads may meet (`tests/loom`).

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
