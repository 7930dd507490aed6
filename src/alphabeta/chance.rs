//! Chance events in alpha-beta: Star1 (Ballard 1983, "The *-minimax search procedure for trees
//! containing chance nodes").
//!
//! The score of a position where a chance event comes next is the expected score of its outcomes,
//! rounded to the nearest whole number. So scores must be on the scale of results: an evaluation is
//! a [`Value`], and a win counts as 1. An outcome that is not searched yet scores at most a win and
//! at least a loss. So the expected score has bounds, which give the window of the next outcome. If
//! all outcomes are wins, or all outcomes are losses, the position is a win or a loss. Its distance
//! is the distance of the slowest outcome.
//!
//! A chance event costs no depth, and its result is not stored in the table. Its frame keeps the
//! sums in fields that other plies use for the table, the killers and pruning. So frames are as
//! small as in games without chance events.

use super::AlphaBeta;
use super::stack::{Expected, Frame, Phase, count};
use super::table::{Depth, PLY};
use crate::base::maths::nearest;
use crate::game::chance::sum_of_odds;
use crate::game::knowledge::Knowledge;
use crate::game::value::{Side, Value};
use crate::game::{Move, MoveList};
use crate::report::score::{INFINITE, Score, is_decided};

/// The score of a win in expected scores. The score of a loss is the negated number.
const ONE: i64 = Value::ONE as i64;

/// What the outcomes so far have in common. `NO_OUTCOME`: there is no outcome yet. `EVEN`: all
/// score 0. `MIXED`: they have different results. Any other number is the score of the slowest win
/// or loss.
const NO_OUTCOME: Score = INFINITE;
const EVEN: Score = 1;
const MIXED: Score = 0;

/// The frame of a ply at which a chance event comes next.
impl Frame {
    /// The sum of the scores so far. Each score is multiplied by its weight.
    fn sum(&self) -> i64 {
        self.key.cast_signed()
    }

    /// The sum of the weights of all outcomes.
    fn whole(&self) -> i64 {
        let [high, low] = self.killers;
        (u64::from(high.0) << 32 | u64::from(low.0)).cast_signed()
    }

    /// The sum of the weights of the outcomes that have no score yet.
    fn left(&self) -> i64 {
        i64::from(self.spared) << 32 | i64::from(self.best_move.0)
    }

    fn set_sums(&mut self, sum: i64, left: i64) {
        self.key = sum.cast_unsigned();
        (self.spared, self.best_move) = ((left >> 32) as i16, Move(left as u32));
    }

    /// The result that all outcomes so far have in common, if they have one.
    fn common(&self) -> Score {
        self.alpha0
    }

    /// Returns the bounds of the expected score. The lower bound assumes that all outcomes without
    /// a score are losses, and the upper bound assumes that they are wins.
    fn bounds(&self) -> [Score; 2] {
        let expected = |rest: i64| {
            let sum = self.sum().wrapping_add(self.left().wrapping_mul(rest));
            nearest(sum, self.whole()).unwrap_or_default() as Score
        };
        match self.common() {
            common if !is_decided(common) => [expected(-ONE), expected(ONE)],
            common if self.left() <= 0 => [common; 2],
            common if common < 0 => [common, expected(ONE)],
            common => [expected(-ONE), common],
        }
    }

    /// Returns the window of an outcome with this weight. If the outcome scores at most the alpha
    /// of its window, the expected score is at most the alpha of the event. If it scores at least
    /// the beta of its window, the expected score is at least the beta of the event.
    fn window_of_outcome(&self, weight: u32) -> [Score; 2] {
        let weight = i64::from(weight);
        let rest = self.left().wrapping_sub(weight).wrapping_mul(ONE);
        let needed = |score: Score, rest: i64| {
            let sum = i64::from(score).wrapping_mul(self.whole()).wrapping_sub(self.sum());
            sum.wrapping_sub(rest)
        };
        let alpha = match i64::from(self.alpha) {
            alpha if alpha >= ONE => self.alpha,
            alpha if alpha < -ONE => -INFINITE,
            _ => limited(needed(self.alpha, rest).checked_div_euclid(weight)),
        };
        let beta = match i64::from(self.beta) {
            beta if beta <= -ONE => self.beta,
            beta if beta > ONE => INFINITE,
            _ => {
                limited(needed(self.beta, rest.wrapping_neg()).wrapping_neg().checked_div_euclid(weight)).wrapping_neg()
            }
        };
        [alpha, beta]
    }

