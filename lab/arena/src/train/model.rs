//! A net in floating point: its weights, and training steps that improve them (Adam; Kingma and Ba
//! 2015).

use super::data::Samples;
use super::loss::Loss;
use super::shape::Shape;
use anyhow::{Context, Result, ensure};
use candle_core::{DType, Device, Tensor, Var};
use imm::base::rng::Rng;

/// The weights and biases of a net.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The table, row by row. The field `bias` has the initial value of each sum.
    pub table: Vec<f32>,
    pub bias: Vec<f32>,
    /// The weights and biases of the hidden neurons; empty if there are none.
    pub hidden: Vec<f32>,
    pub hidden_bias: Vec<f32>,
    /// The weights and bias of the result; empty if the width is 1.
    pub result: Vec<f32>,
    pub result_bias: Vec<f32>,
}

/// The largest weight of a hidden neuron. In the whole-number net, this weight is 127, in units of
/// 1 / 64.
const HIDDEN_MOST: f64 = 127.0 / 64.0;
/// The largest weight of a net of width 1 (`SUM_MOST`), and of the result (`RESULT_MOST`).
const SUM_MOST: f64 = 7.9;
const RESULT_MOST: f64 = 30.0;
/// The limit for the sum of a column. In the whole-number net, this sum is a little less than the
/// largest 16-bit number.
const COLUMN_MOST: f32 = 32.0;
/// A table with at most this many rows is multiplied as a whole matrix, which is faster than adding
/// single rows.
const DENSE_ROWS: usize = 2048;
/// Adam's decay rates for the mean gradient and the mean squared gradient. `EPSILON` is Adam's term
/// that prevents a division by zero.
const BETAS: [f64; 2] = [0.9, 0.999];
const EPSILON: f64 = 1e-8;

/// A net that is being trained.
pub(super) struct Model {
    shape: Shape,
    /// The table and the bias; the weights and biases of the hidden neurons, if any; the weights
    /// and bias of the result, if any.
    vars: Vec<Var>,
    /// For each variable, the running mean of its gradients and the running mean of their squares.
    moments: Vec<[Tensor; 2]>,
    /// Steps since the last [`Self::forget_slopes`].
    steps: u32,
}

impl Model {
    /// Returns an untrained net. The weights are random, or 0 in a net of width 1.
    ///
    /// # Errors
    /// Not enough memory.
    pub(super) fn new(shape: &Shape, seed: u64) -> Result<Self> {
        let mut rng = Rng::new(seed);
        let mut uniform = |most: f32| (2.0 * (f64::from(rng.bits()) / 2_f64.powi(32)) - 1.0) as f32 * most;
        let Shape { width, hidden, rows, .. } = *shape;
        let mut numbers = Vec::new();
        // A sum adds one row for each pattern. The sum should have a standard deviation of about a
        // third.
        let most = if width == 1 { 0.0 } else { 0.6 / (shape.patterns.len() as f32).sqrt() };
        numbers.push((0..rows * width).map(|_| uniform(most)).collect());
        numbers.push(vec![if width == 1 { 0.0 } else { 0.4 }; width]);
        if hidden > 0 {
            let most = (3.0 / width as f32).sqrt();
            numbers.push((0..hidden * width).map(|_| uniform(most)).collect());
            numbers.push(vec![0.2; hidden]);
        }
        if width > 1 {
            let last = if hidden > 0 { hidden } else { width };
            let most = (1.0 / last as f32).sqrt();
            numbers.push((0..last).map(|_| uniform(most)).collect());
            numbers.push(vec![0.0]);
        }
        Self::of(shape, numbers)
    }

    /// The net with these weights and biases, in the order of `vars`.
    fn of(shape: &Shape, numbers: Vec<Vec<f32>>) -> Result<Self> {
        let shapes = shape.tensors();
        ensure!(shapes.len() == numbers.len(), "the net has another shape");
        let var = |(numbers, (rows, columns)): (Vec<f32>, (usize, usize))| {
            ensure!(numbers.len() == rows * columns, "the net has another shape");
            Ok(Var::from_vec(numbers, (rows, columns), &Device::Cpu)?)
        };
        let vars = numbers.into_iter().zip(shapes).map(var).collect::<Result<Vec<_>>>()?;
        let mut model = Self { shape: shape.clone(), vars, moments: Vec::new(), steps: 0 };
        model.forget_slopes()?;
        Ok(model)
    }

    /// Resets Adam: sets all running means and the number of steps to 0.
    ///
    /// # Errors
    /// Not enough memory.
    pub(super) fn forget_slopes(&mut self) -> Result<()> {
        let zeros = |var: &Var| Ok([var.zeros_like()?, var.zeros_like()?]);
        (self.moments, self.steps) = (self.vars.iter().map(zeros).collect::<Result<_>>()?, 0);
        Ok(())
    }

