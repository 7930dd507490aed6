//! What `train` is told.

use super::loss::Loss;
use super::shape::NetShape;
use super::symmetry::Symmetry;
use crate::contest::cores;
use crate::game_args::GameArgs;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of `train`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// The folder of the run: one that is there goes on where it was stopped. By default the name
    /// and ".train".
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What the net's files are called; the name of the game by default.
    #[arg(long)]
    name: Option<String>,
    /// Generations in all; a run that has made as many can be given more.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) generations: u32,
    /// Ends the run after so many minutes, to be gone on with.
    #[arg(long, value_name = "MINUTES")]
    pub(super) minutes: Option<f64>,
    /// Games played, and cores used, at the same time; the number of cores by default. With one a
    /// run always makes the same net.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    net: NetShape,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    learning: Learning,
}

/// The games.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "Its games")]
pub(super) struct Games {
    /// Who plays the games of the first generation; by default bfm(), in a game without an
    /// evaluation mcts().
    #[arg(long, value_name = "SPEC")]
    pub teacher: Option<String>,
    /// The net of a teacher who evaluates by one; by default that which comes with the game.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub teacher_net: Option<PathBuf>,
    /// Which net that is.
    #[arg(skip)]
    #[serde(default)]
    pub teacher_mark: Option<u32>,
    /// Who plays all other games.
    #[arg(long, value_name = "SPEC", default_value = "bfm(efNet)")]
    pub player: String,
    /// Games of a generation.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub games: u32,
    /// Games of the first generation, the teacher's; three times the others by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    first_games: Option<u32>,
    /// Iterations a move.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: u64,
    /// Games begin with up to so many plies drawn uniformly.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub random_plies: u32,
    /// In so many plies after these a move is drawn by what it is worth.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub warm_plies: u32,
    /// A move that is worth less by this, of values from -1 to 1, is drawn e times less often.
    #[arg(long, value_name = "T", default_value_t = 0.1, value_parser = positive)]
    pub temperature: f64,
    /// Learns, besides the positions of the games, those of the search trees that were visited so
    /// often; 0: none of them. These are many more, and what the search says of them is all that is
    /// learned.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub tree_visits: u32,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=6144))]
    pub memory: u32,
    /// The match that a new net must win has up to so many games; 0: it needs to win none.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub gate_games: u32,
    /// The match ends early, with 95 % certainty, where the new net is better by so many Elo points
    /// or not better at all.
    #[arg(long, value_name = "ELO", default_value_t = 30.0, value_parser = positive)]
    pub gate_elo: f64,
    /// Seed of everything.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// How the net learns.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "How it learns")]
pub(super) struct Learning {
    /// How much of what a net shall say of a position is what the search said; the rest is how the
    /// game ended.
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = share)]
    pub lambda: f64,
    /// The latest positions are learned, as many as this.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub window: u32,
    /// How often each position is learned in a generation.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// How often in the first generation, where nothing was learned before; five times as often by
    /// default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    first_epochs: Option<u32>,
    /// Positions of a step.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: u32,
    /// How large the first steps are (Adam's rate); the last of a generation are a tenth of that.
    #[arg(long, value_name = "X", default_value_t = 0.002, value_parser = positive)]
    pub rate: f64,
    /// What is made small.
    #[arg(long, value_enum, default_value_t)]
    pub loss: Loss,
    #[command(flatten)]
    #[serde(default)]
    pub symmetry: Symmetry,
}

/// All that a run depends on: what `run.toml` holds. Who goes on with it may not change it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub game: String,
    pub name: String,
    pub net: NetShape,
    pub games: Games,
    pub learning: Learning,
}

impl Games {
    /// Games of this generation.
    pub(super) fn of_generation(&self, generation: u32) -> u32 {
        if generation == 0 { self.first_games.unwrap_or(self.games.saturating_mul(3)) } else { self.games }
    }
}

impl Learning {
    /// Epochs of this generation.
    pub(super) fn epochs_of(&self, generation: u32) -> u32 {
        if generation == 0 { self.first_epochs.unwrap_or(self.epochs.saturating_mul(5)) } else { self.epochs }
    }
}

impl Args {
    /// The settings and the folder of the run.
    ///
    /// # Errors
    /// A name that cannot be that of a file, or patterns that cannot be read.
    pub(super) fn settings(&self) -> Result<(Settings, PathBuf)> {
        let game = self.game.name();
        let stem = Path::new(&game).file_stem().and_then(|stem| stem.to_str()).unwrap_or("game");
        let name = self.name.clone().unwrap_or_else(|| stem.to_owned());
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        ensure!(!name.is_empty() && name.chars().all(plain), "--name {name}: letters, digits, _ and - alone");
        let mut net = self.net.clone();
        ensure!(net.width > 1 || net.hidden == 0, "--hidden {}: a net of width 1 has no neurons", net.hidden);
        if let Some(path) = &net.patterns {
            net.patterns_text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        }
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.train")));
        let (games, learning) = (self.games.clone(), self.learning.clone());
        Ok((Settings { game, name, net, games, learning }, out))
    }

    /// How many games are played at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if number.is_finite() && number > 0.0 { Ok(number) } else { Err("a number above 0".to_owned()) }
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("0 to 1".to_owned()) }
}
