//! Checks that the tables of options in manuals and sources match the tables in the Rust kernel.
//! The tables are between lines with BEGIN and END. `./tests/run tables-update` writes the tables.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[macro_use]
#[path = "common/games.rs"]
mod games;

use imm::base::rng::Rng;
use imm::base::text::Text;
use imm::game::evaluator::{EVALUATOR_TEXTS, EVALUATORS, Named};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::{Move, MoveList};
use imm::player::BudgetClass;
use imm::player::alphabeta::{self, Kind, SWITCH_TEXTS, SWITCHES, Switches};
use imm::player::best::{BEST, Best, Knows};
use imm::player::notation::{PRESET_TEXTS, PRESETS, Preset};
use imm::player::strategy::{STRATEGIES, STRATEGY_TEXTS};
use imm::player::{self, Config, Player, TEXT_MAX};
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;
use std::{env, fs};

/// A row of the table of tree search options, with the columns that the manuals show.
struct Row {
    field: &'static str,
    /// The fields of the C struct `imm_config` that set the option.
    c: &'static [&'static str],
    /// The lines of the row: forms of the option, meaning, default, and suggestion or source.
    lines: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// The upper end of the valid range, as text.
    end: Option<String>,
}

macro_rules! rows {
    ($(
        $(#[doc = $doc:literal])*
        $field:ident: $type:ty = $default:expr, $kind:ident $words:tt, $range:expr, $feature:ident, $needs:ident,
            $conversion:ident [$($c_field:ident)*] { $($form:literal $says:literal $off:literal $worth:literal)* }
    )*) => {
        fn rows() -> Vec<Row> {
            vec![$(Row {
                field: stringify!($field),
                c: &[$(stringify!($c_field)),*],
                lines: &[$(($form, $says, $off, $worth)),*],
                end: $range.end_in_words(),
            }),*]
        }
    };
}

imm::player_options!(rows);

/// Marker types for rows whose range has no end to print.
struct Any;
struct Valid;

trait Ends {
    fn end_in_words(&self) -> Option<String>;
}

impl Ends for Any {
    fn end_in_words(&self) -> Option<String> {
        None
    }
}

impl Ends for Valid {
    fn end_in_words(&self) -> Option<String> {
        None
    }
}

impl<T: Display> Ends for RangeInclusive<T> {
    fn end_in_words(&self) -> Option<String> {
        Some(self.end().to_string())
    }
}

/// A line of a table of options.
#[derive(Clone)]
struct Line {
    forms: String,
    /// The fields of the C struct `imm_config`.
    fields: String,
    says: String,
    default: String,
    /// The text `use VALUE; FIGURE` for a recommended option, otherwise `SOURCE; WORTH`.
    worth: String,
}

impl Line {
    /// Returns the suggested value if the option is recommended.
    fn suggested(&self) -> Option<&str> {
        self.worth.strip_prefix("use ").map(|rest| rest.split_once("; ").unwrap().0)
    }

    /// Returns the text after the suggested value or the source, or an empty text if nothing
    /// follows.
    fn figure(&self) -> &str {
        self.worth.split_once("; ").map_or("", |(_, figure)| figure)
    }

    fn source(&self) -> &str {
        self.worth.split_once("; ").map_or(self.worth.as_str(), |(source, _)| source)
    }
}

fn line(forms: &str, fields: &str, says: &str, default: &str, worth: &str) -> Line {
    let [forms, fields, says, default, worth] = [forms, fields, says, default, worth].map(str::to_string);
    Line { forms, fields, says, default, worth }
}

/// Returns the lines for the table of evaluation functions.
fn evaluator_lines() -> Vec<Line> {
    let line = |(named, says): (&Named, &&str)| plain_line(named.word, says.trim_end_matches('.'));
    EVALUATORS.iter().zip(EVALUATOR_TEXTS).map(line).collect()
}

/// Options that have no C field of their own, and the field of another option that sets them.
const SHARED: [(&str, &str); 4] = [("ip", "np"), ("puct", "tp"), ("pn", "pb"), ("mob", "pb")];

/// Returns the lines for the table of tree search options. A row without a form belongs to the
/// previous row, and adds its C fields to the fields of that row.
fn option_lines() -> Vec<Line> {
    let rows = rows();
    let mut lines = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let parts = rows.iter().skip(place + 1).take_while(|part| part.lines.is_empty());
        let shared = SHARED.iter().filter(|(field, _)| *field == row.field).map(|(_, shared)| *shared);
        let fields: Vec<&str> =
            row.c.iter().copied().chain(shared).chain(parts.flat_map(|part| part.c.iter().copied())).collect();
        for (number, (forms, says, off, worth)) in row.lines.iter().enumerate() {
            let fields = if number == 0 { fields.join(", ") } else { String::new() };
            lines.push(line(forms, &fields, says, off, worth));
        }
        if row.field == "strategy" {
            let of_strategies = STRATEGY_TEXTS.iter().flat_map(|texts| texts.lines);
            lines.extend(of_strategies.map(|(forms, says, off, worth)| line(forms, "", says, off, worth)));
        }
    }
    // If the last column of a line is empty, the line gets the suggestion or the source of the
    // previous line.
    for place in 1..lines.len() {
        if lines[place].worth.is_empty() {
            lines[place].worth = match lines[place - 1].suggested() {
                Some(_) => lines[place - 1].worth.clone(),
                None => lines[place - 1].source().to_string(),
            };
        }
    }
    lines
}

