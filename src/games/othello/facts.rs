//! Facts about a whole position of Othello, which are features of a net.

use super::rules::Othello;

/// A position with at least this many discs is late. In late positions, lines and long diagonals
/// have other weights.
const LATE: u32 = 34;
/// If a player has more moves, they count as this number.
const MOVES_MOST: u32 = 15;

/// The last five features of a position.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The number of discs, 4 to 63.
    pub(super) discs: u32,
    /// The stage of the game: the number of discs minus 4, divided by 4.
    pub(super) stage: u32,
    /// 1 if there are at least [`LATE`] discs, otherwise 0.
    pub(super) late: u32,
    /// The number of moves of the mover and of the opponent, at most [`MOVES_MOST`].
    pub(super) own_moves: u32,
    pub(super) other_moves: u32,
}

impl Facts {
    /// The facts about a position. `replies` contains the squares where the opponent could move
    /// after a pass.
    #[inline]
    pub(super) fn of(position: &Othello, replies: u64) -> Self {
        let discs = (position.own | position.other).count_ones();
        Self {
            discs,
            stage: discs.saturating_sub(4) / 4,
            late: u32::from(discs >= LATE),
            own_moves: position.moves.count_ones().min(MOVES_MOST),
            other_moves: replies.count_ones().min(MOVES_MOST),
        }
    }

    /// The facts as features.
    #[inline]
    pub(super) fn features(self) -> [u8; 5] {
        [self.discs, self.stage, self.late, self.own_moves, self.other_moves].map(|fact| fact as u8)
    }
}
