//! A game: its callbacks, and the constants that belong to them.

use super::values::{imm_move, imm_player, imm_result};
use core::ffi::{c_char, c_void};

/// The most features of a game of your own.
pub const IMM_FEATURES_MAX: u32 = 256;
/// The largest `max_score` of a game of your own.
pub const IMM_SCORE_MAX: u32 = 32767;

/// Kalah: a last seed in an own empty house captures even if the house opposite is empty (the usual
/// rule in research).
pub const IMM_CAPTURE_EMPTY: u8 = 0;
/// Kalah: a last seed in an own empty house captures only if the house opposite holds seeds.
pub const IMM_CAPTURE_STANDARD: u8 = 1;
/// Kalah: the seeds opposite are captured, and the capturing seed stays in its house.
pub const IMM_CAPTURE_STAYS: u8 = 2;

/// Lines of Action: the rules of the Mind Sports Olympiad, as imm_loa() has them.
pub const IMM_LOA_OLYMPIAD: u8 = 0;
/// Lines of Action: the rules of OpenSpiel. Who connects both sides by one move has won; a board
/// that occurs for the second time since the last capture is a draw, whoever is to move; who has no
/// move has lost.
pub const IMM_LOA_OPENSPIEL: u8 = 1;

/// Othello: the winner gets the squares that are empty when the game is over, as in tournaments. It
/// changes the score, which `marg` plays for, not the winner.
pub const IMM_OTHELLO_EMPTIES_TO_WINNER: u8 = 0;
/// Othello: only discs count.
pub const IMM_OTHELLO_DISCS_ONLY: u8 = 1;

/// weight(): this move wins at once; a playout plays it without looking further.
pub const IMM_WEIGHT_DECISIVE: u32 = 0xFFFF;
/// weight(): this move prevents an immediate loss; while there are such moves, playouts draw from
/// them only.
pub const IMM_WEIGHT_FORCED: u32 = 0xFFFE;

/// The inside of a built-in game. Opaque.
pub struct imm_builtin {
    _opaque: [u8; 0],
}

