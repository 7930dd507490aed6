//! What every search can do, whatever its method: [`Search`]. And what the methods share.

use crate::game::{Fault, Game, Move, MoveList};
use crate::knowledge::{Evaluator, Knowledge};
use crate::limits::{Clock, Limits, Stop};
use crate::report::{Candidate, Report};
use crate::value::{Outcome, Value};
use core::sync::atomic::AtomicBool;

/// Why a search could not be made, or not be finished. The position is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SearchError {
    /// The game is over.
    GameOver,
    /// Time is the only limit, and there is no clock.
    NoClock,
    /// Nothing is limited that ends this search.
    NoLimit,
    /// The game broke a promise; what was found so far is forgotten.
    Fault(Fault),
}

/// A search of one game: [`crate::tree::TreeSearch`] or [`crate::alphabeta::AlphaBeta`]. It owns its position, and a
/// position of the same game to play on.
pub trait Search {
    /// The game that is searched.
    type Game: Knowledge;

    /// Searches until a limit is reached, `stop` is raised or the position is proven. Goes on where it stopped.
    ///
    /// # Errors
    /// See [`SearchError`].
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<Stop, SearchError>;

    /// The position that is searched.
    fn position(&self) -> &Self::Game;

    /// Changes the position to one of the same game and board; the search begins anew.
    fn set_position(&mut self, position: &Self::Game);

    /// Changes the position to one of the same game and board; the search begins anew.
    ///
    /// # Errors
    /// Those of `change`, which works on a copy: everything stays as it was.
    fn change_position<E>(&mut self, change: impl FnOnce(&mut Self::Game) -> Result<(), E>) -> Result<(), E>
    where
        Self: Sized;

    /// Plays a move. `false`, and nothing changed, if it is not legal, or if the game breaks a promise on the way: see
    /// [`Search::take_fault`].
    fn play(&mut self, mv: Move) -> bool;

    /// The position that is searched, and room for a list of its moves.
    fn desk(&mut self) -> (&Self::Game, &mut [Move]);

    /// The first `count` moves of the latest list: what [`Search::legal_moves`] has just returned.
    fn listed_moves(&self, count: usize) -> &[Move];

    /// Forgets what was found so far; the position and the player stay.
    fn forget(&mut self);

    /// The move to play; before any search, the best at a glance. [`Move::NONE`] where the game is over.
    fn best_move(&mut self) -> Move;

    /// What was found so far.
    fn report(&mut self) -> Report;

    /// What is known about the `index`th move that was tried, in no particular order; `None` past the last.
    fn candidate(&self, index: usize) -> Option<Candidate>;

    /// Writes the line that the search expects, the move to play first, and returns its length.
    fn line(&self, moves: &mut [Move]) -> usize;

    /// A promise that the game broke outside of [`Search::search`] since the last look, if any; it is forgotten.
    fn take_fault(&mut self) -> Option<Fault>;

    /// The legal moves of the position searched; none where the game is over.
    fn legal_moves(&mut self) -> &[Move] {
        let (position, slots) = self.desk();
        let mut moves = MoveList::new(slots);
        if position.outcome().is_none() {
            position.legal_moves(&mut moves);
        }
        let len = moves.len();
        self.listed_moves(len)
    }

    /// Is this move legal in the position searched? `false` where the game is over.
    fn is_legal(&mut self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
}

/// Is there anything to search, and anything that ends the search? `bounded`: the search ends by itself.
pub(crate) fn check_limits<G: Knowledge>(
    position: &G,
    limits: &Limits,
    clock: Option<&dyn Clock>,
    bounded: bool,
) -> Result<(), SearchError> {
    if position.outcome().is_some() {
        return Err(SearchError::GameOver);
    }
    if !limits.ends() && !bounded {
        return Err(SearchError::NoLimit);
    }
    if limits.needs_clock() && clock.is_none() && !bounded {
        return Err(SearchError::NoClock);
    }
    Ok(())
}

/// Makes a legal move of `position` on `walker`, so that a fault cannot spoil the position; returns the fault.
pub(crate) fn play_aside<G: Knowledge>(position: &G, walker: &mut G, mv: Move) -> Option<Fault> {
    walker.copy_from(position);
    walker.play(mv);
    let _ = (walker.outcome(), walker.to_move());
    walker.fault()
}

/// Takes a pass back, or passes where that was possible before: a game that refuses has failed.
pub(crate) fn pass_again<G: Knowledge>(walker: &mut G) -> Option<Fault> {
    let refused = if walker.pass() { None } else { Some(Fault::Failed) };
    walker.fault().or(refused)
}

/// A legal move where nothing has been searched: one that wins at once, else the one with the best static value, else the
/// first in the game's order. [`Move::NONE`] where the game is over, and on a fault. `walker` becomes `position`.
pub(crate) fn best_at_a_glance<G: Knowledge>(
    position: &G,
    walker: &mut G,
    moves: &mut [Move],
    evaluator: Evaluator,
) -> Move {
    walker.copy_from(position);
    if walker.outcome().is_some() {
        return Move::NONE;
    }
    let mover = walker.to_move();
    let evaluated = walker.has_evaluator(evaluator);
    let mut moves = MoveList::new(moves);
    walker.legal_moves(&mut moves);
    let mut best = (Value::LOSS, i32::MIN, Move::NONE);
    for &mv in moves.as_slice() {
        let order = walker.order(mv);
        let undo = walker.make(mv);
        let value = match walker.outcome() {
            Some(outcome) => Outcome::value(outcome),
            None if evaluated => walker.evaluate(evaluator),
            None => Value::DRAW,
        };
        if walker.fault().is_some() {
            return Move::NONE; // what has failed may not be there to be taken back
        }
        walker.unmake(mv, undo);
        let key = (value.for_player(mover), order);
        if best.2 == Move::NONE || key > (best.0, best.1) {
            best = (key.0, key.1, mv);
        }
    }
    if walker.fault().is_some() { Move::NONE } else { best.2 }
}
