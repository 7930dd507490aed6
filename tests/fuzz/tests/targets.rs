//! Checks that the fuzz targets find planted mistakes, and that they cover all functions and
//! options of the library.

use imm_fuzz::Target;
use imm_fuzz::block::Surroundings;
use imm_fuzz::plant::{Plant, plant};
use imm_fuzz::proofs;
use imm_fuzz::runner::corpus;
use imm_fuzz::source::{Source, bytes_of};
use imm_fuzz::transcript::{Counts, Transcript};
use std::rc::Rc;

/// Runs scenarios for the seeds below `seeds`. Returns the counts of all calls.
fn run(target: Target, seeds: u64) -> anyhow::Result<Counts> {
    let mut all = Counts::new();
    for seed in 0..seeds {
        let counts = target.run(&bytes_of(seed), false).map_err(|error| error.context(format!("seed {seed}")))?;
        for (name, count) in counts {
            let sum = all.entry(name).or_default();
            sum.done += count.done;
            sum.refused += count.refused;
        }
    }
    Ok(all)
}

/// The functions that `imm.h` declares, each with its return type.
fn declared() -> Vec<(&'static str, &'static str)> {
    let header = include_str!("../../../include/imm.h");
    let starts = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_alphabetic()) && line.contains('(');
    let functions = header.lines().filter(starts).filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let (answer, name) = before.rsplit_once([' ', '*'])?;
        name.starts_with("imm_").then_some((answer.trim(), name))
    });
    functions.collect()
}

/// Lists the functions that return a built-in game on its usual board. The fuzzer need not call
/// each of these functions, because it creates the games with imm_game_by_name().
macro_rules! usual_boards {
    ({} $($folder:ident $type:ident $title:literal,)*) => { [$(concat!("imm_", stringify!($folder))),*] };
}

#[test]
fn every_function_of_the_header_is_called_and_refused() {
    let declared = declared();
    assert!(declared.len() > 70, "{declared:?}");
    let counts = run(Target::Api, 1500).unwrap();
    let usual = imm::built_in_games!(usual_boards {});
    for (answer, name) in declared.iter().filter(|(_, name)| !usual.contains(name)) {
        let count = counts.get(name).copied().unwrap_or_default();
        assert!(count.done > 0, "the target 'api' never calls {name}() with success: see tests/fuzz/README.md");
        let can_fail = ["imm_status", "int32_t", "imm_result", "imm_player", "imm_move"].contains(answer);
        assert!(!can_fail || count.refused > 0, "{name}() is never refused");
    }
    let unknown: Vec<_> = counts.keys().filter(|name| declared.iter().all(|(_, declared)| declared != *name)).collect();
    assert!(unknown.is_empty(), "not in imm.h: {unknown:?}");
}

fn finds_nothing(target: Target) {
    let counts = run(target, 300).unwrap();
    assert!(counts.len() > 5, "{}: {counts:?}", target.name());
}

#[test]
fn nothing_is_found_in_texts() {
    finds_nothing(Target::Texts);
}

#[test]
fn nothing_is_found_in_saves() {
    finds_nothing(Target::Saves);
}

#[test]
fn nothing_is_found_in_proofs() {
    finds_nothing(Target::Proofs);
}

#[test]
fn the_corpus_finds_nothing_any_more() {
    for target in Target::ALL {
        let files = corpus(*target).unwrap();
        assert!(!files.is_empty(), "{} has no corpus", target.name());
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            target.run(&bytes, false).map_err(|error| error.context(file.display().to_string())).unwrap();
        }
    }
}

/// Each planted mistake, the fuzz target that must find the mistake, and the possible error
/// messages.
const PLANTED: &[(Plant, Target, &[&str])] = &[
    (
        Plant::OtherPosition,
        Target::Api,
        &["the outcome is", "moves", "turn of", "the position is another one", "is not legal"],
    ),
    (Plant::WritesOnFailure, Target::Api, &["and should not have"]),
    (Plant::WritesOutside, Target::Api, &["was written"]),
    (Plant::TellsAddress, Target::Api, &["depend on addresses"]),
    (Plant::OtherText, Target::Texts, &["another player"]),
    (Plant::LoadsInPart, Target::Saves, &["has changed the state"]),
    (Plant::OtherGame, Target::Proofs, &["is proven", "the outcome is"]),
];

#[test]
fn each_mistake_that_is_planted_is_found() {
    for &(mistake, target, says) in PLANTED {
        plant(Some(mistake));
        let found = run(target, 200);
        plant(None);
        let Err(error) = found else { panic!("{} does not find {mistake:?}", target.name()) };
        let found = format!("{error:#}");
        assert!(says.iter().any(|says| found.contains(says)), "{mistake:?}: {found}");
    }
}

/// Plays every option of a search alone, and together with every other option. Tries up to eight
/// graph games for each player. Every option must play in at least one game.
#[test]
fn every_pair_of_options_plays() {
    let (mut alone, mut pairs) = (0, 0);
    let transcript = Rc::new(Transcript::new(false));
    for (search, forms) in proofs::options() {
        for (number, first) in forms.iter().enumerate() {
            let mut plays = false;
            for second in &forms[..=number] {
                let played = (0..8).any(|seed| {
                    let bytes = bytes_of(seed * 1000 + pairs);
                    let source = &mut Source::new(&bytes);
                    let player = proofs::pair(search, first, second, source);
                    proofs::check(&player, source, &transcript, &Surroundings::TWICE[0]).unwrap()
                });
                pairs += u64::from(played);
                plays |= played;
            }
            alone += u64::from(plays);
            // Best-first minimax (`bfm`) accepts some options in no game, because this search has
            // no playouts and uses only minimax values.
            assert!(plays || search == "bfm", "{search}({first}) never plays");
        }
    }
    assert!(alone >= 85 && pairs > 1500, "{alone} options, {pairs} pairs");
}
