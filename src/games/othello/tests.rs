#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use std::collections::HashSet;
use std::string::String;
use std::vec::Vec;

use super::flips::{moves, moves_by_direction};
use super::rules::PASS;
use super::slow::Slow;
use super::{Othello, Scoring};
use crate::base::rng::Rng;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::notation::Notation;
use crate::game::snapshot::Snapshot;
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    Listed, check_bytes, check_corruptions, check_distribution, check_play, check_rejected, check_told, check_uniform,
    legal, name, named, position, probabilities, random_games, rounds, written,
};

const START: &str = "......../......../......../...wb.../...bw.../......../......../........ 1";
/// In this position the second player cannot move, but the first player can.
const PASSES: &str = "bw....../......../......../......../......../......../......../........ 2";

fn read(text: &str) -> Othello {
    position(&Othello::default(), text)
}

#[test]
fn the_starting_position() {
    let start = Othello::default();
    assert_eq!(written(&start), START);
    assert_eq!(start, read(START));
    assert_eq!(Othello::from_name("othello"), Some(start));
    assert_eq!(Othello::from_name("othello_6x6"), None);
    assert_eq!([Side::First, Side::Second].map(|player| start.count(player)), [2, 2]);
    assert_eq!(
        written(&{
            let mut after = start;
            after.play(named(&start, "d3"));
            after
        }),
        "......../......../...b..../...bb.../...bw.../......../......../........ 2"
    );
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    check_play(&Othello::default(), 60);
    random_games(&Othello::default(), 200, |position| {
        let again = read(&written(position));
        assert_eq!(written(&again), written(position));
        assert_eq!(again.outcome(), position.outcome());
        assert!(position.outcome().is_some() || again == *position);
    });
}

#[test]
fn play_agrees_with_the_rules_square_by_square() {
    let mut rng = Rng::new(3);
    let (mut passes, mut ends) = (0, HashSet::new());
    let mut slots = [Move::NONE; 64];
    let mut list = MoveList::new(&mut slots);
    for _ in 0..rounds(2000) {
        let (mut fast, mut slow) = (Othello::default(), Slow::new());
        while fast.outcome().is_none() {
            let moves = legal(&fast);
            let names: Vec<String> = moves.iter().map(|&mv| name(&fast, mv)).collect();
            assert_eq!(names, slow.legal(), "{}", slow.text());
            assert_eq!(fast.count_moves(&mut list), moves.len());
            for (index, &mv) in moves.iter().enumerate() {
                assert_eq!(fast.nth_move(index, &mut list), Some(mv));
            }
            assert_eq!(fast.nth_move(moves.len(), &mut list), None);
            let mv = fast.random_move(&mut rng, &mut list).unwrap();
            passes += u32::from(mv == PASS);
            slow.play(&name(&fast, mv));
            fast.play(mv);
            assert_eq!(written(&fast), slow.text());
        }
        assert_eq!(fast.outcome(), slow.outcome());
        for player in [Side::First, Side::Second] {
            assert_eq!(fast.count(player) as usize, slow.count(player));
        }
        ends.insert(fast.outcome());
    }
    assert!(passes > rounds(500) && ends.len() == 3);
}

/// Returns a position with random discs, which may be impossible in a game.
fn random_position(rng: &mut Rng) -> Othello {
    let mut word = || u64::from(rng.bits()) << 32 | u64::from(rng.bits());
    let (first, filled) = (word(), word());
    Othello::with_discs(first & filled, !first & filled, Side::First)
}

#[test]
fn rules_agree_on_boards_that_no_game_leads_to() {
    let mut rng = Rng::new(9);
    let mut most = 0;
    for _ in 0..5000 {
        let fast = random_position(&mut rng);
        let disc = |square: u32| match (fast.own >> square & 1, fast.other >> square & 1) {
            (1, _) => Some(Side::First),
            (_, 1) => Some(Side::Second),
            _ => None,
        };
        let slow = Slow { board: core::array::from_fn(|square| disc(square as u32)), player: Side::First };
        assert_eq!(written(&fast), slow.text());
        if fast.outcome().is_none() {
            let moves = legal(&fast);
            most = most.max(moves.len());
            assert_eq!(moves.iter().map(|&mv| name(&fast, mv)).collect::<Vec<_>>(), slow.legal());
            for mv in moves {
                let (mut after, mut expected) = (fast, slow.clone());
                expected.play(&name(&fast, mv));
                let undo = after.make(mv);
                assert_eq!(written(&after), expected.text());
                after.unmake(mv, undo);
                assert_eq!(after, fast);
            }
        }
    }
    assert!(most > 20);
}

#[test]
fn random_moves_are_uniform() {
    let wide = "..wwww../..wwww../bwwbwwww/bwwwbwww/bwwwwbww/bwwwwwbw/..wwww../..w.w... 1";
    for text in [START, PASSES, wide] {
        let position = read(text);
        check_uniform(&position);
    }
}

