//! Chance events in alpha-beta: Star1 and Star2 (Ballard 1983, "The *-minimax search procedure for
//! trees containing chance nodes").
//!
//! The score of a position where a chance event comes next is the expected score of its outcomes,
//! rounded to the nearest whole number. So scores must be on the scale of results: an evaluation is
//! a [`Value`], and a win counts as 1. An outcome that is not searched yet scores at most a win and
//! at least a loss. So the expected score has bounds, which give the window of the next outcome. If
//! all outcomes are wins, or all outcomes are losses, the position is a win or a loss. Its distance
//! is the distance of the slowest outcome.
//!
//! Star2 first searches one move after each outcome, the move that comes first in the order. If the
//! opponent of `mover` is to move there, the score of this move is an upper bound for the outcome:
//! the opponent may have a better move. If `mover` is to move, the score is a lower bound. These
//! bounds take the place of wins and losses. They often decide the event before any outcome is
//! searched in full. Star2 needs room for the bounds, in the line of the ply, which a chance event
//! does not have. Near the end of the stack there is no such room, and all outcomes are searched as
//! in Star1. The values are the same.
//!
//! A chance event costs no depth, and its result is not stored in the table. Its frame keeps the
//! sums in fields that other plies use for the table, the killers and pruning. So frames are as
//! small as in games without chance events.

use super::AlphaBeta;
use super::stack::{Expected, Frame, Phase, count};
use super::table::{Depth, PLY};
use crate::base::CHANCE;
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

/// The steps of Star2 at a ply: one move after each outcome is searched, or all outcomes are.
const PROBES: u8 = 1;
const PROBED: u8 = 2;

/// Which bounds the probes of a ply give: upper or lower ones. 0 means that no bound is known.
const UPPER: u8 = 1;
const LOWER: u8 = 2;

/// Marks the ply after an outcome, if only its first move is searched.
const PARTIAL: u8 = u8::MAX;

/// The entries of a ply's line after the bounds of its outcomes: the slack, in two halves.
const SLACK: usize = 2;

/// A ply after an outcome.
impl Frame {
    /// True if only the first of several moves is searched. The score is then a lower bound.
    #[inline(always)]
    pub(super) const fn is_partial(&self) -> bool {
        CHANCE && self.cuts_needed == PARTIAL
    }
}

/// The frame of a ply at which a chance event comes next.
impl Frame {
    fn probes(&self) -> bool {
        self.cuts == PROBES
    }

    /// Returns by how much the probes raise the lower bound of the weighted sum of all scores, and
    /// by how much they reduce its upper bound.
    fn slacks(&self, slack: i64) -> [i64; 2] {
        if self.cuts_needed == UPPER { [0, slack] } else { [slack, 0] }
    }

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
    /// a score are losses, and the upper bound assumes that they are wins. With probes, `slack` is
    /// the weighted sum of the differences between these scores and the bounds of the outcomes.
    fn bounds(&self, slack: i64) -> [Score; 2] {
        let [below, above] = self.slacks(slack);
        let expected = |rest: i64, slack: i64| {
            let sum = self.sum().wrapping_add(self.left().wrapping_mul(rest)).wrapping_add(slack);
            nearest(sum, self.whole()).unwrap_or_default() as Score
        };
        let (least, most) = (expected(-ONE, below), expected(ONE, above.wrapping_neg()));
        match self.common() {
            // Without a probe, all outcomes may still be losses, or all wins.
            NO_OUTCOME => [if below > 0 { least } else { -INFINITE }, if above > 0 { most } else { INFINITE }],
            common if !is_decided(common) => [least, most],
            common if self.left() <= 0 => [common; 2],
            common if common < 0 => [common, most],
            common => [least, common],
        }
    }

    /// Returns the window of an outcome with this weight. If the outcome scores at most the alpha
    /// of its window, the expected score is at most the alpha of the event. If it scores at least
    /// the beta of its window, the expected score is at least the beta of the event.
    /// `slack` is the slack of all other outcomes without a score.
    fn window_of_outcome(&self, weight: u32, slack: i64) -> [Score; 2] {
        let [below, above] = self.slacks(slack);
        let weight = i64::from(weight);
        let rest = self.left().wrapping_sub(weight).wrapping_mul(ONE);
        let needed = |score: Score, rest: i64| {
            let sum = i64::from(score).wrapping_mul(self.whole()).wrapping_sub(self.sum());
            sum.wrapping_sub(rest)
        };
        let alpha = match i64::from(self.alpha) {
            alpha if alpha >= ONE => self.alpha,
            alpha if alpha < -ONE => -INFINITE,
            _ => limited(needed(self.alpha, rest.wrapping_sub(above)).checked_div_euclid(weight)),
        };
        let beta = match i64::from(self.beta) {
            beta if beta <= -ONE => self.beta,
            beta if beta > ONE => INFINITE,
            _ => {
                let rest = below.wrapping_sub(rest);
                limited(needed(self.beta, rest).wrapping_neg().checked_div_euclid(weight)).wrapping_neg()
            }
        };
        [alpha, beta]
    }

