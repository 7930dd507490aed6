//! Shared trees made by hand, in which one thread goes down and up: what it finds is what a tree of
//! its own would.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::super::memory::tests::{HERE, KIND, joined, slots};
use super::super::shared_tree::SharedTree;
use super::*;
use crate::game::value::{Outcome, Proof};
use crate::player::Config;
use crate::tree::tests::{MOVERS, child, proven, with_tree, worth};
use crate::tree::{NodeId, ROOT};
use std::vec;
use std::vec::Vec;

/// A value of a half.
const HALF: i16 = 16_384;

/// Players who back up values, who do not, and who have no solver.
fn minimax() -> Config {
    Config { im: 0.4, ..Config::default() }
}
fn plain() -> Config {
    Config::default()
}
fn unsolved(config: Config) -> Config {
    Config { solver: false, ..config }
}

/// Runs `check` on an empty shared tree, with a tree of this player whose own has so much `room`.
fn climb_in(config: &Config, room: usize, check: impl FnOnce(&Climber<'_>, &mut Tree<'_>)) {
    let shared = slots(64);
    let memory = joined(&shared);
    let climber = Climber::new(memory, memory.enter(HERE).unwrap());
    with_tree(config, room, |tree| check(&climber, tree));
}

fn climb(config: &Config, check: impl FnOnce(&Climber<'_>, &mut Tree<'_>)) {
    climb_in(config, 40, check);
}

/// Gives `node` these children, all of them visited; their run.
fn give(climber: &Climber<'_>, tree: &Tree<'_>, node: Id, mover: Side, children: &[Slot]) -> u32 {
    assert!(climber.claim(node));
    let len = children.len() as u32;
    let run = climber.take_run(node, len, false).unwrap();
    children.iter().zip(0..).for_each(|(child, offset)| climber.put_child(run, offset, child));
    climber.publish(tree, node, run, len, len, mover);
    run
}

/// A simulation goes from the root, where the first player is to move, to the child at this offset.
fn go_to(climber: &Climber<'_>, tree: &mut Tree<'_>, run: u32, offset: u32) -> Id {
    let child = child_of(run, offset);
    tree.begin(Side::First);
    climber.enter(0);
    climber.descend(tree, 0, run, child, Side::First);
    tree.descend(NodeId(child), Side::Second);
    child
}

/// Completed visits, and the sum of what they returned.
fn results(climber: &Climber<'_>, node: Id) -> (u32, i64) {
    let slot = climber.memory.slot(node);
    (slot.visits().0, slot.found().reward())
}

#[test]
fn one_makes_the_children_and_others_see_it() {
    climb(&plain(), |climber, tree| {
        assert!(!climber.is_expanding(0) && climber.claim(0));
        assert!(climber.is_expanding(0) && !climber.claim(0) && climber.run_below(0).is_none());
        climber.unclaim(0, None);
        assert!(!climber.is_expanding(0));
        let run = give(climber, tree, 0, Side::First, &[0, 1, 2].map(|index| child(index, 1, 0)));
        assert!(!climber.claim(0) && climber.run_below(0) == Some(run));
        assert_eq!(climber.nodes(), 3);
    });
}

#[test]
fn a_node_is_worth_what_its_best_child_is() {
    let values = [-HALF, HALF / 2, HALF];
    for (mover, best) in MOVERS.into_iter().zip([HALF, -HALF]) {
        for (config, expected) in [(minimax(), best), (unsolved(minimax()), best), (plain(), 0)] {
            climb(&config, |climber, tree| {
                let children = values.map(|value| worth(child(0, 1, 0), value));
                give(climber, tree, 0, mover, &children);
                assert_eq!((climber.value(0).raw(), climber.proven_value(0)), (expected, None), "{config:?}");
            });
            climb(&config, |climber, tree| {
                // It only looks: the children are not kept.
                assert!(climber.claim(0));
                let run = climber.take_run(0, 3, false).unwrap();
                (0..3).for_each(|at| climber.put_child(run, at, &worth(child(0, 1, 0), values[at as usize])));
                climber.look(tree, 0, run, 3, mover);
                assert_eq!((climber.value(0).raw(), climber.run_below(0), climber.nodes()), (expected, None, 0));
            });
        }
    }
}

