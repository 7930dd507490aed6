//! The command `champions`: plays the programs of other projects that champions.toml describes, and
//! writes docs/CHAMPIONS.md.
//!
//! [`data`] reads the description, [`commands`] finds the programs on this machine,
//! [`mod@matches`] makes the matches, and [`report`] writes the tables. The games are experiments:
//! see [`crate::experiments`].

pub mod commands;
pub mod data;
pub mod matches;
pub mod report;

use crate::answer::{Answer, say};
use crate::clock::Timer;
use crate::engine::args::{EngineArgs, say_what_clock};
use crate::experiments::data::Part;
use crate::experiments::packed;
use crate::experiments::record::Record;
use crate::experiments::run::{How, run as play};
use crate::jobs_args::JobsArgs;
use crate::markers::replaced;
use anyhow::{Context, Result, ensure};
use data::Champions;
use matches::Selection;
use std::fs;
use std::path::PathBuf;

/// The description of the programs in the sources that the arena was built from.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../champions.toml");
/// The page with the results.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/CHAMPIONS.md");

/// The subcommands of `champions`.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Plays the missing games of the programs whose command is known. Ctrl-C stops the run; the
    /// next run plays the remaining games. Matches with less time per move are played first.
    Run(Run),
    /// Writes the tables of docs/CHAMPIONS.md from the log.
    Report(Report),
    /// Moves the games of the log to new files in the archive, as `experiments pack` does. You can
    /// then commit these files.
    Pack(Files),
}

/// The paths of the description and of the log.
#[derive(clap::Args, Clone, Debug)]
pub struct Files {
    /// The description of the programs. Default: lab/champions.toml in the sources of the arena.
    #[arg(long, value_name = "FILE", default_value = DATA, hide_default_value = true)]
    data: PathBuf,
    /// The log of the games, one JSON object per line. Default: champions.jsonl in the folder of
    /// the description. The archive of the log is a folder: the path of the log without .jsonl.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Arguments of the command `champions run`.
#[derive(clap::Args, Debug)]
pub struct Run {
    #[command(flatten)]
    files: Files,
    /// The command of a program on this machine, e.g. zebra="ugi:python3 zebra.py ./zebra {depth}".
    /// You can repeat this option. The options of champions.toml are sent after yours.
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = commands::named)]
    engines: Vec<(String, String)>,
    /// A TOML file with lines NAME = "COMMAND". Default: champions.local.toml in the folder of the
    /// description, if it exists. --engine overrides the file.
    #[arg(long, value_name = "FILE")]
    local: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Also play the games that only other versions of imm have played. In the tables, the games of
    /// the newest version count.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Arguments of the command `champions report`.
#[derive(clap::Args, Debug)]
pub struct Report {
    #[command(flatten)]
    files: Files,
    /// The page with the tables. Default: docs/CHAMPIONS.md in the sources of the arena.
    #[arg(long, value_name = "FILE", default_value = PAGE, hide_default_value = true)]
    page: PathBuf,
}

/// Runs the command `champions`.
///
/// # Errors
/// The description, the log or the page cannot be read or written, or a program does not start.
pub fn run(command: &Command) -> Result<Answer> {
    match command {
        Command::Run(args) => play_missing(args),
        Command::Report(args) => write_page(args),
        Command::Pack(files) => packed(&files.log_path()),
    }
}

impl Files {
    fn read(&self) -> Result<Champions> {
        let champions = Champions::read(&self.data)?;
        matches::check(&champions).with_context(|| self.data.display().to_string())?;
        Ok(champions)
    }

    fn log_path(&self) -> PathBuf {
        self.log.clone().unwrap_or_else(|| self.data.with_extension("jsonl"))
    }
}

fn play_missing(args: &Run) -> Result<Answer> {
    let Run { files, engines, local, selection, jobs, again, engine } = args;
    let champions = files.read()?;
    let commands = commands::known(&champions, &files.data, local.as_deref(), engines)?;
    let without = champions.engines.iter().map(|engine| &*engine.name).filter(|name| !commands.contains_key(*name));
    let without: Vec<&str> = without.collect();
    ensure!(
        !commands.is_empty(),
        "no program has a command: use --engine NAME=COMMAND, or write {}; the names are {}",
        commands::local_file(&files.data).display(),
        without.join(", ")
    );
    if !without.is_empty() {
        say(format_args!("note: these programs have no command and are left out: {}", without.join(", ")));
    }
    let experiments = selection.of(&champions, &commands)?;
    say_what_clock(true, Timer::Cpu);
    let parts = [Part { experiments, ..Part::default() }];
    play(&parts, &files.log_path(), How { jobs: jobs.count(), show: true, engine: &engine.settings(""), again: *again })
}

fn write_page(args: &Report) -> Result<Answer> {
    let Report { files, page } = args;
    let champions = files.read()?;
    let record = Record::read(&files.log_path())?;
    let mut text = fs::read_to_string(page).with_context(|| format!("{}: cannot read", page.display()))?;
    for (part, table) in report::tables(&champions, &record)? {
        text = replaced(&text, part, &format!("\n{table}\n")).with_context(|| page.display().to_string())?;
    }
    fs::write(page, text).with_context(|| format!("{}: cannot write", page.display()))?;
    Ok(Answer::ok(format!("{}\n", page.display())))
}
