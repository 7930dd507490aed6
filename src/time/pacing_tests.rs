//! Tests `Budget` with a table, and `Pace` and `Contest` with numbers calculated by hand.
//! `tests/clock.rs` plays whole games on a clock.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::time::limits::Stop;

const MS: u64 = 1000;

fn clock(remaining: u64, increment: u64, moves_to_go: u32, overhead: u64) -> GameClock {
    GameClock {
        remaining: remaining * MS,
        increment: increment * MS,
        moves_to_go: (moves_to_go != 0).then_some(moves_to_go),
        overhead: overhead * MS,
        expected: 20,
    }
}

#[test]
fn budgets() {
    // The columns are: remaining time, increment, number of moves to go (0 for `None`), overhead,
    // expected target time, expected time limit. Times are in milliseconds.
    let table = [
        [60_000, 0, 0, 0, 3000, 12_000],    // a twentieth; four times that
        [60_000, 0, 0, 10, 2990, 11_960],   // minus the overhead of each move
        [60_000, 1000, 0, 0, 3950, 15_800], // 60 s + 19 increments, in 20 moves
        [10_000, 100, 0, 10, 585, 2340],
        [60_000, 0, 40, 0, 1500, 6000],      // 40 moves in a minute
        [60_000, 0, 2, 0, 30_000, 30_000],   // half of the time for each
        [60_000, 0, 1, 50, 59_950, 59_950],  // the last move before a control may take all the time
        [60_000, 500, 1, 0, 60_000, 60_000], // its own increment comes too late
        [100, 10_000, 0, 0, 50, 50],         // future increments do not count: half of what is left
        [100, 0, 0, 10, 0, 0],               // a fifth of a second of overhead: no time to think
        [1000, 0, 0, 10, 40, 160],
        [10, 0, 1, 10, 0, 0],
        [9, 0, 1, 10, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 5000, 3, 10, 0, 0],
    ];
    for [remaining, increment, moves, overhead, soft, hard] in table {
        let budget = clock(remaining, increment, moves as u32, overhead).budget();
        assert_eq!((budget.soft, budget.hard), (soft * MS, hard * MS), "{remaining} + {increment}, {moves} to go");
    }
}

#[test]
fn no_clock_gives_more_than_there_is() {
    let amounts = [0, 1, 9, 10, 11, 20, 999, 60_000, u64::from(u32::MAX)];
    for remaining in amounts {
        for increment in amounts {
            for moves in [0, 1, 2, 3, 40, u32::MAX] {
                for overhead in amounts {
                    let clock = clock(remaining, increment, moves, overhead);
                    let Budget { soft, hard } = clock.budget();
                    assert!(soft <= hard && hard <= clock.remaining.saturating_sub(clock.overhead), "{clock:?}");
                }
            }
        }
    }
    let most =
        GameClock { remaining: u64::MAX, increment: u64::MAX, moves_to_go: None, overhead: u64::MAX, expected: 0 };
    assert_eq!(most.budget(), Budget { soft: 0, hard: 0 });
}

fn report(best: u32, value: f32) -> Report {
    Report {
        best: Move(best),
        proof: Proof::Unknown,
        distance: 0,
        value: Value::from_f32(value).unwrap(),
        visits: 0,
        iterations: 0,
        nodes: 0,
        recycled: 0,
        depth: 0,
        playout_plies: 0,
        elapsed_ms: 0,
        stop: Some(Stop::Time),
        signature: 0,
    }
}

/// Returns the target time after observations of these best moves and values. The values are from
/// the first player's point of view. The first target time is 1600, and there is an observation
/// after every 100 (a sixteenth of 1600).
fn target_after(mover: Side, found: &[(u32, f32)]) -> u64 {
    let mut pace = Pace::new(Budget { soft: 1600, hard: 6400 }, mover);
    for (index, &(best, value)) in found.iter().enumerate() {
        pace.look(100 * (index as u64 + 2), &report(best, value));
    }
    pace.target()
}

