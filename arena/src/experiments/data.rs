//! The experiments as data: one TOML file for each part of the report, one entry for each row or
//! point of the paper.

use super::ladder::{self, Ladder};
use super::solved::Solved;
use crate::bench::switches::SwitchReport;
use crate::clock::Timer;
use crate::contest::{Conditions, Scoring, check_players};
use crate::endgames::compare::Comparison;
use crate::net::{NetFile, shipped_mark};
use crate::openings::set::OpeningSet;
use crate::player::read_spec;
use crate::stats::{Estimate, normal_interval};
use crate::team::Together;
use anyhow::{Context, Result, bail, ensure};
use imm::knowledge::Evaluator;
use imm::limits::Limits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::Path;
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

/// An elimination tournament over the values of one option.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its unique name.
    pub id: String,
    /// What it is called in the report.
    pub label: String,
    /// The game's name.
    pub game: String,
    /// The players, in the order of the first round: the value, and the notation.
    pub players: Vec<(String, String)>,
    /// What each move may take.
    pub budget: Budget,
    /// Games of each match, an even number.
    pub games: u64,
    /// What is played first: 1 before 2.
    pub priority: u32,
    /// The value that won in the paper.
    pub paper: String,
}

/// A curve of the paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// What it is called.
    pub label: String,
    /// Its points: alpha, and the score in percent.
    pub points: Vec<(f64, f64)>,
}

/// A figure: the paper's curves and the points of the part it belongs to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The file's name.
    pub file: String,
    /// What is written above.
    pub title: String,
    /// The paper's curves.
    #[serde(rename = "curve")]
    pub curves: Vec<Curve>,
}

/// A part of the report: one file.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Parts are reported by rising order.
    pub order: u32,
    /// The heading.
    pub title: String,
    /// What is said below the heading.
    pub about: String,
    /// The figure, if it is one.
    pub figure: Option<Figure>,
    /// Rows and points.
    pub experiments: Vec<Experiment>,
    /// Tournaments.
    pub tournaments: Vec<Tournament>,
    /// Ladders.
    pub ladders: Vec<Ladder>,
    /// A file beside this one, with what `imm-arena bench --switches --json` has measured.
    pub measured_in: Option<String>,
    /// What it says.
    pub measured: Vec<SwitchReport>,
    /// A file beside this one, with what `imm-arena endgames compare --json` has measured.
    pub compared_in: Option<String>,
    /// What it says.
    pub compared: Option<Comparison>,
    /// Positions whose value is known.
    pub solved: Vec<Solved>,
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    order: u32,
    title: String,
    about: String,
    figure: Option<Figure>,
    measured_in: Option<String>,
    compared_in: Option<String>,
    /// What entries have that do not say otherwise.
    #[serde(default)]
    defaults: toml::Table,
    #[serde(default)]
    row: Vec<toml::Table>,
    #[serde(default)]
    tournament: Vec<toml::Table>,
    #[serde(default)]
    ladder: Vec<toml::Table>,
    #[serde(default)]
    solved: Vec<Solved>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    label: String,
    game: String,
    a: String,
    b: String,
    budget: Budget,
    #[serde(default)]
    random_plies: u32,
    openings: Option<String>,
    memory_kib: Option<u32>,
    games: u64,
    priority: u32,
    /// The paper's score of A in percent, and the games it was found in.
    paper: Option<f64>,
    paper_games: Option<u64>,
    x: Option<f64>,
    curve: Option<String>,
    matrix: Option<Cell>,
    aim: Option<u64>,
    remark: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TournamentRow {
    id: String,
    label: String,
    game: String,
    player: String,
    values: Vec<String>,
    budget: Budget,
    games: u64,
    priority: u32,
    paper: String,
}

/// Reads the experiments in the directory `dir`, by the order of the report.
///
/// # Errors
/// A file that cannot be read, a field that is missing or unknown, an entry that is not unique.
pub fn load(dir: &Path) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(dir).with_context(|| format!("{}: cannot read", dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&path).with_context(|| format!("{}: cannot read", path.display()))?;
            let mut part = part(&text).with_context(|| path.display().to_string())?;
            if let Some(name) = &part.measured_in {
                part.measured = read_json(&path.with_file_name(name))?;
            }
            if let Some(name) = &part.compared_in {
                part.compared = Some(read_json(&path.with_file_name(name))?);
            }
            part.solved.iter_mut().try_for_each(|solved| solved.read_beside(&path))?;
            parts.push(part);
        }
    }
    ensure!(!parts.is_empty(), "{}: no experiments (*.toml) there", dir.display());
    parts.sort_by_key(|part| part.order);
    let mut seen = HashSet::new();
    let rows = parts.iter().flat_map(|part| part.experiments.iter().map(|experiment| &experiment.id));
    let tournaments = parts.iter().flat_map(|part| part.tournaments.iter().map(|tournament| &tournament.id));
    match rows.chain(tournaments).find(|id| !seen.insert(id.as_str())) {
        Some(twice) => bail!("two experiments are called '{twice}'"),
        None => Ok(parts),
    }
}

