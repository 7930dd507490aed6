//! MCTS-Solver (Winands, Bjornsson, Saito 2008) with draws: what the children prove about their
//! parent.

use super::Tree;
use super::slot::NodeId;
use crate::value::{Outcome, Proof, Side, Value};

impl Tree<'_> {
    /// Proves `node`, where `mover` is to move, if its children allow it: one won child wins; when
    /// every move has a child and every child is proven, the best of them counts. Keeps the
    /// shortest win and the longest loss.
    pub(crate) fn prove(&mut self, node: NodeId, mover: Side) -> bool {
        let run = self.pool.node(node).run();
        let head = self.pool.head(run);
        let mut complete = head.len() == head.total();
        let (mut win, mut draw, mut loss) = (None, false, 0_u8);
        for child in self.pool.children(run) {
            let plies = child.distance().saturating_add(1);
            match child.proof() {
                Proof::Unknown => complete = false,
                Proof::Draw => draw = true,
                proof if proof.is_win_for(mover) => win = Some(win.map_or(plies, |best: u8| best.min(plies))),
                _ => loss = loss.max(plies),
            }
        }
        let (outcome, distance) = match (win, complete) {
            (Some(plies), _) => (Outcome::win_for(mover), plies),
            (None, true) if draw => (Outcome::Draw, 0),
            (None, true) => (Outcome::win_for(mover.opponent()), loss),
            (None, false) => return false,
        };
        let margin = if self.plan.marg() > 0.0 { self.proven_margin(node, mover, outcome) } else { None };
        self.settle(node, outcome, distance, margin.unwrap_or(outcome.value()));
        true
    }

    /// What a node with this outcome is worth by what its children prove: the largest margin that
    /// `mover` is sure of, or the smallest loss that he can choose.
    fn proven_margin(&self, node: NodeId, mover: Side, outcome: Outcome) -> Option<Value> {
        let children = self.pool.children(self.pool.node(node).run()).iter();
        let values = children.filter(|child| child.proof() == outcome.into()).map(|child| child.value());
        match mover {
            Side::First => values.max(),
            Side::Second => values.min(),
        }
    }
}
