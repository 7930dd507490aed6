//! Defines matchups and experiments. A matchup is a game, two players, the budget per move, and the
//! other conditions of the games.

use crate::clock::Timer;
use crate::contender::Contender;
use crate::contest::{Conditions, Scoring};
use crate::engine::args::Settings;
use crate::engine::spec::EngineSpec;
use crate::net::NetFile;
use crate::net_args::shipped_mark;
use crate::openings::set::OpeningSet;
use crate::stats::Estimate;
use crate::team::Together;
use anyhow::{Context, Result, ensure};
use imm::game::knowledge::Evaluator;
use imm::time::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The seed of all experiments. The default seed of `imm-arena match` is the same number, so
/// `imm-arena match` plays the same games by default.
pub const SEED: u64 = 1;

/// The memory of each player in MiB, unless a matchup sets another size.
pub const MEMORY_MIB: u32 = 64;

/// The budget of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// The number of simulations per move. For alpha-beta, the number of visited positions per
    /// move.
    Simulations(u64),
    /// The number of simulations per move for A, and for B.
    Each([u64; 2]),
    /// Milliseconds of processor time on the player's thread.
    CpuMs(u32),
    /// Milliseconds of wall time.
    WallMs(u32),
}

impl Budget {
    /// Returns the limits of a search, and the clock that measures the time.
    #[must_use]
    pub fn limits(self) -> (Limits, Timer) {
        match self {
            Self::Simulations(count) => (Limits::iterations(count), Timer::Wall),
            Self::Each(_) => (Limits::default(), Timer::Wall),
            Self::CpuMs(ms) => (Limits::time_ms(ms), Timer::Cpu),
            Self::WallMs(ms) => (Limits::time_ms(ms), Timer::Wall),
        }
    }

    /// Returns the number of simulations per move of A and of B. Both are `None` unless the budget
    /// is [`Budget::Each`].
    fn own_iterations(self) -> [Option<u64>; 2] {
        if let Self::Each(own) = self { own.map(Some) } else { [None; 2] }
    }

    /// Returns this budget, with `timer` as its clock if the budget is in milliseconds.
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

/// Everything that determines a game, except the number of the game. Experiments with equal
/// matchups share their games: each game is played only once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// The game's name.
    pub game: String,
    /// Player A in player notation, or an external program.
    pub a: String,
    /// Player B in player notation, or an external program.
    pub b: String,
    /// The budget of a move.
    pub budget: Budget,
    /// The number of random plies at the start of each pair of games. The moves of these plies are
    /// sampled uniformly, so that deterministic players do not repeat one game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub random_plies: u32,
    /// The name of an opening set. Each pair of games begins from the next position of the set. A
    /// set must not change after games have been played with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The mark (a hash) of the neural net, if a player evaluates with a net. Games with different
    /// nets have different matchups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The memory of each player in KiB. `None` means [`MEMORY_MIB`] MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_kib: Option<u32>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Matchup {
    /// Stores the mark (a hash) of the neural net that the players use, if any. The net is `own`,
    /// or else the net that comes with the game.
    ///
    /// # Errors
    /// The game does not exist.
    pub fn with_net(mut self, own: Option<&NetFile>) -> Result<Self> {
        let searches = [&self.a, &self.b].into_iter().filter(|player| !EngineSpec::is_named(player));
        if searches.into_iter().any(|player| player.contains(Evaluator::NET.word())) {
            let mark = match own {
                Some(net) => Some(net.net()?.mark()),
                None => shipped_mark(&self.game)?,
            };
            self.net = mark.map(|mark| format!("{mark:08x}"));
        }
        Ok(self)
    }

    /// Returns the conditions of the games. The neural net is `own`, or else the net that comes
    /// with the game.
    ///
    /// # Errors
    /// The game, an option or the opening set is unknown, or the net differs from the matchup's
    /// net.
    pub fn conditions(&self, own: Option<&NetFile>) -> Result<Conditions> {
        self.conditions_with(&self.b, own)
    }

    /// Returns the conditions of the games. `b` is the text of player B, whose name may be
    /// different in the matchup. See [`Self::conditions`].
    fn conditions_with(&self, b: &str, own: Option<&NetFile>) -> Result<Conditions> {
        let [(a, a_iterations), (b, b_iterations)] = [Contender::read(&self.a)?, Contender::read(b)?];
        let [own_a, own_b] = self.budget.own_iterations();
        let here = self.clone().with_net(own)?.net;
        ensure!(here == self.net, "these games use another net than the built-in net of {}", self.game);
        let (limits, timer) = self.budget.limits();
        let openings = self.openings.as_deref().map(OpeningSet::named).transpose()?;
        let (random_plies, openings) = (self.random_plies, openings.map(Arc::new));
        let conditions = Conditions {
            nets: [&a, &b].map(|player| own.filter(|_| player.uses_net()).cloned()),
            players: [a, b],
            limits,
            own_iterations: [own_a.or(a_iterations), own_b.or(b_iterations)],
            threads: [1; 2],
            together: Together::Merge,
            control: None,
            timer,
            seed: SEED,
            random_plies,
            openings,
            engine: Settings::default(),
        };
        conditions.check(&self.game)?;
        Ok(conditions)
    }

