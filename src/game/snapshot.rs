//! Snapshots: positions as bytes.

use super::Game;
use super::value::Side;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};

/// Writes a position as bytes (a snapshot) and reads it back. A snapshot contains the whole
/// position, and the part of the game's history that matters for repetitions. So a game continues
/// from a snapshot exactly as from the original position. The text form of a position
/// ([`Notation`](super::notation::Notation)) may not contain that history.
pub trait Snapshot: Game {
    /// Returns the shape: a number that identifies the game and the board. All positions of a game
    /// on the same board have the same shape.
    fn shape(&self) -> u32;

    /// Returns the size in bytes of the largest snapshot of this game on this board.
    fn bytes_max(&self) -> usize;

    /// Writes a snapshot of the position.
    fn write_bytes(&self, out: &mut ByteWriter<'_>);

    /// Sets up the position of a snapshot. The snapshot must be from the same game and board. A
    /// built-in game never gets an impossible position, whatever the bytes are.
    ///
    /// # Errors
    /// The bytes are not a position of this game and board. After this error, the position may have
    /// changed, but it is still a possible position.
    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes>;
}

/// Returns the shape of a built-in game: the number of the game in one byte, then three bytes for
/// the board.
pub(crate) const fn shape(game: u8, board: [u8; 3]) -> u32 {
    let [a, b, c] = board;
    u32::from_le_bytes([game, a, b, c])
}

/// True if the shape belongs to a custom game. Custom games have the game number 0.
pub(crate) const fn is_own(shape: u32) -> bool {
    shape & 0xFF == 0
}

/// Writes the first bytes of every snapshot of a built-in game: the shape and the player to move.
pub(crate) fn put_head(game: &impl Snapshot, out: &mut ByteWriter<'_>) {
    out.put_u32(game.shape());
    out.put_side(game.to_move());
}

/// Reads the first bytes of a snapshot, which are the shape and the player to move. The shape must
/// be the shape of this game and board. Returns the player to move.
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
    /// There is no byte left, or the byte is neither 0 nor 1.
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
