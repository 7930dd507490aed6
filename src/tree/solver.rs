//! Step 4 of a simulation, back up: derives the solved value of a node from its children
//! (MCTS-Solver with draws: Winands, Bjornsson, Saito 2008), and its score bounds (Cazenave,
//! Saffidine 2010).

use super::Tree;
use super::estimate::best_for;
use super::nodes::{Node, Nodes};
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use super::transpositions::Known;
use crate::game::value::{Outcome, Proof, Side, Value};
use core::borrow::Borrow;

/// MCTS-Solver, for each storage of nodes.
pub(crate) trait Solver<'m>: Nodes<'m> {
    /// Solves `node`, where `mover` is to move, if its children, which are in `siblings`, allow it.
    fn prove(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> bool {
        // Another thread may have solved the node, and released its children.
        if Self::IS_SHARED && (siblings == SiblingsId::NONE || self.node(node).is_solved()) {
            return self.node(node).is_solved();
        }
        let complete = self.node(siblings.header()).has_all_children();
        let children = self.children(siblings).iter().map(|child| child.found());
        let known = match self.tree().what_is_proven(children, complete, mover) {
            None if self.tree().plan.score_bounds() => self.note_safe(node, siblings, mover),
            known => known,
        };
        let Some(proven) = known else { return false };
        self.mark_solved(node, &proven);
        true
    }

    /// True if nothing is left to search: the root is solved and, where the margin counts, the
    /// child of each move.
    fn root_is_settled(&self) -> bool {
        let root = self.node(ROOT);
        root.is_solved() && (self.tree().plan.marg() == 0.0 || self.is_settled(root.children()))
    }

    /// True if every move has a child in `siblings`, and each is solved.
    fn is_settled(&self, siblings: SiblingsId) -> bool {
        siblings != SiblingsId::NONE
            && self.node(siblings.header()).has_all_children()
            && self.children(siblings).iter().all(|child| child.is_solved())
    }
}

impl<'m, N: Nodes<'m>> Solver<'m> for N {}

impl Tree<'_> {
    /// [`Nodes::note_safe`] for the players with `bounds`. The mover cannot lose if that is true of
    /// one child; the opponent cannot if that is true of the children of all moves.
    #[inline(never)] // a part of few players
    pub(super) fn note_safe_players(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> Option<Known> {
        let complete = self.node(siblings.header()).has_all_children();
        let children = self.pool.children(siblings);
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