#[test]
fn children_prove_a_node() {
    let open = worth(child(2, 1, 0), HALF / 2);
    for mover in MOVERS {
        let won = proven(0, Outcome::win_for(mover).into());
        let lost = proven(1, Outcome::win_for(mover.opponent()).into());
        let drawn = proven(3, Proof::Draw);
        let cases = [
            (vec![won, open], Some(won.value())),
            (vec![lost, open], None),
            (vec![lost, lost], Some(lost.value())),
            (vec![lost, drawn], Some(Value::DRAW)),
            (vec![open, drawn], None),
        ];
        for (children, expected) in cases {
            for config in [plain(), minimax()] {
                climb(&config, |climber, tree| {
                    give(climber, tree, 0, mover, &children);
                    assert_eq!(climber.proven_value(0), expected, "{children:?}");
                    let plies = if expected.is_some_and(|value| value != Value::DRAW) { 4 } else { 0 };
                    assert_eq!(climber.memory.slot(0).found().distance(), plies, "{children:?}");
                });
                climb(&unsolved(config), |climber, tree| {
                    give(climber, tree, 0, mover, &children);
                    assert_eq!(climber.proven_value(0), None, "nobody proves anything");
                });
            }
        }
    }
}

#[test]
fn what_a_simulation_finds_goes_up() {
    for (config, above) in [(minimax(), HALF), (plain(), 0)] {
        climb(&config, |climber, tree| {
            let run = give(climber, tree, 0, Side::First, &[child(0, 1, 0), child(1, 1, 0)]);
            let leaf = go_to(climber, tree, run, 1);
            give(climber, tree, leaf, Side::Second, &[HALF, HALF + 1].map(|value| worth(child(0, 1, 0), value)));
            climber.back_up(tree, Value::WIN);
            assert_eq!(results(climber, 0), (1, Value::ONE.into()));
            assert_eq!(results(climber, leaf), (2, Value::ONE.into()));
            assert_eq!([0, leaf].map(|node| climber.value(node).raw()), [above; 2], "max of min");
        });
    }
}

#[test]
fn what_is_proven_below_is_proven_above_and_counts_there() {
    for (solver, wins) in [(true, true), (true, false), (false, true)] {
        let config = Config { solver, ..minimax() };
        climb(&config, |climber, tree| {
            let run = give(climber, tree, 0, Side::First, &[child(0, 1, 0), worth(child(1, 1, 0), -HALF)]);
            let leaf = go_to(climber, tree, run, 0);
            let winner = if wins { Outcome::FirstWins } else { Outcome::SecondWins };
            climber.memory.slot(leaf).settle(winner.value(), winner.into(), 2);
            climber.back_up(tree, Value::LOSS);
            let is_proven = solver && wins;
            assert_eq!(climber.proven_value(0), is_proven.then_some(Value::WIN));
            assert_eq!(climber.value(0), if wins { Value::WIN } else { Value::from_raw(-HALF) });
            let reward = if is_proven { Value::WIN } else { Value::LOSS };
            assert_eq!(results(climber, 0), (1, reward.raw().into()), "solver: {solver}");
            assert_eq!(results(climber, leaf), (2, Value::LOSS.raw().into()));
        });
    }
}

#[test]
fn where_a_draw_is_claimed_it_counts_unless_more_is_proven() {
    for proof in [Proof::Unknown, Proof::FirstWins] {
        climb(&plain(), |climber, tree| {
            let run = give(climber, tree, 0, Side::First, &[child(0, 0, 0), child(1, 1, 0)]);
            tree.begin(Side::First);
            tree.claim_draw_here();
            climber.enter(0);
            let leaf = child_of(run, 0);
            climber.descend(tree, 0, run, leaf, Side::First);
            tree.descend(NodeId(leaf), Side::Second);
            if proof != Proof::Unknown {
                climber.memory.slot(leaf).settle(Value::WIN, proof, 1);
            }
            climber.back_up(tree, Value::WIN);
            let at_root = if proof == Proof::Unknown { Value::DRAW } else { Value::WIN };
            assert_eq!(results(climber, 0), (1, at_root.raw().into()));
            assert_eq!(results(climber, leaf), (1, Value::ONE.into()));
        });
    }
}

#[test]
fn a_node_with_many_visits_passes_on_its_best_estimate() {
    let config = Config { max: 6, ..plain() };
    for (visits, expected) in [(4, Value::ONE.into()), (5, i64::from(-HALF))] {
        climb(&config, |climber, tree| {
            let run = give(climber, tree, 0, Side::First, &[child(0, visits, 0), child(1, 1, 0)]);
            let leaf = go_to(climber, tree, run, 0);
            // The second player's best is the mean of two losses in four.
            give(climber, tree, leaf, Side::Second, &[child(0, 4, -2), child(1, 4, 2), child(2, 0, 0)]);
            climber.back_up(tree, Value::WIN);
            assert_eq!(results(climber, leaf), (visits + 1, Value::ONE.into()));
            assert_eq!(results(climber, 0), (1, expected), "{visits} visits before");
        });
    }
}