/// Returns the lines for the table of presets. A preset is a word that sets several options.
fn preset_lines() -> Vec<Line> {
    let line = |(preset, says): (&Preset, &&str)| {
        let search = if preset.search == "bfm" { "in `bfm`: " } else { "" };
        let first = if preset.first { "; comes first" } else { "" };
        plain_line(preset.word, &format!("{search}`{}`, {}{first}", preset.text, says))
    };
    PRESETS.iter().zip(PRESET_TEXTS).map(line).collect()
}

fn plain_line(word: &str, says: &str) -> Line {
    line(word, "", says, "", "")
}

/// Returns the lines for the table of the presets and switches of alpha-beta.
fn switch_lines() -> Vec<Line> {
    let presets = alphabeta::PRESETS.iter().zip(alphabeta::PRESET_TEXTS);
    let mut lines: Vec<Line> = presets.map(|(preset, (says, worth))| line(preset.word, "", says, "", worth)).collect();
    lines.extend(SWITCHES.iter().zip(SWITCH_TEXTS).map(|(row, texts)| {
        let safe = if row.kind == Kind::safe { "safe: " } else { "" };
        line(row.word, "", &format!("{safe}{}", texts.says), texts.needs, texts.worth)
    }));
    lines
}

/// Returns the recommended lines if `recommended` is true, otherwise the remaining lines.
fn chosen(lines: &[Line], recommended: bool) -> Vec<Line> {
    lines.iter().filter(|line| line.suggested().is_some() == recommended).cloned().collect()
}

