//! Tests external programs as players. The program is tests/programs/fake.py.

mod common;

use common::{arena, fails, fake, json, lines_of, prints, scratch};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of games of a match.
const GAMES: u64 = 6;

/// Plays a match of this program against `mcts()`. Returns the report.
fn play(program: &str, options: &[&str]) -> Value {
    let args = ["match", "breakthrough_2x4", "mcts()@20", program, "--games", "6", "--jobs", "2", "--json"];
    json(&[&args[..], options].concat())
}

/// Returns the faults of player B that are not 0, with their numbers.
fn faults(report: &Value) -> Vec<(String, u64)> {
    assert_eq!((report["games"].as_u64(), &report["a_faults"]), (Some(GAMES), &Value::Null), "{report}");
    let all = report["b_faults"].as_object().expect("an object");
    assert_eq!(all.len(), 6);
    let counts = all.iter().map(|(name, count)| (name.clone(), count.as_u64().expect("a number")));
    counts.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn programs_of_every_protocol_play_without_a_fault() {
    let quick = ["--ms", "20", "--engine-margin", "5000"];
    let reports = ["ugi", "uci", "gtp"].map(|language| play(&fake(language), &quick));
    for report in &reports {
        assert_eq!(faults(report), [], "{report}");
        // The program always plays the first move, so the games do not depend on the protocol.
        assert_eq!(report["signature"], reports[0]["signature"]);
        assert!(report["a_wins"].as_u64() > Some(0), "{report}");
    }
    assert_eq!(play(&fake("gtp sleepy"), &quick)["signature"], reports[0]["signature"]);
    let nodes = play(&fake("ugi"), &["--iterations", "20"]);
    assert_eq!((&nodes["signature"], faults(&nodes)), (&reports[0]["signature"], vec![]));
    let clock = play(&fake("uci"), &["--time-control", "60+0.1/40"]);
    assert_eq!((&clock["signature"], &clock["lost_on_time"]), (&reports[0]["signature"], &serde_json::json!([0, 0])));
    let text = prints(0, &["match", "breakthrough_2x4", "mcts()", &fake("ugi"), "--games", "2", "--iterations", "9"]);
    assert!(text.contains("faults of B: none"), "{text}");
}

#[test]
fn each_fault_is_counted_and_the_match_goes_on() {
    let lost = |mode: &str, name: &str, options: &[&str]| {
        let report = play(&fake(mode), &[&["--ms", "20", "--engine-margin", "5000"], options].concat());
        assert_eq!(faults(&report), [(name.to_owned(), GAMES)], "{mode}");
        assert_eq!(report["a_wins"].as_u64(), Some(GAMES), "{mode}");
    };
    lost("ugi crash", "crash", &[]);
    lost("gtp crash", "crash", &[]);
    lost("ugi silent", "silence", &["--engine-patience", "0.3"]);
    lost("gtp silent", "silence", &["--engine-patience", "0.3"]);
    lost("ugi flood", "silence", &["--engine-patience", "0.3"]);
    lost("uci illegal", "illegal_move", &[]);
    lost("gtp illegal", "illegal_move", &[]);
    lost("ugi nothing", "bad_answer", &[]);
    lost("gtp refuse", "bad_answer", &[]);
    let resigned = play(&fake("gtp resign"), &["--ms", "20"]);
    assert_eq!((faults(&resigned), resigned["a_wins"].as_u64()), (vec![], Some(GAMES)));
}

#[test]
fn faults_that_do_not_lose_are_counted() {
    let quick = ["--ms", "20", "--engine-margin", "5000"];
    let plain = play(&fake("ugi"), &quick);
    let liar = play(&fake("ugi liar"), &quick);
    assert_eq!(faults(&liar), [("wrong_result".to_owned(), GAMES)]);
    let late = play(&fake("ugi slow"), &["--ms", "20"]);
    let found = faults(&late);
    assert!(found.len() == 1 && found[0].0 == "late" && found[0].1 > GAMES, "{late}");
    let garbage = play(&fake("ugi garbage"), &quick);
    assert_eq!(faults(&garbage), []);
    assert!(garbage["b_simulations_per_s"].as_f64() > Some(0.0), "{garbage}");
    for report in [liar, late, garbage] {
        assert_eq!(report["signature"], plain["signature"]);
    }
    // A program whose game clock runs out loses the game. This is not a fault.
    let clock = play(&fake("ugi slow"), &["--time-control", "0.2"]);
    assert_eq!((faults(&clock), &clock["lost_on_time"]), (vec![], &serde_json::json!([0, GAMES])));
}

#[test]
fn positions_and_logs_are_sent_as_text() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine_logs");
    let _ = fs::remove_dir_all(&folder);
    let log = folder.to_str().expect("UTF-8");
    let openings = scratch("fake_openings.txt", b"bb/b./.w/ww 1\nbb/.b/w./ww 2\n");
    let options = ["--ms", "20", "--engine-margin", "5000", "--engine-log", log, "--openings", &openings];
    assert_eq!(faults(&play(&fake("ugi"), &options)), []);
    let random = ["--iterations", "9", "--engine-log", log, "--random-plies", "1"];
    assert_eq!(faults(&play(&fake("ugi"), &random)), []);
    let files = || fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    // Each worker of a match starts the program once, if there are games for it.
    assert!((2..=4).contains(&files().count()) && files().all(|file| file.to_string_lossy().contains("/python3-")));
    let text: String = files().map(|file| fs::read_to_string(file).expect("a log")).collect();
    for line in [
        "> ugi\n",
        "< ugiok\n",
        "> position fen bb/b./.w/ww 1\n",
        "> position fen bb/.b/w./ww 2 moves ",
        "> position startpos moves ",
        "> go movetime 20\n",
        "> go nodes 9\n",
        "< bestmove ",
        "> query result\n",
        "> quit\n",
    ] {
        assert!(text.contains(line), "'{line}' is not in {text}");
    }
}

