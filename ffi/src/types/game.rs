//! The description of a game: its callbacks and their constants.

use super::values::{imm_move, imm_player, imm_result};
use core::ffi::{c_char, c_void};

/// The largest number of features of a custom game.
pub const IMM_FEATURES_MAX: u32 = 256;
/// The largest number of players of a custom game.
pub const IMM_PLAYERS_MAX: u32 = 8;
/// The largest weight of an outcome of a chance event: 2^24.
pub const IMM_ODDS_MAX: u32 = 16_777_216;
/// The largest `max_score` of a custom game.
pub const IMM_SCORE_MAX: u32 = 32767;

/// Kalah: a move captures if its last seed falls into an empty house of the player who moves. The
/// move captures this seed and the seeds of the opposite house, even if the opposite house is
/// empty. This is the usual rule in research.
pub const IMM_CAPTURE_EMPTY: u8 = 0;
/// Kalah: a move captures if its last seed falls into an empty house of the player who moves and
/// the opposite house has seeds. The move captures the last seed and the seeds of the opposite
/// house.
pub const IMM_CAPTURE_STANDARD: u8 = 1;
/// Kalah: a move captures if its last seed falls into an empty house of the player who moves. The
/// move captures the seeds of the opposite house; the last seed stays in its house.
pub const IMM_CAPTURE_STAYS: u8 = 2;

/// Lines of Action: the rules of the Mind Sports Olympiad, which are the rules of imm_loa().
pub const IMM_LOA_OLYMPIAD: u8 = 0;
/// Lines of Action: the rules of OpenSpiel. A player whose move connects the pieces of both players
/// wins. The game is a draw if a board occurs for the second time since the last capture, whichever
/// player is to move. A player without a move loses.
pub const IMM_LOA_OPENSPIEL: u8 = 1;

/// Othello: the winner gets the squares that are empty at the end, as in tournaments. This rule
/// never changes the winner. It changes the score, on which the option `marg` depends.
pub const IMM_OTHELLO_EMPTIES_TO_WINNER: u8 = 0;
/// Othello: the score counts only discs, not empty squares.
pub const IMM_OTHELLO_DISCS_ONLY: u8 = 1;

/// weight(): this move wins at once. A playout plays this move without testing other moves, and
/// alpha-beta with IMM_AB_WDL counts the position as won.
pub const IMM_WEIGHT_DECISIVE: u32 = 0xFFFF;
/// weight(): this move prevents an immediate loss. If a position has such moves, playouts sample
/// only from them, and alpha-beta with IMM_AB_WDL searches only them.
pub const IMM_WEIGHT_FORCED: u32 = 0xFFFE;

/// The internals of a built-in game. Programs cannot access them.
pub struct imm_builtin {
    _opaque: [u8; 0],
}

