//! Tests `imm-arena` with shared libraries: Connect Four from the C examples, games with mistakes,
//! and files that contain no game.

mod common;

use common::{arena, fails, fixture, json, library, prints, root, scratch};
use flate2::read::GzDecoder;
use serde_json::{Value, json as value};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;

fn connect_four(name: &str) -> String {
    library(name, "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"])
}

fn broken(mistake: u32) -> String {
    library(&format!("broken_{mistake}.so"), "lab/arena/tests/plugins/broken.c", &[&format!("-DMISTAKE={mistake}")])
}

#[test]
fn perft_counts_through_callbacks() {
    let game = connect_four("perft.so");
    let table = fs::read_to_string(fixture("connect_four/perft.tsv")).expect("a fixture");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let known: Vec<_> = rows.iter().filter(|row| row.len() == 3 && row[0] == "connect_four").collect();
    assert!(known.len() > 5, "{table}");
    for row in known.iter().filter(|row| row[2].parse().is_ok_and(|count: u64| count < 1_000_000)) {
        assert_eq!(prints(0, &["perft", "--game", &game, row[1]]).trim(), row[2], "{row:?}");
    }
    // The file name must also work as the first argument, like the name of a game.
    assert_eq!(prints(0, &["perft", &game, "2"]), "49\n");
    // Three stones in a column leave room for three more stones.
    let position = ["--position", "moves 4 4 4"];
    assert_eq!(prints(0, &[&["perft", "--game", &game, "4"], &position[..]].concat()), "2400\n");
    fails(1, &["perft", "--game", &game, "1", "--position", "moves 4 8"], &["a legal move", "character 9"]);
    fails(
        1,
        &["perft", "--game", &game, "1", "--position", "00f"],
        &["two hexadecimal digits each", "after 3 characters"],
    );
    fails(2, &["perft", "kalah", "3", "--game", &game], &["--game", "cannot be used with"]);
    fails(2, &["perft", "3"], &["GAME"]);
}

#[test]
fn a_match_of_ones_own_game_is_the_same_on_any_number_of_threads() {
    let game = connect_four("match.so");
    let play = |jobs: &str| {
        let args =
            ["match", "--game", &game, "mcts(im0.3,ipp)", "ab(tt,killers)", "--games", "8", "--random-plies", "2"];
        let mut report =
            json(&[&args[..], &["--iterations", "200", "--memory", "1", "--json", "--jobs", jobs]].concat());
        let fields = report.as_object_mut().expect("an object");
        for measured in ["jobs", "a_simulations_per_s", "b_simulations_per_s"] {
            assert!(fields.remove(measured).is_some_and(|number| number.as_f64() > Some(0.0)), "{measured}");
        }
        report
    };
    let alone = play("1");
    assert_eq!((&alone["games"], &alone["a"]), (&Value::from(8), &Value::from("mcts(im0.3,ipp)")));
    assert_eq!(alone, play("3"));
    let args = ["match", "--games", "2", "--iterations", "9", "--game", &game];
    fails(2, &[&args[..], &["mcts()"]].concat(), &["<A>"]);
    fails(2, &[&args[..], &["kalah", "mcts()", "mcts()"]].concat(), &["--game", "cannot be used with"]);
    fails(1, &[&args[..], &["mcts()", "mcts(np10)"]].concat(), &["'np' needs"]);
}

/// Returns the solved positions of the fixtures as JSON. Each position is given by the moves that
/// lead to it.
fn problems() -> Vec<Value> {
    let text = fs::read_to_string(fixture("connect_four/solved.jsonl")).expect("a fixture");
    let problem = |line| {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let moves = record["moves_so_far"].as_str().expect("a text").chars().map(|column| format!(" {column}"));
        value!({
            "id": record["id"], "pos": format!("moves{}", moves.collect::<String>()), "value": record["value"],
            "move_value": record["move_value"],
        })
    };
    text.lines().map(problem).collect()
}

