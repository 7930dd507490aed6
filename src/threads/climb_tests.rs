//! Tests with shared trees made by hand, in which one thread selects and backs up. Formulas are
//! tested twice: in a shared tree, and in the tree of one search.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::super::memory::tests::{HERE, KIND, joined, slots};
use super::super::shared_tree::SharedTree;
use super::*;
use crate::base::rng::Rng;
use crate::game::value::{Outcome, Proof};
use crate::player::Config;
use crate::tree::estimate::place_of;
use crate::tree::select::mark;
use crate::tree::tests::{MOVERS, child, proven, with_tree, worth};
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The value 1/2, in 1/32767ths.
const HALF: i16 = 16_384;

/// The players of the tests. `minimax` backs up values, `plain` does not, and `unsolved` has no
/// solver.
fn minimax() -> Config {
    Config { im: 0.4, ..Config::default() }
}
fn plain() -> Config {
    Config::default()
}
fn unsolved(config: Config) -> Config {
    Config { solver: false, ..config }
}

/// Runs `check` with two empty trees: a shared tree, and the tree of one search with this player.
/// The tree of the search has `room` slots.
fn climb_in(config: &Config, room: usize, check: impl FnOnce(&mut Climber<'_>, &mut Tree<'_>)) {
    let shared = slots(64);
    let memory = joined(&shared);
    let mut climber = Climber::new(memory, memory.enter(HERE).unwrap());
    with_tree(config, room, |tree| check(&mut climber, tree));
}

fn climb(config: &Config, check: impl FnOnce(&mut Climber<'_>, &mut Tree<'_>)) {
    climb_in(config, 40, check);
}

/// Adds these children to `node`, as if all of them were visited. Returns the sibling block of the
/// children.
fn give(climber: &mut Climber<'_>, tree: &mut Tree<'_>, node: Id, mover: Side, children: &[Slot]) -> u32 {
    assert!(climber.claim(node));
    let len = children.len() as u32;
    let siblings = climber.take_siblings(node, len, false).unwrap();
    children.iter().zip(0..).for_each(|(child, offset)| climber.put_child(siblings, offset, child));
    climber.publish(tree, node, siblings, len, len, mover);
    siblings
}

/// Starts a simulation at the root, where the first player is to move. Continues the simulation to
/// the child at this offset, and returns the child.
fn go_to(climber: &Climber<'_>, tree: &mut Tree<'_>, siblings: u32, offset: u32) -> Id {
    let child = child_of(siblings, offset);
    tree.begin(Side::First);
    climber.node(0).enter();
    climber.descend(tree, 0, siblings, child, Side::First);
    tree.descend(NodeId(child), Side::Second);
    child
}

/// A tree for tests: a shared tree or the tree of one search.
trait Handmade<'m>: Nodes<'m> {
    /// Adds these children to a leaf, as if all of them were visited. Returns the sibling block of
    /// the children.
    fn give(&mut self, leaf: NodeId, children: &[Slot]) -> SiblingsId;

    /// Replaces the root by this node.
    fn put_root(&mut self, root: &Slot);

    /// Counts a simulation that reaches a node.
    fn enter(&self, node: NodeId);

    /// Starts a simulation at the root, where the first player is to move. Continues the simulation
    /// to this child.
    fn go_to(&mut self, child: NodeId) {
        self.tree_mut().begin(Side::First);
        self.enter(ROOT);
        self.go_on_to(child);
    }

    /// Continues a simulation from the root to this child.
    fn go_on_to(&mut self, child: NodeId) {
        self.enter(child);
        self.tree_mut().descend(child, Side::Second);
    }

    /// Returns the number of completed visits and the sum of their rewards.
    fn results(&self, node: NodeId) -> (u32, i64) {
        let found = self.node(node).found();
        (found.borrow().visits(), found.borrow().reward())
    }

    /// The results that a search stores about a node: visits, sum of rewards, value, proof and
    /// distance.
    fn facts(&self, node: NodeId) -> (u32, i64, Value, Proof, u8) {
        let (visits, reward) = self.results(node);
        let found = self.node(node).found();
        let slot: &Slot = found.borrow();
        (visits, reward, slot.value(), slot.proof(), slot.distance())
    }
}

