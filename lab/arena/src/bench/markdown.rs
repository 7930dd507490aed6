//! The command `bench --markdown`: writes the tables of docs/SPEED.md and docs/SPEED_DETAILS.md
//! between the markers BEGIN and END.

use super::report::GameReport;
use crate::markers::{part, replaced};
use anyhow::{Result, ensure};
use std::fmt::Write as _;

/// A part of a document that this program writes.
pub(super) struct Part {
    name: &'static str,
    /// Returns the content of the part: the tables of these games on this machine.
    write: fn(&[GameReport], &str) -> String,
    /// Checks the content, except the measured values.
    check: fn(&str) -> Result<()>,
}

/// All tables, and the table with the main rates.
static PARTS: [Part; 2] = [
    Part { name: "bench", write: tables, check: check_tables },
    Part { name: "rates", write: rates, check: check_rates },
];

/// The text in the first cell of each table.
const CORNER: &str = "from the start";

/// The games of each table, with their titles.
const TABLES: [[(&str, &str); 3]; 2] = [
    [("breakthrough", "Breakthrough 8x8"), ("kalah", "Kalah 6x4"), ("loa", "Lines of Action")],
    [("oware", "Oware"), ("othello", "Othello"), ("onitama", "Onitama")],
];

/// The text in the first cell of the table with the main rates.
const RATES_CORNER: &str = "per second, from the start";

/// A column of a table: its title, and the function that writes the cell of a game.
type Column = (&'static str, fn(&GameReport) -> String);

/// The columns of the table with the main rates.
const COLUMNS: [Column; 4] = [
    ("`mcts()`, 100,000 simulations", |game| count(game.uct_simulations_per_s)),
    ("against bare playouts", |game| format!("{:.2}", game.ratio)),
    ("`mcts(im0.4)`, 100,000", |game| count(game.im_simulations_per_s)),
    ("`ab()`, positions", |game| count(game.ab_positions_per_s)),
];

/// The content of a row.
enum Row {
    /// A row with a value that exists for every game.
    Own(&'static str, fn(&GameReport) -> String),
    /// A row with the simulations per second of these players. A table omits the row if no game in
    /// the table supports any of the players.
    Players(&'static str, &'static [&'static str]),
}

use Row::{Own, Players};

const ROWS: [Row; 13] = [
    Own("bare playouts", |game| count(game.bare_playouts_per_s)),
    Own("`mcts()`, 10,000 / 100,000 / 1,000,000 simulations", |game| {
        joined(game.uct.iter().map(|size| count(size.simulations_per_s)))
    }),
    Own("against bare playouts", |game| joined(game.uct.iter().map(|size| format!("{:.2}", size.ratio)))),
    Own("`mcts(im0.4)`, 100,000", |game| count(game.im_simulations_per_s)),
    Players("`mcts(ipp,efMS)`, 10,000", &["mcts(ipp,efMS)"]),
    Players("`mcts(bl,im0.4)`, 10,000", &["mcts(bl,im0.4)"]),
    Players("`mcts(fet4)`, 10,000", &["mcts(fet4)"]),
    Players("`mcts(fet4,im0.3)`, 10,000", &["mcts(fet4,im0.3)"]),
    Players("`mcts(mcloa)` / `mcts(mcloa,abp2)`, 10,000", &["mcts(mcloa)", "mcts(mcloa,abp2)"]),
    Players("`bfm()`, 10,000", &["bfm()"]),
    Own("`ab()`, positions", |game| count(game.ab_positions_per_s)),
    Own("`ab(all)`, positions", |game| count(game.ab_all_positions_per_s)),
    Own("`perft`, leaves", |game| count(game.perft_leaves_per_s)),
];

impl Row {
    fn label(&self) -> &'static str {
        match self {
            Own(label, _) | Players(label, _) => label,
        }
    }

    /// Returns the cell for a game in this row, or `None` if the game supports none of the row's
    /// players.
    fn cell(&self, game: &GameReport) -> Option<String> {
        match self {
            Own(_, text) => Some(text(game)),
            Players(_, names) => {
                let rate = |name: &&str| game.policies.iter().find(|policy| policy.player == *name);
                let rates: Vec<_> = names.iter().map(rate).collect();
                let text = |rate: Option<f64>| rate.map_or("-".to_owned(), count);
                rates.iter().any(Option::is_some).then(|| {
                    joined(rates.into_iter().map(|policy| text(policy.map(|policy| policy.simulations_per_s))))
                })
            }
        }
    }
}

/// Returns the games that the tables show.
pub(super) fn games() -> Vec<&'static str> {
    TABLES.iter().flatten().map(|(game, _)| *game).collect()
}

/// Returns the players in the tables, except the players that the benchmark always measures.
pub(super) fn players() -> Vec<&'static str> {
    let names = ROWS.iter().filter_map(|row| if let Players(_, names) = row { Some(*names) } else { None });
    names.flatten().copied().collect()
}

/// Returns the parts of a document that this program writes.
///
/// # Errors
/// The document has none of the parts, or its markers are wrong.
pub(super) fn parts(document: &str) -> Result<Vec<&'static Part>> {
    let found: Vec<&Part> = PARTS.iter().filter(|part| document.contains(&format!(" {} -->", part.name))).collect();
    let names = if found.is_empty() { vec![PARTS[0].name] } else { found.iter().map(|part| part.name).collect() };
    names.into_iter().try_for_each(|name| part(document, name).map(|_| ()))?;
    Ok(found)
}

