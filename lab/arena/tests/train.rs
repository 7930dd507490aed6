//! Tests `imm-arena train`: a tiny run from beginning to end, a stopped and continued run, and the
//! messages for bad input.
#![cfg(feature = "train")]

mod common;

use common::{arena, fails, json, library, prints, progress, scratch, stdout};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const GAME: &str = "breakthrough_5x5";

/// Returns the path of a folder with this name. Deletes the folder if it exists.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("train").join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Returns the arguments of `imm-arena train` for a tiny run, followed by `more`.
fn tiny<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = out.to_str().expect("UTF-8");
    let fixed = "--width 8 --games 40 --first-games 120 --iterations 40 --random-plies 4 --gate-games 40 --batch 128 \
        --epochs 2 --memory 1 --jobs 1";
    let given = |word: &str| more.contains(&word);
    let mut all = vec!["train", GAME, "--out", out];
    for pair in fixed.split_whitespace().collect::<Vec<_>>().chunks(2).filter(|pair| !given(pair[0])) {
        all.extend(pair);
    }
    all.extend(more);
    all
}

fn lines(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("log.jsonl")).expect("a log");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn net(out: &Path) -> Vec<u8> {
    fs::read(out.join("breakthrough_5x5.immnet")).expect("a net")
}

#[test]
fn a_run_is_the_same_however_often_it_is_stopped() {
    let (whole, pieces) = (folder("whole"), folder("pieces"));
    let text = prints(0, &tiny(&whole, &["--generations", "3"]));
    assert!(text.contains("breakthrough_5x5.immnet: the net of generation"), "{text}");
    // A run that is stopped several times, and continued with some files missing, must have the
    // same result as an uninterrupted run.
    let text = prints(0, &tiny(&pieces, &["--generations", "3", "--minutes", "0"]));
    assert!(text.contains("stopped") || text.contains("generation 0 (games); the same command goes on"), "{text}");
    prints(0, &tiny(&pieces, &["--generations", "1"]));
    for file in fs::read_dir(pieces.join("data")).expect("data").take(3) {
        fs::remove_file(file.expect("a file").path()).expect("removed");
    }
    prints(0, &tiny(&pieces, &["--generations", "2"]));
    prints(0, &tiny(&pieces, &["--generations", "3"]));
    assert_eq!(net(&whole), net(&pieces));
    let (one, other) = (lines(&whole), lines(&pieces));
    for (one, other) in one.iter().zip(&other) {
        for key in ["positions", "window", "loss", "held_out", "whole", "gate", "ratio", "accepted"] {
            assert_eq!(one[key], other[key], "{key}");
        }
    }
    let losses: Vec<f64> = one.iter().map(|line| line["held_out"].as_f64().expect("a loss")).collect();
    assert!(losses[0] < 0.8 * one[0]["held_out_before"].as_f64().expect("a loss"), "{losses:?}");
    let header = fs::read_to_string(whole.join("breakthrough_5x5.h")).expect("a header");
    assert!(header.contains(&format!("BREAKTHROUGH_5X5_NET_SIZE {}u", net(&whole).len())), "{header}");
    assert!(fs::read_to_string(whole.join("curve.svg")).expect("a figure").contains("<svg"));
    let other_seed = folder("seed");
    prints(0, &tiny(&other_seed, &["--generations", "1", "--seed", "2"]));
    assert_ne!(net(&other_seed), net(&whole));
}

