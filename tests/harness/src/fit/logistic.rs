//! Logistic regression by Newton's method: a few steps, each a system of as many equations as there are features.

/// One position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// What is known of it, first player less second.
    pub(super) features: Vec<f64>,
    /// How the game ended: 1 the first player won, 0 the second, 0.5 neither.
    pub(super) won: f64,
    /// The points of the game's own evaluation, and the probability that it takes them for.
    pub(super) own: [f64; 2],
}

/// How much weights cost, that is, how much is lost for a weight that moves the odds by e^1 at a feature's usual size: as much
/// as a hundredth of a position. It keeps features that say the same from weights of opposite sign without end.
const RIDGE: f64 = 0.01;

/// Newton's method doubles the correct digits at each step.
const STEPS: usize = 30;

/// The weights with the least log loss.
#[must_use]
pub(super) fn fit(samples: &[Sample]) -> Vec<f64> {
    let count = samples.first().map_or(0, |sample| sample.features.len());
    let scale = scales(samples, count);
    let scaled: Vec<Sample> = samples.iter().map(|sample| divided(sample, &scale)).collect();
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        let (gradient, curvature) = slopes(&scaled, &weights);
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    weights.iter().zip(&scale).map(|(weight, scale)| weight / scale).collect()
}

/// The root mean square of each feature; 1 where it is always 0.
fn scales(samples: &[Sample], count: usize) -> Vec<f64> {
    let mean_square = |at: usize| {
        samples.iter().map(|sample| sample.features[at] * sample.features[at]).sum::<f64>() / samples.len() as f64
    };
    (0..count).map(mean_square).map(|square| if square > 0.0 { square.sqrt() } else { 1.0 }).collect()
}

fn divided(sample: &Sample, scale: &[f64]) -> Sample {
    let features = sample.features.iter().zip(scale).map(|(feature, scale)| feature / scale).collect();
    Sample { features, ..*sample }
}

/// The slope of the log likelihood at these weights, and how fast it falls off.
fn slopes(samples: &[Sample], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut curvature = vec![vec![0.0; count]; count];
    (0..count).for_each(|at| curvature[at][at] = RIDGE);
    for Sample { features, won, .. } in samples {
        let expected = probability(log_odds(weights, features));
        let spread = expected * (1.0 - expected);
        for (row, feature) in features.iter().enumerate() {
            gradient[row] += (won - expected) * feature;
            let share = spread * feature;
            curvature[row].iter_mut().zip(features).for_each(|(entry, other)| *entry += share * other);
        }
    }
    (gradient, curvature)
}

/// The solution of a system of equations, by elimination with the largest pivot.
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

/// The sum of weights times features: the logarithm of the odds.
#[must_use]
pub(super) fn log_odds(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// The probability with these log odds.
#[must_use]
pub(super) fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::rng::Rng;

    #[test]
    fn weights_are_found_again() {
        let truth = [0.8, -0.02, 0.0];
        let mut rng = Rng::new(5);
        let mut uniform = || f64::from(rng.bits()) / f64::from(u32::MAX);
        let samples: Vec<Sample> = (0..40_000)
            .map(|_| {
                let features = vec![4.0 * uniform() - 2.0, 200.0 * uniform() - 100.0, uniform() - 0.5];
                let won = f64::from(u8::from(uniform() < probability(log_odds(&truth, &features))));
                Sample { features, won, own: [0.0; 2] }
            })
            .collect();
        let found = fit(&samples);
        let near = [0.03, 0.001, 0.1];
        assert!(
            found.iter().zip(truth).zip(near).all(|((found, truth), near)| (found - truth).abs() < near),
            "{found:?}"
        );
    }

    #[test]
    fn what_never_varies_gets_no_weight() {
        let sample = |x: f64, won| Sample { features: vec![x, 0.0], won, own: [0.0; 2] };
        let found = fit(&[sample(1.0, 1.0), sample(1.0, 0.5), sample(-1.0, 0.0), sample(-1.0, 0.5)]);
        assert!(found[0] > 0.5 && found[1] == 0.0, "{found:?}");
        assert!(fit(&[]).is_empty());
    }
}
