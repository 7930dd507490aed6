//! Tests of a simulation: how it lists and tests moves, and how it handles faults.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::*;
use crate::game::value::Outcome;
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::testing::random_game::RandomGame;
use crate::games::testing::{Heap, Shown, legal_if_any, random_games};
use core::fmt::Debug;
use std::vec;

/// Runs `check` on a simulation at this position, with room for `lists` lists of moves.
pub(super) fn at<G: Knowledge + Copy>(position: &G, lists: usize, check: impl FnOnce(&mut Simulation<'_, G>)) {
    let mut moves = vec![Move::NONE; position.max_moves() * lists];
    check(&mut Simulation::new(*position, *position, &mut moves));
}

#[test]
fn the_first_broken_promise_is_told_once() {
    at(&Heap::new(9), 1, |simulation| {
        assert!(!simulation.fails());
        assert_eq!(simulation.take_fault(), None);
        simulation.blame(Fault::NoMoves);
        simulation.blame(Fault::TooManyMoves);
        assert!(simulation.fails());
        assert_eq!(simulation.take_fault(), Some(Fault::NoMoves));
        assert_eq!((simulation.fails(), simulation.take_fault()), (false, None));
        // If the game itself reports a fault, that fault must have priority over a fault that the
        // simulation finds.
        simulation.scratch.fault = Some(Fault::Failed);
        simulation.blame(Fault::NoMoves);
        assert_eq!(simulation.take_fault(), Some(Fault::Failed));
        assert_eq!((simulation.scratch.fault, simulation.fails()), (None, false));
        simulation.position.fault = Some(Fault::InvalidPlayer);
        assert_eq!(simulation.take_fault(), Some(Fault::InvalidPlayer));
        assert_eq!(simulation.position.fault, None);
    });
}

/// A list of moves that is too long must be a fault, even if there is room for two lists.
#[test]
fn a_list_that_is_too_long_or_empty_breaks_a_promise() {
    let fault_of = |game: Heap, lists: usize| {
        let mut found = None;
        at(&game, lists, |simulation| {
            let (listed, counted) = (simulation.list_moves(), simulation.take_fault());
            assert_eq!((simulation.count_moves(), simulation.take_fault()), (listed, counted));
            assert_eq!(listed.is_none(), counted.is_some());
            found = counted;
        });
        found
    };
    for lists in [1, 2] {
        assert_eq!(fault_of(Heap::new(9), lists), None);
        assert_eq!(fault_of(Heap { excess: 1, ..Heap::new(9) }, lists), Some(Fault::TooManyMoves));
        assert_eq!(fault_of(Heap::new(0), lists), Some(Fault::NoMoves));
    }
}

#[test]
fn moves_are_legal_that_are_listed_while_the_game_goes_on() {
    at(&Heap::new(2), 1, |simulation| {
        assert_eq!([1, 2, 3, u32::MAX].map(|mv| simulation.is_legal(Move(mv))), [true, true, false, false]);
        assert!(!simulation.play(Move(3)) && simulation.position.left == 2);
        assert!(simulation.play(Move(2)) && simulation.position.left == 0);
        assert!(!simulation.is_legal(Move(1)));
    });
    at(&Heap { fails_at: 8, ..Heap::new(9) }, 1, |simulation| {
        assert!(!simulation.play(Move(1)), "the game fails there");
        assert_eq!((simulation.position.left, simulation.take_fault()), (9, Some(Fault::Failed)));
        assert!(simulation.play(Move(2)) && simulation.position.left == 7);
    });
}

/// Tests the move that is chosen without a search. It must have the best outcome or value. If
/// values are equal, it must have the highest order. If orders are also equal, it must be the first
/// of these moves.
fn check_glance<G: Knowledge + Copy + Debug>(start: &G, evaluator: Evaluator, games: u32) {
    random_games(start, games, |position| {
        let mover = position.to_move();
        let worth = |mv: Move| {
            let mut after = *position;
            after.play(mv);
            let evaluated = after.has_evaluator(evaluator).then(|| after.evaluate(evaluator));
            let value = after.outcome().map_or(evaluated.unwrap_or(Value::DRAW), Outcome::value);
            (value.for_player(mover), position.order(mv))
        };
        let moves = legal_if_any(position);
        let best = moves.iter().copied().rev().max_by_key(|&mv| worth(mv)).unwrap_or(Move::NONE);
        at(position, 1, |simulation| assert_eq!(simulation.best_at_a_glance(evaluator), best, "{position:?}"));
    });
}

#[test]
fn the_best_move_at_a_glance() {
    for seed in 0..200 {
        check_glance(&RandomGame::new(seed), Evaluator::DEFAULT, 1);
    }
    check_glance(&Breakthrough::new(4, 5).unwrap(), Evaluator::MS, 5);
    check_glance(&Kalah::default(), Evaluator::RS, 5);
    check_glance(&Kalah::default(), Evaluator::LH, 5);
    at(&Heap { fails_at: 7, ..Heap::new(9) }, 1, |simulation| {
        assert_eq!(simulation.best_at_a_glance(Evaluator::DEFAULT), Move::NONE);
    });
}

/// A rebase must set the list of moves and both positions of a simulation to their new addresses.
#[test]
fn all_that_a_walk_borrows_is_relocated() {
    let (mut moves, mut shown) = (vec![Move::NONE; 5], Shown::default());
    Simulation::new(Heap::new(10), Heap::new(200), &mut moves).each_borrowed(&mut shown);
    assert!(shown.lengths.contains(&5));
    assert_eq!(shown.left, 210);
}

/// A small search must have debug output, whatever the type of the undo data is.
#[test]
fn the_stack_of_a_small_search_says_what_it_is() {
    assert!(std::format!("{:?}", SmallSearch::<()>::new()).starts_with("SmallSearch"));
}
