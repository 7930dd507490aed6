//! Steps 1 to 4 of a simulation in a shared tree ([`crate::threads::shared_tree`]). This file has
//! the code that calls the game.

use super::TreeSearch;
use super::expand::NewChild;
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::game::value::{Side, Value};
use crate::player::plan::Plan;
use crate::search::SearchError;
use crate::threads::shared_tree::{Climber, Id, Refusal, Seat, SharedTree};
use crate::time::deadline::Deadline;
use crate::time::limits::Stop;
use crate::tree::{NodeId, RECYCLE_VISITS, Slot};

/// The shared tree that a search uses, if it uses one.
#[derive(Debug)]
pub(super) struct Sharing<'m> {
    pub(super) tree: Option<SharedTree<'m>>,
    /// The seat of the search: its place among the searches that run in the tree. `None` between
    /// two search calls.
    seat: Option<Seat<'m>>,
}

impl<'m> Sharing<'m> {
    pub(super) const NONE: Self = Self { tree: None, seat: None };

    pub(super) const fn is_on(&self) -> bool {
        self.tree.is_some()
    }

    /// Moves the root of the shared tree to the position after a move of the game.
    pub(super) fn follow(&mut self, mv: Move) {
        if let Some(tree) = &mut self.tree {
            tree.follow(mv);
        }
    }

    /// Leaves the shared tree, because the search gets a new position. Exception: if `forget` is
    /// true, the search keeps its position, and this function only empties the tree.
    pub(super) fn restart(&mut self, forget: bool) {
        match &mut self.tree {
            Some(tree) if forget => tree.forget(),
            Some(tree) => tree.leave(),
            None => {}
        }
    }

    /// Enters the shared tree before a search.
    pub(super) fn enter(&mut self) -> Result<(), SearchError> {
        let Some(tree) = &self.tree else { return Ok(()) };
        self.seat = Some(tree.enter().map_err(|refusal| match refusal {
            Refusal::OtherPosition => SearchError::OtherPosition,
            Refusal::Crowded => SearchError::Crowded,
        })?);
        Ok(())
    }

    /// Returns the number of nodes of the shared tree, and how many nodes were recycled.
    pub(super) fn counts(&self) -> Option<(u32, u64)> {
        self.tree.as_ref().map(SharedTree::counts)
    }
}

/// True if a child gets its value and its proof when it is created. False if it gets them at its
/// first visit.
pub(super) fn makes_whole_children(plan: &Plan) -> bool {
    plan.all || plan.values || plan.has_opinions()
}

impl<'m, G: Knowledge> TreeSearch<'m, G> {
    /// If this search has a seat in a shared tree, searches there. Then copies the top of the
    /// shared tree to the search's own tree.
    pub(super) fn search_shared(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        let seat = self.sharing.seat.take()?;
        let mut climber = self.sharing.tree?.climber(seat);
        let reason = self.climb_until(&mut climber, deadline);
        climber.leave_trunk(&mut self.tree);
        if !self.simulation.fails() {
            climber.show(&mut self.tree);
        }
        Some(reason)
    }

    /// Copies the top of the shared tree again if other searches have changed it since this search
    /// ended.
    pub(super) fn look_again(&mut self) {
        if self.sharing.enter().is_err() {
            return;
        }
        let (Some(tree), Some(seat)) = (self.sharing.tree, self.sharing.seat.take()) else { return };
        let climber = tree.climber(seat);
        if climber.has_grown(&self.tree) {
            climber.show(&mut self.tree);
        }
    }

    /// Runs simulations in the shared tree until the search must stop.
    fn climb_until(&mut self, climber: &mut Climber<'m>, deadline: &mut Deadline<'_>) -> Stop {
        if climber.root_is_settled(&mut self.tree) {
            return Stop::Proven;
        }
        loop {
            let counts = self.climb(climber);
            if !counts {
                climber.give_up(&self.tree);
            }
            climber.renew(&mut self.tree);
            if self.simulation.fails() {
                return Stop::Flag;
            }
            if !counts {
                if let Some(reason) = deadline.interrupts() {
                    return reason;
                }
                continue;
            }
            self.iterations = self.iterations.wrapping_add(1);
            if self.tree.plan.solver && climber.root_is_settled(&mut self.tree) {
                return Stop::Proven;
            }
            if let Some(reason) = deadline.tick(climber.nodes()) {
                return reason;
            }
        }
    }

