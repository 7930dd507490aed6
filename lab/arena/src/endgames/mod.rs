//! `endgames`: positions that the side to move wins by force: made out of games and proven twice;
//! and how much effort players need to prove them.

pub mod compare;
mod make;
mod plain;

use crate::answer::Answer;
use anyhow::Result;

/// The commands of `endgames`.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Prints positions with forced wins, one a line as JSON, from games of a player against
    /// itself.
    Make(make::Args),
    /// Lets two players prove positions, and compares their effort where both did.
    Compare(compare::Args),
}

/// Runs `endgames`.
///
/// # Errors
/// Those of its commands.
pub fn run(command: &Command) -> Result<Answer> {
    match command {
        Command::Make(args) => make::run(args),
        Command::Compare(args) => compare::run(args),
    }
}
