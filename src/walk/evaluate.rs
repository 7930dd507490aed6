//! What the walker's position is worth: by an evaluation function of the game's, or by the net.
//!
//! All who evaluate go through here, so that nobody else need know which of the two it is.

use super::Walk;
use crate::game::{Move, MoveList};
use crate::knowledge::{Evaluator, Knowledge};
#[cfg(feature = "nets")]
use crate::knowledge::{best_by_trying, order_by_trying};
#[cfg(feature = "nets")]
use crate::net;
use crate::rng::Rng;
use crate::score::{Score, of_points};
use crate::value::Value;

/// Is it the net that evaluates? Without the feature `nets` never.
#[inline(always)]
fn by_net(evaluator: Evaluator) -> bool {
    cfg!(feature = "nets") && evaluator == Evaluator::NET
}

/// The value that these points of an evaluation stand for, in the first player's view.
#[inline(always)]
pub(crate) fn squash<G: Knowledge>(evaluator: Evaluator, points: i32) -> Value {
    #[cfg(feature = "nets")]
    if by_net(evaluator) {
        return net::squash(points);
    }
    G::squash(evaluator, points)
}

impl<G: Knowledge> Walk<'_, G> {
    /// Is there such an evaluation?
    pub(crate) fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        if by_net(evaluator) { !self.lacks_net(evaluator) } else { self.walker.has_evaluator(evaluator) }
    }

    /// Is a net to evaluate where there is none?
    pub(crate) fn lacks_net(&self, evaluator: Evaluator) -> bool {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return self.work.first().is_none_or(|work| work.net().is_none());
        }
        evaluator == Evaluator::NET
    }

    /// [`net::Net::mark`] of the net; 0 where there is none.
    pub(super) fn mark_of_net(&self) -> u32 {
        #[cfg(feature = "nets")]
        if let Some(net) = self.work.first().and_then(net::Work::net) {
            return net.mark();
        }
        0
    }

    /// The evaluation of the walker's position, in points, in the first player's view.
    #[inline(always)]
    pub(crate) fn points(&mut self, evaluator: Evaluator) -> i32 {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return points_by(self.work, &self.walker);
        }
        self.walker.points(evaluator)
    }

    /// The evaluation of the walker's position, in its mover's view.
    #[inline(always)]
    pub(crate) fn score(&mut self, evaluator: Evaluator) -> Score {
        of_points(self.points(evaluator), self.walker.to_move())
    }

    /// The static value of the walker's position.
    #[inline(always)]
    pub(crate) fn value(&mut self, evaluator: Evaluator) -> Value {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return net::squash(points_by(self.work, &self.walker));
        }
        self.walker.evaluate(evaluator)
    }

    /// [`Knowledge::order_deep`] of a legal move of the walker's.
    #[inline(always)]
    pub(crate) fn order_deep(&mut self, evaluator: Evaluator, mv: Move) -> i32 {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            let Self { walker, work, .. } = self;
            return order_by_trying(walker, mv, |game| points_by(work, game));
        }
        self.walker.order_deep(evaluator, mv)
    }

    /// The move that [`Knowledge::greedy_move`] finds.
    #[inline(always)]
    pub(super) fn greediest_move(&mut self, evaluator: Evaluator, rng: &mut Rng) -> Option<Move> {
        let Self { walker, moves, .. } = self;
        let mut moves = MoveList::new(moves);
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            let work = &mut self.work;
            return best_by_trying(walker, rng, &mut moves, |game| net::squash(points_by(work, game)));
        }
        walker.greedy_move(evaluator, rng, &mut moves)
    }
}

/// The net's points of a position, in the first player's view.
#[cfg(feature = "nets")]
#[inline(never)] // a part of few players
fn points_by<G: Knowledge>(work: &mut [net::Work<'_>], game: &G) -> i32 {
    let Some(work) = work.first_mut() else { return 0 };
    let mover = game.to_move();
    work.points(mover, |features| game.features(features)).wrapping_mul(mover.sign())
}
