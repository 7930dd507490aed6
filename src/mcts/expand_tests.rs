//! Tests of step 2 of a simulation, expand: which children a leaf gets, and with which child the
//! simulation continues. Also tests simulations that are stopped, the move statistics of the option
//! `grave`, games without keys, and games that fail.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::tests::{give_root, simulate, with_search};
use super::*;
use crate::game::Fault;
use crate::game::value::Proof;
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::{Capture, Kalah};
use crate::games::testing::{Listed, legal, named, position, random_games};
use crate::player::options::Leaf;
use crate::search::Search;
use crate::tree::MoveStat;
use crate::{forward, game_methods};
use core::sync::atomic::AtomicBool;
use std::vec::Vec;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn root_children<'a, G: Game>(search: &'a TreeSearch<'_, G>) -> &'a [Slot] {
    search.tree.pool.children(search.tree.pool.root().children())
}

/// A position with Black to move. Only the capture on b1 wins. After any other move, White captures
/// on a2.
fn one_wins() -> Breakthrough {
    position(&Breakthrough::default(), "...bbbbb/......../......../......../......../......../b......./ww...... 2")
}

/// Starts a search with a stop flag that is already set. So the search stops as soon as possible.
fn cut_short(search: &mut TreeSearch<'_, Breakthrough>) {
    let raised = AtomicBool::new(true);
    let _ = search.search(&Limits::time_ms(1000), Some(&NoTime), &raised);
}

struct NoTime;

impl Clock for NoTime {
    fn now_ms(&self) -> u32 {
        0
    }
}

#[test]
fn behind_a_move_that_wins_no_child_is_made_unless_the_margin_counts() {
    let game = one_wins();
    let (moves, wins) = (legal(&game), named(&game, "a2b1"));
    let place = moves.iter().position(|&mv| mv == wins).unwrap();
    assert!(place + 1 < moves.len());
    let plain = Config { im: 0.4, ..Config::default() };
    let cases = [
        (plain, place + 1, Proof::SecondWins),
        (Config { solver: false, ..plain }, moves.len(), Proof::Unknown),
        (Config { marg: 0.5, ..plain }, moves.len(), Proof::SecondWins),
    ];
    for (config, count, proof) in cases {
        with_search(&game, &Config { marg: 0.0, ..config }, 100, |search| {
            search.tree.plan.compile(&config); // opening refuses `marg`: the game has no points
            simulate(search, 1);
            assert_eq!((root_children(search).len(), search.tree.pool.root().proof()), (count, proof));
            assert!(root_children(search).iter().all(|child| child.is_solved() == (child.mv() == wins)));
        });
    }
}

#[test]
fn an_expansion_that_is_cut_short_makes_a_child_each_time_and_forgets_no_proof() {
    let game = one_wins();
    let config = Config { im: 0.4, leaf: Leaf::AlphaBeta(2), ..Config::default() };
    for marg in [0.0, 0.5] {
        with_search(&game, &config, 100, |search| {
            search.tree.plan.compile(&Config { marg, ..config });
            let (total, mut made) = (legal(&game).len(), 0);
            while search.tree.pool.root().proof() == Proof::Unknown && made < total {
                cut_short(search);
                made += 1;
                assert_eq!(root_children(search).len(), made);
            }
            assert_eq!(search.tree.pool.root().proof(), Proof::SecondWins);
            assert_eq!((made == total, root_children(search)[made - 1].is_solved()), (marg > 0.0, marg == 0.0));
        });
    }
}

#[test]
fn what_a_leaf_search_proves_is_worth_the_least_margin() {
    let start = Kalah::new(3, 2, Capture::Empty).unwrap();
    for marg in [0.0, 0.5] {
        let config = Config { im: 0.4, leaf: Leaf::AlphaBeta(2), marg, ..Config::default() };
        // The game has twelve stones. So the value of a win by one stone must be one half, plus a
        // twelfth of the other half.
        let least = if marg == 0.0 { 32_767 } else { 17_749 };
        let mut seen = [0; 2];
        random_games(&start, 20, |position| {
            if position.outcome().is_some() {
                return;
            }
            with_search(position, &config, 100, |search| {
                simulate(search, 1);
                for child in root_children(search) {
                    let mut after = *position;
                    after.play(child.mv());
                    if after.outcome().is_none() && matches!(child.proof(), Proof::FirstWins | Proof::SecondWins) {
                        let second = child.proof() == Proof::SecondWins;
                        assert_eq!(child.value().raw(), if second { -least } else { least });
                        seen[usize::from(second)] += 1;
                    }
                }
            });
        });
        assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    }
}

#[test]
fn a_table_of_positions_is_without_effect_in_a_game_without_keys() {
    let config = Config { prooftt: true, ..Config::default() };
    with_search(&Listed(Breakthrough::default()), &config, 800, |search| {
        assert!(!search.tree.has_transpositions());
        assert_eq!(search.tree.pool.end(), 800);
        simulate(search, 50);
    });
    with_search(&Breakthrough::default(), &config, 800, |search| {
        assert!(search.tree.has_transpositions());
        assert_eq!(search.tree.pool.end(), 700);
    });
}

#[test]
fn the_tree_grows_no_deeper_than_it_may() {
    for depth in [1, 2, 3] {
        with_search(&Breakthrough::default(), &Config { c: 0.1, ..Config::default() }, 5000, |search| {
            let limits = Limits { depth, ..Limits::iterations(600) };
            assert_eq!(search.search(&limits, None, &GO_ON), Ok(Stop::Iterations));
            assert_eq!(search.report().unwrap().depth, depth);
        });
    }
}

