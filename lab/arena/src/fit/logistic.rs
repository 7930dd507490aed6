//! Logistic regression by Newton's method. Each step solves a linear system with one equation per
//! feature.

/// A position, and the result of the game that contains the position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The index and the value of each feature that is not 0. Each value is the first player's
    /// value minus the second player's value.
    pub features: Features,
    /// The result: 1 if the first player won, 0 if the second player won, 0.5 for a draw.
    pub won: f64,
    /// The result of the game's own evaluation function: the points, and the first player's
    /// probability of winning.
    pub own: [f64; 2],
    /// The quarter of the game that contains the position, 0 to 3. The random plies do not count.
    pub quarter: usize,
}

/// The indices and values of the features that are not 0. A game can have hundreds of features, and
/// most of them are 0.
pub(super) type Features = Vec<(u16, i32)>;

/// The ridge penalty. Fitting subtracts half this number times the square of each scaled weight
/// from the log-likelihood. A scaled weight is the weight times the root mean square of its
/// feature. Without a penalty, two features with the same information could get huge weights of
/// opposite sign.
const RIDGE: f64 = 0.01;

/// The maximum number of steps of Newton's method. Near the solution, each step doubles the number
/// of correct digits.
const STEPS: usize = 30;

/// Returns `count` weights, one for each feature. These weights minimise the log loss on `samples`
/// plus the ridge penalty.
#[must_use]
pub(super) fn fit(samples: &[Sample], count: usize) -> Vec<f64> {
    let scale = scales(samples, count);
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        let (gradient, curvature) = slopes(samples, &scale, &weights);
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    weights.iter().zip(&scale).map(|(weight, scale)| weight / scale).collect()
}

/// Returns the root mean square of each feature, or 1 for a feature that is always 0.
#[must_use]
pub(super) fn scales(samples: &[Sample], count: usize) -> Vec<f64> {
    let mut squares = vec![0.0; count];
    for &(at, feature) in samples.iter().flat_map(|sample| &sample.features) {
        squares[usize::from(at)] += f64::from(feature) * f64::from(feature);
    }
    let mean_squares = squares.into_iter().map(|square| square / samples.len() as f64);
    mean_squares.map(|square| if square > 0.0 { square.sqrt() } else { 1.0 }).collect()
}

/// Returns the gradient and the negated second derivatives of the log-likelihood minus the ridge
/// penalty. The `weights` apply to features that are divided by `scale`.
fn slopes(samples: &[Sample], scale: &[f64], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut curvature = vec![vec![0.0; count]; count];
    (0..count).for_each(|at| curvature[at][at] = RIDGE);
    let mut scaled: Vec<(usize, f64)> = Vec::new();
    for Sample { features, won, .. } in samples {
        scaled.clear();
        scaled.extend(
            features.iter().map(|&(at, feature)| (usize::from(at), f64::from(feature) / scale[usize::from(at)])),
        );
        let expected = probability(scaled.iter().map(|&(at, feature)| weights[at] * feature).sum());
        let spread = expected * (1.0 - expected);
        for &(row, feature) in &scaled {
            gradient[row] += (won - expected) * feature;
            let (share, entries) = (spread * feature, &mut curvature[row]);
            scaled.iter().for_each(|&(at, other)| entries[at] += share * other);
        }
    }
    (gradient, curvature)
}

/// Solves a linear system by Gaussian elimination with partial pivoting, and returns the solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..count).max_by(|one, other| size(one).total_cmp(&size(other))).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..count {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            below[0].iter_mut().zip(&above[column]).for_each(|(entry, pivot)| *entry -= factor * pivot);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Returns the sum of weight times value over all features: the log odds of a win for the first
/// player.
#[must_use]
pub(super) fn log_odds(weights: &[f64], features: &Features) -> f64 {
    features.iter().map(|&(at, feature)| weights[usize::from(at)] * f64::from(feature)).sum()
}

/// Converts log odds to a probability.
#[must_use]
pub(super) fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::base::rng::Rng;

    #[test]
    fn weights_are_found_again() {
        let truth = [0.08, -0.02, 0.0];
        let mut rng = Rng::new(5);
        let mut uniform = || f64::from(rng.bits()) / f64::from(u32::MAX);
        let samples: Vec<Sample> = (0..40_000)
            .map(|_| {
                let mut feature = |at, size: f64| (at, (size * (uniform() - 0.5)).round() as i32);
                let mut features = vec![feature(0, 40.0), feature(1, 200.0), feature(2, 10.0)];
                features.retain(|&(_, feature)| feature != 0);
                let won = f64::from(u8::from(uniform() < probability(log_odds(&truth, &features))));
                Sample { features, won, own: [0.0; 2], quarter: 0 }
            })
            .collect();
        let found = fit(&samples, 3);
        let near = [0.003, 0.001, 0.01];
        assert!(
            found.iter().zip(truth).zip(near).all(|((found, truth), near)| (found - truth).abs() < near),
            "{found:?}"
        );
    }

    #[test]
    fn what_never_varies_gets_no_weight() {
        let sample = |x, won| Sample { features: vec![(0, x)], won, own: [0.0; 2], quarter: 0 };
        let found = fit(&[sample(1, 1.0), sample(1, 0.5), sample(-1, 0.0), sample(-1, 0.5)], 2);
        assert!(found[0] > 0.5 && found[1] == 0.0, "{found:?}");
        assert!(fit(&[], 0).is_empty());
    }
}