    /// The raw evaluations of these samples, divided by [`imm::net::UNIT`]. The `tanh` of each
    /// result is a value from -1 to 1.
    fn forward(&self, samples: &Samples, batch: &[u32]) -> Result<Tensor> {
        let sums = self.sums(samples, batch)?;
        let Some(layers) = self.vars.get(2..).filter(|layers| !layers.is_empty()) else {
            return Ok(sums.flatten_all()?);
        };
        let mut active = sums.clamp(0_f32, 1_f32)?;
        if let [weights, bias, _, _] = layers {
            active = active.matmul(&weights.t()?)?.broadcast_add(bias)?.clamp(0_f32, 1_f32)?;
        }
        let [.., weights, bias] = layers else { anyhow::bail!("a net without a result") };
        Ok(active.matmul(&weights.t()?)?.broadcast_add(bias)?.flatten_all()?)
    }

    /// The accumulator of each sample: the bias plus the rows that the features of the sample
    /// select.
    fn sums(&self, samples: &Samples, batch: &[u32]) -> Result<Tensor> {
        let (table, bias, rows) = (&self.vars[0], &self.vars[1], self.shape.rows);
        let picked = batch.iter().map(|&index| self.shape.rows_of(samples.features_of(index as usize)));
        let sums = if rows <= DENSE_ROWS {
            let mut counts = vec![0_f32; batch.len() * rows];
            for (counts, picked) in counts.chunks_mut(rows).zip(picked) {
                picked.for_each(|row| counts[row as usize] += 1.0);
            }
            Tensor::from_vec(counts, (batch.len(), rows), &Device::Cpu)?.matmul(table)?
        } else {
            let picked: Vec<u32> = picked.flatten().collect();
            let patterns = self.shape.patterns.len();
            let picked = Tensor::from_vec(picked, batch.len() * patterns, &Device::Cpu)?;
            table.index_select(&picked, 0)?.reshape((batch.len(), patterns, self.shape.width))?.sum(1)?
        };
        Ok(sums.broadcast_add(bias)?)
    }

    /// The values of these samples, from -1 to 1.
    ///
    /// # Errors
    /// Not enough memory.
    pub(super) fn values(&self, samples: &Samples, batch: &[u32]) -> Result<Vec<f32>> {
        Ok(self.forward(samples, batch)?.tanh()?.to_vec1()?)
    }

    /// The mean loss of the net over these samples. `targets` contains the correct value of each
    /// sample.
    ///
    /// # Errors
    /// Not enough memory.
    pub(super) fn loss(&self, samples: &Samples, batch: &[u32], targets: Vec<f32>, loss: Loss) -> Result<Tensor> {
        let points = self.forward(samples, batch)?;
        let targets = Tensor::from_vec(targets, batch.len(), &Device::Cpu)?;
        Ok(match loss {
            Loss::Squares => (points.tanh()? - targets)?.sqr()?.mean_all()?,
            // With p = (1 + tanh z) / 2 and q = (1 + target) / 2: -q ln p - (1 - q) ln(1 - p)
            //   = ln(1 + e^2z) - 2qz = max(0, 2z) + ln(1 + e^-|2z|) - (1 + target) z.
            Loss::Entropy => {
                let twice = (&points * 2.0)?;
                let soft = (twice.relu()? + (twice.abs()?.neg()?.exp()? + 1.0)?.log()?)?;
                (soft - ((targets + 1.0)? * points)?)?.mean_all()?
            }
        })
    }

    /// Performs one step of gradient descent with the learning rate `rate`. Returns the loss before
    /// the step.
    ///
    /// # Errors
    /// The loss is not a finite number.
    pub(super) fn step(&mut self, loss: &Tensor, rate: f64) -> Result<f64> {
        let found = f64::from(loss.to_scalar::<f32>()?);
        ensure!(found.is_finite(), "the loss is not a number: try a smaller --rate");
        let slopes = loss.backward()?;
        self.steps += 1;
        let [slow, slower] = BETAS.map(|beta| 1.0 / (1.0 - beta.powf(f64::from(self.steps))));
        for (var, moments) in self.vars.iter().zip(&mut self.moments) {
            let slope = slopes.get(var).context("no slope")?.to_dtype(DType::F32)?.detach();
            let [mean, square] = moments;
            *mean = ((&*mean * BETAS[0])? + (&slope * (1.0 - BETAS[0]))?)?;
            *square = ((&*square * BETAS[1])? + (slope.sqr()? * (1.0 - BETAS[1]))?)?;
            let size = ((&*square * slower)?.sqrt()? + EPSILON)?;
            var.set(&(var.as_tensor() - ((&*mean * (slow * rate))? / size)?)?.detach())?;
        }
        self.limit()?;
        Ok(found)
    }

