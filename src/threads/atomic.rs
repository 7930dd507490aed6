//! The atomic types of a shared tree: the types of `core`, or in tests (`tests/loom`) the types of
//! loom. Loom runs a test with all possible orders of the operations of its threads.

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
