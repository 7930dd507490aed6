//! The command `match`: plays two players against each other. Each opening is played twice, and the
//! players swap sides.

use crate::answer::{Answer, say};
use crate::clock::Timer;
use crate::contender::Contender;
use crate::contest::{Conditions, Played, Scoring, Tally, cores, in_parallel, play_game, stop_on_ctrl_c};
use crate::engine::args::{EngineArgs, say_what_clock};
use crate::engine::fault::Faults;
use crate::game_args::OwnGame;
use crate::game_clock::Control;
use crate::games::{Arena, Visit, random_boards, rules, with_game};
use crate::net::NetFile;
use crate::net_args::NetArgs;
use crate::openings::Contestant;
use crate::openings::set::OpeningSet;
use crate::player::Effort;
use crate::progress::{self, bar};
use crate::signature::Signature;
use crate::stats::{Estimate, Mean, Pentanomial};
use crate::team::Together;
use anyhow::{Result, ensure};
use imm::time::limits::{Limits, Time};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Arguments of the command `match`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, e.g. breakthrough_6x6. Omit this argument with --game. `kalah` follows the
    /// protocol of the implicit minimax paper (section 4.1): its capture rule (kalah_empty), a
    /// random board for every pair of games, and scoring by pairs.
    #[arg(value_name = "GAME")]
    first: String,
    /// Player A, e.g. "mcts(im0.4,efMS)". "level5" is level 5 of "mcts()", and "level5:mcts(im0.4)"
    /// is level 5 of the player "mcts(im0.4)". "mcts()@1000" runs 1000 iterations per move and
    /// ignores the budget. "uci:./engine -x ; Threads=1" is an external program that speaks UCI,
    /// with an option; "ugi:" and "gtp:" are for the other protocols.
    #[arg(value_name = "A")]
    second: String,
    /// Player B, e.g. "mcts()" or "ab(efMS)".
    #[arg(value_name = "B", required_unless_present = "file", conflicts_with = "file")]
    third: Option<String>,
    #[command(flatten)]
    own: OwnGame,
    /// Number of games, rounded up to an even number. Every opening is played twice, and the
    /// players swap sides.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The time that --ms and --time-control measure: wall time, or processor time of the player's
    /// thread. Other load on the machine does not count as processor time.
    #[arg(long, value_enum, default_value_t, value_name = "CLOCK")]
    clock: Timer,
    /// Seed of the openings and of both players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies at the start of each pair of games. The moves of these plies are sampled
    /// uniformly, so that deterministic players do not repeat one game. Chance events are sampled
    /// by weight and do not count.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// A set of start positions: a file with one position per line, or the name of a built-in set
    /// (loa). Each pair of games begins from the next position. The set repeats after its last
    /// position.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    #[command(flatten)]
    net: NetArgs,
    /// The neural net of player B. With this option, --net is the neural net of player A only.
    #[arg(long, value_name = "FILE")]
    opponent_net: Option<PathBuf>,
    /// Memory of each player in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    /// Memory of player A only, in KiB.
    #[arg(long, value_name = "KIB", value_parser = clap::value_parser!(u32).range(0..=6_291_456))]
    memory_a: Option<u32>,
    /// Memory of player B only, in KiB.
    #[arg(long, value_name = "KIB", value_parser = clap::value_parser!(u32).range(0..=6_291_456))]
    memory_b: Option<u32>,
    /// Threads of each player (root-parallel search). Every thread has the full budget of a move, a
    /// different seed, and an equal part of the memory. Not with --time-control.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Threads of player A only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads_a: Option<u16>,
    /// Threads of player B only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads_b: Option<u16>,
    /// Let the threads of a player share one tree (alpha-beta: one transposition table) instead of
    /// merging their results. A match with this option is not reproducible.
    #[arg(long)]
    share: bool,
    /// Games played at the same time. Default: enough games to keep all processor cores busy.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The unit of the score: games or pairs. Default: pairs in kalah, as in the implicit minimax
    /// paper, otherwise games. A player wins a pair with one win and at least a draw in the
    /// other game. Other pairs are discarded.
    #[arg(long, value_enum)]
    scoring: Option<Scoring>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The budget of a move. Optional if both players specify their iterations.
