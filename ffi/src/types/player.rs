//! The types of `imm.h`. Their doc comments are the header's text: they are written for someone who
//! programs in C.
#![allow(non_camel_case_types)]

use crate::inside::imm_stopped;
use core::ffi::{c_char, c_void};

/// A move. Built-in games encode moves as they like; a game of your own chooses its encoding. See
/// imm_move_text().
pub type imm_move = u32;

/// Whose turn it is: IMM_FIRST or IMM_SECOND.
pub type imm_player = i32;

/// How a game stands: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW.
pub type imm_result = i32;

/// What is proven about a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN.
pub type imm_proof = i32;

/// IMM_OK, or a negative IMM_ERR_* constant. Numbers are never given a new meaning. See
/// imm_status_text().
pub type imm_status = i32;

/// Major version of this header. It agrees with the library's if imm_version() gives the same.
pub const IMM_VERSION_MAJOR: u32 = 0;
/// Minor version of this header. While the major version is 0, the ABI may change with it.
pub const IMM_VERSION_MINOR: u32 = 2;
/// Patch version of this header.
pub const IMM_VERSION_PATCH: u32 = 0;

/// Alignment in bytes of the memory that imm_init() is given.
pub const IMM_ALIGN: usize = 16;

/// Bytes that suffice for every text of a built-in game, the closing 0 included: moves, positions.
pub const IMM_TEXT_MAX: usize = 192;

/// Bytes that suffice for every player as text, the closing 0 included.
pub const IMM_PLAYER_TEXT_MAX: usize = 336;
const _: () = assert!(IMM_PLAYER_TEXT_MAX > kernel::player::TEXT_MAX);

/// Bytes of one slot of the tree. A node takes a slot, and so does every run of siblings.
pub const IMM_SLOT_SIZE: usize = 24;

/// Bytes of one ply of alpha-beta's stack, at most, beside its moves and lines.
pub const IMM_PLY_SIZE: usize = 128;

/// Bytes of one bucket of alpha-beta's transposition table: what is known about two positions.
pub const IMM_BUCKET_SIZE: usize = 64;

/// Bytes that a state takes beside its positions, moves and tree, at most, on any target.
pub const IMM_STATE_SIZE: usize = 1616;

/// Bytes that a player who evaluates by a net (IMM_EF_NET) takes out of the tree's, or out of the
/// stack's of alpha-beta, at most, on any target.
pub const IMM_NET_SIZE: usize = 1408;

/// Bytes of a position of Lines of Action, at most, on any target; a state has two of them.
pub const IMM_LOA_POSITION_SIZE: usize = 768;

/// Bytes of a position of Oware, at most, on any target; a state has two of them.
pub const IMM_OWARE_POSITION_SIZE: usize = 640;

/// The most features of a game of your own.
pub const IMM_FEATURES_MAX: u32 = 256;
/// The largest `max_score` of a game of your own.
pub const IMM_SCORE_MAX: u32 = 32767;

/// No move: what imm_search() returns when there is none, and never a legal move.
pub const IMM_MOVE_NONE: imm_move = 0xFFFF_FFFF;

/// The player who begins a normal game.
pub const IMM_FIRST: imm_player = 0;
/// The other player.
pub const IMM_SECOND: imm_player = 1;

/// The game goes on.
pub const IMM_ONGOING: imm_result = 0;
/// The first player has won.
pub const IMM_FIRST_WINS: imm_result = 1;
/// The second player has won.
pub const IMM_SECOND_WINS: imm_result = 2;
/// The game is over, and nobody has won.
pub const IMM_DRAW: imm_result = 3;

/// Nothing is proven: values are estimates.
pub const IMM_UNPROVEN: imm_proof = 0;
/// The first player wins against every defence.
pub const IMM_PROVEN_FIRST_WINS: imm_proof = 1;
/// The second player wins against every defence.
pub const IMM_PROVEN_SECOND_WINS: imm_proof = 2;
/// Best play by both is a draw.
pub const IMM_PROVEN_DRAW: imm_proof = 3;

/// `algorithm`: the tree search, Monte Carlo tree search with its policies.
pub const IMM_MCTS: u8 = 0;
/// `algorithm`: alpha-beta, depth first by iterative deepening.
pub const IMM_ALPHA_BETA: u8 = 1;

