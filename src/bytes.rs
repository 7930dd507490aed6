//! Bytes without allocation, and positions as bytes: [`Snapshot`].
//!
//! Numbers are written with their lowest byte first, whatever the target, so that bytes mean the
//! same everywhere.

use crate::game::Game;
use crate::value::Side;

/// A writer into lent bytes. What does not fit is counted, never written past the end: so a writer
/// without any room tells how much there is to write.
#[derive(Debug)]
pub struct ByteWriter<'a> {
    bytes: &'a mut [u8],
    len: usize,
}

impl<'a> ByteWriter<'a> {
    /// Nothing written yet, and room for `bytes.len()` bytes.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, len: 0 }
    }

    /// Appends bytes as they are.
    pub fn put(&mut self, bytes: &[u8]) {
        let end = self.len.saturating_add(bytes.len());
        if let Some(room) = self.bytes.get_mut(self.len..end) {
            room.copy_from_slice(bytes);
        }
        self.len = end;
    }

    /// Appends a byte.
    pub fn put_u8(&mut self, number: u8) {
        self.put(&[number]);
    }

    /// Appends a number of two bytes.
    pub fn put_u16(&mut self, number: u16) {
        self.put(&number.to_le_bytes());
    }

    /// Appends a number of four bytes.
    pub fn put_u32(&mut self, number: u32) {
        self.put(&number.to_le_bytes());
    }

    /// Appends a number of eight bytes.
    pub fn put_u64(&mut self, number: u64) {
        self.put(&number.to_le_bytes());
    }

    /// Appends a player: 0 or 1.
    pub fn put_side(&mut self, side: Side) {
        self.put_u8(side as u8);
    }

    /// How many bytes were written so far, those included for which there was no room.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is nothing written yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Was there room for everything?
    #[must_use]
    pub fn fits(&self) -> bool {
        self.len <= self.bytes.len()
    }

    /// What was written, for a second pass over it; empty where it did not fit.
    pub fn written(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.len).unwrap_or_default()
    }
}

/// Bytes that nobody has written so, or not for this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct InvalidBytes;

/// Reads what a [`ByteWriter`] has written.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// At the beginning of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], InvalidBytes> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(InvalidBytes)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], InvalidBytes> {
        let (taken, rest) = self.rest.split_first_chunk::<N>().ok_or(InvalidBytes)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A byte.
    ///
    /// # Errors
    /// There is none.
    pub fn u8(&mut self) -> Result<u8, InvalidBytes> {
        self.array().map(u8::from_le_bytes)
    }

    /// A number of two bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn u16(&mut self) -> Result<u16, InvalidBytes> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn u32(&mut self) -> Result<u32, InvalidBytes> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    ///
    /// # Errors
    /// There are fewer.
    pub fn u64(&mut self) -> Result<u64, InvalidBytes> {
        self.array().map(u64::from_le_bytes)
    }

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

    /// Moves past exactly these bytes.
    ///
    /// # Errors
    /// They are not here.
    pub fn expect(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes> {
        check(self.take(bytes.len())? == bytes)
    }

    /// Nothing may follow.
    ///
    /// # Errors
    /// Something does.
    pub fn end(&self) -> Result<(), InvalidBytes> {
        check(self.rest.is_empty())
    }
}

/// The shape of a built-in game: its number among the games, then what there is to say of the board.
pub(crate) const fn shape(game: u8, board: [u8; 3]) -> u32 {
    let [a, b, c] = board;
    u32::from_le_bytes([game, a, b, c])
}

/// Moves past the shape of this game.
pub(crate) fn expect_shape(game: &impl Snapshot, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
    check(from.u32()? == game.shape())
}

/// An error where what must hold does not.
pub(crate) fn check(holds: bool) -> Result<(), InvalidBytes> {
    if holds { Ok(()) } else { Err(InvalidBytes) }
}

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
