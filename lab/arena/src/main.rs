//! `imm-arena`: counts, replays, plays, solves and times the games of imm.

use std::process::ExitCode;

fn main() -> ExitCode {
    imm_harness::cli::main([])
}
