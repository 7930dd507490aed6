//! What is being tried: a position, and a copy of it to play on. All that asks a game goes through
//! a [`Simulation`].
//!
//! `playout.rs` plays a simulation to its end, `corrective.rs` and `selective.rs` are the playout
//! strategies of MC-LOA, `leaf.rs` values a new node by a small search, `evaluate.rs` asks the
//! game's evaluation or the net. Both small searches run on the one stack of `small_search.rs`.

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

use crate::base::POLICIES;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Value};
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

/// A position that is searched, and the scratch position that plays on it.
#[derive(Debug)]
pub struct Simulation<'m, G> {
    /// The position at the root. Only playing a move or setting a position up changes it.
    pub(crate) position: G,
    /// The position that is tried things on; what was last done to it is nobody's promise.
    pub(crate) scratch: G,
    /// Room for lists of moves: that of the scratch position first.
    pub(crate) moves: &'m mut [Move],
    /// What it takes to evaluate by a net, once; empty where that is not wanted.
    #[cfg(feature = "nets")]
    pub(crate) work: &'m mut [Work<'m>],
    /// The first promise that the game has broken, until somebody takes it.
    fault: Option<Fault>,
}

impl<'m, G: Knowledge> Simulation<'m, G> {
    /// `scratch` is any position of the same game and board.
    #[inline(always)] // so that positions are written where they stay
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

    /// What it borrows.
    pub(crate) fn each_borrowed(&mut self, place: &mut impl Rebase<'m, G>) {
        place.slice(&mut self.moves);
        #[cfg(feature = "nets")]
        place.slice(&mut self.work);
        place.position(&mut self.position);
        place.position(&mut self.scratch);
    }

    /// Puts the scratch position on the position.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.scratch.copy_from(&self.position);
    }

    /// Has the game broken a promise? Then no move may be taken back: what has failed may not be
    /// there.
    #[inline]
    pub(crate) fn fails(&mut self) -> bool {
        self.fault = self.fault.or(self.scratch.fault());
        self.fault.is_some()
    }

    /// The game has broken this promise; one that the game tells of itself comes first.
    pub(crate) fn blame(&mut self, fault: Fault) {
        if !self.fails() {
            self.fault = Some(fault);
        }
    }

    /// The first promise that the game has broken, wherever it was asked, if any: it is forgotten.
    pub(crate) fn take_fault(&mut self) -> Option<Fault> {
        let fault = self.fault.take().or(self.position.fault()).or(self.scratch.fault());
        if fault.is_some() {
            self.position.clear_fault();
            self.scratch.clear_fault();
        }
        fault
    }

    /// Lists the scratch position's legal moves in `moves`, and counts them; `None` where the game
    /// has failed.
    pub(crate) fn list_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        self.scratch.legal_moves(&mut moves);
        let (count, overflowed) = (moves.len(), moves.overflowed());
        self.check_count(count, overflowed)
    }

    /// Counts the scratch position's legal moves; `None` where the game has failed.
    pub(crate) fn count_moves(&mut self) -> Option<u32> {
        let mut moves = MoveList::new(self.moves);
        let count = self.scratch.count_moves(&mut moves);
        let overflowed = moves.overflowed();
        self.check_count(count, overflowed)
    }

    /// The scratch position's legal move at `index`, or `None` past the last; the list is
    /// overwritten.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack where a child is valued
    pub(crate) fn nth_move(&mut self, index: u32) -> Option<Move> {
        self.scratch.nth_move(index as usize, &mut MoveList::new(self.moves))
    }

    /// The number of moves, unless the game has broken a promise: that becomes a fault.
    pub(crate) fn check_count(&mut self, count: usize, overflowed: bool) -> Option<u32> {
        // A player who searches leaves has room for longer lists.
        let overflowed = overflowed || POLICIES && count > self.scratch.max_moves();
        // What the game says about itself comes first: a list that is too long is handed over
        // empty.
        let fault = Fault::of_count(count, overflowed);
        self.fault = self.fault.or(self.scratch.fault()).or(fault);
        self.fault.is_none().then_some(count as u32)
    }

    /// Takes a pass of the scratch position's back, or passes where that was possible before: a
    /// game that refuses has failed.
    pub(crate) fn pass_again(&mut self) {
        if !self.scratch.pass() {
            self.blame(Fault::Failed);
        }
        self.fails();
    }

    /// What `evaluation` says of the position that a move must not make worse: the scratch
    /// position's, with the opponent to move, as he is after a move. If it counts whose turn it is,
    /// nearly every move would seem to make a position worse otherwise. Where the game does not
    /// pass, or is over by it, it is the position as it stands. `None` where the game has failed.
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

    /// `None` where the game has failed: then nothing may be taken back.
    fn take_pass_back(&mut self) -> Option<()> {
        if self.fails() {
            return None;
        }
        self.pass_again();
        self.fault.is_none().then_some(())
    }

    /// Lists the legal moves of the position in `moves`, none where the game is over, and returns
    /// how many there are.
    pub(crate) fn list_position(&mut self) -> usize {
        let mut moves = MoveList::new(self.moves);
        if self.position.outcome().is_none() {
            self.position.legal_moves(&mut moves);
        }
        moves.len()
    }

    /// Is this move legal in the position? `false` where the game is over.
    pub(crate) fn is_legal(&mut self, mv: Move) -> bool {
        let count = self.list_position();
        self.moves.get(..count).is_some_and(|moves| moves.contains(&mv))
    }

    /// Plays a move of the position. `false`, and the position stays, if it is not legal or the
    /// game fails on the way: it is made on the scratch position first.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        self.restart();
        self.scratch.play(mv);
        self.adopt()
    }

    /// Makes the scratch position the one that is searched; `false`, and the position stays, where
    /// the game fails at it.
    pub(crate) fn adopt(&mut self) -> bool {
        let _ = (self.scratch.outcome(), self.scratch.to_move());
        if self.fails() {
            return false;
        }
        self.position.copy_from(&self.scratch);
        true
    }

    /// A legal move where nothing has been searched: one that wins at once, else the one with the
    /// best static value, else the first in the game's order. [`Move::NONE`] where the game is
    /// over, and on a fault.
    pub(crate) fn best_at_a_glance(&mut self, evaluator: Evaluator) -> Move {
        self.restart();
        if self.scratch.outcome().is_some() {
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
                Some(outcome) => Outcome::value(outcome),
                None if evaluated => self.value(evaluator),
                None => Value::DRAW,
            };
            if self.scratch.fault().is_some() {
                return Move::NONE; // what has failed may not be there to be taken back
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
