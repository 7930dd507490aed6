//! The part of a search that calls the game. All calls to a game's rules and knowledge go through a
//! [`Simulation`], which has a position and a scratch position.
//!
//! `playout.rs` plays a simulation to its end. `corrective.rs` and `selective.rs` contain the
//! playout strategies of the program MC-LOA. `leaf.rs` computes the value of a new node by a small
//! search. `evaluate.rs` calls the game's evaluation or the net. `selective.rs` and `leaf.rs` share
//! the stack of `small_search.rs`.

mod board;
mod corrective;
mod decisive;
mod evaluate;
mod leaf;
pub(crate) mod margin;
mod playout;
mod selective;
mod small_search;
#[cfg(all(test, feature = "policies"))]
mod tests;

use crate::base::{CHANCE, POLICIES};
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::players::reward;
use crate::game::value::Value;
use crate::game::{Fault, Move, MoveList};
use crate::keep::rebase::Rebase;
#[cfg(feature = "nets")]
use crate::net::Work;
pub(crate) use board::{Board, with_net};
pub(crate) use corrective::{LOWER, odds};
pub(crate) use evaluate::squash;
pub(crate) use playout::Tools;
#[cfg(all(test, feature = "policies"))]
pub(crate) use playout::Turn;
pub(crate) use small_search::SmallSearch;

/// The position that is searched, and the scratch position on which moves are made.
#[derive(Debug)]
pub struct Simulation<'m, G> {
    /// The root position. Only playing a move or setting up a position changes it.
    pub(crate) position: G,
    /// The scratch position. It may be any position, so code that uses it must first copy the root
    /// position to it.
    pub(crate) scratch: G,
    /// Room for lists of moves. The list of the scratch position comes first.
    pub(crate) moves: &'m mut [Move],
    /// The net and its working memory, as a slice of one element. The slice is empty if no net is
    /// used.
    #[cfg(feature = "nets")]
    pub(crate) work: &'m mut [Work<'m>],
    /// The first promise that the game has broken, until [`Simulation::take_fault`] clears it.
    fault: Option<Fault>,
}

impl<'m, G: Knowledge> Simulation<'m, G> {
    /// Creates a simulation. `scratch` is any position of the same game and board.
    #[inline(always)] // so that the positions are written in place
    pub(crate) fn new(position: G, scratch: G, moves: &'m mut [Move]) -> Self {
        Self {
            position,
            scratch,
            moves,
            #[cfg(feature = "nets")]
            work: &mut [],
            fault: None,
        }
    }

    /// Passes all caller-provided memory and both positions to `place`, which sets their new
    /// addresses.
    pub(crate) fn each_borrowed(&mut self, place: &mut impl Rebase<'m, G>) {
        place.slice(&mut self.moves);
        #[cfg(feature = "nets")]
        place.slice(&mut self.work);
        place.position(&mut self.position);
        place.position(&mut self.scratch);
    }

