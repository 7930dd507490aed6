//! The command `train` learns an evaluation by self-play, and writes the evaluation as a net (see
//! [`imm::net`]).
//!
//! A run consists of generations. In the first generation, a player called the teacher plays games
//! against itself. In each later generation, a player with the best net so far plays games against
//! itself. At the end of a generation, a new net is trained on the positions of the latest games
//! and converted to whole numbers. The new net replaces the best net if it wins a match.
//!
//! | file | job |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `shape.rs` | the size and patterns of a net |
//! | `sealed.rs` | files with a checksum |
//! | `data.rs` | positions and the files that store them |
//! | `symmetry.rs` | positions of equal value |
//! | `selfplay.rs` | the games |
//! | `model.rs` | the net in floating point |
//! | `loss.rs` | the loss functions |
//! | `learn.rs` | the training |
//! | `whole.rs` | the net in whole numbers |
//! | `gate.rs` | the match |
//! | `generation.rs` | the record of a generation |
//! | `folder.rs` | the files of a run |
//! | `curve.rs` | the figure of a run |
//! | `run.rs` | the whole sequence |

#[cfg(not(feature = "train"))]
mod absent;
#[cfg(feature = "train")]
mod args;
#[cfg(feature = "train")]
mod curve;
#[cfg(feature = "train")]
mod data;
#[cfg(feature = "train")]
mod folder;
#[cfg(feature = "train")]
mod gate;
#[cfg(feature = "train")]
mod generation;
#[cfg(feature = "train")]
mod learn;
#[cfg(feature = "train")]
mod loss;
#[cfg(feature = "train")]
mod model;
#[cfg(feature = "train")]
mod run;
#[cfg(feature = "train")]
mod sealed;
#[cfg(feature = "train")]
mod selfplay;
#[cfg(feature = "train")]
mod shape;
#[cfg(feature = "train")]
mod symmetry;
#[cfg(feature = "train")]
mod whole;

#[cfg(not(feature = "train"))]
pub use absent::{Args, run};
#[cfg(feature = "train")]
pub use args::Args;
#[cfg(feature = "train")]
pub use run::run;
