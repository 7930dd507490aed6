//! Computes the measured score of an experiment.

use super::matchup::Experiment;
use super::record::Games;
use crate::contest::Scoring;
use crate::stats::Estimate;

/// Returns the score of player A in `games`, or `None` if no game or pair counts toward the score.
#[must_use]
pub(crate) fn ours(experiment: &Experiment, games: &Games) -> Option<Estimate> {
    let (tally, scoring) = (games.tally(), experiment.matchup.scoring());
    let counts = match scoring {
        Scoring::Games => tally.count(),
        Scoring::Pairs => tally.pairs.decided_pairs().iter().sum(),
    };
    (counts > 0).then(|| tally.estimate(scoring))
}

/// Returns the text that the report shows instead of a score if no game was played or no pair of
/// games was decided.
pub(crate) fn without_score(games: &Games) -> &'static str {
    if games.0.is_empty() { "not played" } else { "no pair decided" }
}

/// Returns the estimate in percent with its confidence interval: `82.3 [79.9, 84.7]`.
pub(crate) fn percent(estimate: &Estimate) -> String {
    let [low, high] = estimate.ci95.map(|bound| 100.0 * bound);
    format!("{:.1} [{low:.1}, {high:.1}]", 100.0 * estimate.score)
}
