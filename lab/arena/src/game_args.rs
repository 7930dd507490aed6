//! How a command is told its game: by name as its first argument, or as a file with `--game`.

use std::path::Path;

/// The game of a command.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// The game, e.g. breakthrough_6x6.
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    game: Option<String>,
    #[command(flatten)]
    own: OwnGame,
}

/// A game of one's own, instead of one that has a name.
#[derive(clap::Args, Clone, Debug)]
pub struct OwnGame {
    /// A game of your own instead: a shared library that exports imm_plugin(), as imm.h says. Its
    /// positions are bytes, two hexadecimal digits each, or "moves" and the moves from the start.
    #[arg(long = "game", id = "file", value_name = "FILE")]
    file: Option<String>,
}

impl OwnGame {
    /// The file, if there is one, as [`crate::games::with_game`] takes it: what is a file here is
    /// no name of a game.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let here = |file: &String| !file.contains(['/', '\\']) && Path::new(file).is_file();
        self.file.as_ref().map(|file| if here(file) { format!("./{file}") } else { file.clone() })
    }
}

impl GameArgs {
    /// The game as [`crate::games::with_game`] takes it.
    #[must_use]
    pub fn name(&self) -> String {
        // clap sees to it that there is one of the two.
        self.own.path().or_else(|| self.game.clone()).unwrap_or_default()
    }
}
