//! Statistics over the rounds of a search.

use crate::player::Effort;
use crate::stats::median;

/// The median of the simulations per second.
pub(super) fn rate(rounds: &[Effort]) -> f64 {
    median(rounds.iter().map(|effort| effort.simulations_per_s()).collect())
}

/// The rate of `one` divided by the rate of `other`.
pub(super) fn relative(one: &Effort, other: &Effort) -> f64 {
    one.simulations_per_s() / other.simulations_per_s()
}

/// The median of the nanoseconds per playout ply.
pub(super) fn ns_per_ply(rounds: &[Effort]) -> f64 {
    median(rounds.iter().map(|effort| effort.seconds * 1e9 / effort.playout_plies as f64).collect())
}

/// The mean length of a playout in plies.
pub(super) fn mean_plies(rounds: &[Effort]) -> f64 {
    let all = rounds.iter().fold(Effort::default(), |all, &effort| all.plus(effort));
    all.playout_plies as f64 / all.simulations as f64
}
