//! Tests of the default implementations of `Knowledge`, and of sampling moves by weight.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::game::value::Side;
use crate::games::testing::{Still, probabilities};
use std::vec;
use std::vec::Vec;

/// A game that ends after one move. The game defines only its rules and the weights of its moves.
#[derive(Clone, Debug)]
struct Weighed {
    weights: Vec<u16>,
    made: Option<Move>,
}

impl Weighed {
    fn new(weights: &[u16]) -> Self {
        Self { weights: weights.to_vec(), made: None }
    }
}

impl Game for Weighed {
    type Undo = ();

    fn max_moves(&self) -> usize {
        self.weights.len()
    }

    fn max_plies(&self) -> usize {
        1
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        self.made.map(|_| Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (0..self.weights.len() as u32).for_each(|mv| moves.push(Move(mv)));
    }

    fn make(&mut self, mv: Move) {
        self.made = Some(mv);
    }

    fn unmake(&mut self, _: Move, (): ()) {
        self.made = None;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = other.clone();
    }
}

impl Knowledge for Weighed {
    fn weight(&self, mv: Move) -> Weight {
        Weight(self.weights[mv.0 as usize])
    }
}

/// All knowledge is optional. The defaults mean "unknown".
#[test]
fn a_game_of_which_only_the_rules_are_known_has_no_opinion() {
    let mut game = Weighed::new(&[1]);
    let mv = Move(0);
    for evaluator in [Evaluator::DEFAULT, Evaluator::MS, Evaluator::LH] {
        assert!(!game.has_evaluator(evaluator));
        assert_eq!((game.evaluate(evaluator), game.points(evaluator)), (Value::DRAW, 0));
    }
    assert!(game.built_in().is_empty() && game.shipped_net().is_empty() && game.feature_count() == 0);
    let has = [game.has_weights(), game.has_priors(), game.has_order(), game.has_transitions()];
    assert_eq!(has, [false; 4]);
    assert_eq!((game.prior(mv), game.transition(mv), game.score(), game.max_score()), (None, None, None, 0));
    assert_eq!((game.order(mv), game.category(mv), game.noisy(mv), game.few_pieces()), (0, 0, false, false));
    assert_eq!((game.hash(), game.hash_after(5, mv), game.outcome_after(mv)), (None, None, None));
    assert_eq!((game.pass(), Still(Value::WIN).weight(mv)), (false, Weight::ORDINARY));
    let mut slots = [Move::NONE; 2];
    let mut moves = MoveList::new(&mut slots);
    assert!(!game.noisy_moves(&mut moves) && moves.is_empty());
    let known = game.abilities(Evaluator::DEFAULT);
    assert!(!known.evaluator && !known.weights && !known.priors && !known.transitions);
}

/// By default, the raw evaluation of a position is the raw number of its static value. Squashing
/// this number must return the static value.
#[test]
fn points_are_the_value_by_default() {
    for raw in [-0x7FFF, -300, -1, 0, 1, 20_000, 0x7FFF] {
        let points = Still(Value::from_raw(raw)).points(Evaluator::DEFAULT);
        assert_eq!(points, i32::from(raw));
        assert_eq!(Still::squash(Evaluator::DEFAULT, points), Value::from_raw(raw));
    }
    assert_eq!(Still::squash(Evaluator::DEFAULT, 0x8000), Value::WIN);
    assert_eq!(Still::squash(Evaluator::DEFAULT, -0xFFFF), Value::LOSS);
}

const FORCED: u16 = Weight::FORCED.0;
const DECISIVE: u16 = Weight::DECISIVE.0;
const MAX: u16 = Weight::MAX.0;

/// Lists of weights for the tests. Some contain odds, some contain commands, and some contain both.
const WEIGHTS: [&[u16]; 14] = [
    &[1, 1, 1, 1],
    &[1, 2, 3, 0],
    &[0, 5, 0],
    &[0, 0, 0],
    &[7],
    &[0],
    &[MAX, MAX, 0],
    &[FORCED, 9, 9],
    &[9, 0, FORCED, 9, FORCED, FORCED],
    &[0, FORCED, 0, FORCED],
    &[FORCED, FORCED],
    &[DECISIVE],
    &[9, FORCED, DECISIVE, 0, DECISIVE],
    &[1, DECISIVE, FORCED],
];

/// Each move must be sampled in proportion to its weight, within 5 standard deviations in 3000
/// samples.
#[test]
fn moves_are_drawn_by_their_weights() {
    let mut rng = Rng::new(1);
    for weights in WEIGHTS {
        let game = Weighed::new(weights);
        let mut counts = vec![0_u32; weights.len()];
        let mut slots = [Move::NONE; 8];
        let mut moves = MoveList::new(&mut slots);
        for _ in 0..3000 {
            counts[game.weighted_move(&mut rng, &mut moves).unwrap().0 as usize] += 1;
        }
        let expected = if weights.iter().all(|&weight| weight == 0) {
            vec![1.0 / weights.len() as f64; weights.len()]
        } else {
            probabilities(&game)
        };
        for (&count, share) in counts.iter().zip(expected) {
            let deviation = libm::sqrt(3000.0 * share * (1.0 - share));
            assert!((f64::from(count) - 3000.0 * share).abs() <= 5.0 * deviation, "{weights:?}: {counts:?}");
        }
    }
    assert_eq!(Weighed::new(&[1]).sample(&[], &mut rng), None);
}

/// Tests which moves are candidates: the first decisive move; if there is none, the forced moves;
/// if there are none, the moves with a weight above 0; and otherwise all moves.
#[test]
fn candidates_are_those_that_may_be_drawn() {
    for weights in WEIGHTS {
        let with = |wanted: &dyn Fn(u16) -> bool| -> Vec<u32> {
            (0..).zip(weights).filter(|&(_, &weight)| wanted(weight)).map(|(mv, _)| mv).collect()
        };
        let decisive: Vec<u32> = with(&|weight| weight == DECISIVE).into_iter().take(1).collect();
        let classes = [decisive, with(&|weight| weight == FORCED), with(&|weight| weight > 0), with(&|_| true)];
        let expected = classes.into_iter().find(|class| !class.is_empty()).unwrap();
        let mut slots = [Move(99); 8];
        let mut moves = MoveList::new(&mut slots);
        moves.push(Move(98)); // an old entry
        Weighed::new(weights).candidates(&mut moves);
        let found: Vec<u32> = moves.as_slice().iter().map(|mv| mv.0).collect();
        assert_eq!(found, expected, "{weights:?}");
    }
}

/// Tests the moves that `wdl` searches: none if one is decisive, otherwise the forced ones, or all
/// if none is forced.
#[test]
fn forced_moves_are_kept() {
    for weights in WEIGHTS {
        let all = || (0..weights.len() as u32).map(Move);
        let forced: Vec<Move> = all().filter(|mv| weights[mv.0 as usize] == FORCED).collect();
        let mut slots = [Move(99); 8];
        let mut moves = MoveList::new(&mut slots);
        all().for_each(|mv| moves.push(mv));
        assert_eq!(Weighed::new(weights).keep_forced(&mut moves), weights.contains(&DECISIVE), "{weights:?}");
        if !weights.contains(&DECISIVE) {
            let expected = if forced.is_empty() { all().collect() } else { forced };
            assert_eq!(moves.as_slice(), expected, "{weights:?}");
        }
    }
}
