//! The properties that must be the same in all searches that share a transposition table
//! (`alphabeta/shared_table.rs`) or a tree (`shared_tree.rs`).

use crate::base::bits::absorb;
use crate::simulation::{Board, with_net};
use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// The reason why memory cannot be shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ShareError {
    /// The memory is too small for a header and one table entry, or for a header and one node.
    TooSmall,
    /// This search cannot use shared memory. A shared table needs the option `tt` and a game with
    /// keys. A shared tree does not support all options.
    Unsupported,
    /// The memory is used by searches with another game or another player, or it was shared with
    /// another size.
    Foreign,
    /// Other searches are running in the memory, but at another position.
    Busy,
}

impl Display for ShareError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TooSmall => "the memory to share is too small",
            Self::Unsupported => "this player or this game cannot share a tree or a table",
            Self::Foreign => "the shared memory belongs to another game or player, or has another size",
            Self::Busy => "other threads are searching the shared tree from another position",
        })
    }
}

impl Error for ShareError {}

/// Returns a number that identifies the game, the board, the player and the `size` of the memory.
/// Searches can share memory only if their numbers are equal.
pub(crate) fn kind(board: &dyn Board, player: u64, size: usize) -> u64 {
    let facts = board.facts().map(u64::from);
    facts.into_iter().chain([with_net(board, player), size as u64]).fold(0, absorb)
}
