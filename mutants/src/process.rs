//! Runs tests in a process of their own, and ends them where they hang.

use crate::suite::{Kind, Test};
use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// At most so much memory, in KiB: a mutant may ask for all there is.
const MEMORY: &str = "4000000";

/// How tests went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All passed.
    Passed,
    /// This one failed.
    Failed(String),
    /// This one ended the process.
    Crashed(String),
    /// This one took too long.
    TimedOut(String),
}

/// What is on while tests run.
#[derive(Clone, Copy, Debug)]
pub enum Mode<'a> {
    /// Nothing: the library as it is.
    Plain,
    /// This mutant.
    Mutant(u32),
    /// Mutants that are reached are marked in this file.
    Record(&'a Path),
}

/// Runs tests of one program, one after another; up to the first that does not pass. Each may be
/// silent for `limit`.
///
/// # Errors
/// The program cannot be started.
pub fn run(tests: &[&Test], mode: Mode<'_>, limit: Duration) -> Result<Outcome> {
    let Some(first) = tests.first() else { return Ok(Outcome::Passed) };
    let mut child = command(first, tests, mode).spawn().with_context(|| first.program.display().to_string())?;
    let output = first_bytes(&mut child);
    let watched = watch(&output, first.kind, limit);
    // What it has started itself must not go on, either.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw)
        && watched != Watched::Ended
    {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let status = child.wait()?;
    Ok(match watched {
        Watched::Failed(name) => Outcome::Failed(name_of(tests, &name)),
        Watched::Silent(name) => Outcome::TimedOut(name_of(tests, &name)),
        Watched::Ended if status.success() => Outcome::Passed,
        Watched::Ended if status.code().is_some() && first.kind == Kind::Program => Outcome::Failed(first.name.clone()),
        Watched::Ended => Outcome::Crashed(first.name.clone()),
        Watched::Crashed(name) => Outcome::Crashed(name_of(tests, &name)),
    })
}

fn command(first: &Test, tests: &[&Test], mode: Mode<'_>) -> Command {
    let mut arguments: Vec<OsString> = first.arguments.iter().map(OsString::from).collect();
    if first.kind == Kind::Rust {
        arguments = ["--exact", "--test-threads=1"].map(OsString::from).to_vec();
        arguments.extend(tests.iter().flat_map(|test| test.arguments.iter().map(OsString::from)));
    }
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; ulimit -c 0; exec \"$@\""), "sh"]).arg(&first.program);
    command.args(arguments).current_dir(&first.folder).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("IMM_TESTS_SPARSE", "1").env("RUST_BACKTRACE", "0");
    match mode {
        Mode::Plain => {}
        Mode::Mutant(number) => drop(command.env("IMM_MUTANT", number.to_string())),
        Mode::Record(file) => drop(command.env("IMM_MUTANT_RECORD", file)),
    }
    command
}

/// What a program writes, as it comes.
fn first_bytes(child: &mut Child) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    if let Some(mut pipe) = child.stdout.take() {
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = pipe.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

#[derive(PartialEq, Eq)]
enum Watched {
    /// It ended by itself; no test had failed before.
    Ended,
    Failed(String),
    Crashed(String),
    Silent(String),
}

/// Reads what tests say, up to the first failure. Of other programs only their end matters.
fn watch(output: &Receiver<Vec<u8>>, kind: Kind, limit: Duration) -> Watched {
    let mut line = Vec::new();
    let mut ends = Instant::now() + limit;
    loop {
        let left = ends.saturating_duration_since(Instant::now());
        let bytes = match output.recv_timeout(left) {
            Ok(bytes) => bytes,
            Err(RecvTimeoutError::Timeout) => return Watched::Silent(test_in(&line)),
            Err(RecvTimeoutError::Disconnected) => {
                let running = test_in(&line);
                return if kind == Kind::Rust && !running.is_empty() {
                    Watched::Crashed(running)
                } else {
                    Watched::Ended
                };
            }
        };
        if kind == Kind::Program {
            continue; // it may write for ever: the limit is for all of it
        }
        ends = Instant::now() + limit;
        for byte in bytes {
            if byte != b'\n' {
                line.push(byte);
                continue;
            }
            if line.starts_with(b"test ") && line.ends_with(b"FAILED") {
                return Watched::Failed(test_in(&line));
            }
            line.clear();
        }
    }
}

/// The test of a line "test NAME ..."; empty where it is none.
fn test_in(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let name = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ...")).map_or("", |(name, _)| name);
    name.strip_suffix(" - should panic").unwrap_or(name).to_owned()
}

/// The whole name of a test that a program calls by its own.
fn name_of(tests: &[&Test], name: &str) -> String {
    let found = tests.iter().find(|test| test.arguments.first().is_some_and(|own| own == name));
    found.or(tests.first()).map_or(String::new(), |test| test.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    const SOON: Duration = Duration::from_millis(500);

    /// A script that stands for tests of these names, and what is said of it.
    fn said(kind: Kind, names: &[&str], script: &str) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("script");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let test = |name: &&str| Test {
            name: format!("tests: {name}"),
            kind,
            program: program.clone(),
            binary: program.clone(),
            arguments: vec![(*name).to_owned()],
            folder: folder.path().to_owned(),
        };
        let tests: Vec<Test> = names.iter().map(test).collect();
        run(&tests.iter().collect::<Vec<_>>(), Mode::Mutant(7), SOON).unwrap()
    }

    #[test]
    fn the_test_that_fails_crashes_or_hangs_is_named() {
        let of = |script: &str| said(Kind::Rust, &["a", "b"], script);
        let b = || "tests: b".to_owned();
        assert_eq!(of("echo 'test a ... ok'; echo 'test b ... ok'"), Outcome::Passed);
        // What comes after the first failure is not waited for.
        assert_eq!(of("echo 'test a ... ok'; echo 'test b ... FAILED'; sleep 60"), Outcome::Failed(b()));
        assert_eq!(
            of("echo 'test a ... ok'; printf 'test b - should panic ... '; kill -ABRT $$"),
            Outcome::Crashed(b())
        );
        assert_eq!(of("echo 'test a ... ok'; printf 'test b ... '; sleep 60"), Outcome::TimedOut(b()));
        assert_eq!(of("[ \"$*\" = '--exact --test-threads=1 a b' ] && [ $IMM_MUTANT = 7 ]"), Outcome::Passed);
    }

    #[test]
    fn a_program_passes_if_it_succeeds_in_time() {
        let of = |script: &str| said(Kind::Program, &["a"], script);
        let a = || "tests: a".to_owned();
        assert_eq!(of("echo 'test a ... FAILED'"), Outcome::Passed);
        assert_eq!(of("exit 3"), Outcome::Failed(a()));
        assert_eq!(of("kill -SEGV $$"), Outcome::Crashed(a()));
        // Not even a program that goes on writing, or what it has started, holds the run up.
        let begin = Instant::now();
        assert_eq!(of("sleep 60 & while :; do echo; done"), Outcome::TimedOut(a()));
        assert!(begin.elapsed() < Duration::from_secs(30));
    }
}
