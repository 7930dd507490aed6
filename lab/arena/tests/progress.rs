//! Tests that every command that may take minutes prints its progress, even if standard error is
//! not a terminal. The tests of `train` and `tune` check the progress of these two commands.

mod common;

use common::{fixture, progress, scratch};

/// Runs a command, given as words separated by blanks, and checks that the printed progress
/// contains the text `words`.
fn prints_progress(command: &str, words: &str) {
    let text = progress(&command.split(' ').collect::<Vec<_>>());
    assert!(text.contains(words), "{command}: '{words}' is not in {text}");
}

#[test]
fn matches_print_how_far_they_are() {
    let [results, log] = ["progress_levels.jsonl", "progress_tournament.jsonl"].map(|name| scratch(name, b""));
    for (command, words) in [
        ("match kalah mcts() mcts(im0.4) --games 20 --iterations 300", "of 20 games"),
        (&format!("tournament kalah mcts() ab() --games 10 --iterations 300 --log {log}"), "of 10 games"),
        (&format!("levels kalah --games 10 --up-to 2 --results {results}"), "of 10 games"),
        ("transitions loa --games 2 --iterations 20 --memory 1", "of 2 games"),
        ("fit oware --games 20 --iterations 100 --memory 1", "of 20 games"),
    ] {
        prints_progress(command, words);
    }
}

#[test]
fn searches_print_how_far_they_are() {
    let [solved, trace, won] =
        ["breakthrough_solved.jsonl", "traces/kalah_std.jsonl.gz", "loa_forced_wins_generated.jsonl"].map(fixture);
    for (command, words) in [
        ("perft breakthrough 5", " positions"),
        (&format!("replay {trace}"), " games after "),
        (&format!("solve {solved} --iterations 1000 --memory 1"), " positions"),
        ("tree kalah --iterations 50000 --memory 8", "of 50000 iterations"),
        (
            "openings breakthrough_5x5 --player ab() --count 20 --iterations 3000 --memory 1 --balance 0.9",
            "of 20 openings",
        ),
        (&format!("endgames compare {won} --players mcts() ab() --iterations 20 --memory 1"), " positions after "),
        ("endgames make breakthrough_5x5 --wanted 3:2 --iterations 500", "of 2 positions"),
        ("bench breakthrough_5x5 --switches --depths 2", " searches"),
    ] {
        prints_progress(command, words);
    }
}
