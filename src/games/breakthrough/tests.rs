#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

extern crate std;

use std::vec::Vec;

use super::Breakthrough;
use crate::base::rng::Rng;
use crate::game::knowledge::{Evaluator, Knowledge, Weight};
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move, MoveList};
use crate::games::testing::{
    Listed, check_bytes, check_corruptions, check_distribution, check_moves, check_rejected, check_strangers,
    check_told, check_uniform, legal, name, named, position, probabilities, random_games, written,
};

/// Returns the starting positions for all board sizes.
fn sizes() -> impl Iterator<Item = Breakthrough> {
    (2..=8).flat_map(|columns| (4..=8).map(move |rows| Breakthrough::new(columns, rows).unwrap()))
}

fn on_8x8(text: &str) -> Breakthrough {
    position(&Breakthrough::default(), text)
}

fn tanh(x: f64) -> Value {
    Value::from_f32(x.tanh() as f32).unwrap()
}

/// Checks that two values are equal, except for rounding. Both are rounded once: the value from the
/// game's table, and the expected value.
fn assert_near(left: Value, right: Value) {
    assert!((i32::from(left.raw()) - i32::from(right.raw())).abs() <= 1, "{left:?} {right:?}");
}

/// Returns the position with the colours swapped and the rows in reverse order.
fn mirrored(position: &Breakthrough) -> Breakthrough {
    let flip = |pieces: u64| pieces.swap_bytes() >> (64 - 8 * u32::from(position.rows()));
    let (own, other) = (flip(position.own), flip(position.other));
    Breakthrough { own, other, player: position.player.opponent(), ..*position }
}

#[test]
fn starting_positions() {
    assert_eq!(Breakthrough::new(8, 8), Some(Breakthrough::default()));
    assert_eq!(
        written(&Breakthrough::default()),
        "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1"
    );
    assert_eq!(written(&Breakthrough::new(2, 4).unwrap()), "bb/bb/ww/ww 1");
    assert_eq!(written(&Breakthrough::from_name("breakthrough_6x5").unwrap()), "bbbbbb/bbbbbb/....../wwwwww/wwwwww 1");
    assert_eq!(Breakthrough::from_name("breakthrough"), Some(Breakthrough::default()));
    for (columns, rows) in [(1, 8), (9, 8), (8, 3), (8, 9), (0, 0), (255, 255)] {
        assert_eq!(Breakthrough::new(columns, rows), None);
    }
    for name in ["", "break", "breakthrough_", "breakthrough_8x9", "breakthrough_88", "breakthrough_x", "kalah"] {
        assert_eq!(Breakthrough::from_name(name), None);
    }
    for start in sizes() {
        assert_eq!(Breakthrough::new(start.columns(), start.rows()), Some(start));
    }
}

#[test]
fn moves_can_be_taken_back_and_texts_read_back() {
    sizes().for_each(|start| check_moves(&start, 4));
    check_moves(&Breakthrough::default(), 40);
}

#[test]
fn both_sides_play_by_the_same_rules() {
    random_games(&Breakthrough::new(7, 6).unwrap(), 30, |position| {
        let mirror = mirrored(position);
        assert_eq!(position.outcome().is_some(), mirror.outcome().is_some());
        for evaluator in [Evaluator::MS, Evaluator::LH] {
            assert_eq!(position.evaluate(evaluator).raw(), -mirror.evaluate(evaluator).raw());
        }
        if position.outcome().is_none() {
            let look = |position: &Breakthrough| {
                let mut seen: Vec<_> = legal(position)
                    .iter()
                    .map(|&mv| {
                        let rate = (position.prior(mv).unwrap().win_rate * 100.0) as u32;
                        (position.weight(mv).0, position.order(mv), position.noisy(mv), rate)
                    })
                    .collect();
                seen.sort_unstable();
                seen
            };
            assert_eq!(look(position), look(&mirror));
        }
    });
}

#[test]
fn random_moves_are_uniform() {
    let texts = [
        "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1",
        "b....b.b/.b..wb.w/..wb..../....bbw./.bbbbwwb/..w...w./.w....ww/w.ww.... 2",
        ".bb..b.b/bbbbbbbb/.bw.b.../....bb../......../.wwww.w./w.....ww/ww.wwwww 1",
        "......../......../......../...w..../......../......../......b./........ 1",
    ];
    for position in texts.map(on_8x8) {
        check_uniform(&position);
    }
}

