//! What a net says of a position.

use super::format::{Net, Part, Pattern};
use super::{ACTIVE, FEATURES_MAX, HIDDEN_MAX, WIDTH_MAX};
use crate::value::Side;

/// How many numbers of a row are added at once.
const LANES: usize = 8;

/// What a search has borrowed to evaluate by a net: the net, and for each player the accumulator of
/// the position that was evaluated last when he was to move.
///
/// Two positions of one player that are evaluated one after the other differ in few features. So
/// the accumulator follows by what has changed, where every feature has a pattern of its own;
/// otherwise it is added up anew. Both give the same sums.
#[derive(Clone, Debug)]
pub struct Work<'m> {
    net: Option<Net<'m>>,
    /// The features of the position that is being evaluated, and its activations: not on the stack,
    /// which may be small.
    features: [u8; FEATURES_MAX],
    active: [i16; WIDTH_MAX],
    sides: [Seen; 2],
}

/// A position that was evaluated, in the view of one player.
#[derive(Clone, Debug)]
struct Seen {
    accumulator: [i16; WIDTH_MAX],
    features: [u8; FEATURES_MAX],
    /// Is there such a position?
    there: bool,
}

impl Seen {
    const NONE: Self = Self { accumulator: [0; WIDTH_MAX], features: [0; FEATURES_MAX], there: false };
}

impl Default for Work<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'m> Work<'m> {
    /// Without a net.
    #[must_use]
    pub const fn new() -> Self {
        Self { net: None, features: [0; FEATURES_MAX], active: [0; WIDTH_MAX], sides: [Seen::NONE; 2] }
    }

    /// The net, if there is one.
    #[must_use]
    pub fn net(&self) -> Option<&Net<'m>> {
        self.net.as_ref()
    }

    /// Evaluates by this net from now on, or by none.
    pub fn set_net(&mut self, net: Option<Net<'m>>) {
        self.net = net;
        for seen in &mut self.sides {
            seen.there = false;
        }
    }

    /// The points of a position, in the view of `mover`, who is to move; 0 without a net.
    /// `features` writes those of the position into zeros.
    #[inline]
    pub(crate) fn points(&mut self, mover: Side, features: impl FnOnce(&mut [u8])) -> i32 {
        let Some(net) = &self.net else { return 0 };
        let now = self.features.get_mut(..net.features()).unwrap_or_default();
        now.fill(0);
        features(now);
        if net.width == 1 {
            return net.sum(now);
        }
        let [first, second] = &mut self.sides;
        let side = if mover == Side::First { first } else { second };
        side.follow(net, now);
        net.judge(&side.accumulator, &mut self.active)
    }
}

impl Seen {
    /// Becomes the position with these features.
    #[inline(never)]
    fn follow(&mut self, net: &Net<'_>, now: &[u8]) {
        let before = self.features.get_mut(..now.len()).unwrap_or_default();
        let Some(sums) = self.accumulator.get_mut(..net.width()) else { return };
        if !(self.there && net.aligned) {
            sums.iter_mut().zip(net.bias).for_each(|(sum, &bias)| *sum = i16::from_le_bytes(bias));
            net.patterns.iter().for_each(|&pattern| add(sums, net.row(Pattern::read(pattern), now)));
            before.copy_from_slice(now);
            self.there = true;
            return;
        }
        let chunks = before.chunks_mut(LANES).zip(now.chunks(LANES)).enumerate();
        for (chunk, (before, now)) in chunks {
            if *before == *now {
                continue;
            }
            for (index, (old, &new)) in before.iter_mut().zip(now).enumerate() {
                if *old != new {
                    let index = chunk.wrapping_mul(LANES).wrapping_add(index);
                    subtract(sums, net.row_of_feature(index, *old));
                    add(sums, net.row_of_feature(index, new));
                    *old = new;
                }
            }
        }
    }
}

