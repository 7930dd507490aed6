//! Tests of alpha-beta: the order of moves, the scores, the content of the table, and where lines
//! are in memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::order::Merit;
use super::table::{Bound, Entry, WAYS, Words};
use super::*;
use crate::base::rng::Rng;
use crate::game::MoveList;
use crate::game::notation::Notation;
use crate::game::value::{Outcome, Side};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::report::score::{INFINITE, at_ply, from_ply, margin, of_margin, of_outcome, of_points, proven, win_at};
use std::sync::atomic::AtomicBool;
use std::vec;
use std::vec::Vec;

/// Runs `look` on a search of at most `plies` plies, with a small table.
pub(super) fn with_search<G: Knowledge + Copy, R>(
    game: &G,
    switches: Switches,
    plies: usize,
    look: impl FnOnce(&mut AlphaBeta<'_, G>) -> R,
) -> R {
    let max_moves = game.max_moves();
    let (mut frames, mut undos) = (vec![Frame::default(); plies], vec![None; plies]);
    let mut moves = vec![Move::NONE; (plies + 1) * max_moves];
    let (mut lines, mut keys) = (vec![Move::NONE; line_moves(plies)], vec![0; max_moves]);
    let (mut table, mut history) = (vec![Bucket::default(); 16], vec![Merit::default(); 64]);
    let (frames, undos, moves, lines, keys) =
        (&mut frames[..], &mut undos[..], &mut moves[..], &mut lines[..], &mut keys[..]);
    let memory = Memory { frames, undos, moves, lines, keys, table: &mut table, history: &mut history };
    let config = Config { switches, ..Config::default() };
    look(&mut AlphaBeta::new(*game, *game, &config, memory).unwrap())
}

/// Continues the search until it has visited this many more positions.
pub(super) fn go_on<G: Knowledge>(search: &mut AlphaBeta<'_, G>, positions: u64) {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    search.run(&Limits::iterations(positions), None, StopFlags::new(&GO_ON));
}

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
        order::sort(&mut sorted, &mut keys, |mv| order::key(mv, [Move::NONE; 2], game.order(mv), 0));
        assert_eq!(sorted, expected);
        let mv = game.random_move(&mut rng, &mut moves).unwrap();
        game.play(mv);
    }
}

#[test]
fn short_wins_and_long_losses_are_better_and_evaluations_lie_between() {
    let win = |ply| of_outcome(Outcome::SecondWins, Side::Second, ply);
    let loss = |ply| of_outcome(Outcome::SecondWins, Side::First, ply);
    let ranked = [loss(1), loss(2), loss(255), of_points(i32::MIN, Side::First), of_points(-1, Side::First), 0];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    let ranked = [0, of_points(1, Side::First), of_points(i32::MAX, Side::First), win(255), win(2), win_at(1)];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    assert_eq!(proven(win(7), Side::Second), Some((Proof::SecondWins, 7)));
    assert_eq!(proven(loss(7), Side::First), Some((Proof::SecondWins, 7)));
    assert_eq!(proven(win(255), Side::First), Some((Proof::FirstWins, 255)));
    assert_eq!(proven(of_points(i32::MAX, Side::Second), Side::Second), None);
    assert_eq!(proven(0, Side::First), None);
}

#[test]
fn larger_margins_are_better_at_any_ply() {
    let win = |points| of_margin(Outcome::FirstWins, points, Side::First);
    let loss = |points: i32| of_margin(Outcome::SecondWins, -points, Side::First);
    let ranked = [-INFINITE, loss(0x7FFF), loss(2), loss(1), of_points(i32::MIN, Side::First), 0];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    let ranked = [0, of_points(i32::MAX, Side::First), win(1), win(2), win(0x7FFF), INFINITE];
    assert!(ranked.is_sorted_by(|a, b| a < b));
    assert_eq!(of_margin(Outcome::Draw, 5, Side::First), 0);
    assert_eq!([win(i32::MAX), win(0), win(-3), loss(-3)], [win(0x7FFF), win(1), win(1), loss(1)]);
    assert_eq!(of_margin(Outcome::FirstWins, 9, Side::Second), -win(9));
    assert_eq!([win(9), loss(9), 0, win_at(0), -win_at(0)].map(margin), [Some(9), Some(-9), None, None, None]);
    assert_eq!(proven(win(9), Side::Second), Some((Proof::SecondWins, 0)));
    for score in [win(1), win(9), loss(1), loss(0x7FFF)] {
        assert_eq!([at_ply(score, 4), from_ply(score, 4)], [score; 2], "a margin has no distance");
    }
}

