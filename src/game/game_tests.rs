//! Tests of the default methods of `Game`, of `MoveList`, and of `Fault`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::games::testing::Heap;
use std::collections::HashSet;
use std::string::ToString;

#[test]
fn a_list_that_is_full_drops_moves_and_remembers_it() {
    let mut slots = [Move::NONE; 3];
    let mut list = MoveList::new(&mut slots);
    (0..3).for_each(|mv| list.push(Move(mv)));
    assert!((list.len(), list.overflowed()) == (3, false));
    list.push(Move(3));
    assert_eq!((list.as_slice(), list.overflowed()), (&[Move(0), Move(1), Move(2)][..], true));
    list.clear();
    assert!(list.is_empty() && !list.overflowed() && list.get(0).is_none());
    for (len, kept, overflowed) in [(2, 2, false), (3, 3, false), (4, 3, true)] {
        list.set_len(len);
        assert_eq!((list.len(), list.overflowed()), (kept, overflowed));
    }
    list.retain(|mv| mv != Move(1));
    assert_eq!(list.as_slice(), [Move(0), Move(2)]);
}

/// Tests the fault for a wrong number of moves. A position that is not over must have 1 to 65,535
/// moves.
#[test]
fn lists_that_break_a_promise() {
    for (count, overflowed, fault) in [
        (0, false, Some(Fault::NoMoves)),
        (1, false, None),
        (65_535, false, None),
        (65_536, false, Some(Fault::TooManyMoves)),
        (70_000, false, Some(Fault::TooManyMoves)),
        (0, true, Some(Fault::TooManyMoves)),
        (5, true, Some(Fault::TooManyMoves)),
    ] {
        assert_eq!(Fault::of_count(count, overflowed), fault, "{count} {overflowed}");
    }
}

#[test]
fn every_fault_has_a_text_of_its_own() {
    let faults = [
        Fault::TooManyMoves,
        Fault::NoMoves,
        Fault::InvalidMove,
        Fault::InvalidPlayer,
        Fault::InvalidOutcome,
        Fault::NotANumber,
        Fault::Failed,
    ];
    let texts: HashSet<_> = faults.iter().map(ToString::to_string).collect();
    assert!(texts.len() == faults.len() && texts.iter().all(|text| text.starts_with("the game")));
}

/// Samples 3000 times from three legal moves. Checks that each move is sampled about 1000 times
/// (within 5 standard deviations).
#[test]
fn a_random_move_is_any_of_the_legal_ones() {
    let (mut rng, mut counts) = (Rng::new(1), [0_i32; 4]);
    let mut slots = [Move::NONE; 3];
    let mut moves = MoveList::new(&mut slots);
    for _ in 0..3000 {
        counts[Heap::new(9).random_move(&mut rng, &mut moves).unwrap().0 as usize] += 1;
    }
    assert!(counts[0] == 0 && counts[1..].iter().all(|count| (count - 1000).abs() < 130), "{counts:?}");
    assert_eq!(Heap::new(0).random_move(&mut rng, &mut moves), None);
    assert_eq!([0, 2, 3].map(|index| Heap::new(9).nth_move(index, &mut moves)), [Some(Move(1)), Some(Move(3)), None]);
    assert_eq!([9, 2, 0].map(|left| Heap::new(left).count_moves(&mut moves)), [3, 2, 0]);
}
