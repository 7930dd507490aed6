//! Reads files with one JSON record per line, plain or compressed with gzip.

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The location of a line, for error messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path of the file.
    pub file: PathBuf,
    /// The line number, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// The first two bytes of every gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// Opens a file for reading. A gzip file is decompressed; its name does not matter.
fn open(file: &Path) -> Result<Box<dyn BufRead>> {
    let opened = File::open(file).with_context(|| format!("{}: cannot open", file.display()))?;
    let mut reader = BufReader::new(opened);
    let start = reader.fill_buf().with_context(|| format!("{}: cannot read", file.display()))?;
    if start.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(reader))));
    }
    Ok(Box::new(reader))
}

/// Returns the records of a file with their locations. Blank lines are skipped. The iterator ends
/// after the first failure to read. Errors name the file and the line.
///
/// # Errors
/// The file cannot be opened.
pub fn records<T: DeserializeOwned>(file: &Path) -> Result<impl Iterator<Item = Result<(Place, T)>>> {
    Ok(lines(file)?.filter_map(|line| line.and_then(|line| line.record()).transpose()))
}

/// Returns the records of a file that is written line by line. If the last line has no line break
/// and is not a record, the line is skipped. Such a line was cut off, or is still being written.
///
/// # Errors
/// The file cannot be opened.
pub fn records_so_far<T: DeserializeOwned>(file: &Path) -> Result<impl Iterator<Item = Result<(Place, T)>>> {
    let record = |line: Line| match line.record() {
        Err(_) if !line.ended() => Ok(None),
        record => record,
    };
    Ok(lines(file)?.filter_map(move |line| line.and_then(record).transpose()))
}

/// Returns the records of a file with their text, without the white space around the text. Blank
/// lines are skipped.
///
/// # Errors
/// See [`records`].
pub fn records_with_text<T: DeserializeOwned>(file: &Path) -> Result<impl Iterator<Item = Result<(String, T)>>> {
    let record = |line: Line| {
        let text = || String::from_utf8_lossy(line.bytes.trim_ascii()).into_owned();
        Ok(line.record()?.map(|(_, record)| (text(), record)))
    };
    Ok(lines(file)?.filter_map(move |line| line.and_then(record).transpose()))
}

/// A line of a file, as bytes.
struct Line {
    place: Place,
    /// The bytes of the line, including the line break, if any.
    bytes: Vec<u8>,
}

impl Line {
    /// True if the line ends with a line break. Only the last line of a file may lack a line break.
    fn ended(&self) -> bool {
        self.bytes.ends_with(b"\n")
    }

    /// Returns the location and the record of the line, or `None` if the line is blank.
    fn record<T: DeserializeOwned>(&self) -> Result<Option<(Place, T)>> {
        let Self { place, bytes } = self;
        let text = str::from_utf8(bytes).with_context(|| format!("{place}: not UTF-8"))?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        let record = serde_json::from_str(text).with_context(|| format!("{place}: not a valid record"))?;
        Ok(Some((place.clone(), record)))
    }
}

/// Returns the lines of a file, up to the end or to the first failure to read.
fn lines(file: &Path) -> Result<impl Iterator<Item = Result<Line>>> {
    let (file, mut reader) = (file.to_owned(), Some(open(file)?));
    Ok((1..).map_while(move |line| {
        let (place, mut bytes) = (Place { file: file.clone(), line }, Vec::new());
        match reader.as_mut()?.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => Some(Ok(Line { place, bytes })),
            Err(error) => {
                reader = None;
                Some(Err(error).with_context(|| format!("{place}: cannot read")))
            }
        }
    }))
}
