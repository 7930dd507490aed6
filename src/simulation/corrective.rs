//! Step 3 of a simulation, play out: two options that sample moves.
//!
//! `pmc` samples by transition probability. `corr` is the strategy Corrective (alpha-beta playouts
//! paper, section III.B). With the option `ct`, `mcts/mod.rs` samples children of the tree with the
//! same odds.

use super::playout::Turn;
use super::{Simulation, margin};
use crate::base::rng::Rng;
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::game::value::Outcome;
use crate::player::plan::Plan;
use crate::report::score::of_points;
use crate::tree::WeightedSample;

/// The odds of a move that lowers the evaluation. In the alpha-beta playouts paper, this is "a
/// preset minimum value (close to zero)".
pub(crate) const LOWER: u32 = 1;

/// A move that does not lower the evaluation has this number of odds for each 1/255 of its
/// transition probability.
const PER_PROBABILITY: u32 = 64;

/// Returns the odds of a move. `probability` is its transition probability in units of 1/255. 0
/// counts as 1.
pub(crate) fn odds(probability: u8) -> u32 {
    u32::from(probability.max(1)).wrapping_mul(PER_PROBABILITY)
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Returns the transition probability of a move of the scratch position, in units of 1/255.
    /// Returns 1 if the game does not know the probability.
    pub(crate) fn probability(&self, mv: Move) -> u8 {
        self.scratch.transition(mv).unwrap_or(1)
    }

    /// Option `pmc`: samples a legal move in proportion to the transition probabilities.
    #[inline(never)]
    pub(crate) fn move_by_transition(&mut self, rng: &mut Rng) -> Turn {
        let Some(count) = self.list_moves() else { return Turn::Failed };
        let mut sample = WeightedSample::new();
        for index in 0..count as usize {
            let Some(&mv) = self.moves.get(index) else { break };
            let odds = odds(self.probability(mv));
            sample.offer(mv, odds, rng);
        }
        sample.chosen.map_or(Turn::Failed, Turn::Play)
    }

    /// Option `corr`: samples a move like the option `pmc`, but a move that makes the evaluation
    /// worse for its player has very low odds. A move that wins at once is always played. The
    /// playout ends if an evaluation reaches the bound of the option `cut`.
    #[inline(never)]
    pub(crate) fn corrective_move(&mut self, plan: &Plan, rng: &mut Rng) -> Turn {
        let mover = self.scratch.to_move();
        let score = self.score(plan.evaluator);
        if let Some(value) = self.by_cut(plan, score) {
            return Turn::End(value);
        }
        let before = self.after_a_pass(|simulation| of_points(simulation.points(plan.evaluator), mover));
        let Some(before) = before else { return Turn::Failed };
        let Some(count) = self.list_moves() else { return Turn::Failed };
        let mut sample = WeightedSample::new();
        for index in 0..count as usize {
            let Some(&mv) = self.moves.get(index) else { break };
            let probability = self.probability(mv);
            let undo = self.scratch.make(mv);
            let outcome = self.scratch.outcome();
            let after = match outcome {
                Some(outcome) => margin::score(&self.scratch, outcome, mover, 1),
                None => of_points(self.points(plan.evaluator), mover),
            };
            if self.fails() {
                return Turn::Failed; // after a fault, do not unmake the move
            }
            self.scratch.unmake(mv, undo);
            if outcome == Some(Outcome::win_for(mover)) {
                return Turn::Play(mv);
            }
            sample.offer(mv, if after < before { LOWER } else { odds(probability) }, rng);
        }
        sample.chosen.map_or(Turn::Failed, Turn::Play)
    }
}
