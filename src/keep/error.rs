//! Why searches cannot be loaded or merged.

use crate::base::bytes::InvalidBytes;
use crate::game::Fault;

/// Why a search is not what was saved. It is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LoadError {
    /// The bytes are no save, or not all of one, or were changed.
    Damaged,
    /// Another version of the format.
    Version,
    /// Another game or board, or one that was written on another kind of target.
    Game,
    /// Another player.
    Player,
    /// Another amount of memory: the tree, or the stack, has another size.
    Memory,
    /// The game broke a promise while the moves of the search were tried.
    Fault(Fault),
}

impl From<InvalidBytes> for LoadError {
    fn from(_: InvalidBytes) -> Self {
        Self::Damaged
    }
}

/// Why searches are not merged. They are as they were, except after [`MergeError::Fault`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MergeError {
    /// They play different games, or on different boards.
    Game,
    /// They are of different kinds, or what they find means different things: see
    /// [`crate::search::Search::change_player`].
    Player,
    /// They are not at the same position.
    Position,
    /// One of them has others in it already, which would count twice: a move must be played first,
    /// or all be forgotten.
    Merged,
    /// The game broke a promise: what was found is forgotten.
    Fault(Fault),
}

impl From<Fault> for MergeError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