#[test]
fn weighted_moves_follow_the_weights() {
    let texts = [
        // In these positions, the legal moves include ordinary moves, captures of defended and of
        // undefended pieces, forced captures, and decisive moves.
        "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1",
        "b.bbbb.b/b...bbbb/.b..bb../...w..../b...b.w./.w.w.ww./www.w.w./w.ww..ww 2",
        ".bb..b.b/bbbbbbbb/.bw.b.../....bb../......../.wwww.w./w.....ww/ww.wwwww 1",
        "bbbb..../...w.bb./......../..b.b.../...w..../......../w.b.b..w/ww.w.www 1",
        "bbbb..../...w.bb./......../..b.b.../...w..../......../w.b.b..w/ww.w.www 2",
        "b.bb..../w..w.bb./......../..b.b.../...w..../......../w...b..w/ww.w.www 1",
    ];
    for position in texts.map(on_8x8) {
        let expected = probabilities(&position);
        check_distribution(&position, &expected, |position, rng, list| position.weighted_move(rng, list));
        check_distribution(&Listed(position), &expected, |listed, rng, list| listed.weighted_move(rng, list));
    }
}

/// Returns the probability with which `greedy_move` must choose each legal move. Computes it by
/// trying every move.
fn greedy_probabilities(position: &Breakthrough, evaluator: Evaluator) -> Vec<f64> {
    let mut odds = probabilities(position);
    let values: Vec<Value> = legal(position)
        .into_iter()
        .map(|mv| {
            let mut next = *position;
            next.play(mv);
            next.evaluate(evaluator).for_player(position.player)
        })
        .collect();
    let best = values.iter().zip(&odds).filter(|(_, odds)| **odds > 0.0).map(|(value, _)| *value).max();
    odds.iter_mut().zip(&values).filter(|(_, value)| Some(**value) != best).for_each(|(odds, _)| *odds = 0.0);
    let total: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / total).collect()
}

#[test]
fn greedy_moves_are_the_best_by_value_and_follow_the_weights() {
    let texts = [
        "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1",
        "b.bbbb.b/b...bbbb/.b..bb../...w..../b...b.w./.w.w.ww./www.w.w./w.ww..ww 2",
        ".bb..b.b/bbbbbbbb/.bw.b.../....bb../......../.wwww.w./w.....ww/ww.wwwww 1",
        "bbbb..../...w.bb./......../..b.b.../...w..../......../w.b.b..w/ww.w.www 1",
        // In this position, the piece on a3 can capture b4, which is not the opponent's furthest
        // piece. The piece on f4, the mover's furthest piece, can move forward.
        "bbbb.bbb/......../......../......../.b...w../w..w.b../......../www.wwww 1",
        // In this position, capturing the last piece of the opponent wins.
        "......../......../......../....b.../...w..../......../w......w/........ 1",
    ];
    for position in texts.map(on_8x8) {
        for evaluator in [Evaluator::MS, Evaluator::LH] {
            let expected = greedy_probabilities(&position, evaluator);
            check_distribution(&position, &expected, |position, rng, list| {
                let mut same = *position;
                let mv = same.greedy_move(evaluator, rng, list);
                assert_eq!(same, *position);
                mv
            });
        }
    }
}

#[test]
fn greedy_moves_and_candidates_are_those_of_trying_every_move() {
    for start in sizes() {
        let mut slots = [Move::NONE; 64];
        let mut list = MoveList::new(&mut slots);
        let mut rng = Rng::new(3);
        random_games(&start, 40, |position| {
            if position.outcome().is_some() {
                return;
            }
            let moves = legal(position);
            let odds = probabilities(position);
            position.candidates(&mut list);
            let possible = moves.iter().zip(&odds).filter(|(_, odds)| **odds > 0.0).map(|(mv, _)| *mv);
            assert_eq!(list.as_slice(), possible.collect::<Vec<_>>());
            let odds = greedy_probabilities(position, Evaluator::MS);
            let sampled = position.clone().greedy_move(Evaluator::MS, &mut rng, &mut list);
            let at = moves.iter().position(|&mv| Some(mv) == sampled).unwrap();
            assert!(odds[at] > 0.0, "{}: {sampled:?}", written(position));
        });
    }
}