#[test]
fn lines_lie_one_behind_the_other() {
    for plies in 1..20 {
        let mut frames = vec![Frame::default(); plies];
        let (mut moves, mut lines) = (vec![Move::NONE; plies], vec![Move::NONE; line_moves(plies)]);
        let mut stack = Stack::new(&mut frames, &mut moves, &mut lines, 1);
        assert_eq!(stack.plies(), plies);
        // Builds the lines, beginning with the deepest ply. Each line is a move, followed by the
        // line of the next ply. The move at ply p has the number p.
        for ply in (0..plies).rev() {
            let below = plies - 1 - ply;
            stack.extend_line(ply, Move(ply as u32), below as u16);
        }
        assert_eq!(stack.best_line_move(), Move(0));
        let len = stack.keep_line();
        stack.extend_line(0, Move(99), 0); // the stored line does not change
        let expected: Vec<Move> = (0..plies as u32).map(Move).collect();
        assert_eq!(stack.kept_line(len), expected);
    }
}

#[test]
fn the_stack_is_as_deep_as_its_scarcest_memory() {
    let depth = |frames: usize, moves: usize, lines: usize| {
        let (mut frames, mut moves) = (vec![Frame::default(); frames], vec![Move::NONE; moves]);
        let mut lines = vec![Move::NONE; lines];
        Stack::new(&mut frames, &mut moves, &mut lines, 7).plies()
    };
    assert_eq!([depth(5, 70, 99), depth(50, 27, 99), depth(50, 700, 13), depth(50, 700, 14)], [5, 3, 3, 4]);
    assert_eq!(depth(1000, 7000, 1_000_000), PLIES_MAX);
    assert_eq!([depth(0, 70, 99), depth(5, 6, 99), depth(5, 70, 1)], [0; 3]);
}

#[test]
fn the_table_keeps_the_newest_and_the_deeper_of_the_rest() {
    let mut buckets = [Bucket::default()];
    let mut table = Table::new(&mut buckets);
    let entry = |depth| Entry::new(Move(depth as u32), 0, 0, depth, Bound::Exact, depth % 20 == 0);
    let known = |table: &Table<'_>, key: u64| {
        let entries = (0..WAYS).filter_map(|way| table.known_at(key, way));
        entries.map(|entry| entry.depth).collect::<Vec<_>>()
    };
    let keys = [1, 2, 3, 4, 5];
    let [a, b, c, d, e] = keys;
    for (key, depth) in [(a, 50), (b, 20), (c, 30), (d, 40), (e, 10)] {
        table.store(key, entry(depth));
    }
    // The bucket keeps the newest entry. Of the other entries, it keeps the three deepest.
    assert_eq!(keys.map(|key| known(&table, key)), [vec![50], vec![], vec![30], vec![40], vec![10]]);
    table.store(b, entry(5));
    assert_eq!(keys.map(|key| known(&table, key)), [vec![50], vec![5], vec![30], vec![40], vec![]]);
    // A bucket may hold two entries for one position, because a shallower result does not replace
    // a deeper entry. A deeper result replaces a shallower entry for the same position, wherever
    // that entry is in the bucket.
    table.store(a, entry(45));
    assert_eq!(keys.map(|key| known(&table, key)), [vec![45, 50], vec![], vec![30], vec![40], vec![]]);
    table.store(c, entry(35));
    assert_eq!(keys.map(|key| known(&table, key)), [vec![50, 45], vec![], vec![35], vec![40], vec![]]);
    table.store(c, entry(36));
    assert_eq!(known(&table, c), [36]);
    // Entries of an earlier search are replaced first, even if they are deeper.
    table.grow_old();
    for (key, depth) in [(b, 1), (e, 2), (b, 3), (e, 1)] {
        table.store(key, entry(depth));
    }
    assert_eq!(keys.map(|key| known(&table, key)), [vec![50], vec![3], vec![], vec![], vec![1, 2]]);
    table.clear();
    assert_eq!(keys.map(|key| known(&table, key)), [const { Vec::<i16>::new() }; 5]);
    let none = Table::new(&mut []);
    assert!(!none.knows(a) && !none.is_far());
}

