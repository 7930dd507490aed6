//! Custom games in shared libraries, for a desktop program. `plugin.rs` loads them. `game.rs` has a
//! position of such a game, in its own memory.

mod game;
mod plugin;

pub use game::{LoadedGame, PluginGame};
pub use plugin::{LoadError, load, open};
