//! Text in caller-provided bytes.

/// A writer of text into caller-provided bytes. It drops bytes that do not fit, sets
/// [`Text::overflowed`], and never writes past the end.
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

    /// Appends one byte: an ASCII character, or a part of another character.
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

    /// Appends an integer in decimal.
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

    /// The text so far. Empty if a custom game has written bytes that are not UTF-8.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The bytes of the text so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// True if a byte was dropped because the memory was full.
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// The reason why a position or a move could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ParseError {
    /// The byte offset in the text at which reading stopped. `None` if the text has no wrong
    /// character, but does not describe a position of this game.
    pub position: Option<usize>,
    /// What was expected at the offset `position`, in a few words.
    pub expected: &'static str,
}

impl ParseError {
    /// Writes what is wrong in `text`, as a readable message. Examples: "character 3 is 'x',
    /// expected b, w or .", "the text ends after 12 characters, expected a blank", "expected at
    /// most 12 pieces a side".
    pub fn explain(&self, text: &str, out: &mut Text<'_>) {
        if let Some((before, rest)) = self.position.and_then(|position| text.split_at_checked(position)) {
            let count = before.chars().count() as u32;
            match rest.chars().next() {
                Some(found) => {
                    out.push_str("character ");
                    out.push_number(count.wrapping_add(1));
                    out.push_str(" is '");
                    out.push_str(found.encode_utf8(&mut [0; 4]));
                    out.push_str("', ");
                }
                None => {
                    out.push_str("the text ends after ");
                    out.push_number(count);
                    out.push_str(if count == 1 { " character, " } else { " characters, " });
                }
            }
        }
        out.push_str("expected ");
        out.push_str(self.expected);
    }
}
