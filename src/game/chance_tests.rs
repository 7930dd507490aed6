use super::{sample, sum_of_odds};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move, MoveList, ODDS_MAX};

/// A chance event with the outcomes 0, 1 and 2, and these weights.
struct Event([u32; 3]);

impl Game for Event {
    type Undo = ();

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        1
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        OUTCOMES.iter().for_each(|&outcome| moves.push(outcome));
    }

    fn make(&mut self, _: Move) {}

    fn unmake(&mut self, _: Move, (): ()) {}

    fn copy_from(&mut self, other: &Self) {
        self.0 = other.0;
    }

    fn is_chance(&self) -> bool {
        true
    }

    fn odds(&self, outcome: Move) -> u32 {
        self.0.get(outcome.0 as usize).copied().unwrap_or_default()
    }
}

const OUTCOMES: [Move; 3] = [Move(0), Move(1), Move(2)];

#[test]
fn each_outcome_covers_its_share_of_the_random_numbers() {
    let event = Event([1, 2, 5]);
    assert_eq!(sum_of_odds(&event, &OUTCOMES), 8);
    let drawn = |random| sample(&event, &OUTCOMES, random).map(|outcome| outcome.0);
    const EIGHTH: u32 = 1 << 29;
    for (random, expected) in
        [(0, 0), (EIGHTH - 1, 0), (EIGHTH, 1), (3 * EIGHTH - 1, 1), (3 * EIGHTH, 2), (u32::MAX, 2)]
    {
        assert_eq!(drawn(random), Some(expected), "{random}");
    }
    assert_eq!(sample(&event, &[], 7), None);
}

#[test]
fn the_largest_weights_do_not_overflow() {
    let event = Event([ODDS_MAX; 3]);
    assert_eq!(sample(&event, &OUTCOMES, 0), Some(Move(0)));
    assert_eq!(sample(&event, &OUTCOMES, u32::MAX / 2), Some(Move(1)));
    assert_eq!(sample(&event, &OUTCOMES, u32::MAX), Some(Move(2)));
}
