//! The command `tune` finds a strong player for a game by playing matches.
//!
//! `tune` works in rounds. The first round tries players of every search with every evaluation
//! function. Each later round tries players that differ from the champion in one or two options.
//! Each round removes the weaker half of its players repeatedly, until one player remains
//! (`race.rs`). This player plays a match against the champion. The match ends as soon as it is
//! clear whether the new player is better. A better player becomes the champion. At the end, the
//! champion plays against the initial player, from openings that no earlier match used.
//!
//! `space.rs` defines the players to try.

mod race;
mod space;

use crate::answer::{Answer, say};
use crate::budget_args::BudgetArgs;
use crate::clock::Timer;
use crate::contest::{MatchResult, Scoring, Tally, check_players, stop_on_ctrl_c};
use crate::engine::args::{EngineArgs, say_what_clock};
use crate::engine::fault::Faults;
use crate::engine::spec::EngineSpec;
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::jobs_args::JobsArgs;
use crate::net_args::{NetArgs, shipped_mark};
use crate::player::read_spec;
use anyhow::{Result, ensure};
use imm::base::rng::Rng;
use imm::game::knowledge::Evaluator;
use imm::player::Player;
use race::{Challenge, Race, Rules, Stopped};
use serde::Serialize;
use space::{Space, canonical};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Arguments of `tune`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The clock for --ms: wall time, or the processor time of the player's thread.
    #[arg(long, value_enum, default_value = "cpu", value_name = "CLOCK")]
    clock: Timer,
    /// The initial player, which the tuning tries to beat.
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    from: String,
    /// A fixed opponent, for example an external program, "uci:./engine". The score against it
    /// decides. Default: each player plays against the best one so far.
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Try only players of these searches: mcts, bfm or ab.
    #[arg(long, value_name = "SEARCH", value_delimiter = ',')]
    only: Vec<String>,
    #[command(flatten)]
    net: NetArgs,
    /// Begin no game after this number of minutes, except games that confirm the result. The same
    /// command continues the run.
    #[arg(long, value_name = "MINUTES", default_value_t = 120.0)]
    minutes: f64,
    /// End the run after this number of consecutive rounds without a better player.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Players tried per round.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    players: u32,
    /// Number of games that each player plays at the start of a round. The number doubles each time
    /// the weaker half of the players is removed.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// Maximum number of games in the match against the champion.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    match_games: u64,
    /// The match against the champion ends early when it is 95 % certain that the new player is
    /// better by this number of Elo points, or that it is not better.
    #[arg(long, value_name = "ELO", default_value_t = 30.0)]
    elo: f64,
    /// Number of games that confirm the result.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    confirm: u64,
    /// Random plies at the start of each pair of games, sampled uniformly.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Memory of each player in KiB. Default: 64 MiB.
    #[arg(long, value_name = "KIB", value_parser = clap::value_parser!(u32).range(1..=6_291_456))]
    memory: Option<u32>,
    /// Seed for the choice of players to try.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The log, with one game per line. The same command continues from this log. Default: the
    /// game's name, followed by ".tune.jsonl". After you change a custom game, use a new log.
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

/// Searches for a better player and reports the best player found.
///
/// # Errors
/// The game or a player is unknown, or the log cannot be read or written.
pub fn run(args: &Args) -> Result<Answer> {
    for (name, number) in [("--minutes", args.minutes), ("--elo", args.elo)] {
        ensure!(number.is_finite() && number > 0.0, "{name} {number}: expected a number above 0");
    }
    ensure!(args.only.iter().all(|name| space::is_search(name)), "--only: expected mcts, bfm or ab");
    let mut tuner = Tuner::new(args)?;
    let complete = match tuner.look() {
        Err(error) if error.is::<Stopped>() => false,
        other => other.map(|()| true)?,
    };
    let tally = match tuner.confirm() {
        Err(error) if error.is::<Stopped>() => None,
        other => other?,
    };
    let interrupted = !complete && tuner.was_interrupted();
    let report = tuner.report(tally, complete)?;
    Ok(Answer::of(&report, args.json, Report::text)?.if_interrupted(interrupted))
}

/// A tuning run.
struct Tuner<'a> {
    args: &'a Args,
    game: String,
    space: Space,
    race: Race,
    start: String,
    champion: String,
    /// The players that are not tried again: the initial player and all players of the rounds so
    /// far.
    tried: HashSet<String>,
    rounds: Vec<Round>,
}

