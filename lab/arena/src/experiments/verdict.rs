//! Compares a measured score with the score that a paper printed.
//!
//! A claim is a score that a paper printed once. Several rows may repeat the claim, for example
//! with more simulations. One row decides the claim: the row that the experiment data marks, or
//! else the row that the others repeat.

use super::data::Part;
use super::estimate::ours;
use super::matchup::Experiment;
use super::record::Record;
use crate::stats::Estimate;

/// The largest difference, in percentage points, that counts as the same score.
pub(super) const SAME: f64 = 5.0;

/// The verdict on a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The scores differ by at most [`SAME`] points.
    Same,
    /// The scores differ by more than [`SAME`] points, but the same player is ahead.
    Direction,
    /// Another player is ahead than in the paper.
    Different,
    /// The experiment data says why the claim cannot be tested.
    Untestable,
    /// Not all games were played.
    Unfinished,
}

impl Verdict {
    /// All verdicts, in the order of the tables.
    pub(super) const ALL: [Self; 5] =
        [Self::Same, Self::Direction, Self::Different, Self::Untestable, Self::Unfinished];

    /// Returns the verdict on an experiment; `None` if the paper has no score.
    pub(super) fn of(experiment: &Experiment, record: &Record) -> Option<Self> {
        let paper = experiment.paper?;
        let games = record.games(&experiment.matchup);
        if experiment.untestable {
            return Some(Self::Untestable);
        }
        Some(match ours(experiment, games) {
            Some(found) if games.0.len() as u64 >= experiment.games => Self::between(&found, &paper),
            _ => Self::Unfinished,
        })
    }

    fn between(found: &Estimate, paper: &Estimate) -> Self {
        let ahead = |estimate: &Estimate| estimate.score > 0.5;
        match difference(found, paper)[0] {
            points if (10.0 * points).round().abs() <= 10.0 * SAME => Self::Same, // as printed
            _ if ahead(found) == ahead(paper) => Self::Direction,
            _ => Self::Different,
        }
    }

    /// Returns the text of the verdict in the tables.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Same => "same within 5 points",
            Self::Direction => "same direction",
            Self::Different => "different",
            Self::Untestable => "cannot be tested",
            Self::Unfinished => "not finished",
        }
    }
}

/// Returns the measured score minus the paper's score, and the 95 % confidence interval of this
/// difference, in percentage points. The interval combines the two intervals of the scores
/// (Newcombe 1998, method 10).
pub(super) fn difference(found: &Estimate, paper: &Estimate) -> [f64; 3] {
    let points = found.score - paper.score;
    let below = (found.score - found.ci95[0]).hypot(paper.ci95[1] - paper.score);
    let above = (found.ci95[1] - found.score).hypot(paper.score - paper.ci95[0]);
    [points, points - below, points + above].map(|value| 100.0 * value)
}

/// Returns the difference as text, such as `-0.8 [-5.6, 3.5]`.
pub(super) fn difference_text(found: &Estimate, paper: &Estimate) -> String {
    let [points, low, high] = difference(found, paper);
    format!("{points:+.1} [{low:+.1}, {high:+.1}]")
}

/// Returns the experiments that decide the claims of the papers, in the order of the report. Each
/// comes with the experiment that states the claim. If the data marks no other row of the claim,
/// the two experiments are the same.
pub(super) fn claims(parts: &[Part]) -> Vec<(&Experiment, &Experiment)> {
    let all = || parts.iter().flat_map(|part| &part.experiments).filter(|one| one.paper.is_some());
    let decides = |main: &Experiment| all().find(|one| one.decides && one.repeats.as_deref() == Some(&main.id));
    all().filter(|one| one.repeats.is_none()).map(|main| (decides(main).unwrap_or(main), main)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(score: f64, low: f64, high: f64) -> Estimate {
        Estimate { score, ci95: [low, high] }
    }

    #[test]
    fn the_verdict_follows_from_the_difference() {
        let paper = estimate(0.6, 0.57, 0.63);
        for (score, verdict) in [
            (0.65, Verdict::Same),
            (0.55, Verdict::Same),
            (0.651, Verdict::Direction),
            (0.949, Verdict::Direction),
            (0.51, Verdict::Direction),
            (0.5, Verdict::Different),
            (0.1, Verdict::Different),
        ] {
            assert_eq!(Verdict::between(&estimate(score, 0.0, 1.0), &paper), verdict, "{score}");
        }
        // One score is below 50 % and the other above 50 %, but the difference is small.
        assert_eq!(Verdict::between(&estimate(0.48, 0.4, 0.6), &estimate(0.52, 0.5, 0.54)), Verdict::Same);
    }

    #[test]
    fn the_interval_of_a_difference_combines_both() {
        // With margins of 0.03 and 0.04, the margin of the difference is 0.05.
        let text = difference_text(&estimate(0.5, 0.47, 0.54), &estimate(0.6, 0.57, 0.64));
        assert_eq!(text, "-10.0 [-15.0, -5.0]");
    }
}
