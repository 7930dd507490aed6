//! Tests of merges: which of two results the search keeps, and how counts, time and signature are
//! combined.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta::tests::with_search;
use crate::alphabeta::{AlphaBeta, Progress, Switch, Switches};
use crate::game::value::{Outcome, Side};
use crate::games::breakthrough::Breakthrough;
use crate::report::score::of_margin;
use crate::time::limits::Stop;
use std::format;
use std::vec::Vec;

/// A result of an iteration with the given depth.
fn found(depth: usize, proof: Proof, distance: u8) -> Found {
    Found { best: Move(7), depth, proof, distance, ..Found::NOTHING }
}

#[test]
fn proven_counts_more_than_deep_and_sooner_more_than_later() {
    let ranked = [
        Found { depth: 9, ..Found::NOTHING },
        found(1, Proof::Unknown, 0),
        found(4, Proof::Unknown, 0),
        found(5, Proof::Unknown, 0),
        found(1, Proof::SecondWins, 200),
        found(1, Proof::FirstWins, 9),
        found(2, Proof::FirstWins, 9),
        found(1, Proof::SecondWins, 8),
        found(1, Proof::Draw, 0),
    ];
    assert!(ranked.is_sorted_by(|worse, better| worse.worth() < better.worth()));
    assert_eq!(found(3, Proof::Unknown, 5).worth(), found(3, Proof::Unknown, 6).worth(), "nothing ends");
}

#[test]
fn an_exact_margin_counts_more_than_the_margin_of_a_deeper_search() {
    let score = of_margin(Outcome::FirstWins, 6, Side::First);
    let found = |depth, whole| Found { score, whole, ..found(depth, Proof::FirstWins, 9) };
    let ranked = [found(3, false), found(9, false), found(3, true), found(4, true)];
    assert!(ranked.is_sorted_by(|worse, better| worse.worth() < better.worth()));
}

/// Merges two searches of one position, and then calls `look` with both. `answers` has the results
/// of the two searches. Their stored lines have six and nine moves. Before the merge, both searches
/// are in the middle of an iteration.
fn with_two(
    answers: [Found; 2],
    look: impl FnOnce(&mut AlphaBeta<'_, Breakthrough>, &mut AlphaBeta<'_, Breakthrough>),
) {
    let game = Breakthrough::default();
    let [own, theirs] = answers;
    with_search(&game, Switches::NONE, 6, |one| {
        with_search(&game, Switches::NONE, 9, |other| {
            let progress = |found, depth, visited, elapsed_ms, signature, stop| Progress {
                found,
                depth,
                visited,
                elapsed_ms,
                signature,
                stop: Some(stop),
                ..Progress::new(false)
            };
            one.progress = progress(own, 3, 5, 30, 1, Stop::Nodes);
            other.progress = progress(theirs, 2, 7, 20, 2, Stop::Time);
            let moves: Vec<Move> = (10..19).map(Move).collect();
            one.all_parts().stack.line_of(6, 6).copy_from_slice(&moves[..6]);
            other.all_parts().stack.line_of(9, 9).copy_from_slice(&[&moves[3..], &moves[..3]].concat());
            one.all_parts().merge(&mut other.all_parts());
            assert_eq!((one.progress.visited, one.progress.elapsed_ms, one.progress.signature), (12, 30, absorb(1, 2)));
            look(one, other);
        });
    });
}

#[test]
fn a_better_answer_is_taken_as_far_as_there_is_room() {
    let [own, theirs] = [6, 8].map(|len| Found { line_len: len, ..found(len.into(), Proof::Unknown, 0) });
    with_two([own, theirs], |one, _| {
        assert_eq!((one.progress.found.line_len, one.progress.found.depth, one.progress.depth), (6, 6, 0));
        assert_eq!(one.stack.kept_line(6), (13..19).map(Move).collect::<Vec<_>>());
        assert_eq!(one.progress.stop, Some(Stop::Time));
    });
}

#[test]
fn an_answer_that_is_no_better_changes_nothing() {
    for depth in [4, 6] {
        let own = Found { line_len: 6, ..found(6, Proof::Unknown, 0) };
        let theirs = Found { best: Move(8), line_len: 4, ..found(depth, Proof::Unknown, 0) };
        with_two([own, theirs], |one, _| {
            assert_eq!((format!("{:?}", one.progress.found), one.progress.depth), (format!("{own:?}"), 3));
            assert_eq!(one.stack.kept_line(6), (10..16).map(Move).collect::<Vec<_>>());
            assert_eq!(one.progress.stop, Some(Stop::Nodes));
        });
    }
}

#[test]
fn who_searches_otherwise_is_not_merged() {
    let game = Breakthrough::default();
    with_search(&game, Switches::NONE, 2, |one| {
        with_search(&game, Switches::NONE.with(Switch::NullMove), 2, |other| {
            assert_eq!(one.all_parts().check_merge(&other.all_parts()), Err(MergeError::Player));
            other.config = one.config;
            assert_eq!(one.all_parts().check_merge(&other.all_parts()), Ok(()));
        });
    });
}
