//! Tests games with chance events: the dice game of c_examples/pig.c, as a shared library.

mod common;

use common::{fails, json, library, prints, scratch};
use imm::game::Game;
use imm::game::value::{Outcome, Side};
use imm_harness::chance::comes_next;
use imm_harness::notation::{legal_moves, move_text, play_record, position_text, read_move, read_position};
use imm_host::host::{PluginGame, load};
use serde_json::{Value, json as value};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn pig(name: &str) -> String {
    library(name, "c_examples/pig.c", &["-DPIG_GAME_ONLY"])
}

fn start_of(game: &str) -> PluginGame {
    load(Path::new(game)).expect("a game")
}

/// Returns the sides of the die that came up in a game.
fn dice(moves: &str) -> Vec<&str> {
    moves.split(' ').filter(|mv| !["roll", "hold"].contains(mv)).collect()
}

#[test]
fn perft_counts_outcomes_like_moves() {
    let game = pig("pig_perft.so");
    // The first move is a roll, which has six outcomes. After a 1 the opponent can only roll; after
    // the other five outcomes a player can roll or hold: 1 + 5 * 2 sequences. A fourth ply has six
    // outcomes after a roll, and one move after a hold: 6 + 5 * (6 + 1) sequences.
    let counts = ["0", "1", "2", "3", "4"].map(|depth| prints(0, &["perft", &game, depth]));
    assert_eq!(counts, ["1\n", "1\n", "6\n", "11\n", "41\n"]);
    assert_eq!(prints(0, &["perft", &game, "1", "--position", "moves roll"]), "6\n");
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let game = pig("pig_match.so");
    let play = |jobs: &str, seed: &str| {
        let args = ["match", "--game", &game, "bfm()", "mcts()", "--games", "6", "--random-plies", "2"];
        let options = ["--iterations", "40", "--memory", "1", "--json", "--jobs", jobs, "--seed", seed];
        let mut report = json(&[&args[..], &options].concat());
        for measured in ["jobs", "a_simulations_per_s", "b_simulations_per_s"] {
            report.as_object_mut().expect("an object").remove(measured);
        }
        report
    };
    let alone = play("1", "1");
    let won = |report: &Value| [&report["a_wins"], &report["b_wins"]].map(|wins| wins.as_u64().expect("a number"));
    assert_eq!((won(&alone).iter().sum::<u64>(), &alone["draws"]), (6, &Value::from(0)), "{alone}");
    assert_eq!(alone, play("2", "1"));
    assert_ne!(alone["signature"], play("2", "2")["signature"]);
    fails(
        1,
        &["match", "--game", &game, "mcts(pn1)", "mcts()", "--games", "2", "--iterations", "9"],
        &["'pn' does not support games with chance events"],
    );
}

/// Plays a tournament of two players. Returns the lines of its log.
fn log_of(game: &str, name: &str, random_plies: &str) -> Vec<Value> {
    let log = scratch(name, b"");
    let args = ["tournament", "--game", game, "bfm()", "mcts()", "--games", "4", "--iterations", "30"];
    json(&[&args[..], &["--random-plies", random_plies, "--log", &log, "--jobs", "2", "--json"]].concat());
    let text = fs::read_to_string(log).expect("a log");
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines.sort_by_key(|line| line["n"].as_u64());
    assert_eq!(lines.len(), 4);
    lines
}

fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().expect("a text")
}

#[test]
fn both_games_of_a_pair_have_the_same_dice() {
    let game = pig("pig_dice.so");
    for random_plies in ["0", "3"] {
        let lines = log_of(&game, &format!("pig_dice_{random_plies}.jsonl"), random_plies);
        let of = |n: usize| dice(text(&lines[n], "moves"));
        for (one, other) in [(0, 1), (2, 3)] {
            assert_eq!(lines[one]["start"], lines[other]["start"]);
            assert_ne!(text(&lines[one], "moves"), text(&lines[other], "moves"), "different players begin");
            let both = of(one).len().min(of(other).len());
            assert!(both > 20, "{both}");
            assert_eq!(of(one)[..both], of(other)[..both]);
        }
        assert_ne!(of(0)[..20], of(2)[..20]);
        // A player must be to move at the start of a game, even after random plies.
        let start = read_position(&start_of(&game), text(&lines[0], "start")).expect("a position");
        assert!(!comes_next(&start));
        assert_eq!(start == start_of(&game), random_plies == "0");
    }
}