/// Returns the document with the tables of these games. `games` must have the order that the
/// function [`games`] returns. `machine` is the name of the machine.
///
/// # Errors
/// The same errors as [`parts`].
pub(super) fn filled(document: &str, games: &[GameReport], machine: &str) -> Result<String> {
    let fill = |text: String, part: &&Part| replaced(&text, part.name, &(part.write)(games, machine));
    parts(document)?.iter().try_fold(document.to_owned(), fill)
}

/// Checks that a document has the markers BEGIN and END, and between them the tables that this
/// program writes. The measured values may differ.
///
/// # Errors
/// A marker is missing, or a row or table is missing or superfluous.
pub(super) fn check(document: &str) -> Result<()> {
    parts(document)?.iter().try_for_each(|wanted| (wanted.check)(&document[part(document, wanted.name)?]))
}

/// Returns the first line of a part: how the rates were measured.
fn origin(games: &[GameReport], machine: &str) -> String {
    let rounds = games.first().map_or(0, |game| game.rounds);
    format!(
        "\nMeasured by `imm-arena bench`: medians of {rounds} interleaved rounds on {machine}. Rates are per second.\n"
    )
}

/// Returns the table with the main rates: a row for each game.
fn rates(games: &[GameReport], machine: &str) -> String {
    let names = COLUMNS.map(|(name, _)| name);
    let mut out = origin(games, machine);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "\n| {RATES_CORNER} | {} |\n|---|{}", names.join(" | "), "---:|".repeat(names.len()));
    for ((_, title), game) in TABLES.iter().flatten().zip(games) {
        let _ = writeln!(out, "| {title} | {} |", COLUMNS.map(|(_, cell)| cell(game)).join(" | "));
    }
    out + "\n"
}

/// Returns all tables.
fn tables(games: &[GameReport], machine: &str) -> String {
    let mut out = origin(games, machine);
    for (names, games) in TABLES.iter().zip(games.chunks(TABLES[0].len())) {
        let titles: Vec<&str> = names.iter().map(|(_, title)| *title).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(out, "\n| {CORNER} | {} |\n|---|{}", titles.join(" | "), "---:|".repeat(titles.len()));
        for row in &ROWS {
            let cells: Vec<Option<String>> = games.iter().map(|game| row.cell(game)).collect();
            if cells.iter().any(Option::is_some) {
                let cells: Vec<String> = cells.into_iter().map(Option::unwrap_or_default).collect();
                let _ = writeln!(out, "| {} | {} |", row.label(), cells.join(" | "));
            }
        }
    }
    out + "\n"
}

/// Checks the table with the main rates.
fn check_rates(part: &str) -> Result<()> {
    let rows: Vec<Vec<&str>> = part.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    let header: Vec<&str> = [RATES_CORNER].into_iter().chain(COLUMNS.map(|(name, _)| name)).collect();
    ensure!(rows.first() == Some(&header), "the table of rates is not there, expected the columns {header:?}");
    let titles: Vec<&str> = rows.iter().skip(2).map(|row| row[0]).collect();
    let expected: Vec<&str> = TABLES.iter().flatten().map(|(_, title)| *title).collect();
    ensure!(titles == expected, "rates of the games {titles:?}, expected {expected:?}");
    for row in &rows[2..] {
        let filled = row.iter().all(|cell| !cell.is_empty());
        ensure!(row.len() == header.len() && filled, "'{}': not a row of the table of rates", row[0]);
    }
    Ok(())
}

/// Checks all tables.
fn check_tables(part: &str) -> Result<()> {
    let rows: Vec<Vec<&str>> = part.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    let tables: Vec<&[Vec<&str>]> = rows.chunk_by(|_, next| next[0] != CORNER).collect();
    ensure!(tables.len() == TABLES.len(), "{} tables, expected {}", tables.len(), TABLES.len());
    for (table, games) in tables.into_iter().zip(TABLES) {
        let header = [CORNER].into_iter().chain(games.map(|(_, title)| title)).collect::<Vec<_>>();
        ensure!(table[0] == header, "a table with the columns {:?}, expected {header:?}", table[0]);
        let mut left = table.iter().skip(2).peekable();
        for row in &ROWS {
            match left.next_if(|cells| cells[0] == row.label()) {
                Some(cells) => {
                    let filled = cells[1..].iter().any(|cell| !cell.is_empty());
                    ensure!(cells.len() == table[0].len() && filled, "'{}': not a row of the table", row.label());
                }
                None => ensure!(matches!(row, Players(..)), "the row '{}' is missing", row.label()),
            }
        }
        ensure!(left.next().is_none(), "a row is missing, or not in the results");
    }
    Ok(())
}

