//! Custom games in shared libraries, for a desktop program. `plugin.rs` loads them. `game.rs`
//! implements a position of a loaded game, in its own memory.

mod game;
mod plugin;

pub use game::{LoadedGame, PluginGame};
pub use plugin::{LoadError, load, open};