/// Adds a row to the sums.
#[inline]
fn add(sums: &mut [i16], row: &[[u8; 2]]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(i16::from_le_bytes(weight)));
    }
}

/// Takes a row off the sums.
#[inline]
fn subtract(sums: &mut [i16], row: &[[u8; 2]]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(i16::from_le_bytes(weight)));
    }
}

impl<'a> Net<'a> {
    /// The row that a pattern picks.
    #[inline]
    fn row(&self, pattern: Pattern, features: &[u8]) -> &'a [[u8; 2]] {
        let row = self.parts_of(pattern).iter().fold(pattern.row, |row, &part| {
            let part = Part::read(part);
            let value = features.get(usize::from(part.feature)).copied().unwrap_or(0);
            row.wrapping_add(part.adds(value))
        });
        self.row_at(row)
    }

    /// The row of this value of a feature that has a pattern of its own.
    #[inline]
    fn row_of_feature(&self, index: usize, value: u8) -> &'a [[u8; 2]] {
        let first = self.patterns.get(index).map_or(0, |&pattern| Pattern::read(pattern).row);
        let top = self.parts.get(index).map_or(0, |&part| Part::read(part).top);
        self.row_at(first.wrapping_add(u32::from(value.min(top))))
    }

    #[inline]
    fn row_at(&self, row: u32) -> &'a [[u8; 2]] {
        let wide = usize::from(self.width);
        let first = (row as usize).wrapping_mul(wide);
        self.table.get(first..first.wrapping_add(wide)).unwrap_or_default()
    }

    /// The points of a net of width 1.
    #[inline(never)]
    fn sum(&self, features: &[u8]) -> i32 {
        let mut sum = self.bias.first().map_or(0, |&bias| i32::from(i16::from_le_bytes(bias)));
        for &pattern in self.patterns {
            let weight = self.row(Pattern::read(pattern), features).first();
            sum = sum.wrapping_add(weight.map_or(0, |&weight| i32::from(i16::from_le_bytes(weight))));
        }
        let [.., shift] = self.shifts;
        limited(sum.wrapping_shr(shift.into()))
    }

    /// The points of an accumulator.
    #[inline(never)]
    fn judge(&self, sums: &[i16; WIDTH_MAX], active: &mut [i16; WIDTH_MAX]) -> i32 {
        let [shift, hidden_shift, result_shift] = self.shifts.map(u32::from);
        let wide = usize::from(self.width);
        let active = active.get_mut(..wide).unwrap_or_default();
        for (active, &sum) in active.iter_mut().zip(sums) {
            *active = sum.wrapping_shr(shift).clamp(0, ACTIVE);
        }
        let result = if self.hidden_bias.is_empty() {
            weighed(active, self.result)
        } else {
            let mut neurons = [0_i16; HIDDEN_MAX];
            let rows = self.hidden.chunks_exact(wide).zip(self.hidden_bias);
            for (neuron, (row, &bias)) in neurons.iter_mut().zip(rows) {
                let products = active.iter().zip(row);
                let sum = products.fold(i32::from_le_bytes(bias), |sum, (&active, &weight)| {
                    sum.wrapping_add(i32::from(active).wrapping_mul(i32::from(weight.cast_signed())))
                });
                *neuron = sum.wrapping_shr(hidden_shift).clamp(0, ACTIVE.into()) as i16;
            }
            weighed(&neurons, self.result)
        };
        limited(result.wrapping_add(self.result_bias).wrapping_shr(result_shift))
    }
}

/// The sum of activations by their weights.
#[inline]
fn weighed(active: &[i16], weights: &[[u8; 2]]) -> i32 {
    active.iter().zip(weights).fold(0, |sum, (&active, &weight)| {
        sum.wrapping_add(i32::from(active).wrapping_mul(i32::from(i16::from_le_bytes(weight))))
    })
}

/// What alpha-beta can compare.
#[inline]
fn limited(points: i32) -> i32 {
    points.clamp(-0xFFFF, 0xFFFF)
}