/// A thread may read words from three different entries as one entry. Then a probe must return a
/// stored entry or nothing. Two of the three entries have the same key, and all three have similar
/// content.
#[test]
fn a_mixture_of_entries_belongs_to_no_key() {
    let mut rng = Rng::new(5);
    let mut mixtures = 0_u32;
    for round in 0..20_000 {
        let keys = [round, round, rng.below(1 << 30)];
        let stored = keys.map(|key| {
            let (mv, score) = (Move(rng.below(8)), rng.below(64) as i32 - 32);
            let (depth, bound) = (rng.below(20) as i16 * PLY, [Bound::Exact, Bound::Lower, Bound::Upper]);
            Entry::new(mv, score, 3, depth, bound[rng.below(3) as usize], rng.below(2) == 0).to_words(key).0
        });
        for choice in 0..81 {
            let seen = [0, 1, 2, 3].map(|word| stored[choice / 3_usize.pow(word as u32) % 3][word]);
            if keys.contains(&Words(seen).check()) {
                assert!(stored.contains(&seen), "{stored:x?} {seen:x?}");
            }
            mixtures += u32::from(!stored.contains(&seen));
        }
    }
    assert!(mixtures > 1_000_000, "{mixtures}");
}

/// Searches with and without a prefetch function must return the same results. The table is large
/// enough for prefetching.
#[test]
fn to_ask_for_buckets_changes_nothing() {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let found = [false, true].map(|asks| {
        let game = Breakthrough::default();
        let config = Config { switches: Switches::ALL, ..Config::default() };
        let (plies, max_moves) = (20, game.max_moves());
        let (mut frames, mut undos) = (vec![Frame::default(); plies], vec![None; plies]);
        let mut moves = vec![Move::NONE; (plies + 1) * max_moves];
        let (mut lines, mut keys) = (vec![Move::NONE; line_moves(plies)], vec![0; max_moves]);
        let (mut table, mut history) = (vec![Bucket::default(); 1 << 15], vec![Merit::default(); 5000]);
        let (frames, undos, moves, lines, keys) =
            (&mut frames[..], &mut undos[..], &mut moves[..], &mut lines[..], &mut keys[..]);
        let memory = Memory { frames, undos, moves, lines, keys, table: &mut table, history: &mut history };
        let mut search = AlphaBeta::new(game, game, &config, memory).unwrap();
        if asks {
            search.fetch_by(|_| {
                ASKED.fetch_add(1, Relaxed);
            });
        }
        let go_on = std::sync::atomic::AtomicBool::new(false);
        search.run(&Limits::iterations(30_000), None, StopFlags::new(&go_on));
        let report = search.describe();
        (report.signature, report.best, report.depth)
    });
    assert_eq!(found[0], found[1]);
    assert!(ASKED.load(Relaxed) > 1000);
}

#[test]
fn the_table_counts_the_end_of_the_game_from_the_position_itself() {
    for score in [win_at(9), -win_at(9), 0, 77, -1] {
        assert_eq!(at_ply(from_ply(score, 4), 4), score);
    }
    // A win 9 plies after the root is a win 5 plies after ply 4. If the same position also occurs
    // at ply 6, the win there is 11 plies after the root.
    let largest = of_points(i32::MAX, Side::First);
    for score in [largest, -largest] {
        assert_eq!((at_ply(score, 4), from_ply(score, 4)), (score, score), "an evaluation has no end to count to");
    }
    assert_eq!(at_ply(from_ply(win_at(9), 4), 6), win_at(11));
    assert_eq!(at_ply(from_ply(-win_at(9), 4), 6), -win_at(11));
    assert_eq!(Entry::new(Move::NONE, win_at(9), 4, PLY, Bound::Lower, false).score_at(6), win_at(11));
}

