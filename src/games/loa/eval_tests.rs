#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

extern crate std;

use super::eval::euler_number;
use super::eval::expected;
use super::incremental::Incremental;
use super::{FEATURE_NAMES, FEATURES, Features, Loa};
use crate::base::bits::{bit, ones};
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Side, Value};
use crate::game::{Game, MoveList};
use crate::games::testing::random_games;
use std::string::String;
use std::vec::Vec;

const BOTH: [Side; 2] = [Side::First, Side::Second];

/// Returns the position with these pieces, even if the game would be over.
fn with_pieces(first: u64, second: u64, player: Side) -> Loa {
    let mut game = Loa::default();
    game.set_up(first, second, player);
    game
}

/// Returns the position with these rows and with the first player to move, even if the game would
/// be over.
fn on(rows: &str) -> Loa {
    assert_eq!(rows.len(), 71);
    let pieces = |letter| {
        let rows = rows.split('/').rev().enumerate();
        let at = |(y, row): (usize, &str)| row.match_indices(letter).map(|(x, _)| 1 << (8 * y + x)).sum::<u64>();
        rows.map(at).sum()
    };
    with_pieces(pieces('b'), pieces('w'), Side::First)
}

/// The value of the feature with this name in this position.
fn feature(game: &Loa, name: &str) -> i32 {
    game.features()[FEATURE_NAMES.iter().position(|&known| known == name).unwrap()]
}

/// Returns the pieces of a side, each as column and row.
fn pieces(game: &Loa, player: Side) -> Vec<[i32; 2]> {
    ones(game.pieces(player)).map(|square| [(square % 8) as i32, (square / 8) as i32]).collect()
}

/// Returns twice the column (or row) to which the average of these coordinates is rounded. The
/// result is an even number, or 7 for the middle of the board.
fn rounded(coordinates: impl Iterator<Item = i32> + Clone) -> i32 {
    let (sum, count): (i32, i32) = (coordinates.clone().sum(), coordinates.count() as i32);
    let off = 2 * sum - 7 * count;
    let nearest =
        [-7, -5, -3, -1, 1, 3, 5, 7].into_iter().min_by_key(|&odd| ((odd * count - off).abs(), i32::abs(odd)));
    if off == 0 { 7 } else { nearest.unwrap() + 7 }
}

/// The first six features of one player, computed directly from their definitions
/// ([`FEATURE_NAMES`]).
fn slow_side(pieces: &[[i32; 2]]) -> [i32; 6] {
    let values = [[-80, -25, -20, -20], [-25, 10, 10, 10], [-20, 10, 25, 25], [-20, 10, 25, 50]];
    let count = pieces.len() as i32;
    let centre = [0, 1].map(|axis| rounded(pieces.iter().map(|piece| piece[axis])));
    let distance =
        |piece: &[i32; 2]| [0, 1].map(|axis| (2 * piece[axis] - centre[axis]).abs() / 2).into_iter().max().unwrap();
    let least = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14][pieces.len()];
    let surplus = (pieces.iter().map(distance).sum::<i32>() - least).max(0);
    let fold = |at: i32| at.min(7 - at) as usize;
    let value: i32 = pieces.iter().map(|&[x, y]| (values[fold(y)][fold(x)] + 80) / 5).sum();
    let off_middle = centre.map(|at| ((at - 7).abs() + 1) / 2).into_iter().max().unwrap();
    let mut quads = 0;
    for corner in (0..7).flat_map(|x| (0..7).map(move |y| [x, y])) {
        let inside = pieces
            .iter()
            .filter(|piece| [0, 1].iter().all(|&axis| (0..2).contains(&(piece[axis] - corner[axis]))))
            .count();
        let near = [0, 1].iter().all(|&axis| (2 * corner[axis] + 1 - centre[axis]).abs() <= 5);
        quads += i32::from(inside >= 3 && near);
    }
    let touch =
        |one: &[i32; 2], other: &[i32; 2]| one != other && (0..2).all(|axis| (one[axis] - other[axis]).abs() <= 1);
    let neighbours: usize = pieces.iter().map(|one| pieces.iter().filter(|other| touch(one, other)).count()).sum();
    let [width, height] = [0, 1].map(|axis| {
        let along = pieces.iter().map(|piece| piece[axis]);
        along.clone().max().unwrap() - along.min().unwrap() + 1
    });
    let connections = 16 * neighbours as i32 / count;
    [1024 * count / (count + surplus), 16 * value / count, off_middle, quads, connections, width * height]
}