/// Have the children in `run` the bounds that they get when all are computed anew?
fn assert_bounds(climber: &Climber<'_>, tree: &Tree<'_>, visits: u32, run: u32) {
    assert_eq!(climber.memory.slot(run).mark(), mark(place_of(visits)));
    let weights = tree.plain_weights(place_of(visits), Side::First);
    for kept in climber.memory.children(run) {
        let (seen, anew) = (kept.seen(Value::LOSS), SharedSlot::default());
        anew.set_bound(&seen, if seen.is_proven() { 0 } else { weights.kept(&seen) });
        assert_eq!(kept.rank(), anew.rank(), "{seen:?}");
    }
}

/// Gives the root of a tree with so many visits these children, to choose from.
fn to_choose(climber: &Climber<'_>, tree: &mut Tree<'_>, visits: u32, children: &[Slot]) -> u32 {
    climber.memory.slot(0).put(&child(0, visits, 0));
    let run = give(climber, tree, 0, Side::First, children);
    tree.begin(Side::First);
    climber.enter(0);
    run
}

/// So many that one more makes no other bound.
const MANY: u32 = 10_000;

#[test]
fn bounds_are_right_whatever_a_simulation_changes() {
    let lost = proven(3, Proof::SecondWins);
    let children = [child(0, 3000, 900), child(1, 4000, 1700), child(2, 3000, 1100), lost];
    climb(&minimax(), |climber, tree| {
        let run = to_choose(climber, tree, MANY, &children);
        let chosen = climber.select(tree, 0, run, Side::First);
        assert_eq!(climber.mv(chosen), Move(1), "it has the best mean of those with so many visits");
        assert_bounds(climber, tree, MANY, run);
        climber.descend(tree, 0, run, chosen, Side::First);
        assert_bounds(climber, tree, MANY, run);
        tree.descend(NodeId(chosen), Side::Second);
        climber.back_up(tree, Value::LOSS);
        assert_bounds(climber, tree, MANY + 1, run);

        // With bounds that are right, nothing is computed: what is chosen is the largest.
        climber.memory.slot(child_of(run, 0)).set_bound(&children[0], u32::MAX << 10);
        climber.enter(0);
        let chosen = climber.select(tree, 0, run, Side::First);
        assert_eq!(climber.mv(chosen), Move(0));

        // What is proven has no bound any more.
        climber.memory.slot(chosen).settle(Value::LOSS, Proof::SecondWins, 1);
        climber.descend(tree, 0, run, chosen, Side::First);
        assert_eq!(climber.memory.slot(run).mark(), 0);
    });
}

#[test]
fn bounds_are_kept_by_whom_they_decide() {
    let (drawn, lost, won) = (proven(2, Proof::Draw), proven(3, Proof::SecondWins), proven(4, Proof::FirstWins));
    let fpu = Config { fpu: Some(0.3), ..plain() };
    for (config, third, expected) in [
        (plain(), child(2, 9, 1), true),
        (plain(), lost, true),
        (plain(), drawn, false),
        (unsolved(plain()), lost, false),
        (unsolved(plain()), won, false),
        (fpu, child(2, 9, 1), false),
    ] {
        climb(&config, |climber, tree| {
            let run = to_choose(climber, tree, 21, &[child(0, 6, 4), child(1, 6, -4), third]);
            climber.select(tree, 0, run, Side::First);
            let mark = climber.memory.slot(run).mark();
            assert_eq!(mark != 0, expected, "{config:?} {third:?}");
        });
    }
}

#[test]
fn a_draw_that_is_best_is_claimed_and_counted() {
    for (wins, claims) in [(-4, true), (4, false)] {
        climb(&plain(), |climber, tree| {
            let mut drawn = proven(1, Proof::Draw);
            drawn.set_prior(6, 0);
            let run = to_choose(climber, tree, 12, &[child(0, 6, wins), drawn]);
            let chosen = climber.select(tree, 0, run, Side::First);
            assert_eq!(chosen, child_of(run, 0), "there is nothing to learn of a draw");
            assert_eq!(results(climber, child_of(run, 1)).0, if claims { 7 } else { 6 });
            assert_eq!(path_of(tree)[0].claims_draw(), claims);
        });
    }
}

#[test]
fn the_choice_takes_simulations_under_way_for_visits() {
    climb(&Config { fpu: Some(0.3), ..plain() }, |climber, tree| {
        let run = to_choose(climber, tree, 12, &[child(0, 6, 5), child(1, 6, 5)]);
        climber.enter(child_of(run, 0));
        assert_eq!(climber.select(tree, 0, run, Side::First), child_of(run, 1));
        (0..2).for_each(|_| climber.enter(child_of(run, 1)));
        assert_eq!(climber.select(tree, 0, run, Side::First), child_of(run, 0));
    });
}

#[test]
fn what_is_given_up_does_not_count() {
    climb(&plain(), |climber, tree| {
        let run = give(climber, tree, 0, Side::First, &[child(0, 1, 0), child(1, 1, 0)]);
        let leaf = go_to(climber, tree, run, 1);
        assert_eq!([0, leaf].map(|node| climber.memory.slot(node).visits()), [(0, 1), (1, 1)]);
        climber.give_up(tree);
        assert_eq!([0, leaf].map(|node| climber.memory.slot(node).visits()), [(0, 0), (1, 0)]);
    });
}