#[derive(clap::Args, Debug)]
#[group(multiple = false)]
struct BudgetArgs {
    /// Milliseconds per move.
    #[arg(long, value_name = "T")]
    ms: Option<u32>,
    /// Simulations per move, or positions visited per move for ab(...). With this budget, a match
    /// is the same on every machine. A simulation takes much longer than a visit to one position,
    /// so use --ms to compare a tree search with alpha-beta.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// The time of each player for the whole game, or for every MOVES moves. Each move adds
    /// INCREMENT seconds. A player that runs out of time loses. A player with fixed iterations
    /// completes them while its clock runs.
    #[arg(long, value_name = "SECONDS[+INCREMENT][/MOVES]")]
    time_control: Option<Control>,
}

/// Everything that determines a match, except the game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players and the conditions of all games.
    pub conditions: Conditions,
    /// The number of games, which is even.
    pub games: u64,
    /// The memory of each player in KiB.
    pub memory_kib: [u32; 2],
    /// The number of games played at the same time.
    pub jobs: usize,
}

impl Args {
    /// Returns the names of the game, of player A and of player B.
    fn who_plays_what(&self) -> [String; 3] {
        let Self { first, second, third, own, .. } = self;
        match (own.path(), third) {
            (None, Some(b)) => [first.clone(), second.clone(), b.clone()],
            (file, _) => [file.unwrap_or_default(), first.clone(), second.clone()],
        }
    }

    /// Returns the neural nets of A and B.
    fn nets(&self, game: &str, players: &[Contender; 2]) -> Result<[Option<NetFile>; 2]> {
        let searches = players.each_ref().map(|player| player.search().copied());
        let [a, b] = searches.map(|player| player.into_iter().collect::<Vec<_>>());
        Ok(match &self.opponent_net {
            // The players have different nets; --net is the net of A.
            Some(_) => [self.net.open(game, &a)?, self.net.or(self.opponent_net.as_ref()).open(game, &b)?],
            None => {
                let net = self.net.open(game, &[a, b].concat())?;
                players.each_ref().map(|player| net.clone().filter(|_| player.uses_net()))
            }
        })
    }
}

/// Plays a match and reports the result.
///
/// # Errors
/// The game is unknown, a player is invalid or cannot play this game, or there is not enough
/// memory.
pub fn run(args: &Args) -> Result<Answer> {
    let names = args.who_plays_what();
    let [game, a, b] = &names;
    let [(a, own_a), (b, own_b)] = [Contender::read(a)?, Contender::read(b)?];
    let (players, own_iterations) = ([a, b], [own_a, own_b]);
    let BudgetArgs { ms, iterations, time_control: control } = args.budget;
    let budget = ms.is_some() || iterations.is_some() || control.is_some();
    let stated = own_iterations.iter().all(Option::is_some);
    ensure!(
        budget || stated,
        "no budget for a move: use --ms, --iterations or --time-control, or give both players a level"
    );
    let limits = Limits { iterations: iterations.unwrap_or(0), time: ms.map(Time::ms), ..Limits::default() };
    let games = args.games.next_multiple_of(2);
    let cores = cores();
    let threads = [args.threads_a, args.threads_b].map(|own| usize::from(own.unwrap_or(args.threads)));
    ensure!(control.is_none() || threads == [1; 2], "--time-control needs one thread for each player");
    let most = threads[0].max(threads[1]);
    let jobs = args.jobs.map_or((cores / most).max(1), usize::from);
    if games != args.games {
        say(format_args!("note: {} games rounded up to {games}, as every opening is played twice", args.games));
    }
    if let Some(ms) = ms.filter(|_| jobs * most > cores && args.clock == Timer::Wall) {
        say(format_args!(
            "warning: {jobs} games at a time on {cores} cores, by {most} threads each: the players get less than {ms} ms a move"
        ));
    }
    let memory_kib = [args.memory_a, args.memory_b].map(|own| own.unwrap_or(args.memory.saturating_mul(1024)));
    let openings = args.openings.as_deref().map(OpeningSet::find).transpose()?;
    let conditions = Conditions {
        nets: args.nets(game, &players)?,
        players,
        limits,
        own_iterations,
        threads,
        together: if args.share { Together::Share } else { Together::Merge },
        control,
        timer: args.clock,
        seed: args.seed,
        random_plies: args.random_plies,
        openings: openings.map(Arc::new),
        engine: args.engine.settings(game),
    };
    conditions.check(game)?;
    say_what_clock(conditions.has_program(), args.clock);
    let plan = Plan { conditions, games, memory_kib, jobs };
    let played = with_game(game, Play { plan: &plan, show: !args.json })??;
    let report = Report::new(args, names, &plan, &played)?;
    Ok(Answer::of(&report, args.json, Report::text)?.if_interrupted(report.interrupted))
}

