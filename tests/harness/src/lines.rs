//! Files of one JSON record a line, plain or gzip.

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// The two bytes with which every gzip file begins.
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// The lines of a file, gunzipped where its content is gzip, whatever its name.
fn open(file: &Path) -> Result<Box<dyn BufRead>> {
    let opened = File::open(file).with_context(|| format!("{}: cannot open", file.display()))?;
    let mut reader = BufReader::new(opened);
    let start = reader.fill_buf().with_context(|| format!("{}: cannot read", file.display()))?;
    if start.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(reader))));
    }
    Ok(Box::new(reader))
}

/// The records of a file with their places; blank lines are none. Reading ends with the first error, which names the
/// file and the line.
///
/// # Errors
/// A file that cannot be opened.
pub fn records<T: DeserializeOwned>(file: &Path) -> Result<impl Iterator<Item = Result<(Place, T)>>> {
    let file = file.to_owned();
    let mut failed = false;
    let numbered = open(&file)?.lines().enumerate();
    let lines = numbered.take_while(move |(_, line)| !std::mem::replace(&mut failed, line.is_err()));
    Ok(lines.filter_map(move |(index, line)| {
        let place = Place { file: file.clone(), line: index + 1 };
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error).context(format!("{place}: cannot read"))),
        };
        if line.trim().is_empty() {
            return None;
        }
        let record = serde_json::from_str(&line).with_context(|| format!("{place}: not a record as expected"));
        Some(record.map(|record| (place, record)))
    }))
}
