//! Step 1 of a simulation, select: finds the child with the largest upper confidence bound.
//!
//! The bound is equation 1 of the implicit minimax paper. `estimate.rs` computes it. For solved
//! children, the rules of the solver apply.

use super::Tree;
use super::estimate::{Weights, place_of};
use super::nodes::{Block, Node, NodeMut, Nodes};
use super::proof_numbers::Difficulty;
use super::slot::{NodeId, SiblingsId, Slot};
use crate::base::POLICIES;
use crate::game::Move;
use crate::game::value::{Proof, Side, Value};
use core::borrow::Borrow;
use core::hint::select_unpredictable;

/// Returns the mark of a sibling block whose stored bounds are valid for this number of visits of
/// the parent. `place` is the result of [`place_of`] for this number.
#[inline(always)]
pub(crate) const fn mark(place: u32) -> u32 {
    place.wrapping_add(1)
}

/// The largest key among the children considered so far, and the offset of the first child with
/// this key.
#[derive(Clone, Copy)]
pub(crate) struct Leader {
    key: u32,
    pub(crate) offset: u32,
}

impl Leader {
    pub(crate) const NONE: Self = Self { key: 0, offset: 0 };

    /// Considers the key of the child at this offset. The code has no branches, because the
    /// processor could not predict which child leads.
    #[inline(always)]
    pub(crate) fn consider(&mut self, key: u32, offset: u32) {
        let leads = key > self.key;
        self.offset = select_unpredictable(leads, offset, self.offset);
        self.key = select_unpredictable(leads, key, self.key);
    }
}

/// The child with which a simulation continues, and the solved draw that the node claims instead of
/// the simulation's result, if any.
pub(crate) struct Choice {
    pub(crate) offset: u32,
    pub(crate) claimed: Option<u32>,
    /// The key of the child; 0 if the child is solved.
    key: u32,
}

/// What selection knows about a node when it compares the children of the node.
#[derive(Clone, Copy)]
pub(crate) struct Knows<'a> {
    /// `bounds`: the mover cannot lose.
    pub(crate) safe: bool,
    /// The node is solved.
    pub(crate) solved: bool,
    /// `pn` and `mob`: the children's proof numbers, or their numbers of replies.
    pub(crate) difficulty: Option<Difficulty<'a>>,
    /// `grave`: unvisited children may have a rank (`unvisited.rs`).
    pub(crate) ranked: bool,
}

/// Selection, written once for all kinds of node storage.
pub(crate) trait Select<'m>: Nodes<'m> {
    /// Returns the child in `siblings` with the largest upper confidence bound. This is the
    /// function SELECT of Algorithm 1 in the implicit minimax paper. If bounds are equal, returns
    /// the child that was created or visited first. (The order of creation and of first visits is
    /// random.) All children must be visited, except with the option `fpu`, where unvisited
    /// children take part.
    ///
    /// Children store their bounds, as numbers of 22 bits. Most bounds are still valid at the next
    /// visit: only the visited child has another bound, and the parent's number of visits is
    /// rounded to few digits.
    #[inline(never)] // own frame: keeps it off the stack while the tree grows
    fn select(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> NodeId {
        let visits = self.visits(node);
        let has_bounds = !(POLICIES && self.node(node).is_solved()) && self.compute_bounds(visits, siblings, mover);
        let child = if has_bounds { self.select_by_bounds(visits, siblings) } else { None };
        child.unwrap_or_else(|| self.select_with_care(node, siblings, mover))
    }

    /// Selects the child with the largest stored bound, like [`Select::select`]. Returns `None` if
    /// the stored bounds in `siblings` are not valid for this number of visits of the parent. If
    /// they are valid, all children exist and are visited. Marks the sibling block as used by this
    /// simulation.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn select_by_bounds(&mut self, visits: u32, siblings: SiblingsId) -> Option<NodeId> {
        let Block { header, children, .. } = self.block_mut(siblings)?;
        if header.mark() != mark(place_of(visits)) {
            return None;
        }
        let mut leader = Leader::NONE;
        for (child, offset) in children.zip(0..) {
            leader.consider(child.rank(), offset);
        }
        Some(siblings.child(leader.offset))
    }

    /// Computes the bounds of all children in `siblings`, whose parent has this number of visits.
    /// Returns `false`, and leaves no valid bounds, if the bounds do not suffice to select a child.
    /// There are four such cases: the player does not use the plain bounds, children are missing, a
    /// child is solved but not lost for the mover, or a player cannot lose at a child (option
    /// `bounds`).
    #[inline(never)] // own frame: called rarely
    fn compute_bounds(&mut self, visits: u32, siblings: SiblingsId, mover: Side) -> bool {
        let Some(Block { plan, mut header, children }) = self.block_mut(siblings) else { return false };
        if !plan.keeps_bounds() {
            return false;
        }
        header.set_mark(0);
        if !header.has_all_children() {
            return false;
        }
        let place = place_of(visits);
        let (weights, passed_over) = (plan.plain_weights(place, mover), plan.passed_over(mover));
        let bounds = plan.score_bounds();
        for mut child in children {
            let kept = child.keep_bound(mover, |child| {
                if bounds && child.is_safe() {
                    None
                } else if !child.is_solved() {
                    Some(weights.kept(child))
                } else {
                    (passed_over == Some(child.proof())).then_some(0)
                }
            });
            if !kept {
                return false;
            }
        }
        header.set_mark(mark(place));
        true
    }

