//! Steps 1 and 4 of a simulation, select and back up, in a shared tree. The formulas are those of
//! `tree/select.rs`, `tree/backup.rs` and `tree/solver.rs`.

use super::header::Seat;
use super::memory::Memory;
use super::slot::{EXPANDING, Id, SharedSlot};
use crate::game::Move;
use crate::game::value::{Side, Value};
use crate::tree::{Leader, Slot, Step, Tree, best_for, mark, place_of};

/// A thread's simulations in a shared tree.
pub(crate) struct Climber<'m> {
    pub(super) memory: Memory<'m>,
    seat: Seat<'m>,
}

impl<'m> Climber<'m> {
    pub(super) fn new(memory: Memory<'m>, seat: Seat<'m>) -> Self {
        Self { memory, seat }
    }

    #[cfg(all(test, loom))]
    pub(super) fn seat(&self) -> &Seat<'m> {
        &self.seat
    }

    /// A simulation begins.
    pub(crate) fn begin(&mut self) {
        self.seat.begin();
    }

    #[inline]
    fn node(&self, id: Id) -> &'m SharedSlot {
        self.memory.slot(id)
    }

    /// The run of a node's children, through which a simulation goes; `None` where it has none yet.
    #[inline]
    pub(crate) fn run_below(&self, node: Id) -> Option<u32> {
        let run = self.node(node).run();
        if run == 0 || run == EXPANDING {
            return None;
        }
        self.memory.slot(run).touch(self.seat.time());
        Some(run)
    }

    /// Is some thread making the children of this node?
    pub(crate) fn is_expanding(&self, node: Id) -> bool {
        self.node(node).run() == EXPANDING
    }

    /// How many simulations have completed here, those of a prior left out.
    pub(crate) fn simulations(&self, node: Id, tree: &Tree<'_>) -> u32 {
        self.node(node).visits().0.saturating_sub(tree.plan.np())
    }

    /// The simulation comes to a node.
    #[inline]
    pub(crate) fn enter(&self, node: Id) {
        self.node(node).enter();
    }

    /// The value of a node whose outcome is proven; `None` where nothing is proven.
    #[inline]
    pub(crate) fn proven_value(&self, node: Id) -> Option<Value> {
        let node = self.node(node);
        node.is_proven().then(|| node.value())
    }

    /// v of a node.
    pub(crate) fn value(&self, node: Id) -> Value {
        self.node(node).value()
    }

    /// Is there nothing left to search?
    pub(crate) fn root_is_settled(&self, tree: &Tree<'_>) -> bool {
        let root = self.node(0);
        let run = root.run();
        let all_proven = || run != 0 && run != EXPANDING && self.memory.children(run).iter().all(SharedSlot::is_proven);
        root.is_proven() && (tree.plan.marg() == 0.0 || all_proven())
    }

    /// Nodes in the tree.
    pub(crate) fn nodes(&self) -> u32 {
        self.memory.counts().0
    }

    /// A child in `run` that nobody has chosen yet, for its first visit.
    pub(crate) fn first_visit(&self, run: u32) -> Option<Id> {
        let head = self.memory.slot(run);
        let len = head.block().len;
        if head.chosen() >= len {
            return None;
        }
        let place = head.choose();
        (place < len).then(|| child_of(run, place))
    }

    /// SELECT: see [`Tree::select`].
    pub(crate) fn select(&self, tree: &mut Tree<'_>, node: Id, run: u32, mover: Side) -> Id {
        let (head, children) = (self.memory.slot(run), self.memory.children(run));
        let visits = self.visits_before(node);
        if head.mark() != mark(place_of(visits)) && !self.compute_bounds(tree, visits, run, mover) {
            return self.select_with_care(tree, visits, run, mover);
        }
        let mut leader = Leader::NONE;
        for (child, offset) in children.iter().zip(0..) {
            leader.consider(child.rank(), offset);
        }
        child_of(run, leader.offset)
    }

    /// N of a node that a simulation has come to, without that simulation.
    fn visits_before(&self, node: Id) -> u32 {
        let (done, under_way) = self.node(node).visits();
        done.saturating_add(under_way).saturating_sub(1)
    }

    /// As [`Tree::select`] does it.
    #[cold]
    #[inline(never)]
    fn compute_bounds(&self, tree: &Tree<'_>, visits: u32, run: u32, mover: Side) -> bool {
        let head = self.memory.slot(run);
        head.set_mark(0);
        if !tree.plan.keeps_bounds() {
            return false;
        }
        let place = place_of(visits);
        let (weights, passed_over) = (tree.plain_weights(place, mover), tree.passed_over(mover));
        for child in self.memory.children(run) {
            let seen = child.seen(lost_for(mover));
            if !seen.is_proven() {
                child.set_bound(&seen, weights.kept(&seen));
            } else if passed_over == Some(seen.proof()) {
                child.set_bound(&seen, 0);
            } else {
                return false;
            }
        }
        head.set_mark(mark(place));
        true
    }

    #[inline(never)]
    fn select_with_care(&self, tree: &mut Tree<'_>, visits: u32, run: u32, mover: Side) -> Id {
        let children = self.memory.children(run);
        let seen = children.iter().map(|child| child.seen(lost_for(mover)));
        let weights = tree.weights(visits, tree.total_visits(visits, seen.clone()), mover);
        let choice = tree.choose(seen, weights, mover, false);
        if let Some(drawn) = choice.claimed.and_then(|offset| children.get(offset as usize)) {
            drawn.count(Value::DRAW);
            tree.claim_draw_here();
        }
        child_of(run, choice.offset)
    }

    /// The simulation goes on to this child of `node`: the others see that it is under way.
    #[inline]
    pub(crate) fn descend(&self, tree: &Tree<'_>, node: Id, run: u32, child: Id, mover: Side) {
        self.enter(child);
        self.update_bound(tree, self.visits_before(node), run, child, mover);
    }

    /// A child has changed: if the bounds of its siblings are still right for this N, it gets a new
    /// one, too.
    #[inline]
    fn update_bound(&self, tree: &Tree<'_>, visits: u32, run: u32, child: Id, mover: Side) {
        let (head, place) = (self.memory.slot(run), place_of(visits));
        if head.mark() != mark(place) {
            return;
        }
        let child = self.node(child);
        let seen = child.seen(lost_for(mover));
        if seen.is_proven() {
            head.set_mark(0);
        } else {
            child.set_bound(&seen, tree.plain_weights(place, mover).kept(&seen));
        }
    }

    /// The simulation is given up: nothing of it counts.
    pub(crate) fn give_up(&self, tree: &Tree<'_>) {
        for step in path_of(tree) {
            self.node(step.node().0).leave();
        }
    }

    /// UPDATE: see [`Tree::backup`].
    pub(crate) fn back_up(&self, tree: &Tree<'_>, leaf_reward: Value) {
        let mut reward = leaf_reward;
        let mut changed = tree.plan.backs_up;
        let mut below: Option<(Id, bool)> = None;
        for step in path_of(tree).iter().rev() {
            let (id, mover) = (step.node().0, step.mover());
            let node = self.node(id);
            if let Some((_, proven)) = below {
                let run = node.run();
                if proven && tree.plan.solver && self.prove(tree, id, run, mover) {
                    reward = node.value();
                    changed = tree.plan.backs_up;
                } else if changed {
                    changed = self.back_up_value(id, run, mover);
                }
            }
            let proven = node.is_proven();
            if step.claims_draw() && !proven {
                reward = Value::DRAW;
            }
            let (done, under_way) = node.complete(reward);
            let run = node.run();
            if let Some((child, _)) = below {
                self.update_bound(tree, done.saturating_add(under_way), run, child, mover);
            }
            if tree.plan.max() != 0 && done >= tree.plan.max() {
                let children = self.memory.children(run).iter().map(SharedSlot::found);
                reward = tree.best_estimate_of(children, done, mover).unwrap_or(reward);
            }
            below = Some((id, proven));
        }
    }

    /// v = max over the children, those in `run`, in the mover's view. Did it change?
    fn back_up_value(&self, id: Id, run: u32, mover: Side) -> bool {
        if run == 0 || run == EXPANDING {
            return false;
        }
        let children = self.memory.children(run);
        self.node(id).change_value(|| best_for(mover, children.iter().map(SharedSlot::value)))
    }

    /// Proves a node, if its children, those in `run`, allow it: see [`Tree::prove`].
    fn prove(&self, tree: &Tree<'_>, id: Id, run: u32, mover: Side) -> bool {
        let node = self.node(id);
        if run == 0 || run == EXPANDING || node.is_proven() {
            return node.is_proven();
        }
        let children = self.memory.children(run).iter().map(SharedSlot::found);
        let Some(proven) = tree.what_is_proven(children, true, mover) else { return false };
        node.settle(proven.value, proven.proof, proven.distance);
        if id != 0 {
            self.memory.release_below(id);
        }
        true
    }

    /// From now on this thread makes the children of a node; `false` where another one does, or
    /// did.
    pub(crate) fn claim(&self, node: Id) -> bool {
        self.node(node).claim()
    }

    /// Room for the `len` children of a claimed node; `None`, and it is a leaf again, where there
    /// is none.
    pub(crate) fn take_run(&self, node: Id, len: u32, recycles: bool) -> Option<u32> {
        let run = self.memory.take_run(len, node, recycles, &self.seat);
        if run.is_none() {
            self.node(node).publish(0);
        }
        run
    }

    /// Writes a child of a run that is not published yet.
    pub(crate) fn put_child(&self, run: u32, offset: u32, child: &Slot) {
        self.node(child_of(run, offset)).put(child);
    }

    /// [`Climber::put_child`] behind the `made` that are there, one of which, at `place`, goes to
    /// the end for it: with random places all orders are equally likely.
    pub(crate) fn put_shuffled(&self, run: u32, made: u32, place: u32, child: &Slot) {
        if place < made {
            self.put_child(run, made, &self.node(child_of(run, place)).found());
        }
        self.put_child(run, place, child);
    }

    /// [`Climber::put_child`] behind those of the `made` that are there whose moves are as probable
    /// or more.
    pub(crate) fn put_sorted(&self, run: u32, made: u32, child: &Slot) {
        let mut place = made;
        while let Some(before) = place.checked_sub(1) {
            let other = self.node(child_of(run, before)).found();
            if likely(&other) >= likely(child) {
                break;
            }
            self.put_child(run, place, &other);
            place = before;
        }
        self.put_child(run, place, child);
    }

    /// What the first visit of a child has found it to be, before which nothing was known of it.
    pub(crate) fn put_first_value(&self, child: Id, found: &Slot) {
        self.node(child).put_first_value(found);
    }

    /// No thread makes the children of this node any more, and it has none; `run` is given back.
    pub(crate) fn unclaim(&self, node: Id, run: Option<u32>) {
        self.node(node).publish(0);
        if let Some(run) = run {
            self.memory.give_run(run);
        }
    }

    /// The children of a claimed node, for everybody: the first `len` of the run, of which the
    /// first `chosen` need no first visit. What they prove, or are worth, is the node's.
    pub(crate) fn publish(&self, tree: &Tree<'_>, node: Id, run: u32, len: u32, chosen: u32, mover: Side) {
        self.memory.shorten(run, len);
        self.memory.slot(run).set_chosen(chosen);
        self.link(node, run);
        self.learn(tree, node, run, mover);
    }

    /// What the first `len` children of a claimed node prove, or are worth, is the node's; they are
    /// given back.
    pub(crate) fn look(&self, tree: &Tree<'_>, node: Id, run: u32, len: u32, mover: Side) {
        self.memory.shorten(run, len);
        self.learn(tree, node, run, mover);
        self.unclaim(node, Some(run));
    }

    /// Everybody finds these children from now on.
    pub(super) fn link(&self, node: Id, run: u32) {
        self.node(node).publish(run);
    }

    fn learn(&self, tree: &Tree<'_>, node: Id, run: u32, mover: Side) {
        let any_proven = self.memory.children(run).iter().any(SharedSlot::is_proven);
        let proven = any_proven && tree.plan.solver && self.prove(tree, node, run, mover);
        if !proven && tree.plan.backs_up {
            self.back_up_value(node, run, mover);
        }
    }

    /// The move into a node.
    pub(crate) fn mv(&self, node: Id) -> Move {
        self.node(node).mv()
    }
}

/// The child of a run at this offset.
#[inline]
pub(super) const fn child_of(run: u32, offset: u32) -> Id {
    run.wrapping_add(offset).wrapping_add(1)
}

/// How early a child should be visited: what ends the game last.
const fn likely(child: &Slot) -> u32 {
    if child.is_proven() { 0 } else { child.probability() as u32 }
}

/// What a first simulation under way counts as: a loss for whoever chose it.
const fn lost_for(mover: Side) -> Value {
    match mover {
        Side::First => Value::LOSS,
        Side::Second => Value::WIN,
    }
}

/// The path of the simulation under way.
fn path_of<'a>(tree: &'a Tree<'_>) -> &'a [Step] {
    tree.path.get(..=tree.depth).unwrap_or_default()
}

#[cfg(all(test, not(loom)))]
#[path = "climb_tests.rs"]
mod tests;