/// `algorithm`: best-first minimax with UCT: the tree search without playouts, by minimax values
/// alone. A game of your own needs evaluate() for it. In imm_config it has defaults of its own for
/// `c` (0.7), `im` (1, the only value that it takes), `fpu` (0.5) and `decision` (IMM_DECIDE_LOG),
/// and neither `no_solver`, `np`, `max`, IMM_EXPAND_ONE nor anything that is about playouts.
pub const IMM_BEST_FIRST: u8 = 2;
/// `algorithm`: the player that was measured as the strongest of the game, or for a game of your
/// own the strongest with the callbacks that it has; docs/PLAYERS.md has the matches. In a block
/// that has no room for it, mcts(). imm_best() says which it is. Of the other fields only `seed`
/// and the clock are looked at. Needs a library with the feature `policies`.
pub const IMM_BEST: u8 = 3;

// BEGIN switches
/// `switches`, safe: transposition table.
/// A game of your own needs hash() for it.
pub const IMM_AB_TT: u16 = 1;
/// `switches`, safe: enhanced transposition cut-offs; needs IMM_AB_TT.
/// A game of your own needs hash() for it.
pub const IMM_AB_ETC: u16 = 1 << 1;
/// `switches`, safe: two killer moves a ply.
pub const IMM_AB_KILLERS: u16 = 1 << 2;
/// `switches`, safe: relative history.
pub const IMM_AB_HISTORY: u16 = 1 << 3;
/// `switches`, safe: plain history heuristic; not with IMM_AB_HISTORY.
pub const IMM_AB_HH: u16 = 1 << 4;
/// `switches`: adaptive null move, verified.
/// A game of your own needs pass() for it.
pub const IMM_AB_NULL: u16 = 1 << 5;
/// `switches`: multi-cut at expected cut nodes.
pub const IMM_AB_MULTICUT: u16 = 1 << 6;
/// `switches`: enhanced multi-cut, at expected all nodes.
pub const IMM_AB_MULTICUTA: u16 = 1 << 7;
/// `switches`: realization-probability search.
/// A game of your own needs transition() for it.
pub const IMM_AB_RPS: u16 = 1 << 8;
/// `switches`: quiescence search.
/// A game of your own needs noisy() for it.
pub const IMM_AB_QS: u16 = 1 << 9;
/// `switches`, safe: principal variation search.
pub const IMM_AB_PVS: u16 = 1 << 10;
/// `switches`, safe: aspiration windows.
pub const IMM_AB_ASP: u16 = 1 << 11;
/// `switches`: late move reductions of quiet moves.
pub const IMM_AB_LMR: u16 = 1 << 12;
/// `switches`, safe: moves are put in order by the positions after them.
pub const IMM_AB_LOOK: u16 = 1 << 13;
/// `switches`: who wins, not how soon, and no evaluation: win, draw or loss.
pub const IMM_AB_WDL: u16 = 1 << 14;
/// `switches`: what is best for playing.
pub const IMM_AB_ALL: u16 = 0xFEF;
/// `switches`: what is best for proving.
pub const IMM_AB_SOLVE: u16 = 0x6405;
// END switches

/// `expansion`: all children where something tells them apart at once (`im`, `cb`, `impb`, `pb`,
/// `tp`, `ct`, `fpu`, `np`, `softmax`, `eps`), else one.
pub const IMM_EXPAND_AUTO: u8 = 0;
/// `expansion`: one child a simulation. The least memory.
pub const IMM_EXPAND_ONE: u8 = 1;
/// `expansion`: all children of a leaf at once, each with its static value.
pub const IMM_EXPAND_ALL: u8 = 2;

/// `im_schedule`: `im`, whatever the visits.
pub const IMM_IM_CONSTANT: u8 = 0;
/// `im_schedule`: im * K / (n + K) at a node with n visits, K being `im_visits`: falls to a half
/// after K.
pub const IMM_IM_FALLING: u8 = 1;
/// `im_schedule`: im * n / (n + K): rises to a half after K.
pub const IMM_IM_RISING: u8 = 2;

/// `pb_divisor`: sqrt(losses + 1).
pub const IMM_PB_SQRT_LOSSES: u8 = 0;
/// `pb_divisor`: losses + 1.
pub const IMM_PB_LOSSES: u8 = 1;
/// `pb_divisor`: visits + 1.
pub const IMM_PB_VISITS: u8 = 2;

