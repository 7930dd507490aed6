//! The atomic types that a shared tree uses. Usually, they are the types of `core`. In
//! `tests/loom`, they are the types of loom, which runs each test with every possible order of the
//! threads' operations.

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
