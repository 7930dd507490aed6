//! Tells whether a search can follow every line of play to the end of the game (option `wdl`).
//!
//! At best, alpha-beta visits about the square root of the number of lines (Knuth and Moore 1975).
//! A random game estimates this number: it is the product of the numbers of moves on the way (Knuth
//! 1975, Estimating the efficiency of backtrack programs).

use super::AlphaBeta;
use crate::game::knowledge::Knowledge;

/// How many random games are played.
const GAMES: usize = 16;
/// No random game may have more plies.
const PLIES: u32 = 128;
/// No random game may stand for more lines of play. At best, a search of this number of lines
/// visits 33 million positions.
const LINES: u64 = 1 << 50;
/// More moves in a position count as this number, so that a product fits into 64 bits.
const MOVES: u32 = 1 << 13;

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// True if the end of the game is in reach from the root. Then iterations before the last one
    /// would find little, because an undecided position has no value. Changes the scratch position.
    #[inline(never)] // once a search
    pub(super) fn end_is_in_reach(&mut self) -> bool {
        let mut random = 0;
        (0..GAMES).all(|_| self.random_game_is_short(&mut random))
    }

    /// Plays a random game from the root. True if it ends within the limits. There are no chance
    /// events, because `wdl` refuses games that have them.
    fn random_game_is_short(&mut self, random: &mut u32) -> bool {
        self.simulation.restart();
        let mut lines: u64 = 1;
        for _ in 0..PLIES {
            if self.simulation.scratch.outcome().is_some() {
                return true;
            }
            let Some(count) = self.simulation.list_moves() else { return false };
            lines = lines.wrapping_mul(u64::from(count.min(MOVES)));
            let mv = self.simulation.moves.get(below(random, count));
            let Some(&mv) = mv.filter(|_| lines <= LINES) else { return false };
            self.simulation.scratch.play(mv);
        }
        false
    }
}

/// Returns a random number below `bound`. The generator is the linear congruential one of Numerical
/// Recipes: a search without playouts does not contain the better one.
fn below(random: &mut u32, bound: u32) -> usize {
    *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    ((*random >> 16).wrapping_mul(bound) >> 16) as usize
}
