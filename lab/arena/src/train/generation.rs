//! The record of a generation.

use super::whole::Loss;
use serde::{Deserialize, Serialize};

/// A generation that is done: a line of `log.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub generation: u32,
    /// The number of games of this generation, and the number of positions in these games.
    pub games: u32,
    pub positions: u64,
    /// The number of positions that the net learned from.
    pub window: u64,
    /// The mean loss of the last epoch. In the next two fields, the loss on held-out games before
    /// and after learning.
    pub loss: f64,
    pub held_out_before: Option<f64>,
    pub held_out: Option<f64>,
    /// The difference between the net in whole numbers and the trained net.
    pub whole: Loss,
    /// Games that the new net lost, drew and won against the previous best net. In the next field,
    /// the log-likelihood ratio for "the new net is better". Both are `None` if there was no match.
    pub gate: Option<[u64; 3]>,
    pub ratio: Option<f64>,
    /// True if the new net is the best one now.
    pub accepted: bool,
    /// The time for playing games, for learning and for the match, in seconds. Counted since the
    /// run last began or continued.
    pub seconds: [f64; 3],
}
