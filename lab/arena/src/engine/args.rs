//! The command-line arguments for external programs.

use crate::answer::say;
use crate::clock::Timer;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of external programs.
#[derive(clap::Args, Clone, Debug)]
pub struct EngineArgs {
    /// External programs: seconds to wait for a move after its time is over. A program that is then
    /// still silent loses the game and is started again.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    engine_patience: f64,
    /// External programs: a move may take this number of milliseconds longer than --ms before it
    /// counts as late.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    engine_margin: u32,
    /// External programs: write all lines to DIR/NAME-PID.log, with seconds since the start. `>` is
    /// sent, `<` is received, `!` is standard error.
    #[arg(long, value_name = "DIR")]
    engine_log: Option<PathBuf>,
}

/// The settings of external programs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the game. Empty if it is unknown.
    pub game: String,
    /// How long to wait for an answer after the time for a move is over.
    pub patience: Duration,
    /// The time that a move may take longer than its budget.
    pub margin: Duration,
    /// The folder of the logs.
    pub log: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { game: String::new(), patience: Duration::from_secs(5), margin: Duration::from_millis(50), log: None }
    }
}

impl Settings {
    /// Returns these settings for the game called `game`.
    #[must_use]
    pub fn for_game(&self, game: &str) -> Self {
        Self { game: game.to_owned(), ..self.clone() }
    }
}

impl EngineArgs {
    /// Returns the settings for the game called `game`.
    #[must_use]
    pub fn settings(&self, game: &str) -> Settings {
        Settings {
            game: game.to_owned(),
            patience: Duration::from_secs_f64(self.engine_patience),
            margin: Duration::from_millis(self.engine_margin.into()),
            log: self.engine_log.clone(),
        }
    }
}

/// Prints a note if an external program plays (`has_program`) and imm's own time is processor time.
pub fn say_what_clock(has_program: bool, timer: Timer) {
    if has_program && timer == Timer::Cpu {
        say(format_args!("note: the time of an external program is wall time, also with --clock cpu"));
    }
}

/// Parses a number of seconds, more than 0 and at most one day.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0 && seconds <= 86_400.0);
    number.ok_or_else(|| "expected a number of seconds above 0, at most 86400".to_owned())
}