/// A game: its rules, and what else it can tell a search.
///
/// For a built-in game call imm_breakthrough() and the like. For a game of your own, fill one in:
/// set `struct_size`, the sizes and the six required callbacks; the rest may stay 0. imm_init()
/// copies the struct; `context` must outlive the state.
///
/// A position is `position_size` bytes of your own layout, aligned to IMM_ALIGN. imm keeps two
/// positions and copies them as bytes, so they must not contain pointers into themselves. Every
/// callback gets `context` first. Callbacks must answer the same for the same position, must not
/// throw a C++ exception nor longjmp() out, and must not call imm_* functions for the state that is
/// searching, except imm_stop() and imm_last_status().
///
/// A callback that cannot do its work returns IMM_FAILED; those that return nothing note it in the
/// position, for outcome() and to_move() to return. The call that is under way then ends with
/// IMM_ERR_CALLBACK, and the position is as it was before it. So it is with every wrong answer: the
/// tree is emptied, and the state can be used again.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_game {
    /// sizeof(imm_game).
    pub struct_size: u32,
    /// Bytes of a position, at least 1.
    pub position_size: u32,
    /// Bytes that make() may write for unmake(); 0 if it needs none.
    pub undo_size: u32,
    /// The largest number of legal moves that any position has, 1 to 65535.
    pub max_moves: u32,
    /// Plies after which a playout is cut off and counts as a draw: no less than the longest
    /// sensible game. 0: 1000.
    pub max_plies: u32,
    /// Of a built-in game: its board. 0 in a game of your own.
    pub board: u32,
    /// Handed to every callback. May be NULL.
    pub context: *mut c_void,
    /// Required. Sets up the starting position in `position`, whose bytes are 0 before.
    pub initial: Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void)>,
    /// Required. Writes every legal move, each once, and returns how many: 1 to `max_moves`. Never
    /// write more than that. Called only while the game goes on. A player who cannot move must have
    /// a passing move, or have lost.
    pub legal_moves:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, moves: *mut imm_move) -> u32>,
    /// Required. Makes a legal move; what unmake() needs beside the move goes into the `undo_size`
    /// bytes at `undo`, aligned to IMM_ALIGN.
    pub make:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void, r#move: imm_move, undo: *mut c_void)>,
    /// Required. Takes the latest move back, exactly. Alpha-beta makes many moves and takes them
    /// back the other way round, each with the `undo` bytes of its own; the tree search makes five
    /// at most before it takes them back.
    pub unmake: Option<
        unsafe extern "C" fn(context: *mut c_void, position: *mut c_void, r#move: imm_move, undo: *const c_void),
    >,
    /// Required. IMM_FIRST or IMM_SECOND; the same player may move several times in a row. Once the
    /// game is over, either.
    pub to_move: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> imm_player>,
    /// Required. IMM_ONGOING, or how the game ended.
    pub outcome: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> imm_result>,
    /// Optional. How good the position is for the FIRST player, in [-1, 1]; what is outside is
    /// clamped, NaN is an error, and (float)IMM_FAILED says that it cannot tell. Implicit minimax
    /// and all else that uses static values need it:
    /// `im`, `cb`, `impb`, `pb`, `ege`, `fet`, `det`; alpha-beta is blind without it. It is rounded
    /// to 1/32767.
    pub evaluate: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> f32>,
    /// Optional. Draws a legal move, each equally likely, from `random`, 32 random bits: best the
    /// one that legal_moves() would write at index `((uint64_t)random * count) >> 32`, which makes
    /// it the same search with and without this callback. Called only while the game goes on.
    /// Without it, every ply of a uniform playout lists all moves to play one of them: where a move
    /// can be drawn without that, searches become several times faster. IMM_MOVE_NONE if it fails:
    /// the call under way then ends with IMM_ERR_INVALID_MOVE.
    pub random_move:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, random: u32) -> imm_move>,
    /// Optional. How likely a playout plays this legal move, relative to the others: 0 to 65533, 1
    /// for an ordinary move, or IMM_WEIGHT_DECISIVE or IMM_WEIGHT_FORCED. What is larger counts as
    /// 65533. The improved playout policy (`ipp`) needs it.
    pub weight: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> u32>,
    /// Optional. How often, in [0, 1], the side to move is thought to win after this legal move;
    /// negative for no opinion, which counts as even. Node priors (`np`) need it.
    pub prior: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> f32>,
    /// Optional. The order in which alpha-beta tries legal moves: higher numbers first, equals as
    /// legal_moves() lists them. The earlier a good move is tried, the more is pruned. The tree
    /// search asks for it where it searches leaves (`leaf` in imm_config), and where the memory is
    /// too small for any tree.
    pub order: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. Not 0 if this legal move is noisy (a capture, say): the evaluation before it is
    /// not to be trusted. Quiescence search (IMM_AB_QS, IMM_LEAF_QUIESCENCE) needs it. There must
    /// be an end to noisy moves.
    pub noisy: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. A 64-bit key of the position: two positions that differ in what may still happen,
    /// side to move included, should have keys that differ in all bits alike (Zobrist keys, say).
    /// Without it alpha-beta has no transposition table, and `evaltt` and `prooftt` no effect.
    pub hash: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> u64>,
    /// Optional. Passes, whether or not the rules allow it: the opponent is to move, all else is as
    /// it was. Returns not 0, or 0 and changes nothing where the mover may be glad to pass. Called
    /// there once more, when all that was made after it is unmade, it takes the pass back and must
    /// not refuse: that is a failure, so what it asks before it passes must hold for both sides, or
    /// the position must know that it was passed. The null move (IMM_AB_NULL) needs it; where the
    /// game is over after a pass, it is not tried. IMM_PLAYOUT_CORRECTIVE, IMM_PLAYOUT_MIXED and
    /// `ct` pass to compare the evaluation after a move with that before it, the same player to
    /// move in both; where it passes not, with that of the position as it stands.
    pub pass: Option<unsafe extern "C" fn(context: *mut c_void, position: *mut c_void) -> i32>,
    /// Optional. Not 0 if the player to move has so few pieces that a null move is to be trusted
    /// less.
    pub few_pieces: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> i32>,
    /// Optional. How often, in 1/255, moves like this legal move were played in games where there
    /// was one. Realization probability search (IMM_AB_RPS) needs it: moves of 64 are searched a
    /// ply deep, rarer ones less, others deeper. 0 to 255.
    pub transition:
        Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, r#move: imm_move) -> i32>,
    /// Optional. Writes a legal move as text into `text`, at most `size` (IMM_TEXT_MAX) bytes with
    /// the closing 0, and returns its length without that. Different moves of a position must
    /// differ. UTF-8, if imm_parse_move() is to read it. Without this callback, moves are written
    /// as decimal numbers.
    pub move_text: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            position: *const c_void,
            r#move: imm_move,
            text: *mut c_char,
            size: usize,
        ) -> u32,
    >,
    /// Of a built-in game: its inside. NULL in a game of your own.
    pub builtin: *const imm_builtin,
    /// With score(): the most points by which the game can be won, 1 to IMM_SCORE_MAX.
    pub max_score: u32,
    /// Optional. The points of the FIRST player less those of the second. Called only once the game
    /// is over. `marg` needs it, with `max_score`.
    pub score: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void) -> i32>,
    /// With features(): how many there are, 1 to IMM_FEATURES_MAX.
    pub feature_count: u32,
    /// Optional. Writes `feature_count` small numbers of which the value of a position may depend,
    /// in the view of who is to move, for example what stands on each square: 0 nothing, 1 a piece
    /// of the mover's, 2 one of the opponent's, with the board turned for the second player. They
    /// are 0 when it is called. Never called when the game is over. A net learns what they are
    /// worth: imm_set_net(). Returns 0, or IMM_FAILED.
    pub features: Option<unsafe extern "C" fn(context: *mut c_void, position: *const c_void, features: *mut u8) -> i32>,
}

// SAFETY: the only pointers in the games that the library itself owns are NULL or point to
// immutable statics.
unsafe impl Sync for imm_game {}
