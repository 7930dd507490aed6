//! `train` in a program that was built without it.

use crate::answer::Answer;
use anyhow::{Result, bail};

/// Arguments of `train`, whatever they are.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// See `imm-arena train --help` of a program that has it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    rest: Vec<String>,
}

/// Says how to get it.
///
/// # Errors
/// Always.
pub fn run(args: &Args) -> Result<Answer> {
    let _ = &args.rest;
    bail!("this program cannot train: run `cargo arena train`, or build it in lab/ with --features imm-harness/train")
}
