//! Children that are drawn, not selected by their bounds: `ct`, `eps` and `softmax`.

use super::Tree;
use super::slot::{NodeId, ROOT, RunId, Slot};
use crate::base::rng::Rng;
use crate::game::value::Side;

/// A weighted draw among what is offered one after another.
pub(crate) struct WeightedDraw<T> {
    total: u32,
    pub(crate) drawn: Option<T>,
}

impl<T> WeightedDraw<T> {
    pub(crate) const fn new() -> Self {
        Self { total: 0, drawn: None }
    }

    pub(crate) fn offer(&mut self, item: T, odds: u32, rng: &mut Rng) {
        self.total = self.total.saturating_add(odds);
        if rng.below(self.total) < odds {
            self.drawn = Some(item);
        }
    }
}

/// True with this probability.
pub(crate) fn happens(probability: f32, rng: &mut Rng) -> bool {
    // 2^32 is exact; 1 and more saturates, and must not be missed by one.
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}

/// The odds in a softmax of the child that is likeliest; those below 1 are no odds at all.
pub(super) const BEST_ODDS: f32 = 65_536.0;

impl Tree<'_> {
    /// Is `node`, with all its children in `run`, so young that Corrective draws one of them
    /// (`ct`)? A prior does not make it older; the root's visits are its own.
    pub(crate) fn is_young(&self, node: NodeId, run: RunId) -> bool {
        if self.plan.ct() == 0 {
            return false;
        }
        let head = self.pool.head(run);
        let visits = if node == ROOT { self.pool.node(ROOT).visits() } else { self.simulations(node) };
        head.len() == head.total() && visits < self.plan.ct()
    }

    /// `eps`, `softmax`: the child in `run` through which a simulation goes that is at `node`,
    /// where it is drawn; `None` where it is selected.
    #[inline(never)] // own frame: keeps these locals off the descent's 1 KiB stack
    pub(crate) fn draw(&mut self, node: NodeId, run: RunId, mover: Side) -> Option<NodeId> {
        let head = self.pool.head(run);
        if head.len() < head.total() {
            return None;
        }
        if self.plan.eps() > 0.0 && happens(self.plan.eps(), &mut self.rng) {
            return self.child_with_odds(run, |_, _| 1);
        }
        if self.plan.softmax() > 0.0 { self.child_by_softmax(node, run, mover) } else { None }
    }

    /// `softmax`: with odds that grow exponentially with the estimate in the mover's view.
    fn child_by_softmax(&mut self, node: NodeId, run: RunId, mover: Side) -> Option<NodeId> {
        let visits = self.pool.node(node).visits();
        let estimate = |tree: &Self, child: &Slot| tree.estimate(child, visits).for_player(mover).to_f32();
        let open = self.pool.children(run).iter().filter(|child| self.may_be_drawn(child));
        let best = open.map(|child| estimate(self, child)).fold(f32::MIN, f32::max);
        let temperature = self.plan.softmax();
        self.child_with_odds(run, |tree, child| {
            (BEST_ODDS * libm::expf((estimate(tree, child) - best) / temperature)) as u32
        })
    }

    /// A child in `run`, drawn with these odds from those that may be drawn and have any.
    pub(crate) fn child_with_odds(&mut self, run: RunId, odds: impl Fn(&Self, &Slot) -> u32) -> Option<NodeId> {
        let mut draw = WeightedDraw::new();
        for (offset, child) in (0_u32..).zip(self.pool.children(run)) {
            let odds = if self.may_be_drawn(child) { odds(self, child) } else { 0 };
            if odds > 0 {
                draw.offer(offset, odds, &mut self.rng);
            }
        }
        Some(run.child(draw.drawn?))
    }

    /// From what is proven there is nothing to learn.
    fn may_be_drawn(&self, child: &Slot) -> bool {
        !(self.plan.solver && child.is_proven())
    }
}
