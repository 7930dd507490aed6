//! What must hold inside: the order of moves, scores, where lines are kept.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::score::{of_outcome, of_points, proven, win_at};
use super::*;
use crate::game::MoveList;
use crate::games::breakthrough::Breakthrough;
use crate::rng::Rng;
use crate::value::{Outcome, Player};
use std::vec;
use std::vec::Vec;

#[test]
fn moves_are_sorted_by_class_and_else_stay_as_they_were() {
    let mut rng = Rng::new(1);
    let mut game = Breakthrough::default();
    let mut slots = vec![Move::NONE; game.max_moves()];
    let mut keys = vec![0_i64; game.max_moves()];
    for _ in 0..2000 {
        let mut moves = MoveList::new(&mut slots);
        if game.outcome().is_some() {
            game = Breakthrough::default();
        }
        game.legal_moves(&mut moves);
        let mut expected: Vec<Move> = moves.as_slice().to_vec();
        let mut sorted = expected.clone();
        expected.sort_by_key(|&mv| -game.order(mv)); // std's sort is stable
        order::sort(&mut sorted, &mut keys, |mv| order::Hints::NONE.key(mv, game.order(mv), 0));
        assert_eq!(sorted, expected);
        let mv = game.random_move(&mut rng, &mut moves).unwrap();
        game.play(mv);
    }
}

#[test]
fn short_wins_and_long_losses_are_better_and_evaluations_lie_between() {
    let win = |ply| of_outcome(Outcome::SecondWins, Player::Second, ply);
    let loss = |ply| of_outcome(Outcome::SecondWins, Player::First, ply);
    let ranked = [loss(1), loss(2), loss(255), of_points(i32::MIN, Player::First), of_points(-1, Player::First), 0];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    let ranked = [0, of_points(1, Player::First), of_points(i32::MAX, Player::First), win(255), win(2), win_at(1)];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    assert_eq!(proven(win(7), Player::Second), Some((Proof::SecondWins, 7)));
    assert_eq!(proven(loss(7), Player::First), Some((Proof::SecondWins, 7)));
    assert_eq!(proven(win(255), Player::First), Some((Proof::FirstWins, 255)));
    assert_eq!(proven(of_points(i32::MAX, Player::Second), Player::Second), None);
    assert_eq!(proven(0, Player::First), None);
}

#[test]
fn lines_lie_one_behind_the_other() {
    for plies in 1..20 {
        let mut frames = vec![Frame::<()>::default(); plies];
        let (mut moves, mut lines) = (vec![Move::NONE; plies], vec![Move::NONE; line_moves(plies)]);
        let mut stack = Stack::new(&mut frames, &mut moves, &mut lines, 1);
        assert_eq!(stack.plies(), plies);
        // From the deepest ply up, each line is the one below with a move before it: ply p plays move p.
        for ply in (0..plies).rev() {
            let below = plies - 1 - ply;
            stack.extend_line(ply, Move(ply as u32), below as u16);
        }
        assert_eq!(stack.best_line_move(), Move(0));
        let len = stack.keep_line();
        stack.extend_line(0, Move(99), 0); // what is kept is kept
        let expected: Vec<Move> = (0..plies as u32).map(Move).collect();
        assert_eq!(stack.kept_line(len), expected);
    }
}

#[test]
fn the_stack_is_as_deep_as_its_scarcest_memory() {
    let depth = |frames: usize, moves: usize, lines: usize| {
        let (mut frames, mut moves) = (vec![Frame::<()>::default(); frames], vec![Move::NONE; moves]);
        let mut lines = vec![Move::NONE; lines];
        Stack::new(&mut frames, &mut moves, &mut lines, 7).plies()
    };
    assert_eq!([depth(5, 70, 99), depth(50, 27, 99), depth(50, 700, 13), depth(50, 700, 14)], [5, 3, 3, 4]);
    assert_eq!(depth(1000, 7000, 1_000_000), PLIES_MAX);
    assert_eq!([depth(0, 70, 99), depth(5, 6, 99), depth(5, 70, 1)], [0; 3]);
}
