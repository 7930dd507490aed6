//! The moves that lead from the starting position to the tested position, as text.

use crate::base::text::Text;

/// A line of words, separated by spaces, in caller-provided memory. If the memory is full, only the
/// end of the line is kept.
pub(super) struct Line<'m> {
    bytes: &'m mut [u8],
    /// The length of the line in bytes. Bytes that have been overwritten also count.
    written: usize,
}

impl<'m> Line<'m> {
    pub(super) fn new(bytes: &'m mut [u8]) -> Self {
        Self { bytes, written: 0 }
    }

    /// The current end of the line.
    pub(super) fn end(&self) -> usize {
        self.written
    }

    /// Shortens the line to `end`, which [`Line::end`] returned earlier.
    pub(super) fn cut(&mut self, end: usize) {
        self.written = end;
    }

    /// Appends a word.
    pub(super) fn push(&mut self, word: &[u8]) {
        if self.written > 0 {
            self.push_byte(b' ');
        }
        word.iter().for_each(|&byte| self.push_byte(byte));
    }

    fn push_byte(&mut self, byte: u8) {
        let at = self.written.checked_rem(self.bytes.len()).unwrap_or(0);
        if let Some(slot) = self.bytes.get_mut(at) {
            *slot = byte;
        }
        self.written = self.written.wrapping_add(1);
    }

    fn byte(&self, index: usize) -> u8 {
        let at = index.checked_rem(self.bytes.len()).unwrap_or(0);
        self.bytes.get(at).copied().unwrap_or_default()
    }

    /// Writes the line if it has at most `most` bytes. Otherwise writes `... ` and the last words
    /// of the line.
    pub(super) fn write(&self, most: usize, out: &mut Text<'_>) {
        let room = most.min(self.bytes.len());
        let mut first = 0;
        if self.written > room {
            first = self.written.wrapping_sub(room.saturating_sub(4));
            while first < self.written && self.byte(first.wrapping_sub(1)) != b' ' {
                first = first.wrapping_add(1);
            }
            out.push_str("... ");
        }
        (first..self.written).for_each(|index| out.push(self.byte(index)));
    }
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
