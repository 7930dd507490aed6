//! Whose view the features have: that of the player to move.
//!
//! It cannot be told from one position. But what is good for the player to move comes before more
//! wins of that player, also where both play at random. So of each game the last position with
//! either player to move is kept, and each of its features is compared with how the game ended for
//! the player to move. A feature that goes with the wins of one player and with the losses of the
//! other is in the view of FIRST, whoever is to move.

use super::evaluation_view::Sums;
use super::finding::{push_real, words};
use super::probe_position::Answers;
use super::{Callback, Checker, Kind};
use crate::base::FEATURES_MAX;
use crate::game::Move;

/// More games are not counted: 65,025 times as many fit a `u32`.
const GAMES_MAX: u32 = 60_000;

/// Features and results of games, for either player to move.
#[derive(Default)]
pub(super) struct FeatureView([OfPlayer; 2]);

/// Small numbers, so that a check needs little stack.
struct OfPlayer {
    /// The last features of this game with this player to move.
    last: Option<[u8; FEATURES_MAX]>,
    games: u32,
    /// Sum of the results, 1 for a win and -1 for a loss, and of their squares.
    results: i32,
    decided: u32,
    features: [OfFeature; FEATURES_MAX],
}

/// Sums of a feature, of its square, and of its products with the results.
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

    /// The game ended with this result for the first player.
    pub(super) fn end_game(&mut self, first: i32) {
        self.0.iter_mut().zip([first, first.wrapping_neg()]).for_each(|(of, result)| of.add(result));
    }
}

impl Checker<'_, '_> {
    /// Keeps the features of this position, which have been looked at.
    pub(super) fn note_features(&mut self, answers: &Answers) {
        let mut features = [0; FEATURES_MAX];
        let is_written = self.game.has(Callback::Features) && self.game.features(&mut features) == 0;
        self.look_for_overrun(Callback::Features, Move::NONE);
        if !is_written {
            return;
        }
        let slot = if answers.mover() == 0 { 0 } else { 1 };
        if let Some(of) = self.feature_view.0.get_mut(slot) {
            of.last = Some(features);
        }
    }

    /// A mistake if all features that tell something for both players contradict each other.
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
        let expected = "numbers that mean the same for either player to move";
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
