//! The limits of a search, and its results.

use super::values::{imm_move, imm_proof};
use core::ffi::c_void;

/// The largest number of moves in the line that a watcher of imm_search_watched() receives.
pub const IMM_WATCHED_LINE: u32 = 16;

/// Why a search ended: one of the IMM_STOPPED_* constants.
pub type imm_stopped = i32;

/// `stopped`: no search of the current position has ended.
pub const IMM_STOPPED_NOT: imm_stopped = 0;
/// `stopped`: the search reached its iteration limit.
pub const IMM_STOPPED_ITERATIONS: imm_stopped = 1;
/// `stopped`: the search reached its node limit.
pub const IMM_STOPPED_NODES: imm_stopped = 2;
/// `stopped`: the search reached its time limit.
pub const IMM_STOPPED_TIME: imm_stopped = 3;
/// `stopped`: imm_stop() was called, or the flag `stop` of the limits was set.
pub const IMM_STOPPED_FLAG: imm_stopped = 4;
/// `stopped`: the position is solved, so there is nothing left to search.
pub const IMM_STOPPED_PROVEN: imm_stopped = 5;
/// `stopped`: alpha-beta has reached the largest depth that the limits and the memory allow.
pub const IMM_STOPPED_DEPTH: imm_stopped = 6;

/// `stopped`, only after imm_search_clock(): the move to play could not change in the time left.
pub const IMM_STOPPED_SETTLED: imm_stopped = 7;
/// `stopped`, only after imm_search_clock(): there is only one legal move.
pub const IMM_STOPPED_FORCED: imm_stopped = 8;

/// Returned by a visitor of imm_visit_tree(): continue with the positions below the shown position.
pub const IMM_VISIT_BELOW: i32 = 0;
/// Returned by a visitor of imm_visit_tree(): skip the positions below the shown position.
pub const IMM_VISIT_BESIDE: i32 = 1;
/// Returned by a visitor of imm_visit_tree(): end the visit.
pub const IMM_VISIT_STOP: i32 = 2;

/// The limits of a search. A search ends at the first limit that it reaches, or when the position
/// is solved. 0 means no limit. Set at least one of `iterations`, `nodes`, `time_ms` and `time_us`,
/// or `depth` for alpha-beta. Every search runs at least one simulation, or visits one position,
/// unless nothing is left to search. If leaf searches are two plies deep or more and `iterations`
/// is 0, a search may run only a part of a simulation. A later search then completes that
/// simulation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_limits {
    /// sizeof(imm_limits).
    pub struct_size: u32,
    /// The time limit in milliseconds, on the clock of imm_config. Ignored if imm_config has no
    /// clock. Suggested: 10 to 1000.
    pub time_ms: u32,
    /// The number of simulations; each simulation goes down the tree and ends with a playout.
    /// Alpha-beta: the number of positions that this search visits. Suggested: this limit alone if
    /// results must be reproducible.
    pub iterations: u64,
    /// The number of nodes that the tree may have, including nodes of earlier searches. Nodes that
    /// are no longer below the root after a move do not count, and the search frees their memory
    /// first. With IMM_EXPAND_ALL, the last children that are added may exceed this limit. If no
    /// other limit is set, the search also ends after 16 * `nodes` simulations, because the game or
    /// the memory may be too small for `nodes` nodes. Alpha-beta: the same limit as `iterations`.
    /// Suggested: 0, so that only the memory limits the tree.
    pub nodes: u32,
    /// The largest depth of the tree below the root in plies, at most 255; playouts still go to the
    /// end of the game. Alpha-beta: the search depth, which may be the only limit. Suggested: 0 for
    /// the tree search.
    pub depth: u32,
    /// Your own stop flag. If the flag is not 0, the search ends as if imm_stop() had been called.
    /// imm reads the flag after every simulation or position, and never writes to it. If the flag
    /// is set before the search begins, the search runs one simulation, or visits one position, and
    /// ends. (A call to imm_stop() before the search begins has no effect.) Set the flag from
    /// another thread (as an _Atomic uint8_t), a signal handler or an interrupt, and clear the flag
    /// yourself. NULL: no flag.
    pub stop: *const u8,
    /// The time limit in microseconds, on the clock of imm_config. Rounded up if the clock counts
    /// milliseconds. Ignored if imm_config has no clock. If `time_ms` is set too, the shorter limit
    /// applies. A library without the feature `policies` returns IMM_ERR_UNSUPPORTED if `time_us`
    /// is not 0.
    pub time_us: u64,
}