    /// Returns by how much a probe with this score improves the bound of its outcome, 0 to 2
    /// [`ONE`]. A score outside the window of the outcome may be a bound in the wrong direction.
    fn gain(&self, score: Score, [alpha, beta]: [Score; 2]) -> u32 {
        let gain = match self.cuts_needed {
            UPPER if score < beta => ONE.wrapping_sub(worth(score)),
            LOWER if score > alpha => worth(score).wrapping_add(ONE),
            _ => 0,
        };
        gain as u32
    }

    /// Ends the event if its expected score is outside the window.
    fn cut(&mut self, [least, most]: [Score; 2]) -> bool {
        let cuts = most <= self.alpha || least >= self.beta;
        if cuts {
            self.end(if most <= self.alpha { most } else { least });
        }
        cuts
    }

    /// Ends the event with this score.
    fn end(&mut self, score: Score) {
        // A mixed result proves nothing, even if every line reaches the end of the game.
        self.truncated |= self.common() == MIXED || self.probes();
        (self.best, self.next, self.line_len, self.killers) = (score, self.count, 0, [Move::NONE; 2]);
    }

    /// Updates the sums with the score of an outcome that has this weight.
    fn add_outcome(&mut self, score: Score, weight: u32) {
        let worth = worth(score);
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

/// Returns the score of an outcome as a part of an expected score.
fn worth(score: Score) -> i64 {
    if is_decided(score) { i64::from(score.signum()).wrapping_mul(ONE) } else { i64::from(score) }
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
        let room = self.stack.plies().saturating_sub(ply);
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            let [alpha, beta] = window;
            // The outcome costs as much depth as a move. Adding a ply here makes the event free.
            let depth = depth.saturating_add(PLY);
            let killers = [Move((whole >> 32) as u32), Move(whole as u32)];
            *frame = Frame { depth, mover, expected, alpha, beta, count, killers, best: -INFINITE, ..Frame::default() };
            (frame.phase, frame.alpha0) = (Phase::Chance, NO_OUTCOME);
            frame.set_sums(0, whole.cast_signed());
            let notes = usize::from(count).wrapping_add(SLACK);
            let is_bounded = i64::from(alpha) > -ONE || i64::from(beta) < ONE;
            if expected != Expected::Exact && is_bounded && notes <= room {
                (frame.cuts, frame.line_len) = (PROBES, notes as u16);
                self.stack.line_of(ply, notes as u16).fill(Move(0));
            }
        }
        if let Err(fault) = counted {
            self.simulation.blame(fault);
        }
        None
    }

    /// The slack of the outcomes that are left at this ply; 0 without probes.
    fn slack(&mut self, ply: usize) -> i64 {
        match self.notes(ply) {
            [high, low, ..] => (u64::from(high.0) << 32 | u64::from(low.0)).cast_signed(),
            _ => 0,
        }
    }

    fn set_slack(&mut self, ply: usize, slack: i64) {
        if let [high, low, ..] = self.notes(ply) {
            (*high, *low) = (Move((slack >> 32) as u32), Move(slack as u32));
        }
    }

    /// The memory of the probes at this ply: the slack, and the gain of each outcome. Empty without
    /// probes.
    fn notes(&mut self, ply: usize) -> &mut [Move] {
        let length = self.stack.frames.get(ply).map_or(0, |frame| frame.line_len);
        self.stack.line_of(ply, length)
    }

    /// The slack without the part of the current outcome, which has this weight.
    fn slack_of_others(&mut self, ply: usize, odds: u32) -> i64 {
        let index = self.stack.frames.get(ply).map_or(0, |frame| usize::from(frame.next).wrapping_sub(1));
        let gain = self.notes(ply).get(index.wrapping_add(SLACK)).map_or(0, |gain| gain.0);
        self.slack(ply).wrapping_sub(i64::from(gain).wrapping_mul(odds.into()))
    }

