//! The C library: the functions of `imm.h`. The header's text is made of the doc comments in `api/`
//! and `types/`.
//!
//! Every function checks its pointers, catches calls from within callbacks, does its work through
//! [`Session`](internal::session::Session), and notes its status in the state. Nothing here
//! searches; nothing in the kernel knows of C.

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
