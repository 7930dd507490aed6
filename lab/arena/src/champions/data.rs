//! Reads champions.toml: the programs of other projects, and the matches against them.

use crate::engine::spec::EngineSpec;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The text in a command that the search depth replaces.
pub const DEPTH: &str = "{depth}";

/// The content of champions.toml.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Champions {
    /// The cells of all programs that do not list their own cells.
    cells: Vec<Cell>,
    /// The programs, in the order of the report.
    #[serde(rename = "engine")]
    pub engines: Vec<Engine>,
}

/// A cell: the limits of a match, and its number of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Milliseconds per move: processor time for imm, and wall time for the program.
    pub ms: u32,
    /// The search depth of a program without a clock. Such a program is not told the time.
    pub depth: Option<u32>,
    /// The number of games, which is even.
    pub games: u64,
}

/// A program of another project.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// The name in `--engine NAME=COMMAND` and in the names of matches: lower case and hyphens.
    pub name: String,
    /// The name of the program in the report.
    pub title: String,
    /// Where the program can be found.
    pub url: String,
    /// The version that plays: a release or a commit.
    pub version: String,
    /// The command, in the notation for a player of a match. The user replaces the path in it.
    /// `None` if the program speaks no protocol that the arena knows.
    pub command: Option<String>,
    /// The settings of the program, in words.
    pub settings: String,
    /// The disadvantages of the program in these matches, in words.
    pub handicap: String,
    /// One line about what the program does better than imm.
    pub better: String,
    /// True if the program has no clock and no depth limit: it takes the time that it needs, and no
    /// move of it is late.
    #[serde(default)]
    pub no_clock: bool,
    /// The reason why the program is not played, or not played yet.
    pub unplayed: Option<String>,
    /// The number of random plies at the start of each pair of games.
    #[serde(default)]
    pub random_plies: u32,
    /// The cells of this program, if it does not use the common ones.
    cells: Option<Vec<Cell>>,
    /// The game, in words, if it is not built into imm.
    pub game: Option<String>,
    /// The players of imm for each game. A game that is not built in is the path of its shared
    /// library, relative to the folder in which imm-arena runs. May be empty without a `command`.
    #[serde(default)]
    pub players: BTreeMap<String, Vec<String>>,
}

impl Champions {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// The file cannot be read, or a field is missing, unknown or wrong.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("{}: cannot read", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Parses the text of champions.toml.
    ///
    /// # Errors
    /// See [`Self::read`].
    pub fn parse(text: &str) -> Result<Self> {
        let champions: Self = toml::from_str(text)?;
        champions.check()?;
        Ok(champions)
    }

    /// Returns the cells of a program.
    #[must_use]
    pub fn cells<'a>(&'a self, engine: &'a Engine) -> &'a [Cell] {
        engine.cells.as_deref().unwrap_or(&self.cells)
    }

    /// Returns the program with this name.
    ///
    /// # Errors
    /// There is no such program. The error lists the names.
    pub fn named(&self, name: &str) -> Result<&Engine> {
        self.engines.iter().find(|engine| engine.name == name).with_context(|| {
            let names: Vec<&str> = self.engines.iter().map(|engine| &*engine.name).collect();
            format!("there is no program '{name}'; the names are {}", names.join(", "))
        })
    }

    fn check(&self) -> Result<()> {
        for (index, engine) in self.engines.iter().enumerate() {
            let Engine { name, command, unplayed, players, .. } = engine;
            let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            ensure!(
                !name.is_empty() && name.chars().all(is_plain),
                "engine '{name}': expected a name such as my-engine"
            );
            ensure!(self.engines[..index].iter().all(|other| other.name != *name), "two engines are called '{name}'");
            match command {
                Some(_) if players.is_empty() => bail!("{name}: expected at least one game in 'players'"),
                Some(command) => self.check_command(engine, command)?,
                None => ensure!(unplayed.is_some(), "{name}: without 'command', 'unplayed' must give the reason"),
            }
        }
        Ok(())
    }

