//! Tests random_move(): the moves that it samples must be legal, and all legal moves must be
//! equally likely.

use super::finding::words;
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::game::Move;

/// The number of positions at which the check takes [`DRAWS`] samples for each legal move. These
/// positions have at least two legal moves.
const POSITIONS: u32 = 24;
/// Positions with more legal moves than this are sampled only a few times, because the time grows
/// with the square of the number of moves.
const MOVES_MAX: usize = 200;
/// The number of samples for each legal move at the first [`POSITIONS`] positions.
const DRAWS: usize = 64;
/// The number of samples at each of the remaining positions.
const GLANCES: u32 = 4;
/// Sets the limit of the chi-square test. Uniform samples exceed the limit by chance with a
/// probability of at most exp(-25), about one in 10^11 (Laurent & Massart 2000, lemma 1).
const DOUBT: f32 = 25.0;

/// A chi-square statistic over the samples from all positions, and its degrees of freedom.
#[derive(Default)]
pub(super) struct RandomMoves {
    positions: u32,
    chi_square: f32,
    freedom: f32,
}

impl RandomMoves {
    /// True if the samples are more uneven than chance can explain.
    fn are_uneven(&self) -> bool {
        let spread = libm::sqrtf(self.freedom * DOUBT);
        self.chi_square > self.freedom + 2.0 * spread + 2.0 * DOUBT
    }
}

impl Checker<'_, '_> {
    /// Samples moves of this position.
    pub(super) fn look_at_draws(&mut self, first: &Answers) {
        if !self.game.has(Callback::RandomMove) {
            return;
        }
        let many = first.count >= 2 && first.count <= MOVES_MAX && self.draws.positions < POSITIONS;
        if !many {
            for _ in 0..GLANCES {
                self.draw(first.count);
            }
            return;
        }
        self.draws.positions = self.draws.positions.saturating_add(1);
        self.marks.get_mut(..first.count).unwrap_or_default().fill(0);
        for _ in 0..first.count.saturating_mul(DRAWS) {
            let Some(index) = self.draw(first.count) else { return };
            if let Some(mark) = self.marks.get_mut(index) {
                *mark = mark.wrapping_add(1);
            }
        }
        self.count_draws(first.count);
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

    fn count_draws(&mut self, count: usize) {
        let expected = DRAWS as f32;
        let (mut worst, mut excess) = (0, 0.0);
        for (index, &sampled) in self.marks.iter().enumerate().take(count) {
            let away = sampled as f32 - expected;
            self.draws.chi_square += away * away / expected;
            if away * away > excess {
                (worst, excess) = (index, away * away);
            }
        }
        self.draws.freedom += count.saturating_sub(1) as f32;
        if !self.draws.are_uneven() {
            return;
        }
        let sampled = self.marks.get(worst).copied().unwrap_or_default() as u32;
        let mv = self.moves.get(worst).copied().unwrap_or(Move::NONE);
        self.draws = RandomMoves { positions: self.draws.positions, ..RandomMoves::default() };
        let often = |out: &mut crate::base::text::Text<'_>, times: u32| {
            out.push_number(times);
            out.push_str(" of ");
            out.push_number(count.saturating_mul(DRAWS) as u32);
        };
        let about = |out: &mut crate::base::text::Text<'_>| {
            out.push_str("about ");
            often(out, DRAWS as u32);
        };
        self.find(Kind::UnevenDraw, Callback::RandomMove, mv, about, |out| often(out, sampled));
    }
}

#[cfg(test)]
#[path = "random_moves_tests.rs"]
mod tests;