#[test]
fn solved_positions_of_ones_own_game_are_solved() {
    let game = connect_four("solve.so");
    let lines: String = problems().iter().map(|problem| format!("{problem}\n")).collect();
    let file = scratch("own_solved.jsonl", lines.as_bytes());
    for (player, at_least) in [("ab(tt,killers)", 5), ("mcts(im0.3)", 3)] {
        let options = ["--player", player, "--iterations", "20000", "--memory", "4", "--json"];
        let report = json(&[&["solve", &file, "--game", &game], &options[..]].concat());
        assert_eq!((&report["positions"], &report["wrong"]), (&Value::from(20), &value!([])), "{report}");
        assert!(report["solved"].as_u64() >= Some(at_least), "{report}");
    }
    fails(1, &["solve", &file], &["own_solved.jsonl:1:", "unknown game ''"]);
}

/// Writes every fifth solved mid-game position to a file, and returns the path of the file.
fn some_of_the_mid_game() -> String {
    let file = File::open(fixture("connect_four/mid_game.jsonl.gz")).expect("a fixture");
    let lines = BufReader::new(GzDecoder::new(file)).lines().step_by(5);
    let text: String = lines.map(|line| line.expect("text") + "\n").collect();
    assert_eq!(text.lines().count(), 200);
    scratch("mid_game.jsonl", text.as_bytes())
}

#[test]
fn the_net_of_ones_own_game_keeps_the_value_of_positions() {
    let (game, file) = (connect_four("net.so"), some_of_the_mid_game());
    let net = root().join("c_examples/connect_four.immnet");
    let net = ["--net", net.to_str().expect("UTF-8")];
    let options = ["--game", &game, "--player", "bfm(efNet)", "--iterations", "300", "--memory", "1"];
    let report = json(&[&["solve", &file, "--json"], &options[..], &net].concat());
    assert_eq!((&report["positions"], &report["wrong"]), (&Value::from(200), &value!([])), "{report}");
    // With the net, the player finds a move that preserves the value in 183 of the 200 positions;
    // without a net, in 169 positions.
    assert!(report["right_moves"].as_u64() >= Some(180), "{report}");
    let position = ["--position", "moves 4 4 3 3"];
    assert_eq!(json(&[&["solve", "--json"], &options[..], &net, &position].concat())["value"], 1);
    let text = prints(0, &["solve", &file, "--game", &game, "--ms", "1", "--clock", "cpu", "--memory", "1"]);
    assert!(text.contains("1 ms of processor time each") && text.contains("moves that keep the value: "), "{text}");
    fails(1, &[&["solve", &file], &options[..]].concat(), &["needs a net: use --net FILE"]);
    fails(1, &[&["solve", &file, "--game", &game], &net[..]].concat(), &["no player has the option efNet"]);
    let solved = fixture("breakthrough_solved.jsonl");
    let others = ["solve", &solved, "--player", "bfm(efNet)", "--iterations", "9", "--memory", "1"];
    fails(1, &[&others[..], &net].concat(), &["the net is for another game"]);
    fails(2, &["solve", &file, "--ms", "1", "--iterations", "9"], &["--iterations"]);
    fails(2, &["solve", "--game", &game, "--ms", "1"], &["FILES"]);
}

#[test]
fn a_position_is_solved_that_nobody_has_solved_before() {
    let game = connect_four("one.so");
    let solve = |position: &str, player: &str| {
        json(&["solve", "--game", &game, "--position", position, "--player", player, "--memory", "4", "--json"])
    };
    let found = solve("moves 4 4 3 3", "ab(tt)");
    let known = (&found["value"], &found["plies"], &found["best"], &found["interrupted"]);
    assert!([Some("2"), Some("5")].contains(&known.2.as_str()), "{found}");
    assert_eq!((known.0, known.1, known.3), (&Value::from(1), &Value::from(3), &Value::from(false)));
    assert_eq!(found["line"].as_array().map(Vec::len), Some(3), "{found}");
    // The option `--position` must also accept the bytes of the position, in hexadecimal.
    let bytes = found["position"].as_str().expect("a text").to_owned();
    assert_eq!(bytes.len(), 48);
    assert_eq!(solve(&bytes.to_uppercase(), "ab(tt)")["signature"], found["signature"]);
    let text = prints(0, &["solve", "--game", &game, "--iterations", "300", "--memory", "1"]);
    assert!(text.contains("300 iterations") && text.contains("not proven") && text.contains("best move: "), "{text}");
    fails(1, &["solve", "--game", &game, "--position", "moves 1 2 1 2 1 2 1"], &["the game is over"]);
    fails(2, &["solve"], &["FILES"]);
}

