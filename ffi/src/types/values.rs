//! Moves, players, results, versions and sizes.

/// A move, as a number. For a built-in game, the comment of its function, such as imm_kalah(),
/// describes the numbers. Your own game chooses the numbers of its moves. See imm_move_text().
pub type imm_move = u32;

/// A player: IMM_FIRST or IMM_SECOND. In a game with another number of players (`players` in
/// imm_game), a number from 0 on. In a game with chance events also IMM_CHANCE.
pub type imm_player = i32;

/// The result of a game: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW. In a game that
/// does not have two players, IMM_ONGOING or IMM_OVER.
pub type imm_result = i32;

/// The game-theoretic value of a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN if
/// the position is not solved.
pub type imm_proof = i32;

/// Major version of this header. Compare the major, minor and patch version with imm_version() of
/// the library.
pub const IMM_VERSION_MAJOR: u32 = 0;
/// Minor version of this header. While the major version is 0, a new minor version may change the
/// ABI.
pub const IMM_VERSION_MINOR: u32 = 4;
/// Patch version of this header.
pub const IMM_VERSION_PATCH: u32 = 0;

/// Alignment in bytes of the memory for imm_init().
pub const IMM_ALIGN: usize = 16;

/// A buffer size in bytes that is enough for the text of any move or position of a built-in game,
/// including the terminating NUL.
pub const IMM_TEXT_MAX: usize = 192;

/// A buffer size in bytes that is enough for the text of any player, including the terminating NUL.
pub const IMM_PLAYER_TEXT_MAX: usize = 336;
const _: () = assert!(IMM_PLAYER_TEXT_MAX > kernel::player::TEXT_MAX);

/// The size in bytes of one slot of the tree. Each node takes one slot. The header of each sibling
/// block (the children of one node) also takes one slot.
pub const IMM_SLOT_SIZE: usize = 24;

/// The largest size in bytes of one ply on alpha-beta's stack, not counting the moves and lines of
/// the ply.
pub const IMM_PLY_SIZE: usize = 128;

/// The size in bytes of one bucket of alpha-beta's transposition table. A bucket stores four
/// positions.
pub const IMM_BUCKET_SIZE: usize = 64;

/// The largest size in bytes of a state on any target, not counting the positions, moves and tree
/// of the state.
pub const IMM_STATE_SIZE: usize = 1696;

/// The largest number of bytes, on any target, that a net (IMM_EF_NET) takes from the memory of the
/// tree or of alpha-beta's stack.
pub const IMM_NET_SIZE: usize = 1408;

/// The largest size in bytes of a Lines of Action position on any target. A state has two
/// positions.
pub const IMM_LOA_POSITION_SIZE: usize = 768;

/// The largest size in bytes of an Oware position on any target. A state has two positions.
pub const IMM_OWARE_POSITION_SIZE: usize = 640;

/// No move. imm_search() returns this value after an error. No legal move has this number.
pub const IMM_MOVE_NONE: imm_move = 0xFFFF_FFFF;

/// The player who moves first from the usual starting position.
pub const IMM_FIRST: imm_player = 0;
/// The opponent of IMM_FIRST.
pub const IMM_SECOND: imm_player = 1;
/// No player is to move: a chance event comes next, such as the roll of a die. See `chance` in
/// imm_game.
pub const IMM_CHANCE: imm_player = 8;

/// The game is not over.
pub const IMM_ONGOING: imm_result = 0;
/// The first player has won.
pub const IMM_FIRST_WINS: imm_result = 1;
/// The second player has won.
pub const IMM_SECOND_WINS: imm_result = 2;
/// The game is over, and is a draw.
pub const IMM_DRAW: imm_result = 3;
/// The game is over. Returned only by games that do not have two players: see imm_return_of().
pub const IMM_OVER: imm_result = 4;

/// The position is not solved, so its value is an estimate.
pub const IMM_UNPROVEN: imm_proof = 0;
/// The first player wins against every defence.
pub const IMM_PROVEN_FIRST_WINS: imm_proof = 1;
/// The second player wins against every defence.
pub const IMM_PROVEN_SECOND_WINS: imm_proof = 2;
/// With best play by both players, the game ends in a draw.
pub const IMM_PROVEN_DRAW: imm_proof = 3;

/// A search in memory that the caller provides. The struct is opaque.
///
/// A state is valid from imm_open() or imm_init() until its memory is used for something else. You
/// need not free anything. Different states are independent. Only one thread at a time may use a
/// state, except for imm_stop().
pub struct imm_state {
    _opaque: [u8; 0],
}
