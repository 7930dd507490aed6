//! The result of a command: the text for standard output and the exit code.

use anyhow::Result;
use serde::Serialize;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// The exit code of a command that found an error, e.g. a disagreement or a wrong proof.
pub const FOUND_WRONG: u8 = 1;
/// The exit code after Ctrl-C. By shell convention, it is 128 plus the signal's number.
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
    /// Returns a successful result with this text.
    #[must_use]
    pub fn ok(text: String) -> Self {
        Self { text, code: 0 }
    }

    /// Returns this answer with the exit code `code`.
    #[must_use]
    pub fn with_code(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// Returns this answer. If `interrupted` is true, the exit code becomes [`INTERRUPTED`].
    #[must_use]
    pub fn if_interrupted(self, interrupted: bool) -> Self {
        if interrupted { self.with_code(INTERRUPTED) } else { self }
    }

    /// If `json` is true, returns `report` as one JSON object on one line. Otherwise, returns the
    /// result of the function `text`.
    ///
    /// # Errors
    /// `report` cannot be written as JSON.
    pub fn of<T: Serialize>(report: &T, json: bool, text: impl FnOnce(&T) -> String) -> Result<Self> {
        Ok(Self::ok(if json { serde_json::to_string(report)? + "\n" } else { text(report) }))
    }

    /// Writes the text to standard output. A reader that has closed the pipe (`imm-arena ... | head
    /// -1`) is not an error.
    ///
    /// # Errors
    /// Writing fails for a reason other than a closed pipe.
    pub fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(self.text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}