#[test]
fn finished_games() {
    let reached = on_8x8("bbbwbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwww. -");
    assert_eq!((reached.outcome(), reached.player), (Some(Outcome::FirstWins), Side::Second));
    assert_eq!(reached.evaluate(Evaluator::MS), Value::WIN);
    let captured_all = on_8x8("......../......../......../...b..../......../......../......../........ -");
    assert_eq!((captured_all.outcome(), captured_all.player), (Some(Outcome::SecondWins), Side::First));
    assert_eq!(captured_all.evaluate(Evaluator::LH), Value::LOSS);
}

#[test]
fn evaluations_worked_by_hand() {
    let start = Breakthrough::default();
    assert_eq!(start.evaluate(Evaluator::MS), Value::DRAW);
    assert_eq!(start.evaluate(Evaluator::LH), Value::DRAW);
    // The first player has 20 points for two pieces, and 10 points because its furthest piece, a5,
    // has advanced 4 rows. The second player has 10 points for one piece, b8, which has not
    // advanced. The difference is 20.
    let position = on_8x8(".b....../......../......../w......./......../......../.......w/........ 2");
    assert_near(position.evaluate(Evaluator::MS), tanh(20.0 / 60.0));
    assert_eq!(position.evaluate(Evaluator::DEFAULT), position.evaluate(Evaluator::MS));
    // Square values: a5 = 11 and h2 = 2 for the first player, b8 = 15 for the second. The
    // difference is -2.
    assert_near(position.evaluate(Evaluator::LH), tanh(-2.0 / 100.0));
    // The first player has 16 pieces. The second player has one piece, on its second row. So the
    // evaluation is clamped to 100.
    let crushing = on_8x8("......../......b./......../......../wwwwwwww/wwwwwwww/......../........ 1");
    assert_near(crushing.evaluate(Evaluator::MS), tanh(100.0 / 60.0));
    // The first player's full rows 4 and 3 are worth 74 and 44. The second player's piece on g7 is
    // worth 3.
    assert_near(crushing.evaluate(Evaluator::LH), tanh((74.0 + 44.0 - 3.0) / 100.0));
    assert!(start.has_evaluator(Evaluator::MS) && start.has_evaluator(Evaluator::LH));
    assert!(!start.has_evaluator(Evaluator::RS));
}

#[test]
fn smaller_boards_keep_home_row_sides_and_goal_distance() {
    // The squares of a 5 x 5 board have the values of these squares of the 8 x 8 board: columns a,
    // b, c, g, h and rows 1, 5, 6, 7, 8.
    let start = Breakthrough::new(5, 5).unwrap();
    for (text, first) in [
        ("....b/...../...../...../w.... 1", 5.0),
        ("....b/...../...../...../.w... 1", 15.0),
        ("....b/...../...../...../..w.. 1", 15.0),
        ("....b/...../...../...../....w 1", 5.0),
        ("....b/...../...../w..../..... 1", 11.0),
        ("....b/...../..w../...../..... 1", 21.0),
        ("....b/....w/...../...../..... 1", 20.0),
        ("....b/...w./...../...../..... 1", 28.0),
    ] {
        assert_near(position(&start, text).evaluate(Evaluator::LH), tanh((first - 5.0) / 100.0));
    }
}

#[test]
fn weights_priors_and_order() {
    // White is to move. The piece on c7 can win. The piece on d5 can capture on c6, which no piece
    // on b7 or d7 defends, or on e6, which the piece on f7 defends.
    let position = on_8x8("b......b/..w..b../..b.b.../...w..../......../......../....b..b/...w...w 1");
    let weight = |name| position.weight(named(&position, name));
    assert_eq!(weight("c7c8"), Weight::DECISIVE);
    assert_eq!(weight("d1e2"), Weight::FORCED);
    assert_eq!(weight("d5c6"), Weight(5));
    assert_eq!(weight("d5e6"), Weight(2));
    assert_eq!(weight("d5d6"), Weight::ORDINARY);
    let order = |name| position.order(named(&position, name));
    assert_eq!(["c7c8", "d1e2", "d5e6", "d5d6"].map(order), [4, 3, 1, 0]);
    let rate = |name| position.prior(named(&position, name)).unwrap().win_rate;
    // After d5d6, no black piece attacks d6, because the piece on c7 is white and e7 is empty.
    // After d5e6, the black piece on f7 attacks e6, which no white piece defends. But d5e6 is a
    // capture.
    assert_eq!(["c7c8", "d5d6", "d5e6", "d1d2"].map(rate), [1.0, 0.95, 0.6, 0.3]);
    assert!(["c7c8", "d1e2", "d5e6"].iter().all(|name| position.noisy(named(&position, name))));
    assert!(!position.noisy(named(&position, "d5d6")));

    // A piece diagonally behind the captured piece protects it, even if the protecting piece
    // belongs to the capturing side.
    let undefended = on_8x8("......../......../..b...../...w..../......../......../.......b/........ 1");
    let own_piece_behind = on_8x8("......../.w....../..b...../...w..../......../......../.......b/........ 1");
    assert_eq!(undefended.weight(named(&undefended, "d5c6")), Weight(5));
    assert_eq!(own_piece_behind.weight(named(&own_piece_behind, "d5c6")), Weight(2));
    // In this position, the mover can capture a defended piece on its own half of the board.
    let own_half = on_8x8("......../......../......../...b..../..b...../.w....../......../........ 1");
    assert_eq!(own_half.order(named(&own_half, "b3c4")), 2);
    assert_eq!(own_half.weight(named(&own_half, "b3c4")), Weight(2));
}