/// `playout`: uniformly, or as `ipp` and `ege` say.
pub const IMM_PLAYOUT_DRAWN: u8 = 0;
// BEGIN strategies
/// `playout`: drawn by transition probability.
/// A game of your own needs transition() for it.
pub const IMM_PLAYOUT_TRANSITION: u8 = 1;
/// `playout`: Corrective: as IMM_PLAYOUT_TRANSITION, but hardly a move that lowers the evaluation.
pub const IMM_PLAYOUT_CORRECTIVE: u8 = 2;
/// `playout`: Greedy: the best by evaluation of the K most probable moves, 1 to 12.
pub const IMM_PLAYOUT_GREEDY: u8 = 3;
/// `playout`: Mixed: Corrective for the first move of a playout, then Greedy.
pub const IMM_PLAYOUT_MIXED: u8 = 4;
/// `playout`: alpha-beta playouts: the best move of a selective search of D plies, 1 to 3.
pub const IMM_PLAYOUT_ALPHA_BETA: u8 = 5;
/// `playout`: of K moves drawn, 1 to 12, the one whose results are best on average.
pub const IMM_PLAYOUT_MAST: u8 = 6;
/// `playout`: drawn, but wins at once are played, and moves that allow one avoided.
pub const IMM_PLAYOUT_DECISIVE: u8 = 7;
// END strategies

/// `playout_looked`: all moves.
pub const IMM_LOOK_ALL: u8 = 254;

/// `leaf`: by its static value.
pub const IMM_LEAF_STATIC: u8 = 0;
/// `leaf`: by an alpha-beta search of `leaf_depth` plies.
pub const IMM_LEAF_ALPHA_BETA: u8 = 1;
/// `leaf`: by a quiescence search of up to 4 plies. A game of your own needs noisy() for it.
pub const IMM_LEAF_QUIESCENCE: u8 = 2;

/// `evaltt`: what positions are worth when a node is made for them, by their evaluation or by a
/// search of the leaf, so that it is seldom found twice. It pays where that is dear.
pub const IMM_TT_EVALUATIONS: u8 = 1;
/// `evaltt`: what is proven of positions, so that it is known wherever else in the tree they are.
/// For games in which many lines lead to one position, and to solve what is more than the memory
/// holds. hash() must know all that the rules look at. Not together with `no_solver`, nor in a
/// shared tree.
pub const IMM_TT_PROOFS: u8 = 2;
/// `evaltt`, though it takes no table: proves also that a player cannot lose (score bounds). Where
/// a draw is at hand, a move that cannot win is looked at no more. To prove draws. Not together
/// with `no_solver` or `marg`, nor in a shared tree.
pub const IMM_TT_BOUNDS: u8 = 4;

/// `decision`: most visits ("robust child"); in IMM_BEST_FIRST, whose default is another, the
/// default: there say IMM_DECIDE_SAFEST.
pub const IMM_DECIDE_VISITS: u8 = 0;
/// `decision`: largest value - 1/sqrt(visits) ("secure child").
pub const IMM_DECIDE_SECURE: u8 = 1;
/// `decision`: largest value.
pub const IMM_DECIDE_VALUE: u8 = 2;
/// `decision`: largest value + ln(visits).
pub const IMM_DECIDE_LOG: u8 = 3;
/// `decision`: most visits, whatever the algorithm.
pub const IMM_DECIDE_SAFEST: u8 = 4;

/// `evaluator`: the game's own first choice; for a game of your own, its `evaluate`.
pub const IMM_EF_DEFAULT: u8 = 0;
// BEGIN evaluators
/// `evaluator`: efMS, Breakthrough: pieces and furthest row.
pub const IMM_EF_MS: u8 = 1;
/// `evaluator`: efLH, Breakthrough: a value for every square.
pub const IMM_EF_LH: u8 = 2;
/// `evaluator`: efRS, Kalah: difference of the stores.
pub const IMM_EF_RS: u8 = 3;
/// `evaluator`: efWB, Lines of Action: ten features, in the manner of the program MIA.
pub const IMM_EF_WB: u8 = 4;
/// `evaluator`: efSimple, Lines of Action: how close the men are, and how many touch.
pub const IMM_EF_SIMPLE: u8 = 5;
/// `evaluator`: efNet, Any game with features: a net that was learned from games.
pub const IMM_EF_NET: u8 = 6;
// END evaluators

