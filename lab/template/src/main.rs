//! A program with all commands of `imm-arena`, for a custom game. Examples:
//!
//!     cargo run --release -- match my_game "mcts(im0.4)" "ab(tt)" --games 100 --ms 20
//!     cargo run --release -- solve --game my_game --player "ab(tt)" --iterations 100000000

mod game;

use game::Domineering;
use imm_harness::guest::Guest;
use std::process::ExitCode;

fn main() -> ExitCode {
    imm_harness::cli::main([("my_game", Guest::new(Domineering::default()))])
}