/// A column of a table: the title, and a function that returns the text for a line.
type Column = (&'static str, fn(&Line) -> &str);

/// Returns a Markdown table with `prefix` before each line. The first two columns are the option
/// and its meaning; `columns` are the remaining columns.
fn markdown(prefix: &str, lines: &[Line], columns: &[Column]) -> String {
    let mut out = format!("{prefix}| option | meaning |");
    columns.iter().for_each(|(title, _)| write!(out, " {title} |").unwrap());
    writeln!(out, "\n{prefix}|---|---|{}", "---|".repeat(columns.len())).unwrap();
    for line in lines {
        let forms: Vec<String> = line.forms.split_whitespace().map(|form| format!("`{form}`")).collect();
        write!(out, "{prefix}| {} | {} |", forms.join(" "), line.says).unwrap();
        columns.iter().for_each(|(_, text)| write!(out, " {} |", text(line)).unwrap());
        out.push('\n');
    }
    out
}

/// The columns of the table of recommended options, after the option and its meaning.
const RECOMMENDED: &[Column] =
    &[("default", |line| &line.default), ("suggested", |line| line.suggested().unwrap()), ("because", Line::figure)];

/// The columns of the table of options from papers, after the option and its meaning.
const FROM_PAPERS: &[Column] =
    &[("default", |line| &line.default), ("from", Line::source), ("worth here", Line::figure)];

/// Returns a table for a document, with an empty line before and after the table.
fn document(lines: &[Line], columns: &[Column]) -> String {
    format!("\n{}\n", markdown("", lines, columns))
}

/// Returns a table for the comment of a C function. A line has at most 100 characters.
fn comment(lines: &[Line]) -> String {
    const COLUMN: usize = 17;
    let mut out = String::new();
    for line in lines {
        let Line { forms, fields, says, .. } = line;
        let fields = if fields.is_empty() { String::new() } else { format!("{fields}: ") };
        let suggested = line.suggested().map_or(String::new(), |value| format!(". Suggested: {value}"));
        let text = format!("{fields}{says}{suggested}").replace('`', "");
        let mut line = format!("///     {forms:COLUMN$}");
        if forms.len() > COLUMN {
            writeln!(out, "///     {forms}").unwrap();
            line = format!("///     {:COLUMN$}", "");
        }
        for word in text.split(' ') {
            if line.len() + 1 + word.len() > 100 {
                writeln!(out, "{}", line.trim_end()).unwrap();
                line = format!("///     {:COLUMN$}   {word}", "");
            } else {
                write!(line, " {word}").unwrap();
            }
        }
        writeln!(out, "{line}").unwrap();
    }
    out
}

/// Returns the C constants of the evaluation functions as source text.
fn evaluator_constants() -> String {
    let constant = |(named, says): (&Named, &&str)| {
        let name = named.word.trim_start_matches("ef").to_uppercase();
        let (word, number) = (named.word, named.evaluator.number());
        format!("/// `evaluator`: {word}, {says}\npub const IMM_EF_{name}: u8 = {number};\n")
    };
    EVALUATORS.iter().zip(EVALUATOR_TEXTS).map(constant).collect()
}

/// Returns the source text of the C constants for the playout strategies.
fn strategy_constants() -> String {
    let mut out = String::new();
    for ((strategy, number), texts) in STRATEGIES.iter().zip(STRATEGY_TEXTS) {
        assert_eq!(*number, strategy.number());
        let says = texts.lines.first().map_or("", |line| line.1).replace("`pmc`", "IMM_PLAYOUT_TRANSITION");
        writeln!(out, "/// `playout`: {says}.").unwrap();
        if !texts.needs.is_empty() {
            writeln!(out, "/// A custom game needs {}() for it.", texts.needs).unwrap();
        }
        writeln!(out, "pub const IMM_PLAYOUT_{}: u8 = {number};", texts.c).unwrap();
    }
    out
}

/// Returns the source text of the C constants for the switches of alpha-beta.
fn switch_constants() -> String {
    let mut out = String::new();
    for (row, texts) in SWITCHES.iter().zip(SWITCH_TEXTS) {
        let safe = if row.kind == Kind::safe { ", safe" } else { "" };
        let says = texts.says.replace("`tt`", "IMM_AB_TT").replace("`history`", "IMM_AB_HISTORY");
        writeln!(out, "/// `switches`{safe}: {says}.").unwrap();
        if !texts.needs.is_empty() {
            writeln!(out, "/// A custom game needs {}() for it.", texts.needs).unwrap();
        }
        let bits = match (row.switch as u16).trailing_zeros() {
            0 => "1".to_string(),
            place => format!("1 << {place}"),
        };
        writeln!(out, "pub const IMM_AB_{}: u16 = {bits};", row.word.to_uppercase()).unwrap();
    }
    for (name, switches, says) in [
        ("ALL", Switches::ALL, "what is best for playing"),
        ("SOLVE", Switches::SOLVE, "what is best for proving who wins"),
        ("EXACT", Switches::EXACT, "what is best for proving by how many points"),
    ] {
        writeln!(out, "/// `switches`: {says}.\npub const IMM_AB_{name}: u16 = 0x{:X};", switches.bits()).unwrap();
    }
    out
}

/// Returns the column of one game in the table of game knowledge.
fn knowledge_of<G: Knowledge + Clone>(game: &G) -> Known {
    let named = EVALUATORS.iter().filter(|named| game.has_evaluator(named.evaluator));
    let names: Vec<&str> = named.map(|named| named.word.trim_start_matches("ef")).collect();
    let evaluation = match (names.is_empty(), game.has_evaluator(Evaluator::DEFAULT)) {
        (false, _) => names.join(" "),
        (true, true) => "yes".to_string(),
        (true, false) => "-".to_string(),
    };
    let mut seen = Seen::default();
    (0..20).for_each(|seed| seen.look(game.clone(), seed));
    let yes = |is: bool| if is { "yes" } else { "-" }.to_string();
    vec![
        ("evaluate", evaluation),
        ("weight", yes(game.has_weights())),
        ("prior", yes(game.has_priors())),
        ("transition", yes(game.has_transitions())),
        ("order", yes(seen.order && game.has_order())),
        ("noisy", yes(seen.noisy)),
        ("hash", yes(game.hash().is_some())),
        ("pass", yes(seen.pass)),
        ("few_pieces", yes(seen.few_pieces)),
        ("score", yes(game.max_score() > 0)),
    ]
}

/// Game knowledge that no function reports. The tests find out from the positions of random games
/// whether a game has such knowledge.
#[derive(Default)]
struct Seen {
    order: bool,
    noisy: bool,
    pass: bool,
    few_pieces: bool,
}

impl Seen {
    /// Plays a random game, and records the knowledge that the positions of the game show.
    fn look<G: Knowledge>(&mut self, mut game: G, seed: u64) {
        let mut rng = Rng::new(seed);
        for _ in 0..300 {
            if game.outcome().is_some() {
                return;
            }
            let mut room = vec![Move::NONE; game.max_moves()];
            let mut moves = MoveList::new(&mut room);
            game.legal_moves(&mut moves);
            self.order |= moves.as_slice().iter().any(|&mv| game.order(mv) != 0);
            self.noisy |= moves.as_slice().iter().any(|&mv| game.noisy(mv));
            self.few_pieces |= game.few_pieces();
            if game.pass() {
                self.pass = true;
                assert!(game.pass(), "a pass is taken back");
            }
            let mv = moves.as_slice()[rng.below(moves.len() as u32) as usize];
            game.play(mv);
        }
    }
}

/// The knowledge of a game: for each callback, its name and a text that says what the game
/// provides.
type Known = Vec<(&'static str, String)>;

/// For each built-in game, returns its name, its name in C and its knowledge.
fn games() -> Vec<(&'static str, &'static str, Known)> {
    each_game!(|start, name, title| (title, name, knowledge_of(&start))).into()
}

/// Returns the table of game knowledge for a document, with a column for each game.
fn knowledge_document() -> String {
    let games = games();
    let row = |first: &str, cells: Vec<&str>| format!("| {first} | {} |\n", cells.join(" | "));
    let head = row("callback", games.iter().map(|game| game.0).collect());
    let rows = games[0].2.iter().enumerate().map(|(at, (callback, _))| {
        row(&format!("`{callback}`"), games.iter().map(|(_, _, known)| known[at].1.as_str()).collect())
    });
    format!("\n{head}|{}\n{}\n", "---|".repeat(games.len() + 1), rows.collect::<String>())
}

/// Returns the table of game knowledge as text lines for a section of header.toml.
fn knowledge_header() -> String {
    let games = games();
    let row = |first: &str, cells: Vec<&str>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:<13}")).collect();
        format!("    \"{}\",\n", format!("{first:<11}{cells}").trim_end())
    };
    let head = row("", games.iter().map(|game| game.1).collect());
    let rows = games[0]
        .2
        .iter()
        .enumerate()
        .map(|(at, (callback, _))| row(callback, games.iter().map(|(_, _, known)| known[at].1.as_str()).collect()));
    head + &rows.collect::<String>()
}

