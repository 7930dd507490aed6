//! Writes the lines of the protocol to standard output. All output of the engine goes through
//! [`Output`].

use crate::engine::ugi::REFUSAL;
use std::fmt::Display;
use std::io::{self, Write as _};

/// The maximum number of bytes that an error message quotes from the input.
const QUOTED_MAX: usize = 32;

/// Standard output. Several threads can write lines; a line is never split.
#[derive(Debug, Default)]
pub(super) struct Output;

impl Output {
    /// Writes a line, or several lines joined by line breaks, and flushes them.
    ///
    /// # Errors
    /// Standard output is closed, or cannot be written.
    pub(super) fn line(&self, text: impl Display) -> io::Result<()> {
        let text = format!("{text}\n");
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Writes an error message. `place` is the command, and `what` describes the mistake.
    ///
    /// # Errors
    /// See [`Output::line`].
    pub(super) fn error(&self, place: impl Display, what: impl Display) -> io::Result<()> {
        self.line(printable(format!("{REFUSAL}{place}: {what}").as_bytes()))
    }
}

/// Returns the text in printable ASCII. Every other byte becomes `?`.
fn printable(text: &[u8]) -> String {
    text.iter().map(|&byte| if matches!(byte, b' '..=b'~') { char::from(byte) } else { '?' }).collect()
}

/// Returns a text of the input as error messages show it: its first 32 bytes in printable ASCII, in
/// quotation marks.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("'{}'", printable(text.get(..QUOTED_MAX).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_printable() {
        assert_eq!(quoted(b""), "''");
        assert_eq!(quoted(b"a b~"), "'a b~'");
        assert_eq!(quoted("é\0\x7F\t".as_bytes()), "'?????'");
        assert_eq!(quoted(&[b'x'; 32]), format!("'{}'", "x".repeat(32)));
        assert_eq!(quoted(&[b'x'; 33]), format!("'{}'", "x".repeat(32)));
    }
}
