//! Tests `imm-arena tournament` as scripts use it.

mod common;

use common::{fails, json, prints, scratch};
use serde_json::Value;
use std::fs;

const PLAYERS: [&str; 3] = ["mcts(im0.4)", "mcts()", "ab()"];

/// Returns the arguments for a tournament between these players with this number of games per pair,
/// followed by `more`.
fn tournament<'a>(players: &[&'a str], games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["--games", games, "--iterations", "40", "--jobs", "2"];
    [&["tournament", "breakthrough_5x5"], players, &args[..], more].concat()
}

#[test]
fn a_tournament_goes_on_where_it_stopped() {
    let [whole, parts] = ["cup_whole.jsonl", "cup_parts.jsonl"].map(|name| scratch(name, b""));
    let at_once = json(&tournament(&PLAYERS, "6", &["--json", "--log", &whole]));
    json(&tournament(&PLAYERS[..2], "4", &["--json", "--log", &parts]));
    let begun = fs::read(&parts).expect("a log");
    // The end of the last line is cut off, so the next run must play the game of that line again.
    fs::write(&parts, &begun[..begun.len() - 9]).expect("a log");
    assert_eq!(json(&tournament(&PLAYERS, "6", &["--json", "--log", &parts])), at_once);
    let lines = |log: &str| fs::read_to_string(log).expect("a log").lines().count();
    assert_eq!([&whole, &parts].map(|log| lines(log)), [18, 18]);
    // The log contains all games, so the run must play none.
    assert_eq!(json(&tournament(&PLAYERS, "6", &["--json", "--log", &parts])), at_once);
    assert_eq!(lines(&parts), 18);
    // Without a log, the result must be the same. The command rounds 5 games up to 6.
    assert_eq!(json(&tournament(&PLAYERS, "5", &["--json"])), at_once);
    let matches = at_once["matches"].as_array().expect("a list");
    assert_eq!((matches.len(), &at_once["interrupted"]), (3, &Value::from(false)));
    for one in matches {
        let number = |field: &str| one[field].as_f64().unwrap_or_else(|| panic!("{field}"));
        assert_eq!(number("a_wins") + number("draws") + number("b_wins"), 6.0);
        assert!(
            one["ci95"][0].as_f64() <= one["a_score"].as_f64() && one["a_score"].as_f64() <= one["ci95"][1].as_f64()
        );
    }
    let points: f64 =
        at_once["players"].as_array().expect("a list").iter().filter_map(|one| one["points"].as_f64()).sum();
    assert_eq!(points, 18.0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_tournament_that_goes_on_later() {
    let log = scratch("cup_stopped.jsonl", b"");
    let args = tournament(&PLAYERS[..2], "100000", &["--json", "--log", &log]);
    let report = common::interrupted(&args, || common::lines_of(&log) >= 4);
    assert!(report["interrupted"] == true && report["matches"][0]["games"].as_u64() > Some(0), "{report}");
    // Games from an earlier run must count toward the result.
    let begun = fs::read_to_string(&log).expect("a log");
    assert_eq!(json(&tournament(&PLAYERS[..2], "2", &["--json", "--log", &log]))["matches"][0]["games"], 2);
    assert_eq!(fs::read_to_string(&log).expect("a log"), begun);
}

#[test]
fn the_table_has_every_player_and_every_match() {
    let text = prints(0, &tournament(&PLAYERS, "2", &["--random-plies", "0"]));
    for word in ["2 games of each two players", "mcts(im0.4) - mcts()", "mcts()      - ab()", "points of 4 games"] {
        assert!(text.contains(word), "'{word}' is not in {text}");
    }
}

#[test]
fn a_tournament_says_what_it_cannot_play() {
    fails(1, &tournament(&["mcts()"], "2", &[]), &["at least two players"]);
    fails(1, &tournament(&["mcts()", "ab()", "mcts()"], "2", &[]), &["player mcts() is listed twice"]);
    fails(1, &tournament(&["mcts()", "uct()"], "2", &[]), &["unknown search 'uct'"]);
    let go = ["tournament", "go", "mcts()", "ab()", "--games", "2", "--ms", "1"];
    fails(1, &go, &["unknown game 'go'"]);
    fails(2, &go[..6], &["--ms", "--iterations"]);
    fails(1, &[&go[..1], &["kalah", "mcts()", "ab()", "--log", "no/such/log"], &go[4..]].concat(), &["no/such/log"]);
}
