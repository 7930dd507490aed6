//! The rules of a game in the form that a search needs: [`Game`], [`Move`], and the list of moves.
//!
//! A type that implements [`Game`] *is* a position. The search never changes the position that you
//! give it. It plays on a copy ([`Game::copy_from`]), so the original stays intact whatever happens
//! during the search.

pub mod by_reference;
pub mod chance;
pub(crate) mod curve;
pub mod evaluator;
mod forward;
pub mod knowledge;
pub mod notation;
pub mod players;
pub mod snapshot;
pub mod value;

use crate::base::rng::Rng;
use crate::game::value::{Outcome, Side, Value};
use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// A move, encoded in 32 bits. Each game chooses its own encoding; only [`Move::NONE`] is reserved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
#[repr(transparent)]
pub struct Move(pub u32);

impl Move {
    /// No move: never legal.
    pub const NONE: Self = Self(u32::MAX);
}

/// A list of moves in caller-provided memory. It never grows beyond that memory. A push to a full
/// list drops the move and sets [`MoveList::overflowed`].
#[derive(Debug)]
pub struct MoveList<'a> {
    slots: &'a mut [Move],
    len: usize,
    overflowed: bool,
}

impl<'a> MoveList<'a> {
    /// An empty list that holds up to `slots.len()` moves.
    pub fn new(slots: &'a mut [Move]) -> Self {
        Self { slots, len: 0, overflowed: false }
    }

    /// Appends a move. If the list is full, drops the move and makes [`MoveList::overflowed`] true.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        match self.slots.get_mut(self.len) {
            Some(slot) => {
                *slot = mv;
                self.len = self.len.wrapping_add(1);
            }
            None => self.overflowed = true,
        }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.len = 0;
        self.overflowed = false;
    }

    /// The moves, in the order in which they were pushed.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.slots.get(..self.len).unwrap_or_default()
    }

    /// The whole memory of the list, for code that fills the memory directly and then calls
    /// [`MoveList::set_len`].
    pub fn spare(&mut self) -> &mut [Move] {
        self.slots
    }

    /// Declares that the first `len` slots of [`MoveList::spare`] are now the moves. If `len` is
    /// larger than the memory, all slots become moves, and [`MoveList::overflowed`] becomes true.
    pub fn set_len(&mut self, len: usize) {
        self.overflowed = len > self.slots.len();
        self.len = len.min(self.slots.len());
    }

    /// Keeps only the moves for which `keep` returns true. Their order does not change.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let count = self.len;
        self.len = 0;
        for index in 0..count {
            let Some(&mv) = self.slots.get(index) else { break };
            if keep(mv) {
                self.push(mv);
            }
        }
    }

    /// The move at `index`, or `None` past the end.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Move> {
        self.as_slice().get(index).copied()
    }

    /// The number of moves.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if a move was dropped because the memory was full.
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

/// A promise that a game has broken. The search stops and returns this fault. Built-in games never
/// break a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fault {
    /// More legal moves than [`Game::max_moves`].
    TooManyMoves,
    /// A position that is not over has no legal move.
    NoMoves,
    /// [`Move::NONE`] is among the legal moves, or was returned by sampling.
    InvalidMove,
    /// The player to move is a player that the game does not have.
    InvalidPlayer,
    /// The outcome of a position is not one of the four possible outcomes.
    InvalidOutcome,
    /// The evaluation of a position is not a number.
    NotANumber,
    /// The weight of an outcome of a chance event is not in `1..=`[`ODDS_MAX`].
    #[cfg(feature = "chance")]
    InvalidOdds,
    /// The game itself reports that it failed.
    Failed,
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TooManyMoves => "the game lists more legal moves than its maximum",
            Self::NoMoves => "the game lists no legal move and is not over",
            Self::InvalidMove => "the game lists an invalid move (Move::NONE)",
            Self::InvalidPlayer => "the game's player to move is not one of its players",
            Self::InvalidOutcome => "the game's outcome is not ongoing, a win of a player or a draw",
            Self::NotANumber => "the game's evaluation is not a number",
            #[cfg(feature = "chance")]
            Self::InvalidOdds => "the game's weight of an outcome is not from 1 to 16,777,216",
            Self::Failed => "the game reports that it failed",
        })
    }
}

impl Error for Fault {}

impl Fault {
    /// Returns the fault, if any, of a list of `count` legal moves. The position must not be over.
    pub(crate) fn of_count(count: usize, overflowed: bool) -> Option<Self> {
        match count {
            _ if overflowed || count > usize::from(u16::MAX) => Some(Self::TooManyMoves),
            0 => Some(Self::NoMoves),
            _ => None,
        }
    }
}

/// The largest weight of an outcome of a chance event: 2^24.
pub const ODDS_MAX: u32 = 1 << 24;

