//! Tests that the features are from the point of view of the player to move.
//!
//! One position cannot show the point of view. But a feature that is good for the player to move
//! goes together with more wins of this player, even with random moves. So the test keeps the last
//! position of each game in which FIRST is to move, and the last one in which SECOND is to move. It
//! compares each feature with the result for the player to move. If a feature correlates with wins
//! of one player, but with losses of the other player, it is always from the same player's point of
//! view.

use super::evaluation_view::Sums;
use super::finding::{push_real, words};
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::base::FEATURES_MAX;
use crate::game::Move;

/// The sums include at most this many games. A game adds at most 65,025 to a sum of squares, which
/// must fit in a `u32`.
const GAMES_MAX: u32 = 60_000;

/// Sums of the features and of the results of games. There are separate sums for each player to
/// move.
#[derive(Default)]
pub(super) struct FeatureView([OfPlayer; 2]);

/// The sums for one player to move. The number types are small, so that a check needs little stack.
struct OfPlayer {
    /// The features of the last position with this player to move in the current game.
    last: Option<[u8; FEATURES_MAX]>,
    games: u32,
    /// The sum of the results, and the sum of their squares. A win counts 1 and a loss -1.
    results: i32,
    decided: u32,
    features: [OfFeature; FEATURES_MAX],
}

/// The sum of a feature, the sum of its squares, and the sum of its products with the results.
#[derive(Clone, Copy, Default)]
struct OfFeature {
    sum: u32,
    squares: u32,
    products: i32,
}

impl Default for OfPlayer {
    fn default() -> Self {
        Self { last: None, games: 0, results: 0, decided: 0, features: [OfFeature::default(); FEATURES_MAX] }
    }
}

impl OfPlayer {
    fn add(&mut self, result: i32) {
        let Some(last) = self.last.filter(|_| self.games < GAMES_MAX) else { return };
        self.games = self.games.wrapping_add(1);
        self.results = self.results.wrapping_add(result);
        self.decided = self.decided.wrapping_add(result.unsigned_abs());
        for (&feature, sums) in last.iter().zip(&mut self.features) {
            let feature = u32::from(feature);
            sums.sum = sums.sum.wrapping_add(feature);
            sums.squares = sums.squares.wrapping_add(feature.wrapping_mul(feature));
            sums.products = sums.products.wrapping_add(result.wrapping_mul(feature.cast_signed()));
        }
    }

    fn correlations(&self) -> impl Iterator<Item = f64> {
        self.features.iter().map(|sums| {
            let values = [sums.sum.into(), self.results.into()];
            let squares = [sums.squares.into(), self.decided.into()];
            Sums::of(self.games, values, squares, sums.products.into()).correlation()
        })
    }
}

impl FeatureView {
    pub(super) fn begin_game(&mut self) {
        self.0.iter_mut().for_each(|of| of.last = None);
    }

    /// Adds the features of the game that has ended to the sums. `first` is the result for the
    /// first player.
    pub(super) fn end_game(&mut self, first: i32) {
        self.0.iter_mut().zip([first, first.wrapping_neg()]).for_each(|(of, result)| of.add(result));
    }
}

impl Checker<'_, '_> {
    /// Keeps the features of this position, until the game ends or until the same player is to move
    /// again.
    pub(super) fn note_features(&mut self, answers: &Answers) {
        let mut features = [0; FEATURES_MAX];
        let is_written = answers.allow(Callback::Features, self.game) && self.game.features(&mut features) == 0;
        self.look_for_overrun(Callback::Features, Move::NONE);
        if !is_written {
            return;
        }
        let slot = if answers.mover() == 0 { 0 } else { 1 };
        if let Some(of) = self.feature_view.0.get_mut(slot) {
            of.last = Some(features);
        }
    }

    /// Reports a mistake if all features with clear correlations have opposite signs for the two
    /// players to move.
    pub(super) fn look_at_feature_view(&mut self) {
        let [first, second] = &self.feature_view.0;
        let mut found = None;
        for (index, (first, second)) in (0_u32..).zip(first.correlations().zip(second.correlations())) {
            if first * second > 0.0 {
                return;
            }
            if first * second < 0.0 {
                found = found.or(Some((index, first, second)));
            }
        }
        let Some((index, first, second)) = found else { return };
        let expected = "features with the same meaning for both players to move";
        self.find(Kind::NotMoversView, Callback::Features, Move::NONE, words(expected), |out| {
            out.push_str("feature ");
            out.push_number(index);
            out.push_str(": correlation with a win of FIRST to move ");
            push_real(first as f32, out);
            out.push_str(", of SECOND ");
            push_real(second as f32, out);
        });
    }
}
