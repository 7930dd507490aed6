//! The report of the command `fit`: the weights, and how well they predict the held-out games.

use super::Args;
use super::games::Recorded;
use super::logistic::{Sample, fit, log_odds, probability, scales};
use anyhow::{Result, bail};
use serde::Serialize;
use std::fmt::Write as _;

/// The name of the feature for the side to move.
const MOVE: &str = "move";

/// An advantage is decisive if the player with the advantage wins at least this share of the games.
const DECIDED: f64 = 0.95;

/// Each row of the calibration table covers a range of this many points of advantage.
const ROW: f64 = 100.0;

/// The output of `fit --json`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    player: String,
    iterations: u64,
    seed: u64,
    random_plies: u32,
    games: u64,
    /// The number of drawn games.
    draws: u64,
    /// The number of sampled positions in the games used for the fit, and in the held-out games.
    positions: [u64; 2],
    weights: Vec<Weight>,
    /// The advantage in points that multiplies the odds of a win by e.
    scale: f64,
    /// The largest scale at which a player with an advantage of `decided` points scores at least
    /// 95 % in the held-out games.
    largest_scale: f64,
    /// The mean log loss on held-out positions.
    log_loss: f64,
    /// The log loss of a prediction that is always 0.5.
    log_loss_of_nothing: f64,
    /// The share of held-out positions in which the side with the advantage won the game. Drawn
    /// games and even positions do not count.
    accuracy: f64,
    /// Log loss and accuracy for each quarter of the game.
    stages: Vec<Stage>,
    /// The held-out positions with an advantage of at least `decided` points. A draw counts as half
    /// a win.
    decided: Row,
    calibration: Vec<Row>,
    /// The log loss of the game's current evaluation function on all positions.
    own_log_loss: f64,
    /// All positions in which the game's current evaluation function shows an advantage of at least
    /// `decided` points.
    own_decided: Row,
    /// True if the weights are printed as a table.
    #[serde(skip)]
    table: bool,
    /// True if Ctrl-C ended the run early.
    pub interrupted: bool,
}

#[derive(Debug, Serialize)]
struct Weight {
    feature: String,
    /// The change of the log odds per unit of the feature.
    log_odds: f64,
    /// The weight in points.
    points: f64,
    /// The weight in units of 1/256 point.
    raw: i64,
    /// The root mean square of weight times feature, in points.
    usual: f64,
}

/// The results on the held-out positions in the first, second, third or last quarter of each game.
#[derive(Debug, Serialize)]
struct Stage {
    quarter: usize,
    positions: u64,
    log_loss: f64,
    accuracy: f64,
}

/// The results on the positions in which the advantage of one side is in a range of points.
#[derive(Debug, Serialize)]
struct Row {
    from: f64,
    positions: u64,
    /// The expected share of games that the side with the advantage wins. A draw counts as half a
    /// win.
    expected: f64,
    /// The actual share of games that the side with the advantage won. A draw counts as half a win.
    won: f64,
}

impl Report {
    /// Fits the weights to the samples `fitted`, and evaluates the weights on the samples
    /// `held_out`.
    ///
    /// # Errors
    /// There are too few games to fit or to hold out.
    pub(super) fn new(
        args: &Args,
        names: Vec<String>,
        played: &[Recorded],
        fitted: &[Sample],
        held_out: &[Sample],
    ) -> Result<Self> {
        if fitted.is_empty() || held_out.is_empty() {
            bail!("{} games are too few: there is nothing to fit, or nothing held out", played.len());
        }
        let weights = fit(fitted, names.len());
        let count = names.len();
        let sure: Vec<(f64, f64)> =
            held_out.iter().map(|sample| (log_odds(&weights, &sample.features), sample.won)).collect();
        let decided = f64::from(args.decided);
        let largest_scale = decided / least_sure(&sure);
        let turn = names.iter().zip(&weights).find(|(name, _)| *name == MOVE).map(|(_, weight)| *weight);
        let scale = turn.filter(|turn| *turn > 0.0).map_or(largest_scale, |turn| (100.0 / turn).min(largest_scale));
        let row = |from: f64, to: f64| Row::of(&sure, scale, from, to);
        let positions = || fitted.iter().chain(held_out);
        let last = (decided / ROW) as u32 + 3;
        Ok(Self {
            game: args.game.clone(),
            player: args.player.clone(),
            iterations: args.iterations,
            seed: args.seed,
            random_plies: args.random_plies,
            games: played.len() as u64,
            draws: played.iter().filter(|game| game.half_points == 1).count() as u64,
            positions: [fitted.len() as u64, held_out.len() as u64],
            weights: (names.into_iter().zip(weights).zip(scales(fitted, count)))
                .map(|((feature, log_odds), size)| Weight::new(feature, log_odds, scale, size))
                .collect(),
            stages: stages(held_out, &sure),
            table: args.table,
            scale,
            largest_scale,
            log_loss: log_loss(&sure),
            log_loss_of_nothing: 2.0_f64.ln(),
            accuracy: accuracy(&sure),
            decided: row(decided, f64::INFINITY),
            calibration: (0..=last)
                .map(|at| row(f64::from(at) * ROW, if at == last { f64::INFINITY } else { f64::from(at + 1) * ROW }))
                .collect(),
            own_log_loss: mean(positions().map(|sample| loss(sample.own[1].clamp(1e-9, 1.0 - 1e-9), sample.won))),
            own_decided: Row::new(
                decided,
                positions().filter(|sample| sample.own[0].abs() >= decided).map(|sample| (sample.own[1], sample.won)),
            ),
            interrupted: (played.len() as u64) < args.games,
        })
    }

