//! The playout: from the leaf by the playout policy to the end of the game, or to an early termination.
//!
//! The policies are those of the implicit minimax paper's Table 1: uniform, improved (`ipp`) and epsilon-greedy (`ege`)
//! choice of moves; fixed (`fet`) and dynamic (`det`) early termination.

use super::TreeSearch;
use crate::config::Config;
use crate::game::{Fault, MoveList};
use crate::knowledge::Knowledge;
use crate::rng::Rng;
use crate::value::{Outcome, Value};

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Plays on from where the walker stands. A playout longer than the game's limit counts as a draw.
    #[inline(never)] // lest its variables take stack while the tree is searched
    pub(super) fn playout(&mut self) -> Value {
        let limit = self.walker.max_plies() as u32;
        let mut plies = 0_u32;
        let weights = self.walker.has_weights();
        let uniform = !(self.config.ipp && weights) && self.config.ege().is_none();
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
            let choice = if uniform { Choice::Uniform } else { self.config.choice(weights, &mut self.rng) };
            let mv = match choice {
                Choice::Uniform => self.walker.random_move(&mut self.rng, &mut moves),
                Choice::Weighted => self.walker.weighted_move(&mut self.rng, &mut moves),
                Choice::Greedy => self.walker.greedy_move(self.config.evaluator, &mut self.rng, &mut moves),
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

/// How the next move of a playout is found.
enum Choice {
    /// Each legal move is equally likely.
    Uniform,
    /// By [`Knowledge::weighted_move`].
    Weighted,
    /// By [`Knowledge::greedy_move`].
    Greedy,
}

impl Config {
    /// How the next move is found in a playout that is not uniform throughout, of a game that has weights or not.
    #[inline(never)] // lest it crowd the loop of uniform playouts
    fn choice(&self, weights: bool, rng: &mut Rng) -> Choice {
        match self.ege() {
            Some(epsilon) if !happens(epsilon, rng) => Choice::Greedy,
            _ if weights => Choice::Weighted,
            _ => Choice::Uniform,
        }
    }

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
        let threshold = Value::from_f32(config.det()).unwrap_or(Value::WIN);
        if value.raw().saturating_abs() >= threshold.raw() {
            return Some(if value > Value::DRAW { Value::WIN } else { Value::LOSS });
        }
    }
    if config.fet == Some(plies) {
        return Some(position.evaluate(config.evaluator));
    }
    (plies >= limit).then_some(Value::DRAW)
}

/// True with this probability.
fn happens(probability: f32, rng: &mut Rng) -> bool {
    // 2^32 is exact; 1 and more saturates, and must not be missed by one.
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}
