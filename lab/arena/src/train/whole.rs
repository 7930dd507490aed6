//! Converts a net to whole numbers in the kernel's format, and measures how much the converted net
//! differs from the trained net.
//!
//! In an accumulator, 1016 represents 1.0: an activation ranges from 0 to 127, and one step of an
//! activation equals 8 steps of the accumulator. In the weight of a hidden neuron, 64 represents
//! 1.0. The weights of the result are multiplied by the largest power of two that fits. A right
//! shift divides a sum by a power of two and rounds down. So that the result is rounded to the
//! nearest number, the bias before the shift includes half of this power of two.

use super::data::Samples;
use super::model::{Weights, limit_columns};
use super::shape::Shape;
use anyhow::{Context, Result, anyhow, ensure};
use imm::base::bytes::ByteWriter;
use imm::game::knowledge::Knowledge;
use imm::game::value::{Outcome, Side};
use imm::game::{Game, Move, MoveList};
use imm::mcts::{Memory, Step, TreeSearch};
use imm::net::{ACTIVE, Builder, Net, Part, UNIT, Work};
use imm::player::{self, Player};
use imm::search::Search;
use serde::{Deserialize, Serialize};

/// The right shifts in bits: one for the accumulator, and one for the sums of the hidden neurons.
const SHIFTS: [u8; 2] = [3, 6];
/// The largest shift of a result, in bits: a larger shift would add no useful precision.
const RESULT_SHIFT: u8 = 8;
/// The limit for the sum of a column: 32,000 in whole numbers. An accumulator holds up to 32,767;
/// the margin allows for the rounding of weights.
const COLUMN_MOST: f32 = 32_000.0 / 1016.0;

/// The net as bytes, in the kernel's format.
///
/// # Errors
/// A weight is too large for whole numbers, or the kernel rejects the net.
pub(super) fn bytes(game: &str, shape: &Shape, weights: &Weights) -> Result<Vec<u8>> {
    let Weights { mut table, mut bias, hidden, hidden_bias, result, result_bias } = weights.clone();
    let step = f32::from(ACTIVE) * f32::from(1_u8 << SHIFTS[0]);
    let (scale, last) = if shape.width == 1 { (0.0, &table) } else { (step, &result) };
    let most = last.iter().chain(&bias).fold(0_f32, |most, weight| most.max(weight.abs()));
    let unit = if shape.width == 1 { UNIT as f32 } else { UNIT as f32 / f32::from(ACTIVE) };
    let shift = (0..=RESULT_SHIFT).rev().find(|&shift| most * unit * 2_f32.powi(shift.into()) < 32_000.0);
    let shift = shift.context("weights too large for whole numbers")?;
    let unit = unit * 2_f32.powi(shift.into());
    let half = half(shift);
    if shape.width > 1 {
        limit_columns(shape, &mut table, &mut bias, COLUMN_MOST);
    }
    let scale = if shape.width == 1 { unit } else { scale };
    let half_bias = if shape.width == 1 { half } else { self::half(SHIFTS[0]) };
    let patterns: Vec<(u32, &[Part])> = shape.patterns.iter().map(|(row, parts)| (*row, parts.as_slice())).collect();
    let neuron = f32::from(1_u8 << SHIFTS[1]);
    let whole = |bias: &f32, scale: f32, half: f32| (f64::from(*bias) * f64::from(scale) + f64::from(half)).round();
    let draft = Builder {
        game,
        features: shape.features as u16,
        patterns: &patterns,
        shifts: [SHIFTS[0], SHIFTS[1], shift],
        bias: &bias.iter().map(|bias| whole(bias, scale, half_bias) as i16).collect::<Vec<_>>(),
        table: &table.iter().map(|weight| whole(weight, scale, 0.0) as i16).collect::<Vec<_>>(),
        hidden: &hidden.iter().map(|weight| whole(weight, neuron, 0.0) as i8).collect::<Vec<_>>(),
        hidden_bias: &hidden_bias
            .iter()
            .map(|bias| whole(bias, neuron * f32::from(ACTIVE), self::half(SHIFTS[1])) as i32)
            .collect::<Vec<_>>(),
        result: &result.iter().map(|weight| whole(weight, unit, 0.0) as i16).collect::<Vec<_>>(),
        result_bias: result_bias.first().map_or(0, |bias| whole(bias, unit * f32::from(ACTIVE), half) as i32),
    };
    let mut counted = ByteWriter::new(&mut []);
    draft.write(&mut counted);
    let mut bytes = vec![0; counted.len()];
    draft.write(&mut ByteWriter::new(&mut bytes));
    Net::read(&bytes).map_err(|error| anyhow!("the kernel does not take the net: {error:?}"))?;
    Ok(bytes)
}

