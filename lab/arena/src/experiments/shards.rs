//! Finds the files (shards) that make up an archive of games.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The suffix of a shard's file name.
pub(super) const SHARD: &str = ".jsonl.gz";
/// The suffix that is added to a shard's file name while the shard is being written.
pub(super) const UNFINISHED: &str = ".part";

/// Returns the directory of the archive for the log `file`: `games` for `games.jsonl`.
#[must_use]
pub fn directory(file: &Path) -> PathBuf {
    if file.extension() == Some(OsStr::new("jsonl")) { file.with_extension("") } else { with(file, ".archive") }
}

/// Returns the path with `end` added to the file name.
pub(super) fn with(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Returns the shards of the archive of the log `file`, sorted by name. The list is empty if there
/// is no archive.
///
/// # Errors
/// The directory cannot be read or contains a file that is not a shard, or the archive is a single
/// file (the old format).
pub fn shards(file: &Path) -> Result<Vec<PathBuf>> {
    let (directory, whole) = (directory(file), with(file, ".gz"));
    ensure!(
        !whole.exists(),
        "{0}: an archive in one file is no longer read: `gunzip -c {0} >> {1}`, remove it, and run `imm-arena \
         experiments pack`",
        whole.display(),
        file.display(),
    );
    if !directory.exists() {
        return Ok(Vec::new());
    }
    let context = || format!("{}: cannot read", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(&directory).with_context(context)? {
        let path = entry.with_context(context)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(SHARD) {
            found.push(path);
        } else if !name.starts_with('.') && !name.ends_with(UNFINISHED) {
            bail!("{}: no shard of games, whose name ends with {SHARD}", path.display());
        }
    }
    found.sort_unstable();
    Ok(found)
}
