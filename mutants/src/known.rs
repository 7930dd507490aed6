//! What persons have found out about mutants: tables of patterns with reasons.

use crate::list::Mutant;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;

/// Mutants, and what is to be said of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The file; with `*` at its end, all that begin so.
    file: String,
    /// The function; `*` is any.
    function: String,
    /// The change, as cargo-mutants says it; `*` is any.
    change: String,
    /// A part of the line; `*` is any.
    line: String,
    /// Why.
    pub reason: String,
}

/// Reads a table: a row a line, with tabs between file, function, change, line and reason.
///
/// # Errors
/// There is no such file, or a row has other columns.
pub fn read(path: &Path) -> Result<Vec<Known>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<Vec<Known>> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [file, function, change, line, reason] = cells[..] else {
            anyhow::bail!("not five columns: {row}");
        };
        ensure!(!reason.trim().is_empty(), "no reason: {row}");
        let [file, function, change, line, reason] = [file, function, change, line, reason].map(str::to_owned);
        Ok(Known { file, function, change, line, reason })
    })
    .collect()
}

impl Known {
    /// Is it said of this mutant?
    #[must_use]
    pub fn matches(&self, mutant: &Mutant) -> bool {
        let file = match self.file.strip_suffix('*') {
            Some(start) => mutant.file.starts_with(start),
            None => mutant.file == self.file,
        };
        let any = |pattern: &str| pattern == "*";
        file && (any(&self.function) || self.function == mutant.function)
            && (any(&self.change) || self.change == mutant.change)
            && (any(&self.line) || mutant.line_text.contains(&self.line))
    }
}

/// The first row that is about a mutant.
#[must_use]
pub fn of<'a>(table: &'a [Known], mutant: &Mutant) -> Option<&'a Known> {
    table.iter().find(|known| known.matches(mutant))
}
