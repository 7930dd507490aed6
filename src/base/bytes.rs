//! Bytes without allocation.
//!
//! Numbers are written with their lowest byte first, whatever the target, so that bytes mean the
//! same everywhere.

/// A writer into lent bytes. What does not fit is counted, never written past the end: so a writer
/// without any room tells how much there is to write.
#[derive(Debug)]
pub struct ByteWriter<'a> {
    bytes: &'a mut [u8],
    len: usize,
    /// Bytes that are still to be passed over.
    passed: usize,
}

impl<'a> ByteWriter<'a> {
    /// Nothing written yet, and room for `bytes.len()` bytes.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, len: 0, passed: 0 }
    }

    /// A writer that passes over the first `passed` bytes, and counts none of them: for a look at
    /// what there is no room for as a whole, a part at a time.
    pub(crate) fn behind(passed: usize, bytes: &'a mut [u8]) -> Self {
        Self { bytes, len: 0, passed }
    }

    /// Appends bytes as they are.
    pub fn put(&mut self, bytes: &[u8]) {
        let (passed, bytes) = bytes.split_at_checked(self.passed).unwrap_or((bytes, &[]));
        self.passed = self.passed.wrapping_sub(passed.len());
        let room = self.bytes.get_mut(self.len..).unwrap_or_default();
        room.iter_mut().zip(bytes).for_each(|(place, &byte)| *place = byte);
        self.len = self.len.saturating_add(bytes.len());
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

/// The number of four bytes that stands at this place, 0 past the end.
pub(crate) fn u32_at(bytes: &[u8], place: usize) -> u32 {
    let word = bytes.get(place..).and_then(|rest| rest.first_chunk::<4>());
    word.map_or(0, |word| u32::from_le_bytes(*word))
}

/// Writes a number of four bytes at this place, if it is there.
pub(crate) fn set_u32_at(bytes: &mut [u8], place: usize, number: u32) {
    if let Some(word) = bytes.get_mut(place..).and_then(|rest| rest.first_chunk_mut::<4>()) {
        *word = number.to_le_bytes();
    }
}

/// CRC-32 as Ethernet and zip have it: reflected, polynomial 0x04C11DB7. It finds every change of
/// up to 32 bits in a row, and all but one in 2^32 of the others.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    const NIBBLES: [u32; 16] = nibbles();
    let step = |crc: u32, index: u32| crc >> 4 ^ NIBBLES.get(index as usize & 15).copied().unwrap_or_default();
    let crc = bytes.iter().fold(u32::MAX, |crc, &byte| {
        let crc = crc ^ u32::from(byte);
        let crc = step(crc, crc);
        step(crc, crc)
    });
    !crc
}

/// What four bits that leave the register do to it.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // computed when the kernel is built
const fn nibbles() -> [u32; 16] {
    let mut table = [0; 16];
    let mut index = 0;
    while index < 16 {
        let (mut crc, mut bit) = (index as u32, 0);
        while bit < 4 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
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

/// An error where what must hold does not.
pub(crate) fn check(holds: bool) -> Result<(), InvalidBytes> {
    if holds { Ok(()) } else { Err(InvalidBytes) }
}

#[cfg(test)]
#[path = "bytes_tests.rs"]
mod tests;
