//! The playout: from the leaf by the playout policy to the end of the game, or to an early termination.
//!
//! The policies are those of the implicit minimax paper's Table 1: uniform, improved (`ipp`) and epsilon-greedy (`ege`)
//! choice of moves; fixed (`fet`) and dynamic (`det`) early termination.

use super::TreeSearch;
use crate::game::{Fault, Move, MoveList};
use crate::knowledge::Knowledge;
use crate::rng::Rng;
use crate::value::{Outcome, Value};
use core::cmp::Ordering;

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Plays on from where the walker stands. A playout longer than the game's limit counts as a draw.
    pub(super) fn playout(&mut self) -> Value {
        let limit = self.walker.max_plies() as u32;
        let mut plies = 0_u32;
        let mut next_look = self.next_look(0, limit);
        let result = loop {
            if let Some(outcome) = self.walker.outcome() {
                break Outcome::value(outcome);
            }
            if plies >= next_look {
                if let Some(value) = self.terminate(plies, limit) {
                    break value;
                }
                next_look = self.next_look(plies, limit);
            }
            let Some(mv) = self.playout_move() else {
                self.fault = self.fault.or(self.walker.fault()).or(Some(Fault::NoMoves));
                break Value::DRAW;
            };
            self.walker.play(mv);
            plies = plies.wrapping_add(1);
        };
        self.playout_plies = self.playout_plies.wrapping_add(u64::from(plies));
        result
    }

    /// After how many plies, more than `plies` but for those of `fet`, the playout may end early or must end.
    fn next_look(&self, plies: u32, limit: u32) -> u32 {
        let fixed = self.config.fet.unwrap_or(limit).min(limit);
        if self.config.det > 0.0 { plies.wrapping_add(self.config.det_period).min(fixed) } else { fixed }
    }

    /// The result after so many plies, if the playout ends here: v0(s) by `fet`, a win or a loss by `det`.
    #[cold]
    fn terminate(&self, plies: u32, limit: u32) -> Option<Value> {
        if self.config.det > 0.0 && plies > 0 && plies.is_multiple_of(self.config.det_period) {
            let value = self.walker.evaluate(self.config.evaluator);
            if value.to_f32().abs() >= self.config.det {
                return Some(if value > Value::DRAW { Value::WIN } else { Value::LOSS });
            }
        }
        if self.config.fet == Some(plies) {
            return Some(self.walker.evaluate(self.config.evaluator));
        }
        (plies >= limit).then_some(Value::DRAW)
    }

    /// The next move of the playout; `None` where the game breaks its promise that there is one.
    #[inline]
    fn playout_move(&mut self) -> Option<Move> {
        let Some(epsilon) = self.config.ege else {
            return self.drawn_move(self.config.ipp);
        };
        if happens(epsilon, &mut self.rng) {
            return self.drawn_move(self.walker.has_weights());
        }
        self.greedy_move()
    }

    #[inline]
    fn drawn_move(&mut self, weighted: bool) -> Option<Move> {
        let mut moves = MoveList::new(self.moves);
        if weighted {
            self.walker.weighted_move(&mut self.rng, &mut moves)
        } else {
            self.walker.random_move(&mut self.rng, &mut moves)
        }
    }

    /// Of the moves that could be drawn, the one with the best static value, equals drawn by their weights.
    fn greedy_move(&mut self) -> Option<Move> {
        let mover = self.walker.to_move();
        let mut moves = MoveList::new(self.moves);
        self.walker.candidates(&mut moves);
        let count = moves.len();
        let (mut best, mut equals) = (Value::LOSS, 0_usize);
        for index in 0..count {
            let mv = *self.moves.get(index)?;
            let undo = self.walker.make(mv);
            let value =
                self.walker.outcome().map_or_else(|| self.walker.evaluate(self.config.evaluator), Outcome::value);
            self.walker.unmake(mv, undo);
            match value.for_player(mover).cmp(&best) {
                Ordering::Less => continue,
                Ordering::Equal => {}
                Ordering::Greater => (best, equals) = (value.for_player(mover), 0),
            }
            if let Some(slot) = self.moves.get_mut(equals) {
                *slot = mv;
            }
            equals = equals.wrapping_add(1);
        }
        self.walker.draw(self.moves.get(..equals)?, &mut self.rng)
    }
}

/// True with this probability.
fn happens(probability: f32, rng: &mut Rng) -> bool {
    // 2^32 is exact; 1 and more saturates, and must not be missed by one.
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}