impl<'m> Handmade<'m> for Tree<'m> {
    fn give(&mut self, leaf: NodeId, children: &[Slot]) -> SiblingsId {
        let len = children.len() as u32;
        let siblings = self.pool.take_siblings(len, leaf, len).unwrap();
        children.iter().for_each(|child| _ = self.push_visited(siblings, *child));
        siblings
    }

    fn put_root(&mut self, root: &Slot) {
        *self.pool.node_mut(ROOT) = *root;
    }

    fn enter(&self, _: NodeId) {}
}

impl<'t> Handmade<'t> for SharedNodes<'_, 't, '_> {
    fn give(&mut self, leaf: NodeId, children: &[Slot]) -> SiblingsId {
        let mut climber = Climber::new(self.memory, self.memory.enter(HERE).unwrap());
        assert!(climber.claim(leaf.0));
        let siblings = climber.take_siblings(leaf.0, children.len() as u32, false).unwrap();
        children.iter().zip(0..).for_each(|(child, offset)| climber.put_child(siblings, offset, child));
        climber.link(leaf.0, siblings);
        SiblingsId(siblings)
    }

    fn put_root(&mut self, root: &Slot) {
        self.memory.slot(0).put(root);
    }

    fn enter(&self, node: NodeId) {
        self.memory.slot(node.0).enter();
    }
}

#[test]
fn one_makes_the_children_and_others_see_it() {
    climb(&plain(), |climber, tree| {
        assert!(!climber.is_expanding(0) && climber.claim(0));
        assert!(climber.is_expanding(0) && !climber.claim(0) && climber.children_below(0).is_none());
        climber.unclaim(0, None);
        assert!(!climber.is_expanding(0));
        let siblings = give(climber, tree, 0, Side::First, &[0, 1, 2].map(|index| child(index, 1, 0)));
        assert!(!climber.claim(0) && climber.children_below(0) == Some(siblings));
        assert_eq!(climber.nodes(), 3);
    });
}

fn check_goes_up<'m>(nodes: &mut impl Handmade<'m>, above: i16) {
    let siblings = nodes.give(ROOT, &[child(0, 1, 0), child(1, 1, 0)]);
    let leaf = siblings.child(1);
    nodes.go_to(leaf);
    let below = nodes.give(leaf, &[HALF, HALF + 1].map(|value| worth(child(0, 1, 0), value)));
    nodes.learn_from_children(leaf, below, Side::Second, false);
    assert_eq!(nodes.back_up(Value::WIN), Value::WIN);
    assert_eq!([ROOT, leaf].map(|node| nodes.results(node)), [(1, Value::ONE.into()), (2, Value::ONE.into())]);
    assert_eq!([ROOT, leaf].map(|node| nodes.node(node).value().raw()), [above; 2], "max of min");
}

#[test]
fn what_a_simulation_finds_goes_up() {
    for (config, above) in [(minimax(), HALF), (plain(), 0)] {
        with_tree(&config, 40, |tree| check_goes_up(tree, above));
        climb(&config, |climber, tree| check_goes_up(&mut climber.nodes_for(tree), above));
    }
}

fn check_solved_below<'m>(nodes: &mut impl Handmade<'m>, solver: bool, winner: Outcome) {
    let wins = winner == Outcome::FirstWins;
    let siblings = nodes.give(ROOT, &[child(0, 1, 0), worth(child(1, 1, 0), -HALF)]);
    let leaf = siblings.child(0);
    nodes.go_to(leaf);
    nodes.mark_solved(leaf, &Known::new(winner.value(), winner.into(), 2));
    nodes.back_up(Value::LOSS);
    let (visits, reward, value, proof, distance) = nodes.facts(ROOT);
    assert_eq!(value, if wins { Value::WIN } else { Value::from_raw(-HALF) });
    let (expected, plies, counts) = match solver && wins {
        true => (Proof::FirstWins, 3, Value::WIN),
        false => (Proof::Unknown, 0, Value::LOSS),
    };
    assert_eq!((visits, reward, proof, distance), (1, counts.raw().into(), expected, plies), "{solver} {winner:?}");
    assert_eq!(nodes.results(leaf), (2, Value::LOSS.raw().into()));
}

#[test]
fn what_is_solved_below_is_solved_above_and_counts_there() {
    for solver in [true, false] {
        let config = Config { solver, ..minimax() };
        for winner in [Outcome::FirstWins, Outcome::SecondWins] {
            with_tree(&config, 40, |tree| check_solved_below(tree, solver, winner));
            climb(&config, |climber, tree| check_solved_below(&mut climber.nodes_for(tree), solver, winner));
        }
    }
}

