//! Evaluates positions with a net.

#[cfg(not(target_os = "none"))]
use super::boards::{self, BOARD_BYTES, SQUARES};
use super::follow::follow;
use super::format::{Net, Part, Pattern};
use super::{ACTIVE, FEATURES_MAX, HIDDEN_MAX, LANES, WIDTH_MAX};
use crate::game::value::Side;

/// The largest number of rows that [`Work::look_by_rows`] takes.
#[cfg(not(target_os = "none"))]
const ROWS: usize = 64;

/// The memory that a search borrows to evaluate positions with a net. It contains the net, and one
/// accumulator for each player. An accumulator belongs to the last position with this player to
/// move that was evaluated.
///
/// Two positions in a row with the same player to move differ in few features. So if every feature
/// has its own pattern, the search only exchanges the rows of the changed features. Otherwise it
/// adds all rows again. The sums are the same in both cases.
#[derive(Clone, Debug)]
pub struct Work<'m> {
    net: Option<Net<'m>>,
    /// The raw evaluation of the current position, if the game itself has selected the rows of the
    /// patterns. Then the features of the position are not needed.
    #[cfg(not(target_os = "none"))]
    told: Option<i32>,
    /// True if the features in this struct and in `sides` begin with two boards.
    #[cfg(not(target_os = "none"))]
    on_boards: bool,
    /// The features of the current position, and the activations that are computed from them. These
    /// arrays are fields, because they could be too large for the stack.
    features: [u8; FEATURES_MAX],
    active: [i16; WIDTH_MAX],
    neurons: [i16; HIDDEN_MAX],
    sides: [Seen; 2],
}

/// The accumulator and the features of one player. They belong to the last position that was
/// evaluated with this player to move.
#[derive(Clone, Debug)]
struct Seen {
    accumulator: [i16; WIDTH_MAX],
    features: [u8; FEATURES_MAX],
    /// True if the accumulator is valid: a position with this player to move was evaluated since
    /// the net was set.
    there: bool,
}

impl Seen {
    const NONE: Self = Self { accumulator: [0; WIDTH_MAX], features: [0; FEATURES_MAX], there: false };
}

impl Default for Work<'_> {
    #[inline(always)] // so that the value is written directly to its final place
    fn default() -> Self {
        Self::new()
    }
}

impl<'m> Work<'m> {
    /// Creates the memory without a net.
    #[must_use]
    #[inline(always)] // so that the value is written directly to its final place
    pub const fn new() -> Self {
        Self {
            net: None,
            #[cfg(not(target_os = "none"))]
            told: None,
            #[cfg(not(target_os = "none"))]
            on_boards: false,
            features: [0; FEATURES_MAX],
            active: [0; WIDTH_MAX],
            neurons: [0; HIDDEN_MAX],
            sides: [Seen::NONE; 2],
        }
    }

