//! The errors that can occur when a search is loaded or when searches are merged.

use crate::base::bytes::InvalidBytes;
use crate::game::Fault;

/// The reason why a save could not be loaded. After any of these errors the search is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LoadError {
    /// The bytes are not a save, are incomplete, or were changed.
    Damaged,
    /// The save has a format version that this library does not read.
    Version,
    /// The save belongs to another game or board, or was written on another kind of target.
    Game,
    /// The save belongs to a search with another player.
    Player,
    /// The save belongs to a search with different memory: the size of the tree, the stack or a
    /// table differs.
    Memory,
    /// The game broke a promise while the moves of the save were checked.
    Fault(Fault),
}

impl From<InvalidBytes> for LoadError {
    fn from(_: InvalidBytes) -> Self {
        Self::Damaged
    }
}

/// The reason why searches could not be merged. The searches are unchanged, except after
/// [`MergeError::Fault`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MergeError {
    /// The searches are for different games or different boards.
    Game,
    /// The searches use different algorithms, or players whose results cannot be combined
    /// ([`crate::search::Search::change_player`]).
    Player,
    /// The searches are at different positions.
    Position,
    /// A chance event comes next: there is nothing to decide.
    #[cfg(feature = "chance")]
    Chance,
    /// One of the searches uses a shared tree, or already contains merged results, which would
    /// count twice. Before the next merge, play a move or forget the merged results.
    Merged,
    /// The game broke a promise. The search that receives the results may have lost all its own
    /// results. The other searches are unchanged.
    Fault(Fault),
}

impl From<Fault> for MergeError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
