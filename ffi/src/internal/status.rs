//! The text of each status, and the status for each error of the kernel.

use crate::types::*;
use core::ffi::CStr;
use kernel::ShareError;
use kernel::game::Fault;
use kernel::keep::merge::MergeError;
#[cfg(feature = "nets")]
use kernel::net::NetError;
use kernel::player::ConfigError;
use kernel::search::SearchError;

pub(crate) fn text(status: imm_status) -> &'static CStr {
    match status {
        IMM_OK => c"ok",
        IMM_ERR_NULL => c"a required pointer is NULL",
        IMM_ERR_MISALIGNED => c"the memory or the handle is not aligned to IMM_ALIGN",
        IMM_ERR_TOO_SMALL => c"the memory is too small; see imm_memory_required()",
        IMM_ERR_STRUCT_SIZE => {
            c"struct_size does not match: the struct was not initialised, or header and library differ"
        }
        IMM_ERR_OUT_OF_RANGE => {
            c"a number in the configuration or of imm_tell() is out of range; see imm_config_error()"
        }
        IMM_ERR_ENUM => c"a field has a value that is not one of its constants",
        IMM_ERR_UNSUPPORTED => {
            c"this game or this build of the library does not support it; for a player see imm_config_error()"
        }
        IMM_ERR_STATE => c"not a state made by imm_init(), or a state that was moved or copied",
        IMM_ERR_BUSY => c"another call with the same state is running: from a callback, or in another thread",
        IMM_ERR_NO_CLOCK => c"time is the only limit, and there is no clock; see now_ms of imm_config",
        IMM_ERR_NO_LIMIT => c"no limit is set, so the search would never end",
        IMM_ERR_GAME_OVER => c"the game is over",
        IMM_ERR_ILLEGAL_MOVE => c"the move is not legal in this position; see imm_legal_moves()",
        IMM_ERR_TEXT => c"the text is not a legal move, or not a position of this game; see imm_position_error()",
        IMM_ERR_BUFFER => c"the buffer is too small, or overlaps the state",
        IMM_ERR_SPEC => c"the player notation is wrong; see imm_configure_error()",
        IMM_ERR_GAME => c"imm_game is incomplete, or there is no board of this size",
        IMM_ERR_TOO_MANY_MOVES => c"legal_moves() returned more than max_moves",
        IMM_ERR_NO_MOVES => c"legal_moves() returned no move, and the game is not over",
        IMM_ERR_INVALID_MOVE => c"legal_moves() or random_move() returned IMM_MOVE_NONE",
        IMM_ERR_INVALID_PLAYER => c"to_move() returned a player that the game does not have",
        IMM_ERR_INVALID_OUTCOME => c"outcome() returned an unknown value, or contradicted itself",
        IMM_ERR_NOT_A_NUMBER => c"evaluate(), evaluate_for(), returns() or prior() returned NaN",
        IMM_ERR_CALLBACK => c"a callback returned IMM_FAILED",
        IMM_ERR_CONTRADICTION => c"two options contradict each other; see imm_config_error()",
        IMM_ERR_BYTES => c"the bytes are not a position of this game and board, not a complete save, or damaged",
        IMM_ERR_NO_PAST => c"there is no move to take back; see imm_keep_history()",
        IMM_ERR_SAVED_VERSION => c"saved by a library with another save format",
        IMM_ERR_SAVED_GAME => c"saved from another game or board, or on another kind of processor",
        IMM_ERR_SAVED_PLAYER => c"saved with another player",
        IMM_ERR_SAVED_MEMORY => c"saved from a state with another size of memory",
        IMM_ERR_OTHER_GAME => c"the states play different games, or on different boards",
        IMM_ERR_OTHER_PLAYER => c"the players of the states differ too much",
        IMM_ERR_OTHER_POSITION => c"the states, or their shared tree, are not at the same position",
        #[cfg(feature = "nets")]
        IMM_ERR_NO_NET => c"the player needs a net, and none is set; see imm_set_net()",
        #[cfg(feature = "nets")]
        IMM_ERR_NET => c"the bytes are not a complete net, are damaged, or have an unknown version",
        #[cfg(feature = "nets")]
        IMM_ERR_NET_GAME => c"the net is for another game, or for another number of features",
        IMM_ERR_MERGED => c"other states were already merged into this one; play a move first",
        IMM_ERR_TOLD => c"imm_search() is not for a player with efTold, and imm_collect() only for such a player",
        #[cfg(feature = "chance")]
        IMM_ERR_CHANCE => c"a chance event comes next: play one of its outcomes, see imm_sample_chance()",
        #[cfg(feature = "chance")]
        IMM_ERR_INVALID_ODDS => c"chance() returned a weight that is not 1 to 16777216",
        IMM_ERR_NO_LEAF => c"no leaf with this number waits for its value; see imm_collect()",
        _ => c"unknown status",
    }
}

