//! The log of one external program: every line that is sent (`>`), received (`<`) or written to
//! standard error (`!`), with the seconds since the start.

use anyhow::{Context, Result};
use std::fs::{File, create_dir_all};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log. It may be switched off. All copies of a log write to the same file.
#[derive(Clone, Debug)]
pub struct EngineLog(Option<Arc<Mutex<File>>>, Instant);

impl EngineLog {
    /// Makes the file `folder`/NAME-PID.log. Without a folder, nothing is written.
    ///
    /// # Errors
    /// The folder or the file cannot be made.
    pub fn new(folder: Option<&Path>, program: &str, pid: u32) -> Result<Self> {
        let Some(folder) = folder else { return Ok(Self(None, Instant::now())) };
        let cannot = || format!("--engine-log {}: cannot write", folder.display());
        create_dir_all(folder).with_context(cannot)?;
        let stem = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
        let name: String = stem.chars().map(plain).collect();
        let file = File::create(folder.join(format!("{name}-{pid}.log"))).with_context(cannot)?;
        Ok(Self(Some(Arc::new(Mutex::new(file))), Instant::now()))
    }

    /// Writes a line. A full disk does not end a match, so errors are ignored.
    pub fn write(&self, mark: char, line: &str) {
        let Some(file) = &self.0 else { return };
        let text = format!("{:9.3} {mark} {line}\n", self.1.elapsed().as_secs_f64());
        let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes());
    }
}