/// Computes the category of a move by its definition, from the text of the position.
fn category_by_letters(position: &Breakthrough, name: &str) -> u16 {
    let text = written(position);
    let (board, side) = text.split_once(' ').unwrap();
    let rows: Vec<&[u8]> = board.split('/').rev().map(str::as_bytes).collect();
    let at = |column: i32, row: i32| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or(b'.')
    };
    let (own, other, up) = if side == "1" { (b'w', b'b', 1) } else { (b'b', b'w', -1) };
    let [from_column, from_row, column, row] = name.as_bytes() else { panic!("{name}") };
    let (from, row) = ((i32::from(from_column - b'a'), i32::from(from_row - b'1')), i32::from(row - b'1'));
    let column = i32::from(column - b'a');
    let last = rows.len() as i32 - 1;
    let beside = [column - 1, column + 1];
    let is_protected = beside.iter().any(|&column| at(column, row + up) != b'.');
    let capture = u16::from(at(column, row) == other) * if is_protected { 1 } else { 2 };
    let attackers = beside.iter().filter(|&&column| at(column, row + up) == other).count();
    let is_defender = |&&column: &&i32| at(column, row - up) == own && (column, row - up) != from;
    let defenders = beside.iter().filter(is_defender).count();
    let leaves_home = from.1 == if up == 1 { 0 } else { last };
    let to_goal = if up == 1 { last - row } else { row };
    32 * capture + 16 * u16::from(attackers <= defenders) + 8 * u16::from(leaves_home) + to_goal as u16
}

#[test]
fn categories_and_few_pieces() {
    let mut seen = std::collections::HashSet::new();
    for start in [Breakthrough::default(), Breakthrough::new(5, 6).unwrap(), Breakthrough::new(3, 4).unwrap()] {
        random_games(&start, 40, |position| {
            if position.outcome().is_some() {
                return;
            }
            let letter = if position.to_move() == Side::First { 'w' } else { 'b' };
            let pieces = written(position).split(' ').next().unwrap().matches(letter).count();
            assert_eq!(position.few_pieces(), pieces < 5);
            for mv in legal(position) {
                let category = category_by_letters(position, &name(position, mv));
                assert_eq!(position.category(mv), category, "{}", written(position));
                seen.insert(category);
            }
        });
    }
    assert!(seen.len() > 40);
    // c7c8 reaches the goal, e4d5 captures an undefended piece, and e4e5 does neither.
    let position = on_8x8("......../..w...../......../...b.b../....w.../......../.......b/........ 1");
    let told = |name| position.transition(named(&position, name)).unwrap();
    assert_eq!(["c7c8", "e4d5", "e4e5"].map(told), [254, 150, 52]);
}

#[test]
fn keys_and_outcomes_are_told_before_every_move() {
    check_told(&Breakthrough::default(), 20, |_, _| true, |_, _| true);
    check_told(&Breakthrough::new(2, 4).unwrap(), 20, |_, _| true, |_, _| true);
}

