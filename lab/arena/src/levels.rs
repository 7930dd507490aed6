//! The command `levels`: plays each strength level against the next level in several games, and
//! writes the tables of docs/LEVELS.md.
//!
//! A step is a match between two neighbouring levels in one game. A file stores the result of each
//! step as a line. If a level in the kernel's table changes, its steps are played again.

use crate::answer::{Answer, INTERRUPTED, say};
use crate::clock::Timer;
use crate::contest::{Conditions, Tally, check_players, stop_on_ctrl_c};
use crate::engine::args::Settings;
use crate::games::{Arena, Visit, with_game};
use crate::jobs_args::JobsArgs;
use crate::lines::records;
use crate::markers::replaced;
use crate::match_::{Plan, play_match};
use crate::player::read_spec;
use crate::progress::bar;
use crate::stats::{Estimate, Pentanomial};
use crate::team::Together;
use anyhow::{Context, Result, ensure};
use imm::player::{Level, Player};
use imm::time::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions, read_to_string, write};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Arguments of the command `levels`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Games in which each level plays the next level. If you name no game, only the stored results
    /// are shown.
    games_to_play: Vec<String>,
    /// Games per step, rounded up to an even number.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Play only the steps up to this level. Higher levels take longer.
    #[arg(long, value_name = "LEVEL", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=10))]
    up_to: u32,
    /// The player whose levels are compared.
    #[arg(long, default_value = "mcts()")]
    player: String,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: JobsArgs,
    /// The results file. New results are added at its end. A step with at least --games games in
    /// the file is not played again.
    #[arg(long, value_name = "FILE", default_value = "lab/arena/levels.jsonl")]
    results: PathBuf,
    /// Write the tables to the part `levels` of this document.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// The games that have a column in the tables, with their titles.
const COLUMNS: [(&str, &str); 6] = [
    ("breakthrough", "Breakthrough"),
    ("kalah", "Kalah"),
    ("oware", "Oware"),
    ("othello", "Othello"),
    ("onitama", "Onitama"),
    ("loa", "Lines of Action"),
];

/// The number of random plies at the start of each pair of games. The moves of these plies are
/// sampled uniformly.
const RANDOM_PLIES: u32 = 2;

/// The memory of each player in KiB, more than the highest level needs.
const MEMORY_KIB: u32 = 4096;

/// The part of the document that contains the tables.
const PART: &str = "levels";

/// A step: a match between a level and the level below, in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    game: String,
    player: String,
    /// The number of the lower level.
    from: u32,
    /// Simulations per move and temperature of both levels, the lower level first.
    levels: [(u64, f32); 2],
    seed: u64,
    /// The number of pairs of games with each result for the higher level:
    /// `[LL, LD, DD + WL, DW, WW]` (loss, draw, win).
    pairs: [u64; 5],
}

impl Step {
    /// Returns the step from level `from` to the next level, with no games played yet. Returns
    /// `None` if one of the levels does not exist.
    fn new(game: &str, player: &str, from: u32, seed: u64) -> Option<Self> {
        let [lower, upper] = [Level::number(from)?, Level::number(from + 1)?];
        let levels = [lower, upper].map(|level| (level.iterations, level.temp));
        Some(Self { game: game.to_owned(), player: player.to_owned(), from, levels, seed, pairs: [0; 5] })
    }

    /// True if both steps have the same game, player and levels. The seed and the number of games
    /// played may differ.
    fn is_of(&self, other: &Self) -> bool {
        let what = |step: &Self| (step.game.clone(), step.player.clone(), step.from, step.levels);
        what(self) == what(other)
    }

    fn games(&self) -> u64 {
        2 * Pentanomial(self.pairs).pairs()
    }

    fn estimate(&self) -> Estimate {
        Pentanomial(self.pairs).estimate()
    }
}

/// The stored results. The latest result of each step counts.
struct Results(Vec<Step>);

impl Results {
    fn read(file: &Path) -> Result<Self> {
        if !file.exists() {
            return Ok(Self(Vec::new()));
        }
        Ok(Self(records::<Step>(file)?.map(|record| record.map(|(_, step)| step)).collect::<Result<_>>()?))
    }

    fn of(&self, wanted: &Step) -> Option<&Step> {
        self.0.iter().rev().find(|step| step.is_of(wanted))
    }
}