    pub(super) fn text(&self) -> String {
        let Self { game, player, iterations, seed, random_plies, games, draws, positions: [fitted, held_out], .. } =
            self;
        let interrupted = if self.interrupted { ", INTERRUPTED" } else { "" };
        let mut out = format!(
            "{game}: {player} against itself, {iterations} iterations a move, {random_plies} random plies, seed {seed}\n\
             {games} games, {draws} drawn{interrupted}; {fitted} positions fitted to, {held_out} held out\n",
        );
        out += &if self.table { self.weights_as_table() } else { self.weights_by_name() };
        // The results of `writeln!` are ignored, because writing to a String cannot fail.
        let Self { scale, largest_scale, log_loss, log_loss_of_nothing, accuracy, .. } = self;
        let _ = writeln!(
            out,
            "scale: {scale:.1} points multiply the odds by e; at most {largest_scale:.1} for {:.0} points to decide\n\
             held out: log loss {log_loss:.4} (of nothing {log_loss_of_nothing:.4}), the side ahead wins {:.1} % of decisive games",
            self.decided.from,
            100.0 * accuracy
        );
        for Stage { quarter, positions, log_loss, accuracy } in &self.stages {
            let accuracy = 100.0 * accuracy;
            let _ = writeln!(
                out,
                "quarter {quarter} of the games: {positions} positions, log loss {log_loss:.4}, {accuracy:.1} %"
            );
        }
        out += "points     positions  expected      won\n";
        for Row { from, positions, expected, won } in self.calibration.iter().chain([&self.decided]) {
            let _ = writeln!(out, "{from:4.0} on  {positions:11}  {:6.1} %  {:6.1} %", 100.0 * expected, 100.0 * won);
        }
        let Row { from, positions, expected, won } = &self.own_decided;
        let _ = writeln!(
            out,
            "the evaluation as it is, on all positions: log loss {:.4}\n{from:4.0} on  {positions:11}  {:6.1} %  {:6.1} %",
            self.own_log_loss,
            100.0 * expected,
            100.0 * won
        );
        out
    }
}

impl Report {
    fn weights_by_name(&self) -> String {
        let line = |Weight { feature, log_odds, points, raw, usual }: &Weight| {
            format!("{feature:18} {log_odds:10.6} {points:10.4} {raw:10} {usual:10.1}\n")
        };
        let lines = self.weights.iter().map(line).collect::<String>();
        format!("feature              log odds     points   in 1/256    usually\n{lines}")
    }

    fn weights_as_table(&self) -> String {
        let row = |row: &[Weight]| {
            let points: Vec<String> = row.iter().map(|weight| (weight.points.round() as i64).to_string()).collect();
            format!("    {},\n", points.join(", "))
        };
        self.weights.chunks(9).map(row).collect()
    }
}

impl Weight {
    /// Returns the weight of a feature whose root mean square is `size`.
    fn new(feature: String, log_odds: f64, scale: f64, size: f64) -> Self {
        let points = log_odds * scale;
        let usual = size * points.abs();
        Self { feature, log_odds, points, raw: (256.0 * points).round() as i64, usual }
    }
}

