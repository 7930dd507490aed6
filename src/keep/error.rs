//! The errors of loading a search, and of merging searches.

use crate::base::bytes::InvalidBytes;
use crate::game::Fault;

/// The reason why a save could not be loaded. The search is unchanged after any of these errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LoadError {
    /// The bytes are not a save, or they are incomplete or damaged.
    Damaged,
    /// The save has a format version that this library does not read.
    Version,
    /// The save belongs to another game or board, or was written on another kind of target.
    Game,
    /// The save belongs to a search with another player.
    Player,
    /// The save belongs to a search with memory of another size: the tree, the stack or a table
    /// differs.
    Memory,
    /// The game broke a promise while its moves were compared with the save.
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
    /// The searches use different algorithms, or two players whose results cannot be combined
    /// ([`crate::search::Search::change_player`]).
    Player,
    /// The searches are at different positions.
    Position,
    /// A chance event comes next: there is nothing to decide.
    #[cfg(feature = "chance")]
    Chance,
    /// One of the searches uses a shared tree, or already contains merged results. Merged results
    /// would count twice: play a move or discard the results before the next merge.
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
