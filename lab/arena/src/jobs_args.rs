//! The command-line argument for the number of games that are played at the same time.

use crate::contest::cores;

/// The number of games that are played at the same time.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct JobsArgs {
    /// Games played at the same time. Default: the number of cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

impl JobsArgs {
    /// Returns the number of games to play at the same time.
    pub(crate) fn count(self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}
