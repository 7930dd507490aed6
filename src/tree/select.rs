//! Step 1 of a simulation, select: finds the child with the largest upper confidence bound.
//!
//! It is equation 1 of the implicit minimax paper; the bound itself is in `estimate.rs`. Solved
//! children are treated as the solver needs it.

use super::Tree;
use super::estimate::{Weights, place_of};
use super::slot::{NodeId, RunId, Slot};
use crate::game::Move;
use crate::game::value::{Outcome, Proof, Side, Value};
use core::borrow::Borrow;
use core::hint::select_unpredictable;

/// What the head of a run says whose children have the bounds for the N at this place.
#[inline(always)]
pub(crate) const fn mark(place: u32) -> u32 {
    place.wrapping_add(1)
}

/// The largest key among some children, and the first of them that has it.
#[derive(Clone, Copy)]
pub(crate) struct Leader {
    key: u32,
    pub(crate) offset: u32,
}

impl Leader {
    pub(crate) const NONE: Self = Self { key: 0, offset: 0 };

    /// Without branches: nobody can tell beforehand which child leads.
    #[inline(always)]
    pub(crate) fn consider(&mut self, key: u32, offset: u32) {
        let leads = key > self.key;
        self.offset = select_unpredictable(leads, offset, self.offset);
        self.key = select_unpredictable(leads, key, self.key);
    }
}

/// The child through which a simulation goes on, and the one whose proven draw it counts as.
pub(crate) struct Choice {
    pub(crate) offset: u32,
    pub(crate) claimed: Option<u32>,
    /// The key of the child, 0 where it is proven.
    key: u32,
}