/// Converts a game of a log to a record for the command `replay`.
fn trace(game: &str, line: &Value) -> Value {
    let start = read_position(&start_of(game), text(line, "start")).expect("a position");
    let mut plies = Vec::new();
    let end = play_record(&start, text(line, "moves"), |before, mv, after| {
        let side = if before.to_move() == Side::First { 1 } else { 2 };
        plies.push(value!({
            "player": if comes_next(before) { 0 } else { side },
            "legal_count": legal_moves(before).len(),
            "move": move_text(before, mv),
            "pos": position_text(after),
        }));
    });
    let outcome = end.expect("legal moves").outcome().expect("the game is over");
    let first_is_a = line["n"].as_u64().expect("a number").is_multiple_of(2);
    assert_eq!(line["half_points"], if (outcome == Outcome::FirstWins) == first_is_a { 2 } else { 0 });
    let result = if outcome == Outcome::FirstWins { 1 } else { -1 };
    value!({"id": "pig", "start": text(line, "start"), "plies": plies, "result": result})
}

#[test]
fn the_games_of_a_log_are_replayed() {
    let game = pig("pig_replay.so");
    let traces: Vec<Value> = log_of(&game, "pig_replay.jsonl", "2").iter().map(|line| trace(&game, line)).collect();
    let replay = |code, traces: &[Value]| {
        let lines: String = traces.iter().map(|trace| format!("{trace}\n")).collect();
        prints(code, &["replay", "--game", &game, &scratch("pig_traces.jsonl", lines.as_bytes())])
    };
    let positions: usize = traces.iter().map(|trace| trace["plies"].as_array().map_or(0, Vec::len) + 1).sum();
    assert_eq!(replay(0, &traces), format!("4 games, {positions} positions agree\n"));
    let mut wrong = traces;
    let plies = wrong[0]["plies"].as_array_mut().expect("a list");
    let roll = plies.iter_mut().find(|ply| ply["player"] == 0).expect("a chance event");
    roll["player"] = Value::from(1);
    assert!(replay(1, &wrong).contains("the player to move differs"));
}

/// An engine, which speaks UGI.
struct Engine(Child, BufReader<std::process::ChildStdout>);