fn check_claim<'m>(nodes: &mut impl Handmade<'m>, proof: Proof) {
    let siblings = nodes.give(ROOT, &[child(0, 0, 0), child(1, 1, 0)]);
    nodes.enter(ROOT);
    nodes.tree_mut().claim_draw_here();
    nodes.go_on_to(siblings.child(0));
    if proof != Proof::Unknown {
        nodes.mark_solved(siblings.child(0), &Known::new(Value::WIN, proof, 1));
    }
    nodes.back_up(Value::WIN);
    let at_root = if proof == Proof::Unknown { Value::DRAW } else { Value::WIN };
    assert_eq!(nodes.results(ROOT), (1, at_root.raw().into()));
    assert_eq!(nodes.results(siblings.child(0)), (1, Value::ONE.into()));
}

#[test]
fn where_a_draw_is_claimed_it_counts_unless_more_is_solved() {
    for proof in [Proof::Unknown, Proof::FirstWins] {
        with_tree(&plain(), 40, |tree| check_claim(tree, proof));
        climb(&plain(), |climber, tree| check_claim(&mut climber.nodes_for(tree), proof));
    }
}

fn check_maximum<'m>(nodes: &mut impl Handmade<'m>, visits: u32, expected: i64) {
    let siblings = nodes.give(ROOT, &[child(0, visits, 0), child(1, 1, 0)]);
    let leaf = siblings.child(0);
    nodes.go_to(leaf);
    // For the second player, child 0 is the best. Its four visits have the sum of rewards -2.
    nodes.give(leaf, &[child(0, 4, -2), child(1, 4, 2), child(2, 0, 0)]);
    nodes.back_up(Value::WIN);
    assert_eq!(nodes.results(leaf), (visits + 1, Value::ONE.into()));
    assert_eq!(nodes.results(ROOT), (1, expected), "{visits} visits before");
}

#[test]
fn a_node_with_many_visits_passes_on_its_best_estimate() {
    let config = Config { max: 6, ..plain() };
    for (visits, expected) in [(4, Value::ONE.into()), (5, i64::from(-HALF))] {
        with_tree(&config, 40, |tree| check_maximum(tree, visits, expected));
        climb(&config, |climber, tree| check_maximum(&mut climber.nodes_for(tree), visits, expected));
    }
}

fn check_settled<'m>(nodes: &mut impl Handmade<'m>, children: &[Slot], expected: bool) {
    let siblings = nodes.give(ROOT, children);
    nodes.prove(ROOT, siblings, Side::First);
    assert_eq!(nodes.root_is_settled(), expected, "{children:?}");
}

#[test]
fn where_the_margin_counts_the_root_is_settled_when_that_is_exact() {
    let (mut won, lost, open) = (proven(0, Proof::FirstWins), proven(1, Proof::SecondWins), child(2, 3, 3));
    won.set_value(Value::from_raw(20_000));
    let mut or_more = won;
    or_more.set_settled(false);
    // Each case has the children, then the expected results with and without the option `marg`.
    let cases = [
        ([won, lost], true, true),
        ([or_more, lost], false, true),
        ([won, open], false, true),
        ([open, open], false, false),
        ([lost, open], false, false),
    ];
    for (children, with_margin, without) in cases {
        for (marg, expected) in [(0.5, with_margin), (0.0, without)] {
            let config = Config { marg, ..plain() };
            with_tree(&config, 40, |tree| check_settled(tree, &children, expected));
            climb(&config, |climber, tree| check_settled(&mut climber.nodes_for(tree), &children, expected));
        }
    }
    // The root is solved as a win, and its margin is exact if `settled` is true. At the first
    // assertion, the root has no children. At the second assertion, a thread has claimed the root,
    // but its children are not published yet.
    for settled in [true, false] {
        climb(&Config { marg: 0.5, ..plain() }, |climber, tree| {
            let known = Known::new(Value::from_raw(20_000), Proof::FirstWins, 1).with_margin(settled);
            climber.memory.slot(0).mark_solved(&known);
            assert_eq!(climber.root_is_settled(tree), settled);
            assert!(climber.claim(0));
            assert_eq!(climber.root_is_settled(tree), settled);
            climber.unclaim(0, None);
        });
    }
}

