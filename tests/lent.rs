//! A game with large positions through the C interface knows what it knows in the kernel: its wrapper hands every question on. One that it did
//! not hand on would be answered by a default, slower or with "unknown", and no search would say so.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

const GAME: &str = include_str!("../src/game.rs");
const KNOWLEDGE: &str = include_str!("../src/knowledge.rs");
const LENT: &str = include_str!("../ffi/src/lent.rs");

/// The names of the functions in the block that begins with this line.
fn functions(source: &'static str, begin: &str) -> BTreeSet<&'static str> {
    let block = source.split_once(begin).unwrap().1.split_once("\n}\n").unwrap().0;
    let names = block.lines().filter_map(|line| line.strip_prefix("    fn "));
    names.map(|rest| rest.split(['(', '<']).next().unwrap()).collect()
}

#[test]
fn every_question_is_handed_on() {
    let asked = &functions(GAME, "pub trait Game {") | &functions(KNOWLEDGE, "pub trait Knowledge: Game {");
    let handed_on = &functions(LENT, "impl<G: Game> Game for Lent<G> {")
        | &functions(LENT, "impl<G: Knowledge> Knowledge for Lent<G> {");
    assert!(asked.len() > 30, "{asked:?}");
    let missing: Vec<_> = asked.difference(&handed_on).copied().collect();
    // What is made of the other answers, and what no game of the kernel does.
    assert_eq!(missing, ["abilities", "clear_fault", "fault"]);
}
