//! Compares the selective search of playouts with Figure 3 of the alpha-beta playouts paper. The
//! figure is written here as in the paper: a recursion, one loop over all moves, a copy of the
//! position for each move, and a sort.
//!
//! Some moves are not searched, but only tested for a win. The figure tests these moves after it
//! has searched the other moves. imm tests them first. The result is the same. But if a tested move
//! wins, imm searches no moves and stores fewer killers. So there are three comparisons. In the
//! first one, there are no killers. In the second one, no moves are only tested. In the third one,
//! the figure is changed to test moves for a win first.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::with_search;
use super::*;
use crate::base::rng::Rng;
use crate::game::Game;
use crate::game::knowledge::Evaluator;
use crate::game::value::{Outcome, Side};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::Kalah;
use crate::games::testing::random_game::RandomGame;
use crate::games::testing::{legal, random_games};
use crate::player::strategy::{Selective, Strategy};
use crate::report::score::{INFINITE, Score};
use crate::search::Search;
use std::vec::Vec;

/// The killers: for each of the first 16 plies of the playouts, the two latest best moves. The
/// latest one is first.
type Killers = [[Move; 2]; 16];

const NO_KILLERS: Killers = [[Move::NONE; 2]; 16];

/// The score of a position that is already won. Each ply before the win costs one point.
const WIN: Score = 1 << 17;

/// The function `sab` of Figure 3. It includes the function `getMoves` and the calling code.
struct Figure3 {
    search: Selective,
    evaluator: Evaluator,
    /// The killers of each ply of the playouts.
    killers: Killers,
    plies: usize,
    /// True if the function `sab` looks for wins before it searches.
    looks_first: bool,
}

impl Figure3 {
    /// The evaluation from the point of view of `mover`.
    fn evaluate<G: Knowledge>(&self, position: &G, mover: Side, ply: usize) -> Score {
        let first = match position.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::FirstWins) => WIN - ply as Score,
            Some(Outcome::SecondWins) => ply as Score - WIN,
            None => position.points(self.evaluator),
        };
        if mover == Side::First { first } else { -first }
    }

    /// Returns all moves. Killers come first, then the other moves by transition probability, or by
    /// static order in a game without probabilities. The moves that are not searched need no order
    /// if all of them are tested for a win.
    fn moves<G: Knowledge + Copy>(&self, position: &G, ply: usize) -> Vec<Move> {
        let listed = legal(position);
        let mut moves = listed.clone();
        let killers = self.killers.get(self.plies + ply).copied().unwrap_or([Move::NONE; 2]);
        moves.sort_by_key(|&mv| {
            let killer = killers.iter().position(|&killer| killer == mv).unwrap_or(2);
            (killer, -position.transition(mv).map_or_else(|| position.order(mv), i32::from))
        });
        if self.search.looked[ply] == Selective::ALL {
            moves.truncate(self.search.evaluated[ply].into());
            let searched = moves.clone();
            moves.extend(listed.into_iter().filter(|mv| !searched.contains(mv)));
        }
        moves
    }

    /// Returns the score for the player to move, and the best move.
    fn sab<G: Knowledge + Copy>(
        &mut self,
        position: &G,
        ply: usize,
        [alpha, beta]: [Score; 2],
    ) -> (Score, Option<Move>) {
        let mover = position.to_move();
        if ply == usize::from(self.search.depth) || position.outcome().is_some() {
            return (self.evaluate(position, mover, ply), None);
        }
        let (searched, looked) = (usize::from(self.search.evaluated[ply]), self.search.looked[ply]);
        let looked = if looked == Selective::ALL { usize::MAX } else { searched + usize::from(looked) };
        let (mut best, mut best_move) = (alpha, None);
        let moves = self.moves(position, ply);
        let wins = |mv: &&Move| end(position, **mv) == Some(Outcome::win_for(mover));
        if let Some(&mv) = moves.iter().take(looked).skip(searched).find(wins)
            && self.looks_first
        {
            self.note(self.plies + ply, mv);
            return (WIN - (ply as Score + 1), Some(mv));
        }
        for (i, &mv) in moves.iter().enumerate() {
            let mut next = *position;
            next.play(mv);
            let same = next.to_move() == mover;
            let v = if i < searched {
                let window = if same { [best, beta] } else { [-beta, -best] };
                let (score, _) = self.sab(&next, ply + 1, window);
                if same { score } else { -score }
            } else if i < looked {
                if next.outcome().is_some() { self.evaluate(&next, mover, ply + 1) } else { best }
            } else {
                break;
            };
            if v > best {
                (best, best_move) = (v, Some(mv));
                if best >= beta {
                    break;
                }
            }
        }
        if let Some(killer) = best_move {
            self.note(self.plies + ply, killer);
        }
        (best, best_move)
    }

    fn note(&mut self, at: usize, mv: Move) {
        if let Some(killers) = self.killers.get_mut(at)
            && killers[0] != mv
        {
            *killers = [mv, killers[0]];
        }
    }
}