/// Returns half of 2^`shift`, the number by which a right shift divides.
fn half(shift: u8) -> f32 {
    (1_u32 << shift >> 1) as f32
}

/// The mean error and the largest error in the values of the whole-number net (-1 to 1).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Loss {
    pub mean: f64,
    pub most: f64,
}

/// The largest mean error, and the largest error of one position, that rounding can explain.
const MEAN_MOST: f64 = 0.02;
const MOST: f64 = 0.2;

impl Loss {
    /// Checks that the error is small enough.
    ///
    /// # Errors
    /// The error is larger than rounding can explain.
    pub(super) fn check(&self) -> Result<()> {
        let Self { mean, most } = self;
        ensure!(
            *mean <= MEAN_MOST && *most <= MOST,
            "in whole numbers the net is off by {mean:.4} in the mean, {most:.4} at most; {MEAN_MOST} and {MOST} are \
             allowed"
        );
        Ok(())
    }
}

/// Compares `values` with the values that the kernel computes for the same positions with `net`.
///
/// # Errors
/// The kernel rejects the net.
pub(super) fn compare(net: &[u8], samples: &Samples, indices: &[u32], values: &[f32]) -> Result<Loss> {
    let net = Net::read(net).map_err(|error| anyhow!("the kernel does not take the net: {error:?}"))?;
    let Ok(Player::Tree(config)) = player::parse("bfm(efNet)") else { anyhow::bail!("no player evaluates by a net") };
    let (mut slots, mut path, mut moves) = ([], [Step::default(); 8], [Move::NONE; 64]);
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut work = [Work::new()];
    let empty = Seen(vec![0; samples.features]);
    let mut search = TreeSearch::new(empty.clone(), empty, &config, memory).map_err(|error| anyhow!("{error:?}"))?;
    search.lend_work(&mut work);
    search.set_net(Some(net)).map_err(|error| anyhow!("{error:?}"))?;
    let (mut sum, mut most) = (0.0, 0_f64);
    for (&index, value) in indices.iter().zip(values) {
        search.set_position(&Seen(samples.features_of(index as usize).to_vec()));
        let said = search.static_value()?.context("a net that says nothing")?;
        let off = f64::from((said.to_f32() - value).abs());
        (sum, most) = (sum + off, most.max(off));
    }
    Ok(Loss { mean: sum / indices.len().max(1) as f64, most })
}

/// A position that consists only of features. The kernel needs nothing else to evaluate a position
/// with a net.
#[derive(Clone)]
struct Seen(Vec<u8>);

impl Game for Seen {
    type Undo = ();

    fn max_moves(&self) -> usize {
        1
    }

    fn max_plies(&self) -> usize {
        1
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        moves.push(Move(0));
    }

    fn make(&mut self, _: Move) {}

    fn unmake(&mut self, _: Move, (): ()) {}

    fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

impl Knowledge for Seen {
    fn feature_count(&self) -> usize {
        self.0.len()
    }

    fn features(&self, features: &mut [u8]) {
        features.copy_from_slice(&self.0);
    }
}

/// The net as a C header: an aligned array and its size.
pub(super) fn header(name: &str, net: &[u8]) -> String {
    let lower: String = name.to_ascii_lowercase().replace('-', "_");
    let upper = lower.to_ascii_uppercase();
    let lines: Vec<String> = net
        .chunks(16)
        .map(|line| "    ".to_owned() + &line.iter().map(|byte| format!("{byte:3},")).collect::<String>())
        .collect();
    let about = Net::read(net).map_or(String::new(), |net| {
        format!(
            ": {} features of {}, width {}, {} hidden neurons",
            net.features(),
            net.game(),
            net.width(),
            net.hidden()
        )
    });
    format!(
        "/* A net for imm_set_net(), made by imm-arena train{about}. */\n\
         #ifndef {upper}_NET_H\n#define {upper}_NET_H\n\n\
         #include \"imm.h\"\n\n\
         #define {upper}_NET_SIZE {size}u\n\n\
         IMM_ALIGNED(4) static const unsigned char {lower}_net[{upper}_NET_SIZE] = {{\n{lines}\n}};\n\n#endif\n",
        size = net.len(),
        lines = lines.join("\n"),
    )
}
