//! The atomic words of a shared tree: those of the processor, or those of loom, which tests all
//! orders in which threads can meet (`tests/loom`).

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
