//! Tests `imm-arena` as scripts use it: standard output, exit codes, messages.

mod common;

use common::{arena, fails, fixture, json, prints, scratch, stdout};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The first recorded game of Breakthrough 5x5.
fn trace() -> String {
    let file = fs::File::open(fixture("traces/breakthrough_5x5.jsonl.gz")).expect("a fixture");
    let mut line = String::new();
    BufReader::new(flate2::read::GzDecoder::new(file)).read_line(&mut line).expect("a line");
    line
}

#[test]
fn perft_prints_the_count_alone() {
    assert_eq!(prints(0, &["perft", "breakthrough_8x8", "3"]), "11132\n");
    assert_eq!(prints(0, &["perft", "breakthrough", "0"]), "1\n");
    assert_eq!(
        prints(0, &["perft", "breakthrough_6x6", "2", "--position", "....../....../w...../....../.b..../...... 2"]),
        "0\n"
    );
    fails(1, &["perft", "chess", "3"], &["unknown game 'chess'", "breakthrough", "kalah_std"]);
    fails(2, &["perft", "kalah", "65"], &["65", "0..=64"]);
    fails(2, &["perft", "kalah", "-1"], &[]);
    fails(1, &["perft", "kalah", "1", "--position", "x"], &["position 'x'", "character 1"]);
}

#[test]
fn perft_agrees_with_the_table() {
    let table = fs::read_to_string(fixture("perft.tsv")).expect("a fixture");
    let deepest_small =
        |line: &&str| line.rsplit('\t').next().and_then(|n| n.parse().ok()).is_some_and(|n: u64| n < 1_000_000);
    for line in table.lines().filter(deepest_small) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(prints(0, &["perft", fields[0], fields[1]]).trim(), fields[2], "{line}");
    }
}

#[test]
fn replay_agrees_with_recorded_games() {
    let files =
        ["breakthrough_5x5", "kalah_empty", "edge_cases"].map(|name| fixture(&format!("traces/{name}.jsonl.gz")));
    let text = prints(0, &["replay", &files[0], &files[1], &files[2]]);
    assert!(text.starts_with("336 games, ") && text.ends_with(" positions agree\n"), "{text}");
    let plain = scratch("plain.jsonl", trace().as_bytes());
    assert!(prints(0, &["replay", &plain]).starts_with("1 games, "));
}

#[test]
fn replay_finds_a_corrupted_game() {
    let record: Value = serde_json::from_str(&trace()).expect("JSON");
    let disagreement = |name: &str, corrupt: fn(&mut Value), words: &[&str]| {
        let mut corrupted = record.clone();
        corrupt(&mut corrupted);
        let file = scratch(name, format!("{record}\n\n{corrupted}\n").as_bytes());
        let text = prints(1, &["replay", &file]);
        let id = record["id"].as_str().expect("an id");
        for word in words.iter().chain(&[&*format!("{file}:3: "), id, "board ", "expected ", "found "]) {
            assert!(text.contains(word), "'{word}' is not in {text}");
        }
    };
    let swap_moves = |trace: &mut Value| trace["plies"][4]["move"] = trace["plies"][2]["move"].clone();
    disagreement("move.jsonl", swap_moves, &["ply 4: ", "move"]);
    let negate = |trace: &mut Value| trace["result"] = Value::from(-trace["result"].as_i64().expect("a result"));
    disagreement("result.jsonl", negate, &["the result"]);
    let stay = |trace: &mut Value| trace["plies"][1]["pos"] = trace["plies"][0]["pos"].clone();
    disagreement("position.jsonl", stay, &["ply 1: the position"]);
    let forget = |trace: &mut Value| drop(trace["plies"][3]["legal"].as_array_mut().expect("a list").pop());
    disagreement("legal.jsonl", forget, &["ply 3: the legal moves"]);
}

