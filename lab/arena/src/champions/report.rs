//! Writes the tables of docs/CHAMPIONS.md: the programs, and the results of the matches.

use super::data::{Cell, Champions, Engine};
use super::matches::{Chosen, experiments};
use crate::engine::fault::Faults;
use crate::experiments::estimate::{ours, percent, without_score};
use crate::experiments::matchup::{Experiment, MEMORY_MIB};
use crate::experiments::record::{Games, Record};
use crate::experiments::report::{count, legend, searches};
use anyhow::Result;
use std::fmt::Write as _;

/// The parts of the page that the report writes: the programs, and the matches.
const PARTS: [&str; 2] = ["champions", "champion_matches"];

/// Returns the name and the text of each generated part of the page.
///
/// # Errors
/// None in practice: [`Champions::read`] has checked the matches.
pub fn tables(champions: &Champions, record: &Record) -> Result<[(&'static str, String); 2]> {
    let [programs, matches] = PARTS;
    Ok([(programs, table_of_programs(champions)?), (matches, table_of_matches(champions, record)?)])
}

fn table_of_programs(champions: &Champions) -> Result<String> {
    let mut out = String::from("| program | games | version | settings | handicap | what it does better |\n");
    out.push_str("|---|---|---|---|---|---|\n");
    for Engine { title, url, version, settings, handicap, better, game, players, .. } in &champions.engines {
        let names = || players.keys().map(|game| format!("`{game}`")).collect::<Vec<_>>().join(", ");
        let games = game.clone().unwrap_or_else(names);
        writeln!(out, "| [{title}]({url}) | {games} | {version} | {settings} | {handicap} | {better} |")?;
    }
    Ok(out)
}

fn table_of_matches(champions: &Champions, record: &Record) -> Result<String> {
    let (mut rows, mut unplayed, versions) = (String::new(), String::new(), record.versions());
    for engine in &champions.engines {
        let all = experiments(champions, engine, None, Chosen::default())?;
        // A program without any match also belongs to this list.
        if all.iter().all(|one| record.games(&one.matchup).0.is_empty()) {
            let reason = engine.unplayed.as_deref().unwrap_or("no game is in the log yet");
            writeln!(unplayed, "- {}: {reason}.", engine.title)?;
            continue;
        }
        // `all` repeats the cells in the same order, once for each game and each player of imm.
        for (experiment, cell) in all.iter().zip(champions.cells(engine).iter().cycle()) {
            row(&mut rows, engine, *cell, experiment, record.games(&experiment.matchup), &versions)?;
        }
    }
    let mut out = String::new();
    if !rows.is_empty() {
        out.push_str("| program | game | imm | time of imm | limit of the program | games | score of imm, % ");
        out.push_str("| faults of imm | faults of the program | search |\n|---|---|---|---|---|---|---|---|---|---|\n");
        write!(
            out,
            "{rows}\nEach player of imm has {MEMORY_MIB} MiB. Searches, by version of imm:{}.\n",
            legend(record)
        )?;
    }
    if !unplayed.is_empty() {
        let gap = if out.is_empty() { "" } else { "\n" };
        write!(out, "{gap}Not played:\n\n{unplayed}")?;
    }
    Ok(out)
}

fn row(
    out: &mut String,
    engine: &Engine,
    cell: Cell,
    experiment: &Experiment,
    games: &Games,
    versions: &[String],
) -> Result<()> {
    let (matchup, ms) = (&experiment.matchup, cell.ms);
    let [of_imm, of_program] = games.faults();
    // The late moves of a program that is not told the time do not count.
    let of_program = if engine.is_untimed(cell) { Faults { late: 0, ..of_program } } else { of_program };
    let [faults_of_imm, faults_of_program] = [of_imm, of_program].map(|faults| text(&faults, games));
    let found = ours(experiment, games);
    let game = engine.game.clone().unwrap_or_else(|| format!("`{}`", matchup.game));
    writeln!(
        out,
        "| {} | {game} | `{}` | {ms} ms | {} | {} | {} | {faults_of_imm} | {faults_of_program} | {} |",
        engine.title,
        matchup.a,
        limit(engine, cell, games),
        played(experiment, games),
        found.as_ref().map_or_else(|| without_score(games).to_owned(), percent),
        searches(games, versions),
    )?;
    Ok(())
}

/// Returns the limit of the program, and the time that it used per move.
fn limit(engine: &Engine, Cell { ms, depth, .. }: Cell, games: &Games) -> String {
    let limit = match depth {
        Some(depth) => format!("depth {depth}"),
        None if engine.no_clock => "none".to_owned(),
        None => format!("{ms} ms"),
    };
    let used = games.ms_a_move()[1];
    if games.0.is_empty() { limit } else { format!("{limit}; used {used:.1} ms") }
}

/// Returns the number of games in complete pairs, and the wanted number if games are missing.
fn played(experiment: &Experiment, games: &Games) -> String {
    let (text, counted) = (count(experiment, games), games.tally().count().to_string());
    let is_finished = games.0.len() as u64 >= experiment.games;
    if is_finished { text } else { text.replacen(&counted, &format!("{counted} of {}", experiment.games), 1) }
}

fn text(faults: &Faults, games: &Games) -> String {
    if games.0.is_empty() { String::new() } else { faults.text() }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::FILE;
    use super::*;
    use crate::experiments::record::{Line, tests::line};

    /// Returns a record with these half points in the games of the match at `index`.
    fn record(champions: &Champions, index: usize, half_points: &[u8]) -> Record {
        let all = experiments(champions, &champions.engines[0], None, Chosen::default()).unwrap();
        let mut record = Record::default();
        for (n, half_points) in (0..).zip(half_points) {
            let late = Faults { late: n, ..Faults::default() };
            let faults = Some([Faults::default(), late]);
            let matchup = all[index].matchup.clone();
            record.add(Line { matchup, faults, ..line("", 10, n, *half_points) });
        }
        record
    }

    #[test]
    fn a_known_log_makes_known_tables() {
        let champions = Champions::parse(FILE).unwrap();
        let [(_, programs), (_, matches)] = tables(&champions, &record(&champions, 1, &[2, 0, 2, 2])).unwrap();
        let expected = "\
| program | games | version | settings | handicap | what it does better |
|---|---|---|---|---|---|
| [One](https://example.org/one) | `breakthrough_2x4` | 1.0 | one thread | none | It is quick. |
| [Two](https://example.org/two) | `othello` | abc | none | no clock | It is deep. |
";
        assert_eq!(programs, expected);
        let rows: Vec<&str> = matches.lines().collect();
        assert!(
            rows[2].starts_with("| One | `breakthrough_2x4` | `best` | 10 ms | 10 ms | 0 of 2 | not played |  |  |")
        );
        // A game of `line` has ten moves and 1500 ms for player B.
        assert!(
            rows[3].starts_with("| One | `breakthrough_2x4` | `best` | 100 ms | 100 ms; used 150.0 ms | 4 | 75.0 [")
        );
        assert!(rows[3].ends_with("] | none | 6 late | a |"), "{}", rows[3]);
        assert_eq!(rows.len(), 2 + 4 + 2 + 4);
        let end = "Searches, by version of imm: a 0.0.0 0.\n\nNot played:\n\n- Two: it has no protocol.\n";
        assert!(matches.ends_with(end), "{matches}");
    }

    #[test]
    fn an_unfinished_match_shows_the_wanted_games() {
        let champions = Champions::parse(FILE).unwrap();
        let [_, (_, matches)] = tables(&champions, &record(&champions, 1, &[2, 0, 2])).unwrap();
        assert!(matches.contains("| 2 of 4 | 50.0 ["), "{matches}");
        let [_, (_, matches)] = tables(&champions, &Record::default()).unwrap();
        assert_eq!(matches, "Not played:\n\n- One: no game is in the log yet.\n- Two: it has no protocol.\n");
    }
}
