//! Text in caller-provided bytes.

/// A writer into lent bytes. What does not fit is dropped and remembered, never written past the
/// end.
#[derive(Debug)]
pub struct Text<'a> {
    bytes: &'a mut [u8],
    len: usize,
    overflowed: bool,
}

impl<'a> Text<'a> {
    /// An empty text that holds up to `bytes.len()` bytes.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, len: 0, overflowed: false }
    }

    /// Appends one byte: an ASCII character, or a part of another.
    pub fn push(&mut self, byte: u8) {
        match self.bytes.get_mut(self.len) {
            Some(slot) => {
                *slot = byte;
                self.len = self.len.wrapping_add(1);
            }
            None => self.overflowed = true,
        }
    }

    /// Appends a string.
    pub fn push_str(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    /// Appends a whole number in decimal.
    pub fn push_number(&mut self, number: u32) {
        let mut digits = [0_u8; 10];
        let mut rest = number;
        let mut used = 0_usize;
        for slot in digits.iter_mut().rev() {
            *slot = b'0'.wrapping_add((rest % 10) as u8);
            rest /= 10;
            used = used.wrapping_add(1);
            if rest == 0 {
                break;
            }
        }
        digits.iter().skip(10_usize.saturating_sub(used)).for_each(|&digit| self.push(digit));
    }

    /// The text so far; empty where a game's own writer has put something into it that is not
    /// UTF-8.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The bytes of the text so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Was a character dropped because the memory was full?
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// Why a position or a move could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ParseError {
    /// Byte offset in the text at which reading stopped.
    pub position: usize,
    /// What was expected there, or what is wrong, in a few words.
    pub expected: &'static str,
}