fn check_keeps_bounds<'m>(nodes: &mut impl Handmade<'m>, third: Slot, expected: bool) {
    nodes.put_root(&child(0, 21, 0));
    let siblings = nodes.give(ROOT, &[child(0, 6, 4), child(1, 6, -4), third]);
    nodes.enter(ROOT);
    nodes.select(ROOT, siblings, Side::First);
    assert_eq!(nodes.node(siblings.header()).mark() != 0, expected, "{third:?}");
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
        with_tree(&config, 40, |tree| check_keeps_bounds(tree, third, expected));
        climb(&config, |climber, tree| check_keeps_bounds(&mut climber.nodes_for(tree), third, expected));
    }
}

fn check_claims<'m>(nodes: &mut impl Handmade<'m>, wins: i64, mut solved: Slot, claims: bool) {
    solved.set_prior(6, 0);
    nodes.put_root(&child(0, 12, 0));
    let siblings = nodes.give(ROOT, &[child(0, 6, wins), solved]);
    nodes.enter(ROOT);
    assert_eq!(
        nodes.select(ROOT, siblings, Side::First),
        siblings.child(0),
        "there is nothing to learn of what is solved"
    );
    assert_eq!(nodes.results(siblings.child(1)).0, if claims { 7 } else { 6 });
    assert_eq!(path_of(nodes.tree())[0].claims_draw(), claims, "{wins} {solved:?}");
}

#[test]
fn only_a_draw_that_is_best_is_claimed_and_counted() {
    // With the option `marg`, a search continues after a child was solved as a win. So a solved win
    // must not confuse selection.
    let (drawn, won) = (proven(1, Proof::Draw), proven(1, Proof::FirstWins));
    for (marg, wins, solved, claims) in [(0.0, -4, drawn, true), (0.0, 4, drawn, false), (0.5, -4, won, false)] {
        let config = Config { marg, ..plain() };
        with_tree(&config, 40, |tree| check_claims(tree, wins, solved, claims));
        climb(&config, |climber, tree| check_claims(&mut climber.nodes_for(tree), wins, solved, claims));
    }
}

#[test]
fn children_that_are_only_looked_at_are_given_back() {
    for (mover, best) in MOVERS.into_iter().zip([HALF, -HALF]) {
        climb(&minimax(), |climber, tree| {
            assert!(climber.claim(0));
            let siblings = climber.take_siblings(0, 2, false).unwrap();
            (0..)
                .zip([-HALF, HALF])
                .for_each(|(at, value)| climber.put_child(siblings, at, &worth(child(0, 1, 0), value)));
            climber.look(tree, 0, siblings, 2, mover);
            assert_eq!((climber.value(0).raw(), climber.children_below(0), climber.nodes()), (best, None, 0));
        });
    }
}

/// Returns a child with random results. About one child in five is solved.
fn any_child(rng: &mut Rng, index: u16) -> Slot {
    let visits = 1 + rng.below(20);
    let mut node = match rng.below(15) {
        0 => proven(index, Proof::Draw),
        1 => proven(index, Proof::FirstWins),
        2 => proven(index, Proof::SecondWins),
        _ => worth(child(index, 0, 0), rng.bits() as i16 / 2),
    };
    node.set_prior(visits, (i64::from(rng.below(2 * visits + 1)) - i64::from(visits)) * i64::from(Value::ONE));
    node
}

fn select<'m>(nodes: &mut impl Handmade<'m>, node: NodeId, mover: Side) -> Option<NodeId> {
    let (visits, siblings) = (nodes.visits(node), nodes.node(node).children());
    let by_bounds = nodes.select_by_bounds(visits, siblings);
    (siblings != SiblingsId::NONE).then(|| by_bounds.unwrap_or_else(|| nodes.select(node, siblings, mover)))
}