struct Play<'a> {
    plan: &'a Plan,
    show: bool,
}

impl Visit for Play<'_> {
    type Output = Result<Vec<Played>>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let progress = Progress::new(self.plan.games, self.show)?;
        let played = play_match(&start, self.plan, stop_on_ctrl_c()?, |game| progress.add(game))?;
        Ok(played)
    }
}

/// Plays the games of a match. Returns the games in order of their index, whatever the value of
/// `plan.jobs`. If `stop` is set, the result omits unfinished games.
///
/// # Errors
/// A player cannot play this game, or there is not enough memory.
pub fn play_match<G: Arena>(
    start: &G,
    plan: &Plan,
    stop: &AtomicBool,
    on_game: impl Fn(&Played) + Sync,
) -> Result<Vec<Played>> {
    let indices: Vec<u64> = (0..plan.games).collect();
    let mut games = in_parallel(&indices, plan.jobs, plan.memory_kib, stop, |&index, seats| {
        let played = play_game(start, &plan.conditions, index, seats, stop)?;
        played.iter().for_each(&on_game);
        Ok(played)
    })?;
    games.sort_unstable_by_key(|game| game.index);
    Ok(games)
}

/// The progress of a match, with the score so far.
struct Progress {
    bar: progress::Progress,
    /// The numbers of losses, draws and wins of A.
    results: [AtomicU64; 3],
}

impl Progress {
    fn new(games: u64, show: bool) -> Result<Self> {
        Ok(Self { bar: bar(games, "games", show)?, results: Default::default() })
    }

    fn add(&self, game: &Played) {
        self.results[usize::from(game.half_points)].fetch_add(1, Ordering::Relaxed);
        let [losses, draws, wins] = [0, 1, 2].map(|result: usize| self.results[result].load(Ordering::Relaxed));
        self.bar.set_message(format!("A +{wins} ={draws} -{losses}"));
        self.bar.inc(1);
    }
}