#[test]
fn replay_says_what_it_cannot_read() {
    fails(1, &["replay", "no/such/file"], &["no/such/file", "cannot open"]);
    fails(2, &["replay"], &["FILE"]);
    fails(1, &["replay", &scratch("empty.jsonl", b"\n")], &["no games"]);
    fails(1, &["replay", &scratch("half.jsonl", b"\n{\"id\":")], &["half.jsonl:2", "EOF"]);
    fails(1, &["replay", &scratch("bytes.jsonl", b"\xFF\xFE\n")], &["bytes.jsonl:1", "UTF-8"]);
    let unfinished = r#"{"id":"x","game":"kalah","start":"","plies":[]}"#;
    fails(1, &["replay", &scratch("field.jsonl", unfinished.as_bytes())], &["field.jsonl:1", "missing field `result`"]);
    let gzip = fs::read(fixture("traces/breakthrough_5x5.jsonl.gz")).expect("a fixture");
    fails(1, &["replay", &scratch("short.gz", &gzip[..gzip.len() / 2])], &["short.gz:", "cannot read"]);
    let mut flipped = gzip;
    let middle = flipped.len() / 2;
    flipped[middle..middle + 64].iter_mut().for_each(|byte| *byte ^= 0xA5);
    let output = arena(&["replay", &scratch("flipped.gz", &flipped)]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn games_that_are_not_known_are_named_or_skipped() {
    let unknown = r#"{"id":"x","game":"chess","start":"-","plies":[],"result":null}"#;
    let file = scratch("unknown.jsonl", format!("{}{unknown}\n", trace()).as_bytes());
    fails(1, &["replay", &file], &["unknown.jsonl:2", "unknown game 'chess'"]);
    let text = prints(0, &["replay", "--skip-unknown", &file]);
    assert!(text.starts_with("1 games, ") && text.contains("1 games of unknown kind skipped"), "{text}");
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let play = |game: &str, jobs: &str| {
        let args = ["match", game, "mcts(im0.4)", "mcts()", "--games", "12", "--iterations", "60", "--memory", "1"];
        let mut report = json(&[&args[..], &["--seed", "7", "--json", "--jobs", jobs]].concat());
        let fields = report.as_object_mut().expect("an object");
        for measured in ["jobs", "a_simulations_per_s", "b_simulations_per_s"] {
            assert!(fields.remove(measured).is_some_and(|number| number.as_f64() > Some(0.0)), "{measured}");
        }
        report
    };
    for game in ["breakthrough_5x5", "kalah"] {
        assert_eq!(play(game, "1"), play(game, "2"));
        assert_eq!(play(game, "1"), play(game, "3"));
    }
}

#[test]
fn a_match_reports_what_was_played() {
    let options = ["--games", "9", "--iterations", "40", "--memory", "1", "--json"];
    let report = json(&[&["match", "breakthrough_5x5", "mcts(im0.4)", "mcts()"], &options[..]].concat());
    let number = |pointer: &str| report.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer}"));
    assert_eq!(number("/games"), 10.0);
    assert_eq!(number("/a_wins") + number("/b_wins") + number("/draws"), 10.0);
    assert_eq!(number("/a_score"), (number("/a_wins") + number("/draws") / 2.0) / 10.0);
    assert!(number("/ci95/0") <= number("/a_score") && number("/a_score") <= number("/ci95/1"));
    let pairs: f64 = report["pentanomial"].as_array().expect("five").iter().filter_map(Value::as_f64).sum();
    assert_eq!(pairs, 5.0);
    assert_eq!((number("/budget/iterations"), number("/seed")), (40.0, 1.0));
    assert_eq!(report["signature"].as_str().map(str::len), Some(16));
    let args = ["match", "breakthrough_5x5", "mcts()", "mcts()", "--games", "2", "--iterations", "9"];
    let text = prints(0, &[&args[..], &["--random-plies", "2"]].concat());
    assert!(text.contains("on one opening of 2 random plies with swapped seats"), "{text}");

    let report = json(&[&["match", "kalah", "mcts(im0.4)", "mcts()"], &options[..]].concat());
    assert_eq!((&report["scoring"], &report["random_boards"]), (&Value::from("pairs"), &Value::from(true)));
    let number = |pointer: &str| report.pointer(pointer).and_then(Value::as_u64).unwrap_or_else(|| panic!("{pointer}"));
    assert_eq!(number("/pairs/decided") + number("/pairs/undecided"), 5);
    assert_eq!(number("/a_wins") + number("/b_wins"), number("/pairs/decided"));
    assert_eq!(number("/raw/a_wins") + number("/raw/b_wins") + number("/raw/draws"), 10);

    let args = ["match", "kalah", "mcts()", "mcts()", "--games", "2", "--ms", "1", "--memory", "1"];
    let text = prints(0, &args);
    let said = |name: &str| report[name].as_str().unwrap_or_else(|| panic!("{name}")).to_owned();
    let (rules, protocol) = (said("rules"), said("protocol"));
    for line in [format!("rules: {rules}"), format!("protocol: {protocol}")] {
        assert!(text.lines().any(|found| found == line), "'{line}' is not in {text}");
    }
    assert!(rules.starts_with("kalah_empty: ") && rules.contains("captures"), "{rules}");
    for word in ["one random board with swapped seats", "the pair decides", "undecided pairs are discarded"] {
        assert!(protocol.contains(word), "'{word}' is not in {protocol}");
    }
    assert!(prints(0, &[&args[..], &["--clock", "cpu"]].concat()).contains("1 ms of processor time a move"));
}

#[test]
fn a_match_on_a_game_clock_says_who_lost_on_time() {
    let play = |b: &str, rest: &[&str]| -> Value {
        let args =
            ["match", "breakthrough_5x5", "mcts()", b, "--games", "4", "--clock", "cpu", "--memory", "1", "--json"];
        serde_json::from_str(&prints(0, &[&args[..], rest].concat())).unwrap()
    };
    let report = play("mcts(best)", &["--time-control", "1+0.01"]);
    assert_eq!((&report["budget"]["time_control"], &report["clock"]), (&Value::from("1+0.01"), &Value::from("cpu")));
    assert_eq!(report["lost_on_time"], serde_json::json!([0, 0]));
    assert_eq!(report["games"], 4);
    // B searches longer than its clock allows, so it must lose every game on time.
    let report = play("mcts(nosolver)@1000000", &["--time-control", "0.2/40"]);
    assert_eq!((&report["lost_on_time"], &report["a_wins"]), (&serde_json::json!([0, 4]), &Value::from(4)));
    assert_eq!(report["budget"]["time_control"], "0.2+0/40");
    let args =
        ["match", "breakthrough_5x5", "mcts()", "mcts()", "--games", "2", "--time-control", "0.3", "--memory", "1"];
    let text = prints(0, &args);
    assert!(text.contains("0.3+0 s a game, seed 1") && text.contains("lost on time: A 0, B 0"), "{text}");
    for (wrong, word) in [("x", "SECONDS"), ("0", "SECONDS"), ("2+x", "INCREMENT"), ("2+0/0", "MOVES")] {
        let args = ["match", "kalah", "mcts()", "mcts()", "--games", "2", "--time-control", wrong];
        fails(2, &args, &["--time-control", wrong, word]);
    }
    for other in ["--ms", "--iterations"] {
        let args = ["match", "kalah", "mcts()", "mcts()", "--games", "2", "--time-control", "1", other, "5"];
        fails(2, &args, &["--time-control", other, "cannot be used with"]);
    }
}

#[test]
fn a_match_says_what_it_cannot_play() {
    let play = |game, a, b, rest: &[&'static str]| [&["match", game, a, b, "--games", "2"], rest].concat();
    let budget = ["--iterations", "10"];
    fails(1, &play("kalah", "mcts(im2)", "mcts()", &budget), &["'mcts(im2)'", "out of range", "character 6"]);
    fails(1, &play("kalah", "mcts()", "uct()", &budget), &["unknown search 'uct'"]);
    fails(1, &play("kalah", "mcts()", "ab(ipp)", &budget), &["unknown option 'ipp'", "character 4"]);
    fails(
        1,
        &play("kalah", "ab(efLH)", "mcts()", &budget),
        &["player ab(efLH)", "'efLH' needs this evaluation function"],
    );
    fails(1, &play("kalah", "mcts()", "mcts(ipp)", &budget), &["'ipp' needs weights of moves"]);
    fails(1, &play("kalah", "mcts(efLH)", "mcts()", &budget), &["'efLH' needs this evaluation function"]);
    fails(1, &play("go", "mcts()", "mcts()", &budget), &["unknown game 'go'"]);
    fails(1, &play("kalah", "mcts()", "mcts()", &[]), &["--ms", "--iterations"]);
    fails(2, &play("kalah", "mcts()", "mcts()", &["--ms", "1", "--iterations", "1"]), &["cannot be used with"]);
    fails(2, &play("kalah", "mcts()", "mcts()", &["--iterations", "0"]), &["0"]);
}

#[test]
fn a_number_that_is_wrong_is_said_with_its_option() {
    let game = ["match", "breakthrough_5x5", "mcts()", "mcts()", "--games", "2"];
    for (option, value) in [("--ms", "-5"), ("--ms", "99999999999"), ("--ms", "1.5"), ("--iterations", "-1")] {
        let args: Vec<&str> = game.iter().copied().chain([option, value]).collect();
        fails(2, &args, &[option, &format!("invalid value '{value}'")]);
    }
}

#[test]
fn alpha_beta_plays_matches_and_solves() {
    let args = ["match", "breakthrough_5x5", "ab(efMS)", "mcts()", "--games", "8", "--iterations", "2000", "--json"];
    let play = |jobs| json(&[&args[..], &["--memory", "1", "--jobs", jobs]].concat());
    let (alone, together) = (play("1"), play("2"));
    assert_eq!((&alone["a"], &alone["games"]), (&Value::from("ab(efMS)"), &Value::from(8)));
    assert_eq!(alone["signature"], together["signature"]);
    let solved = json(&[
        "solve",
        &fixture("breakthrough_solved.jsonl"),
        "--player",
        "ab(efMS)",
        "--iterations",
        "300000",
        "--json",
    ]);
    assert!(solved["solved"].as_u64() > Some(10) && solved["wrong"] == Value::Array(vec![]), "{solved}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is() {
    let args = ["match", "breakthrough_5x5", "mcts()", "mcts()", "--games", "1000000", "--iterations", "20"];
    let options = ["--memory", "1", "--json", "--jobs", "1"];
    let begun = Instant::now();
    let report = common::interrupted(&[&args[..], &options].concat(), || begun.elapsed() > Duration::from_millis(700));
    assert_eq!(report["interrupted"], true);
    assert!(report["games"].as_u64() > Some(0));
}

#[test]
fn solved_positions_are_solved() {
    let files = [fixture("breakthrough_solved.jsonl"), fixture("kalah_endgames.jsonl")];
    for player in ["mcts()", "mcts(im0.4)"] {
        let options = ["--player", player, "--iterations", "20000", "--memory", "4", "--json"];
        let report = json(&[&["solve", &files[0], &files[1]], &options[..]].concat());
        assert_eq!((report["positions"].as_u64(), report["wrong"].as_array().map(Vec::len)), (Some(90), Some(0)));
        assert_eq!(report["solved"].as_u64().unwrap_or(0) + report["unproven"].as_u64().unwrap_or(0), 90);
        assert!(report["solved"].as_u64() > Some(45), "{report}");
    }
}

#[test]
fn solve_finds_a_wrong_proof() {
    let record = |value: i8, winning: &str, losing: &str| {
        format!(
            r#"{{"id":"x","game":"breakthrough_6x6","pos":"....../....../....../w...../.....b/...... 2","value":{value},
            "winning_moves":[{winning}],"losing_moves":[{losing}]}}"#
        )
        .replace('\n', "")
    };
    let solve = |name: &str, content: String, code| {
        prints(code, &["solve", &scratch(name, content.as_bytes()), "--memory", "1"])
    };
    assert!(solve("right.jsonl", record(1, r#""f2f1","f2e1""#, ""), 0).contains("solved: 1"));
    assert!(solve("value.jsonl", record(-1, "", r#""f2f1""#), 1).contains("claimed proven +1 but is -1"));
    assert!(solve("best.jsonl", record(1, "", r#""f2f1","f2e1""#), 1).contains("wrong: 1"));
    let unknown = r#"{"id":"x","game":"chess","pos":"-","value":1,"winning_moves":[]}"#;
    let file = scratch("chess.jsonl", unknown.as_bytes());
    fails(1, &["solve", &file], &["chess.jsonl:1", "unknown game 'chess'"]);
    assert!(prints(0, &["solve", &file, "--skip-unknown"]).contains("skipped: 1"));
    let illegal = record(1, r#""a1a2""#, "");
    fails(
        1,
        &["solve", &scratch("illegal.jsonl", illegal.as_bytes())],
        &["illegal.jsonl:1", "'a1a2' is not a legal move"],
    );
    fails(1, &["solve", "no/such/file"], &["cannot open"]);
}

#[test]
fn bench_names_an_unknown_game() {
    fails(1, &["bench", "go"], &["unknown game 'go'"]);
}

#[test]
fn the_tables_of_the_benchmark_are_in_their_document() {
    let said = prints(0, &["bench", "--markdown", "--check"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    for (line, document) in lines.into_iter().zip(["docs/SPEED.md", "docs/SPEED_DETAILS.md"]) {
        assert!(line.ends_with(&format!("{document}: the tables of the benchmark are there")), "{line}");
    }
    // The file has no place for the tables. With and without `--check`, the command must fail and
    // leave the file unchanged.
    let bare = scratch("no_markers.md", b"# Speed\n");
    let option = format!("--markdown={bare}");
    for args in [&["bench", &option][..], &["bench", &option, "--check"]] {
        fails(1, args, &["no_markers.md", "no line '<!-- BEGIN bench -->'"]);
    }
    assert_eq!(fs::read(&bare).expect("a file"), b"# Speed\n");
    let empty = scratch("no_tables.md", b"<!-- BEGIN bench -->\n<!-- END bench -->\n");
    fails(1, &["bench", &format!("--markdown={empty}"), "--check"], &["no_tables.md", "0 tables, expected 2"]);
    let short = scratch("no_rates.md", b"<!-- BEGIN rates -->\n<!-- END rates -->\n");
    fails(
        1,
        &["bench", &format!("--markdown={short}"), "--check"],
        &["no_rates.md", "the table of rates is not there"],
    );
    fails(2, &["bench", "kalah", "--markdown"], &["cannot be used with"]);
    fails(2, &["bench", "--check"], &["--markdown"]);
}

#[test]
fn a_distance_is_wanted_once() {
    let make = |wanted| ["endgames", "make", "loa", "--wanted", wanted];
    fails(2, &make("3:1,3:2"), &["3:1,3:2", "distance 3 is listed twice"]);
    fails(2, &make("4:1"), &["expected a distance of 3, 5, 7 or 9"]);
}

#[test]
fn transitions_are_counted_in_games() {
    let count = |game: &str, jobs: &str| {
        let args = ["transitions", game, "--player", "mcts()", "--games", "3", "--iterations", "30", "--memory", "1"];
        json(&[&args[..], &["--seed", "5", "--json", "--jobs", jobs]].concat())
    };
    for game in ["breakthrough_5x5", "kalah"] {
        let report = count(game, "1");
        assert_eq!(report, count(game, "2"));
        let categories = report["categories"].as_array().expect("a list");
        let number = |category: &Value, field: &str| category[field].as_f64().unwrap_or_else(|| panic!("{field}"));
        let positions: f64 = categories.iter().map(|category| number(category, "played")).sum();
        assert_eq!((Some(positions), report["games"].as_u64()), (report["positions"].as_f64(), Some(3)));
        assert!(positions > 20.0 && categories.len() > 3, "{report}");
        for category in categories {
            let [played, available] = ["played", "available"].map(|field| number(category, field));
            assert!(available >= 1.0 && played <= available && available <= positions, "{category}");
            let probability = (played + 1.0) / (available + 2.0);
            assert!((number(category, "probability") - probability).abs() < 1e-9, "{category}");
            assert_eq!(number(category, "byte"), (255.0 * probability).round(), "{category}");
        }
    }
    let text = prints(0, &["transitions", "kalah", "--games", "1", "--iterations", "9", "--memory", "1"]);
    assert!(text.starts_with("kalah: mcts(im0.4) against itself, 9 iterations a move, seed 1\n1 games, "), "{text}");
    fails(1, &["transitions", "go"], &["unknown game 'go'"]);
    fails(1, &["transitions", "kalah", "--player", "mcts(ipp)"], &["'ipp' needs weights of moves"]);
    fails(2, &["transitions", "kalah", "--games", "0"], &["0"]);
}

#[test]
fn help_shows_both_kinds_of_players() {
    let help = prints(0, &["--help"]);
    ["mcts(", "ab("].iter().for_each(|player| assert!(help.contains(player), "{player} is not in {help}"));
}

#[test]
fn nobody_needs_to_read() {
    // The match must round up an odd number of games, and print a note on standard error.
    let play = ["match", "breakthrough_5x5", "mcts()", "mcts()", "--games", "1", "--iterations", "9", "--memory", "1"];
    // If the reading end of a pipe is closed, the program must still end with its usual exit code.
    let closed = || Stdio::from(std::io::pipe().expect("a pipe").1);
    let run = |args: &[&str], out: Stdio, err: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
        let child = command.args(args).stdout(out).stderr(err).spawn().expect("imm-arena runs");
        child.wait_with_output().expect("it ends")
    };
    let output = run(&play, Stdio::piped(), closed());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(&output).lines().last().is_some_and(|line| line.starts_with("signature: ")), "{output:?}");
    let output = run(&play, closed(), Stdio::piped());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(0), 1), "{output:?}");
    assert_eq!(run(&["perft", "chess", "1"], closed(), closed()).status.code(), Some(1));
    assert_eq!(run(&["--help"], closed(), closed()).status.code(), Some(0));
    assert_eq!(run(&["match"], closed(), closed()).status.code(), Some(2));
}

#[test]
fn a_fit_goes_on_with_its_log() {
    let fit = |games: &str, log: &str| {
        let args = ["fit", "loa", "--player", "ab(efSimple)", "--games", games, "--iterations", "60", "--seed", "3"];
        json(&[&args[..], &["--memory", "1", "--json", "--log", log]].concat())
    };
    let [whole, parts] = ["fit_whole.jsonl", "fit_parts.jsonl"].map(|name| scratch(name, b""));
    let at_once = fit("30", &whole);
    fit("10", &parts);
    let begun = fs::read(&parts).expect("a log");
    // Cuts off the end of the last line: the next run must play the game of this line again.
    fs::write(&parts, &begun[..begun.len() - 9]).expect("a log");
    assert_eq!(fit("30", &parts), at_once);
    assert_eq!([&whole, &parts].map(|log| fs::read_to_string(log).expect("a log").lines().count()), [30, 30]);
    let weights = at_once["weights"].as_array().expect("a list");
    assert_eq!((weights.len(), &weights[9]["feature"]), (10, &Value::from("move")));
    assert!(at_once["positions"][1].as_u64().is_some_and(|held_out| held_out > 10), "{at_once}");
    let loss = at_once["log_loss"].as_f64().expect("a number");
    assert!((0.1..1.5).contains(&loss), "{loss}");
    // The error for an invalid game must name its file and line.
    for (found, instead, says) in
        [("\"half_points\":", "\"half_points\":7", "half points"), ("\"moves\":\"", "\"moves\":\"z9z9 ", "'z9z9'")]
    {
        let log = String::from_utf8(begun.clone()).expect("a text").replacen(found, instead, 1);
        let log = scratch("fit_wrong.jsonl", log.as_bytes());
        let args = ["--player", "ab(efSimple)", "--games", "30", "--iterations", "60", "--seed", "3", "--log", &log];
        fails(1, &[&["fit", "loa"], &args[..]].concat(), &["fit_wrong.jsonl:1: ", says]);
    }
    fails(1, &["fit", "kalah", "--games", "5"], &["kalah", "no features"]);
    fails(1, &["fit", "loa", "--only", "luck"], &["'luck'", "concentration"]);
    // The option --decided takes values from 1 to 65,535. The largest possible raw evaluation is
    // 65,535.
    for decided in ["0", "65536"] {
        fails(2, &["fit", "loa", "--decided", decided], &["--decided", decided, "1..=65535"]);
    }
}

#[test]
fn a_table_of_transitions_has_every_category() {
    let args =
        ["transitions", "loa", "--player", "ab()", "--games", "2", "--iterations", "30", "--memory", "1", "--table"];
    let text = prints(0, &args);
    let bytes = text.split(',').filter_map(|byte| byte.trim().parse::<u8>().ok());
    assert_eq!((bytes.clone().count(), bytes.min()), (751, Some(1)));
    fails(
        1,
        &["transitions", "kalah", "--games", "1", "--iterations", "9", "--table"],
        &["no table of transition probabilities"],
    );
}

#[test]
#[cfg(not(feature = "train"))]
fn without_its_library_train_says_how_to_build_it() {
    fails(1, &["train", "kalah", "--width", "32"], &["--features imm-harness/train"]);
}
