//! The playout: from the leaf by the playout policy to the end of the game, or to an early termination.
//!
//! The policies are those of the implicit minimax paper's Table 1: uniform, improved (`ipp`) and epsilon-greedy (`ege`)
//! choice of moves; fixed (`fet`) and dynamic (`det`) early termination. Those of MC-LOA, which know more, are in `corrective.rs`
//! and `selective.rs`; they end a playout that is as good as decided (`cut`).

use super::TreeSearch;
use crate::game::{Fault, Move, MoveList};
use crate::knowledge::Knowledge;
use crate::player::Config;
use crate::player::strategy::Strategy;
use crate::rng::Rng;
use crate::value::{Outcome, Value};

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Plays on from where the walker stands. A playout longer than the game's limit counts as a draw.
    #[inline(never)] // lest its variables take stack while the tree is searched
    pub(super) fn playout(&mut self) -> Value {
        let limit = self.walker.max_plies() as u32;
        let mut plies = 0_u32;
        let weights = self.walker.has_weights();
        let drawn = self.config.strategy() == Strategy::Drawn;
        let uniform = !(self.config.ipp && weights) && self.config.ege().is_none() && drawn;
        let mut next_look = self.config.first_look(limit);
        let result = loop {
            if let Some(outcome) = self.walker.outcome() {
                break Outcome::value(outcome);
            }
            if plies >= next_look {
                if let Some(value) = self.terminate(plies, limit) {
                    break value;
                }
                next_look = self.config.next_look(plies, limit);
            }
            let choice = if uniform { Choice::Uniform } else { self.config.choice(weights, &mut self.rng) };
            let mv = match choice {
                Choice::Uniform => self.walker.random_move(&mut self.rng, &mut MoveList::new(self.moves)),
                Choice::Weighted => self.weighted_move(),
                Choice::Greedy => self.greedy_move(),
                Choice::Knowing => match self.knowing_turn(plies) {
                    Turn::Play(mv) => Some(mv),
                    Turn::End(value) => break value,
                    Turn::Failed => None,
                },
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

    /// The next move by `ipp`.
    #[cfg_attr(target_os = "none", inline(never))] // lest its variables take stack where a strategy searches
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn weighted_move(&mut self) -> Option<Move> {
        self.walker.weighted_move(&mut self.rng, &mut MoveList::new(self.moves))
    }

    /// The next move by `ege`, where it is not drawn.
    #[cfg_attr(target_os = "none", inline(never))] // likewise
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn greedy_move(&mut self) -> Option<Move> {
        self.walker.greedy_move(self.config.evaluator, &mut self.rng, &mut MoveList::new(self.moves))
    }

    /// The next move by a strategy of MC-LOA.
    #[inline(never)]
    pub(super) fn knowing_turn(&mut self, plies: u32) -> Turn {
        match self.config.strategy().search_at(plies) {
            Some(search) => match self.search_selectively(&search, plies) {
                Some((mv, score)) => self.cut_off(score).map_or(Turn::Play(mv), Turn::End),
                None => Turn::Failed,
            },
            None if self.config.strategy() == Strategy::Transition => self.move_by_transition(),
            None => self.corrective_move(),
        }
    }

    /// The result after so many plies, if the playout ends here: v0(s) by `fet`, a win or a loss by `det` or `cut`.
    #[cfg_attr(feature = "policies", cold, inline(never))]
    #[cfg_attr(not(feature = "policies"), inline(always))] // what is left of it is little more than a call
    fn terminate(&self, plies: u32, limit: u32) -> Option<Value> {
        let config = &self.config;
        if config.cut_looks_at(plies)
            && let Some(value) = self.cut_off(self.walker_score())
        {
            return Some(value);
        }
        if config.det() > 0.0 && plies > 0 && plies.is_multiple_of(config.det_period) {
            let value = self.walker.evaluate(config.evaluator);
            let threshold = Value::from_f32(config.det()).unwrap_or(Value::WIN);
            if value.raw().saturating_abs() >= threshold.raw() {
                return Some(if value > Value::DRAW { Value::WIN } else { Value::LOSS });
            }
        }
        if config.fet == Some(plies) {
            return Some(self.walker.evaluate(config.evaluator));
        }
        (plies >= limit).then_some(Value::DRAW)
    }
}

/// How a playout goes on.
pub(super) enum Turn {
    /// With this move.
    Play(Move),
    /// Not at all: this is its result.
    End(Value),
    /// The game has failed.
    Failed,
}

/// How the next move of a playout is found.
enum Choice {
    /// Each legal move is equally likely.
    Uniform,
    /// By [`Knowledge::weighted_move`].
    Weighted,
    /// By [`Knowledge::greedy_move`].
    Greedy,
    /// By a strategy of MC-LOA.
    Knowing,
}

impl Config {
    /// How the next move is found in a playout that is not uniform throughout, of a game that has weights or not.
    #[inline(never)] // lest it crowd the loop of uniform playouts
    fn choice(&self, weights: bool, rng: &mut Rng) -> Choice {
        match self.ege() {
            _ if self.strategy() != Strategy::Drawn => Choice::Knowing,
            Some(epsilon) if !happens(epsilon, rng) => Choice::Greedy,
            _ if weights => Choice::Weighted,
            _ => Choice::Uniform,
        }
    }

    /// After how many plies a playout may end early or must end for the first time: `cut` may look at its first position.
    fn first_look(&self, limit: u32) -> u32 {
        if self.cut_looks_at(0) { 0 } else { self.next_look(0, limit) }
    }

    /// After how many plies, more than `plies` but for those of `fet`, a playout may end early or must end.
    fn next_look(&self, plies: u32, limit: u32) -> u32 {
        let fixed = self.fet.unwrap_or(limit).min(limit);
        let dynamic = if self.det() > 0.0 { plies.wrapping_add(self.det_period).min(fixed) } else { fixed };
        if self.looks_for_cut() { dynamic.min(self.next_cut(plies)) } else { dynamic }
    }

    /// Does `cut` look at the evaluation from time to time? Strategies that evaluate look at every ply, by themselves.
    fn looks_for_cut(&self) -> bool {
        self.cut() > 0 && !self.strategy().evaluates()
    }

    /// After how many plies, more than `plies`, `cut` looks next: with a period of 3, after 2, 5, 8 ...
    fn next_cut(&self, plies: u32) -> u32 {
        let past = plies.wrapping_add(1).checked_rem(self.cut_period).unwrap_or(0);
        plies.wrapping_add(self.cut_period).wrapping_sub(past)
    }

    /// Does `cut` look after so many plies?
    fn cut_looks_at(&self, plies: u32) -> bool {
        self.looks_for_cut() && plies.wrapping_add(1).is_multiple_of(self.cut_period)
    }
}

/// True with this probability.
pub(super) fn happens(probability: f32, rng: &mut Rng) -> bool {
    // 2^32 is exact; 1 and more saturates, and must not be missed by one.
    probability >= 1.0 || rng.bits() < (probability * 4_294_967_296.0) as u32
}
