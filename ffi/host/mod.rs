//! Custom games in shared libraries, for a desktop program. `plugin.rs` loads them. `game.rs` has
//! the positions of a loaded game. Each position has its own memory.

mod game;
mod plugin;

pub use game::{LoadedGame, PluginGame};
pub use plugin::{LoadError, load, open};
