//! The memory in a block for the trunk of a large tree:
//!
//! `| nodes | their positions (G) | bytes of the positions of a custom or large built-in game |`
//!
//! On bare metal, no tree has a trunk.

use crate::types::*;
use kernel::mcts::{self, Stay};

/// The positions of a trunk take at most this many bytes.
const PLACES_MAX: usize = 32 << 10;

/// Where the trunk is in a block.
#[derive(Clone, Copy)]
pub(crate) struct TrunkLayout {
    /// The number of nodes; 0 without a trunk.
    pub plies: usize,
    /// The offset of the nodes, in bytes.
    pub offset: usize,
}

/// Returns the size of a position of the trunk. `bytes` is the number of its bytes that are not in
/// `G`.
pub(crate) const fn place_size<G>(bytes: usize) -> usize {
    const { assert!(align_of::<G>() <= IMM_ALIGN && align_of::<Stay>() <= IMM_ALIGN) };
    size_of::<G>().next_multiple_of(IMM_ALIGN).saturating_add(bytes)
}

impl TrunkLayout {
    /// Returns how many nodes the trunk has in a tree of `slots` slots. `place` is the size of a
    /// position. If positions are large, the trunk has fewer nodes.
    pub(crate) fn plies(slots: usize, place: usize) -> usize {
        mcts::trunk_plies(slots).min(PLACES_MAX.checked_div(place).unwrap_or(0))
    }

    /// Returns the offset of the first part after the trunk, a multiple of IMM_ALIGN. Returns
    /// `None` if a size overflows.
    pub(crate) fn end(&self, place: usize) -> Option<usize> {
        self.places().checked_add(self.plies.checked_mul(place)?)
    }

    /// Returns the offset of the positions.
    pub(crate) const fn places(&self) -> usize {
        self.offset.saturating_add(self.plies.saturating_mul(size_of::<Stay>()).next_multiple_of(IMM_ALIGN))
    }
}
