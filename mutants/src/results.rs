//! What became of each mutant: a file of lines of JSON, to which each result is added at once.

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Fate {
    /// A test failed, ended the process, or took too long.
    Killed {
        /// Which.
        by: String,
        /// "failed", "crashed", "timed out".
        how: String,
    },
    /// No test noticed.
    Survived {
        /// How many tests reach it.
        tests: usize,
        /// Were those all, or were some left out to save time?
        #[serde(default)]
        whole: bool,
    },
    /// No test reaches it.
    Unreached {
        /// Of all, or were some left out to save time?
        #[serde(default)]
        whole: bool,
    },
    /// It does not compile.
    Unviable,
    /// It is computed at compile time: the one program with all mutants cannot switch it.
    Constant,
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The mutant's name.
    pub id: String,
    /// What became of it.
    #[serde(flatten)]
    pub fate: Fate,
}

/// The fates of mutants, by their names.
pub type Fates = BTreeMap<String, Fate>;

/// Reads the committed file and that of this machine; the latter is newer.
///
/// # Errors
/// A file cannot be read, or is none of these.
pub fn read(committed: &Path, own: &Path) -> Result<Fates> {
    let mut fates = Fates::new();
    if committed.is_file() {
        let mut text = String::new();
        GzDecoder::new(File::open(committed)?).read_to_string(&mut text)?;
        add(&mut fates, &text).with_context(|| committed.display().to_string())?;
    }
    if own.is_file() {
        add(&mut fates, &fs::read_to_string(own)?).with_context(|| own.display().to_string())?;
    }
    Ok(fates)
}

/// A last line that was cut off is that of a run which was ended. What one test has killed stays
/// so, and what all have missed: another run may have been against fewer tests.
fn add(fates: &mut Fates, text: &str) -> Result<()> {
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let entry: Entry = serde_json::from_str(line).with_context(|| line.to_owned())?;
        let known = fates.get(&entry.id).and_then(Fate::certainty);
        if known.zip(entry.fate.certainty()).is_none_or(|(known, new)| known <= new) {
            fates.insert(entry.id, entry.fate);
        }
    }
    Ok(())
}

impl Fate {
    /// Of two results by tests the more certain one counts, or else the newer, as it does where one
    /// is by no test.
    fn certainty(&self) -> Option<u8> {
        match self {
            Self::Unreached { whole: false } => Some(0),
            Self::Survived { whole: false, .. } => Some(1),
            Self::Unreached { whole: true } | Self::Survived { whole: true, .. } => Some(2),
            Self::Killed { .. } => Some(3),
            Self::Unviable | Self::Constant => None,
        }
    }
}

/// Writes the committed file.
///
/// # Errors
/// It cannot be written.
pub fn write(committed: &Path, fates: &Fates) -> Result<()> {
    let mut file = GzEncoder::new(Vec::new(), Compression::best());
    for (id, fate) in fates {
        let entry = Entry { id: id.clone(), fate: fate.clone() };
        writeln!(file, "{}", serde_json::to_string(&entry)?)?;
    }
    fs::write(committed, file.finish()?).with_context(|| committed.display().to_string())
}

/// The file of this machine, to be added to.
pub struct Log(File);

impl Log {
    /// Opens it. What a run that was ended has left of a line is taken away.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(path: &Path) -> Result<Self> {
        let old = fs::read(path).unwrap_or_default();
        let whole = old.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let file =
            OpenOptions::new().create(true).append(true).open(path).with_context(|| path.display().to_string())?;
        file.set_len(whole as u64)?;
        Ok(Self(file))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, id: &str, fate: Fate) -> Result<()> {
        let line = serde_json::to_string(&Entry { id: id.to_owned(), fate })?;
        Ok(self.0.write_all(format!("{line}\n").as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_to_what_is_committed_and_a_torn_line_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let (committed, own) = (folder.path().join("a.gz"), folder.path().join("own"));
        assert_eq!(read(&committed, &own).unwrap(), Fates::new());
        let killed = Fate::Killed { by: "t".to_owned(), how: "failed".to_owned() };
        let survived = Fate::Survived { tests: 3, whole: false };
        let mut log = Log::open(&own).unwrap();
        log.add("one", survived.clone()).unwrap();
        log.add("two", Fate::Unreached { whole: true }).unwrap();
        write(&committed, &read(&committed, &own).unwrap()).unwrap();
        log.add("one", killed.clone()).unwrap();
        log.add("one", survived.clone()).unwrap(); // in a run against fewer tests
        log.add("two", survived.clone()).unwrap();
        log.add("four", Fate::Constant).unwrap();
        log.add("four", survived.clone()).unwrap(); // it is one no more
        log.0.write_all(b"{\"id\":\"three\",\"outc").unwrap();
        let two = Fate::Unreached { whole: true };
        let wanted = [("one", killed), ("two", two), ("four", survived.clone())];
        let wanted = Fates::from(wanted.map(|(id, fate)| (id.to_owned(), fate)));
        assert_eq!(read(&committed, &own).unwrap(), wanted);
        let mut log = Log::open(&own).unwrap();
        log.add("three", survived.clone()).unwrap();
        assert_eq!(read(&committed, &own).unwrap().get("three"), Some(&survived));
        assert_eq!(read(&committed, Path::new("")).unwrap()["two"], Fate::Unreached { whole: true });
    }
}
