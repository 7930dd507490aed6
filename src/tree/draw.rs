//! Children that are drawn, not selected by their bounds: `ct`, `eps` and `softmax`.

use super::TreeSearch;
use super::playout::happens;
use super::slot::Slot;
use crate::knowledge::Knowledge;
use crate::rng::Rng;

/// A draw with odds among what is offered one after another.
pub(super) struct Lot<T> {
    total: u32,
    pub(super) drawn: Option<T>,
}

impl<T> Lot<T> {
    pub(super) const fn new() -> Self {
        Self { total: 0, drawn: None }
    }

    pub(super) fn offer(&mut self, item: T, odds: u32, rng: &mut Rng) {
        self.total = self.total.saturating_add(odds);
        if rng.below(self.total) < odds {
            self.drawn = Some(item);
        }
    }
}

/// The odds in a softmax of the child with the largest estimate; those below 1 are no odds at all.
const BEST_ODDS: f32 = 65_536.0;

impl<G: Knowledge> TreeSearch<'_, G> {
    /// The child in `run` through which a simulation goes that is at `node`, where it is drawn; `None` where it is selected, and
    /// where the game has failed.
    #[inline(never)] // lest its variables take stack while the tree is searched
    pub(super) fn draw_child(&mut self, node: u32, run: u32) -> Option<u32> {
        if self.is_young(node, run) {
            return self.corrective_child(run);
        }
        let head = self.pool.get(run);
        if head.len() < head.total() {
            return None;
        }
        if self.config.eps() > 0.0 && happens(self.config.eps(), &mut self.rng) {
            return self.child_with_odds(run, |_, _| 1);
        }
        if self.config.softmax() > 0.0 { self.child_by_softmax(node, run) } else { None }
    }

    /// `softmax`: with odds that grow exponentially with the estimate in the mover's view.
    fn child_by_softmax(&mut self, node: u32, run: u32) -> Option<u32> {
        let (mover, visits) = (self.walker.to_move(), self.pool.get(node).visits());
        let estimate = |search: &Self, child: &Slot| search.estimate(child, visits).for_player(mover).to_f32();
        let open = self.pool.children(run).iter().filter(|child| self.may_be_drawn(child));
        let best = open.map(|child| estimate(self, child)).fold(f32::MIN, f32::max);
        let temperature = self.config.softmax();
        self.child_with_odds(run, |search, child| {
            (BEST_ODDS * libm::expf((estimate(search, child) - best) / temperature)) as u32
        })
    }

    /// A child in `run`, drawn with these odds from those that may be drawn and have any.
    pub(super) fn child_with_odds(&mut self, run: u32, odds: impl Fn(&Self, &Slot) -> u32) -> Option<u32> {
        let mut lot = Lot::new();
        for (offset, child) in (1_u32..).zip(self.pool.children(run)) {
            let odds = if self.may_be_drawn(child) { odds(self, child) } else { 0 };
            if odds > 0 {
                lot.offer(offset, odds, &mut self.rng);
            }
        }
        Some(run.wrapping_add(lot.drawn?))
    }

    /// From what is proven there is nothing to learn.
    fn may_be_drawn(&self, child: &Slot) -> bool {
        !(self.config.solver && child.is_proven())
    }
}
