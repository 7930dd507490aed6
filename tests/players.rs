//! Checks that `tests/players.tsv` is correct and contains every option.
#![cfg(feature = "policies")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[macro_use]
#[path = "common/games.rs"]
mod games;
#[path = "common/players.rs"]
mod players;

use imm::base::text::Text;
use imm::game::evaluator::EVALUATORS;
use imm::player;
use imm::player::alphabeta::{self, SWITCHES};
use imm::player::notation::PRESETS;
use imm::player::options::FORMS;
use imm::player::strategy::STRATEGY_TEXTS;
use players::lines;
use std::collections::BTreeSet;

#[test]
fn every_line_is_there_once_and_its_tests_exist() {
    let known = ["-", "reference", "small", "told", "hostile", "signed", "timed", "vectors"];
    let mut seen = BTreeSet::new();
    for line in lines() {
        assert!(seen.insert(line.player), "{} is listed twice", line.player);
        for test in line.tests() {
            assert!(known.contains(&test), "{}: there is no test '{test}'", line.player);
            let sized = ["reference", "small", "hostile"].contains(&test);
            assert_eq!(line.size(test).is_some(), sized, "{}: {test}", line.player);
        }
    }
}

#[test]
fn what_is_written_is_read_as_the_same_player() {
    for line in lines() {
        let player = player::parse(line.player).unwrap();
        let mut bytes = [0; 256];
        let mut text = Text::new(&mut bytes);
        player::write(&player, &mut text);
        assert_eq!(player::parse(text.as_str()).unwrap(), player, "{} was written as {}", line.player, text.as_str());
    }
}

#[test]
fn every_player_has_a_game() {
    for line in lines() {
        assert!(each_game!(|start, _name, _title| line.plays(&start)).contains(&true), "{}", line.player);
    }
}

#[test]
fn the_rows_of_vectors_are_of_the_players_that_say_so() {
    let rows = include_str!("firmware/vectors.tsv").lines().filter(|line| !line.starts_with('#'));
    let with_rows: BTreeSet<&str> = rows.map(|row| row.split('\t').nth(1).unwrap()).collect();
    let said: BTreeSet<&str> = lines().filter(|line| line.is_in("vectors")).map(|line| line.player).collect();
    assert_eq!(with_rows, said, "tests/firmware/vectors.tsv needs a row of each");
}

/// An option: the search that has the option, and the name of the option without numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Named {
    search: &'static str,
    name: String,
}

/// Returns the name of an option. The option is written as in a player's text or as in the manual:
/// `im0.4-100` has the name `im`. The name of an evaluation function, such as `efMS`, is the whole
/// text.
fn name_of(option: &str) -> String {
    if option.starts_with("ef") {
        return option.to_string();
    }
    option.chars().take_while(|letter| letter.is_ascii_lowercase() || *letter == '\'').collect()
}

/// Returns every option of the tree search and of alpha-beta. Includes presets, which are names for
/// several options.
fn all_options() -> BTreeSet<Named> {
    let of_strategies = STRATEGY_TEXTS.iter().flat_map(|texts| texts.lines).map(|line| line.0);
    let tree = FORMS.iter().copied().chain(of_strategies).flat_map(|forms| forms.split(' '));
    let tree = tree.filter(|form| *form != "efNAME");
    let tree = tree.chain(EVALUATORS.iter().map(|named| named.word)).chain(PRESETS.iter().map(|preset| preset.word));
    let switches = SWITCHES.iter().map(|row| row.word).chain(alphabeta::PRESETS.iter().map(|preset| preset.word));
    let both = tree.map(|form| ("mcts", form)).chain(switches.map(|form| ("ab", form)));
    both.map(|(search, form)| Named { search, name: name_of(form) }).filter(|option| !option.name.is_empty()).collect()
}

/// Returns the options of the players for which `wanted` is true. An option of best-first minimax
/// also counts as an option of the tree search.
fn options_in(wanted: impl Fn(&players::Line) -> bool) -> BTreeSet<Named> {
    let mut options = BTreeSet::new();
    for line in lines().filter(wanted) {
        let (search, list) = line.player.trim_end_matches(')').split_once('(').unwrap();
        let searches: &[&'static str] = match search {
            "bfm" => &["bfm", "mcts"],
            "mcts" => &["mcts"],
            _ => &["ab"],
        };
        for name in list.split(',').map(name_of) {
            options.extend(searches.iter().map(|search| Named { search, name: name.clone() }));
            // Evaluation functions count as options of the tree search, even in alpha-beta players.
            if name.starts_with("ef") {
                options.insert(Named { search: "mcts", name });
            }
        }
    }
    options
}

#[test]
fn every_option_stands_in_some_line() {
    let options = all_options();
    assert!(options.len() > 50, "only {} options are in the tables", options.len());
    let missing: Vec<_> = options.difference(&options_in(|_| true)).cloned().collect();
    assert!(missing.is_empty(), "tests/players.tsv has no line with {missing:?}");
}

/// True for options that choose evaluation functions. The games of these tests have only one
/// evaluation function.
fn is_an_evaluator(option: &Named) -> bool {
    option.name.starts_with("ef") || option.name == "mia"
}

#[test]
fn every_option_is_compared_with_the_reference_and_meets_games_that_fail() {
    let options = all_options();
    let hostile = options_in(|line| line.is_in("hostile") || line.is_in("told"));
    let reference = options_in(|line| ["reference", "small", "told"].iter().any(|test| line.is_in(test)));
    for option in options.iter().filter(|option| !is_an_evaluator(option)) {
        assert!(hostile.contains(option), "no line with 'hostile' has {option:?}");
        assert!(option.search == "ab" || reference.contains(option), "no line with 'reference' has {option:?}");
    }
}
