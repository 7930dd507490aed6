//! The command `ugi`: an engine that speaks UGI, the universal game interface, or UCI on standard
//! input and output.

mod command;
mod engine;
mod info;
mod input;
mod options;
mod record;
mod think;
mod write;

use crate::answer::Answer;
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use anyhow::{Result, anyhow};
use engine::{End, Engine, Event, Session};
use options::{Check, Settings};
use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use write::Output;

/// Arguments of `ugi`. They are the first values of the engine's options.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player, e.g. "mcts(im0.4)".
    #[arg(long, value_name = "SPEC", default_value = "best")]
    player: String,
    /// Level of strength from 1 to 10. 0 is full strength.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=10))]
    level: u32,
    /// Memory of the engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
    /// Seed of the player.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The neural net (.immnet) of a player that evaluates with a net. Default: the net that comes
    /// with the game.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl Args {
    /// Returns the first values of the engine's options.
    fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::new(self.game.name());
        let net = self.net.as_ref().map(|path| path.to_string_lossy().into_owned());
        let values = [
            ("Player", self.player.clone()),
            ("Level", self.level.to_string()),
            ("Hash", self.memory.to_string()),
            ("Threads", self.threads.to_string()),
            ("Seed", self.seed.to_string()),
            ("Net", net.unwrap_or_default()),
        ];
        for (name, value) in values {
            settings = settings.with(name.as_bytes(), value.as_bytes()).map_err(|error| anyhow!(error))?.0;
        }
        Ok(settings)
    }
}

/// Speaks UGI or UCI until `quit` or the end of standard input.
///
/// # Errors
/// The game is unknown, or cannot be played with these options, or standard output cannot be
/// written. It is not an error if standard output is closed.
pub fn run(args: &Args) -> Result<Answer> {
    let mut settings = args.settings()?;
    let game = settings.game.clone();
    with_game(&game, Check(&mut settings))?.map_err(|error| anyhow!("{game}: {error}"))?;
    let (sender, events) = channel();
    let input = sender.clone();
    let initial = settings.clone();
    let waiting = RefCell::default();
    let mut session = Session { settings, initial, uci: false, output: Output, events, waiting, sender };
    input::start(move |read| input.send(Event::Input(read)).is_ok());
    loop {
        match with_game(&session.settings.game.clone(), Play(&mut session))? {
            Ok(End::OtherGame) => {}
            Ok(End::Quit) => return Ok(Answer::ok(String::new())),
            Err(error) if is_closed(&error) => return Ok(Answer::ok(String::new())),
            Err(error) => return Err(error.context("standard output")),
        }
    }
}

/// True if the program that reads our standard output has closed it.
fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// A visitor that runs the engine.
struct Play<'a>(&'a mut Session);

impl Visit for Play<'_> {
    type Output = Result<End>;

    fn visit<G: Arena>(self, start: G) -> Result<End> {
        Engine::new(self.0, start).run()
    }
}