/// Reads what was measured.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("{}: cannot read", path.display()))?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Reads one file's text, without what another file has measured.
///
/// # Errors
/// As [`load`].
pub fn part(text: &str) -> Result<Part> {
    let File { order, title, about, figure, measured_in, compared_in, defaults, row, tournament, ladder, solved } =
        toml::from_str(text)?;
    let mut experiments = row.into_iter().map(|row| experiment(filled(row, &defaults)?)).collect::<Result<Vec<_>>>()?;
    let all = tournament.into_iter().map(|row| whole_tournament(filled(row, &defaults)?)).collect::<Result<_>>()?;
    let mut ladders = Vec::new();
    for row in ladder {
        let (ladder, matches) = filled::<ladder::Row>(row, &defaults)?.matches()?;
        ladders.push(ladder);
        experiments.extend(matches);
    }
    let about = about.trim().to_owned();
    let (measured, compared) = (Vec::new(), None);
    Ok(Part {
        order,
        title,
        about,
        figure,
        experiments,
        tournaments: all,
        ladders,
        measured_in,
        measured,
        compared_in,
        compared,
        solved,
    })
}

/// An entry with the defaults where it says nothing.
fn filled<T: DeserializeOwned>(entry: toml::Table, defaults: &toml::Table) -> Result<T> {
    let id = entry.get("id").and_then(toml::Value::as_str).unwrap_or("an entry without id").to_owned();
    let mut whole = defaults.clone();
    whole.extend(entry);
    whole.try_into().context(id)
}

fn experiment(row: Row) -> Result<Experiment> {
    let Row { id, label, game, a, b, budget, random_plies, openings, memory_kib, games, .. } = row;
    let Row { priority, paper, paper_games, x, curve, matrix, aim, remark, .. } = row;
    check_games(&id, &game, games)?;
    let paper = match (paper, paper_games) {
        (None, _) => None,
        (Some(percent), Some(count)) if (0.0..=100.0).contains(&percent) && count > 0 => {
            Some(Estimate { score: percent / 100.0, ci95: normal_interval(percent / 100.0, count as f64) })
        }
        _ => bail!("{id}: the paper's figure is a percentage, with the number of games it was found in"),
    };
    let matchup = Matchup { game, a, b, budget, random_plies, openings, net: None, memory_kib };
    let plain = Experiment::new(id, matchup.with_net(None)?, games);
    Ok(Experiment { label, priority, paper, x, curve, matrix, aim, remark, ..plain })
}

fn whole_tournament(row: TournamentRow) -> Result<Tournament> {
    let TournamentRow { id, label, game, player, values, budget, games, priority, paper } = row;
    check_games(&id, &game, games)?;
    ensure!(player.contains("{}"), "{id}: no {{}} in the player, where the value is to stand");
    ensure!(values.contains(&paper), "{id}: the paper's winner '{paper}' takes no part");
    let players = values.into_iter().map(|value| (value.clone(), player.replace("{}", &value))).collect();
    Ok(Tournament { id, label, game, players, budget, games, priority, paper })
}

pub(super) fn check_games(id: &str, game: &str, games: u64) -> Result<()> {
    ensure!(games > 0 && games.is_multiple_of(2), "{id}: every opening is played twice: an even number of games");
    Scoring::of_game(game).with_context(|| id.to_owned())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
        order = 3
        title = "Table 0"
        about = "Nothing."
        [defaults]
        game = "kalah"
        budget = { simulations = 100 }
        games = 20
        priority = 7
        [[row]]
        id = "t/1"
        label = "one"
        a = "mcts(im0.3)"
        b = "mcts()"
        paper = 94.3
        paper_games = 1000
        [[row]]
        id = "t/2"
        label = "two"
        a = "mcts(later)"
        b = "mcts()"
        budget = { cpu_ms = 5 }
        games = 2
        [[tournament]]
        id = "t/3"
        label = "three"
        player = "mcts(im{})"
        values = ["0.1", "0.2"]
        paper = "0.1"
    "#;

    #[test]
    fn entries_have_what_the_defaults_say_unless_they_say_otherwise() {
        let part = part(FILE).unwrap();
        let [one, two] = &part.experiments[..] else { panic!("two rows") };
        assert_eq!((one.games, one.priority, one.matchup.budget), (20, 7, Budget::Simulations(100)));
        assert_eq!((two.games, two.priority, two.matchup.budget), (2, 7, Budget::CpuMs(5)));
        assert!(two.paper.is_none());
        assert_eq!(part.tournaments[0].players[1], ("0.2".to_owned(), "mcts(im0.2)".to_owned()));
    }

    #[test]
    fn the_interval_is_the_one_that_the_paper_prints() {
        // Table 2: 94.30 +- 1.44.
        let [low, high] = part(FILE).unwrap().experiments[0].paper.unwrap().ci95;
        assert!((low - 0.9286).abs() < 5e-5 && (high - 0.9574).abs() < 5e-5, "{low} {high}");
    }

    #[test]
    fn what_is_not_understood_is_said_when_it_is_to_be_played() {
        let part = part(FILE).unwrap();
        assert!(part.experiments[0].matchup.conditions(None).is_ok());
        let error = part.experiments[1].matchup.conditions(None).unwrap_err().to_string();
        assert!(error.contains("unknown option 'later'"), "{error}");
    }

    #[test]
    fn errors_name_the_entry() {
        let wrong = |from: &str, to: &str| format!("{:#}", part(&FILE.replacen(from, to, 1)).unwrap_err());
        assert!(wrong("games = 2\n", "games = 3\n").contains("t/2: every opening is played twice"));
        assert!(wrong("label = \"one\"", "lable = \"one\"").contains("t/1"));
        assert!(wrong("paper = 94.3", "paper = 943").contains("t/1: the paper's figure"));
        assert!(wrong("game = \"kalah\"", "game = \"go\"").contains("unknown game 'go'"));
        assert!(wrong("mcts(im{})", "mcts(im)").contains("t/3: no {}"));
    }
}
