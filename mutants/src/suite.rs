//! The tests that mutants must not survive: all host tests but those that are not in the copy
//! (`tree.rs`), and those that measure.

use crate::build::{Built, compile_c};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is checked before anything is built: there most of what does not compile is found.
const CHECKS: [&[&str]; 2] =
    [&["check", "-p", "imm-search", "-p", "imm-host"], &["check", "-p", "imm-ffi", "--profile", "mutants-c"]];
/// The suites of tests, and what cargo builds for each.
const SUITES: [(&str, &[&str]); 4] = [
    ("imm", &["test", "--no-run", "--profile", "mutants", "-p", "imm-search"]),
    ("c", &["build", "--profile", "mutants-c", "-p", "imm-ffi"]),
    ("fuzz", &["test", "--no-run", "--profile", "mutants", "-p", "imm-fuzz"]),
    ("arena", &["test", "--no-run", "--profile", "mutants", "-p", "imm-harness"]),
];
/// C programs that are left out: they measure.
const NOT_THESE_C: &[&str] = &["latency.c", "overshoot.c", "speed.c"];
/// Commands of imm-arena from `tests/run oracle`: those that take seconds.
const ARENA: &[&str] = &[
    "perft breakthrough 4 = 256036",
    "replay traces/*.jsonl.gz --skip-unknown",
    "solve loa_forced_wins.jsonl --iterations 50000",
    "solve *solved*.jsonl kalah_endgames.jsonl --iterations 20000 --player mcts(im0.4)",
    "solve *solved*.jsonl kalah_endgames.jsonl --iterations 3000000 --player ab()",
    "solve *solved*.jsonl kalah_endgames.jsonl --iterations 3000000 --player ab(all)",
];

/// How a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of the tests of a program that cargo has built.
    Rust,
    /// A program: it passes if it succeeds.
    Program,
}

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// "imm alphabeta: windows::open", for readers and in the results.
    pub name: String,
    /// How it is run.
    pub kind: Kind,
    /// What is run.
    pub program: PathBuf,
    /// What was built for it: the program, or what that starts.
    pub binary: PathBuf,
    /// The program's arguments; of a Rust test its own name.
    pub arguments: Vec<String>,
    /// Where it is run.
    pub folder: PathBuf,
}

/// The names of all suites.
#[must_use]
pub fn names() -> [&'static str; 4] {
    SUITES.map(|(name, _)| name)
}

/// What cargo is to build for these suites.
///
/// # Errors
/// There is no such suite.
pub fn steps(wanted: &[String]) -> Result<Vec<&'static [&'static str]>> {
    let mut steps = CHECKS.to_vec();
    for name in wanted {
        let suite = SUITES.iter().find(|(suite, _)| suite == name);
        steps.push(suite.with_context(|| format!("no suite '{name}': there are {}", names().join(", ")))?.1);
    }
    Ok(steps)
}

/// All tests of a copy that is built.
///
/// # Errors
/// A program does not list its tests, or a C program does not compile.
pub fn tests(built: &Built, folder: &Path) -> Result<Vec<Test>> {
    let root = &built.tree.root;
    let mut tests = Vec::new();
    for (what, program) in &built.programs {
        let words: Vec<&str> = what.split(' ').collect();
        let [kind, package, name] = words[..] else { continue };
        if kind == "test" {
            tests.extend(rust_tests(root, package, name, program)?);
        }
    }
    let found = |wanted: &dyn Fn(&str, &Path) -> bool| built.programs.iter().find(|(what, path)| wanted(what, path));
    if let Some((_, library)) = found(&|_, path| path.extension().is_some_and(|end| end == "a")) {
        tests.extend(c_tests(root, folder, library)?);
    }
    if let Some((_, arena)) = found(&|what, _| what.starts_with("bin ") && what.ends_with(" imm-arena")) {
        tests.extend(arena_tests(root, arena)?);
    }
    Ok(tests)
}

