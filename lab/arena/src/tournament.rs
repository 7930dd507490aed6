//! The command `tournament` plays a round robin: each player plays matches against all other
//! players in one game. The games are stored in a log, from which the next run continues.

use crate::answer::{Answer, INTERRUPTED};
use crate::budget_args::BudgetArgs;
use crate::clock::Timer;
use crate::contest::{Scoring, Tally};
use crate::engine::args::{EngineArgs, say_what_clock};
use crate::engine::fault::Faults;
use crate::engine::spec::EngineSpec;
use crate::experiments;
use crate::experiments::data::Part;
use crate::experiments::matchup::{Experiment, Matchup};
use crate::experiments::record::Record;
use crate::experiments::run::How;
use crate::game_args::OwnGame;
use crate::jobs_args::JobsArgs;
use crate::ratings::{self, Rating, points, ratings};
use crate::stats::Estimate;
use anyhow::{Result, ensure};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of `tournament`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game (omitted with --game), then at least two players, for example "mcts()" "ab(efMS)".
    /// Each player has 64 MiB of memory. A player may be an external program: "uci:./engine".
    #[arg(value_name = "GAME PLAYER PLAYER", required = true, num_args = 2..)]
    words: Vec<String>,
    #[command(flatten)]
    own: OwnGame,
    /// Number of games for each pair of players, rounded up to an even number. Each opening is
    /// played twice, with swapped seats.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The clock for --ms: wall time, or the processor time of the player's thread.
    #[arg(long, value_enum, default_value_t, value_name = "CLOCK")]
    clock: Timer,
    /// Random plies at the start of each pair of games, sampled uniformly. Without random plies,
    /// players that use no random numbers always play the same game.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// The log of the games, one per line. Games in the log are not played again: a stopped run
    /// continues, and a run with more games or players plays only the missing games. After you
    /// change a custom game, use a new log.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Plays the missing games and prints the table.
///
/// # Errors
/// The game or a player is unknown, a player is listed twice, or the log cannot be read or written.
pub fn run(args: &Args) -> Result<Answer> {
    let own = args.own.path();
    let (game, players) = match (&own, args.words.split_first()) {
        (Some(game), _) => (game, args.words.as_slice()),
        (None, Some((game, players))) => (game, players),
        (None, None) => anyhow::bail!("no game"),
    };
    ensure!(players.len() > 1, "a tournament needs at least two players");
    if let Some(twice) = (1..players.len()).find(|&index| players[..index].contains(&players[index])) {
        anyhow::bail!("player {} is listed twice", players[twice]);
    }
    let matchups = matchups(args, game, players)?;
    matchups.iter().try_for_each(|matchup| matchup.conditions(None).map(drop))?;
    say_what_clock(players.iter().any(|player| EngineSpec::is_named(player)), args.clock);
    let games = args.games.next_multiple_of(2);
    let log = Log::of(args.log.as_deref());
    let (parts, engine) = ([part(&matchups, games)], args.engine.settings(game));
    let how = How { jobs: args.jobs.count(), show: !args.json, engine: &engine, again: false };
    let finished = experiments::run::run(&parts, &log.path, how)?;
    let record = Record::read(&log.path)?;
    let report = Report::new(players, &matchups, games, &record)?;
    Ok(Answer::of(&report, args.json, Report::text)?.if_interrupted(finished.code == INTERRUPTED))
}

/// The log of the games.
struct Log {
    path: PathBuf,
    /// True for a temporary log, which is deleted at the end.
    only_for_now: bool,
}

