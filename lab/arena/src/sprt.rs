//! The sequential probability ratio test (Wald 1945). The test ends a match between A and B as soon
//! as it is clear whether A is better. The test uses pairs of games and a normal approximation (Van
//! den Bergh, "A practical introduction to the GSPRT").

use crate::stats::Pentanomial;

/// The probability of each of the two possible errors: accepting A although A is not better, and
/// rejecting A although A is better.
const ERROR: f64 = 0.05;

/// A test of whether A is stronger than B. Compares two hypotheses about the Elo difference between
/// A and B.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis, "A is not stronger". Normally 0.
    pub equal: f64,
    /// The Elo difference of the alternative hypothesis, "A is stronger".
    pub better: f64,
}

impl Sprt {
    /// The log-likelihood ratio of the results: positive if `better` explains the results better
    /// than `equal` does.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let (score, variance) = mean(pairs);
        self.ratio(score, variance)
    }

    /// The log-likelihood ratio if A and B both played against a third player. `a` has the results
    /// of A, and `b` the results of B. The hypotheses are about the difference of the two scores:
    /// the ratio is computed as if B had scored 50 %.
    #[must_use]
    pub fn log_likelihood_ratio_against(&self, a: &Pentanomial, b: &Pentanomial) -> f64 {
        let ((score_a, variance_a), (score_b, variance_b)) = (mean(a), mean(b));
        self.ratio(0.5 + score_a - score_b, variance_a + variance_b)
    }

    /// The log-likelihood ratio of a score with this variance.
    fn ratio(&self, score: f64, variance: f64) -> f64 {
        let [low, high] = [self.equal, self.better].map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        (high - low) * (2.0 * score - low - high) / (2.0 * variance)
    }

    /// Returns `Some(true)` if A is better, `Some(false)` if A is not better, and `None` if more
    /// games are needed.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<bool> {
        decided(self.log_likelihood_ratio(pairs))
    }

    /// Returns the verdict if A and B both played against a third player: see [`Sprt::verdict`].
    #[must_use]
    pub fn verdict_against(&self, a: &Pentanomial, b: &Pentanomial) -> Option<bool> {
        decided(self.log_likelihood_ratio_against(a, b))
    }
}

/// Returns the verdict if the log-likelihood ratio is beyond a bound.
fn decided(ratio: f64) -> Option<bool> {
    let bound = ((1.0 - ERROR) / ERROR).ln();
    (ratio.abs() >= bound).then_some(ratio > 0.0)
}

/// Returns the mean score of the pairs, and the variance of this mean.
fn mean(pairs: &Pentanomial) -> (f64, f64) {
    // Add one imaginary pair, divided equally among the five results. Without the imaginary pair,
    // the variance would be 0 if all pairs had the same result.
    let counts = pairs.0.map(|count| count as f64 + 0.2);
    let all: f64 = counts.iter().sum();
    let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().enumerate().map(|(points, count)| of(points as f64 / 4.0) * count).sum::<f64>() / all
    };
    let score = mean(&|points| points);
    (score, mean(&|points| (points - score) * (points - score)) / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::base::rng::Rng;

    #[test]
    fn by_hand() {
        let sprt = Sprt { equal: 0.0, better: 400.0 * 3_f64.log10() };
        // The hypotheses expect scores of 0.5 and 0.75. With two pairs of each result and one
        // imaginary pair there are 11 pairs. Their score is 0.5, and its variance is 0.125.
        let found = sprt.log_likelihood_ratio(&Pentanomial([2; 5]));
        assert!((found - 11.0 * 0.25 * -0.25 / 0.25).abs() < 1e-9, "{found}");
        assert_eq!(sprt.verdict(&Pentanomial::default()), None);
        assert_eq!(sprt.verdict(&Pentanomial([0, 0, 0, 0, 20])), Some(true));
        assert_eq!(sprt.verdict(&Pentanomial([20, 0, 0, 0, 0])), Some(false));
    }

    #[test]
    fn two_players_are_compared_by_a_third() {
        let sprt = Sprt { equal: 0.0, better: 400.0 * 3_f64.log10() };
        // Both means have a variance of 0.125 / 11, and the difference of the scores is 0.
        let found = sprt.log_likelihood_ratio_against(&Pentanomial([2; 5]), &Pentanomial([2; 5]));
        assert!((found - 11.0 * 0.25 * -0.25 / 0.5).abs() < 1e-9, "{found}");
        let (weak, strong) = (Pentanomial([20, 20, 0, 0, 0]), Pentanomial([0, 10, 20, 10, 0]));
        assert_eq!(sprt.verdict_against(&strong, &weak), Some(true));
        assert_eq!(sprt.verdict_against(&weak, &strong), Some(false));
        assert_eq!(sprt.verdict_against(&Pentanomial([0, 1, 0, 1, 0]), &Pentanomial([0, 1, 0, 1, 0])), None);
    }

    #[test]
    fn it_is_rarely_wrong() {
        let sprt = Sprt { equal: 0.0, better: 50.0 };
        let mut rng = Rng::new(3);
        let mut wrong = 0;
        for (run, elo) in (0..400).map(|run| (run, if run % 2 == 0 { 0.0 } else { 50.0 })) {
            let win = (2_f64.powi(32) / (1.0 + 10_f64.powf(-elo / 400.0))) as u32;
            let mut pairs = Pentanomial::default();
            let better = loop {
                let game = |rng: &mut Rng| if rng.bits() < win { 2 } else { 0 };
                pairs.add(game(&mut rng) + game(&mut rng));
                if let Some(better) = sprt.verdict(&pairs) {
                    break better;
                }
            };
            wrong += u32::from(better != (run % 2 == 1));
        }
        assert!(wrong < 400 / 12, "{wrong} of 400");
    }
}