    /// Checks that a command starts an external program. The command must contain the depth if and
    /// only if the program's cells have a depth.
    ///
    /// # Errors
    /// The command is wrong.
    pub fn check_command(&self, engine: &Engine, command: &str) -> Result<()> {
        let name = &engine.name;
        if EngineSpec::read(command).with_context(|| name.clone())?.is_none() {
            bail!("{name}: the command '{command}' must begin with ugi:, uci: or gtp:");
        }
        let (needs, has) = (self.cells(engine).iter().any(|cell| cell.depth.is_some()), command.contains(DEPTH));
        ensure!(has || !needs, "{name}: the command '{command}' needs {DEPTH} where the program expects its depth");
        ensure!(needs || !has, "{name}: the command '{command}' has {DEPTH}, but the cells have no 'depth'");
        Ok(())
    }
}

impl Engine {
    /// True if the program is not told the time of a move in this cell.
    #[must_use]
    pub fn is_untimed(&self, cell: Cell) -> bool {
        self.no_clock || cell.depth.is_some()
    }

    /// Returns the name of the program as player B of a match. The log has this name, so it must
    /// not depend on the machine.
    #[must_use]
    pub fn player(&self, cell: Cell) -> String {
        let depth = cell.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
        format!("{} {}{depth}", self.title, self.version)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Two programs. The first plays with a time for each move. The second plays to fixed depths,
    /// and the file has no command that starts it.
    pub(in super::super) const FILE: &str = r#"
        cells = [{ ms = 10, games = 2 }, { ms = 100, games = 4 }]
        [[engine]]
        name = "one"
        title = "One"
        url = "https://example.org/one"
        version = "1.0"
        command = "uci:/path/to/one -x ; Threads=1"
        settings = "one thread"
        handicap = "none"
        better = "It is quick."
        random_plies = 2
        players = { breakthrough_2x4 = ["best", "mcts()"] }
        [[engine]]
        name = "two"
        title = "Two"
        url = "https://example.org/two"
        version = "abc"
        settings = "none"
        handicap = "no clock"
        better = "It is deep."
        unplayed = "it has no protocol"
        cells = [{ ms = 10, depth = 6, games = 2 }]
        players = { othello = ["ab(all)"] }
    "#;

    #[test]
    fn programs_have_names_and_cells() {
        let champions = Champions::parse(FILE).unwrap();
        let [one, two] = &champions.engines[..] else { panic!("two programs") };
        assert_eq!((champions.cells(one).len(), champions.cells(two).len()), (2, 1));
        assert_eq!(one.player(champions.cells(one)[0]), "One 1.0");
        assert_eq!(two.player(champions.cells(two)[0]), "Two abc at depth 6");
        assert_eq!(champions.named("two").unwrap().title, "Two");
        let error = champions.named("three").unwrap_err().to_string();
        assert_eq!(error, "there is no program 'three'; the names are one, two");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |old: &str, new: &str| {
            assert!(FILE.contains(old), "{old}");
            format!("{:#}", Champions::parse(&FILE.replace(old, new)).unwrap_err())
        };
        for (old, new, expected) in [
            ("name = \"two\"", "name = \"one\"", "two engines are called 'one'"),
            ("name = \"two\"", "name = \"T 2\"", "engine 'T 2': expected a name such as my-engine"),
            ("unplayed = \"it has no protocol\"", "", "two: without 'command', 'unplayed' must give the reason"),
            ("uci:/path", "/path", "one: the command '/path/to/one -x ; Threads=1' must begin with ugi:, uci: or gtp:"),
            ("-x ;", "{depth} ;", "has {depth}, but the cells have no 'depth'"),
            ("unplayed =", "command = \"ugi:x\"\nunplayed =", "needs {depth} where the program expects its depth"),
            ("ms = 100", "ms = 100, time = 1", "unknown field `time`"),
            ("{ breakthrough_2x4 = [\"best\", \"mcts()\"] }", "{}", "one: expected at least one game in 'players'"),
        ] {
            let found = error(old, new);
            assert!(found.contains(expected), "{found}");
        }
    }
}
