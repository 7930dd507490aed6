//! The statistics of a match: scores and their confidence intervals.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The probability that a confidence interval contains the true value.
const CONFIDENCE: f64 = 0.95;

/// The results of pairs of games. A pair is two games from the same opening, with swapped seats.
/// The array counts the pairs by the half points of the first player: `[LL, LD, DD + WL, DW, WW]`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair in which the first player has this number of half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The total points of the first player.
    #[must_use]
    pub fn points(&self) -> f64 {
        let half_points: u64 = (0..).zip(self.0).map(|(half_points, pairs)| half_points * pairs).sum();
        half_points as f64 / 2.0
    }

    /// The first player's mean points per game, 0 to 1; 0.5 if there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.mean(|points| points) }
    }

    /// The sample variance of the points per game, with each pair as one observation; `None` for
    /// fewer than two pairs.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let (pairs, score) = (self.pairs() as f64, self.score());
        (pairs >= 2.0).then(|| self.mean(|points| (points - score) * (points - score)) * pairs / (pairs - 1.0))
    }

    /// The mean of `of(points)` over all pairs, where `points` is the points per game of a pair.
    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.0.iter().enumerate().map(|(index, &count)| of(index as f64 / 4.0) * count as f64).sum();
        sum / self.pairs() as f64
    }

    /// Estimates the score, with each pair as one observation. So an effect on both games of a
    /// pair, such as an opening that favours one seat, does not count as noise.
    ///
    /// The interval is Wilson's score interval, which stays within 0 and 1. Its formula needs a
    /// number of independent games. This number is chosen so that their score would have the same
    /// variance as the score of the pairs. The quantile is from Student's t distribution, with one
    /// degree of freedom less than the number of pairs. If all pairs have the same result, the
    /// variance is unknown, and each pair counts as two independent games.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (pairs, score) = (self.pairs() as f64, self.score());
        let independent_games = match self.variance() {
            Some(variance) if variance > 0.0 => score * (1.0 - score) / (variance / pairs),
            _ => 2.0 * pairs,
        };
        Estimate::new(score, wilson(score, independent_games, t_quantile(pairs - 1.0)))
    }

    /// Estimates the score as the implicit minimax paper does for Kalah (section 4.1). A player
    /// wins a pair if it wins one game and wins or draws the other game. Pairs that no player wins
    /// are discarded as undecided. The confidence interval is Wilson's interval for the decided
    /// pairs.
    #[must_use]
    pub fn decided(&self) -> Estimate {
        let [won, lost] = self.decided_pairs();
        Estimate::of_share(won, won + lost)
    }

    /// The number of pairs won by the first player, and by the second player.
    #[must_use]
    pub fn decided_pairs(&self) -> [u64; 2] {
        let [ll, ld, _, dw, ww] = self.0;
        [dw + ww, ll + ld]
    }
}

/// A score and its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// The 95 % confidence interval of the score.
    pub ci95: [f64; 2],
}

impl Estimate {
    fn new(score: f64, ci95: [f64; 2]) -> Self {
        Self { score, ci95 }
    }

    /// Estimates a probability from `hits` hits in `count` independent trials.
    #[must_use]
    pub fn of_share(hits: u64, count: u64) -> Self {
        let share = if count > 0 { hits as f64 / count as f64 } else { 0.5 };
        Self::new(share, wilson(share, count as f64, normal_quantile()))
    }

    /// The score as a difference in Elo points; `None` if the difference is infinite.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo(self.score)
    }

    /// Half the width of the 95 % confidence interval in Elo points; `None` if the width is
    /// infinite.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        Some((elo(self.ci95[1])? - elo(self.ci95[0])?) / 2.0)
    }
}

/// The difference in Elo points for this expected score; `None` for the scores 0 and 1, where the
/// difference is infinite.
#[must_use]
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The Wilson score interval for a proportion `p` in `n` observations. `z` is the half-width in
/// standard errors. Returns `[0, 1]` if `n` is 0.
#[must_use]
pub fn wilson(p: f64, n: f64, z: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    [centre - spread, centre + spread].map(|bound| (bound / (1.0 + z * z / n)).clamp(0.0, 1.0))
}

/// The 95 % confidence interval for a proportion `p` in `n` observations, from the normal
/// approximation. The implicit minimax paper prints this interval as `p +- error`.
#[must_use]
pub fn normal_interval(p: f64, n: f64) -> [f64; 2] {
    let error = normal_quantile() * (p * (1.0 - p) / n).sqrt();
    [p - error, p + error]
}

/// The half-width of a 95 % confidence interval in standard errors, if the standard error is known:
/// 1.96, a quantile of the normal distribution.
pub(crate) fn normal_quantile() -> f64 {
    Normal::standard().inverse_cdf((1.0 + CONFIDENCE) / 2.0)
}

/// The half-width of a 95 % confidence interval in standard errors, if the standard error is an
/// estimate with `freedom` degrees of freedom: a quantile of Student's t distribution. If `freedom`
/// is not positive, returns the normal quantile.
fn t_quantile(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(normal_quantile(), |t| t.inverse_cdf((1.0 + CONFIDENCE) / 2.0))
}

/// A mean of independent observations, and half the width of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

impl Mean {
    /// The mean of the values; `None` for fewer than two values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        if n < 2.0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
        Some(Self { mean, error: t_quantile(n - 1.0) * (variance / n).sqrt() })
    }
}

