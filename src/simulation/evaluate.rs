//! Step 3 of a simulation, play out: evaluates positions, with the game's evaluation functions or
//! with a net.
//!
//! The other files call these functions, and do not need to know whether a net is used.

use super::Simulation;
use crate::base::rng::Rng;
use crate::game::chance::is_due;
#[cfg(feature = "nets")]
use crate::game::knowledge::order_by_trying;
use crate::game::knowledge::{Evaluator, Knowledge, best_by_trying};
use crate::game::value::Value;
use crate::game::{Move, MoveList};
#[cfg(feature = "nets")]
use crate::net::{self, Net, NetError};
use crate::report::score::{Score, of_points};

/// True if evaluations come from a net. Always false without the feature `nets`.
#[inline(always)]
pub(super) fn by_net(evaluator: Evaluator) -> bool {
    cfg!(feature = "nets") && evaluator == Evaluator::NET
}

/// Converts a raw evaluation to a value. Both are from the first player's point of view.
#[inline(always)]
pub(crate) fn squash<G: Knowledge>(evaluator: Evaluator, points: i32) -> Value {
    #[cfg(feature = "nets")]
    if by_net(evaluator) {
        return net::squash(points);
    }
    G::squash(evaluator, points)
}

#[cfg(feature = "nets")]
impl Net<'_> {
    /// Checks that the net is for this game, and for the number of features that the game has.
    ///
    /// # Errors
    /// [`NetError::Game`] if the net is for another game or another number of features.
    pub fn check_for<G: Knowledge>(&self, game: &G) -> Result<(), NetError> {
        self.check_with(game.built_in(), game.feature_count())
    }
}

impl<G: Knowledge> Simulation<'_, G> {
    /// True if the game has this evaluation function. For [`Evaluator::NET`]: true if there is a
    /// net.
    pub(crate) fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        if by_net(evaluator) { !self.lacks_net(evaluator) } else { self.scratch.has_evaluator(evaluator) }
    }

    /// True if this evaluation function needs a net, but there is no net.
    #[inline(never)] // own frame: not on the stack of a search
    pub(crate) fn lacks_net(&self, evaluator: Evaluator) -> bool {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return self.work.first().is_none_or(|work| work.net().is_none());
        }
        evaluator == Evaluator::NET
    }

    /// True if evaluations come from a net and a chance event comes next in the scratch position. A
    /// net can only evaluate positions in which a player is to move.
    #[inline(always)]
    pub(crate) fn is_beyond_net(&self, evaluator: Evaluator) -> bool {
        by_net(evaluator) && is_due(&self.scratch)
    }

    /// Returns [`net::Net::mark`] of the net, or 0 without a net.
    pub(super) fn mark_of_net(&self) -> u32 {
        #[cfg(feature = "nets")]
        if let Some(net) = self.work.first().and_then(net::Work::net) {
            return net.mark();
        }
        0
    }

    /// The raw evaluation of the scratch position, from the first player's point of view.
    #[inline(always)]
    pub(crate) fn points(&mut self, evaluator: Evaluator) -> i32 {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return points_by(self.work, &self.scratch);
        }
        self.scratch.points(evaluator)
    }

    /// The raw evaluation of the scratch position, from the point of view of the player to move.
    #[inline(always)]
    pub(crate) fn score(&mut self, evaluator: Evaluator) -> Score {
        of_points(self.points(evaluator), self.scratch.to_move())
    }

    /// Computes the net's input for the scratch position, if the player uses a net and the game is
    /// not over. With a net, [`Simulation::score_seen`] evaluates this input instead of the
    /// position.
    #[inline(always)]
    pub(super) fn look(&mut self, evaluator: Evaluator) {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            self.look_ahead();
        }
        let _ = evaluator;
    }

    #[cfg(feature = "nets")]
    #[inline(never)] // own frame: off the stack of a search
    fn look_ahead(&mut self) {
        if self.scratch.outcome().is_none()
            && let Some(work) = self.work.first_mut()
        {
            look_at(work, &self.scratch);
        }
    }

    /// Returns the same score as [`Simulation::score`]. Call [`Simulation::look`] for this position
    /// first.
    #[inline(always)]
    pub(super) fn score_seen(&mut self, evaluator: Evaluator) -> Score {
        let mover = self.scratch.to_move();
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return of_points(
                self.work.first_mut().map_or(0, |work| work.points(mover)).wrapping_mul(mover.sign()),
                mover,
            );
        }
        of_points(self.scratch.points(evaluator), mover)
    }

    /// The static value of the scratch position, from the first player's point of view.
    #[inline(always)]
    pub(crate) fn value(&mut self, evaluator: Evaluator) -> Value {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return net::squash(points_by(self.work, &self.scratch));
        }
        self.scratch.evaluate(evaluator)
    }

    /// Returns [`Knowledge::order_deep`] for a legal move of the scratch position.
    #[inline(always)]
    pub(crate) fn order_deep(&mut self, evaluator: Evaluator, mv: Move) -> i32 {
        #[cfg(feature = "nets")]
        if by_net(evaluator) {
            return self.order_by_net(mv);
        }
        self.scratch.order_deep(evaluator, mv)
    }

    #[cfg(feature = "nets")]
    #[inline(never)] // few players evaluate by a net
    fn order_by_net(&mut self, mv: Move) -> i32 {
        let Self { scratch, work, .. } = self;
        order_by_trying(scratch, mv, |game| points_by(work, game))
    }

    /// Returns the greedy move of [`Knowledge::greedy_move`], but with the net as evaluation
    /// function.
    #[inline(never)] // few players evaluate by a net
    pub(super) fn greediest_by_net(&mut self, rng: &mut Rng) -> Option<Move> {
        let Self { scratch, moves, .. } = self;
        #[cfg(feature = "nets")]
        let work = &mut self.work;
        best_by_trying(scratch, rng, &mut MoveList::new(moves), |game| {
            #[cfg(feature = "nets")]
            return net::squash(points_by(work, game));
            #[cfg(not(feature = "nets"))]
            return game.evaluate(Evaluator::NET);
        })
    }
}

/// Returns the net's raw evaluation of a position, from the first player's point of view. Returns 0
/// before a chance event.
#[cfg(feature = "nets")]
#[inline(never)] // few players evaluate by a net
fn points_by<G: Knowledge>(work: &mut [net::Work<'_>], game: &G) -> i32 {
    let Some(work) = work.first_mut() else { return 0 };
    if is_due(game) {
        return 0;
    }
    look_at(work, game);
    let mover = game.to_move();
    work.points(mover).wrapping_mul(mover.sign())
}

#[cfg(feature = "nets")]
#[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack where the net is summed up
fn look_at<G: Knowledge>(work: &mut net::Work<'_>, game: &G) {
    #[cfg(not(target_os = "none"))]
    if work.look_by_rows(|layout, rows| game.pattern_rows(layout, rows))
        || work.look_by_boards(|others| game.feature_boards(others))
    {
        return;
    }
    work.look(|features| game.features(features));
}
