//! The record of a generation.

use super::whole::Loss;
use serde::{Deserialize, Serialize};

/// A generation that is done: a line of `log.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub generation: u32,
    /// The number of games of this generation, and of the positions in them.
    pub games: u32,
    pub positions: u64,
    /// The number of positions that the net learned from.
    pub window: u64,
    /// The mean loss of the last epoch; then the loss on held-out games, before and after learning.
    pub loss: f64,
    pub held_out_before: Option<f64>,
    pub held_out: Option<f64>,
    /// The error of the net in whole numbers.
    pub whole: Loss,
    /// Games that the new net lost, drew and won against the best net before, and the
    /// log-likelihood ratio that it is better. `None` if there was no match.
    pub gate: Option<[u64; 3]>,
    pub ratio: Option<f64>,
    /// True if the new net is the best one now.
    pub accepted: bool,
    /// Seconds of games, learning and match, counted since the run last began or continued.
    pub seconds: [f64; 3],
}