#[test]
fn a_net_beats_a_player_who_knows_nothing() {
    let out = folder("strength");
    prints(0, &tiny(&out, &["--generations", "2", "--hidden", "8"]));
    let file = out.join("breakthrough_5x5.immnet");
    let file = file.to_str().expect("UTF-8");
    let played = ["--games", "100", "--iterations", "40", "--random-plies", "2", "--json"];
    let found = json(&[&["match", GAME, "bfm(efNet)", "mcts()", "--net", file], &played[..]].concat());
    assert!(found["a_score"].as_f64().expect("a score") > 0.6, "{found}");
    let taught = folder("taught");
    let by_net = ["--generations", "1", "--width", "1", "--teacher", "bfm(efNet)"];
    prints(0, &tiny(&taught, &[&by_net[..], &["--teacher-net", file]].concat()));
    assert!(net(&taught).len() < net(&out).len());
    fails(1, &tiny(&taught, &by_net), &["the game has no built-in net"]);
    let another = taught.join("breakthrough_5x5.immnet");
    let another = ["--teacher-net", another.to_str().expect("UTF-8")];
    fails(1, &tiny(&taught, &[&by_net[..], &another].concat()), &["started with games.teacher_mark"]);
    let found = json(&[&["match", GAME, "ab(efNet)", "bfm(efNet)", "--net", file], &played[..]].concat());
    assert_eq!(found["games"], 100);
    let both = ["match", GAME, "bfm(efNet)", "bfm(efNet)", "--net", file, "--opponent-net", file];
    assert_eq!(json(&[&both[..], &played[..]].concat())["a_score"], 0.5);
    fails(
        1,
        &[&["match", GAME, "bfm(efNet)", "mcts()"], &played[..]].concat(),
        &["efNet)", "no net comes with", "--net FILE"],
    );
    fails(
        1,
        &[&["match", GAME, "bfm()", "mcts()", "--net", file], &played[..]].concat(),
        &["no player has the option efNet"],
    );
    let other = ["match", "breakthrough", "bfm(efNet)", "mcts()", "--net", file];
    fails(1, &[&other[..], &played[..]].concat(), &["25 features of 'breakthrough'", "has 64"]);
    let damaged = scratch("damaged.immnet", &fs::read(file).expect("a net")[1..]);
    let other = ["match", GAME, "bfm(efNet)", "mcts()", "--net", &damaged];
    fails(1, &[&other[..], &played[..]].concat(), &["damaged.immnet", "not a net, or a damaged one"]);
}

#[test]
fn every_phase_has_progress_and_the_disk_needed_is_told_first() {
    let out = folder("progress");
    let args = tiny(&out, &["--generations", "2"]);
    let text = progress(&args);
    let first = text.lines().find(|line| !line.contains("how much disk")).expect("a line");
    assert!(
        first.contains("progress: the run needs about ") && first.contains(" of disk: 160 games of about "),
        "{text}"
    );
    assert!(first.ends_with(" each, and nets; 0 B are there"), "{first}");
    for phase in
        ["of 120 games", "; generation 0", " steps, about ", "; generation 1: learning", "match of the new net"]
    {
        assert!(text.contains(phase), "{phase}: {text}");
    }
    // The announced size must be close to the size of the written files.
    let files = fs::read_dir(out.join("data")).expect("data").map(|file| file.expect("a file").metadata());
    let there: u64 = files.map(|about| about.expect("a file").len()).sum();
    let words: Vec<&str> = first.split(' ').collect();
    let at = words.iter().position(|&word| word == "about").expect("a size");
    let unit = match words[at + 2] {
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        other => unreachable!("{other}"),
    };
    let told = words[at + 1].parse::<f64>().expect("a number") * unit;
    assert!((0.5..3.0).contains(&(told / there as f64)), "{first}: {there} bytes");
}

#[test]
fn what_a_crash_leaves_behind_changes_nothing() {
    let (whole, crashed) = (folder("not_crashed"), folder("crashed"));
    let few = ["--first-games", "24", "--first-epochs", "1", "--generations", "1"];
    prints(0, &tiny(&whole, &few));
    prints(0, &tiny(&crashed, &few));
    // Simulates a crash while a file of games is written: the file still has its temporary name,
    // and the log is empty. The next run must have the same result as a run without a crash.
    let file = crashed.join("data/g0000-00001.games");
    let bytes = fs::read(&file).expect("games");
    let unfinished = |len: usize| {
        fs::write(file.with_extension("games.part"), &bytes[..len]).expect("written");
        fs::remove_file(&file).expect("removed");
        fs::remove_file(crashed.join("training")).expect("removed");
        fs::write(crashed.join("log.jsonl"), "").expect("written");
        prints(0, &tiny(&crashed, &few));
        assert!(fs::read(&file).expect("games") == bytes && net(&crashed) == net(&whole), "{len} bytes");
    };
    [5, bytes.len() / 2, bytes.len() - 1].into_iter().for_each(unfinished);
    // Simulates a disk that lost the end of a file. The error must name the file and say what to
    // do.
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("written");
    let more = [&few[..5], &["2"]].concat();
    fails(1, &tiny(&crashed, &more), &["g0000-00001.games", "damaged: delete the file, and the run makes it again"]);
    fs::remove_file(&file).expect("removed");
    prints(0, &tiny(&crashed, &more));
    prints(0, &tiny(&whole, &more));
    assert!(fs::read(&file).expect("games") == bytes && net(&crashed) == net(&whole));
}