/// Returns the feature `mobility`, computed square by square. It is the first player's mobility
/// minus the second player's mobility, in quarters of a move.
fn slow_mobility(game: &Loa) -> i32 {
    let (first, second) = (pieces(game, Side::First), pieces(game, Side::Second));
    let on_board = |[x, y]: [i32; 2]| (0..8).contains(&x) && (0..8).contains(&y);
    let on_edge = |[x, y]: [i32; 2]| [0, 7].contains(&x) || [0, 7].contains(&y);
    let mut sum = 0;
    for (own, other, sign) in [(&first, &second, 1), (&second, &first, -1)] {
        for &from in own {
            for step in [[1, 0], [0, 1], [1, 1], [1, -1], [-1, 0], [0, -1], [-1, -1], [-1, 1]] {
                let at = |n: i32| [from[0] + n * step[0], from[1] + n * step[1]];
                let line = (-7..8).map(at).filter(|at| own.contains(at) || other.contains(at)).count() as i32;
                let blocked = (1..line).any(|n| other.contains(&at(n)));
                if blocked || !on_board(at(line)) || own.contains(&at(line)) {
                    continue;
                }
                let along_edge =
                    (on_board(at(1)) || on_board(at(-1))) && (-7..8).map(at).filter(|&at| on_board(at)).all(on_edge);
                let whole_edge = along_edge && (step[0] == 0 || step[1] == 0);
                let capture = if other.contains(&at(line)) { 2 } else { 1 };
                sum += sign * 4 * capture / if on_edge(at(line)) { 2 } else { 1 } / if whole_edge { 2 } else { 1 };
            }
        }
    }
    sum
}

/// Returns the numbers of walls of 2 and of walls of 3 that the pieces `own` make around the pieces
/// `other`.
fn slow_walls(own: &[[i32; 2]], other: &[[i32; 2]]) -> [i32; 2] {
    let mut walls = [0; 2];
    let edge = |at: i32| at == 0 || at == 7;
    for piece in other.iter().filter(|piece| edge(piece[0]) || edge(piece[1])) {
        let corner = edge(piece[0]) && edge(piece[1]);
        // A square on an edge has three neighbouring squares inwards. All three neighbours of a
        // corner square count as inwards.
        let beside = (-1..2).flat_map(|dx| (-1..2).map(move |dy| [dx, dy]));
        let inwards = beside.filter(|&[dx, dy]| {
            let away = |at: i32, step: i32| edge(at) && step == if at == 0 { 1 } else { -1 };
            let [across, up] = [away(piece[0], dx), away(piece[1], dy)];
            if corner { (across || dx == 0) && (up || dy == 0) && [dx, dy] != [0, 0] } else { across || up }
        });
        let blocked = inwards.filter(|[dx, dy]| own.contains(&[piece[0] + dx, piece[1] + dy])).count();
        match (corner, blocked) {
            (false, 2) => walls[0] += 1,
            (false, 3) | (true, 2) => walls[1] += 1,
            (true, 3) => walls[1] += 2,
            _ => {}
        }
    }
    walls
}

fn slow(game: &Loa) -> Features {
    let [first, second] = BOTH.map(|player| pieces(game, player));
    let mut all = [0; FEATURES];
    let sides = slow_side(&first).into_iter().zip(slow_side(&second));
    all.iter_mut().zip(sides).for_each(|(feature, (own, other))| *feature = own - other);
    let ([own2, own3], [other2, other3]) = (slow_walls(&first, &second), slow_walls(&second, &first));
    all[6..].copy_from_slice(&[slow_mobility(game), own2 - other2, own3 - other3, game.to_move().sign()]);
    all
}

/// Calls `look` with the positions of some random games, and with positions that have their pieces
/// on random squares.
fn positions(mut look: impl FnMut(&Loa)) {
    random_games(&Loa::default(), 6, &mut look);
    let mut rng = Rng::new(3);
    for count in (1..=12).cycle().take(600) {
        let (mut all, mut sides) = (0, [0; 2]);
        for side in &mut sides {
            // On half of the boards, the pieces are crowded into the lowest three rows.
            let squares = if count % 2 == 0 { 64 } else { 24 };
            for _ in 0..count {
                let square = bit(rng.below(squares)) & !all;
                (all, *side) = (all | square, *side | square);
            }
        }
        if sides[0] != 0 && sides[1] != 0 {
            look(&with_pieces(sides[0], sides[1], if rng.below(2) == 0 { Side::First } else { Side::Second }));
        }
    }
}

