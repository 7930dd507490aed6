//! Whose view an evaluation has: that of the first player, whoever is to move.
//!
//! It cannot be told from one position. But a position that is good for a player is more often won
//! by that player, also where both play at random. So of each game the last position with either
//! player to move is kept, and its evaluation compared with how the game ended. An evaluation in
//! the view of the player to move agrees with the first player's results where that player is to
//! move, and contradicts them where the other one is.

use super::finding::{push_real, words};
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::game::Move;

/// Games that it takes.
const GAMES: u32 = 40;
/// Standard deviations that are not chance, where both players' agree: one in 10^9.
const CERTAIN: f64 = 4.0;
/// A correlation that is not to be overlooked.
const CLEAR: f64 = 0.15;

/// Evaluations and results of games, for either player to move.
#[derive(Default)]
pub(super) struct EvaluationView {
    /// The last evaluation of this game with this player to move.
    last: [Option<f32>; 2],
    sums: [Sums; 2],
}

#[derive(Default, Clone, Copy)]
pub(super) struct Sums {
    count: u32,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Sums {
    /// The sums of `count` pairs: of x and y, of their squares, and of their products.
    pub(super) fn of(count: u32, [x, y]: [f64; 2], [xx, yy]: [f64; 2], xy: f64) -> Self {
        Self { count, x, y, xx, yy, xy }
    }

    fn add(&mut self, x: f64, y: f64) {
        self.count = self.count.saturating_add(1);
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// 0 where it cannot be told.
    pub(super) fn correlation(&self) -> f64 {
        let count = f64::from(self.count);
        let (xx, yy) = (count * self.xx - self.x * self.x, count * self.yy - self.y * self.y);
        if self.count < GAMES || xx <= 1e-6 || yy <= 1e-6 {
            return 0.0;
        }
        let correlation = (count * self.xy - self.x * self.y) / libm::sqrt(xx * yy);
        let clear = correlation.abs() >= CLEAR && correlation.abs() * libm::sqrt(count) >= CERTAIN;
        if clear { correlation } else { 0.0 }
    }
}

impl EvaluationView {
    pub(super) fn begin_game(&mut self) {
        self.last = [None; 2];
    }

    pub(super) fn note(&mut self, answers: &Answers, evaluates: bool) {
        let value = answers.evaluation();
        let slot = if answers.mover() == 0 { 0 } else { 1 };
        if let Some(last) = self.last.get_mut(slot)
            && evaluates
            && value.is_finite()
        {
            *last = Some(value.clamp(-1.0, 1.0));
        }
    }

    /// The game ended with this `result` for the first player.
    pub(super) fn end_game(&mut self, result: i32) {
        for (last, sums) in self.last.iter().zip(self.sums.iter_mut()) {
            if let Some(value) = last {
                sums.add(f64::from(*value), result.into());
            }
        }
    }
}

impl Checker<'_, '_> {
    pub(super) fn look_at_views(&mut self) {
        let [first, second] = self.views.sums.map(|sums| sums.correlation());
        if first >= 0.0 && second >= 0.0 || first == 0.0 || second == 0.0 {
            return;
        }
        let expected = "values that are high where FIRST wins in the end";
        self.find(Kind::WrongView, Callback::Evaluate, Move::NONE, words(expected), |out| {
            out.push_str("correlation ");
            push_real(first as f32, out);
            out.push_str(" where FIRST is to move, ");
            push_real(second as f32, out);
            out.push_str(" where SECOND is");
        });
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use std::vec::Vec;

    fn sums(pairs: &[(f64, f64)]) -> Sums {
        let mut sums = Sums::default();
        pairs.iter().for_each(|&(x, y)| sums.add(x, y));
        sums
    }

    /// Pearson's coefficient by its definition, from the means.
    fn pearson(pairs: &[(f64, f64)]) -> f64 {
        let count = pairs.len() as f64;
        let x = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
        let y = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
        let both = |a: fn((f64, f64), f64, f64) -> f64| pairs.iter().map(|&pair| a(pair, x, y)).sum::<f64>();
        let xy = both(|pair, x, y| (pair.0 - x) * (pair.1 - y));
        let (xx, yy) = (both(|pair, x, _| (pair.0 - x).powi(2)), both(|pair, _, y| (pair.1 - y).powi(2)));
        xy / (xx * yy).sqrt()
    }

    /// So many pairs that go together, but for some noise.
    fn pairs(count: usize, noise: f64, rng: &mut Rng) -> Vec<(f64, f64)> {
        let mut one = || f64::from(rng.bits()) / f64::from(u32::MAX) - 0.3;
        (0..count).map(|_| (one(), one())).map(|(x, y)| (x, x + noise * y)).collect()
    }

    #[test]
    fn a_clear_correlation_is_that_of_the_definition() {
        let mut rng = Rng::new(1);
        for noise in [0.0, 0.5, 1.0] {
            let pairs = pairs(200, noise, &mut rng);
            let mirrored: Vec<_> = pairs.iter().map(|&(x, y)| (-x, y)).collect();
            let expected = pearson(&pairs);
            assert!(expected > 0.3, "{expected}");
            assert!((sums(&pairs).correlation() - expected).abs() < 1e-9);
            assert!((sums(&mirrored).correlation() + expected).abs() < 1e-9);
        }
    }

    #[test]
    fn what_may_be_chance_is_not_told() {
        let mut rng = Rng::new(2);
        let same = pairs(GAMES as usize, 0.0, &mut rng);
        assert!((sums(&same).correlation() - 1.0).abs() < 1e-9);
        assert_eq!(sums(&same[1..]).correlation(), 0.0); // a game too few
        // x or y never changes: there is nothing to go together.
        for flat in [|(x, _)| (x, 0.5), |(_, y)| (0.5, y)] {
            assert_eq!(sums(&same.iter().copied().map(flat).collect::<Vec<_>>()).correlation(), 0.0);
        }
        // Nor is there where x hardly changes.
        assert_eq!(sums(&same.iter().map(|&(x, y)| (0.5 + x * 1e-6, y)).collect::<Vec<_>>()).correlation(), 0.0);
        // 0.5 needs 64 games: 4 standard deviations. And below 0.15 no number suffices.
        let (few, many) = (&[(1.0, 1.0), (-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0)], 64_usize);
        let expected = pearson(&few.repeat(many / 4));
        assert!(expected * (many as f64).sqrt() > CERTAIN);
        assert!((sums(&few.repeat(many / 4)).correlation() - expected).abs() < 1e-9);
        assert!(expected * 44_f64.sqrt() < CERTAIN);
        assert_eq!(sums(&few.repeat(11)).correlation(), 0.0);
        let weak: Vec<_> = (0..10_000).map(|n| (f64::from(n % 2), f64::from((n % 8 < 5) == (n % 2 == 0)))).collect();
        assert!(pearson(&weak).abs() > 0.2 && sums(&weak).correlation() == pearson(&weak));
        let weaker: Vec<_> = (0..10_000).map(|n| (f64::from(n % 2), f64::from((n % 16 < 9) == (n % 2 == 0)))).collect();
        assert!(pearson(&weaker).abs() < CLEAR && sums(&weaker).correlation() == 0.0, "{}", pearson(&weaker));
    }
}
