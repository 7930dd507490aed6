//! Steps 1 and 4 of a simulation, select and back up, in a shared tree. The formulas are in
//! `tree/select.rs`, `tree/backup.rs` and `tree/solver.rs`. They read and change the nodes through
//! [`SharedNodes`].

use super::header::Seat;
use super::memory::Memory;
use super::slot::{EXPANDING, Id, SharedSlot};
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use crate::tree::backup::Backup;
use crate::tree::nodes::{Block, Node, NodeMut, Nodes};
use crate::tree::{Known, NodeId, ROOT, Select, SiblingsId, Slot, Solver, Step, Tree, Trunk};
use core::borrow::Borrow;

/// Runs the simulations of one thread in a shared tree.
pub(crate) struct Climber<'m> {
    pub(super) memory: Memory<'m>,
    seat: Seat<'m>,
}

impl<'m> Climber<'m> {
    pub(super) fn new(memory: Memory<'m>, seat: Seat<'m>) -> Self {
        Self { memory, seat }
    }

    #[cfg(all(test, loom))]
    pub(super) fn seat(&mut self) -> &mut Seat<'m> {
        &mut self.seat
    }

    #[cfg(all(test, loom))]
    pub(super) fn take(&mut self, len: u32, parent: Id, recycles: bool) -> Option<u32> {
        self.memory.take_siblings(len, parent, recycles, &mut self.seat)
    }

    /// Starts a simulation at the end of the trunk. A simulation from the root is announced to the
    /// other threads. It cannot find nodes that were removed from the tree before.
    #[inline]
    pub(crate) fn begin(&mut self, tree: &Tree<'_>) {
        self.seat.count();
        if tree.trunk() == 0 {
            self.seat.begin();
            self.node(0).enter();
        }
    }

    /// Returns the nodes of the shared tree, for the search that owns `tree`.
    #[inline(always)]
    fn nodes_for<'s, 't>(&self, tree: &'s mut Tree<'t>) -> SharedNodes<'s, 't, 'm> {
        SharedNodes { memory: self.memory, tree }
    }

    #[inline]
    fn node(&self, id: Id) -> &'m SharedSlot {
        self.memory.slot(id)
    }

    /// Returns the sibling block of a node, and marks the block as recently used. `None` if the
    /// node has no children yet.
    #[inline]
    pub(crate) fn children_below(&self, node: Id) -> Option<u32> {
        let siblings = self.node(node).children();
        if siblings == 0 || siblings == EXPANDING {
            return None;
        }
        self.memory.slot(siblings).touch(self.seat.time());
        Some(siblings)
    }

    /// True while a thread is creating the children of this node.
    pub(crate) fn is_expanding(&self, node: Id) -> bool {
        self.node(node).children() == EXPANDING
    }

    /// See [`Nodes::simulations`].
    pub(crate) fn simulations(&self, node: Id, tree: &mut Tree<'_>) -> u32 {
        self.nodes_for(tree).simulations(NodeId(node))
    }

    /// Returns the value of a solved node, or `None` if the node is not solved.
    #[inline]
    pub(crate) fn proven_value(&self, node: Id) -> Option<Value> {
        let node = self.node(node);
        node.is_solved().then(|| node.value())
    }

    /// See [`Solver::final_value`].
    #[inline]
    pub(crate) fn final_value(&self, tree: &mut Tree<'_>, node: Id) -> Option<Value> {
        self.nodes_for(tree).final_value(NodeId(node))
    }

    /// Returns v, the implicit minimax value of a node.
    pub(crate) fn value(&self, node: Id) -> Value {
        self.node(node).value()
    }

    /// See [`Solver::root_is_settled`].
    pub(crate) fn root_is_settled(&self, tree: &mut Tree<'_>) -> bool {
        self.nodes_for(tree).root_is_settled()
    }

    /// Returns the number of nodes in the tree, not counting the root.
    pub(crate) fn nodes(&self) -> u32 {
        self.memory.counts().0
    }

    /// Chooses a child in `siblings` for its first visit. No thread gets a child that another
    /// thread has already chosen. `None` if no child is left.
    pub(crate) fn first_visit(&self, siblings: u32) -> Option<Id> {
        let head = self.memory.slot(siblings);
        let len = head.header().len;
        if head.chosen() >= len {
            return None;
        }
        let place = head.choose();
        (place < len).then(|| child_of(siblings, place))
    }

    /// Selects a child of `node` by its bound ([`Select::select`]).
    pub(crate) fn select(&self, tree: &mut Tree<'_>, node: Id, siblings: u32, mover: Side) -> Id {
        let (mut nodes, node, siblings) = (self.nodes_for(tree), NodeId(node), SiblingsId(siblings));
        let visits = nodes.visits(node);
        let child = nodes.select_by_bounds(visits, siblings).unwrap_or_else(|| nodes.select(node, siblings, mover));
        child.0
    }

    /// Continues the simulation at this child of `node`. Announces the simulation there, so that
    /// other threads see that it is running. But below a trunk (`tree/trunk.rs`), simulations are
    /// not announced, because two threads rarely meet there.
    #[inline]
    pub(crate) fn descend(&self, tree: &mut Tree<'_>, node: Id, siblings: u32, child: Id, mover: Side) {
        if tree.trunk() > 0 {
            return;
        }
        self.node(child).enter();
        let mut nodes = self.nodes_for(tree);
        nodes.update_bound(nodes.visits(NodeId(node)), SiblingsId(siblings), NodeId(child), mover);
    }

    /// Cancels the simulation, so that it does not count as a visit of any node.
    pub(crate) fn give_up(&self, tree: &Tree<'_>) {
        let announced = if tree.trunk() == 0 { path_of(tree) } else { &[] };
        for step in announced {
            self.node(step.node().0).withdraw(1);
        }
    }

    /// Backs up the reward of a leaf ([`Backup::back_up`]).
    pub(crate) fn back_up(&self, tree: &mut Tree<'_>, leaf_reward: Value) {
        self.nodes_for(tree).back_up_and_count(leaf_reward);
    }

    /// Ends all stays of the trunk (`tree/trunk.rs`) if other threads wait for memory that becomes
    /// free only when this thread starts at the root again.
    #[inline]
    pub(crate) fn renew(&mut self, tree: &mut Tree<'_>) {
        if core::mem::take(&mut self.seat.waits) {
            self.leave_trunk(tree);
        }
    }

    /// See [`Trunk::extend_trunk`].
    #[inline]
    pub(crate) fn extend_trunk(&self, tree: &mut Tree<'_>, node: Id) -> bool {
        self.nodes_for(tree).extend_trunk(NodeId(node))
    }

    /// Ends all stays of the trunk (`tree/trunk.rs`).
    pub(crate) fn leave_trunk(&self, tree: &mut Tree<'_>) {
        self.nodes_for(tree).leave_trunk();
    }

    /// Claims a node: from now on, only this thread creates the children of the node. Returns
    /// `false` if another thread is creating the children, or has created them.
    pub(crate) fn claim(&self, node: Id) -> bool {
        self.node(node).claim()
    }

    /// Takes a sibling block for the `len` children of a claimed node. If there is no room, returns
    /// `None`, and the node becomes a leaf again.
    pub(crate) fn take_siblings(&mut self, node: Id, len: u32, recycles: bool) -> Option<u32> {
        let siblings = self.memory.take_siblings(len, node, recycles, &mut self.seat);
        if siblings.is_none() {
            self.node(node).publish(0);
        }
        siblings
    }

    /// Writes a child to a sibling block that other threads cannot see yet.
    pub(crate) fn put_child(&self, siblings: u32, offset: u32, child: &Slot) {
        self.node(child_of(siblings, offset)).put(child);
    }

    /// Writes a child that has only a move. Otherwise the same as [`Climber::put_shuffled`].
    #[inline]
    pub(crate) fn put_move(&self, siblings: u32, made: u32, place: u32, mv: Move) {
        let child = self.node(child_of(siblings, made));
        child.put(&Slot::node(mv, 0, Value::DRAW, Proof::Unknown));
        if place < made {
            child.exchange_moves(self.node(child_of(siblings, place)));
        }
    }

    /// Writes a child like [`Climber::put_child`]. The block already has `made` children. The new
    /// child gets the index `place`, and the child that was there moves to the end. If `place` is
    /// random, all orders are equally likely.
    pub(crate) fn put_shuffled(&self, siblings: u32, made: u32, place: u32, child: &Slot) {
        if place < made {
            self.put_child(siblings, made, &self.node(child_of(siblings, place)).found());
        }
        self.put_child(siblings, place, child);
    }

    /// Writes a child like [`Climber::put_child`]. The block already has `made` children, sorted by
    /// the probability of their moves, highest first. The new child is inserted at the right place,
    /// after children with the same probability.
    pub(crate) fn put_sorted(&self, siblings: u32, made: u32, child: &Slot) {
        let mut place = made;
        while let Some(before) = place.checked_sub(1) {
            let other = self.node(child_of(siblings, before)).found();
            if likely(&other) >= likely(child) {
                break;
            }
            self.put_child(siblings, place, &other);
            place = before;
        }
        self.put_child(siblings, place, child);
    }

    /// See [`SharedSlot::lacks_first_value`].
    pub(crate) fn lacks_first_value(&self, child: Id) -> bool {
        self.node(child).lacks_first_value()
    }

    /// See [`SharedSlot::put_first_value`].
    pub(crate) fn put_first_value(&self, child: Id, found: &Slot) {
        self.node(child).put_first_value(found);
    }

    /// Gives up the claim of a node, which gets no children. Frees the sibling block, if there is
    /// one.
    pub(crate) fn unclaim(&self, node: Id, siblings: Option<u32>) {
        self.node(node).publish(0);
        if let Some(siblings) = siblings {
            self.memory.give_siblings(siblings);
        }
    }

    /// Finishes the expansion of a claimed node: shows its first `len` children to all threads. The
    /// first `chosen` children need no first visit. If the children prove the node, it becomes
    /// solved. Otherwise, if the player backs up values, the node gets the best value of its
    /// children.
    pub(crate) fn publish(&self, tree: &mut Tree<'_>, node: Id, siblings: u32, len: u32, chosen: u32, mover: Side) {
        self.memory.shorten(siblings, len);
        self.memory.slot(siblings).set_chosen(chosen);
        self.link(node, siblings);
        self.learn(tree, node, siblings, mover);
    }

    /// Updates a claimed node from its first `len` children, then frees their sibling block. If the
    /// children prove the node, it becomes solved. Otherwise, if the player backs up values, the
    /// node gets the best value of its children.
    pub(crate) fn look(&self, tree: &mut Tree<'_>, node: Id, siblings: u32, len: u32, mover: Side) {
        self.memory.shorten(siblings, len);
        self.learn(tree, node, siblings, mover);
        self.unclaim(node, Some(siblings));
    }

    /// Makes the children of this node visible to all threads.
    pub(super) fn link(&self, node: Id, siblings: u32) {
        self.node(node).publish(siblings);
    }

    fn learn(&self, tree: &mut Tree<'_>, node: Id, siblings: u32, mover: Side) {
        let any_solved = self.memory.children(siblings).iter().any(SharedSlot::is_solved);
        self.nodes_for(tree).learn_from_children(NodeId(node), SiblingsId(siblings), mover, any_solved);
    }

    /// The move into a node.
    pub(crate) fn mv(&self, node: Id) -> Move {
        self.node(node).mv()
    }
}