#[test]
fn features_are_what_they_are_said_to_be() {
    positions(|game| assert_eq!(game.features(), slow(game), "{game:?}"));
}

/// The input features for a net, computed directly from their definitions.
fn slow_seen(game: &Loa) -> Vec<u8> {
    let sides = [game.to_move(), game.to_move().opponent()];
    let pieces = sides.map(|player| pieces(game, player));
    let [mine, his] = sides.map(|player| game.pieces(player));
    let mut seen: Vec<i32> = (0..64).map(|at| (mine >> at & 1) as i32 + 2 * (his >> at & 1) as i32).collect();
    let mut centres = 0;
    for (side, player) in pieces.iter().zip(sides) {
        let [concentration, centralisation, centre, quads, connections, area] = slow_side(side);
        seen.extend([
            concentration / 16,
            centralisation / 8,
            euler_number(game.pieces(player)),
            quads,
            connections,
            area,
        ]);
        centres = 5 * centres + centre;
    }
    let walls = [slow_walls(&pieces[0], &pieces[1]), slow_walls(&pieces[1], &pieces[0])]
        .map(|[twos, threes]| twos.min(7) + 8 * threes);
    let mobility = slow_mobility(game) * game.to_move().sign() / 8 + 32;
    seen.extend([centres, walls[0], walls[1], mobility]);
    seen.into_iter().map(|number| number.clamp(0, 63) as u8).collect()
}

#[test]
fn a_net_sees_squares_and_shapes() {
    let mut distinct = std::collections::BTreeSet::new();
    positions(|game| {
        let mut seen = std::vec![0; game.feature_count()];
        Knowledge::features(game, &mut seen);
        assert_eq!(seen, slow_seen(game), "{game:?}");
        distinct.extend(seen.iter().copied().enumerate());
    });
    // Every feature must take more than two different values.
    (0..80).for_each(|at| assert!(distinct.iter().filter(|(place, _)| *place == at).count() > 2, "{at}"));
}

#[test]
fn evaluation_by_sides_is_the_evaluation() {
    positions(|game| assert_eq!(game.winands_bjornsson_by_sides(), game.winands_bjornsson(), "{game:?}"));
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let mut only_move = [0; FEATURES];
    only_move[FEATURES - 1] = 1;
    assert_eq!(Loa::default().features(), only_move);
}

#[test]
fn pieces_close_together_are_concentrated() {
    // Four pieces in a 2 x 2 square are as close as possible. Four pieces in the corners have 12 as
    // the sum of their distances from the middle, which is 9 more than the least possible sum.
    let game = on("w......w/......../......../...bb.../...bb.../......../......../w......w");
    assert_eq!(feature(&game, "concentration"), 1024 - 1024 * 4 / 13);
    assert_eq!(feature(&game, "centralisation"), 16 * 26);
    assert_eq!(feature(&game, "area"), 4 - 64);
    assert_eq!(feature(&game, "connections"), 16 * 3);
    assert_eq!((feature(&game, "quads"), feature(&game, "centre")), (1, 0));
}

#[test]
fn the_centre_of_mass_is_off_the_middle() {
    let game = on("bb....../b......./......../......../......../......../......../...w.w..");
    assert_eq!(feature(&game, "centre"), 0);
    let game = on("......../......../.b....../b......./......../....w.../....w.../........");
    assert_eq!(feature(&game, "centre"), 4 - 3 + 1 - 1);
}

#[test]
fn moves_count_by_where_they_lead() {
    // The piece on d5 has no other piece on its lines, so it has eight moves. The piece on g1 has
    // no other piece on its lines either. It has two moves along the lower edge, one to the right
    // edge (h2), and two inwards.
    let game = on("......../......../......../...b..../......../......../......../......w.");
    assert_eq!(feature(&game, "mobility"), 8 * 4 - (1 + 1 + 2 + 4 + 4));
    // On their row, the two pieces can capture each other (8 quarters each), and the piece on d5
    // can move to f5. In other directions, the piece on b5 has four moves (up, down, to c6 and to
    // c4), and two moves to the edge.
    let game = on("......../......../......../.b.w..../......../......../......../........");
    assert_eq!(feature(&game, "mobility"), (8 + 4 * 4 + 2 * 2) - (8 + 7 * 4));
    // On the row, an enemy piece is in the way: the piece on b5 cannot move to e5, and the piece on
    // d5 cannot move to a5. The pieces on d5 and g5 can capture each other.
    let game = on("......../......../......../.b.w..b./......../......../......../........");
    let elsewhere = [4 * 4 + 2 * 2, 6 * 4, 4 * 4 + 2 * 2];
    assert_eq!(feature(&game, "mobility"), elsewhere[0] + elsewhere[2] + 8 - elsewhere[1] - 8);
}

