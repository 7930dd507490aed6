//! Hash keys for boards with one kind of piece (Zobrist 1970).

use crate::base::bits::ones;
use crate::game::value::Side;

/// Random keys: one key for each player on each of 64 squares. The last key is used if the second
/// player is to move. Boards of different sizes use the same keys.
pub(super) struct Zobrist(pub(super) &'static [u64; 129]);

impl Zobrist {
    /// The key of a piece of `player` on `square`.
    #[inline]
    pub(super) fn piece(&self, player: Side, square: u32) -> u64 {
        self.at(square & 63 | if player == Side::First { 0 } else { 64 })
    }

    /// The key that is used if the second player is to move.
    #[inline]
    pub(super) fn turn(&self) -> u64 {
        self.at(128)
    }

    /// The key of a position. `first` and `second` are the squares of the players' pieces, as bits,
    /// and `to_move` is the player to move.
    #[inline]
    pub(super) fn board(&self, first: u64, second: u64, to_move: Side) -> u64 {
        let pieces = |player, pieces| ones(pieces).fold(0, |key, square| key ^ self.piece(player, square));
        let turn = if to_move == Side::Second { self.turn() } else { 0 };
        pieces(Side::First, first) ^ pieces(Side::Second, second) ^ turn
    }

    #[inline]
    fn at(&self, index: u32) -> u64 {
        self.0.get(index as usize).copied().unwrap_or_default()
    }
}
