//! Reads and writes bytes without allocation. Numbers are little-endian on every target, so that
//! the same bytes have the same meaning everywhere.

/// A writer into caller-provided bytes. It counts bytes that do not fit, and never writes past the
/// end. So you can measure data with a writer that has no space.
#[derive(Debug)]
pub struct ByteWriter<'a> {
    bytes: &'a mut [u8],
    len: usize,
    /// The number of bytes that the writer must still skip.
    passed: usize,
}

impl<'a> ByteWriter<'a> {
    /// An empty writer with space for `bytes.len()` bytes.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, len: 0, passed: 0 }
    }

    /// Returns a writer that skips the first `passed` bytes and does not count them. Use it to
    /// process data part by part if there is no space for all of the data at once.
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

    /// Appends a 2-byte number.
    pub fn put_u16(&mut self, number: u16) {
        self.put(&number.to_le_bytes());
    }

    /// Appends a 4-byte number.
    pub fn put_u32(&mut self, number: u32) {
        self.put(&number.to_le_bytes());
    }

    /// Appends an 8-byte number.
    pub fn put_u64(&mut self, number: u64) {
        self.put(&number.to_le_bytes());
    }

    /// The number of bytes written so far, including the bytes that did not fit.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if nothing is written yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if everything fitted.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.len <= self.bytes.len()
    }

    /// Returns the written bytes, so that the caller can change them. Empty if some bytes did not
    /// fit.
    pub fn written(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.len).unwrap_or_default()
    }
}

/// Returns the 4-byte number at this offset. Returns 0 if the offset is too large.
pub(crate) fn u32_at(bytes: &[u8], place: usize) -> u32 {
    let word = bytes.get(place..).and_then(|rest| rest.first_chunk::<4>());
    word.map_or(0, |word| u32::from_le_bytes(*word))
}

/// Writes a 4-byte number at this offset. Does nothing if the offset is too large.
pub(crate) fn set_u32_at(bytes: &mut [u8], place: usize, number: u32) {
    if let Some(word) = bytes.get_mut(place..).and_then(|rest| rest.first_chunk_mut::<4>()) {
        *word = number.to_le_bytes();
    }
}

/// Returns the CRC-32 of the bytes, as in Ethernet and zip (reflected, polynomial 0x04C11DB7). It
/// detects every change within 32 consecutive bits. It misses one of 2^32 other changes.
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

/// The CRC table for four bits. The entry for a four-bit value shows how the register changes when
/// these four bits are shifted out.
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

/// The error if bytes do not have the expected format, or belong to another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct InvalidBytes;

/// Reads what a [`ByteWriter`] wrote.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// A reader at the beginning of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Reads the next `count` bytes.
    ///
    /// # Errors
    /// Fewer than `count` bytes remain.
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

    /// Reads a byte.
    ///
    /// # Errors
    /// No byte remains.
    pub fn u8(&mut self) -> Result<u8, InvalidBytes> {
        self.array().map(u8::from_le_bytes)
    }

    /// Reads a 2-byte number.
    ///
    /// # Errors
    /// Fewer than 2 bytes remain.
    pub fn u16(&mut self) -> Result<u16, InvalidBytes> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads a 4-byte number.
    ///
    /// # Errors
    /// Fewer than 4 bytes remain.
    pub fn u32(&mut self) -> Result<u32, InvalidBytes> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads an 8-byte number.
    ///
    /// # Errors
    /// Fewer than 8 bytes remain.
    pub fn u64(&mut self) -> Result<u64, InvalidBytes> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads the next bytes, which must equal `bytes`.
    ///
    /// # Errors
    /// The next bytes differ, or too few bytes remain.
    pub fn expect(&mut self, bytes: &[u8]) -> Result<(), InvalidBytes> {
        check(self.take(bytes.len())? == bytes)
    }

    /// Checks that no bytes remain.
    ///
    /// # Errors
    /// Some bytes remain.
    pub fn end(&self) -> Result<(), InvalidBytes> {
        check(self.rest.is_empty())
    }
}

/// Returns an error if `holds` is false.
pub(crate) fn check(holds: bool) -> Result<(), InvalidBytes> {
    if holds { Ok(()) } else { Err(InvalidBytes) }
}

#[cfg(test)]
#[path = "bytes_tests.rs"]
mod tests;