#[test]
fn other_commands_take_a_game_of_ones_own_too() {
    let game = connect_four("others.so");
    let hex = |moves: &str| {
        let args = ["solve", "--game", &game, "--iterations", "1", "--memory", "1", "--json", "--position", moves];
        json(&args)["position"].as_str().expect("a text").to_owned()
    };
    let columns = ["1", "2", "3", "4", "5", "6", "7"];
    let mut trace = value!({
        "id": "own", "start": hex("moves"), "result": null, "plies": [
            {"player": 1, "legal": columns, "move": "4", "pos": hex("moves 4")},
            {"player": 2, "legal": columns, "move": "4", "pos": hex("moves 4 4")},
        ],
    });
    let replay = |name: &str, trace: &Value| scratch(name, trace.to_string().as_bytes());
    let right = replay("own_right.jsonl", &trace);
    assert_eq!(prints(0, &["replay", "--game", &game, &right]), "1 games, 3 positions agree\n");
    trace["plies"][1]["player"] = Value::from(1);
    let wrong = replay("own_wrong.jsonl", &trace);
    assert!(prints(1, &["replay", "--game", &game, &wrong]).contains("the player to move differs"));
    let args = ["transitions", "--game", &game, "--games", "2", "--iterations", "20", "--memory", "1", "--json"];
    let report = json(&args);
    assert_eq!((&report["games"], report["categories"].as_array().map(Vec::len)), (&Value::from(2), Some(1)));
    let args = ["openings", "--game", &game, "--plies", "2", "--count", "3", "--player", "ab(tt)", "--iterations"];
    let text = prints(0, &[&args[..], &["100", "--memory", "1", "--balance", "0.5"]].concat());
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 3, "{text}");
    fails(1, &["fit", &game, "--games", "5"], &["no features"]);
    let args =
        ["tree", "--game", &game, "--iterations", "300", "--memory", "1", "--depth", "1", "--position", "moves 4"];
    assert_eq!(json(&[&args[..], &["--json"]].concat())["root"]["shown"].as_array().map(Vec::len), Some(7));
    assert!(prints(0, &args).contains(" 1  "), "moves are columns");
    let args = ["tournament", "--game", &game, "mcts()", "ab(tt)", "--games", "2", "--iterations", "20", "--json"];
    assert_eq!(json(&args)["players"].as_array().map(Vec::len), Some(2));
}

#[test]
fn mistakes_are_found() {
    let check = |code, game: &str, more: &[&str]| {
        prints(code, &[&["check", "--game", game, "--plies", "500", "--seed", "3"], more].concat())
    };
    let right = connect_four("check.so");
    let text = check(0, &right, &[]);
    assert!(text.contains("seed 3: No mistake found: ") && text.contains("500 positions"), "{text}");
    let report: Value = serde_json::from_str(&check(0, &right, &["--json"])).expect("JSON alone");
    assert_eq!((&report["mistakes"], &report["positions"]), (&value!([]), &Value::from(500)));
    assert!(report["most_moves"] == 7 && report["most_plies"].as_u64() <= Some(42), "{report}");
    assert!(report["mean_moves"].as_f64() > Some(5.0), "{report}");
    // The check must find that unmake() does not restore the position.
    let wrong = broken(11);
    let text = check(1, &wrong, &[]);
    assert!(text.contains("unmake() does not restore the position"), "{text}");
    let report: Value = serde_json::from_str(&check(1, &wrong, &["--json"])).expect("JSON alone");
    let first = &report["mistakes"][0];
    assert_eq!((&first["callback"], &first["move"]), (&Value::from("unmake()"), &Value::from("1")), "{report}");
    // The command must also check built-in games.
    assert!(prints(0, &["check", "kalah", "--plies", "200"]).contains("No mistake found"));
    fails(1, &["check", "chess"], &["unknown game 'chess'"]);
    fails(1, &["check", "--game", &broken(7)], &["legal_moves is NULL"]);
    fails(2, &["check", "kalah", "--plies", "0"], &["--plies"]);
    fails(2, &["check", "kalah", "--patience", "0"], &["--patience", "0.1 to 1000000 seconds"]);
    fails(1, &["check", "kalah", "--child"], &["--child is only for the process that the check starts"]);
    assert!(prints(0, &["check", "kalah", "--plies", "200", "--in-process"]).contains("No mistake found"));
    assert!(check(1, &wrong, &["--in-process"]).contains("unmake() does not restore the position"));
    // Other commands refuse a game that lists no move at the start, but the check must report this
    // as a mistake.
    assert!(check(1, &broken(9), &[]).contains("legal_moves() lists no move while the game is not over"));
}

