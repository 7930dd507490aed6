//! The interface between the check and a game. [`GameUnderTest`] returns the answers of the game
//! unchanged.

use super::numbered::numbered;
use crate::game::Move;

numbered! {
    /// A function of a game, named as in the C struct `imm_game`. The last functions, from
    /// [`Callback::Copy`] to the end of the list, exist only in Rust games. In each row, the text
    /// is the name of the function.
    Callback, 1;
    /// No callback: the game as a whole.
    #[default]
    Game = 0, "the game";
    /// The starting position.
    Initial = 1, "initial()";
    /// [`crate::game::Game::legal_moves`].
    LegalMoves = 2, "legal_moves()";
    /// [`crate::game::Game::make`].
    Make = 3, "make()";
    /// [`crate::game::Game::unmake`].
    Unmake = 4, "unmake()";
    /// [`crate::game::Game::to_move`].
    ToMove = 5, "to_move()";
    /// [`crate::game::Game::outcome`].
    Outcome = 6, "outcome()";
    /// [`crate::game::knowledge::Knowledge::evaluate`].
    Evaluate = 7, "evaluate()";
    /// [`crate::game::Game::random_move`].
    RandomMove = 8, "random_move()";
    /// [`crate::game::knowledge::Knowledge::weight`].
    Weight = 9, "weight()";
    /// [`crate::game::knowledge::Knowledge::prior`].
    Prior = 10, "prior()";
    /// [`crate::game::knowledge::Knowledge::order`].
    Order = 11, "order()";
    /// [`crate::game::knowledge::Knowledge::noisy`].
    Noisy = 12, "noisy()";
    /// [`crate::game::knowledge::Knowledge::hash`].
    Hash = 13, "hash()";
    /// [`crate::game::knowledge::Knowledge::pass`].
    Pass = 14, "pass()";
    /// [`crate::game::knowledge::Knowledge::few_pieces`].
    FewPieces = 15, "few_pieces()";
    /// [`crate::game::knowledge::Knowledge::transition`].
    Transition = 16, "transition()";
    /// [`crate::game::notation::Notation::write_move`].
    MoveText = 17, "move_text()";
    /// [`crate::game::knowledge::Knowledge::score`].
    Score = 18, "score()";
    /// [`crate::game::knowledge::Knowledge::features`].
    Features = 19, "features()";
    /// [`crate::game::Game::odds`].
    Chance = 20, "chance()";
    /// [`crate::game::Game::return_of`].
    Returns = 21, "returns()";
    /// [`crate::game::knowledge::Knowledge::evaluate`] in a game that does not have two players.
    EvaluateFor = 22, "evaluate_for()";
    /// [`crate::game::Game::copy_from`].
    Copy = 64, "copy_from()";
    /// [`crate::game::Game::play`].
    Play = 65, "play()";
    /// [`crate::game::Game::count_moves`].
    CountMoves = 66, "count_moves()";
    /// [`crate::game::Game::nth_move`].
    NthMove = 67, "nth_move()";
    /// [`crate::game::knowledge::Knowledge::outcome_after`].
    OutcomeAfter = 68, "outcome_after()";
    /// [`crate::game::knowledge::Knowledge::hash_after`].
    HashAfter = 69, "hash_after()";
    /// [`crate::game::knowledge::Knowledge::candidates`].
    Candidates = 70, "candidates()";
    /// [`crate::game::notation::Notation::read_move`].
    ReadMove = 71, "read_move()";
    /// [`crate::game::notation::Notation::read_position`].
    ReadPosition = 72, "read_position()";
}

impl Callback {
    /// The name of the function.
    #[must_use]
    pub const fn word(self) -> &'static str {
        let [word] = self.texts();
        word
    }
}

/// Only callbacks with numbers below this limit have their answers and times stored.
pub const TIMED: usize = 24;

/// The answer of a callback that has failed.
pub const FAILED: i32 = i32::MIN;

/// The answer of [`GameUnderTest::to_move`] if a chance event comes next.
pub const CHANCE: i32 = 8;

/// The answer of [`GameUnderTest::outcome`] if the game is over and does not have two players.
pub const OVER: i32 = 4;

/// A block of memory outside of which a callback must not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// The position.
    Position,
    /// The undo data of a move.
    Undo,
    /// The list of moves.
    Moves,
    /// The text of a move.
    Text,
    /// The features of a position.
    Features,
}

/// How two positions differ although they should be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The game reports that the positions differ, but not which bytes differ.
    Somewhere,
    /// Bytes of the position differ.
    Bytes {
        /// The index of the first byte that differs.
        first: u32,
        /// The index of the last byte that differs.
        last: u32,
        /// The number of bytes that differ.
        count: u32,
        /// The expected value of the first byte that differs.
        expected: u8,
        /// The actual value of the first byte that differs.
        found: u8,
    },
}

/// A report that a shortcut of a Rust game, such as `outcome_after()`, gives a wrong answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The function with the wrong answer.
    pub callback: Callback,
    /// A description of the answer that the function should return.
    pub expected: &'static str,
    /// The move for which the function was called, or [`Move::NONE`].
    pub mv: Move,
}

/// A line of moves can save this many positions: the tested position, and the position after each
/// move.
pub const LEVELS: usize = 7;

/// This many positions are saved to time callbacks.
pub const SAMPLES: usize = 8;

/// The total number of saved positions: [`LEVELS`], [`SAMPLES`], one position for comparisons, and
/// one position of a game that is over.
pub const SLOTS: usize = LEVELS + SAMPLES + 2;

/// A game as the check sees it. It is one position, which the check can save and compare.
///
/// The methods return the game's own answers, even if they are wrong. The check never calls a
/// function that the game does not have ([`GameUnderTest::has`]).
pub trait GameUnderTest {
    /// The largest number of legal moves.
    fn max_moves(&self) -> usize;

