//! The errors of loading and merging searches.

use crate::base::bytes::InvalidBytes;
use crate::game::Fault;

/// The reason why a save could not be loaded. After such an error the search is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LoadError {
    /// The bytes are not a save, are incomplete, or were changed.
    Damaged,
    /// The save has another version of the format.
    Version,
    /// The save belongs to another game or board, or was written on another kind of target.
    Game,
    /// The save belongs to a search with another player.
    Player,
    /// The save belongs to a search with another amount of memory: another size of the tree or the
    /// stack.
    Memory,
    /// The game broke a promise while the moves of the save were checked.
    Fault(Fault),
}

impl From<InvalidBytes> for LoadError {
    fn from(_: InvalidBytes) -> Self {
        Self::Damaged
    }
}

/// The reason why searches could not be merged. After such an error the searches are unchanged,
/// except after [`MergeError::Fault`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MergeError {
    /// The searches play different games, or on different boards.
    Game,
    /// The searches use different algorithms, or players whose results cannot be combined
    /// ([`crate::search::Search::change_player`]).
    Player,
    /// The searches are at different positions.
    Position,
    /// One of the searches already contains merged results, which would count twice. First play a
    /// move, or forget the results.
    Merged,
    /// The game broke a promise. All results of the search are discarded.
    Fault(Fault),
}

impl From<Fault> for MergeError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
