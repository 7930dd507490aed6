//! A copy of the checkout with all mutants in it.

use crate::instrument::instrument;
use crate::list::Mutant;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

/// The crate that says which mutant is on.
const SWITCH: &str = include_str!("../switch/lib.rs");
const SWITCH_MANIFEST: &str = "[package]\nname = \"imm_mutant\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n";
/// The packages whose sources have mutants.
const MUTATED: [&str; 3] = [".", "ffi", "ffi/host"];
/// What is not copied: the tool itself; tests against golden numbers and generated texts, which see
/// that something has changed, not that it is wrong; published games that are played again.
const LEFT_OUT: [&str; 5] =
    ["mutants/", "tests/vectors.rs", "tests/tables.rs", "arena/tests/tournament.rs", "arena/tests/experiments.rs"];
/// How tests are built: fast enough to search, and what the kernel takes for granted is checked. A
/// package that only ends (libimm.a) has no unwinder.
const PROFILES: &str = r#"
[mutants]
inherits = "release"
opt-level = 2
debug-assertions = true
overflow-checks = true
lto = false
codegen-units = 16
panic = "unwind"
[mutants.package."*"]
opt-level = 1
[mutants-c]
inherits = "mutants"
panic = "abort"
"#;

/// The copy, and where in it the mutants are.
pub struct Tree {
    /// Its root.
    pub root: PathBuf,
    /// For each file with mutants: where in its new text which of them stands.
    pub places: BTreeMap<String, Vec<(Range<usize>, u32)>>,
    /// Mutants that are computed when the library is compiled: they cannot be switched.
    pub constant: HashSet<u32>,
    /// Mutants that are not Rust: `||` in a chain with `let`.
    pub unplaced: HashSet<u32>,
}

/// Copies what git knows of `source` to `root`, with all mutants but those that were `dropped`.
/// What is there already and equal is left as it is, so that nothing is built twice.
///
/// # Errors
/// git fails, a file cannot be read or written, or a source is not Rust.
pub fn copy(source: &Path, root: &Path, mutants: &[Mutant], dropped: &HashSet<u32>) -> Result<Tree> {
    let mut tree =
        Tree { root: root.to_owned(), places: BTreeMap::new(), constant: HashSet::new(), unplaced: HashSet::new() };
    let files = tracked(source)?;
    remove_others(root, &files)?;
    for file in files {
        let content = fs::read(source.join(&file)).with_context(|| file.clone())?;
        let content = match std::str::from_utf8(&content) {
            Ok(text) if file.ends_with("Cargo.toml") => manifest(&file, text)?.into_bytes(),
            Ok(text) if file.ends_with(".rs") => tree.mutated(&file, text, mutants, dropped)?.into_bytes(),
            _ => content,
        };
        write(&root.join(&file), &content)?;
    }
    write(&root.join("switch/Cargo.toml"), SWITCH_MANIFEST.as_bytes())?;
    write(&root.join("switch/lib.rs"), SWITCH.as_bytes())?;
    Ok(tree)
}

/// Removes what an earlier copy had and this one has not: cargo would go on building it.
fn remove_others(root: &Path, files: &[String]) -> Result<()> {
    let list = root.join("copied.txt");
    let old = fs::read_to_string(&list).unwrap_or_default();
    let now: HashSet<&str> = files.iter().map(String::as_str).collect();
    for file in old.lines().filter(|file| !now.contains(file)) {
        // It may be gone already.
        let _ = fs::remove_file(root.join(file));
    }
    write(&list, files.join("\n").as_bytes())
}

/// The files of the checkout, as they are now, those that are new among them; without what is left
/// out.
fn tracked(source: &Path) -> Result<Vec<String>> {
    let answer = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(source)
        .output()
        .context("git")?;
    ensure!(answer.status.success(), "git ls-files: {}", String::from_utf8_lossy(&answer.stderr));
    let files = String::from_utf8(answer.stdout)?;
    let wanted = |file: &&str| source.join(file).is_file() && !LEFT_OUT.iter().any(|start| file.starts_with(start));
    Ok(files.split('\0').filter(wanted).map(str::to_owned).collect())
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, content)).with_context(|| path.display().to_string())
}

impl Tree {
    fn mutated(&mut self, file: &str, text: &str, mutants: &[Mutant], dropped: &HashSet<u32>) -> Result<String> {
        let here: Vec<(u32, &Mutant)> =
            (0..).zip(mutants).filter(|(number, mutant)| mutant.file == file && !dropped.contains(number)).collect();
        if here.is_empty() {
            return Ok(text.to_owned());
        }
        let found = instrument(text, &here).with_context(|| file.to_owned())?;
        self.constant.extend(found.constant);
        self.unplaced.extend(found.unplaced);
        self.places.insert(file.to_owned(), found.spliced.places);
        let new = found.spliced.text;
        // A test cannot wait for a handler that waits for ever.
        Ok(if file == "ffi/src/panic.rs" {
            new.replace("core::hint::spin_loop();", "::imm_mutant::end();")
        } else {
            new
        })
    }

    /// The mutants whose code is at this byte of a file: the innermost.
    #[must_use]
    pub fn mutants_at(&self, file: &str, at: usize) -> Vec<u32> {
        let here = self.places.get(file).into_iter().flatten().filter(|(range, _)| range.contains(&at));
        let Some(shortest) = here.clone().map(|(range, _)| range.len()).min() else { return Vec::new() };
        here.filter(|(range, _)| range.len() == shortest).map(|(_, number)| *number).collect()
    }

    /// The mutant whose code ends last before this byte of a file.
    #[must_use]
    pub fn mutants_before(&self, file: &str, at: usize) -> Vec<u32> {
        let before = self.places.get(file).into_iter().flatten().filter(|(range, _)| range.end <= at);
        before.max_by_key(|(range, _)| range.end).map(|(_, number)| *number).into_iter().collect()
    }
}

/// A manifest as it is in the copy: the lints are about the source as it was.
fn manifest(file: &str, text: &str) -> Result<String> {
    let mut table: Table = text.parse().with_context(|| file.to_owned())?;
    table.remove("lints");
    let folder = file.strip_suffix("/Cargo.toml").unwrap_or(".");
    if MUTATED.contains(&folder) {
        let up = "../".repeat(if folder == "." { 0 } else { folder.split('/').count() });
        let switch = Table::from_iter([("path".to_owned(), Value::from(format!("{up}switch")))]);
        // build.rs shares some of the sources.
        let kinds = if folder == "." { &["dependencies", "build-dependencies"][..] } else { &["dependencies"] };
        for kind in kinds {
            let dependencies = table.entry(*kind).or_insert_with(|| Table::new().into());
            let dependencies = dependencies.as_table_mut().context("dependencies")?;
            dependencies.insert("imm_mutant".to_owned(), switch.clone().into());
        }
    }
    if let Some(workspace) = table.get_mut("workspace").and_then(Value::as_table_mut) {
        workspace.remove("lints");
        if let Some(members) = workspace.get_mut("members").and_then(Value::as_array_mut) {
            members.retain(|member| member.as_str() != Some("mutants"));
        }
        let profiles = table.entry("profile").or_insert_with(|| Table::new().into());
        profiles.as_table_mut().context("profile")?.extend(PROFILES.parse::<Table>()?);
    }
    Ok(toml::to_string(&table)?)
}
