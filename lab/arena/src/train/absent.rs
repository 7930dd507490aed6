//! Replaces the command `train` in a program that was built without training.

use crate::answer::Answer;
use anyhow::{Result, bail};

/// Arguments of `train`, all ignored.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The arguments. See `imm-arena train --help` in a program that was built with training.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    rest: Vec<String>,
}

/// Returns an error that says how to build a program with `train`.
///
/// # Errors
/// Always.
pub fn run(args: &Args) -> Result<Answer> {
    let _ = &args.rest;
    bail!("this program cannot train: run `cargo arena train`, or build it in lab/ with --features imm-harness/train")
}