#[test]
fn weighted_moves_follow_the_weights() {
    // Tests four kinds of positions: the mover cannot move to a corner, must pass, can move to
    // corners, or can move to squares next to empty and next to occupied corners.
    let corners = "......../.ww..w../..wbbw../..bwwb../..wbbw../.ww..ww./b......./......../";
    let corners = read(&std::format!("{} 1", corners.trim_end_matches('/')));
    let near = read("......../..w..w../..wbbw../..bwwb../..wbbw../..w..w../......../b....... 1");
    for position in [Othello::default(), read(PASSES), corners, near] {
        let expected = probabilities(&position);
        check_distribution(&position, &expected, |position, rng, list| position.weighted_move(rng, list));
        check_distribution(&Listed(position), &expected, |listed, rng, list| listed.weighted_move(rng, list));
    }
}

/// Returns the distance of a square from the nearest edge, along its row and along its column: 0 on
/// an edge, 3 in the middle.
fn from_edges(square: usize) -> (usize, usize) {
    let near = |place: usize| place.min(7 - place);
    (near(square % 8), near(square / 8))
}

/// Returns the static order and the playout weight of a move, computed directly from their
/// definitions.
fn order_and_weight(slow: &Slow, square: usize) -> (i32, Weight) {
    let corner = [square % 8, square / 8].map(|place| if place > 3 { 7 } else { 0 });
    let is_empty = slow.board[corner[0] + 8 * corner[1]].is_none();
    match from_edges(square) {
        (0, 0) => (4, Weight(16)),
        (1, 1) if is_empty => (0, Weight(1)),
        (0, 1) | (1, 0) if is_empty => (1, Weight(4)),
        (0, _) | (_, 0) => (3, Weight(4)),
        _ => (2, Weight(4)),
    }
}

/// Returns the order of a move in an endgame. The number of the opponent's moves is most important
/// (moves to corners count twice), then the parity of the quarter of the board, then the static
/// order.
fn endgame_order(slow: &Slow, square: usize) -> i32 {
    let quarter = |square: usize| (square % 8 / 4, square / 32);
    let empty = |&at: &usize| slow.board[at].is_none() && quarter(at) == quarter(square);
    let odd = (0..64).filter(empty).count() % 2;
    let mut after = slow.clone();
    after.put(square);
    let replies = after.targets(after.player);
    let corners = replies.iter().filter(|&&reply| from_edges(reply) == (0, 0)).count();
    4 * odd as i32 + order_and_weight(slow, square).0 - 8 * (replies.len() + corners) as i32
}

#[test]
fn moves_are_put_in_the_order_that_is_said() {
    let mut endgames = 0;
    let mut rng = Rng::new(21);
    let mut slots = [Move::NONE; 64];
    let mut list = MoveList::new(&mut slots);
    for _ in 0..60 {
        let (mut fast, mut slow) = (Othello::default(), Slow::new());
        while fast.outcome().is_none() {
            let empty = slow.board.iter().filter(|disc| disc.is_none()).count();
            for mv in legal(&fast) {
                let mut after = fast;
                after.play(mv);
                let value = after.outcome().map(|outcome| 4 * i32::from(outcome.value().raw()));
                let value = value.unwrap_or_else(|| after.points(Evaluator::DEFAULT)) * fast.to_move().sign();
                if mv == PASS {
                    assert_eq!((fast.order(mv), fast.weight(mv)), (0, Weight(1)));
                    assert_eq!(fast.order_deep(Evaluator::DEFAULT, mv), value);
                    continue;
                }
                let square = mv.0 as usize;
                assert_eq!((fast.order(mv), fast.weight(mv)), order_and_weight(&slow, square), "{}", slow.text());
                assert_eq!(fast.noisy(mv), from_edges(square) == (0, 0));
                let deep = if empty <= 18 { endgame_order(&slow, square) } else { value };
                assert_eq!(fast.order_deep(Evaluator::DEFAULT, mv), deep, "{}", slow.text());
                endgames += u32::from(empty <= 18);
            }
            let mv = fast.random_move(&mut rng, &mut list).unwrap();
            slow.play(&name(&fast, mv));
            fast.play(mv);
        }
        assert_eq!(fast.score(), Some(slow.score()));
    }
    assert!(endgames > 1000);
    assert_eq!(Othello::default().max_score(), 64);
}

