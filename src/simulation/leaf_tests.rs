//! Compares the leaf search with a recursive search, which stops at the positions where the manual
//! says that a leaf search stops.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::base::rng::Rng;
use crate::game::{Game, Move};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::testing::random_game::RandomGame;
use crate::games::testing::{legal, random_games};
use crate::player::Config;
use crate::report::score::of_outcome;
use crate::report::score::of_points;
use std::vec;

const LEAVES: [Leaf; 5] =
    [Leaf::AlphaBeta(1), Leaf::AlphaBeta(2), Leaf::AlphaBeta(3), Leaf::AlphaBeta(4), Leaf::Quiescence];

/// The leaf search, written as a recursive function.
struct Twin {
    leaf: Leaf,
    evaluator: Evaluator,
    /// There is room for this many moves. The search may overwrite the moves from `free` on.
    room: usize,
    free: usize,
    /// True if a beta cutoff ends the search of a position. If false, the search is plain minimax.
    prunes: bool,
    positions: u32,
}

impl Twin {
    /// Returns the score of a position from the point of view of the player to move.
    fn score<G: Knowledge + Copy>(
        &mut self,
        position: &G,
        ply: usize,
        free: usize,
        [mut alpha, beta]: [Score; 2],
    ) -> Score {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return of_outcome(outcome, mover, ply);
        }
        self.positions += 1;
        let plies = if let Leaf::AlphaBeta(plies) = self.leaf { plies } else { Leaf::PLIES_MAX };
        let evaluation = of_points(position.points(self.evaluator), mover);
        let ends = ply == usize::from(plies) || free + position.max_moves() > self.room || self.positions > 4096;
        let stands = self.leaf == Leaf::Quiescence;
        if ends || stands && evaluation >= beta {
            return evaluation;
        }
        alpha = if stands { alpha.max(evaluation) } else { alpha };
        let mut moves = legal(position);
        moves.retain(|&mv| !stands || position.noisy(mv));
        // The first move in the list is swapped with the move that has the highest order, or with
        // the first of these moves.
        let highest = moves.iter().map(|&mv| position.order(mv)).max();
        let first = moves.iter().position(|&mv| Some(position.order(mv)) == highest).unwrap_or(0);
        if !moves.is_empty() {
            moves.swap(0, first);
        }
        for &mv in &moves {
            let mut after = *position;
            after.play(mv);
            let same = after.to_move() == mover;
            let window = if self.prunes { [alpha, beta] } else { [-INFINITE, INFINITE] };
            let score = self.score(&after, ply + 1, free + moves.len(), window_seen(same, window));
            alpha = alpha.max(seen(same, score));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn search<G: Knowledge + Copy>(&mut self, position: &G) -> Score {
        self.positions = 0;
        self.score(position, 0, self.free, [-INFINITE, INFINITE])
    }

    /// Runs the leaf search of the library. Returns the score, and how many positions were
    /// searched.
    fn searched<G: Knowledge + Copy>(&self, position: &G) -> (Score, u32) {
        let mut moves = vec![Move::NONE; self.room];
        let mut simulation = Simulation::new(*position, *position, &mut moves);
        let mut search =
            LeafSearch { leaf: self.leaf, evaluator: self.evaluator, free: self.free as u32, positions: 0 };
        let found =
            simulation.small_search(&mut SmallSearch::new(), &mut search, position.to_move(), [-INFINITE, INFINITE]);
        (found.unwrap().1, search.positions)
    }
}

/// Compares the leaf search with the recursive search. The scores and the numbers of positions must
/// be equal. The array of moves begins with the moves of a random number of siblings. After them,
/// it has room for fewer than five lists of moves.
fn compare<G: Knowledge + Copy + core::fmt::Debug>(position: &G, evaluator: Evaluator, rng: &mut Rng) {
    let most = position.max_moves();
    for leaf in LEAVES {
        let free = rng.below(most as u32 + 1) as usize;
        let room = free + rng.below(5 * most as u32) as usize;
        let mut twin = Twin { leaf, evaluator, room, free, prunes: true, positions: 0 };
        let score = twin.search(position);
        assert_eq!(twin.searched(position), (score, twin.positions), "{leaf:?}, {free} of {room}: {position:?}");
    }
}

#[test]
fn it_finds_what_a_recursion_finds_in_as_many_positions() {
    let mut rng = Rng::new(1);
    for seed in 0..150 {
        random_games(&RandomGame::new(seed), 1, |position| {
            if position.outcome().is_none() {
                compare(position, Evaluator::DEFAULT, &mut rng);
            }
        });
    }
    let mut seen = 0;
    for (evaluator, start) in
        [(Evaluator::MS, Breakthrough::new(4, 5).unwrap()), (Evaluator::LH, Breakthrough::default())]
    {
        random_games(&start, 2, |position| {
            seen += 1;
            if position.outcome().is_none() && seen % 4 == 0 {
                compare(position, evaluator, &mut rng);
            }
        });
    }
    random_games(&Kalah::default(), 2, |position| {
        if position.outcome().is_none() {
            compare(position, Evaluator::RS, &mut rng);
        }
    });
}

/// In a game with many moves, the search of one leaf must stop at its limit of positions. It must
/// evaluate further positions instead of searching them.
#[test]
fn it_stops_looking_at_positions_in_time() {
    let mut most = 0;
    for seed in 0..6 {
        let wide = RandomGame { branching: 24, span: 1, ends: 0, last: 60, ..RandomGame::new(seed) };
        let mut twin = Twin {
            leaf: Leaf::AlphaBeta(4),
            evaluator: Evaluator::DEFAULT,
            room: 5 * 24,
            free: 0,
            prunes: true,
            positions: 0,
        };
        let score = twin.search(&wide);
        assert_eq!(twin.searched(&wide), (score, twin.positions), "{wide:?}");
        most = most.max(twin.positions);
    }
    assert!(most > Leaf::POSITIONS_MAX, "{most}");
}

/// The leaf search must return the value of plain minimax, from the first player's point of view. A
/// win or a loss must be solved, and have the right distance. Any other score is a raw evaluation,
/// which must be converted to a value.
#[test]
fn its_value_is_that_of_plain_minimax() {
    let (mut proofs, mut values) = (0, 0);
    for seed in 0..150 {
        random_games(&RandomGame::new(seed), 1, |position| {
            if position.outcome().is_some() {
                return;
            }
            for leaf in LEAVES {
                let config = Config { leaf, ..Config::DEFAULT };
                let mut plan = Plan::OFF;
                plan.compile(&config);
                let room = config.scratch_moves(position.max_moves());
                let mut twin = Twin { leaf, evaluator: Evaluator::DEFAULT, room, free: 0, prunes: false, positions: 0 };
                let score = twin.search(position);
                let mut moves = vec![Move::NONE; room];
                let mut simulation = Simulation::new(*position, *position, &mut moves);
                let found = simulation.searched_value(&plan, &mut SmallSearch::new(), 0);
                let mover = position.to_move();
                let distance = (1 << 17) - score.abs();
                let expected = if distance <= 4 {
                    let winner = if score > 0 { mover } else { mover.opponent() };
                    proofs += 1;
                    let value = if winner == Side::First { Value::WIN } else { Value::LOSS };
                    (value, Proof::from(crate::game::value::Outcome::win_for(winner)), distance as u8)
                } else {
                    values += 1;
                    let points = if mover == Side::First { score } else { -score };
                    (RandomGame::squash(Evaluator::DEFAULT, points), Proof::Unknown, 0)
                };
                assert_eq!(found, expected, "{leaf:?}: {position:?}");
            }
        });
    }
    assert!(proofs > 300 && values > 300, "{proofs} {values}");
}
