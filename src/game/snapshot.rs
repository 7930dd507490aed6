//! Positions as bytes: [`Snapshot`].

use super::Game;
use super::value::Side;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};

/// A position as bytes. The snapshot contains the whole position, and the part of the game's
/// history that matters for repetitions. A position that is read continues exactly like the one
/// written; a text may contain less.
pub trait Snapshot: Game {
    /// Identifies the game and the board. All positions of a game on a board have the same shape.
    fn shape(&self) -> u32;

    /// The largest snapshot of this game on this board, in bytes.
    fn bytes_max(&self) -> usize;

    /// Writes the position.
    fn write_bytes(&self, out: &mut ByteWriter<'_>);

    /// Becomes the position that was written by the same game on the same board. No bytes can make
    /// an impossible position of a built-in game.
    ///
    /// # Errors
    /// The bytes are not a position of this game and board. Then the position may have changed, but
    /// it is a possible one.
    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes>;
}

/// The shape of a built-in game: its number among the games, then three bytes for the board.
pub(crate) const fn shape(game: u8, board: [u8; 3]) -> u32 {
    let [a, b, c] = board;
    u32::from_le_bytes([game, a, b, c])
}

/// True for the shape of a custom game, whose number is 0.
pub(crate) const fn is_own(shape: u32) -> bool {
    shape & 0xFF == 0
}

/// Writes the first bytes of every snapshot of a built-in game: the shape and the player to move.
pub(crate) fn put_head(game: &impl Snapshot, out: &mut ByteWriter<'_>) {
    out.put_u32(game.shape());
    out.put_side(game.to_move());
}

/// Checks that the shape is that of this game, and returns the player to move.
pub(crate) fn take_head(game: &impl Snapshot, from: &mut ByteReader<'_>) -> Result<Side, InvalidBytes> {
    check(from.u32()? == game.shape())?;
    from.side()
}

impl ByteWriter<'_> {
    /// Appends a player: 0 or 1.
    pub fn put_side(&mut self, side: Side) {
        self.put_u8(side as u8);
    }
}

impl ByteReader<'_> {
    /// Reads a player.
    ///
    /// # Errors
    /// There is no byte, or it is neither 0 nor 1.
    pub fn side(&mut self) -> Result<Side, InvalidBytes> {
        match self.u8()? {
            0 => Ok(Side::First),
            1 => Ok(Side::Second),
            _ => Err(InvalidBytes),
        }
    }
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
mod tests;
