//! The command `experiments`: plays the experiments that data files describe, and writes a report.
//! Many experiments repeat published experiments. For these experiments, the report shows the
//! published results next to imm's results.

pub mod archive;
pub mod carried;
pub mod data;
pub(crate) mod estimate;
pub mod figures;
pub mod ladder;
pub mod log;
pub mod matchup;
mod matrix;
pub mod record;
mod replication;
pub mod report;
pub mod run;
pub mod shards;
pub mod solved;
mod sweep;
pub mod tournament;
mod verdict;

use crate::answer::Answer;
use crate::clock::Timer;
use crate::engine::args::Settings;
use crate::jobs_args::JobsArgs;
use anyhow::{Context, Result, bail};
use data::{Page, Part, Tournament};
use log::Log;
use matchup::{Budget, Experiment};
use record::{Line, Record};
use regex::Regex;
use run::How;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directory of the experiments in the sources that the arena was built from.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments");
/// The directory of the report, lab/, in the sources that the arena was built from.
const REPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The subcommands of `experiments`.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Lists the experiments, each with the number of games played so far. Marks experiments whose
    /// players this version does not understand.
    List(Common),
    /// Plays the missing games, by priority. Ctrl-C stops the run; the next run plays the remaining
    /// games.
    Run(Run),
    /// Prints the games that `run` would play, one JSON object per line, the most urgent games
    /// first. For a tournament, only the current round is printed, because later rounds depend on
    /// the results of the current round.
    Missing(Common),
    /// Plays games. Prints the log line of each game when the game ends. Standard input must
    /// contain the lines that `missing` printed, in the same order. `play` reads no experiments and
    /// no log, so you can run it on any machine.
    Play(JobsArgs),
    /// Adds games to the log, except games that are already in the log or in its archive. Standard
    /// input must contain the lines that `play` printed.
    Add(Files),
    /// Writes lab/RESULTS.md, its pages and figures, and docs/REPLICATION.md from the log. With
    /// --filter, --priority, --games, --budget or --clock, the report is only printed, unless you
    /// use --out.
    Report(Report),
    /// Moves the games of the log to new files in the archive. You can then commit these files.
    /// Existing files do not change. Prints the new files and the number of games in the archive.
    Pack(Files),
}

/// Options that select experiments or change them.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    #[command(flatten)]
    files: Files,
    /// Select only experiments whose name matches this regular expression, e.g. table2 or
    /// ^figure1/0\.3$. `list` prints the names.
    #[arg(long, value_name = "REGEX", default_value = "")]
    filter: Regex,
    /// Select only experiments whose priority number is at most N. The most important experiments
    /// have priority 1.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    priority: u32,
    /// Number of games in each experiment and in each tournament match, instead of the number in
    /// the data files. The number is rounded up to an even number. For an experiment, a report
    /// always counts all games in the log.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Simulations per move, instead of the number in the data files. Changes only experiments
    /// whose budget is a number of simulations. The command `report` counts games with this budget
    /// only if you also use this option with `report`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
    /// The clock for budgets in milliseconds: wall time, or the processor time of the player's
    /// thread. Other load on the machine does not change processor time.
    #[arg(long, value_enum, default_value_t = Timer::Cpu)]
    clock: Timer,
}

