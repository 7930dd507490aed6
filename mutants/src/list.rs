//! The mutants: what cargo-mutants would change, with names that do not depend on line numbers.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Genre {
    /// A function's body becomes a value.
    FnValue,
    /// An operator between two operands, with assignment or without, becomes another one.
    BinaryOperator,
    /// An operator before its operand is left out.
    UnaryOperator,
    /// An arm's guard becomes true or false.
    MatchArmGuard,
    /// An arm is left out.
    MatchArm,
    /// A field is left out, so that it is that of the base.
    StructField,
}

/// A small change of the source.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its name in the file of results: of what it changes, not of where that stands.
    pub id: String,
    /// The file, from the checkout's root.
    pub file: String,
    /// The function, as cargo-mutants names it; empty outside of one.
    pub function: String,
    /// What is changed.
    pub genre: Genre,
    /// What it becomes: an operator, or an expression.
    pub replacement: String,
    /// "replace < with <=", for readers.
    pub change: String,
    /// The first line that is changed, without the blanks around it.
    pub line_text: String,
    /// That line's number, from 1.
    pub line: usize,
    /// The bytes that are changed.
    pub span: Range<usize>,
}

#[derive(Deserialize)]
struct Listed {
    file: String,
    function: Option<Function>,
    genre: Genre,
    name: String,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Function {
    function_name: String,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

#[derive(Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

/// Asks cargo-mutants for the mutants of the kernel and of the C library below `root`.
///
/// # Errors
/// cargo-mutants is not installed, or names what is not there.
pub fn list(root: &Path) -> Result<Vec<Mutant>> {
    let answer = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--no-config", "--workspace", "-p", "imm-search", "-p", "imm-ffi"])
        .current_dir(root)
        .output()
        .context("cargo")?;
    ensure!(
        answer.status.success(),
        "cargo mutants --list fails (cargo install --locked cargo-mutants): {}",
        String::from_utf8_lossy(&answer.stderr)
    );
    parse(root, &answer.stdout)
}

/// The mutants of a list in JSON, those of tests left out.
///
/// # Errors
/// It is no such list, or its files are not below `root`.
pub fn parse(root: &Path, json: &[u8]) -> Result<Vec<Mutant>> {
    let listed: Vec<Listed> = serde_json::from_slice(json).context("the list of cargo-mutants")?;
    let mut sources = HashMap::new();
    let mut seen = HashMap::new();
    let mut mutants = Vec::new();
    for one in listed.into_iter().filter(|one| is_product(&one.file)) {
        if !sources.contains_key(&one.file) {
            let text = fs::read_to_string(root.join(&one.file)).with_context(|| one.file.clone())?;
            sources.insert(one.file.clone(), text);
        }
        let mut mutant = located(one, &sources)?;
        // Two equal changes in equal lines of one function are told apart by their order.
        let nth: &mut usize = seen.entry(mutant.id.clone()).or_default();
        mutant.id = if *nth == 0 { mutant.id } else { format!("{}.{nth}", mutant.id) };
        *nth += 1;
        mutants.push(mutant);
    }
    Ok(mutants)
}

/// Is it shipped? Tests, their slow twins of the rules, and what only desktops have are not.
fn is_product(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    !file.contains("..") && !name.ends_with("tests.rs") && name != "slow.rs" && name != "testing.rs"
}

fn located(one: Listed, sources: &HashMap<String, String>) -> Result<Mutant> {
    let text = &sources[&one.file];
    let span = offset(text, &one.span.start)?..offset(text, &one.span.end)?;
    let line_text = text.lines().nth(one.span.start.line - 1).unwrap_or_default().trim().to_owned();
    let function = one.function.map_or(String::new(), |function| function.function_name);
    // "file:line:column: change in function": what a reader needs beside file and function.
    let change = one.name.split_once(": ").map_or(one.name.as_str(), |(_, change)| change);
    let change = change.strip_suffix(&format!(" in {function}")).unwrap_or(change).to_owned();
    // Where the operator stands in its line tells equal ones apart.
    let mut hash = Sha256::new();
    for part in [&one.file, &function, &format!("{:?}", one.genre), &change, &line_text] {
        hash.update(part);
        hash.update([0]);
    }
    if one.genre != Genre::FnValue {
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        hash.update(text[start..span.start].trim_start());
    }
    Ok(Mutant {
        id: hex(hash, 6),
        file: one.file,
        function,
        genre: one.genre,
        replacement: one.replacement,
        change,
        line_text,
        line: one.span.start.line,
        span,
    })
}

/// The first bytes of a digest, as text.
#[must_use]
pub fn hex(hash: Sha256, bytes: usize) -> String {
    hash.finalize().iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}

/// Lines and columns count from 1, columns in characters.
fn offset(text: &str, place: &Place) -> Result<usize> {
    let before: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let line = text[before..].split('\n').next().unwrap_or_default();
    let column = line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(place.column - 1);
    Ok(before + column.context("a column behind the end of its line")?)
}