/// The result of one round.
#[derive(Clone, Debug, Serialize)]
struct Round {
    /// The number of players tried.
    players: usize,
    /// The player that won the round. The fields below describe this player's match against the
    /// champion.
    challenger: String,
    champion: String,
    games: u64,
    score: f64,
    /// The champion's score against the opponent of --against. With this option, `score` is the
    /// challenger's score against the same opponent. Null without this option.
    champion_score: Option<f64>,
    better: bool,
}

impl<'a> Tuner<'a> {
    fn new(args: &'a Args) -> Result<Self> {
        let game = args.game.name();
        let start = canonical(&with_game(&game, Resolve(read_spec(&args.from)?))?);
        let player = read_spec(&start)?;
        check_players(&game, &[player; 2])?;
        let net = args.net.open_for_game(&game)?;
        // Without a net, players with the option `efNet` are not tried.
        let has_net = net.is_some() || shipped_mark(&game)?.is_some();
        ensure!(
            has_net || player.evaluator() != Evaluator::NET,
            "player {start}: {game} has no built-in net: use --net FILE"
        );
        let rules = Rules {
            game: game.clone(),
            budget: args.budget.of(args.clock),
            random_plies: args.random_plies,
            memory_kib: args.memory,
            net,
            engine: args.engine.settings(&game),
            jobs: args.jobs.count(),
            show: !args.json,
        };
        let log = args.log.clone().unwrap_or_else(|| {
            let stem = Path::new(&game).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            PathBuf::from(format!("{stem}.tune.jsonl"))
        });
        let until = Instant::now().checked_add(Duration::try_from_secs_f64(args.minutes * 60.0)?);
        let race = Race::open(rules, &log, stop_on_ctrl_c()?, until)?;
        if let Some(against) = &args.against {
            race.check(&start, against)?;
            say_what_clock(EngineSpec::is_named(against), args.clock);
        }
        let tried = HashSet::from([start.clone()]);
        let space = Space::new(&game, has_net, &args.only);
        Ok(Self { args, game, space, race, champion: start.clone(), start, tried, rounds: Vec::new() })
    }

    /// Plays rounds until `patience` consecutive rounds have found no better player, or until there
    /// are no new players to try.
    fn look(&mut self) -> Result<()> {
        let mut rng = Rng::new(self.args.seed);
        let mut in_vain = 0;
        while in_vain < self.args.patience {
            let players = self.candidates(&mut rng)?;
            if players.is_empty() {
                break;
            }
            in_vain = if self.round(players)? { 0 } else { in_vain + 1 };
        }
        Ok(())
    }

    /// Chooses the players of the next round. The first round also includes the initial players of
    /// each search.
    fn candidates(&mut self, rng: &mut Rng) -> Result<Vec<String>> {
        let mut players = Vec::new();
        if self.rounds.is_empty() {
            players.extend(self.space.seeds().into_iter().filter(|seed| *seed != self.start));
        }
        while players.len() < self.args.players as usize && self.space.has(&self.champion) {
            let fits = |text: &str| !self.tried.contains(text) && !players.iter().any(|other| other == text);
            let Some(found) = self.space.neighbour(&self.champion, rng, fits)? else { break };
            players.push(found);
        }
        self.tried.extend(players.iter().cloned());
        Ok(players)
    }

    /// Plays a round. Returns true if the round found a new champion.
    fn round(&mut self, players: Vec<String>) -> Result<bool> {
        let (count, number) = (players.len(), self.rounds.len() + 1);
        let against = self.args.against.as_deref();
        let Some(challenger) = self.race.halve(
            players,
            against.unwrap_or(&self.champion),
            self.args.games.next_multiple_of(2),
            &format!("round {number}"),
        )?
        else {
            return Ok(false);
        };
        let (elo, games) = (self.args.elo, self.args.match_games.next_multiple_of(2));
        let Challenge { better, tally, champion } =
            self.race.challenge(&challenger, &self.champion, against, elo, games)?;
        let round = Round {
            players: count,
            challenger: challenger.clone(),
            champion: self.champion.clone(),
            games: tally.count(),
            score: tally.pairs.score(),
            champion_score: champion.map(|tally| tally.pairs.score()),
            better,
        };
        if !self.args.json {
            say(format_args!("round {number}: {}", round.text(against)));
        }
        self.rounds.push(round);
        if better {
            self.champion = challenger;
        }
        Ok(better)
    }

