//! The playout: from the leaf to the end of the game by the playout policy.

use super::TreeSearch;
use crate::game::{Fault, MoveList};
use crate::knowledge::Knowledge;
use crate::value::{Outcome, Value};

impl<G: Knowledge> TreeSearch<'_, G> {
    /// Plays on from where the walker stands. A playout longer than the game's limit counts as a draw.
    #[inline(never)] // lest its variables take stack while the tree is searched
    pub(super) fn playout(&mut self) -> Value {
        let limit = self.walker.max_plies() as u64;
        let mut moves = MoveList::new(self.moves);
        let mut plies = 0_u64;
        let result = loop {
            if let Some(outcome) = self.walker.outcome() {
                break Outcome::value(outcome);
            }
            if plies >= limit {
                break Value::DRAW;
            }
            let mv = if self.config.ipp {
                self.walker.weighted_move(&mut self.rng, &mut moves)
            } else {
                self.walker.random_move(&mut self.rng, &mut moves)
            };
            let Some(mv) = mv else {
                self.fault = self.fault.or(self.walker.fault()).or(Some(Fault::NoMoves));
                break Value::DRAW;
            };
            self.walker.play(mv);
            plies = plies.wrapping_add(1);
        };
        self.playout_plies = self.playout_plies.wrapping_add(plies);
        result
    }
}
