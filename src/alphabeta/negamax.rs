//! One iteration: fail-soft alpha-beta to a fixed depth (Knuth & Moore 1975; Fishburn 1983), a move at a time.

use super::AlphaBeta;
use super::order;
use super::score::{self, Score};
use super::stack::{Frame, count};
use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;
use crate::limits::{Stop, Watch};

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Searches on from the top of the stack. `None` when the iteration is complete; the reason where it is to stop before.
    /// A fault of the game ends it, too.
    pub(super) fn negamax(&mut self, watch: &mut Watch<'_>) -> Option<Stop> {
        loop {
            if self.fault.is_some() {
                return Some(Stop::Flag);
            }
            if self.stack.frames.get(self.ply).is_none_or(Frame::is_done) {
                if self.ply == 0 {
                    return None;
                }
                self.close_frame();
                continue;
            }
            let mv = self.stack.next_move(self.ply)?;
            self.visit(mv);
            self.visited = self.visited.wrapping_add(1);
            if let Some(reason) = watch.tick(self.visited.min(u64::from(u32::MAX)) as u32) {
                self.fault = self.fault.or(self.walker.fault());
                return Some(reason);
            }
        }
    }

    /// Makes a move of the top ply, and scores the position after it or puts it on the stack.
    fn visit(&mut self, mv: Move) {
        let Some(frame) = self.stack.frames.get_mut(self.ply) else { return };
        let mover = frame.mover;
        let ply = self.ply.wrapping_add(1);
        let undo = self.walker.make(mv);
        let score = if let Some(outcome) = self.walker.outcome() {
            score::of_outcome(outcome, mover, ply)
        } else if ply >= self.depth {
            self.cut_off = true;
            score::of_points(self.walker.points(self.config.evaluator), mover)
        } else {
            (frame.mv, frame.undo) = (mv, Some(undo));
            let (alpha, beta) = (frame.alpha, frame.beta);
            let (alpha, beta) = if self.walker.to_move() == mover {
                (alpha, beta)
            } else {
                (beta.wrapping_neg(), alpha.wrapping_neg())
            };
            self.ply = ply;
            return self.open_frame(ply, alpha, beta);
        };
        self.fault = self.fault.or(self.walker.fault());
        if self.fault.is_none() {
            self.walker.unmake(mv, undo);
            self.take_score(mv, score, 0);
        }
    }

    /// Puts the walker's position on the stack, with its moves in order.
    pub(super) fn open_frame(&mut self, ply: usize, alpha: Score, beta: Score) {
        let mover = self.walker.to_move();
        let slots = self.stack.list(ply);
        let mut moves = MoveList::new(slots);
        self.walker.legal_moves(&mut moves);
        let counted = count(&moves);
        let len = moves.len();
        if let Ok(count) = counted
            && let Some(frame) = self.stack.frames.get_mut(ply)
        {
            // Nothing is better than to win at once.
            let beta = beta.min(score::win_at(ply.wrapping_add(1)));
            let best = -score::INFINITE;
            *frame = Frame { alpha, beta, best, mover, count, ..Frame::default() };
        }
        let list = self.stack.list(ply).get_mut(..len).unwrap_or_default();
        order::sort(&self.walker, list, self.keys);
        // What the game says about itself comes first: a list that is too long is handed over empty.
        self.fault = self.fault.or(self.walker.fault()).or(counted.err());
    }

    /// Takes the top off the stack: its score goes to the ply below.
    fn close_frame(&mut self) {
        let Some(&Frame { best, mover, line_len, .. }) = self.stack.frames.get(self.ply) else { return };
        self.ply = self.ply.wrapping_sub(1);
        let Some(parent) = self.stack.frames.get_mut(self.ply) else { return };
        let (mv, score) = (parent.mv, parent.seen_by(mover, best));
        if let Some(undo) = parent.undo.take() {
            self.walker.unmake(mv, undo);
        }
        self.take_score(mv, score, line_len);
    }

    /// A move of the top ply has this score, in the view of its mover; so many moves of the line behind it are known.
    fn take_score(&mut self, mv: Move, score: Score, line_len: u16) {
        self.sign(mv, score);
        let Some(frame) = self.stack.frames.get_mut(self.ply) else { return };
        frame.best = frame.best.max(score);
        if score > frame.alpha {
            frame.alpha = score;
            self.stack.extend_line(self.ply, mv, line_len);
        }
        if self.ply == 0 {
            self.take_root_move(mv);
        }
    }
}