    /// Plays the games of the champion against the initial player, or of both against the fixed
    /// opponent; `None` if both are the same player.
    fn confirm(&mut self) -> Result<Option<(Tally, Option<Tally>)>> {
        let (games, against) = (self.args.confirm.next_multiple_of(2), self.args.against.as_deref());
        let differ = self.champion != self.start;
        differ.then(|| self.race.confirm(&self.champion, &self.start, against, games)).transpose()
    }

    fn was_interrupted(&self) -> bool {
        self.race.was_interrupted()
    }

    fn report(self, tallies: Option<(Tally, Option<Tally>)>, complete: bool) -> Result<Report> {
        let scoring = Scoring::of_game(&self.game)?;
        let budget = self.args.budget.of(self.args.clock).to_string();
        let (found, start_confirmed) = tallies.map_or((None, None), |(found, start)| (Some(found), start));
        let against = self.args.against.clone();
        let programs = against.as_ref().filter(|against| EngineSpec::is_named(against));
        let faults = programs.map(|against| self.race.faults(against));
        let [confirmed, start_confirmed] =
            [found, start_confirmed].map(|tally| tally.map(|tally| tally.result(scoring)));
        let Self { game, start, champion, rounds, .. } = self;
        Ok(Report {
            game,
            budget,
            start,
            against,
            faults,
            player: champion,
            confirmed,
            start_confirmed,
            rounds,
            complete,
        })
    }
}

/// Finds the player that the word `best` means in a game.
struct Resolve(Player);

impl Visit for Resolve {
    type Output = Player;

    fn visit<G: Arena>(self, start: G) -> Player {
        self.0.for_game(&start)
    }
}

/// The output of `--json`.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    budget: String,
    start: String,
    /// The fixed opponent of --against, if any.
    against: Option<String>,
    /// The faults of the fixed opponent in all games of the log. Null if it is not an external
    /// program.
    faults: Option<Faults>,
    /// The best player found, in the notation of player arguments.
    player: String,
    /// The result of the confirming games against `start`, or against `against`, from openings that
    /// no earlier match used. Null if no better player was found, or if the confirming games were
    /// not finished.
    confirmed: Option<MatchResult>,
    /// The result of `start` against `against` from the same openings. Null without a fixed
    /// opponent.
    start_confirmed: Option<MatchResult>,
    rounds: Vec<Round>,
    /// True if the run ended because of `patience`, or because there were no new players to try.
    /// False if the run was stopped.
    complete: bool,
}

impl Round {
    fn text(&self, against: Option<&str>) -> String {
        let Self { players, challenger, champion, games, score, champion_score, better } = self;
        let (verdict, score) = (if *better { "better" } else { "not better" }, 100.0 * score);
        match (against, champion_score) {
            (Some(opponent), Some(other)) => format!(
                "{players} players; {challenger} {score:.1} % against {opponent}, {champion} {:.1} %, {games} games \
                 each: {verdict}",
                100.0 * other
            ),
            _ => format!("{players} players; {challenger} {score:.1} % against {champion}, {games} games: {verdict}"),
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let Self { game, budget, start, against, player, confirmed, start_confirmed, rounds, complete, .. } = self;
        let mut out = format!("{game}, {budget} a move, from {start}\n");
        // Writing to a String cannot fail.
        if let Some(faults) = &self.faults {
            let _ = writeln!(out, "faults of {}: {}", against.as_deref().unwrap_or_default(), faults.text());
        }
        for (number, round) in (1..).zip(rounds) {
            let _ = writeln!(out, "round {number}: {}", round.text(against.as_deref()));
        }
        if let Some(result) = start_confirmed {
            let _ = writeln!(out, "{start}: {} from the same openings as the next line", result.percent());
        }
        let opponent = against.as_ref().unwrap_or(start);
        let end = if *complete { "" } else { "; stopped, the same command goes on" };
        let _ = match confirmed {
            Some(result) => writeln!(
                out,
                "found: {} against {opponent}, {} from other openings{end}\n\n{player}",
                result.percent(),
                result.counts()
            ),
            None if player == start => writeln!(out, "nothing better than {start} was found{end}\n\n{player}"),
            None => writeln!(out, "found, not confirmed{end}\n\n{player}"),
        };
        out
    }
}