/// The number 0, for a field of imm_config where 0 means a default that is not the number 0: `c`,
/// `fpu`, `ege`, `fet`, `playout_looked`. Assign it whatever the field's type: an unsigned one then
/// holds its largest number. (Where -Wconversion warns of that, cast it to the field's type.)
pub const IMM_ZERO: i32 = -1;

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

/// weight(): this move wins at once; a playout plays it without looking further.
pub const IMM_WEIGHT_DECISIVE: u32 = 0xFFFF;
/// weight(): this move prevents an immediate loss; while there are such moves, playouts draw from
/// them only.
pub const IMM_WEIGHT_FORCED: u32 = 0xFFFE;

/// Success.
pub const IMM_OK: imm_status = 0;
/// A pointer that must not be NULL is NULL.
pub const IMM_ERR_NULL: imm_status = -1;
/// The memory, or the imm_state pointer, is not aligned to IMM_ALIGN.
pub const IMM_ERR_MISALIGNED: imm_status = -2;
/// The memory is too small even for a search without a tree: see imm_memory_required().
pub const IMM_ERR_TOO_SMALL: imm_status = -3;
/// `struct_size` is not sizeof the struct: was it set? Those of older headers are accepted, and
/// those of newer ones if the fields are 0 that this library does not know.
pub const IMM_ERR_STRUCT_SIZE: imm_status = -4;
/// A number in imm_config is outside its range, or not a number.
pub const IMM_ERR_OUT_OF_RANGE: imm_status = -5;
/// An enumeration in imm_config has a value that does not exist.
pub const IMM_ERR_ENUM: imm_status = -6;
/// This game does not have what is asked for: an evaluation, weights, texts for positions, other
/// starting positions. Or this library does not: one that was built without all features.
pub const IMM_ERR_UNSUPPORTED: imm_status = -7;
/// No state that imm_init() made, or its memory was used for something else, or copied elsewhere: a
/// state stays where it was made.
pub const IMM_ERR_STATE: imm_status = -8;
/// Another call with the same state is under way: this one came from one of its callbacks, or from
/// another thread. Only imm_stop() and imm_last_status() may be called then.
pub const IMM_ERR_BUSY: imm_status = -9;
/// Time is the only limit, and imm_config has neither `now_ms` nor `now_us`.
pub const IMM_ERR_NO_CLOCK: imm_status = -10;
/// None of iterations, nodes and time is limited: the search would never end.
pub const IMM_ERR_NO_LIMIT: imm_status = -11;
/// The game is over.
pub const IMM_ERR_GAME_OVER: imm_status = -12;
/// The move is not legal; the position is as it was.
pub const IMM_ERR_ILLEGAL_MOVE: imm_status = -13;
/// The text names no legal move, or no position of this game; nothing has changed.
pub const IMM_ERR_TEXT: imm_status = -14;
/// The buffer is too small: a text buffer holds the empty text then. Or it overlaps the state.
pub const IMM_ERR_BUFFER: imm_status = -15;
/// The notation is wrong: imm_configure_error() says what and where. The configuration is as it
/// was.
pub const IMM_ERR_SPEC: imm_status = -16;
/// imm_game is incomplete: a required callback or size is missing, or a size is out of range.
pub const IMM_ERR_GAME: imm_status = -17;
/// legal_moves() returned more than `max_moves`.
pub const IMM_ERR_TOO_MANY_MOVES: imm_status = -18;
/// legal_moves() returned none while outcome() says that the game goes on.
pub const IMM_ERR_NO_MOVES: imm_status = -19;
/// legal_moves() listed IMM_MOVE_NONE, or random_move() returned it.
pub const IMM_ERR_INVALID_MOVE: imm_status = -20;
/// to_move() returned neither IMM_FIRST nor IMM_SECOND.
pub const IMM_ERR_INVALID_PLAYER: imm_status = -21;
/// outcome() returned a value that does not exist, or contradicted itself.
pub const IMM_ERR_INVALID_OUTCOME: imm_status = -22;
/// evaluate() or prior() returned a value that is not a number.
pub const IMM_ERR_NOT_A_NUMBER: imm_status = -23;
/// A callback returned IMM_FAILED.
pub const IMM_ERR_CALLBACK: imm_status = -24;
/// Two options of imm_config make no sense together: imm_config_error() says which, and why.
pub const IMM_ERR_CONTRADICTION: imm_status = -25;
/// The bytes are no position of this game and board, or no whole save, or were changed; nothing has
/// changed here.
pub const IMM_ERR_BYTES: imm_status = -26;
/// imm_undo(): there is no move to take back. Was imm_keep_history() called?
pub const IMM_ERR_NO_PAST: imm_status = -27;
/// imm_load(): saved by a library whose saves are different.
pub const IMM_ERR_SAVED_VERSION: imm_status = -28;
/// imm_load(): the save is of another game or board; or of a game of one's own, and from a target
/// of another kind.
pub const IMM_ERR_SAVED_GAME: imm_status = -29;
/// imm_load(): the save is of another player.
pub const IMM_ERR_SAVED_PLAYER: imm_status = -30;
/// imm_load(): the state that was saved had more memory, or less.
pub const IMM_ERR_SAVED_MEMORY: imm_status = -31;
/// States that play different games, or on different boards.
pub const IMM_ERR_OTHER_GAME: imm_status = -32;
/// States whose players are too different.
pub const IMM_ERR_OTHER_PLAYER: imm_status = -33;
/// States that are not at the same position.
pub const IMM_ERR_OTHER_POSITION: imm_status = -34;
/// Others were merged into this state already; see imm_merge().
pub const IMM_ERR_MERGED: imm_status = -35;
/// The player evaluates by a net (IMM_EF_NET), and there is none; see imm_set_net().
pub const IMM_ERR_NO_NET: imm_status = -36;
/// The bytes are no whole net, or were changed, or are of a version that the library does not know.
pub const IMM_ERR_NET: imm_status = -37;
/// A net for another game, or for another number of features.
pub const IMM_ERR_NET_GAME: imm_status = -38;

