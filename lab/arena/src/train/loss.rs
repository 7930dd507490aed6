//! The loss functions of the training.

use serde::{Deserialize, Serialize};

/// A loss function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Loss {
    /// The mean square of the difference between the net's value and the target.
    #[default]
    Squares,
    /// The cross entropy between the winning probabilities of the target and of the net.
    Entropy,
}