    /// Computes the bound of `child` in `siblings` again, after a simulation through this child.
    /// The parent, where `mover` is to move, now has this number of visits. Does nothing if the
    /// stored bounds of the siblings are not valid for this number.
    #[inline(always)]
    fn update_bound(&mut self, visits: u32, siblings: SiblingsId, child: NodeId, mover: Side) {
        let place = place_of(visits);
        if siblings == SiblingsId::NONE || self.node(siblings.header()).mark() != mark(place) {
            return;
        }
        let plan = &self.tree().plan;
        let (weights, bounds) = (plan.plain_weights(place, mover), plan.score_bounds());
        let kept = self.node_mut(child).keep_bound(mover, |child| {
            let has_bound = !(child.is_solved() || bounds && child.is_safe());
            has_bound.then(|| weights.kept(child))
        });
        if !kept {
            self.node_mut(siblings.header()).set_mark(0);
        }
    }

    /// Selects a child like [`Select::select`], with all special cases.
    #[cold]
    #[inline(never)] // own frame: only this case needs so much stack
    fn select_with_care(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> NodeId {
        self.tree_mut().weigh_numbers(siblings, mover);
        let choice = self.choice_in(node, siblings, mover);
        self.take_choice(siblings, &choice)
    }

    /// Chooses the child of `node` in `siblings` with the largest bound.
    #[cfg_attr(feature = "policies", inline(never))] // called in two places: half the code
    fn choice_in(&self, node: NodeId, siblings: SiblingsId, mover: Side) -> Choice {
        let tree = self.tree();
        let children = self.children(siblings).iter().map(|child| child.seen(mover));
        let visits = self.visits(node);
        let weights = tree.weights(visits, tree.total_visits(visits, children.clone()), mover);
        let safe = tree.plan.score_bounds() && self.node(node).found().borrow().is_safe_for(mover);
        let solved = POLICIES && self.node(node).is_solved();
        let difficulty = tree.difficulty(siblings, mover);
        let ranked = tree.plan.grave() > 0 && tree.pool.header(siblings).has_all_children();
        tree.choose(children, weights, mover, Knows { safe, solved, difficulty, ranked })
    }

    /// Returns the chosen child. If the choice claims a solved draw, this simulation also counts as
    /// a visit of the drawn child. It then counts as a draw for the last node of the path and for
    /// all nodes above.
    fn take_choice(&mut self, siblings: SiblingsId, choice: &Choice) -> NodeId {
        if let Some(draw) = choice.claimed
            && self.count_draw(siblings.child(draw))
        {
            self.tree_mut().claim_draw_here();
        }
        siblings.child(choice.offset)
    }

    /// Counts this simulation as a draw at `child` if the child is a solved draw. Otherwise returns
    /// `false`.
    fn count_draw(&mut self, child: NodeId) -> bool {
        let mut child = self.node_mut(child);
        let is_draw = child.found().borrow().proof() == Proof::Draw;
        if is_draw {
            child.count(Value::DRAW);
        }
        is_draw
    }
}

impl<'m, N: Nodes<'m>> Select<'m> for N {}

impl Tree<'_> {
    /// True if the children in `siblings` have valid bounds for this number of visits of their
    /// parent.
    #[cfg(test)]
    pub(crate) fn has_bounds(&self, visits: u32, siblings: SiblingsId) -> bool {
        self.pool.header(siblings).mark() == mark(place_of(visits))
    }

    /// Option `grave`: returns the child in `siblings` with the largest bound. `absent` is the best
    /// move that has no child. Returns `None` if this move has a larger bound than all children.
    pub(crate) fn select_among(&mut self, node: NodeId, siblings: SiblingsId, absent: &Leader) -> Option<NodeId> {
        self.weigh_numbers(siblings, self.mover());
        self.rank_unvisited(node, siblings);
        let choice = self.choice_in(node, siblings, self.mover());
        if absent.key > choice.key {
            return None;
        }
        let child = self.take_choice(siblings, &choice);
        Some(self.visit(siblings, child))
    }

    /// Option `grave`: considers the moves of `node` that have no child, and returns the one with
    /// the largest bound. `moves` has [`Move::NONE`] in place of each move that has a child. The
    /// function starts at a random move. If bounds are equal, it returns the move that it found
    /// first.
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

