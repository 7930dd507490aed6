//! Tests `imm-arena experiments` as a user runs it, and checks the committed experiments.

use imm_harness::experiments::archive;
use imm_harness::experiments::data::{self, Part};
use imm_harness::experiments::record::Line;
use imm_harness::experiments::run::understood;
use imm_harness::experiments::shards::shards;
use imm_harness::lines::records;
use imm_harness::openings::set::OpeningSet;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn committed() -> Vec<Part> {
    data::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments")).expect("well-formed experiments")
}

/// Returns the paths of the log files with the committed games.
fn committed_shards() -> Vec<PathBuf> {
    shards(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/games.jsonl")).expect("an archive")
}

#[test]
fn committed_shards_are_as_they_were_written() {
    let shards = committed_shards();
    assert!(!shards.is_empty());
    for shard in shards {
        let mut lines = String::new();
        let file = fs::File::open(&shard).expect("a shard");
        flate2::read::MultiGzDecoder::new(file).read_to_string(&mut lines).expect("gzip of UTF-8");
        let name = shard.file_name().and_then(|name| name.to_str()).expect("a name");
        let place = name.split('.').next().expect("a place");
        assert_eq!(archive::shard_name(place, &lines), name, "it was changed: games are added in new shards only");
        let begins = format!("{{\"id\":\"{place}");
        assert!(lines.lines().all(|line| line.starts_with(&begins)), "{name} has games of another place");
    }
}

#[test]
fn every_table_and_figure_is_there() {
    let parts = committed();
    let count = |place: &str| {
        let experiments = parts.iter().flat_map(|part| &part.experiments);
        experiments.filter(|experiment| experiment.id.split('/').next() == Some(place)).count()
    };
    // Each table of the paper must have all its rows. A row with a disputed label occurs twice. A
    // headline row also occurs twice, with two budgets.
    let rows = ["table2", "table3", "table4", "table7", "table8", "table9"].map(count);
    assert_eq!(rows, [12 + 2 + 3, 7, 23 + 4, 6, 9, 6]);
    let points = ["figure1", "figure2_top", "figure2_bottom", "figure3"].map(count);
    assert_eq!(points, [8 + 4, 5, 5, 5]);
    assert_eq!(parts.iter().flat_map(|part| &part.tournaments).count(), 7);
    assert_eq!(parts.iter().filter(|part| part.figure.is_some()).count(), 6);
    let compared: Vec<_> = parts.iter().filter_map(|part| part.compared.as_ref()).collect();
    assert!(matches!(&compared[..], [table4] if table4.positions == 128 && table4.players.len() == 2));
    // Lines of Action must have three tables with three rows each, one table with nine rows, and
    // three curves with seven points each.
    let rows = ["abp_table1", "abp_table2", "abp_table3", "loa_table5", "loa_figure4"].map(count);
    assert_eq!(rows, [3, 3, 3, 9, 3 * 7]);
    // The sweep of alpha has five values in six games, with four numbers of simulations.
    assert_eq!(count("alpha"), 5 * 6 * 4);
}

#[test]
fn every_player_can_play() {
    let parts = committed();
    for experiment in parts.iter().flat_map(|part| &part.experiments) {
        experiment.matchup.conditions(None).unwrap_or_else(|error| panic!("{}: {error:#}", experiment.id));
    }
    for tournament in parts.iter().flat_map(|part| &part.tournaments) {
        understood(tournament).unwrap_or_else(|error| panic!("{}: {error:#}", tournament.id));
    }
}

/// A folder with its own experiments, which are small enough for a test.
struct Small {
    dir: PathBuf,
}

/// Small experiments, which the tests of the Python module play too.
const SMALL: &str = include_str!("small.toml");

impl Small {
    fn new(name: &str) -> Self {
        Self::with(name, SMALL)
    }

    /// Makes a folder with these experiments.
    fn with(name: &str, experiments: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a build directory");
        fs::write(dir.join("small.toml"), experiments).expect("a file");
        Self { dir }
    }

    /// Runs `imm-arena experiments` in this folder. Returns the exit code, standard output and
    /// standard error.
    fn try_arena(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
        let output = command.arg("experiments").args(args).arg("--data").arg(&self.dir).output().expect("it runs");
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        (output.status.code(), out, err)
    }

    /// Runs `imm-arena experiments`, which must succeed. Returns standard output and standard
    /// error.
    fn arena(&self, args: &[&str]) -> (String, String) {
        let (code, out, err) = self.try_arena(args);
        assert_eq!(code, Some(0), "{args:?}: {err}");
        (out, err)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.dir.join("games.jsonl")).expect("a log")
    }

    /// Returns the identifying fields of each game in the log.
    fn games(&self) -> Vec<[String; 4]> {
        let lines = self.log();
        let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        games.map(|game| ["a", "b", "budget", "n"].map(|field| game[field].to_string())).collect()
    }
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let small = Small::new("resumed");
    let (text, notes) = small.arena(&["run"]);
    // The run must play 8 games of one matchup, and the 4 games of a cup (three players, two
    // matches).
    assert_eq!(text, "12 games played, 12 in the log, 1 experiments left out: nothing is missing\n");
    assert!(notes.contains("small/unknown is left out") && notes.contains("unknown option 'later'"), "{notes}");
    let (whole, games) = (small.log(), small.games());
    assert_eq!(games.iter().collect::<HashSet<_>>().len(), 12);

    // If a run is killed while it writes a line, the complete lines must be kept. The next run must
    // play all other games again.
    let cut = whole.len() / 2;
    fs::write(small.dir.join("games.jsonl"), &whole[..cut]).expect("a file");
    let kept = whole[..cut].matches('\n').count();
    assert!(small.arena(&["run"]).0.starts_with(&format!("{} games played, 12 in the log", 12 - kept)));
    let moves = |log: &str| -> HashSet<[String; 4]> {
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|game| ["a", "n", "signature", "moves"].map(|field| game[field].to_string())).collect()
    };
    assert_eq!(small.games().iter().collect::<HashSet<_>>(), games.iter().collect());
    assert_eq!(moves(&small.log()), moves(&whole));
    assert!(small.arena(&["run"]).0.starts_with("0 games played, 12 in the log"));

    // After `pack`, a run must not play any game again.
    let packed = small.arena(&["pack"]).0;
    assert!(
        packed.starts_with(small.dir.to_str().expect("UTF-8")) && packed.ends_with("games: 12 games\n"),
        "{packed}"
    );
    assert_eq!((packed.lines().count(), small.log().as_str()), (2, ""));
    assert!(small.arena(&["run"]).0.starts_with("0 games played, 12 in the log"));
}

