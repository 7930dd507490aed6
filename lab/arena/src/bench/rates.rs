//! Statistics over the rounds of a benchmark.

use crate::player::Effort;
use crate::stats::median;

/// Returns the median of the simulations per second.
pub(super) fn rate(rounds: &[Effort]) -> f64 {
    median(rounds.iter().map(|effort| effort.simulations_per_s()).collect())
}

/// Returns the simulations per second of `one` divided by the simulations per second of `other`.
pub(super) fn relative(one: &Effort, other: &Effort) -> f64 {
    one.simulations_per_s() / other.simulations_per_s()
}

/// Returns the median of the nanoseconds per playout ply.
pub(super) fn ns_per_ply(rounds: &[Effort]) -> f64 {
    median(rounds.iter().map(|effort| effort.seconds * 1e9 / effort.playout_plies as f64).collect())
}

/// Returns the mean length of a playout in plies.
pub(super) fn mean_plies(rounds: &[Effort]) -> f64 {
    let all = rounds.iter().fold(Effort::default(), |all, &effort| all.plus(effort));
    all.playout_plies as f64 / all.simulations as f64
}
