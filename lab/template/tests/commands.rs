//! Tests that the commands of `imm-arena` work with the custom game of this program.

use std::process::Command;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_my-game")).args(args).output().expect("the program runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn sequences_are_counted() {
    assert_eq!(run(&["perft", "my_game", "1"]), "30\n");
    // The second player has 30 places. A vertical domino in a column at the edge blocks 2 of them,
    // a domino in any other column 4. So 10 first moves leave 28 places, and the other 20 leave 26.
    assert_eq!(run(&["perft", "my_game", "2"]), "800\n");
    let full = "xxxxxx/xxxxxx/xxxxxx/xxxxxx/....xx/....xx 1";
    assert_eq!(run(&["perft", "my_game", "1", "--position", full]), "4\n");
}

#[test]
fn a_small_rest_is_solved() {
    // The first player can use two columns of four free squares. The second player has no two free
    // squares next to each other in a row. So the first player must win.
    let rest = "x.x.xx/x.x.xx/x.x.xx/x.x.xx/xxxxxx/xxxxxx 1";
    let solved = run(&["solve", "--game", "my_game", "--position", rest, "--memory", "1"]);
    assert!(solved.contains("proven: the side to move wins in 1 plies"), "{solved}");
}

#[test]
fn the_game_keeps_its_promises() {
    assert!(run(&["check", "my_game", "--plies", "2000"]).contains("No mistake found"));
}

#[test]
fn players_play_it() {
    let budget = ["--games", "2", "--iterations", "50", "--json"];
    let text = run(&[&["match", "my_game", "mcts(im0.4)", "ab(tt)", "--memory", "1"], &budget[..]].concat());
    assert!(text.contains("\"game\":\"my_game\""), "{text}");
    let text = run(&[&["tournament", "my_game", "mcts()", "bfm()", "ab(all)"], &budget[..]].concat());
    assert!(text.contains("\"a\":\"bfm()\""), "{text}");
    let text = run(&["tree", "my_game", "--iterations", "500", "--memory", "1", "--format", "svg"]);
    assert!(text.starts_with("<svg "), "{text}");
}