/// A search in the memory that the caller lent. Opaque.
///
/// It lives from imm_init() until the memory is used for something else; nothing needs to be freed.
/// Different states are independent of each other; one state is used by one thread at a time,
/// except for imm_stop().
pub struct imm_state {
    _opaque: [u8; 0],
}

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

/// A player: how a search searches. Begin with imm_config_default(), then change fields or call
/// imm_configure(). In every field 0 means the default, so a struct of zeros with `struct_size` set
/// is the default player without a clock. Where the default is not the number 0, IMM_ZERO says 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_config {
    /// sizeof(imm_config).
    pub struct_size: u32,
    /// Visits that a leaf must have had before it is expanded. Default 0: expanded when first
    /// reached.
    pub threshold: u32,
    /// Seed of the random numbers. Same seed, memory, game and iterations: same tree, on every
    /// machine. Default 0.
    pub seed: u64,
    /// Exploration constant C of UCT, above 0 to 100. Default 1.0, of IMM_BEST_FIRST 0.7. IMM_ZERO
    /// for no exploration.
    pub c: f32,
    /// Alpha of implicit minimax, 0 to 1: weight of the minimax value against the mean of the
    /// playouts. Default 0: off; of IMM_BEST_FIRST 1.
    pub im: f32,
    /// Evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the game's own first choice.
    pub evaluator: u8,
    /// Improved playout policy: not 0 draws playout moves by the game's weights. Default 0:
    /// uniformly.
    pub ipp: u8,
    /// Children that a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO.
    pub expansion: u8,
    /// How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS, of IMM_BEST_FIRST
    /// IMM_DECIDE_LOG. Proven wins always come first.
    pub decision: u8,
    /// Not 0 switches the solver off. Default 0: wins, losses and draws are proven.
    pub no_solver: u8,
    /// Not 0 switches recycling off: when the memory is full the tree grows no more. Default 0: the
    /// parts of the tree that were not used for longest make room.
    pub no_recycle: u8,
    /// How `im` depends on the visits: IMM_IM_*. Default IMM_IM_CONSTANT.
    pub im_schedule: u8,
    /// What the progressive bias is divided by: IMM_PB_*. Default IMM_PB_SQRT_LOSSES.
    pub pb_divisor: u8,
    /// Which search: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST, IMM_BEST. Default IMM_MCTS. Of the
    /// other fields, alpha-beta looks at `evaluator`, `switches` and the clock alone; without an
    /// evaluation function all that is not decided counts as even.
    pub algorithm: u8,
    /// How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_DRAWN: uniformly, or by
    /// `ipp` and `ege`.
    pub playout: u8,
    /// Enhancements of alpha-beta: IMM_AB_* added together. Those called safe find what plain
    /// alpha-beta finds at the same depth, sooner, until a move is played and the table kept; the
    /// others leave out what is unlikely to matter, though what is proven is proven all the same.
    /// One for which the game has no knowledge stays off. Default 0: none.
    pub switches: u16,
    /// K of `im_schedule`, 1 to 9999999 visits. Not looked at where that is IMM_IM_CONSTANT.
    pub im_visits: u32,
    /// Alpha of constant bias, 0 to 1: weight of a child's own static value against the mean.
    /// Default 0: off.
    pub cb: f32,
    /// Alpha of progressive bias by minimax values, 0 to 1: weight of the minimax value over visits
    /// + 1. Default 0: off.
    pub impb: f32,
    /// Weight of progressive bias, 0 to 100: that times the child's static value, over
    /// `pb_divisor`, is added to its bound. Default 0: off.
    pub pb: f32,
    /// Weight of progressive bias by transition probability, 0 to 100: that times the probability
    /// of the move into a child, over `pb_divisor`, is added to its bound (MC-LOA: 10). Not
    /// together with `pb`. Default 0: off.
    pub tp: f32,
    /// Visits of a node below which its children are not selected but drawn by
    /// IMM_PLAYOUT_CORRECTIVE, 1 to 9999999 (MC-LOA: 5). Not together with IMM_EXPAND_ONE. Default
    /// 0: off.
    pub ct: u32,
    /// First-play urgency, above 0 to 100: unvisited children take part in selection with their
    /// value plus this. IMM_ZERO for 0. Not together with IMM_EXPAND_ONE. Default 0: off, they come
    /// first; of IMM_BEST_FIRST 0.5.
    pub fpu: f32,
    /// Evaluation cut-off: an evaluation of this many points, to 65535, ends a playout as won or
    /// lost. Points are the evaluation's own: IMM_EF_MS has at most 40, IMM_EF_LH 364, IMM_EF_RS as
    /// many as there are stones; a game of your own has 32767 times what evaluate() says. Default
    /// 0: off.
    pub cut: u32,
    /// Every how many playout moves `cut` looks, 1 to 999; IMM_PLAYOUT_CORRECTIVE and what comes
    /// after it look always. Default 0: 3.
    pub cut_period: u32,
    /// IMM_PLAYOUT_ALPHA_BETA: plies that it looks ahead, 1 to 3. Default 0: 2.
    pub playout_depth: u8,
    /// IMM_PLAYOUT_ALPHA_BETA: moves that are searched at each ply, 1 to 12, those that are best by
    /// transition() first. Of the first, IMM_PLAYOUT_GREEDY and IMM_PLAYOUT_MIXED evaluate this
    /// number, and IMM_PLAYOUT_MAST draws it. Default 0: 7, 5, 5; of IMM_PLAYOUT_MAST 3.
    pub playout_evaluated: [u8; 3],
    /// IMM_PLAYOUT_ALPHA_BETA: further moves at each ply that are looked at for a win at once,
    /// those of `playout_evaluated` and these together 12 at most; IMM_LOOK_ALL, or IMM_ZERO for
    /// none. Default 0: all, none, none.
    pub playout_looked: [u8; 3],
    /// A table of positions in an eighth of the tree's memory: IMM_TT_* added together say what is
    /// noted there. A game of your own needs hash() for it. Default 0: no table.
    pub evaltt: u8,
    /// Softmax: temperature T, above 0 to 100: children are not selected by their bounds but drawn
    /// with odds exp(Q / T), Q being the estimate of a child in -1 to 1. Not together with
    /// IMM_EXPAND_ONE. Default 0: off.
    pub softmax: f32,
    /// How often, 0 to 1, a child is not selected but drawn, uniformly from those that are not
    /// proven (unbounded best-first minimax: 0.1). Not together with IMM_EXPAND_ONE. Default 0:
    /// never.
    pub eps: f32,
    /// By what a new child is valued: IMM_LEAF_*. Default IMM_LEAF_STATIC. The others take room for
    /// lists of moves out of the tree's memory: imm_leaf_memory(). A simulation then searches as
    /// many leaves as a position has moves before a clock or imm_stop() is looked at, each some
    /// 4,096 positions at most.
    pub leaf: u8,
    /// Plies of IMM_LEAF_ALPHA_BETA, 1 to 4. Default 0: 2.
    pub leaf_depth: u8,
    /// All moves as first: how many simulations a position must have for moves to be valued by all
    /// of those in which they were played later on, too; positions with fewer go by the nearest one
    /// above. For games of which only the rules are known. Takes an eighth of the tree's memory at
    /// most. Not together with `fpu`, nor in a shared tree. Default 0: off.
    pub grave: u16,
    /// Visits that the node prior of a new child counts for, to 10000 (the paper: 10 at 1 s a
    /// move). Default 0: off.
    pub np: u32,
    /// Epsilon of epsilon-greedy playouts, 0 to 1: how often a move is drawn, by its weight where
    /// the game has weights; otherwise the one with the best static value is played. IMM_ZERO for
    /// 0, greedy always. Default 0: off.
    pub ege: f32,
    /// Fixed early termination: playout moves after which the static value is the result, 1 to
    /// 9999; IMM_ZERO for no move at all. Default 0: off.
    pub fet: u32,
    /// Dynamic early termination, 0 to 1: a static value of this size ends a playout as won or
    /// lost. Default 0: off.
    pub det: f32,
    /// Every how many playout moves `det` looks at the value, 1 to 999. Default 0: 5.
    pub det_period: u32,
    /// Maximum backpropagation: visits (with `np`, the prior's included) from which on a node hands
    /// up the best estimate among its children instead of a simulation's result. Default 0: off.
    pub max: u32,
    /// A clock: milliseconds since any moment, wrapping around after 2^32. Read at least once in
    /// 256 simulations. Where it stands still, time is no limit: other limits and imm_stop() end a
    /// search. One that jumps by more than the time of a search, ahead or back, ends it at the next
    /// look; a smaller step counts as time. imm_config_default() sets the host's own where there is
    /// one, which counts microseconds for this library's own searches. NULL: no clock, unless
    /// `now_us` is one, and searches that are limited by time alone are refused.
    pub now_ms: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
    /// Handed to `now_ms` and `now_us`. May be NULL.
    pub clock: *mut c_void,
    /// Temperature T of the final move, above 0 to 100: it is drawn with odds visits^(1/T), 1 being
    /// in proportion to the visits. A proven win is always played, and a proven loss only where all
    /// moves lose. The draw follows from the seed and the tree: asked twice, imm_get_report() names
    /// the same move. For play below full strength: see imm_level(). Default 0: off, as `decision`
    /// says.
    pub temp: f32,
    /// Playing for points: weight W of the margin in a result, 0 to 1. A game that is over counts
    /// for its winner 1 - W + W m / M, where m, at least 1, is what score() says in his view and M
    /// the `max_score`; so any win is better than a draw, and any draw better than a loss. What is
    /// proven is win, draw or loss all the same: of proven wins the one with the largest margin
    /// that is sure is played, and a search goes on from a position that is proven until all its
    /// moves are. Not together with `det` or `cut`. A game of your own needs score() for it.
    /// Default 0: off.
    pub marg: f32,
    /// A finer clock, which is read in place of `now_ms`: microseconds since any moment, wrapping
    /// around after 2^32 (71 minutes; searches may last longer, simulations not). With it a search
    /// of 1 ms takes its millisecond, while on a clock that counts milliseconds it may begin at the
    /// end of one. Read at least once in 256 simulations, once or twice a millisecond, and some ten
    /// times more before the end. A library without `policies` does not look at it. Default NULL:
    /// none.
    pub now_us: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
}