#[test]
fn the_games_of_own_games_are_right_with_and_without_optional_callbacks() {
    let games = fs::read_dir(root().join("lab/own_games")).expect("a folder").filter_map(|entry| {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        name.strip_suffix(".c").map(str::to_owned)
    });
    let games: Vec<String> = games.collect();
    assert!(games.len() >= 15, "{games:?}");
    let few = ["-DNO_EVALUATE", "-DNO_WEIGHT", "-DNO_HASH", "-DNO_ORDER"];
    for (game, (set, flags)) in games.iter().flat_map(|game| [("all", &[][..]), ("few", &few)].map(|set| (game, set))) {
        let flags = [&["-Wno-unused-function"], flags].concat();
        let built = library(&format!("own_{game}_{set}.so"), &format!("lab/own_games/{game}.c"), &flags);
        let text = prints(0, &["check", "--game", &built, "--plies", "2000"]);
        assert!(text.contains("No mistake found"), "{game}, {set}: {text}");
    }
}

/// Builds a game that terminates or hangs the program that runs it.
fn crashing(fault: u32, flags: &[&str]) -> String {
    let fault_flag = format!("-DFAULT={fault}");
    let flags = [&[fault_flag.as_str()], flags].concat();
    library(&format!("crashing_{fault}.so"), "lab/arena/tests/plugins/crashing.c", &flags)
}

/// True if this is the text of a move in the crashing game: "a" to "i".
#[cfg(unix)]
fn is_text(mv: &str) -> bool {
    matches!(mv.as_bytes(), [b'a'..=b'i'])
}

/// Runs `imm-arena check` on a game that terminates or hangs the check. Returns the report as text,
/// and its only mistake as JSON.
#[cfg(unix)]
fn ended(game: &str) -> (String, Value) {
    let args = ["check", "--game", game, "--plies", "300", "--patience", "1"];
    let text = prints(1, &args);
    let report: Value = serde_json::from_str(&prints(1, &[&args[..], &["--json"]].concat())).expect("JSON alone");
    assert_eq!((&report["complete"], &report["positions"]), (&Value::from(false), &Value::from(0)), "{report}");
    assert_eq!(report["mistakes"].as_array().map(Vec::len), Some(1), "{report}");
    (text, report["mistakes"][0].clone())
}