    /// Updates the sums with the score of an outcome that has this weight.
    fn add_outcome(&mut self, score: Score, weight: u32) {
        let worth = if is_decided(score) { i64::from(score.signum()).wrapping_mul(ONE) } else { i64::from(score) };
        let weight = i64::from(weight);
        self.alpha0 = match self.common() {
            NO_OUTCOME | EVEN if score == 0 => EVEN,
            _ if !is_decided(score) => MIXED,
            NO_OUTCOME => score,
            common if !is_decided(common) || common.signum() != score.signum() => MIXED,
            common if score > 0 => common.min(score),
            common => common.max(score),
        };
        self.set_sums(self.sum().wrapping_add(worth.wrapping_mul(weight)), self.left().wrapping_sub(weight));
    }
}

/// Returns this bound, or an infinite one if the bound is missing or no score can reach it.
fn limited(bound: Option<i64>) -> Score {
    match bound {
        Some(bound) if bound.wrapping_abs() <= ONE => bound as Score,
        Some(bound) if bound > 0 => ONE as Score,
        _ => -INFINITE,
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// A chance event comes next in the scratch position. Puts this position on the stack. `mover`
    /// is the player who made the move before the event, and all scores are from its point of view.
    /// If the depth is used up, returns the static score instead.
    #[inline(never)] // few games have chance events
    pub(super) fn open_chance(
        &mut self,
        ply: usize,
        depth: Depth,
        window: [Score; 2],
        mover: Side,
        expected: Expected,
    ) -> Option<Score> {
        if depth <= 0 {
            self.note_truncation();
            return Some(self.static_score(mover));
        }
        let mut outcomes = MoveList::new(self.stack.list(ply));
        self.simulation.scratch.legal_moves(&mut outcomes);
        let counted = count(&outcomes);
        let whole = sum_of_odds(&self.simulation.scratch, outcomes.as_slice());
        let count = *counted.as_ref().unwrap_or(&0);
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            let [alpha, beta] = window;
            // The outcome costs as much depth as a move. Adding a ply here makes the event free.
            let depth = depth.saturating_add(PLY);
            let killers = [Move((whole >> 32) as u32), Move(whole as u32)];
            *frame = Frame { depth, mover, expected, alpha, beta, count, killers, best: -INFINITE, ..Frame::default() };
            (frame.phase, frame.alpha0) = (Phase::Chance, NO_OUTCOME);
            frame.set_sums(0, whole.cast_signed());
        }
        if let Err(fault) = counted {
            self.simulation.blame(fault);
        }
        None
    }

    /// Makes an outcome of the chance event at the top of the stack. Then scores the new position,
    /// or puts it on the stack.
    #[inline(never)] // few games have chance events
    pub(super) fn visit_outcome(&mut self, mv: Move) {
        let ply = self.progress.ply;
        let odds = self.simulation.scratch.odds(mv);
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        (frame.mv, frame.scout) = (mv, false);
        let (mover, depth, window) = (frame.mover, frame.depth.wrapping_sub(PLY), frame.window_of_outcome(odds));
        let undo = self.simulation.scratch.make(mv);
        let score = if let Some(score) = self.score_of_end(mover, ply.wrapping_add(1)) {
            self.progress.note_end(depth);
            Some(score)
        } else if ply.wrapping_add(1) >= self.stack.plies() {
            self.note_truncation();
            Some(self.static_score(mover))
        } else {
            if let Some(place) = self.undos.get_mut(ply) {
                *place = Some(undo);
            }
            let looks_up = self.keyed && depth > PLY;
            let key = if looks_up { self.simulation.scratch.hash().unwrap_or(0) } else { 0 };
            self.enter_position(key, depth, window)
        };
        let Some(score) = score else { return };
        if !self.simulation.fails() {
            self.simulation.scratch.unmake(mv, undo);
            self.take_outcome(score);
        }
    }

    /// Updates the chance event at the top of the stack with the score of its current outcome.
    #[inline(never)] // few games have chance events
    pub(super) fn take_outcome(&mut self, score: Score) {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let mv = frame.mv;
        frame.add_outcome(score, self.simulation.scratch.odds(mv));
        let [least, most] = frame.bounds();
        let cuts = most <= frame.alpha || least >= frame.beta;
        if cuts || frame.next >= frame.count {
            frame.best = if most <= frame.alpha { most } else { least };
            // A mixed result proves nothing, even if every line reaches the end of the game.
            frame.truncated |= frame.common() == MIXED;
            (frame.next, frame.killers) = (frame.count, [Move::NONE; 2]);
        }
        self.sign(mv, score);
    }
}

#[cfg(test)]
#[path = "chance_tests.rs"]
mod tests;