/// Plays the missing steps, and returns the tables.
///
/// # Errors
/// A game is unknown, the player is invalid, or a file cannot be read or written.
pub fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    args.games_to_play.iter().try_for_each(|game| check_players(game, &[player; 2]))?;
    let mut results = Results::read(&args.results)?;
    let stop = stop_on_ctrl_c()?;
    for game in &args.games_to_play {
        for step in (1..args.up_to).map_while(|from| Step::new(game, &args.player, from, args.seed)) {
            if results.of(&step).is_some_and(|known| known.games() >= args.games) {
                continue;
            }
            let played = with_game(game, PlayStep { game, step, player, args, stop })??;
            if stop.load(Ordering::Relaxed) {
                return Ok(Answer::ok(tables(&results, &args.player)).with_code(INTERRUPTED));
            }
            append(&args.results, &played)?;
            say(format_args!("{game}: level {} over {}: {}", played.from + 1, played.from, cell(&played)));
            results.0.push(played);
        }
    }
    let tables = tables(&results, &args.player);
    if let Some(document) = &args.write {
        let text = read_to_string(document).with_context(|| format!("{}: cannot read", document.display()))?;
        write(document, replaced(&text, PART, &format!("\n{tables}\n"))?)?;
    }
    Ok(Answer::ok(tables))
}

fn append(file: &Path, step: &Step) -> Result<()> {
    let opened = OpenOptions::new().create(true).append(true).open(file);
    let mut file: File = opened.with_context(|| format!("{}: cannot write", file.display()))?;
    writeln!(file, "{}", serde_json::to_string(step)?)?;
    Ok(())
}

struct PlayStep<'a> {
    game: &'a str,
    step: Step,
    player: Player,
    args: &'a Args,
    stop: &'a AtomicBool,
}

impl Visit for PlayStep<'_> {
    type Output = Result<Step>;

    fn visit<G: Arena>(self, start: G) -> Result<Step> {
        let levels = [self.step.from + 1, self.step.from].map(Level::number);
        let [Some(upper), Some(lower)] = levels else { return Ok(self.step) };
        let conditions = Conditions {
            players: [&upper, &lower].map(|level| self.player.at(level).into()),
            limits: Limits::default(),
            own_iterations: [upper, lower].map(|level| Some(level.iterations)),
            threads: [1; 2],
            together: Together::Merge,
            control: None,
            timer: Timer::Wall,
            seed: self.step.seed,
            random_plies: RANDOM_PLIES,
            openings: None,
            nets: [const { None }; 2],
            engine: Settings::default(),
        };
        let jobs = self.args.jobs.count();
        let games = self.args.games.next_multiple_of(2);
        let plan = Plan { conditions, games, memory_kib: [MEMORY_KIB; 2], jobs };
        let bar = bar(games, "games", true)?;
        bar.set_message(format!("{}: level {} over {}", self.game, self.step.from + 1, self.step.from));
        let played = play_match(&start, &plan, self.stop, |_| bar.inc(1))?;
        drop(bar);
        let tally = Tally::of(played.iter().map(|game| (game.index, game.half_points)));
        ensure!(tally.count() > 0 || self.stop.load(Ordering::Relaxed), "no games were played");
        Ok(Step { pairs: tally.pairs.0, ..self.step })
    }
}

/// Returns the table of the levels, and the table of their distances in Elo points.
fn tables(results: &Results, player: &str) -> String {
    let columns: Vec<_> = COLUMNS.iter().filter(|(game, _)| !steps(results, game, player).is_empty()).collect();
    let mut out = String::from("| level | simulations | temperature |\n|---|---|---|\n");
    for (number, level) in (1..).zip(Level::ALL) {
        let temp = if level.temp > 0.0 { level.temp.to_string() } else { "-".to_owned() };
        let _ = writeln!(out, "| {number} | {} | {temp} |", level.iterations);
    }
    let names: String = columns.iter().map(|(_, name)| format!(" {name} |")).collect();
    let _ = write!(out, "\n| Elo |{names}\n|---|{}\n", "---|".repeat(columns.len()));
    for from in 1..Level::ALL.len() as u32 {
        let cells = columns.iter().map(|(game, _)| {
            let step = steps(results, game, player).into_iter().find(|step| step.from == from);
            format!(" {} |", step.map_or_else(String::new, cell))
        });
        let _ = writeln!(out, "| {} over {from} |{}", from + 1, cells.collect::<String>());
    }
    let sums = columns.iter().map(|(game, _)| format!(" {} |", sum(&steps(results, game, player))));
    let _ = writeln!(out, "| {} over 1 |{}", Level::ALL.len(), sums.collect::<String>());
    let games = columns.iter().map(|(game, _)| {
        let counts: Vec<u64> = steps(results, game, player).iter().map(|step| step.games()).collect();
        format!(" {} |", counts.iter().min().copied().unwrap_or(0))
    });
    let _ = writeln!(out, "| games a step |{}", games.collect::<String>());
    out
}

