//! Step 3 of a simulation, play out: with the options `leafab` and `leafqs`, a small search
//! computes the value of a new child. This value replaces the static value.
//!
//! The search is alpha-beta with an explicit stack of a few plies.
//!
//! In the array of moves, the list of each ply comes after the list of the ply above. The first
//! list comes after the moves of the position that is being expanded. If there is no room for
//! another list, the search evaluates the position. A win or a loss that the search finds is
//! certain: the search makes only legal moves, and finds a loss only if it searches all moves. A
//! quiescence search finds no losses, because the player to move need not play a noisy move.

use super::evaluate::squash;
use super::small_search::{Frame, Horizon, SmallSearch};
use super::{Simulation, margin};
use crate::game::MoveList;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Proof, Side, Value};
use crate::player::options::Leaf;
use crate::player::plan::Plan;
use crate::report::score::{self, INFINITE, Score, seen, window_seen};
use core::mem::swap;

/// The leaf search. It computes the value of a new node.
struct LeafSearch {
    leaf: Leaf,
    evaluator: Evaluator,
    /// The search may overwrite the simulation's array of moves from this index on. The moves
    /// before this index belong to the siblings that are being created.
    free: u32,
    /// The number of positions searched so far.
    positions: u32,
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Searches the scratch position, which must not be over. Returns its value from the first
    /// player's point of view, its proof if it is solved, and the number of plies to the end of the
    /// game. May overwrite the moves from index `free` on. If the game fails, the result is
    /// meaningless.
    #[inline(never)] // own frame: keeps these locals off other stacks
    pub(crate) fn searched_value(
        &mut self,
        plan: &Plan,
        small_search: &mut SmallSearch<'_, G::Undo>,
        free: u32,
    ) -> (Value, Proof, u8) {
        let mover = self.scratch.to_move();
        let mut search = LeafSearch { leaf: plan.leaf(), evaluator: plan.evaluator, free, positions: 0 };
        let found = self.small_search(small_search, &mut search, mover, [INFINITE.wrapping_neg(), INFINITE]);
        let score = found.map_or(0, |(_, score)| score);
        match score::proven(score, mover) {
            Some((proof, distance)) => {
                (proof.outcome().map_or(Value::DRAW, |outcome| outcome.value()), proof, distance)
            }
            None => (squash::<G>(plan.evaluator, score.wrapping_mul(mover.sign())), Proof::Unknown, 0),
        }
    }
}

impl<G: Knowledge> Horizon<G> for LeafSearch {
    #[inline(always)] // saves a stack frame
    fn look(&self, simulation: &mut Simulation<'_, G>) {
        simulation.look(self.evaluator);
    }

    fn enter(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        ply: usize,
        asker: Side,
        window: [Score; 2],
    ) -> Option<Score> {
        let free = ply.checked_sub(1).and_then(|above| small_search.frame(above)).map_or(self.free, |above| above.end);
        let score = self.stand(simulation, small_search, [ply, free as usize], asker, window);
        if score.is_some() {
            return score;
        }
        let noisy = self.leaf == Leaf::Quiescence;
        let mut count = list_moves(simulation, free);
        if noisy {
            count = keep_noisy(simulation, free, count);
        }
        put_best_first(simulation, free, count);
        let frame = small_search.frame(ply)?;
        (frame.next, frame.end) = (free, free.wrapping_add(count));
        (noisy && count == 0).then_some(seen(frame.mover == asker, frame.alpha))
    }

    fn leave(&mut self, _: usize, _: crate::game::Move) {}
}

impl LeafSearch {
    /// Returns the score of the scratch position if no search is needed. Otherwise creates a frame
    /// for this position, still without moves.
    #[inline(never)] // own frame: keeps these locals off the stack of move generation
    fn stand<G: Knowledge>(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        [ply, free]: [usize; 2],
        asker: Side,
        window: [Score; 2],
    ) -> Option<Score> {
        if let Some(outcome) = simulation.scratch.outcome() {
            return Some(margin::score(&simulation.scratch, outcome, asker, ply));
        }
        let ends = self.ends_at(simulation, ply, free);
        let mover = simulation.scratch.to_move();
        let [mut alpha, beta] = window_seen(mover == asker, window);
        if ends || self.leaf == Leaf::Quiescence {
            let evaluation = simulation.score_seen(self.evaluator);
            if ends || evaluation >= beta {
                return Some(seen(mover == asker, evaluation));
            }
            alpha = alpha.max(evaluation);
        }
        small_search.put(ply, Frame::new(mover, [alpha, beta]));
        None
    }

    /// True if the position at this ply is evaluated instead of searched. There are three cases: it
    /// is at the last ply, there is no room for another list of moves, or the search has already
    /// visited [`Leaf::POSITIONS_MAX`] positions. The last case limits the time of the search.
    fn ends_at<G: Knowledge>(&mut self, simulation: &Simulation<'_, G>, ply: usize, free: usize) -> bool {
        self.positions = self.positions.wrapping_add(1);
        let deep = matches!(self.leaf, Leaf::AlphaBeta(plies) if ply >= usize::from(plies));
        let room = simulation.moves.len().saturating_sub(free);
        deep || ply >= usize::from(Leaf::PLIES_MAX)
            || room < simulation.scratch.max_moves()
            || self.positions > Leaf::POSITIONS_MAX
    }
}

/// Lists the moves of the scratch position, and returns their number. The list begins at the index
/// `free`.
#[inline(never)] // own frame: keeps these locals off the stack of the evaluation
fn list_moves<G: Knowledge>(simulation: &mut Simulation<'_, G>, free: u32) -> u32 {
    let free = free as usize;
    let room = free..free.saturating_add(simulation.scratch.max_moves());
    let mut moves = MoveList::new(simulation.moves.get_mut(room).unwrap_or_default());
    simulation.scratch.legal_moves(&mut moves);
    let (count, overflowed) = (moves.len(), moves.overflowed());
    simulation.check_count(count, overflowed);
    count as u32
}

/// Keeps only the noisy ones of the `count` moves in the list at index `free`. Returns their
/// number.
#[inline(never)] // own frame: keeps these locals off the stack of move generation
fn keep_noisy<G: Knowledge>(simulation: &mut Simulation<'_, G>, free: u32, count: u32) -> u32 {
    let Simulation { scratch, moves, .. } = simulation;
    let mut moves = MoveList::new(moves.get_mut(free as usize..).unwrap_or_default());
    moves.set_len(count as usize);
    moves.retain(|mv| scratch.noisy(mv));
    moves.len() as u32
}

/// Takes the move with the highest static order of the `count` moves in the list at index `free`,
/// and swaps it with the first one.
#[inline(never)] // own frame: keeps these locals off the stack of move generation
fn put_best_first<G: Knowledge>(simulation: &mut Simulation<'_, G>, free: u32, count: u32) {
    let (free, count) = (free as usize, count as usize);
    let list = simulation.moves.get_mut(free..free.saturating_add(count)).unwrap_or_default();
    let (mut best, mut highest) = (0, i32::MIN);
    for (at, &mv) in list.iter().enumerate() {
        let order = simulation.scratch.order(mv);
        if order > highest {
            (best, highest) = (at, order);
        }
    }
    // This code avoids `list.swap()`, which compiles to code that can panic.
    if let Some(([first, ..], [best, ..])) = list.split_at_mut_checked(best) {
        swap(first, best);
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "leaf_tests.rs"]
mod tests;
