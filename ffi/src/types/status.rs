//! What functions return: IMM_OK or an error.

/// IMM_OK, or a negative IMM_ERR_* constant. Numbers are never given a new meaning. See
/// imm_status_text().
pub type imm_status = i32;

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