/// A game: its rules, and optional callbacks with more knowledge about the game.
///
/// For a built-in game, call imm_breakthrough() or a similar function. For a custom game (a game of
/// your own), fill in this struct: set `struct_size`, the sizes and the six required callbacks. All
/// other fields may stay 0. Then run imm_check_game(). imm_init() copies the struct. `context` must
/// outlive the state.
///
/// A position is `position_size` bytes of your own layout, aligned to IMM_ALIGN. imm keeps two
/// positions and copies them as bytes, so they must not contain pointers into themselves. The first
/// argument of every callback is `context`. For the same position, a callback must always return
/// the same result. Callbacks must not throw a C++ exception or leave by longjmp(). They must not
/// call imm_* functions for the state that is searching, except imm_stop() and imm_last_status().
///
/// To report a failure, a callback returns IMM_FAILED. A callback without a return value stores the
/// failure in the position; outcome() and to_move() then return IMM_FAILED. The imm_* function that
/// is running then returns IMM_ERR_CALLBACK, the position is the same as before the call of that
/// function, and the tree is empty. An invalid return value has the same effect, with another error
/// status. You can continue to use the state.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_game {
    /// sizeof(imm_game).
    pub struct_size: u32,
    /// The number of bytes of a position, at least 1.
    pub position_size: u32,
    /// The number of bytes that make() may write for unmake(). 0 if unmake() needs no bytes.
    pub undo_size: u32,
    /// The largest number of legal moves in any position, 1 to 65535. Suggested: a safe upper
    /// bound; each move costs 4 bytes.
    pub max_moves: u32,
    /// The number of plies after which a playout ends as a draw. Suggested: the length of the
    /// longest sensible game. 0 means 1000.
    pub max_plies: u32,
    /// The board number of a built-in game. 0 in a custom game.
    pub board: u32,
    /// The first argument of every callback. May be NULL.
    pub context: *mut c_void,
    /// Required. Sets up the starting position in `position`. All bytes of `position` are 0 before
    /// the call.
    pub initial: Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void)>,
    /// Required. Writes every legal move once, and returns their number, 1 to `max_moves`. The
    /// callback must never write more than `max_moves` moves. It is called only while the game is
    /// not over. If a player cannot move, list a passing move, or let outcome() return the result
    /// of the game.
    pub legal_moves:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, moves: *mut imm_move) -> u32>,
    /// Required. Makes a legal move. If unmake() needs more data than the move, store this data in
    /// the `undo_size` bytes at `undo`, which is aligned to IMM_ALIGN.
    pub make:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void, r#move: imm_move, undo: *mut c_void)>,
    /// Required. Takes back the latest move and restores the position exactly. Alpha-beta makes
    /// many moves and takes them back in reverse order, each with its own `undo` bytes. The tree
    /// search takes back at most five moves in a row.
    pub unmake: Option<
        unsafe extern "C" fn(context: *mut c_void, position: *mut c_void, r#move: imm_move, undo: *const c_void),
    >,
    /// Required. Returns IMM_FIRST or IMM_SECOND, or IMM_CHANCE if a chance event comes next (see
    /// `chance`; for other numbers of players see `players`). The same player may move several
    /// times in a row. After the end of the game, each of these values is correct.
    pub to_move: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> imm_player>,
    /// Required. Returns IMM_ONGOING, or the result of the game if it is over.
    pub outcome: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> imm_result>,
    /// Optional. Returns the value of the position from the FIRST player's point of view, from -1
    /// to 1. Suggested: 0.5 to 0.8 for a clear advantage. Values outside the range are clamped, NaN
    /// is an error, and (float)IMM_FAILED is a failure. The value is rounded to a multiple of
    /// 1/32767. All options that use static values need this callback: `im`, `cb`, `impb`, `pb`,
    /// `ct`, `softmax`, `leaf`, `ege`, `fet`, `det`, `cut`. Without evaluate(), alpha-beta values
    /// every undecided position as a draw.
    pub evaluate: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> f32>,
    /// Optional. Samples a legal move, using the 32 random bits in `random`. All moves must be
    /// equally likely. Called only while the game is not over. Suggested: the move that
    /// legal_moves() would write at index `((uint64_t)random * count) >> 32`. With this move, a
    /// search gives the same result with and without the callback. Without this callback, every ply
    /// of a uniform playout lists all moves to play a single move. So the callback can make
    /// searches several times faster. To report a failure, return IMM_MOVE_NONE: the imm_* function
    /// that is running then returns IMM_ERR_INVALID_MOVE.
    pub random_move:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, random: u32) -> imm_move>,
    /// Optional. Returns the weight of this legal move: how likely a playout is to play this move,
    /// relative to the other moves. A weight is 0 to 65533, IMM_WEIGHT_DECISIVE or
    /// IMM_WEIGHT_FORCED. Other numbers count as 65533. Suggested: 1 for an ordinary move. The
    /// improved playout policy (`ipp`) needs this callback. Alpha-beta with IMM_AB_WDL
    /// (`wdl`) calls it, too, and trusts decisive and forced moves.
    pub weight: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> u32>,
    /// Optional. Returns the probability, 0 to 1, that the player to move wins after this legal
    /// move. A negative number means unknown, and counts as 0.5. Node priors (`np`) need this
    /// callback.
    pub prior: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> f32>,
    /// Optional. Returns a number that orders the legal moves for alpha-beta: moves with higher
    /// numbers come first, and moves with equal numbers are in the order of legal_moves(). The
    /// search prunes more if good moves come first. The tree search calls order() for leaf searches
    /// (`leaf` in imm_config), and if the memory is too small for a tree. IMM_PLAYOUT_GREEDY,
    /// _MIXED and _ALPHA_BETA call order() if the game has no transition().
    pub order: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. Returns nonzero if this legal move is noisy, for example a capture:
    /// the evaluation before the move is then not reliable. Quiescence search (IMM_AB_QS,
    /// IMM_LEAF_QUIESCENCE) needs this callback. A sequence of noisy moves must end.
    pub noisy: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. Returns a 64-bit key of the position. Two positions should have different keys if
    /// the game can continue differently from them, or if the players to move differ. For two such
    /// positions, each bit of the key should differ with probability 1/2. Suggested: Zobrist keys.
    /// Without hash(), alpha-beta has no transposition table, and IMM_FLAG_EVALTT and
    /// IMM_FLAG_PROOFTT have no effect.
    pub hash: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> u64>,
    /// Optional. Passes, even if the rules do not allow it: the opponent is to move, and everything
    /// else stays. Returns nonzero after a pass. Returns 0 and changes nothing if passing could be
    /// good for the player to move.
    ///
    /// A second call, at the position after the pass, takes the pass back. (All later moves were
    /// taken back before.) The second call must not return 0, which would count as a failure. So if
    /// pass() tests whether a pass is possible, the test must have the same result for both sides.
    /// Alternatively, the position can store that a player has passed.
    ///
    /// The null move (IMM_AB_NULL) needs this callback. The search does not try a null move if the
    /// game is over after the pass. IMM_PLAYOUT_CORRECTIVE, IMM_PLAYOUT_MIXED and `ct` compare the
    /// evaluations before and after a move, with the same player to move. So they call pass() for
    /// the evaluation before the move. If pass() returns 0, they evaluate the position without a
    /// pass.
    ///
    /// With three or more players, best-reply search (IMM_AB_BRS) needs this callback, and nothing
    /// else calls it. The player to move skips its turn, and the next player is to move. Called
    /// only where a turn begins. Further calls, until the same player is to move again, restore the
    /// position. No call may return 0.
    pub pass: Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void) -> i32>,
    /// Optional. Returns nonzero if the player to move has so few pieces that a null
    /// move is less reliable.
    pub few_pieces: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> i32>,
    /// Optional. Returns how often moves like this legal move were played in positions where such a
    /// move was possible: 0 (never) to 255 (always). Realization-probability search (IMM_AB_RPS)
    /// needs this callback. In this search, a move with the value 64 costs one ply of depth. A
    /// rarer move costs more, so the search looks less far ahead after it. A more frequent move
    /// costs less.
    pub transition:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. Writes a legal move as text into `text`, at most `size` (IMM_TEXT_MAX) bytes with
    /// the terminating NUL. Returns the length without the NUL. Two moves of a position must have
    /// different texts. imm_parse_move() can read only UTF-8. Without this callback, moves are
    /// written as decimal numbers.
    pub move_text: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            position: *const c_void,
            r#move: imm_move,
            text: *mut c_char,
            size: usize,
        ) -> u32,
    >,
    /// The internals of a built-in game. NULL in a custom game.
    pub builtin: *const imm_builtin,
    /// The largest number of points by which a player can win, 1 to IMM_SCORE_MAX. Needed only with
    /// score().
    pub max_score: u32,
    /// Optional. Returns the points of the FIRST player minus the points of the second player.
    /// Called only after the end of the game. The option `marg` needs this callback and
    /// `max_score`.
    pub score: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> i32>,
    /// The number of features that features() writes, 1 to IMM_FEATURES_MAX. Needed only with
    /// features().
    pub feature_count: u32,
    /// Optional. Writes the input features for a net. They are `feature_count` small numbers that
    /// describe the position from the point of view of the player to move. For example, write a
    /// number for each square: 0 for an empty square, 1 for a piece of the player to move, 2 for a
    /// piece of the opponent. Turn the board around if the second player is to move. All features
    /// are 0 before the call. Never called when the game is over. A net learns a weight for each
    /// value of each number: see imm_set_net(). Returns 0, or IMM_FAILED.
    pub features: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, features: *mut u8) -> i32>,
    /// Only for games with chance events, such as the roll of a die. Returns the weight of an
    /// outcome, 1 to IMM_ODDS_MAX. The probability of the outcome is its weight, divided by the sum
    /// of the weights of all outcomes. For example, 1 for each side of a die.
    ///
    /// In a position where a chance event comes next, to_move() returns IMM_CHANCE, and
    /// legal_moves() lists the outcomes. An outcome is a move like any other: make(), unmake() and
    /// move_text() must support it. random_move() must sample outcomes by weight. evaluate() and
    /// hash() are also called in such positions; weight(), prior(), order(), noisy(), transition(),
    /// pass() and features() are not. The starting position may be such a position.
    pub chance: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, outcome: imm_move) -> u32>,
    /// The number of players, 1 to IMM_PLAYERS_MAX. 0 means 2.
    ///
    /// If it is not 2, to_move() returns a number from 0 to `players` - 1 (or IMM_CHANCE),
    /// outcome() returns IMM_ONGOING or IMM_OVER, and returns() is required. Use evaluate_for() in
    /// place of evaluate(). evaluate() and features() are not called. prior() and weight()
    /// assume that the player who moves wants to win for itself. Where imm.h mentions the first
    /// player, this means the player to move when the search began. The second player means all
    /// others together. `mcts()` without evaluations assumes that each player wants the best result
    /// for itself (max^n). All other searches assume that all others play against the player to
    /// move (paranoid search); with IMM_AB_BRS only one of them replies. docs/MORE_PLAYERS.md has
    /// a complete program.
    pub players: u32,
    /// Required if the number of players is not 2. Returns the result of this player, from -1
    /// (worst) to 1 (best). Called only after the end of the game. Numbers outside the range are
    /// clamped, NaN is an error, and (float)IMM_FAILED is a failure. For example, 1 for the winner
    /// and -1 for all others, or points divided by the largest possible number of points. A search
    /// with the solver stops early if a result of 1 is certain.
    pub returns: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, player: imm_player) -> f32>,
    /// Optional, and called only if the number of players is not 2. Returns the value of the
    /// position for this player, from -1 to 1, on the scale of returns(). Otherwise like
    /// evaluate().
    pub evaluate_for:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, player: imm_player) -> f32>,
}

// SAFETY: the only pointers in the library's own games are NULL or point to immutable statics.
unsafe impl Sync for imm_game {}
