//! `imm_search._imm`: the C library's functions as two Python classes, [`game::Game`] and
//! [`state::State`]. What a person sees of them is written in Python, in `imm_search/`.
//!
//! It stands on the C library, so that a search in Python is a search in C, to the last bit: the
//! same callbacks, checks, saves and statuses. All `unsafe` that this takes is in `library/`, which
//! makes those functions safe to call, and in `own_game.rs`, whose functions C calls back.

mod game;
mod library;
mod own_game;
mod path;
mod report;
mod state;
mod status;
mod watch;

use pyo3::prelude::*;

/// The library, as `imm_search` uses it.
#[pymodule]
mod _imm {
    #[pymodule_export]
    use super::game::{Game, game_names, player_text};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::version;
}

/// The library's version, "0.3.0".
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
