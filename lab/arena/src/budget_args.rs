//! What each move of a player may take, as arguments of a command.

use crate::clock::Timer;
use crate::experiments::matchup::Budget;

/// What each move may take.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub struct BudgetArgs {
    /// Milliseconds a move.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..))]
    ms: Option<u32>,
    /// Simulations a move, positions visited for ab(...).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
}

impl BudgetArgs {
    /// The budget, in time that `clock` counts.
    pub(crate) fn of(&self, clock: Timer) -> Budget {
        match (self.ms, self.iterations) {
            (Some(ms), _) => Budget::WallMs(ms).timed_by(clock),
            (None, iterations) => Budget::Simulations(iterations.unwrap_or(1)),
        }
    }
}
