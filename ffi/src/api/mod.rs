//! The exported functions, one file for each section of `imm.h`.

mod alpha_beta_memory;
mod checking;
mod game_clock;
mod games;
mod leaves;
mod merging;
mod nets;
mod opening;
mod players;
mod playing;
mod positions;
mod results;
mod searching;
mod sharing;
mod snapshots;
mod status;

pub use alpha_beta_memory::*;
pub use checking::*;
pub use game_clock::*;
pub use games::*;
pub use leaves::*;
pub use merging::*;
pub use nets::*;
pub use opening::*;
pub use players::*;
pub use playing::*;
pub use positions::*;
pub use results::*;
pub use searching::*;
pub use sharing::*;
pub use snapshots::*;
pub use status::*;