/// Returns a random legal move. It lists all moves, and each move is equally likely. If a chance
/// event comes next, returns an outcome that is sampled by weight. `None` if there is no legal
/// move. `moves` is scratch space.
#[inline]
pub fn random_listed<G: Game + ?Sized>(game: &G, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
    moves.clear();
    game.legal_moves(moves);
    if game.is_chance() {
        return chance::sample(game, moves.as_slice(), rng.bits());
    }
    moves.get(rng.below(moves.len() as u32) as usize)
}

/// The rules of a two-player, zero-sum game of perfect information.
///
/// A game may have *chance events*, such as the roll of a die. In a position where a chance event
/// comes next ([`Game::is_chance`]), no player moves. The legal moves of such a position are the
/// outcomes of the event, and [`Game::odds`] returns their weights.
///
/// # What every implementation promises
/// - A position whose [`Game::outcome`] is `None` has at least one legal move (a pass is a move
///   like any other).
/// - [`Game::make`] is called with legal moves only; `unmake` of the latest `make` restores the
///   position bit for bit.
/// - The same calls give the same results: no clock, no randomness inside the game.
/// - A player may move several times in a row: [`Game::to_move`] tells whose turn it is.
pub trait Game {
    /// The data that [`Game::unmake`] needs in addition to the move.
    type Undo: Copy;

    /// The largest number of legal moves in any position of this game. At most 65,535.
    fn max_moves(&self) -> usize;

    /// After this number of plies, a playout ends as a draw. It must not be less than the number of
    /// plies of the longest sensible game.
    fn max_plies(&self) -> usize;

    /// Returns the player to move. Any answer is valid if the game is over or a chance event comes
    /// next.
    fn to_move(&self) -> Side;

    /// Returns how the game ended, or `None` while it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move, each once. The order depends only on the position. Called only if
    /// the game is not over.
    fn legal_moves(&self, moves: &mut MoveList<'_>);

    /// Makes a legal move and returns what [`Game::unmake`] needs to undo it.
    fn make(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the last move that was made.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);

    /// Becomes the same position as `other`, which is a position of the same game and board. Must
    /// be fast, because a search calls it once per simulation.
    fn copy_from(&mut self, other: &Self);

    /// Makes a legal move that will not be taken back.
    #[inline]
    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// The number of legal moves. `moves` is scratch space. Called only if the game is not over.
    ///
    /// Override this method and [`Game::nth_move`] if the game can count moves without listing
    /// them. The speed of expansion depends on these two methods.
    #[inline]
    fn count_moves(&self, moves: &mut MoveList<'_>) -> usize {
        moves.clear();
        self.legal_moves(moves);
        moves.len()
    }

    /// Returns the legal move at `index` in the order of [`Game::legal_moves`], or `None` if there
    /// are fewer moves. `moves` is scratch space.
    #[inline]
    fn nth_move(&self, index: usize, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        moves.get(index)
    }

    /// Returns a random legal move. Each move is equally likely. If a chance event comes next,
    /// returns an outcome that is sampled by [`Game::odds`]. `None` if there is no legal move.
    /// `moves` is scratch space.
    ///
    /// Override this method if the game can sample a move without listing all moves. The speed of
    /// random playouts depends on this method.
    #[inline]
    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        random_listed(self, rng, moves)
    }

    /// True if this game has chance events.
    #[inline]
    fn has_chance(&self) -> bool {
        false
    }

    /// True if a chance event comes next. Called only if the game is not over.
    #[inline]
    fn is_chance(&self) -> bool {
        false
    }

    /// Returns the weight of an outcome, 1 to [`ODDS_MAX`]. The probability of the outcome is its
    /// weight, divided by the sum of the weights of all outcomes. Called only if a chance event
    /// comes next.
    #[inline]
    fn odds(&self, outcome: Move) -> u32 {
        let _ = outcome;
        1
    }

    /// The number of players, 1 to [`players::MAX`]. [`players`] explains how a search sees a game
    /// that does not have two players.
    #[inline]
    fn players(&self) -> usize {
        2
    }

    /// The number of the player to move, below [`Game::players`]. Any answer is valid if the game
    /// is over or a chance event comes next.
    #[inline]
    fn player(&self) -> usize {
        self.to_move() as usize
    }

    /// The player from whose point of view the search sees the position (the viewer). Always 0 in a
    /// game with two players, where all values are from the first player's point of view.
    #[inline]
    fn viewer(&self) -> usize {
        0
    }

    /// Makes this player the viewer: from now on, the search sees the position from its point of
    /// view. Does nothing in a game with one or two players.
    #[inline]
    fn view_as(&mut self, player: usize) {
        let _ = player;
    }

    /// Returns the result of this player, from -1 to 1. Called only if the game is over and does
    /// not have two players.
    #[inline]
    fn return_of(&self, player: usize) -> Value {
        let _ = player;
        Value::DRAW
    }

    /// Returns the first promise that this game has broken since it was created, or since
    /// [`Game::clear_fault`].
    #[inline]
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// Clears the fault.
    #[inline]
    fn clear_fault(&mut self) {}
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