#[test]
fn a_player_may_move_twice_in_a_row() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine_twice");
    let _ = fs::remove_dir_all(&folder);
    // With one house for each player, every position has one move, 0.
    let [a, b] = ["ugi same x", "ugi same y"].map(fake);
    let log = folder.to_str().expect("UTF-8");
    let args = ["match", "kalah_1x4", &a, &b, "--games", "40", "--jobs", "1", "--iterations", "1", "--json"];
    let report = json(&[&args[..], &["--engine-log", log]].concat());
    for name in ["a_faults", "b_faults"] {
        let faults = &report[name];
        assert_eq!([&faults["illegal_move"], &faults["crash"], &faults["silence"]], [0, 0, 0], "{report}");
    }
    // If a program is asked for a move in the start position, and again after one move, it has
    // moved twice in a row.
    let twice = |file: PathBuf| {
        let text = fs::read_to_string(file).expect("a log");
        let mut sent = text.lines().filter_map(|line| Some(line.split_once("> position fen ")?.1));
        let mut last = "";
        sent.any(|line| line.strip_suffix(" moves 0") == Some(std::mem::replace(&mut last, line)))
    };
    let files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    assert_eq!(files.map(twice).collect::<Vec<_>>(), [true, true]);
}

#[test]
fn a_program_that_does_not_start_ends_the_match() {
    let start = |program: &str, words: &[&str]| {
        fails(1, &["match", "breakthrough_2x4", "mcts()", program, "--games", "2", "--ms", "20", "--jobs", "1"], words);
    };
    start("ugi:./no_such_program", &["player 'ugi:./no_such_program': cannot start './no_such_program'"]);
    start("ugi:", &["expected a command after ugi:"]);
    start("uci:./x ; =3", &["expected NAME=VALUE"]);
    start(&fake("ugi broken"), &["ended before it sent ugiok; standard error: first line | no licence"]);
    start(&fake("ugi mute"), &["did not send ugiok within 10 seconds; standard error is empty"]);
    start(&format!("{} ; Hsh=7", fake("uci")), &["the program has no option 'Hsh'; it has Hash"]);
    let refusal = "the program refuses an option: setoption: Hash needs a number from 1 to 9, not '0'";
    start(&format!("{} ; Hash=0", fake("ugi")), &[refusal]);
    start("./no_such_program x", &["an external program is `ugi:`, `uci:` or `gtp:`, and its command"]);
    start(&format!("{} ; komi 7", fake("gtp")), &["the program refuses 'komi 7': unknown command"]);
    assert_eq!(faults(&play(&format!("{} ; Hash=7", fake("uci")), &["--iterations", "9"])), []);
}