/// The nodes of a shared tree, in the form that the formulas in `tree/` need.
struct SharedNodes<'s, 't, 'm> {
    memory: Memory<'m>,
    /// The search of this thread.
    tree: &'s mut Tree<'t>,
}

impl<'t, 'm> Nodes<'t> for SharedNodes<'_, 't, 'm> {
    type Node = SharedSlot;
    type Mut<'a>
        = &'m SharedSlot
    where
        Self: 'a;

    const IS_SHARED: bool = true;

    #[inline(always)]
    fn tree(&self) -> &Tree<'t> {
        self.tree
    }

    #[inline(always)]
    fn tree_mut(&mut self) -> &mut Tree<'t> {
        self.tree
    }

    #[inline(always)]
    fn node(&self, node: NodeId) -> &SharedSlot {
        self.memory.slot(node.0)
    }

    #[inline(always)]
    fn node_mut(&mut self, node: NodeId) -> &'m SharedSlot {
        self.memory.slot(node.0)
    }

    #[inline]
    fn visits(&self, node: NodeId) -> u32 {
        let (done, under_way) = self.node(node).visits();
        let is_announced = self.tree.trunk() == 0 || node == self.tree.end_of_trunk();
        done.saturating_add(under_way.saturating_sub(u32::from(is_announced)))
    }

    #[inline(always)]
    fn children(&self, siblings: SiblingsId) -> &[SharedSlot] {
        if siblings == SiblingsId::NONE { &[] } else { self.memory.children(siblings.0) }
    }

    /// Does not mark the block as used, because [`Climber::children_below`] has already done this.
    #[inline(always)]
    fn block_mut(
        &mut self,
        siblings: SiblingsId,
    ) -> Option<Block<'_, &'m SharedSlot, impl Iterator<Item = &'m SharedSlot>>> {
        if siblings == SiblingsId::NONE {
            return None;
        }
        let (header, children) = (self.memory.slot(siblings.0), self.memory.children(siblings.0));
        Some(Block { plan: &self.tree.plan, header, children: children.iter() })
    }

    #[cfg(not(target_os = "none"))]
    fn announce(&mut self, node: NodeId, simulations: u32) {
        self.node(node).announce(simulations);
    }

    #[cfg(not(target_os = "none"))]
    fn withdraw(&mut self, node: NodeId, simulations: u32) {
        self.node(node).withdraw(simulations);
    }

    fn change_value(&mut self, node: NodeId, compute: impl Fn(&Self) -> Option<Value>) -> bool {
        self.node(node).change_value(|| compute(self))
    }

    fn mark_solved(&mut self, node: NodeId, proven: &Known) {
        let root_is_solved = self.node(ROOT).is_solved();
        let settled = self.node(node).mark_solved(proven);
        if node != ROOT && (settled || !root_is_solved) {
            self.memory.release_below(node.0);
        } else if let siblings = Node::children(self.node(node))
            && siblings != SiblingsId::NONE
        {
            self.memory.slot(siblings.0).set_mark(0); // a solved node selects without bounds
        }
    }
}