/// The output of `match --json`. Only complete pairs count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    game: String,
    /// The variant of the rules in words (in kalah: the capture rule). Null if the game has only
    /// one variant, or if the variant is the usual one of Lines of Action or Othello.
    rules: Option<&'static str>,
    /// A sentence that describes how games begin and how they are scored.
    protocol: String,
    a: String,
    b: String,
    /// The number of games in complete pairs.
    games: u64,
    /// True if every pair begins on a different random board (kalah, onitama) instead of the usual
    /// start.
    random_boards: bool,
    /// The number of random plies at the start of each pair of games. The moves of these plies are
    /// sampled uniformly.
    random_plies: u32,
    /// The name or the file of the opening set, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<String>,
    scoring: Scoring,
    /// The number of games that A won. With [`Scoring::Pairs`], the number of pairs that A won.
    a_wins: u64,
    /// The number of games that B won. With [`Scoring::Pairs`], the number of pairs that B won.
    b_wins: u64,
    /// The number of drawn games. 0 with [`Scoring::Pairs`].
    draws: u64,
    /// The points of A per game, or per decided pair, from 0 to 1.
    a_score: f64,
    /// The 95 % confidence interval of `a_score`.
    ci95: [f64; 2],
    /// A's score as a difference in Elo points. Null if infinite.
    elo: Option<f64>,
    /// Half the width of the 95 % confidence interval in Elo points. Null if infinite.
    elo_error: Option<f64>,
    /// The mean of A's points minus B's points per game, with the 95 % confidence interval. Null
    /// for games without points.
    a_margin: Option<Mean>,
    /// The number of pairs of games with each result for A: [LL, LD, DD+WL, DW, WW] (loss, draw,
    /// win).
    pentanomial: Pentanomial,
    pairs: Pairs,
    /// Wins and draws in single games, even if pairs are scored.
    raw: Raw,
    seed: u64,
    budget: Budget,
    /// The time that the budget and the game clock measure: wall or processor time.
    clock: Timer,
    /// The numbers of games that A and B lost on time. Null without a game clock.
    lost_on_time: Option<[u64; 2]>,
    /// The faults of A. Null if A is not an external program.
    a_faults: Option<Faults>,
    /// The faults of B. Null if B is not an external program.
    b_faults: Option<Faults>,
    memory_kib: [u32; 2],
    jobs: usize,
    /// The number of threads of A and of B.
    threads: [usize; 2],
    share: bool,
    /// A's simulations per second, or visited positions per second for alpha-beta.
    a_simulations_per_s: f64,
    /// B's simulations per second, or visited positions per second for alpha-beta.
    b_simulations_per_s: f64,
    /// A hash of the openings and the moves of all games.
    signature: String,
    /// True if Ctrl-C ended the match early.
    interrupted: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Pairs {
    decided: u64,
    undecided: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Raw {
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    a_score: f64,
    ci95: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Budget {
    /// Milliseconds per move.
    Ms(u32),
    /// Simulations per move, or positions visited per move for alpha-beta.
    Iterations(u64),
    /// The game clock of each player for a whole game.
    TimeControl(Control),
    /// Each player runs the number of iterations that its notation specifies.
    Own,
}

impl Report {
    fn new(args: &Args, [game, a, b]: [String; 3], plan: &Plan, played: &[Played]) -> Result<Self> {
        let random_boards = random_boards(&game)?;
        let tally = Tally::of(played.iter().map(|game| (game.index, game.half_points)));
        let pentanomial = tally.pairs;
        let [b_games, drawn, a_games] = tally.games;
        let [a_pairs, b_pairs] = pentanomial.decided_pairs();
        let Estimate { score, ci95 } = pentanomial.estimate();
        let raw = Raw { a_wins: a_games, b_wins: b_games, draws: drawn, a_score: score, ci95 };
        let scoring = args.scoring.map_or_else(|| Scoring::of_game(&game), Ok)?;
        let estimate = tally.estimate(scoring);
        let (a_wins, b_wins, draws) = match scoring {
            Scoring::Games => (a_games, b_games, drawn),
            Scoring::Pairs => (a_pairs, b_pairs, 0),
        };
        let decided = a_pairs + b_pairs;
        let games = || complete_pairs(played).into_iter().flatten();
        let effort =
            |side: Contestant| games().map(|game| game.effort[side as usize]).fold(Effort::default(), Effort::plus);
        let signature = games().fold(Signature::default(), |all, game| all.number(game.signature));
        let limits = &plan.conditions.limits;
        let control = plan.conditions.control;
        let lost = |side: Contestant| games().filter(|game| game.on_time == Some(side)).count() as u64;
        let lost_on_time = control.map(|_| [lost(Contestant::A), lost(Contestant::B)]);
        let faults = |side: Contestant| {
            let counted = || games().map(|game| game.faults[side as usize]).fold(Faults::default(), Faults::plus);
            plan.conditions.players[side as usize].is_program().then(counted)
        };
        let budget = match (control, limits.time, limits.iterations) {
            (Some(control), ..) => Budget::TimeControl(control),
            (None, Some(time), _) => Budget::Ms(time.as_ms()),
            (None, None, 0) => Budget::Own,
            (None, None, iterations) => Budget::Iterations(iterations),
        };
        Ok(Self {
            rules: rules(&game)?,
            game,
            protocol: protocol(random_boards, args.openings.as_deref(), plan.conditions.random_plies, scoring),
            a,
            b,
            games: tally.count(),
            random_boards,
            random_plies: plan.conditions.random_plies,
            openings: args.openings.clone(),
            scoring,
            a_wins,
            b_wins,
            draws,
            a_score: estimate.score,
            ci95: estimate.ci95,
            elo: estimate.elo(),
            elo_error: estimate.elo_error(),
            a_margin: margin_of(played),
            pentanomial,
            pairs: Pairs { decided, undecided: pentanomial.pairs() - decided },
            raw,
            seed: plan.conditions.seed,
            budget,
            clock: plan.conditions.timer,
            lost_on_time,
            a_faults: faults(Contestant::A),
            b_faults: faults(Contestant::B),
            memory_kib: plan.memory_kib,
            jobs: plan.jobs,
            threads: plan.conditions.threads,
            share: plan.conditions.together == Together::Share,
            a_simulations_per_s: effort(Contestant::A).simulations_per_s(),
            b_simulations_per_s: effort(Contestant::B).simulations_per_s(),
            signature: signature.to_string(),
            interrupted: (played.len() as u64) < plan.games,
        })
    }

    fn text(&self) -> String {
        let budget = match self.budget {
            Budget::Ms(ms) if self.clock == Timer::Cpu => format!("{ms} ms of processor time a move"),
            Budget::Ms(ms) => format!("{ms} ms a move"),
            Budget::Iterations(iterations) => format!("{iterations} iterations a move"),
            Budget::TimeControl(control) if self.clock == Timer::Cpu => format!("{control} s of processor time a game"),
            Budget::TimeControl(control) => format!("{control} s a game"),
            Budget::Own => "its own iterations a move".to_owned(),
        };
        let interrupted = if self.interrupted { ", INTERRUPTED" } else { "" };
        let Raw { a_wins, b_wins, draws, .. } = self.raw;
        let [low, high] = self.ci95.map(|bound| 100.0 * bound);
        let elo = |elo: Option<f64>| elo.map_or("infinite".to_owned(), |elo| format!("{elo:.0}"));
        let mut lines = vec![format!("{}: A {} against B {}, {budget}, seed {}", self.game, self.a, self.b, self.seed)];
        lines.extend(self.rules.map(|rules| format!("rules: {rules}")));
        let [a, b] = self.threads;
        lines.extend((a > 1 || b > 1).then(|| {
            format!(
                "threads: A {a}, B {b}, each with the whole budget{}",
                if self.share { ", sharing one tree or table" } else { "" }
            )
        }));
        lines.extend([
            format!("protocol: {}", self.protocol),
            format!("{} games{interrupted}: A won {a_wins}, B won {b_wins}, {draws} drawn", self.games),
        ]);
        lines.extend(self.lost_on_time.map(|[a, b]| format!("lost on time: A {a}, B {b}")));
        let faults = [("A", self.a_faults), ("B", self.b_faults)];
        lines.extend(faults.iter().filter_map(|(who, faults)| Some(format!("faults of {who}: {}", (*faults)?.text()))));
        lines.extend(self.pairs_text());
        lines.extend(
            self.a_margin.map(|Mean { mean, error }| format!("margin of A: {mean:+.2} +- {error:.2} points a game")),
        );
        lines.extend([
            format!("score of A: {:.1} % [{low:.1}, {high:.1}] with 95 % confidence", 100.0 * self.a_score),
            format!("Elo of A over B: {} +- {}", elo(self.elo), elo(self.elo_error)),
            format!("pentanomial [LL, LD, DD+WL, DW, WW]: {:?}", self.pentanomial.0),
            format!(
                "simulations/s (ab: positions/s): A {:.0}, B {:.0}",
                self.a_simulations_per_s, self.b_simulations_per_s
            ),
            format!("signature: {}\n", self.signature),
        ]);
        lines.join("\n")
    }

    /// Returns the results of the pairs, if pairs are scored.
    fn pairs_text(&self) -> Option<String> {
        let Pairs { decided, undecided } = self.pairs;
        let (a, b) = (self.a_wins, self.b_wins);
        (self.scoring == Scoring::Pairs)
            .then(|| format!("pairs: A won {a}, B won {b}, {decided} decided, {undecided} discarded"))
    }
}

/// Describes how the games of a match begin and how they are scored.
fn protocol(random_boards: bool, set: Option<&str>, random_plies: u32, scoring: Scoring) -> String {
    let board = match set {
        Some(set) => format!("opening of {set}"),
        None if random_boards => "random board".to_owned(),
        None => "opening".to_owned(),
    };
    let plies = if random_plies > 0 { format!(" of {random_plies} random plies") } else { String::new() };
    let counts = match scoring {
        Scoring::Games => "games count, with the variance of the pairs",
        Scoring::Pairs => {
            "the pair decides: who won one game and at least tied the other wins it, undecided pairs are discarded"
        }
    };
    format!("each pair of games on one {board}{plies} with swapped seats; {counts}")
}

/// Returns A's mean margin. Only pairs in which both games have points count.
fn margin_of(played: &[Played]) -> Option<Mean> {
    let pairs = complete_pairs(played).into_iter();
    let margins = pairs.filter_map(|[one, other]| Some(f64::from(one.margin? + other.margin?) / 2.0));
    Mean::of(&margins.collect::<Vec<_>>())
}

/// Returns the pairs in which both games are finished.
fn complete_pairs(played: &[Played]) -> Vec<[&Played; 2]> {
    let neighbours = played.iter().zip(played.iter().skip(1));
    let pairs = neighbours.filter(|(one, other)| one.index.is_multiple_of(2) && other.index == one.index + 1);
    pairs.map(|(one, other)| [one, other]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::read_spec;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;

    fn plan(jobs: usize, iterations: u64) -> Plan {
        let players = [read_spec("mcts(im0.4)").unwrap(), read_spec("mcts()").unwrap()];
        let plain = Conditions::of_self_play(players[0], iterations, 3, 0);
        let conditions = Conditions { players: players.map(Contender::from), ..plain };
        Plan { conditions, games: 8, memory_kib: [1024; 2], jobs }
    }

    /// Returns the part of the results that must not depend on time or threads.
    fn essence(played: &[Played]) -> Vec<(u64, u8, u64, [u64; 2])> {
        let simulations = |game: &Played| game.effort.map(|effort| effort.simulations);
        played.iter().map(|game| (game.index, game.half_points, game.signature, simulations(game))).collect()
    }

    fn check_determinism<G: Arena>(start: &G) {
        let never = AtomicBool::new(false);
        let play = |jobs| essence(&play_match(start, &plan(jobs, 50), &never, |_| {}).unwrap());
        let alone = play(1);
        assert_eq!(alone.len(), 8);
        assert_eq!(alone, play(1));
        assert_eq!(alone, play(2));
        assert_eq!(alone, play(5));
    }

    #[test]
    fn threads_do_not_change_a_match() {
        check_determinism(&Kalah::default());
        check_determinism(&Breakthrough::new(5, 5).unwrap());
    }

    #[test]
    fn games_of_one_opening_differ() {
        let never = AtomicBool::new(false);
        let played = play_match(&Breakthrough::default(), &plan(2, 20), &never, |_| {}).unwrap();
        let mut signatures: Vec<u64> = played.iter().map(|game| game.signature).collect();
        signatures.sort_unstable();
        signatures.dedup();
        assert_eq!(signatures.len(), 8);
    }

    #[test]
    fn a_raised_flag_ends_a_match_early() {
        let stop = AtomicBool::new(false);
        let raise = |_: &Played| stop.store(true, Ordering::Relaxed);
        let played = play_match(&Kalah::default(), &plan(1, 20), &stop, raise).unwrap();
        assert_eq!(played.len(), 1);
    }
}
