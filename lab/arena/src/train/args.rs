//! The arguments of `train`.

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
    /// The folder of the run. If the folder already contains a run, the run continues where it
    /// stopped. Default: the name of the net, followed by ".train".
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The name of the net's files. Default: the name of the game.
    #[arg(long)]
    name: Option<String>,
    /// Total number of generations. To continue a finished run, choose a larger number.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) generations: u32,
    /// Stops the run after this many minutes. To continue the run, use the same command again.
    #[arg(long, value_name = "MINUTES")]
    pub(super) minutes: Option<f64>,
    /// Games played at the same time, each on one core. Default: the number of cores. With --jobs
    /// 1, the same settings always make the same net.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    net: NetShape,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    learning: Learning,
}

/// Settings of the self-play games.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "Its games")]
pub(super) struct Games {
    /// The teacher: the player that plays the games of the first generation. Default: bfm(), or
    /// mcts() for a game without an evaluation.
    #[arg(long, value_name = "SPEC")]
    pub teacher: Option<String>,
    /// The net of the teacher, if the teacher evaluates positions with a net. Default: the built-in
    /// net of the game.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub teacher_net: Option<PathBuf>,
    /// The checksum of the teacher's net.
    #[arg(skip)]
    #[serde(default)]
    pub teacher_mark: Option<u32>,
    /// The player that plays the games of all later generations.
    #[arg(long, value_name = "SPEC", default_value = "bfm(efNet)")]
    pub player: String,
    /// Number of games in each generation after the first.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub games: u32,
    /// Number of games in the first generation. Default: three times --games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    first_games: Option<u32>,
    /// Iterations of the search per move.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: u64,
    /// A game begins with 0 to N random plies. In these plies, all moves are equally likely.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub random_plies: u32,
    /// For this many plies after the random plies, moves are sampled according to their values.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub warm_plies: u32,
    /// The temperature for sampling moves. A move whose value (-1 to 1) is lower than the best
    /// value by this number is e times less likely than the best move.
    #[arg(long, value_name = "T", default_value_t = 0.1, value_parser = positive)]
    pub temperature: f64,
    /// Also learn from positions in the search trees with at least this many visits. With 0, learn
    /// only from the positions of the games. The trees contain many more positions than the games.
    /// The target of a tree position is only the value of the search, because the result of a tree
    /// position is unknown.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub tree_visits: u32,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=6144))]
    pub memory: u32,
    /// A new net must win a match of up to this many games against the best net so far. 0 means no
    /// match.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub gate_games: u32,
    /// The match of a new net against the best net ends early when it is 95 % certain that the new
    /// net is better by this number of Elo points, or that the new net is not better.
    #[arg(long, value_name = "ELO", default_value_t = 30.0, value_parser = positive)]
    pub gate_elo: f64,
    /// The seed of all random choices of the run.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The settings of the training.
#[derive(clap::Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[command(next_help_heading = "How it learns")]
pub(super) struct Learning {
    /// The weight, 0 to 1, of the search's value in the target of a position. The weight of the
    /// game's result is 1 minus this weight.
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = share)]
    pub lambda: f64,
    /// The net learns from about this many of the latest positions.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub window: u32,
    /// Number of times that each generation after the first learns each position.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// Number of times that the first generation learns each position. The first generation begins
    /// with an untrained net. Default: five times --epochs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    first_epochs: Option<u32>,
    /// Positions in one training step.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: u32,
    /// The learning rate (Adam) at the start of a generation. The rate falls to a tenth by the end
    /// of the generation.
    #[arg(long, value_name = "X", default_value_t = 0.002, value_parser = positive)]
    pub rate: f64,
    /// The loss that the training minimises.
    #[arg(long, value_enum, default_value_t)]
    pub loss: Loss,
    #[command(flatten)]
    #[serde(default)]
    pub symmetry: Symmetry,
}

/// The settings that must not change when a run continues. The file `run.toml` contains these
/// settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub game: String,
    pub name: String,
    pub net: NetShape,
    pub games: Games,
    pub learning: Learning,
}

impl Games {
    /// The number of games of this generation.
    pub(super) fn of_generation(&self, generation: u32) -> u32 {
        if generation == 0 { self.first_games.unwrap_or(self.games.saturating_mul(3)) } else { self.games }
    }
}

impl Learning {
    /// The number of epochs of this generation.
    pub(super) fn epochs_of(&self, generation: u32) -> u32 {
        if generation == 0 { self.first_epochs.unwrap_or(self.epochs.saturating_mul(5)) } else { self.epochs }
    }
}

impl Args {
    /// Returns the settings and the folder of the run.
    ///
    /// # Errors
    /// The name is not a valid file name, a net of width 1 has hidden neurons, or the file of
    /// patterns cannot be read.
    pub(super) fn settings(&self) -> Result<(Settings, PathBuf)> {
        let game = self.game.name();
        let stem = Path::new(&game).file_stem().and_then(|stem| stem.to_str()).unwrap_or("game");
        let name = self.name.clone().unwrap_or_else(|| stem.to_owned());
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        ensure!(!name.is_empty() && name.chars().all(plain), "--name {name}: use only letters, digits, _ and -");
        let mut net = self.net.clone();
        ensure!(net.width > 1 || net.hidden == 0, "--hidden {}: a net of width 1 has no hidden layer", net.hidden);
        if let Some(path) = &net.patterns {
            net.patterns_text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        }
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.train")));
        let (games, learning) = (self.games.clone(), self.learning.clone());
        Ok((Settings { game, name, net, games, learning }, out))
    }

    /// The number of games to play at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if number.is_finite() && number > 0.0 { Ok(number) } else { Err("expected a number above 0".to_owned()) }
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("expected 0 to 1".to_owned()) }
}
