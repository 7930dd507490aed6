//! The record of a generation.

use super::whole::Loss;
use serde::{Deserialize, Serialize};

/// The record of a finished generation: a line of `log.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub generation: u32,
    /// The number of games of this generation. The field `positions` is the number of positions
    /// from these games and their search trees.
    pub games: u32,
    pub positions: u64,
    /// The number of positions that the net learned from.
    pub window: u64,
    /// The mean loss of the last epoch. The fields `held_out_before` and `held_out` are the losses
    /// on held-out games before and after the training.
    pub loss: f64,
    pub held_out_before: Option<f64>,
    pub held_out: Option<f64>,
    /// The mean and the largest difference in value between the whole-number net and the
    /// floating-point net.
    pub whole: Loss,
    /// The numbers of games that the new net lost, drew and won against the previous best net. The
    /// field `ratio` is the log-likelihood ratio for "the new net is better". Both fields are
    /// `None` without a match.
    pub gate: Option<[u64; 3]>,
    pub ratio: Option<f64>,
    /// True if the new net became the best net.
    pub accepted: bool,
    /// The seconds spent on playing games, on training and on the match. If the run was stopped
    /// during this generation, only the time after its last start counts.
    pub seconds: [f64; 3],
}
