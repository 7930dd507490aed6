//! `imm_search._imm`: the functions of the C library as two Python classes, [`game::Game`] and
//! [`state::State`]. The public Python API is written in Python, in `imm_search/`.
//!
//! The module calls the C library, so a search in Python is identical to a search in C, bit for
//! bit. Callbacks, checks, saves and statuses are also the same. All `unsafe` code is in two
//! places: `library/` makes the C functions safe to call, and `own_game.rs` contains the callbacks
//! for the C library.

mod game;
mod library;
mod own_game;
mod path;
mod report;
mod state;
mod status;
mod watch;

use pyo3::prelude::*;

/// The extension module that `imm_search` uses.
#[pymodule]
mod _imm {
    #[pymodule_export]
    use super::game::{Game, game_names, player_text};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::version;
}

/// Returns the library's version, for example "0.4.0".
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
