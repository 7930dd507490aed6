//! The statuses that functions return: IMM_OK or an error.

/// The status of a call: IMM_OK, or a negative IMM_ERR_* constant. The meaning of a number never
/// changes. See imm_status_text().
pub type imm_status = i32;

/// The call succeeded.
pub const IMM_OK: imm_status = 0;
/// A pointer that must not be NULL is NULL.
pub const IMM_ERR_NULL: imm_status = -1;
/// The memory or the imm_state pointer is not aligned to IMM_ALIGN.
pub const IMM_ERR_MISALIGNED: imm_status = -2;
/// The memory is too small, even for a search without a tree: see imm_memory_required().
pub const IMM_ERR_TOO_SMALL: imm_status = -3;
/// `struct_size` is not the size of the struct. Perhaps you did not set `struct_size`. Structs from
/// older headers are accepted. Structs from newer headers are accepted if all fields that this
/// library does not know are 0.
pub const IMM_ERR_STRUCT_SIZE: imm_status = -4;
/// A number in imm_config or of imm_tell() is outside its range or is NaN, or the level passed to
/// imm_level() does not exist.
pub const IMM_ERR_OUT_OF_RANGE: imm_status = -5;
/// A field has a value that is not one of the constants for this field.
pub const IMM_ERR_ENUM: imm_status = -6;
/// The game, the player or this build of the library does not support the call. For example, the
/// game has no evaluation, no weights, no position texts, or only one starting position.
pub const IMM_ERR_UNSUPPORTED: imm_status = -7;
/// The pointer is not a state from imm_open(), imm_init() or imm_clone(), or the memory of the
/// state was overwritten. A state that was moved or copied with memcpy() is not valid either: see
/// imm_clone().
pub const IMM_ERR_STATE: imm_status = -8;
/// Another call with the same state is running. Your call came from one of its callbacks, or from
/// another thread. During a call, only imm_stop() and imm_last_status() are allowed. For merged
/// states and shared trees, see also imm_merge() and imm_share_tree().
pub const IMM_ERR_BUSY: imm_status = -9;
/// Time is the only limit, and imm_config has neither `now_ms` nor `now_us`.
pub const IMM_ERR_NO_CLOCK: imm_status = -10;
/// The search would never end: it has no limit on iterations, nodes or time (or depth, for
/// alpha-beta).
pub const IMM_ERR_NO_LIMIT: imm_status = -11;
/// The game is over.
pub const IMM_ERR_GAME_OVER: imm_status = -12;
/// The move is not legal. The position does not change.
pub const IMM_ERR_ILLEGAL_MOVE: imm_status = -13;
/// The text is not a legal move, not a position of this game, or not UTF-8. The state does not
/// change.
pub const IMM_ERR_TEXT: imm_status = -14;
/// The buffer is too small, or overlaps the state. If the buffer is for text, it contains the empty
/// text.
pub const IMM_ERR_BUFFER: imm_status = -15;
/// The text of a player is invalid. imm_configure_error() writes what is wrong, and where. The
/// configuration does not change.
pub const IMM_ERR_SPEC: imm_status = -16;
/// imm_game is incomplete: a required callback or size is missing, or a size is out of range. Or no
/// built-in game has this name or board size.
pub const IMM_ERR_GAME: imm_status = -17;
/// legal_moves() returned more than `max_moves`.
pub const IMM_ERR_TOO_MANY_MOVES: imm_status = -18;
/// legal_moves() returned 0, although outcome() returned IMM_ONGOING.
pub const IMM_ERR_NO_MOVES: imm_status = -19;
/// legal_moves() listed IMM_MOVE_NONE, or random_move() returned IMM_MOVE_NONE.
pub const IMM_ERR_INVALID_MOVE: imm_status = -20;
/// to_move() returned a player that the game does not have, or IMM_CHANCE in a game without
/// chance().
pub const IMM_ERR_INVALID_PLAYER: imm_status = -21;
/// outcome() returned a value that does not exist, or different values for the same position.
pub const IMM_ERR_INVALID_OUTCOME: imm_status = -22;
/// evaluate(), evaluate_for(), returns() or prior() returned a value that is not a number.
pub const IMM_ERR_NOT_A_NUMBER: imm_status = -23;
/// A callback returned IMM_FAILED.
pub const IMM_ERR_CALLBACK: imm_status = -24;
/// Two options of imm_config contradict each other. imm_config_error() reports which options, and
/// why. Or the memory of a shared tree or table was set up for another game, player or size.
pub const IMM_ERR_CONTRADICTION: imm_status = -25;
/// The bytes are not a position of this game and board, or are not a complete save, or have been
/// changed. The state does not change.
pub const IMM_ERR_BYTES: imm_status = -26;
/// imm_undo(): there is no move to take back. Perhaps you did not call imm_keep_history().
pub const IMM_ERR_NO_PAST: imm_status = -27;
/// imm_load(): another version of the library wrote the save, in another format.
pub const IMM_ERR_SAVED_VERSION: imm_status = -28;
/// imm_load(): the save was made with another game or board. A save of your own game must also come
/// from the same target.
pub const IMM_ERR_SAVED_GAME: imm_status = -29;
/// imm_load(): the save was made with another player.
pub const IMM_ERR_SAVED_PLAYER: imm_status = -30;
/// imm_load(): the state that was saved had a tree, a table or a stack of another size.
pub const IMM_ERR_SAVED_MEMORY: imm_status = -31;
/// imm_merge(): the states have different games or boards.
pub const IMM_ERR_OTHER_GAME: imm_status = -32;
/// imm_merge(): the players of the states differ too much.
pub const IMM_ERR_OTHER_PLAYER: imm_status = -33;
/// The states, or a state and its shared tree, are not at the same position.
pub const IMM_ERR_OTHER_POSITION: imm_status = -34;
/// The tree of a state already contains merged results, or is a shared tree; see imm_merge().
pub const IMM_ERR_MERGED: imm_status = -35;
/// The player evaluates with a net (IMM_EF_NET), but the state has no net; see imm_set_net().
pub const IMM_ERR_NO_NET: imm_status = -36;
/// The bytes are not a complete net, or have been changed, or have a version that the library does
/// not know.
pub const IMM_ERR_NET: imm_status = -37;
/// The net is for another game, or for another number of features.
pub const IMM_ERR_NET_GAME: imm_status = -38;
/// The player gets its values from imm_tell() (IMM_EF_TOLD), so it needs imm_collect() in place of
/// imm_search(). Or imm_collect() was called for another player.
pub const IMM_ERR_TOLD: imm_status = -39;
/// No leaf with this number waits for its value; see imm_collect().
pub const IMM_ERR_NO_LEAF: imm_status = -40;
/// A chance event comes next, so there is no move to choose. Play one of its outcomes: see
/// imm_sample_chance().
pub const IMM_ERR_CHANCE: imm_status = -41;
/// chance() returned a weight that is not 1 to IMM_ODDS_MAX.
pub const IMM_ERR_INVALID_ODDS: imm_status = -42;
