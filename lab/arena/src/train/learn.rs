//! Trains a net on positions.

use super::data::{Samples, shuffled};
use super::loss::Loss;
use super::model::Model;
use super::symmetry::drawn;
use crate::signature::derived_seed;
use anyhow::{Result, ensure};
use imm::base::rng::Rng;
use std::f64::consts::PI;

/// The settings of the training in one generation.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub lambda: f32,
    pub epochs: u32,
    pub batch: usize,
    /// The learning rate of the first step. The rate falls to a tenth by the last step, along half
    /// a cosine wave.
    pub rate: f64,
    pub loss: Loss,
    /// The symmetries of the board, as permutations of the features: see [`super::symmetry`].
    pub ways: Vec<Vec<usize>>,
    /// The seed of the generation.
    pub seed: u64,
}

impl Course {
    /// Trains once on all samples, as epoch number `epoch`. Returns the mean loss. Calls `on_step`
    /// after each step.
    ///
    /// # Errors
    /// There are no samples, or the loss is not a finite number.
    pub(super) fn learn(&self, model: &mut Model, samples: &Samples, epoch: u32, on_step: impl Fn()) -> Result<f64> {
        ensure!(samples.len() > 0, "there are no positions to learn");
        let order = shuffled(samples.len(), derived_seed(self.seed, "epoch", epoch.into()));
        let batches = self.steps(samples);
        let mut rng = Rng::new(derived_seed(self.seed, "ways", epoch.into()));
        let all = f64::from(self.epochs) * batches as f64;
        let mut sum = 0.0;
        for (number, batch) in order.chunks(self.batch).enumerate() {
            let done = (f64::from(epoch) * batches as f64 + number as f64) / all;
            let rate = self.rate * (0.55 + 0.45 * (PI * done).cos());
            let targets = self.targets(samples, batch);
            let loss = if self.ways.len() > 1 {
                let all: Vec<u32> = (0..batch.len() as u32).collect();
                model.loss(&drawn(samples, batch, &self.ways, &mut rng), &all, targets, self.loss)?
            } else {
                model.loss(samples, batch, targets, self.loss)?
            };
            sum += model.step(&loss, rate)? * batch.len() as f64;
            on_step();
        }
        Ok(sum / order.len() as f64)
    }

    /// The number of steps in an epoch.
    pub(super) fn steps(&self, samples: &Samples) -> usize {
        samples.len().div_ceil(self.batch)
    }

    /// The mean loss on these samples, without training; `None` if there are no samples.
    ///
    /// # Errors
    /// Not enough memory.
    pub(super) fn examine(&self, model: &Model, samples: &Samples) -> Result<Option<f64>> {
        let order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut sum = 0.0;
        for batch in order.chunks(self.batch) {
            let loss = model.loss(samples, batch, self.targets(samples, batch), self.loss)?;
            sum += f64::from(loss.to_scalar::<f32>()?) * batch.len() as f64;
        }
        Ok((!order.is_empty()).then(|| sum / order.len() as f64))
    }

    fn targets(&self, samples: &Samples, batch: &[u32]) -> Vec<f32> {
        batch.iter().map(|&index| samples.target(index as usize, self.lambda)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;
    use imm::net::Part;

    /// Positions with two features, `a` and `b`, each from 0 to 3. The value of a position is
    /// `tanh(0.4 a - 0.7 b + 0.3)`.
    fn samples() -> Samples {
        let mut rng = Rng::new(1);
        let mut samples = Samples::new(2);
        for _ in 0..2000 {
            let [a, b] = [rng.below(4), rng.below(4)];
            samples.seen.extend([a as u8, b as u8]);
            samples.values.push((0.4 * a as f32 - 0.7 * b as f32 + 0.3).tanh());
            samples.outcomes.push(super::super::data::UNKNOWN);
        }
        samples
    }

    fn shape(width: usize, hidden: usize, blank_rows: usize) -> Shape {
        let patterns = (0..2).map(|at| (4 * at, vec![Part { feature: at as u8, top: 3, step: 1 }])).collect();
        Shape { features: 2, width, hidden, patterns, rows: 8 + blank_rows }
    }

    fn course(loss: Loss) -> Course {
        Course { lambda: 1.0, epochs: 20, batch: 50, rate: 0.02, loss, ways: Vec::new(), seed: 3 }
    }

    #[test]
    fn every_shape_learns_a_sum() {
        let samples = samples();
        for (width, hidden, blank) in [(1, 0, 0), (1, 0, 3000), (8, 0, 0), (8, 0, 3000), (16, 8, 0)] {
            for loss in [Loss::Squares, Loss::Entropy] {
                let (mut model, course) = (Model::new(&shape(width, hidden, blank), 5).unwrap(), course(loss));
                for epoch in 0..20 {
                    course.learn(&mut model, &samples, epoch, || ()).unwrap();
                }
                let squares = Course { loss: Loss::Squares, ..course.clone() };
                let found = squares.examine(&model, &samples).unwrap().unwrap();
                assert!(found < 0.002, "width {width}, hidden {hidden}, {loss:?}: {found}");
            }
        }
    }

    #[test]
    fn learning_goes_on_where_it_was_stopped() {
        let (samples, shape, course) = (samples(), shape(8, 8, 0), course(Loss::Squares));
        let mut model = Model::new(&shape, 5).unwrap();
        course.learn(&mut model, &samples, 0, || ()).unwrap();
        let mut other = Model::load(&shape, &model.save().unwrap()).unwrap();
        course.learn(&mut model, &samples, 1, || ()).unwrap();
        course.learn(&mut other, &samples, 1, || ()).unwrap();
        assert!(model.save().unwrap() == other.save().unwrap());
        assert!(Model::load(&Shape { rows: 9, ..shape }, &model.save().unwrap()).is_err());
    }

    #[test]
    fn nothing_and_no_numbers_are_refused() {
        let (mut model, course) = (Model::new(&shape(8, 0, 0), 5).unwrap(), course(Loss::Squares));
        assert!(course.learn(&mut model, &Samples::new(2), 0, || ()).unwrap_err().to_string().contains("no positions"));
        assert_eq!(course.examine(&model, &Samples::new(2)).unwrap(), None);
        let mut samples = samples();
        samples.values[7] = f32::NAN;
        let error = course.learn(&mut model, &samples, 0, || ()).unwrap_err().to_string();
        assert!(error.contains("not a number"), "{error}");
    }
}