/// When a search ends: at whichever limit is reached first, and at the latest when the position is
/// proven. 0 is no limit. One of `iterations`, `nodes`, `time_ms` and `time_us` must be set, or,
/// for alpha-beta, `depth`. Every search makes at least one simulation, or visits one position,
/// unless there is nothing left to search; where `leaf` searches two plies or more and `iterations`
/// is 0 it may be a part of one, with which a later search goes on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_limits {
    /// sizeof(imm_limits).
    pub struct_size: u32,
    /// Milliseconds of the configuration's clock. Without a clock it is left out.
    pub time_ms: u32,
    /// Simulations: ways down the tree, each with a playout at its end. Alpha-beta: positions that
    /// this search visits.
    pub iterations: u64,
    /// Nodes that the tree may hold, those of earlier searches included; not those that a move has
    /// left behind, whose memory the search gives back first. Where all children are
    /// made at once (IMM_EXPAND_ALL), the last ones may exceed it. If it is the only limit, the
    /// search also ends after 16 simulations for each of these nodes: the game or the memory may be
    /// too small for that number. Alpha-beta: as `iterations`.
    pub nodes: u32,
    /// Plies below the root that the tree may grow, 255 at most; playouts go on to the end of the
    /// game all the same. Alpha-beta: the plies that it looks ahead; it may be the only limit.
    pub depth: u32,
    /// A flag of your own, which ends the search as imm_stop() does as soon as it is not 0; only
    /// read. It may be raised before the search begins, which then makes one simulation, or visits
    /// one position, and ends: unlike imm_stop() it cannot come too early. Raise it from another
    /// thread (as an _Atomic uint8_t), a signal handler or an interrupt; lower it yourself. Looked
    /// at after every simulation or position. NULL: none.
    pub stop: *const u8,
    /// Microseconds of the configuration's clock; where that counts milliseconds, rounded up to
    /// these. Without a clock it is left out. A library without `policies` answers
    /// IMM_ERR_UNSUPPORTED.
    pub time_us: u64,
}