    /// After this number of plies, a playout is cut off.
    fn max_plies(&self) -> usize;

    /// The largest margin, in points, by which a game can be won. Called only if the game has
    /// [`Callback::Score`].
    fn max_score(&self) -> i32;

    /// True if the game has this function.
    fn has(&self, callback: Callback) -> bool;

    /// True if the game comes with a net, or if the check cannot read features on this target.
    fn has_net(&self) -> bool {
        false
    }

    /// Sets up the starting position.
    fn initial(&mut self);

    /// Saves a copy of the position in this slot. `slot` is less than [`SLOTS`].
    fn save(&mut self, slot: usize);

    /// Restores the position saved in this slot.
    fn restore(&mut self, slot: usize);

    /// The difference between the current position and the position saved in this slot. `None` if
    /// they are equal.
    fn difference(&self, slot: usize) -> Option<Difference>;

    /// Copies the position to another place in memory and continues with the copy. For a C game,
    /// also writes the starting position to the old place, so that the check notices pointers to
    /// the old place.
    fn move_elsewhere(&mut self);

    /// If this callback has written outside of its memory, returns which memory it has overrun. The
    /// next call reports only new overruns.
    fn overrun(&mut self, callback: Callback) -> Option<Region>;

    /// Makes a move and stores its undo data at this level. `level` is less than [`LEVELS`].
    fn make(&mut self, mv: Move, level: usize);

    /// The size in bytes of the undo data. 0 if the game's undo data is not a block of bytes.
    fn undo_size(&self) -> usize {
        0
    }

    /// Fills the undo bytes, then makes a move like [`GameUnderTest::make`]. The bytes below
    /// `split` get one value, and the other bytes get a second value. Both values stay the same
    /// until the next `make`.
    fn make_over(&mut self, mv: Move, level: usize, split: usize) {
        let _ = split;
        self.make(mv, level);
    }

    /// Takes back the move that was made at this level.
    fn unmake(&mut self, mv: Move, level: usize);

    /// The number of players.
    fn players(&self) -> i32 {
        2
    }

    /// Returns the result of a player in a position that is over, from -1 to 1. Called only if the
    /// game does not have two players.
    fn returns(&mut self, player: i32) -> f32 {
        let _ = player;
        0.0
    }

    /// Returns the evaluation for a player, from -1 to 1. Called only if the game does not have two
    /// players, and has [`Callback::EvaluateFor`].
    fn evaluate_for(&mut self, player: i32) -> f32 {
        let _ = player;
        0.0
    }

    /// The player to move, or [`CHANCE`] if a chance event comes next.
    fn to_move(&mut self) -> i32;

    /// The outcome: 0 while the game goes on, 1 if the first player has won, 2 if the second player
    /// has won, 3 for a draw. A game that does not have two players returns 0 or [`OVER`].
    fn outcome(&mut self) -> i32;

    /// Lists the legal moves and returns their number. If the game returns a number that is larger
    /// than the number of moves it has written, the missing moves are [`Move::NONE`].
    fn legal_moves(&mut self, moves: &mut [Move]) -> u32;

    /// Returns the evaluation from the first player's point of view, from -1 to 1.
    fn evaluate(&mut self) -> f32;

    /// Samples a move from 32 random bits. If a chance event comes next, samples an outcome by its
    /// weight. `spare` is room for a list of moves.
    fn random_move(&mut self, random: u32, spare: &mut [Move]) -> Move;

    /// The playout weight of a move: 0 to 65533, 65534 for forced, 65535 for decisive.
    fn weight(&mut self, mv: Move) -> u32;

    /// Returns the node prior of a move: a win rate in [0, 1], or a negative number if the game has
    /// no prior for this move.
    fn prior(&mut self, mv: Move) -> f32;

    /// The static order of a move: any number.
    fn order(&mut self, mv: Move) -> i32;

    /// Returns a nonzero number if the move is noisy, otherwise 0.
    fn noisy(&mut self, mv: Move) -> i32;

    /// The key of the position.
    fn hash(&mut self) -> u64;

    /// Passes. Returns a nonzero number if the game allowed the pass, otherwise 0.
    fn pass(&mut self) -> i32;

    /// Returns a nonzero number if the player to move has few pieces, otherwise 0.
    fn few_pieces(&mut self) -> i32;

    /// The transition probability of a move, in units of 1/255: 0 to 255.
    fn transition(&mut self, mv: Move) -> i32;

    /// The weight of an outcome of the chance event that comes next: 1 to
    /// [`crate::game::ODDS_MAX`]. Called only if the game has [`Callback::Chance`].
    fn chance(&mut self, outcome: Move) -> u32 {
        let _ = outcome;
        1
    }

    /// Returns the points of the first player minus the points of the second player. Called only in
    /// a position that is over.
    fn score(&mut self) -> i32;

    /// Writes the features of the position into `features`, which is all zero on entry. Returns 0
    /// or [`FAILED`]. Entries after the last feature stay 0.
    fn features(&mut self, features: &mut [u8]) -> i32;

    /// Writes the text of a move and returns its length. The check tests that the text ends with
    /// NUL.
    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32;

    /// Looks for a shortcut, such as `outcome_after()`, that contradicts the rules of the game.
    /// Only Rust games have shortcuts. `moves` has the legal moves of the position, which must not
    /// be over. `spare` has room for a list of moves.
    fn disagreement(&mut self, moves: &[Move], spare: &mut [Move]) -> Option<Disagreement> {
        let _ = (moves, spare);
        None
    }
}

/// The old name of [`GameUnderTest`]; it will be removed in the next minor version.
#[doc(hidden)]
pub use GameUnderTest as Subject;
