//! The playout: from the leaf by the playout policy to the end of the game, or to an early termination.
//!
//! The policies are those of the implicit minimax paper's Table 1: uniform, improved (`ipp`) and epsilon-greedy (`ege`)
//! choice of moves; fixed (`fet`) and dynamic (`det`) early termination.

use super::TreeSearch;
use crate::config::Config;
use crate::game::{Fault, Move, MoveList};
use crate::knowledge::Knowledge;
use crate::rng::Rng;
use crate::value::{Outcome, Value};

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Plays on from where the walker stands. A playout longer than the game's limit counts as a draw.
    #[inline(never)] // lest its variables take stack while the tree is searched
    pub(super) fn playout(&mut self) -> Value {
        let limit = self.walker.max_plies() as u32;
        let mut plies = 0_u32;
        let weighted = self.config.ipp && self.walker.has_weights();
        let uniform = !weighted && self.config.ege().is_none();
        let mut moves = MoveList::new(self.moves);
        let mut next_look = self.config.next_look(0, limit);
        let result = loop {
            if let Some(outcome) = self.walker.outcome() {
                break Outcome::value(outcome);
            }
            if plies >= next_look {
                if let Some(value) = terminate(&self.walker, &self.config, plies, limit) {
                    break value;
                }
                next_look = self.config.next_look(plies, limit);
            }
            let mv = match uniform {
                true => self.walker.random_move(&mut self.rng, &mut moves),
                false => policy_move(&mut self.walker, &self.config, &mut self.rng, &mut moves),
            };
            let Some(mv) = mv else {
                self.fault = self.fault.or(self.walker.fault()).or(Some(Fault::NoMoves));
                break Value::DRAW;
            };
            self.walker.play(mv);
            plies = plies.wrapping_add(1);
        };
        self.playout_plies = self.playout_plies.wrapping_add(u64::from(plies));
        result
    }
}

impl Config {
    /// After how many plies, more than `plies` but for those of `fet`, a playout may end early or must end.
    fn next_look(&self, plies: u32, limit: u32) -> u32 {
        let fixed = self.fet.unwrap_or(limit).min(limit);
        if self.det() > 0.0 { plies.wrapping_add(self.det_period).min(fixed) } else { fixed }
    }
}

/// The result after so many plies, if the playout ends here: v0(s) by `fet`, a win or a loss by `det`.
#[cold]
fn terminate<G: Knowledge>(position: &G, config: &Config, plies: u32, limit: u32) -> Option<Value> {
    if config.det() > 0.0 && plies > 0 && plies.is_multiple_of(config.det_period) {
        let value = position.evaluate(config.evaluator);
        if value.to_f32().abs() >= config.det() {
            return Some(if value > Value::DRAW { Value::WIN } else { Value::LOSS });
        }
    }
    if config.fet == Some(plies) {
        return Some(position.evaluate(config.evaluator));
    }
    (plies >= limit).then_some(Value::DRAW)
}

/// The next move of a playout that is not uniform; `None` where the game breaks its promise that there is one.
fn policy_move<G: Knowledge>(game: &mut G, config: &Config, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
    if config.ege().is_some_and(|epsilon| !happens(epsilon, rng)) {
        return game.greedy_move(config.evaluator, rng, moves);
    }
    if config.ipp || game.has_weights() { game.weighted_move(rng, moves) } else { game.random_move(rng, moves) }
}

/// True with this probability.
fn happens(probability: f32, rng: &mut Rng) -> bool {
    // 2^32 is exact; 1 and more saturates, and must not be missed by one.
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}