    /// Chooses the child with the largest bound, under the rules of the solver.
    ///
    /// While some children are unsolved, the solver ignores solved children, because another visit
    /// teaches nothing. A child that is lost for the mover is worse than all other children. If a
    /// solved *draw* has the largest bound of all children, the node claims the draw. Then the
    /// simulation continues with the best unsolved child, which may turn out to be a win. But the
    /// simulation counts as a draw from this node upwards. Special cases: with the option `bounds`,
    /// a mover that cannot lose at this node (`safe`) also ignores children where it cannot win.
    /// With the option `marg`, if the node itself is `solved`, a solved child is considered if its
    /// margin is not exact. If the unvisited children are `ranked`, only the first of them gets a
    /// bound (`unvisited.rs`).
    #[inline(always)]
    pub(crate) fn choose(
        &self,
        mut children: impl Iterator<Item = impl Borrow<Slot>> + Clone,
        weights: Weights,
        mover: Side,
        Knows { safe, solved, difficulty, ranked }: Knows<'_>,
    ) -> Choice {
        let fading = (!self.plan.keeps_bounds()).then(|| self.fading_weights(weights, mover));
        let unvisited_take_part = self.plan.fpu().is_some();
        let by_moves = self.plan.grave() > 0;
        let passed_over = self.plan.passed_over(mover);
        let (mut open, mut proven, mut unvisited) = (Leader::NONE, Leader::NONE, Leader::NONE);
        for (child, offset) in children.clone().zip(0..) {
            let child = child.borrow();
            if solved && child.is_solved() && !child.is_settled() {
                open.consider(weights.key_of_proven(child), offset);
                continue;
            }
            if child.is_solved() {
                let lost = passed_over == Some(child.proof());
                proven.consider(if lost { 1 } else { weights.key_of_proven(child) }, offset);
                continue;
            }
            if safe && child.is_safe_for(mover.opponent()) {
                proven.consider(1, offset);
                continue;
            }
            if ranked && child.visits() == 0 && child.number() > 0 {
                unvisited.consider(child.number(), offset);
                continue;
            }
            let ease = difficulty.map_or(0.0, |difficulty| difficulty.ease(child));
            let key = match &fading {
                None => weights.key(child),
                Some(fading) if by_moves => {
                    fading.key_by_moves(child, self.move_statistics.of_reference(mover, child.mv()), ease)
                }
                Some(fading) if unvisited_take_part && child.visits() == 0 => fading.key_of_unvisited(child, ease),
                Some(fading) => fading.key(child, ease),
            };
            open.consider(key, offset);
        }
        if let Some(fading) = &fading
            && unvisited.key > 0
            && let Some(child) = children.nth(unvisited.offset as usize)
        {
            let child = child.borrow();
            let known = self.move_statistics.of_reference(mover, child.mv());
            open.consider(fading.key_by_moves(child, known, 0.0), unvisited.offset);
        }
        let claimed = proven.key > open.key;
        if open.key == 0 || (claimed && !self.plan.solver) {
            return Choice { offset: proven.offset, claimed: None, key: 0 };
        }
        Choice { offset: open.offset, claimed: claimed.then_some(proven.offset), key: open.key }
    }

    /// Chooses an unvisited child for its first visit, and adds it to the visited children. With
    /// the option `tp`, this is the child with the most probable move, and moves that end the game
    /// come last. Otherwise it is a random child.
    pub(crate) fn first_visit(&mut self, siblings: SiblingsId) -> NodeId {
        let header = self.pool.header(siblings);
        let (len, visited) = (header.len(), header.visited());
        let chosen = if self.plan.by_transition() {
            self.most_probable(siblings, visited)
        } else {
            visited.wrapping_add(self.rng.below(len.wrapping_sub(visited)))
        };
        self.visit(siblings, siblings.child(chosen))
    }

    /// Returns the offset of the child with the most probable move. Ignores the first `visited`
    /// children.
    fn most_probable(&self, siblings: SiblingsId, visited: u32) -> u32 {
        let children = self.pool.children(siblings).get(visited as usize..).unwrap_or_default();
        let mut best = (0, 0);
        for (offset, child) in (0_u32..).zip(children) {
            let probability = if child.is_solved() { 1 } else { u32::from(child.probability()).wrapping_add(1) };
            if probability > best.0 {
                best = (probability, offset);
            }
        }
        visited.wrapping_add(best.1)
    }

    /// Adds `child`, which is in `siblings`, to the visited children, unless it is already visited.
    /// Returns the child's id, which this function may change.
    #[inline]
    pub(crate) fn visit(&mut self, siblings: SiblingsId, child: NodeId) -> NodeId {
        let visited = self.pool.header(siblings).visited();
        let place = siblings.child(visited);
        if siblings.offset_of(child) < visited {
            return child;
        }
        self.pool.swap_leaves(place, child);
        self.end_rank(siblings, place);
        self.pool.header_mut(siblings).set_visited(visited.wrapping_add(1) as u16);
        place
    }

    /// Makes the node at the end of the path count this simulation as a draw, whatever the
    /// simulation's result is.
    #[inline(always)]
    pub(crate) fn claim_draw_here(&mut self) {
        if let Some(step) = self.path.get_mut(self.depth) {
            step.claim_draw();
        }
    }
}
