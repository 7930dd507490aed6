//! The constant tables that `build.rs` computes.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