/// The paths of the experiments and of the log.
#[derive(clap::Args, Clone, Debug)]
pub struct Files {
    /// The directory of the experiments (*.toml). Default: the directory in the sources of the
    /// arena.
    #[arg(long, value_name = "DIR", default_value = DATA, hide_default_value = true)]
    data: PathBuf,
    /// The log of the games, one JSON object per line. Default: games.jsonl in the directory of the
    /// experiments. The archive of the log is a directory. Its path is the path of the log without
    /// .jsonl.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Arguments of the command `experiments run`.
#[derive(clap::Args, Debug)]
pub struct Run {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Also play the games that only other versions of imm have played. In a report, the games of
    /// the newest version count.
    #[arg(long)]
    again: bool,
}

/// Arguments of the command `experiments report`.
#[derive(clap::Args, Debug)]
pub struct Report {
    #[command(flatten)]
    common: Common,
    /// The directory for RESULTS.md, REPLICATION.md, results/ and figures/. Default: lab/, and
    /// docs/ for REPLICATION.md, for the report of all experiments. With --filter, --priority,
    /// --games, --budget or --clock, the default is standard output, without figures.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command `experiments`.
///
/// # Errors
/// The experiments or the log cannot be read, or the log or the report cannot be written.
pub fn run(command: &Command) -> Result<Answer> {
    match command {
        Command::List(common) => list(common),
        Command::Run(Run { common, jobs, again }) => {
            let engine = &Settings::default();
            let how = How { jobs: jobs.count(), show: true, engine, again: *again };
            run::run(&common.load()?, &common.files.log_path(), how)
        }
        Command::Missing(common) => carried::print_missing(&common.load()?, &common.files.log_path()),
        Command::Play(jobs) => carried::play(io::stdin().lock(), io::stdout(), jobs.count()),
        Command::Add(files) => carried::add(io::stdin().lock(), &files.log_path()),
        Command::Report(args) => report(args),
        Command::Pack(files) => packed(&files.log_path()),
    }
}

/// Moves the games of the log at `path` to its archive, and returns a line for each new file.
pub(crate) fn packed(path: &Path) -> Result<Answer> {
    let packed = archive::pack(&Log::open::<Line>(path)?)?;
    let line = |(path, games): (PathBuf, usize)| format!("{}: {games} games\n", path.display());
    let all = (packed.directory, packed.games);
    Ok(Answer::ok(packed.shards.into_iter().chain([all]).map(line).collect()))
}

impl Files {
    fn log_path(&self) -> PathBuf {
        self.log.clone().unwrap_or_else(|| self.data.join("games.jsonl"))
    }
}

impl Common {
    /// Returns the parts of the report, with only the selected experiments. The options can also
    /// change the budget and the number of games of an experiment.
    fn load(&self) -> Result<Vec<Part>> {
        let mut parts = data::load(&self.files.data)?;
        for part in &mut parts {
            part.experiments.retain(|experiment| self.selects(&experiment.id, experiment.priority));
            part.tournaments.retain(|tournament| self.selects(&tournament.id, tournament.priority));
            part.ladders.retain(|ladder| ladder.matches(&part.experiments).next().is_some());
            for Experiment { games, matchup, .. } in &mut part.experiments {
                self.change(games, &mut matchup.budget);
            }
            for Tournament { games, budget, .. } in &mut part.tournaments {
                self.change(games, budget);
            }
        }
        let all = self.is_everything();
        parts.retain(|part| {
            !part.experiments.is_empty() || !part.tournaments.is_empty() || all && !part.solved.is_empty()
        });
        if parts.is_empty() {
            let Self { filter, priority, .. } = self;
            let before = if *priority < u32::MAX {
                format!(" has priority {priority} or one before it and")
            } else {
                String::new()
            };
            bail!("no experiment{before} has a name that matches '{filter}': `imm-arena experiments list` shows all");
        }
        Ok(parts)
    }

    /// True if the options select all experiments and change none of them.
    fn is_everything(&self) -> bool {
        let every_one = self.filter.as_str().is_empty() && self.priority == u32::MAX;
        every_one && self.games.is_none() && self.budget.is_none() && self.clock == Timer::Cpu
    }

    fn selects(&self, id: &str, priority: u32) -> bool {
        priority <= self.priority && self.filter.is_match(id)
    }

