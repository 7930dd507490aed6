//! The program that `cargo arena` runs, from any folder of the checkout. This program builds
//! imm-arena (in `lab/`), and passes all arguments to imm-arena. A program is needed to find
//! `lab/`, because Cargo's aliases cannot contain paths and `lab/` is a separate workspace.

use std::env;
use std::path::PathBuf;
use std::process::{Command, exit};

fn main() {
    let mut folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    while !folder.join("lab/Cargo.toml").exists() {
        if !folder.pop() {
            eprintln!("cargo arena: lab/Cargo.toml is missing; expected a complete checkout of imm");
            exit(1);
        }
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--quiet", "--release", "--locked", "--bin", "imm-arena", "--manifest-path"]);
    cargo.arg(folder.join("lab/Cargo.toml"));
    // Only the command `train` needs a library for gradients. The other commands do not wait until
    // this library is built.
    if env::args_os().nth(1).is_some_and(|command| command == "train") {
        cargo.args(["--features", "train"]);
    }
    cargo.arg("--").args(env::args_os().skip(1));
    let status = cargo.status().unwrap_or_else(|error| {
        eprintln!("cargo arena: cannot run cargo: {error}");
        exit(1);
    });
    // A process that was ended by a signal, such as Ctrl-C, has no exit code. By the shell's
    // convention, the exit code after Ctrl-C is 130.
    exit(status.code().unwrap_or(130));
}
