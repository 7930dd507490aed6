//! Selection: UCT over the mean, or over the implicit minimax mix (equations 1 and 2 of the paper).

use super::TreeSearch;
use crate::knowledge::Knowledge;
use crate::rng::Rng;
use crate::slot::Slot;
use crate::value::{Outcome, Player, Proof, Value};

/// The weights of one selection, folded so that a child costs a division and a square root.
struct Weights {
    /// (1 - alpha), in the mover's view, for a reward sum in 1/32767ths.
    mean: f32,
    /// alpha, likewise, for a minimax value in 1/32767ths.
    minimax: f32,
    /// C * sqrt(ln N).
    exploration: f32,
}

impl Weights {
    /// Q^IM(s, a) + C * sqrt(ln N / n), in the mover's view, of a visited child.
    #[inline]
    fn of(&self, child: &Slot) -> f32 {
        let per_visit = 1.0 / child.visits() as f32;
        let mean = self.mean * child.reward() as f32 * per_visit;
        let minimax = self.minimax * f32::from(child.value().raw());
        mean + minimax + self.exploration * libm::sqrtf(per_visit)
    }

    /// The same for a child whose value is known: no estimate is left to mix.
    fn of_proven(&self, child: &Slot, outcome: Outcome) -> f32 {
        let value = f32::from(outcome.value().raw()) * (self.mean + self.minimax);
        value + self.exploration * libm::sqrtf(1.0 / child.visits().max(1) as f32)
    }
}

/// The largest bound seen so far, and a uniformly random one of the children that have it.
struct Leader {
    bound: f32,
    ties: u32,
    offset: usize,
}

impl Leader {
    const NONE: Self = Self { bound: f32::NEG_INFINITY, ties: 0, offset: 0 };

    #[inline]
    fn consider(&mut self, bound: f32, offset: usize, rng: &mut Rng) {
        if bound > self.bound {
            *self = Self { bound, ties: 1, offset };
        } else if bound == self.bound {
            self.ties = self.ties.wrapping_add(1);
            if rng.below(self.ties) == 0 {
                self.offset = offset;
            }
        }
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// SELECT: the child in `run` with the largest upper confidence bound, ties broken uniformly. All are visited.
    ///
    /// The solver passes over proven children while there are others: nothing is left to learn there. Children proven
    /// lost for the mover are simply bad. Where a proven *draw* has the largest bound of all, the node claims it: the
    /// simulation goes on with the best unproven child, for what it may prove, but counts as a draw from here upwards.
    pub(super) fn select(&mut self, run: u32, node: u32) -> u32 {
        let mover = self.walker.to_move();
        let lost = Outcome::win_for(mover.opponent());
        let weights = self.weights(self.pool.get(node).visits(), mover);
        let (mut unproven, mut proven) = (Leader::NONE, Leader::NONE);
        for (offset, child) in self.pool.children(run).iter().enumerate() {
            match child.proof().outcome() {
                None => unproven.consider(weights.of(child), offset, &mut self.rng),
                Some(outcome) if outcome == lost => proven.consider(f32::MIN, offset, &mut self.rng),
                Some(outcome) => proven.consider(weights.of_proven(child, outcome), offset, &mut self.rng),
            }
        }
        if unproven.ties == 0 || (!self.config.solver && proven.bound > unproven.bound) {
            return run.wrapping_add(proven.offset as u32).wrapping_add(1);
        }
        if proven.bound > unproven.bound {
            self.claim_draw(run, proven.offset);
        }
        run.wrapping_add(unproven.offset as u32).wrapping_add(1)
    }

    /// Counts this simulation as one through the proven draw at `offset`, at the node that the path ends with.
    fn claim_draw(&mut self, run: u32, offset: usize) {
        let drawn = self.pool.get_mut(run.wrapping_add(offset as u32).wrapping_add(1));
        if drawn.proof() != Proof::Draw {
            return;
        }
        drawn.add(Value::DRAW);
        if let Some(step) = self.path.get_mut(self.depth) {
            step.claim_draw();
        }
    }

    /// Q^IM of a child of the root in the first player's view: what selection goes by, without the exploration.
    pub(super) fn estimate(&self, child: &Slot) -> Value {
        if child.proof() != Proof::Unknown {
            return child.proof().outcome().map_or(Value::DRAW, Outcome::value);
        }
        if child.visits() == 0 {
            return child.value();
        }
        let mean = child.reward() as f32 / child.visits() as f32;
        let mixed = (1.0 - self.config.im) * mean + self.config.im * f32::from(child.value().raw());
        Value::from_raw(libm::roundf(mixed) as i16)
    }

    fn weights(&self, parent_visits: u32, mover: Player) -> Weights {
        let unit = mover.sign() as f32 / f32::from(Value::ONE);
        Weights {
            mean: (1.0 - self.config.im) * unit,
            minimax: self.config.im * unit,
            exploration: self.config.c * libm::sqrtf(libm::logf(parent_visits.max(1) as f32)),
        }
    }
}