#[test]
fn errors_say_what_a_program_cannot_play() {
    let gtp = fake("gtp");
    let args = |game: &'static str, more: &[&'static str]| -> Vec<String> {
        [&["match", game, "mcts()", &gtp, "--games", "2"], more].concat().iter().map(|&word| word.to_owned()).collect()
    };
    let wrong = |game: &'static str, more: &[&'static str], word: &str| {
        let args = args(game, more);
        fails(1, &args.iter().map(String::as_str).collect::<Vec<_>>(), &[word]);
    };
    wrong("kalah", &["--ms", "9"], "GTP has no command that sets up a position");
    wrong("loa", &["--ms", "9", "--openings", "loa"], "from a set of openings: use --random-plies");
    wrong("othello", &["--iterations", "9"], "GTP has no budget in simulations");
    let program = fake("ugi");
    fails(1, &["tree", "breakthrough_2x4", "--iterations", "9", "--player", &program], &["imm's own search"]);
    fails(1, &["tune", "breakthrough_2x4", "--ms", "9", "--from", &program], &["tune --against"]);
    let patience = ["--iterations", "9", "--engine-patience", "0"];
    fails(
        2,
        &[&["match", "breakthrough_2x4", &program, &program, "--games", "2"], &patience[..]].concat(),
        &["above 0"],
    );
}

#[test]
fn a_tournament_knows_a_program_by_its_text() {
    let log = scratch("fake_cup.jsonl", b"");
    let [good, bad] = [fake("ugi"), fake("ugi illegal")];
    let args =
        ["tournament", "breakthrough_2x4", "mcts()", &good, &bad, "--games", "4", "--iterations", "20", "--json"];
    let args = [&args[..], &["--log", &log, "--jobs", "2", "--random-plies", "1"]].concat();
    let report = json(&args);
    let player = |name: &str| {
        let players = report["players"].as_array().expect("a list");
        players.iter().find(|player| player["player"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
    };
    assert_eq!(player("mcts()")["faults"], Value::Null);
    assert_eq!(player(&good)["faults"]["illegal_move"], 0);
    assert_eq!(
        (&player(&bad)["faults"]["illegal_move"], &player(&bad)["points"]),
        (&Value::from(8), &Value::from(0.0))
    );
    // The log has all games, with the faults.
    assert_eq!(lines_of(&log), 12);
    assert_eq!(json(&args), report);
    assert_eq!(lines_of(&log), 12);
    let text = prints(0, &args.iter().copied().filter(|&word| word != "--json").collect::<Vec<_>>());
    assert!(text.contains(&format!("faults of {bad}: 8 illegal move\n")), "{text}");
}

#[test]
fn tune_measures_against_a_program() {
    let log = scratch("fake_tune.jsonl", b"");
    let program = fake("ugi");
    let few = ["--games", "2", "--match-games", "8", "--confirm", "4", "--patience", "1", "--players", "2"];
    let args = ["tune", "breakthrough_2x4", "--iterations", "16", "--from", "mcts()", "--only", "mcts", "--log", &log];
    let args = [&args[..], &few, &["--against", &program, "--json", "--jobs", "2"]].concat();
    let report = json(&args);
    assert_eq!((&report["against"], &report["faults"]["crash"]), (&Value::from(&*program), &Value::from(0)));
    let round = &report["rounds"][0];
    assert!(round["champion_score"].is_number() && round["score"].is_number(), "{report}");
    let games = fs::read_to_string(&log).expect("a log");
    let opponents = games.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["b"].clone());
    assert!(opponents.into_iter().all(|b| b == *program) && !games.is_empty());
    assert_eq!(json(&args), report);
    let text = prints(0, &args.iter().copied().filter(|&word| word != "--json").collect::<Vec<_>>());
    assert!(text.contains(&format!("% against {program}, mcts(c1.0) ")), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_programs() {
    let pids = scratch("fake_pids.txt", b"");
    let program = fake(&format!("ugi deaf {pids}"));
    let args = ["match", "breakthrough_2x4", &program, "mcts()", "--games", "4", "--jobs", "2", "--iterations", "9"];
    let report = common::interrupted(&[&args[..], &["--json"]].concat(), || lines_of(&pids) == 2);
    assert!(report["interrupted"] == true && report["games"] == 0, "{report}");
    for pid in fs::read_to_string(&pids).expect("a file").lines() {
        let alive = std::process::Command::new("kill").args(["-0", pid]).output().expect("kill runs");
        assert!(!alive.status.success(), "{pid} runs");
    }
}

#[test]
fn processor_time_is_only_for_imm() {
    let program = fake("ugi");
    let args = ["match", "breakthrough_2x4", "mcts()", &program, "--games", "2", "--ms", "9", "--clock", "cpu"];
    let output = arena(&args);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && notes.contains("the time of an external program is wall time"), "{notes}");
}