#[test]
fn bad_positions_are_rejected() {
    let start = Breakthrough::new(5, 5).unwrap();
    check_rejected(
        &start,
        &[
            "",
            " ",
            "bbbbb/bbbbb/...../wwwww/wwwww",
            "bbbbb/bbbbb/...../wwwww/wwwww ",
            "bbbbb/bbbbb/...../wwwww/wwwww 3",
            "bbbbb/bbbbb/...../wwwww/wwwww -",
            "bbbbb/bbbbb/...../wwwww/wwwww 1 ",
            "bbbbb/bbbbb/...../wwwww/wwwww/ 1",
            "bbbbb/bbbbb/...../wwwww 1",
            "bbbbb/bbbbb/....../wwwww/wwwww 1",
            "bbbbb/bbbbb/..x../wwwww/wwwww 1",
            "bbbbb/bbbbb/..b../wwwww/wwwww 1",
            "bbbbb/bbbb./..w../wwwww/wwwww 1",
            "bbwbb/...../...../...../wwwww 2",
            "bbwbb/...../...../...../wwbww -",
            "...../...../...../...../..... -",
            "...../..w../...../...../..... 1",
            "bbbbb/bbbbb/...../wwwww/wwwwé 1",
            "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1",
        ],
    );
    check_corruptions(&start, "bbbbb/bbb../...b./ww..w/wwwww 2");
    let mut slots = [Move::NONE; 48];
    let mut list = crate::game::MoveList::new(&mut slots);
    for text in ["", "a2", "a2a4", "a2b3x", "a2b3 ", "A2B3", "é"] {
        assert_eq!(start.read_move(text, &mut list), None);
    }
}

#[test]
fn positions_are_whole_as_bytes() {
    sizes().for_each(|start| check_bytes(&start, 30));
    check_strangers(&sizes().collect::<Vec<_>>());
}

#[test]
fn noisy_moves_capture_or_go_to_the_last_two_rows() {
    let mut captures_at_the_end = 0;
    let mut slots = [Move::NONE; 48];
    let mut list = MoveList::new(&mut slots);
    for start in [Breakthrough::default(), Breakthrough::new(4, 5).unwrap()] {
        random_games(&start, 10, |position| {
            if position.outcome().is_some() {
                return;
            }
            let (last, opponent) = (u32::from(position.rows()) - 1, position.to_move().opponent());
            let pieces = position.pieces(opponent).count_ones();
            let mut noisy = Vec::new();
            for mv in legal(position) {
                let mut after = *position;
                after.play(mv);
                let captures = after.pieces(opponent).count_ones() < pieces;
                let row: u32 = name(position, mv)[3..].parse::<u32>().unwrap() - 1;
                let at_end = if opponent == Side::Second { row + 1 >= last } else { row <= 1 };
                assert_eq!(position.noisy(mv), captures || at_end, "{} {mv:?}", written(position));
                captures_at_the_end += u32::from(captures && at_end);
                noisy.extend((captures || at_end).then_some(mv));
            }
            list.clear();
            assert!(position.noisy_moves(&mut list));
            assert_eq!(list.as_slice(), noisy);
        });
    }
    assert!(captures_at_the_end > 10, "{captures_at_the_end}");
}

#[test]
fn a_forced_capture_is_drawn_always() {
    // In this position, the piece on d1 can capture the piece on e2, which is one step from its
    // goal.
    let position = on_8x8("......../......../......../......../ww....../ww....../....b.../...w...w 1");
    let forced = named(&position, "d1e2");
    let mut slots = [Move::NONE; 48];
    let mut list = MoveList::new(&mut slots);
    for seed in 0..50 {
        assert_eq!(position.weighted_move(&mut Rng::new(seed), &mut list), Some(forced));
        assert_eq!(position.clone().greedy_move(Evaluator::MS, &mut Rng::new(seed), &mut list), Some(forced));
    }
}

/// In this position, one player is so far ahead that the value is the same after every move.
#[test]
fn where_all_values_are_the_same_each_move_is_greedy() {
    let crushing = "......../......b./......../wwwwwwww/......../wwwwwwww/......../........ 1";
    for position in [on_8x8(crushing), mirrored(&on_8x8(crushing))] {
        let best = position.best_targets(position.targets());
        assert_eq!(best.count(), legal(&position).len() as u32);
    }
}

#[test]
fn who_has_no_piece_has_no_move() {
    let over = on_8x8("......../......../......../...b..../......../......../......../........ -");
    let mut slots = [Move::NONE; 48];
    let mut list = MoveList::new(&mut slots);
    assert_eq!(over.random_move(&mut Rng::new(1), &mut list), None);
    assert_eq!(over.weighted_move(&mut Rng::new(1), &mut list), None);
}