/// Returns the table of the best players for a document. The rows are the built-in games and groups
/// of custom games.
fn best_document() -> String {
    let row = |row: &Best| {
        let mut text = [0; TEXT_MAX];
        let mut out = Text::new(&mut text);
        player::write(row.player, &mut out);
        let by_net = if row.knows == Some(Knows::Net) { ", with its net on hosts" } else { "" };
        let block = format!(", in a block of up to {} KiB", BudgetClass::SMALL.block / 1024);
        let size = match row.most {
            BudgetClass::SHORT => format!("{block} with up to {} ms a move", BudgetClass::SHORT.ms),
            BudgetClass::SMALL => block,
            _ => String::new(),
        };
        let named = games().iter().find(|game| game.1 == row.game).map(|game| format!("{}{by_net}", game.0));
        let game = named.unwrap_or_else(|| known_in_words(row.knows));
        let build = if is_without_alpha_beta(row) { ", without alpha-beta" } else { "" };
        format!("| {game}{build}{size} | `{}` | {} |\n", out.as_str(), row.why)
    };
    let rows: String = BEST.iter().map(row).collect();
    format!("\n| game | `best` is | why |\n|---|---|---|\n{rows}\n")
}

/// True if an earlier row with alpha-beta applies wherever this row does. So this row applies only
/// in games and libraries without alpha-beta.
fn is_without_alpha_beta(row: &Best) -> bool {
    let covers = |earlier: &&Best| {
        matches!(earlier.player, Player::AlphaBeta(_))
            && earlier.game == row.game
            && (earlier.knows.is_none() || earlier.knows == row.knows)
            && earlier.most.block >= row.most.block
            && earlier.most.ms >= row.most.ms
    };
    BEST.iter().take_while(|earlier| *earlier != row).any(|earlier| covers(&earlier))
}