/// A game that fails when the first move is made.
#[derive(Clone)]
struct Failing(Breakthrough, bool);

impl Game for Failing {
    type Undo = <Breakthrough as Game>::Undo;

    game_methods!(forward, 0);
    forward! { 0; fn unmake(&mut self, mv: Move, undo: Self::Undo); }

    fn make(&mut self, mv: Move) -> Self::Undo {
        self.1 = true;
        self.0.make(mv)
    }

    fn fault(&self) -> Option<Fault> {
        self.1.then_some(Fault::Failed)
    }

    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }
}

impl Knowledge for Failing {}

#[test]
fn no_playout_goes_on_from_where_a_game_has_failed() {
    with_search(&Failing(Breakthrough::default(), false), &Config::default(), 100, |search| {
        assert_eq!(search.search(&Limits::iterations(9), None, &GO_ON), Err(SearchError::Fault(Fault::Failed)));
        assert_eq!((search.iterations, search.playout_plies), (0, 0));
    });
}

#[test]
fn without_a_bias_corrective_draws_by_the_games_own_probabilities() {
    // `chosen` has the moves with the lowest and the highest probability. Neither of them is worse
    // than a pass. So Corrective must sample them in proportion to their probabilities.
    let pieces = "b......./......../..b....w/......w./....w.../..w...../w......./........ 1";
    let game = position(&Breakthrough::default(), pieces);
    let moves = legal(&game);
    let probability = |mv: &Move| game.transition(*mv).unwrap();
    let chosen = [moves.iter().min_by_key(|mv| probability(mv)), moves.iter().max_by_key(|mv| probability(mv))];
    let odds = chosen.map(|mv| f64::from(probability(mv.unwrap()).max(1)));
    assert!(odds[1] > 2.0 * odds[0], "{odds:?}");
    with_search(&game, &Config { ct: 5, seed: 4, ..Config::default() }, 50, |search| {
        let children = chosen.map(|mv| Slot::node(*mv.unwrap(), 0, Value::WIN, Proof::Unknown));
        let siblings = give_root(search, &children);
        let mut counts = [0.0; 2];
        for _ in 0..4000 {
            search.simulation.restart();
            counts[siblings.offset_of(search.corrective_child(siblings).unwrap()) as usize] += 1.0;
        }
        let expected = 4000.0 * odds[0] / (odds[0] + odds[1]);
        assert!((counts[0] - expected).abs() < 5.0 * expected.sqrt(), "{counts:?} {odds:?}");
    });
}

const GRAVE: Config = Config { grave: 5, solver: false, ..Config::DEFAULT };

/// Returns the bound of each of these moves, as a key (a whole number). Some of the moves may have
/// no child yet.
fn keys(search: &TreeSearch<'_, Breakthrough>, moves: &[Move]) -> Vec<(Move, u32)> {
    let mover = search.simulation.position.to_move();
    let weights = search.tree.all_weights(search.tree.pool.root().visits(), mover);
    let key = |&mv: &Move| {
        let known = search.tree.move_statistics.of_reference(mover, mv);
        match root_children(search).iter().find(|child| child.mv() == mv) {
            Some(child) => (mv, weights.key_by_moves(child, known, 0.0)),
            None => (mv, weights.key_of_absent(known)),
        }
    };
    moves.iter().map(key).collect()
}

#[test]
fn a_simulation_goes_on_with_the_largest_bound_of_all_moves_with_and_without_a_child() {
    let game = Breakthrough::new(5, 5).unwrap();
    let moves = legal(&game);
    let mut made = 0;
    with_search(&game, &Config { c: 0.2, ..GRAVE }, 40_000, |search| {
        for _ in 0..150 {
            simulate(search, 1);
            search.tree.leave_trunk();
            search.simulation.restart();
            search.tree.begin(Side::First);
            search.tree.consult(ROOT);
            let (keys, before) = (keys(search, &moves), root_children(search).len());
            let child = search.next_child(ROOT).unwrap();
            let chosen = search.tree.pool.node(child).mv();
            let key_of = |mv| keys.iter().find(|(other, _)| *other == mv).unwrap().1;
            assert_eq!(key_of(chosen), keys.iter().map(|(_, key)| *key).max().unwrap());
            made += root_children(search).len() - before;
            search.tree.descend(child, Side::Second);
            search.tree.backup(Value::DRAW);
        }
        assert!(root_children(search).len() > 2 && made > 0);
    });
}

#[test]
fn the_root_learns_from_every_simulation_what_its_moves_are_worth() {
    let game = Breakthrough::new(5, 5).unwrap();
    with_search(&game, &GRAVE, 40_000, |search| {
        simulate(search, 300);
        let stated = root_children(search).to_vec();
        assert_eq!(stated.iter().map(Slot::visits).sum::<u32>(), 300);
        search.tree.begin(Side::First);
        search.tree.consult(ROOT);
        for child in stated {
            let MoveStat { sum, count } = search.tree.move_statistics.of_reference(Side::First, child.mv());
            // `count` must include all visits of the child. The other simulations in `count` did
            // not visit the child, and each of them changes `sum` by at most one win.
            assert!(count >= child.visits() && count <= 600, "{count}");
            let others = i64::from(count - child.visits()) * i64::from(Value::ONE);
            assert!((i64::from(sum) - child.reward()).abs() <= others);
        }
    });
}
