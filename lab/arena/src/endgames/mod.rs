//! `endgames`: makes positions that the side to move wins by force, each proven twice, and measures
//! how much work players need to prove them.

pub mod compare;
mod make;
mod plain;

use crate::answer::Answer;
use anyhow::Result;

/// The commands of `endgames`.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Prints positions with forced wins from games of a player against itself, one per line as
    /// JSON.
    Make(make::Args),
    /// Lets two players prove positions, and compares their effort where both succeeded.
    Compare(compare::Args),
}

/// Runs `endgames`.
///
/// # Errors
/// The errors of its commands.
pub fn run(command: &Command) -> Result<Answer> {
    match command {
        Command::Make(args) => make::run(args),
        Command::Compare(args) => compare::run(args),
    }
}
