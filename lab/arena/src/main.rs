//! The program `imm-arena`: counts move sequences, replays and plays games, solves positions, and
//! times searches.

use std::process::ExitCode;

fn main() -> ExitCode {
    imm_harness::cli::main([])
}
