//! The functions and types that the exported functions call. C programs cannot see them.

pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod clock;
pub(crate) mod config;
mod config_fields;
pub(crate) mod convert;
#[cfg(feature = "alpha-beta")]
pub(crate) mod depth_layout;
pub(crate) mod game_kinds;
pub(crate) mod handle;
pub(crate) mod history;
pub(crate) mod introspection;
pub(crate) mod layout;
#[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
pub(crate) mod leaves_layout;
pub(crate) mod opening;
#[cfg(not(feature = "host"))]
pub(crate) mod panic;
#[cfg(feature = "alpha-beta")]
pub(crate) mod prefetch;
pub(crate) mod rebase;
pub(crate) mod saving;
pub(crate) mod searches;
pub(crate) mod searching;
pub(crate) mod session;
pub(crate) mod set_player;
pub(crate) mod sliced_search;
pub(crate) mod status;
pub(crate) mod struct_versions;
#[cfg(not(target_os = "none"))]
pub(crate) mod trunk_layout;
