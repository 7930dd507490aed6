//! The interface through which selection, the solver and backpropagation use a search tree. The
//! tree stores its nodes in one of two ways.
//!
//! [`Tree`] stores its nodes in a pool that one search owns. `threads/climb.rs` stores them in
//! atomic slots that several threads use at the same time. The formulas in `select.rs`, `solver.rs`
//! and `backup.rs` are written once, for any type that implements [`Nodes`]. The compiler makes a
//! copy for each way of storage.

use super::Tree;
use super::known::Known;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::POLICIES;
use crate::game::value::{Side, Value};
use crate::player::plan::Plan;
use core::borrow::Borrow;
use core::ops::Deref;

/// A node, or the header of a sibling block.
pub(crate) trait Node {
    /// v, the implicit minimax value.
    fn value(&self) -> Value;

    /// True if the node is solved.
    fn is_solved(&self) -> bool;

    /// True if the node is solved and its value is exact. With the option `marg`, a solved value
    /// may be only a bound.
    fn is_settled(&self) -> bool;

    /// True if at least one player cannot lose at this node (option `bounds`).
    fn is_safe(&self) -> bool {
        false
    }

    /// The sibling block of the children, or [`SiblingsId::NONE`].
    fn children(&self) -> SiblingsId;

    /// Returns a number that orders siblings by their stored bounds: a larger number means a larger
    /// bound.
    fn rank(&self) -> u32;

    /// For a block header: a mark. It tells for which number of visits of the parent the stored
    /// bounds of the children are valid. The mark is 0 if no stored bounds are valid.
    fn mark(&self) -> u32;

    /// For a block header: true if every move has a child.
    fn has_all_children(&self) -> bool;

    /// The node as a [`Slot`], with the results of all completed simulations.
    fn found(&self) -> impl Borrow<Slot>;

    /// Returns the statistics that `mover` uses to compare this node with its siblings. In a shared
    /// tree, these statistics include running simulations.
    fn seen(&self, mover: Side) -> impl Borrow<Slot>;
}

/// A [`Node`] that can be changed: `&mut Slot`, or a shared reference to an atomic slot.
pub(crate) trait NodeMut {
    /// For a block header: stores the mark (see [`Node::mark`]), or 0 if the children have no valid
    /// bounds.
    fn set_mark(&mut self, mark: u32);

    /// Stores the bound that `compute` returns for this node, from the point of view of `mover`.
    /// Returns `false` if `compute` returns `None`.
    fn keep_bound(&mut self, mover: Side, compute: impl FnOnce(&Slot) -> Option<u32>) -> bool;

    /// Counts a completed simulation through the node. In a shared tree, `announced` is true if the
    /// simulation was already announced to the other threads when it started. Returns the completed
    /// visits, and the visits that selection uses.
    fn complete(&mut self, reward: Value, announced: bool) -> (u32, u32);

    /// Counts several completed simulations through the node, with this sum of rewards. In a shared
    /// tree, all of them were announced to the other threads.
    #[cfg(not(target_os = "none"))]
    fn complete_many(&mut self, simulations: u32, rewards: i64);

    /// Counts a simulation with this reward that did not pass through the node.
    fn count(&mut self, reward: Value);
}

/// A sibling block that can be changed, and the plan of the search.
pub(crate) struct Block<'a, M, C> {
    pub(crate) plan: &'a Plan,
    pub(crate) header: M,
    pub(crate) children: C,
}

/// The nodes of a tree. `'m` is the lifetime of the search's memory.
pub(crate) trait Nodes<'m>: Sized {
    /// The type for reading a node: a slot, or, in a shared tree, an atomic slot that several
    /// threads use at once.
    type Node: Node;
    /// The type for changing a node: a mutable reference to a slot or, in a shared tree, a shared
    /// reference to an atomic slot.
    type Mut<'a>: NodeMut + Deref<Target = Self::Node>
    where
        Self: 'a;

    /// True if other threads change the nodes at the same time.
    const IS_SHARED: bool;

    /// Returns the search's own tree. This tree has the plan, the path of the running simulation
    /// and the move statistics, and the nodes if they are not shared.
    fn tree(&self) -> &Tree<'m>;

    fn tree_mut(&mut self) -> &mut Tree<'m>;

    fn node(&self, node: NodeId) -> &Self::Node;

    fn node_mut(&mut self, node: NodeId) -> Self::Mut<'_>;

    /// Returns the number of visits of a node, not counting the running simulation of this search.
    /// In a shared tree, announced simulations are counted.
    fn visits(&self, node: NodeId) -> u32;

    /// Returns the children in a sibling block. Returns no children for [`SiblingsId::NONE`].
    fn children(&self, siblings: SiblingsId) -> &[Self::Node];

    /// Returns the number of completed simulations through a node. This is its number of visits
    /// without the visits that a node prior (option `np`) adds.
    fn simulations(&self, node: NodeId) -> u32 {
        self.node(node).found().borrow().visits().saturating_sub(self.tree().plan.np())
    }

    /// Marks a sibling block as used by the running simulation. Does nothing in a shared tree,
    /// where `Climber::children_below` marks the blocks.
    fn touch(&mut self, _siblings: SiblingsId) {}

    /// Announces to the other threads of a shared tree that this search will run this many
    /// simulations through a node.
    #[cfg(not(target_os = "none"))]
    fn announce(&mut self, _node: NodeId, _simulations: u32) {}

    /// Takes back announced simulations that this search will not run.
    #[cfg(not(target_os = "none"))]
    fn withdraw(&mut self, _node: NodeId, _simulations: u32) {}

    /// Returns a sibling block for changes. The running simulation must be using this block.
    /// Returns `None` for [`SiblingsId::NONE`].
    fn block_mut(
        &mut self,
        siblings: SiblingsId,
    ) -> Option<Block<'_, Self::Mut<'_>, impl Iterator<Item = Self::Mut<'_>>>>;

    /// Sets the implicit minimax value of a node to the result of `compute`. Changes nothing if the
    /// result is `None` or the node is solved. Returns `true` if the value changed.
    fn change_value(&mut self, node: NodeId, compute: impl Fn(&Self) -> Option<Value>) -> bool;

    /// Marks a node as solved and releases the nodes below it. The nodes below stay if the node is
    /// the root, or if a later simulation may look for a larger margin (option `marg`).
    fn mark_solved(&mut self, node: NodeId, proven: &Known);

    /// Option `bounds`: stores which players cannot lose at `node`. `mover` is to move there, and
    /// `siblings` has the children of the node. Returns a draw if neither player can lose.
    fn note_safe(&mut self, _node: NodeId, _siblings: SiblingsId, _mover: Side) -> Option<Known> {
        None
    }

    /// Option `prooftt`: `node` is solved. Stores its result in the transposition table. `ply` is
    /// the ply of the path at which the node is.
    fn store_solved(&mut self, _node: NodeId, _ply: usize) {}
}

