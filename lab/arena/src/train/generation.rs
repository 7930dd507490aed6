//! What is known of a generation that is done.

use super::whole::Loss;
use serde::{Deserialize, Serialize};

/// A generation that is done: a line of `log.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub generation: u32,
    /// Its games, and the positions in them.
    pub games: u32,
    pub positions: u64,
    /// The positions that were learned.
    pub window: u64,
    /// The mean loss of the last epoch, and on games that are held out, before and after learning.
    pub loss: f64,
    pub held_out_before: Option<f64>,
    pub held_out: Option<f64>,
    /// How far whole numbers are off.
    pub whole: Loss,
    /// Games that the new net lost, drew and won against the one before, and the logarithm of how
    /// likely it is better; none where there is no net before it.
    pub gate: Option<[u64; 3]>,
    pub ratio: Option<f64>,
    /// Is the new net the best one now?
    pub accepted: bool,
    /// Seconds of games, learning and match since the run was last begun.
    pub seconds: [f64; 3],
}
