//! The command-line arguments for a game: its name as the first argument, or a file with the option
//! `--game`.

use std::path::Path;

/// The game that a command runs on.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// The name of the game, e.g. breakthrough_6x6.
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    game: Option<String>,
    #[command(flatten)]
    own: OwnGame,
}

/// A custom game from a file, instead of a game with a name.
#[derive(clap::Args, Clone, Debug)]
pub struct OwnGame {
    /// A custom game: a shared library that exports imm_plugin(), see imm.h. Write a position as
    /// its bytes, two hexadecimal digits each, or as the word "moves" and the moves from the start.
    #[arg(long = "game", id = "file", value_name = "FILE")]
    file: Option<String>,
}

impl OwnGame {
    /// Returns the path of the file, if the option is present, in the form that
    /// [`crate::games::with_game`] expects. If the file exists and its path has no folder, the path
    /// gets the prefix `./`, so that it cannot be the name of a game.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let here = |file: &String| !file.contains(['/', '\\']) && Path::new(file).is_file();
        self.file.as_ref().map(|file| if here(file) { format!("./{file}") } else { file.clone() })
    }
}

impl GameArgs {
    /// Returns the game in the form that [`crate::games::with_game`] expects.
    #[must_use]
    pub fn name(&self) -> String {
        // clap ensures that the name or the file is present.
        self.own.path().or_else(|| self.game.clone()).unwrap_or_default()
    }
}
