//! Selection: the child with the largest upper confidence bound (equation 1 of the implicit minimax
//! paper; the bound itself is in `estimate.rs`), and what the solver makes of proven children.

use super::Tree;
use super::estimate::Weights;
use super::slot::{NodeId, RunId, Slot};
use crate::rng::Rng;
use crate::value::{Outcome, Proof, Side, Value};

/// The largest bound seen so far, and a uniformly random one of the children that have it.
struct Leader {
    key: u32,
    ties: u32,
    offset: u32,
}

impl Leader {
    const NONE: Self = Self { key: 0, ties: 0, offset: 0 };

    /// Takes the keys of the children from `offset` on into account, 0 standing for none.
    #[cfg_attr(target_os = "none", inline(never))] // for flash
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn consider(&mut self, keys: &[u32], offset: u32, rng: &mut Rng) {
        let largest = keys.iter().fold(0, |largest, &key| largest.max(key));
        if largest < self.key || largest == 0 {
            return;
        }
        // Where only one child has the largest key, the sum of the places of all that have it is
        // its place.
        let (mut equals, mut place) = (0_u32, 0_u32);
        for (at, &key) in (0_u32..).zip(keys) {
            let mask = u32::from(key == largest).wrapping_neg();
            equals = equals.wrapping_sub(mask);
            place = place.wrapping_add(mask & at);
        }
        let before = if largest == self.key { self.ties } else { 0 };
        (self.key, self.ties) = (largest, before.wrapping_add(equals));
        if self.ties > 1 {
            let chosen = rng.below(self.ties);
            if chosen >= equals {
                return; // one of those before keeps its place
            }
            let mut tied = (0_u32..).zip(keys).filter(|(_, key)| **key == largest);
            place = tied.nth(chosen as usize).map_or(0, |(place, _)| place);
        }
        self.offset = offset.wrapping_add(place);
    }

    /// Takes the proven children into account, and out of `keys`. The solver ranks those that are
    /// `lost` below everything else. Apart from selection, so that the stack is only as deep where
    /// there are any.
    #[cold]
    #[inline(never)]
    fn take_proven(
        &mut self,
        weights: &Weights,
        children: &[Slot],
        keys: &mut [u32; CHUNK],
        lost: Option<Outcome>,
        offset: u32,
        rng: &mut Rng,
    ) {
        let mut known = [0; CHUNK];
        for ((child, key), known) in children.iter().zip(keys).zip(&mut known) {
            let Some(outcome) = child.proof().outcome() else { continue };
            *key = 0;
            *known = if lost == Some(outcome) { 1 } else { weights.key_of_proven(child) };
        }
        self.consider(&known, offset, rng);
    }
}

/// How many bounds are compared at a time: the runs of most games in one go, and little stack.
const CHUNK: usize = 32;

impl Tree<'_> {
    /// SELECT: the child in `run` with the largest upper confidence bound, ties broken uniformly.
    /// All are visited, except those that `fpu` lets take part.
    ///
    /// The solver passes over proven children while there are others: nothing is left to learn
    /// there. Children proven lost for the mover are simply bad. Where a proven *draw* has the
    /// largest bound of all, the node claims it: the simulation goes on with the best unproven
    /// child, for what it may prove, but counts as a draw from here upwards.
    #[inline(never)] // own frame: keeps these keys off the stack while the tree grows
    pub(crate) fn select(&mut self, node: NodeId, run: RunId, mover: Side) -> NodeId {
        let weights = self.weights(self.pool.node(node).visits(), self.pool.children(run), mover);
        let (mut unproven, mut proven) = (Leader::NONE, Leader::NONE);
        let mut offset = 0_u32;
        // Unvisited children come last.
        let visited = if self.plan.fpu().is_some() { self.pool.head(run).visited() } else { u32::MAX };
        for children in self.pool.children(run).chunks(CHUNK) {
            let mut keys = [0_u32; CHUNK];
            let mut any_proven = false;
            for (child, key) in children.iter().zip(&mut keys) {
                *key = weights.key(child);
                any_proven |= child.is_proven();
            }
            if weights.fades() {
                children.iter().zip(&mut keys).for_each(|(child, key)| *key = weights.fading_key(child));
            }
            let seen = visited.saturating_sub(offset) as usize;
            let unvisited = children.iter().zip(&mut keys).skip(seen);
            unvisited.for_each(|(child, key)| *key = weights.key_of_unvisited(child));
            if any_proven {
                let lost = self.plan.solver.then_some(Outcome::win_for(mover.opponent()));
                proven.take_proven(&weights, children, &mut keys, lost, offset, &mut self.rng);
            }
            // Whole vectors, where a target has them and there are children for more than one.
            let padded = if children.len() <= 8 { children.len() } else { children.len().next_multiple_of(8) };
            unproven.consider(keys.get(..padded).unwrap_or(&keys), offset, &mut self.rng);
            offset = offset.wrapping_add(CHUNK as u32);
        }
        let claimed = proven.key > unproven.key;
        let chosen = if unproven.ties == 0 || (claimed && !self.plan.solver) { &proven } else { &unproven };
        if claimed && unproven.ties > 0 && self.plan.solver {
            self.claim_draw(run, proven.offset);
        }
        run.child(chosen.offset)
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
        if let Some(step) = self.path.get_mut(self.depth) {
            step.claim_draw();
        }
    }
}
