//! Tests `imm-arena champions`. The program of another project is tests/programs/fake.py.

mod common;

use common::{fails, fake, library, prints, progress, root};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The description of two programs: one with a clock, and one with a depth. TIMED and DEEP are
/// their commands.
const DESCRIPTION: &str = r#"
    cells = [{ ms = 2, games = 4 }]
    [[engine]]
    name = "timed"
    title = "Timed"
    url = "https://example.org/timed"
    version = "1.0"
    command = "ugi:/path/to/timed ; Hash=7"
    settings = "none"
    handicap = "it plays its first move"
    better = "It is quick."
    random_plies = 1
    players = { breakthrough_2x4 = ["mcts()", "ab()"] }
    [[engine]]
    name = "deep"
    title = "Deep"
    url = "https://example.org/deep"
    version = "2.0"
    command = "ugi:/path/to/deep {depth}"
    settings = "none"
    handicap = "it plays its first move"
    better = "It is deep."
    cells = [{ ms = 1, depth = 3, games = 2 }]
    players = { breakthrough_2x4 = ["mcts()"] }
    [[engine]]
    name = "absent"
    title = "Absent"
    url = "https://example.org/absent"
    version = "3.0"
    settings = "none"
    handicap = "none"
    better = "It is free."
    unplayed = "it has no protocol"
    game = "Connect Four"
"#;

/// The page before the first report.
const PAGE: &str = "# Page\n\n<!-- BEGIN champions -->\n<!-- END champions -->\n\nText.\n\n\
    <!-- BEGIN champion_matches -->\n<!-- END champion_matches -->\n";

