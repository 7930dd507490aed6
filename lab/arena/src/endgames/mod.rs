//! The command `endgames`: makes positions that the side to move wins by force, and measures how
//! much work players need to prove the wins. Two independent searches prove each win.

pub mod compare;
mod make;
mod plain;

use crate::answer::Answer;
use anyhow::Result;

/// The subcommands of `endgames`.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Prints positions with forced wins from self-play games, one position per line as JSON.
    Make(make::Args),
    /// Has two players prove positions, and compares their effort on the positions that both
    /// players proved.
    Compare(compare::Args),
}

/// Runs the command `endgames`.
///
/// # Errors
/// The subcommand fails.
pub fn run(command: &Command) -> Result<Answer> {
    match command {
        Command::Make(args) => make::run(args),
        Command::Compare(args) => compare::run(args),
    }
}
