//! Tests of [`Board`], an interface to a simulation that does not depend on the type of the game.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::super::tests::at;
use super::*;
use crate::base::rng::Rng;
use crate::game::Game;
use crate::game::snapshot::shape;
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::testing::{Heap, legal_if_any, random_games};
use core::fmt::Debug;
use std::vec;

/// Sets the scratch position to each position of random games. The root position must not change.
fn check_board<G: Knowledge + Snapshot + Copy + PartialEq + Debug>(start: &G, games: u32) {
    let mut rng = Rng::new(3);
    random_games(start, games, |position| {
        let mut bytes = vec![0; position.bytes_max() + 1];
        let mut out = ByteWriter::new(&mut bytes);
        at(position, 1, |simulation| (simulation as &mut dyn Board).write(&mut out));
        let len = out.len();
        assert!(len <= position.bytes_max() && len > 0);
        at(start, 1, |simulation| {
            let board: &mut dyn Board = simulation;
            assert!(board.read(&bytes[..len - 1]).is_err() && board.read(&bytes[..=len]).is_err());
            assert_eq!(board.read(&bytes[..len]), Ok(()));
            assert_eq!(board.to_move(), position.to_move());
            let moves = legal_if_any(position);
            assert_eq!(board.list(), Some(moves.len() as u32));
            assert!(moves.iter().all(|&mv| board.has_listed(moves.len() as u32, mv)));
            assert!(!board.has_listed(moves.len() as u32, Move::NONE));
            if let Some((last, others)) = moves.split_last() {
                assert!(!board.has_listed(others.len() as u32, *last), "it is behind the others");
                assert_eq!(board.take_listed(moves.len() as u32, *last), Some(others.len() as u32));
                assert_eq!(board.take_listed(moves.len() as u32, *last), None, "it is there only once");
                assert!(!board.has_listed(moves.len() as u32, *last));
                assert!(!board.has_listed(moves.len() as u32, Move::NONE));
            }
            for &mv in &moves {
                let mut after = *position;
                after.play(mv);
                assert_eq!(board.outcome_after(mv), after.outcome());
            }
            let mv = (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u32) as usize]);
            let mut expected = *position;
            if let Some(mv) = mv {
                board.play(mv);
                expected.play(mv);
            }
            if expected.outcome().is_none() {
                assert_eq!(board.pass(), expected.pass());
            }
            assert_eq!(simulation.position, *start);
            assert_eq!(simulation.scratch, expected, "{position:?}");
            assert!((simulation as &mut dyn Board).adopt());
            assert_eq!((simulation.position, (simulation as &mut dyn Board).take_fault()), (expected, None));
        });
    });
}

#[test]
fn a_board_is_the_walk_without_its_game() {
    check_board(&Breakthrough::new(4, 5).unwrap(), 10);
    check_board(&Kalah::default(), 5);
    check_board(&Heap::new(20), 10);
    let index_of = |mv| {
        let mut found = None;
        at(&Heap::new(9), 1, |simulation| {
            simulation.scratch.left = 1;
            found = (simulation as &mut dyn Board).index_of(Move(mv));
        });
        found
    };
    assert_eq!([1, 3, 4].map(index_of), [Some(0), Some(2), None]);
}

/// In [`Board::facts`], only a custom game has a limit on plies. For a built-in game, the limit
/// must be 0.
#[test]
fn the_facts_of_a_board() {
    let kalah = Kalah::default();
    at(&kalah, 1, |simulation| {
        assert_eq!((simulation as &mut dyn Board).facts(), [kalah.shape(), kalah.max_moves() as u32, 0])
    });
    at(&Heap::new(9), 1, |simulation| {
        assert_eq!((simulation as &mut dyn Board).facts(), [shape(0, [1, 2, 3]), 3, 77]);
    });
}

#[test]
fn a_board_remembers_what_the_game_has_broken() {
    at(&Heap { fails_at: 7, ..Heap::new(9) }, 1, |simulation| {
        let board: &mut dyn Board = simulation;
        // After the failure, the move must not be unmade. In this game, `unmake` would panic.
        board.outcome_after(Move(2));
        assert_eq!(board.list(), None);
        assert!(!board.adopt());
        // The game has failed. Reading a position from bytes must not hide this fault.
        let mut bytes = [0; 5];
        let mut out = ByteWriter::new(&mut bytes);
        board.write(&mut out);
        assert_eq!(board.read(&bytes), Ok(()));
        assert_eq!((board.take_fault(), board.take_fault()), (Some(Fault::Failed), None));
        assert_eq!(board.list(), Some(3));
    });
    at(&Heap { left: 0, fault: Some(Fault::Failed), ..Heap::new(0) }, 1, |simulation| {
        assert_eq!((simulation as &mut dyn Board).list(), None, "it is over, but has failed");
    });
    at(&Heap { refuses_to_pass: true, ..Heap::new(9) }, 1, |simulation| {
        simulation.pass_again();
        assert_eq!(simulation.take_fault(), Some(Fault::Failed));
    });
}