#[test]
fn games_of_other_versions_are_played_again_on_request() {
    let small = Small::new("versions");
    small.arena(&["run", "--filter", "one"]);
    let games = small.games().len();
    let log = small.log();
    let version = serde_json::from_str::<Value>(log.lines().next().expect("a line")).expect("JSON")["version"].clone();
    let version = version.as_str().expect("a text");
    fs::write(small.dir.join("games.jsonl"), log.replace(version, "0.0.1 1")).expect("a file");
    assert!(small.arena(&["run", "--filter", "one"]).0.starts_with("0 games played"));
    let played = format!("{games} games played, {games} in the log");
    assert!(small.arena(&["run", "--filter", "one", "--again"]).0.starts_with(&played));
    assert!(small.arena(&["run", "--filter", "one", "--again"]).0.starts_with("0 games played"));
    // The archive keeps the games of both versions, and the report counts the new ones.
    assert!(small.arena(&["pack"]).0.ends_with(&format!("games: {} games\n", 2 * games)));
    assert!(small.arena(&["run", "--filter", "one", "--again"]).0.starts_with("0 games played"));
}

/// Runs `imm-arena experiments` with this standard input. Returns the exit code, standard output
/// and standard error.
fn piped(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
    command.arg("experiments").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    (output.status.code(), out, err)
}

