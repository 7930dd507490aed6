//! Writes the figures of a fuzzing run into a table of a document. If the seeds of a run continue
//! the seeds of an earlier run, one row contains the sum of both runs.

#[path = "../../common/markers.rs"]
pub mod markers;

use crate::Target;
use crate::runner::Done;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The name of the part of the document that contains the table.
const PART: &str = "fuzz";
const HEAD: &str = "| target | build | scenarios | from seed | to seed | calls | refused of these | hours |
|---|---|---|---|---|---|---|---|
";

/// How this program was built: with debug assertions (checked) or without them (released).
pub const BUILD: &str = if cfg!(debug_assertions) { "checked" } else { "released" };

/// A row of the table: target, build and figures.
type Row = (String, String, Done);

/// Writes the figures of one run into the table of the document.
///
/// # Errors
/// The document does not exist, or it has no part for the table.
pub fn write(path: &Path, target: Target, done: &Done) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let old = &text[markers::part(&text, PART)?];
    let mut rows: Vec<Row> = old.lines().filter_map(read).collect();
    let place = rows.iter().position(|(of, build, _)| of == target.name() && build == BUILD);
    match place {
        Some(place) => rows[place].2 = joined(&rows[place].2, done),
        None => rows.push((target.name().to_owned(), BUILD.to_owned(), *done)),
    }
    rows.sort_by_key(|(of, build, _)| (Target::ALL.iter().position(|target| target.name() == of), build.clone()));
    let total: u64 = rows.iter().map(|(.., done)| done.done + done.refused).sum();
    let body: String = rows.iter().map(written).collect();
    let content = format!("{HEAD}{body}\nIn all {} calls, without a finding.\n", grouped(total));
    fs::write(path, markers::replaced(&text, PART, &content)?)?;
    Ok(())
}

/// Returns the sum of both runs if the seeds of `new` start where the seeds of `old` end. Otherwise
/// returns `new`.
fn joined(old: &Done, new: &Done) -> Done {
    if old.next != new.first {
        return *new;
    }
    Done {
        first: old.first,
        next: new.next,
        runs: old.runs + new.runs,
        done: old.done + new.done,
        refused: old.refused + new.refused,
        seconds: old.seconds + new.seconds,
    }
}

fn written((target, build, done): &Row) -> String {
    let calls = grouped(done.done + done.refused);
    let (runs, refused, last) = (grouped(done.runs), grouped(done.refused), done.next.saturating_sub(1));
    let hours = done.seconds / 3600.0;
    format!("| `{target}` | {build} | {runs} | {} | {last} | {calls} | {refused} | {hours:.3} |\n", done.first)
}

fn read(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, target, build, runs, first, last, calls, refused, hours, _] = cells[..] else { return None };
    let number = |cell: &str| cell.replace(',', "").parse::<u64>().ok();
    let (calls, refused) = (number(calls)?, number(refused)?);
    let done = Done {
        first: number(first)?,
        next: number(last)? + 1,
        runs: number(runs)?,
        done: calls.checked_sub(refused)?,
        refused,
        seconds: hours.parse::<f64>().ok()? * 3600.0,
    };
    Some((target.trim_matches('`').to_owned(), build.to_owned(), done))
}

/// Formats 1234567 as 1,234,567.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_follow_each_other_add_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("TRUST.md");
        fs::write(&path, "# A\n<!-- BEGIN fuzz -->\n<!-- END fuzz -->\n").unwrap();
        let done = |first, next| Done { first, next, runs: next - first, done: 1000, refused: 234, seconds: 36.0 };
        write(&path, Target::Api, &done(0, 10)).unwrap();
        write(&path, Target::Saves, &done(5, 6)).unwrap();
        write(&path, Target::Api, &done(10, 1500)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("| `api` | {BUILD} | 1,500 | 0 | 1499 | 2,468 | 468 | 0.020 |\n")), "{text}");
        assert!(text.contains("In all 3,702 calls, without a finding.\n<!-- END fuzz -->"), "{text}");
        write(&path, Target::Api, &done(7, 8)).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("| 1 | 7 | 7 | 1,234 | 234 |"));
    }
}