/// The median; NaN if there are no values.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    }

    #[test]
    fn elo_of_known_scores() {
        near(elo(0.5).unwrap(), 0.0);
        near(elo(0.75).unwrap(), 400.0 * 3_f64.log10());
        near(elo(0.25).unwrap(), -190.8485);
        assert_eq!([elo(0.0), elo(1.0)], [None, None]);
    }

    #[test]
    fn quantiles_as_in_tables() {
        near(normal_quantile(), 1.95996);
        near(t_quantile(3.0), 3.18245);
        near(t_quantile(399.0), 1.96593);
        near(t_quantile(0.0), 1.95996);
    }

    #[test]
    fn wilson_by_hand() {
        // p = 0.8, n = 10, z = 1.95996, z^2 = 3.84146. Centre: (0.8 + 0.192073) / 1.384146 =
        // 0.716740. Half-width: 1.95996 * sqrt(0.016 + 0.00960365) / 1.384146 = 0.226577.
        let [low, high] = wilson(0.8, 10.0, normal_quantile());
        near(low, 0.4902);
        near(high, 0.9433);
        // p = 1: low = n / (n + z^2).
        let [low, high] = wilson(1.0, 20.0, normal_quantile());
        near(low, 20.0 / 23.84146);
        near(high, 1.0);
        assert_eq!(wilson(0.5, 0.0, 2.0), [0.0, 1.0]);
    }

    #[test]
    fn intervals_as_the_paper_prints_them() {
        // From table 2 of the implicit minimax paper: score in percent, number of games, half-width
        // of the interval in percent.
        for (percent, games, error) in [(94.3, 1000.0, 1.44), (82.3, 1000.0, 2.37), (53.4, 2000.0, 2.19)] {
            let [low, high] = normal_interval(percent / 100.0, games);
            assert!(((high - low) * 50.0 - error).abs() <= 0.005, "{percent}: [{low}, {high}]");
        }
    }

    #[test]
    fn pairs_by_hand() {
        // Points per game of the 4 pairs: 0, 0.5, 0.75, 1. Mean: 0.5625. Squared deviations:
        // 0.31640625, 0.00390625, 0.03515625, 0.19140625; sum 0.546875. Variance: 0.546875 / 3.
        let pairs = Pentanomial([1, 0, 1, 1, 1]);
        assert_eq!(pairs.pairs(), 4);
        near(pairs.points(), 4.5);
        near(pairs.score(), 0.5625);
        near(pairs.variance().unwrap(), 0.182_291_7);
        // 400 pairs: 100 with 0 points per game, 100 with 0.5, 100 with 0.75 and 100 with 1.
        // Variance: 54.6875 / 399 = 0.137061. Variance of the mean: 0.000342652, the same as for
        // 0.24609375 / 0.000342652 = 718.2 independent games. t(399) = 1.965927, t squared
        // 3.864869. Centre: 0.565191 / 1.0053813. Half-width: 1.965927 * sqrt(0.000342652 +
        // 0.0000018732) / 1.0053813.
        let estimate = Pentanomial([100, 0, 100, 100, 100]).estimate();
        near(estimate.ci95[0], 0.562_165 - 0.036_295);
        near(estimate.ci95[1], 0.562_165 + 0.036_295);
        near(estimate.elo().unwrap(), 400.0 * (9.0_f64 / 7.0).log10());
        // Error in Elo points: (400 log10(0.59846 / 0.40154) - 400 log10(0.52587 / 0.47413)) / 2 =
        // (69.32 - 17.99) / 2.
        near((estimate.elo_error().unwrap() * 10.0).round(), 257.0);
    }

    #[test]
    fn games_that_always_go_to_one_seat_are_no_noise() {
        // The same seat wins both games of every pair, except in two pairs: the interval must be
        // narrow.
        let estimate = Pentanomial([1, 0, 98, 0, 1]).estimate();
        assert!(estimate.ci95[1] - estimate.ci95[0] < 0.06);
        let [low, high] = wilson(0.5, 200.0, normal_quantile());
        assert!(high - low > 0.13);
    }

    #[test]
    fn pairs_without_variance_still_have_an_interval() {
        // 20 wins in 20 games, t(9) = 2.262157: lower bound 20 / (20 + 5.117354).
        let estimate = Pentanomial([0, 0, 0, 0, 10]).estimate();
        near(estimate.ci95[0], 0.796_262);
        assert_eq!((estimate.elo(), estimate.elo_error()), (None, None));
        assert_eq!(Pentanomial::default().estimate(), Estimate::new(0.5, [0.0, 1.0]));
        assert!(Pentanomial([0, 0, 1, 0, 0]).estimate().ci95[0] > 0.0);
    }

    #[test]
    fn decided_pairs_leave_out_the_even_ones() {
        let pairs = Pentanomial([1, 1, 70, 3, 5]);
        assert_eq!(pairs.decided_pairs(), [8, 2]);
        let estimate = pairs.decided();
        near(estimate.score, 0.8);
        assert_eq!(estimate.ci95, wilson(0.8, 10.0, normal_quantile()));
        assert_eq!(Pentanomial([0, 0, 9, 0, 0]).decided(), Estimate::new(0.5, [0.0, 1.0]));
    }

    #[test]
    fn means_by_hand() {
        // Values 1, 2, 6: mean 3, variance 7, variance of the mean 7/3; t(2) = 4.302653.
        let Mean { mean, error } = Mean::of(&[1.0, 2.0, 6.0]).unwrap();
        near(mean, 3.0);
        near(error, 4.302_653 * (7.0_f64 / 3.0).sqrt());
        assert_eq!(Mean::of(&[1.0]), None);
        assert_eq!(Mean::of(&[2.0; 4]), Some(Mean { mean: 2.0, error: 0.0 }));
    }

    #[test]
    fn medians() {
        near(median(vec![3.0, 1.0, 2.0]), 2.0);
        near(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }
}
