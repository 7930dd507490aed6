//! Helpers that run `imm-arena` as a process and make files for it.
#![allow(dead_code)] // each test program calls only some helpers

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_imm-arena")).args(args).output().expect("imm-arena runs")
}

/// Runs `imm-arena` with a progress line every millisecond. Standard error is a pipe, not a
/// terminal. Returns the text from standard error.
pub(crate) fn progress(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
    let output = command.args(args).env("IMM_PROGRESS_SECONDS", "0.001").output().expect("imm-arena runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{args:?}: {text}");
    text
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// Runs `imm-arena`, checks the exit code, and returns standard output.
pub(crate) fn prints(code: i32, args: &[&str]) -> String {
    let output = arena(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    stdout(&output).to_owned()
}

/// Runs `imm-arena`. Checks that the command fails with this exit code, prints nothing on standard
/// output, and prints an error message that contains all `words`.
pub(crate) fn fails(code: i32, args: &[&str], words: &[&str]) {
    let output = arena(args);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {message}");
    assert_eq!(stdout(&output), "", "{args:?}");
    words.iter().for_each(|word| assert!(message.contains(word), "{args:?}: '{word}' is not in {message}"));
    if code == 1 && !cfg!(feature = "train") {
        listed(args, &message);
    }
}

/// Checks that tests/messages.tsv lists this message, so that a reviewer can read all messages. If
/// the environment variable `IMM_MESSAGES` contains a file name, adds the message to this file
/// instead (`./tests/run lab-update`).
fn listed(args: &[&str], message: &str) {
    let folders = [
        env!("CARGO_TARGET_TMPDIR"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../.."),
    ];
    let mut row = format!("{}\t{}\n", args.join(" "), message.trim_end().replace('\n', " / "));
    folders.iter().for_each(|folder| row = row.replace(&format!("{folder}/"), ""));
    match std::env::var_os("IMM_MESSAGES") {
        Some(file) => {
            let mut file = fs::OpenOptions::new().create(true).append(true).open(file).expect("a file of messages");
            file.write_all(row.as_bytes()).expect("a file of messages");
        }
        None => assert!(include_str!("../messages.tsv").contains(&row), "not in tests/messages.tsv: {row}"),
    }
}

pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(0, args)).expect("JSON alone")
}

/// Starts `imm-arena`, interrupts it (Ctrl-C) once `is_time` returns true, and returns the JSON
/// that it prints before it ends.
#[cfg(unix)]
pub(crate) fn interrupted(args: &[&str], mut is_time: impl FnMut() -> bool) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
    let child = command.args(args).stdout(std::process::Stdio::piped()).spawn().expect("imm-arena runs");
    while !is_time() {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    serde_json::from_str(stdout(&output)).expect("JSON alone")
}

/// Returns the number of lines of a file.
pub(crate) fn lines_of(file: &str) -> usize {
    fs::read(file).expect("a log").iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns the path of a file in the folder `tests/fixtures` of the repository.
pub(crate) fn fixture(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name);
    file.to_str().expect("UTF-8").to_owned()
}

/// Writes a file with this content into the build directory, and returns its path.
pub(crate) fn scratch(name: &str, content: &[u8]) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, content).expect("a build directory");
    file.to_str().expect("UTF-8").to_owned()
}

/// Returns the player text of tests/programs/fake.py with these arguments, e.g. `ugi silent`.
pub(crate) fn fake(arguments: &str) -> String {
    let language = arguments.split(' ').next().expect("a word");
    // The file is in the build directory, so that messages do not depend on the path of the
    // checkout.
    let source = include_str!("../programs/fake.py");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fake.py");
    if fs::read_to_string(&file).ok().as_deref() != Some(source) {
        let own = scratch(&format!("fake_{:?}.py", std::thread::current().id()), source.as_bytes());
        fs::rename(own, &file).expect("a build directory");
    }
    format!("{language}:python3 {} {arguments}", file.display())
}

/// Returns the path of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Builds a C file of the repository as a shared library. The library gets its final name only when
/// it is complete: other tests may be using an older library with that name.
pub(crate) fn library(name: &str, source: &str, flags: &[&str]) -> String {
    let out = scratch(&format!("{:?}_{name}", std::thread::current().id()), b"");
    let mut compiler = Command::new(std::env::var("CC").unwrap_or("cc".to_owned()));
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", "-o", &out]).args(flags);
    let status = compiler.arg("-I").arg(root().join("include")).arg(root().join(source)).status();
    assert!(status.expect("a C compiler").success(), "{source} {flags:?}");
    let library = Path::new(&out).with_file_name(name);
    fs::rename(&out, &library).expect("a build directory");
    library.to_str().expect("UTF-8").to_owned()
}
