//! Step 3 of a simulation, play out: with the options `leafab` and `leafqs`, a small search
//! computes the value of a new child. This value replaces the static value.
//!
//! The search is alpha-beta with an explicit stack of a few plies. In the array of moves, the list
//! of each ply follows the list of the ply above. The first list follows the list of the position
//! that is being expanded. If there is no room for another list, the search uses the evaluation. A
//! win or a loss that the search finds is certain: the search makes only legal moves, and finds a
//! loss only if it searches all moves. A quiescence search finds no losses, because the player to
//! move need not play a noisy move.

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

/// The leaf search: it computes the value of a new node.
struct LeafSearch {
    leaf: Leaf,
    evaluator: Evaluator,
    /// In the simulation's array of moves, the first index that the search may overwrite. The moves
    /// of the siblings that are being created have lower indices.
    free: u32,
    /// The number of positions searched so far.
    positions: u32,
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Searches the scratch position, which must not be over. Returns the position's value from the
    /// first player's point of view, its proof if it is solved, and the distance to the end in
    /// plies. May overwrite the moves from index `free` on. The result is meaningless after a fault
    /// of the game.
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
    /// Returns the score of the scratch position if no search is needed. Otherwise creates the
    /// frame of the position, without the moves.
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

    /// True if the position at this ply gets its raw evaluation as its score. This is the case at
    /// the last ply, and if there is no room for another list of moves. It is also the case after
    /// [`Leaf::POSITIONS_MAX`] positions, so that the search stops in time.
    fn ends_at<G: Knowledge>(&mut self, simulation: &Simulation<'_, G>, ply: usize, free: usize) -> bool {
        self.positions = self.positions.wrapping_add(1);
        let deep = matches!(self.leaf, Leaf::AlphaBeta(plies) if ply >= usize::from(plies));
        let room = simulation.moves.len().saturating_sub(free);
        deep || ply >= usize::from(Leaf::PLIES_MAX)
            || room < simulation.scratch.max_moves()
            || self.positions > Leaf::POSITIONS_MAX
    }
}

/// Lists the moves of the scratch position from index `free` on, and returns their number.
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

/// Keeps only the noisy moves among the `count` moves listed from index `free` on. Returns the
/// number of noisy moves.
#[inline(never)] // own frame: keeps these locals off the stack of move generation
fn keep_noisy<G: Knowledge>(simulation: &mut Simulation<'_, G>, free: u32, count: u32) -> u32 {
    let Simulation { scratch, moves, .. } = simulation;
    let mut moves = MoveList::new(moves.get_mut(free as usize..).unwrap_or_default());
    moves.set_len(count as usize);
    moves.retain(|mv| scratch.noisy(mv));
    moves.len() as u32
}

/// Among the `count` moves listed from index `free` on, swaps the first move with the move that has
/// the highest static order.
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
    // `list.swap()` is not used, because it compiles to code that can panic.
    if let Some(([first, ..], [best, ..])) = list.split_at_mut_checked(best) {
        swap(first, best);
    }
}

#[cfg(all(test, feature = "policies"))]
#[path = "leaf_tests.rs"]
mod tests;