/// The results of a search.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_report {
    /// The move to play, or IMM_MOVE_NONE if the game is over.
    pub best: imm_move,
    /// The game-theoretic value of the searched position, or IMM_UNPROVEN.
    pub proof: imm_proof,
    /// The number of plies to the end of the game if the position is solved as a win for either
    /// player (255 means 255 or more), else 0. The win that the search found may not be the
    /// shortest win. Alpha-beta with only safe switches finds the shortest win and the longest
    /// loss. With IMM_AB_SCORE, this is the length of a line in which both players play for points.
    pub distance: u32,
    /// The value of the best move, from the FIRST player's point of view: -1 to 1. Without `im`,
    /// 0.5 means 3 wins in 4 simulations. 0 before any search. With IMM_AB_SCORE, a solved position
    /// has the margin in points divided by the largest possible margin. The margin is exact if
    /// `stopped` is IMM_STOPPED_PROVEN.
    pub value: f32,
    /// The number of simulations of the latest search. Alpha-beta: the number of positions that the
    /// latest search visited.
    pub iterations: u64,
    /// A hash of all simulations that built this tree. Alpha-beta: a hash of all positions visited
    /// since the last move. If seed, memory and iterations are the same, the hash is the same on
    /// every machine.
    pub signature: u64,
    /// The number of simulations through the best move, including the simulations of earlier
    /// searches of this tree (with `np`, also the visits of the prior). Alpha-beta: 0.
    pub visits: u32,
    /// The number of nodes that are now in the tree, not counting the root. Nodes that are no
    /// longer below the root after a move count until their memory is freed. Each later simulation
    /// frees a few hundred of these nodes. Alpha-beta: the same number as `iterations`, at most
    /// 4294967295.
    pub nodes: u32,
    /// The number of nodes that were recycled since the tree was last empty.
    pub recycled: u64,
    /// The number of plies from the root to the deepest node that the latest search reached.
    /// Alpha-beta: the number of plies that alpha-beta has searched completely.
    pub depth: u32,
    /// The time of the latest search in milliseconds. 0 without a clock.
    pub elapsed_ms: u32,
    /// Why the latest search of this position ended.
    pub stopped: imm_stopped,
    /// The number of bytes of this struct that the library has filled in: sizeof(imm_report), or
    /// fewer if the library is older than this header. Fields that the library does not know are 0.
    pub struct_size: u32,
}

/// One move of the searched position, with its results.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_candidate {
    /// The move.
    pub r#move: imm_move,
    /// The number of simulations that began with this move (with `np`, also the visits of the
    /// prior).
    pub visits: u32,
    /// The value of the move, from the FIRST player's point of view: -1 to 1.
    pub value: f32,
    /// The implicit minimax value of the move, from the FIRST player's point of view: -1 to 1.
    /// Meaningless if `im` is 0.
    pub minimax: f32,
    /// The game-theoretic value of the position after the move, or IMM_UNPROVEN.
    pub proof: imm_proof,
    /// The number of plies from the position after the move to the end of the game, if that
    /// position is solved as a win for either player, else 0. Also 0 if the move ends the game.
    pub distance: u32,
}

/// One position of the tree, as imm_visit_tree() shows it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_node {
    /// The number of plies below the root; 0 for the root.
    pub ply: u32,
    /// The move that leads to this position. IMM_MOVE_NONE for the root.
    pub r#move: imm_move,
    /// The number of simulations through this position (with `np`, also the visits of the prior).
    pub visits: u32,
    /// The value of the position, from the FIRST player's point of view: -1 to 1. For the root, the
    /// value of the move to play.
    pub value: f32,
    /// The implicit minimax value of the position, from the FIRST player's point of view: -1 to 1.
    /// Meaningless if `im` is 0.
    pub minimax: f32,
    /// The game-theoretic value of the position, or IMM_UNPROVEN.
    pub proof: imm_proof,
    /// The number of plies from this position to the end of the game, if the position is solved as
    /// a win for either player, else 0. Also 0 if the game is over in this position.
    pub distance: u32,
    /// The number of children of this position in the tree, whether shown or not.
    pub children: u32,
}

/// The clock of the player to move, for imm_search_clock(). All times are in milliseconds.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_clock {
    /// sizeof(imm_clock).
    pub struct_size: u32,
    /// The time left for the player to move.
    pub remaining_ms: u32,
    /// The time that the clock adds after every move. Default 0.
    pub increment_ms: u32,
    /// The number of moves to the next time control, including this move. Default 0: the time is
    /// for all remaining moves of the game.
    pub moves_to_go: u32,
    /// The time that a move costs in addition to the search: the delay to the clock and back, other
    /// work of the machine, and one simulation. Default 0, which means 10. IMM_ZERO means 0 ms.
    /// Suggested: 10, or more over a network.
    pub overhead_ms: u32,
    /// An estimate of the number of moves that the player to move still has to make. Used if
    /// `moves_to_go` is 0. The search takes about the time that is left, divided by this number.
    /// Default 0, which means 20. Suggested: 20; a built-in game lasts 20 to 40 moves per player.
    pub moves_expected: u32,
    /// The time between two calls of `watcher`. Default 0, which means 100. Suggested: 0.
    pub every_ms: u32,
    /// The progress callback, called every `every_ms` milliseconds with the result so far: see
    /// imm_search_watched(). Default NULL: no callback.
    pub watcher: Option<
        unsafe extern "C" fn(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32),
    >,
    /// The first argument of `watcher`. May be NULL.
    pub context: *mut c_void,
    /// Your own stop flag, which ends the search: see `stop` in imm_limits. NULL: no flag.
    pub stop: *const u8,
}
