//! Reads the experiments from data files. Each part of the report has one TOML file. An entry of a
//! file is a table row, a figure point, a sweep, a tournament, a ladder, or a set of solved
//! positions.

use super::ladder::{self, Ladder};
use super::matchup::{Budget, Cell, Experiment, Matchup, check_games};
use super::solved::Solved;
use super::sweep;
use crate::bench::switches::SwitchReport;
use crate::endgames::compare::Comparison;
use crate::stats::{Estimate, normal_interval};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

/// An elimination tournament between players that differ only in the value of one option.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The unique name of the tournament.
    pub id: String,
    /// The heading of the tournament in the report.
    pub label: String,
    /// The game's name.
    pub game: String,
    /// The option value and the player notation of each player. In the first round, the first
    /// player meets the last, the second player meets the second to last, and so on.
    pub players: Vec<(String, String)>,
    /// The budget of a move.
    pub budget: Budget,
    /// The number of games of each match, an even number.
    pub games: u64,
    /// The priority. Tournaments with priority 1 are played first.
    pub priority: u32,
    /// The option value that won in the paper.
    pub paper: String,
}

/// A curve from the paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The label of the curve.
    pub label: String,
    /// The points of the curve. Each point consists of alpha and A's score in percent.
    pub points: Vec<(f64, f64)>,
}

/// A figure with the curves of the paper. The measured points come from the part of the report that
/// contains the figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The file name of the figure.
    pub file: String,
    /// The title of the figure.
    pub title: String,
    /// The curves of the paper.
    #[serde(rename = "curve", default)]
    pub curves: Vec<Curve>,
}

/// A page of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Page {
    /// The rows and figures of the papers.
    #[default]
    Papers,
    /// Matches between players that differ in one option, and measurements of single options.
    Switches,
    /// Learned evaluators.
    Nets,
    /// The best player of each game, and ratings.
    Ladders,
}

impl Page {
    /// All pages, in the order of the report.
    pub const ALL: [Self; 4] = [Self::Papers, Self::Switches, Self::Nets, Self::Ladders];

    /// The file name without `.md`, and the heading.
    #[must_use]
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::Papers => ["papers", "The papers' experiments"],
            Self::Switches => ["switches", "Options, one at a time"],
            Self::Nets => ["nets", "Learned evaluators"],
            Self::Ladders => ["ladders", "The best players, and ladders"],
        }
    }
}

/// A part of the report, read from one file.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The sort key of this part. The report lists its parts in ascending order of this key.
    pub order: u32,
    /// The heading of the part.
    pub title: String,
    /// The text below the heading.
    pub about: String,
    /// The figure, if the part has one.
    pub figure: Option<Figure>,
    /// The experiments: table rows, figure points, and the matches of the ladders.
    pub experiments: Vec<Experiment>,
    /// The elimination tournaments of the part.
    pub tournaments: Vec<Tournament>,
    /// The rating ladders of the part.
    pub ladders: Vec<Ladder>,
    /// The name of a file with the output of `imm-arena bench --switches --json`. The file is in
    /// the directory of the TOML file.
    pub measured_in: Option<String>,
    /// The content of `measured_in`.
    pub measured: Vec<SwitchReport>,
    /// The name of a file with the output of `imm-arena endgames compare --json`. The file is in
    /// the directory of the TOML file.
    pub compared_in: Option<String>,
    /// The content of `compared_in`.
    pub compared: Option<Comparison>,
    /// The sets of positions with a known game-theoretic value.
    pub solved: Vec<Solved>,
    /// The page of the report that contains the part.
    pub page: Page,
}

/// The content of a TOML file before its entries are checked and completed with defaults.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    order: u32,
    title: String,
    about: String,
    page: Page,
    figure: Option<Figure>,
    measured_in: Option<String>,
    compared_in: Option<String>,
    /// Default values for the fields of rows, tournaments and ladders. An entry can override them.
    #[serde(default)]
    defaults: toml::Table,
    /// Lists of times for ladders, by name.
    #[serde(default)]
    times: BTreeMap<String, Vec<ladder::Time>>,
    #[serde(default)]
    row: Vec<toml::Table>,
    #[serde(default)]
    tournament: Vec<toml::Table>,
    #[serde(default)]
    ladder: Vec<toml::Table>,
    #[serde(default)]
    solved: Vec<Solved>,
    #[serde(default)]
    sweep: Vec<toml::Table>,
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
    /// The score of A in the paper, in percent.
    paper: Option<f64>,
    /// The number of games from which the paper computed A's score.
    paper_games: Option<u64>,
    x: Option<f64>,
    curve: Option<String>,
    matrix: Option<Cell>,
    aim: Option<u64>,
    remark: Option<String>,
    source: Option<String>,
    repeats: Option<String>,
    #[serde(default)]
    decides: bool,
    #[serde(default)]
    untestable: bool,
    why: Option<String>,
    evidence: Option<String>,
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

/// Reads the experiments in the directory `dir`, in the order of the report.
///
/// # Errors
/// A file cannot be read, a field is missing or unknown, or two entries have the same name.
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
    ensure!(!parts.is_empty(), "{}: the folder has no experiments (*.toml)", dir.display());
    parts.sort_by_key(|part| part.order);
    let mut seen = HashSet::new();
    let rows = parts.iter().flat_map(|part| part.experiments.iter().map(|experiment| &experiment.id));
    let tournaments = parts.iter().flat_map(|part| part.tournaments.iter().map(|tournament| &tournament.id));
    if let Some(twice) = rows.chain(tournaments).find(|id| !seen.insert(id.as_str())) {
        bail!("two experiments are called '{twice}'");
    }
    check_claims(&parts)?;
    Ok(parts)
}

