//! Tests how the score of a chance event is computed: the bounds of the expected score, and the
//! windows of the outcomes. Compares searches with plain recursion.

#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta::tests::with_search;
use crate::game::Game;
use crate::game::knowledge::Evaluator;
use crate::games::einstein::Einstein;
use crate::games::testing::{legal, random_games};
use crate::player::alphabeta::{Switch, Switches};
use crate::report::score::win_at;
use crate::search::Search;
use crate::time::limits::Limits;
use core::sync::atomic::AtomicBool;
use std::vec::Vec;

/// Returns the frame of a chance event. `whole` is the sum of the weights of its outcomes.
fn event(whole: u64, [alpha, beta]: [Score; 2]) -> Frame {
    let killers = [Move((whole >> 32) as u32), Move(whole as u32)];
    let mut frame = Frame { alpha, beta, killers, alpha0: NO_OUTCOME, ..Frame::default() };
    frame.set_sums(0, whole.cast_signed());
    frame
}

const OPEN: [Score; 2] = [-INFINITE, INFINITE];
const WIN: Score = ONE as Score;

#[test]
fn bounds_close_in_on_the_expected_score() {
    let mut frame = event(4, OPEN);
    frame.add_outcome(1000, 1);
    assert_eq!(frame.bounds(0), [(1000 - 3 * WIN) / 4, (1000 + 3 * WIN + 2) / 4]);
    frame.add_outcome(-3000, 2);
    frame.add_outcome(win_at(9), 1);
    assert_eq!(frame.bounds(0), [6942; 2]); // 27,767 / 4, rounded
}

#[test]
fn the_slowest_of_several_wins_or_losses_counts() {
    for sign in [1, -1] {
        let mut frame = event(1 << 40, OPEN);
        frame.add_outcome(sign * win_at(7), 1 << 24);
        let [least, most] = frame.bounds(0);
        assert_eq!(if sign > 0 { most } else { least }, sign * win_at(7), "all may be like the first");
        frame.add_outcome(sign * win_at(12), 1 << 24);
        frame.set_sums(frame.sum(), 1 << 24);
        frame.add_outcome(sign * win_at(4), 1 << 24);
        assert_eq!(frame.bounds(0), [sign * win_at(12); 2]);
    }
}

#[test]
fn results_that_differ_prove_nothing() {
    let common = |scores: &[Score]| {
        let mut frame = event(scores.len() as u64, OPEN);
        scores.iter().for_each(|&score| frame.add_outcome(score, 1));
        frame.common()
    };
    assert_eq!(common(&[0, 0, 0]), EVEN);
    for scores in [&[0, win_at(3)][..], &[win_at(3), 0], &[win_at(3), -win_at(3), 0], &[0, 5], &[5, 0], &[win_at(3), 5]]
    {
        assert_eq!(common(scores), MIXED, "{scores:?}");
    }
}

/// If an outcome scores outside its window, the expected score must be outside the window of the
/// event. If the outcome scores just inside its window, this must not be so.
#[test]
fn the_window_of_an_outcome_follows_from_that_of_the_event() {
    for whole in [3, 36, 1_000_000, 1 << 40] {
        for weight in [1_u32, 2, 1 << 24].into_iter().filter(|&weight| u64::from(weight) * 2 < whole) {
            for [alpha, beta] in [[-5, 5], [-WIN, -WIN + 1], [0, 1], [20_000, 30_000], [WIN - 1, WIN], [-7, win_at(3)]]
            {
                let mut frame = event(whole, [alpha, beta]);
                frame.add_outcome(123, weight);
                let [least, most] = frame.bounds(0);
                if most <= alpha || least >= beta {
                    continue; // the event is already decided
                }
                let [low, high] = frame.window_of_outcome(weight, 0);
                let after = |score: Score| {
                    let mut after = frame;
                    after.add_outcome(score, weight);
                    after.bounds(0)
                };
                let ([_, most], [least, _]) = (after(low), after(high));
                assert!(low <= -WIN || most <= alpha, "{whole} {weight} {alpha} {low}");
                assert!(high >= WIN || least >= beta, "{whole} {weight} {beta} {high}");
                assert!(low < high);
            }
        }
    }
}

