//! The report of imm_check_game(), with its constants.

use super::values::imm_move;
use core::ffi::{c_char, c_void};
use kernel::check::{Callback, FINDINGS, Kind, LINE_MAX, MOVE_MAX, TIMED, WORDS_MAX};

/// The largest number of different mistakes in an imm_check_report.
pub const IMM_CHECK_FINDINGS: usize = 8;

/// The size of a buffer, in bytes, that is always enough for imm_check_text().
pub const IMM_CHECK_TEXT_MAX: usize = 12288;

/// The length of the array `nanoseconds` in imm_check_report. No IMM_CALLBACK_* is larger than 23.
pub const IMM_CALLBACKS: usize = 24;

const _: () = assert!(IMM_CHECK_FINDINGS == FINDINGS && IMM_CALLBACKS == TIMED);

/// `kind`: A callback returned IMM_FAILED.
pub const IMM_CHECK_FAILED: i32 = 1;
/// `kind`: A callback wrote outside of the `position_size` bytes of a position.
pub const IMM_CHECK_POSITION_OVERRUN: i32 = 2;
/// `kind`: A callback wrote outside of the `undo_size` bytes at `undo`.
pub const IMM_CHECK_UNDO_OVERRUN: i32 = 3;
/// `kind`: A callback wrote outside of the list of `max_moves` moves.
pub const IMM_CHECK_MOVES_OVERRUN: i32 = 4;
/// `kind`: move_text() wrote outside of the `size` bytes at `text`.
pub const IMM_CHECK_TEXT_OVERRUN: i32 = 5;
/// `kind`: legal_moves() returned a number above `max_moves`.
pub const IMM_CHECK_TOO_MANY_MOVES: i32 = 6;
/// `kind`: legal_moves() returned 0 while the game is not over, or pass() led to a position without
/// moves.
pub const IMM_CHECK_NO_MOVES: i32 = 7;
/// `kind`: legal_moves() listed IMM_MOVE_NONE, or wrote fewer moves than the number that it
/// returned.
pub const IMM_CHECK_MOVE_NONE: i32 = 8;
/// `kind`: legal_moves() listed a move twice.
pub const IMM_CHECK_MOVE_TWICE: i32 = 9;
/// `kind`: unmake() did not restore every byte of the position.
pub const IMM_CHECK_NOT_RESTORED: i32 = 10;
/// `kind`: A callback changed the position, although it must not. Or pass() changed the position
/// and returned 0.
pub const IMM_CHECK_CHANGED: i32 = 11;
/// `kind`: A second call of a callback returned another result, or a second make() led to another
/// position.
pub const IMM_CHECK_UNSTEADY: i32 = 12;
/// `kind`: A callback returned another result for a copy of the position at another address. The
/// position has pointers into itself, or a part of the position is stored elsewhere.
pub const IMM_CHECK_NOT_COPYABLE: i32 = 13;
/// `kind`: make() changed no byte of the position.
pub const IMM_CHECK_NOTHING_MADE: i32 = 14;
/// `kind`: to_move() returned neither IMM_FIRST nor IMM_SECOND, nor IMM_CHANCE in a game with
/// chance().
pub const IMM_CHECK_PLAYER: i32 = 15;
/// `kind`: outcome() returned a number that is not a result (imm_result).
pub const IMM_CHECK_OUTCOME: i32 = 16;
/// `kind`: evaluate(), evaluate_for(), returns() or prior() returned NaN.
pub const IMM_CHECK_NOT_A_NUMBER: i32 = 17;
/// `kind`: evaluate(), weight(), prior(), transition(), score() or chance() returned a number
/// outside of its range.
pub const IMM_CHECK_OUT_OF_RANGE: i32 = 18;
/// `kind`: one of two mistakes. Either evaluate() returns its value from the point of view of the
/// player to move, or of SECOND: the check compares the values with the results of at least 40
/// games. Or score() gives most winners fewer points than the losers, in at least 25 games: in a
/// single game, other rules than points may decide.
pub const IMM_CHECK_VIEW: i32 = 19;
/// `kind`: random_move() returned a move that legal_moves() does not list.
pub const IMM_CHECK_ILLEGAL_DRAW: i32 = 20;
/// `kind`: random_move() does not sample all moves equally often, or does not sample the outcomes
/// of a chance event by their weights. Chance alone causes this finding once in 10^11 checks.
pub const IMM_CHECK_UNEVEN_DRAW: i32 = 21;
/// `kind`: hash() returns the same key for two positions that differ in the player to move, the
/// moves, the evaluation, the features, or the weights of a chance event. Or, after the same
/// further moves, the two positions have different legal moves or different winners. To find such
/// positions, the check searches a small tree at one position in 128. This tree contains the same
/// few moves in different orders.
pub const IMM_CHECK_HASH_SHARED: i32 = 22;
/// `kind`: two orders of the same moves lead to the same position, but hash() returns different
/// keys.
pub const IMM_CHECK_HASH_SPLIT: i32 = 23;
/// `kind`: At least eight bits of hash() never change.
pub const IMM_CHECK_HASH_NARROW: i32 = 24;
/// `kind`: pass() did not make the opponent, or the next player, the player to move.
pub const IMM_CHECK_PASS_KEEPS_TURN: i32 = 25;
/// `kind`: The second call of pass() returned 0, or did not restore every byte of the position.
/// With three or more players: a call returned 0, or the calls until the same player is to move
/// again did not restore every byte.
pub const IMM_CHECK_PASS_NOT_BACK: i32 = 26;
/// `kind`: A sequence of noisy moves is longer than 256 moves.
pub const IMM_CHECK_NOISY_ENDLESS: i32 = 27;
/// `kind`: A game lasts longer than `max_plies`.
pub const IMM_CHECK_TOO_LONG: i32 = 28;
/// `kind`: move_text() wrote an empty text.
pub const IMM_CHECK_TEXT_EMPTY: i32 = 29;
/// `kind`: move_text() wrote the same text for two moves of a position.
pub const IMM_CHECK_TEXT_TWICE: i32 = 30;
/// `kind`: move_text() returned a wrong length, wrote no terminating NUL, or wrote more than the
/// 128 bytes that imm_parse_move() compares.
pub const IMM_CHECK_TEXT_LENGTH: i32 = 31;
/// `kind`: move_text() wrote a text that is not UTF-8.
pub const IMM_CHECK_TEXT_ENCODING: i32 = 32;
/// `kind`: weight() returned IMM_WEIGHT_DECISIVE for a move that does not win at once.
pub const IMM_CHECK_NOT_DECISIVE: i32 = 33;
/// `kind`: A shortcut of a built-in game returned a different result from the function that it
/// replaces.
pub const IMM_CHECK_DISAGREES: i32 = 34;
/// `kind`: weight() returned IMM_WEIGHT_FORCED for a move that prevents no immediate loss. There
/// are two cases. Either the opponent can win at once after this move, although another move
/// prevents that. Or there is no threat: the opponent could not win at once after any legal move,
/// nor after a pass.
pub const IMM_CHECK_NOT_FORCED: i32 = 35;
/// `kind`: features() wrote outside of the `feature_count` bytes at `features`.
pub const IMM_CHECK_FEATURES_OVERRUN: i32 = 36;
/// `kind`: features() does not write the features from the point of view of the player to move. The
/// check compares the features with the results of at least 40 games.
pub const IMM_CHECK_FEATURES_VIEW: i32 = 37;
/// `kind`: unmake() reads undo bytes that make() did not write. In a search, these bytes contain
/// data of other moves. So the check fills all `undo_size` bytes with a pattern before each make().
/// The pattern changes from call to call. With one of these patterns, unmake() restored a wrong
/// position, or wrote outside of the position.
pub const IMM_CHECK_UNDO_UNWRITTEN: i32 = 38;

