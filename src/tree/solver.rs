//! Step 4 of a simulation, back up: derives the solved value of a node from its children
//! (MCTS-Solver with draws: Winands, Bjornsson, Saito 2008), and its score bounds (Cazenave,
//! Saffidine 2010).

use super::Tree;
use super::estimate::best_for;
use super::slot::{NodeId, Slot};
use super::transpositions::Known;
use crate::game::value::{Outcome, Proof, Side, Value};
use core::borrow::Borrow;

impl Tree<'_> {
    /// Proves `node`, where `mover` is to move, if its children allow it.
    pub(crate) fn prove(&mut self, node: NodeId, mover: Side) -> bool {
        let run = self.pool.node(node).run();
        let head = self.pool.head(run);
        let complete = head.len() == head.total();
        let known = self.what_is_proven(self.pool.children(run).iter(), complete, mover);
        let known = match known {
            None if self.plan.score_bounds() => self.bound(node, complete, mover),
            known => known,
        };
        let Some(proven) = known else { return false };
        self.settle(node, &proven);
        true
    }

    /// `bounds`: notes who cannot lose at `node`, where `mover` is to move and all children are
    /// there if it is `complete`; a draw where neither can. He has one child where he cannot lose;
    /// or the opponent cannot, whatever he does.
    #[inline(never)] // a part of few players
    fn bound(&mut self, node: NodeId, complete: bool, mover: Side) -> Option<Known> {
        let children = self.pool.children(self.pool.node(node).run());
        let safe = children.iter().any(|child| cannot_lose(child, mover));
        let harmless = complete && children.iter().all(|child| cannot_lose(child, mover.opponent()));
        let slot = self.pool.node_mut(node);
        if safe {
            slot.set_safe_for(mover);
        }
        if harmless {
            slot.set_safe_for(mover.opponent());
        }
        let drawn = slot.is_safe_for(Side::First) && slot.is_safe_for(Side::Second);
        drawn.then_some(Known { value: Value::DRAW, proof: Proof::Draw, distance: 0 })
    }

    /// What these children prove about a node where `mover` is to move: one won child wins; when
    /// every move has a child (`complete`) and every child is proven, the best of them counts.
    /// Keeps the shortest win and the longest loss.
    #[inline(always)]
    pub(crate) fn what_is_proven(
        &self,
        children: impl Iterator<Item = impl Borrow<Slot>> + Clone,
        mut complete: bool,
        mover: Side,
    ) -> Option<Known> {
        let (mut win, mut draw, mut loss) = (None, false, 0_u8);
        for child in children.clone() {
            let child = child.borrow();
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
            (None, false) => return None,
        };
        let margin = if self.plan.marg() > 0.0 { proven_margin(children, mover, outcome) } else { None };
        Some(Known { value: margin.unwrap_or(outcome.value()), proof: outcome.into(), distance })
    }
}

/// Is this player sure not to lose at this child?
fn cannot_lose(child: &Slot, player: Side) -> bool {
    let proof = child.proof();
    child.is_safe_for(player) || proof == Proof::Draw || proof.is_win_for(player)
}

/// What a node with this outcome is worth by what its children prove: the largest margin that
/// `mover` is sure of, or the smallest loss that he can choose.
fn proven_margin(children: impl Iterator<Item = impl Borrow<Slot>>, mover: Side, outcome: Outcome) -> Option<Value> {
    let values = children.filter_map(|child| {
        let child = child.borrow();
        (child.proof() == outcome.into()).then(|| child.value())
    });
    best_for(mover, values)
}
