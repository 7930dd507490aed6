//! Computes Elo ratings of players from the matches between them, with the model of Bradley and
//! Terry (Rank analysis of incomplete block designs, 1952).

use crate::stats::{Pentanomial, normal_quantile};
use anyhow::{Context, Result};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

/// Elo points per unit of strength in the model. Against an opponent that is weaker by x units, a
/// player scores 1 / (1 + exp(-x)) points per game.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A match between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Match {
    /// The indices of the two players.
    pub players: [usize; 2],
    /// The results of the pairs of games, from the point of view of the first player.
    pub pairs: Pentanomial,
}

impl Match {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs.pairs()
    }
}

/// Returns the points and the number of games of a player in all matches.
#[must_use]
pub fn points(player: usize, matches: &[Match]) -> (f64, u64) {
    let of = |one: &Match| match one.players.iter().position(|&other| other == player)? {
        0 => Some((one.pairs.points(), one.games())),
        _ => Some((one.games() as f64 - one.pairs.points(), one.games())),
    };
    matches.iter().filter_map(of).fold((0.0, 0), |all, own| (all.0 + own.0, all.1 + own.1))
}

/// The strength of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The difference from the reference player in Elo points.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval in Elo points. 0 for the reference player.
    pub error: f64,
}

/// Rates `count` players. The player `reference` has 0 Elo points. A player gets `None` if no chain
/// of matches connects it with the reference.
///
/// The ratings maximise the likelihood of the results, with one extra drawn game added to each
/// match. Without these draws, a player that lost no game would be infinitely strong. The
/// confidence interval comes from the curvature of the likelihood at the maximum. The model treats
/// games as independent. Pairs of games on one opening vary less than independent games, so the
/// interval is wider than necessary.
///
/// # Errors
/// The calculation does not converge. No known match causes this.
pub fn ratings(count: usize, matches: &[Match], reference: usize) -> Result<Vec<Option<Rating>>> {
    let known = connected(count, matches, reference);
    let free: Vec<usize> = (0..count).filter(|&player| known[player] && player != reference).collect();
    let place = |player: usize| free.iter().position(|&other| other == player);
    let mut strengths = DVector::zeros(free.len());
    for _ in 0..ROUNDS {
        let (slope, curvature) = derivatives(&strengths, matches, &place);
        let inverse = curvature.cholesky().context("ratings: a matrix that cannot be inverted")?;
        // Far from the maximum, a full Newton step could overshoot, so the steps are limited.
        let step = inverse.solve(&slope).map(|change| change.clamp(-1.0, 1.0));
        strengths += &step;
        if step.amax() < 1e-9 {
            let variances = inverse.inverse().diagonal();
            let rating = |player: usize| {
                let Some(at) = place(player) else { return Rating { elo: 0.0, error: 0.0 } };
                Rating { elo: ELO * strengths[at], error: ELO * normal_quantile() * variances[at].sqrt() }
            };
            return Ok((0..count).map(|player| known[player].then(|| rating(player))).collect());
        }
    }
    anyhow::bail!("ratings: no end after {ROUNDS} rounds")
}

/// The maximum number of steps of Newton's method. Usually ten steps are enough.
const ROUNDS: usize = 1000;

/// Returns true for each player that a chain of matches connects with `reference`.
fn connected(count: usize, matches: &[Match], reference: usize) -> Vec<bool> {
    let mut known = vec![false; count];
    known[reference] = true;
    for _ in 0..count {
        for [a, b] in matches.iter().filter(|one| one.games() > 0).map(|one| one.players) {
            let either = known[a] || known[b];
            (known[a], known[b]) = (either, either);
        }
    }
    known
}

/// Returns the gradient of the log-likelihood, and the matrix of its negated second derivatives.
fn derivatives(
    strengths: &DVector<f64>,
    matches: &[Match],
    place: &impl Fn(usize) -> Option<usize>,
) -> (DVector<f64>, DMatrix<f64>) {
    let free = strengths.len();
    let (mut slope, mut curvature) = (DVector::zeros(free), DMatrix::zeros(free, free));
    for one in matches.iter().filter(|one| one.games() > 0) {
        let places = one.players.map(place);
        let [a, b] = places.map(|at| at.map_or(0.0, |at| strengths[at]));
        let expected = 1.0 / (1.0 + (b - a).exp());
        let games = one.games() as f64 + 1.0;
        let surprise = one.pairs.points() + 0.5 - games * expected;
        let weight = games * expected * (1.0 - expected);
        for (own, sign) in places.into_iter().zip([1.0, -1.0]) {
            let Some(own) = own else { continue };
            slope[own] += sign * surprise;
            curvature[(own, own)] += weight;
        }
        if let [Some(a), Some(b)] = places {
            curvature[(a, b)] -= weight;
            curvature[(b, a)] -= weight;
        }
    }
    (slope, curvature)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(count: usize, matches: &[([usize; 2], [u64; 5])], reference: usize) -> Vec<Option<Rating>> {
        let matches: Vec<Match> =
            matches.iter().map(|&(players, pairs)| Match { players, pairs: Pentanomial(pairs) }).collect();
        ratings(count, &matches, reference).unwrap()
    }

    #[test]
    fn one_match_by_hand() {
        // A player scores 75 points in 100 games, plus one added draw: 75.5 points in 101 games.
        // 400 log10(75.5 / 25.5) = 188.6. The variance is 1 / (101 * 0.7475 * 0.2525) = 0.05246,
        // and 1.96 * sqrt(0.05246) * 173.7 = 78.0.
        let both = rated(2, &[([0, 1], [0, 0, 25, 0, 25])], 1);
        assert_eq!(both[1], Some(Rating { elo: 0.0, error: 0.0 }));
        let Rating { elo, error } = both[0].unwrap();
        assert!((elo - 188.56).abs() < 0.01 && (error - 77.97).abs() < 0.05, "{elo} {error}");
        let turned = rated(2, &[([1, 0], [25, 0, 25, 0, 0])], 1)[0].unwrap();
        assert!((turned.elo - elo).abs() < 1e-6 && (turned.error - error).abs() < 1e-6);
    }

    #[test]
    fn strengths_add_up_along_a_chain() {
        let even = |wins| [0, 0, 50 - wins, 0, wins];
        let all = rated(4, &[([0, 1], even(25)), ([1, 2], even(25))], 2);
        let [first, second] = [0, 1].map(|player: usize| all[player].unwrap());
        assert!((first.elo - 2.0 * second.elo).abs() < 1e-6, "{first:?} {second:?}");
        assert!((first.error - second.error * 2.0_f64.sqrt()).abs() < 1e-6, "{first:?} {second:?}");
        assert_eq!(all[3], None); // this player played no match
        // A third match whose result fits the first two matches must make both ratings more
        // certain.
        let more = rated(3, &[([0, 1], even(25)), ([1, 2], even(25)), ([0, 2], even(40))], 2);
        assert!(more[0].unwrap().error < first.error && more[1].unwrap().error < second.error);
    }

    #[test]
    fn who_lost_no_game_has_a_rating_all_the_same() {
        // With the added draw, the player has 20.5 points in 21 games: 400 log10(41) = 645.1.
        let Rating { elo, error } = rated(2, &[([0, 1], [0, 0, 0, 0, 10])], 1)[0].unwrap();
        assert!((elo - 645.1).abs() < 0.1 && error > 400.0, "{elo} {error}");
        assert_eq!(rated(2, &[([0, 1], [0; 5])], 1), [None, Some(Rating { elo: 0.0, error: 0.0 })]);
    }
}
