//! What imm_check_game() finds.

use super::values::imm_move;
use core::ffi::{c_char, c_void};
use kernel::check::{Callback, FINDINGS, Kind, LINE_MAX, MOVE_MAX, TIMED, WORDS_MAX};

/// Different mistakes that imm_check_report has room for.
pub const IMM_CHECK_FINDINGS: usize = 8;

/// Bytes that suffice for imm_check_text().
pub const IMM_CHECK_TEXT_MAX: usize = 12288;

/// Length of `nanoseconds` in imm_check_report: no IMM_CALLBACK_* is larger than 23.
pub const IMM_CALLBACKS: usize = 24;

const _: () = assert!(IMM_CHECK_FINDINGS == FINDINGS && IMM_CALLBACKS == TIMED);

/// `kind`: A callback returned IMM_FAILED.
pub const IMM_CHECK_FAILED: i32 = 1;
/// `kind`: A callback wrote outside of the `position_size` bytes of a position.
pub const IMM_CHECK_POSITION_OVERRUN: i32 = 2;
/// `kind`: A callback wrote outside of the `undo_size` bytes that take a move back.
pub const IMM_CHECK_UNDO_OVERRUN: i32 = 3;
/// `kind`: A callback wrote outside of the list of `max_moves` moves.
pub const IMM_CHECK_MOVES_OVERRUN: i32 = 4;
/// `kind`: move_text() wrote outside of its `size` bytes.
pub const IMM_CHECK_TEXT_OVERRUN: i32 = 5;
/// `kind`: legal_moves() returned more than `max_moves`.
pub const IMM_CHECK_TOO_MANY_MOVES: i32 = 6;
/// `kind`: legal_moves() returned none while the game goes on; pass() led to a position without
/// moves.
pub const IMM_CHECK_NO_MOVES: i32 = 7;
/// `kind`: legal_moves() listed IMM_MOVE_NONE, or wrote fewer moves than it returned.
pub const IMM_CHECK_MOVE_NONE: i32 = 8;
/// `kind`: legal_moves() listed a move twice.
pub const IMM_CHECK_MOVE_TWICE: i32 = 9;
/// `kind`: unmake() did not restore every byte of the position.
pub const IMM_CHECK_NOT_RESTORED: i32 = 10;
/// `kind`: A callback that should only look changed the position, or pass() did and returned 0.
pub const IMM_CHECK_CHANGED: i32 = 11;
/// `kind`: A callback answered differently when asked again; make() led to another position.
pub const IMM_CHECK_UNSTEADY: i32 = 12;
/// `kind`: A callback answered differently for a copy of the position elsewhere: the position has
/// pointers into itself, or a part of it is kept outside.
pub const IMM_CHECK_NOT_COPYABLE: i32 = 13;
/// `kind`: make() changed no byte of the position.
pub const IMM_CHECK_NOTHING_MADE: i32 = 14;
/// `kind`: to_move() returned neither IMM_FIRST nor IMM_SECOND.
pub const IMM_CHECK_PLAYER: i32 = 15;
/// `kind`: outcome() returned a value that does not exist.
pub const IMM_CHECK_OUTCOME: i32 = 16;
/// `kind`: evaluate() or prior() returned NaN.
pub const IMM_CHECK_NOT_A_NUMBER: i32 = 17;
/// `kind`: evaluate(), weight(), prior(), transition() or score() returned a number outside of its
/// range.
pub const IMM_CHECK_OUT_OF_RANGE: i32 = 18;
/// `kind`: evaluate() speaks for the player to move, or for SECOND: seen from how games end, so it
/// takes some hundred of them. Or score() gives the fewer points to most of those who win, FIRST or
/// SECOND: that takes 25 games. Some may: a game can be won by its own rules, not by points.
pub const IMM_CHECK_VIEW: i32 = 19;
/// `kind`: random_move() drew a move that legal_moves() does not list.
pub const IMM_CHECK_ILLEGAL_DRAW: i32 = 20;
/// `kind`: random_move() does not draw every move alike: chance explains it once in 10^11 checks.
pub const IMM_CHECK_UNEVEN_DRAW: i32 = 21;
/// `kind`: hash() is equal for positions that differ in the player to move, their moves, evaluation
/// or features, or in the moves or the winner after the same further moves. So that such positions
/// meet, all orders of a few moves are played below one position of 128.
pub const IMM_CHECK_HASH_SHARED: i32 = 22;
/// `kind`: hash() differs for one position, reached by two orders of the same moves.
pub const IMM_CHECK_HASH_SPLIT: i32 = 23;
/// `kind`: Eight bits of hash() or more never change.
pub const IMM_CHECK_HASH_NARROW: i32 = 24;
/// `kind`: pass() did not hand over the turn.
pub const IMM_CHECK_PASS_KEEPS_TURN: i32 = 25;
/// `kind`: pass(), called again, refused, or did not restore every byte.
pub const IMM_CHECK_PASS_NOT_BACK: i32 = 26;
/// `kind`: 256 noisy moves in a row, and there are further ones.
pub const IMM_CHECK_NOISY_ENDLESS: i32 = 27;
/// `kind`: A game goes on beyond `max_plies`.
pub const IMM_CHECK_TOO_LONG: i32 = 28;
/// `kind`: move_text() wrote an empty text.
pub const IMM_CHECK_TEXT_EMPTY: i32 = 29;
/// `kind`: move_text() wrote the same text for two moves of a position.
pub const IMM_CHECK_TEXT_TWICE: i32 = 30;
/// `kind`: move_text() returned another length than it wrote, wrote no closing 0, or more than the
/// 128 bytes that imm_parse_move() compares.
pub const IMM_CHECK_TEXT_LENGTH: i32 = 31;
/// `kind`: move_text() wrote what is not UTF-8.
pub const IMM_CHECK_TEXT_ENCODING: i32 = 32;
/// `kind`: weight() is IMM_WEIGHT_DECISIVE for a move that does not win at once.
pub const IMM_CHECK_NOT_DECISIVE: i32 = 33;
/// `kind`: A shortcut of a built-in game disagrees with what it stands for.
pub const IMM_CHECK_DISAGREES: i32 = 34;
/// `kind`: weight() is IMM_WEIGHT_FORCED for a move that prevents no immediate loss: the opponent
/// can win at once after it, but not after another one; or after no move, nor after a pass.
pub const IMM_CHECK_NOT_FORCED: i32 = 35;
/// `kind`: features() wrote outside of its `feature_count` bytes.
pub const IMM_CHECK_FEATURES_OVERRUN: i32 = 36;
/// `kind`: features() are not in the view of the player to move: seen from how games end, so it
/// takes some hundred of them.
pub const IMM_CHECK_FEATURES_VIEW: i32 = 37;
/// `kind`: unmake() reads undo bytes that make() did not write. The check fills all `undo_size`
/// bytes with poison, other bytes each time, before it calls make(); a search leaves those of other
/// moves there. unmake() then restores another position, or writes outside of the position.
pub const IMM_CHECK_UNDO_UNWRITTEN: i32 = 38;