#[cfg(unix)]
#[test]
fn the_check_survives_a_game_that_crashes_or_hangs() {
    assert!(prints(0, &["check", "--game", &crashing(0, &[]), "--plies", "300"]).contains("No mistake found: "));
    let ends = "ends the program";
    for (fault, callback, says, found, plies) in [
        (1, "legal_moves()", ends, "SIGSEGV", 2),
        (2, "outcome()", "does not return", "no return for 1 seconds", 2),
        (3, "features()", ends, "SIGABRT", 0),
        (4, "evaluate()", ends, "exit code 3", 0),
        (6, "initial()", ends, "SIGSEGV", 0),
        (7, "imm_plugin()", ends, "SIGSEGV", 0),
    ] {
        let (text, mistake) = ended(&crashing(fault, &[]));
        let told = mistake["callback"].as_str().expect("a text");
        assert!(told.starts_with(callback) && mistake["says"] == says, "{fault}: {mistake}");
        assert!(mistake["found"].as_str().is_some_and(|how| how.contains(found)), "{fault}: {mistake}");
        let line: Vec<&str> = mistake["line"].as_str().expect("a text").split_whitespace().collect();
        assert!(line.len() == plies && line.iter().all(|mv| is_text(mv)), "{fault}: {mistake}");
        let place = if plies == 0 { "at the start".to_owned() } else { format!("after 2 moves: {}", line.join(" ")) };
        for words in [&format!("1. {told} {says}."), &place, found, "--in-process"] {
            assert!(text.contains(words), "{fault}: '{words}' is not in {text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_crash_is_told_with_the_move_it_is_about() {
    // move_text() crashes in the position after one move. The report must show the first move as
    // text, and the next move as a number.
    let (_, mistake) = ended(&crashing(5, &[]));
    assert_eq!(mistake["callback"], "move_text()");
    assert!(is_text(mistake["line"].as_str().expect("a text")), "{mistake}");
    assert!(mistake["move"].as_str().is_some_and(|mv| matches!(mv.as_bytes(), [b'0'..=b'8'])), "{mistake}");
    // When unmake() crashes, the report must show the position that unmake() should restore.
    let (text, mistake) = ended(&crashing(8, &[]));
    assert_eq!(mistake["callback"], "unmake()");
    assert_eq!(mistake["line"].as_str().map(|line| line.split(' ').count()), Some(2), "{mistake}");
    assert!(is_text(mistake["move"].as_str().expect("a text")), "{mistake}");
    assert!(text.contains("; move "), "{text}");
}

#[cfg(unix)]
#[test]
fn a_crash_that_does_not_happen_again_is_told() {
    let marker = scratch("crashed_once", b"");
    let game = crashing(9, &[&format!("-DMARKER=\"{marker}\"")]);
    fs::remove_file(&marker).expect("removed");
    let text = prints(1, &["check", "--game", &game, "--plies", "300"]);
    for words in ["A callback ends the program", "SIGSEGV", "It did not happen again"] {
        assert!(text.contains(words), "'{words}' is not in {text}");
    }
    assert!(prints(0, &["check", "--game", &game, "--plies", "300"]).contains("No mistake found: "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_check_that_hangs_and_its_child() {
    use std::process::Stdio;
    let game = crashing(2, &[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
    command.args(["check", "--game", &game, "--patience", "1000"]).stdout(Stdio::null());
    let mut check = command.spawn().expect("imm-arena runs");
    let own = format!("check --game {game} --plies 10000 --seed 1 --child");
    let child = || {
        let listed = Command::new("ps").args(["-A", "-o", "pid=,args="]).output().expect("ps runs").stdout;
        let listed = String::from_utf8_lossy(&listed).into_owned();
        let line = listed.lines().find(|line| line.contains(&own));
        line.and_then(|line| line.split_whitespace().next()).map(str::to_owned)
    };
    let pause = || std::thread::sleep(std::time::Duration::from_millis(50));
    while child().is_none() {
        pause();
    }
    let signal = |signal: &str, pid: &str| Command::new("kill").args([signal, pid]).status().expect("kill runs");
    assert!(signal("-INT", &check.id().to_string()).success());
    assert_eq!(check.wait().expect("it ends").code(), Some(130));
    assert_eq!(child(), None);
    // The child process of a check must also end when its parent is killed.
    let mut check = command.spawn().expect("imm-arena runs");
    while child().is_none() {
        pause();
    }
    check.kill().expect("killed");
    check.wait().expect("ended");
    while child().is_some() {
        pause();
    }
}

#[test]
fn a_game_of_ones_own_is_timed() {
    // The game has no evaluation, so the report must omit players that need an evaluation.
    let report = json(&["bench", "--game", &broken(0), "--json"]);
    assert_eq!(report.get("signature"), None, "it is of the built-in games");
    let game = &report["games"][0];
    assert_eq!((&game["rounds"], &game["plies_per_playout"]), (&Value::from(5), &Value::from(3.0)), "{game}");
    for rate in ["bare_playouts_per_s", "perft_leaves_per_s", "uct_simulations_per_s", "ab_positions_per_s"] {
        assert!(game[rate].as_f64() > Some(0.0), "{rate}: {game}");
    }
    assert!(game["im_simulations_per_s"].is_null() && game["im_ratio"].is_null(), "{game}");
    let players: Vec<_> = game["policies"].as_array().expect("a list").iter().map(|row| &row["player"]).collect();
    assert!(players.contains(&&Value::from("mcts(max100)")) && !players.contains(&&Value::from("mcts(im0.4)")));
}

#[test]
fn a_game_of_another_version_is_played() {
    // Game 20 simulates a game that was built with the first version of imm.h: memory after the end
    // of its shorter struct imm_game must not be read. Game 21 simulates a game that was built with
    // a newer version of imm.h and uses no new field.
    for version in [20, 21] {
        let game = broken(version);
        assert_eq!(prints(0, &["perft", "--game", &game, "3"]), "1\n");
        assert!(prints(0, &["check", "--game", &game, "--plies", "50"]).contains("No mistake found"));
        fails(1, &["match", "--game", &game, "mcts(marg1)", "mcts()", "--games", "2", "--iterations", "9"], &["score"]);
    }
}

#[test]
fn what_is_no_game_is_named_with_its_cause() {
    let fails_for = |file: &str, cause: &str| fails(1, &["perft", "--game", file, "1"], &[file, cause]);
    assert_eq!(prints(0, &["perft", "--game", &broken(0), "3"]), "1\n");
    fails_for("./no_such_game.so", "cannot be opened");
    fails_for(&scratch("text.so", b"not a library"), "is not a shared library that can be loaded");
    fails_for(&broken(1), "has no function 'imm_plugin'");
    fails_for(&broken(2), "imm_plugin() returns NULL");
    fails_for(&broken(19), "imm_plugin() returns NULL, or no address of an imm_game");
    // Three structs must be refused: one is too small for any version, one is too large, and one is
    // from a newer version and uses a new field.
    for mistake in [3, 18, 17] {
        fails_for(&broken(mistake), "but this program knows ");
    }
    fails_for(&broken(3), "its imm_game has a struct_size of 8, but");
    fails_for(&broken(15), "its imm_game is a built-in game, which has a name");
    for (mistake, cause) in [
        (4, "position_size is 0"),
        (5, "max_moves is not 1 to 65535"),
        (6, "initial is NULL"),
        (7, "legal_moves is NULL"),
        (8, "outcome is NULL"),
        (12, "make is NULL"),
        (13, "unmake is NULL"),
        (14, "to_move is NULL"),
        (16, "max_score is not 1 to 32767, and there is a score"),
    ] {
        fails_for(&broken(mistake), &format!("its imm_game is not complete: {cause}"));
    }
    fails_for(&broken(9), "the starting position cannot be played: the game lists no legal move and is not over");
    fails_for(
        &broken(10),
        "the starting position cannot be played: the game's player to move is not one of its players",
    );
    // A file in the current folder must be found even if the argument contains no slash.
    let game = broken(0);
    let file = Path::new(&game);
    let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
    command
        .current_dir(file.parent().expect("a folder"))
        .args(["perft", "--game"])
        .arg(file.file_name().expect("a name"));
    assert_eq!(command.arg("2").output().expect("imm-arena runs").stdout, b"1\n");
    assert_eq!(arena(&["perft", "--game", "nowhere", "1"]).status.code(), Some(1));
}

#[test]
fn games_for_three_players_are_only_checked() {
    let game = library("three.so", "lab/arena/tests/plugins/three.c", &[]);
    let found = prints(0, &["check", &game]);
    assert!(found.contains("No mistake found"), "{found}");
    let told = "the game has players = 3, and this command needs a game for two; 'check' does not";
    fails(1, &["perft", &game, "1"], &[told]);
    fails(1, &["match", "--game", &game, "mcts()", "bfm()", "--games", "2", "--iterations", "9"], &[told]);
}