    /// Makes an outcome of the chance event at the top of the stack. Then scores the new position,
    /// or puts it on the stack.
    #[inline(never)] // few games have chance events
    pub(super) fn visit_outcome(&mut self, mv: Move) {
        let ply = self.progress.ply;
        let odds = self.simulation.scratch.odds(mv);
        let slack = self.slack_of_others(ply, odds);
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        (frame.mv, frame.scout) = (mv, false);
        let (mover, depth, probes) = (frame.mover, frame.depth.wrapping_sub(PLY), frame.probes());
        let window = frame.window_of_outcome(odds, slack);
        let undo = self.simulation.scratch.make(mv);
        let score = if let Some(score) = self.score_of_end(mover, ply.wrapping_add(1)) {
            self.progress.note_end(depth);
            Some(score)
        } else if ply.wrapping_add(1) >= self.stack.plies() {
            self.note_truncation();
            Some(self.static_score(mover))
        } else if probes && !self.may_probe(mover) {
            None
        } else {
            if let Some(place) = self.undos.get_mut(ply) {
                *place = Some(undo);
            }
            let looks_up = self.keyed && depth > PLY;
            let key = if looks_up { self.simulation.scratch.hash().unwrap_or(0) } else { 0 };
            let score = self.enter_position(key, depth, window);
            if score.is_none() {
                if probes && let Some(after) = self.stack.frames.get_mut(ply.wrapping_add(1)).filter(|it| it.count > 1)
                {
                    (after.count, after.cuts_needed) = (1, PARTIAL);
                }
                return;
            }
            score
        };
        if !self.simulation.fails() {
            self.simulation.scratch.unmake(mv, undo);
            match score {
                Some(score) => self.take_outcome(score),
                None => self.end_probe(),
            }
        }
    }

    /// True if a probe of the position after an outcome gives a bound of the same kind as the
    /// earlier probes of the event. `mover` is the player before the event.
    fn may_probe(&mut self, mover: Side) -> bool {
        if self.simulation.scratch.is_chance() {
            return false;
        }
        let kind = if self.simulation.scratch.to_move() == mover { LOWER } else { UPPER };
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return false };
        if frame.cuts_needed == 0 {
            frame.cuts_needed = kind;
        }
        frame.cuts_needed == kind
    }

    /// Updates the chance event at the top of the stack with the score of its current outcome.
    #[inline(never)] // few games have chance events
    pub(super) fn take_outcome(&mut self, score: Score) {
        let ply = self.progress.ply;
        let Some(&Frame { mv, .. }) = self.stack.frames.get(ply) else { return };
        let odds = self.simulation.scratch.odds(mv);
        let slack = self.slack_of_others(ply, odds);
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        if frame.probes() {
            let gain = frame.gain(score, frame.window_of_outcome(odds, slack));
            return self.take_probe(score, gain, slack.wrapping_add(i64::from(gain).wrapping_mul(odds.into())));
        }
        frame.add_outcome(score, odds);
        let bounds = frame.bounds(slack);
        if !frame.cut(bounds) && frame.next >= frame.count {
            let [least, _] = bounds;
            frame.end(least);
        }
        self.set_slack(ply, slack);
        self.sign(mv, score);
    }

    /// Updates the chance event at the top of the stack with the score of a probe, by how much it
    /// improves the bound of the outcome, and the new slack.
    fn take_probe(&mut self, score: Score, gain: u32, slack: i64) {
        let ply = self.progress.ply;
        self.set_slack(ply, slack);
        let Some(&Frame { mv, next, .. }) = self.stack.frames.get(ply) else { return };
        if let Some(place) = self.notes(ply).get_mut(usize::from(next).wrapping_sub(1).wrapping_add(SLACK)) {
            *place = Move(gain);
        }
        self.sign(mv, score);
        let Some(frame) = self.stack.frames.get_mut(ply) else { return };
        let bounds = frame.bounds(slack);
        if !frame.cut(bounds) {
            self.end_probe();
        }
    }

    /// After the last probe of an event, begins with the search of its outcomes.
    fn end_probe(&mut self) {
        if let Some(frame) = self.stack.frames.get_mut(self.progress.ply).filter(|frame| frame.next >= frame.count) {
            (frame.cuts, frame.next) = (PROBED, 0);
        }
    }
}

#[cfg(test)]
#[path = "chance_tests.rs"]
mod tests;
