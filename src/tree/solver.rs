//! Step 4 of a simulation, back up: solves a node if its children allow this (MCTS-Solver with
//! draws: Winands, Bjornsson, Saito 2008), and computes its score bounds (Cazenave, Saffidine
//! 2010).

use super::Tree;
use super::chance::Chance;
use super::known::Known;
use super::nodes::{Node, Nodes};
use super::slot::{NodeId, ROOT, SiblingsId, Slot};
use crate::base::POLICIES;
use crate::game::value::{Outcome, Proof, Side, Value};
use core::borrow::Borrow;

/// MCTS-Solver. It is written once and works with both kinds of node storage.
pub(crate) trait Solver<'m>: Nodes<'m> {
    /// Solves `node`, where `mover` is to move, if its children in `siblings` allow it. Returns
    /// `true` if the node is solved.
    fn prove(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> bool {
        // Another thread may have solved the node and released its children.
        if Self::IS_SHARED && (siblings == SiblingsId::NONE || self.node(node).is_settled()) {
            return self.node(node).is_solved();
        }
        let complete = self.node(siblings.header()).has_all_children();
        let children = self.children(siblings).iter().map(|child| child.found());
        let by_chance = self.has_outcomes(siblings);
        let known = if by_chance {
            self.what_outcomes_prove(siblings)
        } else {
            self.tree().what_is_proven(children, complete, mover)
        };
        let known = match known {
            None if self.tree().plan.score_bounds() => self.note_safe(node, siblings, mover),
            known => known,
        };
        // A solved node can be searched again after its subtree was released. Then its new children
        // may prove nothing yet.
        let Some(proven) = known else { return POLICIES && self.node(node).is_solved() };
        self.mark_solved(node, &proven);
        true
    }

    /// True if nothing is left to search: the root is solved and, with the option `marg`, the
    /// root's margin is exact.
    fn root_is_settled(&self) -> bool {
        self.node(ROOT).is_settled()
    }

    /// Returns the value of `node`, the end of the path, if the simulation ends there. The
    /// simulation ends at a node that is solved with an exact margin. It also ends at any solved
    /// node whose parent is not solved. If the parent is solved, the simulation continues to look
    /// for a larger margin (option `marg`).
    #[inline(always)]
    fn final_value(&self, node: NodeId) -> Option<Value> {
        let node = self.node(node);
        let goes_on = || POLICIES && !node.is_settled() && self.pursues_margin();
        (node.is_solved() && !goes_on()).then(|| node.value())
    }

    /// Option `marg`: true if the parent of the last node of the path is solved.
    #[inline(never)] // a part of few players
    fn pursues_margin(&self) -> bool {
        let above = self.tree().path.get(self.tree().depth.wrapping_sub(1));
        above.is_some_and(|step| self.node(step.node()).is_solved())
    }
}

impl<'m, N: Nodes<'m>> Solver<'m> for N {}

impl Tree<'_> {
    /// Implements [`Nodes::note_safe`] for players with the option `bounds`. The mover cannot lose
    /// if it cannot lose at one of the children. The opponent cannot lose if every move has a
    /// child, and the opponent cannot lose at any child. At a chance node, a player cannot lose if
    /// it cannot lose at any child.
    #[inline(never)] // a part of few players
    pub(super) fn note_safe_players(&mut self, node: NodeId, siblings: SiblingsId, mover: Side) -> Option<Known> {
        let complete = self.node(siblings.header()).has_all_children();
        let children = self.pool.children(siblings);
        let safe = match self.has_outcomes(siblings) {
            true => children.iter().all(|child| cannot_lose(child, mover)),
            false => children.iter().any(|child| cannot_lose(child, mover)),
        };
        let harmless = complete && children.iter().all(|child| cannot_lose(child, mover.opponent()));
        let slot = self.pool.node_mut(node);
        if safe {
            slot.set_safe_for(mover);
        }
        if harmless {
            slot.set_safe_for(mover.opponent());
        }
        let drawn = slot.is_safe_for(Side::First) && slot.is_safe_for(Side::Second);
        drawn.then_some(Known::new(Value::DRAW, Proof::Draw, 0))
    }

    /// Returns what these children prove about their parent, where `mover` is to move. If one child
    /// is won for `mover`, the parent is won. If every move has a child (`complete`) and all
    /// children are solved, the parent gets the result of the best child. The distance is the
    /// length of the shortest win, or of the longest loss.
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
        let known = Known::new(outcome.value(), outcome.into(), distance);
        Some(if self.plan.marg() > 0.0 { with_margin(known, children, complete, mover) } else { known })
    }
}

/// True if this player cannot lose at this child.
fn cannot_lose(child: &Slot, player: Side) -> bool {
    let proof = child.proof();
    child.is_safe_for(player) || proof == Proof::Draw || proof.is_win_for(player)
}

/// Option `marg`: returns `known` with the margin that the children prove. Only children with the
/// same outcome as `known` count. If `mover` wins, the margin is the largest one that is certain.
/// If `mover` loses, it is the smallest loss that `mover` can choose. If `complete` is true, every
/// move has a solved child.
///
/// The margin of a won node is exact if no child can have a larger one. The margin of a lost node
/// is exact if the margin of the smallest loss is exact, because the other moves lose by at least
/// as much. Each child is read only once, because its margin may grow at any time in a shared tree.
#[inline(never)] // a part of few players
fn with_margin(known: Known, children: impl Iterator<Item = impl Borrow<Slot>>, complete: bool, mover: Side) -> Known {
    let (mut best, mut best_is_settled, mut all_settled) = (None, false, true);
    for child in children {
        let child = child.borrow();
        if child.proof() != known.proof() {
            continue;
        }
        all_settled &= child.is_settled();
        let value = Some(child.value().for_player(mover));
        if value > best {
            (best, best_is_settled) = (value, child.is_settled());
        } else if value == best {
            best_is_settled |= child.is_settled();
        }
    }
    let Some(best) = best else { return known };
    let value = best.for_player(mover);
    let settled = match known.proof().is_win_for(mover) {
        true => value == known.value || complete && all_settled,
        false => best_is_settled,
    };
    Known::new(value, known.proof(), known.distance).with_margin(settled)
}
