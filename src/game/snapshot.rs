//! Positions as bytes: [`Snapshot`].

use super::Game;
use super::value::Side;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};

/// A position as bytes: all of it, with what of the game before it matters for repetitions. The
/// position that is read goes on exactly as the one that was written; a text may say less.
pub trait Snapshot: Game {
    /// Which game, on which board: what its positions have in common.
    fn shape(&self) -> u32;

    /// The most bytes that any position of this game on this board takes.
    fn bytes_max(&self) -> usize;

    /// Writes the position.
    fn write_bytes(&self, out: &mut ByteWriter<'_>);

    /// Becomes the position that was written, by a game of the same kind on the same board. No
    /// bytes whatever make an impossible position of a built-in game.
    ///
    /// # Errors
    /// The bytes are no position of this game and board. The position may then be any other than
    /// it was, but a possible one.
    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes>;
}

/// The shape of a built-in game: its number among the games, then what there is to say of the
/// board.
pub(crate) const fn shape(game: u8, board: [u8; 3]) -> u32 {
    let [a, b, c] = board;
    u32::from_le_bytes([game, a, b, c])
}

/// Is this the shape of a game of the caller's own, whose number is 0?
pub(crate) const fn is_own(shape: u32) -> bool {
    shape & 0xFF == 0
}

/// Writes what the bytes of every built-in game begin with: its shape, and who is to move.
pub(crate) fn put_head(game: &impl Snapshot, out: &mut ByteWriter<'_>) {
    out.put_u32(game.shape());
    out.put_side(game.to_move());
}

/// Moves past the shape of this game, and reads who is to move.
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
    /// A player.
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