impl Node for SharedSlot {
    fn value(&self) -> Value {
        self.value()
    }

    fn is_solved(&self) -> bool {
        self.is_solved()
    }

    fn is_settled(&self) -> bool {
        self.is_settled()
    }

    /// While a thread is creating the children of the node, the node has no children.
    fn children(&self) -> SiblingsId {
        let siblings = self.children();
        if siblings == EXPANDING { SiblingsId::NONE } else { SiblingsId(siblings) }
    }

    fn rank(&self) -> u32 {
        self.rank()
    }

    fn mark(&self) -> u32 {
        self.mark()
    }

    /// Always true: other threads see a sibling block only when it has all children.
    fn has_all_children(&self) -> bool {
        true
    }

    fn found(&self) -> impl Borrow<Slot> {
        self.found()
    }

    /// The results of the node, including running simulations. If the node has completed
    /// simulations, half of its running simulations count as losses. Otherwise all of them count as
    /// losses. The losses are for `mover`, the player who selects among the siblings.
    fn seen(&self, mover: Side) -> impl Borrow<Slot> {
        self.seen(if mover == Side::First { Value::LOSS } else { Value::WIN })
    }
}

impl NodeMut for &SharedSlot {
    fn set_mark(&mut self, mark: u32) {
        (**self).set_mark(mark);
    }

