//! Games of somebody's own, in shared libraries, for a program on a desktop: `plugin.rs` loads
//! them, `game.rs` is a position of one, in memory of its own.

mod game;
mod plugin;

pub use game::{LoadedGame, PluginGame};
pub use plugin::{LoadError, load, open};
