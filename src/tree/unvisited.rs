//! The order in which unvisited children are visited, for players with the option `grave` that
//! create all children at once.
//!
//! Most nodes have far more children than visits. If each selection computed a bound for each
//! child, this would take most of the search's time. So an unvisited child stores a rank: its bound
//! at an earlier selection. Only the child with the highest rank gets a new bound. The ranks are
//! computed again when the node's number of visits is a power of two. The rank is stored in place
//! of the bound, which these players do not store.

use super::Tree;
use super::nodes::Node;
use super::slot::{NodeId, SiblingsId};

/// A rank is the key of a bound without this many of its lowest bits.
const ROUNDED: u32 = 10;

impl Tree<'_> {
    /// Prepares a selection among the children of `node` in `siblings`. Computes the ranks of the
    /// unvisited children again if the node's number of visits is a power of two.
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

    /// Removes the rank of a child before the first visit of this child.
    pub(super) fn end_rank(&mut self, siblings: SiblingsId, child: NodeId) {
        if self.plan.grave() > 0 && self.pool.header(siblings).has_all_children() {
            self.pool.node_mut(child).store_number(0);
        }
    }
}