/// What a search has found.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_report {
    /// The move to play, or IMM_MOVE_NONE if the game is over.
    pub best: imm_move,
    /// What is proven about the position searched.
    pub proof: imm_proof,
    /// Plies to the end of the game where a win of either player is proven (255: that or more),
    /// else 0. It is that of the win that was found, not of the shortest there is; that of
    /// alpha-beta with none but safe switches is the shortest, and the longest loss.
    pub distance: u32,
    /// Value of the best move for the FIRST player, in [-1, 1]; without `im`, 0.5 is 3 wins of 4. 0
    /// before any search.
    pub value: f32,
    /// Simulations of the latest search; positions that alpha-beta has visited in it.
    pub iterations: u64,
    /// A hash over every simulation that built this tree, or, for alpha-beta, over every position
    /// visited since the last move: equal on every machine for equal seed, memory and iterations.
    pub signature: u64,
    /// Simulations through the best move (with `np`, its prior included), those of earlier searches
    /// of this tree included. Alpha-beta: 0.
    pub visits: u32,
    /// Nodes in the tree now, the root not counted. Those that a move leaves behind are counted
    /// until their memory is given back, some hundreds with each simulation that follows.
    /// Alpha-beta: as `iterations`, 4294967295 for that or more.
    pub nodes: u32,
    /// Nodes given up to make room, since the tree was last empty.
    pub recycled: u64,
    /// Plies below the root of the deepest node that the latest search reached; those that
    /// alpha-beta has searched completely.
    pub depth: u32,
    /// Milliseconds that the latest search took, 0 without a clock.
    pub elapsed_ms: u32,
    /// Why the latest search of this position ended.
    pub stopped: imm_stopped,
    /// Bytes of this struct that the library has filled in: sizeof(imm_report), or fewer if the
    /// library is older than this header; what it does not know is 0.
    pub struct_size: u32,
}

/// One move of the position searched, and what the search knows about it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_candidate {
    /// The move.
    pub r#move: imm_move,
    /// Simulations that began with it; with `np`, its prior included.
    pub visits: u32,
    /// Its value for the FIRST player, in [-1, 1].
    pub value: f32,
    /// Its implicit minimax value for the FIRST player, in [-1, 1]. Says nothing where `im` is 0.
    pub minimax: f32,
    /// What is proven about the position after it.
    pub proof: imm_proof,
    /// Plies to the end after it where a win of either player is proven, else 0; also 0 if it ends
    /// the game.
    pub distance: u32,
}
