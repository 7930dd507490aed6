//! Tests how playouts choose moves and how they end. The games are small enough to calculate the
//! results by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::super::tests::at;
use super::*;
use crate::game::Game;
use crate::game::knowledge::{Evaluator, Weight};
use crate::game::value::Side;
use crate::games::testing::Still;
use crate::player::plan::tests::plan;
use crate::player::tests::config;
use crate::tree::Tree;
use crate::tree::tests::{learn, with_tree};
use std::vec;
use std::vec::Vec;

/// A game in which the first player makes one move. The move with the largest weight wins, and all
/// other moves draw.
#[derive(Clone, Copy, Debug)]
struct OneMove {
    made: Option<Move>,
    has_weights: bool,
}

impl OneMove {
    const MOVES: u32 = 8;
}

impl Game for OneMove {
    type Undo = ();

    fn max_moves(&self) -> usize {
        Self::MOVES as usize
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        self.made.map(|mv| if mv.0 == 5 { Outcome::FirstWins } else { Outcome::Draw })
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (0..Self::MOVES).for_each(|mv| moves.push(Move(mv)));
    }

    fn make(&mut self, mv: Move) {
        self.made = Some(mv);
    }

    fn unmake(&mut self, _: Move, (): ()) {
        self.made = None;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

impl Knowledge for OneMove {
    fn has_evaluator(&self, _: Evaluator) -> bool {
        true
    }

    fn has_weights(&self) -> bool {
        self.has_weights
    }

    fn weight(&self, mv: Move) -> Weight {
        if mv.0 == 5 { Weight::DECISIVE } else { Weight::ORDINARY }
    }
}

/// Plays 400 playouts with room for `lists` lists of moves. Returns how many of them the first
/// player wins.
fn wins<G: Knowledge + Copy>(start: &G, plan: &Plan, lists: usize) -> u32 {
    let (mut rng, mut wins) = (Rng::new(1), 0);
    at(start, lists, |simulation| {
        for _ in 0..400 {
            simulation.restart();
            let (small_search, move_statistics) = (&mut SmallSearch::new(), &mut Tree::new(0).move_statistics);
            let (value, plies) = simulation.playout(&mut Tools { plan, rng: &mut rng, small_search, move_statistics });
            assert_eq!(plies, 1);
            wins += u32::from(value == Value::WIN);
        }
    });
    wins
}

/// With the option `ipp` or `ege`, a playout must sample moves by weight if the game has weights.
/// Otherwise all moves must be equally likely.
#[test]
fn playouts_choose_by_weight_value_or_chance() {
    let (all, an_eighth) = (400..=400, 25..=75);
    for (player, with_weights, without) in [
        ("mcts()", &an_eighth, &an_eighth),
        ("mcts(ipp)", &all, &an_eighth),
        ("mcts(ege1)", &all, &an_eighth),
        ("mcts(ege0)", &all, &all),
        ("mcts(dec)", &all, &all),
        ("mcts(corr)", &all, &all),
        ("mcts(pmc)", &an_eighth, &an_eighth),
    ] {
        for (has_weights, expected) in [(true, with_weights), (false, without)] {
            // If `has_weights` is false, the playout must not call the game's weight function.
            let found = wins(&OneMove { made: None, has_weights }, &plan(player), 1);
            assert!(expected.contains(&found), "{player}, weights {has_weights}: {found}");
        }
    }
    // A strategy that searches must sample moves instead if there is no room to rank moves.
    let game = OneMove { made: None, has_weights: false };
    assert!(an_eighth.contains(&wins(&game, &plan("mcts(greedy)"), 1)));
    assert!(all.contains(&wins(&game, &plan("mcts(greedy)"), 6)));
}

/// With the option `mast/P`, the probability must be P that a playout plays the move with the best
/// mean result. Only moves that sampling could return are considered. A move that was never played
/// counts as a draw.
#[test]
fn greedy_mast_plays_the_best_mean() {
    for (player, has_weights, results, expected) in [
        ("mcts(mast/1)", false, [(3, Value::WIN), (4, Value::LOSS)], 3..=3),
        ("mcts(mast/1)", false, [(0, Value::LOSS), (4, Value::LOSS)], 1..=1),
        ("mcts(mast/1)", true, [(3, Value::WIN), (6, Value::WIN)], 3..=3),
        ("mcts(ipp,mast/1)", true, [(3, Value::WIN), (6, Value::WIN)], 5..=5), // move 5 is decisive
        ("mcts(ipp,mast/1)", false, [(3, Value::DRAW), (6, Value::WIN)], 6..=6),
        ("mcts(mast/0.01)", false, [(3, Value::WIN), (6, Value::WIN)], 0..=7),
    ] {
        let (plan, mut rng, mut played) = (plan(player), Rng::new(1), Vec::new());
        with_tree(&config(player), 1000, |tree| {
            results.iter().for_each(|&(mv, reward)| learn(tree, Move(mv), reward));
            at(&OneMove { made: None, has_weights }, 1, |simulation| {
                for _ in 0..200 {
                    simulation.restart();
                    let (small_search, move_statistics) = (&mut SmallSearch::new(), &mut tree.move_statistics);
                    simulation.playout(&mut Tools { plan: &plan, rng: &mut rng, small_search, move_statistics });
                    played.push(simulation.scratch.made.unwrap().0);
                }
            });
        });
        let (first, last) = (*played.iter().min().unwrap(), *played.iter().max().unwrap());
        assert_eq!(first..=last, expected, "{player}, weights {has_weights}, {results:?}");
    }
}

/// Returns after how many plies a playout tests whether it ends, in a game of at most `limit`
/// plies.
fn looks(plan: &Plan, limit: u32) -> Vec<u32> {
    let mut looks = vec![plan.first_look(limit)];
    while let Some(&last) = looks.last()
        && last < plan.fet.unwrap_or(limit).min(limit)
    {
        let next = plan.next_look(last, limit);
        assert!(next > last, "after {last} comes {next}");
        looks.push(next);
    }
    looks
}

/// Returns after how many plies a playout must test whether it ends. `det` and `cut` are the
/// periods of these options. `cut` tests one ply before each multiple of its period. The last test
/// is after `end` plies, which is the limit of the option `fet` or of the game.
fn expected_looks(det: Option<u32>, cut: Option<u32>, end: u32) -> Vec<u32> {
    let by_det = |plies: u32| det.is_some_and(|period| plies > 0 && plies.is_multiple_of(period));
    let by_cut = |plies: u32| cut.is_some_and(|period| plies % period == period - 1);
    (0..=end).filter(|&plies| plies == end || by_det(plies) || by_cut(plies)).collect()
}

#[test]
fn a_playout_looks_when_its_options_say() {
    for (player, det, cut, end) in [
        ("mcts()", None, None, 40),
        ("mcts(fet7)", None, None, 7),
        ("mcts(fet0)", None, None, 0),
        ("mcts(fet99)", None, None, 40),
        ("mcts(det0.5)", Some(5), None, 40),
        ("mcts(det0.5/7,fet20)", Some(7), None, 20),
        ("mcts(det0.5/1)", Some(1), None, 40),
        ("mcts(cut40)", None, Some(3), 40),
        ("mcts(cut40/1)", None, Some(1), 40),
        ("mcts(cut40/7,fet15)", None, Some(7), 15),
        ("mcts(cut40,corr)", None, None, 40),
    ] {
        assert_eq!(looks(&plan(player), 40), expected_looks(det, cut, end), "{player}");
    }
}

/// A test for the option `cut` must not delay the tests for the option `det`.
#[test]
fn a_playout_looks_for_det_and_for_cut() {
    for (player, det, cut) in [("mcts(det0.5,cut40)", 5, 3), ("mcts(det0.5/4,cut40/6)", 4, 6)] {
        let (found, expected) = (looks(&plan(player), 40), expected_looks(Some(det), Some(cut), 40));
        assert_eq!(found, expected, "{player}");
    }
}

/// Tests which evaluation ends a playout early, and with which result. With `det0.5`, the limit is
/// half of 32767. With `cut`, it is a raw evaluation.
#[test]
fn what_ends_a_playout_early_and_as_what() {
    let ended = |raw: i16, player: &str| {
        let mut found = None;
        at(&Still(Value::from_raw(raw)), 1, |simulation| {
            let (plan, rng) = (plan(player), &mut Rng::new(1));
            let (small_search, move_statistics) = (&mut SmallSearch::new(), &mut Tree::new(0).move_statistics);
            found = Some(simulation.playout(&mut Tools { plan: &plan, rng, small_search, move_statistics }));
        });
        let (value, plies) = found.unwrap();
        (value.raw(), plies)
    };
    let (win, loss) = (Value::WIN.raw(), Value::LOSS.raw());
    for (raw, player, expected) in [
        (0, "mcts()", (0, 1000)),
        (20_000, "mcts()", (0, 1000)),
        (20_000, "mcts(det0.5)", (win, 5)),
        (-20_000, "mcts(det0.5)", (loss, 5)),
        (16_384, "mcts(det0.5/3)", (win, 3)),
        (16_383, "mcts(det0.5/3)", (0, 1000)),
        (20_000, "mcts(fet4)", (20_000, 4)),
        (-20_000, "mcts(fet0)", (-20_000, 0)),
        (50, "mcts(cut50)", (win, 2)),
        (-50, "mcts(cut50/4)", (loss, 3)),
        (49, "mcts(cut50)", (0, 1000)),
        (-50, "mcts(cut50/1)", (loss, 0)),
        (20_000, "mcts(det0.5,cut30000/1)", (win, 5)), // `det` does not test before the first move
        // The option `det` is off, so it must not end the playout when `cut` tests.
        (0, "mcts(cut50/1)", (0, 1000)),
    ] {
        assert_eq!(ended(raw, player), expected, "{raw}, {player}");
    }
}