    /// The net, if there is one.
    #[must_use]
    pub fn net(&self) -> Option<&Net<'m>> {
        self.net.as_ref()
    }

    /// Sets the net for all later evaluations. `None` means no net.
    pub fn set_net(&mut self, net: Option<Net<'m>>) {
        self.net = net;
        for seen in &mut self.sides {
            seen.there = false;
        }
    }

    /// Sets the position to evaluate. `features` must write the features of the position into a
    /// slice of zeros. The length of the slice is the net's number of features.
    #[inline]
    pub(crate) fn look(&mut self, features: impl FnOnce(&mut [u8])) {
        let count = self.net.as_ref().map_or(0, Net::features);
        let now = self.features.get_mut(..count).unwrap_or_default();
        now.fill(0);
        features(now);
    }

    /// Sets the position to evaluate, if the net has width 1 and the game can select the rows of
    /// its patterns. `rows` gets the layout of the net, and a slice to which it writes the selected
    /// rows. It returns the number of rows; 0 if it does not know the patterns. Returns true if the
    /// position was set.
    #[cfg(not(target_os = "none"))]
    #[inline]
    pub(crate) fn look_by_rows(&mut self, rows: impl FnOnce(u32, &mut [u32]) -> usize) -> bool {
        self.told = None;
        let Some(net) = self.net.as_ref().filter(|net| net.width == 1) else { return false };
        let mut selected = [0_u32; ROWS];
        let count = rows(net.layout, &mut selected);
        if count > 0 {
            self.told = Some(net.sum_of(selected.get(..count).unwrap_or_default().iter().copied()));
        }
        count > 0
    }

    /// Sets the position to evaluate, if every feature of the net has its own pattern and the game
    /// has its first features on boards. `boards` returns these boards, and writes the other
    /// features to the slice. Returns true if the position was set.
    #[cfg(not(target_os = "none"))]
    #[inline]
    pub(crate) fn look_by_boards(&mut self, boards: impl FnOnce(&mut [u8]) -> Option<[u64; 2]>) -> bool {
        self.on_boards = false;
        let Some(net) = self.net.as_ref().filter(|net| net.width > 1 && net.aligned) else { return false };
        let others = BOARD_BYTES..net.features().saturating_sub(SQUARES).wrapping_add(BOARD_BYTES);
        let boards = boards(self.features.get_mut(others).unwrap_or_default());
        if let Some(boards) = boards {
            boards::store(boards, &mut self.features);
            self.on_boards = true;
        }
        self.on_boards
    }

    /// Returns the raw evaluation of the position that was set with [`Work::look`],
    /// [`Work::look_by_rows`] or [`Work::look_by_boards`]. It is from the point of view of `mover`,
    /// the player to move. Returns 0 without a net.
    pub(crate) fn points(&mut self, mover: Side) -> i32 {
        let Some(net) = &self.net else { return 0 };
        #[cfg(not(target_os = "none"))]
        if let Some(points) = self.told {
            return points;
        }
        if net.width == 1 {
            return net.sum(&self.features);
        }
        let [first, second] = &mut self.sides;
        let side = if mover == Side::First { first } else { second };
        #[cfg(not(target_os = "none"))]
        if self.on_boards {
            if !side.there {
                side.begin(net, &[0; FEATURES_MAX]);
            }
            side.follow_boards(net, &self.features);
            return net.judge(&side.accumulator, &mut self.active, &mut self.neurons);
        }
        if side.there && net.aligned {
            side.follow(net, &self.features);
        } else {
            side.begin(net, &self.features);
        }
        net.judge(&side.accumulator, &mut self.active, &mut self.neurons)
    }
}

impl Seen {
    /// Computes the accumulator from all features.
    #[inline(never)]
    fn begin(&mut self, net: &Net<'_>, now: &[u8; FEATURES_MAX]) {
        self.accumulator.iter_mut().zip(net.bias).for_each(|(sum, &bias)| *sum = i16::from_le_bytes(bias));
        for &pattern in net.patterns {
            add(&mut self.accumulator, net.row_at(net.row_of(pattern, now)));
        }
        (self.features, self.there) = (*now, true);
    }

    /// Computes the accumulator of the features `now` from the accumulator of the last position.
    #[inline(never)]
    fn follow(&mut self, net: &Net<'_>, now: &[u8; FEATURES_MAX]) {
        follow(&mut self.accumulator, net, &mut self.features, now);
    }

    /// Computes the accumulator of the features `now`, which begin with two boards, from the
    /// accumulator of the last position.
    #[cfg(not(target_os = "none"))]
    #[inline(never)]
    fn follow_boards(&mut self, net: &Net<'_>, now: &[u8; FEATURES_MAX]) {
        boards::follow(&mut self.accumulator, net, &mut self.features, now);
    }
}

/// Adds a row to the sums.
#[inline]
fn add(sums: &mut [i16; WIDTH_MAX], row: &[[u8; 2]]) {
    let ((sums, _), (row, _)) = (sums.as_chunks_mut::<LANES>(), row.as_chunks::<LANES>());
    for (sums, row) in sums.iter_mut().zip(row) {
        sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(i16::from_le_bytes(weight)));
    }
}