/// The outcome after this move, or `None` if the move does not end the game.
fn end<G: Game + Copy>(position: &G, mv: Move) -> Option<Outcome> {
    let mut after = *position;
    after.play(mv);
    after.outcome()
}

/// A source of random values: numbers, search configurations and killers.
struct Draw(Rng);

impl Draw {
    fn search(&mut self) -> Selective {
        let widest = [3, 5, 12][self.0.below(3) as usize];
        let mut search = Selective { depth: 1 + self.0.below(3) as u8, ..Selective::PAPER };
        for ply in 0..3 {
            let searched = 1 + self.0.below(widest) as u8;
            let others = self.0.below(u32::from(Selective::WIDTH_MAX - searched) + 1) as u8;
            search.evaluated[ply] = searched;
            search.looked[ply] = [0, Selective::ALL, others][self.0.below(3) as usize];
        }
        search
    }

    fn killers<G: Game + Copy>(&mut self, position: &G, plies: usize) -> Killers {
        let mut killers = NO_KILLERS;
        let moves = legal(position);
        for killer in killers[plies..].iter_mut().flatten() {
            if self.0.below(2) == 0 {
                *killer = moves[self.0.below(moves.len() as u32) as usize];
            }
        }
        killers
    }
}

/// A version of Figure 3. A search is compared with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// Figure 3 without killers.
    Plain,
    /// Figure 3 with killers, if all moves are searched.
    Killers,
    /// Figure 3 with killers, changed to test moves for a win first.
    LooksFirst,
}

/// Compares one search with Figure 3. Returns true if the score reaches the bound of the option
/// `cut`, which ends the playout.
fn compare<G: Knowledge + Copy + core::fmt::Debug>(
    tree: &mut TreeSearch<'_, G>,
    position: &G,
    draw: &mut Draw,
    cut: u32,
    how: How,
) -> bool {
    let mut search = draw.search();
    // For a search without killers, the playout is already so long that no killers are stored for
    // its plies.
    let plies = if how == How::Plain { NO_KILLERS.len() } else { draw.0.below(NO_KILLERS.len() as u32) as usize };
    if how == How::Killers {
        search.looked = [0; 3];
    }
    let evaluator = tree.tree.plan.evaluator;
    let config = Config { evaluator, strategy: Strategy::AlphaBeta(search), cut, ..Config::default() };
    tree.tree.plan.compile(&config);
    let killers = draw.killers(position, plies);
    tree.small_search.killers.copy_from_slice(killers.as_flattened());
    tree.simulation.scratch.copy_from(position);
    let mut figure = Figure3 { search, evaluator, killers, plies, looks_first: how == How::LooksFirst };
    let bound = if cut == 0 { INFINITE } else { cut as Score };
    let (expected, best) = figure.sab(position, 0, [-bound, bound]);
    let Tree { plan, rng, move_statistics, .. } = &mut tree.tree;
    let mut tools = Tools { plan, rng, small_search: &mut tree.small_search, move_statistics };
    let (found, score) = tree.simulation.search_selectively(&mut tools, &search, plies as u32).unwrap();
    let context =
        std::format!("{how:?} {search:?} within {bound} at {position:?}: {found:?} {score}, {best:?} {expected}");
    assert_eq!(score.clamp(-bound, bound), expected.clamp(-bound, bound), "{context}");
    assert_eq!(*tree.small_search.killers, *figure.killers.as_flattened(), "{context}");
    if expected.abs() >= bound {
        return true;
    }
    // If several moves win, imm and the figure may choose different ones, because imm tests some
    // moves before it searches.
    let wins = |mv| end(position, mv) == Some(Outcome::win_for(position.to_move()));
    assert!(found == best.unwrap() || (wins(found) && wins(best.unwrap())), "{context}");
    false
}

