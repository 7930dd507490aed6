//! The atomic words of a shared tree: the processor's words, or in tests (`tests/loom`) the words
//! of loom. Loom tests all orders in which the operations of threads can happen.

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
