//! Step 1 of a simulation, select: samples children at random instead of selecting them by their
//! bounds (options `ct`, `eps`, `softmax`).

use super::Tree;
use super::nodes::Nodes;
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::rng::Rng;
use crate::game::value::Side;

/// A weighted random choice among items. The items are offered one after another.
pub(crate) struct WeightedSample<T> {
    total: u32,
    pub(crate) chosen: Option<T>,
}

impl<T> WeightedSample<T> {
    pub(crate) const fn new() -> Self {
        Self { total: 0, chosen: None }
    }

    pub(crate) fn offer(&mut self, item: T, odds: u32, rng: &mut Rng) {
        self.total = self.total.saturating_add(odds);
        if rng.below(self.total) < odds {
            self.chosen = Some(item);
        }
    }
}

/// Returns true with this probability.
pub(crate) fn happens(probability: f32, rng: &mut Rng) -> bool {
    // The conversion to `u32` saturates at 2^32 - 1, so the comparison alone would sometimes be
    // false for a probability of 1. (2^32 itself is exact as a float.)
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}

/// With softmax, the most likely child has these odds. The odds of the other children are smaller,
/// and odds below 1 count as 0.
pub(super) const BEST_ODDS: f32 = 65_536.0;

impl Tree<'_> {
    /// True if the next child of `node` is sampled with the Corrective rule (option `ct`). This is
    /// so if `siblings` has all children of `node`, and `node` has fewer visits than `ct`. Visits
    /// that come from a node prior do not count toward `ct`; the root has no prior.
    pub(crate) fn is_young(&self, node: NodeId, siblings: SiblingsId) -> bool {
        if self.plan.ct() == 0 {
            return false;
        }
        let header = self.pool.header(siblings);
        let visits = if node == ROOT { self.pool.root().visits() } else { self.simulations(node) };
        header.len() == header.total() && visits < self.plan.ct()
    }

    /// Samples the next child of a simulation at `node`, if the option `eps` or `softmax` asks for
    /// a random choice. Returns `None` if the child must be selected by its bound.
    #[inline(never)] // own frame: keeps these locals off the descent's 1 KiB stack
    pub(crate) fn sample_child(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> Option<NodeId> {
        let header = self.pool.header(siblings);
        if header.len() < header.total() {
            return None;
        }
        if self.plan.eps() > 0.0 && happens(self.plan.eps(), &mut self.rng) {
            return self.child_with_odds(siblings, |_, _| 1);
        }
        if self.plan.softmax() > 0.0 { self.child_by_softmax(node, siblings, mover) } else { None }
    }

    /// Samples a child by softmax: the odds grow exponentially with the child's estimate from the
    /// mover's point of view.
    fn child_by_softmax(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> Option<NodeId> {
        let visits = self.pool.node(node).visits();
        let estimate = |tree: &Self, child: &Slot| tree.estimate(child, visits).for_player(mover).to_f32();
        let open = self.pool.children(siblings).iter().filter(|child| self.may_be_sampled(child));
        let best = open.map(|child| estimate(self, child)).fold(f32::MIN, f32::max);
        let temperature = self.plan.softmax();
        self.child_with_odds(siblings, |tree, child| {
            (BEST_ODDS * libm::expf((estimate(tree, child) - best) / temperature)) as u32
        })
    }

    /// Samples a child in `siblings` with these odds. Returns `None` if all children have odds of 0
    /// or are solved.
    pub(crate) fn child_with_odds(
        &mut self,
        siblings: SiblingsId,
        odds: impl Fn(&Self, &Slot) -> u32,
    ) -> Option<NodeId> {
        let mut sample = WeightedSample::new();
        for (offset, child) in (0_u32..).zip(self.pool.children(siblings)) {
            let odds = if self.may_be_sampled(child) { odds(self, child) } else { 0 };
            if odds > 0 {
                sample.offer(offset, odds, &mut self.rng);
            }
        }
        Some(siblings.child(sample.chosen?))
    }

    /// False if the solver is on and the child is solved: another visit of the child would not
    /// change anything.
    fn may_be_sampled(&self, child: &Slot) -> bool {
        !(self.plan.solver && child.is_solved())
    }
}
