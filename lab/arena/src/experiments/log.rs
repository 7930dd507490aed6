//! Writes the log of a run: a file with one JSON object per line, one line for each game. A run
//! stores no other state.
//!
//! A run appends to a plain file and flushes each line, so you can interrupt the run at any moment.
//! A game whose line was cut off counts as not played. The log is not committed to the repository.
//! The command `pack` moves the games of the log to the archive (`archive.rs`), which is committed.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// An open log. Only this process writes to the log.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: Mutex<File>,
}

impl Log {
    /// Opens the log at `path` for appending, or creates it. The records have type `T`. Removes an
    /// incomplete last record, which an interrupted run may leave behind.
    ///
    /// # Errors
    /// The log cannot be written, or another process is writing it.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<Self> {
        let context = || format!("{}: cannot write", path.display());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).with_context(context)?;
        if file.try_lock().is_err() {
            bail!("{}: another process is writing it", path.display());
        }
        repair::<T>(&mut file).with_context(context)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Appends a record. When this function returns, the whole line is written.
    ///
    /// # Errors
    /// Writing fails, e.g. on a full disk.
    pub fn append(&self, line: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())?;
        file.flush()?;
        Ok(())
    }

    /// Returns the path of the log.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes all records. They must already be in the archive.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn empty(&self) -> Result<()> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.set_len(0).with_context(|| format!("{}: cannot empty", self.path.display()))
    }
}

/// Makes the file end with a complete line: adds a missing line break after a complete record, or
/// removes a record that was cut off.
fn repair<T: DeserializeOwned>(file: &mut File) -> Result<()> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let rest = &bytes[whole..];
    if serde_json::from_slice::<T>(rest).is_ok() {
        file.write_all(b"\n")?;
    } else if !rest.is_empty() {
        file.set_len(whole as u64)?;
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::archive::pack;
    use super::super::record::{Line, Record, tests::line};
    use super::*;
    use std::fs;

    /// A temporary directory for a test's log file.
    pub(crate) struct Scratch(pub PathBuf);

    impl Scratch {
        pub(crate) fn new(name: &str) -> Self {
            let dir = std::env::temp_dir().join(format!("imm-log-{}-{name}", std::process::id()));
            fs::create_dir_all(&dir).unwrap();
            Self(dir)
        }

        pub(crate) fn log(&self) -> PathBuf {
            self.0.join("games.jsonl")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_log_survives_being_cut_off_anywhere() {
        let scratch = Scratch::new("cut");
        let written =
            |lines: &[Line]| lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect::<String>();
        let games = [line("mcts(ipp)", 10, 0, 2), line("mcts(ipp)", 10, 1, 1)];
        let (one, both) = (written(&games[..1]), written(&games));
        for len in one.len()..=both.len() {
            fs::write(scratch.log(), &both[..len]).unwrap();
            // The second game must count only if its line is complete or lacks only the line break.
            let whole = if len + 1 >= both.len() { 2 } else { 1 };
            assert_eq!(Record::read(&scratch.log()).unwrap().len(), whole, "{len} bytes");
            let log = Log::open::<Line>(&scratch.log()).unwrap();
            log.append(&line("mcts(ipp)", 10, 2, 0)).unwrap();
            assert_eq!(Record::read(&scratch.log()).unwrap().len(), whole + 1, "{len} bytes");
            assert_eq!(fs::read_to_string(scratch.log()).unwrap().lines().count(), whole + 1);
        }
    }

    #[test]
    fn a_broken_line_is_an_error_wherever_it_stands() {
        let scratch = Scratch::new("broken");
        let good = serde_json::to_string(&line("mcts(ipp)", 10, 0, 2)).unwrap();
        let broken = ["{", "{}", "[1]", "\u{0}", &good.replace("\"half_points\":2", "\"half_points\":200")];
        for broken in broken {
            for (lines, place) in [([broken, &good], "games.jsonl:1"), ([&good, broken], "games.jsonl:2")] {
                let text = lines.join("\n") + "\n";
                fs::write(scratch.log(), &text).unwrap();
                let log = Log::open::<Line>(&scratch.log()).unwrap();
                for error in [Record::read(&scratch.log()).unwrap_err(), pack(&log).unwrap_err()] {
                    assert!(format!("{error:#}").contains(place), "{broken}: {error:#}");
                }
                assert_eq!(fs::read_to_string(scratch.log()).unwrap(), text);
            }
            // A broken line without a line break counts as cut off. Reading the log must ignore the
            // broken line, and opening the log for writing must remove it.
            fs::write(scratch.log(), format!("{good}\n{broken}")).unwrap();
            assert_eq!(Record::read(&scratch.log()).unwrap().len(), 1);
            drop(Log::open::<Line>(&scratch.log()).unwrap());
            assert_eq!(fs::read_to_string(scratch.log()).unwrap(), format!("{good}\n"));
        }
    }

    #[test]
    fn only_one_process_writes() {
        let scratch = Scratch::new("lock");
        let first = Log::open::<Line>(&scratch.log()).unwrap();
        assert!(Log::open::<Line>(&scratch.log()).unwrap_err().to_string().contains("another process"));
        drop(first);
        assert!(Log::open::<Line>(&scratch.log()).is_ok());
    }
}
