//! Tests the order of candidates for each decision rule.

use super::*;

/// A move: its proof, the number of plies to the end of the game, its visits, and its value for the
/// player to move.
type Known = (Proof, u8, u32, f32);

fn rank(decision: Decision, mover: Side, (proof, distance, visits, value): Known) -> Rank {
    Rank::of(decision, mover, visits, Value::from_f32(value).unwrap_or(Value::DRAW), (proof, distance))
}

/// `order` lists moves from the best to the worst. With every decision rule, each move must rank
/// above all later moves.
#[test]
fn proofs_come_before_estimates_then_margin_then_distance() {
    for mover in [Side::First, Side::Second] {
        let win = Proof::from(Outcome::win_for(mover));
        let loss = Proof::from(Outcome::win_for(mover.opponent()));
        let order = [
            (win, 9, 5, 1.0),
            (win, 200, 5, 1.0),
            (win, 1, 5, 0.999),
            (win, 7, 900, 0.5),
            (Proof::Unknown, 0, 100, 0.5),
            (Proof::Unknown, 0, 99, 0.2),
            (Proof::Draw, 3, 50, 0.0),
            (Proof::Unknown, 0, 1, -0.9),
            (loss, 200, 900, -0.5),
            (loss, 255, 5, -0.999),
            (loss, 9, 5, -1.0),
            (loss, 8, 900, -1.0),
        ];
        for decision in [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits] {
            for (place, &better) in order.iter().enumerate() {
                for &worse in order.iter().skip(place + 1) {
                    let [better, worse] = [better, worse].map(|known| rank(decision, mover, known));
                    assert!(
                        better.beats(&worse) && !worse.beats(&better),
                        "{mover:?}, {decision:?}: {better:?} {worse:?}"
                    );
                    assert_eq!(better.is_decided(), better.proof != 1);
                }
            }
        }
    }
}

/// Tests three moves that the decision rules rank differently. Each rule must rank a different move
/// first. With every rule, a move without visits must come last.
#[test]
fn each_rule_has_its_favourite() {
    let (visited, valued, balanced) = ((1000, 0.1), (30, 0.45), (300, 0.44));
    for (decision, favourite) in [
        (Decision::MostVisits, visited),
        (Decision::BestValue, valued),
        (Decision::SecureChild, balanced),
        (Decision::ValueLogVisits, visited),
    ] {
        let of = |(visits, value): (u32, f32)| rank(decision, Side::First, (Proof::Unknown, 0, visits, value));
        for other in [visited, valued, balanced] {
            assert_eq!(of(favourite).beats(&of(other)), other != favourite, "{decision:?}");
            assert!(of(other).beats(&of((0, 0.99))), "{decision:?}");
        }
    }
    let of = |value| rank(Decision::MostVisits, Side::First, (Proof::Unknown, 0, 7, value));
    assert!(of(0.2).beats(&of(0.1)) && !of(0.1).beats(&of(0.1)), "the value decides between equals");
    let log = |visits, value| rank(Decision::ValueLogVisits, Side::First, (Proof::Unknown, 0, visits, value));
    assert!(log(100, 0.9).beats(&log(150, 0.4)) && log(300, 0.4).beats(&log(100, 0.9)), "ln 3 is about 1.1");
}

/// `is_by_visits` must be true only for the decision rule `MostVisits`. It must be false for
/// alpha-beta, and if the move is sampled.
#[test]
fn visits_decide_for_one_kind_of_player() {
    for depth_first in [false, true] {
        for is_sampled in [false, true] {
            for decision in [Decision::MostVisits, Decision::SecureChild, Decision::BestValue, Decision::ValueLogVisits]
            {
                let ranking = Ranking { decision, mover: Side::First, is_sampled, depth_first, best_below_draw: None };
                let expected = (depth_first, is_sampled, decision) == (false, false, Decision::MostVisits);
                assert_eq!(ranking.is_by_visits(), expected, "{ranking:?}");
            }
        }
    }
}

/// Tests the order of moves. A solved draw must come just before the best unsolved move with a
/// value below a draw, unless the draw already ranks higher.
#[test]
fn a_draw_comes_before_what_looks_worse() {
    for mover in [Side::First, Side::Second] {
        let win = Proof::from(Outcome::win_for(mover));
        let loss = Proof::from(Outcome::win_for(mover.opponent()));
        let candidate = |(proof, distance, visits, value): Known| {
            let value = Value::from_f32(value).unwrap_or(Value::DRAW).for_player(mover);
            Candidate { mv: crate::game::Move(0), visits, value, minimax: value, proof, distance }
        };
        let order = [
            (win, 3, 1, 1.0),
            (Proof::Draw, 0, 200, 0.0),
            (Proof::Unknown, 0, 150, 0.2),
            (Proof::Draw, 0, 5, 0.0),
            (Proof::Unknown, 0, 100, -0.3),
            (Proof::Unknown, 0, 50, 0.2),
            (Proof::Unknown, 0, 40, -0.1),
            (loss, 4, 300, -1.0),
        ];
        let worse = rank(Decision::MostVisits, Side::First, order[4]);
        let ranking = Ranking {
            decision: Decision::MostVisits,
            mover,
            is_sampled: false,
            depth_first: false,
            best_below_draw: Some(worse),
        };
        for (place, &first) in order.iter().enumerate() {
            for (other_place, &other) in order.iter().enumerate() {
                let found = ranking.order(&candidate(first), &candidate(other));
                assert_eq!(found, place.cmp(&other_place), "{mover:?}: {first:?} {other:?}");
            }
        }
    }
}
