//! The decision: which of the root's children is played.

use super::Tree;
use super::slot::{NodeId, ROOT, RunId, Slot};
use crate::maths::sqrt;
use crate::player::options::Decision;
use crate::value::{Outcome, Proof, Side, Value};

/// What a child is ranked by: greater is better, and what comes first counts first.
#[derive(Clone, Copy)]
struct Rank {
    /// Proven win 2, unknown or draw 1, proven loss 0.
    proof: u8,
    /// By the rule of decision; for proven wins the shortest, for proven losses the longest.
    rule: f32,
    /// Among equals the better value, in the mover's view.
    value: Value,
}

impl Rank {
    /// No number here is NaN.
    fn beats(&self, other: &Self) -> bool {
        if self.proof != other.proof {
            return self.proof > other.proof;
        }
        if self.rule != other.rule {
            return self.rule > other.rule;
        }
        self.value > other.value
    }
}

impl Tree<'_> {
    /// The child of the root to play, where `mover` is to move, or `None` where the root has none.
    pub(crate) fn best_child_id(&self, mover: Side) -> Option<NodeId> {
        let run = self.pool.node(ROOT).run();
        let mut best: Option<(Rank, usize)> = None;
        for (offset, child) in self.pool.children(run).iter().enumerate() {
            let rank = self.rank(child, mover);
            if best.is_none_or(|(leader, _)| rank.beats(&leader)) {
                best = Some((rank, offset));
            }
        }
        let offset = self.draw_instead(run, mover, best?.1);
        Some(run.child(offset as u32))
    }

    /// A proven draw is better than an estimate below it, whatever the rule: visits may have gone
    /// past the draw, for what they might prove.
    fn draw_instead(&self, run: RunId, mover: Side, best: usize) -> usize {
        let children = self.pool.children(run);
        let worse = |child: &Slot| !child.is_proven() && self.root_estimate(child).for_player(mover) < Value::DRAW;
        let draw = children.iter().position(|child| child.proof() == Proof::Draw);
        draw.filter(|_| children.get(best).is_some_and(worse)).unwrap_or(best)
    }

    /// The child of `node` that most simulations went through, or `None` where none did.
    pub(crate) fn most_visited(&self, node: NodeId) -> Option<NodeId> {
        let run = self.pool.node(node).run();
        let visited = self.pool.children(run).iter().enumerate().filter(|(_, child)| child.visits() > 0);
        let (offset, _) = visited.max_by_key(|(_, child)| child.visits())?;
        Some(run.child(offset as u32))
    }

    /// Q of a child of the root, in the first player's view.
    pub(crate) fn root_estimate(&self, child: &Slot) -> Value {
        self.estimate(child, self.pool.node(ROOT).visits())
    }

    fn rank(&self, child: &Slot, mover: Side) -> Rank {
        let value = self.root_estimate(child).for_player(mover);
        let visits = child.visits() as f32;
        let distance = f32::from(child.distance());
        if child.proof() == Outcome::win_for(mover).into() {
            return Rank { proof: 2, rule: -distance, value };
        }
        if child.proof() == Proof::from(Outcome::win_for(mover.opponent())) {
            return Rank { proof: 0, rule: distance, value };
        }
        let rule = match self.plan.decision {
            Decision::MostVisits => visits,
            _ if visits == 0.0 => f32::MIN,
            Decision::SecureChild => value.to_f32() - 1.0 / sqrt(visits),
            Decision::BestValue => value.to_f32(),
            Decision::ValueLogVisits => value.to_f32() + libm::logf(visits),
        };
        Rank { proof: 1, rule, value }
    }

    /// Does the root have legal moves without a child, while every child made so far loses for
    /// `mover`? Then such a move cannot be worse.
    pub(crate) fn only_losing_children(&self, mover: Side) -> bool {
        let run = self.pool.node(ROOT).run();
        let lost = Proof::from(Outcome::win_for(mover.opponent()));
        let head = self.pool.head(run);
        run != RunId::NONE
            && head.len() != head.total()
            && self.pool.children(run).iter().all(|child| child.proof() == lost)
    }
}
