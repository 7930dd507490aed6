//! Makes the matches against the programs: one for each combination of program, game, player of imm
//! and cell. A cell has the limits and the number of games.

use super::commands::Commands;
use super::data::{Cell, Champions, DEPTH, Engine};
use crate::experiments::matchup::{Budget, Experiment, Matchup, check_games};
use crate::games::file_of;
use anyhow::{Context, Result, ensure};
use regex::Regex;
use std::path::Path;

/// The options that select matches or change them.
#[derive(clap::Args, Clone, Debug)]
pub struct Selection {
    /// Play only matches whose name matches this regular expression, e.g. "^zebra/" or "/othello/".
    /// A name is PROGRAM/GAME/PLAYER/TIME, e.g. zebra/othello/best/10ms-depth6.
    #[arg(long, value_name = "REGEX", default_value = "")]
    filter: Regex,
    #[command(flatten)]
    chosen: Chosen,
}

/// The number of games and the time of the matches to play.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Chosen {
    /// Number of games in each match, instead of the number in the description, rounded up to an
    /// even number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Play only the matches with this time per move, in milliseconds.
    #[arg(long, value_name = "N")]
    ms: Option<u32>,
}

impl Selection {
    /// Returns the selected matches of the programs that have a command in `commands`.
    ///
    /// # Errors
    /// No match is selected.
    pub fn of(&self, champions: &Champions, commands: &Commands) -> Result<Vec<Experiment>> {
        let mut all = Vec::new();
        for engine in &champions.engines {
            if let Some(command) = commands.get(&engine.name) {
                all.extend(experiments(champions, engine, Some(command), self.chosen)?);
            }
        }
        ensure!(!all.is_empty(), "no cell of these programs has the time of --ms");
        let names: Vec<String> = all.iter().map(|experiment| experiment.id.clone()).collect();
        all.retain(|experiment| self.filter.is_match(&experiment.id));
        ensure!(!all.is_empty(), "--filter '{}' selects no match; the names are {}", self.filter, names.join(", "));
        Ok(all)
    }
}

/// Checks that every match of the description can be played.
///
/// # Errors
/// A game is unknown, a number of games is odd, or a player of imm cannot play its game.
pub fn check(champions: &Champions) -> Result<()> {
    for engine in &champions.engines {
        // The command does not matter, because no program is started.
        let command = engine.command.as_deref().unwrap_or("ugi:unknown");
        for experiment in experiments(champions, engine, Some(command), Chosen::default())? {
            if is_here(&experiment.matchup.game) {
                experiment.conditions().with_context(|| experiment.id.clone())?;
            }
        }
    }
    Ok(())
}

/// False if the game is a shared library that is not built. The report does not need it.
fn is_here(game: &str) -> bool {
    file_of(game).is_none_or(Path::exists)
}

/// Returns the matches against a program, in the order of the report. Matches that are made without
/// a command can only be used to look up games.
///
/// # Errors
/// A game is unknown, or a number of games is odd.
pub fn experiments(
    champions: &Champions,
    engine: &Engine,
    command: Option<&str>,
    chosen: Chosen,
) -> Result<Vec<Experiment>> {
    let players = engine.players.iter().flat_map(|(game, players)| players.iter().map(move |player| (game, player)));
    let cells = champions.cells(engine).iter().filter(|cell| chosen.ms.is_none_or(|ms| ms == cell.ms));
    let all = players.flat_map(|(game, player)| cells.clone().map(move |cell| (game, player, *cell)));
    all.map(|(game, player, cell)| {
        let games = chosen.games.map_or(cell.games, |games| games.next_multiple_of(2));
        let id = name(engine, game, player, cell);
        if is_here(game) {
            check_games(&id, game, games)?;
        }
        let matchup = Matchup {
            game: game.clone(),
            a: player.clone(),
            b: engine.player(cell),
            budget: Budget::CpuMs(cell.ms),
            random_plies: engine.random_plies,
            openings: None,
            net: None,
            memory_kib: None,
        };
        let command = command.map(|command| match cell.depth {
            Some(depth) => command.replace(DEPTH, &depth.to_string()),
            None => command.to_owned(),
        });
        let plain = Experiment::new(id, matchup.with_net(None)?, games);
        Ok(Experiment { command, priority: cell.ms, ..plain })
    })
    .collect()
}

/// Returns the name of a match.
fn name(engine: &Engine, game: &str, player: &str, Cell { ms, depth, .. }: Cell) -> String {
    let depth = depth.map_or_else(String::new, |depth| format!("-depth{depth}"));
    format!("{}/{game}/{player}/{ms}ms{depth}", engine.name)
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::FILE;
    use super::*;

    fn selected(filter: &str, chosen: Chosen, commands: &[(&str, &str)]) -> Result<Vec<Experiment>> {
        let commands = commands.iter().map(|(name, command)| ((*name).to_owned(), (*command).to_owned())).collect();
        Selection { filter: Regex::new(filter).unwrap(), chosen }.of(&Champions::parse(FILE).unwrap(), &commands)
    }

    #[test]
    fn programs_with_a_command_play_all_cells() {
        let both = [("one", "uci:./x"), ("two", "ugi:./y {depth} z")];
        let all = selected("", Chosen::default(), &both).unwrap();
        let seen: Vec<_> = all.iter().map(|one| (&*one.id, one.games, one.priority, one.command.as_deref())).collect();
        let x = Some("uci:./x");
        assert_eq!(
            seen,
            [
                ("one/breakthrough_2x4/best/10ms", 2, 10, x),
                ("one/breakthrough_2x4/best/100ms", 4, 100, x),
                ("one/breakthrough_2x4/mcts()/10ms", 2, 10, x),
                ("one/breakthrough_2x4/mcts()/100ms", 4, 100, x),
                ("two/othello/ab(all)/10ms-depth6", 2, 10, Some("ugi:./y 6 z")),
            ]
        );
        let Matchup { b, budget, random_plies, .. } = &all[4].matchup;
        assert_eq!((b.as_str(), *budget, *random_plies), ("Two abc at depth 6", Budget::CpuMs(10), 0));
        assert_eq!(all[0].matchup.random_plies, 2);
        assert_eq!(selected("", Chosen::default(), &both[1..]).unwrap().len(), 1);
    }

    #[test]
    fn matches_are_checked() {
        assert!(check(&Champions::parse(FILE).unwrap()).is_ok());
        for (old, new, expected) in [
            ("mcts()", "mcts(later)", "one/breakthrough_2x4/mcts(later)/10ms: "),
            ("othello", "chess", "two/chess/ab(all)/10ms-depth6"),
            ("games = 4", "games = 3", "the number of games must be even"),
        ] {
            let found = format!("{:#}", check(&Champions::parse(&FILE.replace(old, new)).unwrap()).unwrap_err());
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn options_select_matches() {
        let one = [("one", "uci:./x")];
        let few = Chosen { games: Some(7), ms: Some(100) };
        let all = selected("best", few, &one).unwrap();
        assert_eq!(
            all.iter().map(|one| (&*one.id, one.games)).collect::<Vec<_>>(),
            [("one/breakthrough_2x4/best/100ms", 8)]
        );
        let error = selected("", Chosen { ms: Some(20), ..few }, &one).unwrap_err().to_string();
        assert_eq!(error, "no cell of these programs has the time of --ms");
        let error = selected("^two", few, &one).unwrap_err().to_string();
        let names = "one/breakthrough_2x4/best/100ms, one/breakthrough_2x4/mcts()/100ms";
        assert_eq!(error, format!("--filter '^two' selects no match; the names are {names}"));
    }
}