/// `callback`: the mistake belongs to the game as a whole.
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
/// `callback`: chance().
pub const IMM_CALLBACK_CHANCE: i32 = 20;
/// `callback`: returns().
pub const IMM_CALLBACK_RETURNS: i32 = 21;
/// `callback`: evaluate_for().
pub const IMM_CALLBACK_EVALUATE_FOR: i32 = 22;

/// Checks at compile time that the C constant is the same as the kernel's number.
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
    assert_same(Callback::Chance.number(), IMM_CALLBACK_CHANCE);
    assert_same(Callback::Returns.number(), IMM_CALLBACK_RETURNS);
    assert_same(Callback::EvaluateFor.number(), IMM_CALLBACK_EVALUATE_FOR);
};

/// A mistake in a game. If a mistake of the same `kind` and `callback` was found several times,
/// this is the one with the shortest line of moves.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_check_finding {
    /// The mistake: IMM_CHECK_*.
    pub kind: i32,
    /// The callback with the mistake: IMM_CALLBACK_*.
    pub callback: i32,
    /// The number of moves from the start to the position with the mistake.
    pub ply: u32,
    /// How often the mistake was found.
    pub times: u32,
    /// The number of the random game in which the mistake was found, counted from 0.
    pub game: u32,
    /// The move that was passed to the callback, or that was made or taken back. IMM_MOVE_NONE if
    /// the mistake has no move.
    pub r#move: imm_move,
    /// The text of `move`, or its number. Empty if `move` is IMM_MOVE_NONE.
    pub move_text: [c_char; 32],
    /// The moves that lead to the position, as text or numbers, separated by blanks. If all moves
    /// need more than 511 bytes, the text is "... " followed by the last moves.
    pub line: [c_char; 512],
    /// The expected result, in words.
    pub expected: [c_char; 112],
    /// The result that the check found, in words. May be empty.
    pub found: [c_char; 112],
}