#[test]
fn patterns_make_a_sum_of_weights() {
    let out = folder("sum");
    let patterns = scratch("patterns.txt", b"0 1 5 6 / 4 3 9 8\n15 16 20 21 / 19 18 24 23\n2 7 12\n");
    prints(0, &tiny(&out, &["--generations", "1", "--width", "1", "--patterns", &patterns]));
    let line = &lines(&out)[0];
    assert!(line["held_out"].as_f64() < line["held_out_before"].as_f64(), "{line}");
    let wrong = scratch("wrong.txt", b"0 1\n25\n");
    let out = folder("wrong");
    fails(1, &tiny(&out, &["--width", "1", "--patterns", &wrong]), &["line 2: feature 25: expected 0 to 24"]);
    assert!(!out.exists());
}

#[test]
fn ones_own_game_is_learned() {
    let game = library("learned.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let out = folder("own");
    let mut args = tiny(&out, &["--generations", "1", "--name", "four"]);
    args.splice(1..2, ["--game", &game]);
    prints(0, &args);
    let net = out.join("four.immnet");
    let played = ["--games", "40", "--iterations", "40", "--json", "--net", net.to_str().expect("UTF-8")];
    let found = json(&[&["match", "--game", &game, "bfm(efNet)", "mcts()"], &played[..]].concat());
    assert_eq!(found["games"], 40);
    let plain = library("plain.so", "lab/arena/tests/plugins/broken.c", &["-DMISTAKE=0"]);
    fails(1, &["train", "--game", &plain], &["plain.so", "lists no features"]);
}

#[test]
fn bad_input_is_named() {
    let out = folder("bad");
    prints(0, &tiny(&out, &["--generations", "1", "--first-games", "20", "--first-epochs", "1"]));
    let again = |more: &[&str], words: &[&str]| {
        fails(1, &tiny(&out, &[&["--first-games", "20", "--first-epochs", "1"], more].concat()), words);
    };
    again(&["--width", "16"], &["run.toml", "begun with net.width = 8, not 16"]);
    again(&["--lambda", "0.5", "--seed", "9"], &["games.seed = 1, not 9", "learning.lambda"]);
    again(&["--teacher", "bfm(efNet)"], &["--teacher bfm(efNet): the game has no built-in net"]);
    again(&["--teacher-net", "x"], &["--teacher-net: the teacher does not evaluate by a net"]);
    again(&["--player", "bfm()"], &["--player bfm()", "does not evaluate by the net"]);
    again(&["--name", "a/b"], &["--name a/b"]);
    let file = out.join("data/g0000-00001.games");
    let whole = fs::read(&file).expect("games");
    let mut damaged = whole.clone();
    damaged[40] ^= 1;
    fs::write(&file, &damaged).expect("written");
    again(&["--generations", "2"], &["g0000-00001.games", "damaged"]);
    fs::write(&file, &whole[..50]).expect("written");
    again(&["--generations", "2"], &["g0000-00001.games", "damaged"]);
    fs::write(&file, &whole).expect("written");
    fs::write(out.join("training"), b"imtt").expect("written");
    again(&["--generations", "2"], &["training", "cut off"]);
    fails(2, &tiny(&out, &["--width", "9"]), &["1, 8, 16"]);
    fails(2, &tiny(&out, &["--lambda", "nan"]), &["0 to 1"]);
    let huge = folder("huge");
    let more = ["--rate", "1e38", "--first-games", "20", "--generations", "1"];
    fails(1, &tiny(&huge, &more), &["generation 0", "not", "number", "--rate"]);
}

#[test]
fn two_runs_do_not_share_a_folder_and_a_killed_run_goes_on() {
    let out = folder("killed");
    let args = tiny(&out, &["--generations", "2"]);
    let program = env!("CARGO_BIN_EXE_imm-arena");
    let mut first = std::process::Command::new(program).args(&args).stderr(Stdio::null()).spawn().expect("it runs");
    let some = || fs::read_dir(out.join("data")).is_ok_and(|files| files.count() > 2);
    while !some() {
        assert!(first.try_wait().expect("a process").is_none(), "it ended");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fails(1, &args, &["another process is writing it"]);
    first.kill().expect("killed");
    first.wait().expect("ended");
    let output = arena(&args);
    assert!(output.status.success() && stdout(&output).contains("the net of generation"), "{output:?}");
    assert_eq!(lines(&out).len(), 2);
    let undisturbed = folder("undisturbed");
    prints(0, &tiny(&undisturbed, &["--generations", "2"]));
    assert_eq!(net(&out), net(&undisturbed));
}
