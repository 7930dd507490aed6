//! Limits of a search and what it has found.

use super::values::{imm_move, imm_proof};
use core::ffi::c_void;

/// Moves of the line that a watcher is shown, at most.
pub const IMM_WATCHED_LINE: u32 = 16;

/// Why a search ended: one of the IMM_STOPPED_* constants.
pub type imm_stopped = i32;

/// `stopped`: there was no search of this position.
pub const IMM_STOPPED_NOT: imm_stopped = 0;
/// `stopped`: the iterations are made.
pub const IMM_STOPPED_ITERATIONS: imm_stopped = 1;
/// `stopped`: the tree holds that number of nodes.
pub const IMM_STOPPED_NODES: imm_stopped = 2;
/// `stopped`: the time is up.
pub const IMM_STOPPED_TIME: imm_stopped = 3;
/// `stopped`: imm_stop() was called.
pub const IMM_STOPPED_FLAG: imm_stopped = 4;
/// `stopped`: the position is proven; there is nothing left to search.
pub const IMM_STOPPED_PROVEN: imm_stopped = 5;
/// `stopped`: alpha-beta has looked as many plies ahead as the limits and its memory allow.
pub const IMM_STOPPED_DEPTH: imm_stopped = 6;

/// `stopped`: the move to play could not change any more in the time left: imm_search_clock().
pub const IMM_STOPPED_SETTLED: imm_stopped = 7;
/// `stopped`: there is only one legal move: imm_search_clock().
pub const IMM_STOPPED_FORCED: imm_stopped = 8;

/// What a visitor of imm_visit_tree() returns to go on with the positions below this one.
pub const IMM_VISIT_BELOW: i32 = 0;
/// What a visitor returns to leave out what is below this position.
pub const IMM_VISIT_BESIDE: i32 = 1;
/// What a visitor returns to end the visit.
pub const IMM_VISIT_STOP: i32 = 2;

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

/// One position of the tree, as imm_visit_tree() shows it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_node {
    /// Plies below the root, which is 0.
    pub ply: u32,
    /// The move that leads to it, IMM_MOVE_NONE for the root.
    pub r#move: imm_move,
    /// Simulations that went through it; with `np`, its prior included.
    pub visits: u32,
    /// Its value for the FIRST player, in [-1, 1]; of the root, that of the move to play.
    pub value: f32,
    /// Its implicit minimax value for the FIRST player, in [-1, 1]. Means nothing where `im` is 0.
    pub minimax: f32,
    /// What is proven about it.
    pub proof: imm_proof,
    /// Plies to the end after it where a win of either player is proven, else 0; also 0 if the game
    /// ends here.
    pub distance: u32,
    /// Positions right below it in the tree, whether they are shown or not.
    pub children: u32,
}

/// What a player's clock says when it is that player's turn, for imm_search_clock(). Times in
/// milliseconds.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_clock {
    /// sizeof(imm_clock).
    pub struct_size: u32,
    /// Time left to the player who is to move.
    pub remaining_ms: u32,
    /// What every move made adds to it. Default 0.
    pub increment_ms: u32,
    /// Moves to the next time control, this one included. Default 0: the time is for the rest of
    /// the game.
    pub moves_to_go: u32,
    /// What a move costs beside the search: the way to the clock and back, what the machine does
    /// meanwhile, and a simulation. Default 0: 10; IMM_ZERO for none.
    pub overhead_ms: u32,
    /// Moves that the game is thought to last still, of this player, where `moves_to_go` is 0: each
    /// move aims at that part of the time. Default 0: 20.
    pub moves_expected: u32,
    /// Milliseconds between two calls of `watcher`. Default 0: 100.
    pub every_ms: u32,
    /// Shown what was found so far every `every_ms` milliseconds, as by imm_search_watched().
    /// Default NULL: nobody watches.
    pub watcher: Option<
        unsafe extern "C" fn(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32),
    >,
    /// Handed to `watcher`. May be NULL.
    pub context: *mut c_void,
    /// A flag of your own, which ends the search: see `stop` in imm_limits. NULL: none.
    pub stop: *const u8,
}