/// `callback`: the game as a whole.
pub const IMM_CALLBACK_NONE: i32 = 0;
/// `callback`: initial().
pub const IMM_CALLBACK_INITIAL: i32 = 1;
/// `callback`: legal_moves().
pub const IMM_CALLBACK_LEGAL_MOVES: i32 = 2;
/// `callback`: make().
pub const IMM_CALLBACK_MAKE: i32 = 3;
/// `callback`: unmake().
pub const IMM_CALLBACK_UNMAKE: i32 = 4;
/// `callback`: to_move().
pub const IMM_CALLBACK_TO_MOVE: i32 = 5;
/// `callback`: outcome().
pub const IMM_CALLBACK_OUTCOME: i32 = 6;
/// `callback`: evaluate().
pub const IMM_CALLBACK_EVALUATE: i32 = 7;
/// `callback`: random_move().
pub const IMM_CALLBACK_RANDOM_MOVE: i32 = 8;
/// `callback`: weight().
pub const IMM_CALLBACK_WEIGHT: i32 = 9;
/// `callback`: prior().
pub const IMM_CALLBACK_PRIOR: i32 = 10;
/// `callback`: order().
pub const IMM_CALLBACK_ORDER: i32 = 11;
/// `callback`: noisy().
pub const IMM_CALLBACK_NOISY: i32 = 12;
/// `callback`: hash().
pub const IMM_CALLBACK_HASH: i32 = 13;
/// `callback`: pass().
pub const IMM_CALLBACK_PASS: i32 = 14;
/// `callback`: few_pieces().
pub const IMM_CALLBACK_FEW_PIECES: i32 = 15;
/// `callback`: transition().
pub const IMM_CALLBACK_TRANSITION: i32 = 16;
/// `callback`: move_text().
pub const IMM_CALLBACK_MOVE_TEXT: i32 = 17;
/// `callback`: score().
pub const IMM_CALLBACK_SCORE: i32 = 18;
/// `callback`: features().
pub const IMM_CALLBACK_FEATURES: i32 = 19;

/// Fails to compile where a constant of C is not the kernel's number.
const fn assert_same(number: u8, constant: i32) {
    assert!(number as i32 == constant);
}