/// Returns the cells of a table row.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns a rate as text, rounded to three significant digits, with commas between groups of three
/// digits, e.g. 959,000.
fn count(rate: f64) -> String {
    let unit = 10_f64.powf(rate.max(1.0).log10().floor() - 2.0).max(1.0);
    let digits = format!("{:.0}", (rate / unit).round() * unit);
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" / ")
}

#[cfg(test)]
mod tests {
    use super::super::policies::PolicyReport;
    use super::super::report::SizeReport;
    use super::*;

    /// Returns a made-up report of a game that supports these players.
    fn report(game: &str, players: &[&'static str]) -> GameReport {
        let size = |iterations, ratio| SizeReport { iterations, simulations_per_s: 1_000_000.0 * ratio, ratio };
        GameReport {
            game: game.to_owned(),
            rounds: 5,
            bare_playouts_per_s: 1_226_400.0,
            uct_simulations_per_s: 716_000.0,
            ratio: 0.716,
            im_simulations_per_s: 512_345.0,
            ab_positions_per_s: 20_345_678.0,
            perft_leaves_per_s: 203_456_789.0,
            uct: vec![size(10_000, 0.784), size(100_000, 0.716), size(1_000_000, 0.66)],
            policies: players.iter().map(|player| PolicyReport::of(player, 36_349.0)).collect(),
            ..GameReport::default()
        }
    }

    fn document() -> String {
        let mut players = games().into_iter().map(|game| if game == "loa" { players() } else { vec!["bfm()"] });
        let reports: Vec<_> = games().iter().map(|game| report(game, &players.next().unwrap())).collect();
        let empty = "# Speed\n<!-- BEGIN bench -->\n<!-- END bench -->\nMore.\n\
            <!-- BEGIN rates -->\n<!-- END rates -->\n";
        filled(empty, &reports, "one core").unwrap()
    }

    #[test]
    fn what_is_written_passes_the_check() {
        let text = document();
        check(&text).unwrap();
        for line in [
            "| from the start | Breakthrough 8x8 | Kalah 6x4 | Lines of Action |",
            "| bare playouts | 1,230,000 | 1,230,000 | 1,230,000 |",
            "| against bare playouts | 0.78 / 0.72 / 0.66 | 0.78 / 0.72 / 0.66 | 0.78 / 0.72 / 0.66 |",
            "| `mcts(mcloa)` / `mcts(mcloa,abp2)`, 10,000 |  |  | 36,300 / 36,300 |",
            "| `bfm()`, 10,000 | 36,300 | 36,300 | 36,300 |",
            "| `perft`, leaves | 203,000,000 | 203,000,000 | 203,000,000 |",
            "| Oware | 716,000 | 0.72 | 512,000 | 20,300,000 |",
        ] {
            assert!(text.lines().any(|found| found == line), "'{line}' is not in {text}");
        }
        // No game of the second table supports `mcts(mcloa)`, so that table must omit the row of
        // this player.
        assert_eq!((text.matches("mcts(mcloa)").count(), text.matches("`bfm()`").count()), (1, 2));
    }

    #[test]
    fn what_is_not_written_so_fails_the_check() {
        let text = document();
        let wrong = [
            text.replace("<!-- END bench -->", ""),
            text.replace("Othello", "Go"),
            text.replacen("| bare playouts | 1,230,000 | 1,230,000 | 1,230,000 |\n", "", 1),
            text.replacen("| `bfm()`, 10,000 | 36,300 |", "| `bfm()`, 10,000 |", 1),
            text.replacen("| `bfm()`, 10,000 |", "| `bfm()`, 20,000 |", 1),
            text.replacen("| from the start |", "| |", 1),
            text.replacen("36,300 | 36,300 | 36,300", "||", 1),
            replaced(&text, "bench", "").unwrap(),
            text.replace("<!-- BEGIN rates -->", ""),
            text.replace("| Oware | 716,000 |", "| Oware | |"),
            text.replace("| Oware | 716,000 |", "| Oware |"),
            text.replace("| Oware | 716,000 |", "| Go | 716,000 |"),
            replaced(&text, "rates", "").unwrap(),
        ];
        for wrong in wrong {
            assert_ne!(wrong, text);
            assert!(check(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_document_with_one_part_is_enough() {
        let text = document();
        let rates = &text[text.find("<!-- BEGIN rates").unwrap()..];
        check(rates).unwrap();
        assert_eq!(parts(rates).unwrap().len(), 1);
        assert!(check("# Speed\n").unwrap_err().to_string().contains("no line '<!-- BEGIN bench -->'"));
    }

    #[test]
    fn three_digits_count() {
        let rates = [0.0, 7.4, 99.6, 1234.0, 12_350.0, 999_600.0, 39_849_000.0];
        assert_eq!(rates.map(count), ["0", "7", "100", "1,230", "12,400", "1,000,000", "39,800,000"]);
    }
}