    /// Limits the weights to the range that the whole-number net can store, by clamping single
    /// weights or by scaling down whole columns of the table.
    fn limit(&self) -> Result<()> {
        let within = |var: &Var, most: f64| -> Result<()> { Ok(var.set(&var.clamp(-most, most)?)?) };
        if self.shape.width == 1 {
            return self.vars.iter().try_for_each(|var| within(var, SUM_MOST));
        }
        if self.shape.hidden > 0 {
            within(&self.vars[2], HIDDEN_MOST)?;
        }
        within(&self.vars[self.vars.len() - 2], RESULT_MOST)?;
        let (mut table, mut bias) = (numbers(&self.vars[0])?, numbers(&self.vars[1])?);
        if limit_columns(&self.shape, &mut table, &mut bias, COLUMN_MOST) {
            self.vars[0].set(&Tensor::from_vec(table, self.vars[0].shape(), &Device::Cpu)?)?;
            self.vars[1].set(&Tensor::from_vec(bias, self.vars[1].shape(), &Device::Cpu)?)?;
        }
        Ok(())
    }

    /// The weights and biases of the net.
    ///
    /// # Errors
    /// A weight is not a finite number.
    pub(super) fn weights(&self) -> Result<Weights> {
        let mut all = self.vars.iter().map(|var| numbers(var)).collect::<Result<Vec<_>>>()?.into_iter();
        let mut next = || all.next().unwrap_or_default();
        let (table, bias) = (next(), next());
        let (hidden, hidden_bias) = if self.shape.hidden > 0 { (next(), next()) } else { Default::default() };
        Ok(Weights { table, bias, hidden, hidden_bias, result: next(), result_bias: next() })
    }

    /// The state from which the training can continue: the weights, Adam's running means, and the
    /// number of steps.
    ///
    /// # Errors
    /// A weight is not a finite number.
    pub(super) fn save(&self) -> Result<Vec<u8>> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        let moments = self.moments.iter().flatten();
        for tensor in self.vars.iter().map(Var::as_tensor).chain(moments) {
            numbers(tensor)?.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        Ok(bytes)
    }

    /// Loads a net that [`Self::save`] saved.
    ///
    /// # Errors
    /// The bytes belong to a net with another shape.
    pub(super) fn load(shape: &Shape, bytes: &[u8]) -> Result<Self> {
        let (steps, bytes) = bytes.split_first_chunk().context("cut off")?;
        let (all, rest) = bytes.as_chunks();
        let sizes: Vec<usize> = shape.tensors().iter().map(|(rows, columns)| rows * columns).collect();
        let fits = rest.is_empty() && all.len() == 3 * sizes.iter().sum::<usize>();
        ensure!(fits, "the net has another shape: were files of the first generation removed or changed?");
        let mut all = all.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut model = Self::of(shape, sizes.iter().map(|&size| all.by_ref().take(size).collect()).collect())?;
        for tensor in model.moments.iter_mut().flatten() {
            *tensor = Tensor::from_vec(all.by_ref().take(tensor.elem_count()).collect(), tensor.shape(), &Device::Cpu)?;
        }
        model.steps = u32::from_le_bytes(*steps);
        Ok(model)
    }
}

impl Shape {
    /// The number of rows and the number of columns of each variable of a net, in the order of
    /// `Model::vars`.
    fn tensors(&self) -> Vec<(usize, usize)> {
        let Self { width, hidden, rows, .. } = *self;
        let mut all = vec![(rows, width), (1, width)];
        if hidden > 0 {
            all.extend([(hidden, width), (1, hidden)]);
        }
        if width > 1 {
            all.extend([(1, if hidden > 0 { hidden } else { width }), (1, 1)]);
        }
        all
    }
}

/// The numbers of a tensor, row by row.
fn numbers(tensor: &Tensor) -> Result<Vec<f32>> {
    let numbers: Vec<f32> = tensor.flatten_all()?.to_vec1()?;
    ensure!(numbers.iter().all(|number| number.is_finite()), "weights that are not numbers: try a smaller --rate");
    Ok(numbers)
}

/// Scales down each column whose sum could exceed `most` for some values of the features. Returns
/// true if any column was changed.
pub(super) fn limit_columns(shape: &Shape, table: &mut [f32], bias: &mut [f32], most: f32) -> bool {
    let width = shape.width;
    let mut sums: Vec<f32> = bias.iter().map(|bias| bias.abs()).collect();
    let mut largest = vec![0_f32; width];
    for (number, (row, _)) in shape.patterns.iter().enumerate() {
        largest.fill(0.0);
        for row in table.chunks(width).skip(*row as usize).take(shape.span(number)) {
            largest.iter_mut().zip(row).for_each(|(largest, weight)| *largest = largest.max(weight.abs()));
        }
        sums.iter_mut().zip(&largest).for_each(|(sum, largest)| *sum += largest);
    }
    let factors: Vec<f32> = sums.iter().map(|&sum| if sum > most { most / sum } else { 1.0 }).collect();
    let too_large = factors.iter().any(|&factor| factor < 1.0);
    if too_large {
        for row in table.chunks_mut(width).chain([bias]) {
            row.iter_mut().zip(&factors).for_each(|(weight, factor)| *weight *= factor);
        }
    }
    too_large
}