/// Returns the status that reports a fault of the game, such as an invalid result of a callback.
pub(crate) fn fault_status(fault: Fault) -> imm_status {
    match fault {
        Fault::TooManyMoves => IMM_ERR_TOO_MANY_MOVES,
        Fault::NoMoves => IMM_ERR_NO_MOVES,
        Fault::InvalidMove => IMM_ERR_INVALID_MOVE,
        Fault::InvalidPlayer => IMM_ERR_INVALID_PLAYER,
        Fault::InvalidOutcome => IMM_ERR_INVALID_OUTCOME,
        Fault::NotANumber => IMM_ERR_NOT_A_NUMBER,
        #[cfg(feature = "chance")]
        Fault::InvalidOdds => IMM_ERR_INVALID_ODDS,
        Fault::Failed => IMM_ERR_CALLBACK,
    }
}

/// Returns the status for a search that could not start or finish.
pub(crate) fn search_status(error: SearchError) -> imm_status {
    match error {
        SearchError::GameOver => IMM_ERR_GAME_OVER,
        #[cfg(feature = "chance")]
        SearchError::Chance => IMM_ERR_CHANCE,
        SearchError::NoClock => IMM_ERR_NO_CLOCK,
        SearchError::NoLimit => IMM_ERR_NO_LIMIT,
        SearchError::NoNet => IMM_ERR_NO_NET,
        SearchError::OtherPosition => IMM_ERR_OTHER_POSITION,
        SearchError::Crowded => IMM_ERR_BUSY,
        SearchError::Told => IMM_ERR_TOLD,
        SearchError::NoLeaf => IMM_ERR_NO_LEAF,
        SearchError::OutOfRange => IMM_ERR_OUT_OF_RANGE,
        SearchError::Fault(fault) => fault_status(fault),
    }
}

/// Returns the status for memory that cannot be shared.
pub(crate) fn share_status(error: ShareError) -> imm_status {
    match error {
        ShareError::TooSmall => IMM_ERR_TOO_SMALL,
        ShareError::Unsupported => IMM_ERR_UNSUPPORTED,
        ShareError::Foreign => IMM_ERR_CONTRADICTION,
        ShareError::Busy => IMM_ERR_BUSY,
    }
}

/// Returns the status for an invalid configuration.
pub(crate) fn config_status(error: ConfigError) -> imm_status {
    match error {
        ConfigError::OutOfRange(_) => IMM_ERR_OUT_OF_RANGE,
        ConfigError::Unsupported { .. }
        | ConfigError::Chance(_)
        | ConfigError::Players(_)
        | ConfigError::LeftOut(_) => IMM_ERR_UNSUPPORTED,
        ConfigError::Contradiction { .. } => IMM_ERR_CONTRADICTION,
    }
}

/// Returns the status for an invalid net.
#[cfg(feature = "nets")]
pub(crate) fn net_status(error: NetError) -> imm_status {
    match error {
        NetError::Damaged | NetError::Version => IMM_ERR_NET,
        NetError::Game => IMM_ERR_NET_GAME,
    }
}

/// Returns the status for searches that cannot be merged.
pub(crate) fn merge_status(error: MergeError) -> imm_status {
    match error {
        MergeError::Game => IMM_ERR_OTHER_GAME,
        #[cfg(feature = "chance")]
        MergeError::Chance => IMM_ERR_CHANCE,
        MergeError::Player => IMM_ERR_OTHER_PLAYER,
        MergeError::Position => IMM_ERR_OTHER_POSITION,
        MergeError::Merged => IMM_ERR_MERGED,
        MergeError::Fault(fault) => fault_status(fault),
    }
}