fn rust_tests(root: &Path, package: &str, name: &str, program: &Path) -> Result<Vec<Test>> {
    let folder = match package {
        "fuzz" | "arena" => root.join(package),
        _ => root.to_owned(),
    };
    let answer = Command::new(program).args(["--list", "--format=terse"]).current_dir(&folder).output()?;
    let text = String::from_utf8(answer.stdout).context("names of tests")?;
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names
        .map(|test| Test {
            name: format!("{package} {name}: {test}").replacen("tree ", "", 1),
            kind: Kind::Rust,
            program: program.to_owned(),
            binary: program.to_owned(),
            arguments: vec![test.to_owned()],
            folder: folder.clone(),
        })
        .collect())
}

/// The programs of tests/c, as its `run plain` builds them with gcc.
fn c_tests(root: &Path, folder: &Path, library: &Path) -> Result<Vec<Test>> {
    let out = folder.join("c");
    fs::create_dir_all(&out)?;
    write_headers(root, &out)?;
    // Without link-time optimisation the core library refers to an unwinder that is not there.
    let (source, unwinder) = (out.join("unwinder.c"), out.join("unwinder.o"));
    fs::write(&source, "void rust_eh_personality(void) {}\n")?;
    compile_c(Command::new("gcc").arg("-c").arg(&source).arg("-o").arg(&unwinder))?;
    let mut tests = Vec::new();
    let mut sources: Vec<PathBuf> =
        fs::read_dir(root.join("tests/c"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sources.sort();
    for source in sources {
        let file = source.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let compiler = match source.extension().and_then(|end| end.to_str()) {
            _ if NOT_THESE_C.contains(&file.as_str()) => continue,
            Some("c") => ["gcc", "-std=c11"],
            Some("cpp") => ["g++", "-std=c++17"],
            _ => continue,
        };
        let program = out.join(file.replace('.', "_"));
        let mut command = Command::new(compiler[0]);
        command.args([compiler[1], "-O2", "-w", "-Iinclude"]).arg("-I").arg(&out).arg(&source).arg(library);
        compile_c(command.arg(&unwinder).args(["-lm", "-pthread", "-o"]).arg(&program).current_dir(root))?;
        tests.push(Test {
            name: format!("c {file}"),
            kind: Kind::Program,
            binary: program.clone(),
            program,
            arguments: Vec::new(),
            folder: root.to_owned(),
        });
    }
    Ok(tests)
}

/// The two headers that tests/c/run makes, by itself.
fn write_headers(root: &Path, out: &Path) -> Result<()> {
    let run = fs::read_to_string(root.join("tests/c/run"))?;
    let function = |name: &str| -> Result<String> {
        let start = run.find(&format!("{name}() {{")).with_context(|| format!("tests/c/run has no {name}()"))?;
        let end = run[start..].find("\n}\n").context("a function ends")?;
        Ok(run[start..start + end + 3].to_owned())
    };
    let script = format!(
        "set -eu\n{}{}write_players\nwrite_constants\n",
        function("write_players")?,
        function("write_constants")?
    );
    compile_c(Command::new("sh").args(["-c", &script]).env("out", out).current_dir(root))
}

/// Commands of imm-arena, with their files named; `= NUMBER` is what it must print.
fn arena_tests(root: &Path, arena: &Path) -> Result<Vec<Test>> {
    let fixtures = root.join("tests/fixtures");
    let script = r#"program=$1 command=$2 wanted=$3; cd "$4"; set -f; set -- $command; set +f
        first=$1; shift; found=$("$program" "$first" $(for word; do case $word in *'*'*) ls $word;; *) echo "$word";; esac; done)) || exit 1
        [ -z "$wanted" ] || [ "$found" = "$wanted" ]"#;
    Ok(ARENA
        .iter()
        .map(|line| {
            let (command, wanted) = line.split_once(" = ").unwrap_or((line, ""));
            let arguments =
                ["-c", script, "sh", &arena.to_string_lossy(), command, wanted, &fixtures.to_string_lossy()];
            Test {
                name: format!("imm-arena {command}"),
                kind: Kind::Program,
                program: PathBuf::from("sh"),
                binary: arena.to_owned(),
                arguments: arguments.map(str::to_owned).to_vec(),
                folder: fixtures.clone(),
            }
        })
        .collect())
}
