//! Option `grave` with all children of a node: the order in which unvisited children are visited.
//!
//! Most nodes have far more children than visits. To compute a bound for each of them in every
//! selection takes most of the time of a search. So unvisited children store a rank, which is their
//! bound at an earlier selection, and a selection computes a bound only for the one with the
//! highest rank. The ranks are computed again whenever the visits of the node are a power of two.
//! The rank is in the place of the bound, which these players do not store.

use super::Tree;
use super::nodes::Node;
use super::slot::{NodeId, SiblingsId};

/// A rank is a key without this many of its lowest bits.
const ROUNDED: u32 = 10;

impl Tree<'_> {
    /// Prepares a selection among the children of `node` in `siblings`: computes the ranks of the
    /// unvisited children if it is time.
    pub(super) fn rank_unvisited(&mut self, node: NodeId, siblings: SiblingsId) {
        let header = *self.pool.header(siblings);
        if header.visited() >= header.len() || !header.has_all_children() {
            return;
        }
        let visits = self.pool.node(node).visits();
        let first = self.pool.node(siblings.child(header.visited())).number();
        if first == 0 || visits.is_power_of_two() {
            self.compute_ranks(visits, siblings);
        }
    }

    #[inline(never)] // few players use this
    fn compute_ranks(&mut self, visits: u32, siblings: SiblingsId) {
        let mover = self.mover();
        let weights = self.fading_weights(self.weights(visits, visits, mover), mover);
        let Some((header, children)) = self.pool.siblings_mut(siblings) else { return };
        for child in children.iter_mut().skip(header.visited() as usize) {
            let known = self.move_statistics.of_reference(mover, child.mv());
            child.store_number(weights.key_by_moves(child, known, 0.0) >> ROUNDED);
        }
    }

    /// Removes the rank of a child that is visited for the first time.
    pub(super) fn end_rank(&mut self, siblings: SiblingsId, child: NodeId) {
        if self.plan.grave() > 0 && self.pool.header(siblings).has_all_children() {
            self.pool.node_mut(child).store_number(0);
        }
    }
}