/// Returns the names of the games that ship with a net but have no row for their net in the table
/// of best players.
fn games_with_a_net() -> Vec<&'static str> {
    let nets = each_game!(|start, name, title| (name, title, start.shipped_net()));
    let has_a_row = |game: &str| BEST.iter().any(|row| row.game == game && row.knows == Some(Knows::Net));
    nets.into_iter().filter(|(game, _, net)| !net.is_empty() && !has_a_row(game)).map(|(_, name, _)| name).collect()
}

/// Returns the words for the games of a row in the table of best players. A row is for custom games
/// with this knowledge, or for built-in games with a net.
fn known_in_words(knows: Option<Knows>) -> String {
    match knows {
        None => "your own without `evaluate`".to_string(),
        Some(Knows::Evaluation) => "your own with `evaluate`".to_string(),
        Some(Knows::Unusual) => "your own with `chance` or `players`, without `evaluate`".into(),
        Some(Knows::FewMoves) => format!("your own without `evaluate`, with at most {} moves", Config::FEW_MOVES),
        Some(Knows::Net) => format!("{}, with their nets on hosts", games_with_a_net().join(", ")),
    }
}

/// Compares the generated text with the text in `file` between the lines `BEGIN name` and `END
/// name`. If the environment variable `IMM_UPDATE_TABLES` is set, writes the generated text
/// instead.
fn keep(file: &str, name: &str, generated: &str) {
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let is = |line: &str, word: &str| {
        let line = line.trim_start_matches(['/', '!', '#', ' ']).trim_start_matches("<!-- ");
        line.strip_prefix(word).is_some_and(|rest| rest.trim_end_matches("-->").trim() == name)
    };
    let lines: Vec<&str> = text.lines().collect();
    let place =
        |word| lines.iter().position(|line| is(line, word)).unwrap_or_else(|| panic!("{file}: no {word} {name}"));
    let (begin, end) = (place("BEGIN"), place("END"));
    let old: String = lines[begin + 1..end].iter().flat_map(|line| [line, "\n"]).collect();
    if env::var_os("IMM_UPDATE_TABLES").is_none() {
        assert!(
            old == generated,
            "{file}, {name}: not up to date: ./tests/run tables-update\n{old}\nshould be\n{generated}"
        );
        return;
    }
    let part = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let new = format!("{}{generated}{}", part(&lines[..=begin]), part(&lines[end..]));
    if new != text {
        fs::write(&path, new).unwrap();
    }
}