/// The sorted lines of a log, without the times.
fn timeless(log: &str) -> Vec<String> {
    let timeless = |line| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        (0..2).for_each(|side| game["spent"][side]["ms"] = Value::Null);
        game.to_string()
    };
    let mut lines: Vec<String> = log.lines().map(timeless).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_run_in_steps_plays_the_games_of_a_run() {
    let [whole, steps] = ["in_one", "in_steps"].map(Small::new);
    whole.arena(&["run"]);
    let log = steps.dir.join("games.jsonl");
    let add = ["add", "--log", log.to_str().expect("UTF-8")];
    let mut added = Vec::new();
    loop {
        let (missing, notes) = steps.arena(&["missing"]);
        assert!(notes.contains("small/unknown is left out"), "{notes}");
        let Some(first) = missing.lines().next() else { break };
        let first: Value = serde_json::from_str(first).expect("JSON");
        assert_eq!(first["priority"], if added.is_empty() { 1 } else { 2 });
        // The command `play` must work on a machine without experiments and without a log.
        let (code, played, err) = piped(&["play", "--jobs", "2"], &missing);
        assert_eq!((code, played.lines().count()), (Some(0), missing.lines().count()), "{err}");
        let (code, text, err) = piped(&add, &played);
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(piped(&add, &played).1.split(", ").next(), Some("0 games added"));
        added.push(text);
    }
    // The players of the cup's second match are known only after the first match.
    assert_eq!(
        added,
        ["10 games added, 0 were there, 10 in the log\n", "2 games added, 0 were there, 12 in the log\n"]
    );
    assert_eq!(timeless(&steps.log()), timeless(&whole.log()));

    // The command `add` must refuse an invalid game, and must leave the log unchanged.
    let game = whole.log().lines().next().expect("a game").to_owned();
    let text = fs::read_to_string(&log).expect("a log");
    for broken in ["{}", "{\"id\":", &game.replace("\"seed\":1", "\"seed\":2")] {
        let (code, _, err) = piped(&add, &format!("{game}\n{broken}\n"));
        assert_eq!(code, Some(1), "{broken}: {err}");
        assert_eq!(fs::read_to_string(&log).expect("a log"), text);
    }
    let (code, out, err) = piped(&["play"], "{\"id\": \"small/one\"}");
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("standard input") && err.contains("missing field"), "{err}");
}

#[test]
fn what_is_played_can_be_chosen() {
    let small = Small::new("chosen");
    assert!(small.arena(&["run", "--filter", "^small/o", "--games", "3"]).0.starts_with("4 games played, 4 in"));
    // With another budget, the run must play new games.
    assert!(
        small
            .arena(&["run", "--filter", "one", "--games", "2", "--budget", "10"])
            .0
            .starts_with("2 games played, 6 in")
    );
    assert!(small.arena(&["run", "--priority", "1", "--jobs", "1"]).0.starts_with("4 games played, 10 in"));
    let (list, _) = small.arena(&["list"]);
    assert!(list.contains("small/one                   6/6 games, breakthrough_5x5, 20 simulations"), "{list}");
    assert!(list.contains("INVALID: player 'mcts(later)'"), "{list}");
    assert!(list.contains("tournament of 3, 2 games a match, breakthrough_5x5, 20 simulations: round 1"), "{list}");
}

#[test]
fn to_choose_nothing_is_an_error() {
    let small = Small::new("nothing");
    for command in ["list", "run", "report"] {
        let (code, out, err) = small.try_arena(&[command, "--filter", "table2"]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{command}: {err}");
        assert!(err.contains("no experiment has a name that matches 'table2'"), "{command}: {err}");
        let (code, _, err) = small.try_arena(&[command, "--filter", "cup", "--priority", "1"]);
        assert_eq!(code, Some(1), "{command}: {err}");
        assert!(err.contains("no experiment has priority 1 or one before it and has a name that"), "{command}: {err}");
    }
    assert!(!small.dir.join("games.jsonl").exists());
}

#[test]
fn all_rounds_of_a_tournament_come_before_what_is_less_urgent() {
    let small = Small::with("urgent", &SMALL.replacen("priority = 1", "priority = 3", 1));
    small.arena(&["run", "--jobs", "1"]);
    let log = small.log();
    let ids = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].to_string());
    let (cup, rest): (Vec<_>, Vec<_>) = ids.enumerate().partition(|(_, id)| id == "\"small/cup\"");
    assert_eq!((cup.len(), rest.len()), (4, 8));
    assert!(cup.last() < rest.first(), "{log}");
}

#[test]
fn a_match_plays_a_row_again() {
    let small = Small::new("again");
    small.arena(&["run", "--filter", "one"]);
    let wins = small.log().matches("\"half_points\":2").count() as u64;
    let players = ["match", "breakthrough_5x5", "mcts(im0.4)", "mcts()"];
    let output = Command::new(env!("CARGO_BIN_EXE_imm-arena"))
        .args(players)
        .args(["--games", "6", "--iterations", "20", "--json"])
        .output()
        .expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["a_wins"], wins);
}

