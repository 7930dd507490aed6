//! What a training makes small.

use serde::{Deserialize, Serialize};

/// What is made small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Loss {
    /// The mean square of how far the net is off.
    #[default]
    Squares,
    /// The cross entropy of the probabilities to win.
    Entropy,
}
