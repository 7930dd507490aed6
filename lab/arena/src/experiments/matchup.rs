//! What is played: two players of a game, what a move may take them, how many games.

use crate::clock::Timer;
use crate::contest::{Conditions, Scoring, check_players};
use crate::net::NetFile;
use crate::net_args::shipped_mark;
use crate::openings::set::OpeningSet;
use crate::player::read_spec;
use crate::stats::Estimate;
use crate::team::Together;
use anyhow::{Context, Result, ensure};
use imm::game::knowledge::Evaluator;
use imm::time::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The seed of all experiments: `imm-arena match` with its default seed plays the same games.
pub const SEED: u64 = 1;

/// Memory of each player, where nothing else is said.
pub const MEMORY_MIB: u32 = 64;

/// What each move may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// Simulations; of alpha-beta, positions visited.
    Simulations(u64),
    /// Those of A and those of B.
    Each([u64; 2]),
    /// Milliseconds of the processor's time on the player's thread.
    CpuMs(u32),
    /// Milliseconds on the wall.
    WallMs(u32),
}

impl Budget {
    /// The limits of a search, and what times it.
    #[must_use]
    pub fn limits(self) -> (Limits, Timer) {
        match self {
            Self::Simulations(count) => (Limits::iterations(count), Timer::Wall),
            Self::Each(_) => (Limits::default(), Timer::Wall),
            Self::CpuMs(ms) => (Limits::time_ms(ms), Timer::Cpu),
            Self::WallMs(ms) => (Limits::time_ms(ms), Timer::Wall),
        }
    }

    /// The simulations of A and of B, where these differ.
    fn own_iterations(self) -> [Option<u64>; 2] {
        if let Self::Each(own) = self { own.map(Some) } else { [None; 2] }
    }

    /// This budget with milliseconds counted by `timer`.
    #[must_use]
    pub fn timed_by(self, timer: Timer) -> Self {
        match (self, timer) {
            (Self::Simulations(_) | Self::Each(_), _) => self,
            (Self::CpuMs(ms) | Self::WallMs(ms), Timer::Cpu) => Self::CpuMs(ms),
            (Self::CpuMs(ms) | Self::WallMs(ms), Timer::Wall) => Self::WallMs(ms),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulations(count) => write!(f, "{count} simulations"),
            Self::Each([a, b]) => write!(f, "{a} simulations against {b}"),
            Self::CpuMs(ms) => write!(f, "{ms} ms CPU"),
            Self::WallMs(ms) => write!(f, "{ms} ms"),
        }
    }
}

/// All that decides how a game goes, except its number: games of equal matchups are
/// interchangeable, whatever experiment they were played for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// The game's name.
    pub game: String,
    /// Player A in notation.
    pub a: String,
    /// Player B in notation.
    pub b: String,
    /// What each move may take.
    pub budget: Budget,
    /// Plies with which each pair of games begins, drawn uniformly: variety for players that have
    /// none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub random_plies: u32,
    /// The name of the set of positions from which pairs of games begin, one after the other. A set
    /// under which games were played stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The mark of the net that comes with the game, where a player evaluates by it: games by
    /// another net are other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Memory of each player in KiB, where it is another than [`MEMORY_MIB`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_kib: Option<u32>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Matchup {
    /// Notes which net its players have, if they have one: `own`, or else that which comes with the
    /// game.
    ///
    /// # Errors
    /// A game that does not exist.
    pub fn with_net(mut self, own: Option<&NetFile>) -> Result<Self> {
        if [&self.a, &self.b].iter().any(|player| player.contains(Evaluator::NET.word())) {
            let mark = match own {
                Some(net) => Some(net.net()?.mark()),
                None => shipped_mark(&self.game)?,
            };
            self.net = mark.map(|mark| format!("{mark:08x}"));
        }
        Ok(self)
    }

    /// How its games are played, by the net `own` or that which comes with the game.
    ///
    /// # Errors
    /// A game or a notation that this version does not understand, or a set of openings that it
    /// does not have.
    pub fn conditions(&self, own: Option<&NetFile>) -> Result<Conditions> {
        let players = [read_spec(&self.a)?, read_spec(&self.b)?];
        check_players(&self.game, &players)?;
        let here = self.clone().with_net(own)?.net;
        ensure!(here == self.net, "these games are played with another net than that which comes with {}", self.game);
        let (limits, timer) = self.budget.limits();
        let openings = self.openings.as_deref().map(OpeningSet::named).transpose()?;
        openings.iter().try_for_each(|set| set.check(&self.game))?;
        let (random_plies, openings) = (self.random_plies, openings.map(Arc::new));
        Ok(Conditions {
            players,
            limits,
            own_iterations: self.budget.own_iterations(),
            threads: [1; 2],
            together: Together::Merge,
            control: None,
            timer,
            seed: SEED,
            random_plies,
            openings,
            nets: players.map(|player| own.filter(|_| player.evaluator() == Evaluator::NET).cloned()),
        })
    }

    /// Memory of A and of B in KiB.
    #[must_use]
    pub fn memory(&self) -> [u32; 2] {
        [self.memory_kib.unwrap_or(MEMORY_MIB * 1024); 2]
    }

    /// What its games are scored by.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        Scoring::of_game(&self.game).unwrap_or(Scoring::Games)
    }
}

/// One row of a table or one point of a figure.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its unique name: place, then row.
    pub id: String,
    /// What the row is called in the report; empty of a match of a ladder.
    pub label: String,
    /// What is played.
    pub matchup: Matchup,
    /// How many games, an even number.
    pub games: u64,
    /// What is played first: 1 before 2.
    pub priority: u32,
    /// The score of A that the paper found and its 95 % interval, if it has a figure.
    pub paper: Option<Estimate>,
    /// Where it stands in the figure.
    pub x: Option<f64>,
    /// What its curve is called, where the figure has several of ours.
    pub curve: Option<String>,
    /// Its place in a table of all against all.
    pub matrix: Option<Cell>,
    /// The simulations a move that the tree search is to make, where time is the budget.
    pub aim: Option<u64>,
    /// What a reader of the report should know.
    pub remark: Option<String>,
    /// The ladder that it is a match of, and the places of A and B there.
    pub ladder: Option<(String, [usize; 2])>,
}

/// A place in a table of all against all: the score of one player against another. The other half
/// follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// What the table is called.
    pub table: String,
    /// What player A is called there.
    pub a: String,
    /// What player B is called there.
    pub b: String,
}

impl Experiment {
    /// A match, of which nothing more is known.
    #[must_use]
    pub fn new(id: String, matchup: Matchup, games: u64) -> Self {
        Self {
            id,
            label: String::new(),
            matchup,
            games,
            priority: 1,
            paper: None,
            x: None,
            curve: None,
            matrix: None,
            aim: None,
            remark: None,
            ladder: None,
        }
    }
}

/// Games are an even number, of a game that there is.
pub(super) fn check_games(id: &str, game: &str, games: u64) -> Result<()> {
    ensure!(games > 0 && games.is_multiple_of(2), "{id}: every opening is played twice: an even number of games");
    Scoring::of_game(game).with_context(|| id.to_owned())?;
    Ok(())
}
