//! Compiles the copy. What the compiler refuses is not viable: those mutants are dropped, until it
//! compiles.

use crate::list::Mutant;
use crate::tree::{self, Tree};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A copy that compiles.
pub struct Built {
    /// The copy.
    pub tree: Tree,
    /// The mutants that do not compile.
    pub unviable: HashSet<u32>,
    /// What was built: names of targets, and the programs.
    pub programs: Vec<(String, PathBuf)>,
}

/// What is built, one after another: arguments of cargo.
pub type Steps<'a> = &'a [&'a [&'a str]];

/// Makes the copy, and builds it. `unviable` are the mutants that are known not to compile; more
/// are in a file that this writes, so that a build that was ended need not find them again.
///
/// # Errors
/// The copy cannot be made, or does not compile for another reason than its mutants.
pub fn build(
    source: &Path,
    folder: &Path,
    mutants: &[Mutant],
    mut unviable: HashSet<u32>,
    steps: Steps<'_>,
) -> Result<Built> {
    let root = folder.join("tree");
    let noted = folder.join("unviable.txt");
    unviable.extend(read_names(&noted, mutants));
    let mut tree = tree::copy(source, &root, mutants, &unviable)?;
    let mut programs = Vec::new();
    for step in steps {
        loop {
            let messages = cargo(&root, folder, step)?;
            let Some(errors) = errors(&messages) else {
                programs.extend(built(&messages));
                break;
            };
            let refused: HashSet<u32> = errors.iter().flat_map(|error| blamed(&tree, error)).collect();
            ensure!(!refused.is_empty(), "the copy does not compile:\n{}", rendered(&errors));
            eprintln!("{} mutants do not compile", refused.len());
            unviable.extend(refused);
            fs::write(&noted, names(&unviable, mutants))?;
            tree = tree::copy(source, &root, mutants, &unviable)?;
        }
    }
    unviable.extend(&tree.unplaced);
    Ok(Built { tree, unviable, programs })
}

fn names(numbers: &HashSet<u32>, mutants: &[Mutant]) -> String {
    numbers.iter().map(|&number| format!("{}\n", mutants[number as usize].id)).collect()
}

fn read_names(path: &Path, mutants: &[Mutant]) -> HashSet<u32> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let names: HashSet<&str> = text.lines().collect();
    (0..).zip(mutants).filter(|(_, mutant)| names.contains(&*mutant.id)).map(|(number, _)| number).collect()
}

/// Runs cargo in the copy. Its messages, and whether it succeeded.
fn cargo(root: &Path, folder: &Path, step: &[&str]) -> Result<(Vec<Value>, bool)> {
    let answer = Command::new("cargo")
        .args(step)
        .arg("--message-format=json")
        .current_dir(root)
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "--cap-lints allow")
        .stderr(Stdio::inherit())
        .output()
        .context("cargo")?;
    let text = String::from_utf8_lossy(&answer.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((messages, answer.status.success()))
}

/// The compiler's errors, or `None` where there is none.
fn errors((messages, success): &(Vec<Value>, bool)) -> Option<Vec<&Value>> {
    if *success {
        return None;
    }
    let messages = messages.iter().filter(|message| message["reason"] == "compiler-message");
    Some(messages.map(|message| &message["message"]).filter(|message| message["level"] == "error").collect())
}

/// The mutants in whose code an error is: that of its first place, or else of any other. Where a
/// function's body is of another type than what a mutant returns (`impl Iterator`), the body is
/// wrong for the compiler: then it is the mutant right before it.
fn blamed(tree: &Tree, error: &Value) -> Vec<u32> {
    let spans = error["spans"].as_array().map_or(&[][..], Vec::as_slice);
    let of = |primary: bool, mutants: fn(&Tree, &str, usize) -> Vec<u32>| {
        let spans = spans.iter().filter(move |span| span["is_primary"].as_bool() == Some(primary));
        let places = spans.filter_map(|span| place_of(tree, span));
        places.flat_map(|(file, start)| mutants(tree, &file, start)).collect::<Vec<_>>()
    };
    let tries = [of(true, Tree::mutants_at), of(false, Tree::mutants_at), of(true, Tree::mutants_before)];
    tries.into_iter().find(|blamed| !blamed.is_empty()).unwrap_or_default()
}

/// A file, and the byte of it where an error is.
fn place_of(tree: &Tree, span: &Value) -> Option<(String, usize)> {
    let file = Path::new(span["file_name"].as_str()?);
    let start = usize::try_from(span["byte_start"].as_u64()?).ok()?;
    // The compiler names files from the workspace's root; `ffi/host` comes to them by `../src`.
    let file = file.strip_prefix(&tree.root).unwrap_or(file).to_str()?;
    let file = file.replace("ffi/host/../src", "ffi/src").replace("build/../src", "src");
    Some((file, start))
}

fn rendered(errors: &[&Value]) -> String {
    errors.iter().filter_map(|error| error["rendered"].as_str()).take(5).collect()
}

/// The names and files of the programs and libraries that cargo says it has built.
fn built((messages, _): &(Vec<Value>, bool)) -> Vec<(String, PathBuf)> {
    let artefacts = messages.iter().filter(|message| message["reason"] == "compiler-artifact");
    artefacts
        .filter_map(|message| {
            let target = &message["target"];
            let file = message["executable"].as_str().or_else(|| {
                let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
                files.into_iter().find(|file| file.ends_with("libimm.a"))
            })?;
            let kind = target["kind"][0].as_str()?;
            let package = message["package_id"].as_str()?.rsplit('/').next()?.split('#').next()?.to_owned();
            let test = message["profile"]["test"].as_bool() == Some(true);
            let kind = if test { "test" } else { kind };
            Some((format!("{kind} {package} {}", target["name"].as_str()?), PathBuf::from(file)))
        })
        .collect()
}

/// Compiles a program of the C tests against the copy's library.
///
/// # Errors
/// The compiler fails.
pub fn compile_c(command: &mut Command) -> Result<()> {
    let answer = command.output().context("cc")?;
    if !answer.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&answer.stderr));
    }
    Ok(())
}