/// All versions of Figure 3.
const HOW: [How; 3] = [How::Plain, How::Killers, How::LooksFirst];

/// Compares searches at the positions of random games. The score must reach the bound of the option
/// `cut` in more than 1/50 and less than 1/2 of the searches.
fn compare_games<G: Knowledge + Copy + core::fmt::Debug>(start: &G, evaluator: Evaluator, cuts: &[u32], games: u32) {
    let (mut searches, mut ended, mut draw) = (0, 0, Draw(Rng::new(3)));
    let strategy = Strategy::AlphaBeta(Selective::PAPER);
    with_search(start, &Config { evaluator, strategy, ..Config::default() }, 10, |tree| {
        random_games(start, games, |position| {
            for (&cut, how) in cuts.iter().flat_map(|cut| HOW.map(|how| (cut, how))) {
                if position.outcome().is_none() {
                    searches += 1;
                    ended += u32::from(compare(tree, position, &mut draw, cut, how));
                }
            }
        });
    });
    assert!(searches > 2000 && ended > searches / 50 && ended < searches / 2, "{ended} of {searches}");
}

#[test]
fn it_is_figure_3_on_breakthrough() {
    compare_games(&Breakthrough::default(), Evaluator::MS, &[0, 5, 12], 30);
    compare_games(&Breakthrough::default(), Evaluator::LH, &[0, 20, 60], 30);
    compare_games(&Breakthrough::new(4, 5).unwrap(), Evaluator::MS, &[0, 3, 8], 80);
}

#[test]
fn it_is_figure_3_where_a_player_moves_several_times_in_a_row() {
    compare_games(&Kalah::default(), Evaluator::RS, &[0, 3, 8], 60);
}

#[test]
fn it_is_figure_3_on_random_games() {
    let (mut searches, mut ended, mut draw) = (0, 0, Draw(Rng::new(5)));
    for seed in 0..1500 {
        let start = RandomGame { tells_odds: seed % 3 != 0, ..RandomGame::new(seed) };
        if start.outcome().is_some() {
            continue;
        }
        with_search(
            &start,
            &Config { strategy: Strategy::AlphaBeta(Selective::PAPER), ..Config::default() },
            10,
            |tree| {
                random_games(&start, 1, |position| {
                    for (cut, how) in [0, 4, 12].into_iter().flat_map(|cut| HOW.map(|how| (cut, how))) {
                        if position.outcome().is_none() {
                            searches += 1;
                            ended += u32::from(compare(tree, position, &mut draw, cut, how));
                        }
                    }
                });
            },
        );
    }
    assert!(searches > 20_000 && ended > searches / 20, "{ended} of {searches}");
}

#[test]
fn killers_are_noted_by_alpha_beta_playouts_alone_and_forgotten_with_the_tree() {
    let game = Breakthrough::default();
    for (strategy, noted) in [(Strategy::AlphaBeta(Selective::PAPER), true), (Strategy::Greedy(3), false)] {
        with_search(&game, &Config { strategy, ..Config::default() }, 1000, |search| {
            super::tests::simulate(search, 50);
            let (pairs, _) = search.small_search.killers.as_chunks::<2>();
            assert_eq!(pairs.len(), if noted { NO_KILLERS.len() } else { 0 });
            assert_eq!(pairs.iter().any(|pair| *pair != [Move::NONE; 2]), noted);
            // The two killers of a ply must be different moves. If the ply has no killers, both are
            // [`Move::NONE`].
            assert!(pairs.iter().all(|[latest, before]| latest != before || *latest == Move::NONE));
            search.forget();
            assert!(search.small_search.killers.iter().all(|mv| *mv == Move::NONE));
        });
    }
}