    #[inline]
    fn keep_bound(&mut self, mover: Side, compute: impl FnOnce(&Slot) -> Option<u32>) -> bool {
        let seen = Node::seen(*self, mover);
        let bound = compute(seen.borrow());
        if let Some(bound) = bound {
            self.set_bound(seen.borrow(), bound);
        }
        bound.is_some()
    }

    #[inline]
    fn complete(&mut self, reward: Value, announced: bool) -> (u32, u32) {
        let (done, under_way) =
            if announced { (**self).complete(1, i64::from(reward.raw())) } else { (**self).count(reward) };
        (done, done.saturating_add(under_way))
    }

    #[cfg(not(target_os = "none"))]
    fn complete_many(&mut self, simulations: u32, rewards: i64) {
        (**self).complete(simulations, rewards);
    }

    fn count(&mut self, reward: Value) {
        let _ = (**self).count(reward);
    }
}

/// Returns the id of the child at this offset of a sibling block.
#[inline]
pub(super) const fn child_of(siblings: u32, offset: u32) -> Id {
    siblings.wrapping_add(offset).wrapping_add(1)
}

/// Returns a number that decides which child is visited first: the probability of its move. Returns
/// 0 if the child is solved.
const fn likely(child: &Slot) -> u32 {
    if child.is_solved() { 0 } else { child.probability() as u32 }
}

/// The path of the current simulation.
fn path_of<'a>(tree: &'a Tree<'_>) -> &'a [Step] {
    tree.path.get(..=tree.depth).unwrap_or_default()
}

#[cfg(all(test, not(loom)))]
#[path = "climb_tests.rs"]
mod tests;