impl<'a> Net<'a> {
    /// Returns the index of the row that a pattern selects for these features.
    #[inline]
    fn row_of(&self, pattern: [u8; 8], features: &[u8]) -> u32 {
        let pattern = Pattern::read(pattern);
        self.parts_of(pattern).iter().fold(pattern.row, |row, &part| {
            let part = Part::read(part);
            let value = features.get(usize::from(part.feature)).copied().unwrap_or(0);
            row.wrapping_add(part.adds(value))
        })
    }

    /// Returns the row that a feature selects if its value is 0, and the maximum value of the
    /// feature. The feature must have its own pattern.
    #[inline]
    pub(super) fn pattern_of_feature(&self, index: usize) -> (u32, u8) {
        let first = self.patterns.get(index).map_or(0, |&pattern| Pattern::read(pattern).row);
        (first, self.parts.get(index).map_or(0, |&part| Part::read(part).top))
    }

    #[inline]
    pub(super) fn row_at(&self, row: u32) -> &'a [[u8; 2]] {
        let wide = usize::from(self.width);
        let first = (row as usize).wrapping_mul(wide);
        self.table.get(first..first.wrapping_add(wide)).unwrap_or_default()
    }

    /// Computes the raw evaluation from the features, for a net of width 1.
    #[inline(never)]
    fn sum(&self, features: &[u8]) -> i32 {
        self.sum_of(self.patterns.iter().map(|&pattern| self.row_of(pattern, features)))
    }

    /// Computes the raw evaluation from the indices of the selected rows, for a net of width 1.
    #[inline]
    fn sum_of(&self, rows: impl Iterator<Item = u32>) -> i32 {
        let number = |number: Option<&[u8; 2]>| number.map_or(0, |&number| i32::from(i16::from_le_bytes(number)));
        let weights = rows.map(|row| number(self.table.get(row as usize)));
        let [.., shift] = self.shifts;
        limited(weights.fold(number(self.bias.first()), i32::wrapping_add).wrapping_shr(shift.into()))
    }

    /// Computes the raw evaluation from an accumulator, for a net wider than 1.
    #[inline(never)]
    fn judge(&self, sums: &[i16; WIDTH_MAX], active: &mut [i16; WIDTH_MAX], neurons: &mut [i16; HIDDEN_MAX]) -> i32 {
        let [shift, hidden_shift, result_shift] = self.shifts.map(u32::from);
        let wide = usize::from(self.width);
        let active = active.get_mut(..wide).unwrap_or_default();
        for (active, &sum) in active.iter_mut().zip(sums) {
            *active = sum.wrapping_shr(shift).clamp(0, ACTIVE);
        }
        let result = if self.hidden_bias.is_empty() {
            weighed(active, self.result)
        } else {
            let mut rest = self.hidden;
            for (neuron, &bias) in neurons.iter_mut().zip(self.hidden_bias) {
                let (row, behind) = rest.split_at_checked(wide).unwrap_or_default();
                rest = behind;
                let products = active.iter().zip(row);
                let sum = products.fold(i32::from_le_bytes(bias), |sum, (&active, &weight)| {
                    sum.wrapping_add(i32::from(active).wrapping_mul(i32::from(weight.cast_signed())))
                });
                *neuron = sum.wrapping_shr(hidden_shift).clamp(0, ACTIVE.into()) as i16;
            }
            weighed(neurons, self.result)
        };
        limited(result.wrapping_add(self.result_bias).wrapping_shr(result_shift))
    }
}

/// Returns the sum of the products of activations and weights.
#[inline]
fn weighed(active: &[i16], weights: &[[u8; 2]]) -> i32 {
    active.iter().zip(weights).fold(0, |sum, (&active, &weight)| {
        sum.wrapping_add(i32::from(active).wrapping_mul(i32::from(i16::from_le_bytes(weight))))
    })
}

/// Limits a raw evaluation to the range that alpha-beta can compare.
#[inline]
fn limited(points: i32) -> i32 {
    points.clamp(-0xFFFF, 0xFFFF)
}
