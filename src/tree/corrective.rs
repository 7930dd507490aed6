//! Draws by transition probability, `pmc`, and the strategy Corrective, `corr`, in playouts and in the tree (`ct`): alpha-beta
//! playouts paper, section III.B.

use super::TreeSearch;
use super::draw::Lot;
use super::playout::Turn;
use super::pool::ROOT;
use super::slot::Slot;
use crate::game::Move;
use crate::knowledge::{Evaluator, Knowledge};
use crate::score::{Score, of_outcome, of_points};
use crate::search::pass_again;
use crate::value::{Outcome, Value};

/// The odds of a move after which the evaluation is lower: "a preset minimum value (close to zero)".
const LOWER: u32 = 1;

/// The odds of any other move, for each 1/255 of its transition probability.
const PER_PROBABILITY: u32 = 64;

/// The odds of a move with this transition probability, 1/255 where the game knows none.
fn odds(probability: u8) -> u32 {
    u32::from(probability.max(1)).wrapping_mul(PER_PROBABILITY)
}

impl<G: Knowledge> TreeSearch<'_, G> {
    fn probability(&self, mv: Move) -> u8 {
        self.walker.transition(mv).unwrap_or(1)
    }

    /// `pmc`: a legal move with odds in proportion to its transition probability.
    #[inline(never)]
    pub(super) fn move_by_transition(&mut self) -> Turn {
        let Some(count) = self.list_moves() else { return Turn::Failed };
        let mut lot = Lot::new();
        for index in 0..count as usize {
            let Some(&mv) = self.moves.get(index) else { break };
            let odds = odds(self.probability(mv));
            lot.offer(mv, odds, &mut self.rng);
        }
        lot.drawn.map_or(Turn::Failed, Turn::Play)
    }

    /// `corr`: the same, but that a move after which the evaluation is lower for its player has next to no chance. A move that
    /// wins at once is played at once. A position as good or as bad as `cut` says ends the playout.
    #[inline(never)]
    pub(super) fn corrective_move(&mut self) -> Turn {
        let mover = self.walker.to_move();
        if let Some(value) = self.cut_off(self.walker_score()) {
            return Turn::End(value);
        }
        let before = self.after_a_pass(|walker, evaluator| of_points(walker.points(evaluator), mover));
        let Some(before) = before else { return Turn::Failed };
        let Some(count) = self.list_moves() else { return Turn::Failed };
        let mut lot = Lot::new();
        for index in 0..count as usize {
            let Some(&mv) = self.moves.get(index) else { break };
            let probability = self.probability(mv);
            let undo = self.walker.make(mv);
            let outcome = self.walker.outcome();
            let after = match outcome {
                Some(outcome) => of_outcome(outcome, mover, 1),
                None => of_points(self.walker.points(self.config.evaluator), mover),
            };
            if self.fails() {
                return Turn::Failed; // what has failed may not be there to be taken back
            }
            self.walker.unmake(mv, undo);
            if outcome == Some(Outcome::win_for(mover)) {
                return Turn::Play(mv);
            }
            lot.offer(mv, if after < before { LOWER } else { odds(probability) }, &mut self.rng);
        }
        lot.drawn.map_or(Turn::Failed, Turn::Play)
    }

    /// What the evaluation says of the position that a move must not make worse: the walker's, with the opponent to move, as he is
    /// after a move. If it counts whose turn it is, nearly every move would seem to make a position worse otherwise. Where the
    /// game does not pass, or is over by it, it is the position as it stands. `None` where the game has failed.
    pub(super) fn after_a_pass<T>(&mut self, evaluation: impl Fn(&G, Evaluator) -> T) -> Option<T> {
        let mut passed = self.walker.pass();
        if passed && self.walker.outcome().is_some() {
            self.take_pass_back()?;
            passed = false;
        }
        let value = evaluation(&self.walker, self.config.evaluator);
        if passed {
            self.take_pass_back()?;
        }
        Some(value)
    }

    /// `None` where the game has failed: then nothing may be taken back.
    fn take_pass_back(&mut self) -> Option<()> {
        if self.fails() {
            return None;
        }
        self.fault = pass_again(&mut self.walker);
        self.fault.is_none().then_some(())
    }

    /// What the evaluation says of the walker's position, in its mover's view.
    pub(super) fn walker_score(&self) -> Score {
        of_points(self.walker.points(self.config.evaluator), self.walker.to_move())
    }

    /// `cut`: the result for a position with this score in its mover's view, if that decides the playout.
    pub(super) fn cut_off(&self, score: Score) -> Option<Value> {
        let mover = self.walker.to_move();
        let bound = self.config.cut_bound();
        match score {
            _ if score >= bound => Some(Outcome::win_for(mover).value()),
            _ if score <= bound.wrapping_neg() => Some(Outcome::win_for(mover.opponent()).value()),
            _ => None,
        }
    }

    /// Is `node`, with all its children in `run`, so young that Corrective draws one of them (`ct`)? A prior does not make it
    /// older; the root's visits are its own.
    pub(super) fn is_young(&self, node: u32, run: u32) -> bool {
        if self.config.ct() == 0 {
            return false;
        }
        let head = self.pool.get(run);
        let visits = if node == ROOT { self.pool.get(ROOT).visits() } else { self.simulations(node) };
        head.len() == head.total() && visits < self.config.ct()
    }

    /// `ct`: a child in `run`, drawn by Corrective; by the values in the nodes, so that nothing is evaluated twice. `None` where all
    /// are proven, and where the game has failed.
    pub(super) fn corrective_child(&mut self, run: u32) -> Option<u32> {
        let mover = self.walker.to_move();
        let before = self.after_a_pass(|walker, evaluator| walker.evaluate(evaluator).for_player(mover))?;
        self.child_with_odds(run, |search, child| {
            let lower = child.value().for_player(mover) < before;
            match child.is_proven() {
                true => 0,
                false if lower => LOWER,
                false => odds(search.transition_of(child)),
            }
        })
    }

    /// The transition probability of the move into `child`, in 1/255: kept there with `tp`, else asked for.
    fn transition_of(&self, child: &Slot) -> u8 {
        if self.config.tp() > 0.0 { child.probability() } else { self.probability(child.mv()) }
    }
}