/// Tests the margin of a finished game with both scorings.
#[test]
fn the_winner_gets_the_empty_squares_unless_only_discs_count() {
    let ended = [
        ("bbb...../......../......../......../......../......../......../........ -", [64, 3]),
        ("ww....../......../......../......../......../......../......../......b. -", [-62, -1]),
        ("bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww -", [0, 0]),
        ("bb....../......../......../......../......../......../......../......ww -", [0, 0]),
    ];
    for (text, scores) in ended {
        for (scoring, expected) in [Scoring::EmptiesToWinner, Scoring::DiscsOnly].into_iter().zip(scores) {
            let over = position(&Othello::new(scoring), text);
            assert_eq!((over.scoring(), over.score()), (scoring, Some(expected)), "{text}");
            assert!(over.outcome().is_some());
        }
    }
    assert_eq!(Othello::from_name("othello_discs"), Some(Othello::new(Scoring::DiscsOnly)));
    assert_ne!(Othello::default().shape(), Othello::new(Scoring::DiscsOnly).shape());
    check_bytes(&Othello::new(Scoring::DiscsOnly), 20);
}

/// Every legal move must be sampled, and no other move.
#[test]
fn every_legal_move_is_drawn_by_weight_and_no_other() {
    let lowest = read("......../.ww..w../..wbbw../..bwwb../..wbbw../.ww..ww./b......./........ 1");
    let highest = read("......../b......./.ww..ww./..wbbw../..bwwb../..wbbw../.ww..w../........ 1");
    assert!(legal(&lowest).contains(&Move(0)) && legal(&highest).contains(&Move(56)));
    let mut slots = [Move::NONE; 64];
    let mut rng = Rng::new(8);
    for position in [Othello::default(), lowest, highest] {
        let draw = |_| position.weighted_move(&mut rng, &mut MoveList::new(&mut slots)).unwrap();
        let sampled: HashSet<Move> = (0..3000).map(draw).collect();
        assert_eq!(sampled, legal(&position).into_iter().collect());
    }
}

#[test]
fn noisy_moves_are_told_without_listing_the_others() {
    let mut slots = [Move::NONE; 64];
    let mut list = MoveList::new(&mut slots);
    assert!(Othello::default().noisy_moves(&mut list) && list.is_empty());
}

#[test]
fn the_player_to_move_is_in_many_bits_of_the_key() {
    let start = Othello::default();
    let [first, second] = [Side::First, Side::Second].map(|player| start.discs(player));
    let key = |player| Othello::with_discs(first, second, player).hash().unwrap();
    assert!((key(Side::First) ^ key(Side::Second)).count_ones() > 8);
}

#[test]
fn keys_are_told_before_every_move() {
    check_told(&Othello::default(), 20, |_, _| true, |_, _| false);
    check_told(&read(PASSES), 5, |_, _| true, |_, _| false);
}

#[test]
fn who_has_no_move_passes() {
    let position = read(PASSES);
    assert_eq!(legal(&position), [PASS]);
    let mut after = position;
    after.play(named(&position, "pass"));
    assert_eq!(written(&after), PASSES.replace('2', "1"));
    assert_eq!(after.outcome(), None);
}

#[test]
fn more_discs_win() {
    for (text, outcome) in [
        ("b......./......../......../......../......../......../......../.......w -", Outcome::Draw),
        ("bb....../......../......../......../......../......../......../.......w -", Outcome::FirstWins),
        ("b......./......../......../......../......../......../......../......ww -", Outcome::SecondWins),
        ("......../......../......../......../......../......../......../........ -", Outcome::Draw),
    ] {
        assert_eq!(read(text).outcome(), Some(outcome));
    }
}

#[test]
fn moves_by_direction_are_the_moves() {
    let start = Othello::default();
    assert_eq!(start, Othello::with_discs(start.discs(Side::First), start.discs(Side::Second), Side::First));
    let mut rng = Rng::new(7);
    for _ in 0..20_000 {
        // The boards are random, with few or many discs, and may be impossible in a game.
        let mut board = || u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let (own, rest, some) = (board(), board(), board());
        let (own, rest) = if some & 1 == 0 { (own, rest) } else { (own & some, rest & some) };
        assert_eq!(moves_by_direction(own, rest & !own), moves(own, rest & !own));
    }
}

#[test]
fn a_null_move_is_refused() {
    let mut position = Othello::default();
    assert!(!position.pass());
    assert_eq!(position, Othello::default());
}

#[test]
fn bad_positions_are_rejected() {
    let start = Othello::default();
    check_rejected(
        &start,
        &[
            "",
            "......../......../......../...wb.../...bw.../......../......../........",
            "......../......../......../...wb.../...bw.../......../......../........ 3",
            "......../......../......../...wb.../...bw.../......../......../........ -",
            "......../......../......../...wb.../...bw.../......../......../........ 1 ",
            "......../......../......../...wb.../...bx.../......../......../........ 1",
            "......../......../......../...wb.../...bw.../......../........ 1",
            "b......./......../......../......../......../......../......../.......w 1",
        ],
    );
    check_corruptions(&start, START);
    let mut slots = [Move::NONE; 64];
    for text in ["", "d", "d9", "d4", "a1", "pass", "D3", "d3 "] {
        assert_eq!(start.read_move(text, &mut MoveList::new(&mut slots)), None);
    }
}

#[test]
fn positions_are_whole_as_bytes() {
    check_bytes(&Othello::default(), 60);
}