/// Reads a log. For each game that began from an opening set, returns two texts: the start position
/// of the game, and the opening that the set now contains for the game's pair.
fn starts(log: &Path) -> Vec<(String, String)> {
    let lines = records::<Line>(log).expect("a log").map(|line| line.expect("a game").1);
    let start = |line: Line| {
        let set = OpeningSet::named(line.matchup.openings.as_ref()?).expect("a set that is there");
        let index = line.n as usize / 2 % set.texts().count();
        Some((line.start, set.texts().nth(index).expect("one of the set").to_owned()))
    };
    lines.filter_map(start).collect()
}

#[test]
fn pairs_begin_from_the_openings_of_their_set() {
    let begun = SMALL.replacen("label = \"one\"", "label = \"one\"\nopenings = \"loa\"", 1);
    let loa = begun.replacen("breakthrough_5x5", "loa", 1);
    let small = Small::with("openings", &loa);
    small.arena(&["run", "--filter", "one", "--games", "6", "--budget", "2"]);
    let games = starts(&small.dir.join("games.jsonl"));
    assert_eq!(games.iter().map(|(start, _)| start).collect::<HashSet<_>>().len(), 3);
    // The committed games must begin from openings that their sets still contain: a set must not
    // change after games were played from it.
    let committed: Vec<_> = committed_shards().iter().flat_map(|shard| starts(shard)).collect();
    assert!(!committed.is_empty());
    games.iter().chain(&committed).for_each(|(start, opening)| assert_eq!(start, opening));
    let (list, _) = Small::with("no_set", &loa.replace("openings = \"loa\"", "openings = \"none\"")).arena(&["list"]);
    assert!(list.contains("INVALID") && list.contains("openings/none.txt: cannot read"), "{list}");
}

#[test]
fn a_report_has_tables_and_figures() {
    let small = Small::new("reported");
    small.arena(&["run"]);
    fs::write(small.dir.join("replication.txt"), "One: {small/one}; {counts}.\n").expect("a text");
    let docs = small.dir.join("docs");
    small.arena(&["report", "--out", docs.to_str().expect("UTF-8")]);
    let read = |file: &str| fs::read_to_string(docs.join(file)).expect("a file of the report");
    let page = read("results/papers.md");
    for text in
        ["## Small", "![Small](../figures/small.svg)", "| one | `mcts(im0.4)`<br>`mcts()` | 50.0 [", "### A cup"]
    {
        assert!(page.contains(text), "'{text}' is not in {page}");
    }
    assert!(read("figures/small.svg").contains("imm, 95 % confidence"));
    let report = read("RESULTS.md");
    assert!(report.contains("- [Small](results/papers.md#small)\n"), "{report}");
    assert!(read("REPLICATION.md").starts_with("One: "), "{}", read("REPLICATION.md"));
    // A second report must keep the part at the end, which bindings/python/experiments adds.
    let longer = format!("{report}\n<!-- BEGIN open_spiel -->\n\n## OpenSpiel\n\n<!-- END open_spiel -->\n");
    fs::write(docs.join("RESULTS.md"), &longer).expect("a report");
    small.arena(&["report", "--out", docs.to_str().expect("UTF-8")]);
    assert_eq!(read("RESULTS.md"), longer);
}

#[test]
fn a_report_of_a_part_is_printed() {
    let small = Small::new("printed");
    small.arena(&["run", "--filter", "cup"]);
    for option in [["--filter", "cup"], ["--priority", "2"], ["--games", "2"], ["--budget", "20"], ["--clock", "wall"]]
    {
        let (report, _) = small.arena(&[&["report"], &option[..]].concat());
        assert!(report.starts_with("# Results\n") && report.contains("### A cup"), "{option:?}: {report}");
        assert_eq!(report.contains("| one |"), option[0] != "--filter", "{option:?}: {report}");
    }
    // With --out, `report` must also write files if the report covers only a part of the
    // experiments.
    let docs = small.dir.join("part");
    let (files, _) = small.arena(&["report", "--filter", "cup", "--out", docs.to_str().expect("UTF-8")]);
    assert_eq!(files.lines().count(), 3, "{files}");
    assert!(!fs::read_to_string(docs.join("results/papers.md")).expect("a report").contains("| one |"));
}