    /// Runs one simulation, like `TreeSearch::simulate`. Returns false if the simulation does not
    /// count. This happens if the game has failed, or if another thread is creating the children
    /// that the simulation needs.
    fn climb(&mut self, climber: &mut Climber<'m>) -> bool {
        self.arrive();
        self.tree.begin(self.simulation.scratch.to_move());
        climber.begin(&self.tree);
        let known = self.climb_down(climber);
        let reward = match known {
            Some(known) => known,
            None if self.simulation.fails() => return false,
            None => {
                let (leaf, best_first) = (self.tree.leaf().map_or(0, |leaf| leaf.0), self.tree.plan.best_first());
                match best_first {
                    _ if (best_first || leaf == 0) && climber.is_expanding(leaf) => return false,
                    true => climber.value(leaf),
                    false => self.playout(),
                }
            }
        };
        if self.simulation.fails() {
            return false;
        }
        self.depth_max = self.depth_max.max(self.tree.depth);
        self.tree.learn(reward);
        climber.back_up(&mut self.tree, reward);
        true
    }

    /// Goes down from the end of the trunk to the position where the playout begins. Returns the
    /// result if no playout is needed.
    fn climb_down(&mut self, climber: &mut Climber<'m>) -> Option<Value> {
        let mut node = self.tree.end_of_trunk().0;
        if node != 0
            && let Some(value) = climber.final_value(&mut self.tree, node)
        {
            return Some(value); // another thread has solved the end of the trunk
        }
        while self.tree.depth < self.depth_limit {
            let mover = self.tree.mover();
            let Some((siblings, child)) = self.next_shared_child(climber, node, mover) else {
                return climber.proven_value(node);
            };
            // After a failure of the game, `give_up` must take back the announced visits on this
            // path.
            if self.simulation.fails() {
                return None;
            }
            climber.descend(&mut self.tree, node, siblings, child, mover);
            self.tree.descend(NodeId(child), self.simulation.scratch.to_move());
            if let Some(value) = climber.final_value(&mut self.tree, child) {
                return Some(value);
            }
            if climber.extend_trunk(&mut self.tree, child) {
                self.keep_place();
            }
            node = child;
        }
        None
    }

    /// Makes the move to the child with which this simulation continues. Returns the child and its
    /// sibling block. Returns `None` if the playout begins at `node`.
    fn next_shared_child(&mut self, climber: &mut Climber<'m>, node: Id, mover: Side) -> Option<(u32, Id)> {
        let siblings = match climber.children_below(node) {
            Some(siblings) => siblings,
            None => self.expand_shared(climber, node, mover)?,
        };
        let first = if self.tree.plan.fpu().is_none() { climber.first_visit(siblings) } else { None };
        let child = first.unwrap_or_else(|| climber.select(&mut self.tree, node, siblings, mover));
        self.make_shared_move(climber, child);
        // Another thread may be making the first visit to this child at the same time. So both
        // threads compute the first value of the child.
        if climber.lacks_first_value(child)
            && let Some(found) = self.first_look(climber.mv(child))
        {
            climber.put_first_value(child, &found);
        }
        Some((siblings, child))
    }

    fn make_shared_move(&mut self, climber: &Climber<'m>, child: Id) {
        let mv = climber.mv(child);
        self.simulation.scratch.play(mv);
        self.tree.note_step(mv);
    }

    /// Computes the value and the proof of a child at its first visit. The scratch position has
    /// just reached the child, with the move `mv`. Returns `None` if the child was complete when it
    /// was created, or if the game has failed.
    fn first_look(&mut self, mv: Move) -> Option<Slot> {
        let looks = !makes_whole_children(&self.tree.plan) && !self.simulation.fails();
        looks.then(|| self.new_node(NewChild { mv, index: 0, prior: None, key: None, free: 0 }))
    }