const _: () = {
    assert_same(Kind::Failed.number(), IMM_CHECK_FAILED);
    assert_same(Kind::WritesBeyondPosition.number(), IMM_CHECK_POSITION_OVERRUN);
    assert_same(Kind::WritesBeyondUndo.number(), IMM_CHECK_UNDO_OVERRUN);
    assert_same(Kind::WritesBeyondMoves.number(), IMM_CHECK_MOVES_OVERRUN);
    assert_same(Kind::WritesBeyondText.number(), IMM_CHECK_TEXT_OVERRUN);
    assert_same(Kind::TooManyMoves.number(), IMM_CHECK_TOO_MANY_MOVES);
    assert_same(Kind::NoMoves.number(), IMM_CHECK_NO_MOVES);
    assert_same(Kind::NoneListed.number(), IMM_CHECK_MOVE_NONE);
    assert_same(Kind::MoveTwice.number(), IMM_CHECK_MOVE_TWICE);
    assert_same(Kind::NotRestored.number(), IMM_CHECK_NOT_RESTORED);
    assert_same(Kind::Changes.number(), IMM_CHECK_CHANGED);
    assert_same(Kind::Unsteady.number(), IMM_CHECK_UNSTEADY);
    assert_same(Kind::NotCopyable.number(), IMM_CHECK_NOT_COPYABLE);
    assert_same(Kind::NothingMade.number(), IMM_CHECK_NOTHING_MADE);
    assert_same(Kind::InvalidPlayer.number(), IMM_CHECK_PLAYER);
    assert_same(Kind::InvalidOutcome.number(), IMM_CHECK_OUTCOME);
    assert_same(Kind::NotANumber.number(), IMM_CHECK_NOT_A_NUMBER);
    assert_same(Kind::OutOfRange.number(), IMM_CHECK_OUT_OF_RANGE);
    assert_same(Kind::WrongView.number(), IMM_CHECK_VIEW);
    assert_same(Kind::IllegalDraw.number(), IMM_CHECK_ILLEGAL_DRAW);
    assert_same(Kind::UnevenDraw.number(), IMM_CHECK_UNEVEN_DRAW);
    assert_same(Kind::SharedHash.number(), IMM_CHECK_HASH_SHARED);
    assert_same(Kind::SplitHash.number(), IMM_CHECK_HASH_SPLIT);
    assert_same(Kind::NarrowHash.number(), IMM_CHECK_HASH_NARROW);
    assert_same(Kind::PassKeepsTurn.number(), IMM_CHECK_PASS_KEEPS_TURN);
    assert_same(Kind::PassNotBack.number(), IMM_CHECK_PASS_NOT_BACK);
    assert_same(Kind::NoisyWithoutEnd.number(), IMM_CHECK_NOISY_ENDLESS);
    assert_same(Kind::TooLong.number(), IMM_CHECK_TOO_LONG);
    assert_same(Kind::EmptyText.number(), IMM_CHECK_TEXT_EMPTY);
    assert_same(Kind::TextTwice.number(), IMM_CHECK_TEXT_TWICE);
    assert_same(Kind::TextLength.number(), IMM_CHECK_TEXT_LENGTH);
    assert_same(Kind::TextEncoding.number(), IMM_CHECK_TEXT_ENCODING);
    assert_same(Kind::NotDecisive.number(), IMM_CHECK_NOT_DECISIVE);
    assert_same(Kind::Disagrees.number(), IMM_CHECK_DISAGREES);
    assert_same(Kind::NotForced.number(), IMM_CHECK_NOT_FORCED);
    assert_same(Kind::WritesBeyondFeatures.number(), IMM_CHECK_FEATURES_OVERRUN);
    assert_same(Kind::NotMoversView.number(), IMM_CHECK_FEATURES_VIEW);
    assert_same(Kind::UndoNotWritten.number(), IMM_CHECK_UNDO_UNWRITTEN);
    assert_same(Callback::Game.number(), IMM_CALLBACK_NONE);
    assert_same(Callback::Initial.number(), IMM_CALLBACK_INITIAL);
    assert_same(Callback::LegalMoves.number(), IMM_CALLBACK_LEGAL_MOVES);
    assert_same(Callback::Make.number(), IMM_CALLBACK_MAKE);
    assert_same(Callback::Unmake.number(), IMM_CALLBACK_UNMAKE);
    assert_same(Callback::ToMove.number(), IMM_CALLBACK_TO_MOVE);
    assert_same(Callback::Outcome.number(), IMM_CALLBACK_OUTCOME);
    assert_same(Callback::Evaluate.number(), IMM_CALLBACK_EVALUATE);
    assert_same(Callback::RandomMove.number(), IMM_CALLBACK_RANDOM_MOVE);
    assert_same(Callback::Weight.number(), IMM_CALLBACK_WEIGHT);
    assert_same(Callback::Prior.number(), IMM_CALLBACK_PRIOR);
    assert_same(Callback::Order.number(), IMM_CALLBACK_ORDER);
    assert_same(Callback::Noisy.number(), IMM_CALLBACK_NOISY);
    assert_same(Callback::Hash.number(), IMM_CALLBACK_HASH);
    assert_same(Callback::Pass.number(), IMM_CALLBACK_PASS);
    assert_same(Callback::FewPieces.number(), IMM_CALLBACK_FEW_PIECES);
    assert_same(Callback::Transition.number(), IMM_CALLBACK_TRANSITION);
    assert_same(Callback::MoveText.number(), IMM_CALLBACK_MOVE_TEXT);
    assert_same(Callback::Score.number(), IMM_CALLBACK_SCORE);
    assert_same(Callback::Features.number(), IMM_CALLBACK_FEATURES);
};

