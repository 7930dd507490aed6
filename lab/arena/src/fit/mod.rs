//! `fit`: the weights of a linear evaluation, by logistic regression on games of a player against
//! itself.
//!
//! A game tells its features by [`Arena::linear_features`], first player less second. The
//! probability that the first player wins is taken for 1 / (1 + exp(-sum of weight times feature)),
//! without a constant: who is who does not matter, except who is to move, which is a feature like
//! any other.
//! A draw counts as half a win.

mod games;
mod logistic;
mod report;

use crate::answer::Answer;
use crate::contest::{Conditions, check_players};
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

/// Arguments of `fit`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game: loa, oware, othello, onitama.
    game: String,
    /// The player who plays both sides.
    #[arg(long, value_name = "SPEC", default_value = "ab()")]
    player: String,
    /// Games to play.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(5..=10_000_000))]
    games: u64,
    /// Simulations a move; positions that ab(...) visits.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Seed of the openings and of the player.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies with which each game begins, drawn uniformly; no position before their end is looked
    /// at.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// One position is taken every N plies, unless the move before it was noisy. An odd number
    /// takes both players' turns: only then can the fit tell what it is worth to be to move.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Weigh only these features; the others get no weight.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Points of an advantage by which, on games not fitted to, the game should be won in 95 % of
    /// cases.
    #[arg(long, value_name = "POINTS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    decided: u32,
    /// The games played, a line each: a file that a later run goes on with.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print the weights as rows of nine, in whole points: what a game with many of them keeps.
    #[arg(long, conflicts_with = "json")]
    table: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// One game of five is held out: nothing is fitted to it.
const HELD_OUT: u64 = 5;

/// Plays the games that are missing, fits the weights and prints what they are worth.
///
/// # Errors
/// An unknown game, one without features, a bad player, a log that cannot be written, or not enough
/// memory.
pub fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    let conditions = Conditions::of_self_play(player, args.iterations, args.seed, args.random_plies);
    check_players(&args.game, &conditions.players)?;
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

/// Which features are weighed.
///
/// # Errors
/// A game without features, or a name that is none of them.
fn mask(names: &[String], only: &[String]) -> Result<Vec<bool>> {
    if names.is_empty() {
        bail!("it has no features to weigh");
    }
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("no feature is called '{unknown}': there are {}", names.join(", "));
    }
    Ok(names.iter().map(|name| only.is_empty() || only.contains(name)).collect())
}

/// Adds the sampled positions of a game: after every `every` plies the first one to which no noisy
/// move has led.
fn sample<G: Arena>(start: &G, game: &Recorded, every: u32, mask: &[bool], out: &mut Vec<Sample>) -> Result<()> {
    // Games begin their samples at different plies, so that all plies are looked at.
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
