//! Step 5 of a search, decide: chooses the child of the root whose move is played, when the limits
//! are reached.

use super::Tree;
use super::sample::{BEST_ODDS, WeightedSample};
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::bits::absorb;
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::value::{Outcome, Proof, Side, Value};
use crate::report::ranking::{Rank, Ranking};

impl Tree<'_> {
    /// Returns the child of the root whose move is played. `mover` is to move at the root. Returns
    /// `None` if the root has no children, or if the expansion of the root is not finished.
    pub(crate) fn best_child_id(&self, mover: Side) -> Option<NodeId> {
        if self.is_open(ROOT) {
            return None;
        }
        let siblings = self.pool.root().children();
        let mut best: Option<(Rank, usize)> = None;
        for (offset, child) in self.pool.children(siblings).iter().enumerate() {
            let rank = self.rank(child, mover);
            if best.is_none_or(|(leader, _)| rank.beats(&leader)) {
                best = Some((rank, offset));
            }
        }
        let (rank, offset) = best?;
        let offset = match self.plan.temp() > 0.0 && !rank.is_decided() {
            true => self.sampled_by_visits(siblings, mover).unwrap_or(offset),
            false => self.sample_instead(siblings, mover, offset),
        };
        Some(siblings.child(offset as u32))
    }

    /// Option `temp`: samples one of the children that are not lost for `mover`. The probability of
    /// a child is proportional to visits^(1 / T). If the root is a solved draw, samples only among
    /// solved children. Returns `None` if none of these children has a visit.
    ///
    /// This function changes neither the tree nor its random number generator. So a second call
    /// returns the same child, and the search continues as if this function had not been called.
    #[inline(never)] // own frame: few players use this
    fn sampled_by_visits(&self, siblings: SiblingsId, mover: Side) -> Option<usize> {
        let lost = Proof::from(Outcome::win_for(mover.opponent()));
        let children = self.pool.children(siblings).iter().enumerate();
        let drawn = self.pool.root().proof() == Proof::Draw;
        let keeps = |child: &Slot| child.proof() != lost && (child.is_solved() || !drawn);
        let open = children.filter(|(_, child)| keeps(child) && child.visits() > 0);
        let most = open.clone().map(|(_, child)| child.visits()).max()? as f32;
        let mut rng = Rng::new(absorb(self.signature(), u64::from(self.rng.clone().bits())));
        let mut sample = WeightedSample::new();
        for (offset, child) in open {
            let odds = libm::expf(libm::logf(child.visits() as f32 / most) / self.plan.temp());
            sample.offer(offset, (BEST_ODDS * odds) as u32, &mut rng);
        }
        sample.chosen
    }

    /// If the child `best` is unsolved and worse than a draw, and another child is a solved draw,
    /// returns that other child. Otherwise returns `best`. (`best` can have more visits than the
    /// draw, because it might still turn out to be a win.)
    fn sample_instead(&self, siblings: SiblingsId, mover: Side, best: usize) -> usize {
        let children = self.pool.children(siblings);
        let draw = children.iter().position(|child| child.proof() == Proof::Draw);
        let worse = |child: &Slot| self.is_worse_than_a_draw(child, mover);
        draw.filter(|_| children.get(best).is_some_and(worse)).unwrap_or(best)
    }

    /// Returns the root's child for this move. `None` if the move has no child.
    pub(crate) fn root_child(&self, mv: Move) -> Option<NodeId> {
        let siblings = self.pool.root().children();
        let offset = self.pool.children(siblings).iter().position(|child| child.mv() == mv)?;
        Some(siblings.child(offset as u32))
    }

    /// The child of `node` with the most visits, or `None` if no child has a visit.
    pub(crate) fn most_visited(&self, node: NodeId) -> Option<NodeId> {
        let siblings = self.pool.node(node).children();
        let visited = self.pool.children(siblings).iter().enumerate().filter(|(_, child)| child.visits() > 0);
        let (offset, _) = visited.max_by_key(|(_, child)| child.visits())?;
        Some(siblings.child(offset as u32))
    }

    /// Returns the estimate Q of a child of the root, from the first player's point of view.
    pub(crate) fn root_estimate(&self, child: &Slot) -> Value {
        self.estimate(child, self.pool.root().visits())
    }

    #[inline(always)] // for flash: a program that only plays links one of its callers
    fn rank(&self, child: &Slot, mover: Side) -> Rank {
        let value = self.root_estimate(child).for_player(mover);
        Rank::of(self.plan.decision, mover, child.visits(), value, (child.proof(), child.distance()))
    }

    /// Returns the ranking of the root's children. `mover` is to move at the root.
    pub(crate) fn ranking(&self, mover: Side) -> Ranking {
        let children = self.pool.children(self.pool.root().children()).iter();
        let worse =
            children.filter(|child| self.is_worse_than_a_draw(child, mover)).map(|child| self.rank(child, mover));
        let best_below_draw = worse.reduce(|best, rank| if rank.beats(&best) { rank } else { best });
        Ranking {
            decision: self.plan.decision,
            mover,
            is_sampled: self.plan.temp() > 0.0,
            depth_first: false,
            best_below_draw,
        }
    }

    /// True if this child of the root is unsolved and worse than a draw: its estimate is below a
    /// draw, or score bounds show that `mover` cannot win after this move.
    fn is_worse_than_a_draw(&self, child: &Slot, mover: Side) -> bool {
        let hopeless = self.plan.score_bounds() && child.is_safe_for(mover.opponent());
        !child.is_solved() && (hopeless || self.root_estimate(child).for_player(mover) < Value::DRAW)
    }

    /// True if some legal moves of the root have no child, and every existing child is a solved
    /// loss for `mover`. A move without a child cannot be worse than these children.
    pub(crate) fn only_losing_children(&self, mover: Side) -> bool {
        let siblings = self.pool.root().children();
        let lost = Proof::from(Outcome::win_for(mover.opponent()));
        let header = self.pool.header(siblings);
        siblings != SiblingsId::NONE
            && header.len() != header.total()
            && self.pool.children(siblings).iter().all(|child| child.proof() == lost)
    }
}
