//! `cargo arena` runs this program, from any folder of the checkout. It builds imm-arena (in
//! `lab/`), and passes all arguments to it. This must be a program, because a Cargo alias cannot
//! contain the path of `lab/`, which is a separate workspace.

use std::env;
use std::path::PathBuf;
use std::process::{Command, exit};

fn main() {
    // Cargo sets the variable to the checkout that runs. The compiled path can be of another
    // checkout, if both have the same folder of build output.
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    let mut folder = PathBuf::from(here);
    while !folder.join("lab/Cargo.toml").exists() {
        if !folder.pop() {
            eprintln!("cargo arena: lab/Cargo.toml is missing; expected a complete checkout of imm");
            exit(1);
        }
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--quiet", "--release", "--locked", "--bin", "imm-arena", "--manifest-path"]);
    cargo.arg(folder.join("lab/Cargo.toml"));
    // Only the command `train` needs a library for gradients. For other commands, this library is
    // not built, because this would take time.
    if env::args_os().nth(1).is_some_and(|command| command == "train") {
        cargo.args(["--features", "train"]);
    }
    cargo.arg("--").args(env::args_os().skip(1));
    let status = cargo.status().unwrap_or_else(|error| {
        eprintln!("cargo arena: cannot run cargo: {error}");
        exit(1);
    });
    // If a signal has ended the process, for example Ctrl-C, it has no exit code. Like a shell,
    // this program then uses 130, the exit code after Ctrl-C.
    exit(status.code().unwrap_or(130));
}