impl Tree<'_> {
    /// SELECT: the child in `run` with the largest upper confidence bound, of several the one that
    /// was made or visited first, which is a random one. All are visited, except those that `fpu`
    /// lets take part.
    ///
    /// Most bounds of the visit before are still right: only that of the child that it went through
    /// has changed, and N counts with few digits only. So children keep their bounds, as numbers of
    /// 22 bits.
    #[inline(never)] // own frame: keeps it off the stack while the tree grows
    pub(crate) fn select(&mut self, node: NodeId, run: RunId, mover: Side) -> NodeId {
        if !self.compute_bounds(node, run, mover) {
            return self.select_with_care(node, run, mover);
        }
        self.select_by_bounds(self.pool.node(node).visits(), run).unwrap_or(run.child(0))
    }

    /// [`Tree::select`] where the children in `run` have the bounds for this number of visits of
    /// their parent, and so all are there and visited. This simulation uses the run.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn select_by_bounds(&mut self, visits: u32, run: RunId) -> Option<NodeId> {
        let (head, children) = self.pool.run_mut(run)?;
        head.set_stamp(self.stamp);
        if head.mark() != mark(place_of(visits)) {
            return None;
        }
        let mut leader = Leader::NONE;
        for (child, offset) in children.iter().zip(0..) {
            leader.consider(child.rank(), offset);
        }
        Some(run.child(leader.offset))
    }

    /// Have the children in `run` the bounds for this number of visits of their parent?
    #[cfg(test)]
    pub(crate) fn has_bounds(&self, visits: u32, run: RunId) -> bool {
        self.pool.head(run).mark() == mark(place_of(visits))
    }

    /// The children of `node` in `run` get their bounds. `false`, and none is kept, where that is
    /// not all that decides: where the bound is not the plain one, children are missing or a draw
    /// is proven.
    #[inline(never)] // own frame: what is needed once in a while
    fn compute_bounds(&mut self, node: NodeId, run: RunId, mover: Side) -> bool {
        let place = place_of(self.pool.node(node).visits());
        let weights = self.plain_weights(place, mover);
        let (passed_over, bounds) = (self.passed_over(mover), self.plan.score_bounds());
        let Some((head, children)) = self.pool.run_mut(run) else { return false };
        head.set_mark(0);
        if !self.plan.keeps_bounds() || head.len() < head.total() {
            return false;
        }
        for child in children {
            if bounds && child.is_safe() {
                return false;
            }
            if !child.is_proven() {
                child.set_bound(weights.kept(child));
            } else if passed_over == Some(child.proof()) {
                child.set_bound(0);
            } else {
                return false;
            }
        }
        head.set_mark(mark(place));
        true
    }

    /// A simulation through a node, where `mover` is to move, has changed its visits, which are
    /// these now, and this child in its run: if the bounds of the others are still right, it gets a
    /// new one, too.
    #[inline(always)]
    pub(crate) fn update_bound(&mut self, visits: u32, run: RunId, child: NodeId, mover: Side) {
        let place = place_of(visits);
        let weights = self.plain_weights(place, mover);
        let bounds = self.plan.score_bounds();
        let Some((head, children)) = self.pool.run_mut(run).filter(|(head, _)| head.mark() == mark(place)) else {
            return;
        };
        match children.get_mut(run.offset_of(child) as usize) {
            Some(child) if !(child.is_proven() || bounds && child.is_safe()) => child.set_bound(weights.kept(child)),
            _ => head.set_mark(0),
        }
    }

    /// What a child must not be proven to be for the solver to look at it: lost for `mover`.
    pub(crate) fn passed_over(&self, mover: Side) -> Option<Proof> {
        self.plan.solver.then_some(Outcome::win_for(mover.opponent()).into())
    }

    /// [`Tree::select`] by all that there is to consider.
    #[cold]
    #[inline(never)] // own frame: the stack is only as deep where it is needed
    fn select_with_care(&mut self, node: NodeId, run: RunId, mover: Side) -> NodeId {
        let choice = self.choice_in(node, run, mover);
        self.take_choice(run, &choice)
    }

    /// The child of `node` in `run` with the largest bound.
    #[cfg_attr(feature = "policies", inline(never))] // half of the code: it is called in two places
    fn choice_in(&self, node: NodeId, run: RunId, mover: Side) -> Choice {
        let children = self.pool.children(run);
        let visits = self.pool.node(node).visits();
        let weights = self.weights(visits, self.total_visits(visits, children.iter()), mover);
        let safe = self.plan.score_bounds() && self.pool.node(node).is_safe_for(mover);
        self.choose(children.iter(), weights, mover, safe)
    }

    /// The child that was chosen; where that counts as a proven draw, this simulation does.
    fn take_choice(&mut self, run: RunId, choice: &Choice) -> NodeId {
        if let Some(draw) = choice.claimed {
            self.claim_draw(run, draw);
        }
        run.child(choice.offset)
    }

    /// `grave`: the child in `run` with the largest bound; `None` where that is the one of an
    /// absent child, which is best among those.
    pub(crate) fn select_among(&mut self, node: NodeId, run: RunId, absent: &Leader) -> Option<NodeId> {
        let choice = self.choice_in(node, run, self.mover());
        if absent.key > choice.key {
            return None;
        }
        let child = self.take_choice(run, &choice);
        Some(self.visit(run, child))
    }

    /// `grave`: of the moves of `node` that have no child, [`Move::NONE`] standing for the others,
    /// the one with the largest bound. Of equals, it is the first from a random one on.
    pub(crate) fn best_absent(&mut self, node: NodeId, moves: &[Move]) -> Leader {
        let (mover, count) = (self.mover(), moves.len() as u32);
        let visits = self.pool.node(node).visits();
        let weights = self.fading_weights(self.weights(visits, visits, mover), mover);
        let first = self.rng.below(count);
        let mut leader = Leader::NONE;
        for offset in (first..count).chain(0..first) {
            let mv = moves.get(offset as usize).copied().unwrap_or(Move::NONE);
            if mv != Move::NONE {
                leader.consider(weights.key_of_absent(self.move_statistics.of_reference(mover, mv)), offset);
            }
        }
        leader
    }

    /// The child with the largest bound, as the solver has it.
    ///
    /// The solver passes over proven children while there are others: nothing is left to learn
    /// there. Children proven lost for the mover are simply bad. Where a proven *draw* has the
    /// largest bound of all, the node claims it: the simulation goes on with the best unproven
    /// child, for what it may prove, but counts as a draw from here upwards. A mover who is `safe`,
    /// for he cannot lose here, passes over children where he cannot win, too (`bounds`).
    #[inline(always)]
    pub(crate) fn choose(
        &self,
        children: impl Iterator<Item = impl Borrow<Slot>>,
        weights: Weights,
        mover: Side,
        safe: bool,
    ) -> Choice {
        let fading = (!self.plan.keeps_bounds()).then(|| self.fading_weights(weights, mover));
        let unvisited_take_part = self.plan.fpu().is_some();
        let by_moves = self.plan.grave() > 0;
        let passed_over = self.passed_over(mover);
        let (mut open, mut proven) = (Leader::NONE, Leader::NONE);
        for (child, offset) in children.zip(0..) {
            let child = child.borrow();
            if child.is_proven() {
                let lost = passed_over == Some(child.proof());
                proven.consider(if lost { 1 } else { weights.key_of_proven(child) }, offset);
                continue;
            }
            if safe && child.is_safe_for(mover.opponent()) {
                proven.consider(1, offset);
                continue;
            }
            let key = match &fading {
                None => weights.key(child),
                Some(fading) if by_moves => {
                    fading.key_by_moves(child, self.move_statistics.of_reference(mover, child.mv()))
                }
                Some(fading) if unvisited_take_part && child.visits() == 0 => fading.key_of_unvisited(child),
                Some(fading) => fading.key(child),
            };
            open.consider(key, offset);
        }
        let claimed = proven.key > open.key;
        if open.key == 0 || (claimed && !self.plan.solver) {
            return Choice { offset: proven.offset, claimed: None, key: 0 };
        }
        Choice { offset: open.offset, claimed: claimed.then_some(proven.offset), key: open.key }
    }

    /// The unvisited child to visit first: with `tp` the one with the most probable move, those
    /// that end the game last; else uniformly random among them. It joins the visited ones.
    pub(crate) fn first_visit(&mut self, run: RunId) -> NodeId {
        let head = self.pool.head(run);
        let (len, visited) = (head.len(), head.visited());
        let chosen = if self.plan.by_transition() {
            self.most_probable(run, visited)
        } else {
            visited.wrapping_add(self.rng.below(len.wrapping_sub(visited)))
        };
        self.visit(run, run.child(chosen))
    }

    /// Of the children in `run` behind the first `visited`, the offset of the one with the most
    /// probable move.
    fn most_probable(&self, run: RunId, visited: u32) -> u32 {
        let children = self.pool.children(run).get(visited as usize..).unwrap_or_default();
        let mut best = (0, 0);
        for (offset, child) in (0_u32..).zip(children) {
            let probability = if child.is_proven() { 1 } else { u32::from(child.probability()).wrapping_add(1) };
            if probability > best.0 {
                best = (probability, offset);
            }
        }
        visited.wrapping_add(best.1)
    }

    /// `child`, which is in `run`: an unvisited one joins the visited ones.
    #[inline]
    pub(crate) fn visit(&mut self, run: RunId, child: NodeId) -> NodeId {
        let visited = self.pool.head(run).visited();
        let place = run.child(visited);
        if run.offset_of(child) < visited {
            return child;
        }
        self.pool.swap_leaves(place, child);
        self.pool.head_mut(run).set_visited(visited.wrapping_add(1) as u16);
        place
    }

    /// Counts this simulation as one through the proven draw at `offset`, at the node that the path
    /// ends with.
    fn claim_draw(&mut self, run: RunId, offset: u32) {
        let drawn = self.pool.node_mut(run.child(offset));
        if drawn.proof() != Proof::Draw {
            return;
        }
        drawn.add(Value::DRAW);
        self.claim_draw_here();
    }

    /// Whatever the simulation finds, where the path ends it counts as a draw.
    #[inline(always)]
    pub(crate) fn claim_draw_here(&mut self) {
        if let Some(step) = self.path.get_mut(self.depth) {
            step.claim_draw();
        }
    }
}