#[test]
fn the_aim_moves_with_the_best_move_and_its_value() {
    assert_eq!(target_after(Side::First, &[]), 1600);
    assert_eq!(target_after(Side::First, &[(1, 0.0), (1, 0.1), (1, 0.2)]), 1600);
    assert_eq!(target_after(Side::First, &[(1, 0.0), (2, 0.0)]), 2240); // + 40 %
    assert_eq!(target_after(Side::First, &[(1, 0.0), (2, 0.0), (2, 0.0)]), 2160); // 40 falls by an eighth
    assert_eq!(target_after(Side::First, &[(1, 0.5), (1, 0.25)]), 2400); // an eighth of the range: + 50 %
    assert_eq!(target_after(Side::Second, &[(1, 0.5), (1, 0.25)]), 1600); // better for the player to move
    assert_eq!(target_after(Side::Second, &[(1, 0.25), (1, 0.5)]), 2400);
    assert_eq!(target_after(Side::First, &[(1, 0.5), (1, 0.25), (1, 0.5)]), 1600); // back at the peak
    assert_eq!(target_after(Side::First, &[(1, 1.0), (2, -1.0)]), 4640); // + 40 % + 150 %, the most
    let restless: [(u32, f32); 20] = core::array::from_fn(|index| (index as u32 % 2, 0.0));
    assert_eq!(target_after(Side::First, &restless), 3200); // + 100 %, the most
}

#[test]
fn the_aim_is_never_beyond_the_limit() {
    let mut pace = Pace::new(Budget { soft: 1600, hard: 2000 }, Side::First);
    pace.look(200, &report(1, 1.0));
    pace.look(300, &report(2, -1.0));
    assert_eq!((pace.target(), pace.target_within_iteration()), (2000, 2000));
    let none = Pace::new(Budget { soft: 0, hard: 0 }, Side::First);
    assert_eq!((none.target(), none.next_look(0, false), none.next_look(0, true)), (0, 0, 0));
}

#[test]
fn the_first_moments_and_looks_too_soon_count_for_nothing() {
    let mut pace = Pace::new(Budget { soft: 1600, hard: 6400 }, Side::First);
    pace.look(199, &report(1, 1.0));
    pace.look(200, &report(2, 0.0));
    pace.look(299, &report(3, -1.0));
    assert_eq!(pace.target(), 1600);
    assert_eq!([0, 250, 1550, 1600].map(|elapsed| pace.next_look(elapsed, false)), [100, 350, 1600, 1600]);
    assert_eq!(pace.next_look(1600, true), 1700);
}

#[test]
fn alpha_beta_begins_nothing_that_it_would_not_finish() {
    let pace = Pace::new(Budget { soft: 1000, hard: 1500 }, Side::First);
    assert!(!pace.is_late_for_iteration(499) && pace.is_late_for_iteration(500));
    assert_eq!(pace.target_within_iteration(), 1500);
}

fn contest(moves: &[(u32, Proof)]) -> Contest {
    let mut contest = Contest::default();
    for &(visits, proof) in moves {
        let value = Value::DRAW;
        contest.add(&Candidate { mv: Move(0), visits, value, minimax: value, proof, distance: 0 }, Side::First);
    }
    contest
}

#[test]
fn a_move_is_settled_when_none_can_catch_up() {
    let open = |visits| (visits, Proof::Unknown);
    let two = contest(&[open(40), open(100), open(60)]);
    assert_eq!(two.visits, [100, 60]);
    assert!(two.is_settled(3, 39, true));
    assert!(!two.is_settled(3, 40, true), "a tie may go to the other");
    assert!(!two.is_settled(3, 39, false), "values turn at once");
    assert!(contest(&[open(50)]).is_settled(7, 49, true));
    assert!(!contest(&[open(50)]).is_settled(7, 50, true), "untried moves are at 0");
    assert!(!contest(&[]).is_settled(7, 0, true));
}

#[test]
fn proofs_settle_a_move_or_leave_it_open() {
    let (open, lost) = (|visits| (visits, Proof::Unknown), (500, Proof::SecondWins));
    assert!(contest(&[lost, open(1), lost]).is_settled(3, 1_000_000, false), "the others lose");
    assert!(!contest(&[lost, open(1), lost]).is_settled(4, 1_000_000, false), "one was not tried");
    assert!(!contest(&[lost, open(1), open(1)]).is_settled(3, 0, true));
    assert!(contest(&[lost, open(30), open(10)]).is_settled(3, 19, true), "visits of lost moves do not count");
    assert!(!contest(&[open(900), (1, Proof::Draw)]).is_settled(2, 3, true), "the draw is played if values fall");
}
