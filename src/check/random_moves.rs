//! Tests random_move(). The moves that it returns must be legal, and all legal moves must be
//! equally likely. If a chance event comes next, outcomes must be sampled in proportion to their
//! weights.
//!
//! The test measures by how much the samples at a position differ from their expected numbers. The
//! measure is twice the relative entropy: the sum of `2 k ln(k / e)` over all moves, where `k` is
//! the number of samples of a move, and `e` is the expected number. If each `e` is large, this is a
//! chi-square statistic (G-test). A weight can be so small that `e` is far below 1. Then Pearson's
//! chi-square statistic would be large by chance, but the relative entropy is not (Agrawal 2020,
//! "Finite-Sample Concentration of the Multinomial in Relative Entropy").

use super::finding::words;
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::base::text::Text;
use crate::game::Move;

/// The check takes [`DRAWS`] samples per legal move at this many positions. They must have at least
/// two legal moves. Positions where a chance event comes next are counted separately.
const POSITIONS: u32 = 24;
/// At a position with more legal moves, the check takes only a few samples, because the time grows
/// with the square of the number of moves.
const MOVES_MAX: usize = 200;
/// The number of samples per legal move at the first [`POSITIONS`] positions.
const DRAWS: usize = 64;
/// The number of samples at each later position.
const GLANCES: u32 = 4;
/// Determines the limit of the test. The probability that correct samples exceed the limit is at
/// most exp(-26) (Laurent & Massart 2000, lemma 1). Moves and outcomes are tested separately. So in
/// about one of 10^11 checks, a correct game gets a finding.
const DOUBT: f32 = 26.0;
/// A move counts as two degrees of freedom if its expected number is below this limit. By chance,
/// it can contribute more to the test statistic than a frequent move, but not twice as much
/// (Agrawal 2020).
const RARE: f32 = 16.0;

/// The test statistic (twice the relative entropy) and its degrees of freedom, summed over the
/// samples at all positions so far.
#[derive(Default)]
pub(super) struct RandomMoves {
    positions: u32,
    entropy: f32,
    freedom: f32,
}

impl RandomMoves {
    /// True if the samples differ from their probabilities by more than chance can explain.
    fn are_uneven(&self) -> bool {
        let spread = libm::sqrtf(self.freedom * DOUBT);
        self.entropy > self.freedom + 2.0 * spread + 2.0 * DOUBT
    }
}

/// Returns what one move contributes to the measure: `2 (k ln(k / e) - k + e)`, which is never
/// negative. Summed over all moves, this equals the sum of `2 k ln(k / e)`, because the sums of `k`
/// and `e` are equal.
fn part(sampled: f32, expected: f32) -> f32 {
    let entropy = if sampled > 0.0 { sampled * libm::logf(sampled / expected) } else { 0.0 };
    2.0 * (entropy - sampled + expected)
}

impl Checker<'_, '_> {
    /// Samples moves of this position.
    pub(super) fn look_at_draws(&mut self, first: &Answers) {
        if !self.game.has(Callback::RandomMove) {
            return;
        }
        if let Some(sum) = self.sum_for_draws(first) {
            self.draw_many(first, sum);
        } else {
            for _ in 0..GLANCES {
                self.draw(first.count);
            }
        }
    }

    /// Returns the sum of the weights of the legal moves. `None` if many samples are not taken at
    /// this position, or if a weight is invalid.
    fn sum_for_draws(&mut self, first: &Answers) -> Option<u64> {
        let draws = self.draws.get(usize::from(first.is_chance()))?;
        let many = first.count >= 2 && first.count <= MOVES_MAX && draws.positions < POSITIONS;
        if many { self.note_odds(first) } else { None }
    }

    /// Takes [`DRAWS`] samples per legal move, and compares them with the weights in `self.marks`.
    /// `sum` is the sum of these weights.
    fn draw_many(&mut self, first: &Answers, sum: u64) {
        if let Some(draws) = self.draws.get_mut(usize::from(first.is_chance())) {
            draws.positions = draws.positions.saturating_add(1);
        }
        self.marks.get_mut(..first.count).unwrap_or_default().fill(0);
        for _ in 0..first.count.saturating_mul(DRAWS) {
            let Some(index) = self.draw(first.count) else { return };
            if let Some(mark) = self.marks.get_mut(index) {
                *mark = mark.wrapping_add(1);
            }
        }
        self.count_draws(first, sum);
    }

    /// Samples a move, tests that it is legal, and returns its index.
    fn draw(&mut self, count: usize) -> Option<usize> {
        let random = self.rng.bits();
        let mv = self.game.random_move(random, self.spare);
        self.look_for_overrun(Callback::RandomMove, mv);
        if let Some(difference) = self.game.difference(0) {
            self.find_difference(Kind::Changes, Callback::RandomMove, Move::NONE, difference);
            self.game.restore(0);
        }
        let place = self.moves.iter().take(count).position(|&other| other == mv);
        if place.is_none() {
            let expected = "a legal move";
            self.find(Kind::IllegalDraw, Callback::RandomMove, Move::NONE, words(expected), |out| {
                out.push_number(mv.0);
                out.push_str(", for random ");
                out.push_number(random);
            });
        }
        place
    }

    fn count_draws(&mut self, first: &Answers, sum: u64) {
        let Some(draws) = self.draws.get_mut(usize::from(first.is_chance())) else { return };
        let all = first.count.saturating_mul(DRAWS);
        let (sampled, odds) = self.marks.split_at_checked(first.count).unwrap_or_default();
        let (mut worst, mut excess) = ((0, 0, 0.0), 0.0);
        for (index, (&sampled, &odds)) in sampled.iter().zip(odds).enumerate() {
            let expected = all as f32 * (odds as f32 / sum as f32);
            draws.entropy += part(sampled as f32, expected);
            draws.freedom += if expected < RARE { 2.0 } else { 1.0 };
            let away = sampled as f32 - expected;
            if away * away / expected > excess {
                (worst, excess) = ((index, sampled as u32, expected), away * away / expected);
            }
        }
        draws.freedom -= 1.0; // the number of samples is fixed
        if !draws.are_uneven() {
            return;
        }
        *draws = RandomMoves { positions: draws.positions, ..RandomMoves::default() };
        let (index, sampled, expected) = worst;
        let mv = self.moves.get(index).copied().unwrap_or(Move::NONE);
        let often = |out: &mut Text<'_>, times: u32| {
            out.push_number(times);
            out.push_str(" of ");
            out.push_number(all as u32);
        };
        let about = |out: &mut Text<'_>| {
            out.push_str("about ");
            often(out, libm::roundf(expected) as u32);
        };
        self.find(Kind::UnevenDraw, Callback::RandomMove, mv, about, |out| often(out, sampled));
    }
}

#[cfg(test)]
#[path = "random_moves_tests.rs"]
mod tests;