/// Checks the fields about the claims of the papers.
fn check_claims(parts: &[Part]) -> Result<()> {
    let all = || parts.iter().flat_map(|part| &part.experiments);
    for Experiment { id, paper, source, repeats, decides, untestable, why, .. } in all() {
        let exists = |name: &String| all().any(|one| one.id == *name && one.repeats.is_none());
        ensure!(repeats.as_ref().is_none_or(exists), "{id}: 'repeats' must name an experiment that repeats no other");
        ensure!(!decides || repeats.is_some(), "{id}: 'decides' needs 'repeats'");
        ensure!(!untestable || why.is_some(), "{id}: 'untestable' needs 'why'");
        let has_source = repeats.is_some() || source.is_some();
        ensure!(paper.is_none() || has_source, "{id}: 'paper' needs 'repeats', or 'source', such as \"Table 2\"");
    }
    Ok(())
}

/// Reads a JSON file of measurements.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("{}: cannot read", path.display()))?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Parses the text of one TOML file. Does not read the measurement files that the text names.
///
/// # Errors
/// See [`load`].
pub fn part(text: &str) -> Result<Part> {
    let File {
        order,
        title,
        about,
        page,
        figure,
        measured_in,
        compared_in,
        defaults,
        times,
        row,
        tournament,
        ladder,
        solved,
        sweep,
    } = toml::from_str(text)?;
    let mut experiments = row.into_iter().map(|row| experiment(filled(row, &defaults)?)).collect::<Result<Vec<_>>>()?;
    let all = tournament.into_iter().map(|row| whole_tournament(filled(row, &defaults)?)).collect::<Result<_>>()?;
    let mut ladders = Vec::new();
    for row in ladder {
        for (ladder, matches) in filled::<ladder::Row>(row, &defaults)?.ladders(&times)? {
            ladders.push(ladder);
            experiments.extend(matches);
        }
    }
    for row in sweep {
        experiments.extend(filled::<sweep::Row>(row, &defaults)?.experiments()?);
    }
    let about = about.trim().to_owned();
    let (measured, compared) = (Vec::new(), None);
    Ok(Part {
        order,
        title,
        about,
        page,
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

/// Parses an entry. Fields that the entry lacks come from `defaults`.
fn filled<T: DeserializeOwned>(entry: toml::Table, defaults: &toml::Table) -> Result<T> {
    let id = entry.get("id").and_then(toml::Value::as_str).unwrap_or("an entry without id").to_owned();
    let mut whole = defaults.clone();
    whole.extend(entry);
    whole.try_into().context(id)
}

fn experiment(row: Row) -> Result<Experiment> {
    let Row { id, label, game, a, b, budget, random_plies, openings, memory_kib, games, .. } = row;
    let Row { priority, paper, paper_games, x, curve, matrix, aim, remark, .. } = row;
    let Row { source, repeats, decides, untestable, why, evidence, .. } = row;
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
    let described = Experiment { source, repeats, decides, untestable, why, evidence, ..plain };
    Ok(Experiment { label, priority, paper, x, curve, matrix, aim, remark, ..described })
}

fn whole_tournament(row: TournamentRow) -> Result<Tournament> {
    let TournamentRow { id, label, game, player, values, budget, games, priority, paper } = row;
    check_games(&id, &game, games)?;
    ensure!(player.contains("{}"), "{id}: no {{}} in the player, where the value is to stand");
    ensure!(values.contains(&paper), "{id}: the paper's winner '{paper}' is not one of the players");
    let players = values.into_iter().map(|value| (value.clone(), player.replace("{}", &value))).collect();
    Ok(Tournament { id, label, game, players, budget, games, priority, paper })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns the text of a TOML file with these rows. A row that does not override the defaults
    /// has 10 simulations per move and 20 games.
    pub(in super::super) fn file(title: &str, rows: &[String]) -> String {
        let head = "about = \"Nothing.\"\npage = \"papers\"\ndefaults = { game = \"breakthrough\", games = 20, priority = 1, budget = { simulations = 10 } }";
        format!("order = 1\ntitle = \"{title}\"\n{head}\n{}", rows.concat())
    }

    /// Returns the text of a row. The label of the row is the part of `id` after the slash.
    pub(in super::super) fn row(id: &str, a: &str, more: &str) -> String {
        let label = id.split('/').next_back().unwrap();
        format!("[[row]]\nid = \"{id}\"\nlabel = \"{label}\"\na = \"{a}\"\nb = \"mcts()\"\n{more}\n")
    }

    const FILE: &str = r#"
        order = 3
        title = "Table 0"
        about = "Nothing."
        page = "papers"
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
        // Table 2 of the paper prints 94.30 +- 1.44.
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
        assert!(wrong("games = 2\n", "games = 3\n").contains("t/2: the number of games must be even"));
        assert!(wrong("label = \"one\"", "lable = \"one\"").contains("t/1"));
        assert!(wrong("paper = 94.3", "paper = 943").contains("t/1: the paper's figure"));
        assert!(wrong("game = \"kalah\"", "game = \"go\"").contains("unknown game 'go'"));
        assert!(wrong("mcts(im{})", "mcts(im)").contains("t/3: no {}"));
    }
}