/// Builds a tree from `seed`, and runs at most twenty simulations. Returns the contents of the
/// nodes after each simulation.
fn search<'m>(nodes: &mut impl Handmade<'m>, seed: u64) -> Vec<String> {
    let (mut rng, mut known) = (Rng::new(seed), vec![]);
    nodes.put_root(&child(0, 40, 3));
    let children: Vec<_> = (0..4).map(|index| any_child(&mut rng, index)).collect();
    let siblings = nodes.give(ROOT, &children);
    let children: Vec<_> = (0..4).map(|offset| siblings.child(offset)).collect();
    for &node in &children {
        let below: Vec<_> = (0..3).map(|index| any_child(&mut rng, index)).collect();
        if !nodes.node(node).is_solved() {
            nodes.give(node, &below);
        }
    }
    while known.len() < 20 && !nodes.root_is_settled() {
        nodes.tree_mut().begin(Side::First);
        nodes.enter(ROOT);
        let chosen = select(nodes, ROOT, Side::First).unwrap();
        nodes.go_on_to(chosen);
        let leaf = select(nodes, chosen, Side::Second);
        if let Some(leaf) = leaf {
            nodes.enter(leaf);
            nodes.tree_mut().descend(leaf, Side::First);
            if !nodes.node(leaf).is_solved() && rng.below(4) == 0 {
                let outcome = [Outcome::FirstWins, Outcome::Draw, Outcome::SecondWins][rng.below(3) as usize];
                nodes.mark_solved(leaf, &Known::new(outcome.value(), outcome.into(), 1));
            }
        }
        let reward = nodes.back_up(Value::from_raw(rng.bits() as i16 / 2));
        let offsets = [Some(chosen), leaf].map(|node| node.map(|node| nodes.node(node).found().borrow().mv()));
        let sibling_blocks =
            children.iter().map(|&node| nodes.node(node).children()).filter(|&siblings| siblings != SiblingsId::NONE);
        let below: Vec<_> =
            sibling_blocks.flat_map(|siblings| (0..3).map(move |offset| siblings.child(offset))).collect();
        let all = [ROOT].iter().chain(&children).chain(&below);
        let facts: Vec<_> = all.map(|&node| nodes.facts(node)).collect();
        known.push(std::format!("{offsets:?} {reward:?} {facts:?}"));
    }
    known
}

#[test]
fn one_thread_finds_the_same_in_both_storages() {
    let players = [
        plain(),
        minimax(),
        unsolved(minimax()),
        Config { max: 60, ..minimax() },
        Config { fpu: Some(0.3), ..plain() },
        Config { impb: 0.4, pb: 0.5, ..plain() },
        Config { np: 5, ..minimax() },
    ];
    let mut lengths = vec![];
    for (config, seed) in players.iter().flat_map(|config| (0..60).map(move |seed| (config, seed))) {
        let (mut own, mut shared) = (vec![], vec![]);
        with_tree(config, 40, |tree| own = search(tree, seed));
        climb(config, |climber, tree| shared = search(&mut climber.nodes_for(tree), seed));
        assert_eq!(own, shared, "{seed} {config:?}");
        lengths.push(own.len());
    }
    assert!(lengths.contains(&20) && lengths.iter().any(|&len| len < 20), "some roots are solved");
}

/// Asserts that the stored bound of each child in `siblings` equals the bound that is computed
/// again.
fn assert_bounds(climber: &Climber<'_>, tree: &Tree<'_>, visits: u32, siblings: u32) {
    assert_eq!(climber.memory.slot(siblings).mark(), mark(place_of(visits)));
    let weights = tree.plan.plain_weights(place_of(visits), Side::First);
    for kept in climber.memory.children(siblings) {
        let (seen, again) = (kept.seen(Value::LOSS), SharedSlot::default());
        again.set_bound(&seen, if seen.is_solved() { 0 } else { weights.kept(&seen) });
        assert_eq!(kept.rank(), again.rank(), "{seen:?}");
    }
}

/// Gives the root this number of visits and these children, and starts a simulation at the root.
fn to_choose(climber: &mut Climber<'_>, tree: &mut Tree<'_>, visits: u32, children: &[Slot]) -> u32 {
    climber.memory.slot(0).put(&child(0, visits, 0));
    let siblings = give(climber, tree, 0, Side::First, children);
    tree.begin(Side::First);
    climber.node(0).enter();
    siblings
}

/// This number of visits is so large that one more visit does not make the bounds invalid.
const MANY: u32 = 10_000;

