//! What searches must have in common to share memory: a transposition table
//! (`alphabeta/share.rs`), or a tree (`shared`).

use crate::base::bits::absorb;
use crate::simulation::{Board, with_net};
use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// Why memory is not shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ShareError {
    /// There must be room for a head, and for something to use.
    TooSmall,
    /// This search has no use for it: a table without `tt`, or in a game without keys; a tree with
    /// options that it does not have.
    Unsupported,
    /// Searches of another game or another player share it, or it was shared with another size.
    Foreign,
    /// Others search in it, from another position.
    Busy,
}

impl Display for ShareError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TooSmall => "the memory to share has no room for anything",
            Self::Unsupported => "the player, or the game, has no use for what is to be shared",
            Self::Foreign => "what is to be shared belongs to another game, another player, or has another size",
            Self::Busy => "others search the tree that is to be shared, from another position",
        })
    }
}

impl Error for ShareError {}

/// What searches must have in common to share `size` of something: game, board and player.
pub(crate) fn kind(board: &dyn Board, player: u64, size: usize) -> u64 {
    let facts = board.facts().map(u64::from);
    facts.into_iter().chain([with_net(board, player), size as u64]).fold(0, absorb)
}
