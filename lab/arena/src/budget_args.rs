//! The command-line arguments for the budget of a move.

use crate::clock::Timer;
use crate::experiments::matchup::Budget;

/// The budget of a move.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub struct BudgetArgs {
    /// Milliseconds per move.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..))]
    ms: Option<u32>,
    /// Simulations per move, or positions visited per move for ab(...).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
}

impl BudgetArgs {
    /// Returns the budget. `clock` selects wall time or processor time for the milliseconds.
    pub(crate) fn of(&self, clock: Timer) -> Budget {
        match (self.ms, self.iterations) {
            (Some(ms), _) => Budget::WallMs(ms).timed_by(clock),
            (None, iterations) => Budget::Simulations(iterations.unwrap_or(1)),
        }
    }
}