impl Log {
    fn of(asked: Option<&Path>) -> Self {
        let for_now = || std::env::temp_dir().join(format!("imm-tournament-{}.jsonl", std::process::id()));
        Self { path: asked.map_or_else(for_now, Path::to_owned), only_for_now: asked.is_none() }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if self.only_for_now {
            // An error is ignored, because a leftover file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The matches of the tournament: each player against every player after it in the arguments.
fn matchups(args: &Args, game: &str, players: &[String]) -> Result<Vec<Matchup>> {
    let budget = args.budget.of(args.clock);
    let pairs = players.iter().enumerate().flat_map(|(index, a)| players.iter().skip(index + 1).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let matchup = Matchup {
                game: game.to_owned(),
                a: a.clone(),
                b: b.clone(),
                budget,
                random_plies: args.random_plies,
                openings: None,
                net: None,
                memory_kib: None,
            };
            matchup.with_net(None)
        })
        .collect()
}

/// Converts each match to an experiment of `games` games.
fn part(matchups: &[Matchup], games: u64) -> Part {
    let experiment =
        |matchup: &Matchup| Experiment::new(format!("{} - {}", matchup.a, matchup.b), matchup.clone(), games);
    Part { experiments: matchups.iter().map(experiment).collect(), ..Part::default() }
}

/// The output of `--json`. Only complete pairs of games count.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    budget: String,
    random_plies: u32,
    /// The number of games that each pair of players should play.
    games_wanted: u64,
    scoring: Scoring,
    /// The players by descending score.
    players: Vec<Standing>,
    matches: Vec<Match>,
    interrupted: bool,
}

/// The results of one player against all other players.
#[derive(Debug, Serialize)]
struct Standing {
    player: String,
    games: u64,
    /// Points: 1 for each win, 0.5 for each draw.
    points: f64,
    /// Points per game, 0 to 1; null without games.
    score: Option<f64>,
    /// Elo points above the last player in the arguments, computed from all matches. Null if no
    /// chain of matches connects the two players.
    rating: Option<Rating>,
    /// The faults of an external program. Null for a player of imm.
    faults: Option<Faults>,
}

/// The match of one player against another.
#[derive(Debug, Serialize)]
struct Match {
    a: String,
    b: String,
    games: u64,
    a_wins: u64,
    draws: u64,
    b_wins: u64,
    /// A's points per game, or A's share of the decided pairs. `ci95` is the 95 % confidence
    /// interval of this score.
    a_score: f64,
    ci95: [f64; 2],
    elo: Option<f64>,
}

impl Match {
    fn new(matchup: &Matchup, tally: &Tally) -> Self {
        let Estimate { score, ci95 } = tally.estimate(matchup.scoring());
        let [b_wins, draws, a_wins] = tally.games;
        let (a, b, games) = (matchup.a.clone(), matchup.b.clone(), tally.count());
        Self { a, b, games, a_wins, draws, b_wins, a_score: score, ci95, elo: crate::stats::elo(score) }
    }
}

impl Report {
    fn new(names: &[String], matchups: &[Matchup], games: u64, record: &Record) -> Result<Self> {
        let tallies: Vec<Tally> = matchups.iter().map(|matchup| record.games(matchup).tally_of(games)).collect();
        let matches: Vec<Match> =
            matchups.iter().zip(&tallies).map(|(matchup, tally)| Match::new(matchup, tally)).collect();
        let mut players = standings(names, matchups, &tallies)?;
        players.iter_mut().for_each(|player| player.faults = faults(&player.player, matchups, record));
        players.sort_by(|one, other| other.score.unwrap_or(0.0).total_cmp(&one.score.unwrap_or(0.0)));
        let first = &matchups[0];
        Ok(Self {
            game: first.game.clone(),
            budget: first.budget.to_string(),
            random_plies: first.random_plies,
            games_wanted: games,
            scoring: first.scoring(),
            players,
            interrupted: matches.iter().any(|one| one.games < games),
            matches,
        })
    }