#[test]
fn walls_stand_before_pieces_on_the_edge() {
    let walls = |rows: &str| ["walls2", "walls3"].map(|name| feature(&on(rows), name));
    let rows = |lower: &str| String::from("......../......../......../......../......../") + lower;
    assert_eq!(walls(&rows("......../..bb..../...w....")), [1, 0]);
    assert_eq!(walls(&rows("......../..bbb.../...w....")), [0, 1]);
    assert_eq!(walls(&rows("......../b......./wb......")), [0, 1]);
    assert_eq!(walls(&rows("......../bb....../wb......")), [0, 2]);
    assert_eq!(walls(&rows("ww....../bw....../........")), [-1, 0]);
    // If the next square along the edge has a piece, this does not block the way inwards.
    assert_eq!(walls(&rows("......../..b...../..bwb...")), [0, 0]);
}

/// Returns the square to which a symmetry of the board moves `square`. `symmetry` is the number of
/// the symmetry, 0 to 7.
fn moved(symmetry: u32, square: u32) -> u32 {
    let flipped = square ^ if symmetry & 1 == 0 { 0 } else { 7 } ^ if symmetry & 2 == 0 { 0 } else { 56 };
    if symmetry & 4 == 0 { flipped } else { flipped / 8 + flipped % 8 * 8 }
}

#[test]
fn mirrored_and_turned_boards_are_worth_the_same() {
    positions(|game| {
        for symmetry in 1..8 {
            let [first, second] = BOTH.map(|player| {
                ones(game.pieces(player)).map(|square| bit(moved(symmetry, square))).fold(0, |all, one| all | one)
            });
            assert_eq!(with_pieces(first, second, game.to_move()).features(), game.features(), "{game:?}");
        }
    });
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    let evaluators = [Evaluator::WB, Evaluator::SIMPLE];
    positions(|game| {
        let swapped = with_pieces(game.pieces(Side::Second), game.pieces(Side::First), game.to_move().opponent());
        assert_eq!(swapped.features(), game.features().map(|feature| -feature));
        for evaluator in evaluators {
            assert_eq!(swapped.points(evaluator), -game.points(evaluator));
            assert!(game.points(evaluator).abs() <= 0xFFFF);
        }
    });
}

#[test]
fn the_kept_terms_equal_computed_ones() {
    let mut rng = Rng::new(8);
    let mut slots = [Move::NONE; 96];
    let mut list = MoveList::new(&mut slots);
    let computed = |game: &Loa| {
        let mut kept = Incremental::EMPTY;
        for player in BOTH {
            ones(game.pieces(player)).for_each(|square| kept.put(player, square));
        }
        kept
    };
    for _ in 0..20 {
        let (mut game, mut past) = (Loa::default(), Vec::new());
        while let Some(mv) = game.outcome().is_none().then(|| game.random_move(&mut rng, &mut list)).flatten() {
            past.push((mv, game.make(mv), game.kept));
            assert_eq!(game.kept, computed(&game));
            // At random times, the test takes back a few moves.
            for _ in 0..rng.below(4) / 3 * rng.below(4) {
                let Some((mv, undo, _)) = past.pop() else { break };
                game.unmake(mv, undo);
            }
        }
        while let Some((mv, undo, after)) = past.pop() {
            assert_eq!(game.kept, after);
            game.unmake(mv, undo);
            assert_eq!(game.kept, computed(&game));
        }
        assert_eq!(game, Loa::default());
    }
}

#[test]
fn points_become_values_on_one_curve() {
    assert_eq!((expected(0), expected(i32::MAX), expected(i32::MIN)), (Value::DRAW, Value::WIN, Value::LOSS));
    for points in 0..6000 {
        assert!(expected(points) <= expected(points + 1));
        assert_eq!(expected(-points).raw(), -expected(points).raw());
    }
    // A player who is ahead by 700 points should win in 95 of 100 cases. This is a value of about
    // 0.9 on the scale from -1 to 1.
    let value = expected(700).to_f32();
    assert!((0.80..0.92).contains(&value), "{value}");
    assert_eq!(Loa::squash(Evaluator::DEFAULT, 700), expected(700));
}