#[test]
fn history_is_a_share_of_tries() {
    let mut merits = [Merit::default(); 20];
    let mut history = History::new(&mut merits);
    let mut note = |player, mv, tries, successes| {
        (0..tries).for_each(|_| history.note_try(player, mv));
        (0..successes).for_each(|_| history.note_success(player, mv));
        history.merit(player, mv)
    };
    assert_eq!(note(Side::First, Move(3), 8, 4), 0x7FFF);
    assert_eq!(note(Side::First, Move(4), 2, 2), 0xFFFF);
    assert_eq!(note(Side::Second, Move(3), 0, 0), 0);
    // A move with a number that is too large for the memory shares an entry with other moves. Its
    // counts must not overflow.
    let many = note(Side::Second, Move(u32::MAX - 1), 100_000, 100_000);
    assert!(many > 10_000);
    history.halve();
    assert_eq!(history.merit(Side::First, Move(3)), 0x7FFF);
    history.clear();
    assert_eq!(history.merit(Side::First, Move(3)), 0);
    assert_eq!(History::new(&mut []).merit(Side::First, Move(3)), 0);
}

#[test]
fn killers_lead_their_class() {
    let killers = [Move(1), Move(2)];
    let mut moves = [Move(0), Move(1), Move(2), Move(3), Move(7), Move(8)];
    let class = |mv: Move| if mv == Move(3) { 1 } else { 0 };
    let merit = |mv: Move| if mv == Move(8) { 0xFFFF } else { 0 };
    order::sort(&mut moves, &mut [0; 6], |mv| order::key(mv, killers, class(mv), merit(mv)));
    assert_eq!(moves.map(|mv| mv.0), [3, 1, 2, 8, 0, 7]);
    let nobody = [Move::NONE; 2];
    assert!(order::key(Move(0), nobody, i32::MIN, 0xFFFF) < order::key(Move(0), nobody, i32::MIN + 1, 0));
}

#[test]
fn a_refuting_move_comes_forward_and_the_others_keep_their_order() {
    let mut moves: Vec<Move> = (0..12).map(Move).collect();
    let mut frames = vec![Frame::default(); 2];
    let mut lines = vec![Move::NONE; line_moves(2)];
    let mut stack = Stack::new(&mut frames, &mut moves, &mut lines, 6);
    stack.bring_forward(1, 4, 1);
    stack.bring_forward(1, 0, 0);
    let listed: Vec<u32> = (0..6).map(|index| stack.listed(1, index).unwrap().0).collect();
    assert_eq!(listed, [6, 10, 7, 8, 9, 11]);
    stack.bring_forward(1, 9, 7); // beyond the list: no effect
    stack.bring_forward(1, 1, 4);
    assert_eq!(stack.listed(1, 1), Some(Move(10)));
}

/// With the option `score`, a finished game must score its margin. Otherwise any win must score 1.
#[test]
fn only_the_option_score_counts_points() {
    let mut game = Kalah::default();
    game.read_position("0,0,0,1,0,4|26|0,0,0,0,1,1|15 1").unwrap();
    let found = [Switches::NONE, Switches::NONE.with(Switch::Score)].map(|switches| {
        let mut found = None;
        with_search(&game, switches, 20, |search| {
            go_on(search, 100_000);
            found = Some(search.describe());
        });
        let Report { proof, value, .. } = found.unwrap();
        (proof, libm::roundf(value.to_f32() * f32::from(game.max_score())))
    });
    assert_eq!(found, [(Proof::FirstWins, 48.0), (Proof::FirstWins, 8.0)]);
}