    /// Adds the value and the proof of a child to the search's own tree. The scratch position must
    /// be the position of the child. In a copy of the top of a shared tree, an unvisited child may
    /// contain only its move, so this data can be missing.
    #[inline(never)] // does nothing in a tree that was never shared
    pub(super) fn know(&mut self, child: NodeId) {
        let node = self.tree.pool.node(child);
        if node.visits() == 0
            && let Some(found) = self.first_look(node.mv())
        {
            *self.tree.pool.node_mut(child) = found;
        }
    }

    /// Creates the children of the leaf that the scratch position has reached. If the simulation
    /// continues with one of these children, returns their sibling block.
    #[inline(never)]
    fn expand_shared(&mut self, climber: &mut Climber<'m>, leaf: Id, mover: Side) -> Option<u32> {
        let needed = self.tree.plan.needed_visits();
        let simulations = climber.simulations(leaf, &mut self.tree);
        if leaf != 0 && simulations < needed || !climber.claim(leaf) {
            return None;
        }
        let Some(total) = self.simulation.list_moves() else {
            climber.unclaim(leaf, None);
            return None;
        };
        let recycles = self.tree.plan.recycle && (leaf == 0 || simulations >= RECYCLE_VISITS);
        let siblings = climber.take_siblings(leaf, total, recycles)?;
        let made = if makes_whole_children(&self.tree.plan) {
            self.make_shared_children(climber, siblings, total, mover)
        } else {
            self.list_shared_children(climber, siblings, total)
        };
        if self.simulation.fails() {
            climber.unclaim(leaf, Some(siblings));
            return None;
        }
        let plan = &self.tree.plan;
        let looks_first = plan.looks_first();
        let goes_on = plan.goes_on() || looks_first && simulations > needed;
        if looks_first && !goes_on && leaf != 0 {
            climber.look(&mut self.tree, leaf, siblings, made, mover);
            return None;
        }
        let (chosen, goes_below) = (if plan.np() > 0 { made } else { 0 }, !plan.all || goes_on);
        climber.publish(&mut self.tree, leaf, siblings, made, chosen, mover);
        goes_below.then_some(siblings)
    }

    /// Creates children that contain only their moves, and returns their number. Simulations visit
    /// the children in the order in which they are stored, which is random.
    fn list_shared_children(&mut self, climber: &Climber<'m>, siblings: u32, total: u32) -> u32 {
        for offset in 0..total {
            let mv = self.simulation.moves.get(offset as usize).copied().unwrap_or(Move::NONE);
            let place = self.tree.rng.below(offset.wrapping_add(1));
            climber.put_move(siblings, offset, place, mv);
        }
        total
    }

    /// Creates complete children and returns their number. With the solver and without the option
    /// `marg`, no further children are needed after a child that wins. Simulations visit the
    /// children in random order. With the option `tp`, they visit more probable moves first.
    fn make_shared_children(&mut self, climber: &Climber<'m>, siblings: u32, total: u32, mover: Side) -> u32 {
        let key = self.sharing_key();
        let mut made = 0_u32;
        for index in 0..total {
            let Some(&mv) = self.simulation.moves.get(index as usize) else { break };
            let prior = self.tree.plan.has_opinions().then(|| self.prior_of(mv));
            let key = self.key_after(key, mv);
            let undo = self.simulation.scratch.make(mv);
            let child = self.new_node(NewChild { mv, index: 0, prior, key, free: total });
            if self.simulation.fails() {
                break; // after a fault, do not unmake the move
            }
            self.simulation.scratch.unmake(mv, undo);
            if self.tree.plan.by_transition() {
                climber.put_sorted(siblings, made, &child);
            } else {
                climber.put_shuffled(siblings, made, self.tree.rng.below(made.wrapping_add(1)), &child);
            }
            made = made.wrapping_add(1);
            if child.proof().is_win_for(mover) && self.tree.plan.solver && self.tree.plan.marg() == 0.0 {
                break;
            }
        }
        made
    }
}