impl Node for Slot {
    fn value(&self) -> Value {
        self.value()
    }

    fn is_solved(&self) -> bool {
        self.is_solved()
    }

    fn is_settled(&self) -> bool {
        self.is_settled()
    }

    fn is_safe(&self) -> bool {
        self.is_safe()
    }

    fn children(&self) -> SiblingsId {
        self.children()
    }

    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank()
    }

    #[inline(always)]
    fn mark(&self) -> u32 {
        self.mark()
    }

    fn has_all_children(&self) -> bool {
        self.len() == self.total()
    }

    fn found(&self) -> impl Borrow<Slot> {
        self
    }

    fn seen(&self, _: Side) -> impl Borrow<Slot> {
        self
    }
}

impl NodeMut for &mut Slot {
    #[inline(always)]
    fn set_mark(&mut self, mark: u32) {
        (**self).set_mark(mark);
    }

    #[inline(always)]
    fn keep_bound(&mut self, _: Side, compute: impl FnOnce(&Slot) -> Option<u32>) -> bool {
        let bound = compute(self);
        if let Some(bound) = bound {
            self.set_bound(bound);
        }
        bound.is_some()
    }

    #[inline(always)]
    fn complete(&mut self, reward: Value, _: bool) -> (u32, u32) {
        self.add(reward);
        (self.visits(), self.visits())
    }

    #[cfg(not(target_os = "none"))]
    fn complete_many(&mut self, simulations: u32, rewards: i64) {
        self.add_many(simulations, rewards);
    }

    fn count(&mut self, reward: Value) {
        self.add(reward);
    }
}

impl<'m> Nodes<'m> for Tree<'m> {
    type Node = Slot;
    type Mut<'a>
        = &'a mut Slot
    where
        Self: 'a;

    const IS_SHARED: bool = false;

    #[inline(always)]
    fn tree(&self) -> &Self {
        self
    }

    #[inline(always)]
    fn tree_mut(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn node(&self, node: NodeId) -> &Slot {
        self.pool.node(node)
    }

    #[inline(always)]
    fn node_mut(&mut self, node: NodeId) -> &mut Slot {
        self.pool.node_mut(node)
    }

    #[inline(always)]
    fn visits(&self, node: NodeId) -> u32 {
        self.pool.node(node).visits()
    }

    #[inline(always)]
    fn children(&self, siblings: SiblingsId) -> &[Slot] {
        self.pool.children(siblings)
    }

    #[inline(always)]
    fn touch(&mut self, siblings: SiblingsId) {
        self.pool.header_mut(siblings).set_stamp(self.stamp);
    }

    #[inline(always)]
    fn block_mut(&mut self, siblings: SiblingsId) -> Option<Block<'_, &mut Slot, impl Iterator<Item = &mut Slot>>> {
        let (header, children) = self.pool.siblings_mut(siblings)?;
        header.set_stamp(self.stamp);
        Some(Block { plan: &self.plan, header, children: children.iter_mut() })
    }

    #[inline(always)]
    fn change_value(&mut self, node: NodeId, compute: impl Fn(&Self) -> Option<Value>) -> bool {
        let Some(value) = compute(self) else { return false };
        let slot = self.pool.node_mut(node);
        if POLICIES && slot.is_solved() {
            return false;
        }
        let changes = value != slot.value();
        slot.set_value(value);
        changes
    }

    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of add_children()
    fn mark_solved(&mut self, node: NodeId, proven: &Known) {
        let root_is_solved = POLICIES && self.pool.root().is_solved();
        let slot = self.pool.node_mut(node);
        let proven = if POLICIES { proven.or_better(slot.known()) } else { *proven };
        slot.set_known(&proven);
        let siblings = slot.children();
        if node != ROOT && (proven.is_settled() || !root_is_solved) {
            self.pool.release_below(node);
        } else if siblings != SiblingsId::NONE {
            self.pool.header_mut(siblings).forget_bounds(); // solved nodes select in another way
        }
    }

    #[inline(always)]
    fn note_safe(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> Option<Known> {
        self.note_safe_players(node, siblings, mover)
    }

    #[inline(always)]
    fn store_solved(&mut self, node: NodeId, ply: usize) {
        if self.plan.proofs() {
            self.store_solved_node(node, ply);
        }
    }
}
