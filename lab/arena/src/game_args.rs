//! The game argument of a command: a name as its first argument, or a file with `--game`.

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

/// A game of your own, instead of a game with a name.
#[derive(clap::Args, Clone, Debug)]
pub struct OwnGame {
    /// A game of your own: a shared library that exports imm_plugin(), see imm.h. A position is its
    /// bytes, two hexadecimal digits each, or "moves" and the moves from the start.
    #[arg(long = "game", id = "file", value_name = "FILE")]
    file: Option<String>,
}

impl OwnGame {
    /// The file, if one is given, as [`crate::games::with_game`] expects it: a file without a
    /// folder gets `./`, so that it is not taken for the name of a game.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let here = |file: &String| !file.contains(['/', '\\']) && Path::new(file).is_file();
        self.file.as_ref().map(|file| if here(file) { format!("./{file}") } else { file.clone() })
    }
}

impl GameArgs {
    /// The game, as [`crate::games::with_game`] expects it.
    #[must_use]
    pub fn name(&self) -> String {
        // clap ensures that one of the two is given.
        self.own.path().or_else(|| self.game.clone()).unwrap_or_default()
    }
}
