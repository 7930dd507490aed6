//! The command `check`: finds mistakes in the code of a game.
//!
//! The game runs in a child process (`child.rs`). If the game crashes or hangs, a second process
//! repeats the check. The second process writes a note to a file (`trace.rs`) before each callback
//! (`watched.rs`). A third process plays the moves that lead to the crash or hang, and has the game
//! write these moves as text (`translate.rs`). `report.rs` makes the output. `platform.rs` contains
//! the code that differs between operating systems.

mod child;
mod platform;
mod report;
mod trace;
mod translate;
mod watched;

use crate::answer::Answer;
use crate::clock::{HostClock, Timer};
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, file_of, with_game};
use crate::progress::bar;
use anyhow::{Result, anyhow};
use imm::check::{self, Callback, GameUnderTest, Memory, Options, Report, Seen, Typed};
use imm::game::Move;
use imm_host::host::open;
use std::time::Duration;
use trace::Writer;
use watched::Watched;

/// Arguments of the command `check`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of positions to check.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Seed of the games that are played. A different seed may find different mistakes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A callback that does not return within this number of seconds is a mistake.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    patience: f64,
    /// Check in this process, for a debugger. If the game crashes or hangs, imm-arena crashes or
    /// hangs too.
    #[arg(long)]
    in_process: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Marks the child process that runs the game. Standard input is the file for the notes of the
    /// child.
    #[arg(long, hide = true)]
    child: bool,
    /// Write a note before each callback.
    #[arg(long, hide = true, requires = "child")]
    notes: bool,
    /// Write these moves as text instead of checking the game.
    #[arg(long, hide = true, value_delimiter = ',', requires = "child")]
    moves: Vec<u32>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|&seconds| (0.1..=1e6).contains(&seconds));
    seconds.ok_or_else(|| "0.1 to 1000000 seconds".to_owned())
}

impl Args {
    fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience)
    }

    /// Returns the command-line arguments that select this check.
    fn words(&self) -> Vec<String> {
        let game = self.game.name();
        let game = if file_of(&game).is_some() { vec!["--game".to_owned(), game] } else { vec![game] };
        let options = ["--plies".to_owned(), self.plies.to_string(), "--seed".to_owned(), self.seed.to_string()];
        [vec!["check".to_owned()], game, options.to_vec()].concat()
    }

    /// Returns the arguments of the child process that runs the game.
    fn for_child(&self) -> Vec<String> {
        let mut words = self.words();
        words.push("--child".to_owned());
        words.extend(self.json.then(|| "--json".to_owned()));
        words
    }

    fn options(&self) -> Options {
        Options { seed: self.seed, plies: self.plies }
    }
}

/// Checks the game, and returns the mistakes and the measurements.
///
/// # Errors
/// The game is unknown, or no game can be loaded from the file.
pub fn run(args: &Args) -> Result<Answer> {
    let (name, options) = (args.game.name(), args.options());
    if args.in_process {
        let report = with_subject(&name, None, |game, _| report_of(game, &options))?;
        return report::answer(args, &report);
    }
    if !args.child {
        return child::run(args);
    }
    let mut trace = Writer::from_stdin(args.notes)?;
    if !args.moves.is_empty() {
        with_subject(&name, Some(&mut trace), |game, trace| {
            trace.map_or(Ok(()), |trace| translate::run(&args.moves, game, trace))
        })??;
        return Ok(Answer::ok(String::new()));
    }
    let answer = watched(args, &mut trace);
    trace.say(&child::to_say(&answer))?;
    Ok(Answer::ok(String::new()))
}

/// Runs a check that writes notes to `trace`, and returns the answer.
fn watched(args: &Args, trace: &mut Writer) -> Result<Answer> {
    let progress = bar(args.plies.into(), "positions", !args.json)?;
    let report = with_subject(&args.game.name(), Some(trace), |game, trace| match trace {
        Some(trace) => report_of(&mut Watched::new(game, trace, &progress), &args.options()),
        None => report_of(game, &args.options()),
    })?;
    report::answer(args, &report)
}

/// Calls `ask` with the game called `name`. For a game from a file, adds a note to `trace` before
/// the first callback.
///
/// # Errors
/// The game is unknown, or no game can be loaded from the file.
fn with_subject<R>(
    name: &str,
    mut trace: Option<&mut Writer>,
    ask: impl FnOnce(&mut dyn GameUnderTest, Option<&mut Writer>) -> R,
) -> Result<R> {
    struct Ask<'a, F> {
        trace: Option<&'a mut Writer>,
        ask: F,
    }
    impl<R, F: FnOnce(&mut dyn GameUnderTest, Option<&mut Writer>) -> R> Visit for Ask<'_, F> {
        type Output = R;
        fn visit<G: Arena>(self, start: G) -> R {
            (self.ask)(&mut Typed::new(start), self.trace)
        }
    }
    let Some(file) = file_of(name) else { return Ok(with_game(name, Ask { trace, ask })?) };
    let game = open(file)?;
    if let Some(trace) = &mut trace {
        trace.note(Callback::Initial, Move::NONE, 1);
    }
    let answer = game.with_guards(|game| ask(game, trace));
    answer.map_err(|status| anyhow!("the game cannot be checked: status {status}"))
}

/// Returns for each of these callbacks whether the game called `name` has it. For a game in Rust,
/// the answer for a callback with a default is true.
///
/// # Errors
/// The game is unknown, or no game can be loaded from the file.
pub(crate) fn has_callbacks(name: &str, callbacks: impl Iterator<Item = Callback>) -> Result<Vec<bool>> {
    with_subject(name, None, |game, _| callbacks.map(|callback| game.has(callback)).collect())
}

/// Runs the check on a game and returns its report.
pub fn report_of(game: &mut dyn GameUnderTest, options: &Options) -> Report {
    let most = game.max_moves();
    let (mut moves, mut spare) = (vec![Move::NONE; most], vec![Move::NONE; most]);
    let (mut marks, mut seen, mut line) = (vec![0; 2 * most], vec![Seen::default(); 1 << 16], vec![0; 2048]);
    let memory = Memory { moves: &mut moves, spare: &mut spare, marks: &mut marks, seen: &mut seen, line: &mut line };
    let (clock, mut report) = (HostClock::start(Timer::Cpu), Report::default());
    check::check(game, memory, options, Some(&clock), &mut report);
    report
}
