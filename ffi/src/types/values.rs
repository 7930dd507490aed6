//! Moves, players, results, versions and sizes.

/// A move. Built-in games encode moves as they like; a game of your own chooses its encoding. See
/// imm_move_text().
pub type imm_move = u32;

/// Whose turn it is: IMM_FIRST or IMM_SECOND.
pub type imm_player = i32;

/// How a game stands: IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW.
pub type imm_result = i32;

/// What is proven about a position: one of the IMM_PROVEN_* constants, or IMM_UNPROVEN.
pub type imm_proof = i32;

/// Major version of this header. It agrees with the library's if imm_version() gives the same.
pub const IMM_VERSION_MAJOR: u32 = 0;
/// Minor version of this header. While the major version is 0, the ABI may change with it.
pub const IMM_VERSION_MINOR: u32 = 3;
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

/// A search in the memory that the caller lent. Opaque.
///
/// It lives from imm_init() until the memory is used for something else; nothing needs to be freed.
/// Different states are independent of each other; one state is used by one thread at a time,
/// except for imm_stop().
pub struct imm_state {
    _opaque: [u8; 0],
}