const _: () = assert!(LINE_MAX == 511 && MOVE_MAX == 31 && WORDS_MAX == 111);

/// The findings of imm_check_game(). The struct takes about 6,500 bytes, so do not put it on a
/// small stack.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_check_report {
    /// sizeof(imm_check_report). Set this field, `now_ms` and `clock` before the call; the check
    /// writes the other fields.
    pub struct_size: u32,
    /// The number of different mistakes in `findings`. 0 if no mistake was found.
    pub finding_count: u32,
    /// A clock: see `now_ms` in imm_config. With a clock, the check measures how long each callback
    /// takes, in 5 rounds. A round takes about 20 ms with the clock of imm_check_report_default(),
    /// and about 150 ms with your own clock. NULL: no times are measured.
    pub now_ms: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
    /// The argument of `now_ms`. May be NULL.
    pub clock: *mut c_void,
    /// The mistakes, in the order in which they were found. The first mistake may cause the others.
    pub findings: [imm_check_finding; 8],
    /// Positions that were checked.
    pub positions: u32,
    /// Random games that were started.
    pub games: u32,
    /// Games won by the first player. If at least 50 games ended and one player won all of them,
    /// imm_check_text() adds a note. Such a result alone is not a mistake.
    pub first_wins: u32,
    /// Games won by the second player.
    pub second_wins: u32,
    /// Games that ended in a draw.
    pub draws: u32,
    /// Games cut off at `max_plies`.
    pub cut_off: u32,
    /// Mean number of legal moves in a position in which the game is not over.
    pub mean_moves: f32,
    /// Largest number of legal moves in a position.
    pub most_moves: u32,
    /// Mean number of plies of a game that ended.
    pub mean_plies: f32,
    /// Largest number of plies of a game.
    pub most_plies: u32,
    /// The missing optional callback that would help a search most, IMM_CALLBACK_*, or
    /// IMM_CALLBACK_NONE. The advice is the first missing callback in this list:
    ///
    ///     random_move    if listing moves takes 3/10 or more of the time of legal_moves(), make()
    ///                    and outcome() together, beyond the noise of the rounds (without a clock:
    ///                    if a position has 8 moves or more on average)
    ///     evaluate
    ///     hash
    ///     features       if the game has features() but no net: `imm-arena train` can make one,
    ///                    see docs/NETS.md
    ///     order
    ///     weight
    pub advice: i32,
    /// How many times faster playouts could be with the callback in `advice`, rounded down to 1.4,
    /// 2, 3, 5 or 10. 0 if the advice is not about speed, or if no times were measured.
    pub advice_gain: f32,
    /// For each callback, the time of one call in nanoseconds: the mean over a few positions of
    /// this game, in the fastest round. The index is IMM_CALLBACK_*. 0 if no time was measured:
    /// without a clock, without the callback, and always for initial() and pass().
    pub nanoseconds: [f32; 24],
}
