//! The result of a command: the text for standard output and the exit code.

use anyhow::Result;
use serde::Serialize;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// The exit code of a command that found something wrong, e.g. a disagreement or a wrong proof.
pub const FOUND_WRONG: u8 = 1;
/// The exit code after Ctrl-C, by the convention of shells: 128 + the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Writes a line for the user to standard error. Write errors are ignored.
pub fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The result of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The text for standard output, line breaks included.
    pub text: String,
    /// The exit code of the process; 0 is success.
    pub code: u8,
}

impl Answer {
    /// Success with this text.
    #[must_use]
    pub fn ok(text: String) -> Self {
        Self { text, code: 0 }
    }

    /// This answer with another exit code.
    #[must_use]
    pub fn with_code(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// This answer, with the exit code [`INTERRUPTED`] if `interrupted` is true.
    #[must_use]
    pub fn if_interrupted(self, interrupted: bool) -> Self {
        if interrupted { self.with_code(INTERRUPTED) } else { self }
    }

    /// `report` as one JSON object on one line, or as `text` writes it if `json` is false.
    ///
    /// # Errors
    /// If `report` cannot be written as JSON.
    pub fn of<T: Serialize>(report: &T, json: bool, text: impl FnOnce(&T) -> String) -> Result<Self> {
        Ok(Self::ok(if json { serde_json::to_string(report)? + "\n" } else { text(report) }))
    }

    /// Writes the text to standard output. A reader that has closed the pipe (`imm-arena ... | head
    /// -1`) is not an error.
    ///
    /// # Errors
    /// Any other failure to write.
    pub fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(self.text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}
