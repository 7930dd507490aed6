//! Tests `imm-arena tune` as scripts use it.

mod common;

use common::{fails, fixture, json, library, prints, progress, scratch};
use serde_json::Value;
use std::fs;

const FEW: [&str; 8] = ["--games", "4", "--match-games", "64", "--confirm", "20", "--patience", "1"];

/// Returns the arguments for a short run of `imm-arena tune`, followed by `more`. The command looks
/// for a Kalah player that is better than plain UCT.
fn tune<'a>(log: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["tune", "kalah", "--iterations", "16", "--from", "mcts()", "--only", "mcts", "--log", log];
    [&args[..], &FEW, more].concat()
}

#[test]
fn it_finds_a_better_player_and_goes_on_where_it_stopped() {
    let [whole, parts] = ["tune_whole.jsonl", "tune_parts.jsonl"].map(|name| scratch(name, b""));
    let at_once = json(&tune(&whole, &["--json", "--jobs", "2"]));
    let found = &at_once["confirmed"];
    assert!(found["score"].as_f64() > Some(0.7) && found["games"] == 20 && at_once["complete"] == true, "{at_once}");
    assert!(found["ci95"][0].as_f64() > Some(0.5) && at_once["rounds"].as_array().map_or(0, Vec::len) > 1, "{at_once}");
    // A continued run must make the same decisions, whatever part of its games is already in the
    // log.
    let games = fs::read(&whole).expect("a log");
    fs::write(&parts, &games[..games.len() / 3]).expect("a log");
    assert_eq!(json(&tune(&parts, &["--json", "--jobs", "1"])), at_once);
    let lines = |log: &str| fs::read_to_string(log).expect("a log").lines().count();
    assert_eq!(lines(&parts), lines(&whole));
    // The log contains all games, so the run must play none.
    let text = prints(0, &tune(&whole, &[]));
    assert_eq!(fs::read(&whole).expect("a log"), games);
    let player = at_once["player"].as_str().expect("a player");
    assert!(text.ends_with(&format!("\n\n{player}\n")), "{text}");
    assert!(text.contains("round 1: ") && text.contains(" of the decided pairs against mcts(c1.0)"), "{text}");
}

#[test]
fn time_ends_a_run_that_goes_on_later() {
    let log = scratch("tune_time.jsonl", b"");
    let stopped = json(&tune(&log, &["--json", "--minutes", "0.0001"]));
    assert_eq!((&stopped["complete"], &stopped["confirmed"]), (&Value::from(false), &Value::Null));
    assert_eq!(stopped["player"], stopped["start"]);
    let text = prints(0, &tune(&log, &["--minutes", "0.0001"]));
    assert!(text.contains("nothing better than mcts(c1.0) was found; stopped, the same command goes on"), "{text}");
    assert_eq!(json(&tune(&log, &["--json"]))["complete"], true);
}

#[test]
fn every_phase_has_progress() {
    let text = progress(&tune(&scratch("tune_progress.jsonl", b""), &[]));
    for phase in [" games, about ", "; round 1: ", " games each\n", " against mcts(c1.0)\n", ", confirmed\n"] {
        assert!(text.contains(phase), "{phase}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_says_how_far_it_got() {
    let log = scratch("tune_stopped.jsonl", b"");
    let long = ["tune", "kalah", "--iterations", "40", "--games", "1000", "--json", "--log", &log];
    let report = common::interrupted(&long, || common::lines_of(&log) >= 4);
    assert!(report["complete"] == false && report["confirmed"].is_null(), "{report}");
}

#[test]
fn a_game_of_ones_own_is_tuned_too() {
    let plugin = library("tune_connect_four.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let log = scratch("tune_own.jsonl", b"");
    let args = ["tune", "--game", &plugin, "--iterations", "20", "--only", "bfm", "--log", &log, "--json"];
    let found = json(&[&args[..], &FEW].concat());
    assert!(
        found["start"].as_str().is_some_and(|start| start.starts_with("ab(") || start.starts_with("bfm(")),
        "{found}"
    );
    assert!(!found["rounds"].as_array().expect("rounds").is_empty(), "{found}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let log = scratch("tune_wrong.jsonl", b"");
    fails(1, &tune(&log, &["--minutes", "-1"]), &["--minutes -1: expected a number above 0"]);
    fails(1, &[&["tune", "go", "--ms", "1", "--log", &log][..], &FEW].concat(), &["unknown game 'go'"]);
    fails(2, &["tune", "kalah"], &["--ms", "--iterations"]);
    let from = |player| [&["tune", "onitama", "--ms", "1", "--log", &log, "--from", player][..], &FEW].concat();
    fails(1, &from("uct()"), &["unknown search 'uct'"]);
    fails(1, &from("mcts(efMS)"), &["efMS"]);
    fails(
        1,
        &[&["tune", "kalah", "--ms", "1", "--only", "uct"][..], &FEW].concat(),
        &["--only: expected mcts, bfm or ab"],
    );
    let net = fixture("README.md");
    fails(1, &tune(&log, &["--net", &net]), &["not a net, or a damaged one"]);
    fails(1, &tune("no/such/log", &[]), &["no/such/log"]);
}
