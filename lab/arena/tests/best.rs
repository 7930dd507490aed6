//! Tests `imm-arena best` as scripts use it.

mod common;

use common::{fails, fixture, json, library, prints};
use serde_json::{Value, json as value};

/// Returns the report of a run with little memory. `game` is the game as arguments.
fn best(game: &[&str], seconds: &str, more: &[&str]) -> Value {
    json(&[&["best"], game, &["--seconds", seconds, "--memory", "1024", "--jobs", "2", "--json"], more].concat())
}

/// Returns one field of each object of a list.
fn fields<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|row| row[field].as_str().expect("a text")).collect()
}

/// Returns the object of a list whose field has this text.
fn row<'a>(list: &'a Value, field: &str, text: &str) -> &'a Value {
    let rows = list.as_array().expect("a list");
    rows.iter().find(|row| row[field] == text).unwrap_or_else(|| panic!("{text} is not in {list}"))
}

#[test]
fn a_stronger_challenger_becomes_the_player() {
    // In a block of 100 KiB, `best` is `ab(all)`. Alpha-beta sees two plies in 30 positions, so
    // `bfm()` with 30 simulations is much stronger.
    let game = library("best_four.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let small = ["--seconds", "6", "--memory", "100", "--jobs", "2", "--iterations", "30", "--json"];
    let report = json(&[&["best", "--game", &game], &small[..]].concat());
    assert_eq!((&report["best"], &report["verdict"]), (&value!("ab(all)"), &value!("stronger")), "{report}");
    let player = report["player"].as_str().expect("a text");
    assert_eq!(row(&report["challengers"], "player", player)["verdict"], "stronger", "{report}");
    let confirmed = &report["confirmed"];
    let number = |field: &str| confirmed[field].as_u64().unwrap_or_else(|| panic!("{field}: {report}"));
    assert!(confirmed["score"].as_f64() > Some(0.5) && confirmed["ci95"][0].as_f64() > Some(0.5), "{report}");
    assert_eq!(number("won") + number("drawn") + number("lost"), number("games"));
    // The callbacks that the game has and lacks.
    let callbacks = ["evaluate()", "weight()", "hash()", "order()", "features()", "noisy()", "random_move()"];
    assert_eq!(report["callbacks"], value!(callbacks));
    assert_eq!(fields(&report["missing"], "callback"), ["pass()", "prior()", "transition()", "score()"]);
    assert_eq!(fields(&report["gains"], "callback"), callbacks[..6]);
    // The gain of a callback that the player does not use must not be measured.
    for gain in report["gains"].as_array().expect("a list") {
        assert!(gain["is_used"] == true || gain["result"].is_null(), "{gain}");
    }
    assert_eq!(row(&report["gains"], "callback", "features()")["is_used"], false);
}

#[test]
fn a_callback_that_the_player_uses_gains() {
    let report = best(&["breakthrough_5x5"], "4", &["--iterations", "300"]);
    let used: Vec<&Value> =
        report["gains"].as_array().expect("a list").iter().filter(|gain| !gain["result"].is_null()).collect();
    assert!(!used.is_empty(), "{report}");
    for gain in used {
        let games = gain["result"]["games"].as_u64();
        assert!(gain["is_used"] == true && gain["against"].is_string() && games >= Some(2), "{gain}");
    }
    assert_eq!(report["interrupted"], false);
}

#[test]
fn the_rules_alone_are_enough() {
    let game = library("best_hex.so", "c_examples/hex.c", &["-DHEX_GAME_ONLY", "-DHEX_SIZE=5"]);
    let report = best(&["--game", &game], "2", &["--ms", "1"]);
    let players = ["mcts(c1.0,dec)", "mcts(c1.0)", "mcts(c1.0,pn1.0,t1)"];
    assert_eq!(
        (&report["best"], &report["callbacks"]),
        (&value!("mcts(c1.0,mob0.2,grave50,t1)"), &value!(["random_move()"]))
    );
    assert_eq!(fields(&report["challengers"], "player"), players);
    let evaluate = row(&report["missing"], "callback", "evaluate()");
    assert_eq!(evaluate["players"], value!(["ab(all)", "bfm()", "mcts(c0.3,im0.8,ip)"]));
    assert_eq!(evaluate["best"], "bfm(c0.7,fpu0.5,reg)");
    let text = prints(0, &["best", &game, "--ms", "1", "--seconds", "1", "--memory", "1024"]);
    for line in ["the player to pass to imm_open: ", "\nmcts(c1.0,dec)  ", "\nweight()       the option ipp"] {
        assert!(text.contains(line), "'{line}' is not in {text}");
    }
}

#[test]
fn a_net_of_ones_own_plays_too() {
    let game = library("best_net.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let net = common::root().join("c_examples/connect_four.immnet");
    let net = ["--net", net.to_str().expect("UTF-8")];
    let report = best(&["--game", &game], "2", &[&net[..], &["--iterations", "10"]].concat());
    let players = fields(&report["challengers"], "player");
    assert!(
        players[0].contains("efNet") && report["net"] == true && report["best"] == "bfm(c0.7,fpu0.5,reg)",
        "{report}"
    );
    assert!(report["challengers"][0]["games"].as_u64() >= Some(2), "{report}");
    fails(1, &["best", "--game", &game, "--net", &fixture("README.md")], &["not a net, or a damaged one"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_the_results_so_far() {
    let begun = std::time::Instant::now();
    let long = ["best", "kalah", "--ms", "1", "--seconds", "100", "--memory", "1024", "--json"];
    let report = common::interrupted(&long, || begun.elapsed().as_secs_f64() > 3.0);
    assert_eq!(report["interrupted"], true);
    assert!(report["challengers"][0]["games"].as_u64() >= Some(2), "{report}");
}

#[test]
fn wrong_arguments_are_named() {
    fails(1, &["best", "kalah", "--seconds", "0"], &["--seconds 0: expected a number above 0"]);
    fails(1, &["best", "go"], &["unknown game 'go'"]);
    fails(2, &["best", "kalah", "--ms", "1", "--iterations", "9"], &["cannot be used with"]);
    fails(2, &["best"], &["GAME"]);
}
