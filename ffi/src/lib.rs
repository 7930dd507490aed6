//! The C library: the functions of `imm.h`. The doc comments in `api/` and `types/` become the text
//! of the header.
//!
//! A function that uses a state checks its pointers, refuses calls from callbacks, calls a
//! [`Session`](internal::session::Session), and stores the status in the state. The code of the
//! searches is in the kernel, which does not depend on C.

#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(clippy::missing_safety_doc)] // the safety of every function is the header's contract: see imm_state

#[cfg(feature = "host")]
extern crate std;

mod api;
#[cfg(feature = "host")]
#[path = "../host/mod.rs"]
pub mod host;
mod internal;
mod types;

pub use api::*;
pub use types::*;