#[test]
fn the_more_probable_come_first_and_what_ends_the_game_last() {
    let with = |index, probability| {
        let mut node = child(index, 0, 0);
        node.set_bias(Slot::bias_of_probability(probability));
        node
    };
    let children = [with(0, 50), proven(1, Proof::Draw), with(2, 200), with(3, 10), with(4, 50), with(5, 255)];
    climb(&plain(), |climber, _| {
        assert!(climber.claim(0));
        let run = climber.take_run(0, 6, false).unwrap();
        children.iter().zip(0..).for_each(|(child, made)| climber.put_sorted(run, made, child));
        let moves: Vec<_> = (0..6).map(|offset| climber.mv(child_of(run, offset)).0).collect();
        assert_eq!(moves, [5, 2, 0, 4, 3, 1]);
        climber.link(0, run);
    });
}

#[test]
fn where_the_margin_counts_the_root_is_settled_when_all_its_children_are() {
    let (won, lost, open) = (proven(0, Proof::FirstWins), proven(1, Proof::SecondWins), child(2, 3, 3));
    // With and without `marg`.
    let cases = [
        (vec![won, lost], true, true),
        (vec![won, open], false, true),
        (vec![open, open], false, false),
        (vec![lost, open], false, false),
    ];
    for (children, with_margin, without) in cases {
        for (marg, expected) in [(0.5, with_margin), (0.0, without)] {
            climb(&Config { marg, ..plain() }, |climber, tree| {
                give(climber, tree, 0, Side::First, &children);
                assert_eq!(climber.root_is_settled(tree), expected, "{marg} {children:?}");
            });
        }
    }
    // A root that is proven, of whose children nothing is known, or not yet.
    for (marg, expected) in [(0.5, false), (0.0, true)] {
        climb(&Config { marg, ..plain() }, |climber, tree| {
            climber.memory.slot(0).settle(Value::WIN, Proof::FirstWins, 1);
            assert_eq!(climber.root_is_settled(tree), expected);
            assert!(climber.claim(0));
            assert_eq!(climber.root_is_settled(tree), expected);
            climber.unclaim(0, None);
        });
    }
}

#[test]
fn what_was_visited_is_shown_by_its_share_of_the_simulations() {
    // One in four of 16 is four: the second child comes before the first, which has three.
    let children = [child(0, 3, 0), child(1, 4, 0), child(2, 0, 0), child(3, 9, 0)];
    for room in [10, 40] {
        climb_in(&plain(), room, |climber, tree| {
            let run = to_choose(climber, tree, 16, &children);
            climber.give_up(tree);
            for (offset, moves) in [(0, [10, 11]), (1, [12, 13])] {
                let below = moves.map(|mv| child(mv, 1, 0));
                give(climber, tree, child_of(run, offset), Side::Second, &below);
            }
            assert!(climber.has_grown(tree));
            climber.show(tree);
            assert!(!climber.has_grown(tree));
            let shown = tree.pool.children(tree.pool.node(ROOT).run());
            let moves: Vec<_> = shown.iter().map(|child| child.mv().0).collect();
            assert_eq!(moves, [0, 1, 3, 2], "those that were visited come first");
            let below = |child: &Slot| tree.pool.children(child.run()).iter().map(|child| child.mv().0).collect();
            let below: Vec<Vec<_>> = shown.iter().map(below).collect();
            let first = if room < 40 { vec![] } else { vec![10, 11] };
            assert_eq!(below, [first, vec![12, 13], vec![], vec![]], "{room}");
        });
    }
}

#[test]
fn a_tree_follows_the_moves_of_its_searches() {
    let slots = slots(64);
    let mut shared = SharedTree::join(&slots, |_| KIND, HERE).unwrap();
    assert!(shared.is_in(&slots) && !shared.is_in(&slots[1..]));
    with_tree(&plain(), 40, |tree| {
        let climber = shared.climber(shared.enter().unwrap());
        climber.memory.slot(0).put(&child(0, 9, 0));
        let run = give(&climber, tree, 0, Side::First, &[child(0, 3, 1), child(1, 6, 2)]);
        give(&climber, tree, child_of(run, 1), Side::Second, &[child(7, 2, 1)]);
    });
    shared.follow(Move(1));
    assert_eq!(shared.check(), 6, "the child is the root");
    assert!(shared.is_in(&slots));
    shared.follow(Move(8));
    assert_eq!((shared.check(), shared.counts().0), (0, 0), "nothing is known of this move");
    shared.leave();
    assert!(!shared.is_in(&slots), "nobody knows where this search is");
}