    /// Returns the memory of A and of B in KiB.
    #[must_use]
    pub fn memory(&self) -> [u32; 2] {
        [self.memory_kib.unwrap_or(MEMORY_MIB * 1024); 2]
    }

    /// Returns the scoring of the games: single games or pairs of games.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        Scoring::of_game(&self.game).unwrap_or(Scoring::Games)
    }
}

/// A match between two players. In the report, the match is a row of a table, a point of a figure,
/// or a part of a ladder.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The unique name, e.g. `table4/3`: the part of the report, a slash, and the row.
    pub id: String,
    /// The label of the row in the report. Empty for a match of a ladder.
    pub label: String,
    /// The players and the conditions of the games.
    pub matchup: Matchup,
    /// The number of games, which is even.
    pub games: u64,
    /// The priority. Experiments with priority 1 are played first.
    pub priority: u32,
    /// A's score in the paper, with its 95 % confidence interval. `None` if the paper has no score
    /// for this match.
    pub paper: Option<Estimate>,
    /// The x value of this experiment's point in the figure. `None` if the figure has no such
    /// point.
    pub x: Option<f64>,
    /// The label of the experiment's curve, if the figure has several curves measured with imm.
    pub curve: Option<String>,
    /// For an experiment of a sweep, the title of the chart that shows its point.
    pub panel: Option<String>,
    /// The cell of the experiment in a cross table, if the experiment belongs to a cross table.
    pub matrix: Option<Cell>,
    /// The number of simulations per move that a budget in milliseconds should allow.
    pub aim: Option<u64>,
    /// A remark for readers of the report.
    pub remark: Option<String>,
    /// The table or figure of the paper, e.g. "Table 2".
    pub source: Option<String>,
    /// The name of another experiment that this one repeats, for example with another budget. Both
    /// are compared with the same score of the paper.
    pub repeats: Option<String>,
    /// True if this experiment, not the repeated one, decides the verdict on the paper's score.
    pub decides: bool,
    /// True if the paper's score cannot be tested. The field `why` gives the reason.
    pub untestable: bool,
    /// The reason why the score differs from the paper's score, as a clause of a sentence.
    pub why: Option<String>,
    /// Matches outside this repository that support or contradict the verdict.
    pub evidence: Option<String>,
    /// The name of the ladder that this match belongs to, and the indices of A and B in the ladder.
    pub ladder: Option<(String, [usize; 2])>,
    /// The command of player B, e.g. `uci:./engine`, if the matchup has only a name for this
    /// external program. The log contains this name and not the command, so games do not depend on
    /// the path of the program.
    pub command: Option<String>,
}

/// Experiments in groups. Each group has a name or `None`.
pub(super) type Named<'a, T> = Vec<(Option<&'a str>, T)>;

/// Groups the experiments by panel, and the experiments of each panel by curve. Groups and
/// experiments keep their order.
pub(super) fn panels<'a>(
    experiments: impl Iterator<Item = &'a Experiment>,
) -> Named<'a, Named<'a, Vec<&'a Experiment>>> {
    let mut panels = Named::new();
    for one in experiments {
        let curves: &mut Named<'_, _> = entry(&mut panels, one.panel.as_deref());
        let points: &mut Vec<_> = entry(curves, one.curve.as_deref());
        points.push(one);
    }
    panels
}

/// Returns the entry with this name. Adds an empty entry if the list has no such entry.
fn entry<'a, 'b, T: Default>(list: &'b mut Named<'a, T>, name: Option<&'a str>) -> &'b mut T {
    let index = list.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        list.push((name, T::default()));
        list.len() - 1
    });
    &mut list[index].1
}

/// A cell of a cross table of players: the score of player `a` against player `b`. The report
/// computes the score of `b` against `a` from this cell.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The title of the table.
    pub table: String,
    /// The label of player A in the table.
    pub a: String,
    /// The label of player B in the table.
    pub b: String,
}

impl Experiment {
    /// Returns an experiment with these values. All other fields have default values.
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
            panel: None,
            matrix: None,
            aim: None,
            remark: None,
            source: None,
            repeats: None,
            decides: false,
            untestable: false,
            why: None,
            evidence: None,
            ladder: None,
            command: None,
        }
    }

    /// Returns the conditions of the games. If a player uses a neural net, it is the net that comes
    /// with the game.
    ///
    /// # Errors
    /// See [`Matchup::conditions`].
    pub fn conditions(&self) -> Result<Conditions> {
        let Self { matchup, command, .. } = self;
        matchup.conditions_with(command.as_ref().unwrap_or(&matchup.b), None)
    }
}

/// Checks that the game exists and that the number of games is positive and even.
pub(crate) fn check_games(id: &str, game: &str, games: u64) -> Result<()> {
    ensure!(
        games > 0 && games.is_multiple_of(2),
        "{id}: the number of games must be even, because each opening is played twice"
    );
    Scoring::of_game(game).with_context(|| id.to_owned())?;
    Ok(())
}
