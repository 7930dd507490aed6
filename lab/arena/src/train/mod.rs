//! `train`: an evaluator that is learned by self-play, and written as a net (see [`imm::net`]).
//!
//! A run goes on by generations. In each the net of the one before plays games against itself, in
//! the first a player who needs no net; a new net is trained on the positions of the latest games,
//! made whole numbers, and takes the place of the old one if it wins a match.
//!
//! One file a job: `args.rs` what may be said, `shape.rs` which numbers a net has, `sealed.rs`
//! files that are whole or not there, `data.rs` positions and their files, `symmetry.rs` those
//! worth the same, `selfplay.rs` the games, `model.rs` the net in floating point, `loss.rs` what
//! its training makes small, `learn.rs` that training, `whole.rs` the net in whole numbers,
//! `gate.rs` the match, `generation.rs` what is noted of all that, `folder.rs` the files of a run,
//! `curve.rs` its figure, `run.rs` all of it in turn.

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
