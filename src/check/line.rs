//! The moves from the starting position to the one that is looked at, as text.

use crate::base::text::Text;

/// Words with blanks between them, in lent memory: of a long line, the end.
pub(super) struct Line<'m> {
    bytes: &'m mut [u8],
    /// Bytes written since the line was last empty; those that have no room are gone.
    written: usize,
}

impl<'m> Line<'m> {
    pub(super) fn new(bytes: &'m mut [u8]) -> Self {
        Self { bytes, written: 0 }
    }

    /// Where the line ends now.
    pub(super) fn end(&self) -> usize {
        self.written
    }

    /// Back to where the line ended before.
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

    /// Writes the line if it has at most `most` bytes, else `... ` and the words at its end.
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
mod tests {
    use super::*;
    use crate::games::testing::text_of;
    use std::string::String;

    fn written(room: usize, most: usize, words: &[&str]) -> String {
        let mut bytes = [0; 64];
        let mut line = Line::new(bytes.get_mut(..room).unwrap_or_default());
        words.iter().for_each(|word| line.push(word.as_bytes()));
        text_of(64, |out| line.write(most, out))
    }

    #[test]
    fn of_a_long_line_the_last_whole_words_are_written() {
        let words = ["a1b2", "c3d4", "e5f6", "g7h8"]; // 19 bytes
        assert_eq!(written(64, 64, &[]), "");
        assert_eq!(written(64, 19, &words), "a1b2 c3d4 e5f6 g7h8");
        assert_eq!(written(64, 18, &words), "... c3d4 e5f6 g7h8");
        for most in 13..18 {
            assert_eq!(written(64, most, &words), "... e5f6 g7h8", "{most}");
        }
        for most in 8..13 {
            assert_eq!(written(64, most, &words), "... g7h8", "{most}");
        }
        for most in 0..8 {
            assert_eq!(written(64, most, &words), "... ", "{most}");
        }
    }

    #[test]
    fn a_line_longer_than_its_memory_keeps_its_end() {
        assert_eq!(written(19, 64, &["a1b2", "c3d4", "e5f6", "g7h8"]), "a1b2 c3d4 e5f6 g7h8");
        assert_eq!(written(14, 64, &["a1b2", "c3d4", "e5f6", "g7h8"]), "... e5f6 g7h8");
        assert_eq!(written(0, 64, &["a1b2"]), "... ");
    }

    #[test]
    fn a_line_is_cut_where_it_ended_before() {
        let mut bytes = [0; 64];
        let mut line = Line::new(&mut bytes);
        assert_eq!(line.end(), 0);
        line.push(b"a1b2");
        let end = line.end();
        line.push(b"c3d4");
        line.cut(end);
        line.push(b"e5");
        assert_eq!((end, line.end(), text_of(64, |out| line.write(64, out)).as_str()), (4, 7, "a1b2 e5"));
    }
}