/// A probe of the opponent's moves bounds the outcome from above. It narrows the bounds of the
/// event by its weight. A score of at least beta gives no bound.
#[test]
fn a_probe_bounds_its_outcome() {
    let mut frame = event(4, [-500, 20_000]);
    frame.cuts_needed = UPPER;
    let window = frame.window_of_outcome(1, 0);
    assert_eq!(frame.gain(1000, window), (WIN - 1000) as u32);
    assert_eq!(frame.gain(-win_at(3), window), 2 * WIN as u32);
    assert_eq!(frame.gain(1000, [-WIN, 1000]), 0);
    let slack = i64::from(frame.gain(1000, window)) * 3;
    assert_eq!(frame.bounds(slack), [-INFINITE, (1000 * 3 + WIN + 2) / 4]);
    // If the other outcomes score at most 1000, this one must score more than -5000.
    assert_eq!(frame.window_of_outcome(1, slack)[0], -500 * 4 - 1000 * 3);
    let mut own = Frame { cuts_needed: LOWER, ..event(4, [-20_000, 500]) };
    let slack = i64::from(own.gain(-1000, own.window_of_outcome(1, 0))) * 3;
    assert_eq!(own.bounds(slack), [(-1000 * 3 - WIN - 2) / 4, INFINITE]);
    assert_eq!(own.window_of_outcome(1, slack)[1], 500 * 4 + 1000 * 3);
    assert!(!own.cut(own.bounds(slack)) && own.cut([600, WIN]) && own.best == 600);
}

/// The value of a position for the first player, after a search of this depth.
fn expectimax(game: &Einstein, depth: u32) -> f64 {
    if let Some(outcome) = game.outcome() {
        return outcome.value().to_f32().into();
    }
    if depth == 0 {
        return game.evaluate(Evaluator::DEFAULT).to_f32().into();
    }
    let by_chance = game.is_chance();
    let values = legal(game).into_iter().map(|mv| {
        let mut after = *game;
        after.play(mv);
        expectimax(&after, if by_chance { depth } else { depth - 1 })
    });
    match game.to_move() {
        _ if by_chance => values.sum::<f64>() / 6.0,
        Side::First => values.fold(-1.0, f64::max),
        Side::Second => values.fold(1.0, f64::min),
    }
}

/// Positions of EinStein in which a player is to move.
fn positions() -> Vec<Einstein> {
    let mut positions = Vec::new();
    random_games(&Einstein::default(), 6, |position| {
        if position.outcome().is_none() && !position.is_chance() {
            positions.push(*position);
        }
    });
    positions
}

/// Searches with a stack of this many plies. Returns the value for the first player, and the number
/// of positions that the search has visited.
fn search(position: &Einstein, plies: usize, depth: u32) -> (f64, u64) {
    let switches = Switches::NONE.with(Switch::PrincipalVariation).with(Switch::Killers).with(Switch::History);
    static GO_ON: AtomicBool = AtomicBool::new(false);
    with_search(position, switches, plies, |search| {
        search.search(&Limits { depth, ..Limits::default() }, None, &GO_ON).unwrap();
        let report = search.report().unwrap();
        (report.value.to_f32().into(), report.iterations)
    })
}

#[test]
fn a_search_finds_the_expected_score() {
    for position in positions() {
        let ((value, _), expected) = (search(&position, 30, 3), expectimax(&position, 3));
        assert!((value - expected).abs() < 0.0002, "{position:?}: {value} is not {expected}");
    }
}

/// A stack of 8 plies has no room for the bounds of six outcomes, so the search makes no probes.
#[test]
fn probes_save_positions_and_change_no_value() {
    let (mut with, mut without) = (0, 0);
    for position in positions() {
        let [(value, visited), (same, more)] = [30, 8].map(|plies| search(&position, plies, 4));
        assert_eq!(value, same, "{position:?}");
        (with, without) = (with + visited, without + more);
    }
    assert!(with * 10 < without * 8, "{with} positions with probes, {without} without");
}
