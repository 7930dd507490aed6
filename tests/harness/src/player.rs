//! A player: a search with memory of its own, a clock, and a notation.

use crate::clock::{HostClock, Timer};
use crate::notation::written;
use anyhow::{Context, Result, anyhow, bail};
use imm::Slot;
use imm::config::{Config, ConfigError};
use imm::game::Move;
use imm::knowledge::Knowledge;
use imm::limits::Limits;
use imm::report::Report;
use imm::spec;
use imm::tree::{Memory, SearchError, Step, TreeSearch};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// Reads a player's notation.
///
/// # Errors
/// Which word is wrong, and why.
pub fn read_spec(text: &str) -> Result<Config> {
    spec::parse(text).map_err(|error| anyhow!("player '{text}': {}", written(|out| error.explain(text, out))))
}

/// The memory of a search, allocated and touched once, used by one search after another.
#[derive(Debug)]
pub struct Block {
    slots: Vec<Slot>,
    path: Vec<Step>,
    moves: Vec<Move>,
}

/// Plies that a tree may grow deep.
const PATH: usize = 4096;

impl Block {
    /// A pool of `mib` MiB.
    ///
    /// # Errors
    /// Where the machine has not as much.
    pub fn mib(mib: u32) -> Result<Self> {
        Self::kib(mib.checked_mul(1024).context("too much memory")?)
    }

    /// A pool of `kib` KiB.
    ///
    /// # Errors
    /// Where the machine has not as much.
    pub fn kib(kib: u32) -> Result<Self> {
        let slots = (kib as usize).checked_mul(1 << 10).context("too much memory")? / size_of::<Slot>();
        Self::slots(slots).with_context(|| format!("cannot allocate {kib} KiB"))
    }

    /// A pool of so many slots.
    ///
    /// # Errors
    /// Where the machine has not as much memory.
    pub fn slots(count: usize) -> Result<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize(count, Slot::default());
        // Zeroed memory may be handed out before there is any behind it: write to every page.
        black_box(&mut slots).fill(Slot::default());
        Ok(Self { slots, path: vec![Step::default(); PATH], moves: Vec::new() })
    }

    /// A new search in this memory.
    ///
    /// # Errors
    /// An option that this game does not support.
    pub fn search<G: Knowledge + Clone>(&mut self, position: &G, config: &Config) -> Result<TreeSearch<'_, G>> {
        let slots = self.slots.len();
        self.search_with(slots, position, config)
    }

    /// A new search in the first `slots` slots of this memory.
    ///
    /// # Errors
    /// An option that this game does not support.
    pub fn search_with<G: Knowledge + Clone>(
        &mut self,
        slots: usize,
        position: &G,
        config: &Config,
    ) -> Result<TreeSearch<'_, G>> {
        self.moves.resize(position.max_moves(), Move::NONE);
        let slots = slots.min(self.slots.len());
        let memory = Memory { slots: &mut self.slots[..slots], path: &mut self.path, moves: &mut self.moves };
        TreeSearch::new(position.clone(), position.clone(), config, memory).map_err(|error| config_error(config, error))
    }
}

/// Can the player called `spec` play `game`?
///
/// # Errors
/// The option that the game does not support.
pub fn check_player<G: Knowledge>(config: &Config, game: &G) -> Result<()> {
    config.check_for(game).map_err(|error| config_error(config, error))
}

fn config_error(config: &Config, error: ConfigError) -> anyhow::Error {
    let player = written(|out| spec::write(config, out));
    anyhow!("player {player}: {}", written(|out| error.explain(out)))
}

/// What players of one kind did in how much time.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Effort {
    /// Simulations made.
    pub simulations: u64,
    /// Plies of their playouts.
    pub playout_plies: u64,
    /// Seconds spent searching, of the time that the search was given.
    pub seconds: f64,
}

impl Effort {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            simulations: self.simulations + other.simulations,
            playout_plies: self.playout_plies + other.playout_plies,
            seconds: self.seconds + other.seconds,
        }
    }

    /// Simulations per second, 0 where no time has passed.
    #[must_use]
    pub fn simulations_per_s(self) -> f64 {
        if self.seconds > 0.0 { self.simulations as f64 / self.seconds } else { 0.0 }
    }
}

/// Searches until a limit is reached or `stop` is raised, timed by `timer`, and says what it found and what it took.
///
/// # Errors
/// A position in which the game is over, or a game that breaks its promises.
pub fn think<G: Knowledge>(
    search: &mut TreeSearch<'_, G>,
    limits: &Limits,
    timer: Timer,
    stop: &AtomicBool,
) -> Result<(Report, Effort)> {
    let clock = HostClock::start(timer);
    match search.search(limits, Some(&clock), stop) {
        Ok(_) => {}
        Err(SearchError::GameOver) => bail!("the game is over: there is nothing to search"),
        Err(SearchError::NoClock | SearchError::NoLimit) => bail!("the search has no limit"),
        Err(SearchError::Fault(fault)) => bail!("the game broke a promise: {fault:?}"),
    }
    let seconds = clock.elapsed().as_secs_f64();
    let report = search.report();
    let effort = Effort { simulations: report.iterations, playout_plies: report.playout_plies, seconds };
    Ok((report, effort))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::kalah::Kalah;

    #[test]
    fn errors_say_what_is_wrong() {
        let error = read_spec("mcts(im0.4,x)").unwrap_err().to_string();
        assert!(error.contains("unknown option 'x' at character 12"), "{error}");
        let config = read_spec("mcts(ipp)").unwrap();
        let error = check_player(&config, &Kalah::default()).unwrap_err().to_string();
        assert!(error.contains("'ipp' needs weights of moves, which this game does not have"), "{error}");
    }

    #[test]
    fn a_player_thinks_in_any_memory() {
        for slots in [0, 1, 1000] {
            let mut block = Block::slots(slots).unwrap();
            let mut search = block.search(&Kalah::default(), &Config::default()).unwrap();
            let (report, effort) =
                think(&mut search, &Limits::iterations(500), Timer::Wall, &AtomicBool::new(false)).unwrap();
            assert_eq!((report.iterations, effort.simulations), (500, 500));
            assert!(search.play(report.best));
        }
    }
}
