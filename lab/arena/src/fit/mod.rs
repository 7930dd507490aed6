//! The command `fit`: finds the weights of a linear evaluation by logistic regression on self-play
//! games.
//!
//! [`Arena::linear_features`] returns the features. Each feature is the first player's value minus
//! the second player's value. In the model, the first player wins with the probability 1 / (1 +
//! exp(-sum of weight times feature)). The model has no constant, so that swapping the players
//! inverts the odds. In some games, the side to move is one of the features. A draw counts as half
//! a win.

mod games;
mod logistic;
mod report;

use crate::answer::Answer;
use crate::contest::Conditions;
use crate::games::{Arena, Visit, with_game};
use crate::jobs_args::JobsArgs;
use crate::notation::{play_record, read_position};
use crate::player::read_spec;
use anyhow::{Context, Result, bail};
use games::{Games, Recorded};
use imm::game::knowledge::Evaluator;
use logistic::Sample;
use report::Report;
use std::path::PathBuf;

/// Arguments of the command `fit`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game: loa, oware, othello, onitama or einstein.
    game: String,
    /// The player that plays both sides.
    #[arg(long, value_name = "SPEC", default_value = "ab()")]
    player: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(5..=10_000_000))]
    games: u64,
    /// Simulations per move, or positions visited per move for ab(...).
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Seed of the openings and of the player.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies at the start of each game. The moves of these plies are sampled uniformly. The
    /// fit ignores the positions before the last random ply.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// The fit samples one position every N plies. If the last move before a position was noisy,
    /// the fit samples the next position after a quiet move instead. With an odd N, a game
    /// normally gives positions with either side to move.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Fit only these features. All other features get no weight.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// A player with an advantage of this many points should win 95 % of the games. `fit` limits
    /// the scale of the weights so that this is true in the held-out games.
    #[arg(long, value_name = "POINTS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    decided: u32,
    /// The log of the games, one game per line. A later run continues from the log.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print the weights in whole points as a table with nine weights per row, for games with many
    /// features.
    #[arg(long, conflicts_with = "json")]
    table: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// One game in five is held out: the fit does not see its positions.
const HELD_OUT: u64 = 5;

/// Plays the missing games, fits the weights and reports how well the weights predict results.
///
/// # Errors
/// The game is unknown or has no features, the player is invalid, the log cannot be written, or
/// there is not enough memory.
pub fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    let conditions = Conditions::of_self_play(player, args.iterations, args.seed, args.random_plies);
    conditions.check(&args.game)?;
    let report = with_game(&args.game, Fit { args, conditions })??;
    Ok(Answer::of(&report, args.json, Report::text)?.if_interrupted(report.interrupted))
}

struct Fit<'a> {
    args: &'a Args,
    conditions: Conditions,
}

impl Visit for Fit<'_> {
    type Output = Result<Report>;

    fn visit<G: Arena>(self, start: G) -> Result<Report> {
        let Self { args, conditions } = self;
        let names = G::feature_names();
        let mask = mask(&names, &args.only).with_context(|| format!("game '{}'", args.game))?;
        let games = Games {
            game: &args.game,
            player: &args.player,
            conditions,
            count: args.games,
            memory_kib: args.memory.saturating_mul(1024),
            jobs: args.jobs.count(),
        };
        let played = games.play(&start, args.log.as_deref())?;
        let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
        for game in &played {
            let samples = if game.n % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut fitted };
            sample(&start, game, args.every, &mask, samples)?;
        }
        Report::new(args, names, &played, &fitted, &held_out)
    }
}

/// Returns one value for each feature: true if the feature gets a weight.
///
/// # Errors
/// The game has no features, or a name in `only` is unknown.
fn mask(names: &[String], only: &[String]) -> Result<Vec<bool>> {
    if names.is_empty() {
        bail!("it has no features to fit");
    }
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("unknown feature '{unknown}': expected one of {}", names.join(", "));
    }
    Ok(names.iter().map(|name| only.is_empty() || only.contains(name)).collect())
}

/// Adds sampled positions of a game to `out`. When `every` plies have passed since the last sample,
/// the function samples the next position whose last move was not noisy.
fn sample<G: Arena>(start: &G, game: &Recorded, every: u32, mask: &[bool], out: &mut Vec<Sample>) -> Result<()> {
    // The first sampled ply differs from game to game, so that the samples cover all plies.
    let (mut since, mut ply) = (game.n as u32 % every, 0);
    let plies = game.moves.split_whitespace().count();
    play_record(&read_position(start, &game.start)?, &game.moves, |before, mv, position| {
        (since, ply) = (since + 1, ply + 1);
        if since >= every && !before.noisy(mv) && position.outcome().is_none() {
            since = 0;
            let features = (0..).zip(position.linear_features()).zip(mask);
            let weighed = features.filter(|&((_, feature), &used)| used && feature != 0).map(|(feature, _)| feature);
            let value = position.evaluate(Evaluator::DEFAULT).to_f32();
            let own = [f64::from(position.points(Evaluator::DEFAULT)), (f64::from(value) + 1.0) / 2.0];
            let won = f64::from(game.half_points) / 2.0;
            out.push(Sample { features: weighed.collect(), won, own, quarter: 4 * (ply - 1) / plies });
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_features() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let only = |text: &str| mask(&names, &text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(only("").unwrap(), [true; 3]);
        assert_eq!(only("c a").unwrap(), [true, false, true]);
        assert!(only("d").unwrap_err().to_string().contains("'d'"));
        assert!(mask(&[], &[]).is_err());
    }
}