#[test]
fn tables_are_those_of_the_kernel() {
    let (options, presets, switches) = (option_lines(), preset_lines(), switch_lines());
    let [recommended, others] = [true, false].map(|is| chosen(&options, is));
    let [presets_of_ab, switches_of_ab] = [true, false].map(|is| chosen(&switches, is));
    let with_evaluators: Vec<Line> = recommended.iter().cloned().chain(evaluator_lines()).collect();
    let figures: BTreeSet<&str> = recommended.iter().map(|line| line.worth.as_str()).collect();
    assert!((10..=14).contains(&figures.len()), "about twelve options are recommended, not {}", figures.len());
    keep("src/player/notation.rs", "options", &markdown("//! ", &recommended, &RECOMMENDED[..2]));
    keep("src/player/notation.rs", "evaluators", &markdown("//! ", &evaluator_lines(), &[]));
    keep("src/player/notation.rs", "switches", &markdown("//! ", &presets_of_ab, &RECOMMENDED[1..2]));
    keep("docs/PLAYERS.md", "best", &best_document());
    keep("docs/PLAYERS.md", "recommended", &document(&recommended, RECOMMENDED));
    keep("docs/PLAYERS.md", "evaluators", &document(&evaluator_lines(), &[]));
    keep("docs/PLAYERS.md", "options", &document(&others, FROM_PAPERS));
    keep("docs/PLAYERS.md", "presets", &document(&presets, &[]));
    keep("docs/PLAYERS.md", "recommended switches", &document(&presets_of_ab, &RECOMMENDED[1..]));
    let needs: Column = ("your own game needs", |line| &line.default);
    keep("docs/PLAYERS.md", "switches", &document(&switches_of_ab, &[needs, FROM_PAPERS[1], FROM_PAPERS[2]]));
    keep("docs/GAMES.md", "knowledge", &knowledge_document());
    keep("ffi/header.toml", "knowledge", &knowledge_header());
    keep("ffi/src/api/players.rs", "options", &comment(&with_evaluators));
    keep("ffi/src/api/players.rs", "switches", &comment(&presets_of_ab));
    keep("ffi/src/types/player.rs", "evaluators", &evaluator_constants());
    keep("ffi/src/types/player.rs", "strategies", &strategy_constants());
    keep("ffi/src/types/player.rs", "switches", &switch_constants());
}

/// Checks that the meaning of each option names the upper end of its range. A row without lines
/// belongs to the previous row.
#[test]
fn ranges_are_said_as_they_are() {
    let mut said = String::new();
    for row in rows() {
        if !row.lines.is_empty() {
            said = row.lines.iter().map(|(_, says, ..)| format!("{says}; ")).collect();
        }
        if let Some(end) = row.end {
            let ends = [format!("to {end},"), format!("to {end};")];
            assert!(ends.iter().any(|end| said.contains(end)), "{}: {end} is not in {said:?}", row.field);
        }
    }
}

/// Checks that the text of each preset is a valid player, and that the word of the preset gives the
/// same player.
#[test]
fn presets_are_players() {
    for preset in PRESETS {
        let search = if preset.search.is_empty() { "mcts" } else { preset.search };
        let player = imm::player::parse(&format!("{search}({})", preset.text)).unwrap();
        assert_eq!(imm::player::parse(&format!("{search}({})", preset.word)), Ok(player), "{}", preset.word);
        assert_ne!(player.tree(), Some(Config::DEFAULT));
    }
}