    fn change(&self, games: &mut u64, budget: &mut Budget) {
        *games = self.games.unwrap_or(*games).next_multiple_of(2);
        *budget = match (*budget, self.budget) {
            (Budget::Simulations(_), Some(simulations)) => Budget::Simulations(simulations),
            (budget, _) => budget.timed_by(self.clock),
        };
    }
}

/// Prints one line for each experiment, by priority.
fn list(common: &Common) -> Result<Answer> {
    let parts = common.load()?;
    let record = Record::read(&common.files.log_path())?;
    let mut lines: Vec<(u32, String)> = Vec::new();
    for experiment in parts.iter().flat_map(|part| &part.experiments) {
        let matchup = &experiment.matchup;
        let played = record.games(matchup).0.range(..experiment.games).count();
        let mut line = format!(
            "{:24} {played:>4}/{} games, {}, {}",
            experiment.id, experiment.games, matchup.game, matchup.budget
        );
        write!(line, ": {} - {}", matchup.a, matchup.b)?;
        if let Err(error) = matchup.conditions(None) {
            write!(line, "\n{:24} INVALID: {error:#}", "")?;
        }
        lines.push((experiment.priority, line));
    }
    for tournament in parts.iter().flat_map(|part| &part.tournaments) {
        let Tournament { id, game, budget, games, players, .. } = tournament;
        let bracket = tournament::Bracket::of(tournament, *games, &record);
        let state = bracket.winner.map_or(format!("round {}", bracket.rounds.len()), |_| "finished".to_owned());
        let mut line =
            format!("{id:24} tournament of {}, {games} games a match, {game}, {budget}: {state}", players.len());
        if let Err(error) = run::understood(tournament) {
            write!(line, "\n{:24} INVALID: {error:#}", "")?;
        }
        lines.push((tournament.priority, line));
    }
    lines.sort_by_key(|(priority, _)| *priority);
    Ok(Answer::ok(lines.into_iter().map(|(priority, line)| format!("{priority:>2} {line}\n")).collect()))
}

/// Returns the last section of an earlier report: matches against OpenSpiel, written by the script
/// bindings/python/experiments/open_spiel.py. A new report keeps this section.
fn written_by_others(report: &Path) -> String {
    let earlier = fs::read_to_string(report).unwrap_or_default();
    earlier.find("\n<!-- BEGIN open_spiel -->").map_or(String::new(), |from| earlier[from..].to_owned())
}

/// Writes the report to files and returns their paths. Without a directory for the files, returns
/// the report itself.
fn report(args: &Report) -> Result<Answer> {
    let parts = args.common.load()?;
    let record = Record::read(&args.common.files.log_path())?;
    let out = match &args.out {
        Some(out) => out.as_path(),
        None if args.common.is_everything() => Path::new(REPORT),
        None => return Ok(Answer::ok(report::markdown(&parts, &record)?)),
    };
    let (figures, pages) = (out.join("figures"), out.join("results"));
    for folder in [&figures, &pages] {
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot create", folder.display()))?;
    }
    let results = out.join("RESULTS.md");
    let text = report::index(&parts, &record)? + &written_by_others(&results);
    let mut files = vec![(results, text)];
    for page in Page::ALL.into_iter().filter(|page| parts.iter().any(|part| part.page == *page)) {
        files.push((pages.join(page.names()[0]).with_extension("md"), report::page(page, &parts, &record)?));
    }
    if let Ok(text) = fs::read_to_string(args.common.files.data.join("replication.txt")) {
        let folder = if args.out.is_some() { out.to_owned() } else { out.join("../docs") };
        files.push((folder.join("REPLICATION.md"), replication::page(&text, &parts, &record)?));
    }
    for part in &parts {
        if let Some(figure) = &part.figure {
            files.push((figures.join(&figure.file), figures::svg(figure, &figures::measured(part, &record))?));
        }
    }
    let mut written = String::new();
    for (path, content) in files {
        fs::write(&path, content).with_context(|| format!("{}: cannot write", path.display()))?;
        writeln!(written, "{}", path.display())?;
    }
    Ok(Answer::ok(written))
}