#[test]
fn evaluators_by_name() {
    let game = Loa::default();
    for evaluator in [Evaluator::DEFAULT, Evaluator::WB, Evaluator::SIMPLE] {
        assert!(game.has_evaluator(evaluator) && game.points(evaluator) > 0, "the first player is to move");
    }
    assert_eq!(game.points(Evaluator::DEFAULT), game.points(Evaluator::WB));
    assert!(!game.has_evaluator(Evaluator::MS));
}

#[test]
fn categories_say_where_a_move_goes() {
    // The first player's centre of mass must be c3. The average column is (1 + 2 + 3 + 2) / 4. The
    // average row is (0 + 1 + 1 + 4) / 4, which is rounded towards the middle of the board.
    let game = on("......../......../......../..b...../......../......../..bb..../.b.....w");
    let category = |from: u32, to: u32, capture: u32| game.category(Move(from | to << 6 | capture << 12));
    let (b1, c5, c2, h8, d4) = (1, 34, 10, 63, 27);
    let index = |capture: u16, from: u16, to: u16, step: i16| capture * 375 + from * 75 + to * 15 + (step + 7) as u16;
    let centre = super::eval::Centre::of(game.kept.sums(Side::First));
    assert_eq!((centre.column, centre.row), (2, 2));
    let distance = |square| super::categories::distance(centre.distances(), square);
    assert_eq!([b1, c5, c2, h8, d4].map(distance), [2, 2, 1, 5, 1]);
    assert_eq!(category(b1, c2, 0), index(0, 1, 2, 1));
    assert_eq!(category(c5, h8, 1), index(1, 3, 0, -3));
    assert_eq!(category(h8, d4, 0), index(0, 0, 4, 4));
    assert_eq!(game.category(super::rules::PASS), 750);
    // A pass is always the only move, so its probability must be 255 / 255.
    assert_eq!(game.transition(super::rules::PASS), Some(255));
}

#[test]
fn every_category_has_a_probability() {
    random_games(&Loa::default(), 10, |game| {
        if game.outcome().is_none() {
            for mv in crate::games::testing::legal(game) {
                assert!(game.category(mv) < Loa::CATEGORIES && game.transition(mv).is_some_and(|byte| byte > 0));
            }
        }
    });
    let wider: std::collections::BTreeSet<u16> = (0..Loa::CATEGORIES).map(Loa::wider_category).collect();
    assert_eq!(wider, (0..=30).collect());
    assert_eq!(Loa::wider_category(375 + 75 + 15 + 9), 15 + 9);
}

/// Searches a position `depth` plies deep. Returns the value for the player to move, and the best
/// move.
fn negamax(game: &mut Loa, depth: u32, points: &dyn Fn(&Loa) -> i32) -> (i32, Option<Move>) {
    let sign = game.to_move().sign();
    if let Some(outcome) = game.outcome() {
        return (sign * i32::from(outcome.value().raw()) * 100, None);
    }
    if depth == 0 {
        return (sign * points(game), None);
    }
    let tried = crate::games::testing::legal(game).into_iter().map(|mv| {
        let undo = game.make(mv);
        let (value, _) = negamax(game, depth - 1, points);
        game.unmake(mv, undo);
        (-value, Some(mv))
    });
    tried.max_by_key(|(value, _)| *value).unwrap()
}

/// Plays ten games between two evaluations, and returns how many the first evaluation wins. They
/// swap sides after each game. Both search two plies deep.
fn won(points: &dyn Fn(&Loa) -> i32, against: &dyn Fn(&Loa) -> i32) -> usize {
    let mut slots = [Move::NONE; 96];
    let mut list = MoveList::new(&mut slots);
    let mut wins = |seed: u64| {
        let own = BOTH[(seed % 2) as usize];
        let (mut game, mut rng) = (Loa::default(), Rng::new(seed / 2));
        (0..2).for_each(|_| game.play(game.random_move(&mut rng, &mut list).unwrap()));
        for _ in 0..200 {
            if let Some(outcome) = game.outcome() {
                return outcome == crate::game::value::Outcome::win_for(own);
            }
            let mover = if game.to_move() == own { points } else { against };
            let (_, mv) = negamax(&mut game, 2, mover);
            game.play(mv.unwrap());
        }
        false
    };
    (0..10).filter(|&seed| wins(seed)).count()
}

#[test]
fn an_evaluation_beats_chance() {
    let chance = |game: &Loa| (game.board_key() >> 40) as i32 & 0xFFF;
    for evaluator in [Evaluator::WB, Evaluator::SIMPLE] {
        assert!(won(&|game| game.points(evaluator), &chance) >= 9);
    }
}