/// A folder with the description and the page.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a build directory");
        fs::write(folder.join("champions.toml"), DESCRIPTION).expect("a file");
        fs::write(folder.join("page.md"), PAGE).expect("a file");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// Returns the arguments of a command of `champions` in this folder.
    fn args(&self, args: &[&str]) -> Vec<String> {
        let data = ["--data", &self.path("champions.toml")].map(str::to_owned);
        ["champions"].iter().chain(args).map(|&word| word.to_owned()).chain(data).collect()
    }

    fn prints(&self, args: &[&str]) -> String {
        prints(0, &self.args(args).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn fails(&self, args: &[&str], word: &str) {
        fails(1, &self.args(args).iter().map(String::as_str).collect::<Vec<_>>(), &[word]);
    }

    /// Writes the report, and returns the page.
    fn report(&self) -> String {
        self.prints(&["report", "--page", &self.path("page.md")]);
        self.text("page.md")
    }

    fn games(&self) -> Vec<Value> {
        self.text("champions.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let folder = Folder::new("champions_resumed");
    let timed = format!("timed={}", fake("ugi"));
    let run = |more: &[&str]| folder.prints(&[&["run", "--engine", &timed, "--engine-margin", "5000"], more].concat());
    let few = ["--filter", "mcts", "--games", "1", "--jobs", "1"];
    assert_eq!(run(&few), "2 games played, 2 in the log: nothing is missing\n");
    let page = folder.report();
    let row = "| Timed | `breakthrough_2x4` | `mcts()` | 2 ms | 2 ms; used ";
    assert!(page.contains(row) && page.contains(" | 2 of 4 | "), "{page}");
    assert!(page.contains("| Timed | `breakthrough_2x4` | `ab()` | 2 ms | 2 ms | 0 of 4 | not played |"), "{page}");
    assert_eq!(run(&[]), "6 games played, 8 in the log: nothing is missing\n");
    assert_eq!(run(&[]), "0 games played, 8 in the log: nothing is missing\n");

    // If a run is killed while it writes the line of a game, the next run plays the game again.
    let log = folder.text("champions.jsonl");
    fs::write(folder.path("champions.jsonl"), &log[..log.len() - 20]).expect("a file");
    assert_eq!(run(&[]), "1 games played, 8 in the log: nothing is missing\n");
    let page = folder.report();
    assert!(!page.contains(" of 4 ") && page.matches("] | none | none | a |").count() == 2, "{page}");
    assert!(page.contains("- Deep: no game is in the log yet.\n- Absent: it has no protocol.\n"), "{page}");
    assert!(page.contains("| [Absent](https://example.org/absent) | Connect Four | 3.0 | none |"), "{page}");
    assert_eq!(page, folder.report());

    // The log does not say where the program is.
    let [game, ..] = &folder.games()[..] else { panic!("no game") };
    assert_eq!((&game["id"], &game["b"]), (&"timed/breakthrough_2x4/mcts()/2ms".into(), &"Timed 1.0".into()));
    assert!(!log.contains("fake.py") && !game["moves"].as_str().expect("moves").is_empty());

    // The archive has the same games.
    let shards = folder.prints(&["pack"]);
    assert!(shards.contains("timed.") && shards.ends_with("champions: 8 games\n"), "{shards}");
    assert_eq!((folder.text("champions.jsonl"), folder.report()), (String::new(), page));
}

#[test]
fn commands_come_from_a_file_and_know_their_depth() {
    let folder = Folder::new("champions_local");
    let log = folder.path("logs");
    let local = format!("deep = \"{} {{depth}}\"\ntimed = \"{}\"\n", fake("ugi plain"), fake("ugi illegal"));
    fs::write(folder.path("champions.local.toml"), local).expect("a file");
    let run = ["run", "--engine-log", &log, "--jobs", "1", "--filter", "mcts"];
    assert_eq!(folder.prints(&run), "6 games played, 6 in the log: nothing is missing\n");
    let page = folder.report();
    assert!(page.contains("| `mcts()` | 1 ms | depth 3; used ") && page.contains("] | none | none | a |"), "{page}");
    // The program that plays illegal moves loses all games.
    assert!(page.contains(" | 4 | 100.0 [") && page.contains("] | none | 4 illegal move | a |"), "{page}");
    let games = folder.games();
    assert!(games.iter().any(|game| game["b"] == "Deep 2.0 at depth 3" && game["id"].as_str().is_some()));
    let files = fs::read_dir(&log).expect("a folder").map(|file| file.expect("a file").path());
    let lines: String = files.map(|file| fs::read_to_string(file).expect("a log")).collect();
    assert!(lines.contains("> setoption name Hash value 7\n"), "{lines}");
}

#[test]
fn a_run_prints_how_far_it_is() {
    let folder = Folder::new("champions_progress");
    let timed = format!("timed={}", fake("ugi"));
    let args = folder.args(&["run", "--engine", &timed, "--games", "20", "--ms", "2"]);
    let text = progress(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(text.contains("of 40 games"), "{text}");
    assert!(text.contains("note: these programs have no command and are left out: deep, absent"), "{text}");
    assert!(text.contains("the time of an external program is wall time"), "{text}");
}

#[test]
fn a_program_without_a_clock_plays_a_game_of_a_shared_library() {
    let folder = Folder::new("champions_own_game");
    let game = library("champions_four.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let own = format!(
        r#"
        [[engine]]
        name = "solver"
        title = "Solver"
        url = "https://example.org/solver"
        version = "1.0"
        settings = "none"
        handicap = "none"
        better = "It solves."
        unplayed = "it is slow"
        no_clock = true
        random_plies = 4
        game = "Connect Four"
        players = {{ "{game}" = ["best"] }}
        "#
    );
    fs::write(folder.path("champions.toml"), [DESCRIPTION, &own].concat()).expect("a file");
    let [adapter, solver] =
        ["lab/adapters/pons.py", "lab/arena/tests/programs/four_solver.py"].map(|file| root().join(file));
    let command = format!("solver=ugi:python3 {} python3 {}", adapter.display(), solver.display());
    let run = ["run", "--engine", &command, "--jobs", "1"];
    assert_eq!(folder.prints(&run), "4 games played, 4 in the log: nothing is missing\n");
    // Each move of the program takes 60 ms, and none is late.
    let page = folder.report();
    let row = "| Solver | Connect Four | `best` | 2 ms | none; used ";
    assert!(page.contains(row) && page.contains(" | 4 | ") && page.contains("] | none | none | a |"), "{page}");

    // The report does not need the library, and a run says that it is missing.
    fs::remove_file(&game).expect("a file");
    assert_eq!(page, folder.report());
    let again = folder.args(&["run", "--engine", &command, "--jobs", "1", "--games", "6"]);
    let text = progress(&again.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(text.contains("is left out: ") && text.contains("champions_four.so: cannot be opened"), "{text}");
}

#[test]
fn errors_say_what_is_wrong() {
    let folder = Folder::new("champions_errors");
    let run = |engine: &str, more: &[&str], word: &str| {
        folder.fails(&[&["run", "--engine", engine], more].concat(), word);
    };
    folder.fails(&["run"], "no program has a command: use --engine NAME=COMMAND, or write ");
    run("other=ugi:./x", &[], "there is no program 'other'; the names are timed, deep, absent");
    run("timed=./x", &[], "timed: the command './x' must begin with ugi:, uci: or gtp:");
    run("deep=ugi:./x", &[], "needs {depth} where the program expects its depth");
    run("timed=ugi:./x", &["--filter", "^deep"], "--filter '^deep' selects no match; the names are timed/");
    run("timed=ugi:./x", &["--ms", "9"], "no cell of these programs has the time of --ms");
    run("timed=ugi:./no_such_program", &["--jobs", "1"], "cannot start './no_such_program'");
    folder.fails(&["run", "--local", "no.toml"], "no.toml: cannot read");
    fs::write(folder.path("page.md"), "# Page\n").expect("a file");
    folder.fails(&["report", "--page", &folder.path("page.md")], "no line '<!-- BEGIN champions -->'");
    fails(2, &["champions", "run", "--engine", "timed"], &["expected NAME=COMMAND"]);
}

#[test]
fn the_committed_page_has_the_committed_games() {
    let page = fs::read_to_string(root().join("docs/CHAMPIONS.md")).expect("a page");
    let copy = common::scratch("champions_page.md", page.as_bytes());
    prints(0, &["champions", "report", "--page", &copy]);
    let written = fs::read_to_string(&copy).expect("a page");
    assert!(written == page, "docs/CHAMPIONS.md is out of date: run `cargo arena champions report`");
}