/// Returns the played steps of a game, the lowest step first.
fn steps<'a>(results: &'a Results, game: &str, player: &str) -> Vec<&'a Step> {
    let all = (1..).map_while(|from| Step::new(game, player, from, 0));
    all.filter_map(|wanted| results.of(&wanted)).collect()
}

/// Returns the Elo difference of a step with its 95 % error. Returns the score in percent if the
/// difference or the error is infinite.
fn cell(step: &Step) -> String {
    let estimate = step.estimate();
    match (estimate.elo(), estimate.elo_error()) {
        (Some(elo), Some(error)) => format!("{elo:.0} +- {error:.0}"),
        _ => format!("{:.0} %", 100.0 * estimate.score),
    }
}

/// Returns the sum of the Elo differences of all steps, with the error of the sum. The errors of
/// the steps are independent. Returns an empty text if a step was not played, or if a difference or
/// an error is infinite.
fn sum(steps: &[&Step]) -> String {
    let sums = steps.iter().try_fold((0.0, 0.0), |(elo, square), step| {
        let (estimate, error) = (step.estimate(), step.estimate().elo_error()?);
        Some((elo + estimate.elo()?, square + error * error))
    });
    match sums {
        Some((elo, square)) if steps.len() + 1 == Level::ALL.len() => format!("{elo:.0} +- {:.0}", square.sqrt()),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(from: u32, pairs: [u64; 5]) -> Step {
        Step { pairs, ..Step::new("kalah", "mcts()", from, 1).unwrap() }
    }

    #[test]
    fn the_latest_result_of_the_same_levels_counts() {
        let old = Step { levels: [(1, 9.0), (2, 9.0)], ..played(1, [0, 0, 9, 0, 0]) };
        let results = Results(vec![played(1, [1, 0, 0, 0, 1]), played(1, [10, 0, 10, 0, 30]), old]);
        let wanted = Step::new("kalah", "mcts()", 1, 7).unwrap();
        assert_eq!(results.of(&wanted).unwrap().games(), 100);
        assert!(results.of(&Step { game: "oware".to_owned(), ..wanted.clone() }).is_none());
        assert!(results.of(&Step { player: "bfm()".to_owned(), ..wanted }).is_none());
        assert_eq!(Step::new("kalah", "mcts()", 10, 1), None);
    }

    #[test]
    fn the_tables_have_a_row_a_step() {
        let results = Results((1..10).map(|from| played(from, [10, 0, 10, 0, 30])).collect());
        let text = tables(&results, "mcts()");
        // A score of 70 % is 147 Elo points. Nine steps with this score must add up to 1325.
        assert!(text.contains("| Elo | Kalah |\n"), "{text}");
        assert_eq!(text.matches("over").count(), 10);
        assert_eq!(text.matches("| 147 +- ").count(), 9);
        assert!(text.contains("| 10 over 1 | 1325 +- "), "{text}");
        assert!(text.contains("| games a step | 100 |"), "{text}");
        assert!(!tables(&Results(Vec::new()), "mcts()").contains("Kalah"));
    }

    #[test]
    fn a_step_is_played_and_found_again() {
        let file = std::env::temp_dir().join(format!("imm-levels-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let never = AtomicBool::new(false);
        let args = Args {
            games_to_play: vec!["kalah".to_owned()],
            games: 4,
            up_to: 10,
            player: "mcts()".to_owned(),
            seed: 1,
            jobs: JobsArgs { jobs: Some(1) },
            results: file.clone(),
            write: None,
        };
        let step = Step::new("kalah", "mcts()", 1, 1).unwrap();
        let play = PlayStep { game: "kalah", step: step.clone(), player: Player::default(), args: &args, stop: &never };
        let played = with_game("kalah", play).unwrap().unwrap();
        assert_eq!(played.games(), 4);
        append(&file, &played).unwrap();
        assert_eq!(Results::read(&file).unwrap().of(&step), Some(&played));
        std::fs::remove_file(&file).unwrap();
    }
}