    fn text(&self) -> String {
        let Self { game, budget, random_plies, games_wanted, .. } = self;
        let interrupted = if self.interrupted { ", INTERRUPTED" } else { "" };
        let counts = match self.scoring {
            Scoring::Games => "points a game",
            Scoring::Pairs => "share of the decided pairs",
        };
        let mut out = format!(
            "{game}: {budget} a move, {games_wanted} games of each two players, {random_plies} random plies\
             {interrupted}\n\n"
        );
        let width = self.players.iter().map(|one| one.player.chars().count()).max().unwrap_or(0);
        // Writing to a String cannot fail.
        for Standing { player, games, points, score, rating, .. } in &self.players {
            let percent = score.map_or("      -".to_owned(), |score| format!("{:5.1} %", 100.0 * score));
            let elo = rating.map_or("-".to_owned(), |Rating { elo, error }| format!("{elo:+.0} +- {error:.0}"));
            let _ = writeln!(out, "{player:width$}  {percent}  Elo {elo:11}  {points} points of {games} games");
        }
        for (player, faults) in self.players.iter().filter_map(|one| Some((&one.player, one.faults?))) {
            let _ = writeln!(out, "faults of {player}: {}", faults.text());
        }
        let _ = writeln!(out, "\nscore of the first in percent ({counts}) with its 95 % confidence interval:");
        for Match { a, b, games, a_wins, draws, b_wins, a_score, ci95, .. } in &self.matches {
            let [low, high] = ci95.map(|bound| 100.0 * bound);
            let score = if *games > 0 { format!("{:5.1} [{low:.1}, {high:.1}]", 100.0 * a_score) } else { "-".into() };
            let _ = writeln!(out, "{a:width$} - {b:width$}  {score}  +{a_wins} ={draws} -{b_wins}");
        }
        out
    }
}

/// Returns the faults of the player called `name`, if it is an external program.
fn faults(name: &str, matchups: &[Matchup], record: &Record) -> Option<Faults> {
    let counted = |matchup: &Matchup| {
        let [a, b] = record.games(matchup).faults();
        [(&matchup.a, a), (&matchup.b, b)]
            .into_iter()
            .filter(|(player, _)| *player == name)
            .map(|(_, faults)| faults)
            .collect::<Vec<_>>()
    };
    EngineSpec::is_named(name).then(|| matchups.iter().flat_map(counted).fold(Faults::default(), Faults::plus))
}

/// Returns the results of the players, in the order of `names`.
fn standings(names: &[String], matchups: &[Matchup], tallies: &[Tally]) -> Result<Vec<Standing>> {
    let place = |name: &String| names.iter().position(|other| other == name).unwrap_or(0);
    let rated = |(matchup, tally): (&Matchup, &Tally)| ratings::Match {
        players: [place(&matchup.a), place(&matchup.b)],
        pairs: tally.pairs,
    };
    let matches: Vec<_> = matchups.iter().zip(tallies).map(rated).collect();
    let ratings = ratings(names.len(), &matches, names.len() - 1)?;
    let standing = |(player, name): (usize, &String)| {
        let (points, games) = points(player, &matches);
        let score = (games > 0).then(|| points / games as f64);
        Standing { player: name.clone(), games, points, score, rating: ratings[player], faults: None }
    };
    Ok(names.iter().enumerate().map(standing).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::record::tests::line;

    fn matchup(a: &str, b: &str) -> Matchup {
        Matchup { a: a.to_owned(), b: b.to_owned(), ..line("", 10, 0, 0).matchup }
    }

    #[test]
    fn points_add_up() {
        let (first, second) = (matchup("x", "y"), matchup("z", "x"));
        let mut record = Record::default();
        for (matchup, half_points) in [(&first, [2, 1, 2, 0]), (&second, [0, 0, 1, 1])] {
            for (n, half_points) in (0..).zip(half_points) {
                record
                    .add(crate::experiments::record::Line { matchup: matchup.clone(), ..line("", 10, n, half_points) });
            }
        }
        let names = ["x", "y", "z"].map(str::to_owned);
        let report = Report::new(&names, &[first, second], 4, &record).unwrap();
        let standings: Vec<_> = report.players.iter().map(|one| (one.player.as_str(), one.points, one.games)).collect();
        assert_eq!(standings, [("x", 5.5, 8), ("y", 1.5, 4), ("z", 1.0, 4)]);
        assert!(!report.interrupted);
        let [one, other] = &report.matches[..] else { panic!("two matches") };
        assert_eq!((one.a_wins, one.draws, one.b_wins, one.a_score), (2, 1, 1, 0.625));
        assert_eq!((other.a_wins, other.draws, other.b_wins, other.a_score), (0, 2, 2, 0.25));
        // Against x, y scores 1.5 points in 4 games, and z scores 1 point in 4 games. With one
        // added draw, y has 2 points in 5 games, and z has 1.5 points in 5 games. So x is 400
        // log10(3 / 2) = 70.4 Elo points above y, and 400 log10(3.5 / 1.5) = 147.2 above z.
        assert!(report.text().contains("x   68.8 %  Elo +147 +- 332  5.5 points of 8 games"), "{}", report.text());
        assert!(report.text().contains("y   37.5 %  Elo +77 +-"), "{}", report.text());
        // The report must show that games of a match are missing.
        let report = Report::new(&names, &[matchup("x", "y")], 6, &record).unwrap();
        assert!(report.interrupted && report.text().contains("INTERRUPTED"));
    }
}