    /// Copies the root position to the scratch position.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.scratch.copy_from(&self.position);
    }

    /// True if the game has broken a promise. After that, moves must not be unmade, because the
    /// undo data may be missing.
    #[inline]
    pub(crate) fn fails(&mut self) -> bool {
        self.fault = self.fault.or(self.scratch.fault());
        self.fault.is_some()
    }

    /// Records that the game has broken this promise. If the game itself reports a fault, that
    /// fault has priority.
    pub(crate) fn blame(&mut self, fault: Fault) {
        if !self.fails() {
            self.fault = Some(fault);
        }
    }

    /// If the game has broken a promise, returns the first fault and clears all faults.
    pub(crate) fn take_fault(&mut self) -> Option<Fault> {
        let fault = self.fault.take().or(self.position.fault()).or(self.scratch.fault());
        if fault.is_some() {
            self.position.clear_fault();
            self.scratch.clear_fault();
        }
        fault
    }

    /// Lists the scratch position's legal moves in `moves` and returns their number. `None` if the
    /// game has failed.
    pub(crate) fn list_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        self.scratch.legal_moves(&mut moves);
        let (count, overflowed) = (moves.len(), moves.overflowed());
        self.check_count(count, overflowed)
    }

    /// Lists in `moves` all moves that weighted sampling could return, and returns their number.
    /// `None` if the game has failed.
    pub(crate) fn list_candidates(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        self.scratch.candidates(&mut moves);
        let (count, overflowed) = (moves.len(), moves.overflowed());
        self.check_count(count, overflowed)
    }

    /// Counts the scratch position's legal moves. `None` if the game has failed.
    pub(crate) fn count_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        let count = self.scratch.count_moves(&mut moves);
        let overflowed = moves.overflowed();
        self.check_count(count, overflowed)
    }

    /// Returns the legal move of the scratch position with this index. `None` if there are fewer
    /// moves. Overwrites the list of moves.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of a leaf search
    pub(crate) fn nth_move(&mut self, index: u32) -> Option<Move> {
        self.scratch.nth_move(index as usize, &mut MoveList::new(self.moves))
    }

    /// Returns the number of listed moves. If the game has broken a promise, records the fault and
    /// returns `None`.
    pub(crate) fn check_count(&mut self, count: usize, overflowed: bool) -> Option<u32> {
        // In the memory for a leaf search, a list can be longer than the game allows. So the length
        // is also tested.
        let overflowed = overflowed || POLICIES && count > self.scratch.max_moves();
        // If the game itself reports a fault, that fault has priority. For example, a custom game
        // that lists too many moves reports this, and returns an empty list.
        let fault = Fault::of_count(count, overflowed);
        self.fault = self.fault.or(self.scratch.fault()).or(fault);
        self.fault.is_none().then_some(count as u32)
    }

    /// Calls pass() again in the scratch position, either to take back a pass or to repeat it.
    /// Records a fault if the game refuses.
    pub(crate) fn pass_again(&mut self) {
        if !self.scratch.pass() {
            self.blame(Fault::Failed);
        }
        self.fails();
    }

    /// Passes in the scratch position, and returns the result of `evaluation` there. Strategies
    /// compare moves with this result: a good move does not make the evaluation worse. The pass is
    /// needed if the evaluation depends on the player to move, because the same player is to move
    /// after a pass and after a move.
    ///
    /// If the game cannot pass, or if the pass ends the game, evaluates the scratch position as it
    /// is. Returns `None` if the game has failed.
    pub(crate) fn after_a_pass<T>(&mut self, evaluation: impl Fn(&mut Self) -> T) -> Option<T> {
        let mut passed = self.scratch.pass();
        if passed && self.scratch.outcome().is_some() {
            self.take_pass_back()?;
            passed = false;
        }
        let value = evaluation(self);
        if passed {
            self.take_pass_back()?;
        }
        Some(value)
    }

    /// Takes back a pass in the scratch position. Returns `None` if the game has failed. Then moves
    /// must not be unmade.
    fn take_pass_back(&mut self) -> Option<()> {
        if self.fails() {
            return None;
        }
        self.pass_again();
        self.fault.is_none().then_some(())
    }

    /// Lists in `moves` the legal moves of the root position, and returns their number. Returns 0
    /// if the game is over.
    pub(crate) fn list_position(&mut self) -> usize {
        let mut moves = MoveList::new(self.moves);
        if self.position.outcome().is_none() {
            self.position.legal_moves(&mut moves);
        }
        moves.len()
    }

    /// True if this move is legal in the root position. False if the game is over.
    pub(crate) fn is_legal(&mut self, mv: Move) -> bool {
        let count = self.list_position();
        self.moves.get(..count).is_some_and(|moves| moves.contains(&mv))
    }

    /// Plays a move in the root position. The move is first made in the scratch position. If the
    /// move is illegal or the game fails, returns `false` and does not change the root position.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        self.restart();
        self.scratch.play(mv);
        self.adopt()
    }

    /// Makes the scratch position the new root position. If the game fails at the scratch position,
    /// returns `false` and does not change the root position.
    pub(crate) fn adopt(&mut self) -> bool {
        let _ = (self.scratch.outcome(), self.scratch.to_move());
        if self.fails() {
            return false;
        }
        self.position.copy_from(&self.scratch);
        true
    }

    /// Returns a good legal move without a search. This is a move that wins at once, if there is
    /// one. Otherwise it is the move with the best value. If values are equal, the game's static
    /// order decides. [`Move::NONE`] if the game is over or has failed, or if a chance event comes
    /// next.
    pub(crate) fn best_at_a_glance(&mut self, evaluator: Evaluator) -> Move {
        self.restart();
        if self.scratch.outcome().is_some() || CHANCE && self.scratch.is_chance() {
            return Move::NONE;
        }
        let mover = self.scratch.to_move();
        let evaluated = self.has_evaluator(evaluator);
        let mut listed = MoveList::new(self.moves);
        self.scratch.legal_moves(&mut listed);
        let count = listed.len();
        let mut best = (Value::LOSS, i32::MIN, Move::NONE);
        for index in 0..count {
            let Some(&mv) = self.moves.get(index) else { break };
            let order = self.scratch.order(mv);
            let undo = self.scratch.make(mv);
            let value = match self.scratch.outcome() {
                Some(outcome) => reward(&self.scratch, outcome),
                None if evaluated => self.value(evaluator),
                None => Value::DRAW,
            };
            if self.scratch.fault().is_some() {
                return Move::NONE; // after a fault, do not unmake the move
            }
            self.scratch.unmake(mv, undo);
            let key = (value.for_player(mover), order);
            if best.2 == Move::NONE || key > (best.0, best.1) {
                best = (key.0, key.1, mv);
            }
        }
        if self.scratch.fault().is_some() { Move::NONE } else { best.2 }
    }
}
