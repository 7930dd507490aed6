//! What the check asks a game: [`GameUnderTest`], with the raw answers that the game gives.

use super::numbered::numbered;
use crate::game::Move;

numbered! {
    /// What a game is asked, by its name in `imm_game`; from [`Callback::Copy`] on, what only Rust
    /// asks. The text of a row: its name in C.
    Callback, 1;
    /// The game as a whole: no single one.
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
    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        let [word] = self.texts();
        word
    }
}

/// Numbers of callbacks that have an answer of their own, and a time: all below this.
pub const TIMED: usize = 24;

/// What a callback answers that could not do its work.
pub const FAILED: i32 = i32::MIN;

/// Memory that a callback must not write beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// The position.
    Position,
    /// What takes a move back.
    Undo,
    /// The list of moves.
    Moves,
    /// The text of a move.
    Text,
    /// The features of a position.
    Features,
}

/// How two positions that should be equal differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The game itself says so.
    Somewhere,
    /// Bytes of it.
    Bytes {
        /// The first that differs.
        first: u32,
        /// The last that differs.
        last: u32,
        /// How many do.
        count: u32,
        /// The first one, as it should be.
        expected: u8,
        /// The first one, as it is.
        found: u8,
    },
}

/// Two answers that should agree, and do not: what is built on top of the rules in Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Who answers wrongly.
    pub callback: Callback,
    /// What it should answer.
    pub expected: &'static str,
    /// The move that it is about, or [`Move::NONE`].
    pub mv: Move,
}

/// Numbers of saved positions: the position that is looked at, and one for each move that is made
/// from there.
pub const LEVELS: usize = 7;

/// Saved positions on which callbacks are timed.
pub const SAMPLES: usize = 8;

/// Numbers of saved positions in all: beside those, one to come back to, and one that is over.
pub const SLOTS: usize = LEVELS + SAMPLES + 2;

/// A game as the check asks it: one position, which can be saved and looked at from outside, and
/// the answers as the game gives them, wrong ones included.
///
/// What a game does not have ([`GameUnderTest::has`]) is not asked for.
pub trait GameUnderTest {
    /// The largest number of legal moves.
    fn max_moves(&self) -> usize;

    /// Plies after which a playout is cut off.
    fn max_plies(&self) -> usize;

    /// The most points that a game is won by; it is asked where there is a [`Callback::Score`].
    fn max_score(&self) -> i32;

    /// Does the game answer this?
    fn has(&self, callback: Callback) -> bool;

    /// True if the game comes with a net, or none can be trained for it.
    fn has_net(&self) -> bool {
        false
    }

    /// Sets up the starting position.
    fn initial(&mut self);

    /// Keeps a copy of the position in this slot, below [`SLOTS`].
    fn save(&mut self, slot: usize);

    /// Becomes what was kept there.
    fn restore(&mut self, slot: usize);

    /// How the position differs from what was kept there.
    fn difference(&self, slot: usize) -> Option<Difference>;

    /// Copies the position to another place in memory, where it is from now on; the place where it
    /// was becomes the starting position.
    fn move_elsewhere(&mut self);

    /// Memory that has been written to outside of what is lent to this callback. It is mended.
    fn overrun(&mut self, callback: Callback) -> Option<Region>;

    /// Makes a move; what takes it back is kept at this level, below [`LEVELS`].
    fn make(&mut self, mv: Move, level: usize);

    /// Size of the undo record in bytes, which [`GameUnderTest::make_over`] fills before make().
    /// Returns 0 for a game whose undo record is not bytes.
    fn undo_size(&self) -> usize {
        0
    }

    /// Makes a move as [`GameUnderTest::make`] does. Before, the undo bytes below `split` are
    /// filled with one byte and the others with another byte, the same two until the next `make`.
    fn make_over(&mut self, mv: Move, level: usize, split: usize) {
        let _ = split;
        self.make(mv, level);
    }

    /// Takes back the move that was made at this level.
    fn unmake(&mut self, mv: Move, level: usize);

    /// 0 or 1.
    fn to_move(&mut self) -> i32;

    /// 0 while the game goes on, 1 and 2 for the winner, 3 for a draw.
    fn outcome(&mut self) -> i32;

    /// Lists the legal moves, and how many there are; those that it has not written are
    /// [`Move::NONE`].
    fn legal_moves(&mut self, moves: &mut [Move]) -> u32;

    /// In the first player's view.
    fn evaluate(&mut self) -> f32;

    /// Drawn by 32 random bits; `spare` is room for a list of moves.
    fn random_move(&mut self, random: u32, spare: &mut [Move]) -> Move;

    /// Up to 65533, or 65534 forced, 65535 decisive.
    fn weight(&mut self, mv: Move) -> u32;

    /// In [0, 1]; negative for no opinion.
    fn prior(&mut self, mv: Move) -> f32;

    /// Any number.
    fn order(&mut self, mv: Move) -> i32;

    /// Not 0 if it is.
    fn noisy(&mut self, mv: Move) -> i32;

    /// A key.
    fn hash(&mut self) -> u64;

    /// Not 0 if it passed.
    fn pass(&mut self) -> i32;

    /// Not 0 if they are.
    fn few_pieces(&mut self) -> i32;

    /// 0 to 255.
    fn transition(&mut self, mv: Move) -> i32;

    /// Points of the first player less those of the second, of a position that is over.
    fn score(&mut self) -> i32;

    /// Writes the features of the position into as many zeros, and returns 0, or [`FAILED`]. What
    /// is behind them in `features` stays 0.
    fn features(&mut self, features: &mut [u8]) -> i32;

    /// Writes the text of a move, with a closing 0 unless it does not fit, and answers its length.
    fn move_text(&mut self, mv: Move, text: &mut [u8]) -> u32;

    /// Answers beside the rules that contradict them; `moves` are the legal moves, if the game goes
    /// on, `spare` is room for as many more.
    fn disagreement(&mut self, moves: &[Move], spare: &mut [Move]) -> Option<Disagreement> {
        let _ = (moves, spare);
        None
    }
}

/// The old name of [`GameUnderTest`]; it goes in the next minor version.
#[doc(hidden)]
pub use GameUnderTest as Subject;