#[test]
fn bounds_are_right_whatever_a_simulation_changes() {
    let lost = proven(3, Proof::SecondWins);
    let children = [child(0, 3000, 900), child(1, 4000, 1700), child(2, 3000, 1100), lost];
    climb(&minimax(), |climber, tree| {
        let siblings = to_choose(climber, tree, MANY, &children);
        let chosen = climber.select(tree, 0, siblings, Side::First);
        assert_eq!(climber.mv(chosen), Move(1), "it has the best mean of the children with as many visits");
        assert_bounds(climber, tree, MANY, siblings);
        climber.descend(tree, 0, siblings, chosen, Side::First);
        assert_bounds(climber, tree, MANY, siblings);
        tree.descend(NodeId(chosen), Side::Second);
        climber.back_up(tree, Value::LOSS);
        assert_bounds(climber, tree, MANY + 1, siblings);

        // Selection must not compute bounds again if they are still valid. It must choose the child
        // with the largest stored bound.
        climber.memory.slot(child_of(siblings, 0)).set_bound(&children[0], u32::MAX << 10);
        climber.node(0).enter();
        let chosen = climber.select(tree, 0, siblings, Side::First);
        assert_eq!(climber.mv(chosen), Move(0));

        // A solved child has no bound, so the bounds must become invalid.
        climber.memory.slot(chosen).mark_solved(&Known::new(Value::LOSS, Proof::SecondWins, 1));
        climber.descend(tree, 0, siblings, chosen, Side::First);
        assert_eq!(climber.memory.slot(siblings).mark(), 0);
    });
}

#[test]
fn the_choice_takes_simulations_under_way_for_visits() {
    climb(&Config { fpu: Some(0.3), ..plain() }, |climber, tree| {
        let siblings = to_choose(climber, tree, 12, &[child(0, 6, 5), child(1, 6, 5)]);
        climber.node(child_of(siblings, 0)).enter();
        assert_eq!(climber.select(tree, 0, siblings, Side::First), child_of(siblings, 1));
        (0..2).for_each(|_| climber.node(child_of(siblings, 1)).enter());
        assert_eq!(climber.select(tree, 0, siblings, Side::First), child_of(siblings, 0));
    });
}

#[test]
fn what_is_given_up_does_not_count() {
    climb(&plain(), |climber, tree| {
        let siblings = give(climber, tree, 0, Side::First, &[child(0, 1, 0), child(1, 1, 0)]);
        let leaf = go_to(climber, tree, siblings, 1);
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
        let siblings = climber.take_siblings(0, 6, false).unwrap();
        children.iter().zip(0..).for_each(|(child, made)| climber.put_sorted(siblings, made, child));
        let moves: Vec<_> = (0..6).map(|offset| climber.mv(child_of(siblings, offset)).0).collect();
        assert_eq!(moves, [5, 2, 0, 4, 3, 1]);
        climber.link(0, siblings);
    });
}

#[test]
fn what_was_visited_is_shown_by_its_share_of_the_simulations() {
    // The root has 16 visits, and the first share is a quarter of them. The second child has four
    // visits, and the first child has three. So the children of the second child must be copied
    // first.
    let children = [child(0, 3, 0), child(1, 4, 0), child(2, 0, 0), child(3, 9, 0)];
    for room in [10, 40] {
        climb_in(&plain(), room, |climber, tree| {
            let siblings = to_choose(climber, tree, 16, &children);
            climber.give_up(tree);
            for (offset, moves) in [(0, [10, 11]), (1, [12, 13])] {
                let below = moves.map(|mv| child(mv, 1, 0));
                give(climber, tree, child_of(siblings, offset), Side::Second, &below);
            }
            assert!(climber.has_grown(tree));
            climber.show(tree);
            assert!(!climber.has_grown(tree));
            let shown = tree.pool.children(tree.pool.root().children());
            let moves: Vec<_> = shown.iter().map(|child| child.mv().0).collect();
            assert_eq!(moves, [0, 1, 3, 2], "those that were visited come first");
            let below = |child: &Slot| tree.pool.children(child.children()).iter().map(|child| child.mv().0).collect();
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
        let mut climber = shared.climber(shared.enter().unwrap());
        climber.memory.slot(0).put(&child(0, 9, 0));
        let siblings = give(&mut climber, tree, 0, Side::First, &[child(0, 3, 1), child(1, 6, 2)]);
        give(&mut climber, tree, child_of(siblings, 1), Side::Second, &[child(7, 2, 1)]);
    });
    shared.follow(Move(1));
    assert_eq!(shared.check(), 6, "the child is the root");
    assert!(shared.is_in(&slots));
    shared.follow(Move(8));
    assert_eq!((shared.check(), shared.counts().0), (0, 0), "nothing is known of this move");
    shared.leave();
    assert!(!shared.is_in(&slots), "nobody knows where this search is");
}
