//! Tests of the search tree: selection formulas calculated by hand, sums and minimax values in
//! whole trees, and the tree after a move of the game.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::game::value::{Outcome, Proof, Side};
use crate::game::{Game, MoveList};
use crate::games::breakthrough::Breakthrough;
use crate::games::kalah::{Capture, Kalah};
use crate::player::options::{Decision, Expansion};
use crate::search::Search;
use core::sync::atomic::AtomicBool;
use std::vec;
use std::vec::Vec;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Runs `check` on a search with a pool of `slots` slots, and with a trunk.
pub(super) fn with_search<G: Knowledge + Clone>(
    game: &G,
    config: &Config,
    slots: usize,
    check: impl FnOnce(&mut TreeSearch<'_, G>),
) {
    let mut slots = vec![Slot::default(); slots];
    let mut path = vec![Step::default(); 200];
    let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
    let (mut stays, mut places) = (vec![Stay::default(); 6], vec![game.clone(); 5]);
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(game.clone(), game.clone(), config, memory).unwrap();
    search.lend_trunk(&mut stays, &mut places);
    check(&mut search);
}

pub(super) fn simulate<G: Knowledge>(search: &mut TreeSearch<'_, G>, iterations: u64) {
    search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    search.tree.pool.check();
}

/// Calls `check` for `node` and for all nodes below it. Each call gets the node and its position.
fn for_each_node<G: Knowledge + Clone>(
    search: &TreeSearch<'_, G>,
    node: NodeId,
    game: &G,
    check: &mut impl FnMut(&TreeSearch<'_, G>, NodeId, &G),
) {
    check(search, node, game);
    let siblings = search.tree.pool.node(node).children();
    for (id, child) in (0..).map(|offset| siblings.child(offset)).zip(search.tree.pool.children(siblings)) {
        let mut next = game.clone();
        next.play(child.mv());
        for_each_node(search, id, &next, check);
    }
}

/// Returns a child with these statistics. `wins` is the number of the first player's wins minus the
/// number of losses.
pub(super) fn child(mv: u32, visits: u32, wins: i32, value: Value, proof: Proof) -> Slot {
    let mut slot = Slot::node(Move(mv), mv as u16, value, proof);
    for visit in 0..visits as i32 {
        let reward = if visit < (visits as i32 + wins) / 2 { Value::WIN } else { Value::LOSS };
        slot.add(reward);
    }
    slot
}

/// Adds these children to the root, and the sum of their visits to the root's visits.
pub(super) fn give_root<G: Knowledge>(search: &mut TreeSearch<'_, G>, children: &[Slot]) -> SiblingsId {
    let len = children.len() as u32;
    let siblings = search.tree.pool.take_siblings(len, ROOT, len).unwrap();
    for child in children {
        search.tree.pool.push_child(siblings, *child);
        (0..child.visits()).for_each(|_| search.tree.pool.node_mut(ROOT).add(Value::DRAW));
    }
    search.tree.pool.header_mut(siblings).set_visited(len as u16);
    siblings
}

/// Adds these children to the root. Selection must choose the child with the number `expected`.
/// Children are counted from 1.
fn check_selected(search: &mut TreeSearch<'_, Breakthrough>, children: &[Slot], expected: u32) {
    let siblings = give_root(search, children);
    let selected = search.tree.select(ROOT, siblings, search.simulation.scratch.to_move());
    assert_eq!(selected, siblings.child(expected - 1));
}

#[test]
fn selection_is_equation_1_by_hand() {
    // UCT selects the child with the larger bound. N is 25, and sqrt(ln 25) is 1.794. With C = 1,
    // child a has the bound 4/16 + 1.794/4 = 0.699, and child b has -3/9 + 1.794/3 = 0.265. With C
    // = 4, child a has 0.25 + 1.794 = 2.044, and child b has -0.333 + 2.392 = 2.059.
    for (c, expected) in [(1.0, 1), (4.0, 2)] {
        with_search(&Breakthrough::default(), &Config { c, ..Config::default() }, 50, |search| {
            let children = [child(0, 16, 4, Value::DRAW, Proof::Unknown), child(1, 9, -3, Value::DRAW, Proof::Unknown)];
            check_selected(search, &children, expected);
        });
    }
}

#[test]
fn selection_mixes_mean_and_minimax_value_as_equation_2() {
    // With implicit minimax, child a has the value (1 - alpha) * 0.25 - alpha * 0.5, and child b
    // has the negated value. Both have the same number of visits. So they are equally good if alpha
    // is 1/3.
    for (im, expected) in [(0.3, 1), (0.4, 2)] {
        with_search(&Breakthrough::default(), &Config { im, ..Config::default() }, 50, |search| {
            let half = Value::from_f32(0.5).unwrap();
            let children = [
                child(0, 16, 4, half.for_player(Side::Second), Proof::Unknown),
                child(1, 16, -4, half, Proof::Unknown),
            ];
            check_selected(search, &children, expected);
        });
    }
}

#[test]
fn the_second_player_selects_what_is_bad_for_the_first() {
    let mut game = Breakthrough::default();
    let mut buffer = [Move::NONE; 48];
    let mut moves = MoveList::new(&mut buffer);
    game.legal_moves(&mut moves);
    game.play(moves.get(0).unwrap());
    with_search(&game, &Config::default(), 50, |search| {
        let children = [child(0, 16, 4, Value::DRAW, Proof::Unknown), child(1, 16, -4, Value::DRAW, Proof::Unknown)];
        let siblings = give_root(search, &children);
        search.simulation.scratch.copy_from(&game);
        assert_eq!(search.tree.select(ROOT, siblings, search.simulation.scratch.to_move()), siblings.child(1));
    });
}

#[test]
fn of_several_with_the_same_bound_the_first_is_selected() {
    with_search(&Breakthrough::default(), &Config::default(), 200, |search| {
        let mut children: Vec<Slot> = (0..70).map(|mv| child(mv, 10, 0, Value::DRAW, Proof::Unknown)).collect();
        children[0] = child(0, 10, -2, Value::DRAW, Proof::Unknown);
        let siblings = give_root(search, &children);
        assert_eq!(search.tree.select(ROOT, siblings, Side::First), siblings.child(1));
        assert_eq!(search.tree.select_by_bounds(700, siblings), Some(siblings.child(1)));
    });
}

/// Counts the sibling blocks that have stored bounds, and the solved children in these blocks.
/// Tests that each stored bound equals the bound that is computed.
fn kept_bounds(search: &TreeSearch<'_, Kalah>, node: NodeId, mover: Side, seen: &mut [u32; 2]) {
    let slot = search.tree.pool.node(node);
    let (visits, siblings) = (slot.visits(), slot.children());
    let children = search.tree.pool.children(siblings);
    if siblings != SiblingsId::NONE && search.tree.has_bounds(visits, siblings) {
        seen[0] += 1;
        for child in children {
            let weights = search.tree.weights(visits, visits, mover);
            let expected = if child.is_solved() { 0 } else { weights.kept(child) };
            assert_eq!(child.rank() & !0x3FF, expected & !0x3FF, "{node:?} {child:?}");
            seen[1] += u32::from(child.is_solved());
        }
    }
}

#[test]
fn bounds_that_are_kept_are_what_they_would_be_computed_to_be() {
    let mixed = Config { im: 0.4, ..Config::default() };
    let scaled = Config { c: 3.0, fet: Some(4), ..mixed };
    let (mut seen, mut stayed) = ([0; 2], false);
    for config in [Config::default(), mixed, scaled] {
        let mut game = Kalah::new(3, 2, Capture::Empty).unwrap();
        for _ in 0..2 {
            with_search(&game, &config, 20_000, |search| {
                simulate(search, 20_000);
                stayed |= search.tree.trunk() > 0;
                search.tree.leave_trunk(); // computes the bounds of the trunk
                for_each_node(search, ROOT, &game, &mut |search, node, game| {
                    kept_bounds(search, node, game.to_move(), &mut seen);
                });
            });
            game = Kalah::default();
        }
    }
    assert!(seen[0] > 1000 && seen[1] > 0 && stayed, "{seen:?}");
}

#[test]
fn a_proven_loss_is_passed_over_and_a_proven_draw_is_claimed() {
    with_search(&Breakthrough::default(), &Config::default(), 50, |search| {
        let children = [
            child(0, 10, -10, Value::LOSS, Proof::SecondWins),
            child(1, 10, 8, Value::DRAW, Proof::Draw),
            child(2, 10, -6, Value::DRAW, Proof::Unknown),
        ];
        let siblings = give_root(search, &children);
        search.tree.depth = 0;
        search.tree.extend_path(ROOT, Side::First);
        // The solved draw has the exact value 0, and the unsolved child has the value -0.6. So the
        // draw has the larger bound and gets a visit, but the simulation continues with the
        // unsolved child.
        assert_eq!(search.tree.select(ROOT, siblings, search.simulation.scratch.to_move()), siblings.child(2));
        assert!(search.tree.path[0].claims_draw());
        assert_eq!(search.tree.pool.node(siblings.child(1)).visits(), 11);
    });
}

#[test]
fn decisions_by_hand() {
    // Child a has the value 0.2 and 100 visits, b has 0.5 and 36 visits, c has 0.75 and 16 visits.
    // For `SecureChild`, their lower bounds are 0.1, 0.333 and 0.5. For `ValueLogVisits`, their
    // sums of value and ln n are 4.81, 4.08 and 3.52.
    let children = [
        child(0, 100, 20, Value::DRAW, Proof::Unknown),
        child(1, 36, 18, Value::DRAW, Proof::Unknown),
        child(2, 16, 12, Value::DRAW, Proof::Unknown),
    ];
    let rules = [
        (Decision::MostVisits, 0),
        (Decision::SecureChild, 2),
        (Decision::BestValue, 2),
        (Decision::ValueLogVisits, 0),
    ];
    for (decision, expected) in rules {
        with_search(&Breakthrough::default(), &Config { decision, ..Config::default() }, 50, |search| {
            give_root(search, &children);
            assert_eq!(search.best_move().unwrap(), Move(expected), "{decision:?}");
        });
    }
    // A fourth child d has the value 1.0 and 3 visits. `BestValue` must choose d. `SecureChild`
    // must not choose d, because its lower bound is only 0.423.
    let mut more = children.to_vec();
    more.push(child(3, 3, 3, Value::DRAW, Proof::Unknown));
    for (decision, expected) in [(Decision::SecureChild, 2), (Decision::BestValue, 3), (Decision::MostVisits, 0)] {
        with_search(&Breakthrough::default(), &Config { decision, ..Config::default() }, 50, |search| {
            give_root(search, &more);
            assert_eq!(search.best_move().unwrap(), Move(expected), "{decision:?}");
        });
    }
}

/// Returns how often each move is chosen with this temperature. There are `games` decisions, each
/// with another seed.
#[cfg(feature = "policies")]
fn sampled(children: &[Slot], temp: f32, games: u64) -> Vec<u64> {
    let mut counts = vec![0; 4];
    for seed in 0..games {
        with_search(&Breakthrough::default(), &Config { temp, seed, ..Config::default() }, 50, |search| {
            give_root(search, children);
            let best = search.best_move().unwrap();
            counts[best.0 as usize] += 1;
            // The report and the expected line of play must begin with the same move.
            let report = search.report().unwrap();
            let mut line = [Move::NONE; 1];
            assert_eq!((report.best, search.line(&mut line)), (best, Ok(1)));
            assert_eq!((search.best_move().unwrap(), line[0]), (best, best));
        });
    }
    counts
}

#[test]
#[cfg(feature = "policies")]
fn moves_are_drawn_by_their_visits() {
    let lost = child(3, 500, -500, Value::LOSS, Proof::SecondWins);
    let children = [
        child(0, 160, 0, Value::DRAW, Proof::Unknown),
        child(1, 40, 40, Value::DRAW, Proof::Unknown),
        child(2, 10, 0, Value::DRAW, Proof::Draw),
        lost,
    ];
    // The odds of a move are its number of visits to the power of 1 / T. For the three moves, they
    // are 16 : 4 : 1 with T = 1, 4 : 2 : 1 with T = 2, and 256 : 16 : 1 with T = 0.5. The standard
    // deviation of a count is at most 50.
    for (temp, odds) in [(1.0, [16, 4, 1]), (2.0, [4, 2, 1]), (0.5, [256, 16, 1])] {
        let counts = sampled(&children, temp, 10_000);
        assert_eq!(counts[3], 0, "what is lost is not sampled");
        for (count, odds_of_it) in counts.iter().zip(odds) {
            let expected = 10_000 * odds_of_it / odds.iter().sum::<u64>();
            assert!(count.abs_diff(expected) < 220, "{temp}: {counts:?}");
        }
    }
    assert_eq!(sampled(&children, 0.01, 200), [200, 0, 0, 0]);
}

#[test]
#[cfg(feature = "policies")]
fn no_temperature_draws_away_from_a_proven_win_or_into_a_loss() {
    let mut win = child(2, 1, 1, Value::WIN, Proof::Unknown);
    win.set_proof(Proof::FirstWins, 3);
    let lost = child(0, 99, 0, Value::LOSS, Proof::SecondWins);
    let unknown = child(1, 50, 20, Value::DRAW, Proof::Unknown);
    assert_eq!(sampled(&[lost, unknown, win], 100.0, 200), [0, 0, 200, 0]);
    assert_eq!(sampled(&[lost, unknown], 100.0, 200), [0, 200, 0, 0]);
    // No child can be sampled, because one is lost and the other one is unvisited. So the unvisited
    // child must be chosen.
    let unvisited = child(1, 0, 0, Value::DRAW, Proof::Unknown);
    assert_eq!(sampled(&[lost, unvisited], 100.0, 200), [0, 200, 0, 0]);
}

#[test]
fn a_proven_win_is_played_and_a_proven_loss_avoided_whatever_the_visits() {
    let mut short = child(2, 1, 1, Value::WIN, Proof::Unknown);
    short.set_proof(Proof::FirstWins, 3);
    let mut long = child(1, 50, 50, Value::WIN, Proof::Unknown);
    long.set_proof(Proof::FirstWins, 7);
    let lost = child(0, 99, 0, Value::LOSS, Proof::SecondWins);
    let unknown = child(3, 1, -1, Value::DRAW, Proof::Unknown);
    for (children, expected) in [(vec![lost, long, short], 2), (vec![lost, unknown], 3)] {
        with_search(&Breakthrough::default(), &Config::default(), 50, |search| {
            give_root(search, &children);
            assert_eq!(search.best_move().unwrap(), Move(expected));
        });
    }
}

/// Tests that a node has as many visits as all its children together, plus one for the simulation
/// that ended at the node. No simulation ends at a root that gets one child at a time.
fn check_sums<G: Knowledge + Clone>(game: &G, config: &Config) {
    with_search(game, config, 100_000, |search| {
        simulate(search, 3000);
        let own = |node: NodeId| u32::from(node != ROOT || config.expands_all());
        for_each_node(search, ROOT, game, &mut |search, node, _| {
            let slot = search.tree.pool.node(node);
            let below: u32 = search.tree.pool.children(slot.children()).iter().map(Slot::visits).sum();
            assert!(
                slot.children() == SiblingsId::NONE || slot.visits() == below + own(node),
                "{node:?}: {} {below}",
                slot.visits()
            );
            assert!(slot.reward().unsigned_abs() <= u64::from(slot.visits()) * Value::ONE as u64);
        });
    });
}

#[test]
fn visits_add_up_in_every_tree() {
    for expansion in [Expansion::One, Expansion::All] {
        let config = Config { expansion, solver: false, ..Config::default() };
        check_sums(&Breakthrough::default(), &config);
        check_sums(&Kalah::default(), &config);
    }
}

/// Returns the values of all children of a leaf. A search does not keep the children at its first
/// visit to a leaf, so this function computes them.
fn values_below<G: Knowledge + Clone>(position: &G, config: &Config) -> Vec<Value> {
    let mut buffer = vec![Move::NONE; position.max_moves()];
    let mut moves = MoveList::new(&mut buffer);
    position.legal_moves(&mut moves);
    let value_after = |&mv: &Move| {
        let mut next = position.clone();
        next.play(mv);
        next.outcome().map_or_else(|| next.evaluate(config.evaluator), Outcome::value)
    };
    moves.as_slice().iter().map(value_after).collect()
}

/// Tests Algorithm 1, lines 8 and 14, of the implicit minimax paper: v(s) is the maximum or the
/// minimum of the children's values, depending on the player to move. A leaf has its static value
/// if it is unvisited, or if the tree creates one child at a time.
fn check_minimax<G: Knowledge + Clone>(game: &G, expansion: Expansion) {
    let config = Config { expansion, im: 0.4, recycle: false, ..Config::default() };
    with_search(game, &config, 50_000, |search| {
        simulate(search, 3000);
        for_each_node(search, ROOT, game, &mut |search, node, position| {
            let slot = search.tree.pool.node(node);
            let looked = slot.children() == SiblingsId::NONE && slot.visits() > 0 && expansion == Expansion::All;
            let values = match looked {
                true => values_below(position, &config),
                false => search.tree.pool.children(slot.children()).iter().map(Slot::value).collect(),
            };
            let values = values.into_iter();
            let expected = match position.to_move() {
                _ if slot.is_solved() => slot.proof().outcome().map(Outcome::value),
                Side::First => values.max(),
                Side::Second => values.min(),
            };
            let static_value = || position.evaluate(config.evaluator);
            if node != ROOT || slot.children() != SiblingsId::NONE {
                assert_eq!(slot.value(), expected.unwrap_or_else(static_value), "{node:?}");
            }
        });
    });
}

#[test]
fn minimax_values_are_those_of_the_tree_also_when_a_player_moves_twice() {
    for expansion in [Expansion::One, Expansion::All] {
        check_minimax(&Breakthrough::new(5, 5).unwrap(), expansion);
        check_minimax(&Kalah::default(), expansion);
    }
}

#[test]
fn a_move_keeps_what_is_below_it_and_gives_the_rest_back() {
    for im in [0.0, 0.4] {
        let game = Kalah::default();
        with_search(&game, &Config { im, ..Config::default() }, 60_000, |search| {
            simulate(search, 5000);
            for _ in 0..6 {
                let best = search.best_move().unwrap();
                let kept =
                    *search.tree.pool.node(search.tree.best_child_id(search.simulation.position.to_move()).unwrap());
                assert!(search.play(best).unwrap());
                search.tree.pool.check();
                let root = *search.tree.pool.root();
                assert_eq!((root.visits(), root.reward(), root.value()), (kept.visits(), kept.reward(), kept.value()));
                simulate(search, 500);
                assert_eq!(search.tree.pool.root().visits(), kept.visits() + 500);
            }
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_tree_and_steps_add_up() {
    let game = Breakthrough::new(6, 6).unwrap();
    for config in [Config::default(), Config { im: 0.4, ipp: true, ..Config::default() }] {
        let mut signatures = Vec::new();
        // A pool of 700 slots is small, so the search must recycle nodes.
        for (slots, steps) in [(50_000, 1), (50_000, 10), (700, 1), (700, 10)] {
            with_search(&game, &config, slots, |search| {
                (0..steps).for_each(|_| simulate(search, 2000 / steps));
                let report = search.report().unwrap();
                assert_eq!(report.recycled > 0, slots == 700);
                signatures.push(report.signature);
            });
        }
        assert_eq!(signatures[0], signatures[1]);
        assert_eq!(signatures[2], signatures[3]);
        assert_ne!(signatures[0], signatures[2]);
        with_search(&game, &Config { seed: 1, ..config }, 50_000, |search| {
            simulate(search, 2000);
            assert_ne!(search.report().unwrap().signature, signatures[0]);
        });
    }
}

#[test]
fn a_proven_draw_is_played_before_what_looks_worse_whatever_the_visits() {
    // After a child is a solved draw, the search visits the other child, because it might be a win.
    // So it must not matter that the other child has 100 visits, and the draw has only 99.
    let mut drawn = child(1, 99, 0, Value::DRAW, Proof::Unknown);
    drawn.set_proof(Proof::Draw, 0);
    for (wins, expected) in [(-80, 1), (10, 0)] {
        with_search(&Breakthrough::default(), &Config::default(), 50, |search| {
            give_root(search, &[child(0, 100, wins, Value::DRAW, Proof::Unknown), drawn]);
            assert_eq!(search.best_move().unwrap(), Move(expected));
        });
    }
}

#[test]
fn a_move_without_a_child_is_played_before_a_proven_loss() {
    let game = Breakthrough::default();
    with_search(&game, &Config::default(), 50, |search| {
        let first = search.legal_moves().unwrap()[0];
        let siblings = search.tree.pool.take_siblings(1, ROOT, 22).unwrap();
        search.tree.pool.push_child(siblings, Slot::node(first, 0, Value::LOSS, Proof::SecondWins));
        search.tree.pool.header_mut(siblings).set_visited(1);
        let best = search.best_move().unwrap();
        assert!(best != first && search.is_legal(best).unwrap());
    });
}

#[test]
fn absent_moves_are_found_the_same_way_for_any_number_of_moves() {
    with_search(&Breakthrough::default(), &Config::default(), 50, |search| {
        let siblings = search.tree.pool.take_siblings(40, ROOT, 64).unwrap();
        for index in [0_u16, 1, 5, 6, 7, 30, 62, 63] {
            search.tree.pool.push_child(siblings, Slot::node(Move(0), index, Value::DRAW, Proof::Unknown));
        }
        let both =
            |rank| (search.tree.absent_in_word(siblings, 64, rank), search.tree.absent_in_list(siblings, 64, rank));
        assert!((0..56).all(|rank| both(rank).0 == both(rank).1));
        assert_eq!([0, 1, 2, 3, 55].map(|rank| both(rank).0), [2, 3, 4, 8, 61]);
    });
}