impl Row {
    /// Returns the row of positions with an advantage of at least `from` and less than `to` points.
    /// Each entry of `sure` has the log odds and the result of a position.
    fn of(sure: &[(f64, f64)], scale: f64, from: f64, to: f64) -> Self {
        let inside = sure.iter().filter(|(log_odds, _)| (from..to).contains(&(scale * log_odds.abs())));
        Self::new(from, inside.map(|&(log_odds, won)| (probability(log_odds), won)))
    }

    /// Returns the row of the positions in `results`, which all have an advantage of at least
    /// `from` points. Each item has the expected and the actual result of a position for the first
    /// player.
    fn new(from: f64, results: impl Iterator<Item = (f64, f64)>) -> Self {
        let all: Vec<_> = results
            .map(|(expected, won)| if expected < 0.5 { (1.0 - expected, 1.0 - won) } else { (expected, won) })
            .collect();
        let [expected, won] = [mean(all.iter().map(|one| one.0)), mean(all.iter().map(|one| one.1))];
        Self { from, positions: all.len() as u64, expected, won }
    }
}

/// Returns the smallest decisive advantage, in log odds. Over all positions with at least this
/// advantage, the side with the advantage scored at least [`DECIDED`].
fn least_sure(sure: &[(f64, f64)]) -> f64 {
    let mut by_size: Vec<_> =
        sure.iter().map(|&(odds, won)| (odds.abs(), if odds < 0.0 { 1.0 - won } else { won })).collect();
    by_size.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut won, mut least) = (0.0, f64::INFINITY);
    for (count, (size, points)) in (1..).map(f64::from).zip(by_size) {
        won += points;
        least = if won >= DECIDED * count { size } else { least };
    }
    least
}

/// Returns log loss and accuracy for each quarter of the game. `sure` has the log odds and the
/// result of each held-out position.
fn stages(held_out: &[Sample], sure: &[(f64, f64)]) -> Vec<Stage> {
    let stage = |quarter| {
        let inside = held_out.iter().zip(sure).filter(|(sample, _)| sample.quarter == quarter);
        let sure: Vec<(f64, f64)> = inside.map(|(_, &sure)| sure).collect();
        Stage {
            quarter: quarter + 1,
            positions: sure.len() as u64,
            log_loss: log_loss(&sure),
            accuracy: accuracy(&sure),
        }
    };
    (0..4).map(stage).collect()
}

/// Returns the mean log loss. Each entry of `sure` has the log odds and the result of a position.
fn log_loss(sure: &[(f64, f64)]) -> f64 {
    mean(sure.iter().map(|&(log_odds, won)| loss(probability(log_odds), won)))
}

/// Returns the share of positions in which the side with the advantage won the game. Drawn games
/// and even positions do not count.
fn accuracy(sure: &[(f64, f64)]) -> f64 {
    let decisive = sure.iter().filter(|(log_odds, won)| *won != 0.5 && *log_odds != 0.0);
    mean(decisive.map(|&(log_odds, won)| f64::from(u8::from((log_odds > 0.0) == (won > 0.5)))))
}

/// Returns the mean of the numbers, or 0 if there are no numbers.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// Returns the log loss of the predicted probability `probability`, given the result `won`.
fn loss(probability: f64, won: f64) -> f64 {
    -(won * probability.ln() + (1.0 - won) * (1.0 - probability).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_decide_where_enough_games_are_won() {
        // In this data, the side with the advantage wins 19 of 20 games if the log odds are at
        // least 2, and half of the games otherwise. So `least_sure` should return 2.
        let mut sure: Vec<(f64, f64)> = (0..20).map(|n| (2.0 + f64::from(n), 1.0)).collect();
        sure[0].1 = 0.0;
        assert_eq!(least_sure(&sure), 2.0);
        sure.extend([(-1.0, 1.0), (-0.5, 0.0)]);
        assert_eq!(least_sure(&sure), 2.0);
    }

    #[test]
    fn rows_are_in_the_view_of_the_side_ahead() {
        let row = Row::of(&[(1.0, 1.0), (-1.5, 0.0), (-1.2, 0.5), (3.0, 0.0)], 100.0, 100.0, 200.0);
        assert_eq!((row.positions, row.won), (3, 2.5 / 3.0));
        assert_eq!(Row::of(&[], 100.0, 0.0, 100.0).won, 0.0);
    }
}
