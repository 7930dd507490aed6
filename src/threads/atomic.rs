//! The atomic types that a shared tree uses. In the tests of `tests/loom`, they are the types of
//! loom; otherwise they are the types of `core`. Loom runs each test with every possible order of
//! the threads' operations.

#[cfg(not(loom))]
pub(super) use core::hint::spin_loop;
#[cfg(not(loom))]
pub(super) use core::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(loom)]
pub(super) use loom::hint::spin_loop;
#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64};