impl Engine {
    fn start(game: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
        command.args(["ugi", "--game", game, "--memory", "1", "--player", "mcts()"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("imm-arena runs");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self(child, answers)
    }

    /// Sends a command. Returns the lines up to the line that begins with `last`.
    fn ask(&mut self, command: &str, last: &str) -> Vec<String> {
        writeln!(self.0.stdin.as_mut().expect("a pipe"), "{command}").expect("a pipe");
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(last)) {
            let mut line = String::new();
            assert!(self.1.read_line(&mut line).expect("text") > 0, "{command}: the engine ended after {lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

#[test]
fn an_engine_plays_with_outcomes_among_the_moves() {
    let game = pig("pig_ugi.so");
    let mut engine = Engine::start(&game);
    let (mut position, mut moves, mut events) = (start_of(&game), String::new(), 0_u32);
    while position.outcome().is_none() {
        assert_eq!(engine.ask(&format!("position startpos{moves}\nisready"), "readyok"), ["readyok"]);
        let first = !comes_next(&position) && position.to_move() == Side::First;
        assert_eq!(engine.ask("query p1turn", "response"), [format!("response {first}")]);
        let answer = engine.ask("go nodes 30", "bestmove");
        let mut word = answer.last().expect("a line").strip_prefix("bestmove ").expect("a move").to_owned();
        if comes_next(&position) {
            let error = "info string error: go: a chance event comes next; send its outcome as a move of position";
            assert_eq!(answer, [error, "bestmove (none)"]);
            events += 1;
            word = (events * 7 % 31 % 6 + 1).to_string();
        }
        position.play(read_move(&position, &word).expect("a legal move"));
        let first_of_game = moves.is_empty();
        moves += &format!("{}{word}", if first_of_game { " moves " } else { " " });
    }
    assert!(events > 20, "{moves}");
    assert_eq!(engine.ask(&format!("position startpos{moves}\nquery gameover"), "response"), ["response true"]);
    let winner = if position.outcome() == Some(Outcome::FirstWins) { "p1win" } else { "p2win" };
    assert_eq!(engine.ask("query result", "response"), [format!("response {winner}")]);
    drop(engine.0.stdin.take());
    assert!(engine.0.wait().expect("it ends").success());
}

#[test]
fn the_arena_rolls_the_dice_for_external_programs() {
    let game = pig("pig_program.so");
    let program = format!("ugi:{} ugi --game {game} --memory 1 --player mcts()", env!("CARGO_BIN_EXE_imm-arena"));
    let args = ["match", "--game", &game, &program, "mcts()", "--games", "2", "--iterations", "20", "--memory", "1"];
    let report = json(&[&args[..], &["--random-plies", "1", "--jobs", "1", "--json"]].concat());
    let faults = report["a_faults"].as_object().expect("an object");
    assert!(faults.values().all(|count| *count == 0), "{report}");
    assert_eq!(report["a_wins"].as_u64().zip(report["b_wins"].as_u64()).map(|(a, b)| a + b), Some(2), "{report}");
    let gtp = ["match", "--game", &game, "gtp:none", "mcts()", "--games", "2", "--ms", "9"];
    fails(1, &gtp, &["GTP has no chance events"]);
}

#[test]
fn best_has_only_players_that_support_chance() {
    let (game, little) = (pig("pig_best.so"), ["--memory", "1024", "--jobs", "2", "--json"]);
    let args = ["best", "--game", &game, "--seconds", "2", "--iterations", "10"];
    let report = json(&[&args[..], &little].concat());
    let rows = report["challengers"].as_array().expect("a list");
    let players: Vec<&str> = rows.iter().map(|row| text(row, "player")).collect();
    assert!(players.contains(&"mcts(c1.0)") && players.contains(&"ab(all)"), "{report}");
    assert!(!players.iter().any(|player| player.contains("dec") || player.contains("mob")), "{report}");
    assert!(rows.iter().any(|row| row["games"].as_u64() >= Some(2)), "{report}");
}

#[test]
fn tune_plays_too() {
    let (game, log) = (pig("pig_tune.so"), scratch("pig_tune.jsonl", b""));
    let args = ["tune", "--game", &game, "--iterations", "5", "--from", "mcts()", "--log", &log, "--json"];
    let few = ["--games", "2", "--match-games", "4", "--confirm", "2", "--patience", "1", "--jobs", "2"];
    let report = json(&[&args[..], &few].concat());
    assert!(report["complete"] == true && report["rounds"][0]["games"].as_u64() > Some(0), "{report}");
}

#[test]
fn searches_begin_where_a_player_moves() {
    let game = pig("pig_search.so");
    let at = ["--game", &game, "--iterations", "200", "--memory", "1", "--position"];
    let chance = "a chance event comes next: no player moves; search a position after one of its outcomes";
    for command in ["solve", "tree"] {
        fails(1, &[&[command], &at[..], &["moves roll"]].concat(), &[chance]);
    }
    let solved = json(&[&["solve", "--json"], &at[..], &["moves roll 6"]].concat());
    assert!(solved["value"].is_null() && ["roll", "hold"].contains(&text(&solved, "best")), "{solved}");
    // The line ends before a chance event.
    assert!(solved["line"].as_array().is_some_and(|line| !line.is_empty()), "{solved}");
    let tree = json(&[&["tree", "--json", "--min-visits", "1"], &at[..], &["moves roll 6"]].concat());
    let roll = tree["root"]["shown"].as_array().expect("a list").iter().find(|node| node["move"] == "roll");
    let outcomes = roll.expect("a node")["shown"].as_array().expect("a list");
    let mut sides: Vec<&str> = outcomes.iter().map(|node| text(node, "move")).collect();
    sides.sort_unstable();
    assert_eq!(sides, ["1", "2", "3", "4", "5", "6"]);
    // Three plies lead to five positions in which a player moves: roll, 2 to 6, hold.
    let made = ["openings", &game, "--plies", "3", "--player", "mcts()", "--iterations", "20", "--balance", "1"];
    let openings = prints(0, &[&made[..], &["--count", "5", "--memory", "1"]].concat());
    assert_eq!(openings.lines().filter(|line| line.contains(" hold: ")).count(), 5, "{openings}");
    fails(1, &["bench", "--game", &game, "--switches"], &["--switches does not support games with chance events"]);
}

#[test]
fn a_set_of_openings_may_begin_with_a_roll() {
    let game = pig("pig_set.so");
    let set = scratch("pig_openings.txt", b"moves roll\nmoves roll 6 roll\n");
    let args = ["match", "--game", &game, "mcts()", "bfm()", "--games", "4", "--iterations", "9", "--memory", "1"];
    let report = json(&[&args[..], &["--openings", &set, "--json"]].concat());
    assert_eq!(report["a_wins"].as_u64().zip(report["b_wins"].as_u64()).map(|(a, b)| a + b), Some(4), "{report}");
}

#[test]
fn a_plugin_that_starts_with_a_wrong_weight_is_refused() {
    let game = library("wrong_odds.so", "lab/arena/tests/plugins/broken.c", &["-DMISTAKE=22"]);
    fails(1, &["perft", "--game", &game, "1"], &["the game's weight of an outcome is not from 1 to 16,777,216"]);
}