/// A mistake in a game: where it was found, on the shortest way that led to one of its kind and
/// callback.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_check_finding {
    /// What is wrong: IMM_CHECK_*.
    pub kind: i32,
    /// Which callback did it: IMM_CALLBACK_*.
    pub callback: i32,
    /// Moves from the start to the position where it happened.
    pub ply: u32,
    /// How often it was found.
    pub times: u32,
    /// The random game in which it happened, from 0.
    pub game: u32,
    /// The move that was asked about, or made or taken back there; IMM_MOVE_NONE where there is
    /// none.
    pub r#move: imm_move,
    /// The text of that move, or its number; empty where there is none.
    pub move_text: [c_char; 32],
    /// The moves that lead there, by their texts or numbers, with blanks between them; of more than
    /// 511 bytes the last ones, after "... ".
    pub line: [c_char; 512],
    /// What should have been, in words.
    pub expected: [c_char; 112],
    /// What was, in words; may be empty.
    pub found: [c_char; 112],
}

const _: () = assert!(LINE_MAX == 511 && MOVE_MAX == 31 && WORDS_MAX == 111);

/// What imm_check_game() has found. Some 7,000 bytes: keep it where there is room.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_check_report {
    /// sizeof(imm_check_report). Set before the call, as `now_ms` and `clock`; the rest is written.
    pub struct_size: u32,
    /// Different mistakes in `findings`: 0 where none was found.
    pub finding_count: u32,
    /// A clock, as in imm_config: with it, callbacks are timed in 5 rounds, some 20 ms each, or 150
    /// ms with a clock of your own. NULL: they are not.
    pub now_ms: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
    /// Handed to `now_ms`. May be NULL.
    pub clock: *mut c_void,
    /// The mistakes, in the order in which they were found. The first may cause the others.
    pub findings: [imm_check_finding; 8],
    /// Positions that were looked at.
    pub positions: u32,
    /// Random games that were begun.
    pub games: u32,
    /// Of these, won by the first player. If one player has won all games that ended, 50 or more,
    /// imm_check_text() says so: it is no mistake in itself.
    pub first_wins: u32,
    /// Won by the second player.
    pub second_wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Cut off at `max_plies`.
    pub cut_off: u32,
    /// Legal moves of a position that is not over, on average.
    pub mean_moves: f32,
    /// Legal moves of a position, at most.
    pub most_moves: u32,
    /// Plies of a game that came to its end, on average.
    pub mean_plies: f32,
    /// Plies of a game, at most.
    pub most_plies: u32,
    /// The optional callback that would help a search most, IMM_CALLBACK_*, or IMM_CALLBACK_NONE.
    /// It is the first of these that is missing: random_move, where listing moves takes 3/10 or
    /// more of the time of legal_moves(), make() and outcome() together, beyond the noise of the
    /// rounds (without a clock: where a position has 8 moves or more on average); evaluate; hash;
    /// order; weight. Before order it is IMM_CALLBACK_FEATURES if features() is there, and the game
    /// has no net of its own: `imm-arena train` can make one, see docs/NETS.md.
    pub advice: i32,
    /// How many times as fast playouts would become with it at most, rounded down to 1.4, 2, 3, 5
    /// or 10; 0 where it is not a matter of speed, or nothing was timed.
    pub advice_gain: f32,
    /// Nanoseconds of a call of each callback on this game's positions, by IMM_CALLBACK_*, in the
    /// fastest round; 0 where it was not timed: without a clock, without the callback, initial()
    /// and pass() never.
    pub nanoseconds: [f32; 24],
}
